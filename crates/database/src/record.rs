//! The record of a position, and the merging of two records.

use std::num::TryFromIntError;
use tengen_core::board::{Colour, Point};

/// The record of a position. Points are in the orientation of the key (see [`crate::Place::to_board`]).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Record {
    pub value: Option<Value>,
    /// The proof; it takes precedence over the value.
    pub proof: Option<Proof>,
    /// It is proven, too, that there is no shorter win, or no longer defence.
    pub is_shortest: bool,
    pub best: Option<Point>,
    /// Results of games that reached the position.
    pub results: Results,
    pub comment: String,
    /// The label of the move that leads to the position: at most [`LABEL`] characters, may be empty.
    pub label: String,
    /// The source: a file or a program.
    pub source: String,
}

/// The maximum length of a label, in characters.
pub const LABEL: usize = 4;
/// How much farther from 0 the number of a proof is in the file if its length is settled: more than all lengths.
const SETTLED: i32 = 1 << 16;
/// The maximum length of a source name, in bytes.
pub(crate) const SOURCE: usize = 1024;
/// The maximum length of a comment, in bytes.
pub const COMMENT: usize = 1 << 16;

/// The value of a search, from the view of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Value {
    /// The score in engine units.
    pub score: i32,
    pub depth: u16,
    pub bound: Bound,
}

/// The relation of a score to the true value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The true value equals the score.
    Exact,
    /// The true value is at least the score.
    Lower,
    /// The true value is at most the score.
    Upper,
}

/// A proven result, from the view of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Proof {
    /// A win in at most this many plies.
    Win(u16),
    /// A loss in at most this many plies.
    Loss(u16),
    Draw,
}

/// The number of games that reached a position, by result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Results {
    pub black: u64,
    pub drawn: u64,
    pub white: u64,
    /// Unfinished games and games with unknown result.
    pub open: u64,
}

impl Results {
    /// One game with this winner; `None` for a draw.
    pub fn of(winner: Option<Colour>) -> Results {
        let one = |is| u64::from(is);
        Results {
            black: one(winner == Some(Colour::Black)),
            white: one(winner == Some(Colour::White)),
            drawn: one(winner.is_none()),
            open: 0,
        }
    }

    pub fn games(self) -> u64 {
        [self.black, self.drawn, self.white, self.open].into_iter().fold(0, u64::saturating_add)
    }

    #[must_use]
    pub fn plus(self, other: Results) -> Results {
        Results {
            black: self.black.saturating_add(other.black),
            drawn: self.drawn.saturating_add(other.drawn),
            white: self.white.saturating_add(other.white),
            open: self.open.saturating_add(other.open),
        }
    }

    /// The difference, at least zero.
    #[must_use]
    pub fn minus(self, other: Results) -> Results {
        Results {
            black: self.black.saturating_sub(other.black),
            drawn: self.drawn.saturating_sub(other.drawn),
            white: self.white.saturating_sub(other.white),
            open: self.open.saturating_sub(other.open),
        }
    }
}

impl Record {
    /// Merges two records: games add up; the shorter proof and the deeper value are kept, with the best move of the
    /// stronger record; comments are joined, and the first label and source are kept.
    #[must_use]
    pub fn joined(self, other: Record) -> Record {
        let stronger = other.strength() > self.strength();
        let best = if stronger { other.best.or(self.best) } else { self.best.or(other.best) };
        let deeper = other.value.map(|v| v.rank()) > self.value.map(|v| v.rank());
        Record {
            value: if deeper { other.value } else { self.value },
            proof: if stronger { other.proof } else { self.proof },
            is_shortest: if stronger { other.is_shortest } else { self.is_shortest },
            best,
            results: self.results.plus(other.results),
            comment: joined_text(self.comment, other.comment),
            label: first_text(self.label, other.label),
            source: first_text(self.source, other.source),
        }
    }

    /// Whether the record has more than game results.
    pub fn is_studied(&self) -> bool {
        self.value.is_some()
            || self.proof.is_some()
            || self.best.is_some()
            || !self.comment.is_empty()
            || !self.label.is_empty()
    }

    /// The same record from the view of the side that has just moved, one ply earlier.
    #[must_use]
    pub fn of_the_move(self) -> Record {
        Record { value: self.value.map(Value::of_the_move), proof: self.proof.map(Proof::of_the_move), ..self }
    }

    /// The inverse of [`Record::of_the_move`].
    #[must_use]
    pub fn after_the_move(self) -> Record {
        let value = |value: Value| Value {
            score: value.score.saturating_neg(),
            depth: value.depth.saturating_sub(1),
            bound: value.bound.reversed(),
        };
        let proof = |proof| match proof {
            Proof::Win(plies) => Proof::Loss(u16::saturating_sub(plies, 1)),
            Proof::Loss(plies) => Proof::Win(plies.saturating_sub(1)),
            Proof::Draw => Proof::Draw,
        };
        Record { value: self.value.map(value), proof: self.proof.map(proof), ..self }
    }

    /// The strength of a best move: a proof beats any value, a deeper value a shallower one.
    fn strength(&self) -> ((i32, bool), Option<(u16, bool)>) {
        (self.proof_rank(), self.value.map(Value::rank))
    }

    /// The strength of the proof: a shorter one beats a longer one, and a settled length one that is not.
    pub(crate) fn proof_rank(&self) -> (i32, bool) {
        let plies = match self.proof {
            Some(Proof::Win(plies) | Proof::Loss(plies)) => i32::from(u16::MAX) - i32::from(plies) + 2,
            Some(Proof::Draw) => 1,
            None => 0,
        };
        (plies, self.is_shortest)
    }

    /// The encoding of the proof in the file: n + 1 for a win in at most n plies, -n - 1 for a loss, 0 for a draw;
    /// [`SETTLED`] more, or less, if [`Record::is_shortest`].
    #[cfg(feature = "file")]
    pub(crate) fn proof_number(&self) -> Option<i32> {
        let number = self.proof?.number();
        Some(if self.is_shortest { number + number.signum() * SETTLED } else { number })
    }

    /// The proof of such a number, and whether its length is settled.
    pub(crate) fn proof_of_number(number: i64) -> Result<(Proof, bool), TryFromIntError> {
        let is_shortest = number.unsigned_abs() > u64::from(SETTLED.unsigned_abs());
        let settled = if is_shortest { number.signum() * i64::from(SETTLED) } else { 0 };
        Ok((Proof::from_number(number - settled)?, is_shortest))
    }
}

impl Bound {
    /// The bound from the other side's view.
    pub fn reversed(self) -> Bound {
        match self {
            Bound::Exact => Bound::Exact,
            Bound::Lower => Bound::Upper,
            Bound::Upper => Bound::Lower,
        }
    }
}

impl Proof {
    #[cfg(feature = "file")]
    fn number(self) -> i32 {
        match self {
            Proof::Win(plies) => i32::from(plies) + 1,
            Proof::Loss(plies) => -i32::from(plies) - 1,
            Proof::Draw => 0,
        }
    }

    fn from_number(number: i64) -> Result<Proof, TryFromIntError> {
        let plies = u16::try_from(number.unsigned_abs().saturating_sub(1))?;
        Ok(match number.signum() {
            1 => Proof::Win(plies),
            -1 => Proof::Loss(plies),
            _ => Proof::Draw,
        })
    }

    /// The same proof from the view of the side that has just moved, one ply earlier.
    pub fn of_the_move(self) -> Proof {
        match self {
            Proof::Win(plies) => Proof::Loss(plies.saturating_add(1)),
            Proof::Loss(plies) => Proof::Win(plies.saturating_add(1)),
            Proof::Draw => Proof::Draw,
        }
    }
}

impl Value {
    /// The same value from the view of the side that has just moved, one ply earlier.
    pub fn of_the_move(self) -> Value {
        Value { score: self.score.saturating_neg(), depth: self.depth.saturating_add(1), bound: self.bound.reversed() }
    }

    fn rank(self) -> (u16, bool) {
        (self.depth, self.bound == Bound::Exact)
    }
}

fn first_text(own: String, other: String) -> String {
    if own.is_empty() { other } else { own }
}

fn joined_text(own: String, other: String) -> String {
    if own.contains(&other) {
        own
    } else if other.contains(&own) {
        other
    } else if own.len() + 1 + other.len() > COMMENT {
        own // no room is left
    } else {
        format!("{own}\n{other}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn searched(score: i32, depth: u16, best: u8) -> Record {
        Record {
            value: Some(Value { score, depth, bound: Bound::Exact }),
            best: Some(Point::new(best, 0)),
            ..Record::default()
        }
    }

    #[test]
    fn the_deeper_value_stays_with_its_move() {
        let (shallow, deep) = (searched(5, 3, 1), searched(-7, 9, 2));
        assert_eq!(shallow.clone().joined(deep.clone()), deep);
        assert_eq!(deep.clone().joined(shallow), deep);
    }

    #[test]
    fn a_proof_stays_with_its_move_whatever_is_deeper() {
        let deep = searched(5, 90, 1);
        let proven = |proof, best| Record { proof: Some(proof), best: Some(Point::new(best, 1)), ..Record::default() };
        let (long, short) = (proven(Proof::Win(9), 3), proven(Proof::Win(5), 4));
        for joined in [deep.clone().joined(long.clone()).joined(short.clone()), short.joined(long).joined(deep.clone())]
        {
            assert_eq!(joined.proof, Some(Proof::Win(5)));
            assert_eq!(joined.best, Some(Point::new(4, 1)));
            assert_eq!(joined.value, deep.value);
        }
    }

    #[test]
    fn a_settled_length_beats_one_that_is_not() {
        let proven = |proof, is_shortest| Record { proof: Some(proof), is_shortest, ..Record::default() };
        let (settled, open) = (proven(Proof::Win(9), true), proven(Proof::Win(9), false));
        let (shorter, deep) = (proven(Proof::Win(7), false), searched(5, 90, 1));
        assert_eq!(settled.clone().joined(open.clone()), settled);
        assert_eq!(open.clone().joined(settled.clone()), settled);
        assert_eq!(settled.clone().joined(shorter.clone()), shorter);
        for joined in [deep.clone().joined(settled.clone()), settled.joined(deep)] {
            assert_eq!((joined.proof, joined.is_shortest), (Some(Proof::Win(9)), true));
        }
        assert!(!open.joined(searched(5, 90, 1)).is_shortest);
    }

    #[test]
    fn numbers_of_older_files_are_not_settled() {
        let read = |number| Record::proof_of_number(number).ok();
        assert_eq!(read(10), Some((Proof::Win(9), false)));
        assert_eq!(read(-65_536), Some((Proof::Loss(65_535), false)));
        assert_eq!(read(0), Some((Proof::Draw, false)));
        assert_eq!(read(65_536 + 10), Some((Proof::Win(9), true)));
        assert_eq!(read(-65_536 - 65_536), Some((Proof::Loss(65_535), true)));
        for wrong in [131_073, -131_073, i64::MAX, i64::MIN] {
            assert_eq!(read(wrong), None);
        }
    }

    #[test]
    fn games_add_up_and_comments_are_kept_once() {
        let of = |winner, comment: &str| Record {
            results: Results::of(winner),
            comment: comment.into(),
            ..Record::default()
        };
        let black = of(Some(Colour::Black), "sharp");
        let joined = black.clone().joined(of(None, "")).joined(of(Some(Colour::White), "sharp"));
        assert_eq!((joined.results.games(), joined.comment.as_str()), (3, "sharp"));
        assert_eq!((joined.results.black, joined.results.drawn, joined.results.white), (1, 1, 1));
        assert_eq!(black.joined(of(None, "calm")).comment, "sharp\ncalm");
    }
}
