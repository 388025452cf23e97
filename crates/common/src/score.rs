//! What a position is worth, as one integer.

use std::fmt;
use std::ops::Neg;

/// The value of a position for the side to move.
///
/// Proven wins in *n* plies are `WIN − n`, proven losses `n − WIN`, everything else lies between.
///
/// What a search tells is a `Score`. Within it, where bounds are added to and halved at every node, and in tables and
/// margins, values are bare integers on the same scale ([`Score::value`], [`Score::from_value`]).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct Score(i32);

impl Score {
    const WIN: i32 = 30_000;
    /// Scores beyond this are proven.
    pub const PROVEN: i32 = 29_000;
    /// Points of evaluation that are worth one logit, 73 % of a win: what evaluations are fitted to.
    pub const EVALUATED_LOGIT: f32 = 200.0;
    /// The same for points of searched score; nearly enough for what comes next.
    pub const SEARCHED_LOGIT: f32 = 220.0;

    /// Nobody wins.
    pub const DRAW: Score = Score(0);
    /// A win of which nobody has counted the plies.
    pub const SOME_WIN: Score = Score(29_900);
    /// Above every score.
    pub const INFINITE: Score = Score(Self::WIN + 1);

    /// An evaluation; clamped to what is not proven.
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

    /// The bare integer.
    #[inline(always)]
    pub const fn value(self) -> i32 {
        self.0
    }

    /// Any integer in range as a score (proven ones too).
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

    /// The same, so many plies later in the line that leads to it.
    pub fn after(self, plies: u32) -> Score {
        match (self.win_distance(), self.loss_distance()) {
            (Some(distance), _) => Score::win_in(distance.saturating_sub(plies)),
            (_, Some(distance)) => Score::loss_in(distance.saturating_sub(plies)),
            _ => self,
        }
    }

    /// The chance of the side to move, 0 to 1, as a score foretells it.
    pub fn win_rate(self) -> f32 {
        1.0 / (1.0 + (-self.0 as f32 / Score::SEARCHED_LOGIT).exp())
    }

    /// A win or a loss is certain.
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

/// So many moves of both sides together: `1 ply`, `2 plies`.
pub struct Plies(pub u32);

impl fmt::Display for Plies {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.0 {
            1 => f.write_str("1 ply"),
            number => write!(f, "{number} plies"),
        }
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
