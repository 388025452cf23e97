//! Positions given on the command line: as moves, as a diagram, or as a game in a file.

use crate::terminal::{prompt, wording};
use anyhow::{Context, Result, anyhow, bail, ensure};
use clap::builder::RangedU64ValueParser;
use clap::{Args, ValueEnum};
use std::path::{Path, PathBuf};
use tengen_core::board::{BoardSize, Colour, Point, Position, notation};
use tengen_core::files;
use tengen_core::rules::{Rule, five_through};
use tengen_records::content;
use tengen_records::defaults::{Assumed, Defaults};
use tengen_records::drawings::next_side;
use tengen_records::judged::Board;
use tengen_records::moves::game_by;
use tengen_records::opened::{Opened, Unopened, open_all};
use tengen_records::{Game, links};

/// Which position.
#[derive(Args, Debug)]
pub struct Given {
    /// Game or position: moves like h8i9g7, black first; a link; or a file with a game (SGF, .psq, .lib, a
    /// link, or moves) or a diagram (X black, O white, # dead, . empty); - reads standard input
    #[arg(value_name = "MOVES|FILE")]
    file: Option<PathBuf>,
    /// Position given as moves
    #[arg(long, value_name = "MOVES", conflicts_with = "file")]
    position: Option<String>,
    /// A link or a file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "file"])]
    board: Option<PathBuf>,
    /// Use the position after N moves of the game [default: after the last move]
    #[arg(long, value_name = "N")]
    after: Option<usize>,
    /// Side to move [default: as in the game; in a diagram, black if both sides have the same number of
    /// stones, otherwise white]
    #[arg(long, value_enum)]
    side: Option<Side>,
    #[command(flatten)]
    choice: GameChoice,
}

/// Which game of a file is read, and how.
#[derive(Args, Debug)]
pub struct GameChoice {
    /// Use game K of a file with several games [default: the first]
    #[arg(long, value_name = "K", value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    game: Option<usize>,
    /// Read an SGF file as five in a row even if its GM property names another game
    #[arg(long)]
    as_five: bool,
}

impl GameChoice {
    /// Whether a game was chosen by its number.
    pub fn has_number(&self) -> bool {
        self.game.is_some()
    }

    /// All games of a content, each with its own result.
    ///
    /// # Errors
    /// If no game is in it.
    pub fn open_all(&self, bytes: &[u8], defaults: Defaults) -> Result<Vec<Result<Opened>>> {
        let opened = open_all(bytes, defaults, self.as_five, usize::MAX).map_err(error_of)?;
        Ok(opened
            .games
            .into_iter()
            .map(|game| game.map_err(error_of).inspect(warn_about))
            .collect())
    }

    /// The chosen game of a content. Warns if the first of several is read without a choice.
    ///
    /// # Errors
    /// If there is no such game, or it cannot be read.
    pub fn open(&self, bytes: &[u8], defaults: Defaults) -> Result<Opened> {
        let number = self.game.unwrap_or(1);
        let found = open_all(bytes, defaults, self.as_five, number).map_err(error_of)?;
        let count = found.games.len() + found.more;
        if count > 1 && self.game.is_none() {
            log::warn!("the first of {count} games; --game K picks another");
        }
        let game = found.games.into_iter().nth(number - 1);
        let no_game = || anyhow!("--game {number}: there are fewer games, {count}");
        let opened = game.ok_or_else(no_game)?.map_err(error_of)?;
        warn_about(&opened);
        Ok(opened)
    }
}

#[derive(Clone, Copy, ValueEnum, Debug)]
enum Side {
    Black,
    White,
}

impl From<Side> for Colour {
    fn from(side: Side) -> Colour {
        match side {
            Side::Black => Colour::Black,
            Side::White => Colour::White,
        }
    }
}

/// A position and its rule.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The position; there is no five yet.
    pub position: Position,
    /// The rule.
    pub rule: Rule,
    /// By how many points the side to move is ahead in a continuous game.
    pub lead: i32,
}

impl Setting {
    /// The position after these moves, `h8i9g7`.
    ///
    /// # Errors
    /// If there is no such position, or the game is over.
    pub fn after(moves: &str, defaults: Defaults) -> Result<Setting> {
        let game = game_by(moves, defaults).map_err(anyhow::Error::msg)?;
        let board = Board::of_game(&game).map_err(anyhow::Error::msg)?;
        let position = board.position().clone();
        check_open(&position, game.rule)?;
        let lead = board.lead(position.to_move());
        Ok(Setting { position, rule: game.rule, lead })
    }
}

/// The given game or position; the game may be over.
#[derive(Clone, Debug)]
pub enum Found {
    /// A game up to the requested move, and the labels that its file has there.
    Game(Game, Vec<(Point, String)>),
    /// A position.
    Drawing(Box<Position>),
}

impl Given {
    /// Whether no position was given.
    pub fn is_nothing(&self) -> bool {
        self.file.is_none() && self.position.is_none() && self.board.is_none()
    }

    /// The position. The requested rule takes precedence over that of a file; the default is freestyle.
    ///
    /// # Errors
    /// If there is no such position, or the game is over.
    pub fn read(&self, rule: Option<Rule>, size: Option<BoardSize>) -> Result<Setting> {
        let defaults = Defaults { rule, size, other: None };
        let (mut position, rule, board) = match self.found(rule, size)? {
            Found::Game(game, _) => {
                let board = Board::of_game(&game).map_err(anyhow::Error::msg)?;
                (board.position().clone(), game.rule, Some(board))
            }
            Found::Drawing(position) => (*position, defaults.rule(), None),
        };
        if let Some(side) = self.side {
            position.set_to_move(side.into());
        }
        check_open(&position, rule)?;
        let lead = board.map_or(0, |board| board.lead(position.to_move()));
        Ok(Setting { position, rule, lead })
    }

    /// The given game up to the requested move with the requested rule, or the given position.
    ///
    /// # Errors
    /// If there is neither.
    pub fn found(&self, rule: Option<Rule>, size: Option<BoardSize>) -> Result<Found> {
        let defaults = Defaults { rule, size, other: None };
        let found = match (self.moves()?, self.file.as_ref().or(self.board.as_ref())) {
            (Some(moves), _) => {
                ensure!(!self.choice.has_number(), "--game is for files with games, not for moves");
                let game = game_by(moves, defaults).map_err(anyhow::Error::msg)?;
                Found::Game(self.cut(game, None)?, Vec::new())
            }
            (None, Some(file)) => self
                .understand(&read_file(file)?, defaults)
                .with_context(|| file.display().to_string())?,
            (None, None) => bail!("give a position: moves like h8i9g7, or a file"),
        };
        Ok(match found {
            Found::Game(game, labels) => {
                let rule = rule.unwrap_or(game.rule);
                Found::Game(Game { rule, ..game }, labels)
            }
            drawing => drawing,
        })
    }

    /// The given moves, if the position is given in this way.
    fn moves(&self) -> Result<Option<&str>> {
        let first = self.file.as_deref().and_then(moves_of);
        if let Some(name) = first.filter(|name| Path::new(name).exists()) {
            bail!(
                "{name} is a list of moves and also a file: use --position {name} or --board {name}"
            );
        }
        Ok(self.position.as_deref().or(first))
    }

    /// The side to move, if it was given.
    pub fn side(&self) -> Option<Colour> {
        self.side.map(Colour::from)
    }

    fn understand(&self, bytes: &[u8], defaults: Defaults) -> Result<Found> {
        let drawn = match content::of(bytes) {
            Err(why) => bail!("{why}; {}, or a drawing of X, O and .", content::GAMES),
            Ok(content) => content.position(defaults.rule()),
        };
        if let Some(mut position) = drawn {
            ensure!(self.after.is_none(), "--after is for games, not for drawings");
            ensure!(!self.choice.has_number(), "--game is for files with games, not for drawings");
            position.set_to_move(next_side(position.stones()));
            return Ok(Found::Drawing(position));
        }
        let opened = self.choice.open(bytes, defaults)?;
        let text = std::str::from_utf8(bytes).ok();
        let place = text.filter(|text| links::is_link(text)).and_then(links::place);
        let place = place.filter(|&place| place <= opened.game.moves.len());
        let game = self.cut(opened.game, place)?;
        let source = opened.source.as_ref();
        let labels = source.map_or_else(Vec::new, |file| file.labels(game.moves.len()));
        Ok(Found::Game(game, labels))
    }

    /// The game up to the requested move, or up to the move at which its link opens it.
    fn cut(&self, mut game: Game, place: Option<usize>) -> Result<Game> {
        if let Some(after) = self.after.or(place) {
            let moves = game.moves.len();
            ensure!(after <= moves, "--after {after}: the game has {}", wording::moves(moves));
            game.moves.truncate(after);
        }
        Ok(game)
    }
}

/// The games of a file, a link or a list of moves; those of a collection have a result each.
///
/// # Errors
/// If it cannot be read, or no game is in it.
pub fn games(file: &Path, defaults: Defaults, as_five: bool) -> Result<Vec<Result<Game>>> {
    if let Some(moves) = only_moves(file) {
        return Ok(vec![game_by(moves, defaults).map_err(anyhow::Error::msg)]);
    }
    let name = || file.display().to_string();
    let opened = open_all(&read_file(file)?, defaults, as_five, usize::MAX).map_err(error_of);
    let games = opened.with_context(name)?.games.into_iter();
    Ok(games
        .map(|opened| {
            let opened = opened.map_err(error_of)?;
            warn_about(&opened);
            Ok(opened.game)
        })
        .collect())
}

fn warn_about(opened: &Opened) {
    for doubt in &opened.doubts {
        log::warn!("{doubt}");
    }
    if let Some(assumed) = assumption(opened.assumed, &opened.game) {
        log::warn!("{assumed}; --rule and --size choose others");
    }
}

fn error_of(why: Unopened) -> anyhow::Error {
    match why {
        Unopened::OtherGame(why) => anyhow!("{why} (--as-five reads it as five in a row)"),
        Unopened::Wrong(why) => anyhow!(why),
    }
}

/// The text of an argument that is a list of moves.
fn moves_of(file: &Path) -> Option<&str> {
    file.to_str().filter(|word| is_list_of_moves(word))
}

/// The text of an argument that is a list of moves, and not the name of a file.
pub fn only_moves(file: &Path) -> Option<&str> {
    moves_of(file).filter(|name| !Path::new(name).exists())
}

/// A message on what was assumed about a game: `no rule or board is named; assumed: freestyle, 15x15`.
pub fn assumption(assumed: Assumed, game: &Game) -> Option<String> {
    let (rule, size) = (game.rule, game.size);
    match (assumed.rule, assumed.board) {
        (false, false) => None,
        (true, false) => Some(format!("no rule is named; assumed: {rule}")),
        (false, true) => Some(format!("no board is named; assumed: {size}")),
        (true, true) => Some(format!("no rule or board is named; assumed: {rule}, {size}")),
    }
}

/// The contents of a file; `-` is standard input, and a link is its own contents.
///
/// # Errors
/// If it cannot be read, or is longer than any game record.
pub fn read_file(file: &Path) -> Result<Vec<u8>> {
    if file == Path::new("-") {
        prompt::hint(
            "Type or paste a game or a drawing, then press Ctrl-D (Windows: Ctrl-Z and Enter).",
        );
        let read = files::read_all(std::io::stdin(), files::LONGEST_RECORD);
        return read.context("standard input");
    }
    if let Some(link) = file.to_str().filter(|name| links::is_link(name)) {
        return Ok(link.into());
    }
    let read = files::read(file, files::LONGEST_RECORD);
    read.with_context(|| file.display().to_string())
}

/// Whether a text looks like moves: letters and row numbers of points, on any board.
fn is_list_of_moves(text: &str) -> bool {
    let is_separator = |c: char| c.is_whitespace() || c == ',';
    let mut rest = text.trim_matches(is_separator);
    let is_text = !rest.is_empty();
    while !rest.is_empty() {
        let letters = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
        let digits = rest[letters..].bytes().take_while(u8::is_ascii_digit).count();
        if !(1..=2).contains(&letters) || !(1..=2).contains(&digits) {
            return false;
        }
        rest = rest[letters + digits..].trim_start_matches(is_separator);
    }
    is_text
}

/// Checks that there is no five on the board.
fn check_open(position: &Position, rule: Rule) -> Result<()> {
    let size = position.size();
    for stone in position.stones() {
        let won = five_through(position, stone.point, stone.colour, rule);
        let name = notation::write(stone.point, size);
        ensure!(
            won.is_none(),
            "the game is over: there is a five through {name} (--after N takes an earlier position)"
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_are_no_moves() {
        for moves in ["h8", "h8i9g7", "H8I9", "h8 i9, g7 ", "af32a1", "z99"] {
            assert!(is_list_of_moves(moves), "{moves}");
        }
        for name in ["", " ", "-", "h8.sgf", "game1", "h8i", "8h", "h100", "./h8", "h8/i9", "é8"] {
            assert!(!is_list_of_moves(name), "{name}");
        }
    }
}
