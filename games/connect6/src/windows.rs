//! The geometry of windows: the segments of six cells in a row, 924 on the board's 92 lines. A side that fills one
//! wins.

use super::{ROW, SIDE};
use arrayvec::ArrayVec;
use std::ops::Range;
use std::sync::LazyLock;
use tengen_core::board::{DIRECTIONS, POINTS, Point};

/// The number of windows. Windows of a line have consecutive numbers.
pub const WINDOWS: usize = 924;
/// The number of lines that contain a window.
pub const LINES: usize = 92;

/// A membership of a point in a window.
#[derive(Clone, Copy, Debug)]
pub struct Cell {
    pub window: u16,
    /// A one-bit mask of the cell in the window.
    pub bit: u8,
}

/// The windows, and the windows through each point (at most six in each direction).
pub struct Geometry {
    cells: [[Point; ROW]; WINDOWS],
    through: [ArrayVec<Cell, 24>; POINTS],
    line: [u8; WINDOWS],
    /// The first window of each line, and the end.
    first: [u16; LINES + 1],
}

static GEOMETRY: LazyLock<Box<Geometry>> = LazyLock::new(|| Box::new(Geometry::new()));

impl Geometry {
    pub fn get() -> &'static Geometry {
        &GEOMETRY
    }

    fn new() -> Geometry {
        let mut geometry = Geometry {
            cells: [[Point::from_index(0); ROW]; WINDOWS],
            through: std::array::from_fn(|_| ArrayVec::new()),
            line: [0; WINDOWS],
            first: [0; LINES + 1],
        };
        let mut number = 0;
        for (line, points) in lines().enumerate() {
            geometry.first[line] = number as u16;
            for cells in points.windows(ROW) {
                geometry.line[number] = line as u8;
                geometry.add(number, cells.try_into().expect("a window has six cells"));
                number += 1;
            }
        }
        geometry.first[LINES] = number as u16;
        geometry
    }

    fn add(&mut self, window: usize, cells: [Point; ROW]) {
        self.cells[window] = cells;
        for (bit, point) in cells.into_iter().enumerate() {
            self.through[point.index()].push(Cell { window: window as u16, bit: 1 << bit });
        }
    }

    /// The six points of a window; bit `i` of a mask stands for the point with index `i`.
    #[inline(always)]
    pub fn cells(&self, window: usize) -> &[Point; ROW] {
        &self.cells[window]
    }

    #[inline(always)]
    pub fn line(&self, window: usize) -> usize {
        self.line[window].into()
    }

    #[inline(always)]
    pub fn on_line(&self, line: usize) -> Range<usize> {
        self.first[line].into()..self.first[line + 1].into()
    }

    #[inline(always)]
    pub fn through(&self, point: Point) -> &[Cell] {
        &self.through[point.index()]
    }
}

/// All lines with at least six points, each as its points in order.
fn lines() -> impl Iterator<Item = Vec<Point>> {
    let size = super::size();
    let from = move |start: Point, (dx, dy): (i32, i32)| {
        let (x, y) = (i32::from(start.x()), i32::from(start.y()));
        let begins = !size.has(x - dx, y - dy);
        let points = (0..i32::from(SIDE)).map_while(|k| size.point(x + k * dx, y + k * dy));
        begins.then(|| points.collect::<Vec<_>>())
    };
    DIRECTIONS.into_iter().flat_map(move |direction| {
        let lines = size.points().filter_map(move |start| from(start, direction.step()));
        lines.filter(|points| points.len() >= ROW)
    })
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct WindowSet([u64; WINDOWS.div_ceil(64)]);

impl WindowSet {
    #[inline(always)]
    pub fn insert(&mut self, window: usize) {
        self.0[window >> 6] |= 1 << (window & 63);
    }

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
        let geometry = Geometry::get();
        assert_eq!(lines().count(), LINES);
        assert_eq!(geometry.first[LINES] as usize, WINDOWS);
        assert_eq!(geometry.through(Point::new(9, 9)).len(), 24);
        assert_eq!(geometry.through(Point::new(0, 0)).len(), 3);
        for point in super::super::size().points() {
            for cell in geometry.through(point) {
                let bit = cell.bit.trailing_zeros() as usize;
                let window = usize::from(cell.window);
                assert_eq!(geometry.cells(window)[bit], point);
                assert!(geometry.on_line(geometry.line(window)).contains(&window));
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
