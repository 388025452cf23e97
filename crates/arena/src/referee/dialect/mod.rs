//! The protocols of programs: the manager's commands, and the meaning of replies.
//!
//! A [`Dialect`] only translates. Timing, time limits and the consequences of bad replies are handled by the
//! [seat](super::seat). A new protocol is a file here and an entry in [`ALL`].

mod gomocup;
mod sau;

pub use gomocup::Gomocup;
pub use sau::Sau;

use super::clock::Limits;
use std::fmt::Debug;
use std::path::PathBuf;
use std::process::Command;
use tengen_core::board::{BoardSize, Colour, Point};
use tengen_core::game::Game;
use tengen_core::rules::Rule;
use tengen_records::{Ending, OtherGame};

pub const ALL: [&dyn Dialect; 2] = [&Gomocup, &Sau];

pub fn named(name: &str) -> Option<&'static dyn Dialect> {
    ALL.into_iter().find(|dialect| dialect.name() == name)
}

pub use tengen_core::sau::Place;

/// The game to be played.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    pub other: Option<&'static dyn OtherGame>,
    pub size: BoardSize,
    pub rule: Rule,
    /// Whether games start with an opening or with swap2.
    pub opening: bool,
}

/// A program and its conditions.
#[derive(Clone, PartialEq, Debug)]
pub struct Spec {
    /// The name in tables and records.
    pub name: String,
    /// The program file, or a name to be found in the search path.
    pub program: PathBuf,
    pub arguments: Vec<String>,
    /// The working directory; by default the referee's.
    pub folder: Option<PathBuf>,
    pub dialect: &'static dyn Dialect,
    pub limits: Limits,
    /// `INFO max_memory`, in bytes.
    pub memory: Option<u64>,
    /// `INFO max_node`: nodes per move, for brains that support it.
    pub nodes: Option<u64>,
    /// Additional INFO lines: keys and values.
    pub infos: Vec<(String, String)>,
    /// Start a new process for every game instead of sending START.
    pub fresh: bool,
}

impl Spec {
    /// A brain that speaks Gomocup's protocol, without arguments and further conditions.
    pub fn new(name: &str, program: &str, limits: Limits) -> Spec {
        Spec {
            name: name.into(),
            program: program.into(),
            arguments: Vec::new(),
            folder: None,
            dialect: &Gomocup,
            limits,
            memory: None,
            nodes: None,
            infos: Vec::new(),
            fresh: false,
        }
    }

    pub(super) fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.args(&self.arguments);
        if let Some(folder) = &self.folder {
            command.current_dir(folder);
        }
        command
    }
}

/// The part of the game that a program knows.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct KnownBoard {
    pub stones: usize,
    pub dead: usize,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatQuestion {
    /// A command to be sent first, with a reply, so that the program clears its board.
    pub clearing: Option<&'static str>,
    pub text: String,
}

impl SeatQuestion {
    /// A request to a program that knows the game so far, or receives it with the request.
    pub fn plain(text: impl Into<String>) -> SeatQuestion {
        SeatQuestion { clearing: None, text: text.into() }
    }
}

/// The meaning of a line while a reply is expected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Talk {
    /// A remark for people.
    Remark(String),
    /// A suggested move; this is the manager's confirmation.
    Suggestion(String),
    /// A line to be ignored.
    Noise,
    /// The reply, valid or not.
    Answer,
}

/// A program's choice in the swap2 opening.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SwapChoice {
    /// Take black.
    Swap,
    Stones(Vec<Place>),
}

/// The manager's side of a protocol. Texts are complete lines that end with `\n`; an empty text is not sent.
pub trait Dialect: Debug + Sync {
    /// The name for `dialect=`.
    fn name(&self) -> &'static str;

    fn line_end(&self) -> &'static str;

    /// The command to exit.
    fn farewell(&self) -> &'static str;

    /// Why the protocol does not support this kind of game; `None` if it does.
    fn unsupported(&self, wanted: &Wanted) -> Option<String>;

    /// The command before each game, which must be answered.
    fn greeting(&self, size: BoardSize) -> String;

    /// The expected reply to [`Dialect::greeting`].
    fn greeted(&self) -> &'static str;

    /// Whether a line is that reply.
    fn is_greeted(&self, line: &str) -> bool;

    /// The commands after the greeting.
    fn beginning(&self, spec: &Spec, rule: Rule, colour: Colour) -> String;

    /// Reports the time left, before each request.
    fn time_left(&self, milliseconds: u128) -> String;

    fn question(&self, board: &Game, known: KnownBoard) -> SeatQuestion;

    /// The request in the swap2 opening with these stones on the board.
    fn opening_question(&self, stones: &[Point]) -> String;

    /// The commands at the end of a game.
    fn parting(&self, board: &Game, known: KnownBoard, colour: Colour, ending: Ending) -> String;

    /// The meaning of a line while a reply is expected.
    fn talk(&self, line: &str) -> Talk;

    fn stones(&self, board: &Game, answer: &str) -> Option<Vec<Place>>;

    fn choice(&self, answer: &str) -> Option<SwapChoice>;
}

/// Protocols are equal if their names are.
impl PartialEq for dyn Dialect {
    fn eq(&self, other: &dyn Dialect) -> bool {
        self.name() == other.name()
    }
}
