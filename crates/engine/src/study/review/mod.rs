//! Grades the moves of a game, with a reason for each grade.
//!
//! Grades depend on the winning chances that a move costs. Reasons are only what is proven (a win by fours, a loss in
//! seven plies) or plain on the board (an open three, a forbidden move):
//!
//! ```text
//! before   +0.4, best h9  │ White plays k5
//! after    loss in 9      │ missed defence: lets Black win by fours in 9 plies: g9 h8 …
//! ```
//!
//! One rule for both: the grade follows from the loss, and a fault is named only where the grade marks one. A move that
//! loses little gets no fault: its reason is what it does, or that the game was already lost. Plies count up to the five
//! from the position in which they are stated: a win that is missed from the position before the move, all others from
//! the one after it.

mod patterns;
pub mod sentence;
#[cfg(test)]
mod tests;

pub use patterns::patterns;

use super::problem::Problem;
use super::solve::{Finding, solve};
use crate::eval::chances::Chances;
use patterns::{pattern, stopped};
use std::time::Duration;
use tengen_common::{Report, Score, WinLength};
use tengen_core::board::{Colour, Point, Position};
use tengen_core::rules::{Forbidden, Outcome, Rule, judge};

/// Losses of winning chances from which on a move is an inaccuracy, a mistake or a blunder.
const THRESHOLDS: [(f32, Grade); 3] = [(0.30, Grade::Blunder), (0.15, Grade::Mistake), (INACCURACY, Grade::Inaccuracy)];
const INACCURACY: f32 = 0.07;
/// A smaller loss does not count: the search is not that exact.
const NOISE: f32 = 0.01;
/// In a lost position, a move that halves the plies left and loses this many is an inaccuracy.
const SOONER: u32 = 4;
/// Limits of the search for a win by fours.
const FOURS_NODES: u64 = 50_000;
const FOURS_TIME: Duration = Duration::from_secs(5);

/// The grade of a move, from good to bad.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Grade {
    /// The best move found, or one that wins as fast.
    Best,
    /// It costs little or nothing.
    Good,
    /// It costs at least 7 % of the winning chances.
    Inaccuracy,
    /// At least 15 %.
    Mistake,
    /// At least 30 %.
    Blunder,
    /// The position was not lost, and is a proven loss after the move.
    MissedDefence,
    /// The position was a proven win, and is none after the move.
    MissedWin,
}

impl Grade {
    /// All grades, from good to bad.
    pub const ALL: [Grade; 7] = [
        Grade::Best,
        Grade::Good,
        Grade::Inaccuracy,
        Grade::Mistake,
        Grade::Blunder,
        Grade::MissedDefence,
        Grade::MissedWin,
    ];

    /// The name: `best`, `missed win`.
    pub fn name(self) -> &'static str {
        match self {
            Grade::Best => "best",
            Grade::Good => "good",
            Grade::Inaccuracy => "inaccuracy",
            Grade::Mistake => "mistake",
            Grade::Blunder => "blunder",
            Grade::MissedDefence => "missed defence",
            Grade::MissedWin => "missed win",
        }
    }

    /// The sign of annotated games: `??`; empty if nothing was lost.
    pub fn sign(self) -> &'static str {
        match self {
            Grade::Best | Grade::Good => "",
            Grade::Inaccuracy => "?!",
            Grade::Mistake => "?",
            Grade::Blunder | Grade::MissedDefence | Grade::MissedWin => "??",
        }
    }

    /// Whether something was lost.
    pub fn is_marked(self) -> bool {
        self > Grade::Good
    }

    fn of_loss(loss: f32) -> Grade {
        let found = THRESHOLDS.iter().find(|(least, _)| loss >= *least);
        found.map_or(Grade::Good, |(_, grade)| *grade)
    }

    /// The grade of a move that changes what is proven in this way: `missed` if it costs enough. What is plain on the
    /// board is at least an inaccuracy.
    fn of_proven(missed: Grade, loss: f32, way: Way) -> Grade {
        match loss {
            _ if loss >= INACCURACY => missed,
            _ if way.is_plain() => Grade::Inaccuracy,
            _ => Grade::Good,
        }
    }
}

/// What a stone makes on the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Pattern {
    /// An open three.
    Three,
    /// A four.
    Four,
    /// Two open threes.
    DoubleThree,
    /// A four and an open three.
    FourThree,
    /// Two fours.
    DoubleFour,
    /// An open four.
    OpenFour,
    /// A five.
    Five,
}

impl Pattern {
    /// The name: `open four`.
    pub fn name(self) -> &'static str {
        match self {
            Pattern::Three => "three",
            Pattern::Four => "four",
            Pattern::DoubleThree => "double three",
            Pattern::FourThree => "four three",
            Pattern::DoubleFour => "double four",
            Pattern::OpenFour => "open four",
            Pattern::Five => "five",
        }
    }
}

/// How a side gains something, beginning with a stone at a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "plies count up to the five")]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Way {
    /// The stone makes this pattern.
    Makes(Pattern, Point),
    /// It begins a VCF.
    ByFours { point: Point, length: WinLength },
    /// It begins another proven win.
    Wins { point: Point, length: WinLength },
}

impl Way {
    /// Whether anyone sees the win: a five, an open four, two fours.
    fn is_plain(self) -> bool {
        matches!(self, Way::Makes(pattern, _) if pattern >= Pattern::DoubleFour)
    }
}

/// Why a move has its grade.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "plies count up to the five")]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Reason {
    /// It makes a five.
    Five,
    /// It is forbidden, and the game is lost.
    Forbidden(Forbidden),
    /// It begins or continues a proven win, with this many plies left.
    WinsIn(WinLength),
    /// It wins, though not as fast as possible.
    StillWins { length: WinLength, instead_of: WinLength },
    /// All moves lose.
    LostIn(WinLength),
    /// It loses, but little was left to lose.
    AlreadyLost(WinLength),
    /// All moves lose, but this one much faster.
    LosesSooner { length: WinLength, instead_of: WinLength },
    /// It makes a pattern.
    Makes(Pattern),
    /// It stops the opponent from making a pattern there.
    Stops(Pattern, Point),
    /// The side could have had this.
    Misses(Way),
    /// The opponent can now have this.
    Lets(Way),
    /// The opponent's reply is strong; nothing is proven.
    LetsPlay(Point),
}

/// The judgement of a move.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Verdict {
    /// The grade.
    pub grade: Grade,
    /// The reason, if there is one to give.
    pub reason: Option<Reason>,
    /// The loss of winning chances, 0 to 1.
    pub loss: f32,
    /// The line that begins with a better move; empty if nothing was lost.
    pub better: Vec<Point>,
    /// The line that shows the reason: a missed win, or what the opponent can do after the move; or empty.
    pub shown: Vec<Point>,
}

impl Verdict {
    /// The accuracy of the move, 0 to 1: a loss of 10 % gives 0.64.
    pub fn accuracy(&self) -> f32 {
        let least = if self.grade.is_marked() { INACCURACY } else { 0.0 };
        (-4.5 * self.loss.max(least)).exp()
    }
}

/// A move to be graded.
#[derive(Clone, Copy, Debug)]
pub struct Played<'a> {
    /// The position before it.
    pub position: &'a Position,
    /// The rule.
    pub rule: Rule,
    /// By how many points the side to move is ahead in a continuous game.
    pub lead: i32,
    /// The move.
    pub point: Point,
    /// The search before it.
    pub before: &'a Report,
    /// The search after it; `None` if it ends the game.
    pub after: Option<&'a Report>,
}

/// Grades a move. `stop` ends the search for reasons early.
pub fn verdict(played: &Played, stop: &dyn Fn() -> bool) -> Verdict {
    Grader { played: *played, stop }.verdict()
}

/// The score of a position for the side that moved last.
pub fn score_after(report: &Report) -> Score {
    match (report.score.win_distance(), report.score.loss_distance()) {
        (Some(plies), _) => Score::loss_in(plies + 1),
        (_, Some(plies)) => Score::win_in(plies + 1),
        _ => -report.score,
    }
}

struct Grader<'a> {
    played: Played<'a>,
    stop: &'a dyn Fn() -> bool,
}

impl Grader<'_> {
    fn verdict(&self) -> Verdict {
        let Played { position, rule, point, before, after, .. } = self.played;
        match judge(position, point, position.to_move(), rule) {
            Outcome::Five(_) => self.best(Some(Reason::Five)),
            Outcome::Forbidden(kind) => self.forbidden(kind),
            _ => {
                let now = after.map_or(Score::DRAW, score_after);
                let chances = self.chances();
                let loss = (chances.share(before.score) - chances.share(now)).max(0.0);
                let loss = if point == before.best_move() { 0.0 } else { loss };
                self.graded(now, loss)
            }
        }
    }

    fn chances(&self) -> Chances {
        let Played { position, rule, lead, .. } = self.played;
        Chances::of(position, rule).leading_by(lead)
    }

    fn is_best(&self) -> bool {
        self.played.point == self.played.before.best_move()
    }

    fn best(&self, reason: Option<Reason>) -> Verdict {
        Verdict { grade: Grade::Best, reason, loss: 0.0, better: Vec::new(), shown: Vec::new() }
    }

    fn marked(&self, grade: Grade, loss: f32, reason: Option<Reason>) -> Verdict {
        let has_better = !self.is_best() && (grade.is_marked() || loss >= NOISE);
        let better = if has_better { self.played.before.line.clone() } else { Vec::new() };
        let shown = match (reason, self.played.after) {
            (Some(Reason::Misses(_)), _) => self.played.before.line.clone(),
            (Some(Reason::Lets(_) | Reason::LetsPlay(_)), Some(after)) => after.line.clone(),
            _ => Vec::new(),
        };
        Verdict { grade, reason, loss, better, shown }
    }

    fn forbidden(&self, kind: Forbidden) -> Verdict {
        let score = self.played.before.score;
        let was_lost = score.loss_distance().is_some();
        let grade = if was_lost { Grade::Inaccuracy } else { Grade::Blunder };
        self.marked(grade, self.chances().share(score), Some(Reason::Forbidden(kind)))
    }

    /// The verdict on a move after which the score for its side is `now`.
    fn graded(&self, now: Score, loss: f32) -> Verdict {
        let before = self.played.before.score;
        match (before.win_distance(), before.loss_distance()) {
            (Some(then), _) => self.in_won_position(then, now, loss),
            (_, Some(then)) => self.in_lost_position(then, now),
            _ => self.in_open_position(now, loss),
        }
    }

    fn in_won_position(&self, then: u32, now: Score, loss: f32) -> Verdict {
        match now.win_distance() {
            Some(plies) if plies <= then || self.is_best() => self.best(Some(Reason::WinsIn(self.left(plies)))),
            Some(plies) => {
                let reason = Reason::StillWins { length: self.left(plies), instead_of: self.best_left(then) };
                self.marked(Grade::Good, 0.0, Some(reason))
            }
            None if self.is_best() => self.best(Some(Reason::WinsIn(self.best_left(then)))),
            None => {
                let way = self.way(self.played.position, self.played.before);
                let grade = Grade::of_proven(Grade::MissedWin, loss, way);
                let reason = if grade.is_marked() { Some(Reason::Misses(way)) } else { self.fact() };
                self.marked(grade, loss, reason)
            }
        }
    }

    /// What is left after the move of a win or loss in this many plies.
    fn left(&self, plies: u32) -> WinLength {
        WinLength { plies: plies - 1, at_most: self.played.after.is_some_and(|after| !after.is_shortest) }
    }

    /// What would be left after the best move of a win or loss in this many plies.
    fn best_left(&self, plies: u32) -> WinLength {
        WinLength { plies: plies - 1, at_most: !self.played.before.is_shortest }
    }

    fn in_lost_position(&self, then: u32, now: Score) -> Verdict {
        let Some(plies) = now.loss_distance() else { return self.best(self.fact()) };
        let sooner = then.saturating_sub(plies);
        if sooner >= SOONER && sooner >= plies {
            let reason = Reason::LosesSooner { length: self.left(plies), instead_of: self.best_left(then) };
            return self.marked(Grade::Inaccuracy, 0.0, Some(reason));
        }
        let is_best = self.is_best() || plies >= then;
        let grade = if is_best { Grade::Best } else { Grade::Good };
        self.marked(grade, 0.0, Some(Reason::LostIn(self.left(plies))))
    }

    fn in_open_position(&self, now: Score, loss: f32) -> Verdict {
        if let Some(plies) = now.win_distance() {
            return self.best(Some(Reason::WinsIn(self.left(plies))));
        }
        if let (Some(plies), Some(after)) = (now.loss_distance(), self.played.after) {
            let position = self.played.position.after(self.played.point);
            let way = self.way(&position, after);
            let grade = Grade::of_proven(Grade::MissedDefence, loss, way);
            let reason = if grade.is_marked() { Reason::Lets(way) } else { Reason::AlreadyLost(self.left(plies)) };
            return self.marked(grade, loss, Some(reason));
        }
        match Grade::of_loss(loss) {
            _ if self.is_best() => self.best(self.fact()),
            Grade::Good => self.marked(Grade::Good, loss, self.fact()),
            grade => self.marked(grade, loss, self.positional()),
        }
    }

    /// How the side to move wins.
    fn way(&self, position: &Position, report: &Report) -> Way {
        let (point, side) = (report.best_move(), position.to_move());
        let plies = report.score.win_distance().unwrap_or(0);
        match pattern(position, self.played.rule, point, side) {
            Some(Pattern::Five) => return Way::Makes(Pattern::Five, point),
            Some(found) if plies <= 3 && found >= Pattern::DoubleFour => {
                return Way::Makes(found, point);
            }
            Some(found) if plies <= 5 && found >= Pattern::DoubleThree => {
                return Way::Makes(found, point);
            }
            _ => {}
        }
        let length = WinLength { plies, at_most: !report.is_shortest };
        match self.fours(position) {
            Some(fours) if fours <= plies => Way::ByFours { point, length },
            _ => Way::Wins { point, length },
        }
    }

    /// The length of a VCF.
    fn fours(&self, position: &Position) -> Option<u32> {
        let problem =
            Problem { fours_only: true, time: FOURS_TIME, ..Problem::new(position, self.played.rule, FOURS_NODES) };
        match solve(&problem, self.stop).finding {
            Finding::Win(_, plies) => Some(plies),
            Finding::None | Finding::NotFound => None,
        }
    }

    /// Why a move that loses nothing proven is worse than the better one.
    fn positional(&self) -> Option<Reason> {
        let Played { position, rule, point, before, after, .. } = self.played;
        let (side, better) = (position.to_move(), before.best_move());
        let made = |point, side: Colour, after: Option<Point>| {
            let mut position = position.clone();
            after.into_iter().for_each(|stone| position.place(stone, !side, &mut ()));
            pattern(&position, rule, point, side).filter(|&made| made != Pattern::Four)
        };
        if let Some(reply) = after.map(Report::best_move) {
            let now = made(reply, !side, Some(point));
            let otherwise = if reply == better { None } else { made(reply, !side, Some(better)) };
            if let Some(now) = now.filter(|_| now > otherwise) {
                return Some(Reason::Lets(Way::Makes(now, reply)));
            }
        }
        let (missed, made) = (made(better, side, None), made(point, side, None));
        match missed {
            Some(pattern) if missed > made => Some(Reason::Misses(Way::Makes(pattern, better))),
            _ => after.map(|after| Reason::LetsPlay(after.best_move())),
        }
    }

    /// What the move does on the board.
    fn fact(&self) -> Option<Reason> {
        let Played { position, rule, point, .. } = self.played;
        let made = pattern(position, rule, point, position.to_move());
        let stopped = stopped(position, rule, point);
        let stops = stopped.map(|(pattern, at)| Reason::Stops(pattern, at));
        match (made, stopped) {
            (_, Some((Pattern::Five, _))) => stops,
            (Some(made), _) if made > Pattern::Four => Some(Reason::Makes(made)),
            _ => stops.or(made.map(Reason::Makes)),
        }
    }
}
