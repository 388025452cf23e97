//! Board diagrams as text: from people, forums, other programs and `tengen picture`.
//!
//! ```text
//!    A B C D E       letters of the columns above, below, on both sides or nowhere
//!  5 . . . . . 5     numbers of the rows on the left, on the right, on both sides or nowhere
//!  4 . . X o . 4     X x ● black, O o ○ white, # ■ dead, . + · ┼ and other crossings empty
//!  3 . 1(2). . 3     numbered stones: the moves of a game; stones without a number were there before
//!  2 . . . . . 2     ( ) [ ] * | mark stones and mean nothing
//!  1 . . . . . 1
//! ```
//!
//! Any other character is an error; it is never read as an empty point.

use super::{Game, Move};
use tengen_core::board::{BoardSize, Colour, Point, Position, Stone, notation};
use tengen_core::rules::Rule;

/// Characters that mark a stone or frame a row.
const SIGNS: &str = "()[]*|│┃║─━═";
const BLACK: &str = "Xx●⚫◆";
const WHITE: &str = "Oo○⚪◯〇◇";
const EMPTY: &str = ".+·・．＋_!";
const DEAD: &str = "#■";
/// A forbidden point if the diagram draws black stones with another character; otherwise it may be a black stone.
const CROSS: char = '×';

/// The content of a diagram.
#[derive(Clone, Debug)]
pub enum Drawn {
    /// A position, black to move.
    Position(Box<Position>),
    /// A game: its moves are numbered.
    Game(Box<Game>),
}

/// Whether `text` looks like a diagram, possibly a malformed one: it has at least five rows, and enough of its
/// characters are stones, empty points or column letters.
pub fn is(text: &str) -> bool {
    let lines: Vec<&str> = lines(text).collect();
    let all = text.chars().filter(|c| !c.is_whitespace()).count();
    let drawn = text.chars().filter(|c| cell(*c).is_some()).count();
    let framed = [lines.first(), lines.last()];
    let is_framed = framed.into_iter().flatten().any(|line| is_letters(line));
    lines.len() >= 5 && (drawn * 3 > all || is_framed)
}

/// Parses a diagram.
///
/// # Errors
/// A message that describes the problem: ragged rows, board size out of range, unknown character.
pub fn read(text: &str, rule: Rule) -> Result<Drawn, String> {
    let rows: Vec<&str> = lines(text).filter(|line| !is_letters(line)).collect();
    let rows = rows.iter().enumerate();
    let rows: Result<Vec<_>, _> = rows.map(|(y, row)| words(row, y + 1)).collect();
    let rows = without_labels(rows?);
    let (width, height) = (usual_length(&rows), rows.len());
    if let Some((y, row)) = (1..).zip(&rows).find(|(_, row)| row.len() != width) {
        return Err(format!("row {y} has {} points, not {width}", row.len()));
    }
    let size = u32::try_from(width).ok().zip(u32::try_from(height).ok());
    let size = size.and_then(|(width, height)| BoardSize::new(width, height));
    let size = size.ok_or_else(|| format!("a board cannot be {width}x{height}"))?;
    let crosses_are_empty = text.contains(['●', '◆']);
    let mut found = Found::new(size);
    for (y, row) in (0..).zip(&rows) {
        for (x, word) in (0..).zip(row) {
            let known = found.add(word, Point::new(x, y), crosses_are_empty);
            known.ok_or_else(|| nothing(word, usize::from(y) + 1))?;
        }
    }
    found.finish(rule)
}

/// The most common row length.
fn usual_length(rows: &[Vec<String>]) -> usize {
    let count = |length: usize| rows.iter().filter(|row| row.len() == length).count();
    let lengths = rows.iter().map(Vec::len);
    lengths.max_by_key(|length| count(*length)).unwrap_or(0)
}

/// The lines that are neither blank nor a frame like `+-----+`.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    let lines = text.lines().map(str::trim);
    lines.filter(|line| {
        let is_frame = line.contains(['-', '=']) && line.chars().all(|c| "+-=| ".contains(c));
        !line.is_empty() && !is_frame
    })
}

/// Whether a line holds only column letters or numbers; some programs skip `i`.
fn is_letters(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    let line: String = words.concat().to_lowercase();
    let (all, without_i) = ((0..32), (0..32).filter(|x| *x != 8));
    let begins = |columns: String| columns.starts_with(&line);
    let lettered = line.len() >= 5
        && (begins(all.map(notation::column).collect())
            || begins(without_i.map(notation::column).collect()));
    let numbers: Option<Vec<usize>> = words.iter().map(|word| word.parse().ok()).collect();
    let numbered = numbers.is_some_and(|numbers| numbers.len() >= 5 && is_run(&numbers));
    lettered || numbered
}

/// Whether the numbers count up from 0 or 1, or down to it.
fn is_run(numbers: &[usize]) -> bool {
    let counts = |mut numbers: Vec<usize>, down: bool| {
        if down {
            numbers.reverse();
        }
        let first = numbers.first().copied().unwrap_or(2);
        first <= 1 && (first..).zip(&numbers).all(|(at, number)| at == *number)
    };
    counts(numbers.to_vec(), false) || counts(numbers.to_vec(), true)
}

/// The content of a point, for characters with a fixed meaning.
fn cell(c: char) -> Option<Cell> {
    let is_crossing = ('\u{2500}'..='\u{257f}').contains(&c) && !SIGNS.contains(c);
    match c {
        _ if BLACK.contains(c) => Some(Cell::Stone(Colour::Black)),
        _ if WHITE.contains(c) => Some(Cell::Stone(Colour::White)),
        _ if DEAD.contains(c) => Some(Cell::Dead),
        _ if EMPTY.contains(c) || is_crossing => Some(Cell::Empty),
        _ => None,
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Cell {
    Empty,
    Dead,
    Stone(Colour),
}

/// Splits a row into labels and points: numbers and single characters.
fn words(row: &str, number: usize) -> Result<Vec<String>, String> {
    let mut words: Vec<String> = Vec::new();
    let mut in_number = false;
    for c in row.chars() {
        let is_digit = c.is_ascii_digit();
        match c {
            _ if c.is_whitespace() || SIGNS.contains(c) => {}
            _ if is_digit && in_number => words.last_mut().expect("a number").push(c),
            _ if is_digit || c == CROSS || cell(c).is_some() || c.is_alphabetic() => {
                words.push(c.into());
            }
            _ => return Err(nothing(&c.to_string(), number)),
        }
        in_number = is_digit;
    }
    Ok(words)
}

fn nothing(word: &str, row: usize) -> String {
    format!("\"{word}\" in row {row} means nothing; X or x is black, O or o white, # dead, . empty")
}

/// Removes row numbers or letters at the left and at the right.
fn without_labels(mut rows: Vec<Vec<String>>) -> Vec<Vec<String>> {
    for _ in 0..2 {
        if is_labelled(rows.iter().map(|row| row.first())) {
            rows.iter_mut().for_each(|row| drop(row.remove(0)));
        }
        rows.iter_mut().for_each(|row| row.reverse());
    }
    rows
}

/// Whether the words number the rows: `15` to `1`, `1` to `15`, or `A` to `O`.
fn is_labelled<'a>(words: impl Iterator<Item = Option<&'a String>>) -> bool {
    let Some(words) = words.collect::<Option<Vec<_>>>() else {
        return false;
    };
    let numbers: Option<Vec<usize>> = words.iter().map(|word| word.parse().ok()).collect();
    let letters = |(y, word): (u8, &&String)| word.to_lowercase() == notation::column(y);
    numbers.is_some_and(|numbers| is_run(&numbers)) || (0..).zip(&words).all(letters)
}

/// The content of a diagram as it is being read.
struct Found {
    position: Position,
    numbered: Vec<(usize, Point)>,
}

impl Found {
    fn new(size: BoardSize) -> Found {
        Found { position: Position::new(size), numbered: Vec::new() }
    }

    /// Adds a point; `None` if the word has no meaning.
    fn add(&mut self, word: &str, point: Point, crosses_are_empty: bool) -> Option<()> {
        let mut chars = word.chars();
        let (first, more) = (chars.next()?, chars.next());
        match (cell(first), more) {
            (Some(Cell::Empty), None) => {}
            (Some(Cell::Dead), None) => self.position.kill(point).ok()?,
            (Some(Cell::Stone(colour)), None) => self.position.place(point, colour, &mut ()),
            _ if first == CROSS && crosses_are_empty => {}
            _ => self.numbered.push((word.parse().ok().filter(|number| *number > 0)?, point)),
        }
        Some(())
    }

    fn finish(mut self, rule: Rule) -> Result<Drawn, String> {
        self.position.set_to_move(Colour::Black);
        self.numbered.sort_unstable_by_key(|(number, _)| *number);
        let Some(&(first, _)) = self.numbered.first() else {
            return Ok(Drawn::Position(self.position.into()));
        };
        let gap = (first..).zip(&self.numbered).find(|(at, (n, _))| at != n);
        if let Some((at, (number, _))) = gap {
            return Err(format!(
                "the stones are not numbered consecutively: found {number} instead of {at}"
            ));
        }
        if !self.position.dead().is_empty() {
            return Err("a drawing with numbered stones cannot have dead points (#)".into());
        }
        let stones = self.position.stones();
        let mut game = Game::new(self.position.size(), rule, Default::default());
        game.first = match first {
            1 => next_side(stones),
            number => Colour::BOTH[(number - 1) % 2],
        };
        game.setup = stones.to_vec();
        let points = self.numbered.iter().map(|(_, point)| *point);
        game.moves = points.map(Move::new).collect();
        Ok(Drawn::Game(game.into()))
    }
}

/// The side to move if it is not specified: black, unless black has more stones.
pub fn next_side(stones: &[Stone]) -> Colour {
    let black = stones.iter().filter(|s| s.colour == Colour::Black).count();
    match 2 * black > stones.len() {
        true => Colour::White,
        false => Colour::Black,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_core::rules::Variant;

    fn game(text: &str) -> Option<Game> {
        match read(text, Rule::new(Variant::Renju)) {
            Ok(Drawn::Game(game)) => Some(*game),
            _ => None,
        }
    }

    #[test]
    fn a_diagram_with_numbers() {
        let text = "\n 5  .  . 10  .  .\n 4  .  X  .  9  .\n 3  .  O(11) .  .\n 2  .  .  .  .  .\n 1  .  .  .  .  .\n    a  b  c  d  e\n";
        assert!(is(text));
        let game = game(text).unwrap();
        assert_eq!(game.moves_text(), "d4c5c3");
        assert_eq!((game.setup.len(), game.first), (2, Colour::Black));
    }

    #[test]
    fn a_diagram_without_numbers_or_with_a_gap_is_no_game() {
        let board = |row: &str| {
            format!("5 . . . . .\n4 . . . . .\n3 {row}\n2 . . . . .\n1 . . . . .\n  a b c d e")
        };
        assert!(game(&board("1 2 3 . *")).is_none(), "a row is short");
        assert!(game(&board("1 2*3*. .")).is_some());
        for row in [". X O . .", "1 3 . . .", "1 1 . . .", "0 1 . . .", "1 2 . . ?"] {
            assert!(game(&board(row)).is_none(), "{row}");
        }
    }

    #[test]
    fn numbers_behind_an_odd_count_of_stones_begin_with_white() {
        let text = ". . . . .\n. X O X .\n. 2 1 . .\n. . . . .\n. . . . .";
        assert_eq!(game(text).unwrap().first, Colour::White);
    }
}
