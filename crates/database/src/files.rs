//! Imports files: games one by one, whatever the size of the file, and analyses.

mod renlib;
mod yixin;

pub use yixin::{YixinCounts, write_yixin};

use crate::error::Result;
use crate::import::Import;
use std::io::BufRead;
use tengen_records::Note;
use tengen_records::defaults::Defaults;
use tengen_records::games::{Contents, Games, contents};
use tengen_records::source::Source;

impl Import<'_> {
    /// Imports the games of a file: all that [`tengen_records::games()`] reads (of SGF the main line of each game), and
    /// the analyses of RenLib libraries and databases of Yixin. `refused` is called with a message for each part that
    /// was skipped. A file that cannot be read is skipped from that point on, without an error.
    pub fn read(
        &mut self,
        file: impl BufRead,
        name: &str,
        defaults: Defaults,
        refused: &mut dyn FnMut(String),
    ) -> Result<()> {
        let games = match contents(file, defaults, false) {
            Ok(Contents::Library(nodes)) => {
                return renlib::join(self, nodes, name, defaults.rule(), refused);
            }
            Ok(Contents::Yixin { file, is_compressed }) => {
                return yixin::read(self, file, is_compressed, name, refused);
            }
            contents => contents.and_then(|contents| contents.games(defaults)),
        };
        match games {
            Ok(games) => self.games(games, name, refused),
            Err(why) => {
                refused(why.to_string());
                Ok(())
            }
        }
    }

    fn games(&mut self, mut games: Games, name: &str, refused: &mut dyn FnMut(String)) -> Result<()> {
        while let Some(game) = games.next() {
            let why = match game {
                Ok(opened) => {
                    let is_psq = matches!(opened.source, Some(Source::Psq(_)));
                    let counts = |doubt: &&Note| is_psq || matches!(doubt, Note::OtherResult { .. });
                    opened.doubts.iter().filter(counts).for_each(|doubt| log::warn!("{name}: {doubt}"));
                    self.game(&opened.game, name)?
                }
                Err(why) => Some(why.to_string()),
            };
            if let Some(why) = why {
                refused(games.named(why));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
