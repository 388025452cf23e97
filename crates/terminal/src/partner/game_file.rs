//! The file of a game: its path, its other contents, and whether there are unsaved changes.

use super::error::PartnerError;
use std::io;
use std::path::{Path, PathBuf};
use tengen_core::board::Point;
use tengen_core::files::{self, Existing, write_new};
use tengen_records::opened::Opened;
use tengen_records::save::{ENDINGS, Saved};
use tengen_records::source::{Source, Written, own_moves};
use tengen_records::{Format, Game};

/// The number of lines of play listed, and of moves for each.
const LISTED: (usize, usize) = (20, 10);

#[derive(Debug, Default)]
pub struct GameFile {
    file: Option<PathBuf>,
    /// The complete file that the game was loaded from.
    source: Option<Source>,
    /// The last known contents of the file.
    seen: Option<Vec<u8>>,
    /// Whether those contents were written by us; otherwise the file is backed up before it is overwritten.
    ours: bool,
    /// The moves in the file.
    kept: Vec<Point>,
    /// Whether another line of play has been added to `source` and is not in the file yet.
    joined: bool,
}

impl GameFile {
    pub fn of_file(file: &Path, bytes: Vec<u8>, opened: &Opened) -> GameFile {
        let format = opened.source.as_ref().map(Source::format);
        let writable = format.is_some() && Format::of_name(file) == format;
        GameFile {
            file: writable.then(|| file.into()),
            source: opened.source.clone(),
            seen: Some(bytes),
            ours: false,
            kept: opened.game.points().collect(),
            joined: false,
        }
    }

    pub fn recovered(file: Option<PathBuf>, opened: &Opened) -> GameFile {
        let seen = file.as_ref().and_then(|file| files::read_plain(file, files::LONGEST_RECORD).ok()?);
        // The autosave is SGF; a .psq file has lines of its own.
        let is_psq = file.as_deref().and_then(Format::of_name) == Some(Format::Psq);
        let psq = seen.as_ref().filter(|_| is_psq).and_then(|bytes| {
            let read = Source::read(Format::Psq, bytes, opened.game.rule, false);
            read.ok().map(|(source, _)| source)
        });
        GameFile { seen, file, source: psq.or(opened.source.clone()), joined: true, ..GameFile::default() }
    }

    pub fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    pub fn loaded(&self) -> Option<&Game> {
        self.source.as_ref().map(Source::game)
    }

    /// Whether the file has all moves of the game.
    pub fn has(&self, game: &Game) -> bool {
        !self.joined && game.points().eq(self.kept.iter().copied())
    }

    /// A note on the lines of play of the loaded file, if there are several.
    pub fn note(&self) -> Option<String> {
        let source = self.source.as_ref().filter(|source| source.lines() > 1)?;
        let (number, all) = (source.line_number() + 1, source.lines());
        Some(format!("line {number} of {all}; lines lists them"))
    }

    /// Saves the game to a file; by default the last one. Returns the path and notes. A file not known to belong to
    /// this game is only overwritten if `over` is set.
    pub fn save(
        &mut self,
        game: &Game,
        file: Option<PathBuf>,
        over: bool,
    ) -> Result<(PathBuf, Vec<String>), PartnerError> {
        let file = file.or(self.file.clone()).ok_or(PartnerError::WhichName)?;
        let name = || file.display().to_string();
        let wrong = |error: io::Error| PartnerError::File { name: name(), why: error.to_string() };
        let format = Saved::of_name(&file).ok_or_else(|| PartnerError::Ending { name: name(), endings: ENDINGS })?;
        let written = format.write(game, self.source.as_ref());
        let Written { bytes, notes } =
            written.map_err(|why| PartnerError::NotWritten { name: name(), why: why.into() })?;
        let mut notes: Vec<String> = notes.into_iter().map(String::from).collect();
        let there = files::read_plain(&file, files::LONGEST_RECORD).map_err(wrong)?;
        let known = self.file.as_ref() == Some(&file) && there == self.seen;
        if there.is_some() && !known && !over {
            let name = name();
            return Err(match self.file.as_ref() == Some(&file) {
                true => PartnerError::ChangedByOthers { name },
                false => PartnerError::Exists { name },
            });
        }
        if there.is_some() && !over && files::is_protected(&file) {
            return Err(PartnerError::WriteProtected { name: name() });
        }
        let changed = there.as_ref() != Some(&bytes);
        if there.is_some() && changed && !(known && self.ours) {
            let backup = files::backup_of(&file);
            files::back_up(&file).map_err(|error| PartnerError::NoBackup {
                name: backup.display().to_string(),
                why: error.to_string(),
            })?;
            notes.extend(self.replaced(format, game, known, &backup));
        }
        if changed {
            write_new(&file, Existing::Replace, &bytes).map_err(wrong)?;
        }
        self.ours = changed || known && self.ours;
        self.seen = Some(bytes);
        self.kept = game.points().collect();
        self.joined = false;
        self.file = Some(file.clone());
        Ok((file, notes))
    }

    /// A note on moves of a loaded .psq file that are now only in its backup.
    fn replaced(&self, format: Saved, game: &Game, known: bool, backup: &Path) -> Option<String> {
        let source = self.source.as_ref();
        let is_same = |source: &&Source| Saved::Record(source.format()) == format;
        let source = source.filter(|source| known && is_same(source))?;
        let moves = source.replaced(game)?;
        let (first, last) = (moves.start + 1, moves.end);
        Some(format!("moves {first} to {last} of before are in {}: .psq has no room for variations", backup.display()))
    }

    /// The complete record as SGF, for the autosave: the loaded file with this game.
    pub fn autosaved(&self, game: &Game) -> Vec<u8> {
        let written = Saved::Record(Format::Sgf).write(game, self.source.as_ref());
        written.map(|written| written.bytes).unwrap_or_default()
    }

    /// The loaded file with this game added.
    fn joined(&self, game: &Game) -> Result<Source, PartnerError> {
        let joined = self.source.as_ref().and_then(|source| source.joined(game));
        joined.ok_or(PartnerError::OneLine)
    }

    /// The lines of play of the file, with this game's marked.
    pub fn lines(&self, game: &Game) -> Result<String, PartnerError> {
        let source = self.joined(game)?;
        let main = source.line(0);
        let line = |number: usize| {
            let mark = if number == source.line_number() { ">" } else { " " };
            let what = match (source.line(number), &main) {
                (Err(error), _) => error.to_string(),
                (Ok(line), Ok(main)) if number > 0 => {
                    format!("from move {}", own_moves(&line, main, LISTED.1))
                }
                (Ok(line), _) => format!("the main line, {} moves", line.moves.len()),
            };
            format!("{mark} {} {what}", number + 1)
        };
        let mut lines: Vec<String> = (0..source.lines().min(LISTED.0)).map(line).collect();
        if source.lines() > LISTED.0 {
            lines.push(format!("  … {}", source.lines()));
        }
        Ok(lines.join("\n"))
    }

    /// The file with another line of play selected, numbered from 1, and its game; the current line stays in the
    /// record.
    pub fn with_line(&self, game: &Game, number: usize) -> Result<(GameFile, Game), PartnerError> {
        let index = number.checked_sub(1).ok_or(PartnerError::NoSuchLine { number })?;
        let source = self.joined(game)?.looking_at(index)?;
        let line = source.game().clone();
        let game_file = GameFile {
            file: self.file.clone(),
            seen: self.seen.clone(),
            ours: self.ours,
            kept: line.points().collect(),
            joined: !self.has(game),
            source: Some(source),
        };
        Ok((game_file, line))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_core::board::BoardSize;
    use tengen_core::rules::{Rule, Variant};
    use tengen_records::Move;

    /// A game with this many moves.
    fn game(moves: usize) -> Game {
        let size = BoardSize::square(9).unwrap();
        let rule = Rule::new(Variant::Freestyle);
        let mut game = Game::new(size, rule, ["A", "B"].map(String::from));
        game.moves = size.points().step_by(2).take(moves).map(Move::new).collect();
        game
    }

    #[test]
    fn a_file_that_somebody_else_changes_is_not_written_over() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("game.sgf");
        let backup = files::backup_of(&file);
        let mut game_file = GameFile::default();
        game_file.save(&game(1), Some(file.clone()), false).unwrap();
        game_file.save(&game(2), None, false).unwrap();
        assert!(game_file.has(&game(2)) && !backup.exists(), "our own file");
        std::fs::write(&file, "theirs").unwrap();
        let refused = game_file.save(&game(3), None, false).unwrap_err();
        assert_eq!(refused, PartnerError::ChangedByOthers { name: file.display().to_string() });
        assert!(!game_file.has(&game(3)));
        game_file.save(&game(3), None, true).unwrap();
        assert_eq!(std::fs::read(backup).unwrap(), b"theirs");
    }

    #[cfg(unix)]
    #[test]
    fn a_file_that_is_written_over_stays_a_link_and_keeps_its_permissions() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let [file, link] = ["real.sgf", "link.sgf"].map(|name| folder.path().join(name));
        std::fs::write(&file, "(;SZ[9])").unwrap();
        std::fs::set_permissions(&file, PermissionsExt::from_mode(0o640)).unwrap();
        symlink(&file, &link).unwrap();
        GameFile::default().save(&game(1), Some(link.clone()), true).unwrap();
        assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
        let mode = std::fs::metadata(&file).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o640);
        assert!(std::fs::read_to_string(&file).unwrap().contains("B[aa]"));
    }
}
