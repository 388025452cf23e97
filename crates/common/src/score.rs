//! The score of a position, as one integer.

use std::fmt;
use std::ops::Neg;

/// The score of a position for the side to move.
///
/// Proven wins in *n* plies are `WIN − n`, proven losses `n − WIN`; everything else is between.
///
/// The public results of a search are `Score`s. Inside the search, where bounds are added to and halved at every node,
/// and in tables and margins, values are plain integers on the same scale ([`Score::value`], [`Score::from_value`]).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Score(i32);

impl Score {
    const WIN: i32 = 30_000;
    /// Scores beyond this value are proven.
    pub const PROVEN: i32 = 29_000;

    /// A draw.
    pub const DRAW: Score = Score(0);
    /// Above every score.
    pub const INFINITE: Score = Score(Self::WIN + 1);

    /// An evaluation, clamped to the range of unproven scores.
    #[inline(always)]
    pub fn new(value: i32) -> Score {
        Score(value.clamp(-Self::PROVEN, Self::PROVEN))
    }

    /// The side to move wins after `ply` more moves (counted from the root of the search).
    #[inline(always)]
    pub const fn win_in(ply: u32) -> Score {
        Score(Self::WIN - ply as i32)
    }

    /// The side to move loses after `ply` more moves.
    #[inline(always)]
    pub const fn loss_in(ply: u32) -> Score {
        Score(ply as i32 - Self::WIN)
    }

    /// The plain integer.
    #[inline(always)]
    pub const fn value(self) -> i32 {
        self.0
    }

    /// Any integer in range as a score, including proven ones.
    #[inline(always)]
    pub const fn from_value(value: i32) -> Score {
        Score(value)
    }

    /// Plies to the proven win, if it is one.
    pub fn win_distance(self) -> Option<u32> {
        (self.0 > Self::PROVEN).then(|| (Self::WIN - self.0) as u32)
    }

    /// Plies to the proven loss, if it is one.
    pub fn loss_distance(self) -> Option<u32> {
        (-self).win_distance()
    }

    /// Plies to the proven win or loss, if it is one.
    pub fn distance(self) -> Option<u32> {
        self.win_distance().or(self.loss_distance())
    }

    /// The score adjusted to a position `plies` plies later on the line that leads to it.
    pub fn after(self, plies: u32) -> Score {
        match (self.win_distance(), self.loss_distance()) {
            (Some(distance), _) => Score::win_in(distance.saturating_sub(plies)),
            (_, Some(distance)) => Score::loss_in(distance.saturating_sub(plies)),
            _ => self,
        }
    }

    /// Whether the score is a proven win or loss.
    #[inline(always)]
    pub const fn is_proven(self) -> bool {
        self.0.abs() > Self::PROVEN
    }
}

impl Neg for Score {
    type Output = Score;
    #[inline(always)]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl Score {
    /// The score in words; in a continuous game a win is `point in 7 plies`, a loss `lost point in 4 plies`.
    pub fn in_words(self, continuous: bool) -> String {
        match (self.win_distance(), self.loss_distance()) {
            (Some(plies), _) if continuous => format!("point in {}", Plies(plies)),
            (_, Some(plies)) if continuous => format!("lost point in {}", Plies(plies)),
            _ => self.to_string(),
        }
    }
}

/// A number of plies: `1 ply`, `2 plies`.
pub struct Plies(pub u32);

impl fmt::Display for Plies {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.0 {
            1 => f.write_str("1 ply"),
            number => write!(f, "{number} plies"),
        }
    }
}

/// The length of a proven win: `7 plies`, or `at most 7 plies` where there may be a shorter one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct WinLength {
    /// The plies up to the five.
    pub plies: u32,
    /// There may be a shorter win.
    pub at_most: bool,
}

impl fmt::Display for WinLength {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let most = if self.at_most { "at most " } else { "" };
        write!(f, "{most}{}", Plies(self.plies))
    }
}

/// `+35`, `-120`, `win in 7 plies`, `loss in 4 plies`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match (self.win_distance(), self.loss_distance()) {
            (Some(plies), _) => write!(f, "win in {}", Plies(plies)),
            (_, Some(plies)) => write!(f, "loss in {}", Plies(plies)),
            _ => write!(f, "{:+}", self.0),
        }
    }
}
