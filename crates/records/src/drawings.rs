//! Board diagrams as text: from people, forums, other programs and `tengen picture`.
//!
//! ```text
//!   X=Black O=White
//!
//!    A B C D E       letters of the columns above, below, on both sides or nowhere
//!  5 . . . . . 5     numbers of the rows on the left, on the right, on both sides or nowhere
//!  4 . . X o . 4     X x ● black, O o ○ white, # ■ dead, . + - · ┼ and other crossings empty
//!  3 . 1(2). . 3     numbered stones: the moves of a game; stones without a number were there before
//!  2 . . . . . 2     ( ) [ ] * | mark stones and mean nothing
//!  1 . . . . . 1
//! ```
//!
//! Commas may separate the points. Quotes (`> `), fences of Markdown and tags like `[code]` around a diagram are ignored. Any other
//! character is an error; it is never read as an empty point.
//!
//! The labels of a frame may be single signs: last digits (`8 9 0 1`), or letters behind 9 (`8 9 a b`). A matrix of numbers is a
//! diagram too, with 0 empty, 1 black, and 2 or -1 white, and so is a list of its rows (`[[0, 1, …], …]`).

use super::defaults::Defaults;
use super::moves::{Turn, colour_named, game_of_turns, list};
use super::{Game, Move, Note, ReadError};
use std::borrow::Cow;
use tengen_core::board::{BoardError, BoardSize, Colour, Point, Position, Stone, notation};
use tengen_core::rules::Rule;

/// Characters that mark a stone or frame a row.
const SIGNS: &str = "()[]*|│┃║─━═";
const BLACK: &str = "Xx●⚫◆";
const WHITE: &str = "Oo○⚪◯〇◇";
const EMPTY: &str = ".+·・．＋_!,'`∙⋅‧";
const DEAD: &str = "#■";
/// A forbidden point if the diagram draws black stones with another character; otherwise it may be a black stone.
const CROSS: char = '×';

#[derive(Clone, Debug)]
pub(super) enum Drawn {
    Position(Box<Position>),
    /// A game: its moves are numbered.
    Game(Box<Game>),
}

/// Whether `text` contains a diagram, possibly a malformed one: it has at least five rows, and enough of its characters
/// are stones, empty points or column letters.
pub(super) fn is(text: &str) -> bool {
    let text = unlisted(text);
    let signs = Signs::of(&text);
    let parts = Parts::of(&text, &signs);
    signs.are_a_board(&parts.rows, &parts.columns)
}

/// A note on the diagrams of a text besides the one that is read.
pub(super) fn left_out(text: &str) -> Option<Note> {
    let text = unlisted(text);
    match Parts::of(&text, &Signs::of(&text)).left_out {
        0 => None,
        1 => Some(Note::OtherDrawing),
        n => Some(Note::OtherDrawings { n }),
    }
}

/// Whether `text` is a diagram with too few rows for a board, and nothing else.
pub(super) fn is_too_small(text: &str) -> bool {
    let signs = Signs::of(text);
    let rows: Vec<&str> = text.lines().map(unwrapped).filter(|row| !row.is_empty()).collect();
    let is_drawn =
        |row: &&str| row.len() > 1 && row.split_whitespace().all(|word| word.chars().all(|c| signs.cell(c).is_some()));
    rows.len() > 1 && rows.iter().all(is_drawn)
}

/// Parses a diagram. The letters and numbers of its frame name the points; without a frame, `a1` is at the bottom left.
/// Lines like `X=Black O=White` or `White: X` name the signs of the stones, `White to move` or `O to play` the side, a list
/// of moves their order. Other text around the diagram is ignored; of several diagrams the longest is read.
pub(super) fn read(text: &str, rule: Rule) -> Result<Drawn, ReadError> {
    let text = unlisted(text);
    let signs = Signs::of(&text);
    let parts = Parts::of(&text, &signs);
    if parts.are_an_answer() {
        return Err(ReadError::DrawnAnswer);
    }
    let rows = parts.rows.iter().enumerate();
    let rows: Result<Vec<_>, _> = rows.map(|(y, row)| signs.words(row, y + 1)).collect();
    let (rows, labels) = without_labels(rows?)?;
    let (width, height) = (usual_length(&rows), rows.len());
    if let Some((y, row)) = (1..).zip(&rows).find(|(_, row)| row.len() != width) {
        return Err(BoardError::Row { n: y, count: row.len(), width }.into());
    }
    let size = u32::try_from(width).ok().zip(u32::try_from(height).ok());
    let size = size.and_then(|(width, height)| BoardSize::new(width, height));
    let size = size.ok_or(BoardError::CannotBe { width, height })?;
    let frame = DrawnFrame { size, columns: parts.column_labels(width)?, rows: labels };
    let crosses_are_empty = text.contains(['●', '◆']);
    let mut found = DrawnBoard::new(frame.named_size()?);
    for (y, row) in (0..).zip(&rows) {
        for (x, word) in (0..).zip(row) {
            let known = found.add(&signs, word, frame.point(x, y), crosses_are_empty);
            known.ok_or_else(|| signs.nothing(word, usize::from(y) + 1))?;
        }
    }
    if signs.numbers.is_some() && found.is_unclear() {
        return Err(ReadError::DrawnNumbers);
    }
    let drawn = found.finish(rule)?;
    match (list(&parts.moves())?, parts.to_move(&signs), drawn) {
        (Some(turns), _, drawn) => in_order(drawn, &turns, rule),
        (None, Some(side), Drawn::Position(position)) if position.dead().is_empty() => {
            Ok(Drawn::Game(Game { first: side, ..Game::from_position(&position, rule) }.into()))
        }
        (None, Some(side), Drawn::Position(mut position)) => {
            position.set_to_move(side);
            Ok(Drawn::Position(position))
        }
        (None, _, drawn) => Ok(drawn),
    }
}

/// A diagram as the game of the list of moves next to it, which must lead to its stones.
fn in_order(drawn: Drawn, turns: &[Turn], rule: Rule) -> Result<Drawn, ReadError> {
    let (size, is_numbered) = match &drawn {
        Drawn::Position(position) => (position.size(), None),
        Drawn::Game(game) => (game.size, Some(game.moves_text())),
    };
    let (game, _) = game_of_turns(turns, Defaults::of(rule, size))?;
    let mut listed = stones(&game);
    let mut shown = match &drawn {
        Drawn::Position(position) => position.stones().to_vec(),
        Drawn::Game(game) => stones(game),
    };
    let by_place = |stone: &Stone| (stone.point.y(), stone.point.x(), stone.colour.index());
    listed.sort_by_key(by_place);
    shown.sort_by_key(by_place);
    let differs = |stone: &&Stone| !(listed.contains(stone) && shown.contains(stone));
    let other = listed.iter().chain(&shown).find(differs).map(|stone| stone.point);
    let is_other_order = is_numbered.is_some_and(|moves| moves != game.moves_text());
    let other = other.or(game.points().next().filter(|_| is_other_order));
    match other {
        Some(point) => Err(ReadError::ListDrawing { point: notation::write(point, size) }),
        None if matches!(&drawn, Drawn::Position(position) if !position.dead().is_empty()) => Err(ReadError::DeadGame),
        None => Ok(Drawn::Game(game.into())),
    }
}

fn stones(game: &Game) -> Vec<Stone> {
    let moves = game.points().enumerate().map(|(number, point)| Stone { point, colour: game.side(number) });
    game.setup.iter().copied().chain(moves).collect()
}

/// A text around a diagram, without blank lines and frames like `+-----+`.
struct Parts<'a> {
    rows: Vec<&'a str>,
    /// The lines with the letters or numbers of the columns.
    columns: Vec<&'a str>,
    /// The lines above and below.
    others: Vec<&'a str>,
    /// The number of those above.
    above: usize,
    /// The number of other diagrams.
    left_out: usize,
}

impl<'a> Parts<'a> {
    /// The rows are the longest sequence of lines that look like rows.
    fn of(text: &'a str, signs: &Signs) -> Parts<'a> {
        let lines = text.lines().map(unwrapped);
        let mut lines: Vec<&str> = lines.filter(|line| !signs.is_frame(line)).collect();
        // Blank lines part diagrams. A single one may have them between its rows.
        if signs.boards(&lines) < 2 {
            lines.retain(|line| !line.is_empty());
        }
        let left_out = signs.boards(&lines).saturating_sub(1);
        let drawn = signs.blocks(&lines).max_by_key(|block| block.len()).unwrap_or_default();
        let begin = drawn.first().and_then(|first| lines.iter().position(|line| std::ptr::eq(*line, *first)));
        let begin = begin.unwrap_or(0);
        let mut others = [&lines[..begin], &lines[begin + drawn.len()..]].concat();
        others.retain(|line| !line.is_empty());
        let above = lines[..begin].iter().filter(|line| !line.is_empty()).count();
        let (columns, mut rows): (Vec<&str>, Vec<&str>) = drawn.iter().partition(|line| column_labels(line).is_some());
        if !columns.is_empty() && signs.numbers.is_none() {
            rows.retain(|row| !is_tens(row));
        }
        Parts { rows, columns, others, above, left_out }
    }

    /// Whether this is what `tengen analyse` or `solve` prints, in which numbers are moves that were not played.
    fn are_an_answer(&self) -> bool {
        self.others.iter().any(|line| {
            let (nodes, time) = line.split_once(" node").unwrap_or_default();
            nodes.parse::<u64>().is_ok() && time.ends_with(" s")
        })
    }

    /// The labels of the columns, the same above and below.
    fn column_labels(&self, width: usize) -> Result<Option<Labels>, ReadError> {
        let mut all = self.columns.iter().filter_map(|line| column_labels(line));
        let Some(labels) = all.next() else { return Ok(None) };
        if labels.count != width {
            return Err(ReadError::Columns { n: labels.count, width });
        }
        match all.all(|other| other == labels) {
            true => Ok(Some(labels)),
            false => Err(ReadError::Frame),
        }
    }

    /// The side that is said to move: by the first line about it, or by the nearest if there are other diagrams.
    fn to_move(&self, signs: &Signs) -> Option<Colour> {
        let lines = self.others.iter().enumerate();
        let said = lines.filter_map(|(at, line)| Some((at, signs.side_to_move(line)?)));
        let distance = |at: usize| if at < self.above { self.above - at } else { at + 1 - self.above };
        let said = said.min_by_key(|(at, _)| if self.left_out > 0 { distance(*at) } else { *at });
        said.map(|(_, side)| side)
    }

    /// The lines of moves around the diagram.
    fn moves(&self) -> String {
        let behind = |line: &'a str| line.split_once(": ").map_or(line, |(_, moves)| moves);
        let moves = self.others.iter().map(|line| behind(line));
        moves.filter(|line| list(line).is_ok_and(|turns| turns.is_some())).collect::<Vec<_>>().join("\n")
    }
}

/// A line without what quotes it, fences it or formats it as code.
fn unwrapped(line: &str) -> &str {
    const FENCES: [&str; 2] = ["```", "~~~"];
    let line = line.trim_start_matches(|c: char| c == '>' || c.is_whitespace()).trim_end();
    let fence = FENCES.iter().find_map(|fence| line.strip_prefix(fence));
    let is_cell = |c| cell(c).is_some();
    let is_language = |word: &str| word.bytes().all(|c| c.is_ascii_alphabetic()) && !word.chars().all(is_cell);
    if fence.is_some_and(|rest| rest.is_empty() || is_language(rest)) {
        return "";
    }
    let is_tag = |word: &str| {
        let word = word.strip_prefix('/').unwrap_or(word);
        word.len() > 2 && word.bytes().all(|c| c.is_ascii_alphabetic())
    };
    let before = line.strip_prefix(['[', '<']).and_then(|rest| rest.split_once([']', '>']));
    let line = before.filter(|(word, _)| is_tag(word)).map_or(line, |(_, rest)| rest);
    let after = line.strip_suffix([']', '>']).and_then(|rest| rest.rsplit_once(['[', '<']));
    after.filter(|(_, word)| is_tag(word)).map_or(line, |(rest, _)| rest).trim()
}

/// A text with each row of a list, `[[0, 1], [2, 0]]` or `[['.', 'X'], …]`, on a line of its own.
fn unlisted(text: &str) -> Cow<'_, str> {
    let parts: Vec<String> = text.split(['[', ']', '{', '}', '(', ')']).map(unquoted).collect();
    let is_row = |part: &String| numbers(part).is_some_and(|row| row.len() >= 5) || is_separated(part);
    let rows: Vec<usize> = (0..parts.len()).filter(|&at| is_row(&parts[at])).collect();
    let (Some(&first), Some(&last)) = (rows.first(), rows.last()) else {
        return text.into();
    };
    if rows.len() < 5 || rows.windows(2).any(|pair| pair[0] + 2 != pair[1]) {
        return text.into();
    }
    let is_kept = |at: &usize| match (first..=last).contains(at) {
        true => is_row(&parts[*at]),
        false => parts[*at].contains(char::is_alphabetic),
    };
    let lines = (0..parts.len()).filter(is_kept).map(|at| parts[at].replace('\n', " "));
    lines.collect::<Vec<_>>().join("\n").into()
}

/// A row without the quotation marks around its points; an empty point may be blank.
fn unquoted(row: &str) -> String {
    const MARKS: [char; 2] = ['"', '\''];
    if !row.contains(MARKS) {
        return row.into();
    }
    let points = row.split(',').map(|point| match point.trim().trim_matches(MARKS).trim() {
        "" => ".",
        point => point,
    });
    points.collect::<Vec<_>>().join(",")
}

/// The numbers of a row that has nothing else: `0 1 -1`, `0., 1., -1.` or `01200`.
fn numbers(row: &str) -> Option<Vec<&str>> {
    let words = row.split(|c: char| c.is_whitespace() || ",;|".contains(c));
    let mut numbers = Vec::new();
    for word in words.filter(|word| !word.is_empty()) {
        if word.len() >= 5 && word.bytes().all(|c| (b'0'..=b'2').contains(&c)) {
            numbers.extend((0..word.len()).map(|at| &word[at..=at]));
            continue;
        }
        let number = word.strip_suffix(".0").or_else(|| word.strip_suffix('.')).unwrap_or(word);
        number.parse::<i8>().ok()?;
        numbers.push(number);
    }
    Some(numbers)
}

/// Whether a line has the first digits of the numbers of columns: `1 1 1 1 1`.
fn is_tens(line: &str) -> bool {
    let digits: Vec<char> = line.chars().filter(|c| !c.is_whitespace()).collect();
    digits.is_sorted() && digits.iter().all(|digit| ('0'..='3').contains(digit))
}

fn usual_length(rows: &[Vec<String>]) -> usize {
    let count = |length: usize| rows.iter().filter(|row| row.len() == length).count();
    let lengths = rows.iter().map(Vec::len);
    lengths.max_by_key(|length| count(*length)).unwrap_or(0)
}

/// The labels of one side of a frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Labels {
    kind: LabelKind,
    count: usize,
    /// Whether they count down, from the left or from the top.
    is_reversed: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum LabelKind {
    Letters,
    Numbers,
    /// Numbers from 0: indices, not names of points.
    Indices,
}

impl Labels {
    /// The labels in these words, in order: numbers, last digits, digits with letters behind 9, or letters, of which some
    /// programs skip `i`.
    fn of(words: &[&str]) -> Option<Labels> {
        let numbers = words.iter().map(|word| word.parse::<u8>().map(u32::from).ok()).collect();
        let digits: Option<Vec<u32>> = words.concat().chars().map(|c| c.to_digit(36)).collect();
        let count = |numbers: Option<Vec<u32>>, base| Labels::numbers(numbers?, base);
        let single = || count(digits.clone(), 10).or_else(|| count(digits.clone(), 36));
        count(numbers, 256).or_else(single).or_else(|| Labels::letters(words))
    }

    /// Numbers that count up or down, from 0 again at the base.
    fn numbers(mut numbers: Vec<u32>, base: u32) -> Option<Labels> {
        let is_run = |numbers: &[u32]| numbers.windows(2).all(|pair| (pair[0] + 1) % base == pair[1]);
        let is_reversed = !is_run(&numbers);
        if is_reversed {
            numbers.reverse();
        }
        let kind = match numbers.first()? {
            0 => LabelKind::Indices,
            1 => LabelKind::Numbers,
            _ => return None,
        };
        is_run(&numbers).then_some(Labels { kind, count: numbers.len(), is_reversed })
    }

    fn letters(words: &[&str]) -> Option<Labels> {
        let line = words.concat().to_lowercase();
        if !line.starts_with("abcde") && !line.ends_with("edcba") {
            return None; // before the slow comparisons
        }
        let known = |count: usize, skipped: u8| {
            let columns = (0..32).filter(|x| *x != skipped).map(notation::column).take(count);
            let columns: Vec<String> = columns.collect();
            let down: Vec<String> = columns.iter().rev().cloned().collect();
            let is_reversed = down.concat() == line;
            (is_reversed || columns.concat() == line).then_some(Labels { kind: LabelKind::Letters, count, is_reversed })
        };
        let counts = (5..=32).filter(|count| *count <= line.len());
        counts.flat_map(|count| [known(count, 32), known(count.min(31), 8)]).flatten().next()
    }

    /// The place of the label at this place, counted up.
    fn place(self, at: u8) -> u8 {
        let last = self.count.saturating_sub(1) as u8;
        if self.is_reversed { last.saturating_sub(at) } else { at }
    }
}

/// The labels in a line above or below the rows: at least five.
fn column_labels(line: &str) -> Option<Labels> {
    let words: Vec<&str> = line.split_whitespace().collect();
    Labels::of(&words).filter(|labels| labels.count >= 5)
}

/// The board as it is drawn, and the labels of its columns and rows.
struct DrawnFrame {
    size: BoardSize,
    columns: Option<Labels>,
    rows: Option<Labels>,
}

impl DrawnFrame {
    /// Whether letters name the rows and numbers the columns.
    fn is_turned(&self) -> bool {
        let kind = |labels: Option<Labels>| labels.map(|labels| labels.kind);
        kind(self.rows) == Some(LabelKind::Letters)
            && matches!(kind(self.columns), Some(LabelKind::Numbers | LabelKind::Indices))
    }

    /// The size of the board whose points have the names of the frame.
    fn named_size(&self) -> Result<BoardSize, ReadError> {
        let (width, height) = (self.size.height(), self.size.width());
        let size = if self.is_turned() { BoardSize::new(width.into(), height.into()) } else { Some(self.size) };
        size.ok_or_else(|| BoardError::CannotBe { width: width.into(), height: height.into() }.into())
    }

    /// The point at this column and row of the drawing.
    fn point(&self, x: u8, y: u8) -> Point {
        let place = |labels: Option<Labels>, at| labels.map_or(at, |labels| labels.place(at));
        let (column, row) = (place(self.columns, x), place(self.rows, y));
        if self.is_turned() {
            return Point::new(row, self.size.width() - 1 - column);
        }
        let columns_are_numbered = self.columns.is_some_and(|labels| labels.kind != LabelKind::Letters);
        let row = match self.rows.map(|labels| labels.kind) {
            // Row 1 is at the bottom of the board.
            Some(LabelKind::Numbers) if !columns_are_numbered => self.size.height() - 1 - row,
            // As in SGF, row a is at the top.
            Some(LabelKind::Letters) => row,
            _ => y,
        };
        Point::new(column, row)
    }
}

/// What the characters of a diagram mean.
struct Signs {
    /// The signs of stones that the text names: `X=Black O=White`.
    named: Vec<(char, Colour)>,
    dashes: Dashes,
    commas_separate: bool,
    /// In a matrix of numbers, those that mean a black and a white stone.
    numbers: Option<[&'static str; 2]>,
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
    fn of(text: &str) -> Signs {
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

    fn cell(&self, c: char) -> Option<DrawnCell> {
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
    fn point(&self, word: &str) -> Option<DrawnCell> {
        match (self.numbers, word) {
            (None, _) => word.parse().ok().and_then(|c: char| self.cell(c)),
            (_, "0") => Some(DrawnCell::Empty),
            (Some([black, _]), _) if word == black => Some(DrawnCell::Stone(Colour::Black)),
            (Some([_, white]), _) => (word == white).then_some(DrawnCell::Stone(Colour::White)),
        }
    }

    /// The side that a line names as the one to move: `White to move`, `O to play`, `White's turn`, `side to move: white`.
    fn side_to_move(&self, line: &str) -> Option<Colour> {
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

    fn is_frame(&self, line: &str) -> bool {
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
    fn blocks<'b, 'a>(&'b self, lines: &'b [&'a str]) -> impl Iterator<Item = &'b [&'a str]> {
        let is_drawn = move |line: &&str| column_labels(line).is_some() || self.is_row(line);
        lines.chunk_by(move |a, b| is_drawn(a) == is_drawn(b)).filter(move |block| is_drawn(&block[0]))
    }

    /// The number of blocks that are boards.
    fn boards(&self, lines: &[&str]) -> usize {
        let is_board = |block: &&[&str]| {
            let (columns, rows): (Vec<&str>, Vec<&str>) = block.iter().partition(|line| column_labels(line).is_some());
            self.are_a_board(&rows, &columns)
        };
        self.blocks(lines).filter(is_board).count()
    }

    /// Whether these lines have at least five rows, and enough stones, empty points or column letters.
    fn are_a_board(&self, rows: &[&str], columns: &[&str]) -> bool {
        let text = rows.concat();
        let all = text.chars().filter(|c| !c.is_whitespace()).count();
        let drawn = text.chars().filter(|c| self.cell(*c).is_some()).count();
        let is_drawn = self.numbers.is_some() || drawn * 3 > all || !columns.is_empty();
        rows.len() + columns.len() >= 5 && is_drawn
    }

    /// Splits a row into labels and points: numbers and single characters.
    fn words(&self, row: &str, number: usize) -> Result<Vec<String>, ReadError> {
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

    fn nothing(&self, word: &str, n: usize) -> ReadError {
        let c = word.into();
        match self.numbers {
            Some(_) => ReadError::DrawnNumber { c, n },
            None => ReadError::Character { c, n },
        }
    }
}

/// Whether commas separate the points of a row: `.,X,O,.,.`.
fn is_separated(row: &str) -> bool {
    let points: Vec<&str> = row.trim().trim_end_matches(',').split(',').map(str::trim).collect();
    points.len() >= 5 && points.iter().all(|point| (1..=2).contains(&point.chars().count()))
}

/// The signs of the stones in a line like `X=Black O=White`, `O is black` or `White (X)`; `None` for other lines.
fn legend<'a>(line: &'a str) -> Option<Vec<(&'a str, Colour)>> {
    const MOST_WORDS: usize = 12;
    const BETWEEN: [&str; 11] = ["-", "–", "—", "is", "are", "plays", "for", "and", "stone", "stones", "legend"];
    let words = line.split(|c: char| c.is_whitespace() || "=:,;/()[]".contains(c));
    let words = words.map(|word| if word.len() > 1 { word.trim_end_matches('.') } else { word });
    let words = words.filter(|word| !word.is_empty() && !is_one_of(word, &BETWEEN));
    let words: Vec<&'a str> = words.take(MOST_WORDS + 1).collect();
    if words.len() > MOST_WORDS {
        return None;
    }
    let words = without_empty_points(words);
    let is_sign = |word: &str| word == "-1" || word.chars().count() == 1;
    let named = |sign: &'a str, colour: &str| Some((sign, colour_named(colour).filter(|_| is_sign(sign))?));
    let pair = |pair: &[&'a str]| match *pair {
        [a, b] => named(a, b).or_else(|| named(b, a)),
        _ => None,
    };
    let all: Vec<(&str, Colour)> = words.chunks(2).map(pair).collect::<Option<_>>()?;
    let is_legend = match all[..] {
        // Neither `A: black` nor `B W`.
        [(sign, _)] => {
            let is_usual = |c: char| !c.is_alphabetic() || "XxOoBbWw".contains(c);
            sign.chars().all(is_usual) && words.iter().any(|word| word.chars().count() > 2)
        }
        [(first, one), (second, other)] => one != other && first != second,
        _ => false,
    };
    is_legend.then_some(all)
}

/// The words of a legend without `empty` and the like, and without their signs, which stand where those of stones stand.
fn without_empty_points(mut words: Vec<&str>) -> Vec<&str> {
    let is_sign = |word: Option<&&str>| word.is_some_and(|word| word.chars().count() == 1);
    let signs_precede = is_sign(words.first());
    while let Some(at) = words.iter().position(|word| is_one_of(word, &["empty", "dead", "blocked"])) {
        let from = if signs_precede && at > 0 && is_sign(words.get(at - 1)) { at - 1 } else { at };
        let to = if !signs_precede && is_sign(words.get(at + 1)) { at + 1 } else { at };
        words.drain(from..=to);
    }
    words
}

/// The signs of a legend, without those of numbers. If it names only one, and as the other side's, all signs are swapped.
fn signs_of(named: &[(&str, Colour)]) -> Vec<(char, Colour)> {
    let sign = |&(sign, colour): &(&str, Colour)| Some((sign.parse::<char>().ok()?, colour));
    let mut signs: Vec<(char, Colour)> = named.iter().filter_map(sign).collect();
    signs.retain(|(sign, _)| !sign.is_ascii_digit());
    signs.dedup();
    let only = if let [only] = signs[..] { Some(only) } else { None };
    match only.map(|(sign, colour)| (cell(sign), colour)) {
        Some((Some(DrawnCell::Stone(usual)), colour)) if usual == colour => signs.clear(),
        Some((Some(DrawnCell::Stone(_)), _)) => {
            let black = BLACK.chars().map(|c| (c, Colour::White));
            signs = black.chain(WHITE.chars().map(|c| (c, Colour::Black))).collect();
        }
        _ => {}
    }
    signs
}

fn is_one_of(word: &str, known: &[&str]) -> bool {
    known.iter().any(|known| known.eq_ignore_ascii_case(word))
}

/// The content of a point, for characters with a fixed meaning.
fn cell(c: char) -> Option<DrawnCell> {
    let is_crossing = ('\u{2500}'..='\u{257f}').contains(&c) && !SIGNS.contains(c);
    match c {
        _ if BLACK.contains(c) => Some(DrawnCell::Stone(Colour::Black)),
        _ if WHITE.contains(c) => Some(DrawnCell::Stone(Colour::White)),
        _ if DEAD.contains(c) => Some(DrawnCell::Dead),
        _ if EMPTY.contains(c) || is_crossing => Some(DrawnCell::Empty),
        _ => None,
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum DrawnCell {
    Empty,
    Dead,
    Stone(Colour),
}

/// Removes row numbers or letters at the left and at the right, and returns them.
fn without_labels(mut rows: Vec<Vec<String>>) -> Result<(Vec<Vec<String>>, Option<Labels>), ReadError> {
    let mut found: Vec<Labels> = Vec::new();
    for _ in 0..2 {
        let words = rows.iter().map(|row| row.first().map(String::as_str));
        let words: Option<Vec<&str>> = words.collect();
        let labels = words.and_then(|words| Labels::of(&words));
        if let Some(labels) = labels.filter(|labels| labels.count == rows.len()) {
            found.push(labels);
            rows.iter_mut().for_each(|row| drop(row.remove(0)));
        }
        rows.iter_mut().for_each(|row| row.reverse());
    }
    match found[..] {
        [left, right] if left != right => Err(ReadError::Frame),
        _ => Ok((rows, found.first().copied())),
    }
}

/// The content of a diagram as it is being read.
struct DrawnBoard {
    position: Position,
    numbered: Vec<(usize, Point)>,
}

impl DrawnBoard {
    fn new(size: BoardSize) -> DrawnBoard {
        DrawnBoard { position: Position::new(size), numbered: Vec::new() }
    }

    /// Adds a point; `None` if the word has no meaning.
    fn add(&mut self, signs: &Signs, word: &str, point: Point, crosses_are_empty: bool) -> Option<()> {
        match signs.point(word) {
            Some(DrawnCell::Empty) => {}
            Some(DrawnCell::Dead) => self.position.kill(point).ok()?,
            Some(DrawnCell::Stone(colour)) => self.position.place(point, colour, &mut ()),
            None if signs.numbers.is_some() => return None,
            None if word.starts_with(CROSS) && crosses_are_empty => {}
            None => self.numbered.push((word.parse().ok().filter(|number| *number > 0)?, point)),
        }
        Some(())
    }

    /// Whether most points have stones, and one side has more of them: its number may mean an empty point.
    fn is_unclear(&self) -> bool {
        let stones = self.position.stones();
        let black = stones.iter().filter(|stone| stone.colour == Colour::Black).count();
        2 * stones.len() > self.position.size().area() && black.abs_diff(stones.len() - black) > 1
    }

    fn finish(mut self, rule: Rule) -> Result<Drawn, ReadError> {
        self.position.set_to_move(next_side(self.position.stones()));
        self.numbered.sort_unstable_by_key(|(number, _)| *number);
        let Some(&(first, _)) = self.numbered.first() else { return Ok(Drawn::Position(self.position.into())) };
        let gap = (first..).zip(&self.numbered).find(|(at, (n, _))| at != n);
        if let Some((at, (number, _))) = gap {
            return Err(ReadError::Count { number: *number, expected: at });
        }
        if !self.position.dead().is_empty() {
            return Err(ReadError::DeadGame);
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
fn next_side(stones: &[Stone]) -> Colour {
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
        let board = |row: &str| format!("5 . . . . .\n4 . . . . .\n3 {row}\n2 . . . . .\n1 . . . . .\n  a b c d e");
        assert!(game(&board("1 2 3 . *")).is_none(), "a row is short");
        assert!(game(&board("1 2*3*. .")).is_some());
        for row in [". X O . .", "1 3 . . .", "1 1 . . .", "0 1 . . .", "1 2 . . ?"] {
            assert!(game(&board(row)).is_none(), "{row}");
        }
    }

    /// A 5x5 board with a black stone at b4 and a white one at d4, with these labels.
    fn framed(above: &str, rows: [&str; 5], below: &str) -> String {
        let points = [". . . . .", ". X . O .", ". . . . .", ". . . . .", ". . . . ."];
        let row = |y: usize| format!("{} {} {}\n", rows[y], points[y], rows[y]);
        let rows: String = (0..5).map(row).collect();
        format!("{above}\n{rows}{below}\n")
    }

    fn places(text: &str) -> Result<String, String> {
        assert!(is(text), "{text}");
        let Drawn::Position(position) = read(text, Rule::new(Variant::Renju))? else { return Err("a game".into()) };
        let sign = |colour: Colour| ["X", "O"][colour.index()];
        let name = |s: &Stone| sign(s.colour).to_string() + &notation::write(s.point, position.size());
        let mut places: Vec<String> = position.stones().iter().map(name).collect();
        places.sort();
        Ok(places.join(" "))
    }

    #[test]
    fn the_frame_names_the_points() {
        let (down, up) = (["5", "4", "3", "2", "1"], ["1", "2", "3", "4", "5"]);
        let (letters, none) = (["a", "b", "c", "d", "e"], [""; 5]);
        let reversed = ["E", "D", "C", "B", "A"];
        for (above, rows, expected) in [
            ("", none, "Od4 Xb4"),
            ("a b c d e", down, "Od4 Xb4"),
            ("a b c d e", up, "Od2 Xb2"),
            ("", up, "Od2 Xb2"),
            ("ABCDE", up, "Od2 Xb2"),
            ("E D C B A", down, "Ob4 Xd4"),
            ("e d c b a", up, "Ob2 Xd2"),
            ("1 2 3 4 5", letters, "Ob4 Xb2"),
            ("1 2 3 4 5", reversed, "Od4 Xd2"),
            ("5 4 3 2 1", letters, "Ob2 Xb4"),
            ("1 2 3 4 5", up, "Od4 Xb4"),
            ("1 2 3 4 5", down, "Od4 Xb4"),
            ("5 4 3 2 1", down, "Ob4 Xd4"),
            ("0 1 2 3 4", ["0", "1", "2", "3", "4"], "Od4 Xb4"),
            ("a b c d e", letters, "Od4 Xb4"),
            ("a b c d e", reversed, "Od2 Xb2"),
        ] {
            for (above, below) in [(above, above), (above, ""), ("", above)] {
                let text = framed(above, rows, below);
                assert_eq!(places(&text).as_deref(), Ok(expected), "{text}");
            }
        }
    }

    #[test]
    fn a_frame_that_contradicts_itself_is_refused() {
        let up = ["1", "2", "3", "4", "5"];
        let both = framed("a b c d e", up, "e d c b a");
        let more = framed("a b c d e f", up, "");
        let other = ". . . . . 5\n. X . O . 4\n. . . . . 3\n. . . . . 2\n. . . . . 1\n";
        let other: String = other.lines().zip(up).map(|(row, n)| format!("{n} {row}\n")).collect();
        assert!(places(&both).unwrap_err().to_string().contains("contradict"));
        assert!(places(&other).unwrap_err().to_string().contains("contradict"));
        assert!(places(&more).unwrap_err().to_string().contains("6 columns are labelled"));
    }

    #[test]
    fn labels_may_be_last_digits_or_go_on_with_letters() {
        let drawn = |columns: &str, rows: &str, between: &str| {
            let joined = |signs: Vec<String>| signs.join(between);
            let point = |x, y| match (x, y) {
                (7, 2) | (0, 10) => "X".to_string(),
                (8, 3) => "O".to_string(),
                _ => ".".to_string(),
            };
            let row = |(y, label): (usize, char)| {
                format!("{label}{between}{}\n", joined((0..15).map(|x| point(x, y)).collect()))
            };
            let rows: String = rows.chars().enumerate().map(row).collect();
            format!(" {between}{}\n{rows}", joined(columns.chars().map(String::from).collect()))
        };
        let letters = "abcdefghijklmno";
        let (from_0, from_1) = ("012345678901234", "123456789012345");
        let down: String = from_1.chars().rev().collect();
        let (hex, upper, from_1_hex) = ("0123456789abcde", "0123456789ABCDE", "123456789abcdef");
        let (as_drawn, row_1_on_top) = ("Oi12 Xa5 Xh13", "Oi4 Xa11 Xh3");
        for (columns, rows, expected) in [
            (from_0, from_0, as_drawn),
            (from_1, from_1, as_drawn),
            (from_1, &down, as_drawn),
            (hex, hex, as_drawn),
            (upper, upper, as_drawn),
            (from_1_hex, from_1_hex, as_drawn),
            (letters, &down, as_drawn),
            (letters, from_0, as_drawn),
            (letters, from_1, row_1_on_top),
            (letters, from_1_hex, row_1_on_top),
        ] {
            for between in [" ", ""] {
                let text = drawn(columns, rows, between);
                assert_eq!(places(&text).as_deref(), Ok(expected), "{text}");
            }
        }
        for (columns, tens) in [(from_0, "1 1 1 1 1"), (from_1, "1 1 1 1 1 1")] {
            let text = format!("{tens:>31}\n{}", drawn(columns, from_0, " "));
            assert_eq!(places(&text).as_deref(), Ok(as_drawn), "{text}");
        }
        let cut = drawn(from_0, "01234567890123", " ");
        assert!(places(&cut).is_ok_and(|places| places == "Oi11 Xa4 Xh12"));
        let wrong = drawn(from_0, "012345678901243", " ");
        assert!(places(&wrong).is_err(), "{wrong}");
    }

    #[test]
    fn numbers_are_a_board_with_its_first_row_at_the_top() {
        let list = |white: &str, [open, between, close, next]: [&str; 4]| {
            let point = |x, y| match (x, y) {
                (1, 1) => "1",
                (3, 1) => white,
                _ => "0",
            };
            let row = |y| (0..5).map(|x| point(x, y)).collect::<Vec<_>>().join(between);
            let rows: Vec<String> = (0..5).map(|y| format!("{open}{}{close}", row(y))).collect();
            rows.join(next)
        };
        let lines = ["", " ", "", "\n"];
        let python = format!("[{}]", list("-1", ["[", ", ", "]", ",\n "]));
        for text in [
            &list("2", lines),
            &list("-1", lines),
            &list("2", ["", "", "", "\n"]),
            &list("2", ["", ",", "", "\n"]),
            &list("-1", ["", ", ", ",", "\n"]),
            &list("2", ["", "\t", "", "\n"]),
            &list("2", ["|", "|", "|", "\n"]),
            &list("2", ["[", ",", "]", ","]),
            &list("-1", ["[ ", "  ", "]", "\n "]),
            &list("-1", ["[ ", ". ", ".]", "\n "]),
            &list("2", ["", ".0;", ".0", "\n"]),
            &list("2", ["(", ", ", ")", ", "]),
            &list("2", ["[", ",\n", "]", ",\n"]),
            &list("2", ["['", "', '", "']", ",\n"]),
            &python,
            &format!("board = np.array({python}, dtype=int8)"),
            &format!("int board[5][5] = {{{}}};", list("2", ["{", ",", "}", ",\n"])),
            &python.replace('0', "'.'").replace("-1", "'O'").replace('1', "\"X\""),
            &python.replace('0', "' '").replace("-1", "'O'").replace('1', "'X'"),
            &format!(
                "  0 1 2 3 4\n{}",
                (0..).zip(list("2", lines).lines()).map(|(y, row)| format!("{y} {row}\n")).collect::<String>()
            ),
        ] {
            assert_eq!(places(text).as_deref(), Ok("Od4 Xb4"), "{text}");
        }
        let plain = list("2", lines);
        let white = game(&format!("{plain}\n\nWhite to move")).unwrap();
        assert_eq!((white.setup.len(), white.first), (2, Colour::White));
        for (legend, matrix) in [
            ("0 = empty, 1 = white, 2 = black", &plain),
            ("1: White\n2: Black", &plain),
            ("white is 1", &plain),
            ("black: -1, white: 1", &python),
        ] {
            assert_eq!(places(&format!("{legend}\n{matrix}")).as_deref(), Ok("Ob4 Xd4"), "{legend}");
        }
        let why = |text: &str| places(text).unwrap_err();
        for (text, named) in [
            (plain.replace("1 0 2", "1 3 2"), "\"3\" in row 2 means nothing; in a drawing of numbers"),
            (plain.replace("1 0 2", "1 -1 2"), "\"2\" in row 2 means nothing"),
            (python.replace('0', "5").replace("-1", "0").replace('5', "-1"), "which number"),
        ] {
            assert!(why(&text).contains(named), "{text}: {}", why(&text));
        }
        let planes = format!("[{python}, {python}]");
        assert!(!is(&planes), "{planes}");
    }

    #[test]
    fn dashes_and_other_signs_are_empty_points() {
        let plain = framed("", [""; 5], "");
        for empty in ["-", "–", ",", "'", "_", "·", "⋅", "＋"] {
            let text = plain.replace('.', empty);
            assert_eq!(places(&text).as_deref(), Ok("Od4 Xb4"), "{text}");
            let compact = text.replace(' ', "");
            assert_eq!(places(&compact).as_deref(), Ok("Od4 Xb4"), "{compact}");
        }
        let boxed =
            "+---------+\n| - - - - - |\n| - X - O - |\n| - - - - - |\n| - - - - - |\n| - - - - - |\n+---------+";
        assert_eq!(places(boxed).as_deref(), Ok("Od4 Xb4"));
        let grid = "+---+---+\nX---O---+\n+---+---+\n+---X---+\n+---+---+\n+---X---+";
        assert!(read(grid, Rule::new(Variant::Renju)).is_err());
    }

    #[test]
    fn the_text_around_a_diagram_names_signs_and_order() {
        let plain = framed("", [""; 5], "");
        for (above, below, expected) in [
            ("X=Black   O=White", "", "Od4 Xb4"),
            ("O=Black, X=White", "", "Ob4 Xd4"),
            ("", "White: X, Black: O", "Ob4 Xd4"),
            ("X = White\nO = Black", "", "Ob4 Xd4"),
            ("", "Black (O)\nWhite (X)", "Ob4 Xd4"),
            ("X is White, O is Black.", "", "Ob4 Xd4"),
            ("(O=Black, X=White)", "", "Ob4 Xd4"),
            ("Legend: X - White, O - Black", "", "Ob4 Xd4"),
            (".=empty, X=White, O=Black, #=dead", "", "Ob4 Xd4"),
            ("", "empty: ., white: X, black: O", "Ob4 Xd4"),
            ("O is black", "", "Ob4 Xd4"),
            ("white plays X", "", "Ob4 Xd4"),
            ("X is black", "", "Od4 Xb4"),
            ("Black 3\nWhite 5", "Black A", "Od4 Xb4"),
            ("Black x White", "", "Od4 Xb4"),
            ("A diagram", "by somebody", "Od4 Xb4"),
        ] {
            let text = format!("{above}\n\n{plain}\n{below}\n");
            assert_eq!(places(&text).as_deref(), Ok(expected), "{text}");
        }
        for side in [
            "White to move.",
            "(White to move)",
            "*White to play and win*",
            "O to move",
            "○ to play",
            "White's turn",
            "It is white’s turn.",
            "turn: O",
            "Side to move: White",
            "White is to move, black to play next",
        ] {
            let white = game(&format!("{plain}\n{side}\n")).expect(side);
            assert_eq!((white.setup.len(), white.first), (2, Colour::White), "{side}");
        }
        let black = game(&format!("O=Black, X=White\n{plain}\nO to move")).unwrap();
        assert_eq!(black.first, Colour::Black);
        let dead = read(&format!("{plain}\nWhite to move").replacen('.', "#", 1), Rule::new(Variant::Renju));
        assert!(matches!(dead, Ok(Drawn::Position(position)) if position.to_move() == Colour::White));
        let letters = plain.replace('X', "B").replace('O', "W");
        assert_eq!(places(&format!("B = black, W = white\n{letters}")).as_deref(), Ok("Od4 Xb4"));
        assert!(places(&letters).is_err());
        for list in ["1. b4 d4", "  ----- Text Board -----\n\n   Black    White\n  1 B4     2 D4 \n", "Moves: b4 d4"] {
            let text = format!("{plain}\n{list}\n");
            assert_eq!(game(&text).map(|game| game.moves_text()).as_deref(), Some("b4d4"), "{text}");
        }
        for wrong in ["1. d4 b4", "1. b4", "1. b4 d4 2. c3", "1. b4 d3"] {
            let text = format!("{plain}\n{wrong}\n");
            assert!(places(&text).unwrap_err().to_string().contains("does not agree"), "{wrong}");
        }
        let numbered = plain.replace('X', "1").replace('O', "2");
        assert!(game(&format!("{numbered}\n1. b4 d4")).is_some());
        assert!(game(&format!("{numbered}\n1. d4 b4")).is_none());
    }

    #[test]
    fn what_quotes_or_fences_a_diagram_and_separates_its_points_is_ignored() {
        let plain = framed("a b c d e", ["5", "4", "3", "2", "1"], "");
        let quoted: String = plain.lines().map(|line| format!("> {line}\n")).collect();
        let commas = framed("", [""; 5], "").replace(". ", ".,").replace("X ", "X,").replace("O ", "O,");
        for text in [
            &format!("Who wins?\n```\n{plain}```\n"),
            &format!("```text\n{plain}```"),
            &format!("~~~\n{plain}~~~\n"),
            &format!("*****\n{plain}*****\n"),
            &quoted,
            &format!("> ```\n{quoted}> ```\n"),
            &format!("[code]{plain}[/code]"),
            &format!("[code]{}[/code]", framed("", ["5", "4", "3", "2", "1"], "")),
            &format!("<pre>\n{plain}</pre>\n"),
            &commas,
            &commas.replace(',', ", "),
            &commas.replace(" \n", ",\n"),
        ] {
            assert_eq!(places(text).as_deref(), Ok("Od4 Xb4"), "{text}");
        }
        let marked = "[X] . . . .\n. . . . .\n. . . . .\n. . . . .\n. . . . <O>\n";
        assert!(places(marked).is_err(), "\"<\" means nothing");
        assert_eq!(places(&marked.replace("<O>", "(O)")).as_deref(), Ok("Oe1 Xa5"));
    }

    #[test]
    fn other_diagrams_of_a_text_are_left_out_with_a_note() {
        let bare = framed("", [""; 5], "");
        let labelled = framed("a b c d e", ["5", "4", "3", "2", "1"], "");
        let other = labelled.replace('X', "x").replace('O', ".");
        for text in [&bare, &labelled, &bare.replace('\n', "\n\n"), &format!("{labelled}\n1. b4 d4\n")] {
            assert_eq!((places(text).is_ok() || game(text).is_some(), left_out(text)), (true, None), "{text}");
        }
        for (text, note) in [
            (format!("{bare}{bare}"), Note::OtherDrawing),
            (format!("{other}\n{labelled}"), Note::OtherDrawing),
            (format!("first\n{other}then\n{labelled}"), Note::OtherDrawing),
            (format!("{other}{other}and\n{labelled}"), Note::OtherDrawings { n: 2 }),
        ] {
            assert_eq!(places(&text).as_deref(), Ok("Od4 Xb4"), "{text}");
            assert_eq!(left_out(&text), Some(note), "{text}");
        }
        for nearest in [
            format!("Black to move\n{other}White to move\n{labelled}"),
            format!("{other}Black to move\nthe first\n{labelled}White to move\n"),
        ] {
            assert_eq!(game(&nearest).unwrap().first, Colour::White, "{nearest}");
        }
    }

    #[test]
    fn numbers_behind_an_odd_count_of_stones_begin_with_white() {
        let text = ". . . . .\n. X O X .\n. 2 1 . .\n. . . . .\n. . . . .";
        assert_eq!(game(text).unwrap().first, Colour::White);
    }
}
