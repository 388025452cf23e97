//! A game inside this process: searchers move, the rules judge.

use crate::search::Searcher;
use std::time::Duration;
use tengen_common::time::TimePlan;
use tengen_common::{Limits, LimitsOnly, Report};
use tengen_core::board::Position;
use tengen_core::records::training::{GameResult, Searched};
use tengen_core::rules::{Outcome, Rule, judge};

/// How much is thought about a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// So many nodes: the same game on every machine.
    Nodes(u64),
    /// So long, always: what a slower evaluation costs counts.
    Time(Duration),
}

impl Effort {
    /// As limits of a search.
    pub fn limits(self) -> Limits {
        let (nodes, time) = match self {
            Effort::Nodes(nodes) => (Some(nodes), None),
            Effort::Time(time) => (None, Some(time)),
        };
        Limits {
            nodes,
            time: time.map(TimePlan::fixed),
            ..Limits::default()
        }
    }
}

/// Searches a position with a fixed number of nodes.
pub fn think(
    searcher: &mut Searcher,
    position: &Position,
    rule: Rule,
    nodes: u64,
) -> Option<Report> {
    let limits = Effort::Nodes(nodes).limits();
    searcher.search(position, rule, &limits, &mut LimitsOnly::new())
}

/// The move that a search wants, with its score.
pub fn wanted(report: &Report) -> Searched {
    Searched {
        point: report.best_move(),
        best: report.best_move(),
        score: report.score.value() as i16,
    }
}

/// Plays on from `position` until the game is over, or drawn after two thirds of the board are full.
/// `mover` gives each move; when it has none, the game is a draw.
pub fn play_out(
    mut position: Position,
    rule: Rule,
    mut mover: impl FnMut(&Position) -> Option<Searched>,
) -> (Vec<Searched>, GameResult) {
    let most = position.shape().area() * 2 / 3;
    let mut moves = Vec::new();
    while position.stones().len() < most {
        let Some(searched) = mover(&position) else {
            break;
        };
        moves.push(searched);
        let side = position.to_move();
        match judge(&position, searched.point, side, rule) {
            Outcome::Five(_) => return (moves, GameResult::Won(side)),
            Outcome::Foul(foul) => {
                log::error!("{:?} is a foul: {foul:?}", searched.point);
                return (moves, GameResult::Won(!side));
            }
            Outcome::Draw => break,
            Outcome::Open => position.play(searched.point, &mut ()),
        }
    }
    (moves, GameResult::Drawn)
}
