//! Header lines that sites write above a move list:
//!
//! ```text
//! [Event "?"]
//! [Site "PlayOK"]
//! [Black "first one"]      the first number of the result belongs to the player named first
//! [White "second"]
//! [Result "1-0"]           1/2-1/2: a draw
//!
//! 1. h8 i9 2. g7 f6
//! ```
//!
//! In files of several games, each game begins with its headers.

use super::{Ending, Reason};
use tengen_core::board::Colour;
use tengen_core::printable;

pub fn is_head(line: &str) -> bool {
    let line = line.trim();
    line.starts_with('[') && line.ends_with("\"]")
}

pub(super) fn head<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    text.lines().map(str::trim).find_map(|line| {
        let value = line.strip_prefix('[')?.strip_prefix(name)?;
        value.trim().strip_prefix('"')?.strip_suffix("\"]")
    })
}

/// The names of black and white; empty if unknown.
pub fn players(text: &str) -> [String; 2] {
    ["Black", "White"].map(|side| printable::line(head(text, side).unwrap_or_default()))
}

/// The result of the game, if there is one: that of the header, or else the last word (`1-0`).
pub fn ending(text: &str) -> Option<Ending> {
    let whole = |side: &str| match side.trim() {
        "1" => Some(true),
        "0" => Some(false),
        _ => None,
    };
    let result = head(text, "Result").or_else(|| text.split_whitespace().last())?;
    let (one, other) = result.split_once('-')?;
    if one.trim() == other.trim() && ["1/2", "0.5", "½"].contains(&one.trim()) {
        return Some(Ending::drawn(Reason::Unknown));
    }
    let winner = match (whole(one)?, whole(other)?) {
        (true, false) => first_named(text),
        (false, true) => !first_named(text),
        _ => return None,
    };
    Some(Ending::won(winner, Reason::Unknown))
}

/// The value of the result that says nothing about the game.
pub(super) fn unknown_result(text: &str) -> Option<&str> {
    let result = head(text, "Result").filter(|result| !["", "*", "?"].contains(&result.trim()));
    result.filter(|_| ending(text).is_none())
}

/// The side whose header comes first: usually black.
fn first_named(text: &str) -> Colour {
    let place = |side: &str| text.find(&format!("[{side} ")).unwrap_or(usize::MAX);
    if place("White") < place("Black") { Colour::White } else { Colour::Black }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_players_names_are_read() {
        let text = "[Event \"?\"]\n[Black \"first one\"]\r\n [White \"second\"]\n\n1. h8 i9";
        assert_eq!(players(text), ["first one", "second"]);
        assert_eq!(players("h8i9"), ["", ""]);
    }

    #[test]
    fn results_are_for_the_players_named_first_and_second() {
        let ends = |players: [&str; 2], result: &str| {
            let [one, other] = players;
            let text = format!("[{one} \"a\"]\n[{other} \"b\"]\n[Result \"{result}\"]\n\nh8");
            ending(&text).map(|ending| ending.winner)
        };
        let usual = ["Black", "White"];
        assert_eq!(ends(usual, "1-0"), Some(Some(Colour::Black)));
        assert_eq!(ends(usual, "0-1"), Some(Some(Colour::White)));
        assert_eq!(ends(["White", "Black"], "1-0"), Some(Some(Colour::White)));
        for drawn in ["1/2-1/2", "0.5-0.5"] {
            assert_eq!(ends(usual, drawn), Some(None));
        }
        for unknown in ["*", "", "0-0", "38-26", "1-1", "1-"] {
            assert_eq!(ends(usual, unknown), None, "{unknown}");
        }
        let winner = |text: &str| ending(text).map(|ending| ending.winner);
        assert_eq!(winner("1. h8 i9 0-1"), Some(Some(Colour::White)));
        assert_eq!(winner("[Black \"a\"]\n\n1. h8 i9 ½-½\n"), Some(None));
        assert_eq!(winner("[Result \"*\"]\n\n1. h8 i9 0-1"), None);
        for without in ["h8i9", "h8-i9", "", "1. h8 *"] {
            assert_eq!(ending(without), None, "{without}");
        }
        let unknown = |result: &str| unknown_result(&format!("[Result \"{result}\"]\n\nh8")).map(String::from);
        assert_eq!(unknown("38-26").as_deref(), Some("38-26"));
        for known in ["1-0", "1/2-1/2", "*", "?", ""] {
            assert_eq!(unknown(known), None, "{known}");
        }
        assert_eq!(unknown_result("h8i9"), None);
    }
}
