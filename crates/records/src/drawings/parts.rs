//! A text around a drawing.

use super::ReadError;
use super::frame::{Labels, column_labels, is_tens};
use super::quoting::unwrapped;
use super::signs::Signs;
use crate::moves::list;
use tengen_core::board::Colour;

/// A text around a diagram, without blank lines and frames like `+-----+`.
pub(super) struct Parts<'a> {
    pub rows: Vec<&'a str>,
    /// The lines with the letters or numbers of the columns.
    pub columns: Vec<&'a str>,
    /// The lines above and below.
    others: Vec<&'a str>,
    /// The number of those above.
    above: usize,
    /// The number of other diagrams.
    pub left_out: usize,
}

impl<'a> Parts<'a> {
    /// The rows are the longest sequence of lines that look like rows.
    pub fn of(text: &'a str, signs: &Signs) -> Parts<'a> {
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
    pub fn are_an_answer(&self) -> bool {
        self.others.iter().any(|line| {
            let (nodes, time) = line.split_once(" node").unwrap_or_default();
            nodes.parse::<u64>().is_ok() && time.ends_with(" s")
        })
    }

    /// The labels of the columns, the same above and below.
    pub fn column_labels(&self, width: usize) -> Result<Option<Labels>, ReadError> {
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
    pub fn to_move(&self, signs: &Signs) -> Option<Colour> {
        let lines = self.others.iter().enumerate();
        let said = lines.filter_map(|(at, line)| Some((at, signs.side_to_move(line)?)));
        let distance = |at: usize| if at < self.above { self.above - at } else { at + 1 - self.above };
        let said = said.min_by_key(|(at, _)| if self.left_out > 0 { distance(*at) } else { *at });
        said.map(|(_, side)| side)
    }

    /// The lines of moves around the diagram.
    pub fn moves(&self) -> String {
        let behind = |line: &'a str| line.split_once(": ").map_or(line, |(_, moves)| moves);
        let moves = self.others.iter().map(|line| behind(line));
        moves.filter(|line| list(line).is_ok_and(|turns| turns.is_some())).collect::<Vec<_>>().join("\n")
    }
}
