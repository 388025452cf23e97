//! Yixin's databases, `.db`, as Yixin and Rapfi write them; the file may be compressed as an LZ4 frame, which the reader of
//! this module does not know.
//!
//! ```text
//! 4 bytes      number of records; all numbers have their low byte first
//! each record:
//!   2 bytes    length of the key
//!   1 byte     rule: 0 freestyle, 1 standard, 2 renju
//!   2 bytes    width, height
//!   2 a stone  column, row: first black's, then white's, each sorted; ff ff is a pass of the side to move
//!   2 bytes    length of the value
//!   1 byte     label: w, l, d: the side that has just moved has won, has lost, draws; ff none; or another letter
//!   2 bytes    value for the side to move; 30000 less the plies of a win
//!   2 bytes    depth times 4, and bound: 1 at most, 2 at least, 3 exact
//!   rest       text: @BTXT@ with texts of points, 7 for the column and A for the row 10, up to the byte 8; a comment
//! ```
//!
//! The key is the smallest of all images of the position. A record with a board of 0x0 names the encoding of the texts.

use encoding_rs::{GB18030, UTF_8};
use std::io::{self, ErrorKind, Read};
use tengen_core::board::{BoardSize, Colour, Point, Position, Stone};
use tengen_core::messages;
use tengen_core::rules::{Rule, Variant};

messages! {
    pub enum YixinError {
        Record { n: u32; why: YixinError } = "record {n}: {why}",
        Unreadable { why: String } = "{why}",
        BreaksOff = "the database breaks off",
        Key { length: u16 } = "a key of {length} bytes",
        Rule { number: u8 } = "rule {number} is unknown",
        Board { width: u8, height: u8 } = "a board of {width}x{height}",
        Point { x: i32, y: i32, size: BoardSize } = "{x},{y} is not an empty point of a {size} board",
    }
}

pub(super) const COMPRESSED: [u8; 4] = [0x04, 0x22, 0x4d, 0x18];

const RULES: [Variant; 3] = [Variant::Freestyle, Variant::Standard, Variant::Renju];
/// The longest key: a full board of 32x32 and a pass.
const LONGEST_KEY: u16 = 3 + 2 * (32 * 32 + 1);
const PASS: [u8; 2] = [0xff, 0xff];
/// The start of the texts of points.
const POINTS: &str = "@BTXT@";
/// Separates the texts of points from the comment, and the lines of a comment.
const SEPARATOR: char = '\u{8}';
/// The record that names the encoding.
const CHARSET: &str = "charset=\"UTF-8\"";

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BookEntry {
    pub rule: Rule,
    pub size: BoardSize,
    /// Black's stones, then white's.
    pub stones: Vec<Stone>,
    pub to_move: Colour,
    /// The label: `w`, `l` and `d` are results for the side that has just moved; 0 and 255 are none.
    pub label: u8,
    /// The value for the side to move.
    pub value: i16,
    pub depth: i16,
    /// 0 no value, 1 at most, 2 at least, 3 exact.
    pub bound: u8,
    pub texts: Vec<(Point, String)>,
    pub comment: String,
}

/// Whether a file begins like a database that is not compressed: with a record whose lengths and board are possible.
pub(super) fn is(bytes: &[u8]) -> bool {
    let Some(&[low, high, rule, width, height]) = bytes.get(4..9) else { return false };
    let length = u16::from_le_bytes([low, high]);
    let is_board = (width, height) == (0, 0) || size_of(width, height).is_some();
    is_key_length(length) && usize::from(rule) < RULES.len() && is_board
}

fn is_key_length(length: u16) -> bool {
    (3..=LONGEST_KEY).contains(&length) && length % 2 == 1
}

fn size_of(width: u8, height: u8) -> Option<BoardSize> {
    BoardSize::new(width.into(), height.into())
}

/// The records of a database, read one by one.
pub struct Entries<R> {
    file: R,
    /// How many records are left, and the number of the next one.
    left: u32,
    number: u32,
    is_utf_8: bool,
}

impl<R: Read> Entries<R> {
    pub fn of(mut file: R) -> Result<Entries<R>, YixinError> {
        let mut left = [0; 4];
        file.read_exact(&mut left).map_err(reason)?;
        Ok(Entries { file, left: u32::from_le_bytes(left), number: 0, is_utf_8: false })
    }

    fn number(&mut self) -> Result<u16, YixinError> {
        let mut number = [0; 2];
        self.file.read_exact(&mut number).map_err(reason)?;
        Ok(u16::from_le_bytes(number))
    }

    fn bytes(&mut self, length: u16) -> Result<Vec<u8>, YixinError> {
        let mut bytes = vec![0; length.into()];
        self.file.read_exact(&mut bytes).map_err(reason)?;
        Ok(bytes)
    }

    /// The next record; `None` if it holds nothing about a position.
    fn entry(&mut self) -> Result<Option<BookEntry>, YixinError> {
        let length = self.number()?;
        if length == 0 {
            return Ok(None);
        }
        if !is_key_length(length) {
            return Err(YixinError::Key { length });
        }
        let key = self.bytes(length)?;
        let length = self.number()?;
        let value = self.bytes(length)?;
        let text = value.get(5..).unwrap_or_default();
        if key[1..3] == [0, 0] {
            self.is_utf_8 |= text.starts_with(CHARSET.as_bytes());
            return Ok(None);
        }
        if value.is_empty() {
            return Ok(None);
        }
        let pair = |at: usize| Some(i16::from_le_bytes([*value.get(at)?, *value.get(at + 1)?]));
        let depth = pair(3).unwrap_or(0);
        let mut entry = BookEntry {
            label: value[0],
            value: pair(1).unwrap_or(0),
            depth: depth >> 2,
            bound: (depth & 3) as u8,
            ..position(&key)?
        };
        let text = decoded(text, self.is_utf_8);
        (entry.texts, entry.comment) = parted(&text, entry.size);
        Ok(Some(entry))
    }
}

impl<R: Read> Iterator for Entries<R> {
    type Item = Result<BookEntry, YixinError>;

    fn next(&mut self) -> Option<Result<BookEntry, YixinError>> {
        while self.left > 0 {
            self.left -= 1;
            self.number += 1;
            match self.entry() {
                Ok(None) => {}
                Ok(Some(entry)) => return Some(Ok(entry)),
                Err(why) => {
                    self.left = 0;
                    return Some(Err(YixinError::Record { n: self.number, why: why.into() }));
                }
            }
        }
        None
    }
}

fn reason(error: io::Error) -> YixinError {
    match error.kind() {
        ErrorKind::UnexpectedEof => YixinError::BreaksOff,
        _ => YixinError::Unreadable { why: error.to_string() },
    }
}

/// The position of a key, without anything about it.
fn position(key: &[u8]) -> Result<BookEntry, YixinError> {
    let variant = RULES.get(usize::from(key[0])).ok_or(YixinError::Rule { number: key[0] })?;
    let (width, height) = (key[1], key[2]);
    let size = size_of(width, height).ok_or(YixinError::Board { width, height })?;
    let places: Vec<[u8; 2]> = key[3..].chunks_exact(2).map(|at| [at[0], at[1]]).collect();
    let blacks = places.len().div_ceil(2);
    let to_move = Colour::BOTH[places.len() % 2];
    let mut board = Position::new(size);
    for (number, &place) in places.iter().enumerate() {
        let is_last = number + 1 == blacks || number + 1 == places.len();
        if place == PASS && is_last {
            continue;
        }
        let [x, y] = place.map(i32::from);
        let point = size.point(x, y).filter(|point| board.check_empty(*point).is_ok());
        let point = point.ok_or(YixinError::Point { x, y, size })?;
        board.place(point, Colour::BOTH[usize::from(number >= blacks)], &mut ());
    }
    Ok(BookEntry {
        rule: Rule::new(*variant),
        size,
        stones: board.stones().to_vec(),
        to_move,
        label: 0,
        value: 0,
        depth: 0,
        bound: 0,
        texts: Vec::new(),
        comment: String::new(),
    })
}

/// Decodes a text. Files that do not name UTF-8 have the encoding of the system that wrote them, mostly a Chinese one.
fn decoded(text: &[u8], is_utf_8: bool) -> String {
    let utf_8 = UTF_8.decode_without_bom_handling_and_without_replacement(text);
    match utf_8 {
        Some(text) => text.into_owned(),
        None if is_utf_8 => String::from_utf8_lossy(text).into_owned(),
        None => GB18030.decode_without_bom_handling(text).0.into_owned(),
    }
}

/// Separates the texts of points from the comment. Other points than those of the board are left out.
fn parted(text: &str, size: BoardSize) -> (Vec<(Point, String)>, String) {
    let text = text.trim_end_matches('\0');
    let (points, comment) = match text.strip_prefix(POINTS) {
        Some(rest) => rest.split_once(SEPARATOR).unwrap_or((rest, "")),
        None => ("", text),
    };
    let digit = |letter: char| letter.to_digit(36).and_then(|digit| i32::try_from(digit).ok());
    let labelled = |line: &str| {
        let mut letters = line.chars();
        let (x, y) = letters.next().and_then(digit).zip(letters.next().and_then(digit))?;
        let text = letters.as_str().trim_end_matches('\0');
        Some((size.point(x, y)?, text.to_string())).filter(|_| !text.is_empty())
    };
    let comment = comment.replace(SEPARATOR, "\n").replace(['\r', '\0'], "");
    (points.lines().filter_map(labelled).collect(), comment.trim().into())
}

impl BookEntry {
    /// The record as bytes, in the orientation that the database looks for; `None` if it cannot store the position.
    pub fn write(&self) -> Option<Vec<u8>> {
        let (key, image) = self.key()?;
        let mut texts = String::new();
        for (point, text) in &self.texts {
            let at = self.size.images(*point).nth(image)?;
            let digit = |at: u8| char::from_digit(at.into(), 36);
            let at = [digit(at.x())?, digit(at.y())?].map(|digit| digit.to_ascii_uppercase());
            let is_kept = |c: &char| !c.is_whitespace() && !c.is_control();
            let text: String = text.chars().filter(is_kept).collect();
            if !text.is_empty() {
                texts += &format!("{}{}{text}\n", at[0], at[1]);
            }
        }
        if !texts.is_empty() || self.comment.starts_with(POINTS) {
            texts.insert_str(0, POINTS);
        }
        if !texts.is_empty() && !self.comment.is_empty() {
            texts.push(SEPARATOR);
        }
        texts += &self.comment.replace(SEPARATOR, " ");
        let mut length = texts.len().min(usize::from(u16::MAX) - 5);
        while !texts.is_char_boundary(length) {
            length -= 1;
        }
        let text = &texts.as_bytes()[..length];
        let mut bytes = u16::try_from(key.len()).ok()?.to_le_bytes().to_vec();
        bytes.extend(key);
        bytes.extend((5 + text.len() as u16).to_le_bytes());
        bytes.push(self.label);
        bytes.extend(self.value.to_le_bytes());
        let depth = self.depth.clamp(-8000, 8000) << 2 | i16::from(self.bound & 3);
        bytes.extend(depth.to_le_bytes());
        bytes.extend(text);
        Some(bytes)
    }

    /// The smallest key of all images, and which image it is.
    fn key(&self) -> Option<(Vec<u8>, usize)> {
        let rule = RULES.iter().position(|variant| Rule::new(*variant) == self.rule)?;
        let head = [u8::try_from(rule).ok()?, self.size.width(), self.size.height()];
        let count = |side| self.stones.iter().filter(|stone| stone.colour == side).count();
        let [black, white] = Colour::BOTH.map(count);
        let usual = match black.checked_sub(white)? {
            0 => Colour::Black,
            1 => Colour::White,
            _ => return None,
        };
        let passes = (self.to_move != usual).then_some(usual);
        let images = self.size.images(self.size.centre()).count();
        let key = |image: usize| {
            let mut key = head.to_vec();
            for side in Colour::BOTH {
                let stones = self.stones.iter().filter(|stone| stone.colour == side);
                let points = stones.filter_map(|stone| self.size.images(stone.point).nth(image));
                let mut places: Vec<[u8; 2]> = points.map(|point| [point.x(), point.y()]).collect();
                places.sort_unstable();
                key.extend(places.concat());
                key.extend(passes.filter(|passes| *passes == side).map_or(&[][..], |_| &PASS));
            }
            (key, image)
        };
        (0..images).map(key).min()
    }
}

/// The beginning of a file with this number of records, followed by them.
pub fn head(records: u32) -> Vec<u8> {
    let mut bytes = (records + 1).to_le_bytes().to_vec();
    bytes.extend([3, 0, 0, 0, 0]);
    bytes.extend((5 + CHARSET.len() as u16).to_le_bytes());
    bytes.extend([0; 5]);
    bytes.extend(CHARSET.as_bytes());
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// h8 i9 h7 with white to move: a win for black, who has just moved.
    fn entry() -> BookEntry {
        let stone = |x, y, colour| Stone { point: Point::new(x, y), colour };
        use Colour::{Black, White};
        BookEntry {
            rule: Rule::new(Variant::Renju),
            size: BoardSize::FIFTEEN,
            stones: vec![stone(7, 7, Black), stone(7, 8, Black), stone(8, 6, White)],
            to_move: White,
            label: b'w',
            value: -29_993,
            depth: 12,
            bound: 3,
            texts: vec![(Point::new(9, 12), "A1".into())],
            comment: "one\ntwo 星".into(),
        }
    }

    fn file(entries: &[BookEntry]) -> Vec<u8> {
        let mut bytes = head(entries.len() as u32);
        entries.iter().for_each(|entry| bytes.extend(entry.write().unwrap()));
        bytes
    }

    fn read(bytes: &[u8]) -> Result<Vec<BookEntry>, String> {
        Ok(Entries::of(bytes)?.collect::<Result<_, _>>()?)
    }

    /// An entry in the orientation of its key.
    fn turned(entry: &BookEntry) -> BookEntry {
        let (_, image) = entry.key().unwrap();
        let turn = |point: Point| entry.size.images(point).nth(image).unwrap();
        let mut stones: Vec<Stone> = entry.stones.iter().map(|s| Stone { point: turn(s.point), ..*s }).collect();
        stones.sort_by_key(|s| (s.colour.index(), s.point.x(), s.point.y()));
        let texts = entry.texts.iter().map(|(at, text)| (turn(*at), text.clone())).collect();
        BookEntry { stones, texts, ..entry.clone() }
    }

    #[test]
    fn what_is_written_reads_back_in_the_orientation_of_its_key() {
        let passed = BookEntry { to_move: Colour::Black, texts: Vec::new(), ..entry() };
        let even = BookEntry { stones: entry().stones[1..].to_vec(), ..passed.clone() };
        let swapped = BookEntry { to_move: Colour::White, comment: String::new(), ..even.clone() };
        let entries = [entry(), passed, even, swapped];
        let bytes = file(&entries);
        assert!(is(&bytes));
        let expected: Vec<BookEntry> = entries.iter().map(turned).collect();
        assert_eq!(read(&bytes).unwrap(), expected);
        assert_eq!(read(&file(&expected)).unwrap(), expected, "the key is the smallest image");
    }

    /// Bytes as documented, made by hand: an empty board, and the stone h8 with a text in GB 18030.
    #[test]
    fn a_file_without_a_charset_is_chinese() {
        let mut bytes = 3u32.to_le_bytes().to_vec();
        bytes.extend([0, 0]); // a record without a key
        bytes.extend([3, 0, 0, 15, 15, 5, 0, 0xff, 35, 0, 0x0b, 0]);
        bytes.extend([5, 0, 2, 15, 15, 7, 7, 9, 0, b'x', 0, 0, 0, 0, 0xd0, 0xc7, 8, b'a']);
        let entries = read(&bytes).unwrap();
        assert_eq!((entries[0].stones.len(), entries[0].to_move), (0, Colour::Black));
        assert_eq!((entries[0].value, entries[0].depth, entries[0].bound), (35, 2, 3));
        assert_eq!((entries[1].label, entries[1].comment.as_str()), (b'x', "星\na"));
        assert_eq!(entries[1].to_move, Colour::White);
    }

    #[test]
    fn texts_that_mean_something_in_the_format_stay_texts() {
        let odd = |text: &str, comment: &str| BookEntry {
            texts: vec![(Point::new(9, 12), text.into())],
            comment: comment.into(),
            ..entry()
        };
        let again = |entry: &BookEntry| {
            let read = read(&file(std::slice::from_ref(entry))).unwrap().remove(0);
            (read.texts.into_iter().map(|(_, text)| text).collect::<Vec<_>>(), read.comment)
        };
        assert_eq!(again(&odd("\u{2} a b", "x\r\ny\0")), (vec!["ab".into()], "x\ny".into()));
        let comment = "@BTXT@86A\u{8}x";
        assert_eq!(again(&odd("\u{2}", comment)), (vec![], "@BTXT@86A x".into()));
    }

    #[test]
    fn what_cannot_be_stored_is_not_written() {
        let caro = BookEntry { rule: Rule::new(Variant::Caro), ..entry() };
        let black = entry().stones[..2].to_vec();
        assert_eq!(caro.write(), None);
        assert_eq!(BookEntry { stones: black, ..entry() }.write(), None);
    }

    #[test]
    fn damage_is_reported_with_the_record_number() {
        let bytes = file(&[entry(), entry()]);
        let why = |bytes: &[u8]| read(bytes).unwrap_err();
        assert_eq!(why(&bytes[..2]), "the database breaks off");
        assert_eq!(why(&bytes[..bytes.len() - 1]), "record 3: the database breaks off");
        let at = head(0).len();
        let changed = |offset: usize, byte: u8| {
            let mut bytes = bytes.clone();
            bytes[at + offset] = byte;
            why(&bytes)
        };
        assert_eq!(changed(0, 8), "record 2: a key of 8 bytes");
        assert_eq!(changed(2, 9), "record 2: rule 9 is unknown");
        assert_eq!(changed(3, 99), "record 2: a board of 99x15");
        assert!(changed(5, 77).starts_with("record 2: 77,"));
        for other in [&b"SQLite format 3\0"[..], b"(;GM[4]SZ[15])", b"h8i9g7f6e5", b"\xffRenLib\xff\x03\x04", b""] {
            assert!(!is(other), "{other:?}");
        }
    }

    proptest! {
        #[test]
        fn no_bytes_make_the_reader_fall(bytes in prop::collection::vec(any::<u8>(), 0..300), cut in 0usize..200) {
            let _ = read(&bytes);
            let mut damaged = file(&[entry(), entry()]);
            damaged.truncate(cut);
            damaged.extend(&bytes);
            if let Ok(entries) = read(&damaged) {
                for entry in entries {
                    if let Some(written) = entry.write() {
                        let mut again = 1u32.to_le_bytes().to_vec();
                        again.extend(written);
                        prop_assert!(read(&again).is_ok());
                    }
                }
            }
        }
    }
}
