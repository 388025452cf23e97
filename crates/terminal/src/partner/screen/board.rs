//! The board on the screen. If it does not fit, the part around the cursor is shown; row numbers and column letters
//! stay visible.
//!
//! ```text
//!   12├─┼─┼─╋─
//!   11├─┼[┼]┼─
//!     f g h i
//! ```

use super::layout::left_out;
use crate::drawing::{Ink, LABELS, Piece, Scene};
use ratatui::Frame;
use ratatui::backend::FromCrossterm;
use ratatui::layout::{Constraint, Layout, Rect, Size};
use ratatui::style::Style;
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::Paragraph;
use tengen_core::board::Point;

/// With fewer rows, the column letters are omitted.
const FEW: u16 = 3;

pub struct BoardView<'a> {
    pub scene: Scene<'a>,
    pub ink: Ink,
    pub cursor: Point,
}

impl BoardView<'_> {
    /// The size needed for the whole board.
    pub fn size(&self) -> Size {
        let size = self.scene.position.size();
        let (_, step) = self.scene.measures();
        let grid = size.width() as u16 * step + 1; // including a bracket after the last point
        Size::new(LABELS as u16 + grid, size.height() as u16 + 1)
    }

    /// Draws the board, or the part that fits.
    pub fn draw(&self, frame: &mut Frame, place: Rect) {
        let heights = [
            Constraint::Max(self.size().height - 1),
            Constraint::Length(if place.height < FEW { 0 } else { 1 }),
            Constraint::Fill(1),
        ];
        let [upper, lower, _] = Layout::vertical(heights).areas(place);
        let widths = [Constraint::Length(LABELS as u16), Constraint::Fill(1)];
        let [at_numbers, at_grid] = Layout::horizontal(widths).areas(upper);
        let [_, at_letters] = Layout::horizontal(widths).areas(lower);
        let (down, right) = self.left_out(at_grid);
        let (numbers, mut grid) = self.texts();
        let letters = grid.lines.pop().unwrap_or_default();
        frame.render_widget(Paragraph::new(numbers).scroll((down, 0)), at_numbers);
        frame.render_widget(Paragraph::new(grid).scroll((down, right)), at_grid);
        frame.render_widget(Paragraph::new(letters).scroll((0, right)), at_letters);
    }

    /// The number of rows and columns before the visible part.
    fn left_out(&self, grid: Rect) -> (u16, u16) {
        let (first, step) = self.scene.measures();
        let (x, y) = (self.cursor.x() as u16, self.cursor.y() as u16);
        let (at, Size { width, height }) = (first + x * step, self.size());
        let labels = LABELS as u16;
        (left_out(y, grid.height, height - 1), left_out(at - labels, grid.width, width - labels))
    }

    /// The row numbers, and the rows without them; the column letters come last.
    fn texts(&self) -> (Text<'static>, Text<'static>) {
        let rows = self.scene.rows(self.ink).into_iter().map(|mut row| {
            let number = row.first_mut().map_or(String::new(), |label| {
                let rest = label.text.split_off(LABELS);
                std::mem::replace(&mut label.text, rest)
            });
            let rest = row.into_iter().map(|piece| self.span(piece));
            (Line::raw(number), Line::from_iter(rest))
        });
        let (numbers, rest): (Vec<_>, Vec<_>) = rows.unzip();
        (Text::from(numbers), Text::from(rest))
    }

    fn span(&self, piece: Piece) -> Span<'static> {
        let style = match self.ink {
            Ink::Color => Style::from_crossterm(piece.style()),
            Ink::Ascii | Ink::Unicode => Style::default(),
        };
        Span::styled(piece.text, style)
    }
}
