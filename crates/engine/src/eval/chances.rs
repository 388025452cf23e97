//! Chances to win: how often the side to move wins games in which a search gives it a score.
//!
//! The same lead wins less often on a fuller board, where less room is left, and under renju Black wins less often than
//! the scores say. `tengen-train chances` fits the numbers to self-play.

use tengen_common::Score;
use tengen_core::board::{Colour, Position};
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
    /// Logits that Black has more, and White less, than the score says.
    black: f32,
}

const FREESTYLE: Fit = Fit { empty: 328.0, each: 3.7, behind: 1.85, black: 0.0 };
const STANDARD: Fit = Fit { empty: 256.0, each: 6.8, behind: 2.10, black: 0.0 };
const RENJU: Fit = Fit { empty: 326.0, each: 13.5, behind: 2.33, black: -0.47 };
const CARO: Fit = Fit { empty: 377.0, each: 17.0, behind: 1.55, black: 0.0 };

/// No unproven score is worth this many logits.
const MOST_LOGITS: f32 = 12.0;

/// The chances to win in a position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Chances {
    points_a_logit: f32,
    /// Logits that Black's forbidden moves cost the side to move (below zero) or give it.
    side: f32,
    behind: f32,
}

impl Chances {
    /// The chances of the side to move.
    pub fn of(position: &Position, rule: Rule) -> Chances {
        let fit = match rule.variant {
            Variant::Freestyle => FREESTYLE,
            Variant::Standard => STANDARD,
            Variant::Renju => RENJU,
            Variant::Caro | Variant::CaroExact => CARO,
        };
        Chances {
            points_a_logit: fit.empty + fit.each * position.stones().len() as f32,
            side: if position.to_move() == Colour::Black { fit.black } else { -fit.black },
            behind: fit.behind,
        }
    }

    /// The chances of the other side, if it were to move.
    pub fn of_the_other(self) -> Chances {
        Chances { side: -self.side, ..self }
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
                1.0 / (1.0 + (-logit - self.side).exp())
            }
        }
    }

    /// The same without whose turn it is: what one side has the other lacks. For comparing the positions of a game.
    pub fn share(self, score: Score) -> f32 {
        (self.win_rate(score) + 1.0 - self.of_the_other().win_rate(-score)) / 2.0
    }

    /// A score of the side to move without what it owes to the colours: zero is fair.
    pub fn fair(self, score: Score) -> i32 {
        score.value() + (self.side * self.points_a_logit) as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_core::board::{BoardSize, notation};

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
        let (black, score) = (chances(Variant::Renju, "h8i9"), Score::new(120));
        let whole = black.share(score) + black.of_the_other().share(-score);
        assert!((whole - 1.0).abs() < 1e-6, "{whole}");
        assert!(black.win_rate(score) < black.share(score));
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

    #[test]
    fn only_under_renju_black_needs_a_lead() {
        let fair = |variant, moves| chances(variant, moves).fair(Score::DRAW);
        assert_eq!(fair(Variant::Freestyle, "h8i9"), 0);
        assert!(fair(Variant::Renju, "h8i9") < -100);
        assert!(fair(Variant::Renju, "h8i9h9") > 100);
    }
}
