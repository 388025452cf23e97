//! Replies to Gomocup lines.

use crate::board::{Point, PointSet};
use crate::engine::{Choice, Refusal, Reply};
use crate::search::Report;
use std::fmt::Write;

/// Moves of the principal variation that are shown: managers cut long lines.
const SHOWN_MOVES: usize = 10;

/// The answer to ABOUT.
pub(super) const ABOUT: &str = concat!(
    "name=\"Tengen\", version=\"",
    env!("CARGO_PKG_VERSION"),
    "\", author=\"The Tengen developers\", country=\"International\"\n"
);

/// The lines of a reply, each with its end; empty when nothing is to be said.
pub(super) fn reply(reply: &Reply) -> String {
    match reply {
        Reply::Ok => "OK\n".into(),
        Reply::Move(point, report) => message(report) + &place(*point) + "\n",
        Reply::Suggestion(point, report) => message(report) + "SUGGEST " + &place(*point) + "\n",
        Reply::Opening(Choice::Swap) => "SWAP\n".into(),
        Reply::Opening(Choice::Stones(points)) => places(points) + "\n",
        Reply::Fouls(points) => fouls(points),
        Reply::Silence | Reply::Abandoned => String::new(),
    }
}

/// Why something was not done.
pub(super) fn refusal(refusal: &Refusal) -> String {
    format!("ERROR {refusal}\n")
}

fn place(point: Point) -> String {
    format!("{},{}", point.x(), point.y())
}

fn places(points: &[Point]) -> String {
    let places: Vec<String> = points.iter().copied().map(place).collect();
    places.join(" ")
}

/// `MESSAGE depth 9-15 score +12 nodes 70312 nps 412000 time 170 ms line 7,7 8,8 …`
fn message(report: &Option<Report>) -> String {
    let Some(report) = report else {
        return String::new();
    };
    let milliseconds = report.elapsed.as_millis();
    let microseconds = report.elapsed.as_micros().max(1) as u64;
    let mut text = String::new();
    let _ = writeln!(
        text,
        "MESSAGE depth {}-{} score {} nodes {} nps {} time {milliseconds} ms line {}",
        report.depth,
        report.selective_depth,
        report.score,
        report.nodes,
        report.nodes.saturating_mul(1_000_000) / microseconds,
        places(&report.line[..report.line.len().min(SHOWN_MOVES)]),
    );
    text
}

/// `FORBID 07080910.`: two digits of the column and two of the row for each point.
fn fouls(points: &PointSet) -> String {
    let mut text = String::from("FORBID ");
    for point in points.iter() {
        let _ = write!(text, "{:02}{:02}", point.x(), point.y());
    }
    text + ".\n"
}
