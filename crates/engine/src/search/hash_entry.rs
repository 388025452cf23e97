//! What the table remembers of a position besides value and depth.

use tengen_common::table::Note;
use tengen_core::board::Point;

/// The best move, if one was found, and the static evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HashEntry {
    /// The move.
    pub best: Option<Point>,
    /// The evaluation.
    pub eval: i32,
}

/// The evaluation in the low 16 bits, then the point, then whether there is one.
impl Note for HashEntry {
    #[inline(always)]
    fn to_bits(self) -> u32 {
        let best = self.best.map_or(0, |p| p.index() as u32 | 1 << 10);
        self.eval as u16 as u32 | best << 16
    }

    #[inline(always)]
    fn from_bits(bits: u32) -> HashEntry {
        let is_there = bits >> 26 & 1 != 0;
        HashEntry {
            best: is_there.then(|| Point::from_index((bits >> 16 & 1023) as usize)),
            eval: bits as i16 as i32,
        }
    }

    #[inline(always)]
    fn over(self, older: HashEntry) -> HashEntry {
        HashEntry {
            best: self.best.or(older.best),
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_come_back() {
        for best in [None, Some(Point::new(0, 0)), Some(Point::new(31, 31))] {
            for eval in [0, -29_000, 29_000] {
                let known = HashEntry { best, eval };
                assert_eq!(HashEntry::from_bits(known.to_bits()), known);
            }
        }
    }
}
