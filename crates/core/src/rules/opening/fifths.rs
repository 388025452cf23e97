//! Which fifth stones are the same: those that make the same figure.
//!
//! The stones offered must differ "in all respects", so a figure that is turned, mirrored or shifted
//! is the same figure, however far away the edges of the board are:
//!
//! ```text
//!   . O . . . O .        the figure has an axis, column d: a fifth at b and at f
//!   . . X . X . .        are the same, on whichever column of the board it lies
//!   . a . . . a .
//! ```

use crate::board::Point;

/// Columns and rows from the corner of the figure's box, blacks and whites, each in order.
type Figure = [Vec<(i8, i8)>; 2];

/// Whether two fifth stones beside the same four (black and white in turn) make the same figure.
pub fn same_fifth(four: &[Point], one: Point, other: Point) -> bool {
    let with = |fifth: Point| -> Vec<Point> { four.iter().copied().chain([fifth]).collect() };
    let wanted = figure(&with(one), 0);
    let other = with(other);
    (0..8).any(|turn| figure(&other, turn) == wanted)
}

/// The figure that stones make which are black and white in turn, mirrored and turned in this way.
fn figure(stones: &[Point], turn: u8) -> Figure {
    let turned = |point: &Point| {
        let (x, y) = (point.x() as i8, point.y() as i8);
        let (x, y) = (
            if turn & 1 != 0 { -x } else { x },
            if turn & 2 != 0 { -y } else { y },
        );
        if turn & 4 != 0 { (y, x) } else { (x, y) }
    };
    let all: Vec<(i8, i8)> = stones.iter().map(turned).collect();
    let left = all.iter().map(|&(x, _)| x).min().unwrap_or(0);
    let top = all.iter().map(|&(_, y)| y).min().unwrap_or(0);
    let of = |colour: usize| {
        let mine = all.iter().skip(colour).step_by(2);
        let mut mine: Vec<_> = mine.map(|&(x, y)| (x - left, y - top)).collect();
        mine.sort_unstable();
        mine
    };
    [of(0), of(1)]
}
