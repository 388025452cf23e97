//! The score of a search, reused two plies later: for positions that are not searched, such as a single reply to a
//! four.

use tengen_common::{Report, Score};
use tengen_core::board::{Point, Position, Stone};

/// The result of one search.
pub(super) struct Forecast {
    /// The stones on the board in that search.
    stones: Vec<Stone>,
    score: Score,
    line: Vec<Point>,
}

impl Forecast {
    /// The forecast of the first (best) of these lines.
    pub fn new(position: &Position, lines: &[Report]) -> Option<Forecast> {
        let best = lines.first()?;
        Some(Forecast {
            stones: position.stones().to_vec(),
            score: best.score,
            line: best.line.clone(),
        })
    }

    /// The forecast score for a position two plies later, if the engine's move was the predicted one. A proven score
    /// is used only if the opponent's reply was predicted too.
    pub fn of(&self, position: &Position) -> Option<Score> {
        let (before, since) = position.stones().split_at_checked(self.stones.len())?;
        let [ours, theirs] = since else {
            return None;
        };
        let follows = before == self.stones && Some(&ours.point) == self.line.first();
        let expected = self.line.get(1) == Some(&theirs.point);
        (follows && (expected || !self.score.is_proven())).then(|| self.score.after(2))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;
    use tengen_core::board::{BoardSize, notation};

    #[test]
    fn a_forecast_is_about_the_position_two_plies_later() {
        let size = BoardSize::square(15).unwrap();
        let points = |text| notation::read(text, size).unwrap();
        let after = |text| {
            let mut position = Position::new(size);
            for point in points(text) {
                position.play(point, &mut ());
            }
            position
        };
        let foretold = |score, now| {
            let report = Report {
                depth: 1,
                selective_depth: 1,
                score,
                win_rate: 0.5,
                nodes: 1,
                elapsed: Duration::ZERO,
                line: points("i9g7f6"),
            };
            Forecast::new(&after("h8h9"), &[report]).unwrap().of(&after(now))
        };
        let (even, lost) = (Score::new(30), Score::loss_in(10));
        assert_eq!(foretold(even, "h8h9i9g7"), Some(even));
        assert_eq!(foretold(even, "h8h9i9a1"), Some(even));
        assert_eq!(foretold(lost, "h8h9i9g7"), Some(Score::loss_in(8)));
        assert_eq!(foretold(Score::win_in(7), "h8h9i9g7"), Some(Score::win_in(5)));
        for other in ["h8h9i9a1", "h8h9a1g7", "h8a1i9g7", "h8h9i9", "h8", "h8h9i9g7f6"] {
            assert_eq!(foretold(lost, other), None, "{other}");
        }
    }
}
