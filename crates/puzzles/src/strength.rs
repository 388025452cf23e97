//! Ratings of players and puzzles from attempts: Glicko-2 (Glickman 2013), with each attempt as a game between player
//! and puzzle.

use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Strength {
    /// The rating; players start at 1000.
    pub rating: f64,
    pub deviation: f64,
    pub volatility: f64,
}

impl Default for Strength {
    /// The rating of a new player.
    fn default() -> Strength {
        Strength { rating: 1000.0, deviation: 350.0, volatility: 0.06 }
    }
}

impl Strength {
    /// The rating of a player who has never played. The deviation is small, so that no step is skipped.
    pub fn beginner() -> Strength {
        Strength { rating: 100.0, deviation: 120.0, ..Strength::default() }
    }

    /// The rating of a puzzle without attempts, based on its traits.
    pub fn of_puzzle(rating: u32) -> Strength {
        Strength { rating: f64::from(rating), deviation: 150.0, ..Strength::default() }
    }

    /// Clamps external values to a plausible range.
    fn bounded(self) -> Glicko2Rating {
        Glicko2Rating {
            rating: self.rating.clamp(0.0, 4000.0),
            deviation: self.deviation.clamp(30.0, 350.0),
            volatility: self.volatility.clamp(0.01, 0.15),
        }
    }
}

pub fn after(player: Strength, puzzle: Strength, solved: bool) -> (Strength, Strength) {
    let outcome = if solved { Outcomes::WIN } else { Outcomes::LOSS };
    let (player, puzzle) = (player.bounded(), puzzle.bounded());
    let (player, puzzle) = glicko2(&player, &puzzle, &outcome, &Glicko2Config::new());
    (of_rating(player), of_rating(puzzle))
}

fn of_rating(rating: Glicko2Rating) -> Strength {
    Strength { rating: rating.rating, deviation: rating.deviation, volatility: rating.volatility }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A player as strong as puzzles of grade 4.
    fn equal() -> Strength {
        Strength { rating: 1500.0, ..Strength::default() }
    }

    #[test]
    fn a_new_player_begins_where_the_page_lets_players_begin() {
        let page = include_str!("../../../web/trainer.js");
        assert!(page.contains("const NEW_PLAYER = { rating: 1000, deviation: 350, volatility: 0.06 };"));
        let Strength { rating, deviation, volatility } = Strength::default();
        assert_eq!((rating, deviation, volatility), (1000.0, 350.0, 0.06));
        assert!(page.contains("const BEGINNER = { ...NEW_PLAYER, rating: 100, deviation: 120 };"));
        let Strength { rating, deviation, .. } = Strength::beginner();
        assert_eq!((rating, deviation), (100.0, 120.0));
    }

    #[test]
    fn solving_a_puzzle_raises_the_solver_and_lowers_the_puzzle() {
        let (player, puzzle) = after(equal(), Strength::of_puzzle(1500), true);
        assert!(player.rating > 1600.0, "{player:?}");
        assert!((1440.0..1500.0).contains(&puzzle.rating), "{puzzle:?}");
        assert!(player.deviation < 350.0 && puzzle.deviation < 150.0);
    }

    #[test]
    fn an_easy_puzzle_counts_less_when_solved_than_when_failed() {
        let moved = |solved| {
            let (player, _) = after(equal(), Strength::of_puzzle(1000), solved);
            (player.rating - 1500.0).abs()
        };
        assert!(moved(false) > 5.0 * moved(true));
    }

    #[test]
    fn no_numbers_break_it() {
        let wild = Strength { rating: 1e300, deviation: -1.0, volatility: 0.0 };
        let (player, puzzle) = after(wild, wild, false);
        for strength in [player, puzzle] {
            assert!(strength.rating.is_finite() && strength.deviation > 0.0, "{strength:?}");
        }
    }
}
