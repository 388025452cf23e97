//! Positions that are equal up to a symmetry of the board.

use tengen_certificate::{both, image, inverse};
use tengen_core::board::{BoardSize, Colour, Point, Position};

/// The stones of a position with a given side to move, in the least of its orientations.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Key(Box<[u16]>);

/// The key of a position, and the symmetry that maps the position to the orientation of the key.
pub fn key(position: &Position) -> (Key, u8) {
    let size = position.size();
    let count = size.images(size.centre()).count() as u8;
    let turned = |symmetry: u8| -> Box<[u16]> {
        let point = |point: Point| image(size, point, symmetry).index() as u16 * 2;
        let stones = position.stones().iter();
        let mut stones: Vec<u16> =
            stones.map(|stone| point(stone.point) + u16::from(stone.colour == Colour::White)).collect();
        stones.sort_unstable();
        stones.into()
    };
    let all = (0..count).map(|symmetry| (turned(symmetry), symmetry));
    let (stones, symmetry) = all.min().unwrap_or_default();
    (Key(stones), symmetry)
}

/// The symmetry that maps a position with one symmetry to the key's orientation to a position with another.
pub fn between(size: BoardSize, from: u8, to: u8) -> u8 {
    both(size, from, inverse(size, to))
}
