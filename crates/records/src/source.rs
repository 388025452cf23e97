//! A loaded file that is preserved while its game is continued: only the moves of the game change when it is written
//! back.

use super::defaults::{Assumed, Defaults};
use super::sgf::tree::{Collection, Tree};
use super::{Format, Game, Note, ReadError, WriteError, psq, sgf};
use std::ops::Range;
use tengen_core::board::{Point, notation};

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// Smart Game Format, with all variations.
    Sgf(Box<sgf::source::SgfFile>),
    Psq(Box<psq::PsqFile>),
}

/// A file to be written, with notes for the user.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    pub bytes: Vec<u8>,
    /// Notes, as parts of a sentence.
    pub notes: Vec<Note>,
}

impl Source {
    /// Reads a file in the given format. Also returns warnings. With `insist`, the label of another game is not an
    /// error.
    pub fn read(
        format: Format,
        bytes: &[u8],
        defaults: impl Into<Defaults>,
        insist: bool,
    ) -> Result<(Source, Vec<Note>), ReadError> {
        let defaults = defaults.into();
        match format {
            Format::Sgf => Source::of_file(Collection::parse(bytes)?, defaults, insist),
            Format::Psq => {
                let source = psq::PsqFile::read(bytes, defaults)?;
                let notes = source.notes().to_vec();
                Ok((Source::Psq(source.into()), notes))
            }
        }
    }

    /// An SGF file in memory. Also returns warnings.
    pub fn of_file(file: Collection, defaults: Defaults, insist: bool) -> Result<(Source, Vec<Note>), ReadError> {
        let (source, doubts) = sgf::source::SgfFile::of(file, defaults, insist)?;
        Ok((Source::Sgf(source.into()), doubts))
    }

    /// The file of a game that another format holds as a tree. Also returns warnings.
    pub fn of_tree(tree: Tree, defaults: Defaults) -> Result<(Source, Vec<Note>), ReadError> {
        Source::of_file(Collection::of(tree), defaults, false).map_err(ReadError::without_line)
    }

    pub fn format(&self) -> Format {
        match self {
            Source::Sgf(_) => Format::Sgf,
            Source::Psq(_) => Format::Psq,
        }
    }

    /// The game, or its selected line.
    pub fn game(&self) -> &Game {
        match self {
            Source::Sgf(source) => source.game(),
            Source::Psq(source) => source.game(),
        }
    }

    pub fn assumed(&self) -> Assumed {
        match self {
            Source::Sgf(source) => source.assumed(),
            Source::Psq(source) => source.assumed(),
        }
    }

    pub fn labels(&self, after: usize) -> Vec<(Point, String)> {
        match self {
            Source::Sgf(source) => source.labels(after),
            Source::Psq(_) => Vec::new(),
        }
    }

    pub fn count(&self) -> usize {
        match self {
            Source::Sgf(source) => source.file().trees.len(),
            Source::Psq(source) => source.count(),
        }
    }

    pub fn lines(&self) -> usize {
        match self {
            Source::Sgf(source) => source.lines().len(),
            Source::Psq(_) => 1,
        }
    }

    /// A line of play as a game; the main line is number 0.
    pub fn line(&self, number: usize) -> Result<Game, ReadError> {
        match self {
            Source::Sgf(source) => source.line(number),
            Source::Psq(source) => Ok(source.game().clone()),
        }
    }

    /// All lines of play as games, the main line first, read lazily.
    pub fn games(&self) -> Box<dyn Iterator<Item = Result<Game, ReadError>> + '_> {
        match self {
            Source::Sgf(source) => Box::new(source.games()),
            Source::Psq(source) => Box::new(std::iter::once(Ok(source.game().clone()))),
        }
    }

    /// The index of the selected line, from 0.
    pub fn line_number(&self) -> usize {
        match self {
            Source::Sgf(source) => source.line_number().unwrap_or(0),
            Source::Psq(_) => 0,
        }
    }

    /// The same file with another line of play selected.
    pub fn looking_at(&self, number: usize) -> Result<Source, ReadError> {
        let none = || ReadError::NoLine { n: number + 1 };
        match self {
            Source::Psq(_) if number > 0 => Err(none()),
            Source::Psq(_) => Ok(self.clone()),
            Source::Sgf(source) => {
                let mut source = source.clone();
                let leaf = *source.lines().get(number).ok_or_else(none)?;
                source.look_at(leaf)?;
                Ok(Source::Sgf(source))
            }
        }
    }

    /// The file with the moves of `game` added and selected. In SGF, differing moves become a variation; `None` for
    /// .psq, which cannot store both.
    pub fn joined(&self, game: &Game) -> Option<Source> {
        match self {
            Source::Sgf(source) => Some(Source::Sgf(source.with(game).into())),
            Source::Psq(_) => None,
        }
    }

    /// The file with the moves of this game.
    pub fn with(&self, game: &Game) -> Written {
        match self {
            Source::Sgf(source) => {
                let new = source.with(game);
                let other = new.line_number().filter(|&line| line > 0 && new != **source);
                let note = other.map(|line| Note::IsVariation { n: line + 1 });
                Written { bytes: new.file().write(), notes: note.into_iter().collect() }
            }
            Source::Psq(source) => Written {
                bytes: source.with(game),
                notes: psq_notes(game, source.names_rule && source.game().rule == game.rule, source.names_winner()),
            },
        }
    }

    /// The moves of the file, numbered from 0, that are lost if `game` is written to it.
    pub fn replaced(&self, game: &Game) -> Option<Range<usize>> {
        let Source::Psq(source) = self else { return None };
        let all = source.game().moves.len();
        let replaced = source.replaced(game);
        (replaced > 0).then_some(all - replaced..all)
    }
}

impl Format {
    /// A new file for a game; `source` is the file that it was read from, if any.
    pub fn fresh(self, game: &Game, source: Option<&Source>) -> Result<Written, WriteError> {
        if self == Format::Sgf {
            let (bytes, notes) = (sgf::write(game).into_bytes(), Vec::new());
            return Ok(Written { bytes, notes });
        }
        if !game.setup.is_empty() || game.first != tengen_core::board::Colour::Black {
            return Err(WriteError::PsqSetUp);
        }
        let mut notes = psq_notes(game, false, false);
        if let Some(Source::Sgf(source)) = source {
            match source.lines().len() - 1 {
                0 => {}
                1 => notes.push(Note::NoVariation),
                n => notes.push(Note::NoVariationsOf { n }),
            }
        }
        let bytes = psq::write(game).into_bytes();
        Ok(Written { bytes, notes })
    }
}

/// Notes on what a .psq file cannot store.
fn psq_notes(game: &Game, has_rule: bool, has_winner: bool) -> Vec<Note> {
    let rule = (!has_rule).then_some(Note::PsqRule { rule: game.rule });
    let result = (!has_winner && psq::loses_result(game)).then_some(Note::PsqResult);
    rule.into_iter().chain(result).chain(without_comments(game)).collect()
}

pub(super) fn without_comments(game: &Game) -> Option<Note> {
    let commented = game.moves.iter().any(|made| !made.comment.is_empty());
    commented.then_some(Note::NoComments)
}

/// The move number and the first `most` moves where a line of play departs from another: `5 h8 i9`.
pub fn own_moves(game: &Game, other: &Game, most: usize) -> String {
    let pairs = game.points().zip(other.points());
    let shared = pairs.take_while(|(a, b)| a == b).count();
    let own = game.points().skip(shared);
    let names = own.map(|point| notation::write(point, game.size));
    let mut words = vec![(shared + 1).to_string()];
    words.extend(names.take(most));
    if game.moves.len() > shared + most {
        words.push("…".into());
    }
    words.join(" ")
}
