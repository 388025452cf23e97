//! Tasks and their events.

use crate::level::{Choice, Level};
use std::time::Duration;
use tengen_common::Report;
use tengen_core::board::{Point, PointSet, Position};
use tengen_core::rules::Rule;
use tengen_core::rules::opening::{Answer, Opening};
use tengen_engine::search::Balance;
use tengen_engine::study::review::Verdict;
use tengen_engine::study::{Resistance, Solution};
use tengen_engine::threat::proof::ProofStep;

/// What to do with a position.
#[derive(Clone, Debug)]
pub struct Task {
    /// The position; the game is open, except for a review.
    pub position: Position,
    /// The rule.
    pub rule: Rule,
    /// By how many points the side to move is ahead in a continuous game.
    pub lead: i32,
    /// What to do.
    pub work: Work,
}

/// The kinds of tasks.
#[expect(missing_docs, reason = "each variant explains its fields")]
#[derive(Clone, Debug)]
pub enum Work {
    /// Choose a move; `time` is the limit of levels without a node limit.
    Move { level: Level, time: Duration },
    /// Find the best move and its score.
    Hint { time: Duration },
    /// Answer the questions to one player in an opening.
    Opening { opening: Box<Opening>, level: Level, time: Duration },
    /// Find the best lines, at most `count`; without a time until stopped.
    Lines { count: usize, blocked: PointSet, time: Option<Duration>, resources: Resources },
    /// Find the move, or the pair of moves, after which the value is closest to a target.
    Balance { wish: Balance, time: Duration },
    /// Find a forced win: VCF, or also VCT.
    Win { fours_only: bool, time: Duration, resources: Resources },
    /// Find the defence against a VCT that resists longest.
    Resist { time: Duration },
    /// Evaluate the positions of a game and grade its moves, each with these limits.
    Review { game: Vec<Reviewed>, nodes: Option<u64>, time: Option<Duration> },
}

/// Resources of one task.
#[derive(Clone, Copy, Debug)]
pub struct Resources {
    /// Threads.
    pub threads: usize,
    /// Memory for the tables in bytes.
    pub memory: usize,
}

/// A position of a game to be reviewed.
#[derive(Clone, Debug)]
pub struct Reviewed {
    /// The position; `None` if the game is over.
    pub position: Option<Position>,
    /// By how many points its side to move is ahead in a continuous game.
    pub lead: i32,
    /// The move played in it; `None` for the last position.
    pub played: Option<Point>,
}

impl Reviewed {
    /// The positions of a game with their leads, from the first to the one after its last move.
    pub fn game(
        positions: impl IntoIterator<Item = (Option<Position>, i32)>,
        moves: impl IntoIterator<Item = Point>,
    ) -> Vec<Reviewed> {
        let moves = moves.into_iter().map(Some).chain([None]);
        let pairs = positions.into_iter().zip(moves);
        pairs.map(|((position, lead), played)| Reviewed { position, lead, played }).collect()
    }
}

/// A reviewed position.
#[derive(Clone, Debug)]
pub struct Judged {
    /// The number of moves before it.
    pub after: usize,
    /// The report of the search, if the game is open.
    pub report: Option<Report>,
    /// The judgement of the move played in it.
    pub verdict: Option<Verdict>,
}

/// What happens during a task.
#[derive(Clone, Debug)]
pub enum Event {
    /// The lines found so far, best first. Later ones replace it.
    Lines(Vec<Report>),
    /// Review: a position. The last one comes first.
    Judged(Judged),
    /// The end of the task.
    Done(Outcome),
    /// The search panicked, which is a bug; the end of the task.
    Failed,
}

/// The result of a task.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// The move, if there is a legal one.
    Move(Option<Choice>),
    /// The answers in the opening, if there is a question.
    Opening(Option<Vec<Answer>>),
    /// The lines, best first; none if there is no legal move that is not blocked.
    Lines(Vec<Report>),
    /// The line that begins with the stones to play, if any will do.
    Balance(Option<Report>),
    /// The forced win, or that none was found; and the positions of its proof.
    Win(Solution, Vec<ProofStep>),
    /// The defence, if there is a legal move.
    Resist(Option<Resistance>),
    /// All positions have been reported.
    Review,
}
