//! Messages: in a few lines next to the board, or on a page of its own.

use super::Screen;
use super::page::Page;
use crate::partner::host::HostAnswer;

const MESSAGES: usize = 4;
/// Messages that are longer, in lines or characters, are shown on a page of their own.
const LONGEST_MESSAGE: (usize, usize) = (4, 240);
impl Screen {
    /// Handles an answer; returns whether to quit.
    pub(super) fn show_answer(&mut self, answer: HostAnswer) -> bool {
        match &answer {
            HostAnswer::Say(text) if is_long(text) => self.page = Some(Page::new(text.clone())),
            HostAnswer::Say(text) | HostAnswer::Show(text) if !text.is_empty() => {
                self.messages.push_back(text.clone());
                let old = self.messages.len().saturating_sub(MESSAGES);
                self.messages.drain(..old);
            }
            HostAnswer::Say(_) | HostAnswer::Show(_) | HostAnswer::Nothing | HostAnswer::Quit => {}
        }
        answer == HostAnswer::Quit
    }
}

fn is_long(text: &str) -> bool {
    let (lines, letters) = LONGEST_MESSAGE;
    text.lines().count() > lines || text.chars().count() > letters
}
