//! What a file holds: a record in one of the formats, a row of moves, a drawing, or nothing that can be
//! read here; then a sentence says what it looks like.

use super::Format;

/// What can be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Content {
    /// A record.
    Record(Format),
    /// Moves like `h8i9g7`.
    Moves(String),
    /// A board of `X`, `O` and `.`.
    Drawing(String),
}

/// Which files hold games that can be read.
pub const GAMES: &str = "games are read from SGF, from .psq (Piskvork), and from moves like h8i9g7";

/// Looks what a file holds.
///
/// # Errors
/// What it is instead, as the beginning of a sentence.
pub fn of(bytes: &[u8]) -> Result<Content, String> {
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
    match text {
        _ if begins_with_point(text) => Ok(Content::Moves(text.into())),
        _ if looks_drawn(text) => Ok(Content::Drawing(text.into())),
        _ if text.starts_with(['{', '[']) => Err("this looks like JSON".into()),
        _ if is_numbered(text) => {
            Err("these are numbered moves; write them without their numbers".into())
        }
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

/// `1. h8 i9` or `1 h8  2 i9`.
fn is_numbered(text: &str) -> bool {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let point = rest.trim_start_matches(|c: char| ".):".contains(c) || c.is_whitespace());
    rest.len() < text.len() && point.len() < rest.len() && begins_with_point(point)
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
    fn what_is_nothing_of_ours_is_named() {
        let refused = |bytes: &[u8]| of(bytes).unwrap_err();
        assert_eq!(refused(b" \n"), "the file is empty");
        assert!(refused(b"(\0;\0").contains("binary"));
        assert!(refused(b"h8 \xff\xfe").contains("binary"));
        assert!(refused(b"\xfe\xff\0(\0;").contains("UTF-16"));
        assert!(refused(b"[1, 2]").contains("JSON"));
        assert!(refused(b"1.h8 2.i9").contains("numbered"));
        assert!(refused(b"hello").ends_with("(it begins with \"hello\")"));
    }
}
