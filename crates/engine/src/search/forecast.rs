//! The score of a search, reused two plies later: for positions that are not searched, such as a single reply to a
//! four.

use tengen_common::{Report, Score};
use tengen_core::board::{Point, Position, Stone};

pub(super) struct Forecast {
    /// The stones on the board in that search.
    stones: Vec<Stone>,
    score: Score,
    line: Vec<Point>,
}

impl Forecast {
    /// The forecast of the first (best) of these lines; none by a guess.
    pub fn new(position: &Position, lines: &[Report]) -> Option<Forecast> {
        let best = lines.first().filter(|report| !report.is_forced())?;
        Some(Forecast { stones: position.stones().to_vec(), score: best.score, line: best.line.clone() })
    }

    /// The forecast score for a position two plies later, if both moves were the predicted ones.
    pub fn of(&self, position: &Position) -> Option<Score> {
        let (before, since) = position.stones().split_at_checked(self.stones.len())?;
        let follows = before == self.stones
            && since.len() == 2
            && since.iter().map(|stone| stone.point).eq(self.line.iter().copied().take(2));
        follows.then(|| self.score.after(2))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_core::board::{BoardSize, notation};
    use tengen_testkit::after_moves;

    #[test]
    fn a_forecast_is_about_the_position_two_plies_later() {
        let points = |text| notation::read(text, BoardSize::FIFTEEN).unwrap();
        let after = |text| after_moves(BoardSize::FIFTEEN, text);
        let foretold_by = |depth, score, now| {
            let report = Report { depth, ..Report::new(score, points("i9g7f6")) };
            Forecast::new(&after("h8h9"), &[report])?.of(&after(now))
        };
        let foretold = |score, now| foretold_by(1, score, now);
        let (even, lost) = (Score::new(30), Score::loss_in(10));
        assert_eq!(foretold(even, "h8h9i9g7"), Some(even));
        assert_eq!(foretold_by(0, even, "h8h9i9g7"), None, "a guess");
        assert_eq!(foretold(lost, "h8h9i9g7"), Some(Score::loss_in(8)));
        assert_eq!(foretold(Score::win_in(7), "h8h9i9g7"), Some(Score::win_in(5)));
        for other in ["h8h9i9a1", "h8h9a1g7", "h8a1i9g7", "h8h9i9", "h8", "h8h9i9g7f6"] {
            assert_eq!(foretold(lost, other), None, "{other}");
            assert_eq!(foretold(even, other), None, "{other}");
        }
    }
}
