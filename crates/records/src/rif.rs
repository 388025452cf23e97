//! Reads the game collection published by renju.net, in the XML format of the Renju International Federation, game by game.
//!
//! ```text
//! <database>
//!   <games>
//!     <game id="1" rule="2" black="3" white="4" bresult="0.5" …>
//!       <move>h8 h9 j9 …</move>
//!     </game>
//!   </games>
//! </database>
//! ```
//!
//! `bresult` is the result for black: 1, 0.5 or 0. All games are renju on a 15x15 board; `rule` is the opening rule,
//! which does not matter for positions.

use super::defaults::Assumed;
use super::moves::game_of_moves;
use super::opened::Opened;
use super::renlib::SIDE;
use super::{Ending, ReadError, Reason};
use encoding_rs::{CoderResult, Encoding, UTF_8, UTF_16BE, UTF_16LE};
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use std::io::{self, BufRead, ErrorKind, Read};
use tengen_core::board::{BoardSize, Colour};
use tengen_core::rules::{Rule, Variant};

/// The maximum size of a tag, text or comment, in bytes; …
const LONGEST: usize = 1 << 20;
/// … of the moves of a game, in bytes (a full board has 800); …
const LONGEST_MOVES: usize = 1 << 16;
/// … and the maximum nesting depth.
const DEEPEST: usize = 32;
/// The elements that games are in, one of which stands near the beginning of a file.
const ELEMENTS: [&str; 3] = ["<database", "<games", "<game "];

/// Whether a file begins like a collection of games.
pub(super) fn is(start: &str) -> bool {
    start.starts_with('<') && ELEMENTS.iter().any(|element| start.contains(element))
}

pub(super) struct Games<R> {
    reader: Reader<Text<R>>,
    buffer: Vec<u8>,
    depth: usize,
    in_moves: bool,
    game: Option<RifGame>,
    has_games: bool,
    is_over: bool,
}

pub(super) struct RifGame {
    pub(super) id: String,
    ending: Option<Ending>,
    moves: String,
}

impl<R: BufRead> Games<R> {
    /// The games of a file that begins with this text.
    pub(super) fn of(file: R, start: &str) -> Games<R> {
        Games {
            reader: Reader::from_reader(Text::of(file, declared_charset(start))),
            buffer: Vec::new(),
            depth: 0,
            in_moves: false,
            game: None,
            has_games: false,
            is_over: false,
        }
    }

    /// The next game; `None` at the end of the file.
    fn game(&mut self) -> Result<Option<RifGame>, ReadError> {
        loop {
            self.buffer.clear();
            self.reader.get_mut().left = LONGEST;
            if self.depth > DEEPEST {
                return Err(ReadError::RifDeep);
            }
            let event = self
                .reader
                .read_event_into(&mut self.buffer)
                .map_err(|error| ReadError::RifXml { error: error.to_string(), at: self.reader.error_position() })?;
            let mut add_moves = |text: &str| match &mut self.game {
                Some(game) if self.in_moves && game.moves.len() <= LONGEST_MOVES => {
                    game.moves += text;
                }
                _ => {}
            };
            match event {
                Event::Eof => break,
                Event::Start(tag) => {
                    self.depth += 1;
                    self.in_moves = tag.name().as_ref() == "move";
                    if tag.name().as_ref() == "game" {
                        (self.game, self.has_games) = (Some(RifGame::of(&tag)), true);
                    }
                }
                Event::Text(text) => add_moves(&text),
                Event::CData(text) => add_moves(&text),
                Event::GeneralRef(reference) => match reference.resolve_char_ref() {
                    Ok(Some(letter)) => add_moves(letter.encode_utf8(&mut [0; 4])),
                    _ => add_moves(&format!("&{};", &*reference)), // rejected with the moves
                },
                Event::End(tag) => {
                    self.depth = self.depth.saturating_sub(1);
                    self.in_moves = false;
                    if tag.name().as_ref() == "game" && self.game.is_some() {
                        return Ok(self.game.take());
                    }
                }
                _ => {}
            }
        }
        match &self.game {
            Some(game) => Err(ReadError::RifEnds.at(format!("game {}", game.id))),
            None if !self.has_games => Err(ReadError::NoGameInIt),
            None => Ok(None),
        }
    }
}

impl<R: BufRead> Iterator for Games<R> {
    type Item = Result<RifGame, ReadError>;

    fn next(&mut self) -> Option<Result<RifGame, ReadError>> {
        if self.is_over {
            return None;
        }
        let game = self.game().transpose();
        self.is_over = !matches!(game, Some(Ok(_)));
        game
    }
}

impl RifGame {
    fn of(tag: &BytesStart) -> RifGame {
        let text = |name: &str| {
            let attribute = tag.try_get_attribute(name).ok().flatten()?;
            Some(attribute.value.into_owned())
        };
        let ending = match text("bresult").as_deref() {
            Some("1") => Some(Ending::won(Colour::Black, Reason::Unknown)),
            Some("0") => Some(Ending::won(Colour::White, Reason::Unknown)),
            Some("0.5") => Some(Ending::drawn(Reason::Unknown)),
            _ => None,
        };
        let id = text("id").unwrap_or_else(|| "without a number".into());
        RifGame { id, ending, moves: String::new() }
    }

    pub(super) fn read(&self) -> Result<Opened, ReadError> {
        let moves = self.moves.trim();
        if moves.is_empty() {
            return Err(ReadError::RifNoMoves);
        }
        if moves.len() > LONGEST_MOVES {
            return Err(ReadError::RifMoves);
        }
        let size = BoardSize::square(SIDE.into()).expect("a board");
        let mut game = game_of_moves(moves, Rule::new(Variant::Renju), size)?;
        game.ending = self.ending;
        Ok(Opened::alone((game, Assumed::default())))
    }
}

/// The charset declared by the file, if it is not UTF-8.
fn declared_charset(start: &str) -> Option<&'static Encoding> {
    let start = start.trim_start_matches('\u{feff}').trim_start();
    let (declaration, _) = start.strip_prefix("<?xml")?.split_once("?>")?;
    let (_, rest) = declaration.split_once("encoding")?;
    let value = rest.trim_start().strip_prefix('=')?.trim_start();
    let quoted = value.strip_prefix(['"', '\''])?;
    let label = quoted.split(['"', '\'']).next()?;
    // A declaration that is readable as it is cannot be in UTF-16.
    let charset = Encoding::for_label(label.as_bytes())?;
    (![UTF_8, UTF_16BE, UTF_16LE].contains(&charset)).then_some(charset)
}

/// A file as UTF-8, whatever its charset, with a limit on the number of bytes per XML event: an endless tag would exhaust
/// the memory.
struct Text<R> {
    file: R,
    decoder: encoding_rs::Decoder,
    /// Whether the charset is declared: only then wrong bytes are replaced.
    is_declared: bool,
    text: Box<[u8]>,
    /// The part of the text that was not read yet.
    ready: std::ops::Range<usize>,
    is_over: bool,
    /// The number of bytes that may still be read.
    left: usize,
}

impl<R> Text<R> {
    fn of(file: R, declared: Option<&'static Encoding>) -> Text<R> {
        Text {
            file,
            decoder: declared.unwrap_or(UTF_8).new_decoder(),
            is_declared: declared.is_some(),
            text: vec![0; 1 << 13].into(),
            ready: 0..0,
            is_over: false,
            left: 0,
        }
    }
}

impl<R: BufRead> BufRead for Text<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.left == 0 {
            let why = format!("a tag or text of more than {LONGEST} bytes");
            return Err(io::Error::new(ErrorKind::FileTooLarge, why));
        }
        while self.ready.is_empty() && !self.is_over {
            let bytes = self.file.fill_buf()?;
            let is_end = bytes.is_empty();
            let (result, read, written, is_wrong) = self.decoder.decode_to_utf8(bytes, &mut self.text, is_end);
            self.file.consume(read);
            self.is_over = is_end && result == CoderResult::InputEmpty;
            self.ready = 0..written;
            if is_wrong && !self.is_declared {
                return Err(io::Error::new(ErrorKind::InvalidData, "it is not UTF-8"));
            }
        }
        let ready = &self.text[self.ready.clone()];
        Ok(&ready[..ready.len().min(self.left)])
    }

    fn consume(&mut self, amount: usize) {
        self.left -= amount;
        self.ready.start += amount;
    }
}

impl<R: BufRead> Read for Text<R> {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(room)?;
        self.consume(read);
        Ok(read)
    }
}
