//! Results of searches as JSON, for `tengen analyse --json` and `tengen analysis`.

use serde_json::{Map, Value, json};
use tengen_common::{Report, Score};
use tengen_core::board::{BoardSize, Colour, Position, notation};
use tengen_core::rules::Rule;
use tengen_engine::pattern::forbidden_points;
use tengen_records::Ending;

pub type Object = Map<String, Value>;

/// A position and its best lines, the best first.
pub fn position(position: &Position, rule: Rule, lines: &[Report]) -> Object {
    let size = position.size();
    let best = lines.first();
    let mut object = object(json!({
        "rule": rule.to_string(),
        "width": size.width(),
        "height": size.height(),
        "to_move": position.to_move().to_string(),
        "stones": position.stones().len(),
        "nodes": best.map_or(0, |best| best.nodes),
        "milliseconds": best.map_or(0, |best| best.elapsed.as_millis() as u64),
        "lines": lines.iter().map(|report| line(report, size, rule)).collect::<Vec<_>>(),
    }));
    if rule.has_forbidden_moves() && position.to_move() == Colour::Black {
        let points = forbidden_points(position, rule);
        object.insert("forbidden".into(), notation::names(points.iter(), size).into());
    }
    object
}

/// The result of a game: `{"winner": "black", "reason": "five"}`; the winner is `null` after a draw.
pub fn outcome(ending: Ending) -> Value {
    json!({
        "winner": ending.winner.map(|side| side.to_string()),
        "reason": ending.reason.to_string(),
    })
}

pub fn object(value: Value) -> Object {
    match value {
        Value::Object(object) => object,
        _ => Object::new(),
    }
}

fn line(report: &Report, size: BoardSize, rule: Rule) -> Value {
    let mut line = object(json!({
        "score": score(report.shown_score, rule),
        "win_rate": rounded(report.win_rate),
        "depth": report.depth,
        "selective_depth": report.selective_depth,
        "moves": notation::names(&report.line, size),
    }));
    if report.score.is_proven() {
        line.insert("shortest".into(), report.is_shortest.into());
    }
    line.into()
}

/// `{"points": 35}`, `{"win_in": 7}` or `{"loss_in": 4}` (plies); in a continuous game, where a five is a point,
/// `{"point_in": 7}` or `{"lost_point_in": 4}`.
pub fn score(score: Score, rule: Rule) -> Value {
    let names = match rule.continuous {
        true => ["point_in", "lost_point_in"],
        false => ["win_in", "loss_in"],
    };
    match (score.win_distance(), score.loss_distance()) {
        (Some(plies), _) => json!({ names[0]: plies }),
        (_, Some(plies)) => json!({ names[1]: plies }),
        _ => json!({ "points": score.value() }),
    }
}

/// A share with four digits: the last digits of exponentials differ between processors.
pub fn rounded(share: f32) -> f64 {
    (f64::from(share) * 1e4).round() / 1e4
}
