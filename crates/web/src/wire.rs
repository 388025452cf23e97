//! The messages between page and server: one JSON object each, small enough to be typed by hand.
//!
//! ```text
//! page    {"id":1,"ask":"look","game":{"width":15,"height":15,"rule":"renju","moves":"h8h9"}}
//! server  {"id":1,"last":true,"tell":"board","to_move":"black","black":"h8","white":"h9","fouls":[],…}
//! page    {"id":2,"ask":"analyse","game":{…},"lines":2}
//! server  {"id":2,"last":false,"tell":"lines","lines":[{"score":{"points":35},"rate":0.54,"depth":9,…}]}
//! ```
//!
//! Every question has a number of the page's choice, which stands on all that is told about it; `last` says that
//! nothing follows. `look`, `open`, `save`, `film`, `opening`,
//! `explore` and `note` are answered at once. The others are searches: one of them runs at a time,
//! and the next one ends it, but for `review`, which has a thread of its own. Points are written `h8`, rows
//! of them `h8i9g7`; times are milliseconds. What cannot be done is told as `refused`, with a sentence, and
//! changes nothing.
//!
//! The page knows these types too: a test holds `web/wire.d.ts` to them (`typescript.rs`).
//!
//! | ask | is told |
//! |---|---|
//! | `hello` | `hello`: the version, the levels, the bounds |
//! | `look` | `board`: stones, fouls, who is to move or has won |
//! | `play` (`level`, `time`, `clock`) | `seen` now and then, then `chosen` |
//! | `analyse` (`lines`, `blocked`, `time`, `memory`, `threads`) | `lines` now and then, and at last |
//! | `balance` (`pair`, `value`, `time`) | `even` |
//! | `solve` (`fours`, `time`, `memory`, `threads`) | `solved` |
//! | `resist` (`time`) | `resisted`: what the side to move answers to a win of the other |
//! | `review` (`nodes`) | `judged` for each position, then `done` |
//! | `rate` (`player`, `puzzle`, `solved`) | `rated`: both after an attempt at a puzzle |
//! | `opening` (`opening`, `fifths`) | `step`: what comes next in an opening rule |
//! | `open_game` (`opening`, `level`, `time`) | `opened`: the engine's answers in it |
//! | `open` (`file`, `rule`, `size`) | `record`: the game with its variations, and what it does not name |
//! | `save` (`tree`, `format`) | `file` |
//! | `film` (`numbers`, `delay`) | `file`: an animated GIF of the game |
//! | `explore` | `explored`: what a database knows of the position and its moves |
//! | `use_database` (`name`) | `done`: a file that a page without a server has chosen will be asked |
//! | `note` (`comment`, `label`) | `done` when a database has it |
//! | `watch` | `live` whenever something happens in the games that are watched, if there are any |
//! | `lay` (`point`) | `done`; the stone comes with the next `live` |
//! | `now` (`of`) | nothing; the search of that number ends with what it has |
//! | `stop` (`of`) | nothing; the search of that number ends and tells nothing more |

use super::game::{BoardText, EndingText, GameText, Side, TreeText};
use super::opening::{OpeningText, StepText};
use serde::{Deserialize, Serialize};

/// A question of the page.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Question {
    /// Its number.
    pub id: u32,
    /// What it asks.
    #[serde(flatten)]
    pub ask: Ask,
}

/// What a search may use.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Means {
    /// Megabytes.
    #[cfg_attr(test, ts(optional))]
    pub memory: Option<usize>,
    /// Threads; all that the machine runs at once without it.
    #[cfg_attr(test, ts(optional))]
    pub threads: Option<usize>,
}

/// What a page can ask.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "ask", rename_all = "snake_case")]
pub enum Ask {
    /// Who are you?
    Hello,
    /// What stands there?
    Look {
        /// The game.
        game: GameText,
    },
    /// Choose a move.
    Play {
        /// The game.
        game: GameText,
        /// How strong, from 1.
        level: usize,
        /// The longest time for a move of the strongest level.
        time: u64,
        /// What is left on the engine's clock, if it has one.
        clock: Option<u64>,
    },
    /// Search until something else is asked.
    Analyse {
        /// The game.
        game: GameText,
        /// How many lines.
        lines: usize,
        /// Points that are not to be played.
        #[serde(default)]
        #[cfg_attr(test, ts(optional, as = "Option<_>"))]
        blocked: String,
        /// How long at most.
        #[cfg_attr(test, ts(optional))]
        time: Option<u64>,
        /// With what.
        #[serde(flatten)]
        means: Means,
    },
    /// Find the move, or two moves, that make the position even.
    Balance {
        /// The game.
        game: GameText,
        /// Two moves.
        #[serde(default)]
        #[cfg_attr(test, ts(optional, as = "Option<_>"))]
        pair: bool,
        /// The value that is wished for.
        #[serde(default)]
        #[cfg_attr(test, ts(optional, as = "Option<_>"))]
        value: i32,
        /// How long.
        time: u64,
    },
    /// Find a win by fours or by threats.
    Solve {
        /// The game.
        game: GameText,
        /// By fours only.
        #[serde(default)]
        #[cfg_attr(test, ts(optional, as = "Option<_>"))]
        fours: bool,
        /// How long at most.
        time: u64,
        /// With what.
        #[serde(flatten)]
        means: Means,
    },
    /// Answer a threat: stop it, or hold out as long as possible.
    Resist {
        /// The game.
        game: GameText,
        /// How long at most.
        time: u64,
    },
    /// What does an attempt say about player and puzzle?
    Rate {
        /// How strong the player was thought to be.
        player: Strength,
        /// How hard the puzzle.
        puzzle: Strength,
        /// Whether it was solved.
        solved: bool,
    },
    /// Judge every position of the game.
    Review {
        /// The game.
        game: GameText,
        /// How hard to look at each.
        nodes: u64,
    },
    /// What comes next in an opening rule?
    Opening {
        /// The board.
        game: GameText,
        /// What was answered so far.
        opening: OpeningText,
        /// Fifth stones named of those that are to be offered.
        #[serde(default)]
        #[cfg_attr(test, ts(optional, as = "Option<_>"))]
        fifths: String,
    },
    /// Answer in an opening rule.
    OpenGame {
        /// The game.
        game: GameText,
        /// What was answered so far.
        opening: OpeningText,
        /// How strong, from 1.
        level: usize,
        /// How long, where only the time limits the level.
        time: u64,
    },
    /// Read a file, or what was pasted.
    Open {
        /// The bytes, in base64.
        file: String,
        /// The rule if the file names none; freestyle if it is not chosen either.
        #[cfg_attr(test, ts(optional))]
        rule: Option<String>,
        /// The board if the file names none, like `15x15`; the smallest usual one that fits if it is not
        /// chosen either.
        #[cfg_attr(test, ts(optional))]
        size: Option<String>,
        /// Read it although it says that it holds another game.
        #[serde(default)]
        #[cfg_attr(test, ts(optional, as = "Option<_>"))]
        insist: bool,
    },
    /// Write a file.
    Save {
        /// The game with its variations.
        tree: TreeText,
        /// `sgf` or `psq`.
        format: String,
    },
    /// Show a game move by move: an animated GIF.
    Film {
        /// The game.
        game: GameText,
        /// The stones have the numbers of their moves.
        numbers: bool,
        /// How long each move is shown.
        delay: u64,
    },
    /// What does the database know of this position and its moves?
    Explore {
        /// The game.
        game: GameText,
    },
    /// Ask this file from now on, which the page has chosen and its engine can read in place.
    UseDatabase {
        /// Its name.
        name: String,
    },
    /// Write into the database what somebody says of this position.
    Note {
        /// The game.
        game: GameText,
        /// A comment.
        comment: String,
        /// A letter or two upon the move that leads there.
        label: String,
    },
    /// Tell of the games that are played elsewhere.
    Watch,
    /// Lay a stone in the newest of them.
    Lay {
        /// Where.
        point: String,
    },
    /// Finish at once what runs.
    Now {
        /// The number of the question.
        of: u32,
    },
    /// Forget what runs.
    Stop {
        /// The number of the question.
        of: u32,
    },
}

/// A rating of Glicko-2.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Strength {
    /// The points.
    pub rating: f64,
    /// How uncertain they are.
    pub deviation: f64,
    /// How much it changes.
    pub volatility: f64,
}

/// Something that is told.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Telling {
    /// The number of the question.
    pub id: u32,
    /// Nothing follows about this question.
    pub last: bool,
    /// What it is.
    #[serde(flatten)]
    pub tell: Tell,
}

/// What the server tells.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "tell", rename_all = "snake_case")]
pub enum Tell {
    /// Who we are.
    Hello(Hello),
    /// What stands on a board.
    Board(BoardText),
    /// The best line so far of a move that is chosen.
    Seen {
        /// The line.
        line: Line,
    },
    /// A move.
    Chosen {
        /// Where; nobody can play any more if it is missing.
        point: Option<String>,
        /// What the search says about it, if there was one.
        line: Option<Line>,
    },
    /// The best lines, the best first.
    Lines {
        /// The lines.
        lines: Vec<Line>,
    },
    /// Stones that make the position even.
    Even {
        /// The stones, and what follows.
        line: Line,
        /// How many of the moves are to be laid.
        stones: usize,
    },
    /// What came of a search for a win.
    Solved(Solved),
    /// An answer to a threat.
    Resisted {
        /// Where; anywhere if it is missing.
        point: Option<String>,
        /// No win is found behind it.
        holds: bool,
    },
    /// Player and puzzle after an attempt.
    Rated {
        /// How strong the player is.
        player: Strength,
        /// How hard the puzzle.
        puzzle: Strength,
    },
    /// A position of a game that is reviewed.
    Judged {
        /// Moves before it.
        after: usize,
        /// The best line there, if there is something to play.
        line: Option<Line>,
    },
    /// All is told.
    Done,
    /// What comes next in an opening.
    Step(StepText),
    /// What the engine answers in an opening, until somebody else is asked.
    Opened {
        /// The answers.
        answers: Vec<String>,
    },
    /// A game that was read.
    Record {
        /// The game with its variations.
        tree: TreeText,
        /// What should be known about it.
        notes: Vec<String>,
        /// What neither the file nor the question names.
        assumed: AssumedText,
    },
    /// A file that was written.
    File {
        /// The bytes, in base64.
        file: String,
        /// What is not in it.
        notes: Vec<String>,
    },
    /// What a database knows.
    Explored(ExploredText),
    /// Games that are played elsewhere, as they stand now.
    Live(Live),
    /// It cannot be done.
    Refused {
        /// A sentence.
        why: String,
        /// It can be done if one insists.
        insist: bool,
    },
}

impl Tell {
    /// It cannot be done.
    pub fn refused(why: impl Into<String>) -> Tell {
        Tell::Refused {
            why: why.into(),
            insist: false,
        }
    }
}

impl Question {
    /// Reads a message of the page.
    ///
    /// # Errors
    /// Why it is no question, and the number that it has nevertheless, or 0.
    pub fn read(text: &str) -> Result<Question, (u32, String)> {
        serde_json::from_str(text).map_err(|error| {
            let why = format!("not a question that is known here: {error}");
            (number_of(text), why)
        })
    }
}

/// The number of a question that is none otherwise, or 0.
fn number_of(text: &str) -> u32 {
    let value: Option<serde_json::Value> = serde_json::from_str(text).ok();
    let id = value.as_ref().and_then(|value| value["id"].as_u64());
    id.and_then(|id| u32::try_from(id).ok()).unwrap_or(0)
}

impl Telling {
    /// What a question comes to.
    pub fn last(id: u32, tell: Tell) -> Telling {
        let last = true;
        Telling { id, last, tell }
    }

    /// Something before that.
    pub fn on_the_way(id: u32, tell: Tell) -> Telling {
        let last = false;
        Telling { id, last, tell }
    }

    /// It cannot be done.
    pub fn refused(id: u32, why: impl Into<String>) -> Telling {
        Telling::last(id, Tell::refused(why))
    }
}

/// Who we are, and what can be asked for.
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
    /// Sides of boards.
    pub sides: [u32; 2],
    /// Most lines of an analysis.
    pub lines: usize,
    /// Megabytes of a search, if the page does not say, and at most.
    pub memory: [usize; 2],
    /// Threads that the machine runs at once.
    pub threads: usize,
    /// There are games to watch.
    pub watch: bool,
    /// Where a page stands that everybody can open, if we know of one.
    pub public: Option<String>,
    /// The database that can be asked, if there is one.
    pub database: Option<DatabaseText>,
}

/// What was assumed about a game that does not name it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AssumedText {
    /// The rule.
    pub rule: bool,
    /// The board.
    pub board: bool,
}

/// A database that can be asked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DatabaseText {
    /// The name of its file.
    pub name: String,
    /// Comments and labels can be written.
    pub writable: bool,
}

/// A line of play with its score, as the side to move sees it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Line {
    /// The score.
    pub score: Worth,
    /// The chance of the side to move, 0 to 1.
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
    /// Points of evaluation.
    Points(i32),
    /// A proven win in so many plies.
    WinIn(u32),
    /// A proven loss.
    LossIn(u32),
}

/// What came of a search for a win.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Solved {
    /// `VCF` or `VCT`.
    pub what: &'static str,
    /// `win`, `none` or `unknown`.
    pub finding: &'static str,
    /// The winning moves in turn.
    pub moves: String,
    /// Positions visited.
    pub nodes: u64,
    /// Milliseconds used.
    pub time: u64,
}

/// What is known of a position and of its moves.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ExploredText {
    /// What is known of the position itself; value and proof are those of the side to move.
    pub position: Option<RecordText>,
    /// Its moves, the ones to look at first.
    pub moves: Vec<KnownText>,
}

/// A move of which something is known.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct KnownText {
    /// The move, and behind it those that are its images.
    pub points: String,
    /// Value and proof are those of the side that makes the move.
    #[serde(flatten)]
    pub record: RecordText,
}

/// What is known of a position.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RecordText {
    /// Games that black won, that nobody won, that white won, and that have no result.
    pub games: [u64; 4],
    /// What is proven, or else what a search made of it.
    pub score: Option<Worth>,
    /// It is proven to be drawn.
    pub drawn: bool,
    /// How deep the search looked.
    pub depth: Option<u16>,
    /// What a score says of the true one: `exact`, `lower` or `upper`.
    pub bound: &'static str,
    /// The best move, or nothing.
    pub best: String,
    /// What somebody wrote about it.
    pub comment: String,
    /// What somebody wrote upon the move that leads to it.
    pub label: String,
    /// Where it was seen first.
    pub source: String,
}

/// A game that can be watched.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LiveGame {
    /// Its number, from 1.
    pub number: usize,
    /// The game so far.
    pub game: GameText,
    /// Black's name and white's.
    pub players: [String; 2],
    /// How it ended, if it has.
    pub ending: Option<EndingText>,
    /// The side that is played from the page.
    pub yours: Option<Side>,
}

/// What there is to watch.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Live {
    /// The games, the newest last.
    pub games: Vec<LiveGame>,
    /// How the match stands, or what has happened.
    pub news: String,
}
