//! Sets of points as words, small enough to keep one with every node.

use tengen_core::board::{BoardSize, Colour, Point, Position};

/// How the points of a board are numbered: row by row, 16 columns on boards with at most 15 of them, otherwise 32.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grid {
    shift: u32,
}

/// The bytes of a set of the points of a board.
pub fn set_bytes(size: BoardSize) -> usize {
    Grid::of(size).bytes()
}

impl Grid {
    pub fn of(size: BoardSize) -> Grid {
        Grid { shift: if size.width() < 16 && size.height() <= 16 { 4 } else { 5 } }
    }

    /// The words of a set.
    pub fn words(self) -> usize {
        1 << (2 * self.shift - 6)
    }

    /// The bytes of a set.
    pub fn bytes(self) -> usize {
        self.words() * size_of::<u64>()
    }

    fn number(self, point: Point) -> usize {
        (point.y() as usize) << self.shift | point.x() as usize
    }

    fn point(self, number: usize) -> Point {
        Point::new((number & ((1 << self.shift) - 1)) as u8, (number >> self.shift) as u8)
    }

    /// Whether a set has a point.
    pub fn contains(self, set: &[u64], point: Point) -> bool {
        let number = self.number(point);
        set[number / 64] >> (number % 64) & 1 != 0
    }

    /// Adds a point to a set.
    pub fn insert(self, set: &mut [u64], point: Point) {
        let number = self.number(point);
        set[number / 64] |= 1 << (number % 64);
    }

    pub fn iter(self, set: &[u64]) -> impl Iterator<Item = Point> + '_ {
        set.iter().enumerate().flat_map(move |(index, &word)| {
            let mut word = word;
            std::iter::from_fn(move || {
                let bit = (word != 0).then(|| word.trailing_zeros() as usize)?;
                word &= word - 1;
                Some(self.point(index * 64 + bit))
            })
        })
    }
}

/// The stones of a position as words.
pub struct StonesOfBoth<const N: usize> {
    own: [u64; N],
    free: [u64; N],
}

impl<const N: usize> StonesOfBoth<N> {
    /// Those of a colour, and the empty points.
    pub fn of(position: &Position, colour: Colour) -> StonesOfBoth<N> {
        let grid = Grid::of(position.size());
        let (width, height) = (position.size().width() as usize, position.size().height() as usize);
        let (mut own, mut free) = ([0; N], [0; N]);
        let row = (1_u64 << width) - 1;
        (0..height).for_each(|y| free[(y << grid.shift) / 64] |= row << ((y << grid.shift) % 64));
        for stone in position.stones() {
            let number = grid.number(stone.point);
            free[number / 64] &= !(1 << (number % 64));
            if stone.colour == colour {
                own[number / 64] |= 1 << (number % 64);
            }
        }
        for &point in position.dead() {
            let number = grid.number(point);
            free[number / 64] &= !(1 << (number % 64));
        }
        StonesOfBoth { own, free }
    }

    /// The empty points.
    pub fn empty(&self) -> &[u64; N] {
        &self.free
    }

    /// For `n` from 0 to 4: the empty points of the segments of five points with at least `n` of these stones and none of
    /// the other side.
    pub fn rows(&self) -> [[u64; N]; 5] {
        let usable: [u64; N] = each(|i| self.free[i] | self.own[i]);
        let mut rows = [[0; N]; 5];
        let columns = if N == 4 { 16 } else { 32 };
        // Distances between neighbours: along rows, columns and both diagonals.
        for stride in [1, columns, columns + 1, columns - 1] {
            // Of the segment that begins at a point: whether it is usable, and whether it has more than n stones.
            let (mut segment, mut more) = (usable, [self.own, [0; N], [0; N], [0; N]]);
            let (mut open, mut stones) = (usable, self.own);
            for _ in 1..5 {
                (open, stones) = (down(&open, stride), down(&stones, stride));
                for i in 0..N {
                    segment[i] &= open[i];
                    more[3][i] |= more[2][i] & stones[i];
                    more[2][i] |= more[1][i] & stones[i];
                    more[1][i] |= more[0][i] & stones[i];
                    more[0][i] |= stones[i];
                }
            }
            spread(segment, stride, &mut rows[0]);
            for (more, row) in more.iter().zip(&mut rows[1..]) {
                spread(each(|i| segment[i] & more[i]), stride, row);
            }
        }
        for row in &mut rows {
            *row = each(|i| row[i] & self.free[i]);
        }
        rows
    }
}

#[inline(always)]
fn each<const N: usize>(f: impl Fn(usize) -> u64) -> [u64; N] {
    let mut words = [0; N];
    for (i, word) in words.iter_mut().enumerate() {
        *word = f(i);
    }
    words
}

/// Each point takes the bit of the one a stride (below 64) behind it.
#[inline(always)]
fn down<const N: usize>(bits: &[u64; N], stride: u32) -> [u64; N] {
    each(|i| bits[i] >> stride | if i + 1 < N { bits[i + 1] << (64 - stride) } else { 0 })
}

/// Adds the five points of each segment.
#[inline(always)]
fn spread<const N: usize>(starts: [u64; N], stride: u32, set: &mut [u64; N]) {
    let up = |bits: &[u64; N], stride: u32| -> [u64; N] {
        each(|i| bits[i] << stride | if i > 0 { bits[i - 1] >> (64 - stride) } else { 0 })
    };
    let mut points = starts;
    for _ in 0..5 {
        for i in 0..N {
            set[i] |= points[i];
        }
        points = up(&points, stride);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_core::board::{Content, DIRECTIONS};

    /// The most stones of `colour` in a segment that has the empty point and no stone of the other side.
    fn most(position: &Position, point: Point, colour: Colour) -> Option<usize> {
        let segments = DIRECTIONS.into_iter().flat_map(|direction| (-4..=0).map(move |start| (direction, start)));
        let counted = segments.filter_map(|(direction, start)| {
            let (dx, dy) = direction.step();
            let at = |k: i32| position.size().point(point.x() as i32 + k * dx, point.y() as i32 + k * dy);
            let contents = (start..start + 5).map(|k| at(k).map_or(Content::Edge, |p| position.at(p)));
            let contents: Vec<Content> = contents.collect();
            let count = |what| contents.iter().filter(|&&c| c == what).count();
            let own = count(Content::Stone(colour));
            (own + count(Content::Empty) == 5).then_some(own)
        });
        counted.max()
    }

    fn check<const N: usize>(position: &Position) {
        let grid = Grid::of(position.size());
        for colour in Colour::BOTH {
            let rows = StonesOfBoth::<N>::of(position, colour).rows();
            for (n, row) in rows.iter().enumerate() {
                let slow = position.empty_points().filter(|&p| most(position, p, colour).is_some_and(|most| most >= n));
                let (slow, fast): (Vec<Point>, Vec<Point>) = (slow.collect(), grid.iter(row).collect());
                assert_eq!(fast, slow, "{} {n}", position.size());
            }
        }
    }

    #[test]
    fn rows_are_those_of_all_segments() {
        for (number, size) in ["5", "7x6", "15", "20", "31"].into_iter().enumerate() {
            let size: BoardSize = size.parse().unwrap();
            for first in 0..20 {
                let mut position = Position::new(size);
                let points: Vec<Point> = size.points().collect();
                for k in 0..(size.area() / 2).min(60) {
                    let point = points[(first * 31 + k * k * 7 + k * 13 + number) % points.len()];
                    if position.is_empty(point) {
                        position.play(point, &mut ());
                    }
                }
                if Grid::of(size).words() == 4 { check::<4>(&position) } else { check::<16>(&position) }
            }
        }
    }
}
