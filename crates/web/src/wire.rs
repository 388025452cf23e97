//! The messages between page and server: one JSON object each, short enough to type by hand.
//!
//! ```text
//! page    {"id":1,"ask":"look","game":{"width":15,"height":15,"rule":"renju","moves":"h8h9"}}
//! server  {"id":1,"last":true,"reply":"board","to_move":"black","black":"h8","white":"h9","forbidden":[],…}
//! page    {"id":2,"ask":"analyse","game":{…},"lines":2}
//! server  {"id":2,"last":false,"reply":"lines","lines":[{"score":{"points":35},"rate":0.54,"depth":9,…}]}
//! ```
//!
//! Every question has a number chosen by the page, which all messages about it repeat; `last` marks the last one.
//! `look`, `open`, `open_all`, `save`, `film`, `opening`, `explore` and `note` are answered at once. The others are searches: only
//! one runs at a time, and the next one replaces it, except for `review`, which has a thread of its own. Points are
//! written `h8`, sequences of points `h8i9g7`; times are in milliseconds. A request that cannot be fulfilled is
//! answered with `refused` and a message, and changes nothing.
//!
//! The page has these types too: a test compares `web/wire.d.ts` with them (`typescript.rs`).
//!
//! | ask | answer |
//! |---|---|
//! | `hello` | `hello`: version, levels, limits |
//! | `look` | `board`: stones, forbidden points, side to move or result |
//! | `play` (`level`, `time`, `clock`) | `seen` from time to time, then `chosen` |
//! | `analyse` (`lines`, `blocked`, `time`, `memory`, `threads`) | `lines` from time to time, and at the end |
//! | `balance` (`pair`, `value`, `time`) | `even` |
//! | `solve` (`fours`, `time`, `memory`, `threads`) | `solved` |
//! | `resist` (`time`) | `resisted`: the side to move's reply to a win of the opponent |
//! | `review` (`nodes`) | `judged` for each position, the last one first, then `done` |
//! | `rate` (`player`, `puzzle`, `solved`) | `rated`: both ratings after an attempt at a puzzle |
//! | `opening` (`opening`, `fifths`) | `step`: the next step of an opening rule |
//! | `open_game` (`opening`, `level`, `time`) | `opened`: the engine's answers in the opening |
//! | `open` (`file`, `rule`, `size`) | `record`: the game with its variations, and what was assumed |
//! | `open_all` (`file`, `rule`, `size`) | `records`: all games of a file |
//! | `save` (`tree`, `format`) | `file` |
//! | `film` (`numbers`, `delay`) | `file`: an animated GIF of the game |
//! | `explore` | `explored`: database records of the position and its moves |
//! | `use_database` (`name`) | `done`: a page without a server will use the file that its user chose |
//! | `note` (`comment`, `label`) | `done` once it is in the database |
//! | `watch` | `live` on every change in the games to watch, if there are any |
//! | `lay` (`point`) | `done`; the stone is in the next `live` |
//! | `now` (`of`) | nothing; the search with that number finishes with its result so far |
//! | `stop` (`of`) | nothing; the search with that number ends without an answer |

use super::game::{BoardText, EndingText, GameText, Side, TreeText};
use super::opening::{OpeningText, StepText};
use serde::{Deserialize, Serialize};

/// A question of the page.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Question {
    /// The number of the question.
    pub id: u32,
    /// The question.
    #[serde(flatten)]
    pub ask: Ask,
}

/// Resources of a search.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Means {
    /// Megabytes.
    #[cfg_attr(test, ts(optional))]
    pub memory: Option<usize>,
    /// Threads; by default as many as the machine can run in parallel.
    #[cfg_attr(test, ts(optional))]
    pub threads: Option<usize>,
}

/// What a page can ask.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "ask", rename_all = "snake_case")]
pub enum Ask {
    /// Version, levels and limits.
    Hello,
    /// Describe a board.
    Look {
        /// The game.
        game: GameText,
    },
    /// Choose a move.
    Play {
        /// The game.
        game: GameText,
        /// The level, from 1.
        level: usize,
        /// The maximum time for a move of the strongest level.
        time: u64,
        /// The time left on the engine's clock, if it has one.
        clock: Option<u64>,
    },
    /// Search until the next question.
    Analyse {
        /// The game.
        game: GameText,
        /// The number of lines.
        lines: usize,
        /// Root moves to exclude.
        #[serde(default)]
        #[cfg_attr(test, ts(optional, as = "Option<_>"))]
        blocked: String,
        /// The maximum time.
        #[cfg_attr(test, ts(optional))]
        time: Option<u64>,
        /// The resources.
        #[serde(flatten)]
        means: Means,
    },
    /// Find the move, or two moves, that make the position even.
    Balance {
        /// The game.
        game: GameText,
        /// Whether to find two moves.
        #[serde(default)]
        #[cfg_attr(test, ts(optional, as = "Option<_>"))]
        pair: bool,
        /// The wanted value.
        #[serde(default)]
        #[cfg_attr(test, ts(optional, as = "Option<_>"))]
        value: i32,
        /// The time.
        time: u64,
    },
    /// Find a VCF or VCT.
    Solve {
        /// The game.
        game: GameText,
        /// Only search for a VCF.
        #[serde(default)]
        #[cfg_attr(test, ts(optional, as = "Option<_>"))]
        fours: bool,
        /// The maximum time.
        time: u64,
        /// The resources.
        #[serde(flatten)]
        means: Means,
    },
    /// Reply to a threat: stop it, or hold out as long as possible.
    Resist {
        /// The game.
        game: GameText,
        /// The maximum time.
        time: u64,
    },
    /// Update the ratings after an attempt at a puzzle.
    Rate {
        /// The player's rating.
        player: Strength,
        /// The puzzle's rating.
        puzzle: Strength,
        /// Whether it was solved.
        solved: bool,
    },
    /// Evaluate every position of the game.
    Review {
        /// The game.
        game: GameText,
        /// Nodes per position.
        nodes: u64,
    },
    /// The next step of an opening rule.
    Opening {
        /// The board.
        game: GameText,
        /// The answers so far.
        opening: OpeningText,
        /// The fifth stones chosen so far, of those to be offered.
        #[serde(default)]
        #[cfg_attr(test, ts(optional, as = "Option<_>"))]
        fifths: String,
    },
    /// Answer in an opening rule.
    OpenGame {
        /// The game.
        game: GameText,
        /// The answers so far.
        opening: OpeningText,
        /// The level, from 1.
        level: usize,
        /// The time, for levels that are limited only by time.
        time: u64,
    },
    /// Read a file or pasted text.
    Open {
        /// The bytes, in base64.
        file: String,
        /// The rule if the file names none; freestyle by default.
        #[cfg_attr(test, ts(optional))]
        rule: Option<String>,
        /// The board size if the file names none, like `15x15`; by default the smallest common one that fits.
        #[cfg_attr(test, ts(optional))]
        size: Option<String>,
        /// Read it although it claims to hold another game.
        #[serde(default)]
        #[cfg_attr(test, ts(optional, as = "Option<_>"))]
        insist: bool,
    },
    /// Read the main lines of all games of a file: an SGF collection, or a list with one game per line.
    OpenAll {
        /// The bytes, in base64.
        file: String,
        /// As for `open`.
        #[cfg_attr(test, ts(optional))]
        rule: Option<String>,
        /// As for `open`.
        #[cfg_attr(test, ts(optional))]
        size: Option<String>,
    },
    /// Write a file.
    Save {
        /// The game with its variations.
        tree: TreeText,
        /// `sgf` or `psq`.
        format: String,
    },
    /// Make an animated GIF of a game.
    Film {
        /// The game.
        game: GameText,
        /// Whether stones show their move numbers.
        numbers: bool,
        /// How long each move is shown.
        delay: u64,
    },
    /// Look up this position and its moves in the database.
    Explore {
        /// The game.
        game: GameText,
    },
    /// Use this file from now on, which the user chose and the engine reads in place.
    UseDatabase {
        /// The file name.
        name: String,
    },
    /// Write a note on this position to the database.
    Note {
        /// The game.
        game: GameText,
        /// The comment.
        comment: String,
        /// The label of the move that leads to it.
        label: String,
    },
    /// Watch games that are played elsewhere.
    Watch,
    /// Play a stone in the newest of them.
    Lay {
        /// The point.
        point: String,
    },
    /// Finish the running search at once.
    Now {
        /// The number of the question.
        of: u32,
    },
    /// Abandon the running search.
    Stop {
        /// The number of the question.
        of: u32,
    },
}

/// A Glicko-2 rating.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Strength {
    /// The rating.
    pub rating: f64,
    /// The rating deviation.
    pub deviation: f64,
    /// The volatility.
    pub volatility: f64,
}

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
    /// The reply to a threat.
    Resisted {
        /// The point; none if any move will do.
        point: Option<String>,
        /// Whether no win was found after it.
        holds: bool,
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
        /// The number of moves before it.
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
        notes: Vec<String>,
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
        notes: Vec<String>,
    },
    /// Database records.
    Explored(ExploredText),
    /// The current state of the games to watch.
    Live(Live),
    /// The request cannot be fulfilled.
    Refused {
        /// The reason.
        why: String,
        /// Whether it can be fulfilled with `insist`.
        insist: bool,
    },
}

impl Reply {
    /// The request cannot be fulfilled.
    pub fn refused(why: impl Into<String>) -> Reply {
        Reply::Refused { why: why.into(), insist: false }
    }
}

impl Question {
    /// Parses a message of the page.
    ///
    /// # Errors
    /// The number of the question, or 0 if it has none, and the problem.
    pub fn read(text: &str) -> Result<Question, (u32, String)> {
        serde_json::from_str(text).map_err(|error| {
            let why = format!("not a question that is known here: {error}");
            (number_of(text), why)
        })
    }
}

/// The number of an invalid question, or 0.
fn number_of(text: &str) -> u32 {
    let value: Option<serde_json::Value> = serde_json::from_str(text).ok();
    let id = value.as_ref().and_then(|value| value["id"].as_u64());
    id.and_then(|id| u32::try_from(id).ok()).unwrap_or(0)
}

impl Message {
    /// The last message about a question.
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
    pub fn refused(id: u32, why: impl Into<String>) -> Message {
        Message::last(id, Reply::refused(why))
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
    /// `five`, `forbidden`, `wins in`, `still wins`, `lost in`, `loses sooner`, `makes`, `stops`, `misses`,
    /// `misses fours`, `misses win`, `lets`, `lets fours`, `lets win` or `prefers`.
    pub why: &'static str,
    /// What is made, stopped, missed or allowed; or which move is forbidden.
    pub what: &'static str,
    /// Where, or empty.
    pub point: String,
    /// Plies up to the five, or 0.
    pub plies: u32,
    /// The plies of the best move, or 0.
    pub instead_of: u32,
}

/// The result of a search for a win.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Solved {
    /// `VCF` or `VCT`.
    pub what: &'static str,
    /// `win`, `none` or `unknown`.
    pub finding: &'static str,
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
}

/// The games to watch.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Live {
    /// The games, the newest last.
    pub games: Vec<LiveGame>,
    /// The state of the match, or the latest event.
    pub news: String,
}
