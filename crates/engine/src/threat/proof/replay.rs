//! The board of a replay, which uses only the rules.

use crate::threat::Stop;
use tengen_core::board::{Colour, DIRECTIONS, Point, Position};
use tengen_core::rules::{Rule, completes_five, forbidden_at};

/// Points where the defender would make a five. Updated along the line: the defender's stones may add points, the
/// attacker's stones can only remove them.
pub(super) type Danger = Vec<Point>;

/// The board, the attacker, and the remaining budget of moves.
pub(super) struct Replay<'a> {
    pub position: Position,
    pub rule: Rule,
    pub attacker: Colour,
    budget: u64,
    stop: Stop<'a>,
}

impl Replay<'_> {
    /// A replay for the side to move, and the defender's current five points.
    pub fn new<'a>(position: &Position, rule: Rule, budget: u64, stop: Stop<'a>) -> (Replay<'a>, Danger) {
        let attacker = position.to_move();
        let replay = Replay { position: position.clone(), rule, attacker, budget, stop };
        let empties = position.empty_points();
        let danger = empties.filter(|&p| replay.is_five(p, !attacker)).collect();
        (replay, danger)
    }

    /// Counts a tried move; returns false when the budget is used up or the search has to stop. Polls `stop` each
    /// time: under Caro with forbidden moves, the replies to one four take a millisecond.
    pub fn spend(&mut self) -> bool {
        self.budget = self.budget.saturating_sub(1);
        if self.budget > 0 && (self.stop)() {
            self.budget = 0;
        }
        self.budget > 0
    }

    /// Whether `colour` would make a five at a point.
    pub fn is_five(&self, point: Point, colour: Colour) -> bool {
        completes_five(&self.position, point, colour, self.rule)
    }

    /// Whether `colour` is forbidden to play at an empty point.
    pub fn is_forbidden(&self, point: Point, colour: Colour) -> bool {
        colour == Colour::Black && forbidden_at(&self.position, point, self.rule).is_some()
    }

    /// The result of `try_out` with a stone of `colour` placed at `point`.
    pub fn after<T>(&mut self, point: Point, colour: Colour, try_out: impl FnOnce(&mut Self) -> T) -> T {
        self.position.place(point, colour, &mut ());
        let result = try_out(self);
        self.position.undo(&mut ());
        result
    }

    /// The points where `colour` would make a five through its stone at `point`.
    pub fn fives_through(&self, point: Point, colour: Colour) -> Vec<Point> {
        let mut fives = self.on_lines(point, 4);
        fives.retain(|&five| self.is_five(five, colour));
        fives
    }

    /// The empty points on the lines through a point, up to `reach` steps away.
    fn on_lines(&self, point: Point, reach: i32) -> Vec<Point> {
        let size = self.position.size();
        let (x, y) = (point.x() as i32, point.y() as i32);
        let steps = DIRECTIONS.into_iter().flat_map(|direction| {
            let (dx, dy) = direction.step();
            (-reach..=reach).map(move |k| (x + k * dx, y + k * dy))
        });
        let points = steps.filter_map(|(x, y)| size.point(x, y));
        points.filter(|&p| self.position.is_empty(p)).collect()
    }

    /// The defender's five points after its stone at `point`.
    pub fn danger_after(&self, danger: &Danger, point: Point) -> Danger {
        let mut fives = self.fives_through(point, !self.attacker);
        fives.extend(danger);
        fives
    }

    /// Whether the defender would make a five.
    pub fn is_lost(&self, danger: &Danger) -> bool {
        danger.iter().any(|&p| self.is_five(p, !self.attacker))
    }

    /// All legal moves of the defender that stop all the attacker's `fives`. A stone stops a five by taking its point
    /// or, where capped fives do not win, possibly by capping it.
    pub fn stops(&mut self, fives: &[Point]) -> Vec<Point> {
        let [first, others @ ..] = fives else { return Vec::new() };
        let mut stops = match self.rule.five_rule(self.attacker).capped_dies {
            true => self.on_lines(*first, 5),
            false if others.is_empty() => vec![*first],
            false => Vec::new(),
        };
        stops.sort();
        stops.dedup();
        stops.retain(|&p| !self.is_forbidden(p, !self.attacker) && self.stops_all(p, fives));
        stops
    }

    fn stops_all(&mut self, stop: Point, fives: &[Point]) -> bool {
        let attacker = self.attacker;
        self.after(stop, !attacker, |replay| !fives.iter().any(|&five| replay.is_five(five, attacker)))
    }
}
