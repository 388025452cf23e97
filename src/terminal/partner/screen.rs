//! Full screen: the board, what is going on beside it, and a line to type in below.

use super::command::Command;
use super::host::{Answer, Host};
use super::session::Session;
use crate::board::{Point, notation};
use crate::players::thinker::{News, Thinker, Thought};
use crate::terminal::drawing::{Ink, Marks, Piece, Scene};
use ratatui::backend::FromCrossterm;
use ratatui::crossterm::SynchronizedUpdate;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::{Constraint, Layout, Margin, Position, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Paragraph, Wrap};
use ratatui::{DefaultTerminal, Frame};
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::time::Duration;

/// How often the screen is drawn when nothing is typed.
const TICK: Duration = Duration::from_millis(80);
/// Columns that the panel beside the board wants.
const PANEL: u16 = 34;
/// Sentences that are kept to be seen.
const MESSAGES: usize = 4;
/// Bytes that can be typed in one line.
const LONGEST_INPUT: usize = 1000;
/// Moves that are listed.
const LAST_MOVES: usize = 8;

const KEYS: &str = "\
arrows, Enter  play at the cursor
h8, Enter      play at h8
Tab            hint
Esc            move now
^Z ^Y          undo, redo
^S             save
F1             all commands
^C             leave";

/// Plays until somebody leaves or `leave` is set. The terminal is as it was afterwards, whatever
/// happens.
///
/// # Errors
/// When the terminal cannot be read or written, or the system gives us no thread.
pub fn run(
    session: Session,
    memory: usize,
    seed: u64,
    ink: Ink,
    leave: &AtomicBool,
) -> io::Result<()> {
    let (send, news) = channel();
    let thinker = Thinker::start(memory, seed, move |thought| {
        let _ = send.send(thought); // nobody listens when we are leaving
    })?;
    let mut host = Host::new(session, thinker);
    let mut screen = Screen {
        cursor: host.session().position().shape().centre(),
        messages: host.greeting(),
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
    /// What is being typed.
    input: String,
    /// The last sentences.
    messages: Vec<String>,
    /// A longer text that is shown in the place of the board until a key is pressed.
    page: Option<String>,
    /// The last key was to leave, and the game is not saved.
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
            while let Some(thought) = news() {
                if matches!(thought, (_, Thought::Failed)) {
                    *terminal = ratatui::try_init()?; // a panic has given the terminal back
                    terminal.clear()?;
                }
                let answer = self.host.hear(thought);
                self.tell(answer);
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

    /// Draws the screen. A terminal that can shows it only when it is whole.
    fn show(&self, terminal: &mut DefaultTerminal) -> io::Result<()> {
        io::stdout().sync_update(|_| terminal.draw(|frame| self.draw(frame)).map(drop))?
    }

    /// Takes note of what is to be said; whether somebody wants to leave.
    fn tell(&mut self, answer: Answer) -> bool {
        match &answer {
            Answer::Say(text) if text.lines().count() > MESSAGES => self.page = Some(text.clone()),
            Answer::Say(text) | Answer::Show(text) => {
                self.messages.extend(text.lines().map(String::from));
                let old = self.messages.len().saturating_sub(MESSAGES);
                self.messages.drain(..old);
            }
            Answer::Nothing | Answer::Quit => {}
        }
        let shape = self.host.session().position().shape();
        if !shape.contains(self.cursor) {
            self.cursor = shape.centre();
        }
        answer == Answer::Quit
    }

    /// Does what a key asks for; whether somebody wants to leave.
    fn key(&mut self, key: KeyEvent) -> bool {
        let asked = std::mem::take(&mut self.asked);
        if self.page.take().is_some() && !is_control(key, 'c') {
            return false;
        }
        match key.code {
            _ if is_control(key, 'c') || is_control(key, 'd') => return self.leave(asked),
            _ if is_control(key, 'z') => return self.order(Command::Undo),
            _ if is_control(key, 'y') => return self.order(Command::Redo),
            _ if is_control(key, 's') => return self.save(),
            KeyCode::Tab => return self.order(Command::Hint),
            KeyCode::F(1) => return self.order(Command::Help),
            KeyCode::Up => self.step(0, -1),
            KeyCode::Down => self.step(0, 1),
            KeyCode::Left => self.step(-1, 0),
            KeyCode::Right => self.step(1, 0),
            KeyCode::Enter => return self.enter(),
            KeyCode::Esc if !self.input.is_empty() => self.input.clear(),
            KeyCode::Esc => return self.order(Command::Now),
            KeyCode::Backspace => drop(self.input.pop()),
            KeyCode::Char(' ') if self.input.is_empty() => return self.enter(),
            KeyCode::Char(c)
                if !key.modifiers.contains(KeyModifiers::CONTROL)
                    && self.input.len() < LONGEST_INPUT =>
            {
                self.input.push(c);
            }
            _ => {}
        }
        false
    }

    fn step(&mut self, dx: i32, dy: i32) {
        let (x, y) = (self.cursor.x() as i32 + dx, self.cursor.y() as i32 + dy);
        let shape = self.host.session().position().shape();
        self.cursor = shape.point(x, y).unwrap_or(self.cursor);
    }

    fn order(&mut self, command: Command) -> bool {
        let answer = self.host.carry_out(command).unwrap_or_else(Answer::Say);
        self.tell(answer)
    }

    /// Leaves, after a question if the game is not saved.
    fn leave(&mut self, asked: bool) -> bool {
        let left = self.order(Command::Quit { over: asked });
        self.asked = !left;
        if !left {
            self.tell(Answer::Say("^C once more leaves".into()));
        }
        left
    }

    /// What was typed, or else a stone at the cursor.
    fn enter(&mut self) -> bool {
        let mut line = std::mem::take(&mut self.input);
        if line.trim().is_empty() {
            line = notation::write(self.cursor, self.host.session().position().shape());
        }
        let answer = self.host.hear_line(&line);
        self.tell(answer)
    }

    /// Saves in the file of last time; without one, a name is to be typed.
    fn save(&mut self) -> bool {
        if self.host.session().file().is_none() {
            self.input = "save game.sgf".into();
            return false;
        }
        self.order(Command::Save {
            file: None,
            over: false,
        })
    }

    fn draw(&self, frame: &mut Frame) {
        let parts = Layout::vertical([Constraint::Fill(1), Constraint::Length(1)]);
        let [body, input] = parts.areas(frame.area());
        self.draw_input(frame, input);
        if let Some(page) = &self.page {
            let page = Paragraph::new(page.as_str()).wrap(Wrap { trim: false });
            return frame.render_widget(page, body);
        }
        let board = self.board();
        let [place, beside] = split(body, board.width() as u16, board.height() as u16);
        let scroll = self.scroll(place);
        frame.render_widget(Paragraph::new(board).scroll(scroll), place);
        let panel = Paragraph::new(self.panel()).wrap(Wrap { trim: false });
        frame.render_widget(panel, beside);
    }

    fn draw_input(&self, frame: &mut Frame, place: Rect) {
        let line = Line::raw(format!("> {}", self.input));
        let typed = line.width() as u16;
        // Of a long line the end is seen.
        let hidden = (typed + 1).saturating_sub(place.width);
        frame.render_widget(Paragraph::new(line).scroll((0, hidden)), place);
        frame.set_cursor_position(Position::new(place.x + typed - hidden.min(typed), place.y));
    }

    /// Rows and columns of the drawing that are left out so that the cursor is to be seen.
    fn scroll(&self, place: Rect) -> (u16, u16) {
        let (first, step) = self.scene(&self.marks()).measures();
        let (x, y) = (self.cursor.x() as u16, self.cursor.y() as u16);
        let right = first + x * step + 2; // its bracket too
        (
            (y + 1).saturating_sub(place.height),
            right.saturating_sub(place.width),
        )
    }

    fn marks(&self) -> Marks {
        let mut marks = self.host.session().marks();
        marks.cursor = Some(self.cursor);
        marks
    }

    fn scene<'a>(&'a self, marks: &'a Marks) -> Scene<'a> {
        Scene::new(self.host.session().position(), marks)
    }

    fn board(&self) -> Text<'static> {
        let marks = self.marks();
        let rows = self.scene(&marks).rows(self.ink);
        let span = |piece: Piece| {
            let style = match self.ink {
                Ink::Color => Style::from_crossterm(piece.style()),
                Ink::Ascii | Ink::Unicode => Style::default(),
            };
            Span::styled(piece.text, style)
        };
        let rows = rows
            .into_iter()
            .map(|row| Line::from_iter(row.into_iter().map(span)));
        Text::from_iter(rows)
    }

    fn panel(&self) -> Text<'_> {
        let session = self.host.session();
        let state = self.host.thinking().unwrap_or_else(|| session.state());
        let bold = Style::default().add_modifier(Modifier::BOLD);
        let mut lines = vec![
            Line::styled(state, bold),
            Line::raw(session.game_name()),
            Line::raw(session.players()),
        ];
        lines.extend(self.messages.iter().map(|text| Line::raw(text.as_str())));
        lines.push(Line::raw(""));
        lines.push(Line::raw(self.host.moves(LAST_MOVES)));
        lines.push(Line::raw(""));
        lines.extend(KEYS.lines().map(Line::raw));
        Text::from(lines)
    }
}

/// Where the board goes, and where the panel: beside it, or below where that is too narrow.
fn split(body: Rect, width: u16, height: u16) -> [Rect; 2] {
    if body.width < width + PANEL {
        return Layout::vertical([Constraint::Max(height), Constraint::Min(5)]).areas(body);
    }
    let parts = Layout::horizontal([Constraint::Length(width), Constraint::Fill(1)]);
    let [place, beside] = parts.areas(body);
    [place, beside.inner(Margin::new(2, 0))]
}

fn is_control(key: KeyEvent, letter: char) -> bool {
    key.code == KeyCode::Char(letter) && key.modifiers.contains(KeyModifiers::CONTROL)
}
