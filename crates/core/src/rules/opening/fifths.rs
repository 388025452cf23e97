//! Detects equivalent fifth stones: those that make the same figure.
//!
//! The offered stones must differ "in all respects". A figure that is rotated, mirrored or shifted is the same figure,
//! whatever its distance to the edges of the board:
//!
//! ```text
//!   . O . . . O .        the figure has an axis, column d: a fifth at b and at f
//!   . . X . X . .        are the same, on whichever column of the board it lies
//!   . a . . . a .
//! ```

use crate::board::Point;

/// Sorted columns and rows relative to the corner of the bounding box, for black and for white stones.
type Figure = [Vec<(i8, i8)>; 2];

/// Whether two fifth stones make the same figure with the four stones (black and white alternating).
pub fn same_fifth(four: &[Point], one: Point, other: Point) -> bool {
    let with = |fifth: Point| -> Vec<Point> { four.iter().copied().chain([fifth]).collect() };
    let wanted = figure(&with(one), 0);
    let other = with(other);
    (0..8).any(|turn| figure(&other, turn) == wanted)
}

/// The figure of stones (black and white alternating), mirrored and rotated by one of eight symmetries.
fn figure(stones: &[Point], turn: u8) -> Figure {
    let turned = |point: &Point| {
        let (x, y) = (point.x() as i8, point.y() as i8);
        let (x, y) = (if turn & 1 != 0 { -x } else { x }, if turn & 2 != 0 { -y } else { y });
        if turn & 4 != 0 { (y, x) } else { (x, y) }
    };
    let all: Vec<(i8, i8)> = stones.iter().map(turned).collect();
    let left = all.iter().map(|&(x, _)| x).min().unwrap_or(0);
    let top = all.iter().map(|&(_, y)| y).min().unwrap_or(0);
    let of = |colour: usize| {
        let mut mine: Vec<_> = all.iter().skip(colour).step_by(2).map(|&(x, y)| (x - left, y - top)).collect();
        mine.sort_unstable();
        mine
    };
    [of(0), of(1)]
}
