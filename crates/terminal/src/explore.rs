//! Shows what a position database knows about a position and its moves, as a table, diagram or
//! JSON.

use super::drawing::{Ink, Marks, Scene};
use super::given::{Given, Setting};
use super::wording;
use anyhow::Result;
use serde_json::{Map, Value as Json, json};
use std::fmt::Write;
use tengen_core::board::{BoardSize, Colour, Position, notation};
use tengen_core::printable;
use tengen_core::rules::Rule;
use tengen_database::{Alike, Bound, Explored, Proof, Record, Records, Results, Value, check_rule};
use tengen_session::service::may_be_fewer;

pub struct Exploration {
    setting: Setting,
    explored: Explored,
}

/// The given position, if databases store it.
pub fn setting(given: &Given, rule: Option<Rule>, size: Option<BoardSize>) -> Result<Setting> {
    kept(given.read(rule, size)?)
}

/// This position, if databases store it.
pub fn kept(setting: Setting) -> Result<Setting> {
    check_rule(setting.rule)?;
    Ok(setting)
}

pub fn run(records: &(impl Records + ?Sized), setting: Setting) -> Result<Exploration> {
    let explored = records.explore(&setting.position, setting.rule)?;
    Ok(Exploration { setting, explored })
}

impl Exploration {
    /// A diagram with the best move, the record of the position, and its moves, at most `most` of them.
    pub fn text(&self, ink: Ink, most: usize) -> String {
        let position = &self.setting.position;
        let record = self.explored.record.clone().unwrap_or_default();
        let marks =
            Marks { last: position.stones().last().map(|stone| stone.point), hint: record.best, ..Marks::default() };
        format!("{}\n{}\n{}", self.heading(), Scene::new(position, &marks).text(ink), self.table(most))
    }

    /// The same without the diagram.
    pub fn words(&self, most: usize) -> String {
        format!("{}\n{}", self.heading(), self.table(most))
    }

    fn heading(&self) -> String {
        let Setting { position, rule, .. } = &self.setting;
        let stones = wording::stones(position.stones().len());
        format!("{rule}, {}, {} to move after {stones}\n", position.size(), position.to_move())
    }

    /// The record of the position, and its moves, at most `most` of them.
    pub fn table(&self, most: usize) -> String {
        let size = self.setting.position.size();
        if self.explored == Explored::default() {
            return "Nothing is known of this position.".into();
        }
        let record = self.explored.record.clone().unwrap_or_default();
        let moves = self.explored.alike();
        let shown = most.min(moves.len());
        let mut text = sentences(&record, size) + &table(&moves[..shown], size);
        if shown < moves.len() {
            let _ = writeln!(text, "{} more: type all", moves.len() - shown);
        }
        text.trim().into()
    }

    pub fn json(&self) -> Json {
        let Setting { position, rule, .. } = &self.setting;
        let size = position.size();
        let moves = self.explored.alike().into_iter().map(|alike| {
            let mut entry = Map::new();
            entry.insert("move".into(), notation::write(alike.points[0], size).into());
            entry.extend(record_json(&alike.record, size));
            Json::Object(entry)
        });
        let record = self.explored.record.as_ref();
        json!({
            "rule": rule.to_string(),
            "width": size.width(),
            "height": size.height(),
            "to_move": position.to_move().to_string(),
            "stones": position.stones().len(),
            "position": record.map(|record| record_json(record, size)),
            "moves": moves.collect::<Vec<_>>(),
        })
    }
}

/// The record of the position itself.
fn sentences(record: &Record, size: BoardSize) -> String {
    let mut text = String::new();
    let Results { black, drawn, white, open } = record.results;
    if record.results.games() > 0 {
        let games = record.results.games();
        let _ = writeln!(text, "games: {games}; black won {black}, white {white}, drawn {drawn}, unknown {open}");
    }
    if record.proof.is_some() || record.value.is_some() {
        let _ = writeln!(text, "value: {}", value_text(record));
    }
    if let Some(best) = record.best {
        let _ = writeln!(text, "best move: {}", notation::write(best, size));
    }
    if !record.comment.is_empty() {
        let _ = writeln!(text, "comment: {}", printable::line(&record.comment));
    }
    if !record.label.is_empty() {
        let _ = writeln!(text, "label: {}", record.label);
    }
    if !record.source.is_empty() {
        let _ = writeln!(text, "first seen in: {}", record.source);
    }
    text
}

/// The moves, one per line.
fn table(moves: &[Alike], size: BoardSize) -> String {
    if moves.is_empty() {
        return String::new();
    }
    let mut text = String::from("\nmove    games   black   drawn   white   results      value              comment\n");
    for Alike { points, record } in moves {
        let results = record.results;
        let share = |count: u64| match results.games() - results.open {
            0 => "-".into(),
            ended => format!("{:.0}%", count as f64 * 100.0 / ended as f64),
        };
        let comment = record.comment.lines().next().unwrap_or_default();
        let words = [&*record.label, comment].into_iter().filter(|words| !words.is_empty());
        let line = format!(
            "{:<5}{:>8}{:>8}{:>8}{:>8}   {:<12} {:<18} {}",
            notation::write(points[0], size),
            results.games(),
            share(results.black),
            share(results.drawn),
            share(results.white),
            bar(results),
            value_text(record),
            words.collect::<Vec<_>>().join("  "),
        );
        text += line.trim_end();
        text.push('\n');
    }
    text
}

/// A bar of the results: `XXXXX==OOO` for black's wins, draws and white's wins; empty without
/// results.
fn bar(results: Results) -> String {
    const LENGTH: u64 = 10;
    let ended = results.games() - results.open;
    if ended == 0 {
        return String::new();
    }
    let up_to = |count: u64| (count * LENGTH + ended / 2) / ended;
    let (black, drawn) = (up_to(results.black), up_to(results.black + results.drawn));
    let letter = |i| match i {
        _ if i < black => 'X',
        _ if i < drawn => '=',
        _ => 'O',
    };
    (0..LENGTH).map(letter).collect()
}

/// `win in 5`, `win in ≤5`, `+35 (depth 12)`, `≥+35 (depth 12)`, or nothing.
fn value_text(record: &Record) -> String {
    match (record.proof, record.value) {
        (Some(Proof::Win(plies)), _) => format!("win in {}", length(plies, record.is_shortest)),
        (Some(Proof::Loss(plies)), _) => format!("loss in {}", length(plies, record.is_shortest)),
        (Some(Proof::Draw), _) => "draw".into(),
        (None, Some(value)) => {
            let bound = match value.bound {
                Bound::Exact => "",
                Bound::Lower => "≥",
                Bound::Upper => "≤",
            };
            format!("{bound}{:+} (depth {})", value.score, value.depth)
        }
        (None, None) => String::new(),
    }
}

/// The plies of a proof: `9`, or `≤9` if they may be fewer.
fn length(plies: u16, is_shortest: bool) -> String {
    let most = if !is_shortest && may_be_fewer(plies.into()) { "≤" } else { "" };
    format!("{most}{plies}")
}

pub fn line_json(position: &Position, rule: Rule, record: &Record) -> String {
    let size = position.size();
    let stones = |colour: Colour| {
        let own = position.stones().iter().filter(|stone| stone.colour == colour);
        notation::list(own.map(|stone| stone.point), size)
    };
    let mut line = Map::new();
    line.insert("rule".into(), rule.to_string().into());
    line.insert("width".into(), size.width().into());
    line.insert("height".into(), size.height().into());
    line.insert("to_move".into(), position.to_move().to_string().into());
    line.insert("black".into(), stones(Colour::Black).into());
    line.insert("white".into(), stones(Colour::White).into());
    if !position.dead().is_empty() {
        line.insert("dead".into(), notation::list(position.dead(), size).into());
    }
    line.extend(record_json(record, size));
    Json::Object(line).to_string()
}

/// The fields of a record; unknown ones are omitted.
fn record_json(record: &Record, size: BoardSize) -> Map<String, Json> {
    let mut entry = Map::new();
    let Results { black, drawn, white, open } = record.results;
    let games = json!({ "black": black, "drawn": drawn, "white": white, "unknown": open });
    entry.insert("games".into(), games);
    let mut add = |name: &str, value: Option<Json>| {
        if let Some(value) = value {
            entry.insert(name.into(), value);
        }
    };
    add("value", record.value.map(value_json));
    add("proof", record.proof.map(proof_json));
    let has_length = matches!(record.proof, Some(Proof::Win(_) | Proof::Loss(_)));
    add("shortest", has_length.then(|| record.is_shortest.into()));
    add("best", record.best.map(|best| notation::write(best, size).into()));
    let text = |text: &str| (!text.is_empty()).then(|| text.into());
    add("comment", text(&record.comment));
    add("label", text(&record.label));
    add("source", text(&record.source));
    entry
}

fn value_json(value: Value) -> Json {
    let bound = match value.bound {
        Bound::Exact => "exact",
        Bound::Lower => "lower",
        Bound::Upper => "upper",
    };
    json!({ "points": value.score, "depth": value.depth, "bound": bound })
}

fn proof_json(proof: Proof) -> Json {
    match proof {
        Proof::Win(plies) => json!({ "win_in": plies }),
        Proof::Loss(plies) => json!({ "loss_in": plies }),
        Proof::Draw => json!("draw"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_length_that_is_not_settled_is_marked() {
        let text = |proof, is_shortest| value_text(&Record { proof: Some(proof), is_shortest, ..Record::default() });
        assert_eq!([true, false].map(|settled| text(Proof::Win(9), settled)), ["win in 9", "win in ≤9"]);
        assert_eq!([true, false].map(|settled| text(Proof::Loss(8), settled)), ["loss in 8", "loss in ≤8"]);
        assert_eq!(text(Proof::Win(3), false), "win in 3");
    }

    #[test]
    fn a_bar_has_the_length_of_its_shares() {
        let of = |black, drawn, white| bar(Results { black, drawn, white, open: 3 });
        assert_eq!(of(5, 2, 3), "XXXXX==OOO");
        assert_eq!(of(1, 0, 0), "XXXXXXXXXX");
        assert_eq!(of(1, 1, 1), "XXX====OOO");
        assert_eq!(of(0, 0, 99), "OOOOOOOOOO");
        assert_eq!(of(0, 0, 0), "");
    }
}
