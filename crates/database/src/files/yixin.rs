//! Imports and writes Yixin's databases. They hold analyses, not games: results, values, comments and labels.

use crate::error::Result;
use crate::import::Import;
use crate::{Bound, Database, Key, Place, Proof, Record, Value, note};
use lz4_flex::frame::FrameDecoder;
use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use tengen_core::board::{Content, Point, Position};
use tengen_core::rules::Rule;
use tengen_records::yixin::{BookEntry, Entries, head};

/// The value of a win is this less its plies.
const WIN: i32 = 30_000;
/// Values from here on are wins.
const PROVEN: i32 = WIN - 500;
/// The assumed number of plies of a win without one.
const UNCOUNTED: u16 = 100;
/// No label.
const NONE: u8 = 0xff;
const BOUNDS: [Option<Bound>; 4] = [None, Some(Bound::Upper), Some(Bound::Lower), Some(Bound::Exact)];

/// Imports a database, up to the first error in it.
pub(super) fn read(
    import: &mut Import,
    file: impl BufRead,
    is_compressed: bool,
    name: &str,
    refused: &mut dyn FnMut(String),
) -> Result<()> {
    if is_compressed {
        join(import, BufReader::new(FrameDecoder::new(file)), name, refused)
    } else {
        join(import, file, name, refused)
    }
}

fn join(import: &mut Import, file: impl BufRead, name: &str, refused: &mut dyn FnMut(String)) -> Result<()> {
    let entries = match Entries::of(file) {
        Ok(entries) => entries,
        Err(why) => {
            refused(why.to_string());
            return Ok(());
        }
    };
    for entry in entries {
        match entry {
            Ok(entry) => study(import, &entry, name)?,
            Err(why) => refused(why.to_string()),
        }
    }
    Ok(())
}

/// Adds the record of a position, and the labels of its moves.
fn study(import: &mut Import, entry: &BookEntry, name: &str) -> Result<()> {
    let mut position = Position::new(entry.size);
    for stone in &entry.stones {
        position.place(stone.point, stone.colour, &mut ());
    }
    position.set_to_move(entry.to_move);
    let source = || Record { source: name.into(), ..Record::default() };
    let mut record = Record { comment: note::shortened(&entry.comment), ..source() };
    (record.proof, record.value) = verdict(entry);
    if record.proof.is_none() && entry.label.is_ascii_graphic() {
        record.label = char::from(entry.label).to_string();
    }
    import.study(Place::of(&position, entry.rule).key().clone(), record)?;
    for (point, text) in &entry.texts {
        if position.at(*point) != Content::Empty {
            continue;
        }
        let after = position.after(*point);
        let record = match note::label(text) {
            Ok(label) => Record { label, ..source() },
            Err(_) => Record { comment: note::shortened(text), ..source() },
        };
        import.study(Place::of(&after, entry.rule).key().clone(), record)?;
    }
    Ok(())
}

fn verdict(entry: &BookEntry) -> (Option<Proof>, Option<Value>) {
    let value = i32::from(entry.value);
    let plies = |value: i32| match u16::try_from(WIN - value) {
        Ok(plies) if value >= PROVEN => plies,
        _ => UNCOUNTED,
    };
    let bound = BOUNDS[usize::from(entry.bound & 3)];
    let proof = match (entry.label.to_ascii_lowercase(), bound) {
        (b'w', _) => Some(Proof::Loss(plies(-value))),
        (b'l', _) => Some(Proof::Win(plies(value))),
        (b'd', _) => Some(Proof::Draw),
        (_, Some(Bound::Exact | Bound::Lower)) if value >= PROVEN => Some(Proof::Win(plies(value))),
        (_, Some(Bound::Exact | Bound::Upper)) if value <= -PROVEN => Some(Proof::Loss(plies(-value))),
        _ => None,
    };
    let depth = u16::try_from(entry.depth).unwrap_or(0);
    let value = bound.filter(|_| value.abs() < PROVEN);
    let value = value.map(|bound| Value { score: entry.value.into(), depth, bound });
    (proof, value.filter(|_| proof.is_none()))
}

/// How many positions were written, and how many Yixin cannot store.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct YixinCounts {
    pub written: u32,
    /// Positions with another rule, dead points or unusual numbers of stones.
    pub left_out: u64,
}

/// Writes all positions as a database of Yixin, not compressed.
pub fn write_yixin(database: &Database, file: &mut dyn Write) -> Result<YixinCounts> {
    let mut counts = YixinCounts::default();
    let mut labels: HashMap<Key, Vec<(Point, String)>> = HashMap::new();
    database.each(|key, record| {
        let (position, rule) = key.position();
        match entry(&position, rule, &record).and_then(|entry| entry.write()) {
            Some(_) => counts.written += 1,
            None => counts.left_out += 1,
        }
        if !record.label.is_empty() {
            for (parent, point) in parents(&position, rule) {
                labels.entry(parent).or_default().push((point, record.label.clone()));
            }
        }
        Ok(())
    })?;
    file.write_all(&head(counts.written))?;
    database.each(|key, record| {
        let (position, rule) = key.position();
        let texts = labels.remove(&key).unwrap_or_default();
        let entry = entry(&position, rule, &record).map(|entry| BookEntry { texts, ..entry });
        if let Some(bytes) = entry.and_then(|entry| entry.write()) {
            file.write_all(&bytes)?;
        }
        Ok(())
    })?;
    Ok(counts)
}

/// The positions before each stone that may have been the last one, and where it is in the orientation of their keys.
fn parents(position: &Position, rule: Rule) -> Vec<(Key, Point)> {
    let side = !position.to_move();
    let last = position.stones().iter().filter(|stone| stone.colour == side);
    let parent = |point: Point| {
        let mut before = Position::new(position.size());
        let others = position.stones().iter().filter(|stone| stone.point != point);
        others.for_each(|stone| before.place(stone.point, stone.colour, &mut ()));
        before.set_to_move(side);
        let place = Place::of(&before, rule);
        (place.key().clone(), place.to_key(point))
    };
    last.map(|stone| parent(stone.point)).collect()
}

/// The record as an entry, without labels of its moves; `None` for a position with dead points.
fn entry(position: &Position, rule: Rule, record: &Record) -> Option<BookEntry> {
    if !position.dead().is_empty() {
        return None;
    }
    let win = |plies: u16| (WIN - i32::from(plies.min(499))) as i16;
    let (label, value, depth, bound) = match (record.proof, record.value) {
        (Some(Proof::Loss(plies)), _) => (b'w', -win(plies), plies, 3),
        (Some(Proof::Win(plies)), _) => (b'l', win(plies), plies, 3),
        (Some(Proof::Draw), _) => (b'd', 0, 0, 3),
        (None, Some(value)) => {
            let bound = BOUNDS.iter().position(|bound| *bound == Some(value.bound))?;
            let most = PROVEN - 1;
            (NONE, value.score.clamp(-most, most) as i16, value.depth, bound as u8)
        }
        (None, None) => (NONE, 0, 0, 0),
    };
    Some(BookEntry {
        rule,
        size: position.size(),
        stones: position.stones().to_vec(),
        to_move: position.to_move(),
        label,
        value,
        depth: i16::try_from(depth).unwrap_or(i16::MAX),
        bound,
        texts: Vec::new(),
        comment: record.comment.clone(),
    })
}
