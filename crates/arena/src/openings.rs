//! Openings for self-play and matches: a few random stones, accepted if a quick search finds them balanced.
//!
//! ```text
//!  scattered: near each other          in lines: each in a line with another
//!   · · · · · · · · ·                   · · · · · · · · ·
//!   · · ● · · · · · ·                   · ○ · · · · · · ·
//!   · · · · ○ · · · ·                   · · · ○ · · · · ·
//!   · · · ● · · · ○ ·                   · ● · · ● ● · ○ ·
//!   · · · · · · · · ·                   · · · · · · · · ·
//! ```

use tengen_common::random::Random;
use tengen_core::board::{BoardSize, Point, Position};
use tengen_core::rules::{Outcome, Rule, judge};
use tengen_engine::effort::think;
use tengen_engine::eval::net::Networks;
use tengen_engine::search::Searcher;

/// The criterion for a balanced opening.
#[derive(Clone, Copy, Debug)]
pub struct Balance {
    pub nodes: u64,
    /// The maximum advantage of either side, in score units.
    pub margin: i32,
}

impl Balance {
    pub const QUICK: Balance = Balance::of(3000);

    pub const fn of(nodes: u64) -> Balance {
        Balance { nodes, margin: 60 }
    }

    /// The checks in order, the cheapest first, so that most unbalanced openings are rejected at low cost.
    fn stages(self) -> impl Iterator<Item = Balance> {
        let glance = Balance { nodes: Balance::QUICK.nodes, margin: 4 * self.margin };
        let rough = Balance { nodes: self.nodes / 5, margin: self.margin * 5 / 2 };
        let glance = (rough.nodes > glance.nodes).then_some(glance);
        glance.into_iter().chain([rough, self])
    }
}

/// Draws the openings of a match. Openings that a quick search finds balanced are mostly won by one side at longer
/// thinking times, so their games show who had that side rather than who plays better. A match with long searches
/// therefore needs openings that were searched as long.
pub struct Opener {
    searcher: Searcher,
    balance: Balance,
}

impl Opener {
    /// The hash size of searches longer than the quick one, in bytes.
    const MEMORY: usize = 64 << 20;

    /// Draws openings that these networks find balanced.
    pub fn judging_by(networks: &Networks, balance: Balance) -> Opener {
        Opener { searcher: Searcher::judging_by(networks, Opener::MEMORY), balance }
    }

    pub fn draw(&mut self, random: &mut Random, rule: Rule, size: BoardSize) -> Position {
        balanced(random, &mut self.searcher, rule, size, self.balance)
    }
}

/// The number of stones of an opening.
const PLIES: std::ops::RangeInclusive<usize> = 2..=9;
/// The maximum distance of a stone from the nearest other one.
const REACH: i32 = 3;

/// A way to draw openings: returns the candidate points for the next stone.
pub type Draw = fn(&mut Random, &Position) -> Vec<Point>;

/// Draws scattered openings until one is balanced.
pub fn balanced(
    random: &mut Random,
    searcher: &mut Searcher,
    rule: Rule,
    size: BoardSize,
    balance: Balance,
) -> Position {
    balanced_by(scattered, random, searcher, (rule, size), balance)
}

/// Draws openings with `draw` until one is balanced.
pub fn balanced_by(
    draw: Draw,
    random: &mut Random,
    searcher: &mut Searcher,
    (rule, size): (Rule, BoardSize),
    balance: Balance,
) -> Position {
    loop {
        let Some(position) = drawn(draw, random, rule, size) else { continue };
        let fits = |stage| is_balanced(searcher, &position, rule, stage);
        if balance.stages().all(fits) {
            return position;
        }
    }
}

fn is_balanced(searcher: &mut Searcher, position: &Position, rule: Rule, balance: Balance) -> bool {
    searcher.clear();
    think(searcher, position, rule, balance.nodes)
        .is_some_and(|report| !report.is_forced() && report.score.value().abs() <= balance.margin)
}

/// Random stones; `None` if they ended the game or found no room.
fn drawn(draw: Draw, random: &mut Random, rule: Rule, size: BoardSize) -> Option<Position> {
    let mut position = Position::new(size);
    let plies = PLIES.start() + random.below(PLIES.end() - PLIES.start() + 1);
    for _ in 0..plies {
        let side = position.to_move();
        let room = draw(random, &position);
        let point = *random.choose(&room)?;
        if judge(&position, point, side, rule) != Outcome::Open {
            return None;
        }
        position.play(point, &mut ());
    }
    Some(position)
}

/// Any point near a stone.
pub fn scattered(_: &mut Random, position: &Position) -> Vec<Point> {
    near(position)
}

/// A point on a line with a stone, at most four points from it.
pub fn in_lines(random: &mut Random, position: &Position) -> Vec<Point> {
    let Some(stone) = random.choose(position.stones()) else { return near(position) };
    let (x, y) = (stone.point.x() as i32, stone.point.y() as i32);
    let steps = (-4..=4).flat_map(|n| [(n, 0), (0, n), (n, n), (n, -n)]);
    let points = steps.filter_map(|(dx, dy)| position.size().point(x + dx, y + dy));
    points.filter(|&point| position.is_empty(point)).collect()
}

/// The empty points near a stone; on an empty board those near the centre.
pub fn near(position: &Position) -> Vec<Point> {
    let points = position.empty_points();
    points.filter(|&p| is_near(position, p)).collect()
}

/// Whether a point is near a stone; the first stone must be near the centre.
fn is_near(position: &Position, point: Point) -> bool {
    let distance = |from: Point| {
        let (dx, dy) = (point.x().abs_diff(from.x()), point.y().abs_diff(from.y()));
        dx.max(dy) as i32
    };
    let size = position.size();
    match position.stones() {
        [] => distance(size.centre()) <= size.width().min(size.height()) as i32 / 4,
        stones => stones.iter().any(|stone| distance(stone.point) <= REACH),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_testkit::{FREESTYLE, after_moves};

    /// They were balanced in a search of 3,000 nodes, whatever the thinking time of the brains.
    #[test]
    fn openings_of_long_searches_are_not_decided() {
        let (rule, size) = (FREESTYLE, BoardSize::FIFTEEN);
        let advantage = |opening: &Position| {
            let report = think(&mut Searcher::new(8 << 20), opening, rule, 20_000);
            report.unwrap().score.value().abs()
        };
        let draw = |mut opener: Opener| -> Vec<i32> {
            let mut random = Random::of(4, 2);
            (0..6).map(|_| advantage(&opener.draw(&mut random, rule, size))).collect()
        };
        let glanced = draw(Opener::judging_by(&Networks::built_in(), Balance::QUICK));
        let searched = draw(Opener::judging_by(&Networks::built_in(), Balance::of(20_000)));
        let margin = Balance::QUICK.margin;
        assert!(glanced.iter().any(|&points| points > 2 * margin), "{glanced:?}");
        assert!(searched.iter().all(|&points| points <= 2 * margin), "{searched:?}");
    }

    #[test]
    fn an_opening_that_was_not_searched_is_not_balanced() {
        let is_balanced = |moves: &str| {
            let any = Balance { nodes: 100, margin: i32::MAX };
            super::is_balanced(&mut Searcher::new(1 << 20), &after_moves(BoardSize::FIFTEEN, moves), FREESTYLE, any)
        };
        assert!(is_balanced("h8g8i8a1j8c2"));
        assert!(!is_balanced("h8g8i8a1j8c2k8"), "the reply to a four is forced");
    }

    #[test]
    fn what_costs_little_is_asked_first() {
        let nodes = |balance: Balance| -> Vec<u64> { balance.stages().map(|b| b.nodes).collect() };
        assert_eq!(nodes(Balance::QUICK), [600, 3000]);
        assert_eq!(nodes(Balance::of(100_000)), [3000, 20_000, 100_000]);
    }
}
