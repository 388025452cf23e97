//! Positions given on the command line: as moves, as a diagram, or as a game in a file.

use crate::{prompt, wording};
use anyhow::{Context, Result, anyhow, bail, ensure};
use clap::builder::RangedU64ValueParser;
use clap::{Args, ValueEnum};
use std::io::{BufReader, Cursor};
use std::path::{Path, PathBuf};
use tengen_core::board::{BoardSize, Colour, Point, Position, notation};
use tengen_core::files;
use tengen_core::rules::{Rule, five_through};
use tengen_records::ReadError;
use tengen_records::defaults::{Assumed, Defaults};
use tengen_records::games::{Contents, File, Games, contents};
use tengen_records::moves::{game_by, is_list_of_points};
use tengen_records::opened::Opened;
use tengen_records::{self as records, Game, links};

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
    side: Option<SideName>,
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

    pub fn games(&self, file: &Path, defaults: Defaults) -> Result<Games<'static>> {
        games(file, defaults, self.as_five)
    }

    /// The chosen one of these games. Warns if the first of several is read without a choice.
    pub fn pick(&self, mut games: Games) -> Result<Opened> {
        let number = self.game.unwrap_or(1);
        let game = games.nth(number - 1);
        let seen = games.seen();
        let no_game = || match self.game {
            Some(number) => anyhow!("--game {number}: there are fewer games, {seen}"),
            None => anyhow!("there is no game in it"),
        };
        let opened = checked(game.ok_or_else(no_game)?)?;
        let others = if self.game.is_none() { games.count() } else { 0 };
        if others > 0 {
            log::warn!("the first of {} games; --game K picks another", seen + others);
        }
        Ok(opened)
    }
}

#[derive(Clone, Copy, ValueEnum, Debug)]
enum SideName {
    Black,
    White,
}

impl From<SideName> for Colour {
    fn from(side: SideName) -> Colour {
        match side {
            SideName::Black => Colour::Black,
            SideName::White => Colour::White,
        }
    }
}

#[derive(Clone, Debug)]
pub struct Setting {
    /// The position; there is no five yet.
    pub position: Position,
    pub rule: Rule,
    /// By how many points the side to move is ahead in a continuous game.
    pub lead: i32,
}

impl Setting {
    /// The position after these moves, `h8i9g7`.
    pub fn after(moves: &str, defaults: Defaults) -> Result<Setting> {
        let game = game_by(moves, defaults).map_err(anyhow::Error::msg)?;
        let board = game.played().map_err(anyhow::Error::msg)?;
        let position = board.position().clone();
        check_open(&position, game.rule)?;
        let lead = board.lead(position.to_move());
        Ok(Setting { position, rule: game.rule, lead })
    }
}

/// The given game or position; the game may be over.
#[derive(Clone, Debug)]
pub enum GivenPosition {
    /// A game up to the requested move, and the labels that its file has there.
    Game(Game, Vec<(Point, String)>),
    Drawing(Box<Position>),
}

impl Given {
    pub fn is_nothing(&self) -> bool {
        self.file.is_none() && self.position.is_none() && self.board.is_none()
    }

    /// The position. The requested rule takes precedence over that of a file; the default is freestyle.
    pub fn read(&self, rule: Option<Rule>, size: Option<BoardSize>) -> Result<Setting> {
        let defaults = Defaults { rule, size, other: None };
        let (mut position, rule, board) = match self.found(rule, size)? {
            GivenPosition::Game(game, _) => {
                let board = game.played().map_err(anyhow::Error::msg)?;
                (board.position().clone(), game.rule, Some(board))
            }
            GivenPosition::Drawing(position) => (*position, defaults.rule(), None),
        };
        if let Some(side) = self.side {
            position.set_to_move(side.into());
        }
        check_open(&position, rule)?;
        let lead = board.map_or(0, |board| board.lead(position.to_move()));
        Ok(Setting { position, rule, lead })
    }

    /// The given game up to the requested move with the requested rule, or the given position.
    pub fn found(&self, rule: Option<Rule>, size: Option<BoardSize>) -> Result<GivenPosition> {
        let defaults = Defaults { rule, size, other: None };
        let found = match (self.moves()?, self.file.as_ref().or(self.board.as_ref())) {
            (Some(moves), _) => {
                ensure!(!self.choice.has_number(), "--game is for files with games, not for moves");
                let game = game_by(moves, defaults).map_err(anyhow::Error::msg)?;
                GivenPosition::Game(self.cut(game, None)?, Vec::new())
            }
            (None, Some(file)) => self.understand(open(file)?, defaults).with_context(|| file.display().to_string())?,
            (None, None) => bail!("give a position: moves like h8i9g7, or a file"),
        };
        Ok(match found {
            GivenPosition::Game(game, labels) => {
                let rule = rule.unwrap_or(game.rule);
                GivenPosition::Game(Game { rule, ..game }, labels)
            }
            drawing => drawing,
        })
    }

    /// The given moves, if the position is given in this way.
    fn moves(&self) -> Result<Option<&str>> {
        let first = self.file.as_deref().and_then(moves_of);
        if let Some(name) = first.filter(|name| Path::new(name).exists()) {
            bail!("{name} is a list of moves and also a file: use --position {name} or --board {name}");
        }
        Ok(self.position.as_deref().or(first))
    }

    pub fn side(&self) -> Option<Colour> {
        self.side.map(Colour::from)
    }

    fn understand(&self, file: File, defaults: Defaults) -> Result<GivenPosition> {
        let contents = contents(file, defaults, self.choice.as_five).map_err(error_of)?;
        if let Contents::Position(position, notes) = contents {
            ensure!(self.after.is_none(), "--after is for games, not for drawings");
            ensure!(!self.choice.has_number(), "--game is for files with games, not for drawings");
            notes.iter().for_each(|note| log::warn!("{note}"));
            return Ok(GivenPosition::Drawing(position));
        }
        let opened = self.choice.pick(contents.games(defaults).map_err(error_of)?)?;
        let game = self.cut(opened.game, opened.shown)?;
        let source = opened.source.as_ref();
        let labels = source.map_or_else(Vec::new, |file| file.labels(game.moves.len()));
        Ok(GivenPosition::Game(game, labels))
    }

    /// The game up to the requested move, or up to the move at which its link opens it.
    fn cut(&self, mut game: Game, shown: Option<usize>) -> Result<Game> {
        if let Some(after) = self.after.or(shown) {
            let moves = game.moves.len();
            ensure!(after <= moves, "--after {after}: the game has {}", wording::moves(moves));
            game.moves.truncate(after);
        }
        Ok(game)
    }
}

/// The name of a file for people.
pub fn name(file: &Path) -> String {
    if file == Path::new("-") { "standard input".into() } else { file.display().to_string() }
}

/// The games of a file, a link or a list of moves.
pub fn games(file: &Path, defaults: Defaults, as_five: bool) -> Result<Games<'static>> {
    let games = records::games(open(file)?, defaults, as_five);
    games.map_err(error_of).with_context(|| name(file))
}

/// What is made of each game of a file with this name. Games of a collection that cannot be used are skipped with a warning.
pub fn usable<T>(name: &str, games: Games, mut make: impl FnMut(&str, Opened) -> Result<T>) -> Result<Vec<T>> {
    let mut games = (1..).zip(games).peekable();
    let mut usable = Vec::new();
    while let Some((number, game)) = games.next() {
        let is_alone = number == 1 && games.peek().is_none();
        let name = if is_alone { name.into() } else { format!("{name}, game {number}") };
        match checked(game).and_then(|opened| make(&name, opened)) {
            Ok(made) => usable.push(made),
            Err(why) if is_alone => return Err(why.context(name)),
            Err(why) => log::warn!("{name} is skipped: {why:#}"),
        }
    }
    Ok(usable)
}

/// The game, after warnings about it.
pub fn checked(game: Result<Opened, ReadError>) -> Result<Opened> {
    let opened = game.map_err(error_of)?;
    for doubt in &opened.doubts {
        log::warn!("{doubt}");
    }
    if let Some(assumed) = assumption(opened.assumed, &opened.game) {
        log::warn!("{assumed}; --rule and --size choose others");
    }
    Ok(opened)
}

/// An error message that names the option to read other games.
pub fn error_of(why: ReadError) -> anyhow::Error {
    match why.is_other_game() {
        true => anyhow!("{why} (--as-five reads it as five in a row)"),
        false => why.into(),
    }
}

/// Whether an argument is neither a file nor what is read instead of one.
fn is_missing(file: &Path) -> bool {
    let is_link = file.to_str().is_some_and(links::is_link);
    file != Path::new("-") && !is_link && !file.exists() && !file.is_symlink()
}

/// The text of an argument that is a list of moves.
fn moves_of(file: &Path) -> Option<&str> {
    file.to_str().filter(|word| is_list_of_points(word))
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

/// Opens a file, a link or a list of moves; `-` is standard input. What may have no end, like standard input, can be as
/// long as a game record.
pub fn open(file: &Path) -> Result<File<'static>> {
    let name = || file.display().to_string();
    if let Some(moves) = only_moves(file) {
        return Ok(Box::new(Cursor::new(moves.to_owned())));
    }
    if is_missing(file) {
        bail!("{}: there is no such file, and this is no list of moves like h8i9g7", file.display());
    }
    if file.is_file() {
        let file = std::fs::File::open(file).with_context(name)?;
        return Ok(Box::new(BufReader::new(file)));
    }
    Ok(Box::new(Cursor::new(read_file(file)?)))
}

/// The contents of a file; `-` is standard input, and a link is its own contents.
pub fn read_file(file: &Path) -> Result<Vec<u8>> {
    if file == Path::new("-") {
        prompt::hint("Type or paste a game or a drawing, then press Ctrl-D (Windows: Ctrl-Z and Enter).");
        let read = files::read_all(std::io::stdin(), files::LONGEST_RECORD);
        return read.context("standard input");
    }
    if let Some(link) = file.to_str().filter(|name| links::is_link(name)) {
        return Ok(link.into());
    }
    let read = files::read(file, files::LONGEST_RECORD);
    read.with_context(|| file.display().to_string())
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
