//! What a file is: formats that are recognised by their first bytes, and texts. If a text cannot be read, a message
//! describes what it looks like.

use super::defaults::Defaults;
use super::drawings::Drawn;
use super::moves::{self, Turn, game_by, game_of_turns};
use super::opened::Opened;
use super::source::Source;
use super::{
    Format, Game, Note, ReadError, applet, ccgc, commands, drawings, heads, lines, links, playok, positions, renlib,
    rif, training, yixin,
};
use encoding_rs::GB18030;
use tengen_core::board::Position;
use tengen_core::message::Quoted;

/// A format that is recognised by the first bytes of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Series {
    Training,
    /// A RenLib library.
    Library,
    /// A database of Yixin.
    Yixin {
        is_compressed: bool,
    },
    /// The collection of renju.net.
    Rif,
    /// SGF or psq.
    Record(Format),
    /// Games that each begin with header lines.
    Headed,
    /// A game on each line.
    Lines,
}

/// The number of bytes that show the format.
pub(super) const BEGINNING: usize = 1 << 16;

/// The format of a file with these first bytes; `None` for a file that is only recognised as a whole.
pub(super) fn series(start: &[u8], defaults: Defaults) -> Option<Series> {
    let text = String::from_utf8_lossy(start);
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let first_line = || lines::of(text).next().unwrap_or_default();
    let is_compressed = start.starts_with(&yixin::COMPRESSED);
    Some(match () {
        () if training::is(start) => Series::Training,
        () if renlib::is(start) => Series::Library,
        () if is_compressed || yixin::is(start) => Series::Yixin { is_compressed },
        () if rif::is(text) => Series::Rif,
        () if let Some(format) = Format::of_text(text) => Series::Record(format),
        () if heads::is_head(first_line()) => Series::Headed,
        () if is_list(text, start.len() >= BEGINNING, defaults) => Series::Lines,
        () => return None,
    })
}

/// Whether a text is a list with a game on each line: together they are no game, and each is one, or one of them is surely no
/// part of a game that begins with the first.
fn is_list(text: &str, is_cut: bool, defaults: Defaults) -> bool {
    let is_legal = |game: &Game| game.played().is_ok();
    let read = |line| (line, of_line(line, defaults).ok().map(|read| read.game));
    let mut lines = lines::of(text).filter(|line| !line.is_empty()).map(read).peekable();
    let Some((_, Some(first))) = lines.next_if(|(_, game)| has_moves(game)) else { return false };
    if is_cut || lines.peek().is_none() {
        return is_cut; // no game is that long
    }
    if let Ok(Read::Game(one)) = of_text(text, defaults)
        && is_legal(&one.game)
    {
        return false;
    }
    let goes_on = |other: &Game| {
        let moves = [&first.moves[..], &other.moves].concat();
        is_legal(other) && is_legal(&Game { moves, ..first.clone() })
    };
    let is_apart = |(line, game): &(&str, Option<Game>)| match game {
        Some(game) => !goes_on(game),
        None => !line.contains(|c: char| c.is_ascii_digit()),
    };
    let others: Vec<_> = lines.collect();
    let legal = others.iter().filter(|(_, game)| game.as_ref().is_some_and(is_legal)).count();
    let are_legal = is_legal(&first) && legal == others.len();
    are_legal || (is_legal(&first) || legal > 0) && others.iter().any(is_apart)
}

fn has_moves(game: &Option<Game>) -> bool {
    game.as_ref().is_some_and(|game| !game.moves.is_empty())
}

/// Reads the game on a line of a list.
pub(super) fn of_line(line: &str, defaults: Defaults) -> Result<Opened, ReadError> {
    let moves = game_by(line, defaults).map(|game| Opened::alone((game, defaults.assumed())));
    moves.or_else(|why| match of_text(line, defaults) {
        Ok(Read::Game(opened)) => Ok(*opened),
        _ => Err(why),
    })
}

#[derive(Debug)]
pub(super) enum Read {
    Game(Box<Opened>),
    /// A position, with notes on what was skipped.
    Position(Box<Position>, Vec<Note>),
}

/// Reads a game, or a drawing of a position.
pub(super) fn of(bytes: &[u8], defaults: Defaults) -> Result<Read, ReadError> {
    let text = text_of(bytes).map_err(ReadError::known);
    text.and_then(|text| of_text(&text, defaults)).or_else(|why| {
        let game = positions::read(bytes, defaults.rule()).ok_or(why)?;
        Ok(Opened::alone((game, defaults.assumed_rule())).into())
    })
}

impl Read {
    pub(super) fn game(self) -> Result<Opened, ReadError> {
        match self {
            Read::Game(game) => Ok(*game),
            Read::Position(..) => Err(ReadError::NoGame),
        }
    }
}

impl From<Opened> for Read {
    fn from(opened: Opened) -> Read {
        Read::Game(opened.into())
    }
}

fn text_of(bytes: &[u8]) -> Result<String, ReadError> {
    if bytes.trim_ascii().is_empty() {
        return Err(ReadError::Empty);
    }
    if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
        return Err(ReadError::Utf16);
    }
    let is_binary = |c: char| c.is_control() && !c.is_whitespace();
    let text = std::str::from_utf8(bytes).ok().map(String::from).or_else(|| contest_in_gb(bytes));
    let text = text.map(|text| without_escapes(&text));
    let text = text.filter(|text| !text.contains(is_binary)).ok_or(ReadError::Binary)?;
    Ok(with_usual_lines(text.trim_start_matches('\u{feff}')).trim().into())
}

fn of_text(text: &str, defaults: Defaults) -> Result<Read, ReadError> {
    let alone = |read: Result<_, ReadError>| read.map(Opened::alone).map(Read::from);
    if links::is_link(text) {
        if let Some(record) = links::record(text) {
            return of(record.as_bytes(), defaults);
        }
        let opened = links::read(text, defaults).map(Opened::alone)?;
        let most = opened.game.moves.len();
        let shown = links::place(text).filter(|shown| *shown <= most);
        return Ok(Opened { shown, ..opened }.into());
    }
    if commands::is(text) {
        return alone(commands::read(text, defaults));
    }
    if ccgc::is(text) {
        let tree = ccgc::tree(text, defaults.rule())?;
        return Ok(Opened::of(Source::of_tree(tree, defaults))?.into());
    }
    if let [applet, ..] = applet::games(text)[..] {
        let tree = applet::tree(applet)?;
        return Ok(Opened::of(Source::of_tree(tree, defaults))?.into());
    }
    if playok::is(text) {
        let playok::Record { game, assumed, notes } = playok::read(text, defaults)?;
        return Ok(Opened { doubts: notes, ..Opened::alone((game, assumed)) }.into());
    }
    if let Some(turns) = moves::coloured(text) {
        let mut opened = of_turns(&turns, text, defaults)?;
        opened.doubts.iter_mut().for_each(|doubt| out_of_turn(doubt, &turns));
        return Ok(opened.into());
    }
    if let Some(turns) = moves::list(text).map_err(ReadError::known)? {
        return of_turns(&turns, text, defaults).map(Read::from);
    }
    if drawings::is(text) || drawings::is_too_small(text) {
        let doubts = drawings::left_out(text).into_iter().collect();
        return match drawings::read(text, defaults.rule()) {
            Ok(Drawn::Game(game)) => Ok(Opened { doubts, ..Opened::alone((*game, defaults.assumed_rule())) }.into()),
            Ok(Drawn::Position(position)) => Ok(Read::Position(position, doubts)),
            Err(why) => Err(ReadError::Drawing { why: why.into() }),
        };
    }
    if begins_with_point(text) {
        return alone(game_by(text, defaults).map(|game| (game, defaults.assumed())));
    }
    if is_json(text) {
        return Err(ReadError::Json.known());
    }
    let first = text.lines().next().unwrap_or_default();
    if heads::is_head(first) {
        return Err(moves::no_moves(text).known());
    }
    let begin: String = first.chars().take(20).collect();
    Err(ReadError::Unknown { begin: Quoted(begin) }.known())
}

/// The game of a list of moves below its header lines.
fn of_turns(turns: &[Turn], text: &str, defaults: Defaults) -> Result<Opened, ReadError> {
    let (game, pass) = game_of_turns(turns, defaults)?;
    let ending = heads::ending(text).or(game.ending);
    let game = Game { players: heads::players(text), ending, ..game };
    let unknown = heads::unknown_result(text).map(|result| Note::UnknownResult { what: format!("Result {result:?}") });
    let doubts = pass.into_iter().chain(unknown).collect();
    Ok(Opened { doubts, ..Opened::alone((game, defaults.assumed())) })
}

/// Names the move behind a pass that the list does not contain.
fn out_of_turn(note: &mut Note, turns: &[Turn]) {
    if let Note::PassMove { n } = *note
        && let Some(Turn::Named(name)) = turns.get(n)
    {
        *note = Note::Turn { what: name.clone() };
    }
}

/// A text without the escape sequences of terminals. Diagrams in colours, as `tengen picture` writes them, draw both sides
/// with the same signs: those in white become `○` and `◇`.
fn without_escapes(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let mut kept = parts.next().unwrap_or_default().to_string();
    let mut is_white = false;
    for part in parts {
        let end = part.find(|c: char| !c.is_ascii_digit() && !";:".contains(c)).unwrap_or(part.len());
        let (codes, rest) = part.split_at(end);
        if rest.starts_with('m') {
            is_white = has_white_ink(codes, is_white);
        }
        let rest = rest.strip_prefix(|c: char| c.is_ascii_alphabetic()).unwrap_or(rest);
        kept += &if is_white { rest.replace('●', "○").replace('◆', "◇") } else { rest.into() };
    }
    kept
}

/// Whether a terminal writes in white after these codes (`38;5;231`).
fn has_white_ink(codes: &str, mut is_white: bool) -> bool {
    let mut codes = codes.split([';', ':']).map(|code| code.parse().unwrap_or(0));
    while let Some(code) = codes.next() {
        let colour = match (code, matches!(code, 38 | 48).then(|| codes.next()).flatten()) {
            (_, Some(5)) => codes.next().is_some_and(|colour: u8| matches!(colour, 7 | 15 | 231 | 250..)),
            (_, Some(2)) => codes.by_ref().take(3).all(|part| part > 191),
            _ => matches!(code, 37 | 97),
        };
        if matches!(code, 0 | 30..=39 | 90..=97) {
            is_white = colour;
        }
    }
    is_white
}

/// A text with lines that end in LF.
pub(super) fn with_usual_lines(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n")
}

/// A CCGC record in GB 18030, the encoding of Chinese systems.
fn contest_in_gb(bytes: &[u8]) -> Option<String> {
    let (text, _, is_wrong) = GB18030.decode(bytes);
    (!is_wrong && ccgc::is(text.trim())).then(|| text.into_owned())
}

/// Whether `text` looks like a value of JSON; head lines like `[Black "a"]` do not.
fn is_json(text: &str) -> bool {
    let inside = |open: char, close: char| text.strip_prefix(open)?.strip_suffix(close);
    let begins = |inside: &str, values: &str| {
        let first = inside.trim_start().chars().next();
        first.is_none_or(|first| values.contains(first))
    };
    inside('{', '}').is_some_and(|inside| begins(inside, "\""))
        || inside('[', ']').is_some_and(|inside| begins(inside, "\"{[-0123456789tfn"))
}

/// Whether `text` starts with a point like `h8`; no diagram does.
fn begins_with_point(text: &str) -> bool {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    (1..=2).contains(&(text.len() - rest.len())) && rest.starts_with(|c: char| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Read, String> {
        of(text.as_bytes(), Defaults::default()).map_err(|why| why.to_string())
    }

    fn moves(text: &str) -> Result<String, String> {
        Ok(read(text)?.game().map_err(|why| why.to_string())?.game.moves_text())
    }

    fn series_of(bytes: &[u8]) -> Option<Series> {
        series(bytes, Defaults::default())
    }

    #[test]
    fn contents_are_recognised() {
        assert_eq!(series_of(b"note\n(\n;SZ[9])"), Some(Series::Record(Format::Sgf)));
        assert_eq!(series_of(b" Piskvorky 15x15"), Some(Series::Record(Format::Psq)));
        assert_eq!(series_of(b"\xffRenLib\xff\x03\x04"), Some(Series::Library));
        assert_eq!(moves(" h8i9\n").as_deref(), Ok("h8i9"));
        assert!(moves("aa1").unwrap_err().to_string().contains("\"aa1\" is not a point"));
        assert!(moves("h8 and i9").unwrap_err().to_string().contains("\"and\" is not a point"));
        for drawing in [".....\n".repeat(5), ". . X a .\n".repeat(7)] {
            let drawn = read(&drawing);
            let is_drawing = matches!(&drawn, Ok(Read::Position(..)))
                || drawn.is_err_and(|why| why.starts_with("read as a drawing"));
            assert!(is_drawing, "{drawing}");
        }
    }

    /// The format of the site, with the moves of both sides behind one number.
    #[test]
    fn a_game_of_playok() {
        let text = "[Event \"?\"]\n[Site \"PlayOK\"]\n[Date \"2020.05.05\"]\n[Round \"-\"]\n[Black \"first one\"]\r\n\
            [White \"second\"]\n[Result \"1-0\"]\n[TimeControl \"300\"]\n[BlackElo \"1073\"]\n\n\
            1. h8 i9 2. g7 f6 3. i7\nj6 1-0\n";
        assert_eq!(moves(text).as_deref(), Ok("h8i9g7f6i7j6"));
        assert!(moves(&text.replace("1. h8", "2. h8")).is_err(), "numbers count at this site");
        let other = text.replace("PlayOK", "another site");
        assert_eq!(moves(&other).as_deref(), Ok("h8i9g7f6i7j6"));
        assert_eq!(moves(&other.replace("1. h8", "2. h8")).as_deref(), Ok("h8i9g7f6i7j6"));
    }

    #[test]
    fn pasted_formats_are_distinguished() {
        assert_eq!(moves("https://gomocalc.com/#/h8i9").as_deref(), Ok("h8i9"));
        assert_eq!(moves("BOARD\n7,7,2\nDONE").as_deref(), Ok("h8"));
        let places = of(&[2, 112, 113], Defaults::default()).unwrap().game().unwrap();
        assert_eq!(places.game.moves_text(), "h8i8");
        // a move list that is also a valid `.pos` file
        assert_eq!(moves("\nh8i9g7f6e5").as_deref(), Ok("h8i9g7f6e5"));
    }

    #[test]
    fn what_is_nothing_of_ours_is_named() {
        let refused = |bytes: &[u8]| match of(bytes, Defaults::default()) {
            Err(ReadError::Known { why }) => why.to_string(),
            other => panic!("{other:?}"),
        };
        assert_eq!(refused(b" \n"), "the file is empty");
        assert!(refused(b"(\0;\0").contains("binary"));
        assert!(refused(b"h8 \xff\xfe").contains("binary"));
        assert!(refused(b"\xfe\xff\0(\0;").contains("UTF-16"));
        for json in ["[1, 2]", "{}", "[]", "{ \"a\": [h8] }\n", "[{\"a\": 1}]", "[true]"] {
            assert_eq!(refused(json.as_bytes()), "this looks like JSON", "{json}");
        }
        for other in ["[1, 2", "[h8] and more", "{h8", "[]x"] {
            assert!(refused(other.as_bytes()).starts_with("unknown game format"), "{other}");
        }
        let headed = |moves: &str| refused(format!("[Black \"a\"]\n\n{moves}").as_bytes());
        assert_eq!(headed("1. h8 Nf3"), "\"Nf3\" is not a move like h8");
        assert_eq!(headed(""), "there are no moves like h8 behind the head lines");
        assert!(refused(b"hello").ends_with("(it begins with \"hello\")"));
    }
}
