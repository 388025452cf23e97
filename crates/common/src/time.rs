//! Time management: pure arithmetic on limits and elapsed time.
//!
//! Nothing here reads a clock, so that every rule can be tested with artificial times. There are two questions: how
//! long may this move take ([`TimeSettings::plan`], called once per move and again when the manager changes a limit),
//! and should the search stop after this iteration ([`TimePlan::enough`]).

use std::time::Duration;
use tengen_core::board::Position;

/// The value of `time_left` for a match without limit.
const UNLIMITED_LEFT: i64 = 2_147_483_647;

/// The time per move without any limit from the manager: Piskvork's default, and acceptable for interactive use.
const DEFAULT_TURN: i64 = 5_000;

/// "As fast as possible": time for a few shallow iterations, far below the promised 20 ms. No turn limit gets less,
/// since shorter times cannot be measured.
const AT_ONCE: TimePlan = TimePlan {
    optimum: Duration::from_millis(AT_ONCE_MAXIMUM as u64),
    maximum: Duration::from_millis(AT_ONCE_MAXIMUM as u64),
    least_nodes: LEAST_NODES,
    saves: true,
};
const AT_ONCE_MAXIMUM: i64 = 2;

/// Nodes to search even if the time is up, in case the process was suspended while its time ran …
const LEAST_NODES: u64 = 2_000;
/// … or as many as fit into this time, if that is less.
pub const LEAST_WORK: Duration = Duration::from_millis(2);
/// The same if the match clock has no time for that many: enough to see the first replies.
const FEWEST_NODES: u64 = 64;
/// The approximate cost of a node; slow machines need several times as long.
const NODE: Duration = Duration::from_micros(1);

/// The longest limit, one month; longer ones are reduced to it.
const LONGEST: i64 = 30 * 24 * 3600 * 1000;

/// A move never takes more than one part in this many of the time left on the match clock …
const MATCH_SHARE: i64 = 7;
/// … and early in the game usually one part in this many. Games last longer, but time spent late decides less: in A/B
/// matches, 9 and 22 were worse.
const MATCH_MOVES: i64 = 14;
/// A long game is expected to last even longer: tenths added to the divisor per own move.
const MOVES_BY_MOVE: i64 = 3;
/// Milliseconds reserved on the match clock for each own move that may follow, since on a busy machine even an instant
/// move takes time. At most a quarter of the clock.
const RESERVE: i64 = 8;
/// The same if the clock is nearly used up, at most seven eighths of it: the time of an instant move on an idle
/// machine, with some margin.
const LEAST_RESERVE: i64 = 1;
/// If only the reserve is left on the match clock, a move takes one part in this many of the time available per move …
const SCARCE_SHARE: i64 = 6;
/// … and searches at least the nodes of one part in this many.
const SCARCE_NODES: i64 = 12;
/// If the match clock covers this many own moves at the full turn limit, only the turn limit counts.
const LONG_GAME: i64 = 64;
/// Milliseconds lost per move in communication with the manager.
const MOVE_LATENCY: i64 = 2;

/// The manager's time settings, in milliseconds and with the protocol's special values.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TimeSettings {
    /// `INFO timeout_turn`: 0 means as fast as possible.
    pub timeout_turn: Option<i64>,
    /// `INFO timeout_match`: 0 means no limit. Used only until the first `time_left`.
    pub timeout_match: Option<i64>,
    /// `INFO time_left`: may be negative; 2147483647 means no limit.
    pub time_left: Option<i64>,
    /// Our time used since the last `time_left` or, without one, in this game.
    pub spent: Duration,
    /// Delays by other programs on a busy machine.
    pub delays: Delays,
}

/// A search looks at the clock every few hundred microseconds. After a longer time, its thread has waited for a
/// processor.
const LONGEST_STEP: Duration = Duration::from_millis(2);
/// Longer waits count as this much: the process was suspended, which does not happen in each move.
const LONGEST_DELAY: Duration = Duration::from_millis(400);
/// The part of the expected delay that remains after a move without delays: this many quarters.
const QUARTERS_KEPT: u32 = 3;

/// How long a search had to wait for a processor. On a busy machine, the next wait may begin just before the limit, so
/// the margin of a limit covers it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Delays {
    /// The delay to expect: the longest one lately.
    expected: Duration,
    /// The longest delay of this move.
    longest: Duration,
    /// The last look at the clock of this search.
    looked: Option<Duration>,
}

impl Delays {
    /// A search begins, with its own clock.
    pub fn begin_search(&mut self) {
        self.looked = None;
    }

    /// The search has looked at its clock. Returns whether longer delays are to be expected from now on.
    pub fn look(&mut self, now: Duration) -> bool {
        let before = self.looked.replace(now).unwrap_or(now);
        let step = now.saturating_sub(before);
        if step < LONGEST_STEP {
            return false;
        }
        self.longest = self.longest.max(step.min(LONGEST_DELAY));
        let is_longer = self.longest > self.expected;
        self.expected = self.expected.max(self.longest);
        is_longer
    }

    /// The move is over. Without a search it says nothing about the machine.
    pub fn end_move(&mut self) {
        if self.looked.take().is_some() {
            self.expected = self.longest.max(self.expected * QUARTERS_KEPT / 4);
            self.longest = Duration::ZERO;
        }
    }
}

/// The progress of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stage {
    /// Stones on the board, of both sides.
    pub stones: usize,
    /// Empty points.
    pub empties: usize,
}

impl Stage {
    /// The stage of the game in this position.
    pub fn of(position: &Position) -> Stage {
        Stage { stones: position.stones().len(), empties: position.empty_count() }
    }

    /// The maximum number of own moves left, including this one.
    fn moves_to_come(self) -> i64 {
        self.empties.div_ceil(2).max(1) as i64
    }

    /// The number of own moves for which the match clock should suffice.
    fn expected_moves(self) -> i64 {
        MATCH_MOVES + self.stones as i64 / 2 * MOVES_BY_MOVE / 10
    }
}

impl TimeSettings {
    /// The time plan for the next move at this stage of the game.
    pub fn plan(&self, stage: Stage) -> TimePlan {
        let left = self.match_left();
        let turn = match (self.timeout_turn, left) {
            (None, None) => Some(DEFAULT_TURN),
            (turn, _) => turn.map(|turn| turn.min(LONGEST)),
        };
        let at_once = turn.is_some_and(|turn| turn <= 0);
        // A clock that has run out cannot lose more: the manager is patient, or the game is over.
        if left.is_some_and(|left| left <= 0) || at_once && left.is_none() {
            return AT_ONCE;
        }
        let our_moves = stage.moves_to_come();
        let turn_maximum = turn.map_or(i64::MAX, |turn| (turn - self.margin(turn)).max(AT_ONCE_MAXIMUM));
        let part = |left, divisor| (left - self.reserve(left, our_moves)) / divisor - MOVE_LATENCY;
        let match_maximum = left.map_or(i64::MAX, |left| part(left, our_moves.min(MATCH_SHARE)));
        let maximum = turn_maximum.min(match_maximum);
        if maximum <= 0 {
            return scarce(left.unwrap_or(0), our_moves);
        }
        let saved = left.filter(|&left| {
            let all_turns = |turn: i64| turn.saturating_mul(our_moves.min(LONG_GAME));
            at_once || turn.is_none_or(|turn| all_turns(turn) > left)
        });
        let optimum = saved.map_or(maximum, |left| {
            let divisor = our_moves.min(stage.expected_moves());
            part(left, divisor).clamp(1, maximum)
        });
        TimePlan {
            optimum: milliseconds(optimum),
            maximum: milliseconds(maximum),
            least_nodes: left.map_or(LEAST_NODES, |left| nodes_within(left, our_moves)),
            saves: saved.is_some(),
        }
    }

    /// Whether the match has a time limit.
    pub fn is_match_limited(&self) -> bool {
        self.match_left().is_some()
    }

    /// Milliseconds left for the match; `None` without a limit.
    fn match_left(&self) -> Option<i64> {
        let left_over = match (self.time_left, self.timeout_match) {
            (Some(left), _) => (left < UNLIMITED_LEFT).then_some(left),
            (None, Some(whole)) => (whole > 0).then_some(whole.min(LONGEST)),
            (None, None) => None,
        }?;
        Some(left_over.saturating_sub(self.spent.as_millis() as i64))
    }

    /// Milliseconds reserved from a limit for everything except the search. On a busy machine the expected delay and
    /// half of it, since the manager waits as well; at most half of the limit.
    fn margin(&self, limit: i64) -> i64 {
        let delay = self.delays.expected.min(LONGEST_DELAY).as_millis() as i64 * 3 / 2 + MOVE_LATENCY;
        usual_margin(limit).max(delay.min((limit + 1) / 2))
    }

    /// Milliseconds reserved from a match clock of `left` milliseconds for at most `our_moves` moves.
    fn reserve(&self, left: i64, our_moves: i64) -> i64 {
        let usual = (RESERVE * our_moves).min(left / 4);
        let least = (LEAST_RESERVE * our_moves).min(left / 8 * 7);
        self.margin(left).max(usual).max(least)
    }
}

/// The same on an idle machine: for communication, late wake-ups, the last check.
/// Half of a short limit, usually 30 ms, a hundredth of a long one.
fn usual_margin(limit: i64) -> i64 {
    let usual = (10 + limit / 8).min(30).min((limit + 1) / 2);
    usual.max((limit / 100).min(250))
}

/// The plan if only the reserve is left on the match clock: `left` milliseconds for `our_moves` moves.
fn scarce(left: i64, our_moves: i64) -> TimePlan {
    let time = Duration::from_micros((for_a_move(left, our_moves) / SCARCE_SHARE) as u64);
    TimePlan { optimum: time, maximum: time, least_nodes: nodes_within(left, our_moves), saves: true }
}

/// Microseconds available per move; games longer than [`LONG_GAME`] are ignored.
fn for_a_move(left: i64, our_moves: i64) -> i64 {
    left * 1000 / our_moves.min(LONG_GAME)
}

/// The minimum number of nodes per move if the match clock has `left` milliseconds.
fn nodes_within(left: i64, our_moves: i64) -> u64 {
    let nodes = (for_a_move(left, our_moves) / SCARCE_NODES) as u64;
    nodes.clamp(FEWEST_NODES, LEAST_NODES)
}

fn milliseconds(amount: i64) -> Duration {
    Duration::from_millis(amount.max(0) as u64)
}

/// The time plan of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TimePlan {
    /// The target time: stop between iterations once it is used, later if the best move is uncertain, earlier if it is
    /// clear. From eight tenths of the maximum on, all of the maximum is used.
    pub optimum: Duration,
    /// The hard limit, except for the minimum number of nodes.
    pub maximum: Duration,
    /// Nodes to search even after the limit, or as many as fit into [`LEAST_WORK`], in case the process was suspended.
    pub least_nodes: u64,
    /// Whether unused time is available to later moves.
    pub saves: bool,
}

/// The certainty of the search after an iteration.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// Time used for this move.
    pub elapsed: Duration,
    /// The number of best move changes in the last few iterations (about four).
    pub best_move_changes: u32,
    /// The number of iterations since the last best move change.
    pub stable_iterations: u32,
    /// The score drop since the previous move or iterations, in evaluation units; negative if the score rose.
    pub score_drop: i32,
    /// The share of nodes spent on the best move, in permille; `None` if unknown.
    pub effort: Option<u32>,
    /// Nothing is left to decide: a win is proven, or there is only one move.
    pub settled: bool,
}

/// Permille of additional time per best move change.
const STRETCH_BY_CHANGE: i64 = 450;
/// The maximum number of changes counted.
const MOST_CHANGES: u32 = 4;
/// Permille of the target time used if the score is stable.
const STEADY_SCORE: i64 = 650;
/// Permille of additional time per evaluation unit of score drop.
const STRETCH_BY_DROP: i64 = 3;
/// Permille by which each stable iteration increases the divisor of the time.
const SHRINK_BY_STABILITY: i64 = 20;
/// Permille of time if no node was spent on the best move; reduced by its share of the nodes in permille. Close moves
/// share the nodes.
const LEAST_EFFORT: i64 = 1600;
/// If the target time is at least this many tenths of the maximum, all of the maximum is used.
const NEARLY_ALL: u32 = 8;

impl TimePlan {
    /// A plan that uses a fixed time completely.
    pub const fn fixed(time: Duration) -> TimePlan {
        TimePlan { optimum: time, maximum: time, least_nodes: 0, saves: false }
    }

    /// This plan with its time used up.
    pub fn ended(plan: Option<TimePlan>) -> TimePlan {
        TimePlan { least_nodes: plan.map_or(LEAST_NODES, |plan| plan.least_nodes), ..TimePlan::fixed(Duration::ZERO) }
    }

    /// The end of a subtask that starts now and may take one `part` of the time: at most the end of the plan, unless it
    /// is already late.
    pub fn share(&self, now: Duration, part: u32) -> Duration {
        let end = (now + self.maximum / part).min(self.maximum);
        end.max(now + NODE * self.least_nodes as u32 / part)
    }

    /// Whether to stop after an iteration.
    pub fn enough(&self, progress: &Progress) -> bool {
        if self.saves && progress.settled {
            return true;
        }
        let all = self.optimum * 10 >= self.maximum * NEARLY_ALL;
        let wanted = if all { self.maximum } else { self.stretched(progress) };
        progress.elapsed >= wanted
    }

    fn stretched(&self, progress: &Progress) -> Duration {
        let changes = progress.best_move_changes.min(MOST_CHANGES) as i64;
        let unsure = 1000 + STRETCH_BY_CHANGE * changes;
        let drop = (progress.score_drop as i64).clamp(-1000, 1000);
        let falling = (STEADY_SCORE + STRETCH_BY_DROP * drop).clamp(500, 1600);
        let stable = 1000 + SHRINK_BY_STABILITY * progress.stable_iterations.min(50) as i64;
        let effort = progress.effort.map_or(1000, |e| LEAST_EFFORT - e.min(1000) as i64);
        let thousandths = unsure * falling / stable * effort / 1000;
        let limit = self.maximum.as_micros() as u64 * NEARLY_ALL as u64 / 10;
        let wanted = self.optimum.as_micros() as u64 * thousandths as u64 / 1000;
        Duration::from_micros(wanted.min(limit))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MATCH_300_1000: TimeSettings = TimeSettings {
        timeout_turn: Some(300_000),
        timeout_match: Some(1_000_000),
        time_left: Some(1_000_000),
        ..NO_LIMITS
    };

    const NO_LIMITS: TimeSettings = TimeSettings {
        timeout_turn: None,
        timeout_match: None,
        time_left: None,
        spent: Duration::ZERO,
        delays: Delays { expected: Duration::ZERO, longest: Duration::ZERO, looked: None },
    };

    /// The start of a game on a board with this many points.
    fn free(empties: usize) -> Stage {
        Stage { stones: 0, empties }
    }

    fn turn(milliseconds: i64) -> TimeSettings {
        TimeSettings { timeout_turn: Some(milliseconds), ..TimeSettings::default() }
    }

    fn left(milliseconds: i64) -> TimeSettings {
        TimeSettings { time_left: Some(milliseconds), ..turn(10_000) }
    }

    #[test]
    fn without_any_info_a_move_takes_piskvorks_five_seconds() {
        let plan = TimeSettings::default().plan(free(225));
        assert_eq!(plan, turn(5000).plan(free(225)));
        assert!(plan.optimum > Duration::from_secs(4) && plan.maximum < Duration::from_secs(5));
    }

    #[test]
    fn turn_zero_and_a_spent_clock_move_at_once() {
        assert_eq!(turn(0).plan(free(400)), AT_ONCE);
        for milliseconds in [0, -1, -100_000, i64::MIN] {
            assert_eq!(left(milliseconds).plan(free(400)), AT_ONCE);
        }
        let both = TimeSettings { time_left: Some(-5), ..turn(0) };
        assert_eq!(both.plan(free(400)), AT_ONCE);
    }

    #[test]
    fn no_limit_of_a_turn_gets_less_than_a_move_at_once() {
        for limit in (1..30).chain([100, 1000, 300_000]) {
            let plan = turn(limit).plan(free(200));
            assert!(plan.maximum >= AT_ONCE.maximum, "{limit}: {plan:?}");
            assert!(plan.optimum >= AT_ONCE.optimum, "{limit}: {plan:?}");
            assert_eq!(plan.least_nodes, LEAST_NODES, "{limit}");
        }
    }

    #[test]
    fn a_match_clock_that_is_nearly_spent_is_shared_by_the_moves_that_may_come() {
        let scarce = |milliseconds, empties| left(milliseconds).plan(free(empties));
        let plan = scarce(60, 120);
        assert_eq!(plan.maximum, Duration::from_micros(166));
        assert_eq!(plan.least_nodes, 83);
        assert_eq!(scarce(1, 400).least_nodes, FEWEST_NODES);
        assert!(scarce(1, 400).maximum < Duration::from_micros(10));
        assert_eq!(scarce(10_000, 120).least_nodes, LEAST_NODES);
        let at_once = TimeSettings { timeout_turn: Some(0), ..left(90) };
        assert_eq!(at_once.plan(free(400)).maximum, scarce(90, 400).maximum);
    }

    #[test]
    fn a_share_is_of_the_whole_time_and_ends_with_it_unless_it_is_late() {
        let milliseconds = Duration::from_millis;
        let plan = turn(1000).plan(free(200));
        assert_eq!(plan.maximum, milliseconds(970));
        let quarter = plan.maximum / 4;
        assert_eq!(plan.share(milliseconds(5), 4), milliseconds(5) + quarter);
        assert_eq!(plan.share(milliseconds(900), 4), plan.maximum);
        let late = milliseconds(2000);
        assert_eq!(plan.share(late, 4), late + NODE * LEAST_NODES as u32 / 4);
        let ended = TimePlan::ended(Some(plan));
        assert_eq!(ended.share(late, 4), plan.share(late, 4));
    }

    #[test]
    fn a_turn_limit_alone_is_used_up_to_the_margin() {
        for limit in [30, 100, 300, 1000, 5000, 300_000] {
            let plan = turn(limit).plan(free(200));
            let maximum = plan.maximum.as_millis() as i64;
            assert!(maximum <= limit - 10.min(limit / 3), "{limit}: {plan:?}");
            assert!(maximum * 2 > limit, "{limit}: {plan:?}");
            assert!(!plan.saves && plan.optimum == plan.maximum, "{limit}");
        }
    }

    /// Looks at the clock through a move with these steps in microseconds, on the move's own clock.
    fn move_with(delays: &mut Delays, steps: impl IntoIterator<Item = u64>) {
        delays.begin_search();
        let mut now = Duration::from_millis(1);
        delays.look(now);
        for step in steps {
            now += Duration::from_micros(step);
            delays.look(now);
        }
        delays.end_move();
    }

    fn delayed(limit: i64, delays: Delays) -> TimePlan {
        TimeSettings { delays, ..turn(limit) }.plan(free(200))
    }

    const LIMITS: [i64; 8] = [1, 10, 30, 50, 200, 1000, 5000, 300_000];

    #[test]
    fn a_quiet_machine_keeps_the_usual_margin() {
        let mut delays = Delays::default();
        for number in 0..100 {
            move_with(&mut delays, (0..200).map(|step| 100 + (step * 37 + number) % 1800));
        }
        for limit in LIMITS {
            assert_eq!(delayed(limit, delays), turn(limit).plan(free(200)), "{limit}");
        }
    }

    #[test]
    fn a_wait_for_a_processor_lengthens_the_margin_by_half_of_the_limit_at_most() {
        let mut delays = Delays::default();
        move_with(&mut delays, [300, 60_000, 300, 20_000]);
        for limit in LIMITS {
            let usual = turn(limit).plan(free(200)).maximum;
            let maximum = delayed(limit, delays).maximum;
            let wanted = Duration::from_millis(limit as u64).saturating_sub(milliseconds(92));
            let half = milliseconds(limit / 2).max(AT_ONCE.maximum);
            assert_eq!(maximum, usual.min(wanted.max(half)), "{limit}");
        }
        assert!(delayed(200, delays).maximum < turn(200).plan(free(200)).maximum);
    }

    #[test]
    fn a_search_is_told_once_that_delays_have_grown() {
        let mut delays = Delays::default();
        let at = |time| milliseconds(time);
        assert!(!delays.look(at(500)), "the first look of a search");
        assert!(!delays.look(at(501)) && delays.look(at(530)));
        assert!(!delays.look(at(550)), "a shorter delay");
        delays.begin_search();
        assert!(!delays.look(at(900)), "the clock of another search");
    }

    #[test]
    fn the_margin_shrinks_again_when_the_machine_is_quiet() {
        for wait in [60_000, 3_600_000_000] {
            let mut delays = Delays::default();
            move_with(&mut delays, [wait]);
            let mut before = delayed(1000, delays).maximum;
            assert!(before >= milliseconds(500) && before < milliseconds(970));
            let mut moves = 0;
            while before < turn(1000).plan(free(200)).maximum {
                move_with(&mut delays, [300; 50]);
                let maximum = delayed(1000, delays).maximum;
                assert!(maximum > before, "{maximum:?} after {before:?}");
                before = maximum;
                moves += 1;
            }
            assert!(moves <= 12, "{moves} moves");
        }
    }

    #[test]
    fn a_move_without_a_search_says_nothing_about_the_machine() {
        let mut delays = Delays::default();
        move_with(&mut delays, [60_000]);
        let before = delays;
        delays.end_move();
        assert_eq!(delayed(1000, delays), delayed(1000, before));
    }

    #[test]
    fn delays_leave_half_of_a_match_clock_and_cover_its_last_moves() {
        let mut delays = Delays::default();
        move_with(&mut delays, [100_000]);
        let maximum = |milliseconds, delays| TimeSettings { delays, ..left(milliseconds) }.plan(free(120));
        assert_eq!(maximum(50_000, delays), maximum(50_000, Delays::default()));
        let (busy, quiet) = (maximum(300, delays), maximum(300, Delays::default()));
        assert!(busy.maximum < quiet.maximum && busy.maximum > Duration::ZERO);
    }

    #[test]
    fn unlimited_match_values_leave_only_the_turn() {
        let unlimited = TimeSettings { timeout_match: Some(0), time_left: Some(2_147_483_647), ..turn(1000) };
        assert_eq!(unlimited.plan(free(225)), turn(1000).plan(free(225)));
        let ample = TimeSettings { time_left: Some(1_000_000), ..turn(1000) };
        assert_eq!(ample.plan(free(225)), turn(1000).plan(free(225)));
    }

    #[test]
    fn tournament_clocks_begin_with_about_70_and_about_5_seconds() {
        let long = MATCH_300_1000.plan(free(400));
        assert!((68..72).contains(&long.optimum.as_secs()), "{long:?}");
        assert!((130..146).contains(&long.maximum.as_secs()), "{long:?}");
        let fast = TimeSettings { timeout_turn: Some(5_000), time_left: Some(120_000), ..TimeSettings::default() };
        let plan = fast.plan(free(400));
        assert!(plan.optimum > Duration::from_millis(4_800) && plan.saves);
        assert!(plan.maximum < Duration::from_secs(5));
    }

    #[test]
    fn a_match_clock_without_time_left_counts_what_we_used() {
        let left_over = |spent| TimeSettings {
            timeout_match: Some(60_000),
            spent: Duration::from_millis(spent),
            ..TimeSettings::default()
        };
        assert!(left_over(50_000).plan(free(200)).maximum < left_over(0).plan(free(200)).maximum / 5);
        assert_eq!(left_over(60_000).plan(free(200)), AT_ONCE);
    }

    #[test]
    fn a_match_clock_is_never_overrun_however_long_the_game() {
        for start in [200, 1_000, 10_000, 180_000] {
            let mut clock = milliseconds(start);
            for empties in (0..400).rev().step_by(2) {
                let plan = left(clock.as_millis() as i64).plan(free(empties + 1));
                assert!(plan.optimum <= plan.maximum);
                let used = plan.maximum.max(NODE * plan.least_nodes as u32);
                assert!(used < clock, "{start} ms: {clock:?} left, {empties} empty");
                clock -= used;
            }
        }
    }

    #[test]
    fn no_number_overflows() {
        for value in [i64::MIN, -1, 0, 1, 2, 7, 29, i64::MAX] {
            for empties in [0, 1, 2, 1024] {
                let settings = TimeSettings {
                    timeout_turn: Some(value),
                    timeout_match: Some(value),
                    time_left: (value % 2 == 0).then_some(value),
                    spent: Duration::from_millis(3),
                    delays: Delays { expected: Duration::MAX, ..Delays::default() },
                };
                let plan = settings.plan(free(empties));
                assert!(plan.optimum <= plan.maximum);
            }
        }
    }

    /// A position with two moves of about equal value.
    const HARD: Progress = Progress {
        elapsed: Duration::ZERO,
        best_move_changes: 1,
        stable_iterations: 2,
        score_drop: 0,
        effort: Some(450),
        settled: false,
    };

    /// Milliseconds left after this many moves with the same progress.
    fn left_after(moves: usize, cells: usize, settings: TimeSettings, like: Progress) -> i64 {
        let mut settings = settings;
        for played in 0..moves {
            let plan = settings.plan(Stage { stones: 2 * played, empties: cells - 2 * played });
            let enough = |&elapsed: &u64| plan.enough(&Progress { elapsed: Duration::from_millis(elapsed), ..like });
            let most = plan.maximum.as_millis() as u64;
            let used = (0..most).step_by(5).find(enough).unwrap_or(most);
            settings.time_left = settings.time_left.map(|left| left - used as i64);
        }
        settings.time_left.expect("a match clock")
    }

    #[test]
    fn most_of_the_clock_is_used_in_a_usual_game_and_some_is_left_in_a_long_one() {
        for (turn, whole) in [(5_000, 120_000), (30_000, 180_000), (300_000, 1_000_000)] {
            let settings = TimeSettings { timeout_turn: Some(turn), time_left: Some(whole), ..TimeSettings::default() };
            let left = |moves, cells| left_after(moves, cells, settings, HARD) * 100 / whole;
            assert!(left(20, 225) < 40, "{turn}/{whole}: {} %", left(20, 225));
            assert!(left(40, 225) < 20, "{turn}/{whole}: {} %", left(40, 225));
            for (moves, cells) in [(60, 400), (100, 225), (180, 400)] {
                let left = left_after(moves, cells, settings, HARD);
                assert!(left > whole / 1000, "{turn}/{whole}: {left} ms after {moves}");
            }
        }
    }

    #[test]
    fn what_is_settled_takes_no_time_when_time_can_be_saved() {
        let settled = Progress { settled: true, ..HARD };
        assert!(MATCH_300_1000.plan(free(400)).enough(&settled));
        assert!(!turn(1000).plan(free(400)).enough(&settled), "it would be lost");
    }

    #[test]
    fn the_more_moves_share_the_nodes_the_longer_it_takes() {
        let plan = MATCH_300_1000.plan(free(400));
        let enough = |effort| plan.enough(&Progress { elapsed: Duration::from_secs(60), effort: Some(effort), ..HARD });
        assert!(!enough(300) && enough(950));
    }

    #[test]
    fn a_clear_move_takes_less_and_an_unsure_one_more() {
        let plan = MATCH_300_1000.plan(free(400));
        let at = |seconds, best_move_changes, stable_iterations, score_drop| {
            plan.enough(&Progress {
                elapsed: Duration::from_secs(seconds),
                best_move_changes,
                stable_iterations,
                score_drop,
                ..Progress::default()
            })
        };
        assert!(at(40, 0, 10, 0) && !at(30, 0, 10, 0), "steady");
        assert!(!at(60, 2, 0, 0), "the best move changes");
        assert!(!at(60, 0, 3, 200) && !at(80, 1, 0, 200), "the value falls");
        assert!(at(140, 9, 0, 999), "the maximum stands");
    }

    #[test]
    fn a_turn_limit_alone_is_neither_stretched_nor_shrunk() {
        let plan = turn(1000).plan(free(225));
        let progress = |elapsed, best_move_changes| Progress {
            elapsed: Duration::from_millis(elapsed),
            best_move_changes,
            stable_iterations: 20,
            score_drop: -100,
            ..Progress::default()
        };
        assert!(!plan.enough(&progress(960, 0)) && plan.enough(&progress(970, 4)));
    }
}
