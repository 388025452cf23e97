//! Chances to win: how often the side to move wins games in which a search gives it a score.
//!
//! The same lead wins less often on a fuller board, where less room is left. `tengen-train chances` fits the numbers to
//! self-play.
//!
//! In a continuous game a score is about the next point, a row of five, and the game is won by more points. Its win rate
//! combines the chance of the next point with the points so far and with those that are still to come.

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

const FREESTYLE: Fit = Fit { empty: 246.0, each: 7.0, behind: 1.91 };
const STANDARD: Fit = Fit { empty: 288.0, each: 5.8, behind: 2.19 };
const RENJU: Fit = Fit { empty: 466.0, each: 4.2, behind: 2.26 };
const CARO: Fit = Fit { empty: 339.0, each: 6.2, behind: 1.77 };

/// No unproven score is worth this many logits.
const MOST_LOGITS: f32 = 12.0;

/// More points are as good as this many.
const MOST_POINTS: i32 = 40;

/// The expected number of points that are still to come in a continuous game, fitted to games of 225 moves with 2,500 and
/// 3,000 nodes a move. With this many empty points there were still to come, and the formula gives:
///
/// | empty | freestyle, renju, standard (180 games) | | caro (60 games) | |
/// |---|---|---|---|---|
/// | 200 | 3.5 | 3.5 | 4.9 | 4.8 |
/// | 150 | 1.5 | 1.5 | 3.4 | 3.9 |
/// | 100 | 0.2 | 0.4 | 2.6 | 3.0 |
/// | 50 | 0.1 | 0.1 | 2.2 | 1.8 |
fn to_come(position: &Position, rule: Rule) -> f32 {
    let (area_a_point, power) = match rule.variant {
        Variant::Freestyle | Variant::Standard | Variant::Renju => (45.0, 3.0),
        Variant::Caro | Variant::CaroExact => (43.0, 0.7),
    };
    let area = position.size().area() as f32;
    area / area_a_point * (position.empty_count() as f32 / area).powf(power)
}

/// The score of a continuous game.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Race {
    /// The points by which the side to move is ahead.
    lead: i32,
    /// The expected number of points to come.
    to_come: f32,
}

impl Race {
    /// The share of games that end well with this lead if exactly `more` points come, each for either side alike.
    fn with_more(lead: i32, more: i32) -> f32 {
        let won = |lead: i32| match lead.signum() {
            1 => 1.0,
            0 => 0.5,
            _ => 0.0,
        };
        let (mut share, mut ways) = (0.0, 0.5_f32.powi(more));
        for ours in 0..=more {
            share += ways * won(lead + 2 * ours - more);
            ways *= (more - ours) as f32 / (ours + 1) as f32;
        }
        share
    }

    /// The same if the number of points to come has a Poisson distribution.
    fn with_lead(self, lead: i32) -> f32 {
        let (mut share, mut rest, mut likely) = (0.0, 1.0, (-self.to_come).exp());
        for more in 0..MOST_POINTS {
            share += likely * Race::with_more(lead, more);
            rest -= likely;
            likely *= self.to_come / (more + 1) as f32;
        }
        share + rest * Race::with_more(lead, MOST_POINTS)
    }

    /// The share if the side to move makes the next point with this chance.
    fn after_the_next(self, chance: f32) -> f32 {
        chance * self.with_lead(self.lead + 1) + (1.0 - chance) * self.with_lead(self.lead - 1)
    }

    /// The same if there may be no point any more.
    fn uncertain(self, chance: f32) -> f32 {
        let none = (-self.to_come).exp();
        (1.0 - none) * self.after_the_next(chance) + none * Race::with_more(self.lead, 0)
    }
}

/// The chances to win in a position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Chances {
    points_a_logit: f32,
    behind: f32,
    /// In a continuous game.
    race: Option<Race>,
}

impl Chances {
    /// The chances of the side to move.
    pub fn of(position: &Position, rule: Rule) -> Chances {
        let race = rule.continuous.then(|| Race { lead: 0, to_come: to_come(position, rule) });
        Chances { race, ..Chances::with_stones(position.stones().len(), rule) }
    }

    /// The same if the side to move is ahead by this many points in a continuous game.
    pub fn leading_by(self, lead: i32) -> Chances {
        Chances { race: self.race.map(|race| Race { lead, ..race }), ..self }
    }

    /// The chances of the other side with the same stones.
    fn of_the_other(self) -> Chances {
        self.leading_by(self.race.map_or(0, |race| -race.lead))
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
        Chances { points_a_logit, behind: fit.behind, race: None }
    }

    /// The share of games that the side to move wins with this score, 0 to 1; a draw is half a win.
    pub fn win_rate(self, score: Score) -> f32 {
        let chance = self.chance(score);
        match self.race {
            None => chance,
            Some(race) if score.is_proven() => race.after_the_next(chance),
            Some(race) => race.uncertain(chance),
        }
    }

    /// The score to show. In a continuous game an unproven one is about the next point: that with the win rate of the game.
    pub fn shown_score(self, score: Score) -> Score {
        if self.race.is_none() || score.is_proven() {
            return score;
        }
        let rate = self.win_rate(score).clamp(1e-5, 1.0 - 1e-5);
        let logit = (rate / (1.0 - rate)).ln();
        let logit = logit / (1.0 - logit.abs() / MOST_LOGITS);
        let logit = if logit < 0.0 { logit / self.behind } else { logit };
        Score::new((logit * self.points_a_logit).round() as i32)
    }

    fn chance(self, score: Score) -> f32 {
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
        (self.win_rate(score) + 1.0 - self.of_the_other().win_rate(-score)) / 2.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::net::Networks;
    use tengen_core::board::BoardSize;
    use tengen_testkit::after_moves;

    /// The networks that played the games to which the numbers are fitted.
    const FITTED_TO: [(Variant, &str); Variant::ALL.len()] = [
        (Variant::Freestyle, "fs-g12"),
        (Variant::Standard, "fs-g12"),
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
        Chances::of(&after_moves(BoardSize::FIFTEEN, moves), Rule::new(variant))
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

    /// The chances in a continuous game with this many empty points.
    fn continuous(empties: usize, lead: i32) -> Chances {
        let mut position = Position::new(BoardSize::FIFTEEN);
        while position.empty_count() > empties {
            let point = position.empty_points().next().unwrap();
            position.kill(point).unwrap();
        }
        Chances::of(&position, Rule::from_bits(2, false)).leading_by(lead)
    }

    #[test]
    fn in_a_continuous_game_a_five_is_a_point_and_not_the_game() {
        let five = Score::win_in(1);
        let rate = |empties, lead| continuous(empties, lead).win_rate(five);
        assert!((0.6..0.8).contains(&rate(200, 0)), "{}", rate(200, 0));
        assert!(rate(200, -1) < rate(200, 0) && rate(200, 0) < rate(200, 1));
        assert!(rate(10, 0) > 0.9 && (rate(10, -1) - 0.5).abs() < 1e-6 && rate(10, -2) < 0.1);
        let lost = |lead| continuous(10, lead).win_rate(Score::loss_in(2));
        assert!(lost(0) < 0.1 && (lost(1) - 0.5).abs() < 1e-6 && lost(2) > 0.9);
    }

    #[test]
    fn in_a_continuous_game_the_win_rate_knows_the_points_so_far() {
        let rates = [-3, -1, 0, 1, 3].map(|lead| continuous(100, lead).win_rate(Score::DRAW));
        assert!(rates.is_sorted() && (rates[2] - 0.5).abs() < 1e-6, "{rates:?}");
        assert!(rates[0] > 0.0 && rates[4] < 1.0 && rates[3] > 0.7, "{rates:?}");
        let [few, many] = [5, 200].map(|empties| continuous(empties, 1).win_rate(Score::DRAW));
        assert!(few > 0.95 && few > many, "{few} {many}");
        let ahead = continuous(100, 1);
        assert!(ahead.win_rate(Score::new(300)) > ahead.win_rate(Score::new(-300)));
        let whole = ahead.share(Score::new(90)) + continuous(100, -1).share(Score::new(-90));
        assert!((whole - 1.0).abs() < 1e-6, "{whole}");
    }

    #[test]
    fn in_a_continuous_game_the_shown_score_knows_the_points_so_far() {
        let shown = |lead, score: i32| continuous(100, lead).shown_score(Score::new(score));
        assert_eq!(shown(0, 0), Score::DRAW);
        assert!(shown(1, 0) > Score::new(200) && shown(2, 0) > shown(1, 0), "{}", shown(1, 0));
        assert!(shown(-1, 0) < Score::new(-100) && shown(1, 90) > shown(1, 0));
        let sole = continuous(100, 1);
        let (rate, shown) = (sole.win_rate(Score::new(-90)), sole.shown_score(Score::new(-90)));
        assert!((sole.chance(shown) - rate).abs() < 0.01, "{shown}");
        assert_eq!(sole.shown_score(Score::win_in(3)), Score::win_in(3));
        let single = chances(Variant::Renju, "h8i9");
        assert_eq!(single.shown_score(Score::new(77)), Score::new(77));
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
            let [few, many] =
                ["h8i9", "h8i9g7j10i7g9h7f7e6h6a1a15o1o15"].map(|moves| chances(variant, moves).win_rate(score));
            assert!(few > many, "{variant:?}: {few} {many}");
        }
    }
}
