//! The state of a proof on disk: every answer as a line. A proof that was ended at any moment goes on from its answers.

use crate::lines::FoundLine;
use crate::shared::{PositionKey, key_of};
use crate::work::{Job, WorkFound};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::Path;
use tengen_certificate::Head;
use tengen_core::board::{BoardSize, Colour, Point, notation};
use tengen_core::files;

/// The longest line, in bytes: a hundred times those of long proofs.
pub(crate) const LONGEST_LINE: u64 = 16 << 20;

/// Answers that were kept.
#[derive(Default)]
pub struct Log {
    file: Option<(File, BoardSize)>,
    /// Where the answer to a job stands.
    known: HashMap<(PositionKey, u64), u64>,
}

/// The first line.
#[derive(Serialize, Deserialize, PartialEq)]
struct Title {
    tengen_prove: u32,
    rule: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    opening: Option<String>,
    board: String,
    moves: String,
    first: Option<String>,
}

#[derive(Serialize, Deserialize)]
struct LogRecord {
    black: String,
    white: String,
    /// All nodes that the job may cost.
    limit: u64,
    found: FoundLine,
}

fn damaged(why: impl std::fmt::Display) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, why.to_string())
}

fn limit(job: &Job) -> u64 {
    let effort = job.effort;
    effort.fours + effort.threats + effort.search + effort.width as u64
}

impl Log {
    /// Keeps nothing.
    pub fn none() -> Log {
        Log::default()
    }

    /// Goes on with a file, or begins one.
    pub fn open(path: &Path, head: &Head, first: Option<Point>) -> io::Result<Log> {
        let mut file = files::open_to_continue(path)?;
        let size = head.size;
        let name = |point: Point| notation::write(point, size);
        let title = Title {
            tengen_prove: 1,
            rule: head.rule.to_string(),
            opening: head.opening.map(|opening| opening.to_string()),
            board: size.to_string(),
            moves: head.moves.iter().copied().map(name).collect(),
            first: first.map(name),
        };
        let mut known = HashMap::new();
        let (mut end, mut lines) = (0, BufReader::new(&file));
        let mut line = String::new();
        // The last line of a program that was killed may have no end.
        while (&mut lines).take(LONGEST_LINE).read_line(&mut line)? > 0 && line.ends_with('\n') {
            if end == 0 {
                let begun: Title = serde_json::from_str(&line).map_err(|_| damaged("no state of a proof"))?;
                if begun != title {
                    return Err(damaged("the state of another proof"));
                }
            } else {
                let record: LogRecord = serde_json::from_str(&line).map_err(damaged)?;
                let mut stones = Vec::new();
                for (names, colour) in [(&record.black, Colour::Black), (&record.white, Colour::White)] {
                    let points = notation::read(names, size).map_err(damaged)?;
                    stones.extend(points.into_iter().map(|point| (point, colour)));
                }
                known.insert((key_of(size, &stones).0, record.limit), end);
            }
            end += line.len() as u64;
            line.clear();
        }
        if line.len() as u64 == LONGEST_LINE {
            return Err(damaged("a line is too long"));
        }
        if end == 0 && !line.is_empty() && !line.starts_with("{\"tengen_prove\"") {
            return Err(damaged("no state of a proof"));
        }
        file.set_len(end)?;
        file.seek(SeekFrom::End(0))?;
        if end == 0 {
            serde_json::to_writer(&mut file, &title)?;
            file.write_all(b"\n")?;
        }
        Ok(Log { file: Some((file, size)), known })
    }

    pub(crate) fn find(&mut self, job: &Job) -> Option<WorkFound> {
        let (file, size) = self.file.as_mut()?;
        let &place = self.known.get(&(key_of(*size, &job.stones).0, limit(job)))?;
        file.seek(SeekFrom::Start(place)).ok()?;
        let mut line = String::new();
        BufReader::new(&*file).read_line(&mut line).ok()?;
        let record: LogRecord = serde_json::from_str(&line).ok()?;
        record.found.found(*size).ok()
    }

    pub(crate) fn keep(&mut self, job: &Job, found: &WorkFound) -> io::Result<()> {
        let Some((file, size)) = &mut self.file else { return Ok(()) };
        let names = |side| {
            let own = job.stones.iter().filter(|(_, colour)| *colour == side);
            own.map(|&(point, _)| notation::write(point, *size)).collect()
        };
        let (black, white) = (names(Colour::Black), names(Colour::White));
        let record = LogRecord { black, white, limit: limit(job), found: FoundLine::new(0, *size, found) };
        let mut line = serde_json::to_vec(&record)?;
        line.push(b'\n');
        file.seek(SeekFrom::End(0))?;
        file.write_all(&line)
    }
}
