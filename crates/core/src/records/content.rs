//! What a file or a paste holds: a record in one of the formats, a row of moves, a link, a drawing, or nothing that can
//! be read here; then a sentence says what it looks like.

use super::heads::is_head;
use super::moves::is_points;
use super::{Format, commands, diagrams, links, positions, renlib};
use crate::rules::{Rule, Variant};

/// What can be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Content {
    /// A record.
    Record(Format),
    /// Moves like `h8i9g7`.
    Moves(String),
    /// A board of `X`, `O` and `.`.
    Drawing(String),
    /// A board with the numbers of moves.
    Diagram(String),
    /// A link with a game in it.
    Link(String),
    /// What a manager says to a brain.
    Commands(String),
    /// A `.pos` file.
    Positions,
    /// A library of RenLib.
    Library,
}

/// Which files hold games that can be read.
pub const GAMES: &str = "games are read from SGF, .psq (Piskvork), .lib and .pos (RenLib), links, and moves like h8i9g7";

/// What a text is does not depend on the rule.
const ANY: Rule = Rule::new(Variant::Freestyle);

/// Looks what a file holds.
///
/// # Errors
/// What it is instead, as the beginning of a sentence.
pub fn of(bytes: &[u8]) -> Result<Content, String> {
    if renlib::is(bytes) {
        return Ok(Content::Library);
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
    let text = std::str::from_utf8(bytes).ok();
    let Some(text) = text.filter(|text| !text.contains(is_binary)) else {
        return Err("this is binary data, not text".into());
    };
    let text = text.trim_start_matches('\u{feff}').trim();
    if links::is_link(text) {
        return Ok(Content::Link(text.into()));
    }
    if commands::is(text) {
        return Ok(Content::Commands(text.into()));
    }
    if let Some(moves) = listed_moves(text) {
        return Ok(Content::Moves(moves));
    }
    match text {
        _ if begins_with_point(text) => Ok(Content::Moves(text.into())),
        _ if diagrams::read(text, ANY).is_some() => Ok(Content::Diagram(text.into())),
        _ if looks_drawn(text) => Ok(Content::Drawing(diagrams::without_signs(text))),
        _ if text.starts_with(['{', '[']) => Err("this looks like JSON".into()),
        _ => {
            let begin: String = text
                .lines()
                .next()
                .unwrap_or_default()
                .chars()
                .take(20)
                .collect();
            Err(format!(
                "this is no game that is known here (it begins with {begin:?})"
            ))
        }
    }
}

/// `h8`, as no drawing begins.
fn begins_with_point(text: &str) -> bool {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    (1..=2).contains(&(text.len() - rest.len())) && rest.starts_with(|c: char| c.is_ascii_digit())
}

/// A good part of it is stones and empty points; the rest are names of rows and columns, and marks.
fn looks_drawn(text: &str) -> bool {
    let all = text.chars().filter(|c| !c.is_whitespace()).count();
    let drawn = text.chars().filter(|c| ".XO#".contains(*c)).count();
    drawn * 3 > all
}

/// The points of a text that holds nothing else but numbers and what people and sites set between moves: `1. h8 i9
/// 2. g7 f6`, `1.H8,2.I9`, `h8-i9-g7`; above them may stand [heads](super::heads), behind them a result.
fn listed_moves(text: &str) -> Option<String> {
    let lines = text.lines().map(str::trim).filter(|line| !is_head(line));
    let is_between = |c: char| c.is_whitespace() || ".,:;-–—()|/*，、。；：．".contains(c);
    let words = lines.flat_map(|line| line.split(is_between));
    let is_number = |word: &&str| word.bytes().all(|c| c.is_ascii_digit());
    let points: Vec<&str> = words.filter(|word| !is_number(word)).collect();
    let is_list = !points.is_empty() && points.iter().all(|word| is_points(word));
    is_list.then(|| points.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contents_are_told_apart() {
        let read = |text: &str| of(text.as_bytes()).unwrap();
        assert_eq!(read("note\n(\n;SZ[9])"), Content::Record(Format::Sgf));
        assert_eq!(read(" Piskvorky 15x15"), Content::Record(Format::Psq));
        assert_eq!(read(" h8i9\n"), Content::Moves("h8i9".into()));
        assert_eq!(read("aa1"), Content::Moves("aa1".into()));
        for drawing in [". . .\n. X .", " 2 . a .\n 1 X O .\n   a b c", "....."] {
            assert!(matches!(read(drawing), Content::Drawing(_)), "{drawing}");
        }
    }

    #[test]
    fn moves_are_read_as_people_and_sites_list_them() {
        for list in [
            "1. h8 i9 2. g7 f6",
            "1.h8 i9 3.g7 f6",
            "1 h8  2 i9  3 g7  4 f6\n",
            "h8-i9-g7-f6",
            "h8, i9; g7, f6",
            "1) h8 2) i9 3) g7 4) f6",
            "1、h8 2、i9 3、g7 4、f6",
            "[Event \"?\"]\n[Result \"0-1\"]\n\n1. h8 i9 2. g7 f6 0-1",
        ] {
            let moves = Content::Moves("h8 i9 g7 f6".into());
            assert_eq!(of(list.as_bytes()), Ok(moves), "{list}");
        }
        assert_eq!(of(b"1.H8I9 2.G7"), Ok(Content::Moves("H8I9 G7".into())));
        for other in ["1. e4 e5 2. Nf3", "15", "1. 2. 3.", "h888 i9 x"] {
            assert_eq!(listed_moves(other), None, "{other}");
        }
    }

    /// As the site writes games of its boards, the moves of both sides behind one number.
    #[test]
    fn a_game_of_playok() {
        let text = "[Event \"?\"]\n[Site \"PlayOK\"]\n[Date \"2020.05.05\"]\n[Round \"-\"]\n[Black \"first one\"]\r\n\
            [White \"second\"]\n[Result \"1-0\"]\n[TimeControl \"300\"]\n[BlackElo \"1073\"]\n\n\
            1. h8 i9 2. g7 f6 3. i7\nj6 1-0\n";
        let moves = "h8 i9 g7 f6 i7 j6".into();
        assert_eq!(of(text.as_bytes()), Ok(Content::Moves(moves)));
    }

    #[test]
    fn what_people_paste_is_told_apart() {
        let read = |text: &str| of(text.as_bytes()).unwrap();
        let link = "https://gomocalc.com/#/h8i9";
        assert_eq!(read(link), Content::Link(link.into()));
        assert!(matches!(read("BOARD\n7,7,2\nDONE"), Content::Commands(_)));
        assert_eq!(of(&[2, 112, 113]), Ok(Content::Positions));
        assert_eq!(of(b"\xffRenLib\xff\x03\x04"), Ok(Content::Library));
        // a row of moves that would be a file of positions too
        assert_eq!(read("\nh8i9g7f6e5"), Content::Moves("h8i9g7f6e5".into()));
    }

    #[test]
    fn what_is_nothing_of_ours_is_named() {
        let refused = |bytes: &[u8]| of(bytes).unwrap_err();
        assert_eq!(refused(b" \n"), "the file is empty");
        assert!(refused(b"(\0;\0").contains("binary"));
        assert!(refused(b"h8 \xff\xfe").contains("binary"));
        assert!(refused(b"\xfe\xff\0(\0;").contains("UTF-16"));
        assert!(refused(b"[1, 2]").contains("JSON"));
        assert!(refused(b"hello").ends_with("(it begins with \"hello\")"));
    }
}
