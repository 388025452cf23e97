//! A longer text in place of the board: all commands, all moves. It can be scrolled if it does not fit. Esc, Enter or q
//! closes it; any other key closes it and is then handled normally.

use super::layout::wrapped;
use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::text::{Line, Text};

pub struct Page {
    text: String,
    /// The number of rows above the visible part.
    top: usize,
    /// The numbers of visible rows and of all rows when it was last drawn.
    shown: usize,
    all: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meaning {
    Scrolled,
    /// The page must be closed.
    Closed,
    /// No effect: the key is for the board.
    Nothing,
}

impl Page {
    pub fn new(text: String) -> Page {
        Page { text, top: 0, shown: 0, all: 0 }
    }

    pub fn draw(&mut self, frame: &mut Frame, place: Rect) {
        let rows = wrapped(&self.text, place.width);
        self.all = rows.len();
        self.shown = usize::from(place.height).min(self.all);
        self.top = self.top.min(self.last_top());
        let seen = rows.into_iter().skip(self.top).take(self.shown);
        frame.render_widget(Text::from_iter(seen.map(Line::raw)), place);
    }

    /// The status line: the visible part, and the keys.
    pub fn state(&self) -> String {
        let (first, last) = (self.top + 1, self.top + self.shown);
        match self.last_top() {
            0 => "Esc or q: back to the board".into(),
            _ => format!("{first}-{last} of {}; arrows: more, Esc or q: back", self.all),
        }
    }

    fn last_top(&self) -> usize {
        self.all - self.shown
    }

    pub fn hear(&mut self, key: KeyCode) -> Meaning {
        let (step, last) = (self.shown.max(2) - 1, self.last_top());
        self.top = match key {
            KeyCode::Char(' ') if self.top < last => self.top + step,
            KeyCode::Esc | KeyCode::Enter | KeyCode::F(1) | KeyCode::Char(' ' | 'q') => {
                return Meaning::Closed;
            }
            _ if last == 0 => return Meaning::Nothing,
            KeyCode::Up => self.top.saturating_sub(1),
            KeyCode::Down => self.top + 1,
            KeyCode::PageUp => self.top.saturating_sub(step),
            KeyCode::PageDown => self.top + step,
            KeyCode::Home => 0,
            KeyCode::End => last,
            _ => return Meaning::Nothing,
        };
        self.top = self.top.min(last);
        Meaning::Scrolled
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A page of ten rows, four of them visible.
    fn page() -> Page {
        Page { text: String::new(), top: 0, shown: 4, all: 10 }
    }

    #[test]
    fn a_page_stops_at_its_ends() {
        let mut page = page();
        for (key, top) in [
            (KeyCode::Up, 0),
            (KeyCode::Down, 1),
            (KeyCode::PageDown, 4),
            (KeyCode::PageDown, 6),
            (KeyCode::Down, 6),
            (KeyCode::PageUp, 3),
            (KeyCode::Home, 0),
            (KeyCode::Char(' '), 3),
            (KeyCode::End, 6),
        ] {
            assert_eq!(page.hear(key), Meaning::Scrolled);
            assert_eq!(page.top, top, "{key:?}");
        }
        assert_eq!(page.state(), "7-10 of 10; arrows: more, Esc or q: back");
        assert_eq!(page.hear(KeyCode::Char(' ')), Meaning::Closed);
    }

    #[test]
    fn keys_that_mean_nothing_to_a_page_are_for_the_board() {
        let mut long = page();
        assert_eq!(long.hear(KeyCode::Char('h')), Meaning::Nothing);
        assert_eq!(long.hear(KeyCode::Esc), Meaning::Closed);
        assert_eq!(long.hear(KeyCode::Char('q')), Meaning::Closed);
        let mut short = Page { all: 4, ..page() };
        assert_eq!(short.hear(KeyCode::Down), Meaning::Nothing);
        assert_eq!(short.hear(KeyCode::Enter), Meaning::Closed);
    }
}
