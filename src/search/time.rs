//! How long to think: pure arithmetic on limits and elapsed time.
//!
//! Nothing here looks at a clock, so every rule of it is tested with made-up times. Two questions
//! are answered: how long may this move take ([`TimeSettings::plan`], asked once a move and again
//! when the manager changes a limit), and is it wise to start another iteration
//! ([`TimePlan::enough`], asked after each one).

use std::time::Duration;

/// `time_left` that means "the match has no limit".
const UNLIMITED_LEFT: i64 = 2_147_483_647;

/// A move takes this long when no manager has said anything: Piskvork's own default, and what
/// somebody who types at the engine will wait for.
const DEFAULT_TURN: i64 = 5_000;

/// "As fast as possible": time for a few shallow iterations, far below the 20 ms promised.
const AT_ONCE: TimePlan = TimePlan {
    optimum: Duration::from_millis(2),
    maximum: Duration::from_millis(4),
};

/// Limits beyond a month are a month.
const LONGEST: i64 = 30 * 24 * 3600 * 1000;

/// The clock is spent, or as good as: the first legal idea.
const OUT_OF_TIME: TimePlan = TimePlan {
    optimum: Duration::ZERO,
    maximum: Duration::ZERO,
};

/// One move never takes more than this share of what is left on the match clock …
const MATCH_SHARE: i64 = 7;
/// … and normally this share. 22 moves of our own are a long game.
const MATCH_MOVES: i64 = 22;
/// Moves of our own for which the match clock must reach before the turn limit alone counts.
const LONG_GAME: i64 = 64;
/// Lost on the way to the manager and back with each move, in milliseconds.
const MOVE_LATENCY: i64 = 2;

/// What the manager has said about time, in milliseconds and in the protocol's own values.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TimeSettings {
    /// `INFO timeout_turn`: 0 means as fast as possible.
    pub timeout_turn: Option<i64>,
    /// `INFO timeout_match`: 0 means no limit. Counts only while no `time_left` has come.
    pub timeout_match: Option<i64>,
    /// `INFO time_left`: may be negative; 2147483647 means no limit.
    pub time_left: Option<i64>,
    /// What we have used since `time_left` came or, where none ever came, in this game.
    pub spent: Duration,
}

impl TimeSettings {
    /// How long the next move may take when `empties` points are free.
    pub fn plan(&self, empties: usize) -> TimePlan {
        let left = self.match_left();
        let turn = match (self.timeout_turn, left) {
            (None, None) => Some(DEFAULT_TURN),
            (turn, _) => turn.map(|turn| turn.min(LONGEST)),
        };
        if turn.is_some_and(|turn| turn <= 0) {
            return if left.is_some_and(|left| left <= AT_ONCE.maximum.as_millis() as i64) {
                OUT_OF_TIME
            } else {
                AT_ONCE
            };
        }
        let our_moves = empties.div_ceil(2).max(1) as i64;
        let turn_maximum = turn.map_or(i64::MAX, |turn| turn - margin(turn));
        let match_maximum = left.map_or(i64::MAX, |left| {
            (left - margin(left)) / our_moves.min(MATCH_SHARE) - MOVE_LATENCY
        });
        let maximum = turn_maximum.min(match_maximum);
        if maximum <= 0 {
            return OUT_OF_TIME;
        }
        let nearly_all = (maximum * 9 / 10).max(1);
        let optimum = match (turn, left) {
            (Some(turn), Some(left)) if turn.saturating_mul(our_moves.min(LONG_GAME)) <= left => {
                nearly_all
            }
            (_, Some(left)) => {
                let even_share = (left - margin(left)) / our_moves.min(MATCH_MOVES) - MOVE_LATENCY;
                even_share.clamp(1, nearly_all)
            }
            (_, None) => nearly_all,
        };
        TimePlan {
            optimum: milliseconds(optimum),
            maximum: milliseconds(maximum),
        }
    }

    /// Whether the whole match has a limit.
    pub fn is_match_limited(&self) -> bool {
        self.match_left().is_some()
    }

    /// Milliseconds left for the whole match; `None` without a limit.
    fn match_left(&self) -> Option<i64> {
        let told = match (self.time_left, self.timeout_match) {
            (Some(left), _) => (left < UNLIMITED_LEFT).then_some(left),
            (None, Some(whole)) => (whole > 0).then_some(whole.min(LONGEST)),
            (None, None) => None,
        }?;
        Some(told.saturating_sub(self.spent.as_millis() as i64))
    }
}

/// Kept back from a limit of `limit` milliseconds for everything that is not thinking: the pipe, a
/// late wake-up, the last check. A short limit gives nearly half of itself, a usual one 30 ms, a long
/// one a hundredth.
fn margin(limit: i64) -> i64 {
    let usual = (10 + limit / 8).min(30);
    usual.max((limit / 100).min(250)).min(limit)
}

fn milliseconds(amount: i64) -> Duration {
    Duration::from_millis(amount.max(0) as u64)
}

/// How long one move may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimePlan {
    /// Stop between iterations once about this much is used (stretched when the move is unsure).
    /// At eight tenths of the maximum or more, nothing is gained by an early answer and nothing
    /// shrinks it: only the turn is limited.
    pub optimum: Duration,
    /// Never think longer.
    pub maximum: Duration,
}

/// How sure the search is after an iteration.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// Used of this move's time.
    pub elapsed: Duration,
    /// In how many of the last few iterations (about four) the best move changed.
    pub best_move_changes: u32,
    /// For how many iterations the best move has been the same.
    pub stable_iterations: u32,
    /// By how much the value is now below that of the previous move or iterations, in units of the
    /// evaluation; negative when it rose.
    pub score_drop: i32,
}

/// The best move changed once: this many thousandths longer.
const STRETCH_BY_CHANGE: i64 = 450;
/// Changes beyond this stretch no further.
const MOST_CHANGES: u32 = 4;
/// Thousandths of the optimum used when the value neither falls nor rises.
const STEADY_SCORE: i64 = 650;
/// Thousandths longer for each unit of evaluation that was lost.
const STRETCH_BY_DROP: i64 = 3;
/// Thousandths by which each stable iteration counts to shorten the time.
const SHRINK_BY_STABILITY: i64 = 20;

impl TimePlan {
    /// A plan that uses all of a fixed time.
    pub const fn fixed(time: Duration) -> TimePlan {
        TimePlan {
            optimum: time,
            maximum: time,
        }
    }

    /// Whether to stop after an iteration.
    pub fn enough(&self, progress: &Progress) -> bool {
        let wanted = if self.saves_for_later() {
            self.stretched(progress)
        } else {
            self.optimum
        };
        progress.elapsed >= wanted.min(self.maximum)
    }

    /// Whether time not used now can be used for a later move.
    fn saves_for_later(&self) -> bool {
        self.optimum * 10 < self.maximum * 8
    }

    fn stretched(&self, progress: &Progress) -> Duration {
        let changes = progress.best_move_changes.min(MOST_CHANGES) as i64;
        let unsure = 1000 + STRETCH_BY_CHANGE * changes;
        let drop = (progress.score_drop as i64).clamp(-1000, 1000);
        let falling = (STEADY_SCORE + STRETCH_BY_DROP * drop).clamp(500, 1600);
        let stable = 1000 + SHRINK_BY_STABILITY * progress.stable_iterations.min(50) as i64;
        let thousandths = unsure * falling / stable;
        let limit = self.maximum.as_micros() as u64 * 8 / 10;
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
        spent: Duration::ZERO,
    };

    fn turn(milliseconds: i64) -> TimeSettings {
        TimeSettings {
            timeout_turn: Some(milliseconds),
            ..TimeSettings::default()
        }
    }

    fn left(milliseconds: i64) -> TimeSettings {
        TimeSettings {
            time_left: Some(milliseconds),
            ..turn(10_000)
        }
    }

    #[test]
    fn without_any_info_a_move_takes_piskvorks_five_seconds() {
        let plan = TimeSettings::default().plan(225);
        assert_eq!(plan, turn(5000).plan(225));
        assert!(plan.optimum > Duration::from_secs(4) && plan.maximum < Duration::from_secs(5));
    }

    #[test]
    fn turn_zero_and_a_spent_clock_move_at_once() {
        assert_eq!(turn(0).plan(400), AT_ONCE);
        for milliseconds in [0, -1, -100_000, i64::MIN] {
            assert_eq!(left(milliseconds).plan(400), OUT_OF_TIME);
        }
        let both = TimeSettings {
            time_left: Some(-5),
            ..turn(0)
        };
        assert_eq!(both.plan(400), OUT_OF_TIME);
    }

    #[test]
    fn a_turn_limit_alone_is_used_up_to_nine_tenths() {
        for limit in [30, 100, 300, 1000, 5000, 300_000] {
            let plan = turn(limit).plan(200);
            let (optimum, maximum) = (plan.optimum.as_millis(), plan.maximum.as_millis());
            assert!(
                maximum as i64 <= limit - 10.min(limit / 3),
                "{limit}: {plan:?}"
            );
            assert!(maximum as i64 * 2 > limit, "{limit}: {plan:?}");
            assert_eq!(optimum, maximum * 9 / 10, "{limit}");
            assert!(!plan.saves_for_later(), "{limit}");
        }
    }

    #[test]
    fn unlimited_match_values_leave_only_the_turn() {
        let unlimited = TimeSettings {
            timeout_match: Some(0),
            time_left: Some(2_147_483_647),
            ..turn(1000)
        };
        assert_eq!(unlimited.plan(225), turn(1000).plan(225));
        let ample = TimeSettings {
            time_left: Some(1_000_000),
            ..turn(1000)
        };
        assert_eq!(ample.plan(225), turn(1000).plan(225));
    }

    #[test]
    fn tournament_clocks_give_about_45_and_about_5_seconds() {
        let long = MATCH_300_1000.plan(400);
        assert!((43..47).contains(&long.optimum.as_secs()), "{long:?}");
        assert!((130..146).contains(&long.maximum.as_secs()), "{long:?}");
        let fast = TimeSettings {
            timeout_turn: Some(5_000),
            time_left: Some(120_000),
            ..TimeSettings::default()
        };
        let plan = fast.plan(400);
        assert!(plan.optimum <= Duration::from_millis(4_970 * 9 / 10));
        assert!(plan.maximum < Duration::from_secs(5));
    }

    #[test]
    fn a_match_clock_without_time_left_counts_what_we_used() {
        let told = |spent| TimeSettings {
            timeout_match: Some(60_000),
            spent: Duration::from_millis(spent),
            ..TimeSettings::default()
        };
        assert!(told(50_000).plan(200).maximum < told(0).plan(200).maximum / 5);
        assert_eq!(told(60_000).plan(200), OUT_OF_TIME);
    }

    #[test]
    fn a_match_clock_is_never_overrun_however_long_the_game() {
        for start in [200, 1_000, 10_000, 180_000] {
            let mut clock = start;
            for empties in (0..400).rev().step_by(2) {
                let plan = left(clock).plan(empties + 1);
                assert!(plan.optimum <= plan.maximum);
                clock -= plan.maximum.as_millis() as i64;
                assert!(clock >= 0, "{start} ms ran out with {empties} points empty");
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
                };
                let plan = settings.plan(empties);
                assert!(plan.optimum <= plan.maximum);
            }
        }
    }

    #[test]
    fn a_clear_move_takes_less_and_an_unsure_one_more() {
        let plan = MATCH_300_1000.plan(400);
        let at = |seconds, best_move_changes, stable_iterations, score_drop| {
            plan.enough(&Progress {
                elapsed: Duration::from_secs(seconds),
                best_move_changes,
                stable_iterations,
                score_drop,
            })
        };
        assert!(at(30, 0, 10, 0) && !at(15, 0, 10, 0), "steady");
        assert!(!at(45, 2, 0, 0), "the best move changes");
        assert!(!at(45, 0, 3, 200) && !at(60, 1, 0, 200), "the value falls");
        assert!(at(140, 9, 0, 999), "the maximum stands");
    }

    #[test]
    fn a_turn_limit_alone_is_neither_stretched_nor_shrunk() {
        let plan = turn(1000).plan(225);
        let progress = |elapsed, best_move_changes| Progress {
            elapsed: Duration::from_millis(elapsed),
            best_move_changes,
            stable_iterations: 20,
            score_drop: -100,
        };
        assert!(!plan.enough(&progress(850, 0)) && plan.enough(&progress(880, 4)));
    }
}
