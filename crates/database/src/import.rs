//! Imports games: adds each position of each new game with its result.

use crate::error::Result;
use crate::played::fingerprint_of;
use crate::{Database, Key, PlayedBefore, Record, note};
use std::collections::HashMap;
use tengen_records::Game;

/// The number of buffered positions, which are then written in sorted order: about 40 MB, and a few seconds in which
/// other programs cannot write.
const GATHERED: usize = 100_000;
/// The number of buffered bytes of comments.
const GATHERED_COMMENTS: usize = 1 << 25;

/// Imports games into a database. The buffer is written to the file from time to time, each game with all of its
/// positions or not at all. So an interrupted import can be repeated: it continues where it was. Several imports can
/// run on one file at the same time; a game that two of them contain counts once.
pub struct Import<'a> {
    database: &'a mut Database,
    positions: HashMap<Key, Record>,
    /// Comments not yet merged into records: a library may have thousands for one position.
    comments: HashMap<Key, Vec<String>>,
    comment_bytes: usize,
    games: HashMap<u64, Gathered>,
    counts: ImportCounts,
}

/// A buffered game and its source.
struct Gathered {
    played: PlayedBefore,
    source: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ImportCounts {
    /// New games.
    pub games: u64,
    /// Games that were counted before.
    pub again: u64,
    /// Positions in the new games, including repetitions.
    pub positions: u64,
    /// Positions from RenLib libraries.
    pub studied: u64,
}

impl<'a> Import<'a> {
    pub fn into(database: &'a mut Database) -> Import<'a> {
        Import {
            database,
            positions: HashMap::new(),
            comments: HashMap::new(),
            comment_bytes: 0,
            games: HashMap::new(),
            counts: ImportCounts::default(),
        }
    }

    pub fn counts(&self) -> ImportCounts {
        self.counts
    }

    /// Merges a record from a library.
    pub(crate) fn study(&mut self, key: Key, mut record: Record) -> Result<()> {
        let comment = std::mem::take(&mut record.comment);
        if !comment.is_empty() {
            self.comment_bytes += comment.len();
            self.comments.entry(key.clone()).or_default().push(comment);
        }
        let known = self.positions.remove(&key).unwrap_or_default();
        self.positions.insert(key, known.joined(record));
        self.counts.studied += 1;
        if self.positions.len() >= GATHERED || self.comment_bytes >= GATHERED_COMMENTS {
            self.flush()?;
        }
        Ok(())
    }

    /// Imports a game unless it, or an image of it, was counted before. Returns a message if it is rejected.
    pub fn game(&mut self, game: &Game, source: &str) -> Result<Option<String>> {
        match PlayedBefore::of(game) {
            Ok((played, keys)) => self.count(played, keys, source).map(|()| None),
            Err(why) => Ok(Some(why.to_string())),
        }
    }

    /// [`Import::game`] for a game stored in another database.
    pub(crate) fn played(&mut self, played: PlayedBefore, source: &str) -> Result<()> {
        let keys = played.keys()?;
        self.count(played, keys, source)
    }

    fn count(&mut self, played: PlayedBefore, keys: Vec<Key>, source: &str) -> Result<()> {
        let print = fingerprint_of(&keys);
        if self.games.contains_key(&print) || self.database.has_game(print)? {
            self.counts.again += 1;
            return Ok(());
        }
        self.counts.games += 1;
        self.counts.positions += keys.len() as u64;
        let results = played.results();
        for key in keys {
            let record =
                self.positions.entry(key).or_insert_with(|| Record { source: source.into(), ..Record::default() });
            record.results = record.results.plus(results);
        }
        let source = source.into();
        self.games.insert(print, Gathered { played, source });
        if self.positions.len() >= GATHERED {
            self.flush()?;
        }
        Ok(())
    }

    /// Writes the buffer and ends the import. Without this call the last games are lost.
    pub fn end(mut self) -> Result<ImportCounts> {
        self.flush()?;
        Ok(self.counts)
    }

    fn flush(&mut self) -> Result<()> {
        for (key, comments) in self.comments.drain() {
            let record = self.positions.entry(key).or_default();
            record.comment = note::joined(&comments);
        }
        self.comment_bytes = 0;
        let mut batch = self.database.write()?;
        for (print, Gathered { played, source }) in self.games.drain() {
            if !batch.note_game(print, &played, &source)? {
                // another program has counted it in the meantime
                let positions = take_back(&mut self.positions, &played)?;
                self.counts.games -= 1;
                self.counts.again += 1;
                self.counts.positions -= positions;
            }
        }
        let mut positions: Vec<_> = self.positions.drain().collect();
        // Games that were removed again leave empty records without a source.
        positions.retain(|(_, record)| record.results.games() > 0 || record.is_studied() || !record.source.is_empty());
        positions.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
        for (key, record) in positions {
            batch.join(&key, record)?;
        }
        batch.commit()
    }
}

/// Removes a game from the buffer and returns the number of its positions.
fn take_back(positions: &mut HashMap<Key, Record>, played: &PlayedBefore) -> Result<u64> {
    let (keys, results) = (played.keys()?, played.results());
    for key in &keys {
        if let Some(record) = positions.get_mut(key) {
            record.results = record.results.minus(results);
            if record.results.games() == 0 && !record.is_studied() {
                record.source.clear();
            }
        }
    }
    Ok(keys.len() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Place;
    use crate::Records;
    use tengen_core::board::BoardSize;
    use tengen_records::defaults::Defaults;
    use tengen_testkit::{FREESTYLE, after_moves};

    fn import(database: &mut Database, texts: &[&str]) -> (ImportCounts, Vec<String>) {
        let mut import = Import::into(database);
        let mut refused = Vec::new();
        for text in texts {
            let mut refuse = |why| refused.push(why);
            let defaults = Defaults::of(FREESTYLE, BoardSize::FIFTEEN);
            import.read(text.as_bytes(), "a test", defaults, &mut refuse).unwrap();
        }
        (import.end().unwrap(), refused)
    }

    fn known(database: &Database, moves: &str) -> Option<Record> {
        database.get(Place::of(&after_moves(BoardSize::FIFTEEN, moves), FREESTYLE).key()).unwrap()
    }

    /// White wins, black wins, and the second game mirrored.
    const GAMES: &str = "(;GM[4]SZ[15]RE[W+R];B[hh];W[ii];B[gg])(;GM[4]SZ[15]RE[B+R];B[hh];W[hi])\
        (;GM[4]SZ[15]RE[B+R];B[hh];W[hg])";

    #[test]
    fn positions_of_games_are_counted_with_results_and_no_game_twice() {
        let mut database = Database::in_memory();
        let (counts, refused) = import(&mut database, &[GAMES, "h8i9"]);
        assert_eq!(refused, Vec::<String>::new());
        assert_eq!((counts.games, counts.again, counts.positions), (3, 1, 4 + 3 + 3));
        for _ in 0..2 {
            let root = known(&database, "").unwrap();
            let results = root.results;
            assert_eq!((results.black, results.white, results.open), (1, 1, 1));
            assert_eq!(root.source, "a test");
            // All diagonal replies are one position.
            assert_eq!(known(&database, "h8g7").unwrap().results.games(), 2);
            assert_eq!(known(&database, "h8g8").unwrap().results.black, 1);
            assert_eq!(known(&database, "h8a1"), None);
            assert_eq!(import(&mut database, &[GAMES]).0.games, 0);
        }
    }

    #[test]
    fn what_is_no_game_is_refused_in_a_sentence_and_the_rest_is_counted() {
        let mut database = Database::in_memory();
        let texts = ["", "{\"a\": 1}", "h8h8", "(;GM[1]SZ[19]KM[6.5]HA[2]AB[dd];B[pp])", "h8i9"];
        let (counts, refused) = import(&mut database, &texts);
        assert!(refused.len() >= 3, "{refused:?}");
        assert!(counts.games >= 1 && refused.len() as u64 + counts.games == 5, "{counts:?}");
        assert_eq!(known(&database, "h8i9").unwrap().results.open, 1);
    }
}
