//! Playing strengths for people, by the number of nodes searched and the percentage of random moves: eight levels, and
//! the strengths 0 to 100 of other programs' protocols, on which the levels are fixed points.

use crate::opening::{Wanted, choose};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;
use tengen_common::random::Random;
use tengen_common::time::TimePlan;
use tengen_common::{Limits, Report, StopRequest, Stoppable};
use tengen_core::board::{Colour, Point, PointSet, Position};
use tengen_core::messages;
use tengen_core::rules::opening::{Answer, Opening};
use tengen_core::rules::{Rule, completes_five, forbidden_at};
use tengen_engine::search::Searcher;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(into = "Figures", try_from = "Figures")
)]
pub struct Level {
    /// 1 for the weakest.
    pub number: usize,
    /// Percentage of random moves. They make or stop a five; otherwise they are any point near a stone.
    random_moves: usize,
    /// Node limit of the other moves; `None`: only time limits the search.
    nodes: Option<u64>,
}

pub const FULL_STRENGTH: u8 = 100;

/// A node limit that stands for the strongest level, which has none, between it and the level below.
const NODES_OF_FULL: u64 = 1_000_000;

pub const LEVELS: [Level; 8] = [
    level(1, 60, Some(1)),
    level(2, 35, Some(20)),
    level(3, 18, Some(100)),
    level(4, 8, Some(400)),
    level(5, 2, Some(2_000)),
    level(6, 0, Some(10_000)),
    level(7, 0, Some(60_000)),
    level(8, 0, None),
];

const NAMES: [&str; LEVELS.len()] = ["beginner", "novice", "casual", "club", "strong", "expert", "master", "full"];

const fn level(number: usize, random_moves: usize, nodes: Option<u64>) -> Level {
    Level { number, random_moves, nodes }
}

#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Choice {
    pub point: Point,
    /// The search result, unless the move was random.
    pub report: Option<Report>,
}

impl Choice {
    pub(crate) fn of(report: Report) -> Choice {
        Choice { point: report.best_move(), report: Some(report) }
    }

    /// The search result, unless the move was random or forced.
    pub fn searched(self) -> Option<Report> {
        self.report.filter(|report| !report.is_forced())
    }
}

impl Level {
    pub const FULL: Level = LEVELS[LEVELS.len() - 1];

    /// The level for a strength from 0 to [`FULL_STRENGTH`], `None` above. Between two levels, random moves and nodes
    /// are interpolated, and the name is that of the lower level.
    pub fn of_strength(strength: u8) -> Option<Level> {
        let above = LEVELS.iter().position(|level| level.strength() >= strength)?;
        let high = LEVELS[above];
        if high.strength() == strength {
            return Some(high);
        }
        let low = LEVELS[above - 1];
        let share = f64::from(strength - low.strength());
        let share = share / f64::from(high.strength() - low.strength());
        let between = |low: f64, high: f64| low + (high - low) * share;
        let random = between(low.random_moves as f64, high.random_moves as f64);
        let nodes = |level: Level| level.nodes.unwrap_or(NODES_OF_FULL) as f64;
        let nodes = between(nodes(low).ln(), nodes(high).ln()).exp();
        Some(Level { random_moves: random.round() as usize, nodes: Some(nodes.round() as u64), ..low })
    }

    pub fn name(self) -> &'static str {
        NAMES[self.number - 1]
    }

    /// The strength of one of the [`LEVELS`], from 0 to [`FULL_STRENGTH`].
    pub fn strength(self) -> u8 {
        ((self.number - 1) * usize::from(FULL_STRENGTH) / (LEVELS.len() - 1)) as u8
    }

    /// Whether only time limits the search.
    pub fn is_for_time(self) -> bool {
        self.nodes.is_none()
    }

    /// The node limit of a search for a move; `None`: only time limits it.
    pub fn nodes(self) -> Option<u64> {
        self.nodes
    }

    /// The limits of a search for a move; only the strongest level uses the time.
    pub fn limits(self, time: Duration) -> Limits {
        self.nodes.map_or_else(|| Limits::time(time), Limits::nodes)
    }

    /// The node limit per share of a search in an opening.
    pub fn nodes_a_look(self) -> Option<u64> {
        self.nodes.map(|nodes| nodes.min(MOST_NODES_A_LOOK))
    }

    /// A random move that is not blocked, as often as this level plays one; `None` if the move is to be searched.
    pub(crate) fn random_move(
        self,
        position: &Position,
        rule: Rule,
        blocked: &PointSet,
        random: &mut Random,
    ) -> Option<Point> {
        let is_random = self.random_moves > 0 && random.below(100) < self.random_moves;
        is_random.then(|| random_move(position, rule, blocked, random)).flatten()
    }

    /// These limits with the nodes of this level, if they allow as many.
    pub(crate) fn limits_within(self, limits: &Limits) -> Limits {
        Limits { nodes: self.nodes.into_iter().chain(limits.nodes).min(), ..limits.clone() }
    }

    /// The answers of the player to decide in an opening, until the other player is to decide. Each search has at
    /// most this level's nodes, or its share of the limits. Returns `None` if there is no question or the answer is no
    /// longer wanted.
    pub(crate) fn choose_in_opening(
        self,
        opening: &Opening,
        rule: Rule,
        limits: &Limits,
        searcher: &mut Searcher,
        random: &mut Random,
        request: &mut dyn FnMut() -> StopRequest,
    ) -> Option<Vec<Answer>> {
        let nodes = self.nodes_a_look().or(limits.nodes);
        let mut look = |position: &Position, blocked: PointSet, wanted: Wanted| {
            let share = |plan: TimePlan| TimePlan::fixed(plan.maximum / Wanted::SHARES * wanted.share);
            let limits = Limits {
                nodes: nodes.map(|nodes| nodes * u64::from(wanted.share)),
                time: limits.time.filter(|_| nodes.is_none()).map(share),
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

/// The largest node limit per share in an opening, because an opening needs many searches.
const MOST_NODES_A_LOOK: u64 = 10_000;

/// A random move that is not blocked; `None` if no legal point is near a stone.
fn random_move(position: &Position, rule: Rule, blocked: &PointSet, random: &mut Random) -> Option<Point> {
    let us = position.to_move();
    let legal = |&point: &Point| us != Colour::Black || forbidden_at(position, point, rule).is_none();
    let free = || position.empty_points().filter(|&point| !blocked.contains(point));
    let five = |side| {
        let mut points = free();
        points.find(|&point| completes_five(position, point, side, rule))
    };
    if let Some(point) = five(us).or_else(|| five(!us).filter(legal)) {
        return Some(point);
    }
    let near: Vec<Point> = free().filter(legal).filter(|&p| position.has_stone_near(p, 2)).collect();
    random.choose(&near).copied()
}

/// Displays as `3 casual`.
impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} {}", self.number, self.name())
    }
}

/// Parses a number or a name; the error lists all levels.
impl FromStr for Level {
    type Err = NoLevel;

    fn from_str(text: &str) -> Result<Level, NoLevel> {
        let is_meant = |level: &&Level| level.name() == text || level.number.to_string() == text;
        let levels = || LEVELS.map(|level| level.to_string()).join(", ");
        LEVELS.iter().find(is_meant).copied().ok_or_else(|| NoLevel::OnlyLevels { levels: levels() })
    }
}

messages! {
    pub enum NoLevel {
        OnlyLevels { levels: String } = "the levels are {levels}",
    }
}

/// A level by serde: number, percentage of random moves, node limit.
type Figures = (usize, usize, Option<u64>);

impl From<Level> for Figures {
    fn from(Level { number, random_moves, nodes, .. }: Level) -> Figures {
        (number, random_moves, nodes)
    }
}

impl TryFrom<Figures> for Level {
    type Error = NoLevel;

    fn try_from((number, random_moves, nodes): Figures) -> Result<Level, NoLevel> {
        let level: Level = number.to_string().parse()?;
        Ok(Level { random_moves, nodes, ..level })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figures(strength: u8) -> (usize, u64) {
        let level = Level::of_strength(strength).unwrap();
        (level.random_moves, level.nodes.unwrap_or(u64::MAX))
    }

    #[test]
    fn levels_are_fixed_points_of_the_strengths() {
        let strengths = LEVELS.map(Level::strength);
        assert_eq!(strengths, [0, 14, 28, 42, 57, 71, 85, 100]);
        for level in LEVELS {
            assert_eq!(Level::of_strength(level.strength()), Some(level));
        }
        assert_eq!(Level::of_strength(FULL_STRENGTH), Some(Level::FULL));
        assert_eq!(Level::of_strength(101), None);
        assert_eq!(Level::of_strength(255), None);
    }

    #[test]
    fn each_strength_has_fewer_random_moves_or_more_nodes_than_the_one_below() {
        for strength in 1..=FULL_STRENGTH {
            let ((random, nodes), (random_below, nodes_below)) = (figures(strength), figures(strength - 1));
            assert!(random <= random_below && nodes >= nodes_below, "{strength}");
            assert!(random < random_below || nodes > nodes_below, "{strength}");
        }
    }

    #[test]
    fn a_random_move_is_never_a_blocked_point() {
        let mut position = Position::new(tengen_core::board::BoardSize::square(5).unwrap());
        position.play(Point::new(2, 2), &mut ());
        let only = Point::new(1, 3);
        let blocked = position.empty_points().filter(|&point| point != only).collect();
        let rule = Rule::new(tengen_core::rules::Variant::Freestyle);
        for seed in 0..20 {
            let point = random_move(&position, rule, &blocked, &mut Random::new(seed));
            assert_eq!(point, Some(only));
        }
    }
}
