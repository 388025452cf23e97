//! The database file.
//!
//! ```text
//! application_id  0x54656e67, "Teng"        user_version  VERSION
//!
//! position   key           bytes of a `Key`
//!            score, depth, bound (0 exact, 1 lower, 2 upper)      all three or none
//!            proof         n + 1: won in at most n plies; -n - 1: lost in at most n; 0: drawn;
//!                          65,536 farther from 0 where n is settled
//!            best          32 · row + column, as the key lies
//!            black, drawn, white, open                            games
//!            comment, label, source                               text; source is a number of the next table
//! source     id, name
//! game       fingerprint, start, moves, ending, source         games that have been counted, as `played.rs` has them
//! claim      key, owner, time (seconds)     positions that are being searched; only where some are analysed
//! ```
//!
//! A file with any other schema is rejected (`schema.rs`).
//!
//! The file uses SQLite's WAL mode: readers see what was committed when they started, and a killed writer leaves no
//! partial changes. While it is open, two more files next to it belong to it (`-wal`, `-shm`).

use crate::error::{Result, ensure};
use crate::note::first_bytes;
use crate::played::stop_at;
use crate::record::{Bound, Record, Results, SOURCE, Value};
use crate::schema::{self, StoredEntry};
use crate::{BookError, DatabaseError, Key, Place, PlayedBefore, Records, Stored, VERSION, played};
use rusqlite::config::DbConfig;
use rusqlite::ffi::SQLITE_READONLY_ROLLBACK;
use rusqlite::types::Type;
use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension, Row, Transaction, TransactionBehavior, params};
use std::ffi::c_int;
use std::io::{self, ErrorKind, Write};
use std::ops::{ControlFlow, Range};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tengen_core::board::{POINTS, Point};
use tengen_core::files::{Existing, NewFile, check_plain};
use tengen_core::printable;

/// "Teng".
const APPLICATION: i32 = 0x5465_6e67;
/// The bytes of a file's head that name the mode of its journal for reading and writing, and their value for WAL.
const VERSIONS: Range<usize> = 18..20;
const WAL: u8 = 2;
/// How long a program waits for another one to finish writing.
const PATIENCE: Duration = Duration::from_secs(10);
/// Claims expire after this many seconds without renewal.
pub(crate) const VOID: i64 = 30;

/// How long a writer waits for its turn: an import may hold the file for half a minute.
const LONG_PATIENCE: Duration = Duration::from_secs(600);
/// The maximum number of SQLite VM steps for reading the schema.
const MOST_STEPS: c_int = 100_000;

const COLUMNS: &str = "score, depth, bound, proof, best, black, drawn, white, open, comment, label, name, key";

/// SQLite's name for a database that is in no file.
const IN_MEMORY: &str = ":memory:";

pub struct Database {
    connection: Connection,
    file: PathBuf,
}

impl Database {
    /// Opens a file read-only. Others may read and write it at the same time.
    pub fn open(file: &Path) -> Result<Database> {
        let mut database = Database::connect(file, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        ensure(database.is_ours()?, BookError::NoPositions { name: file.display().to_string() })?;
        let set = database.connection.execute_batch("PRAGMA query_only = ON");
        set.map_err(|error| in_file(file, error))?;
        Ok(database)
    }

    /// Opens a file for reading and writing, and creates it if it does not exist. A file that is not a database is left
    /// unchanged.
    pub fn create(file: &Path) -> Result<Database> {
        if file != Path::new(IN_MEMORY) && !file.exists() {
            make_new(file)?;
        }
        let mut database = Database::connect(file, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        if !database.is_ours()? {
            database.lay_out().map_err(|error| in_file(file, error))?;
            database.is_ours()?; // another program may have created it
        }
        let settings = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -65536;";
        let set = database.connection.execute_batch(settings);
        set.map_err(|error| in_file(file, error))?;
        database.set_patience(LONG_PATIENCE)?;
        Ok(database)
    }

    /// A new database that is in no file.
    #[cfg(test)]
    pub(crate) fn in_memory() -> Database {
        Database::create(IN_MEMORY.as_ref()).unwrap()
    }

    /// Opens a file such that triggers, views and functions of its schema cannot run.
    fn connect(file: &Path, flags: OpenFlags) -> Result<Database> {
        for part in [file.to_path_buf()].into_iter().chain(companions(file)) {
            let checked = check_plain(&part);
            checked.map_err(|error| BookError::CannotUse { name: part.display().to_string() }.because(error))?;
        }
        let open = || {
            let connection = Connection::open_with_flags(file, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
            connection.busy_timeout(PATIENCE)?;
            for (config, value) in [
                (DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true),
                (DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false),
                (DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW, false),
                (DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false),
            ] {
                connection.set_db_config(config, value)?;
            }
            connection.execute_batch("PRAGMA cell_size_check = ON")?;
            Ok(connection)
        };
        Ok(Database { connection: open().map_err(|error| in_file(file, error))?, file: file.into() })
    }

    /// Whether the file has our tables; false if it is empty. Another schema is rejected before any part of it is run.
    fn is_ours(&mut self) -> Result<bool> {
        let in_file = |error| in_file(&self.file, error);
        let limit = Some(|| true);
        let limited = self.connection.progress_handler(MOST_STEPS, limit);
        limited.map_err(in_file)?;
        let seen = seen(&self.connection).map_err(in_file)?;
        let unlimited = self.connection.progress_handler(0, None::<fn() -> bool>);
        unlimited.map_err(in_file)?;
        let name = self.file.display().to_string();
        match (seen.application, seen.version) {
            (APPLICATION, VERSION) => match schema::check(&seen.entries) {
                Ok(()) => Ok(true),
                Err(why) => Err(BookError::NotOurs { name }.because(why)),
            },
            (APPLICATION, version) => {
                Err(BookError::OtherLayout { name, version: version.into(), known: VERSION }.into())
            }
            (0, 0) if seen.entries.is_empty() => Ok(false),
            _ => Err(BookError::OtherDatabase { name }.into()),
        }
    }

    /// Creates the tables in an empty file.
    fn lay_out(&mut self) -> rusqlite::Result<()> {
        let behaviour = TransactionBehavior::Exclusive;
        let transaction = self.connection.transaction_with_behavior(behaviour)?;
        let is_there = "SELECT count(*) > 0 FROM sqlite_schema"; // another program may have created them
        if !transaction.query_row(is_there, [], |row| row.get(0))? {
            create_tables(&transaction)?;
        }
        transaction.commit()
    }

    /// Sets the lock timeout of reads and writes.
    pub(crate) fn set_patience(&self, patience: Duration) -> Result<()> {
        let set = self.connection.busy_timeout(patience);
        set.map_err(|error| in_file(&self.file, error))
    }

    pub(crate) fn file(&self) -> &Path {
        &self.file
    }

    pub(crate) fn renew_claims(&self, owner: i64) -> Result<()> {
        let renew = "UPDATE claim SET time = unixepoch() WHERE owner = ?";
        let renewed = self.connection.execute(renew, [owner]);
        renewed.map(|_| ()).map_err(|error| in_file(&self.file, error))
    }

    /// Whether a game has been counted ([`Batch::note_game`]).
    pub fn has_game(&self, fingerprint: u64) -> Result<bool> {
        let has = || {
            let mut has = self.connection.prepare_cached("SELECT 1 FROM game WHERE fingerprint = ?")?;
            has.exists([fingerprint.cast_signed()])
        };
        has().map_err(|error| in_file(&self.file, error))
    }

    /// The number of positions. Reads the whole file.
    pub fn count(&self) -> Result<u64> {
        self.count_rows("position")
    }

    /// Calls `show` for all positions in key order.
    pub fn each(&self, mut show: impl FnMut(Key, Record) -> Result<()>) -> Result<()> {
        let all = format!("SELECT {COLUMNS} FROM position LEFT JOIN source ON id = source ORDER BY key");
        let mut last = None;
        self.each_row(&all, &[9, 10, 12], |row| {
            let key = row.get_ref(12).map_err(|error| in_file(&self.file, error))?;
            let key = key.as_blob().ok().and_then(Key::from_bytes);
            let key = key.filter(|key| last.as_ref() < Some(key)).ok_or_else(|| damaged(&self.file))?;
            last = Some(key.clone());
            show(key, read(row).map_err(|error| in_file(&self.file, error))?)?;
            Ok(ControlFlow::Continue(()))
        })
    }

    /// Calls `show` for all counted games with their sources.
    pub fn each_game(&self, mut show: impl FnMut(PlayedBefore, String) -> Result<()>) -> Result<()> {
        self.each_game_row(|row, from| {
            show(PlayedBefore::of_row(&row).ok_or_else(|| damaged(&self.file))?, from)?;
            Ok(ControlFlow::Continue(()))
        })
    }

    /// See [`PositionBook::games_with`](crate::PositionBook::games_with).
    pub(crate) fn games_with(&self, place: &Place, most: usize) -> Result<Vec<Stored>> {
        let mut found = Vec::new();
        self.each_game_row(|row, from| {
            let game = PlayedBefore::unchecked(&row).ok_or_else(|| damaged(&self.file))?;
            found.extend(game.through(place, &from));
            Ok(stop_at(most, &found))
        })?;
        Ok(found)
    }

    fn each_game_row(&self, mut see: impl FnMut(played::PlayedRow, String) -> Result<ControlFlow<()>>) -> Result<()> {
        let all = "SELECT start, moves, ending, name, fingerprint FROM game LEFT JOIN source ON id = source
            ORDER BY fingerprint";
        let mut last = None;
        self.each_row(all, &[0, 1], |row| {
            let in_file = |error| in_file(&self.file, error);
            let number: i64 = row.get(4).map_err(in_file)?;
            let (game, from) = read_game(row).map_err(in_file)?;
            if last >= Some(number) {
                return Err(damaged(&self.file));
            }
            last = Some(number);
            see(game, from)
        })
    }

    /// Calls `see` for the rows of a query, until it has seen enough.
    ///
    /// In a damaged tree, one page may be reachable in many ways and one text may be shared by many rows; reading such
    /// a file could take years. So rows must be in order, which `see` checks, and the total size of the texts in these
    /// columns (which are not shared in a valid file) must not exceed the size of the file.
    fn each_row(
        &self,
        query: &str,
        columns: &[usize],
        mut see: impl FnMut(&Row) -> Result<ControlFlow<()>>,
    ) -> Result<()> {
        let in_file = |error| in_file(&self.file, error);
        let snapshot = self.connection.unchecked_transaction().map_err(in_file)?;
        let mut room = size_of(&snapshot).map_err(in_file)?;
        let mut all = snapshot.prepare(query).map_err(in_file)?;
        let mut rows = all.query([]).map_err(in_file)?;
        while let Some(row) = rows.next().map_err(in_file)? {
            for &column in columns {
                let text = row.get_ref(column).map_err(in_file)?.as_bytes_or_null();
                let length = text.ok().flatten().map_or(0, <[u8]>::len);
                room = room.checked_sub(length).ok_or_else(|| damaged(&self.file))?;
            }
            if see(row)?.is_break() {
                break;
            }
        }
        Ok(())
    }

    pub fn count_games(&self) -> Result<u64> {
        self.count_rows("game")
    }

    fn count_rows(&self, table: &str) -> Result<u64> {
        let count = format!("SELECT count(*) FROM {table}");
        let count = self.connection.query_row(&count, [], |row| row.get::<_, i64>(0));
        let count = count.map_err(|error| in_file(&self.file, error))?;
        u64::try_from(count).map_err(|_| damaged(&self.file))
    }

    /// Reads the whole file and counts the positions.
    pub fn check(&self) -> Result<u64> {
        let in_file = |error| in_file(&self.file, error);
        let check = "PRAGMA integrity_check(1)";
        let verdict: String = self.connection.query_row(check, [], |row| row.get(0)).map_err(in_file)?;
        if verdict != "ok" {
            return Err(BookError::Unreadable { why: verdict }.because(damaged(&self.file)));
        }
        let mut count = 0;
        self.each(|_, _| {
            count += 1;
            Ok(())
        })?;
        self.each_game(|_, _| Ok(()))?;
        Ok(count)
    }

    /// Starts a transaction. Its changes reach the file with [`Batch::commit`], all of them or none; dropping the batch
    /// discards them.
    pub fn write(&mut self) -> Result<Batch<'_>> {
        let behaviour = TransactionBehavior::Immediate;
        let transaction = self.connection.transaction_with_behavior(behaviour);
        Ok(Batch { transaction: transaction.map_err(|error| in_file(&self.file, error))?, file: &self.file })
    }
}

impl Records for Database {
    fn get(&self, key: &Key) -> Result<Option<Record>> {
        get(&self.connection, key).map_err(|error| in_file(&self.file, error))
    }
}

/// Reads see the uncommitted changes of the batch.
impl Records for Batch<'_> {
    fn get(&self, key: &Key) -> Result<Option<Record>> {
        get(&self.transaction, key).map_err(|error| in_file(self.file, error))
    }
}

/// A transaction.
pub struct Batch<'a> {
    transaction: Transaction<'a>,
    file: &'a Path,
}

impl Batch<'_> {
    /// Replaces the record of a position.
    pub fn put(&mut self, key: &Key, record: &Record) -> Result<()> {
        put(&self.transaction, key, record).map_err(|error| in_file(self.file, error))
    }

    /// Merges a record into that of a position.
    pub fn join(&mut self, key: &Key, record: Record) -> Result<()> {
        self.change(key, |known| known.joined(record))
    }

    /// Changes the record of a position; an empty record removes the position.
    pub fn change(&mut self, key: &Key, change: impl FnOnce(Record) -> Record) -> Result<()> {
        let known = get(&self.transaction, key).map_err(|error| in_file(self.file, error))?;
        let changed = change(known.unwrap_or_default());
        if changed == Record::default() {
            return self.remove(key).map(|_| ());
        }
        self.put(key, &changed)
    }

    /// [`Batch::join`] for a record whose best move is in the orientation of the board.
    pub fn join_at(&mut self, place: &Place, mut record: Record) -> Result<()> {
        record.best = record.best.map(|point| place.to_key(point));
        self.join(place.key(), record)
    }

    /// Removes a position. Returns whether it existed.
    pub fn remove(&mut self, key: &Key) -> Result<bool> {
        let remove = || {
            let mut remove = self.transaction.prepare_cached("DELETE FROM position WHERE key = ?")?;
            remove.execute([key.bytes()])
        };
        remove().map(|count| count > 0).map_err(|error| in_file(self.file, error))
    }

    /// Registers a game as counted. Returns false if it already was.
    pub fn note_game(&mut self, fingerprint: u64, game: &PlayedBefore, from: &str) -> Result<bool> {
        let note = || {
            let mut note = self.transaction.prepare_cached("INSERT OR IGNORE INTO game VALUES (?, ?, ?, ?, ?)")?;
            let row = game.row();
            let from = source(&self.transaction, from)?;
            let print = fingerprint.cast_signed();
            note.execute(params![print, row.start, row.moves, row.ending, from])
        };
        note().map(|count| count > 0).map_err(|error| in_file(self.file, error))
    }

    /// Claims a position. Returns whether the owner has the claim now.
    pub(crate) fn claim(&mut self, key: &Key, owner: i64) -> Result<bool> {
        let claim = || {
            self.transaction.execute_batch(&schema::claims())?;
            let mut claim = self.transaction.prepare_cached(
                "INSERT INTO claim VALUES (?1, ?2, unixepoch()) ON CONFLICT (key) DO UPDATE
                 SET owner = ?2, time = unixepoch() WHERE owner = ?2 OR time < unixepoch() - ?3",
            )?;
            claim.execute(params![key.bytes(), owner, VOID])
        };
        let changed = claim().map_err(|error| in_file(self.file, error))?;
        Ok(changed > 0)
    }

    pub(crate) fn release(&mut self, key: &Key, owner: i64) -> Result<()> {
        let release = "DELETE FROM claim WHERE key = ? AND owner = ?";
        let released = self.transaction.execute(release, params![key.bytes(), owner]);
        released.map(|_| ()).map_err(|error| in_file(self.file, error))
    }

    /// Sets the time of all claims to this many seconds from now.
    #[cfg(test)]
    pub(crate) fn set_time_of_claims(&mut self, seconds: i64) {
        let set = "UPDATE claim SET time = unixepoch() + ?";
        self.transaction.execute(set, [seconds]).unwrap();
    }

    /// Commits all changes since [`Database::write`]; afterwards they are durable. After an error the file has none of
    /// them.
    pub fn commit(self) -> Result<()> {
        let file = self.file;
        self.transaction.commit().map_err(|error| in_file(file, error))
    }
}

fn get(connection: &Connection, key: &Key) -> rusqlite::Result<Option<Record>> {
    let get = format!("SELECT {COLUMNS} FROM position LEFT JOIN source ON id = source WHERE key = ?");
    let mut get = connection.prepare_cached(&get)?;
    get.query_row([key.bytes()], read).optional()
}

fn put(connection: &Connection, key: &Key, record: &Record) -> rusqlite::Result<()> {
    let bound = |bound| match bound {
        Bound::Exact => 0,
        Bound::Lower => 1,
        Bound::Upper => 2,
    };
    let games = |count: u64| i64::try_from(count).unwrap_or(i64::MAX);
    let results = record.results;
    let put = "INSERT OR REPLACE INTO position VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    connection.prepare_cached(put)?.execute(params![
        key.bytes(),
        record.value.map(|value| value.score),
        record.value.map(|value| value.depth),
        record.value.map(|value| bound(value.bound)),
        record.proof_number(),
        record.best.map(|point| point.index() as u16),
        games(results.black),
        games(results.drawn),
        games(results.white),
        games(results.open),
        (!record.comment.is_empty()).then_some(&record.comment),
        (!record.label.is_empty()).then_some(&record.label),
        source(connection, &record.source)?,
    ])?;
    Ok(())
}

/// The number of a source, which is added if it is new.
fn source(connection: &Connection, name: &str) -> rusqlite::Result<Option<i64>> {
    let name = first_bytes(name, SOURCE);
    if name.is_empty() {
        return Ok(None);
    }
    let mut known = connection.prepare_cached("SELECT id FROM source WHERE name = ?")?;
    if let Some(id) = known.query_row([name], |row| row.get(0)).optional()? {
        return Ok(Some(id));
    }
    let mut add = connection.prepare_cached("INSERT INTO source (name) VALUES (?)")?;
    Ok(Some(add.insert([name])?))
}

fn read(row: &Row) -> rusqlite::Result<Record> {
    let wrong = |column| rusqlite::Error::FromSqlConversionFailure(column, Type::Integer, "out of range".into());
    let value = match (row.get(0)?, row.get(1)?, row.get::<_, Option<u8>>(2)?) {
        (None, None, None) => None,
        (Some(score), Some(depth), Some(bound)) => Some(Value {
            score,
            depth,
            bound: *[Bound::Exact, Bound::Lower, Bound::Upper].get(bound as usize).ok_or_else(|| wrong(2))?,
        }),
        _ => return Err(wrong(0)),
    };
    let proof = |number: i64| Record::proof_of_number(number).map_err(|_| wrong(3));
    let point = |index: u16| match index as usize {
        index @ 0..POINTS => Ok(Point::from_index(index)),
        _ => Err(wrong(4)),
    };
    let games = |column| u64::try_from(row.get::<_, i64>(column)?).map_err(|_| wrong(column));
    let text = |column| row.get::<_, Option<String>>(column).map(Option::unwrap_or_default);
    let (proof, is_shortest) = row.get::<_, Option<i64>>(3)?.map(proof).transpose()?.unzip();
    Ok(Record {
        value,
        proof,
        is_shortest: is_shortest.unwrap_or_default(),
        best: row.get::<_, Option<u16>>(4)?.map(point).transpose()?,
        results: Results { black: games(5)?, drawn: games(6)?, white: games(7)?, open: games(8)? },
        comment: printable::lines(text(9)?),
        label: printable::line(text(10)?),
        source: source_name(row, 11)?,
    })
}

fn read_game(row: &Row) -> rusqlite::Result<(played::PlayedRow, String)> {
    let game = played::PlayedRow { start: row.get(0)?, moves: row.get(1)?, ending: row.get(2)? };
    Ok((game, source_name(row, 3)?))
}

/// The name of a source. It must be short, since many rows refer to the same one.
fn source_name(row: &Row, column: usize) -> rusqlite::Result<String> {
    let name: Option<String> = row.get(column)?;
    let name = name.unwrap_or_default();
    if name.len() > SOURCE {
        return Err(rusqlite::Error::IntegralValueOutOfRange(column, name.len() as i64));
    }
    Ok(printable::line(name))
}

/// The size of a database in bytes, including changes that are still in its log.
fn size_of(connection: &Connection) -> rusqlite::Result<usize> {
    let number = |what: &str| connection.query_row(what, [], |row| row.get::<_, u32>(0));
    let [count, size] = [number("PRAGMA page_count")?, number("PRAGMA page_size")?];
    Ok((count as usize).saturating_mul(size as usize))
}

/// The properties that identify a file as ours.
struct SeenFile {
    application: i32,
    version: i32,
    entries: Vec<StoredEntry>,
}

fn seen(connection: &Connection) -> rusqlite::Result<SeenFile> {
    let snapshot = connection.unchecked_transaction()?; // another program may be creating the tables
    let number = |what: &str| snapshot.query_row(what, [], |row| row.get(0));
    let entry = |row: &Row| {
        let text = |column| row.get::<_, Option<String>>(column).map(Option::unwrap_or_default);
        Ok(StoredEntry { kind: text(0)?, name: text(1)?, table: text(2)?, sql: text(3)? })
    };
    let mut schema = snapshot.prepare("SELECT type, name, tbl_name, sql FROM sqlite_schema")?;
    let entries = schema.query_map([], entry)?.collect::<rusqlite::Result<_>>()?;
    Ok(SeenFile { application: number("PRAGMA application_id")?, version: number("PRAGMA user_version")?, entries })
}

fn damaged(file: &Path) -> DatabaseError {
    BookError::Damaged { name: file.display().to_string() }.into()
}

/// Creates a file without positions, completely or not at all; no change if another program has just created it.
fn make_new(file: &Path) -> Result<()> {
    let image = new_image().map_err(|error| in_file(file, error))?;
    let until = Instant::now() + PATIENCE;
    loop {
        match write_image(file, &image) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => return Ok(()),
            Err(error) if error.kind() == ErrorKind::ResourceBusy && Instant::now() < until => {
                std::thread::sleep(Duration::from_millis(10));
            }
            Err(error) => return Err(BookError::CannotCreate { name: file.display().to_string() }.because(error)),
            Ok(()) => return Ok(()),
        }
    }
}

fn write_image(file: &Path, image: &[u8]) -> io::Result<()> {
    let mut new = NewFile::create(file, Existing::Keep)?;
    new.write_all(image)?;
    if !file.exists() {
        remove_companions(file)?;
    }
    new.finish()
}

/// The files that SQLite keeps next to a database.
fn companions(file: &Path) -> impl Iterator<Item = PathBuf> {
    ["-wal", "-shm", "-journal"].into_iter().map(move |ending| {
        let mut name = file.as_os_str().to_owned();
        name.push(ending);
        PathBuf::from(name)
    })
}

/// Removes what a database of this name left when it was removed while open: SQLite would take it for changes of the new
/// one.
fn remove_companions(file: &Path) -> io::Result<()> {
    for companion in companions(file) {
        match std::fs::remove_file(companion) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(())
}

/// The bytes of a file without positions. It is in WAL mode from the start: a change of mode is a write that could be
/// interrupted.
fn new_image() -> rusqlite::Result<Vec<u8>> {
    let mut connection = Connection::open_in_memory()?;
    create_tables(&connection)?;
    let mut image = connection.serialize(rusqlite::MAIN_DB)?.to_vec();
    image[VERSIONS].fill(WAL);
    Ok(image)
}

fn create_tables(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(&schema::layout())?;
    connection.pragma_update(None, "application_id", APPLICATION)?;
    connection.pragma_update(None, "user_version", VERSION)
}

/// Describes an error for users who do not know SQLite, followed by SQLite's own message.
fn in_file(file: &Path, error: rusqlite::Error) -> DatabaseError {
    use rusqlite::Error::{FromSqlConversionFailure, IntegralValueOutOfRange, InvalidColumnType};
    let name = file.display().to_string();
    let extended = error.sqlite_error().map(|error| error.extended_code);
    let kind = match (&error, error.sqlite_error_code()) {
        (_, Some(ErrorCode::NotADatabase | ErrorCode::OperationInterrupted)) => BookError::NoPositions { name },
        (_, Some(ErrorCode::DatabaseCorrupt))
        | (FromSqlConversionFailure(..) | IntegralValueOutOfRange(..) | InvalidColumnType(..), _) => {
            BookError::Damaged { name }
        }
        (_, Some(ErrorCode::DiskFull)) => BookError::DiskFull { name },
        (_, Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked)) => BookError::OtherWriter { name },
        (_, Some(ErrorCode::CannotOpen)) if !file.exists() => BookError::NoFile { name },
        (_, Some(ErrorCode::ReadOnly)) if extended == Some(SQLITE_READONLY_ROLLBACK) => {
            BookError::Unfinished { other: format!("{name}-journal"), name }
        }
        (_, Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied)) => BookError::MayNotWrite { name },
        _ => BookError::CannotUse { name },
    };
    kind.because(error)
}

#[cfg(test)]
mod tests;
