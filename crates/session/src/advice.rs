//! A database that advises a search, and what it learns from one.

use std::sync::Arc;
use tengen_common::Report;
use tengen_core::board::Position;
use tengen_core::rules::Rule;
use tengen_database::{Bound, Place, PositionBook, Proof, Record, Value};
use tengen_engine::search::{Adviser, Recommendation};

/// Recommends the moves of a database. If it cannot be read now, for example because another program has locked the
/// file, there is no recommendation.
pub fn adviser(book: Arc<dyn PositionBook>) -> Arc<Adviser> {
    Arc::new(move |position: &Position, rule: Rule| match book.get_at(&Place::of(position, rule)) {
        Ok(record) => recommendation(&record?),
        Err(error) => {
            log::warn!("{error:#}");
            None
        }
    })
}

fn recommendation(record: &Record) -> Option<Recommendation> {
    let wins = matches!(record.proof, Some(Proof::Win(_)));
    let depth = match (record.proof, record.value) {
        _ if wins => u32::MAX,
        (None, Some(value)) if value.bound == Bound::Exact => value.depth.into(),
        _ => return None,
    };
    Some(Recommendation { point: record.best?, depth, wins })
}

/// A database record of a search result. Only wins count as proven: a loss means that none of the searched moves
/// helps, not that no move does.
pub fn record_of(report: &Report, source: &str) -> Record {
    let win = report.score.win_distance();
    let loses = report.score.loss_distance().is_some();
    let depth = u16::try_from(report.depth).unwrap_or(u16::MAX);
    let value = Value { score: report.score.value(), depth, bound: Bound::Exact };
    Record {
        value: (win.is_none() && !loses).then_some(value),
        proof: win.map(|plies| Proof::Win(plies as u16)),
        is_shortest: win.is_some() && report.is_shortest,
        best: report.line.first().copied(),
        source: source.into(),
        ..Record::default()
    }
}
