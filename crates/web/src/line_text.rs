//! Formats scores and lines for the page.

use crate::wire::{Line as LineText, Worth};
use tengen_common::{Report, Score};
use tengen_core::board::{BoardSize, notation};
use tengen_session::service::is_bound;

pub(super) fn line_text(report: &Report, size: BoardSize) -> LineText {
    LineText {
        score: worth(report.shown_score),
        at_most: is_bound(report),
        rate: rate(report.win_rate),
        depth: report.depth,
        selective_depth: report.selective_depth,
        nodes: report.nodes,
        time: report.elapsed.as_millis() as u64,
        moves: notation::list(&report.line, size),
    }
}

/// A win rate without the last digits of exponentials, which differ between processors.
pub(super) fn rate(win_rate: f32) -> f32 {
    (win_rate * 1e4).round() / 1e4
}

pub(super) fn worth(score: Score) -> Worth {
    match (score.win_distance(), score.loss_distance()) {
        (Some(plies), _) => Worth::WinIn(plies),
        (_, Some(plies)) => Worth::LossIn(plies),
        _ => Worth::Points(score.value()),
    }
}
