//! Chances to win: how often the side to move wins games in which a search gives it a score.
//!
//! The same lead wins less often on a fuller board, where less room is left. `tengen-train chances` fits the numbers to
//! self-play.

use tengen_common::Score;
use tengen_core::board::Position;
use tengen_core::rules::{Rule, Variant};

/// What scores are worth under a rule.
struct Fit {
    /// Points a logit (a win rate of 73 %) on an empty board.
    empty: f32,
    /// How many more for each stone.
    each: f32,
    /// How many times as much a score below zero is worth. With a win by force the side to move would have a proof
    /// instead of a good score, so a good score promises less than a bad one threatens.
    behind: f32,
}

const FREESTYLE: Fit = Fit { empty: 226.0, each: 5.7, behind: 1.85 };
const STANDARD: Fit = Fit { empty: 253.0, each: 5.7, behind: 2.06 };
const RENJU: Fit = Fit { empty: 466.0, each: 4.2, behind: 2.26 };
const CARO: Fit = Fit { empty: 339.0, each: 6.2, behind: 1.77 };

/// No unproven score is worth this many logits.
const MOST_LOGITS: f32 = 12.0;

/// The chances to win in a position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Chances {
    points_a_logit: f32,
    behind: f32,
}

impl Chances {
    /// The chances of the side to move.
    pub fn of(position: &Position, rule: Rule) -> Chances {
        Chances::with_stones(position.stones().len(), rule)
    }

    /// The chances of the side to move in positions with this many stones.
    pub fn with_stones(stones: usize, rule: Rule) -> Chances {
        let fit = match rule.variant {
            Variant::Freestyle => FREESTYLE,
            Variant::Standard => STANDARD,
            Variant::Renju => RENJU,
            Variant::Caro | Variant::CaroExact => CARO,
        };
        let points_a_logit = fit.empty + fit.each * stones as f32;
        Chances { points_a_logit, behind: fit.behind }
    }

    /// The share of games that the side to move wins with this score, 0 to 1; a draw is half a win.
    pub fn win_rate(self, score: Score) -> f32 {
        match (score.win_distance(), score.loss_distance()) {
            (Some(_), _) => 1.0,
            (_, Some(_)) => 0.0,
            _ => {
                let logit = score.value() as f32 / self.points_a_logit;
                let logit = if logit < 0.0 { logit * self.behind } else { logit };
                let logit = logit / (1.0 + logit.abs() / MOST_LOGITS);
                1.0 / (1.0 + (-logit).exp())
            }
        }
    }

    /// The same without whose turn it is: what one side has the other lacks. For comparing the positions of a game.
    pub fn share(self, score: Score) -> f32 {
        (self.win_rate(score) + 1.0 - self.win_rate(-score)) / 2.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::net::Networks;
    use tengen_core::board::{BoardSize, notation};

    /// The networks that played the games to which the numbers are fitted.
    const FITTED_TO: [(Variant, &str); Variant::ALL.len()] = [
        (Variant::Freestyle, "fs-g10"),
        (Variant::Standard, "fs-g10"),
        (Variant::Renju, "renju-g7"),
        (Variant::Caro, "caro-g3"),
        (Variant::CaroExact, "caro-g3"),
    ];

    #[test]
    fn chances_are_fitted_to_the_built_in_networks() {
        for (variant, network) in FITTED_TO {
            let built_in = Networks::built_in().of(Rule::new(variant)).expect("one");
            assert_eq!(built_in.note(), network, "fit the chances under {variant:?} again");
        }
    }

    fn chances(variant: Variant, moves: &str) -> Chances {
        let mut position = Position::new(BoardSize::square(15).unwrap());
        for point in notation::read(moves, position.size()).unwrap() {
            position.play(point, &mut ());
        }
        Chances::of(&position, Rule::new(variant))
    }

    #[test]
    fn a_proof_is_certain_and_a_higher_score_likelier() {
        let chances = chances(Variant::Freestyle, "h8i9");
        let rates = [
            Score::loss_in(4),
            Score::new(-20_000),
            Score::new(-100),
            Score::DRAW,
            Score::new(100),
            Score::new(20_000),
            Score::win_in(3),
        ]
        .map(|score| chances.win_rate(score));
        assert!(rates.is_sorted(), "{rates:?}");
        assert_eq!([rates[0], rates[6]], [0.0, 1.0]);
    }

    #[test]
    fn shares_of_both_sides_make_a_whole() {
        let (chances, score) = (chances(Variant::Renju, "h8i9"), Score::new(120));
        let whole = chances.share(score) + chances.share(-score);
        assert!((whole - 1.0).abs() < 1e-6, "{whole}");
        assert!(chances.win_rate(score) < chances.share(score));
    }

    #[test]
    fn the_same_score_is_worth_less_on_a_fuller_board() {
        let score = Score::new(300);
        for variant in [Variant::Freestyle, Variant::Standard, Variant::Renju, Variant::Caro] {
            let [few, many] = ["h8i9", "h8i9g7j10i7g9h7f7e6h6a1a15o1o15"]
                .map(|moves| chances(variant, moves).win_rate(score));
            assert!(few > many, "{variant:?}: {few} {many}");
        }
    }
}
