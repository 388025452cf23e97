//! Games in links: what people paste who were sent one.
//!
//! ```text
//! https://…/#size=15x15&rule=renju&moves=h8h9      as the page of Tengen copies them, perhaps with &at=1: opened there
//! https://gomocalc.com/#/h8h9                      the moves behind the last / # = or , as boards on the web write them
//! ```

use super::defaults::{Assumed, Defaults};
use super::moves::{game_by, game_of_moves, is_points};
use super::{Game, shape};
use crate::board::{Colour, Stone, notation};

/// Whether this is a link and nothing else.
pub fn is_link(text: &str) -> bool {
    let text = text.trim();
    let is_link = text.starts_with("https://") || text.starts_with("http://");
    is_link && !text.contains(char::is_whitespace)
}

/// The game in a link, and what it does not name.
///
/// # Errors
/// A sentence when there is none in it.
pub fn read(link: &str, defaults: Defaults) -> Result<(Game, Assumed), String> {
    let link = link.trim();
    if let Some((_, said)) = link.split_once('#')
        && let Some(size) = value(said, "size")
    {
        return ours(said, &size, defaults);
    }
    let moves = link.rsplit(['/', '#', '=', ',']).next().unwrap_or_default();
    if moves.is_empty() || !is_points(moves) {
        return Err("this link does not end with moves like h8i9g7".into());
    }
    Ok((game_by(moves, defaults)?, defaults.assumed()))
}

/// After how many moves a link of the page opens its game, if it says so.
pub fn place(link: &str) -> Option<usize> {
    let (_, said) = link.trim().split_once('#')?;
    value(said, "at")?.parse().ok()
}

/// A game as the page writes it.
fn ours(said: &str, size: &str, defaults: Defaults) -> Result<(Game, Assumed), String> {
    let sides = size.split_once('x');
    let sides = sides.and_then(|(x, y)| Some((x.parse().ok()?, y.parse().ok()?)));
    let (width, height) = sides.ok_or_else(|| format!("{size:?} is no size like 15x15"))?;
    let shape = shape(width, height, 1).map_err(|error| error.message)?;
    let (rule, assumed) = match value(said, "rule") {
        Some(rule) => (rule.parse()?, Assumed::default()),
        None => (defaults.rule(), defaults.assumed_rule()),
    };
    let moves = value(said, "moves").unwrap_or_default();
    let mut game = game_of_moves(&moves, rule, shape)?;
    for (key, colour) in [("black", Colour::Black), ("white", Colour::White)] {
        let points = notation::read(&value(said, key).unwrap_or_default(), shape)?;
        let stones = points.into_iter().map(|point| Stone { point, colour });
        game.set_up(stones);
    }
    if value(said, "first").as_deref() == Some("white") {
        game.first = Colour::White;
    }
    Ok((game, assumed))
}

/// What is said under this key.
fn value(said: &str, key: &str) -> Option<String> {
    let pairs = said.split('&').filter_map(|pair| pair.split_once('='));
    let found = pairs.into_iter().find(|(name, _)| *name == key);
    found.map(|(_, value)| decoded(value))
}

/// Without `%2B` and the like.
fn decoded(value: &str) -> String {
    let mut bytes = Vec::with_capacity(value.len());
    let mut rest = value.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let hex = after.get(..2).and_then(|hex| std::str::from_utf8(hex).ok());
        let code = hex.and_then(|hex| u8::from_str_radix(hex, 16).ok());
        let (byte, left) = match (first, code) {
            (b'%', Some(code)) => (code, &after[2..]),
            (b'+', _) => (b' ', after),
            _ => (first, after),
        };
        bytes.push(byte);
        rest = left;
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Point, Shape};
    use crate::rules::{Rule, Variant};

    fn game(link: &str) -> Result<Game, String> {
        let freestyle = Rule::new(Variant::Freestyle);
        let fifteen = Shape::square(15).unwrap();
        read(link, Defaults::of(freestyle, fifteen)).map(|(game, _)| game)
    }

    #[test]
    fn a_link_of_gomocalc() {
        for link in [
            "https://gomocalc.com/#/h8i9g7",
            "http://example.org/board?moves=H8I9G7",
            " https://example.org/h8i9g7\n",
        ] {
            assert!(is_link(link), "{link}");
            assert_eq!(game(link).unwrap().moves_text(), "h8i9g7", "{link}");
        }
    }

    #[test]
    fn a_link_of_the_page() {
        let link = "https://example.org/#size=9x8&rule=renju%2Bfb_check&black=a1&white=b1c1&first=white&moves=e5%20e6";
        let game = game(link).unwrap();
        assert_eq!((game.shape.width(), game.shape.height()), (9, 8));
        assert_eq!(game.rule.to_string(), "renju+fb_check");
        assert_eq!((game.setup.len(), game.first), (3, Colour::White));
        assert_eq!(game.moves[1].point, Point::new(4, 2));
        assert_eq!(
            (place(link), place("https://example.org/#at=7")),
            (None, Some(7))
        );
    }

    #[test]
    fn a_link_without_a_game_is_named() {
        let why = |link: &str| game(link).unwrap_err();
        for link in [
            "https://example.org/",
            "https://example.org/about",
            "https://example.org/#x=",
        ] {
            assert!(why(link).contains("does not end with moves"), "{link}");
        }
        assert!(why("https://example.org/#size=99x99&moves=").contains("sides go from 5 to 32"));
        assert!(why("https://example.org/#size=15&moves=").contains("no size"));
        assert!(why("https://example.org/#size=9x9&moves=j1").contains("not a point"));
        assert!(why("https://example.org/#size=9x9&rule=chess&moves=%").contains("rule"));
        assert!(!is_link("https://example.org/ h8") && !is_link("h8"));
    }
}
