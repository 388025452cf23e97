//! Games into a database: every position that they went through, with how they ended, each game once.

use crate::{Database, Key, Place, Record, Results, text};
use anyhow::{Context, Result, anyhow, bail};
use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use tengen_core::board::{Position, Shape};
use tengen_core::fnv::{FINGERPRINT, fingerprint};
use tengen_core::records::opened::{self, Unopened};
use tengen_core::records::source::Source;
use tengen_core::records::training::{GameReader, GameResult, TrainingGame};
use tengen_core::records::{Ending, Game, Kind, Move, Reason, files};
use tengen_core::rules::Rule;

/// So many positions are gathered before they are written, sorted: about 100 MB.
const GATHERED: usize = 250_000;

/// Counts games into a database. What it has gathered comes into the file now and then, a game either with all of its
/// positions or not at all, so that an import that was killed can be done again: it goes on where it was. Two of them
/// must not write one file at the same time.
pub struct Import<'a> {
    database: &'a mut Database,
    positions: HashMap<Key, Record>,
    /// Those that were read as text.
    texts: HashMap<Key, Record>,
    games: HashSet<u64>,
    tally: Tally,
}

/// What a file of self-play begins with.
const SELF_PLAY: &[u8] = b"TNGGAME";
/// No line of positions as text is longer.
const LONGEST_LINE: u64 = 1 << 20;

/// What an import has done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Games that were new.
    pub games: u64,
    /// Games that had been counted before.
    pub again: u64,
    /// Positions that the new games went through, those of each game counted for themselves.
    pub positions: u64,
    /// Positions whose records were read as text.
    pub records: u64,
}

impl<'a> Import<'a> {
    /// Begins.
    pub fn into(database: &'a mut Database) -> Import<'a> {
        Import {
            database,
            positions: HashMap::new(),
            texts: HashMap::new(),
            games: HashSet::new(),
            tally: Tally::default(),
        }
    }

    /// What was done so far.
    pub fn tally(&self) -> Tally {
        self.tally
    }

    /// Counts what a file holds: games as [`Import::bytes`] takes them, games of self-play, or positions as text. `tell`
    /// is called now and then. Gives away what was refused, and where.
    ///
    /// # Errors
    /// When the file cannot be read, or the database not be read or written.
    pub fn file(
        &mut self,
        file: &Path,
        otherwise: Rule,
        shape: Shape,
        tell: &mut dyn FnMut(Tally),
    ) -> Result<Vec<String>> {
        let name = file.display().to_string();
        let mut head = Vec::new();
        let open = || File::open(file).context(name.clone());
        let read = open()?.take(SELF_PLAY.len() as u64).read_to_end(&mut head);
        read.context(name.clone())?;
        let refused = if head == SELF_PLAY {
            self.self_play(file, tell)
        } else if file.extension().is_some_and(|end| end == "jsonl") {
            self.lines(BufReader::new(open()?), tell)
        } else {
            let bytes = files::read(file, files::LONGEST_RECORD).context(name.clone())?;
            self.bytes(&bytes, &name, otherwise, shape)
        };
        tell(self.tally);
        refused.with_context(|| format!("while {name} was read"))
    }

    fn self_play(&mut self, file: &Path, tell: &mut dyn FnMut(Tally)) -> Result<Vec<String>> {
        let name = file.display().to_string();
        let mut refused = Vec::new();
        for game in GameReader::open(file)? {
            match game {
                Ok(game) => refused.extend(self.game(&game_of(&game), &name)?),
                Err(error) => {
                    refused.push(error.to_string());
                    break;
                }
            }
            tell(self.tally);
        }
        Ok(refused)
    }

    /// Positions as text, one a line.
    fn lines(
        &mut self,
        mut reader: impl BufRead,
        tell: &mut dyn FnMut(Tally),
    ) -> Result<Vec<String>> {
        let mut refused = Vec::new();
        let mut line = String::new();
        for number in 1u64.. {
            line.clear();
            if reader.by_ref().take(LONGEST_LINE).read_line(&mut line)? == 0 {
                break;
            }
            match text::read(&line) {
                Ok((place, record)) => self.record(place.key().clone(), record)?,
                Err(why) => refused.push(format!("line {number}: {why}")),
            }
            tell(self.tally);
        }
        Ok(refused)
    }

    fn record(&mut self, key: Key, record: Record) -> Result<()> {
        self.tally.records += 1;
        self.texts.insert(key, record);
        self.flush_if_full()
    }

    /// Counts the games of a file that has been read: SGF (the main lines of all its games), psq, or moves as text.
    /// `otherwise` and `shape` hold where the file says nothing. Gives away what was refused, game by game.
    ///
    /// # Errors
    /// When the database cannot be read or written. A file that is no game is no error: it is refused.
    pub fn bytes(
        &mut self,
        bytes: &[u8],
        name: &str,
        otherwise: Rule,
        shape: Shape,
    ) -> Result<Vec<String>> {
        let opened = match opened::open(bytes, otherwise, shape, false) {
            Ok(opened) => opened,
            Err(Unopened::OtherGame(why) | Unopened::Wrong(why)) => return Ok(vec![why]),
        };
        let Some(Source::Sgf(file)) = opened.source else {
            let refused = self.game(&opened.game, name)?;
            return Ok(refused.into_iter().collect());
        };
        let mut refused = Vec::new();
        for (number, tree) in file.file().trees.iter().enumerate() {
            let why = match tree.main(otherwise) {
                Ok(line) => self.game(&line.game, name)?,
                Err(error) => Some(error.to_string()),
            };
            refused.extend(why.map(|why| format!("game {}: {why}", number + 1)));
        }
        Ok(refused)
    }

    /// Counts a game, unless its moves are those of one that has been counted, turned or mirrored. Gives away why it was
    /// refused, if it was.
    ///
    /// # Errors
    /// When the database cannot be read or written.
    pub fn game(&mut self, game: &Game, source: &str) -> Result<Option<String>> {
        let keys = match keys_of(game) {
            Ok(keys) => keys,
            Err(why) => return Ok(Some(why.to_string())),
        };
        let print = keys
            .iter()
            .fold(FINGERPRINT, |print, key| fingerprint(print, key.bytes()));
        if self.games.contains(&print) || self.database.has_game(print)? {
            self.tally.again += 1;
            return Ok(None);
        }
        self.games.insert(print);
        self.tally.games += 1;
        self.tally.positions += keys.len() as u64;
        let results = match game.ending {
            Some(ending) => Results::of(ending.winner),
            None => Results {
                open: 1,
                ..Results::default()
            },
        };
        for key in keys {
            let record = self.positions.entry(key).or_insert_with(|| Record {
                source: source.into(),
                ..Record::default()
            });
            record.results = record.results.plus(results);
        }
        self.flush_if_full()?;
        Ok(None)
    }

    fn flush_if_full(&mut self) -> Result<()> {
        if self.positions.len() + self.texts.len() >= GATHERED {
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
        let [positions, texts] = [sorted(&mut self.positions), sorted(&mut self.texts)];
        let mut batch = self.database.write()?;
        for (key, record) in positions {
            batch.join(&key, record)?;
        }
        for (key, record) in texts {
            batch.take_up(&key, record)?;
        }
        for print in self.games.drain() {
            batch.note_game(print)?;
        }
        batch.commit()
    }
}

/// In the order of the file, which is written faster so.
fn sorted(records: &mut HashMap<Key, Record>) -> Vec<(Key, Record)> {
    let mut records: Vec<_> = records.drain().collect();
    records.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
    records
}

/// A game of self-play as any other one.
fn game_of(training: &TrainingGame) -> Game {
    let mut game = Game::new(training.shape, training.rule, Default::default());
    let played = training.moves.iter().map(|searched| searched.point);
    let points = training.opening.iter().copied().chain(played);
    game.moves = points.map(Move::new).collect();
    game.ending = match training.result {
        GameResult::Won(winner) => Some(Ending::won(winner, Reason::Unknown)),
        GameResult::Drawn => Some(Ending::drawn(Reason::Unknown)),
        GameResult::Unfinished => None,
    };
    game
}

/// The positions of a game in turn, from the first one to the one after the last move.
fn keys_of(game: &Game) -> Result<Vec<Key>> {
    if game.kind != Kind::Five {
        bail!("this is another game than five in a row");
    }
    if game.rule.continuous {
        bail!("continuous games are not kept in databases");
    }
    let mut position = Position::new(game.shape);
    let unplayable = |error| anyhow!("{error}");
    for stone in &game.setup {
        position.check_empty(stone.point).map_err(unplayable)?;
        position.place(stone.point, stone.colour, &mut ());
    }
    position.set_to_move(game.first);
    let mut keys = vec![Place::of(&position, game.rule).key().clone()];
    for point in game.points() {
        position.check_empty(point).map_err(unplayable)?;
        position.play(point, &mut ());
        keys.push(Place::of(&position, game.rule).key().clone());
    }
    Ok(keys)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::{Path, PathBuf};
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
                .bytes(text.as_bytes(), "a test", RULE, shape)
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
