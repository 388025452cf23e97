//! The protocol of the SAU platform (Shenyang Aerospace University): one command per line; a point is two letters,
//! column and row, from `A` at the top left.
//!
//! The loop only depends on [`Player`], so it also serves games with several stones per move, or with lines. Decisions
//! where the documentation is unclear:
//! - Invalid requests are answered with `error` and a message. The platform drops every line of ours that is neither
//!   `name` nor `move`, so this is only for people and logs; no message contains these words followed by a blank.
//! - `error` takes back our last move, and another one is sent at once.
//! - `@@` stands for "no stone": Connect6 pads the single stone of its first move with it, and any move of ours with
//!   too few stones is padded.
//! - `accept`, `refuse`, `take` and `taked` belong to games with hidden stones and are ignored.
//! - `end`, `new`, `quit` and the end of the input stop a search; its move is not sent.
//! - Words and letters may be in either case, and blanks between points are ignored.

use std::io::{self, Write};
use std::time::Instant;
use tengen_common::inbox::{Inbox, Interrupt, Place};
use tengen_common::player::{Player, PlayerError};
use tengen_core::board::Colour;
use tengen_core::messages;
use tengen_core::sau::Notation;
use tengen_line_io::input::{Peek, Queue, Source};
use tengen_line_io::words::{is_blank, quotable, split_word};

messages! {
    /// Why a line is answered with `error`.
    enum SauError from Player(PlayerError) {
        NewSide = "new wants black or white",
        EndSide = "end wants black, white or nothing",
        Commands = "the commands are name?, new, move, error, end and quit",
        UnknownCommand { word: String } = "unknown command \"{word}\"",
        NoTurn { text: String, form: &'static str } = "\"{text}\" is no {form}",
        Turn { turn: String; why: PlayerError } = "{turn}: {why}",
        NoGame = "no game: new black or new white begins one",
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum ManagerLine {
    /// Nothing: a blank line, or a word of games with hidden stones.
    Nothing,
    /// `name?`
    Name,
    /// `new`: our colour.
    New(Colour),
    /// `move`: the opponent's turn, as written.
    Move(String),
    /// `error`: our move is rejected.
    Refused,
    /// `end`
    End,
    /// `quit`
    Quit,
    Bad(SauError),
}

/// Whether the first line of a manager identifies it as the SAU platform.
pub fn is_greeting(line: &[u8]) -> bool {
    request(line) == ManagerLine::Name
}

fn request(line: &[u8]) -> ManagerLine {
    let text = String::from_utf8_lossy(line);
    let (word, arguments) = split_word(text.trim_matches(is_blank));
    match word.to_ascii_lowercase().as_str() {
        "" | "accept" | "refuse" | "take" | "taked" => ManagerLine::Nothing,
        "name?" => ManagerLine::Name,
        "new" => match colour(arguments) {
            Some(us) => ManagerLine::New(us),
            None => ManagerLine::Bad(SauError::NewSide),
        },
        "move" => ManagerLine::Move(arguments.to_string()),
        "error" => ManagerLine::Refused,
        "end" if arguments.is_empty() || colour(arguments).is_some() => ManagerLine::End,
        "end" => ManagerLine::Bad(SauError::EndSide),
        "quit" | "exit" => ManagerLine::Quit,
        "help" => ManagerLine::Bad(SauError::Commands),
        _ => ManagerLine::Bad(SauError::UnknownCommand { word: quotable(word) }),
    }
}

fn colour(text: &str) -> Option<Colour> {
    match text.to_ascii_lowercase().as_str() {
        "black" => Some(Colour::Black),
        "white" => Some(Colour::White),
        _ => None,
    }
}

/// Runs a session until `quit` or the end of the input.
pub fn run(player: &mut dyn Player, source: &mut dyn Source, output: &mut dyn Write) -> io::Result<()> {
    let mut conversation = Conversation { player, playing: false };
    let mut waiting = Queue::default();
    while let Some(line) = waiting.pop().or_else(|| source.next_line()) {
        log::debug!("> {}", line.escape_ascii());
        let request = request(&line);
        if request == ManagerLine::Quit {
            break;
        }
        let mut inbox = SearchInput { source, queue: &mut waiting };
        let answer = conversation.answer(request, &mut inbox);
        if let Some(text) = answer.unwrap_or_else(|reason| Some(format!("error {reason}\n"))) {
            log::debug!("< {}", text.trim_end());
            output.write_all(text.as_bytes())?;
            output.flush()?;
        }
    }
    Ok(())
}

struct Conversation<'a> {
    player: &'a mut dyn Player,
    /// True between `new` and `end`.
    playing: bool,
}

/// The text to print, if any.
type LineAnswer = Result<Option<String>, SauError>;

impl Conversation<'_> {
    fn answer(&mut self, request: ManagerLine, inbox: &mut dyn Inbox) -> LineAnswer {
        let asked = Instant::now();
        match request {
            ManagerLine::Nothing | ManagerLine::Quit => Ok(None),
            ManagerLine::Name => Ok(Some(format!("name {}\n", self.player.name()))),
            ManagerLine::New(us) => {
                self.player.new_game(us);
                self.playing = true;
                match us {
                    Colour::Black => self.our_move(asked, inbox),
                    Colour::White => Ok(None),
                }
            }
            ManagerLine::Move(text) => {
                let turn = self.read(&text)?;
                self.check_playing()?;
                let played = self.player.opponent_plays(&turn);
                played.map_err(|why| SauError::Turn { turn: self.write(&turn), why: why.into() })?;
                self.our_move(asked, inbox)
            }
            ManagerLine::Refused => {
                self.check_playing()?;
                self.player.refused()?;
                self.our_move(asked, inbox)
            }
            ManagerLine::End => {
                self.playing = false;
                Ok(None)
            }
            ManagerLine::Bad(reason) => Err(reason),
        }
    }

    fn check_playing(&self) -> Result<(), SauError> {
        self.playing.then_some(()).ok_or(SauError::NoGame)
    }

    fn our_move(&mut self, asked: Instant, inbox: &mut dyn Inbox) -> LineAnswer {
        let turn = self.player.our_move(asked, inbox)?;
        Ok(turn.map(|turn| format!("move {}\n", self.player.notation().write(&turn))))
    }

    fn read(&self, text: &str) -> Result<Vec<Place>, SauError> {
        let notation = self.player.notation();
        let turn = notation.read(text);
        turn.ok_or_else(|| SauError::NoTurn { text: quotable(text), form: notation.form() })
    }

    /// Formats a turn of the opponent, without padding.
    fn write(&self, turn: &[Place]) -> String {
        match self.player.notation() {
            Notation::Stones(_) => Notation::Stones(0).write(turn),
            lines => lines.write(turn),
        }
    }
}

/// The input as seen by a search: lines are queued, but some make its move obsolete.
struct SearchInput<'a> {
    source: &'a mut dyn Source,
    queue: &'a mut Queue,
}

impl Inbox for SearchInput<'_> {
    fn poll(&mut self) -> Option<Interrupt> {
        while !self.queue.ends_a_search() {
            if self.queue.is_full() {
                return None;
            }
            match self.source.peek_line() {
                Peek::Nothing => return None,
                Peek::End => break,
                Peek::Line(line) => {
                    let ends = is_end(&line);
                    self.queue.push(line, ends);
                }
            }
        }
        Some(Interrupt::Leave)
    }
}

/// Whether our move is no longer needed after this line.
fn is_end(line: &[u8]) -> bool {
    matches!(request(line), ManagerLine::New(_) | ManagerLine::End | ManagerLine::Quit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::VecDeque;
    use tengen_line_io::input::Line;

    /// A scripted Connect6 player: one stone first, then two, row by row.
    #[derive(Default)]
    struct Rows {
        next: i32,
        stones: usize,
        heard: Vec<Vec<Place>>,
        last: usize,
    }

    impl Player for Rows {
        fn name(&self) -> &str {
            "Rows"
        }

        fn notation(&self) -> Notation {
            Notation::Stones(2)
        }

        fn new_game(&mut self, _: Colour) {
            *self = Rows::default();
        }

        fn opponent_plays(&mut self, stones: &[Place]) -> Result<(), PlayerError> {
            self.stones += stones.len();
            self.heard.push(stones.to_vec());
            Ok(())
        }

        fn our_move(&mut self, _: Instant, _: &mut dyn Inbox) -> Result<Option<Vec<Place>>, PlayerError> {
            self.last = if self.stones == 0 { 1 } else { 2 };
            self.stones += self.last;
            let first = self.next;
            self.next += self.last as i32;
            Ok(Some((first..self.next).map(|i| (i % 19, i / 19)).collect()))
        }

        fn refused(&mut self) -> Result<(), PlayerError> {
            self.stones -= self.last;
            Ok(())
        }
    }

    fn said(player: &mut dyn Player, lines: &[&str]) -> Vec<String> {
        let mut source: VecDeque<Line> = lines.iter().map(|line| line.as_bytes().into()).collect();
        let mut output = Vec::new();
        run(player, &mut source, &mut output).unwrap();
        let text = String::from_utf8(output).unwrap();
        text.lines().map(str::to_string).collect()
    }

    #[test]
    fn a_game_of_two_stones_a_move_speaks_through_the_same_loop() {
        let mut rows = Rows::default();
        let answers = said(&mut rows, &["name?", "new black", "move JJKK", "error", "end", "new white", "move JJ@@"]);
        assert_eq!(answers, ["name Rows", "move AA@@", "move BACA", "move DAEA", "move AABA"]);
        assert_eq!(rows.heard, [[(9, 9)]]);
    }

    #[test]
    fn the_greeting_is_known_in_any_dress() {
        for line in [&b"name?"[..], b"NAME?\0", b" name? ", b"\xef\xbb\xbfname?"] {
            assert!(is_greeting(line));
        }
        for line in [&b"START 15"[..], b"name", b"", b"new black", b"ABOUT"] {
            assert!(!is_greeting(line));
        }
    }

    proptest! {
        #[test]
        fn whatever_comes_no_sentence_of_ours_is_taken_for_a_move(
            lines in proptest::collection::vec(
                prop_oneof![
                    proptest::collection::vec(any::<u8>(), 0..40),
                    "(move|name|new|xmove|end|error|MOVE move|take|quit?) ?[A-Z@ a-z]{0,9}"
                        .prop_map(String::into_bytes),
                ],
                0..20,
            )
        ) {
            let mut source: VecDeque<Line> = lines.into();
            let mut output = Vec::new();
            run(&mut Rows::default(), &mut source, &mut output).unwrap();
            let text = String::from_utf8(output).unwrap();
            for line in text.lines() {
                prop_assert!(line.len() < 256);
                let plain = line.strip_prefix("error ").unwrap_or("");
                prop_assert!(!plain.contains("move ") && !plain.contains("name "), "{}", line);
            }
        }
    }
}
