//! Games into a database: every position that they went through, with how they ended, each game once.

use crate::played::fingerprint_of;
use crate::{Database, Key, Played, Record, note};
use anyhow::Result;
use std::collections::HashMap;
use tengen_core::board::Shape;
use tengen_core::records::Game;
use tengen_core::records::defaults::Defaults;
use tengen_core::records::opened::{self, Unopened};
use tengen_core::records::source::Source;
use tengen_core::rules::Rule;

/// Positions that are gathered before they are written, sorted: about 40 MB, and a few seconds in which other programs
/// wait for their turn to write.
const GATHERED: usize = 100_000;
/// Bytes of comments that are gathered.
const GATHERED_COMMENTS: usize = 1 << 25;

/// Counts games into a database. What it has gathered comes into the file now and then, a game either with all of its
/// positions or not at all, so that an import that was killed can be done again: it goes on where it was. Several may
/// write one file at the same time: a game that two of them bring counts once.
pub struct Import<'a> {
    database: &'a mut Database,
    positions: HashMap<Key, Record>,
    /// Comments on positions, not joined yet: a library may have thousands on one.
    comments: HashMap<Key, Vec<String>>,
    comment_bytes: usize,
    games: HashMap<u64, Gathered>,
    tally: Tally,
}

/// A game that waits to be written, and where it came from.
struct Gathered {
    played: Played,
    source: String,
}

/// What holds where a file says nothing.
#[derive(Clone, Copy, Debug)]
pub struct Otherwise {
    /// The rule.
    pub rule: Rule,
    /// The board.
    pub shape: Shape,
}

impl From<Otherwise> for Defaults {
    fn from(otherwise: Otherwise) -> Defaults {
        Defaults::of(otherwise.rule, otherwise.shape)
    }
}

/// What an import has done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Games that were new.
    pub games: u64,
    /// Games that had been counted before.
    pub again: u64,
    /// Positions that the new games went through, those of each game counted for themselves.
    pub positions: u64,
    /// Positions that libraries of RenLib have.
    pub studied: u64,
}

impl<'a> Import<'a> {
    /// Begins.
    pub fn into(database: &'a mut Database) -> Import<'a> {
        Import {
            database,
            positions: HashMap::new(),
            comments: HashMap::new(),
            comment_bytes: 0,
            games: HashMap::new(),
            tally: Tally::default(),
        }
    }

    /// What was done so far.
    pub fn tally(&self) -> Tally {
        self.tally
    }

    /// Counts the games of a file that has been read: SGF (the main lines of all its games), or one game in any other form.
    /// Gives away what was refused, game by game.
    ///
    /// # Errors
    /// When the database cannot be read or written. A file that is no game is no error: it is refused.
    pub fn bytes(&mut self, bytes: &[u8], name: &str, otherwise: Otherwise) -> Result<Vec<String>> {
        let opened = match opened::open(bytes, otherwise.into(), false) {
            Ok(opened) => opened,
            Err(Unopened::OtherGame(why) | Unopened::Wrong(why)) => return Ok(vec![why]),
        };
        let Some(Source::Sgf(file)) = opened.source else {
            let refused = self.game(&opened.game, name)?;
            return Ok(refused.into_iter().collect());
        };
        let mut refused = Vec::new();
        for tree in &file.file().trees {
            let why = match tree.main(otherwise.into()) {
                Ok(line) => self.game(&line.game, name)?,
                Err(error) => Some(error.to_string()),
            };
            refused.extend(why);
        }
        Ok(refused)
    }

    /// Joins what a library says of a position to what is known of it.
    ///
    /// # Errors
    /// When the database cannot be read or written.
    pub(crate) fn study(&mut self, key: Key, mut record: Record) -> Result<()> {
        let comment = std::mem::take(&mut record.comment);
        if !comment.is_empty() {
            self.comment_bytes += comment.len();
            self.comments.entry(key.clone()).or_default().push(comment);
        }
        let known = self.positions.remove(&key).unwrap_or_default();
        self.positions.insert(key, known.joined(record));
        self.tally.studied += 1;
        if self.positions.len() >= GATHERED || self.comment_bytes >= GATHERED_COMMENTS {
            self.flush()?;
        }
        Ok(())
    }

    /// Counts a game, unless its moves are those of one that has been counted, turned or mirrored. Gives away why it was
    /// refused, if it was.
    ///
    /// # Errors
    /// When the database cannot be read or written.
    pub fn game(&mut self, game: &Game, source: &str) -> Result<Option<String>> {
        match Played::of(game) {
            Ok((played, keys)) => self.count(played, keys, source).map(|()| None),
            Err(why) => Ok(Some(why.to_string())),
        }
    }

    /// [`Import::game`] for a game that another database has kept.
    pub(crate) fn played(&mut self, played: Played, source: &str) -> Result<()> {
        let keys = played.keys()?;
        self.count(played, keys, source)
    }

    fn count(&mut self, played: Played, keys: Vec<Key>, source: &str) -> Result<()> {
        let print = fingerprint_of(&keys);
        if self.games.contains_key(&print) || self.database.has_game(print)? {
            self.tally.again += 1;
            return Ok(());
        }
        self.tally.games += 1;
        self.tally.positions += keys.len() as u64;
        let results = played.results();
        for key in keys {
            let record = self.positions.entry(key).or_insert_with(|| Record {
                source: source.into(),
                ..Record::default()
            });
            record.results = record.results.plus(results);
        }
        let source = source.into();
        self.games.insert(print, Gathered { played, source });
        if self.positions.len() >= GATHERED {
            self.flush()?;
        }
        Ok(())
    }

    /// Writes what is gathered still, and ends. Whoever does not end leaves out the last games.
    ///
    /// # Errors
    /// When the database cannot be written.
    pub fn end(mut self) -> Result<Tally> {
        self.flush()?;
        Ok(self.tally)
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
                // another program has counted it since we looked
                let positions = take_back(&mut self.positions, &played)?;
                self.tally.games -= 1;
                self.tally.again += 1;
                self.tally.positions -= positions;
            }
        }
        let mut positions: Vec<_> = self.positions.drain().collect();
        // A game that was taken back leaves positions of which nothing is known but where they came from.
        positions.retain(|(_, record)| {
            record.results.games() > 0 || record.is_studied() || !record.source.is_empty()
        });
        positions.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
        for (key, record) in positions {
            batch.join(&key, record)?;
        }
        batch.commit()
    }
}

/// Takes a game out of what was gathered, and tells how many positions it went through.
fn take_back(positions: &mut HashMap<Key, Record>, played: &Played) -> Result<u64> {
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
    use std::path::{Path, PathBuf};
    use tengen_core::board::Position;
    use tengen_core::rules::Variant;

    const RULE: Rule = Rule::new(Variant::Freestyle);

    fn fresh(name: &str) -> PathBuf {
        let file =
            std::env::temp_dir().join(format!("tengen-import-{name}-{}.db", std::process::id()));
        let _ = std::fs::remove_file(&file);
        file
    }

    fn import(file: &Path, texts: &[&str]) -> (Tally, Vec<String>) {
        let mut database = Database::create(file).unwrap();
        let mut import = Import::into(&mut database);
        let shape = Shape::square(15).unwrap();
        let read = |text: &&str| {
            import
                .bytes(text.as_bytes(), "a test", Otherwise { rule: RULE, shape })
                .unwrap()
        };
        let refused = texts.iter().flat_map(read).collect();
        (import.end().unwrap(), refused)
    }

    fn known(file: &Path, moves: &str) -> Option<Record> {
        let shape = Shape::square(15).unwrap();
        let mut position = Position::new(shape);
        for point in tengen_core::board::notation::read(moves, shape).unwrap() {
            position.play(point, &mut ());
        }
        let database = Database::open(file).unwrap();
        database.get(Place::of(&position, RULE).key()).unwrap()
    }

    /// White wins, black wins, and the second one mirrored.
    const GAMES: &str = "(;GM[4]SZ[15]RE[W+R];B[hh];W[ii];B[gg])(;GM[4]SZ[15]RE[B+R];B[hh];W[hi])\
        (;GM[4]SZ[15]RE[B+R];B[hh];W[hg])";

    #[test]
    fn positions_of_games_are_counted_with_results_and_no_game_twice() {
        let file = fresh("count");
        let (tally, refused) = import(&file, &[GAMES, "h8i9"]);
        assert_eq!(refused, Vec::<String>::new());
        assert_eq!(
            (tally.games, tally.again, tally.positions),
            (3, 1, 4 + 3 + 3)
        );
        for _ in 0..2 {
            let root = known(&file, "").unwrap();
            let results = root.results;
            assert_eq!((results.black, results.white, results.open), (1, 1, 1));
            assert_eq!(root.source, "a test");
            // All diagonal answers are one position.
            assert_eq!(known(&file, "h8g7").unwrap().results.games(), 2);
            assert_eq!(known(&file, "h8g8").unwrap().results.black, 1);
            assert_eq!(known(&file, "h8a1"), None);
            assert_eq!(import(&file, &[GAMES]).0.games, 0);
        }
        std::fs::remove_file(&file).unwrap();
    }

    #[test]
    fn what_is_no_game_is_refused_in_a_sentence_and_the_rest_is_counted() {
        let file = fresh("refused");
        let texts = [
            "",
            "{\"a\": 1}",
            "h8h8",
            "(;GM[1]SZ[19]KM[6.5]HA[2]AB[dd];B[pp])",
            "h8i9",
        ];
        let (tally, refused) = import(&file, &texts);
        assert!(refused.len() >= 3, "{refused:?}");
        assert!(
            tally.games >= 1 && refused.len() as u64 + tally.games == 5,
            "{tally:?}"
        );
        assert_eq!(known(&file, "h8i9").unwrap().results.open, 1);
        std::fs::remove_file(&file).unwrap();
    }
}
