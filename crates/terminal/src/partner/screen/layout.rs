//! The layout of the window: the panel is next to the board, or below it if that shows more of both.
//!
//! ```text
//!   ┌──────────┬────────┐   ┌──────────┐
//!   │  board   │ panel  │   │  board   │
//!   │          │        │   ├──────────┤
//!   │          │        │   │  panel   │
//!   └──────────┴────────┘   └──────────┘
//! ```

use ratatui::layout::{Constraint, Layout, Rect, Size};
use textwrap::{Options, WordSplitter, wrap};

/// The width at which every line of the panel fits.
const WIDE: u16 = 32;
/// The minimum width at which the panel is readable.
const NARROW: u16 = 18;
/// The gap between board and panel.
const GAP: u16 = 2;
/// The rows below the board that are enough for the essential parts of the panel.
const ROOMY: u16 = 8;
/// The minimum height of the panel, even if the board is cut off.
const LEAST: u16 = 3;

/// The areas of a board of this size and of the panel. `needed` returns the rows that the panel needs at a given width.
pub fn split(body: Rect, board: Size, needed: impl Fn(u16) -> u16) -> [Rect; 2] {
    let beside = body.width.saturating_sub(board.width + GAP);
    let below = body.height.saturating_sub(board.height);
    if beside >= WIDE || beside >= NARROW && below < ROOMY {
        let columns = Layout::horizontal([Constraint::Length(board.width), Constraint::Fill(1)]);
        return columns.spacing(GAP).areas(body);
    }
    // At most half of the window.
    let least = needed(body.width).max(LEAST).min(body.height / 2);
    let rows = [Constraint::Max(board.height), Constraint::Min(least)];
    Layout::vertical(rows).areas(body)
}

/// The number of rows or columns to skip if only `shown` of `all` fit, so that `at` is in the middle if possible.
pub fn left_out(at: u16, shown: u16, all: u16) -> u16 {
    let before = at.saturating_sub(shown / 2);
    before.min(all.saturating_sub(shown))
}

/// Wraps the text at `width` columns. Continuation lines are indented to the second column of a two-column line, as in
/// a list of commands.
pub fn wrapped(text: &str, width: u16) -> Vec<String> {
    let width = usize::from(width.max(1));
    let lines = text.lines().flat_map(|line| {
        let indent = " ".repeat(second_column(line).filter(|&c| c <= width / 2).unwrap_or(0));
        let options = Options::new(width).subsequent_indent(&indent).word_splitter(WordSplitter::NoHyphenation);
        let rows = wrap(line, options).into_iter();
        rows.map(|row| row.into_owned()).collect::<Vec<_>>()
    });
    lines.collect()
}

/// The position of the text after a wide gap.
fn second_column(line: &str) -> Option<usize> {
    let gap = line.find("  ")?;
    let rest = line[gap..].trim_start();
    Some(line.len() - rest.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sizes(columns: u16, rows: u16, board: (u16, u16)) -> [(u16, u16); 2] {
        let body = Rect::new(0, 0, columns, rows);
        let parts = split(body, Size::new(board.0, board.1), |_| 2);
        parts.map(|part| (part.width, part.height))
    }

    /// The board of 15×15 takes 33 columns and 16 rows, that of 20×20 43 and 21.
    #[test]
    fn the_panel_stands_where_there_is_room() {
        assert_eq!(sizes(80, 23, (33, 16)), [(33, 23), (45, 23)]);
        assert_eq!(sizes(60, 17, (33, 16)), [(33, 17), (25, 17)]);
        assert_eq!(sizes(60, 31, (33, 16)), [(60, 16), (60, 15)]);
        assert_eq!(sizes(60, 17, (43, 21)), [(60, 14), (60, 3)]);
        assert_eq!(sizes(40, 11, (33, 16)), [(40, 8), (40, 3)]);
        assert_eq!(sizes(3, 0, (33, 16)), [(3, 0), (3, 0)]);
    }

    #[test]
    fn of_a_board_that_is_cut_the_part_around_the_cursor_is_seen() {
        assert_eq!(left_out(7, 15, 15), 0);
        assert_eq!([0, 5, 14].map(|at| left_out(at, 7, 15)), [0, 2, 8]);
    }

    #[test]
    fn long_lines_go_on_under_their_second_column() {
        let text = "h8    play there if you can\nquit";
        let expected = ["h8    play there", "      if you can", "quit"];
        assert_eq!(wrapped(text, 16), expected);
        assert_eq!(wrapped("a longer word", 4), ["a", "long", "er", "word"]);
        assert_eq!(wrapped("", 4), [""; 0]);
    }
}
