//! The games of a file, one after the other: this alone decides what a file is.
//!
//! ```
//! use tengen_records::games;
//! let file = b"(;GM[4]SZ[15];B[hh];W[ig])(;GM[4]SZ[15];B[hh];W[hg])";
//! for game in games(&file[..], Default::default(), false)? {
//!     assert_eq!(game?.game.moves.len(), 2);
//! }
//! # Ok::<(), tengen_records::ReadError>(())
//! ```

use super::content::{self, BEGINNING, Series};
use super::defaults::{Assumed, Defaults};
use super::opened::Opened;
use super::renlib::{self, Nodes};
use super::sgf::trees::Trees;
use super::source::Source;
use super::training::GameReader;
use super::{Format, Note, ReadError, applet, lines, psq, rif};
use std::fmt::Display;
use std::io::{BufRead, Cursor, Read};
use tengen_core::board::Position;
use tengen_core::files::{LONGEST_RECORD, read_all};

/// A file that is read while it is used.
pub type File<'a> = Box<dyn BufRead + 'a>;

pub enum Contents<'a> {
    Games(Games<'a>),
    /// Games with the search results of their positions.
    Training(GameReader<File<'a>>),
    /// A RenLib library: an analysis, which can be read as one game with variations.
    Library(Nodes<File<'a>>),
    /// A database of Yixin, perhaps compressed as an LZ4 frame: an analysis without games.
    Yixin {
        /// The whole file.
        file: File<'a>,
        is_compressed: bool,
    },
    /// A drawing of a position, with notes on what was skipped; black is to move if both sides have the same number of
    /// stones.
    Position(Box<Position>, Vec<Note>),
}

/// Reads a file, up to the games that are asked for. With `insist`, SGF files that name another game are read too.
pub fn contents<'a>(mut file: impl BufRead + 'a, defaults: Defaults, insist: bool) -> Result<Contents<'a>, ReadError> {
    let mut start = Vec::new();
    file.by_ref().take(BEGINNING as u64).read_to_end(&mut start)?;
    let series = content::series(&start, defaults);
    let text = String::from_utf8_lossy(&start).into_owned();
    let file: File = Box::new(Cursor::new(start).chain(file));
    let games = match series {
        Some(Series::Training) => {
            return Ok(Contents::Training(GameReader::new(file)?));
        }
        Some(Series::Library) => return Ok(Contents::Library(Nodes::of(file)?)),
        Some(Series::Yixin { is_compressed }) => {
            return Ok(Contents::Yixin { file, is_compressed });
        }
        Some(Series::Rif) => Games::of(rif::Games::of(file, &text).map(|game| {
            let place = game.as_ref().map_or_else(|_| String::new(), |game| format!("game {}", game.id));
            Piece::new(place, move || game.and_then(|game| game.read()))
        })),
        Some(Series::Record(Format::Sgf)) => Games::numbered(Trees::of(file).map(move |tree| {
            let source = move |file| Source::of_file(file, defaults, insist);
            move || Opened::of(tree.and_then(source))
        })),
        Some(Series::Record(Format::Psq)) => psq_games(&read_all(file, LONGEST_RECORD)?, defaults),
        Some(Series::Headed) => {
            Games::numbered(lines::headed_games(file).map(move |game| move || content::of(&game?, defaults)?.game()))
        }
        Some(Series::Lines) => {
            let lines = (1..).zip(lines::of_file(file));
            let lines = lines.filter(|(_, line)| line.as_ref().map_or(true, |line| !line.trim().is_empty()));
            Games::of(lines.map(move |(number, line): (usize, _)| {
                let read = move || content::of_line(line?.trim(), defaults);
                Piece::new(format!("line {number}"), read)
            }))
        }
        None => return whole(&read_all(file, LONGEST_RECORD)?, defaults),
    };
    Ok(Contents::Games(games))
}

/// Reads all games of a file of any format, one after the other; see [`contents`].
pub fn games<'a>(file: impl BufRead + 'a, defaults: Defaults, insist: bool) -> Result<Games<'a>, ReadError> {
    contents(file, defaults, insist)?.games(defaults)
}

/// Reads the first game of a content. A record is kept whole, with its other games, so that it can be continued. With
/// `insist`, an SGF file that names another game is read too.
pub fn open(bytes: &[u8], defaults: Defaults, insist: bool) -> Result<Opened, ReadError> {
    let (opened, count) = match content::series(bytes, defaults) {
        Some(Series::Record(format)) => {
            let opened = Opened::of(Source::read(format, bytes, defaults, insist))?.judged();
            let count = opened.source.as_ref().map_or(1, Source::count);
            (opened, count)
        }
        _ => {
            let mut games = games(bytes, defaults, insist)?;
            let first = games.next();
            let opened = first.ok_or(ReadError::NoGameInIt)??;
            (opened, 1 + games.count())
        }
    };
    let note = (count > 1).then_some(Note::Games { n: count });
    let doubts = opened.doubts.into_iter().chain(note).collect();
    Ok(Opened { doubts, ..opened })
}

/// The most nodes and values that a file can have; in memory, each takes about a hundred times its length in the file.
pub fn most_pieces(bytes: &[u8]) -> usize {
    match renlib::is(bytes) {
        true => bytes.len() / 2,
        false => bytes.iter().filter(|c| b";[".contains(c)).count(),
    }
}

impl<'a> Contents<'a> {
    pub fn games(self, defaults: Defaults) -> Result<Games<'a>, ReadError> {
        match self {
            Contents::Games(games) => Ok(games),
            Contents::Training(games) => {
                Ok(Games::numbered(games.map(|game| move || Ok(Opened::alone((game?.game(), Assumed::default()))))))
            }
            Contents::Library(nodes) => {
                let (tree, notes) = renlib::tree(nodes)?;
                let opened = Opened::of(Source::of_tree(tree, defaults))?;
                Ok(Games::one(Opened { doubts: notes, ..opened }))
            }
            Contents::Yixin { .. } => Err(ReadError::Yixin.known()),
            Contents::Position(..) => Err(ReadError::NoGame),
        }
    }
}

fn psq_games(bytes: &[u8], defaults: Defaults) -> Games<'static> {
    let text = String::from_utf8_lossy(bytes);
    let games: Vec<Vec<u8>> = match &psq::games(&text)[..] {
        games @ [_, _, ..] => games.iter().map(|&game| game.into()).collect(),
        _ => vec![bytes.into()],
    };
    let read = move |game: Vec<u8>| Opened::of(Source::read(Format::Psq, &game, defaults, false));
    Games::numbered(games.into_iter().map(move |game| move || read(game)))
}

/// A text that is only recognised as a whole.
fn whole(bytes: &[u8], defaults: Defaults) -> Result<Contents<'static>, ReadError> {
    let text = String::from_utf8_lossy(bytes);
    let applets: Vec<String> = applet::games(&text).into_iter().map(String::from).collect();
    if applets.len() > 1 {
        let read = move |applet: String| content::of(applet.as_bytes(), defaults)?.game();
        let games = applets.into_iter().map(move |applet| move || read(applet));
        return Ok(Contents::Games(Games::numbered(games)));
    }
    Ok(match content::of(bytes, defaults)? {
        content::Read::Game(game) => Contents::Games(Games::one(*game)),
        content::Read::Position(position, notes) => Contents::Position(position, notes),
    })
}

/// A game that has not been read yet.
struct Piece {
    place: String,
    read: Box<dyn FnOnce() -> Result<Opened, ReadError>>,
}

impl Piece {
    fn new(place: String, read: impl FnOnce() -> Result<Opened, ReadError> + 'static) -> Piece {
        Piece { place, read: Box::new(read) }
    }
}

/// The games of a file. Those that are skipped or counted are not read.
pub struct Games<'a> {
    pieces: Box<dyn Iterator<Item = Piece> + 'a>,
    seen: usize,
    place: String,
}

impl<'a> Games<'a> {
    fn of(pieces: impl Iterator<Item = Piece> + 'a) -> Games<'a> {
        Games { pieces: Box::new(pieces), seen: 0, place: String::new() }
    }

    fn one(game: Opened) -> Games<'a> {
        Games::of(std::iter::once(Piece::new(String::new(), || Ok(game))))
    }

    fn numbered<F>(games: impl Iterator<Item = F> + 'a) -> Games<'a>
    where
        F: FnOnce() -> Result<Opened, ReadError> + 'static,
    {
        let numbered = (1..).zip(games);
        Games::of(numbered.map(|(number, read): (usize, F)| Piece::new(format!("game {number}"), read)))
    }

    pub fn seen(&self) -> usize {
        self.seen
    }

    /// Where the last game stands in its file: `game 3` or `line 4`; empty if it is the whole file.
    pub fn place(&self) -> &str {
        &self.place
    }

    /// A message about the last game, with its place in the file.
    pub fn named(&self, why: impl Display) -> String {
        match self.place.as_str() {
            "" => why.to_string(),
            place => format!("{place}: {why}"),
        }
    }

    fn piece(&mut self) -> Option<Piece> {
        self.pieces.next().inspect(|_| self.seen += 1)
    }
}

impl Iterator for Games<'_> {
    type Item = Result<Opened, ReadError>;

    fn next(&mut self) -> Option<Result<Opened, ReadError>> {
        let Piece { place, read } = self.piece()?;
        self.place = place;
        Some(read().map(Opened::judged))
    }

    fn nth(&mut self, number: usize) -> Option<Result<Opened, ReadError>> {
        for _ in 0..number {
            self.piece()?;
        }
        self.next()
    }

    fn count(self) -> usize {
        self.pieces.count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::yixin;
    use tengen_core::board::Colour;
    use tengen_core::rules::Variant;

    /// The moves of each game; `None` for one that cannot be read.
    fn moves(text: &str) -> Vec<Option<String>> {
        let games = games(text.as_bytes(), Defaults::default(), false).expect("games");
        games.map(|game| Some(game.ok()?.game.moves_text())).collect()
    }

    fn some(moves: &str) -> Option<String> {
        Some(moves.into())
    }

    #[test]
    fn every_game_of_a_collection_is_read() {
        let file = "(;GM[4]SZ[15];B[hh];W[ig])\n(;GM[2]SZ[19];B[aa])(;GM[4]SZ[9];B[ee])";
        assert_eq!(moves(file), [some("h8i9"), None, some("e5")]);
        assert_eq!(moves("(;GM[4]SZ[15];B[hh];W[ig])"), [some("h8i9")]);
    }

    #[test]
    fn every_game_of_a_site_or_a_tournament_is_read() {
        let site = "[Site \"PlayOK\"]\n[Result \"1-0\"]\n\n1. h8 i9 2. j8 white 3. -- h9 1-0\n\n\n";
        let other = site.replace("PlayOK", "other").replace("white 3. --", "");
        let file = format!("\u{feff}{site}{}{other}", site.replace("h9", "zz9"));
        assert_eq!(moves(&file), [some("h8i9j8h9"), None, some("h8i9j8h9")]);
        let old = format!("{other}{other}").replace('\n', "\r");
        assert_eq!(moves(&old), [some("h8i9j8h9"), some("h8i9j8h9")]);
        let applet = "<applet code=RenLibApplet.class><param name=moves value='h8 i9'></applet>\n";
        let page = format!("<html><body>{applet}{}</body></html>", applet.replace("i9", "h9"));
        assert_eq!(moves(&page), [some("h8i9"), some("h8h9")]);
        assert_eq!(moves(&applet.repeat(2)), [some("h8i9"), some("h8i9")]);
        let psq = "Piskvorky 15x15, 11:11, 0\r\n8,8,0\r\nA\r\nB\r\n-1\r\n1,Renju_1\r\n";
        assert_eq!(moves(&psq.repeat(2)), [some("h8"), some("h8")]);
    }

    #[test]
    fn every_line_of_a_list_is_a_game() {
        assert_eq!(moves("h8i9g7\n\nh8h9\n"), [some("h8i9g7"), some("h8h9")]);
        assert_eq!(moves("\u{feff}h8i9\nh8h9g7\n"), [some("h8i9"), some("h8h9g7")]);
        for text in ["h8i9\r\rh8h9g7\rh8zz9\rh8g9", "h8i9\r\n\r\nh8h9g7\r\nh8zz9\r\nh8g9\r\n"] {
            assert_eq!(moves(text), [some("h8i9"), some("h8h9g7"), None, some("h8g9")]);
            let mut named = games(text.as_bytes(), Defaults::default(), false).expect("games");
            assert!(named.nth(2).is_some_and(|game| game.is_err()));
            assert_eq!(named.place(), "line 4");
        }
        // One game on several lines.
        assert_eq!(moves("h8i9\ng7"), [some("h8i9g7")]);
        for no_list in ["h8h8\nhello", "h8 i9\ng7 f6\ne5 zz9", "h8 i9\ng7 zz9", "1. h8 i9\n2. g7 zz9"] {
            assert!(games(no_list.as_bytes(), Defaults::default(), false).is_err(), "{no_list}");
        }
        // Lines that cannot be read together are games, even if one of them is wrong.
        assert_eq!(moves("h8i9g7\nhello\nh8h9"), [some("h8i9g7"), None, some("h8h9")]);
        assert_eq!(moves("h8i9g7\nno game"), [some("h8i9g7"), None]);
        assert_eq!(moves("1. h8 i9\r1. h8 h9\r"), [some("h8i9"), some("h8h9")]);
    }

    #[test]
    fn games_are_skipped_and_counted_without_reading_them() {
        let lines = "h8i9\nh8h9\nhello\nh8";
        for text in [lines, "(;SZ[9];B[ee])(;SZ[9])(;GM[2])(;SZ[9])"] {
            let all = || games(text.as_bytes(), Defaults::default(), false).expect("games");
            assert_eq!(all().count(), 4, "{text}");
            let mut some = all();
            assert!(some.nth(2).is_some_and(|game| game.is_err()));
            assert_eq!((some.seen(), some.count()), (3, 1), "{text}");
        }
        let mut named = games(lines.as_bytes(), Defaults::default(), false).expect("games");
        assert!(named.nth(1).is_some_and(|game| game.is_ok()));
        assert_eq!(named.place(), "line 2");
    }

    #[test]
    fn the_first_of_several_games_is_opened_with_a_note() {
        let note = |text: &str| open(text.as_bytes(), Defaults::default(), false).unwrap().doubts;
        let psq = "Piskvorky 15x15, 11:11, 0\n8,8,0\nA\nB\n-1\n1,Renju_1\n";
        let two = ["the first of 2 games in the file"];
        for one in ["(;GM[4]SZ[15];B[hh])", psq, "[Black \"a\"]\n\n1. h8 i9\n"] {
            assert_eq!(note(one), [""; 0]);
            assert_eq!(note(&one.repeat(2)), two, "{one}");
        }
        assert_eq!(note("h8i9\nh8h9"), two);
    }

    #[test]
    fn rif_is_read_like_every_other_collection() {
        let game = "<game id='7' bresult='1'><move>h8 i9 g7</move></game>";
        let file = format!("\u{feff}<?xml version='1.0'?>\n<database><games>{game}{game}</games></database>");
        let opened = open(file.as_bytes(), Defaults::default(), false).unwrap();
        assert_eq!((opened.game.moves_text().as_str(), opened.game.rule.variant), ("h8i9g7", Variant::Renju));
        assert_eq!(opened.game.ending.unwrap().winner, Some(Colour::Black));
        assert_eq!(opened.doubts, ["the first of 2 games in the file"]);
        assert_eq!(moves(&file.replacen("g7", "zz9", 1)), [None, some("h8i9g7")]);
        let encoded = ["<![CDATA[h8 i9]]> g7", "h8 &#105;9&#x20;f6", "h8 &evil;"];
        let encoded = encoded.map(|moves| format!("<game id='1'><move>{moves}</move></game>")).concat();
        let file = format!("<database><games>{encoded}</games></database>");
        assert_eq!(moves(&file), [some("h8i9g7"), some("h8i9f6"), None]);
    }

    #[test]
    fn analyses_are_no_games_but_known() {
        let kind = |bytes: &[u8]| match contents(bytes, Defaults::default(), false).unwrap() {
            Contents::Library(_) => "library",
            Contents::Yixin { is_compressed: true, .. } => "compressed",
            Contents::Yixin { .. } => "Yixin",
            Contents::Training(_) => "training",
            Contents::Position(..) => "position",
            Contents::Games(_) => "games",
        };
        assert_eq!(kind(b"\xffRenLib\xff\x03\x04\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"), "library");
        assert_eq!((kind(&yixin::head(0)), kind(&yixin::COMPRESSED)), ("Yixin", "compressed"));
        assert_eq!(kind(b"TNGGAME2\0\0\0\0"), "training");
        assert_eq!(kind(".....\n".repeat(5).as_bytes()), "position");
        for yixin in [&yixin::head(0)[..], &yixin::COMPRESSED] {
            let why = games(yixin, Defaults::default(), false).err().unwrap().to_string();
            assert!(why.contains("database of Yixin"));
        }
    }
}
