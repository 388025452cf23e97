//! What the characters of a drawing mean, and which lines of a text are a drawing.

use super::ReadError;
use super::cells::{CROSS, DrawnCell, SIGNS, cell};
use super::frame::column_labels;
use super::legend::{is_one_of, legend, signs_of};
use super::quoting::{is_separated, numbers, unwrapped};
use crate::moves::colour_named;
use tengen_core::board::Colour;

/// What the characters of a diagram mean.
pub(super) struct Signs {
    /// The signs of stones that the text names: `X=Black O=White`.
    named: Vec<(char, Colour)>,
    dashes: Dashes,
    commas_separate: bool,
    /// In a matrix of numbers, those that mean a black and a white stone.
    pub numbers: Option<[&'static str; 2]>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Dashes {
    Frame,
    /// An empty point, with blanks around it.
    Spaced,
    /// An empty point, in rows of this length without blanks.
    Compact(usize),
}

/// Dashes in other scripts.
const DASHES: &str = "-–—−";

impl Signs {
    pub fn of(text: &str) -> Signs {
        let commas_separate = text.lines().filter(|line| is_separated(unwrapped(line))).count() >= 5;
        let has_empty = |row: &Vec<&str>| row.contains(&"0") || row.contains(&"-1");
        let rows = text.lines().map(unwrapped).filter_map(numbers);
        let rows: Vec<Vec<&str>> = rows.filter(|row| row.len() >= 5 && has_empty(row)).collect();
        let named: Vec<(&str, Colour)> = text.lines().map(unwrapped).filter_map(legend).flatten().collect();
        let other = if rows.concat().contains(&"-1") { "-1" } else { "2" };
        let is_swapped = named.contains(&("1", Colour::White)) || named.contains(&(other, Colour::Black));
        let numbers = if is_swapped { [other, "1"] } else { ["1", other] };
        let numbers = (rows.len() >= 5).then_some(numbers);
        let mut signs = Signs { named: signs_of(&named), dashes: Dashes::Frame, commas_separate, numbers };
        let is_dash = |word: &&str| word.chars().count() == 1 && word.chars().all(|c| DASHES.contains(c));
        let spaced = |line: &str| line.split_whitespace().filter(is_dash).count() >= 3;
        let compact = |word: &&str| {
            let count = |is: &dyn Fn(char) -> bool| word.chars().filter(|c| is(*c)).count();
            let stones = count(&|c| matches!(signs.cell(c), Some(DrawnCell::Stone(_))));
            let dashes = count(&|c| DASHES.contains(c));
            stones > 0 && dashes > 0 && stones + dashes == word.chars().count() && stones + dashes >= 5
        };
        let length = text.split_whitespace().find(compact).map(|word| word.chars().count());
        signs.dashes = match length {
            _ if text.lines().any(spaced) => Dashes::Spaced,
            Some(length) => Dashes::Compact(length),
            None => Dashes::Frame,
        };
        signs
    }

    pub fn cell(&self, c: char) -> Option<DrawnCell> {
        if let Some((_, colour)) = self.named.iter().find(|(named, _)| named.eq_ignore_ascii_case(&c)) {
            return Some(DrawnCell::Stone(*colour));
        }
        let is_letter = |c: char| "XxOo".contains(c);
        if is_letter(c) && self.named.iter().any(|(named, _)| is_letter(*named)) {
            return None;
        }
        if DASHES.contains(c) && self.dashes != Dashes::Frame {
            return Some(DrawnCell::Empty);
        }
        cell(c).filter(|_| c != ',' || !self.commas_separate)
    }

    /// The content of a point with this word.
    pub fn point(&self, word: &str) -> Option<DrawnCell> {
        match (self.numbers, word) {
            (None, _) => word.parse().ok().and_then(|c: char| self.cell(c)),
            (_, "0") => Some(DrawnCell::Empty),
            (Some([black, _]), _) if word == black => Some(DrawnCell::Stone(Colour::Black)),
            (Some([_, white]), _) => (word == white).then_some(DrawnCell::Stone(Colour::White)),
        }
    }

    /// The side that a line names as the one to move: `White to move`, `O to play`, `White's turn`, `side to move: white`.
    pub fn side_to_move(&self, line: &str) -> Option<Colour> {
        let is_stone = |c: char| matches!(self.cell(c), Some(DrawnCell::Stone(_)));
        let words = line.split(|c: char| !c.is_alphanumeric() && !is_stone(c));
        let words: Vec<&str> = words.filter(|word| !word.is_empty() && !is_one_of(word, &["is", "s"])).collect();
        let is = |at: usize, known: &[&str]| words.get(at).is_some_and(|word| is_one_of(word, known));
        let side = |at: usize| {
            let word = words.get(at)?;
            let sign = || match self.cell(word.parse().ok()?)? {
                DrawnCell::Stone(colour) => Some(colour),
                _ => None,
            };
            colour_named(word).or_else(sign)
        };
        let of_phrase = |at: usize, length: usize| at.checked_sub(1).and_then(side).or_else(|| side(at + length));
        (0..words.len()).find_map(|at| match () {
            () if is(at, &["to"]) && is(at + 1, &["move", "play"]) => of_phrase(at, 2),
            () if is(at, &["turn"]) => of_phrase(at, 1),
            () => None,
        })
    }

    pub fn is_frame(&self, line: &str) -> bool {
        let is_row = match self.dashes {
            Dashes::Frame => false,
            Dashes::Spaced => line.split_whitespace().filter(|word| DASHES.contains(word)).count() >= 5,
            Dashes::Compact(length) => line.chars().count() == length && !line.contains(['+', '=', '|', ' ']),
        };
        let is_drawn = line.contains(['-', '=']) && line.chars().all(|c| "+-=| ".contains(c));
        is_drawn && !is_row
    }

    /// Whether a line looks like a row of the board: without words, and at least half of it points or numbers.
    fn is_row(&self, line: &str) -> bool {
        let is_cell = |c: char| self.cell(c).is_some() || c == CROSS;
        let is_label = |c: char| c.is_ascii_alphabetic() && !is_cell(c);
        let is_long = |points: &&str| points.chars().filter(|c| is_cell(*c)).count() >= 5;
        let unlabelled = line.strip_prefix(is_label).filter(is_long).unwrap_or(line);
        let unlabelled = unlabelled.strip_suffix(is_label).filter(is_long).unwrap_or(unlabelled);
        let runs = unlabelled.split(|c: char| !c.is_alphabetic());
        let has_word = runs.filter(|run| run.chars().count() > 1).any(|run| !run.chars().all(is_cell));
        let is_other = |c: &char| c.is_alphanumeric() && !is_cell(*c);
        let others = line.chars().filter(is_other).collect::<Vec<_>>();
        let is_numbered = others.iter().all(char::is_ascii_digit);
        let count = line.chars().filter(|c| !c.is_whitespace()).count();
        let known = line.chars().filter(|c| is_cell(*c) || SIGNS.contains(*c)).count();
        let is_drawn = line.chars().any(|c| is_cell(c) || c.is_ascii_digit());
        !has_word && is_drawn && legend(line).is_none() && (is_numbered || known * 2 >= count)
    }

    /// The blocks of lines that look like rows of a board or labels of its columns.
    pub fn blocks<'b, 'a>(&'b self, lines: &'b [&'a str]) -> impl Iterator<Item = &'b [&'a str]> {
        let is_drawn = move |line: &&str| column_labels(line).is_some() || self.is_row(line);
        lines.chunk_by(move |a, b| is_drawn(a) == is_drawn(b)).filter(move |block| is_drawn(&block[0]))
    }

    /// The number of blocks that are boards.
    pub fn boards(&self, lines: &[&str]) -> usize {
        let is_board = |block: &&[&str]| {
            let (columns, rows): (Vec<&str>, Vec<&str>) = block.iter().partition(|line| column_labels(line).is_some());
            self.are_a_board(&rows, &columns)
        };
        self.blocks(lines).filter(is_board).count()
    }

    /// Whether these lines have at least five rows, and enough stones, empty points or column letters.
    pub fn are_a_board(&self, rows: &[&str], columns: &[&str]) -> bool {
        let text = rows.concat();
        let all = text.chars().filter(|c| !c.is_whitespace()).count();
        let drawn = text.chars().filter(|c| self.cell(*c).is_some()).count();
        let is_drawn = self.numbers.is_some() || drawn * 3 > all || !columns.is_empty();
        rows.len() + columns.len() >= 5 && is_drawn
    }

    /// Splits a row into labels and points: numbers and single characters.
    pub fn words(&self, row: &str, number: usize) -> Result<Vec<String>, ReadError> {
        if let Some(numbers) = numbers(row).filter(|_| self.numbers.is_some()) {
            return Ok(numbers.into_iter().map(String::from).collect());
        }
        let mut words: Vec<String> = Vec::new();
        let mut in_number = false;
        for c in row.chars() {
            let is_digit = c.is_ascii_digit();
            match c {
                _ if self.cell(c).is_some() => words.push(c.into()),
                _ if c.is_whitespace() || SIGNS.contains(c) => {}
                ',' if self.commas_separate => {}
                _ if is_digit && in_number => words.last_mut().expect("a number").push(c),
                _ if is_digit || c == CROSS || c.is_alphabetic() => words.push(c.into()),
                _ => return Err(self.nothing(&c.to_string(), number)),
            }
            in_number = is_digit;
        }
        Ok(words)
    }

    pub fn nothing(&self, word: &str, n: usize) -> ReadError {
        let c = word.into();
        match self.numbers {
            Some(_) => ReadError::DrawnNumber { c, n },
            None => ReadError::Character { c, n },
        }
    }
}
