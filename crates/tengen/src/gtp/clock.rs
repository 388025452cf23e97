//! The time for a move: from `--time`, `time_settings` and `time_left`.

use std::time::Duration;
use tengen_common::time::{Stage, TimePlan, TimeSettings};
use tengen_core::board::Colour;

/// Time for each move that the front end counts and we do not see: pipes, parsing, its own work.
const UNSEEN: Duration = Duration::from_millis(5);

/// The time settings of a game and the clocks of both sides.
pub struct Clock {
    /// The limit of each move, in milliseconds; `None` if only the clock limits it.
    turn: Option<i64>,
    settings: Option<ClockSettings>,
    sides: [SideClock; 2],
}

/// `time_settings`, in milliseconds.
#[derive(Clone, Copy)]
struct ClockSettings {
    main: i64,
    period: i64,
    /// Moves in each period.
    stones: i64,
}

impl ClockSettings {
    /// A period without moves means no limit.
    fn is_unlimited(self) -> bool {
        self.period > 0 && self.stones == 0
    }

    /// The time for each move after the main time.
    fn overtime(self) -> Option<i64> {
        (self.period > 0).then(|| self.period / self.stones.max(1))
    }
}

#[derive(Clone, Copy, Default)]
struct SideClock {
    /// `time_left`: milliseconds, and the moves in the running period; 0 moves is the main time.
    left: Option<(i64, i64)>,
    /// Time used since `time_left` or, without it, in this game.
    spent: Duration,
}

impl Clock {
    /// A clock that limits each move to this time.
    pub fn new(turn: Option<Duration>) -> Clock {
        let turn = turn.map(|turn| i64::try_from(turn.as_millis()).unwrap_or(i64::MAX));
        Clock { turn, settings: None, sides: [SideClock::default(); 2] }
    }

    pub fn restart(&mut self) {
        self.sides = [SideClock::default(); 2];
    }

    /// `time_settings`, in seconds. Starts the clocks.
    pub fn set(&mut self, main: u32, period: u32, stones: u32) {
        let [main, period] = [main, period].map(|seconds| i64::from(seconds) * 1000);
        self.settings = Some(ClockSettings { main, period, stones: stones.into() });
        self.restart();
    }

    /// `time_left`, in seconds.
    pub fn set_left(&mut self, colour: Colour, time: u32, stones: u32) {
        let left = Some((i64::from(time) * 1000, stones.into()));
        self.sides[colour.index()] = SideClock { left, spent: Duration::ZERO };
    }

    pub fn spend(&mut self, colour: Colour, time: Duration) {
        self.sides[colour.index()].spent += time + UNSEEN;
    }

    pub fn plan(&self, colour: Colour, stage: Stage) -> TimePlan {
        let SideClock { left, spent } = self.sides[colour.index()];
        let unlimited = self.settings.is_none_or(ClockSettings::is_unlimited);
        let main = match (left, self.settings) {
            (Some((time, 0)), _) => time,
            (Some((time, stones)), _) => return self.turn_plan(time / stones, stage),
            (None, Some(settings)) if !unlimited => settings.main,
            _ => return TimeSettings { timeout_turn: self.turn, ..Default::default() }.plan(stage),
        };
        let match_plan = TimeSettings {
            timeout_turn: self.turn,
            time_left: Some(main - unseen(main, spent, stage)),
            spent,
            ..TimeSettings::default()
        }
        .plan(stage);
        let overtime = self.settings.and_then(ClockSettings::overtime).filter(|_| !unlimited);
        let period_plan = overtime.map(|turn| self.turn_plan(turn, stage));
        period_plan.filter(|plan| plan.maximum > match_plan.maximum).unwrap_or(match_plan)
    }

    fn turn_plan(&self, turn: i64, stage: Stage) -> TimePlan {
        let turn = self.turn.map_or(turn, |limit| limit.min(turn));
        TimeSettings { timeout_turn: Some(turn), ..TimeSettings::default() }.plan(stage)
    }
}

/// Milliseconds that the front end may count in all moves to come, at most all but one of what is left.
fn unseen(main: i64, spent: Duration, stage: Stage) -> i64 {
    let moves = stage.empties.div_ceil(2) as i64;
    let left = main - spent.as_millis() as i64;
    (UNSEEN.as_millis() as i64 * moves).min(left - 1).max(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: Stage = Stage { stones: 0, empties: 225 };

    fn most(clock: &Clock) -> u128 {
        clock.plan(Colour::Black, START).maximum.as_millis()
    }

    fn set(main: u32, period: u32, stones: u32) -> Clock {
        let mut clock = Clock::new(None);
        clock.set(main, period, stones);
        clock
    }

    #[test]
    fn without_settings_the_limit_of_a_move_counts() {
        assert!((4900..5000).contains(&most(&Clock::new(None))));
        let second = Duration::from_secs(1);
        assert!((900..1000).contains(&most(&Clock::new(Some(second)))));
        let mut unlimited = Clock::new(Some(second));
        unlimited.set(0, 1, 0);
        assert!((900..1000).contains(&most(&unlimited)));
    }

    #[test]
    fn absolute_time_is_shared_by_the_moves_to_come() {
        assert!((7_000..9_000).contains(&most(&set(60, 0, 0))));
        let mut capped = Clock::new(Some(Duration::from_secs(1)));
        capped.set(60, 0, 0);
        assert!((900..1000).contains(&most(&capped)));
        let mut late = set(60, 0, 0);
        late.spend(Colour::Black, Duration::from_secs(59));
        assert!(most(&late) < 150);
        assert!(late.plan(Colour::White, START).maximum > Duration::from_secs(7));
        late.restart();
        assert!(most(&late) > 7_000);
    }

    #[test]
    fn overtime_is_divided_by_its_moves() {
        assert!((1900..2000).contains(&most(&set(0, 10, 5))));
        let mut clock = set(600, 10, 5);
        assert!(most(&clock) > 60_000);
        clock.spend(Colour::Black, Duration::from_secs(700));
        assert!((1900..2000).contains(&most(&clock)));
        clock.set_left(Colour::Black, 3, 3);
        assert!((900..1000).contains(&most(&clock)));
    }

    #[test]
    fn the_time_left_replaces_what_was_counted() {
        let mut clock = set(60, 0, 0);
        clock.spend(Colour::Black, Duration::from_secs(59));
        clock.set_left(Colour::Black, 30, 0);
        assert!((3_000..4_500).contains(&most(&clock)));
        clock.spend(Colour::Black, Duration::from_secs(29));
        assert!(most(&clock) < 150);
    }

    #[test]
    fn what_the_front_end_counts_besides_is_not_overrun() {
        let mut clock = set(5, 0, 0);
        let mut counted = Duration::ZERO;
        for stones in (0..225).step_by(2) {
            let stage = Stage { stones, empties: 225 - stones };
            let took = clock.plan(Colour::Black, stage).maximum;
            clock.spend(Colour::Black, took);
            counted += took + UNSEEN;
        }
        assert!(counted < Duration::from_secs(5), "{counted:?}");
    }

    #[test]
    fn no_number_overflows() {
        for [main, period, stones] in [[0, 0, 0], [u32::MAX; 3], [0, u32::MAX, 1], [0, 1, u32::MAX]] {
            let mut clock = set(main, period, stones);
            let _ = clock.plan(Colour::Black, START);
            clock.set_left(Colour::White, main, stones);
            let _ = clock.plan(Colour::White, START);
        }
    }
}
