//! Reads a game from a file or pasted text in any supported format: SGF, .psq, RenLib library, move list, link and
//! others.

use super::content::{self, Content};
use super::defaults::{Assumed, Defaults};
use super::drawings::Drawn;
use super::judged::Board;
use super::moves::{game_by, game_of_turns};
use super::sgf::source::Unread;
use super::sgf::tree::Collection;
use super::source::Source;
use super::{
    Format, Game, applet, ccgc, commands, drawings, heads, links, playok, positions, psq, renlib,
};

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

/// The games of a content.
#[derive(Debug)]
pub struct OpenedGames {
    /// The games, each with its own result.
    pub games: Vec<Result<Opened, Unopened>>,
    /// The number of further games, which were not read.
    pub more: usize,
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
        Content::Record(format) => opened(Source::read(format, bytes, defaults, insist)),
        Content::Moves(turns) => {
            let read = game_of_turns(&turns, defaults);
            let (game, pass) = read.map_err(Unopened::Wrong)?;
            let whole = content::with_usual_lines(&String::from_utf8_lossy(bytes));
            let first = heads::games(whole.trim_start_matches('\u{feff}'))[0];
            let ending = heads::ending(first).or(game.ending);
            let game = Game { players: heads::players(first), ending, ..game };
            let opened = Opened::alone((game, defaults.assumed()));
            let doubts = pass.into_iter().collect();
            Ok(Opened { doubts, ..opened })
        }
        Content::PlayOk(text) => {
            let read = playok::read(&text, defaults);
            let playok::Record { game, assumed, notes } = read.map_err(Unopened::Wrong)?;
            Ok(Opened { game, assumed, source: None, doubts: notes })
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
        Content::Applet(text) => {
            let tree = applet::tree(&text).map_err(Unopened::Wrong)?;
            opened(Source::of_tree(tree, defaults))
        }
        Content::Contest(text) => {
            let tree = ccgc::tree(&text, defaults.rule()).map_err(Unopened::Wrong)?;
            opened(Source::of_tree(tree, defaults))
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

/// Reads a RenLib library as a tree with all its lines.
fn open_library(bytes: &[u8], defaults: Defaults) -> Result<Opened, Unopened> {
    let (tree, notes) = renlib::tree(bytes).map_err(Unopened::Wrong)?;
    let opened = opened(Source::of_tree(tree, defaults))?;
    Ok(Opened { doubts: notes, ..opened })
}

/// A record of five in a row.
fn opened(read: Result<(Source, Vec<String>), Unread>) -> Result<Opened, Unopened> {
    let (source, doubts) = read.map_err(|error| match error {
        Unread::OtherGame(error) => Unopened::OtherGame(error.to_string()),
        Unread::Wrong(error) => Unopened::Wrong(error.to_string()),
    })?;
    let game = source.game().clone();
    Ok(Opened { game, assumed: source.assumed(), source: Some(source), doubts })
}

/// Reads the games of a content, at most `most`: records one after the other, games that each begin with header lines, or
/// a list with one game per line (its lines are legal games, which they are not as one game). All other contents are one
/// game.
///
/// # Errors
/// If no game can be read. Within several games, each has its own result.
pub fn open_all(
    bytes: &[u8],
    defaults: Defaults,
    insist: bool,
    most: usize,
) -> Result<OpenedGames, Unopened> {
    let (files, more) = split(bytes, most);
    if files.len() > 1 || more > 0 {
        let games = files.iter().map(|file| open(file, defaults, insist)).collect();
        return Ok(OpenedGames { games, more });
    }
    let one = open(bytes, defaults, insist);
    if let Ok(opened) = &one
        && is_legal(opened)
    {
        return Ok(OpenedGames { games: vec![one], more: 0 });
    }
    match games_by_line(bytes, defaults, most) {
        Some(games) => Ok(games),
        None => one.map(|opened| OpenedGames { games: vec![Ok(opened)], more: 0 }),
    }
}

/// Splits a collection of records or of games with headers into files of one game, at most `most`. Also returns the
/// number of the others.
pub fn split(bytes: &[u8], most: usize) -> (Vec<Vec<u8>>, usize) {
    let mut text = String::from_utf8_lossy(bytes).into_owned();
    if !text.contains('\n') {
        text = content::with_usual_lines(&text);
    }
    let text = text.trim_start_matches('\u{feff}');
    let mut games: Vec<Vec<u8>> = match Format::of_text(text) {
        Some(Format::Sgf) => {
            let mut trees = Collection::parse(bytes).map_or(Vec::new(), |file| file.trees);
            let more = trees.len().saturating_sub(most);
            trees.truncate(most);
            let alone = |tree| Collection::of(tree).write();
            return (trees.into_iter().map(alone).collect(), more);
        }
        Some(Format::Psq) => psq::games(text).into_iter().map(Vec::from).collect(),
        None => match &applet::games(text)[..] {
            [] => heads::games(text).into_iter().map(Vec::from).collect(),
            applets => applets.iter().copied().map(Vec::from).collect(),
        },
    };
    let more = games.len().saturating_sub(most);
    games.truncate(most);
    (games, more)
}

fn is_legal(opened: &Opened) -> bool {
    Board::of_game(&opened.game).is_ok()
}

/// The games of a list with one game per line, if it is one.
fn games_by_line(bytes: &[u8], defaults: Defaults, most: usize) -> Option<OpenedGames> {
    let text = std::str::from_utf8(bytes).ok()?;
    let all = || text.lines().filter(|line| !line.trim().is_empty());
    let (count, lines) = (all().count(), all().take(most));
    let game = |line: &str| open(line.as_bytes(), defaults, false).ok().filter(is_legal);
    let games: Vec<_> = lines.map(|line| game(line).map(Ok)).collect::<Option<_>>()?;
    (count > 1).then_some(OpenedGames { games, more: count.saturating_sub(most) })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The moves of each game; `None` for one that cannot be read.
    fn games(text: &str) -> Vec<Option<String>> {
        let games = open_all(text.as_bytes(), Defaults::default(), false, 3).expect("games");
        games.games.into_iter().map(|game| Some(game.ok()?.game.moves_text())).collect()
    }

    fn some(moves: &str) -> Option<String> {
        Some(moves.into())
    }

    #[test]
    fn every_game_of_a_collection_is_read() {
        let file = "(;GM[4]SZ[15];B[hh];W[ig])\n(;GM[2]SZ[19];B[aa])(;GM[4]SZ[9];B[ee])";
        assert_eq!(games(file), [some("h8i9"), None, some("e5")]);
        assert_eq!(games("(;GM[4]SZ[15];B[hh];W[ig])"), [some("h8i9")]);
    }

    #[test]
    fn every_game_of_a_site_or_a_tournament_is_read() {
        let site = "[Site \"PlayOK\"]\n[Result \"1-0\"]\n\n1. h8 i9 2. j8 white 3. -- h9 1-0\n\n\n";
        let other = site.replace("PlayOK", "other").replace("white 3. --", "");
        let file = format!("\u{feff}{site}{}{other}", site.replace("h9", "zz9"));
        assert_eq!(games(&file), [some("h8i9j8h9"), None, some("h8i9j8h9")]);
        let old = format!("{other}{other}").replace('\n', "\r");
        assert_eq!(games(&old), [some("h8i9j8h9"), some("h8i9j8h9")]);
        let applet = "<applet code=RenLibApplet.class><param name=moves value='h8 i9'></applet>\n";
        assert_eq!(games(&applet.repeat(2)), [some("h8i9"), some("h8i9")]);
        let psq = "Piskvorky 15x15, 11:11, 0\r\n8,8,0\r\nA\r\nB\r\n-1\r\n1,Renju_1\r\n";
        assert_eq!(games(&psq.repeat(2)), [some("h8"), some("h8")]);
        let read =
            open_all(psq.repeat(5).as_bytes(), Defaults::default(), false, 3).expect("games");
        assert_eq!((read.games.len(), read.more), (3, 2));
    }

    #[test]
    fn every_line_of_a_list_is_a_game() {
        assert_eq!(games("h8i9g7\n\nh8h9\n"), [some("h8i9g7"), some("h8h9")]);
        // One game on several lines.
        assert_eq!(games("h8i9\ng7"), [some("h8i9g7")]);
        assert!(open_all(b"h8h8\nhello", Defaults::default(), false, 3).is_err());
    }

    #[test]
    fn no_more_games_are_read_than_wanted() {
        for text in ["h8i9\nh8h9\nh8\nh9", "(;SZ[9];B[ee])(;SZ[9])(;SZ[9])(;SZ[9])"] {
            let read = open_all(text.as_bytes(), Defaults::default(), false, 3).expect("games");
            assert_eq!((read.games.len(), read.more), (3, 1), "{text}");
        }
    }
}
