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
