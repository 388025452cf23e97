//! Parses what users type during a game: a point, or a command and its arguments.

use super::error::PartnerError;
use std::path::PathBuf;
use std::time::Duration;
use tengen_common::duration;
use tengen_core::board::BoardSize;
use tengen_core::rules::Rule;
use tengen_session::level::Level;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayCommand {
    /// Play on this point; with `!`, even if it is forbidden for black.
    Play {
        /// The point as typed, like `h8`.
        point: String,
        even_forbidden: bool,
    },
    /// Take back the user's last move and the reply to it.
    Undo,
    /// Replay moves that were taken back.
    Redo,
    Hint,
    /// Stop Tengen's search and play its move.
    Now,
    Swap,
    /// Whether black and white are played by people.
    People([bool; 2]),
    /// Set Tengen's level; without one, list the levels.
    Level(Option<Level>),
    Time(Duration),
    /// Start a new game, optionally with another board or rule.
    New {
        size: Option<BoardSize>,
        rule: Option<Rule>,
        /// Even if the old game is not saved.
        over: bool,
    },
    /// Save the game to a file; by default the last one.
    Save {
        file: Option<PathBuf>,
        over: bool,
    },
    Load {
        file: PathBuf,
        /// Even if the old game is not saved, or the file claims to hold another game.
        over: bool,
    },
    /// List the lines of play of a loaded file.
    Lines,
    /// Continue with the line of this number.
    Line(usize),
    /// Continue a game that was left over.
    Recover {
        /// Even if the current one is not saved.
        over: bool,
    },
    /// Discard a game that was left over.
    Forget,
    Moves,
    Board,
    Help,
    Quit {
        /// Even if the game is not saved.
        over: bool,
    },
}

/// What arrow keys and the like begin with.
const ESCAPE: char = '\u{1b}';

pub const HELP: &str = "\
h8                play there (h8! even if it is a forbidden move)
undo, redo        take your last move back, play it again
hint              show a good move
now               make Tengen stop thinking and move
swap              change sides with Tengen
black, white      play this side; `both`: two people play, `none`: Tengen plays alone
level 3           set Tengen's strength, from 1 to 8; `level` alone lists the names
time 5s           set the thinking time per move of the strongest level
new [20] [renju]  start a new game, on another board (15, 20, 19x15) or with another rule
                  (freestyle, standard, renju, caro, caro-exact)
save FILE         save the game (.sgf, .psq, .lib, .txt); `save` alone: again; `save!`: overwrite a file
load FILE         continue a game from a file
lines, line 2     list the variations of a loaded SGF file, continue the second
recover, forget   continue a game that was left unsaved, discard it
moves, board      list the moves, draw the board
help, quit        `quit!`, `new!`, `load!`: even if the game is not saved";

impl PlayCommand {
    /// Parses a line; `None` if it is blank.
    pub fn read(line: &str) -> Result<Option<PlayCommand>, PartnerError> {
        let line = line.trim();
        if line.contains(ESCAPE) {
            return Err(PartnerError::ArrowKeys);
        }
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let word = word.to_lowercase();
        let insists = word.ends_with('!');
        let command = match (word.as_str(), rest) {
            ("", _) => return Ok(None),
            ("undo" | "u", "") => PlayCommand::Undo,
            ("redo" | "r", "") => PlayCommand::Redo,
            ("hint", "") => PlayCommand::Hint,
            ("now", "") => PlayCommand::Now,
            ("swap", "") => PlayCommand::Swap,
            ("black", "") => PlayCommand::People([true, false]),
            ("white", "") => PlayCommand::People([false, true]),
            ("both", "") => PlayCommand::People([true, true]),
            ("none", "") => PlayCommand::People([false, false]),
            ("level" | "levels", "") => PlayCommand::Level(None),
            ("level", name) => PlayCommand::Level(Some(name.to_lowercase().parse()?)),
            ("time", "") => return Err(PartnerError::HowLong),
            ("time", text) => PlayCommand::Time(duration::read(text)?),
            ("new" | "new!", words) => new(words, insists)?,
            ("save", _) => save(rest, false),
            ("save!", _) => save(rest, true),
            ("load" | "load!", "") => return Err(PartnerError::WhichFile),
            ("load" | "load!", file) => PlayCommand::Load { file: file.into(), over: insists },
            ("lines", "") => PlayCommand::Lines,
            ("line", number) => PlayCommand::Line(line_number(number)?),
            ("recover" | "recover!", "") => PlayCommand::Recover { over: insists },
            ("forget", "") => PlayCommand::Forget,
            ("moves", "") => PlayCommand::Moves,
            ("board", "") => PlayCommand::Board,
            ("help" | "?", "") => PlayCommand::Help,
            ("quit" | "exit" | "q" | "quit!" | "exit!" | "q!", "") => PlayCommand::Quit { over: insists },
            (_, "") if is_point(&word) => {
                PlayCommand::Play { point: word.trim_end_matches('!').into(), even_forbidden: insists }
            }
            _ => {
                return Err(PartnerError::NoCommand { line: line.into() });
            }
        };
        Ok(Some(command))
    }
}

/// Whether a word has the form of a point, letters followed by a number; whether it exists is
/// checked later.
fn is_point(word: &str) -> bool {
    let digits = word.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let digits_alone = digits.trim_end_matches('!');
    digits.len() < word.len() && !digits_alone.is_empty() && digits_alone.bytes().all(|c| c.is_ascii_digit())
}

/// `new`, `new 20`, `new renju 19x15`: in any order.
fn new(words: &str, over: bool) -> Result<PlayCommand, PartnerError> {
    let (mut size, mut rule) = (None, None);
    for word in words.split_whitespace() {
        if word.starts_with(|c: char| c.is_ascii_digit()) {
            size = Some(word.parse()?)
        } else {
            rule = Some(word.to_lowercase().parse()?)
        }
    }
    Ok(PlayCommand::New { size, rule, over })
}

fn line_number(word: &str) -> Result<usize, PartnerError> {
    word.parse().map_err(|_| PartnerError::WhichLine)
}

fn save(file: &str, over: bool) -> PlayCommand {
    PlayCommand::Save { file: (!file.is_empty()).then(|| file.into()), over }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrow_keys_are_no_part_of_a_command() {
        let refused = PlayCommand::read("\x1b[Ah8").unwrap_err().to_string();
        assert!(refused.contains("no arrow keys"), "{refused}");
    }
}
