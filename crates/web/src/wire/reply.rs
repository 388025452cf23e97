//! Replies to a page.

use super::Strength;
use crate::Remark;
use crate::game::{BoardText, EndingText, GameText, Side, ThreatText, TreeText};
use crate::opening::StepText;
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};
use tengen_certificate::ProofBook;
use tengen_core::message::{Coded, CodedMessage as _, Datum};

/// A message of the server.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Message {
    /// The number of the question.
    pub id: u32,
    /// Whether it is the last message about this question.
    pub last: bool,
    /// The message.
    #[serde(flatten)]
    pub reply: Reply,
}

/// The content of a message of the server.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "reply", rename_all = "snake_case")]
pub enum Reply {
    /// Version, levels and limits.
    Hello(Hello),
    /// The contents of a board.
    Board(BoardText),
    /// The best line so far, while a move is being chosen.
    Seen {
        /// The line.
        line: Line,
    },
    /// The chosen move.
    Chosen {
        /// The point; none if no legal move is left.
        point: Option<String>,
        /// The result of the search, if there was one.
        line: Option<Line>,
    },
    /// The best lines, the best first.
    Lines {
        /// The lines.
        lines: Vec<Line>,
    },
    /// Stones that make the position even.
    Even {
        /// The stones, and the moves after them.
        line: Line,
        /// The number of stones to be played.
        stones: usize,
    },
    /// The result of a search for a win.
    Solved(Solved),
    /// How far a proof is.
    Proving {
        /// Positions of the tree.
        positions: usize,
        /// Nodes searched.
        nodes: u64,
        /// Of the replies to the best first move: those that are answered, …
        answered: usize,
        /// … and those that are not.
        open: usize,
    },
    /// A win is proven, and checked by the rules alone.
    Proven {
        /// What it is about: *perfect* plays by it from now on.
        proof: ProofText,
        /// The first move.
        first: String,
        /// The most plies to the five, whatever the other side does.
        plies: u32,
        /// Positions of the proof.
        positions: usize,
    },
    /// No win is proven.
    Unproven {
        /// The best first move, each time with a reply that is not answered.
        open: Vec<String>,
        /// The memory was used up.
        is_full: bool,
    },
    /// The reply to a threat.
    Resisted {
        /// The point; none if any move will do.
        point: Option<String>,
        /// Whether no win was found after it.
        holds: bool,
    },
    /// The fours and threes that each side can make.
    Threats {
        /// The points, row by row, Black's first.
        threats: Vec<ThreatText>,
    },
    /// The ratings after an attempt at a puzzle.
    Rated {
        /// The player's rating.
        player: Strength,
        /// The puzzle's rating.
        puzzle: Strength,
    },
    /// A reviewed position of a game.
    Judged {
        /// The number of moves before it, from the first position evaluated.
        after: usize,
        /// The best line, if there is a legal move.
        line: Option<Line>,
        /// The judgement of the move played there.
        verdict: Option<VerdictText>,
    },
    /// The question has been handled.
    Done,
    /// The next step of an opening.
    Step(StepText),
    /// The engine's answers in an opening, until the other player is asked.
    Opened {
        /// The answers.
        answers: Vec<String>,
    },
    /// A game that was read.
    Record {
        /// The game with its variations.
        tree: TreeText,
        /// Notes on problems with the file.
        notes: Vec<RemarkText>,
        /// What neither the file nor the question names.
        assumed: AssumedText,
    },
    /// The games of a file.
    Records {
        /// The games.
        games: Vec<TreeText>,
        /// The number of games that cannot be shown.
        skipped: usize,
    },
    /// A file that was written.
    File {
        /// The bytes, in base64.
        file: String,
        /// Notes on what is not in it.
        notes: Vec<RemarkText>,
    },
    /// Database records.
    Explored(ExploredText),
    /// A game was offered to the database.
    Added {
        /// Whether it was not there yet.
        is_new: bool,
    },
    /// Games of the database.
    Games {
        /// The games, in no order.
        games: Vec<StoredText>,
    },
    /// The current state of the games to watch.
    Live(Live),
    /// The request cannot be fulfilled.
    Refused {
        /// The reason.
        why: RemarkText,
        /// Whether it can be fulfilled with `insist`.
        insist: bool,
    },
}

impl Reply {
    /// The request cannot be fulfilled.
    pub fn refused(why: impl Into<Remark>) -> Reply {
        Reply::Refused { why: RemarkText::of(why), insist: false }
    }
}

impl Message {
    pub fn last(id: u32, reply: Reply) -> Message {
        let last = true;
        Message { id, last, reply }
    }

    /// A message before the last one.
    pub fn on_the_way(id: u32, reply: Reply) -> Message {
        let last = false;
        Message { id, last, reply }
    }

    /// The request cannot be fulfilled.
    pub fn refused(id: u32, why: impl Into<Remark>) -> Message {
        Message::last(id, Reply::refused(why))
    }
}

/// What is said to a person.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RemarkText {
    /// The code.
    pub code: &'static str,
    /// The data by their names.
    pub data: BTreeMap<&'static str, DatumText>,
    /// The sentence in English.
    pub text: String,
}

/// A part of a remark: a name or number, or another remark.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(untagged)]
pub enum DatumText {
    /// A name or number.
    Text(String),
    /// Another remark.
    Remark(RemarkText),
}

impl RemarkText {
    pub fn of(remark: impl Into<Remark>) -> RemarkText {
        RemarkText::coded(remark.into().coded())
    }

    fn coded(Coded { code, data, text }: Coded) -> RemarkText {
        let datum = |(name, datum)| match datum {
            Datum::Text(text) => (name, DatumText::Text(text)),
            Datum::Number(number) => (name, DatumText::Text(number.to_string())),
            Datum::Message(message) => (name, DatumText::Remark(RemarkText::coded(message))),
        };
        RemarkText { code, data: data.into_iter().map(datum).collect(), text }
    }
}

/// The program and its limits.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Hello {
    /// The version of the program.
    pub version: &'static str,
    /// The names of the levels, the weakest first.
    pub levels: Vec<&'static str>,
    /// The names of the rules.
    pub rules: Vec<&'static str>,
    /// The names of the opening rules.
    pub openings: Vec<&'static str>,
    /// The range of board sides.
    pub sides: [u32; 2],
    /// The maximum number of lines of an analysis.
    pub lines: usize,
    /// Megabytes for a search: default and maximum.
    pub memory: [usize; 2],
    /// The number of threads that the machine can run in parallel.
    pub threads: usize,
    /// Whether there are games to watch.
    pub watch: bool,
    /// The URL of a public page, if known.
    pub public: Option<String>,
    /// The database, if there is one.
    pub database: Option<DatabaseText>,
    /// The proofs that the engine may play by.
    pub proofs: Vec<ProofText>,
    /// Whether it can search for proofs.
    pub proves: bool,
}

/// What was assumed about a game that does not name it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AssumedText {
    /// The rule was assumed.
    pub rule: bool,
    /// The board size was assumed.
    pub board: bool,
}

/// A proof.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ProofText {
    /// Its rule.
    pub rule: String,
    /// Its board, like `15x15`.
    pub size: String,
    /// The side that wins.
    pub side: Side,
}

impl ProofText {
    /// What a proof is about.
    pub fn of(proof: &ProofBook) -> ProofText {
        let head = proof.head();
        ProofText { rule: head.rule.to_string(), size: head.size.to_string(), side: head.attacker().into() }
    }
}

/// A database.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DatabaseText {
    /// The file name.
    pub name: String,
    /// Whether comments and labels can be written.
    pub writable: bool,
}

/// A line of play with its score, from the view of the side to move.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Line {
    /// The score.
    pub score: Worth,
    /// The win or loss is proven in at most this many plies; there may be a shorter one.
    pub at_most: bool,
    /// The win rate of the side to move, 0 to 1.
    pub rate: f32,
    /// Depth in plies.
    pub depth: u32,
    /// The deepest ply reached.
    pub selective_depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// Milliseconds used.
    pub time: u64,
    /// The moves.
    pub moves: String,
}

/// A score.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Worth {
    /// An evaluation.
    Points(i32),
    /// A proven win in this many plies.
    WinIn(u32),
    /// A proven loss in this many plies.
    LossIn(u32),
}

/// The judgement of a move.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct VerdictText {
    /// `best`, `good`, `inaccuracy`, `mistake`, `blunder`, `missed defence` or `missed win`.
    pub grade: &'static str,
    /// The loss of winning chances, 0 to 1.
    pub loss: f32,
    /// The accuracy, 0 to 1.
    pub accuracy: f32,
    /// The line of a better move, or empty.
    pub better: String,
    /// The reason, if there is one to give.
    pub reason: Option<ReasonText>,
}

/// The reason of a judgement.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReasonText {
    /// `five`, `forbidden`, `wins in`, `still wins`, `lost in`, `already lost`, `loses sooner`, `makes`, `stops`,
    /// `misses`, `misses fours`, `misses win`, `lets`, `lets fours`, `lets win` or `lets play`.
    pub why: &'static str,
    /// What is made, stopped, missed or allowed; or which move is forbidden.
    pub what: &'static str,
    /// Where, or empty.
    pub point: String,
    /// Plies up to the five, or 0.
    pub plies: u32,
    /// It may take fewer plies.
    pub at_most: bool,
    /// The plies of the best move, or 0.
    pub instead_of: u32,
    /// The best move may take fewer plies.
    pub instead_of_at_most: bool,
}

/// The result of a search for a win.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Solved {
    /// `VCF`, `VCT`, or `win` by any moves.
    pub what: &'static str,
    /// `win`, `none` or `unknown`.
    pub finding: &'static str,
    /// There is no shorter win.
    pub shortest: bool,
    /// The winning line.
    pub moves: String,
    /// What the winner plays against each defence: the first plan is for the position itself.
    pub proof: Vec<PlanText>,
    /// Positions visited.
    pub nodes: u64,
    /// Milliseconds used.
    pub time: u64,
}

/// What the winner plays in one position of a proof.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PlanText {
    /// A threat, or fours and the replies to them up to the five.
    pub moves: String,
    /// The fours that the threat wins with if nothing stops it.
    pub fours: String,
    /// The replies to the threat and the plan against each; null if it is not in the proof.
    pub replies: Vec<(String, Option<u32>)>,
    /// Plies to the five against the longest resistance.
    pub plies: u32,
}

/// The database records of a position and its moves.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ExploredText {
    /// The record of the position; value and proof are from the view of the side to move.
    pub position: Option<RecordText>,
    /// The known moves, the most relevant first.
    pub moves: Vec<KnownText>,
}

/// A game of the database.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct StoredText {
    /// The game, as the position that was asked for lies on the board.
    pub tree: TreeText,
    /// The number of moves before that position.
    pub after: usize,
    /// Where it came from.
    pub source: String,
}

/// A known move.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct KnownText {
    /// The move, followed by its images under symmetry.
    pub points: String,
    /// The record; value and proof are from the view of the side that makes the move.
    #[serde(flatten)]
    pub record: RecordText,
}

/// The record of a position.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RecordText {
    /// The number of games won by black, drawn, won by white, and without result.
    pub games: [u64; 4],
    /// The proven score, or otherwise that of a search.
    pub score: Option<Worth>,
    /// The win or loss is proven in at most this many plies; there may be a shorter one.
    pub at_most: bool,
    /// The win rate with this score, 0 to 1.
    pub rate: Option<f32>,
    /// Whether it is proven to be a draw.
    pub drawn: bool,
    /// The depth of the search.
    pub depth: Option<u16>,
    /// The bound type of the score: `exact`, `lower` or `upper`.
    pub bound: &'static str,
    /// The best move, or empty.
    pub best: String,
    /// The comment.
    pub comment: String,
    /// The label of the move that leads to it.
    pub label: String,
    /// The source that was seen first.
    pub source: String,
}

/// A game to watch.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LiveGame {
    /// Its number, from 1.
    pub number: usize,
    /// The game so far.
    pub game: GameText,
    /// Black's name and white's.
    pub players: [String; 2],
    /// The result, if the game is over.
    pub ending: Option<EndingText>,
    /// The side played from the page.
    pub yours: Option<Side>,
    /// The clock of the side to move, if the time for each move is limited.
    pub clock: Option<LiveClock>,
}

/// The clock of the side to move in a game to watch.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LiveClock {
    /// The time for a move, in milliseconds.
    pub turn: u64,
    /// How much of it has been used when this is sent, in milliseconds.
    #[cfg_attr(test, ts(type = "number"))]
    pub used: Since,
}

impl LiveClock {
    /// A clock that has run since `asked`.
    pub fn since(asked: Instant, turn: Duration) -> LiveClock {
        LiveClock { turn: milliseconds(turn), used: Since(asked) }
    }
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// The time since then, in milliseconds.
#[derive(Clone, Copy, Debug)]
pub struct Since(Instant);

impl Serialize for Since {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(milliseconds(self.0.elapsed()))
    }
}

/// The games to watch.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Live {
    /// The games, the newest last.
    pub games: Vec<LiveGame>,
    /// The state of the match, or the latest event.
    pub news: Option<RemarkText>,
}
