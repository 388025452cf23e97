//! What a search is asked, who watches over it, and what it answers.

use super::Score;
use super::clock::Instant;
use super::time::TimePlan;
use std::time::Duration;
use tengen_core::board::{Point, PointSet, Position};

/// Bounds of one search. All may be absent at once only if the supervisor stops the search.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// How long to think; `None` without a clock.
    pub time: Option<TimePlan>,
    /// Stop after this many nodes.
    pub nodes: Option<u64>,
    /// Stop after the iteration of this depth.
    pub depth: Option<u32>,
    /// Points that are not played as the move itself; later in a line they may be.
    pub blocked: PointSet,
    /// Somebody wants to know what the position is worth. Without it the move counts: the first stone and the single
    /// reply to a four are played at once.
    pub analysis: bool,
}

/// What a search is told when it asks whether to go on.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// Think on.
    GoOn,
    /// Think on with another time plan (limits were changed in the middle of the move).
    Replan(TimePlan),
    /// Stop and play the best move found so far.
    MoveNow,
    /// Stop; nobody waits for the move any more.
    Abandon,
}

/// What whoever has asked for a search wants of it now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StopRequest {
    /// That it goes on.
    GoOn,
    /// That it ends with what it has.
    MoveNow,
    /// Nothing: it may end, and need tell nothing more.
    Abandon,
}

impl From<StopRequest> for Verdict {
    fn from(request: StopRequest) -> Verdict {
        match request {
            StopRequest::GoOn => Verdict::GoOn,
            StopRequest::MoveNow => Verdict::MoveNow,
            StopRequest::Abandon => Verdict::Abandon,
        }
    }
}

/// Whoever watches over a search: clock and input.
pub trait Supervisor {
    /// Time since the move was asked for.
    fn elapsed(&self) -> Duration;
    /// Asked at least every few hundred microseconds.
    fn check(&mut self) -> Verdict;
    /// Told where the search is whenever it asks: now and then a position of its tree.
    fn visit(&mut self, _position: &Position) {}
    /// Told after each iteration.
    fn report(&mut self, _report: &Report) {}
    /// Told instead when several lines are searched: all of them, the best first.
    fn report_lines(&mut self, _lines: &[Report]) {}
}

/// Watches over a search that somebody else may stop at any time, and that somebody sees.
pub struct Stoppable<'a> {
    start: Instant,
    request: &'a mut dyn FnMut() -> StopRequest,
    see: &'a mut dyn FnMut(&[Report]),
}

impl<'a> Stoppable<'a> {
    /// Of a search that begins now: `request` tells what is wanted of it, `see` is shown its lines, the best first.
    pub fn new(
        request: &'a mut dyn FnMut() -> StopRequest,
        see: &'a mut dyn FnMut(&[Report]),
    ) -> Stoppable<'a> {
        Stoppable {
            start: Instant::now(),
            request,
            see,
        }
    }
}

impl Supervisor for Stoppable<'_> {
    fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    fn check(&mut self) -> Verdict {
        (self.request)().into()
    }

    fn report(&mut self, report: &Report) {
        (self.see)(std::slice::from_ref(report));
    }

    fn report_lines(&mut self, lines: &[Report]) {
        (self.see)(lines);
    }
}

/// Never stops a search: only its limits do.
pub struct LimitsOnly(Instant);

impl LimitsOnly {
    /// Of a search that begins now.
    pub fn new() -> LimitsOnly {
        LimitsOnly(Instant::now())
    }
}

impl Default for LimitsOnly {
    fn default() -> LimitsOnly {
        LimitsOnly::new()
    }
}

impl Supervisor for LimitsOnly {
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }

    fn check(&mut self) -> Verdict {
        Verdict::GoOn
    }
}

/// The state of a search after an iteration.
#[derive(Clone, Debug)]
pub struct Report {
    /// Nominal depth in plies.
    pub depth: u32,
    /// Deepest ply reached.
    pub selective_depth: u32,
    /// Value for the side to move.
    pub score: Score,
    /// Positions visited.
    pub nodes: u64,
    /// Time used.
    pub elapsed: Duration,
    /// Principal variation, the best move first; never empty.
    pub line: Vec<Point>,
}

impl Report {
    /// The first move of its line.
    pub fn best_move(&self) -> Point {
        self.line[0]
    }
}
