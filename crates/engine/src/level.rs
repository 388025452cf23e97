//! How strong Tengen plays for people: by how many positions it looks at, and how often it does not
//! look at all.

use crate::opening::{Wanted, choose};
use crate::search::Searcher;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;
use tengen_common::random::Random;
use tengen_common::time::TimePlan;
use tengen_common::{Limits, Report, StopRequest, Stoppable, Supervisor};
use tengen_core::board::{Colour, Point, PointSet, Position};
use tengen_core::rules::opening::{Answer, Opening};
use tengen_core::rules::{Rule, completes_five, foul_at};

/// A strength.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Level {
    /// 1 for the weakest.
    pub number: usize,
    /// Its name.
    pub name: &'static str,
    /// Of 100 moves so many are made without looking: a five is made and stopped, else any point near
    /// a stone will do.
    strays: usize,
    /// Positions that it looks at for the others; `None` is as many as there is time for.
    nodes: Option<u64>,
}

/// All levels, the weakest first.
pub const LEVELS: [Level; 8] = [
    level(1, "beginner", 60, Some(1)),
    level(2, "novice", 35, Some(20)),
    level(3, "casual", 18, Some(100)),
    level(4, "club", 8, Some(400)),
    level(5, "strong", 2, Some(2_000)),
    level(6, "expert", 0, Some(10_000)),
    level(7, "master", 0, Some(60_000)),
    level(8, "full", 0, None),
];

const fn level(number: usize, name: &'static str, strays: usize, nodes: Option<u64>) -> Level {
    Level {
        number,
        name,
        strays,
        nodes,
    }
}

/// What a level has chosen.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The move.
    pub point: Point,
    /// What the search says about it, if there was one.
    pub report: Option<Report>,
}

impl Choice {
    fn of(report: Report) -> Choice {
        Choice {
            point: report.best_move(),
            report: Some(report),
        }
    }
}

impl Level {
    /// The strongest.
    pub const FULL: Level = LEVELS[LEVELS.len() - 1];

    /// Whether only the time limits what it thinks.
    pub fn is_for_time(self) -> bool {
        self.nodes.is_none()
    }

    /// Chooses a move; only the strongest level uses the time. `None` when nothing can be played.
    pub fn choose(
        self,
        position: &Position,
        rule: Rule,
        time: Duration,
        searcher: &mut Searcher,
        random: &mut Random,
        supervisor: &mut dyn Supervisor,
    ) -> Option<Choice> {
        if random.below(100) < self.strays
            && let Some(point) = stray(position, rule, random)
        {
            return Some(Choice {
                point,
                report: None,
            });
        }
        let limits = Limits {
            nodes: self.nodes,
            time: self.nodes.is_none().then_some(TimePlan::fixed(time)),
            ..Limits::default()
        };
        let report = searcher.search(position, rule, &limits, supervisor)?;
        Some(Choice::of(report))
    }
}

impl Level {
    /// Chooses in an opening rule what the player who is asked answers, until the other is asked. Each
    /// look at a position is as deep as a move of this level, or has its share of the time. `None` when
    /// nobody is asked, or nobody waits any more.
    pub fn choose_in_opening(
        self,
        opening: &Opening,
        rule: Rule,
        time: Duration,
        searcher: &mut Searcher,
        random: &mut Random,
        request: &mut dyn FnMut() -> StopRequest,
    ) -> Option<Vec<Answer>> {
        let nodes = self.nodes.map(|nodes| nodes.min(MOST_NODES_A_LOOK));
        let mut look = |position: &Position, blocked: PointSet, wanted: Wanted| {
            let limits = Limits {
                nodes: nodes.map(|nodes| nodes * u64::from(wanted.share)),
                time: nodes
                    .is_none()
                    .then(|| TimePlan::fixed(time / Wanted::SHARES * wanted.share)),
                blocked,
                analysis: true,
                ..Limits::default()
            };
            let mut see = |_: &[Report]| ();
            let watch = &mut Stoppable::new(request, &mut see);
            let found = searcher.search_lines(position, rule, &limits, wanted.lines, watch);
            (request() != StopRequest::Abandon).then_some(found)
        };
        choose(opening, rule, random, &mut look)
    }
}

/// A look at a position of an opening is no deeper than this, for there are many.
const MOST_NODES_A_LOOK: u64 = 10_000;

/// What to play, and what that is worth, by all that can be found out in this time. `None` when nothing can be played.
pub fn advise(
    position: &Position,
    rule: Rule,
    time: Duration,
    searcher: &mut Searcher,
    supervisor: &mut dyn Supervisor,
) -> Option<Choice> {
    let limits = Limits {
        time: Some(TimePlan::fixed(time)),
        analysis: true,
        ..Limits::default()
    };
    let report = searcher.search(position, rule, &limits, supervisor)?;
    Some(Choice::of(report))
}

/// A move made without looking; `None` where no point is near a stone.
fn stray(position: &Position, rule: Rule, random: &mut Random) -> Option<Point> {
    let us = position.to_move();
    let legal = |&point: &Point| us != Colour::Black || foul_at(position, point, rule).is_none();
    let five = |side| {
        let mut points = position.empty_points();
        points.find(|&point| completes_five(position, point, side, rule))
    };
    if let Some(point) = five(us).or_else(|| five(!us).filter(legal)) {
        return Some(point);
    }
    let points = position.empty_points().filter(legal);
    let near: Vec<Point> = points.filter(|&p| position.has_stone_near(p, 2)).collect();
    random.choose(&near).copied()
}

/// `3 casual`.
impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} {}", self.number, self.name)
    }
}

/// A number or a name; the error lists them.
impl FromStr for Level {
    type Err = String;

    fn from_str(text: &str) -> Result<Level, String> {
        let is_meant = |level: &&Level| level.name == text || level.number.to_string() == text;
        LEVELS.iter().find(is_meant).copied().ok_or_else(|| {
            let all = LEVELS.map(|level| level.to_string());
            format!("the levels are {}", all.join(", "))
        })
    }
}
