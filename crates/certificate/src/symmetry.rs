//! The symmetries of a board, by their indices in [`BoardSize::images`].

use tengen_core::board::{BoardSize, Point};

/// A point that only the identity, symmetry 0, maps to itself.
const PROBE: Point = Point::new(0, 1);

/// The symmetry that maps `from`, an image of [`PROBE`], to `to`.
fn between(size: BoardSize, from: Point, to: Point) -> u8 {
    size.images(from).position(|point| point == to).unwrap_or(0) as u8
}

/// The symmetry that has the effect of `first` and then `second`.
pub fn both(size: BoardSize, first: u8, second: u8) -> u8 {
    between(size, PROBE, size.image(size.image(PROBE, first), second))
}

/// The symmetry that undoes another.
pub fn inverse(size: BoardSize, symmetry: u8) -> u8 {
    between(size, size.image(PROBE, symmetry), PROBE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symmetries_are_composed_and_undone() {
        for size in ["5", "6", "15", "20x15"] {
            let size: BoardSize = size.parse().unwrap();
            let count = size.images(PROBE).count() as u8;
            for first in 0..count {
                for second in 0..count {
                    for point in size.points() {
                        let stepwise = size.image(size.image(point, first), second);
                        assert_eq!(size.image(point, both(size, first, second)), stepwise);
                    }
                }
                assert_eq!(both(size, first, inverse(size, first)), 0);
            }
        }
    }
}
