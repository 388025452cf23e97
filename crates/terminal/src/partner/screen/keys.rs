//! Key bindings.

use super::Screen;
use super::page::Meaning;
use crate::partner::command::PlayCommand;
use crate::partner::host::HostAnswer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use tengen_core::board::notation;

/// The maximum length of an input line, in bytes.
const LONGEST_INPUT: usize = 1000;

impl Screen {
    /// Handles a key; returns whether to quit.
    pub(super) fn key(&mut self, key: KeyEvent) -> bool {
        let meaning = self.page.as_mut().map(|page| page.hear(key.code));
        if meaning != Some(Meaning::Scrolled) {
            self.page = None;
        }
        match meaning {
            None | Some(Meaning::Nothing) => self.obey(key),
            Some(Meaning::Scrolled | Meaning::Closed) => false,
        }
    }

    /// Handles a key on the board; centres the cursor if the board size changed.
    fn obey(&mut self, key: KeyEvent) -> bool {
        let size = self.host.session().position().size();
        let quits = self.obey_at_the_board(key);
        let now = self.host.session().position().size();
        if now != size {
            self.cursor = now.centre();
        }
        quits
    }

    fn obey_at_the_board(&mut self, key: KeyEvent) -> bool {
        let asked = std::mem::take(&mut self.asked);
        match key.code {
            _ if is_control(key, 'c') || is_control(key, 'd') => return self.leave(asked),
            _ if is_control(key, 'z') => return self.order(PlayCommand::Undo),
            _ if is_control(key, 'y') => return self.order(PlayCommand::Redo),
            _ if is_control(key, 's') => return self.save(),
            KeyCode::Tab => return self.order(PlayCommand::Hint),
            KeyCode::F(1) => return self.order(PlayCommand::Help),
            KeyCode::Up => self.step(0, -1),
            KeyCode::Down => self.step(0, 1),
            KeyCode::Left => self.step(-1, 0),
            KeyCode::Right => self.step(1, 0),
            KeyCode::Enter => return self.enter(),
            KeyCode::Esc if !self.input.is_empty() => self.input.clear(),
            KeyCode::Esc => return self.order(PlayCommand::Now),
            KeyCode::Backspace => drop(self.input.pop()),
            KeyCode::Char(' ') if self.input.is_empty() => return self.enter(),
            KeyCode::Char(c) if !key.modifiers.contains(KeyModifiers::CONTROL) && self.input.len() < LONGEST_INPUT => {
                self.input.push(c);
            }
            _ => {}
        }
        false
    }

    fn step(&mut self, dx: i32, dy: i32) {
        let (x, y) = (self.cursor.x() as i32 + dx, self.cursor.y() as i32 + dy);
        let size = self.host.session().position().size();
        self.cursor = size.point(x, y).unwrap_or(self.cursor);
    }

    fn order(&mut self, command: PlayCommand) -> bool {
        let answer = self.host.carry_out(command).unwrap_or_else(HostAnswer::from);
        self.show_answer(answer)
    }

    /// Quits. If the game is not saved, a warning comes first, and the key must be pressed again.
    fn leave(&mut self, asked: bool) -> bool {
        let quits = self.order(PlayCommand::Quit { over: asked });
        self.asked = !quits;
        if !quits {
            self.show_answer(HostAnswer::Say("^C again quits".into()));
        }
        quits
    }

    /// Executes the input line; if it is empty, plays at the cursor.
    fn enter(&mut self) -> bool {
        let mut line = std::mem::take(&mut self.input);
        if line.trim().is_empty() {
            line = notation::write(self.cursor, self.host.session().position().size());
        }
        let answer = self.host.hear_line(&line);
        self.show_answer(answer)
    }

    /// Saves to the last file; without one, asks for a name in the input line.
    fn save(&mut self) -> bool {
        if self.host.session().file().is_none() {
            self.input = "save game.sgf".into();
            return false;
        }
        self.order(PlayCommand::Save { file: None, over: false })
    }
}

fn is_control(key: KeyEvent, letter: char) -> bool {
    key.code == KeyCode::Char(letter) && key.modifiers.contains(KeyModifiers::CONTROL)
}
