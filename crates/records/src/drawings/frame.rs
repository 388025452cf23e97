//! The letters and numbers around a drawing, which name its points.

use super::ReadError;
use tengen_core::board::{BoardError, BoardSize, Point, notation};

/// Whether a line has the first digits of the numbers of columns: `1 1 1 1 1`.
pub(super) fn is_tens(line: &str) -> bool {
    let digits: Vec<char> = line.chars().filter(|c| !c.is_whitespace()).collect();
    digits.is_sorted() && digits.iter().all(|digit| ('0'..='3').contains(digit))
}

/// The labels of one side of a frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Labels {
    kind: LabelKind,
    pub count: usize,
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
pub(super) fn column_labels(line: &str) -> Option<Labels> {
    let words: Vec<&str> = line.split_whitespace().collect();
    Labels::of(&words).filter(|labels| labels.count >= 5)
}

/// The board as it is drawn, and the labels of its columns and rows.
pub(super) struct DrawnFrame {
    pub size: BoardSize,
    pub columns: Option<Labels>,
    pub rows: Option<Labels>,
}

impl DrawnFrame {
    /// Whether letters name the rows and numbers the columns.
    fn is_turned(&self) -> bool {
        let kind = |labels: Option<Labels>| labels.map(|labels| labels.kind);
        kind(self.rows) == Some(LabelKind::Letters)
            && matches!(kind(self.columns), Some(LabelKind::Numbers | LabelKind::Indices))
    }

    /// The size of the board whose points have the names of the frame.
    pub fn named_size(&self) -> Result<BoardSize, ReadError> {
        let (width, height) = (self.size.height(), self.size.width());
        let size = if self.is_turned() { BoardSize::new(width.into(), height.into()) } else { Some(self.size) };
        size.ok_or_else(|| BoardError::CannotBe { width: width.into(), height: height.into() }.into())
    }

    /// The point at this column and row of the drawing.
    pub fn point(&self, x: u8, y: u8) -> Point {
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

/// Removes row numbers or letters at the left and at the right, and returns them.
pub(super) fn without_labels(mut rows: Vec<Vec<String>>) -> Result<(Vec<Vec<String>>, Option<Labels>), ReadError> {
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
