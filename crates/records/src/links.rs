//! Games in links.
//!
//! ```text
//! https://…/#size=15x15&rule=renju&moves=h8h9      from Tengen's page; &at=1 shows the board after one move
//! https://gomocalc.com/#/h8h9                      from other pages: moves at the end of the path or after #,
//! https://…/board?init_steps=h8_h9&size=15         or as the value of a key
//! https://…/#h8,pass,i9                            with a pass
//! https://www.playok.com/p/?g=gm+h8h9#2            from PlayOK: moves, or a whole record in Base64 (gm.…)
//! ```

use super::defaults::{Assumed, Defaults};
use super::moves::{Turn, game_of_turns, is_pass, is_points, list, pairs, points_on};
use super::{Game, ReadError};
use base64::Engine;
use base64::prelude::BASE64_STANDARD_NO_PAD as STANDARD_NO_PAD;
use tengen_core::board::{BoardSize, Colour, Stone, notation};
use tengen_core::message::Quoted;
use tengen_core::rules::Rule;

pub fn is_link(text: &str) -> bool {
    let text = text.trim();
    let is_link = text.starts_with("https://") || text.starts_with("http://");
    is_link && !text.contains(char::is_whitespace)
}

/// Reads the game from a link, and reports which properties it does not name.
pub fn read(link: &str, defaults: Defaults) -> Result<(Game, Assumed), ReadError> {
    let link = link.trim();
    if let Some(parts) = TengenParts::of(link) {
        return parts?.game(defaults);
    }
    let parts = WebParts::of(link);
    if parts.playok_game().is_some_and(|game| game.starts_with(|c: char| c.is_ascii_digit())) {
        return Err(ReadError::LinkGame);
    }
    let turns = parts.turns()?.ok_or_else(|| parts.unread())?;
    let size = parts.size().map_or(defaults, |size| Defaults { size: Some(size), ..defaults });
    let rule = parts.value("rule").and_then(|rule| Rule::from_name(&rule.to_lowercase()));
    let both = rule.map_or(size, |rule| Defaults { rule: Some(rule), ..size });
    let (game, _) = game_of_turns(&turns, both)?;
    let assumed = Assumed {
        rule: rule.is_none() && defaults.assumed().rule,
        board: parts.size().is_none() && defaults.assumed().board,
    };
    Ok((game, assumed))
}

/// The whole record in a link of PlayOK.
pub(super) fn record(link: &str) -> Option<String> {
    let parts = WebParts::of(link);
    let coded = parts.playok_game()?.strip_prefix('.')?.replace('-', "+").replace('_', "/");
    let bytes = STANDARD_NO_PAD.decode(coded.trim_end_matches('=')).ok()?;
    String::from_utf8(bytes).ok()
}

/// The keys that other pages use for lists of moves.
const MOVE_KEYS: [&str; 10] =
    ["moves", "m", "init_steps", "steps", "data", "pos", "position", "game", "history", "record"];

/// The parts of a link of another page, decoded, without the host.
struct WebParts {
    is_playok: bool,
    path: String,
    /// The keys and values after `?` and `#`. A value without a key has an empty one.
    pairs: Vec<(String, String)>,
}

impl WebParts {
    fn of(link: &str) -> WebParts {
        let (_, rest) = link.trim().split_once("://").unwrap_or(("", link));
        let (host, rest) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
        let (path, rest) = rest.split_at(rest.find(['?', '#']).unwrap_or(rest.len()));
        // "+" means a blank in values, but at PlayOK it follows the kind of game.
        let is_playok = host.to_ascii_lowercase().ends_with("playok.com");
        let rest = if is_playok { rest.replace('+', "%2B") } else { rest.to_string() };
        let pair = |part: &str| {
            let (key, value) = part.split_once('=').unwrap_or(("", part));
            (key.trim_start_matches('/').to_ascii_lowercase(), decoded(value))
        };
        let pairs = rest.split(['?', '#', '&']).filter(|part| !part.is_empty()).map(pair).collect();
        WebParts { is_playok, path: decoded(path), pairs }
    }

    fn value(&self, key: &str) -> Option<&str> {
        self.pairs.iter().find(|(known, _)| known == key).map(|(_, value)| value.as_str())
    }

    /// The game of a PlayOK link for five in a row: a number, `+` and moves, or `.` and a record in Base64.
    fn playok_game(&self) -> Option<&str> {
        let game = self.value("g").filter(|_| self.is_playok)?;
        game.strip_prefix("gm")
    }

    /// Why the link has no moves that can be read.
    fn unread(&self) -> ReadError {
        let may_be_moves = |key: &str| key.is_empty() || MOVE_KEYS.contains(&key);
        let found = self.pairs.iter().find(|(key, value)| may_be_moves(key) && has_four_figures(value));
        found.map_or(ReadError::Link, |(_, value)| ReadError::LinkFigures { what: Quoted(value.clone()) })
    }

    fn size(&self) -> Option<BoardSize> {
        let size = self.value("size")?;
        let (width, height) = size.split_once('x').unwrap_or((size, size));
        BoardSize::new(width.parse().ok()?, height.parse().ok()?)
    }

    /// The moves under a key for moves; without one, the only list of moves in the link.
    fn turns(&self) -> Result<Option<Vec<Turn>>, ReadError> {
        let of_site = self.playok_game().and_then(|game| game.strip_prefix('+'));
        if let Some(moves) = of_site {
            return Ok(listed(moves));
        }
        let keyed = |is: &dyn Fn(&str) -> bool| -> Vec<Vec<Turn>> {
            let pairs = self.pairs.iter().filter(|(key, _)| is(key));
            let moves =
                pairs.filter_map(|(key, value)| if key.is_empty() { at_end_of_path(value) } else { listed(value) });
            moves.collect()
        };
        let is_known = |key: &str| MOVE_KEYS.contains(&key);
        let of_key = keyed(&is_known);
        let mut all = match of_key.is_empty() {
            true => keyed(&str::is_empty),
            false => of_key,
        };
        if all.is_empty() {
            // A single word like a1 may be a name.
            all = keyed(&|key| !is_known(key) && key != "rule" && key != "size");
            all.retain(|turns| turns.len() > 1);
        }
        all.dedup();
        match all.len() {
            0 => Ok(at_end_of_path(&self.path)),
            1 => Ok(all.pop()),
            _ => Err(ReadError::LinkLists),
        }
    }
}

fn decoded(text: &str) -> String {
    let pairs = form_urlencoded::parse(text.as_bytes());
    pairs.map(|(key, _)| key).collect()
}

/// The moves of a list, numbered or not, with any separators. Other parts may precede them: `15,h8,i9`.
fn listed(text: &str) -> Option<Vec<Turn>> {
    let numbered = || text.trim_start().starts_with("1.").then(|| list(text).ok()?).flatten();
    let turns = unnumbered(text).or_else(|| pairs(text)).or_else(numbered);
    turns.filter(|turns| !turns.is_empty()).or_else(|| at_end(text.split(',').map(unnumbered)))
}

/// The moves at the end of a path: `board/h8i9`, `board/h8/i9`.
fn at_end_of_path(path: &str) -> Option<Vec<Turn>> {
    at_end(path.trim_end_matches('/').split('/').map(listed))
}

/// If the last part is a single move, the moves of all last parts that are single moves. Otherwise the moves of the last
/// part alone: a part before it may be a name like `a1`.
fn at_end(parts: impl DoubleEndedIterator<Item = Option<Vec<Turn>>>) -> Option<Vec<Turn>> {
    let mut ends = parts.rev().map_while(|turns| turns).peekable();
    let is_single = |turns: &Vec<Turn>| turns.len() == 1;
    let mut last: Vec<_> = match ends.peek().is_some_and(is_single) {
        true => ends.take_while(is_single).collect(),
        false => ends.take(1).collect(),
    };
    last.reverse();
    Some(last.concat()).filter(|turns| !turns.is_empty())
}

fn unnumbered(text: &str) -> Option<Vec<Turn>> {
    let parts = text.split(|c: char| !c.is_alphanumeric() && !"-()".contains(c));
    parts.map(part).collect::<Option<Vec<_>>>().map(|turns| turns.concat())
}

/// The moves between two separators: `h8i9`, `h8-i9`, a pass or nothing.
fn part(part: &str) -> Option<Vec<Turn>> {
    match part {
        _ if is_pass(part) => Some(vec![Turn::Pass]),
        _ if !part.contains("--") && part.split('-').all(is_points) => {
            list(&part.replace('-', " ")).ok()?.or(Some(Vec::new()))
        }
        _ => None,
    }
}

/// Whether each point has two digits for its column and two for its row: `0707,0806`.
fn has_four_figures(text: &str) -> bool {
    let mut points = text.split(|c: char| !c.is_ascii_digit());
    text.len() >= 8 && points.all(|point| !point.is_empty() && point.len().is_multiple_of(4))
}

/// The moves and passes of a link of Tengen's page, with or without blanks and commas between them.
fn turns_of(moves: &str) -> Result<Vec<Turn>, ReadError> {
    let words = || moves.split([' ', ',']).filter(|word| !word.trim().is_empty());
    Ok(match list(&moves.replace(',', " "))? {
        Some(turns) => turns,
        None if words().all(is_pass) => words().map(|_| Turn::Pass).collect(),
        None => vec![Turn::Named(moves.into())], // reported as not a point
    })
}

/// The number of moves after which a link of Tengen's page shows its game, if the link contains it.
pub(super) fn place(link: &str) -> Option<usize> {
    TengenParts::of(link.trim())?.ok()?.get("at")?.parse().ok()
}

/// The keys of a link of Tengen's page.
const KEYS: [&str; 7] = ["size", "rule", "black", "white", "first", "moves", "at"];

/// The keys and values of a link of Tengen's page.
struct TengenParts(Vec<(String, String)>);

impl TengenParts {
    /// The parts of a link of Tengen's page; `None` for other links. A link with moves alone, or with moves under another
    /// key, is from another page.
    fn of(link: &str) -> Option<Result<TengenParts, ReadError>> {
        let (_, fragment) = link.split_once('#')?;
        let parts: Vec<(String, String)> = form_urlencoded::parse(fragment.as_bytes()).into_owned().collect();
        let has = |keys: &[&str]| parts.iter().any(|(key, _)| key != "moves" && keys.contains(&key.as_str()));
        (has(&KEYS) && !has(&MOVE_KEYS)).then(|| TengenParts::checked(parts))
    }

    fn checked(parts: Vec<(String, String)>) -> Result<TengenParts, ReadError> {
        for (i, (key, _)) in parts.iter().enumerate() {
            if !KEYS.contains(&key.as_str()) {
                return Err(ReadError::LinkKey { what: Quoted(key.clone()), keys: KEYS.join(", ") });
            }
            if parts[..i].iter().any(|(earlier, _)| earlier == key) {
                return Err(ReadError::LinkTwice { what: Quoted(format!("{key}=")) });
            }
        }
        Ok(TengenParts(parts))
    }

    fn get(&self, key: &str) -> Option<&str> {
        self.0.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str())
    }

    fn game(&self, defaults: Defaults) -> Result<(Game, Assumed), ReadError> {
        let size = self.get("size").ok_or(ReadError::LinkSize)?;
        let sides = size.split_once('x').and_then(|(x, y)| Some((x.parse().ok()?, y.parse().ok()?)));
        let (width, height) = sides.ok_or_else(|| ReadError::SizeLike { what: Quoted(size.into()) })?;
        let size = BoardSize::checked(width, height)?;
        let (rule, assumed) = match self.get("rule") {
            Some(rule) => (rule.parse()?, Assumed::default()),
            None => (defaults.rule(), defaults.assumed_rule()),
        };
        let mut game = Game::new(size, rule, Default::default());
        for (key, colour) in [("black", Colour::Black), ("white", Colour::White)] {
            let points = notation::read(self.get(key).unwrap_or_default(), size)?;
            let stones = points.into_iter().map(|point| Stone { point, colour });
            game.set_up(stones);
        }
        game.first = match self.get("first") {
            None | Some("black") => game.first,
            Some("white") => Colour::White,
            Some(other) => return Err(ReadError::LinkSide { what: Quoted(format!("first={other}")) }),
        };
        let turns = turns_of(self.get("moves").unwrap_or_default())?;
        game.play_turns(&points_on(&turns, size)?);
        if let Some(at) = self.get("at")
            && at.parse().map_or(true, |at: usize| at > game.moves.len())
        {
            return Err(ReadError::LinkPlace { what: Quoted(format!("at={at}")), n: game.moves.len() });
        }
        Ok((game, assumed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_core::board::Point;
    use tengen_core::rules::Variant;

    fn game(link: &str) -> Result<Game, String> {
        let freestyle = Rule::new(Variant::Freestyle);
        Ok(read(link, Defaults::of(freestyle, BoardSize::FIFTEEN))?.0)
    }

    #[test]
    fn a_path_of_moves_is_read() {
        for link in
            ["https://gomocalc.com/#/h8i9g7", "http://example.org/board?moves=H8I9G7", " https://example.org/h8i9g7\n"]
        {
            assert!(is_link(link), "{link}");
            assert_eq!(game(link).unwrap().moves_text(), "h8i9g7", "{link}");
        }
    }

    #[test]
    fn links_of_boards_on_the_web_are_read() {
        for link in [
            "https://example.org/#h8i9g7",
            "https://example.org/#/h8_i9_g7",
            "https://example.org/h8_i9_g7/",
            "https://example.org/board?init_steps=h8_i9_g7",
            "https://example.org/board?init_steps=h8i9g7&lang=en#5",
            "https://example.org/b2/?id=a1&moves=h8-i9-g7&v=2",
            "https://example.org/#/board?moves=h8%2Ci9%2Cg7",
            "https://example.org?pos=h8+i9+g7",
            "https://example.org/show_applet.php?data=h8,i9,g7",
            "https://example.org/#moves=H8;I9;G7",
            "https://example.org/?q=h8.i9.g7#top",
            "https://example.org/#7,7_8,6_6,8",
            "https://example.org/?moves=[[7,7],[8,6],[6,8]]",
            "https://example.org/?m=%5B%5B7%2C%207%5D%2C%20%5B8%2C%206%5D%2C%20%5B6%2C%208%5D%5D",
            "https://example.org/#(7,7),(8,6),(6,8)",
            "https://example.org/?seq=h8~i9:g7",
            "https://example.org/?moves=%5B%22h8%22%2C%22i9%22%2C%22g7%22%5D",
            "https://example.org/?game=1.h8+2.i9+3.g7",
            "https://example.org/?steps=1.+h8+i9+2.+g7",
            "https://example.org/#/15/h8/i9/g7",
            "https://example.org/#/a1/h8i9g7",
            "https://example.org/board/15/h8/i9/g7",
            "https://example.org/a1/h8i9g7",
            "https://example.org/#15,h8,i9,g7",
            "https://example.org/?data=15,a1,h8i9g7",
            "https://example.org/#pos=h8i9g7&size=15",
            "https://www.playok.com/p/?g=gm+h8i9g7#2",
            "https://www.playok.com/p/?g=gm%2Bh8i9g7",
        ] {
            assert_eq!(game(link).map(|game| game.moves_text()).as_deref(), Ok("h8i9g7"), "{link}");
        }
        for link in ["?size=19&rule=Renju&moves=h8i9", "#rule=renju&pos=h8i9&size=19"] {
            let renju = game(&format!("https://example.org/{link}")).unwrap();
            assert_eq!((renju.size.width(), renju.rule), (19, Rule::new(Variant::Renju)), "{link}");
        }
        let why = |link: &str| game(link).unwrap_err();
        assert!(why("https://example.org/?a=h8i9&b=h8g7").contains("several lists"));
        assert!(why("https://www.playok.com/p/?g=gm148000001#38").contains("copy the text"));
        assert!(why("https://www.playok.com/p/?g=gm148000001.txt").contains("copy the text"));
        for link in ["?m=0707,0806", "#0707_0806", "?moves=07070806"] {
            assert!(why(&format!("https://example.org/{link}")).contains("from 0 or from 1"), "{link}");
        }
        for link in ["?id=a1", "#h8--i9", "?seq=h8(i9)", "?v=1.2", "?id=a_b2_c3", "?id=07070806", "?m=7,7,8,6", "#2024"]
        {
            assert!(why(&format!("https://example.org/{link}")).contains("does not end with moves"), "{link}");
        }
    }

    #[test]
    fn a_link_of_playok_holds_a_whole_record() {
        let text = "[Site \"PlayOK\"]\r\n\r\n1. h8 i9 2. j8 black 1-0\r\n?>";
        let coded = STANDARD_NO_PAD.encode(text);
        let url_safe = coded.replace('+', "-").replace('/', "_");
        for coded in [coded.clone() + "=", coded, url_safe] {
            let link = format!("https://www.playok.com/p/?g=gm.{coded}#3");
            assert_eq!(record(&link).as_deref(), Some(text));
        }
        assert_eq!(record("https://www.playok.com/p/?g=gm.!"), None);
        assert_eq!(record("https://example.org/?g=gm.aGVsbG8"), None);
    }

    #[test]
    fn a_link_of_tengens_page_is_read() {
        let link = "https://example.org/#size=9x8&rule=renju%2Bfb_check&black=a1&white=b1c1&first=white&moves=e5%20e6";
        let game = game(link).unwrap();
        assert_eq!((game.size.width(), game.size.height()), (9, 8));
        assert_eq!(game.rule.to_string(), "renju+fb_check");
        assert_eq!((game.setup.len(), game.first), (3, Colour::White));
        assert_eq!(game.moves[1].point, Point::new(4, 2));
        assert_eq!((place(link), place("https://example.org/#at=7")), (None, Some(7)));
    }

    #[test]
    fn a_pass_in_a_link_is_a_turn_without_a_stone() {
        for link in [
            "https://example.org/#size=15x15&moves=h8%20pass%20i9",
            "https://example.org/#size=15x15&moves=h8+--+i9",
            "https://example.org/#/h8,pass,i9",
        ] {
            let game = game(link).unwrap();
            assert_eq!((game.setup.len(), game.moves_text()), (1, "i9".into()), "{link}");
            assert_eq!((game.first, game.to_move()), (Colour::Black, Colour::White), "{link}");
        }
        let both = game("https://example.org/#size=15x15&rule=renju&moves=h8 pass pass").unwrap();
        assert_eq!(both.ending.map(|ending| ending.winner), Some(None));
        assert_eq!(game("https://example.org/#15,h8,pass,i9").unwrap().moves_text(), "i9");
        assert_eq!(game("https://example.org/#h8,i9").unwrap().moves_text(), "h8i9");
        let passed = game("https://example.org/#size=15x15&first=white&moves=pass h8").unwrap();
        assert_eq!(passed.first, Colour::Black);
    }

    #[test]
    fn a_link_with_unknown_or_unreadable_parts_is_refused() {
        for (parts, expected) in [
            ("size=15x15&moves=h8&opening=swap2", "\"opening\" is unknown"),
            ("size=15x15&foo", "\"foo\" is unknown"),
            ("size=15x15&moves=h8&moves=i9", "\"moves=\" is given twice"),
            ("size=15x15&first=green", "\"first=green\" is not a side"),
            ("size=15x15&moves=h8i9&at=3", "\"at=3\" is not a place in a game of 2 moves"),
            ("size=15x15&moves=h8i9&at=x", "\"at=x\""),
            ("rule=renju&moves=h8", "names no board size"),
        ] {
            let why = game(&format!("https://example.org/#{parts}")).unwrap_err();
            assert!(why.contains(expected), "{parts}: {why}");
        }
        let link = "https://example.org/#size=15x15&first=black&moves=h8i9&at=2";
        assert_eq!((game(link).unwrap().moves.len(), place(link)), (2, Some(2)));
    }

    #[test]
    fn a_link_without_a_game_is_refused_with_the_reason() {
        let why = |link: &str| game(link).unwrap_err();
        for link in ["https://example.org/", "https://example.org/about", "https://example.org/#x="] {
            assert!(why(link).contains("does not end with moves"), "{link}");
        }
        assert!(why("https://example.org/#size=99x99&moves=").contains("sides go from 5 to 32"));
        assert!(why("https://example.org/#size=15&moves=").contains("not a size"));
        assert!(why("https://example.org/#size=9x9&moves=j1").contains("not a point"));
        assert!(why("https://example.org/#size=9x9&rule=chess&moves=%").contains("rule"));
        assert!(!is_link("https://example.org/ h8") && !is_link("h8"));
    }
}
