//! Writes the records of a tournament's games as they finish, and reads those of an interrupted tournament.

use super::resume::{self, Terms};
use super::{Finished, TournamentOptions};
use anyhow::{Context, Error, Result, anyhow, ensure};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;
use tengen_core::files::{self, Existing};
use tengen_core::printable;
use tengen_records::psq;

#[derive(Debug)]
pub struct Recorder {
    psq: Option<PathBuf>,
    sgf: Option<Sgf>,
    log: Option<File>,
    terms: Terms,
    start: Instant,
    _locks: Vec<File>,
}

/// One file per game, or all games in one file.
#[derive(Debug)]
enum Sgf {
    Folder(PathBuf),
    File(File),
}

#[derive(Clone, Copy, Default, Debug)]
pub struct Paths<'a> {
    /// A folder for records in Piskvork's format.
    pub psq: Option<&'a Path>,
    /// A folder if it exists as one or ends in a slash, otherwise a file.
    pub sgf: Option<&'a Path>,
    /// A file to which the communication with the brains is appended.
    pub log: Option<&'a Path>,
}

const LOG_BEGINS: &str = "== game ";
/// The size of the largest file of games that is read, in bytes.
const LARGEST: usize = 512 << 20;

impl Recorder {
    /// Opens or creates files and folders. If the SGF file or folder holds games of a tournament with these options,
    /// returns them, by number.
    pub fn open(options: &TournamentOptions, paths: Paths) -> Result<(Recorder, Vec<Finished>)> {
        let terms = Terms::of(options);
        let mut locks = Vec::new();
        for folder in paths.psq.into_iter().chain(paths.sgf.filter(|path| is_folder(path))) {
            create_folder(folder)?;
            locks.extend(lock_folder(folder).with_context(|| folder.display().to_string())?);
        }
        let sgf = paths.sgf.map(|path| {
            let opened = if is_folder(path) {
                played_in_folder(path, options).map(|games| (Sgf::Folder(path.into()), games))
            } else {
                played_in_file(path, options).map(|(file, games)| (Sgf::File(file), games))
            };
            opened.with_context(|| path.display().to_string())
        });
        let (sgf, played) = sgf.transpose()?.unzip();
        let played = played.unwrap_or_default();
        if let Some(folder) = paths.psq.filter(|_| played.is_empty()) {
            has_no_games(folder)?;
        }
        let recorder = Recorder {
            psq: paths.psq.map(PathBuf::from),
            sgf,
            log: paths.log.map(append_to).transpose()?,
            terms,
            start: Instant::now(),
            _locks: locks,
        };
        Ok((recorder, played.into_values().collect()))
    }

    pub fn record(&mut self, finished: &Finished) -> Result<()> {
        let game = &finished.played.game;
        let [black, white] = game.players.each_ref().map(|name| file_name(name));
        let name = format!("{:05}-{black}-{white}", finished.number);
        if let Some(folder) = &self.psq {
            // A match that was killed between the two records of a game plays that game again.
            let (file, bytes) = (folder.join(name.clone() + ".psq"), psq::write(game));
            write(&file, Existing::Replace, bytes.as_bytes())?;
        }
        match &mut self.sgf {
            Some(Sgf::Folder(folder)) => {
                write(&folder.join(name + ".sgf"), Existing::Keep, &resume::record(&self.terms, finished))?;
            }
            Some(Sgf::File(file)) => file.write_all(&resume::record(&self.terms, finished))?,
            None => {}
        }
        let dialogue = self.log.is_some().then(|| self.dialogue(finished));
        if let Some((file, dialogue)) = self.log.as_mut().zip(dialogue) {
            file.write_all(dialogue.as_bytes())?;
        }
        Ok(())
    }

    /// The lines of a game for the log: each with the seconds since the start and the name of the brain.
    fn dialogue(&self, finished: &Finished) -> String {
        let played = &finished.played;
        let names = match played.black {
            0 => played.game.players.clone(),
            _ => [played.game.players[1].clone(), played.game.players[0].clone()],
        };
        let mut text = format!("{LOG_BEGINS}{}: {} begins, {}\n", finished.number, names[0], names[1]);
        for (seat, spoken) in &played.dialogue {
            let at = spoken.at.saturating_duration_since(self.start).as_secs_f64();
            let line = format_args!("{at:9.3} {} {}", names[*seat], spoken.text);
            text += &(printable::line(line) + "\n");
        }
        text + &format!("== {}\n", verdict(finished))
    }
}

/// `A won: five`, `drawn: full board`, with a message if a program failed.
pub fn verdict(finished: &Finished) -> String {
    let played = &finished.played;
    let reason = played.ending().reason;
    let what = match played.ending().winner {
        Some(colour) => format!("{} won: {reason}", played.game.players[colour.index()]),
        None => format!("drawn: {reason}"),
    };
    printable::line(match &played.why {
        Some(why) => format!("{what} ({why})"),
        None => what,
    })
}

fn is_folder(path: &Path) -> bool {
    path.is_dir() || path.as_os_str().to_string_lossy().ends_with(['/', '\\'])
}

fn create_folder(path: &Path) -> Result<()> {
    std::fs::create_dir_all(path).with_context(|| path.display().to_string())
}

fn files_in(path: &Path, extension: &str) -> Result<Vec<PathBuf>> {
    let entries = std::fs::read_dir(path)?;
    let paths: Vec<PathBuf> = entries.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
    let ours = |path: &PathBuf| path.extension().is_some_and(|found| found == extension);
    Ok(paths.into_iter().filter(ours).collect())
}

/// Checks that a folder has no records in Piskvork's format: records are never overwritten.
fn has_no_games(path: &Path) -> Result<()> {
    let shown = || path.display().to_string();
    let is_empty = files_in(path, "psq").with_context(shown)?.is_empty();
    ensure!(is_empty, "{} holds games already; name another folder", shown());
    Ok(())
}

fn played_in_folder(path: &Path, options: &TournamentOptions) -> Result<BTreeMap<usize, Finished>> {
    let mut games = BTreeMap::new();
    for file in files_in(path, "sgf")? {
        let name = || file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let bytes = files::read_plain(&file, LARGEST).with_context(name)?.unwrap_or_default();
        games.extend(resume::read(&bytes, options).with_context(name)?);
    }
    Ok(games)
}

/// Opens a file to append to it, and reads this tournament's games in it. A last record that was cut off is removed.
fn played_in_file(path: &Path, options: &TournamentOptions) -> Result<(File, BTreeMap<usize, Finished>)> {
    if let Some(stream) = files::open_stream(path)? {
        return Ok((stream, BTreeMap::new()));
    }
    let mut file = files::open_to_continue(path).map_err(for_matches)?;
    let bytes = files::read_all(&file, LARGEST)?;
    let whole = resume::whole(&bytes, &Terms::of(options));
    let played = resume::read(whole, options)?;
    if whole.len() < bytes.len() {
        file.set_len(whole.len() as u64)?;
        file.seek(SeekFrom::End(0))?;
    }
    Ok((file, played))
}

/// Opens the log to append to it. Several matches may share it: each game is one write.
fn append_to(path: &Path) -> Result<File> {
    let log = files::open_log(path, "a match", |begin| begin.starts_with(LOG_BEGINS.as_bytes()));
    log.with_context(|| path.display().to_string())
}

fn write(path: &Path, existing: Existing, bytes: &[u8]) -> Result<()> {
    let written = files::write_new(path, existing, bytes);
    written.with_context(|| path.display().to_string())
}

/// Locks a folder against other matches until the result is dropped; `None` where the system cannot lock folders.
fn lock_folder(path: &Path) -> Result<Option<File>> {
    let Ok(folder) = File::open(path) else {
        return Ok(None);
    };
    files::lock(&folder).map_err(for_matches)?;
    Ok(Some(folder))
}

/// Why a match cannot write to a file or a folder.
fn for_matches(error: io::Error) -> Error {
    match error.kind() {
        ErrorKind::ResourceBusy => anyhow!("another match is writing to it; name another"),
        _ => error.into(),
    }
}

/// A brain's name as part of a file name.
fn file_name(name: &str) -> String {
    let safe = |c: char| {
        if c.is_alphanumeric() || "._+".contains(c) { c } else { '_' }
    };
    name.chars().map(safe).collect()
}
