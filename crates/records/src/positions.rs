//! Games in `.pos` files, which RenLib reads and many renju programs write: the number of stones on a 15x15 board, then
//! one byte per move, 15 · row + column, from the top left.

use super::renlib::SIDE;
use super::{Game, Move};
use tengen_core::board::{BoardSize, Point};
use tengen_core::rules::Rule;

/// Reads the game; `None` if the bytes are not a valid `.pos` file.
pub fn read(bytes: &[u8], rule: Rule) -> Option<Game> {
    let (&count, places) = bytes.split_first()?;
    let is_place = |place: &u8| *place < SIDE * SIDE;
    if usize::from(count) != places.len() || count == 0 || !places.iter().all(is_place) {
        return None;
    }
    let mut game = Game::new(BoardSize::square(SIDE.into())?, rule, Default::default());
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
    use tengen_core::rules::Variant;

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
