//! Training data files: the header, reading games one by one, and appending.

use super::{DataFormat, TrainingGame};
use anyhow::{Context, Result, bail, ensure};
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
        let name = || path.display().to_string();
        let file = File::open(path).with_context(name)?;
        GameReader::new(BufReader::new(file)).with_context(name)
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
            _ => bail!("not a file of games"),
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
    bytes.read_exact(&mut length).context("no whole head")?;
    let length = u32::from_le_bytes(length) as u64;
    ensure!(length <= LONGEST_PROVENANCE, "the head is too long");
    let mut text = Vec::new();
    bytes.take(length).read_to_end(&mut text)?;
    ensure!(text.len() as u64 == length, "no whole head");
    String::from_utf8(text).context("the header is not text")
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
    games.with_context(|| path.display().to_string())
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
        let mut file = open_to_continue(path).with_context(|| path.display().to_string())?;
        let head = head(provenance);
        let mut found = Vec::new();
        let start = (&file).take(head.len() as u64);
        BufReader::new(start).read_to_end(&mut found)?;
        file.seek(SeekFrom::Start(0))?;
        if found != head && head.starts_with(&found) {
            file.set_len(0)?;
            return GameWriter::begin(file, &head);
        }
        let (games, length) = whole_batches(&file, provenance, batch).with_context(|| path.display().to_string())?;
        file.set_len(length)?;
        file.seek(SeekFrom::End(0))?;
        let file = BufWriter::new(file);
        Ok(GameWriter { file, games })
    }

    pub fn create(path: &Path, provenance: &str) -> Result<GameWriter> {
        let file = File::create_new(path).with_context(|| path.display().to_string())?;
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
    ensure!(reader.format == DataFormat::Two, "the file has an older format, which is only read; choose another file");
    ensure!(
        reader.provenance == provenance,
        "the file was made in another way; choose another file. It says:\n{}\nand this run:\n{}",
        reader.provenance.trim_end(),
        provenance.trim_end()
    );
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
