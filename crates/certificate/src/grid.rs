//! Sets of points as words, small enough to keep one with every node.

use tengen_core::board::{BoardSize, Colour, Point, Position};

/// How the points of a board are numbered: row by row, with more columns than the board has, so that a segment that leaves
/// the board on one side does not continue on the other. (On boards of 32 columns some segments do, so zones are larger.)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grid {
    columns: u8,
    words: u8,
}

pub fn set_bytes(size: BoardSize) -> usize {
    Grid::of(size).bytes()
}

/// The number of numbered columns if a set has this number of words.
const fn columns_of(words: usize) -> u32 {
    match words {
        4 => 16,
        8 => 24,
        _ => 32,
    }
}

impl Grid {
    pub fn of(size: BoardSize) -> Grid {
        let fits = |&words: &usize| {
            let columns = columns_of(words) as usize;
            (size.width() as usize) < columns && size.height() as usize * columns <= 64 * words
        };
        let words = [4, 8].into_iter().find(fits).unwrap_or(16);
        Grid { columns: columns_of(words) as u8, words: words as u8 }
    }

    pub fn words(self) -> usize {
        self.words.into()
    }

    pub fn bytes(self) -> usize {
        self.words() * size_of::<u64>()
    }

    fn number(self, point: Point) -> usize {
        point.y() as usize * self.columns as usize + point.x() as usize
    }

    fn point(self, number: usize) -> Point {
        let (number, columns) = (number as u16, u16::from(self.columns));
        Point::new((number % columns) as u8, (number / columns) as u8)
    }

    pub fn contains(self, set: &[u64], point: Point) -> bool {
        let number = self.number(point);
        set[number / 64] >> (number % 64) & 1 != 0
    }

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

/// Calls a function with the number of words of a grid as its const argument.
macro_rules! by_words {
    ($grid:expr, $($function:ident)::+($($argument:expr),*)) => {
        match $grid.words() {
            4 => $($function)::+::<4>($($argument),*),
            8 => $($function)::+::<8>($($argument),*),
            _ => $($function)::+::<16>($($argument),*),
        }
    };
}
pub(crate) use by_words;

/// The stones of one side and the empty points.
pub struct SideStones<const N: usize> {
    own: [u64; N],
    free: [u64; N],
}

impl<const N: usize> SideStones<N> {
    pub fn of(position: &Position, colour: Colour) -> SideStones<N> {
        let grid = Grid::of(position.size());
        let (width, height) = (position.size().width() as usize, position.size().height() as usize);
        let (mut own, mut free) = ([0; N], [0; N]);
        let row = (1_u64 << width) - 1;
        for y in 0..height {
            let first = y * grid.columns as usize;
            let (word, bit) = (first / 64, first % 64);
            free[word] |= row << bit;
            if bit + width > 64 {
                free[word + 1] |= row >> (64 - bit);
            }
        }
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
        SideStones { own, free }
    }

    pub fn empty(&self) -> &[u64; N] {
        &self.free
    }

    /// For `n` from `LEAST` to 4: the empty points of the segments of five points with at least `n` of these stones and
    /// none of the other side.
    pub fn rows<const LEAST: usize>(&self) -> [[u64; N]; 5] {
        let mut rows = [[0; N]; 5];
        let columns = columns_of(N);
        // Rows, columns and both diagonals. As the distances are constants, the shifts compile to few instructions.
        self.add_rows::<LEAST>(1, &mut rows);
        self.add_rows::<LEAST>(columns, &mut rows);
        self.add_rows::<LEAST>(columns + 1, &mut rows);
        self.add_rows::<LEAST>(columns - 1, &mut rows);
        for row in &mut rows {
            *row = each(|i| row[i] & self.free[i]);
        }
        rows
    }

    /// Adds the points of the segments whose neighbouring points differ by `stride` in their numbers.
    #[inline(always)]
    fn add_rows<const LEAST: usize>(&self, stride: u32, rows: &mut [[u64; N]; 5]) {
        let usable: [u64; N] = each(|i| self.free[i] | self.own[i]);
        // Whether two, four, and five points from here are usable.
        let next = down(&usable, stride);
        let two: [u64; N] = each(|i| usable[i] & next[i]);
        let next = down(&two, 2 * stride);
        let four: [u64; N] = each(|i| two[i] & next[i]);
        let next = down(&usable, 4 * stride);
        let segment: [u64; N] = each(|i| four[i] & next[i]);
        // The numbers of stones on two points, then four, then all five, as binary digits.
        let next = down(&self.own, stride);
        let (ones, twos): ([u64; N], [u64; N]) = (each(|i| self.own[i] ^ next[i]), each(|i| self.own[i] & next[i]));
        let (more_ones, more_twos) = (down(&ones, 2 * stride), down(&twos, 2 * stride));
        let last = down(&self.own, 4 * stride);
        let mut starts = [segment; 5];
        for i in 0..N {
            let (one, carry) = (ones[i] ^ more_ones[i], ones[i] & more_ones[i]);
            let (two, four) = (twos[i] ^ more_twos[i] | carry, twos[i] & more_twos[i]);
            let (one, carry) = (one ^ last[i], one & last[i]);
            let (two, four) = (two ^ carry, four | two & carry);
            starts[1][i] &= one | two | four;
            starts[2][i] &= two | four;
            starts[3][i] &= four | one & two;
            starts[4][i] &= four;
        }
        for (starts, row) in starts[LEAST..].iter().zip(&mut rows[LEAST..]) {
            spread(starts, stride, row);
        }
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

/// Each point takes the bit of the point whose number is larger by `distance`.
#[inline(always)]
fn down<const N: usize>(bits: &[u64; N], distance: u32) -> [u64; N] {
    let (words, rest) = ((distance / 64) as usize, distance % 64);
    let at = |i: usize| if i < N { bits[i] } else { 0 };
    each(|i| at(i + words) >> rest | if rest > 0 { at(i + words + 1) << (64 - rest) } else { 0 })
}

/// Each point takes the bit of the point whose number is smaller by `distance`.
#[inline(always)]
fn up<const N: usize>(bits: &[u64; N], distance: u32) -> [u64; N] {
    let (words, rest) = ((distance / 64) as usize, distance % 64);
    let before = |i: usize, words: usize| if i >= words { bits[i - words] } else { 0 };
    each(|i| before(i, words) << rest | if rest > 0 { before(i, words + 1) >> (64 - rest) } else { 0 })
}

/// Adds the five points of each segment; `starts` are the first ones.
#[inline(always)]
fn spread<const N: usize>(starts: &[u64; N], stride: u32, set: &mut [u64; N]) {
    let next = up(starts, stride);
    let two: [u64; N] = each(|i| starts[i] | next[i]);
    let (next, last) = (up(&two, 2 * stride), up(starts, 4 * stride));
    for i in 0..N {
        set[i] |= two[i] | next[i] | last[i];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_core::board::{Content, DIRECTIONS};

    /// The largest number of stones of `colour` in a segment through `point` without a stone of the other side.
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
            let stones = SideStones::<N>::of(position, colour);
            let rows = stones.rows::<0>();
            assert_eq!(stones.rows::<4>()[4], rows[4]);
            for (n, row) in rows.iter().enumerate() {
                let slow = position.empty_points().filter(|&p| most(position, p, colour).is_some_and(|most| most >= n));
                let (slow, fast): (Vec<Point>, Vec<Point>) = (slow.collect(), grid.iter(row).collect());
                assert_eq!(fast, slow, "{} {n}", position.size());
            }
        }
    }

    #[test]
    fn rows_are_those_of_all_segments() {
        for (number, size) in ["5", "7x6", "15", "19", "20", "23x21", "16x25", "31"].into_iter().enumerate() {
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
                by_words!(Grid::of(size), check(&position));
            }
        }
    }
}
