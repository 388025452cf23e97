//! Reads a database without SQLite: a web page reads a file that the user has chosen.
//!
//! Implements only the part of [SQLite's format](https://www.sqlite.org/fileformat2.html) that look-ups need: B-tree
//! pages, cells, records. SQLite itself would increase the size of the page's engine by half.
//!
//! ```text
//! table `position`, whose rows are cells of an index: key, score, depth, …     in the order of the keys
//!
//!            interior  [ … k₁ … k₂ … ]        each cell a row itself, and a page of rows before it
//!                     /     │      \
//!               leaf [ … ] [ … ]  [ … ]       cells that are too long go on in other pages
//! ```
//!
//! Changes that are still in the `-wal` file next to the database are not visible.

use crate::error::{Cause, Result, ensure};
use crate::played::stop_at;
use crate::record::{Bound, Record, Results, SOURCE, Value};
use crate::schema::{self, StoredEntry};
use crate::{
    BookError, Change, DatabaseError, Key, Place, PlayedBefore, PositionBook, Records, Stored, VERSION, played,
};
use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};
use std::io;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, OnceLock};
use tengen_core::board::{POINTS, Point};
use tengen_core::printable;

pub trait ReadAt: Send + Sync {
    /// Fills `room` with the bytes from `offset` on.
    fn read_at(&self, offset: u64, room: &mut [u8]) -> io::Result<()>;
}

/// No file: every read fails.
impl ReadAt for () {
    fn read_at(&self, _: u64, _: &mut [u8]) -> io::Result<()> {
        Err(io::Error::other("no file was chosen"))
    }
}

/// A file built into the program.
impl ReadAt for &'static [u8] {
    fn read_at(&self, offset: u64, room: &mut [u8]) -> io::Result<()> {
        let rest = usize::try_from(offset).ok().and_then(|at| self.get(at..));
        let bytes = rest.and_then(|rest| rest.get(..room.len()));
        room.copy_from_slice(bytes.ok_or(io::Error::other("the file ends before"))?);
        Ok(())
    }
}

impl ReadAt for Box<dyn ReadAt> {
    fn read_at(&self, offset: u64, room: &mut [u8]) -> io::Result<()> {
        (**self).read_at(offset, room)
    }
}

pub struct DatabaseReader<R> {
    source: R,
    name: String,
    page_size: usize,
    /// The usable bytes of a page.
    usable: usize,
    /// The root pages of the tables.
    positions: u32,
    games: u32,
    sources: OnceLock<HashMap<i64, String>>,
    root_of_sources: u32,
    pages: Mutex<HashMap<u32, Arc<[u8]>>>,
}

/// The pages visited. A page belongs to one tree or one row; a file that uses a page twice is damaged and could take
/// forever to read.
#[derive(Default)]
struct Visited(HashSet<u32>);

impl Visited {
    fn visit(&mut self, page: u32) -> Result<(), Cause> {
        if self.0.insert(page) { Ok(()) } else { Err(format!("page {page} is used twice").into()) }
    }
}

/// "Teng", SQLite's application ID of our files.
const APPLICATION: u32 = 0x5465_6e67;
/// The maximum height of a tree.
const HIGHEST: usize = 20;
/// The number of cached pages.
const KEPT: usize = 4096;
/// The maximum length of a row.
const LONGEST: usize = 1 << 20;
/// The maximum length of a key including the header of its row.
const LONGEST_KEY: usize = 4096;

/// The types of B-tree pages.
const INDEX_INTERIOR: u8 = 2;
const TABLE_INTERIOR: u8 = 5;
const INDEX_LEAF: u8 = 10;
const TABLE_LEAF: u8 = 13;

#[derive(Clone, PartialEq, Debug)]
enum Field {
    Null,
    Integer(i64),
    Bytes(Vec<u8>),
}

impl<R: ReadAt> DatabaseReader<R> {
    /// Opens a database; `name` is shown in messages.
    pub fn open(source: R, name: &str) -> Result<DatabaseReader<R>> {
        let name = &printable::line(name);
        let mut head = [0; 100];
        let none = || BookError::NoPositions { name: name.into() };
        source.read_at(0, &mut head).map_err(|error| none().because(error))?;
        let number = |at: usize| u32::from_be_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]);
        ensure(head.starts_with(b"SQLite format 3\0"), none())?;
        ensure(number(68) == APPLICATION, BookError::OtherDatabase { name: name.into() })?;
        let version = number(60);
        let other = BookError::OtherLayout { name: name.into(), version: version.into(), known: VERSION };
        ensure(version == VERSION.cast_unsigned(), other)?;
        let page_size = match u16::from_be_bytes([head[16], head[17]]) {
            1 => 65_536,
            size => usize::from(size),
        };
        let usable = page_size.saturating_sub(head[20].into());
        let damaged = || BookError::Damaged { name: name.into() };
        ensure(page_size.is_power_of_two() && usable >= 480, damaged())?;
        let mut reader = DatabaseReader {
            source,
            name: name.clone(),
            page_size,
            usable,
            positions: 0,
            games: 0,
            sources: OnceLock::new(),
            root_of_sources: 0,
            pages: Mutex::default(),
        };
        let tables = reader.find_tables().map_err(|cause| damaged().because(cause))?;
        schema::check(&tables).map_err(|why| BookError::NotOurs { name: name.into() }.because(why))?;
        Ok(reader)
    }

    /// Reads the schema: rows of type, name, table, root page and SQL text.
    fn find_tables(&mut self) -> Result<Vec<StoredEntry>, Cause> {
        let (mut entries, mut roots) = (Vec::new(), HashMap::new());
        self.each_row(1, &mut |_, row| {
            let [kind, name, table, root, sql] = row.as_slice() else { return Err("a table is none".into()) };
            let name = name.text()?;
            if let Field::Integer(root) = root {
                roots.insert(name.clone(), u32::try_from(*root)?);
            }
            entries.push(StoredEntry { kind: kind.text()?, name, table: table.text()?, sql: sql.text()? });
            Ok(ControlFlow::Continue(()))
        })?;
        let root = |name: &str| roots.get(name).copied().ok_or("a table is missing");
        (self.positions, self.games) = (root("position")?, root("game")?);
        self.root_of_sources = root("source")?;
        Ok(entries)
    }

    /// Calls `see` for the rows of a table, until it has seen enough.
    fn each_row(
        &self,
        root: u32,
        see: &mut dyn FnMut(i64, Vec<Field>) -> Result<ControlFlow<()>, Cause>,
    ) -> Result<(), Cause> {
        let mut waiting = vec![root];
        let mut visited = Visited::default();
        while let Some(number) = waiting.pop() {
            visited.visit(number)?;
            let page = self.page(number)?;
            let is_leaf = match page.kind()? {
                TABLE_LEAF => true,
                TABLE_INTERIOR => false,
                _ => return Err("not the page of a table".into()),
            };
            let mut room = self.page_size;
            for cell in page.cells()? {
                if !is_leaf {
                    waiting.push(page.number(cell)?);
                    continue;
                }
                let (length, at) = page.varint(cell)?;
                let (id, at) = page.varint(at)?;
                let payload = self.payload(&page, at, length, self.usable - 35)?;
                room = room.checked_sub(payload.here).ok_or("cells overlap")?;
                let row = self.bytes_of(&page, &payload, payload.length, &mut visited)?;
                if see(id.cast_signed(), fields(&row)?)?.is_break() {
                    return Ok(());
                }
            }
            if !is_leaf {
                waiting.push(page.last_child()?);
            }
        }
        Ok(())
    }

    fn row(&self, key: &[u8]) -> Result<Option<Vec<Field>>, Cause> {
        let mut number = self.positions;
        for _ in 0..HIGHEST {
            let page = self.page(number)?;
            let is_leaf = match page.kind()? {
                INDEX_LEAF => true,
                INDEX_INTERIOR => false,
                _ => return Err("not the page of an index".into()),
            };
            let cells = page.cells()?;
            // Binary search for the first cell that is not less than the key.
            let (mut low, mut high) = (0, cells.len());
            while low < high {
                let middle = usize::midpoint(low, high);
                let at = cells[middle] + if is_leaf { 0 } else { 4 };
                let payload = self.index_payload(&page, at)?;
                let bytes = |count| self.bytes_of(&page, &payload, count, &mut Visited::default());
                let start = bytes(payload.length.min(LONGEST_KEY))?;
                match first_field(&start)?.cmp(key) {
                    Ordering::Equal => {
                        let all = bytes(payload.length)?;
                        return Ok(Some(fields(&all)?));
                    }
                    Ordering::Less => low = middle + 1,
                    Ordering::Greater => high = middle,
                }
            }
            number = match (is_leaf, cells.get(low)) {
                (true, _) => return Ok(None),
                (false, Some(&cell)) => page.number(cell)?,
                (false, None) => page.last_child()?,
            };
        }
        Err("the tree has no end".into())
    }

    fn index_payload(&self, page: &ReaderPage, at: usize) -> Result<Payload, Cause> {
        let most = ((self.usable - 12) * 64 / 255).saturating_sub(23);
        let (length, at) = page.varint(at)?;
        self.payload(page, at, length, most)
    }

    /// The payload of a cell, of which at most `most` bytes are in the page itself.
    fn payload(&self, page: &ReaderPage, at: usize, length: u64, most: usize) -> Result<Payload, Cause> {
        let length = usize::try_from(length)?;
        ensure(length <= LONGEST, "a row is too long")?;
        let least = ((self.usable - 12) * 32 / 255).saturating_sub(23);
        let here = match least + length.saturating_sub(least) % (self.usable - 4) {
            _ if length <= most => length,
            kept if kept <= most => kept,
            _ => least,
        };
        Ok(Payload {
            at,
            here,
            next: match here < length {
                true => page.number(at + here)?,
                false => 0,
            },
            length,
        })
    }

    /// The first bytes of a payload. Each overflow page must be visited only once.
    fn bytes_of(
        &self,
        page: &ReaderPage,
        payload: &Payload,
        count: usize,
        visited: &mut Visited,
    ) -> Result<Vec<u8>, Cause> {
        let here = page.bytes(payload.at, payload.here)?;
        let mut bytes = here[..here.len().min(count)].to_vec();
        let mut next = payload.next;
        while bytes.len() < count {
            ensure(next != 0, "a row breaks off")?;
            visited.visit(next)?;
            let more = self.page(next)?;
            next = more.number(0)?;
            let more_bytes = (payload.length - bytes.len()).min(self.usable - 4);
            bytes.extend_from_slice(more.bytes(4, more_bytes)?);
        }
        Ok(bytes)
    }

    fn page(&self, number: u32) -> Result<ReaderPage, Cause> {
        let mut pages = self.pages.lock().expect("nobody failed");
        if pages.len() >= KEPT {
            pages.clear();
        }
        let bytes = match pages.get(&number) {
            Some(bytes) => bytes.clone(),
            None => {
                let offset = u64::from(number).checked_sub(1).ok_or("no page")?;
                let mut bytes = vec![0; self.page_size];
                self.source.read_at(offset * self.page_size as u64, &mut bytes)?;
                let bytes: Arc<[u8]> = bytes.into();
                pages.insert(number, bytes.clone());
                bytes
            }
        };
        Ok(ReaderPage { bytes, head: if number == 1 { 100 } else { 0 } })
    }

    fn record(&self, row: &[Field]) -> Result<Record, Cause> {
        let text = |at: usize| row.get(at).ok_or("a text is missing")?.text();
        let number = |at| number(row, at);
        let games = |at| Ok::<u64, Cause>(u64::try_from(number(at)?.ok_or("no count")?)?);
        let value = match (number(1)?, number(2)?, number(3)?) {
            (Some(score), Some(depth), Some(bound)) => Some(Value {
                score: i32::try_from(score)?,
                depth: u16::try_from(depth)?,
                bound: *[Bound::Exact, Bound::Lower, Bound::Upper]
                    .get(usize::try_from(bound)?)
                    .ok_or("a bound is none")?,
            }),
            _ => None,
        };
        let point = |index: i64| match usize::try_from(index)? {
            index @ 0..POINTS => Ok::<_, Cause>(Point::from_index(index)),
            _ => Err("a point is none".into()),
        };
        let (proof, is_shortest) = number(4)?.map(Record::proof_of_number).transpose()?.unzip();
        Ok(Record {
            value,
            proof,
            is_shortest: is_shortest.unwrap_or_default(),
            best: number(5)?.map(point).transpose()?,
            results: Results { black: games(6)?, drawn: games(7)?, white: games(8)?, open: games(9)? },
            comment: printable::lines(text(10)?),
            label: printable::line(text(11)?),
            source: self.source(row, 12)?,
        })
    }

    fn game(&self, row: &[Field]) -> Result<(PlayedBefore, String), Cause> {
        let (Some(Field::Bytes(start)), Some(Field::Bytes(moves))) = (row.get(1), row.get(2)) else {
            return Err("a game is none".into());
        };
        let ending = u8::try_from(number(row, 3)?.ok_or("no ending")?)?;
        let row_of_game = played::PlayedRow { start: start.clone(), moves: moves.clone(), ending };
        let game = PlayedBefore::unchecked(&row_of_game).ok_or("a game is none")?;
        Ok((game, self.source(row, 4)?))
    }

    fn damaged(&self, cause: Cause) -> DatabaseError {
        BookError::Damaged { name: self.name.clone() }.because(cause)
    }

    /// The source named in a column; empty if there is none.
    fn source(&self, row: &[Field], column: usize) -> Result<String, Cause> {
        Ok(match number(row, column)? {
            Some(id) => self.sources()?.get(&id).cloned().unwrap_or_default(),
            None => String::new(),
        })
    }

    fn sources(&self) -> Result<&HashMap<i64, String>, Cause> {
        if let Some(sources) = self.sources.get() {
            return Ok(sources);
        }
        let mut sources = HashMap::new();
        self.each_row(self.root_of_sources, &mut |id, row| {
            let name = row.get(1).ok_or("a source without a name")?.text()?;
            ensure(name.len() <= SOURCE, "the name of a source is too long")?;
            sources.insert(id, printable::line(name));
            Ok(ControlFlow::Continue(()))
        })?;
        Ok(self.sources.get_or_init(|| sources))
    }
}

/// A number of a row; null is none.
fn number(row: &[Field], column: usize) -> Result<Option<i64>, Cause> {
    match row.get(column) {
        Some(Field::Integer(number)) => Ok(Some(*number)),
        Some(Field::Null) => Ok(None),
        _ => Err("a number is none".into()),
    }
}

impl<R: ReadAt> Records for DatabaseReader<R> {
    fn get(&self, key: &Key) -> Result<Option<Record>> {
        let found = self.row(key.bytes()).and_then(|row| match row {
            Some(row) => self.record(&row).map(Some),
            None => Ok(None),
        });
        found.map_err(|cause| self.damaged(cause))
    }
}

impl<R: ReadAt> PositionBook for DatabaseReader<R> {
    fn name(&self) -> &str {
        &self.name
    }

    fn is_writable(&self) -> bool {
        false
    }

    fn change(&self, _: &Key, _: Change) -> Result<(), BookError> {
        Err(BookError::ReadOnly { name: self.name.clone() })
    }

    fn games_with(&self, place: &Place, most: usize) -> Result<Vec<Stored>> {
        let mut found = Vec::new();
        let read = self.each_row(self.games, &mut |_, row| {
            let (game, source) = self.game(&row)?;
            found.extend(game.through(place, &source));
            Ok(stop_at(most, &found))
        });
        read.map_err(|cause| self.damaged(cause))?;
        Ok(found)
    }
}

impl Field {
    /// A text; null counts as empty.
    fn text(&self) -> Result<String, Cause> {
        match self {
            Field::Bytes(bytes) => Ok(String::from_utf8(bytes.clone())?),
            Field::Null => Ok(String::new()),
            Field::Integer(_) => Err("a text is none".into()),
        }
    }
}

struct Payload {
    /// The offset in the page, and the number of bytes there.
    at: usize,
    here: usize,
    /// The first overflow page; 0 if there is none.
    next: u32,
    length: usize,
}

struct ReaderPage {
    bytes: Arc<[u8]>,
    /// The offset of the page header.
    head: usize,
}

impl ReaderPage {
    fn bytes(&self, at: usize, count: usize) -> Result<&[u8], Cause> {
        let end = at.checked_add(count).ok_or("beyond the page")?;
        Ok(self.bytes.get(at..end).ok_or("beyond the page")?)
    }

    fn short(&self, at: usize) -> Result<usize, Cause> {
        let bytes = self.bytes(at, 2)?;
        Ok(u16::from_be_bytes([bytes[0], bytes[1]]).into())
    }

    fn number(&self, at: usize) -> Result<u32, Cause> {
        let bytes = self.bytes(at, 4)?;
        Ok(u32::from_be_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
    }

    fn varint(&self, at: usize) -> Result<(u64, usize), Cause> {
        let (number, length) = varint(self.bytes.get(at..).unwrap_or_default())?;
        Ok((number, at + length))
    }

    fn kind(&self) -> Result<u8, Cause> {
        Ok(self.bytes(self.head, 1)?[0])
    }

    /// The offsets of the cells, in order.
    fn cells(&self) -> Result<Vec<usize>, Cause> {
        let head = match self.kind()? {
            INDEX_INTERIOR | TABLE_INTERIOR => 12,
            _ => 8,
        };
        let count = self.short(self.head + 3)?;
        let cells = (0..count).map(|i| self.short(self.head + head + 2 * i));
        cells.collect()
    }

    fn last_child(&self) -> Result<u32, Cause> {
        self.number(self.head + 8)
    }
}

/// A varint: seven bits per byte, eight in the ninth; and its length in bytes.
fn varint(bytes: &[u8]) -> Result<(u64, usize), Cause> {
    let mut number = 0;
    for (i, &byte) in bytes.iter().take(9).enumerate() {
        if i == 8 {
            return Ok((number << 8 | u64::from(byte), 9));
        }
        number = number << 7 | u64::from(byte & 0x7f);
        if byte < 0x80 {
            return Ok((number, i + 1));
        }
    }
    Err("a number breaks off".into())
}

/// The values of a row; their types come first.
fn fields(row: &[u8]) -> Result<Vec<Field>, Cause> {
    let (head, mut at) = varint(row)?;
    let head = usize::try_from(head)?;
    ensure(head <= row.len(), "a row breaks off")?;
    let mut rest = &row[head..];
    let mut fields = Vec::new();
    while at < head {
        let (kind, length) = varint(&row[at..])?;
        at += length;
        let length = length_of(kind)?;
        ensure(length <= rest.len(), "a row breaks off")?;
        let (value, behind) = rest.split_at(length);
        rest = behind;
        fields.push(match kind {
            0 => Field::Null,
            8 => Field::Integer(0),
            9 => Field::Integer(1),
            1..=6 => Field::Integer(integer(value)),
            _ => Field::Bytes(value.to_vec()),
        });
    }
    Ok(fields)
}

/// The bytes of the first value of a row, which may be truncated.
fn first_field(row: &[u8]) -> Result<&[u8], Cause> {
    let (head, at) = varint(row)?;
    let (kind, _) = varint(row.get(at..).unwrap_or_default())?;
    ensure(kind >= 12, "a row has no key")?;
    let head = usize::try_from(head)?;
    let end = head.checked_add(length_of(kind)?);
    let key = end.and_then(|end| row.get(head..end));
    Ok(key.ok_or("a key is too long")?)
}

/// The length of a value of this type, in bytes.
fn length_of(kind: u64) -> Result<usize, Cause> {
    Ok(usize::try_from(match kind {
        0 | 8 | 9 => 0,
        1..=4 => kind,
        5 => 6,
        6 | 7 => 8,
        10 | 11 => return Err("a value of no kind".into()),
        _ => (kind - 12) / 2,
    })?)
}

/// A signed big-endian integer.
fn integer(bytes: &[u8]) -> i64 {
    let sign = bytes.first().is_some_and(|byte| byte & 0x80 != 0);
    let start = if sign { -1 } else { 0 };
    bytes.iter().fold(start, |number, &byte| number << 8 | i64::from(byte))
}
