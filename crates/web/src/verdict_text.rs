//! Formats judgements of moves for the page, which has the sentences in every language.

use crate::wire::{ReasonText, VerdictText};
use tengen_common::WinLength;
use tengen_core::board::{BoardSize, Point, notation};
use tengen_engine::study::review::{Reason, Verdict, Way};

pub(super) fn verdict_text(verdict: &Verdict, size: BoardSize) -> VerdictText {
    VerdictText {
        grade: verdict.grade.name(),
        loss: rounded(verdict.loss),
        accuracy: rounded(verdict.accuracy()),
        better: notation::list(&verdict.better, size),
        reason: verdict.reason.map(|reason| reason_text(reason, size)),
    }
}

/// The last digits of exponentials differ between processors.
fn rounded(share: f32) -> f32 {
    (share * 1e4).round() / 1e4
}

fn reason_text(reason: Reason, size: BoardSize) -> ReasonText {
    let none = ReasonText::default();
    let at = |point: Point| notation::write(point, size);
    match reason {
        Reason::Five => ReasonText { why: "five", ..none },
        Reason::Forbidden(kind) => ReasonText { why: "forbidden", what: kind.name(), ..none },
        Reason::WinsIn(length) => in_plies("wins in", length),
        Reason::StillWins { length, instead_of } => instead("still wins", length, instead_of),
        Reason::LostIn(length) => in_plies("lost in", length),
        Reason::LosesSooner { length, instead_of } => instead("loses sooner", length, instead_of),
        Reason::AlreadyLost(length) => in_plies("already lost", length),
        Reason::Makes(what) => ReasonText { why: "makes", what: what.name(), ..none },
        Reason::Stops(what, point) => ReasonText { why: "stops", what: what.name(), point: at(point), ..none },
        Reason::Misses(way) => way_text(["misses", "misses fours", "misses win"], way, size),
        Reason::Lets(way) => way_text(["lets", "lets fours", "lets win"], way, size),
        Reason::LetsPlay(point) => ReasonText { why: "lets play", point: at(point), ..none },
    }
}

fn way_text(whys: [&'static str; 3], way: Way, size: BoardSize) -> ReasonText {
    let (reason, point) = match way {
        Way::Makes(pattern, point) => {
            (ReasonText { why: whys[0], what: pattern.name(), ..ReasonText::default() }, point)
        }
        Way::ByFours { point, length } => (in_plies(whys[1], length), point),
        Way::Wins { point, length } => (in_plies(whys[2], length), point),
    };
    ReasonText { point: notation::write(point, size), ..reason }
}

fn instead(why: &'static str, length: WinLength, instead_of: WinLength) -> ReasonText {
    let WinLength { plies, at_most } = instead_of;
    ReasonText { instead_of: plies, instead_of_at_most: at_most, ..in_plies(why, length) }
}

fn in_plies(why: &'static str, length: WinLength) -> ReasonText {
    let WinLength { plies, at_most } = length;
    ReasonText { why, plies, at_most, ..ReasonText::default() }
}
