//! Limits, callbacks and reports of a search.

use super::Score;
use super::time::TimePlan;
use std::time::{Duration, Instant};
use tengen_core::board::{Point, PointSet, Position};

/// The limits of a search. If all are unset, only the callback can stop the search.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default, deny_unknown_fields))]
pub struct Limits {
    /// The time plan; `None` without a clock.
    pub time: Option<TimePlan>,
    /// Stop after this many nodes.
    pub nodes: Option<u64>,
    /// Stop after the iteration of this depth.
    pub depth: Option<u32>,
    /// Root moves to exclude; deeper in the tree they are allowed.
    pub blocked: PointSet,
    /// Analysis mode: the score matters. Otherwise only the move matters, and the first stone or the only reply to a
    /// four is played without a search.
    pub analysis: bool,
    /// How far to look for a shorter win than the first one that was proven.
    pub shortening: Shortening,
}

/// How far a search looks for a shorter win than the first one that it proved.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Shortening {
    /// Not at all.
    #[default]
    None,
    /// For a fixed number of nodes, so that the length depends on the position alone unless another limit ends the
    /// search.
    Fixed,
    /// Until the shortest win is proven or another limit ends the search; only the solver does more than for `Fixed`.
    UntilProven,
}

impl Limits {
    /// Stops after this many nodes; reproducible.
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// Stops after this time.
    pub fn time(time: Duration) -> Limits {
        Limits { time: Some(TimePlan::fixed(time)), ..Limits::default() }
    }

    /// Stops after the iteration of this depth.
    pub fn depth(depth: u32) -> Limits {
        Limits { depth: Some(depth), ..Limits::default() }
    }
}

/// The callback's reply to a running search.
#[derive(Clone, Debug)]
pub enum Signal {
    /// Continue.
    GoOn,
    /// Continue with another time plan (the limits changed during the move).
    Replan(TimePlan),
    /// Stop and play the best move found so far.
    MoveNow,
    /// Stop; the move is no longer needed.
    Abandon,
}

/// The caller's current request to a running search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StopRequest {
    /// Continue.
    GoOn,
    /// Stop and return the best move so far.
    MoveNow,
    /// Stop; the result is no longer needed.
    Abandon,
}

impl StopRequest {
    /// [`StopRequest::MoveNow`] if `is_stopped`.
    pub fn now_if(is_stopped: bool) -> StopRequest {
        if is_stopped { StopRequest::MoveNow } else { StopRequest::GoOn }
    }
}

impl From<StopRequest> for Signal {
    fn from(request: StopRequest) -> Signal {
        match request {
            StopRequest::GoOn => Signal::GoOn,
            StopRequest::MoveNow => Signal::MoveNow,
            StopRequest::Abandon => Signal::Abandon,
        }
    }
}

impl From<Signal> for StopRequest {
    fn from(signal: Signal) -> StopRequest {
        match signal {
            Signal::GoOn | Signal::Replan(_) => StopRequest::GoOn,
            Signal::MoveNow => StopRequest::MoveNow,
            Signal::Abandon => StopRequest::Abandon,
        }
    }
}

/// The search callback: provides the clock and the input.
pub trait SearchCallback {
    /// Time since the move was requested.
    fn elapsed(&self) -> Duration;
    /// Called at least every few hundred microseconds.
    fn check(&mut self) -> Signal;
    /// Called with the current node on each check, so that positions of the search tree can be sampled.
    fn visit(&mut self, _position: &Position) {}
    /// Called after each iteration.
    fn report(&mut self, _report: &Report) {}
    /// Called instead of [`SearchCallback::report`] in a multi-PV search, with all lines, the best first.
    fn report_lines(&mut self, _lines: &[Report]) {}
}

/// A callback for a search that the caller can stop at any time and observe.
pub struct Stoppable<'a> {
    start: Instant,
    request: &'a mut dyn FnMut() -> StopRequest,
    see: &'a mut dyn FnMut(&[Report]),
    /// The least time before and between calls of `see`.
    interval: Duration,
    /// When `see` was called last, counted from the start.
    seen: Duration,
    /// The lines that `see` has not received yet.
    latest: Vec<Report>,
}

impl<'a> Stoppable<'a> {
    /// Starts the clock. `request` returns the caller's request, `see` receives the lines, the best first.
    pub fn new(request: &'a mut dyn FnMut() -> StopRequest, see: &'a mut dyn FnMut(&[Report])) -> Stoppable<'a> {
        let (start, interval, seen) = (Instant::now(), Duration::ZERO, Duration::ZERO);
        Stoppable { start, request, see, interval, seen, latest: Vec::new() }
    }

    /// Calls `see` at most once per interval, the first time after one interval (never for `Duration::MAX`); lines that
    /// are replaced before are dropped.
    pub fn at_intervals(self, interval: Duration) -> Stoppable<'a> {
        Stoppable { interval, ..self }
    }

    fn show_news(&mut self) {
        if self.latest.is_empty() {
            return;
        }
        let now = self.elapsed();
        if now.saturating_sub(self.seen) >= self.interval {
            (self.see)(&std::mem::take(&mut self.latest));
            self.seen = now;
        }
    }
}

impl SearchCallback for Stoppable<'_> {
    fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    fn check(&mut self) -> Signal {
        self.show_news();
        (self.request)().into()
    }

    fn report(&mut self, report: &Report) {
        self.report_lines(std::slice::from_ref(report));
    }

    fn report_lines(&mut self, lines: &[Report]) {
        self.latest = lines.to_vec();
        self.show_news();
    }
}

/// A callback that never stops a search: only its limits do.
pub struct LimitsOnly(Instant);

impl LimitsOnly {
    /// Starts the clock.
    pub fn new() -> LimitsOnly {
        LimitsOnly(Instant::now())
    }
}

impl Default for LimitsOnly {
    fn default() -> LimitsOnly {
        LimitsOnly::new()
    }
}

impl SearchCallback for LimitsOnly {
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }

    fn check(&mut self) -> Signal {
        Signal::GoOn
    }
}

/// The state of a search after an iteration.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Report {
    /// Nominal depth in plies; 0 for a forced reply without a search, see [`Report::is_forced`].
    pub depth: u32,
    /// Deepest ply reached.
    pub selective_depth: u32,
    /// Score for the side to move; in a continuous game that of the next point.
    pub score: Score,
    /// The score to show: in a continuous game, unless the next point is proven, that with the win rate of the game.
    pub shown_score: Score,
    /// The score as the share of games that the side to move wins, 0 to 1; a draw is half a win.
    pub win_rate: f32,
    /// Positions visited.
    pub nodes: u64,
    /// Time used.
    pub elapsed: Duration,
    /// Principal variation, the best move first; never empty.
    pub line: Vec<Point>,
    /// The score is a proven win and there is no shorter one, or a proven loss and there is no sooner one. Otherwise a
    /// proven score gives the most plies.
    #[cfg_attr(feature = "serde", serde(default))]
    pub is_shortest: bool,
}

impl Report {
    /// A report of this line and score after one node and one ply.
    pub fn new(score: Score, line: Vec<Point>) -> Report {
        Report {
            depth: 1,
            selective_depth: 1,
            score,
            shown_score: score,
            win_rate: 0.5,
            nodes: 1,
            elapsed: Duration::ZERO,
            line,
            is_shortest: false,
        }
    }

    /// The best move: the first of the line.
    pub fn best_move(&self) -> Point {
        self.line[0]
    }

    /// Whether the move is the only reply to a four and was not searched: the score is a guess, not to be shown or
    /// stored.
    pub fn is_forced(&self) -> bool {
        self.depth == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How often a callback with this interval shows 20 reports that come every millisecond, and the last depth shown.
    fn shown(interval: Duration) -> (usize, u32) {
        let (mut count, mut depth) = (0, 0);
        let mut request = || StopRequest::GoOn;
        let mut see = |lines: &[Report]| {
            count += 1;
            depth = lines[0].depth;
        };
        let mut callback = Stoppable::new(&mut request, &mut see).at_intervals(interval);
        for depth in 1..=20 {
            callback.report(&Report { depth, ..Report::new(Score::DRAW, vec![Point::new(7, 7)]) });
            std::thread::sleep(Duration::from_millis(1));
        }
        callback.check();
        (count, depth)
    }

    #[test]
    fn lines_are_shown_at_intervals() {
        assert_eq!(shown(Duration::ZERO), (20, 20));
        assert_eq!(shown(Duration::MAX), (0, 0));
        let (count, depth) = shown(Duration::from_millis(10));
        assert!((1..=20).contains(&count) && depth > 1, "{count} times, depth {depth}");
    }
}
