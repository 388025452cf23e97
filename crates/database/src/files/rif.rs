//! Imports the game collection published by renju.net, in the XML format of the Renju International Federation.
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

use crate::import::Import;
use anyhow::Result;
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};
use encoding_rs_io::DecodeReaderBytesBuilder;
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use std::io::{self, BufRead, BufReader, ErrorKind, Read};
use tengen_core::board::{BoardSize, Colour};
use tengen_core::rules::{Rule, Variant};
use tengen_records::moves::game_of_moves;
use tengen_records::{Ending, Reason};

/// The maximum size of a tag, text or comment, in bytes; …
const LONGEST: usize = 1 << 20;
/// … of the moves of a game, in bytes (a full board has 800); …
const LONGEST_MOVES: usize = 1 << 16;
/// … and the maximum nesting depth.
const DEEPEST: usize = 32;

/// Limits the number of bytes per XML event: an endless tag would exhaust the memory.
struct Portions<R> {
    file: R,
    left: usize,
}

impl<R: BufRead> BufRead for Portions<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.left == 0 {
            let why = format!("a tag or text of more than {LONGEST} bytes");
            return Err(io::Error::new(ErrorKind::FileTooLarge, why));
        }
        let bytes = self.file.fill_buf()?;
        Ok(&bytes[..bytes.len().min(self.left)])
    }

    fn consume(&mut self, amount: usize) {
        self.left -= amount;
        self.file.consume(amount);
    }
}

impl<R: BufRead> Read for Portions<R> {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(room)?;
        self.consume(read);
        Ok(read)
    }
}

/// The game being read.
#[derive(Default)]
struct Begun {
    number: String,
    ending: Option<Ending>,
    moves: String,
}

/// Imports the games of a file whose first bytes are `start`.
///
/// # Errors
/// If the database cannot be read or written.
pub fn read(
    import: &mut Import,
    file: impl BufRead,
    start: &str,
    name: &str,
    refused: &mut dyn FnMut(String),
) -> Result<()> {
    let decoded = DecodeReaderBytesBuilder::new().encoding(declared_charset(start)).build(file);
    let file = BufReader::new(decoded);
    let mut reader = Reader::from_reader(Portions { file, left: 0 });
    let mut buffer = Vec::new();
    let mut game: Option<Begun> = None;
    let (mut in_moves, mut games, mut depth) = (false, 0, 0_usize);
    loop {
        buffer.clear();
        reader.get_mut().left = LONGEST;
        if depth > DEEPEST {
            refused("elements stand in each other too deep; the rest is left out".into());
            return Ok(());
        }
        match reader.read_event_into(&mut buffer) {
            Err(error) => {
                let at = reader.error_position();
                refused(format!("this is no XML ({error}, byte {at}); the rest is left out"));
                return Ok(());
            }
            Ok(Event::Eof) => break,
            Ok(Event::Start(tag)) => {
                depth += 1;
                in_moves = tag.name().as_ref() == "move";
                if tag.name().as_ref() == "game" {
                    (game, games) = (Some(begun(&tag)), games + 1);
                }
            }
            Ok(Event::Text(text)) if in_moves => add_moves(&mut game, &text),
            Ok(Event::CData(text)) if in_moves => add_moves(&mut game, &text),
            Ok(Event::GeneralRef(reference)) if in_moves => match reference.resolve_char_ref() {
                Ok(Some(letter)) => add_moves(&mut game, letter.encode_utf8(&mut [0; 4])),
                _ => add_moves(&mut game, &format!("&{};", &*reference)), // rejected with the moves
            },
            Ok(Event::End(tag)) => {
                depth = depth.saturating_sub(1);
                in_moves = false;
                if tag.name().as_ref() == "game"
                    && let Some(game) = game.take()
                    && let Some(why) = count(import, &game, name)?
                {
                    refused(format!("game {}: {why}", game.number));
                }
            }
            Ok(_) => (),
        }
    }
    if let Some(game) = game {
        refused(format!("game {}: the file ends within it", game.number));
    }
    if games == 0 {
        refused("this XML has no games in it".into());
    }
    Ok(())
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

fn add_moves(game: &mut Option<Begun>, text: &str) {
    if let Some(game) = game
        && game.moves.len() <= LONGEST_MOVES
    {
        game.moves += text;
    }
}

/// Reads the attributes of a game.
fn begun(tag: &BytesStart) -> Begun {
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
    Begun {
        number: text("id").unwrap_or_else(|| "without a number".into()),
        ending,
        moves: String::new(),
    }
}

fn count(import: &mut Import, begun: &Begun, name: &str) -> Result<Option<String>> {
    let size = BoardSize::square(15).expect("a board");
    let moves = begun.moves.trim();
    if moves.is_empty() {
        return Ok(Some("it has no moves".into()));
    }
    if moves.len() > LONGEST_MOVES {
        return Ok(Some("it has more moves than any board".into()));
    }
    match game_of_moves(moves, Rule::new(Variant::Renju), size) {
        Ok(mut game) => {
            game.ending = begun.ending;
            import.game(&game, name)
        }
        Err(why) => Ok(Some(why)),
    }
}
