//! Games written as move lists.
//!
//! ```text
//! h8i9g7                               points in a row
//! 1. h8 i9 {good} 2. g7 f6 1-0         as people and sites list them: numbers, comments, a result
//! h8 -- i9                             a pass: --, or the word pass
//! 7,7 8,8 6,8                          columns and rows from 0, at the top left, as Gomocup's protocol writes them
//! [[7, 7], [8, 8], [6, 8]]             the same as a list of pairs, as programs print it
//! 1. Vit G9, Svart G8                  a colour before each move
//! ```
//!
//! Variations in brackets are rejected: they are not moves of the game.

use super::defaults::Defaults;
use super::heads::is_head;
use super::{Ending, Game, Move, Note, ReadError, Reason};
use tengen_core::board::{BoardSize, Colour, Point, Stone, notation};
use tengen_core::message::Quoted;
use tengen_core::rules::{Rule, Variant};

/// Characters between moves.
const SEPARATORS: &str = ".,:;-–—()|/*，、。；：．";
/// Annotations behind a move: good, bad, check.
const JUDGEMENTS: [char; 4] = ['!', '?', '！', '？'];

/// The game of a move list like `h8i9g7` on a board of this size.
pub fn game_of_moves(text: &str, rule: Rule, size: BoardSize) -> Result<Game, ReadError> {
    let points = notation::read(text, size)?;
    let mut game = Game::new(size, rule, Default::default());
    game.moves = points.into_iter().map(Move::new).collect();
    Ok(game)
}

/// The game of a move list like `h8i9g7`; the board size is inferred unless `defaults` names it.
pub fn game_by(text: &str, defaults: Defaults) -> Result<Game, ReadError> {
    game_of_moves(text, defaults.rule(), size_by(text, defaults))
}

/// The board size for points like `h8i9`: inferred unless `defaults` names it.
pub fn size_by(text: &str, defaults: Defaults) -> BoardSize {
    let turns: Vec<Turn> = points_of(text).into_iter().map(Turn::Named).collect();
    board_size(&turns, defaults)
}

/// An entry of a move list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Turn {
    /// A point in algebraic notation, `h8`.
    Named(String),
    /// A point as column and row, from 0.
    Placed(usize, usize),
    Pass,
}

/// Words for the colours, in English and Swedish, and letters.
const COLOURS: [(&str, Colour); 6] = [
    ("black", Colour::Black),
    ("white", Colour::White),
    ("svart", Colour::Black),
    ("vit", Colour::White),
    ("b", Colour::Black),
    ("w", Colour::White),
];

pub(super) fn colour_named(word: &str) -> Option<Colour> {
    let named = COLOURS.iter().find(|(name, _)| name.eq_ignore_ascii_case(word));
    named.map(|(_, colour)| *colour)
}

/// Parses a list in which a colour stands before each move, as Blip writes it: `1. Vit G9, Svart G8`. A side that does not
/// move in its turn has passed. `None` for other texts.
pub fn coloured(text: &str) -> Option<Vec<Turn>> {
    let is_number = |word: &&str| word.bytes().all(|c| c.is_ascii_digit());
    let words = text.split(|c: char| c.is_whitespace() || SEPARATORS.contains(c));
    let words: Vec<&str> = words.filter(|word| !is_number(word)).collect();
    let mut turns = Vec::new();
    let mut next = Colour::Black;
    for pair in words.chunks(2) {
        let [colour, point] = *pair else { return None };
        let colour = colour_named(colour)?;
        if colour != next {
            turns.push(Turn::Pass);
        }
        let [point] = &points_of(point)[..] else { return None };
        turns.push(Turn::Named(is_points(point).then(|| point.clone())?));
        next = !colour;
    }
    (!turns.is_empty()).then_some(turns)
}

pub(super) fn is_pass(word: &str) -> bool {
    word == "--" || word.eq_ignore_ascii_case("pass")
}

/// Parses a move list; `None` if the text is not a move list.
pub fn list(text: &str) -> Result<Option<Vec<Turn>>, ReadError> {
    let is_nested = |text: &str| text.starts_with('[') && text[1..].trim_start().starts_with(['[', '(']);
    if let Some(turns) = pairs(text).filter(|_| is_nested(text.trim())) {
        return Ok(Some(turns));
    }
    let lines = text.lines().map(str::trim).filter(|line| !is_head(line));
    let text = lines.collect::<Vec<_>>().join("\n");
    let text = match without_comments(&text) {
        Ok(text) => text,
        Err(why) => return begins_with_turn(&text).then_some(Err(why)).transpose(),
    };
    let text = unbracketed(&text);
    let mut turns = Vec::new();
    for word in text.split_whitespace() {
        let Some(read) = turns_of(word) else { return Ok(None) };
        turns.extend(read);
    }
    if turns.iter().all(|turn| *turn == Turn::Pass) {
        return Ok(None);
    }
    let is_named = |turn: &Turn| matches!(turn, Turn::Named(_));
    let is_placed = |turn: &Turn| matches!(turn, Turn::Placed(..));
    if turns.iter().any(is_named) && turns.iter().any(is_placed) {
        return Err(ReadError::Both);
    }
    if let Some(variation) = variation(text) {
        return Err(ReadError::Variation { moves: variation.into() });
    }
    Ok(Some(turns))
}

/// Why a text behind head lines is no list of moves.
pub(super) fn no_moves(text: &str) -> ReadError {
    let lines = text.lines().filter(|line| !is_head(line));
    let mut words = lines.flat_map(str::split_whitespace);
    match words.find(|word| turns_of(word).is_none()) {
        Some(word) => ReadError::NoMove { word: Quoted(word.into()) },
        None => ReadError::NoMoves,
    }
}

/// The game of a move list, and a note if it contains passes.
pub fn game_of_turns(turns: &[Turn], defaults: Defaults) -> Result<(Game, Option<Note>), ReadError> {
    let size = board_size(turns, defaults);
    let points = points_on(turns, size)?;
    let mut game = Game::new(size, defaults.rule(), Default::default());
    let note = game.play_turns(&points);
    Ok((game, note))
}

/// The points of these entries on a board of this size; `None` for a pass.
pub(super) fn points_on(turns: &[Turn], size: BoardSize) -> Result<Vec<Option<Point>>, ReadError> {
    let point = |turn: &Turn| match turn {
        Turn::Named(name) => Ok(notation::read(name, size)?.first().copied()),
        Turn::Placed(x, y) => placed(*x, *y, size).map(Some),
        Turn::Pass => Ok(None),
    };
    turns.iter().map(point).collect()
}

impl Game {
    /// Plays a sequence of moves and passes. [`Game`] cannot represent passes, so the stones before the last pass
    /// become setup stones; the returned note says so. Two passes end a game of renju as a draw.
    pub(super) fn play_turns(&mut self, turns: &[Option<Point>]) -> Option<Note> {
        let mut side = self.first;
        let mut is_skipped = false;
        let mut note = None;
        for (number, turn) in (1..).zip(turns) {
            match turn {
                Some(point) => {
                    if std::mem::take(&mut is_skipped) {
                        self.begin_here(side);
                    }
                    self.moves.push(Move::new(*point));
                }
                None if is_skipped && self.passes_draw() => {
                    self.ending = Some(Ending::drawn(Reason::Passes));
                    return Some(match number < turns.len() {
                        true => Note::TwoPassesMoveCut { n: number },
                        false => Note::TwoPassesMove { n: number },
                    });
                }
                None => {
                    is_skipped = !is_skipped;
                    let is_begin = self.moves.is_empty() && self.setup.is_empty();
                    note = (!is_begin).then_some(Note::PassMove { n: number }).or(note);
                }
            }
            side = !side;
        }
        if is_skipped {
            self.begin_here(side);
        }
        note
    }

    /// Whether two passes end the game as a draw.
    pub(super) fn passes_draw(&self) -> bool {
        self.rule.variant == Variant::Renju
    }

    /// Turns the moves so far into setup stones; `next` makes the next move.
    pub(super) fn begin_here(&mut self, next: Colour) {
        let sides = (0..self.moves.len()).map(|number| self.side(number));
        let stones: Vec<Stone> = self.points().zip(sides).map(|(point, colour)| Stone { point, colour }).collect();
        self.moves.clear();
        self.set_up(stones);
        self.first = next;
    }
}

fn placed(x: usize, y: usize, size: BoardSize) -> Result<Point, ReadError> {
    let sides = i32::try_from(x).ok().zip(i32::try_from(y).ok());
    let point = sides.and_then(|(x, y)| size.point(x, y));
    point.ok_or_else(|| ReadError::NoPlace { point: format!("{x},{y}"), size })
}

pub(super) fn board_size(turns: &[Turn], defaults: Defaults) -> BoardSize {
    let largest = BoardSize::square(32).expect("a board");
    let reach = |turn: &Turn| match turn {
        Turn::Placed(x, y) => x.max(y).saturating_add(1),
        Turn::Pass => 0,
        Turn::Named(name) => notation::read(name, largest)
            .ok()
            .and_then(|points| points.first().copied())
            .map_or(0, |point| usize::from(point.x() + 1).max(32 - usize::from(point.y()))),
    };
    let reach = turns.iter().map(reach).max().unwrap_or(0);
    defaults.size(reach, reach)
}

/// Removes comments `{like this}`.
pub(super) fn without_comments(text: &str) -> Result<String, ReadError> {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, comment)) = rest.split_once('{') {
        let (_, after) = comment.split_once('}').ok_or(ReadError::Comment)?;
        kept += before;
        kept.push(' ');
        rest = after;
    }
    Ok(kept + rest)
}

/// Removes brackets around the whole text.
fn unbracketed(text: &str) -> &str {
    let inside = text.trim().strip_prefix('(').and_then(|text| text.strip_suffix(')'));
    let inside = inside.filter(|inside| !inside.contains(['(', ')']));
    // "(7,7)" is a point, not a bracketed list.
    inside.unwrap_or(text)
}

/// The first bracketed part that holds moves and is not just a point like `(7,7)`.
fn variation(text: &str) -> Option<&str> {
    let mut rest = text;
    while let Some((_, opened)) = rest.split_once('(') {
        let (inside, after) = opened.split_once(')').unwrap_or((opened, ""));
        let turns: Vec<Turn> = inside.split_whitespace().filter_map(turns_of).flatten().collect();
        let is_point = matches!(turns[..], [Turn::Placed(..)]);
        if !turns.is_empty() && !is_point {
            return Some(inside.trim());
        }
        rest = after;
    }
    None
}

/// The moves in a word, empty for move numbers and results; `None` if the word cannot occur in a move list.
fn turns_of(word: &str) -> Option<Vec<Turn>> {
    if let Some(places) = places_of(word) {
        return Some(places);
    }
    if word.len() > 1 && word.chars().all(|c| "-–—".contains(c)) {
        return Some(vec![Turn::Pass]);
    }
    if word.starts_with('$') && word[1..].bytes().all(|c| c.is_ascii_digit()) {
        return Some(Vec::new());
    }
    if word.contains("--") {
        return None;
    }
    let parts = word.split(|c| SEPARATORS.contains(c)).map(turns_of_part);
    Some(parts.collect::<Option<Vec<_>>>()?.concat())
}

/// The same for a word without separators.
fn turns_of_part(part: &str) -> Option<Vec<Turn>> {
    let part = part.trim_end_matches(JUDGEMENTS);
    let is_number = part.bytes().all(|c| c.is_ascii_digit()) || part == "½";
    if is_number {
        return Some(Vec::new());
    }
    if is_pass(part) {
        return Some(vec![Turn::Pass]);
    }
    is_points(part).then(|| points_of(part).into_iter().map(Turn::Named).collect())
}

/// `7,7`, with or without brackets, or several: `7,7;8,8`.
fn places_of(word: &str) -> Option<Vec<Turn>> {
    let word = word.trim_end_matches([',', ';', '.']);
    let place = |text: &str| {
        let text = text.strip_prefix('(').unwrap_or(text);
        let (x, y) = text.strip_suffix(')').unwrap_or(text).split_once(',')?;
        let number = |text: &str| {
            let is_number = !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit());
            text.parse().ok().filter(|_| is_number)
        };
        Some(Turn::Placed(number(x)?, number(y)?))
    };
    word.split(';').map(place).collect()
}

/// Columns and rows, counted from 0, with a comma in each pair and the same signs between pairs: `7,7_8,8`,
/// `[[7, 7], [8, 8]]`.
pub(super) fn pairs(text: &str) -> Option<Vec<Turn>> {
    let is_digit = |c: char| c.is_ascii_digit();
    let is_filled = |part: &&str| !part.is_empty();
    if text.contains(|c: char| c.is_alphabetic() || c == '-') {
        return None;
    }
    let numbers = text.split(|c: char| !is_digit(c)).filter(is_filled);
    let numbers = numbers.map(|number| number.parse().ok().filter(|_| number.len() <= 2));
    let numbers: Vec<usize> = numbers.collect::<Option<_>>()?;
    let signs = text.trim_matches(|c: char| !is_digit(c)).split(is_digit).filter(is_filled).map(str::trim);
    let signs: Vec<&str> = signs.collect();
    let between = signs.get(1).copied().unwrap_or_default();
    let is_usual = |pair: &[&str]| pair[0] == "," && pair.get(1).is_none_or(|sign| *sign == between);
    let are_pairs = signs.len() % 2 == 1 && between != "," && signs.chunks(2).all(is_usual);
    are_pairs.then(|| numbers.chunks(2).map(|pair| Turn::Placed(pair[0], pair[1])).collect())
}

/// Splits `h8i9` into `h8` and `i9`.
fn points_of(text: &str) -> Vec<String> {
    let mut points: Vec<String> = Vec::new();
    let mut before = '0';
    for c in text.chars().filter(|c| c.is_ascii_alphanumeric()) {
        match points.last_mut() {
            Some(point) if !(c.is_ascii_alphabetic() && before.is_ascii_digit()) => point.push(c),
            _ => points.push(c.into()),
        }
        before = c;
    }
    points
}

/// Whether a text is nothing but points, with blanks or commas between them.
pub fn is_list_of_points(text: &str) -> bool {
    let words = text.split(|c: char| c.is_whitespace() || c == ',');
    let mut words = words.filter(|word| !word.is_empty()).peekable();
    words.peek().is_some() && words.all(is_points)
}

/// Whether `word` is a sequence of points like `h8`; columns of two letters start with `a`.
pub(super) fn is_points(mut word: &str) -> bool {
    while !word.is_empty() {
        let after = word.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        let rest = after.trim_start_matches(|c: char| c.is_ascii_digit());
        let letters = &word[..word.len() - after.len()];
        let is_column = letters.len() == 1 || letters.len() == 2 && letters.starts_with(['a', 'A']);
        if !is_column || !(1..=2).contains(&(after.len() - rest.len())) {
            return false;
        }
        word = rest;
    }
    true
}

/// Whether a text starts with a move, with or without a move number.
fn begins_with_turn(text: &str) -> bool {
    let mut words = text.split_whitespace().filter_map(turns_of);
    words.next().is_some_and(|turns| !turns.is_empty()) || words.next().is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Option<String> {
        let turns = list(text).unwrap()?;
        let name = |turn: &Turn| match turn {
            Turn::Named(name) => name.clone(),
            Turn::Placed(x, y) => format!("{x},{y}"),
            Turn::Pass => "--".into(),
        };
        Some(turns.iter().map(name).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn moves_are_read_as_people_and_sites_list_them() {
        for text in [
            "1. h8 i9 2. g7 f6",
            "1.h8 i9 3.g7 f6",
            "1 h8  2 i9  3 g7  4 f6\n",
            "h8-i9-g7-f6",
            "h8, i9; g7, f6",
            "1) h8 2) i9 3) g7 4) f6",
            "(1) h8 (2) i9 (3) g7 (4) f6",
            "(h8 i9 g7 f6)",
            "1、h8 2、i9 3、g7 4、f6",
            "[Event \"?\"]\n[Result \"0-1\"]\n\n1. h8 i9 2. g7 f6 0-1",
            "1. h8 {the middle (of course)} i9 {} 2. g7! f6?! $1 1/2-1/2",
            "h8i9g7f6",
        ] {
            assert_eq!(names(text).as_deref(), Some("h8 i9 g7 f6"), "{text}");
        }
        assert_eq!(names("1.H8I9 2.G7").as_deref(), Some("H8 I9 G7"));
        for other in ["1. e4 e5 2. Nf3", "15", "1. 2. 3.", "h888 i9 x", "--", "8,-3, 6,-4"] {
            assert_eq!(list(other), Ok(None), "{other}");
        }
    }

    #[test]
    fn names_of_files_are_no_points() {
        for points in ["h8", "h8i9g7", "H8I9", "h8 i9, g7 ", "af32a1", "z99"] {
            assert!(is_list_of_points(points), "{points}");
        }
        for name in ["", " ", "-", "h8.sgf", "game1", "h8i", "8h", "h100", "./h8", "h8/i9", "é8"] {
            assert!(!is_list_of_points(name), "{name}");
        }
    }

    #[test]
    fn columns_and_rows_are_read() {
        for text in ["7,7 8,8 6,8", "7,7\n8,8\n6,8\n", "(7,7) (8,8) (6,8)", "1. 7,7 8,8 2. 6,8"] {
            assert_eq!(names(text).as_deref(), Some("7,7 8,8 6,8"), "{text}");
        }
        for text in ["[[7,7],[8,8],[6,8]]", "[[7, 7],\n [8, 8],\n [6, 8]]", "[(7, 7), (8, 8), (6, 8)]"] {
            assert_eq!(names(text).as_deref(), Some("7,7 8,8 6,8"), "{text}");
        }
        for other in ["[7, 7]", "[[7], [8]]", "[[7, 7, 1], [8, 8, 2]]", "[[7,7],[8,-8]]", "[[7,7],[8,8];[6,8]]", "[[]]"]
        {
            assert_eq!(list(other), Ok(None), "{other}");
        }
        let turns = list("7,7 8,8 6,8").unwrap().unwrap();
        let (game, _) = game_of_turns(&turns, Defaults::default()).unwrap();
        assert_eq!(game.moves_text(), "h8i7g7");
        assert!(list("h8 7,7").unwrap_err().to_string().contains("both"));
    }

    #[test]
    fn a_list_with_colours_tells_who_begins() {
        let game = |text: &str| {
            let (game, _) = game_of_turns(&coloured(text)?, Defaults::default()).unwrap();
            let setup = game.setup.len();
            Some((game.moves_text(), game.first, setup))
        };
        let (black, white) = (Colour::Black, Colour::White);
        for (text, moves, first, setup) in [
            ("1. Vit G9, Svart G8\r\n2. Vit H8, Svart I7", "g9g8h8i7", white, 0),
            ("1. Svart H8, Vit I9\n2. Svart g7\n", "h8i9g7", black, 0),
            ("Black: h8, White: i9", "h8i9", black, 0),
            ("1. BLACK h8 2. black i9, white g7", "i9g7", black, 1),
            ("B h8 W i9\nb g7", "h8i9g7", black, 0),
            ("W: h8, B: i9", "h8i9", white, 0),
        ] {
            assert_eq!(game(text), Some((moves.into(), first, setup)), "{text}");
        }
        for other in ["", "h8 i9", "1. Vit G9, Svart", "Vit G9G8", "vit svart", "1. Vit G9 H8", "Grön h8"] {
            assert_eq!(coloured(other), None, "{other}");
        }
    }

    #[test]
    fn a_pass_changes_the_side_to_move() {
        let game = |text: &str| {
            let turns = list(text).unwrap().unwrap();
            game_of_turns(&turns, Defaults::default()).unwrap()
        };
        for text in ["h8 -- i9", "h8 pass i9", "1. h8 PASS 2. i9"] {
            let (game, note) = game(text);
            assert_eq!((game.setup.len(), game.moves_text()), (1, "i9".into()));
            assert_eq!((game.first, game.to_move()), (Colour::Black, Colour::White));
            assert!(note.unwrap().to_string().starts_with("move 2 is a pass"));
        }
        let (two, note) = game("h8 -- -- i9");
        assert_eq!((two.moves_text().as_str(), two.setup.len()), ("h8i9", 0));
        assert!(note.is_some());
        let (last, _) = game("h8 i9 pass");
        assert_eq!((last.setup.len(), last.to_move()), (2, Colour::White));
        assert_eq!(game("pass h8").0.first, Colour::White);
    }

    #[test]
    fn two_passes_end_a_game_of_renju_as_a_draw() {
        let game = |text: &str, variant| {
            let turns = list(text).unwrap().unwrap();
            let rule = Some(Rule::new(variant));
            game_of_turns(&turns, Defaults { rule, ..Defaults::default() }).unwrap()
        };
        let (drawn, note) = game("h8 i9 -- pass", Variant::Renju);
        assert_eq!((drawn.moves_text().as_str(), drawn.setup.len()), ("h8i9", 0));
        assert_eq!(drawn.ending, Some(Ending::drawn(Reason::Passes)));
        assert!(note.unwrap().to_string().ends_with("as a draw"));
        let (drawn, note) = game("h8 -- -- i9", Variant::Renju);
        assert_eq!((drawn.moves_text().as_str(), drawn.ending.is_some()), ("h8", true));
        assert!(note.unwrap().to_string().ends_with("left out"));
        let (on, _) = game("h8 -- -- i9", Variant::Freestyle);
        assert_eq!((on.moves_text().as_str(), on.ending), ("h8i9", None));
        assert_eq!(game("h8 -- i9 --", Variant::Renju).0.ending, None);
    }

    #[test]
    fn a_variation_or_an_open_comment_is_refused() {
        let why = |text: &str| list(text).unwrap_err().to_string();
        for text in ["1.h8 i9 2.g7 (2.g6 f5) f6", "h8 i9 (g7)"] {
            assert!(why(text).contains("is a variation"), "{text}");
        }
        assert!(why("1.h8 {words i9").contains("has no"));
    }
}
