//! The languages of programs: what a manager says in each, and what the answers mean.
//!
//! A [`Dialect`] only finds words. When they are said, how long an answer may take and what a bad one
//! costs is the business of the [seat](super::seat). A new language is a file here and a place in
//! [`ALL`].

mod gomocup;
mod sau;

pub use gomocup::Gomocup;
pub use sau::Sau;

use super::clock::Limits;
use std::fmt::Debug;
use std::path::PathBuf;
use std::process::Command;
use tengen_core::board::{Colour, Point, Shape};
use tengen_core::judged::Board;
use tengen_core::records::{Ending, Kind};
use tengen_core::rules::Rule;

/// Every language.
pub const ALL: [&dyn Dialect; 2] = [&Gomocup, &Sau];

/// The language of this name.
pub fn named(name: &str) -> Option<&'static dyn Dialect> {
    ALL.into_iter().find(|dialect| dialect.name() == name)
}

/// Column and row of a stone, any numbers.
pub type Place = (i32, i32);

/// What is to be played.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// Which game.
    pub kind: Kind,
    /// The board.
    pub shape: Shape,
    /// The rule.
    pub rule: Rule,
    /// Whether games begin with stones, or with swap2.
    pub opening: bool,
}

/// Which program, and under which conditions it plays.
#[derive(Clone, PartialEq, Debug)]
pub struct Spec {
    /// What tables and records call it.
    pub name: String,
    /// The program file, or a name to be looked for in the search path.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// The folder in which it is started; the referee's own without it.
    pub folder: Option<PathBuf>,
    /// What it speaks.
    pub dialect: &'static dyn Dialect,
    /// Time.
    pub limits: Limits,
    /// `INFO max_memory`, in bytes.
    pub memory: Option<u64>,
    /// `INFO max_node`: nodes a move, for brains that know it.
    pub nodes: Option<u64>,
    /// More INFO lines: keys and values.
    pub infos: Vec<(String, String)>,
    /// A new process for every game, instead of START in the old one.
    pub fresh: bool,
}

impl Spec {
    /// How it is started.
    pub(super) fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.args(&self.arguments);
        if let Some(folder) = &self.folder {
            command.current_dir(folder);
        }
        command
    }
}

/// What a program knows of the game.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct ToldBoard {
    /// So many stones have been laid.
    pub stones: usize,
    /// So many points are dead.
    pub dead: usize,
}

/// What the side to move is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// What is to be said, and answered, before that, so that the program empties its board.
    pub clearing: Option<&'static str>,
    /// The words.
    pub text: String,
}

impl Question {
    /// A question to a program that knows what was played so far, or is told with it.
    pub fn plain(text: impl Into<String>) -> Question {
        Question {
            clearing: None,
            text: text.into(),
        }
    }
}

/// What a line is while an answer is waited for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Talk {
    /// Something for people.
    Remark(String),
    /// A move that the manager decides on; this is its decision.
    Suggestion(String),
    /// Nothing.
    Noise,
    /// The answer, good or bad.
    Answer,
}

/// What a program does in the swap2 opening.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Choice {
    /// Takes black.
    Swap,
    /// Lays these stones.
    Stones(Vec<Place>),
}

/// The manager's half of a language. Texts are whole lines that end with `\n`; an empty one is not said.
pub trait Dialect: Debug + Sync {
    /// What `dialect=` calls it.
    fn name(&self) -> &'static str;

    /// How lines end on their way to the program.
    fn line_end(&self) -> &'static str;

    /// What makes a program leave.
    fn farewell(&self) -> &'static str;

    /// For what it has no words, in a sentence.
    fn cannot_tell(&self, wanted: &Wanted) -> Option<String>;

    /// The first words before each game, which are to be answered.
    fn greeting(&self, shape: Shape) -> String;

    /// Whether a line answers them as it should.
    fn is_greeted(&self, line: &str) -> bool;

    /// What a program is told then.
    fn beginning(&self, spec: &Spec, rule: Rule, colour: Colour) -> String;

    /// What it is told of its clock before each question: milliseconds.
    fn time_left(&self, milliseconds: u128) -> String;

    /// What it is asked when it is its turn.
    fn question(&self, board: &Board, known: ToldBoard) -> Question;

    /// What it is asked in the swap2 opening, where these stones lie.
    fn opening_question(&self, stones: &[Point]) -> String;

    /// What it is told when the game is over.
    fn parting(&self, board: &Board, known: ToldBoard, colour: Colour, ending: Ending) -> String;

    /// What a line of it is while an answer is waited for.
    fn talk(&self, line: &str) -> Talk;

    /// The stones of an answer to a question about this board.
    fn stones(&self, board: &Board, answer: &str) -> Option<Vec<Place>>;

    /// What an answer in the swap2 opening means.
    fn choice(&self, answer: &str) -> Option<Choice>;
}

/// A language is its name.
impl PartialEq for dyn Dialect {
    fn eq(&self, other: &dyn Dialect) -> bool {
        self.name() == other.name()
    }
}
