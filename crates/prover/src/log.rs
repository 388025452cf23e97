//! The state of a proof on disk: one line for each answer. A proof that was interrupted continues from these answers.

use crate::lines::{FoundLine, stones};
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

/// The longest line, in bytes: a hundred times as long as those of long proofs.
pub(crate) const LONGEST_LINE: u64 = 16 << 20;

/// The stored answers to the jobs of a proof.
#[derive(Default)]
pub struct Log {
    file: Option<(File, BoardSize)>,
    /// The offset in the file of the answer to each job.
    known: HashMap<(PositionKey, u64), u64>,
}

/// The first line of the file.
#[derive(Serialize, Deserialize, PartialEq)]
struct Title {
    /// The version of the format.
    tengen_prove: u32,
    rule: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    opening: Option<String>,
    board: String,
    moves: String,
    first: Option<String>,
}

impl Title {
    fn of(head: &Head, first: Option<Point>) -> Title {
        let name = |point: Point| notation::write(point, head.size);
        Title {
            tengen_prove: 1,
            rule: head.rule.to_string(),
            opening: head.opening.map(|opening| opening.to_string()),
            board: head.size.to_string(),
            moves: head.moves.iter().copied().map(name).collect(),
            first: first.map(name),
        }
    }
}

#[derive(Serialize, Deserialize)]
struct LogRecord {
    black: String,
    white: String,
    /// The limit of the job, see [`limit`].
    limit: u64,
    found: FoundLine,
}

impl LogRecord {
    fn stones(&self, size: BoardSize) -> io::Result<Vec<(Point, Colour)>> {
        let mut stones = Vec::new();
        for (names, colour) in [(&self.black, Colour::Black), (&self.white, Colour::White)] {
            let points = notation::read(names, size).map_err(damaged)?;
            stones.extend(points.into_iter().map(|point| (point, colour)));
        }
        Ok(stones)
    }
}

fn damaged(why: impl std::fmt::Display) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, why.to_string())
}

/// A number for the effort of a job: the same position may have answers for several efforts.
fn limit(job: &Job) -> u64 {
    let effort = job.effort;
    effort.fours + effort.threats + effort.search + effort.width as u64
}

impl Log {
    /// A log without a file, which stores nothing.
    pub fn none() -> Log {
        Log::default()
    }

    /// Continues the file of this proof, or creates it.
    pub fn open(path: &Path, head: &Head, first: Option<Point>) -> io::Result<Log> {
        let mut file = files::open_to_continue(path)?;
        let size = head.size;
        let title = Title::of(head, first);
        let mut known = HashMap::new();
        let (mut end, mut lines) = (0, BufReader::new(&file));
        let mut line = String::new();
        // The last line has no end if the program was killed while writing it.
        while (&mut lines).take(LONGEST_LINE).read_line(&mut line)? > 0 && line.ends_with('\n') {
            if end == 0 {
                let begun: Title = serde_json::from_str(&line).map_err(|_| damaged("not the state of a proof"))?;
                if begun != title {
                    return Err(damaged("the state of another proof"));
                }
            } else {
                let record: LogRecord = serde_json::from_str(&line).map_err(damaged)?;
                known.insert((key_of(size, &record.stones(size)?).0, record.limit), end);
            }
            end += line.len() as u64;
            line.clear();
        }
        if line.len() as u64 == LONGEST_LINE {
            return Err(damaged("a line is too long"));
        }
        if end == 0 && !line.is_empty() && !line.starts_with("{\"tengen_prove\"") {
            return Err(damaged("not the state of a proof"));
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
        let (black, white) = (stones(*size, job, Colour::Black), stones(*size, job, Colour::White));
        let record = LogRecord { black, white, limit: limit(job), found: FoundLine::new(0, *size, found) };
        let mut line = serde_json::to_vec(&record)?;
        line.push(b'\n');
        file.seek(SeekFrom::End(0))?;
        file.write_all(&line)
    }
}
