//! Training data files: the header, reading games one by one, and appending.

use super::{DataFormat, Result, TrainingError, TrainingGame};
use std::fs::File;
use std::io::{BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::Path;
use tengen_core::files::open_to_continue;

const MAGIC: &[u8; 8] = b"TNGGAME2";
const OLD_MAGIC: &[u8; 8] = b"TNGGAME1";
/// What both begin with.
const KIND: &[u8] = b"TNGGAME";
const LONGEST_PROVENANCE: u64 = 16 << 20;

/// Whether a file begins like training data, of whatever version.
pub(crate) fn is(bytes: &[u8]) -> bool {
    bytes.starts_with(KIND)
}

fn head(provenance: &str) -> Vec<u8> {
    let length = (provenance.len() as u32).to_le_bytes();
    [MAGIC, &length[..], provenance.as_bytes()].concat()
}

/// Reads the games of a file one by one, up to the last complete game.
pub struct GameReader<R> {
    bytes: Counted<R>,
    format: DataFormat,
    provenance: String,
    /// The size of the header and of the complete games read so far, in bytes.
    whole: u64,
}

impl GameReader<BufReader<File>> {
    pub fn open(path: &Path) -> Result<GameReader<BufReader<File>>> {
        let open = || GameReader::new(BufReader::new(File::open(path)?));
        open().map_err(|error| error.in_file(path))
    }
}

impl<R: Read> GameReader<R> {
    pub fn new(bytes: R) -> Result<GameReader<R>> {
        let mut bytes = Counted { bytes, count: 0 };
        let mut magic = Vec::new();
        bytes.by_ref().take(8).read_to_end(&mut magic)?;
        let (format, provenance) = match magic.as_slice() {
            magic if magic == MAGIC => (DataFormat::Two, read_provenance(&mut bytes)?),
            magic if magic == OLD_MAGIC => (DataFormat::One, String::new()),
            _ => return Err(TrainingError::Unknown),
        };
        Ok(GameReader { whole: bytes.count, bytes, format, provenance })
    }

    /// The provenance; empty if the file has none.
    pub fn provenance(&self) -> &str {
        &self.provenance
    }

    /// Whether bytes were read that do not belong to a complete game. After reading everything, this means that the
    /// file is truncated.
    pub fn breaks_off(&self) -> bool {
        self.bytes.count > self.whole
    }
}

fn read_provenance(bytes: &mut impl Read) -> Result<String> {
    let mut length = [0; 4];
    let read = bytes.read_exact(&mut length);
    read.map_err(|error| TrainingError::HeadBreaks { why: error.to_string() })?;
    let length = u32::from_le_bytes(length) as u64;
    if length > LONGEST_PROVENANCE {
        return Err(TrainingError::HeadLong);
    }
    let mut text = Vec::new();
    bytes.take(length).read_to_end(&mut text)?;
    if text.len() as u64 != length {
        return Err(TrainingError::NoHead);
    }
    String::from_utf8(text).map_err(|error| TrainingError::HeadText { why: error.to_string() })
}

impl<R: Read> Iterator for GameReader<R> {
    type Item = Result<TrainingGame>;

    fn next(&mut self) -> Option<Result<TrainingGame>> {
        let game = TrainingGame::read(&mut self.bytes, self.format).transpose();
        if matches!(game, Some(Ok(_))) {
            self.whole = self.bytes.count;
        }
        game
    }
}

/// Counts the bytes read.
struct Counted<R> {
    bytes: R,
    count: u64,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        let count = self.bytes.read(into)?;
        self.count += count as u64;
        Ok(count)
    }
}

pub fn read_file(path: &Path) -> Result<Vec<TrainingGame>> {
    let games: Result<Vec<_>> = GameReader::open(path)?.collect();
    games.map_err(|error| error.in_file(path))
}

/// A file that games are appended to.
pub struct GameWriter {
    file: BufWriter<File>,
    games: usize,
}

impl GameWriter {
    /// Creates a file, or continues one with the same provenance. An incomplete batch left by an interrupted run is
    /// removed.
    pub fn open(path: &Path, provenance: &str, batch: usize) -> Result<GameWriter> {
        let mut file = open_to_continue(path).map_err(|error| TrainingError::from(error).in_file(path))?;
        let head = head(provenance);
        let mut found = Vec::new();
        let start = (&file).take(head.len() as u64);
        BufReader::new(start).read_to_end(&mut found)?;
        file.seek(SeekFrom::Start(0))?;
        if found != head && head.starts_with(&found) {
            file.set_len(0)?;
            return GameWriter::begin(file, &head);
        }
        let (games, length) = whole_batches(&file, provenance, batch).map_err(|error| error.in_file(path))?;
        file.set_len(length)?;
        file.seek(SeekFrom::End(0))?;
        let file = BufWriter::new(file);
        Ok(GameWriter { file, games })
    }

    pub fn create(path: &Path, provenance: &str) -> Result<GameWriter> {
        let file = File::create_new(path).map_err(|error| TrainingError::from(error).in_file(path))?;
        GameWriter::on(file, provenance)
    }

    pub fn on(file: File, provenance: &str) -> Result<GameWriter> {
        GameWriter::begin(file, &head(provenance))
    }

    fn begin(file: File, head: &[u8]) -> Result<GameWriter> {
        let mut file = BufWriter::new(file);
        file.write_all(head)?;
        file.flush()?;
        Ok(GameWriter { file, games: 0 })
    }

    pub fn games(&self) -> usize {
        self.games
    }

    /// Appends a game, which may be buffered until [`GameWriter::flush`].
    pub fn add(&mut self, game: &TrainingGame) -> Result<()> {
        let mut bytes = Vec::new();
        game.write(&mut bytes);
        self.add_bytes(&bytes)
    }

    /// Appends a game as serialized by [`TrainingGame::write`].
    pub fn add_bytes(&mut self, game: &[u8]) -> Result<()> {
        self.file.write_all(game)?;
        self.games += 1;
        Ok(())
    }

    pub fn flush(&mut self) -> Result<()> {
        Ok(self.file.flush()?)
    }
}

/// The number of games in complete batches, and the size in bytes of the header and these games.
fn whole_batches(file: &File, provenance: &str, batch: usize) -> Result<(usize, u64)> {
    let mut reader = GameReader::new(BufReader::new(file))?;
    if reader.format != DataFormat::Two {
        return Err(TrainingError::Older);
    }
    if reader.provenance != provenance {
        let [file, run] = [&reader.provenance, provenance].map(|text| text.trim_end().into());
        return Err(TrainingError::OtherRun { file, run });
    }
    let (mut read, mut kept) = (0, (0, reader.whole));
    while let Some(game) = reader.next() {
        game?;
        read += 1;
        if read % batch == 0 {
            kept = (read, reader.whole);
        }
    }
    Ok(kept)
}
