//! Where the windows lie: the stretches of six cells in a row, 924 on this board. Whoever fills one
//! has won.

use super::{ROW, SIDE};
use crate::board::{DIRECTIONS, POINTS, Point};
use arrayvec::ArrayVec;
use std::sync::LazyLock;

/// How many there are.
pub const WINDOWS: usize = 924;

/// That a point is the cell `1 << bit` of a window.
#[derive(Clone, Copy, Debug)]
pub struct Cell {
    /// Number of the window.
    pub window: u16,
    /// As a mask of one bit.
    pub bit: u8,
}

/// The windows, and those through each point (at most six in each direction).
pub struct Geometry {
    cells: [[Point; ROW]; WINDOWS],
    through: [ArrayVec<Cell, 24>; POINTS],
}

static GEOMETRY: LazyLock<Box<Geometry>> = LazyLock::new(|| Box::new(Geometry::new()));

impl Geometry {
    /// The windows of the board.
    pub fn get() -> &'static Geometry {
        &GEOMETRY
    }

    fn new() -> Geometry {
        let mut geometry = Geometry {
            cells: [[Point::from_index(0); ROW]; WINDOWS],
            through: std::array::from_fn(|_| ArrayVec::new()),
        };
        for (window, cells) in all().enumerate() {
            geometry.cells[window] = cells;
            for (bit, point) in cells.into_iter().enumerate() {
                geometry.through[point.index()].push(Cell {
                    window: window as u16,
                    bit: 1 << bit,
                });
            }
        }
        geometry
    }

    /// The six points of a window; the point of bit `i` of a mask is the one with index `i`.
    #[inline(always)]
    pub fn cells(&self, window: usize) -> &[Point; ROW] {
        &self.cells[window]
    }

    /// The windows through a point.
    #[inline(always)]
    pub fn through(&self, point: Point) -> &[Cell] {
        &self.through[point.index()]
    }
}

fn all() -> impl Iterator<Item = [Point; ROW]> {
    let shape = super::shape();
    let ends = move |x: u8, y: u8, (dx, dy): (i32, i32)| {
        let last = ROW as i32 - 1;
        shape.has(i32::from(x) + last * dx, i32::from(y) + last * dy)
    };
    DIRECTIONS.into_iter().flat_map(move |direction| {
        let starts = (0..SIDE).flat_map(|y| (0..SIDE).map(move |x| (x, y)));
        starts
            .filter(move |&(x, y)| ends(x, y, direction.step()))
            .map(move |(x, y)| std::array::from_fn(|k| direction.walk(Point::new(x, y), k as i32)))
    })
}

/// A set of windows: one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct WindowSet([u64; WINDOWS.div_ceil(64)]);

impl WindowSet {
    /// Adds a window.
    #[inline(always)]
    pub fn insert(&mut self, window: usize) {
        self.0[window >> 6] |= 1 << (window & 63);
    }

    /// Takes one out.
    #[inline(always)]
    pub fn remove(&mut self, window: usize) {
        self.0[window >> 6] &= !(1 << (window & 63));
    }

    /// The windows in increasing order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = usize> + Clone + '_ {
        self.0.iter().enumerate().flat_map(|(i, &word)| {
            std::iter::successors((word != 0).then_some(word), |&w| {
                let rest = w & (w - 1);
                (rest != 0).then_some(rest)
            })
            .map(move |w| i * 64 + w.trailing_zeros() as usize)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_so_many_and_a_middle_point_lies_in_24() {
        assert_eq!(all().count(), WINDOWS);
        let geometry = Geometry::get();
        assert_eq!(geometry.through(Point::new(9, 9)).len(), 24);
        assert_eq!(geometry.through(Point::new(0, 0)).len(), 3);
        for point in super::super::shape().points() {
            for cell in geometry.through(point) {
                let bit = cell.bit.trailing_zeros() as usize;
                assert_eq!(geometry.cells(cell.window.into())[bit], point);
            }
        }
    }

    #[test]
    fn sets_hold_what_they_are_given() {
        let mut set = WindowSet::default();
        for window in [0, 63, 64, 923, 500] {
            set.insert(window);
        }
        set.remove(64);
        assert_eq!(set.iter().collect::<Vec<_>>(), [0, 63, 500, 923]);
    }
}
