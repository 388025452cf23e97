//! Writes the records of a tournament's games as they finish.

use super::Finished;
use anyhow::{Context, Result, ensure};
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;
use tengen_core::printable;
use tengen_records::{psq, sgf};

/// The destinations of game records.
#[derive(Debug)]
pub struct Recorder {
    psq: Option<PathBuf>,
    sgf: Option<Sgf>,
    log: Option<File>,
    start: Instant,
}

/// One file per game, or all games in one file.
#[derive(Debug)]
enum Sgf {
    Folder(PathBuf),
    File(File),
}

impl Recorder {
    /// Opens or creates files and folders. `sgf` is a folder if it exists as one or ends in a slash, otherwise a file
    /// to append to; `log` is always a file to append to.
    ///
    /// # Errors
    /// If something cannot be written, or a folder holds records of another tournament.
    pub fn open(psq: Option<&Path>, sgf: Option<&Path>, log: Option<&Path>) -> Result<Recorder> {
        let sgf = sgf.map(|path| {
            if is_folder(path) {
                folder(path, "sgf").map(Sgf::Folder)
            } else {
                append_to(path).map(Sgf::File)
            }
        });
        Ok(Recorder {
            psq: psq.map(|path| folder(path, "psq")).transpose()?,
            sgf: sgf.transpose()?,
            log: log.map(append_to).transpose()?,
            start: Instant::now(),
        })
    }

    /// Writes the records of a game.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn record(&mut self, finished: &Finished) -> Result<()> {
        let game = &finished.played.game;
        let [black, white] = game.players.each_ref().map(|name| file_name(name));
        let name = format!("{:05}-{black}-{white}", finished.number);
        if let Some(folder) = &self.psq {
            write(&folder.join(name.clone() + ".psq"), &psq::write(game))?;
        }
        match &mut self.sgf {
            Some(Sgf::Folder(folder)) => write(&folder.join(name + ".sgf"), &sgf::write(game))?,
            Some(Sgf::File(file)) => file.write_all(sgf::write(game).as_bytes())?,
            None => {}
        }
        let dialogue = self.log.is_some().then(|| self.dialogue(finished));
        if let Some((file, dialogue)) = self.log.as_mut().zip(dialogue) {
            file.write_all(dialogue.as_bytes())?;
        }
        Ok(())
    }

    /// The conversation of a game: seconds since the start, the seat and the line.
    fn dialogue(&self, finished: &Finished) -> String {
        let played = &finished.played;
        let names = match played.black {
            0 => played.game.players.clone(),
            _ => [played.game.players[1].clone(), played.game.players[0].clone()],
        };
        let mut text = format!("== game {}: {} begins, {}\n", finished.number, names[0], names[1]);
        for (seat, spoken) in &played.dialogue {
            let at = spoken.at.saturating_duration_since(self.start).as_secs_f64();
            let said = format_args!("{at:9.3} {} {}", names[*seat], spoken.text);
            text += &(printable::line(said) + "\n");
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

/// Creates a folder, or checks that an existing one has no files of this kind: records are never overwritten.
fn folder(path: &Path, extension: &str) -> Result<PathBuf> {
    let shown = || path.display().to_string();
    std::fs::create_dir_all(path).with_context(shown)?;
    for entry in std::fs::read_dir(path).with_context(shown)? {
        let other = entry?.path();
        let ours = other.extension().is_some_and(|found| found == extension);
        ensure!(!ours, "{} holds games already; name another folder", shown());
    }
    Ok(path.into())
}

fn append_to(path: &Path) -> Result<File> {
    let file = OpenOptions::new().create(true).append(true).open(path);
    file.with_context(|| path.display().to_string())
}

fn write(path: &Path, text: &str) -> Result<()> {
    std::fs::write(path, text).with_context(|| path.display().to_string())
}

/// A brain's name as part of a file name.
fn file_name(name: &str) -> String {
    let safe = |c: char| {
        if c.is_alphanumeric() || "._+".contains(c) { c } else { '_' }
    };
    name.chars().map(safe).collect()
}
