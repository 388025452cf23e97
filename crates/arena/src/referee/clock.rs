//! Time control of a brain: pure arithmetic on limits and measured times.

use std::time::Duration;

/// The protocol's value for a match without limit.
const NO_LIMIT: u128 = 2_147_483_647;

#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Limits {
    pub turn: Option<Duration>,
    /// The limit for all moves of a game.
    pub game: Option<Duration>,
    /// The time added to the game's limit after each move.
    pub increment: Duration,
    /// The tolerance for overhead of pipe and machine.
    pub margin: Duration,
    /// The time for starting a game, which does not count for the clock, and for a move without
    /// limit.
    pub patience: Duration,
}

impl Limits {
    pub fn has_clock(&self) -> bool {
        self.turn.is_some() || self.game.is_some()
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Clock {
    limits: Limits,
    /// Full precision, so that sums do not drift.
    used: Duration,
    granted: Duration,
}

impl Clock {
    pub fn new(limits: Limits) -> Clock {
        Clock { limits, used: Duration::ZERO, granted: limits.game.unwrap_or_default() }
    }

    pub fn allowance(&self) -> Duration {
        let of_game = self.limits.game.map(|_| self.granted + self.limits.margin);
        let of_game = of_game.map(|granted| granted.saturating_sub(self.used));
        let of_turn = self.limits.turn.map(|turn| turn + self.limits.margin);
        let tighter = of_turn.into_iter().chain(of_game).min();
        tighter.unwrap_or(self.limits.patience)
    }

    /// Counts a move. The tolerance applies once per game, not per move.
    pub fn moved(&mut self, took: Duration) {
        self.used += took;
        self.granted += self.limits.increment;
    }

    /// The value of `INFO time_left` in milliseconds, never below zero.
    pub fn time_left(&self) -> u128 {
        match self.limits.game {
            None => NO_LIMIT,
            Some(_) => self.granted.saturating_sub(self.used).as_millis(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn milliseconds(amount: u64) -> Duration {
        Duration::from_millis(amount)
    }

    fn clock(turn: Option<u64>, game: Option<u64>) -> Clock {
        Clock::new(Limits {
            turn: turn.map(milliseconds),
            game: game.map(milliseconds),
            increment: milliseconds(10),
            margin: milliseconds(50),
            patience: milliseconds(5000),
        })
    }

    #[test]
    fn the_tighter_limit_counts() {
        let mut clock = clock(Some(100), Some(220));
        assert_eq!(clock.allowance(), milliseconds(150));
        clock.moved(milliseconds(100));
        assert_eq!((clock.time_left(), clock.allowance()), (130, milliseconds(150)));
        clock.moved(milliseconds(100));
        assert_eq!((clock.time_left(), clock.allowance()), (40, milliseconds(90)));
    }

    #[test]
    fn the_margin_of_a_game_is_used_up_once() {
        let mut clock = clock(None, Some(100));
        clock.moved(milliseconds(140));
        assert_eq!((clock.time_left(), clock.allowance()), (0, milliseconds(20)));
        clock.moved(milliseconds(30));
        assert_eq!(clock.allowance(), milliseconds(0));
    }

    #[test]
    fn without_limits_patience_counts() {
        let clock = clock(None, None);
        assert_eq!((clock.time_left(), clock.allowance()), (NO_LIMIT, milliseconds(5000)));
    }
}
