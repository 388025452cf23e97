//! The transposition table, whose payload is the best turn.

use super::Move;
use tengen_common::table::{self, Note};
use tengen_core::board::Point;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Best(pub Option<Move>);

pub type TableEntry = table::Entry<Best>;
pub type Connect6Table = table::Table<Best>;

/// Bits of a point.
const POINT: u32 = 10;

/// Bit layout: both points, then whether there is a turn.
impl Note for Best {
    fn to_bits(self) -> u32 {
        let points = |turn: Move| turn.0.map(|point| point.index() as u32);
        self.0.map(points).map_or(0, |[one, other]| one | other << POINT | 1 << (2 * POINT))
    }

    fn from_bits(bits: u32) -> Best {
        let point = |bits: u32| Point::from_index((bits & ((1 << POINT) - 1)) as usize);
        let is_there = bits >> (2 * POINT) & 1 != 0;
        Best(is_there.then(|| Move([point(bits), point(bits >> POINT)])))
    }

    fn over(self, older: Best) -> Best {
        Best(self.0.or(older.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_come_back() {
        let (one, other) = (Point::new(3, 4), Point::new(18, 18));
        for turn in [None, Some(Move::single(one)), Some(Move::pair(other, one))] {
            assert_eq!(Best::from_bits(Best(turn).to_bits()), Best(turn));
        }
    }
}
