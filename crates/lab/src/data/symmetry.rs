//! Detects positions that are equal up to symmetry.

use tengen_common::random::Random;
use tengen_core::board::{Colour, POINTS, Point};
use tengen_records::training::TrainingGame;

/// Hash keys of stones, by point and colour.
pub struct Hashes(Vec<[u64; 2]>);

impl Hashes {
    /// The same keys every time.
    pub fn new() -> Hashes {
        let mut random = Random::new(0x5ca1e);
        Hashes((0..POINTS).map(|_| [random.next(), random.next()]).collect())
    }

    /// A hash of the position before each searched move of a game, equal for positions that are equal up to symmetry
    /// under the same rule and board size.
    pub fn of(&self, game: &TrainingGame) -> Vec<u64> {
        let size = game.size;
        let kind = Random::of(game.rule.index() as u64, (size.width() as u64) << 8 | size.height() as u64);
        let kind = kind.clone().next();
        let mut images = [0; 8];
        let mut side = Colour::Black;
        let mut place = |point: Point| {
            let mut count = 0;
            for (image, number) in size.images(point).zip(&mut images) {
                *number ^= self.0[image.index()][side.index()];
                count += 1;
            }
            side = !side;
            let least = images[..count].iter().min().expect("four at least");
            least.wrapping_add(kind)
        };
        let mut now = kind;
        for &point in &game.opening {
            now = place(point);
        }
        let mut hashes = Vec::with_capacity(game.moves.len());
        for searched in &game.moves {
            hashes.push(now);
            now = place(searched.point);
        }
        hashes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_core::board::BoardSize;
    use tengen_core::rules::{Rule, Variant};
    use tengen_records::training::{GameResult, Searched};

    fn game(size: BoardSize, points: [(u8, u8); 4]) -> TrainingGame {
        let [.., last] = points.map(|(x, y)| Point::new(x, y));
        TrainingGame {
            rule: Rule::new(Variant::Freestyle),
            size,
            source: 1,
            opening: points[..3].iter().map(|&(x, y)| Point::new(x, y)).collect(),
            moves: vec![Searched { point: last, best: last, score: 0 }],
            result: GameResult::Unfinished,
        }
    }

    #[test]
    fn turned_and_mirrored_positions_are_the_same_and_others_are_not() {
        let square = BoardSize::FIFTEEN;
        let hash = |size, points| Hashes::new().of(&game(size, points))[0];
        let one = hash(square, [(3, 4), (7, 7), (9, 1), (0, 0)]);
        // A different order of black's stones; mirrored; rotated by a quarter.
        assert_eq!(one, hash(square, [(9, 1), (7, 7), (3, 4), (5, 5)]));
        assert_eq!(one, hash(square, [(11, 4), (7, 7), (5, 1), (5, 5)]));
        assert_eq!(one, hash(square, [(10, 3), (7, 7), (13, 9), (5, 5)]));
        // Colours swapped; a stone moved; another board size.
        assert_ne!(one, hash(square, [(3, 4), (9, 1), (7, 7), (0, 0)]));
        assert_ne!(one, hash(square, [(3, 4), (7, 7), (9, 2), (0, 0)]));
        let oblong = BoardSize::new(15, 16).unwrap();
        let other = hash(oblong, [(3, 4), (7, 7), (9, 1), (0, 0)]);
        assert_ne!(one, other);
        assert_eq!(other, hash(oblong, [(3, 11), (7, 8), (9, 14), (0, 0)]));
    }
}
