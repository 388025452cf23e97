//! Games as `.pos` files, which RenLib reads and many boards of renju write: how many stones lie on the board of 15x15,
//! and where, a byte each, in the order of their moves: 15 · row + column, from the top left.

use super::renlib::SIDE;
use super::{Game, Move};
use crate::board::{Point, Shape};
use crate::rules::Rule;

/// The game in such a file, if it is one.
pub fn read(bytes: &[u8], rule: Rule) -> Option<Game> {
    let (&count, places) = bytes.split_first()?;
    let is_place = |place: &u8| *place < SIDE * SIDE;
    if usize::from(count) != places.len() || count == 0 || !places.iter().all(is_place) {
        return None;
    }
    let mut game = Game::new(Shape::square(SIDE.into())?, rule, Default::default());
    let points = places.iter().map(|at| Point::new(at % SIDE, at / SIDE));
    game.moves = points.map(Move::new).collect();
    let mut sorted = places.to_vec();
    sorted.sort_unstable();
    let is_new = sorted.windows(2).all(|pair| pair[0] != pair[1]);
    is_new.then_some(game)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Variant;

    #[test]
    fn a_pos_file_of_renlib() {
        let read = |bytes: &[u8]| read(bytes, Rule::new(Variant::Renju));
        let game = read(&[3, 112, 0, 224]).unwrap();
        assert_eq!(game.moves_text(), "h8a15o1");
        for other in [&[][..], &[0], &[1, 225], &[2, 1], &[2, 7, 7], &[1, 7, 8]] {
            assert_eq!(read(other), None, "{other:?}");
        }
    }
}
