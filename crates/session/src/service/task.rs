//! Tasks and their events.

use crate::level::{Choice, Level};
use std::sync::Arc;
use std::time::Duration;
use tengen_certificate::ProofBook;
use tengen_common::{Limits, Report};
use tengen_core::board::{Point, Position};
use tengen_core::rules::Rule;
use tengen_core::rules::opening::{Answer, Opening};
use tengen_engine::search::{Balance, Searcher};
use tengen_engine::study::review::Verdict;
use tengen_engine::study::{Evaluation, Means, Resistance, Solution};
use tengen_engine::threat::proof::ProofStep;

#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Task {
    /// The position; the game is open, except for a review.
    pub position: Position,
    pub rule: Rule,
    /// By how many points the side to move is ahead in a continuous game.
    #[cfg_attr(feature = "serde", serde(default))]
    pub lead: i32,
    pub work: Work,
    /// When to stop, the points that are not considered for the first move, and whether the score matters.
    #[cfg_attr(feature = "serde", serde(default))]
    pub limits: Limits,
    /// Threads and memory; `None` for the runner's.
    pub resources: Option<Resources>,
    /// A proof whose moves the strongest level plays, `None` for the runner's; or whose win is shown.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub proof: Option<Arc<ProofBook>>,
    /// Use nothing that earlier tasks have learned.
    #[cfg_attr(feature = "serde", serde(default))]
    pub afresh: bool,
    /// Ponder after a move at the strongest level, until the next task, even if the runner does not.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub ponder: bool,
    /// The interval of [`Event::Lines`]; none are sent for [`Duration::MAX`].
    #[cfg_attr(feature = "serde", serde(default = "usual_interval"))]
    pub every: Duration,
}

/// The interval for people.
fn usual_interval() -> Duration {
    Duration::from_millis(60)
}

impl Task {
    /// A task without limits, at the beginning of a game, whose lines are sent for people.
    pub fn new(position: Position, rule: Rule, work: Work) -> Task {
        Task {
            position,
            rule,
            lead: 0,
            work,
            limits: Limits::default(),
            resources: None,
            proof: None,
            afresh: false,
            ponder: false,
            every: usual_interval(),
        }
    }
}

#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Work {
    /// Choose a move. A level with a node limit is stopped after the time limit. The seed and the position decide on
    /// random moves; without one, the runner's settings.
    Move { level: Level, seed: Option<u64> },
    /// Answer the questions to one player in an opening, at a level with a node limit or within the limits, which the
    /// questions share.
    Opening { opening: Box<Opening>, level: Level },
    /// Find the best lines, at most this many; those of proven wins and losses reach the five.
    Lines(usize),
    /// Find the best moves with their lines, at most this many, without looking for shorter wins.
    Moves(usize),
    /// Find the move, or the pair of moves, after which the value is closest to a target.
    Balance(Balance),
    /// Find a forced win by these means: the first one, or the shortest with its proof if the limits want it; with
    /// [`Means::Proof`] that of the task's proof.
    Win(Means),
    /// Find the defence against a VCT that resists longest, with these nodes for each reply. A hasty one trusts wins
    /// without a replay by the rules.
    Resist { hasty: bool },
    /// Evaluate the positions of a game and grade its moves, each within the limits.
    Review(Vec<Reviewed>),
    /// Ask the network which moves it expects, without a search.
    Policy,
    /// Ask the network about many positions, whose games are open, without a search.
    Evaluate(Vec<Position>),
}

#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Resources {
    pub threads: usize,
    /// Memory for the tables in bytes.
    pub memory: usize,
}

impl Resources {
    /// The smallest memory, in bytes, that a search can work with.
    pub const MIN_MEMORY: usize = Searcher::MIN_MEMORY;
}

/// A position of a game to be reviewed.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
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

#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Judged {
    /// The number of moves before it.
    pub after: usize,
    /// The report of the search, if the game is open.
    pub report: Option<Report>,
    /// The judgement of the move played in it.
    pub verdict: Option<Verdict>,
}

#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Event {
    /// The lines found so far, best first. Later ones replace it.
    Lines(Vec<Report>),
    /// Review: a position. The last one comes first; one that comes again replaces what was said of it.
    Judged(Judged),
    Done(Outcome),
    /// The search panicked, which is a bug; the end of the task.
    Failed,
}

/// The message after a search that panicked.
pub const FAILED: &str = "internal error: the search failed";

#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Outcome {
    /// The move, if there is a legal one.
    Move(Option<Choice>),
    /// The answers in the opening, if there is a question.
    Opening(Option<Vec<Answer>>),
    /// The lines, best first; none if there is no legal move that is not blocked.
    Lines(Vec<Report>),
    /// The line that begins with the stones to play, if any will do.
    Balance(Option<Report>),
    /// The forced win, or that none was found; and the positions of the proof of the shortest one.
    Win(Solution, Vec<ProofStep>),
    /// The defence, if there is a legal move.
    Resist(Option<Resistance>),
    /// All positions have been reported.
    Review,
    /// The probability of each legal move, row by row, if the rule has a network.
    Policy(Option<Vec<(Point, f32)>>),
    /// The evaluation of each position, if the rule has a network.
    Evaluate(Option<Vec<Evaluation>>),
}

impl Outcome {
    /// The lines found, best first.
    pub fn lines(&self) -> &[Report] {
        match self {
            Outcome::Move(Some(Choice { report: Some(report), .. })) | Outcome::Balance(Some(report)) => {
                std::slice::from_ref(report)
            }
            Outcome::Lines(lines) => lines,
            _ => &[],
        }
    }
}
