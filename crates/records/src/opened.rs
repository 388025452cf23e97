//! Reads a game from a file or pasted text in any supported format: SGF, .psq, RenLib library, move list, link and
//! others.

use super::content::{self, Content};
use super::defaults::{Assumed, Defaults};
use super::drawings::Drawn;
use super::moves::{game_by, game_of_turns};
use super::sgf::source::Unread;
use super::sgf::tree::Collection;
use super::source::Source;
use super::{Format, Game, Kind, ccgc, commands, drawings, heads, links, positions, renlib};

/// A game, and the file it was read from if the format stores more than the moves.
#[derive(Clone, Debug)]
pub struct Opened {
    /// The game.
    pub game: Game,
    /// The file.
    pub source: Option<Source>,
    /// Warnings about parts that were skipped or read differently than written.
    pub doubts: Vec<String>,
    /// Which properties were assumed.
    pub assumed: Assumed,
}

impl Opened {
    /// A game without source or warnings.
    fn alone((game, assumed): (Game, Assumed)) -> Opened {
        Opened { game, assumed, source: None, doubts: Vec::new() }
    }
}

/// The reason why no game was read.
#[derive(Debug)]
pub enum Unopened {
    /// The file claims to hold another game; it can still be read as five in a row.
    OtherGame(String),
    /// An error message.
    Wrong(String),
}

/// Reads a game from any content that [`content`] detects. With `insist`, an SGF file that names another game is read
/// too.
///
/// # Errors
/// If no game can be read.
pub fn open(bytes: &[u8], defaults: Defaults, insist: bool) -> Result<Opened, Unopened> {
    let known = |why: String| Unopened::Wrong(format!("{why}; {}", content::GAMES));
    match content::of(bytes).map_err(known)? {
        Content::Record(format) => open_record(format, bytes, defaults, insist),
        Content::Moves(turns) => {
            let read = game_of_turns(&turns, defaults);
            let (game, pass) = read.map_err(Unopened::Wrong)?;
            let whole = String::from_utf8_lossy(bytes);
            let game =
                Game { players: heads::players(&whole), ending: heads::ending(&whole), ..game };
            let opened = Opened::alone((game, defaults.assumed()));
            let doubts = pass.into_iter().collect();
            Ok(Opened { doubts, ..opened })
        }
        Content::Broken(text) => {
            let game = game_by(&text, defaults).map(|game| (game, defaults.assumed()));
            game.map(Opened::alone).map_err(Unopened::Wrong)
        }
        Content::Drawing(text) => match drawings::read(&text, defaults.rule()) {
            Ok(Drawn::Game(game)) => Ok(Opened::alone((*game, defaults.assumed_rule()))),
            Ok(Drawn::Position(_)) => Err(known("a drawing of a board, not a game".into())),
            Err(why) => Err(Unopened::Wrong(format!("read as a drawing: {why}"))),
        },
        Content::Contest(text) => {
            let tree = ccgc::tree(&text, defaults.rule()).map_err(Unopened::Wrong)?;
            open_record(Format::Sgf, &Collection::of(tree).write(), defaults, false)
        }
        Content::Link(link) => {
            let game = links::read(&link, defaults);
            game.map(Opened::alone).map_err(Unopened::Wrong)
        }
        Content::Commands(text) => {
            let game = commands::read(&text, defaults);
            game.map(Opened::alone).map_err(Unopened::Wrong)
        }
        Content::Positions => {
            let game = positions::read(bytes, defaults.rule());
            let game = game.map(|game| (game, defaults.assumed_rule()));
            let none = || Unopened::Wrong("this is no .pos file".into());
            game.map(Opened::alone).ok_or_else(none)
        }
        Content::Library => open_library(bytes, defaults),
    }
}

/// Reads a RenLib library by converting it to an SGF tree.
fn open_library(bytes: &[u8], defaults: Defaults) -> Result<Opened, Unopened> {
    let (tree, notes) = renlib::tree(bytes).map_err(Unopened::Wrong)?;
    let file = Collection::of(tree).write();
    let opened = open_record(Format::Sgf, &file, defaults, false)?;
    Ok(Opened { doubts: notes, ..opened })
}

fn open_record(
    format: Format,
    bytes: &[u8],
    defaults: Defaults,
    insist: bool,
) -> Result<Opened, Unopened> {
    let (source, doubts) =
        Source::read(format, bytes, defaults, insist).map_err(|error| match error {
            Unread::OtherGame(error) => Unopened::OtherGame(error.to_string()),
            Unread::Wrong(error) => Unopened::Wrong(error.to_string()),
        })?;
    let game = source.game().clone();
    match game.kind {
        Kind::Connect6 | Kind::Dots => {
            let name = if game.kind == Kind::Dots { "Dots and Boxes" } else { "Connect6" };
            let why = format!("this is a game of {name}, not of five in a row");
            Err(Unopened::Wrong(why))
        }
        Kind::Five => Ok(Opened { game, assumed: source.assumed(), source: Some(source), doubts }),
    }
}
