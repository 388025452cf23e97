//! Formats judgements of moves for the page, which has the sentences in every language.

use crate::game::named;
use crate::wire::{ReasonText, VerdictText};
use tengen_core::board::{BoardSize, Point, notation};
use tengen_engine::study::review::{Reason, Verdict, Way};

/// A judgement for the page.
pub(super) fn verdict_text(verdict: &Verdict, size: BoardSize) -> VerdictText {
    VerdictText {
        grade: verdict.grade.name(),
        loss: rounded(verdict.loss),
        accuracy: rounded(verdict.accuracy()),
        better: named(verdict.better.iter().copied(), size),
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
        Reason::WinsIn(plies) => ReasonText { why: "wins in", plies, ..none },
        Reason::StillWins { plies, instead_of } => ReasonText { why: "still wins", plies, instead_of, ..none },
        Reason::LostIn(plies) => ReasonText { why: "lost in", plies, ..none },
        Reason::LosesSooner { plies, instead_of } => ReasonText { why: "loses sooner", plies, instead_of, ..none },
        Reason::AlreadyLost(plies) => ReasonText { why: "already lost", plies, ..none },
        Reason::Makes(what) => ReasonText { why: "makes", what: what.name(), ..none },
        Reason::Stops(what, point) => ReasonText { why: "stops", what: what.name(), point: at(point), ..none },
        Reason::Misses(way) => way_text(["misses", "misses fours", "misses win"], way, size),
        Reason::Lets(way) => way_text(["lets", "lets fours", "lets win"], way, size),
        Reason::LetsPlay(point) => ReasonText { why: "lets play", point: at(point), ..none },
    }
}

fn way_text(whys: [&'static str; 3], way: Way, size: BoardSize) -> ReasonText {
    let (why, what, point, plies) = match way {
        Way::Makes(pattern, point) => (whys[0], pattern.name(), point, 0),
        Way::ByFours { point, plies } => (whys[1], "", point, plies),
        Way::Wins { point, plies } => (whys[2], "", point, plies),
    };
    let point = notation::write(point, size);
    ReasonText { why, what, point, plies, instead_of: 0 }
}
