//! Positions that are equal up to a symmetry of the board.

use tengen_certificate::{both, inverse};
use tengen_core::board::{BoardSize, Colour, Point, Position};

/// A hash of the stones of a position with a given side to move, the same for all eight orientations. Two positions with
/// one key are as good as impossible; a certificate with such a mistake would not pass the check.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct PositionKey(u128);

/// SplitMix64 (Steele, Lea, Flood 2014), public domain.
fn mixed(number: u64) -> u64 {
    let mut z = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

fn stone(point: Point, colour: Colour) -> u128 {
    let number = 2 * point.index() as u64 + u64::from(colour == Colour::White) + 1;
    u128::from(mixed(number)) << 64 | u128::from(mixed(number << 16))
}

/// The key of a position, and the symmetry that maps the position to the orientation of the key.
pub fn key(position: &Position) -> (PositionKey, u8) {
    let stones: Vec<(Point, Colour)> = position.stones().iter().map(|stone| (stone.point, stone.colour)).collect();
    key_of(position.size(), &stones)
}

/// The same of a list of stones.
pub fn key_of(size: BoardSize, stones: &[(Point, Colour)]) -> (PositionKey, u8) {
    let count = size.images(size.centre()).count() as u8;
    let turned = |symmetry: u8| -> PositionKey {
        let stones = stones.iter().map(|&(point, colour)| stone(size.image(point, symmetry), colour));
        PositionKey(stones.fold(0, |key, placed| key ^ placed))
    };
    let all = (0..count).map(|symmetry| (turned(symmetry), symmetry));
    all.min().unwrap_or((PositionKey(0), 0))
}

/// The symmetry that maps a position with one symmetry to the key's orientation to a position with another.
pub fn between(size: BoardSize, from: u8, to: u8) -> u8 {
    both(size, from, inverse(size, to))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_core::board::notation;

    fn stones(size: BoardSize, moves: &str) -> Vec<(Point, Colour)> {
        let colours = Colour::BOTH.into_iter().cycle();
        notation::read(moves, size).unwrap().into_iter().zip(colours).collect()
    }

    /// The same in another orientation, in a fixed order.
    fn turned(size: BoardSize, stones: &[(Point, Colour)], symmetry: u8) -> Vec<(Point, Colour)> {
        let mut turned: Vec<_> = stones.iter().map(|&(point, colour)| (size.image(point, symmetry), colour)).collect();
        turned.sort_by_key(|(point, _)| point.index());
        turned
    }

    #[test]
    fn all_orientations_and_orders_of_a_position_have_one_key() {
        for (size, count) in [("15", 8), ("20x15", 4)] {
            let size: BoardSize = size.parse().unwrap();
            let own = stones(size, "h8i9g7c4a1");
            let (expected, to_key) = key_of(size, &own);
            for symmetry in 0..count {
                let other = turned(size, &own, symmetry);
                let (key, other_to_key) = key_of(size, &other);
                assert_eq!(key, expected);
                assert_eq!(turned(size, &other, other_to_key), turned(size, &own, to_key));
                assert_eq!(turned(size, &own, between(size, to_key, other_to_key)), other);
            }
            assert_eq!(size.images(size.centre()).count() as u8, count);
            for different in ["h8i9g7c4a2", "h8i9g7c4", "i9h8g7c4a1"] {
                assert_ne!(key_of(size, &stones(size, different)).0, expected);
            }
        }
    }
}
