//! Questions of a page.

use super::Strength;
use crate::Remark;
use crate::game::{GameText, TreeText};
use crate::opening::OpeningText;
use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use strum::VariantNames;

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
#[derive(Clone, Debug)]
#[cfg_attr(test, derive(ts_rs::TS), ts(untagged))]
pub enum Ask {
    /// A question that is answered at once.
    Query(Query),
    /// A question that needs a search.
    Search(Search),
    /// A message to a running search.
    Signal(Signal),
}

/// A question that needs a search.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Search {
    /// The game.
    pub game: GameText,
    /// What is searched for.
    #[serde(flatten)]
    pub goal: Goal,
}

/// What is searched for.
#[derive(Clone, Debug, Deserialize, VariantNames)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "ask", rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Goal {
    /// Choose a move.
    Play {
        /// The level, from 1.
        level: usize,
        /// The maximum time for a move of the strongest level.
        time: u64,
        /// The time left on the engine's clock, if it has one.
        clock: Option<u64>,
        /// Play the moves of a proof, at the strongest level.
        #[serde(default)]
        #[cfg_attr(test, ts(optional, as = "Option<_>"))]
        perfect: bool,
        /// Think on after the move, at the strongest level, until the next search.
        #[serde(default)]
        #[cfg_attr(test, ts(optional, as = "Option<_>"))]
        ponder: bool,
    },
    /// Search until the next question.
    Analyse {
        /// The number of lines.
        lines: usize,
        /// Root moves to exclude.
        #[serde(default)]
        #[cfg_attr(test, ts(optional, as = "Option<_>"))]
        blocked: String,
        /// The maximum time.
        #[cfg_attr(test, ts(optional))]
        time: Option<u64>,
        /// The maximum number of nodes.
        #[cfg_attr(test, ts(optional))]
        nodes: Option<u64>,
        /// The maximum depth.
        #[cfg_attr(test, ts(optional))]
        depth: Option<u32>,
        /// The resources.
        #[serde(flatten)]
        means: Means,
    },
    /// Find the move, or two moves, that make the position even.
    Balance {
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
        /// Only search for a VCF.
        #[serde(default)]
        #[cfg_attr(test, ts(optional, as = "Option<_>"))]
        fours: bool,
        /// Show the win of a proof where one leads to the position.
        #[serde(default)]
        #[cfg_attr(test, ts(optional, as = "Option<_>"))]
        perfect: bool,
        /// Look for a shorter win until the shortest is proven.
        #[serde(default)]
        #[cfg_attr(test, ts(optional, as = "Option<_>"))]
        shorter: bool,
        /// The maximum time.
        time: u64,
        /// The resources.
        #[serde(flatten)]
        means: Means,
    },
    /// Prove that the side to move wins against every defence: until it is proven, or `now`.
    Prove,
    /// Reply to a threat: stop it, or hold out as long as possible.
    Resist {
        /// The maximum time.
        time: u64,
    },
    /// Evaluate every position of the game.
    Review {
        /// Nodes per position.
        nodes: u64,
    },
    /// Evaluate the last move of the game, and the positions before and after it.
    Judge {
        /// Nodes per search.
        nodes: u64,
        /// The maximum time of each search.
        time: u64,
    },
    /// Answer in an opening rule.
    OpenGame {
        /// The answers so far.
        opening: OpeningText,
        /// The level, from 1.
        level: usize,
        /// The time, for levels that are limited only by time.
        time: u64,
    },
}

/// A question that is answered at once.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "ask", rename_all = "snake_case")]
pub enum Query {
    /// Version, levels and limits.
    Hello,
    /// Describe a board.
    Look {
        /// The game.
        game: GameText,
    },
    /// List the fours and threes that each side can make.
    Threats {
        /// The game.
        game: GameText,
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
        /// The number of moves on the first picture.
        #[serde(default)]
        #[cfg_attr(test, ts(optional, as = "Option<_>"))]
        from: usize,
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
    /// Play by this proof from now on, in games that it covers; the engine reads it in place.
    UseProof {
        /// Its length in bytes.
        bytes: usize,
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
    /// Add the main line of a game to the database.
    AddGame {
        /// The game.
        tree: TreeText,
    },
    /// List games of the database that have this position.
    Games {
        /// The game that leads to the position.
        game: GameText,
    },
    /// Watch games that are played elsewhere.
    Watch,
    /// Play a stone in the newest of them.
    Lay {
        /// The point.
        point: String,
    },
}

/// A message to a running search.
#[derive(Clone, Debug, Deserialize, VariantNames)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "ask", rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Signal {
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

/// An untagged enum would only say that nothing matches; this says what is wrong.
impl<'de> Deserialize<'de> for Ask {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Ask, D::Error> {
        let question = Value::deserialize(deserializer)?;
        let is_one_of = |names: &[&str]| question["ask"].as_str().is_some_and(|name| names.contains(&name));
        if is_one_of(Goal::VARIANTS) {
            read(question).map(Ask::Search)
        } else if is_one_of(Signal::VARIANTS) {
            read(question).map(Ask::Signal)
        } else {
            read(question).map(Ask::Query)
        }
    }
}

fn read<T: DeserializeOwned, E: Error>(question: Value) -> Result<T, E> {
    serde_json::from_value(question).map_err(E::custom)
}

impl Question {
    /// Parses a message of the page.
    pub fn read(text: &str) -> Result<Question, (u32, Remark)> {
        serde_json::from_str(text).map_err(|error| {
            let why = Remark::NotKnown { why: error.to_string() };
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
