//! Games in links.
//!
//! ```text
//! https://…/#size=15x15&rule=renju&moves=h8h9      as the page of Tengen copies them, perhaps with &at=1: opened there
//! https://gomocalc.com/#/h8h9                      the moves behind the last / # = or , as boards on the web write them
//! https://…/#h8,pass,i9                            a pass
//! ```

use super::defaults::{Assumed, Defaults};
use super::moves::{Turn, game_of_turns, is_pass, is_points, list, points_on};
use super::{Game, checked_size};
use tengen_core::board::{Colour, Stone, notation};

/// Whether the text is a single link.
pub fn is_link(text: &str) -> bool {
    let text = text.trim();
    let is_link = text.starts_with("https://") || text.starts_with("http://");
    is_link && !text.contains(char::is_whitespace)
}

/// Reads the game from a link, and reports which properties it does not name.
///
/// # Errors
/// A message if the link contains no game.
pub fn read(link: &str, defaults: Defaults) -> Result<(Game, Assumed), String> {
    let link = link.trim();
    if let Some(parts) = Parts::of(link) {
        return parts?.game(defaults);
    }
    let end = link.rsplit(['/', '#', '=']).next().unwrap_or_default();
    let is_turn = |part: &str| is_points(part) || is_pass(part);
    let moves = match end.split(',').all(is_turn) {
        true => end,
        false => end.rsplit(',').next().unwrap_or_default(),
    };
    if moves.is_empty() || !moves.split(',').all(is_turn) {
        return Err("this link does not end with moves like h8i9g7".into());
    }
    let (game, _) = game_of_turns(&turns_of(moves)?, defaults)?;
    Ok((game, defaults.assumed()))
}

/// The moves and passes of a link, separated by blanks or commas, or one after the other.
fn turns_of(moves: &str) -> Result<Vec<Turn>, String> {
    match list(&moves.replace(',', " "))? {
        Some(turns) => Ok(turns),
        None if moves.trim().is_empty() => Ok(Vec::new()),
        None if moves.split([' ', ',']).all(|part| part.is_empty() || is_pass(part)) => {
            Ok(moves.split([' ', ',']).filter(|part| is_pass(part)).map(|_| Turn::Pass).collect())
        }
        None => Ok(vec![Turn::Named(moves.into())]), // reported as not a point
    }
}

/// The number of moves after which a link of Tengen's page opens its game, if given.
pub fn place(link: &str) -> Option<usize> {
    Parts::of(link.trim())?.ok()?.get("at")?.parse().ok()
}

/// The keys of a link of Tengen's page.
const KEYS: [&str; 7] = ["size", "rule", "black", "white", "first", "moves", "at"];

/// The keys and values of a link of Tengen's page.
struct Parts(Vec<(String, String)>);

impl Parts {
    /// The parts of a link of Tengen's page; `None` for other links. Links with nothing but moves are on other pages
    /// too.
    fn of(link: &str) -> Option<Result<Parts, String>> {
        let (_, said) = link.split_once('#')?;
        let parts: Vec<(String, String)> =
            form_urlencoded::parse(said.as_bytes()).into_owned().collect();
        let is_ours = |(key, _): &(String, String)| key != "moves" && KEYS.contains(&key.as_str());
        parts.iter().any(is_ours).then(|| Parts::checked(parts))
    }

    fn checked(parts: Vec<(String, String)>) -> Result<Parts, String> {
        for (i, (key, _)) in parts.iter().enumerate() {
            if !KEYS.contains(&key.as_str()) {
                return Err(format!(
                    "{key:?} is unknown; a link to a game has only {}",
                    KEYS.join(", ")
                ));
            }
            if parts[..i].iter().any(|(earlier, _)| earlier == key) {
                return Err(format!("\"{key}=\" is given twice"));
            }
        }
        Ok(Parts(parts))
    }

    fn get(&self, key: &str) -> Option<&str> {
        self.0.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str())
    }

    fn game(&self, defaults: Defaults) -> Result<(Game, Assumed), String> {
        let size = self.get("size").ok_or("the link names no board size, such as size=15x15")?;
        let sides = size.split_once('x');
        let sides = sides.and_then(|(x, y)| Some((x.parse().ok()?, y.parse().ok()?)));
        let (width, height) = sides.ok_or_else(|| format!("{size:?} is not a size like 15x15"))?;
        let size = checked_size(width, height, 1).map_err(|error| error.message)?;
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
            Some(other) => {
                return Err(format!(
                    "{:?} is not a side: black or white",
                    format!("first={other}")
                ));
            }
        };
        let turns = turns_of(self.get("moves").unwrap_or_default())?;
        game.play_turns(&points_on(&turns, size)?);
        if let Some(at) = self.get("at")
            && at.parse().map_or(true, |at: usize| at > game.moves.len())
        {
            let moves = game.moves.len();
            return Err(format!(
                "{:?} is not a place in a game of {moves} moves",
                format!("at={at}")
            ));
        }
        Ok((game, assumed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_core::board::{BoardSize, Point};
    use tengen_core::rules::{Rule, Variant};

    fn game(link: &str) -> Result<Game, String> {
        let freestyle = Rule::new(Variant::Freestyle);
        let fifteen = BoardSize::square(15).unwrap();
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
        assert_eq!(game("https://example.org/#15,h8,i9").unwrap().moves_text(), "i9");
        assert_eq!(game("https://example.org/#h8,i9").unwrap().moves_text(), "h8i9");
        let passed = game("https://example.org/#size=15x15&first=white&moves=pass h8").unwrap();
        assert_eq!(passed.first, Colour::Black);
    }

    #[test]
    fn a_link_with_unknown_or_unreadable_parts_opened_another_game() {
        for (parts, said) in [
            ("size=15x15&moves=h8&opening=swap2", "\"opening\" is unknown"),
            ("size=15x15&foo", "\"foo\" is unknown"),
            ("size=15x15&moves=h8&moves=i9", "\"moves=\" is given twice"),
            ("size=15x15&first=green", "\"first=green\" is not a side"),
            ("size=15x15&moves=h8i9&at=3", "\"at=3\" is not a place in a game of 2 moves"),
            ("size=15x15&moves=h8i9&at=x", "\"at=x\""),
            ("rule=renju&moves=h8", "names no board size"),
        ] {
            let why = game(&format!("https://example.org/#{parts}")).unwrap_err();
            assert!(why.contains(said), "{parts}: {why}");
        }
        let link = "https://example.org/#size=15x15&first=black&moves=h8i9&at=2";
        assert_eq!((game(link).unwrap().moves.len(), place(link)), (2, Some(2)));
    }

    #[test]
    fn a_link_without_a_game_is_named() {
        let why = |link: &str| game(link).unwrap_err();
        for link in ["https://example.org/", "https://example.org/about", "https://example.org/#x="]
        {
            assert!(why(link).contains("does not end with moves"), "{link}");
        }
        assert!(why("https://example.org/#size=99x99&moves=").contains("sides go from 5 to 32"));
        assert!(why("https://example.org/#size=15&moves=").contains("not a size"));
        assert!(why("https://example.org/#size=9x9&moves=j1").contains("not a point"));
        assert!(why("https://example.org/#size=9x9&rule=chess&moves=%").contains("rule"));
        assert!(!is_link("https://example.org/ h8") && !is_link("h8"));
    }
}
