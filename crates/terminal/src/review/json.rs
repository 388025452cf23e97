//! The review as JSON.

use super::Review;
use super::rows::{ReviewRow, marked_grades};
use crate::answer;
use serde_json::{Map, Value, json};
use tengen_common::Score;
use tengen_core::board::notation;

/// The reviews as an array, one object per game.
pub fn json(reviews: &[Review]) -> Value {
    reviews.iter().map(Review::json).collect()
}

impl Review {
    fn json(&self) -> Value {
        let game = &self.game;
        let [black, white] = &game.players;
        let summaries = self.summaries().into_iter().map(|summary| {
            let mut counts: Map<String, Value> =
                marked_grades().map(|grade| (grade.name().into(), summary.count(grade).into())).collect();
            counts.insert("accuracy".into(), summary.accuracy.map(answer::rounded).into());
            (summary.side.to_string(), counts.into())
        });
        json!({
            "name": self.name,
            "rule": game.rule.to_string(),
            "width": game.size.width(),
            "height": game.size.height(),
            "players": { "black": black, "white": white },
            "point_of_view": self.view.of().to_string(),
            "sides": Value::Object(summaries.collect()),
            "outcome": self.boards.last().and_then(|board| board.ending()).map(answer::outcome),
            "moves": self.rows().iter().map(|row| self.move_json(row)).collect::<Vec<_>>(),
        })
    }

    fn move_json(&self, row: &ReviewRow) -> Value {
        let better = row.verdict.better.iter().map(|&point| notation::write(point, self.game.size));
        let seen = self.seen(row.number);
        let mut object = answer::object(json!({
            "number": row.number,
            "side": row.side.to_string(),
            "move": row.point,
            "score": seen.map(|seen| answer::score(seen, self.game.rule)),
            "win_rate": self.chance(row.number).map(answer::rounded),
            "lost": answer::rounded(row.verdict.loss),
            "grade": row.verdict.grade.name(),
            "reason": row.reason,
            "better": better.collect::<Vec<_>>(),
        }));
        if seen.is_some_and(Score::is_proven) {
            object.insert("shortest".into(), (!self.is_bound(row.number)).into());
        }
        object.into()
    }
}
