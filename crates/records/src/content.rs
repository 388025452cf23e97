//! Detects the content of a file or pasted text: a game record, a move list, a link, a diagram, and so on. If the
//! content cannot be read, a message describes what it looks like.

use super::drawings::Drawn;
use super::moves::{self, Turn};
use super::{
    Format, applet, ccgc, commands, drawings, heads, links, playok, positions, renlib, yixin,
};
use encoding_rs::GB18030;
use tengen_core::board::Position;
use tengen_core::rules::{Rule, Variant};

/// The kinds of content that can be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Content {
    /// A game record.
    Record(Format),
    /// A list of moves.
    Moves(Vec<Turn>),
    /// A record of PlayOK.
    PlayOk(String),
    /// A move list like `h8i9g7` with an invalid item.
    Broken(String),
    /// A board diagram.
    Drawing(String),
    /// A web page with games in RenLib's applet.
    Applet(String),
    /// A CCGC record.
    Contest(String),
    /// A link that contains a game.
    Link(String),
    /// A protocol transcript.
    Commands(String),
    /// A `.pos` file.
    Positions,
    /// A RenLib library.
    Library,
}

impl Content {
    /// The position of a diagram, black to move. `None` for games and for diagrams that cannot be read.
    pub fn position(&self, rule: Rule) -> Option<Box<Position>> {
        let Content::Drawing(text) = self else {
            return None;
        };
        match drawings::read(text, rule) {
            Ok(Drawn::Position(position)) => Some(position),
            _ => None,
        }
    }
}

/// The supported game formats, for messages.
pub const GAMES: &str = "games are read from SGF, .psq (Piskvork), .lib and .pos (RenLib), links, and moves like h8i9g7";

/// The detected content does not depend on the rule.
const ANY: Rule = Rule::new(Variant::Freestyle);

/// Detects the content of a file.
///
/// # Errors
/// What the file looks like instead, as the beginning of a message.
pub fn of(bytes: &[u8]) -> Result<Content, String> {
    if renlib::is(bytes) {
        return Ok(Content::Library);
    }
    if bytes.starts_with(&yixin::COMPRESSED) || yixin::is(bytes) {
        return Err("this is a database of Yixin; tengen database import reads it".into());
    }
    of_text(bytes).or_else(|why| match positions::read(bytes, ANY) {
        Some(_) => Ok(Content::Positions),
        None => Err(why),
    })
}

fn of_text(bytes: &[u8]) -> Result<Content, String> {
    if bytes.trim_ascii().is_empty() {
        return Err("the file is empty".into());
    }
    if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
        return Err("this is text in UTF-16; save it as UTF-8".into());
    }
    if let Some(format) = Format::of_text(&String::from_utf8_lossy(bytes)) {
        return Ok(Content::Record(format));
    }
    let is_binary = |c: char| c.is_control() && !c.is_whitespace();
    let text = std::str::from_utf8(bytes).ok().map(String::from);
    let text = text.or_else(|| contest_in_gb(bytes));
    let text = text.map(|text| without_escapes(&text));
    let Some(text) = text.filter(|text| !text.contains(is_binary)) else {
        return Err("this is binary data, not text".into());
    };
    let text = with_usual_lines(text.trim_start_matches('\u{feff}'));
    let text = text.trim();
    if links::is_link(text) {
        if let Some(record) = links::record(text) {
            return of_text(record.as_bytes());
        }
        return Ok(Content::Link(text.into()));
    }
    if commands::is(text) {
        return Ok(Content::Commands(text.into()));
    }
    if ccgc::is(text) {
        return Ok(Content::Contest(text.into()));
    }
    if let [applet, ..] = applet::games(text)[..] {
        return Ok(Content::Applet(applet.into()));
    }
    let text = heads::games(text)[0];
    if playok::is(text) {
        return Ok(Content::PlayOk(text.into()));
    }
    if let Some(turns) = moves::coloured(text) {
        return Ok(Content::Moves(turns));
    }
    if let Some(turns) = moves::list(text)? {
        return Ok(Content::Moves(turns));
    }
    match text {
        _ if drawings::is(text) => Ok(Content::Drawing(text.into())),
        _ if begins_with_point(text) => Ok(Content::Broken(text.into())),
        _ if is_json(text) => Err("this looks like JSON".into()),
        _ if heads::is_head(text.lines().next().unwrap_or_default()) => Err(moves::no_moves(text)),
        _ => {
            let begin: String = text.lines().next().unwrap_or_default().chars().take(20).collect();
            Err(format!("unknown game format (it begins with {begin:?})"))
        }
    }
}

/// A text without the escape sequences of terminals, as `tengen picture` writes them for colours.
fn without_escapes(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let mut kept = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let rest = part.trim_start_matches(|c: char| c.is_ascii_digit() || ";:".contains(c));
        kept += rest.strip_prefix(|c: char| c.is_ascii_alphabetic()).unwrap_or(rest);
    }
    kept
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

    fn moves(names: &str) -> Content {
        let named = |name: &str| Turn::Named(name.into());
        Content::Moves(names.split(' ').map(named).collect())
    }

    #[test]
    fn contents_are_recognised() {
        let read = |text: &str| of(text.as_bytes()).unwrap();
        assert_eq!(read("note\n(\n;SZ[9])"), Content::Record(Format::Sgf));
        assert_eq!(read(" Piskvorky 15x15"), Content::Record(Format::Psq));
        assert_eq!(read(" h8i9\n"), moves("h8 i9"));
        assert_eq!(read("aa1"), moves("aa1"));
        assert_eq!(read("h8 and i9"), Content::Broken("h8 and i9".into()));
        for drawing in [".....\n".repeat(5), ". . X a .\n".repeat(7)] {
            let drawing = drawing.as_str();
            assert!(matches!(read(drawing), Content::Drawing(_)), "{drawing}");
        }
    }

    /// The format of the site, with the moves of both sides behind one number.
    #[test]
    fn a_game_of_playok() {
        let text = "[Event \"?\"]\n[Site \"PlayOK\"]\n[Date \"2020.05.05\"]\n[Round \"-\"]\n[Black \"first one\"]\r\n\
            [White \"second\"]\n[Result \"1-0\"]\n[TimeControl \"300\"]\n[BlackElo \"1073\"]\n\n\
            1. h8 i9 2. g7 f6 3. i7\nj6 1-0\n";
        assert_eq!(of(text.as_bytes()), Ok(Content::PlayOk(text.trim().replace("\r\n", "\n"))));
        let other = text.replace("PlayOK", "another site");
        assert_eq!(of(other.as_bytes()), Ok(moves("h8 i9 g7 f6 i7 j6")));
    }

    #[test]
    fn pasted_formats_are_distinguished() {
        let read = |text: &str| of(text.as_bytes()).unwrap();
        let link = "https://gomocalc.com/#/h8i9";
        assert_eq!(read(link), Content::Link(link.into()));
        assert!(matches!(read("BOARD\n7,7,2\nDONE"), Content::Commands(_)));
        assert_eq!(of(&[2, 112, 113]), Ok(Content::Positions));
        assert_eq!(of(b"\xffRenLib\xff\x03\x04"), Ok(Content::Library));
        // a move list that is also a valid `.pos` file
        assert_eq!(read("\nh8i9g7f6e5"), moves("h8 i9 g7 f6 e5"));
    }

    #[test]
    fn what_is_nothing_of_ours_is_named() {
        let refused = |bytes: &[u8]| of(bytes).unwrap_err();
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
        assert!(refused(&yixin::head(0)).contains("database of Yixin"));
        assert!(refused(&yixin::COMPRESSED).contains("database of Yixin"));
        assert!(refused(b"hello").ends_with("(it begins with \"hello\")"));
    }
}
