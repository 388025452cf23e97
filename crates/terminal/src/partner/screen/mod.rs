//! The full-screen user interface: the board, a panel next to it or below, and an input line.
//!
//! - `layout`: divides the window;
//! - `board` and `panel`: the two parts;
//! - `page`: a longer text in place of both;
//! - `keys`: key bindings; `messages`: messages.

mod board;
mod keys;
mod layout;
mod messages;
mod page;
mod panel;

use super::host::{Host, News};
use super::session::Session;
use crate::drawing::{Ink, Scene};
use board::BoardView;
use layout::split;
use page::Page;
use panel::Panel;
use ratatui::crossterm::SynchronizedUpdate;
use ratatui::crossterm::event::{self, Event};
use ratatui::layout::{Constraint, Layout, Position, Rect};
use ratatui::text::Line;
use ratatui::widgets::Paragraph;
use ratatui::{DefaultTerminal, Frame};
use std::collections::VecDeque;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::time::Duration;
use tengen_core::board::Point;
use tengen_session::service::{Event as SearchEvent, Service, Settings};

const TICK: Duration = Duration::from_millis(80);
const LAST_MOVES: usize = 8;

/// Plays until the user quits or `leave` is set. The terminal is always restored.
pub fn run(session: Session, settings: Settings, ink: Ink, leave: &AtomicBool) -> io::Result<()> {
    let (send, news) = channel();
    let service = Service::start("search", settings, move |number, (), event| {
        let _ = send.send((number, event)); // fails if we are quitting
    })?;
    let mut host = Host::new(session, service);
    let mut screen = Screen {
        cursor: host.session().position().size().centre(),
        messages: host.greeting().into(),
        host,
        ink,
        input: String::new(),
        page: None,
        asked: false,
    };
    let mut terminal = ratatui::try_init()?;
    let result = screen.run(&mut terminal, leave, || news.try_recv().ok());
    ratatui::try_restore()?;
    result
}

struct Screen {
    host: Host,
    ink: Ink,
    cursor: Point,
    input: String,
    /// The last messages, the newest at the end.
    messages: VecDeque<String>,
    /// The page shown in place of the board.
    page: Option<Page>,
    /// Whether the last key showed a warning that the game is not saved.
    asked: bool,
}

impl Screen {
    fn run(
        &mut self,
        terminal: &mut DefaultTerminal,
        leave: &AtomicBool,
        mut news: impl FnMut() -> Option<News>,
    ) -> io::Result<()> {
        while !leave.load(Ordering::Relaxed) {
            while let Some(event) = news() {
                if matches!(event, (_, SearchEvent::Failed)) {
                    *terminal = ratatui::try_init()?; // a panic has restored the terminal
                    terminal.clear()?;
                }
                let answer = self.host.hear(event);
                self.show_answer(answer);
            }
            self.host.go_on();
            self.show(terminal)?;
            if event::poll(TICK)?
                && let Event::Key(key) = event::read()?
                && key.is_press()
                && self.key(key)
            {
                break;
            }
        }
        Ok(())
    }

    /// Draws the screen, as one synchronized update if the terminal supports it.
    fn show(&mut self, terminal: &mut DefaultTerminal) -> io::Result<()> {
        io::stdout().sync_update(|_| terminal.draw(|frame| self.draw(frame)).map(drop))?
    }

    fn draw(&mut self, frame: &mut Frame) {
        let parts = Layout::vertical([Constraint::Fill(1), Constraint::Length(1)]);
        let [body, below] = parts.areas(frame.area());
        if let Some(page) = &mut self.page {
            page.draw(frame, body);
            return frame.render_widget(page.state(), below);
        }
        self.draw_input(frame, below);
        let mut marks = self.host.session().marks();
        marks.cursor = Some(self.cursor);
        let view =
            BoardView { scene: Scene::new(self.host.session().position(), &marks), ink: self.ink, cursor: self.cursor };
        let panel = self.panel();
        let [board_place, panel_place] = split(body, view.size(), |width| panel.least_height(width));
        view.draw(frame, board_place);
        panel.draw(frame, panel_place);
    }

    fn draw_input(&self, frame: &mut Frame, place: Rect) {
        let line = Line::raw(format!("> {}", self.input));
        let typed = line.width() as u16;
        // A long line is scrolled so that its end is visible.
        let hidden = (typed + 1).saturating_sub(place.width);
        frame.render_widget(Paragraph::new(line).scroll((0, hidden)), place);
        frame.set_cursor_position(Position::new(place.x + typed - hidden.min(typed), place.y));
    }

    fn panel(&self) -> Panel<'_> {
        let session = self.host.session();
        Panel {
            state: self.host.thinking().unwrap_or_else(|| session.state()),
            game: session.game_name(),
            players: session.players(),
            messages: &self.messages,
            moves: self.host.moves(LAST_MOVES),
        }
    }
}
