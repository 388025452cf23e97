//! Compares the page reader with SQLite.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use std::io;
use std::path::Path;
use std::sync::Mutex;
use tengen_core::board::{BoardSize, Point, Position, notation};
use tengen_core::rules::{Rule, Variant};
use tengen_database::{
    Bound, Database, DatabaseError, DatabaseReader, Import, Key, Place, PositionBook, Proof, ReadAt, Record, Records,
    Results, SharedDatabase, Stored, Value,
};
use tengen_records::Game;
use tengen_records::moves::game_of_moves;
use tengen_testkit::{RENJU, after_moves};

struct Bytes(Mutex<Vec<u8>>);

impl ReadAt for &Bytes {
    fn read_at(&self, offset: u64, room: &mut [u8]) -> io::Result<()> {
        let bytes = self.0.lock().unwrap();
        let rest = usize::try_from(offset).ok().and_then(|start| bytes.get(start..));
        let bytes = rest.and_then(|rest| rest.get(..room.len()));
        room.copy_from_slice(bytes.ok_or(io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }
}

fn any_key(random: &mut StdRng) -> Key {
    let mut position = Position::new(BoardSize::FIFTEEN);
    for _ in 0..random.random_range(0..30) {
        let point = Point::new(random.random_range(0..15), random.random_range(0..15));
        if position.is_empty(point) {
            position.play(point, &mut ());
        }
    }
    let rule = Rule::new(Variant::ALL[random.random_range(0..Variant::ALL.len())]);
    Place::of(&position, rule).key().clone()
}

/// A game of a few moves near the centre.
fn any_game(random: &mut StdRng) -> Game {
    let mut moves = vec![Point::new(7, 7)];
    while moves.len() < 6 {
        let point = Point::new(random.random_range(6..9), random.random_range(6..9));
        if !moves.contains(&point) {
            moves.push(point);
        }
    }
    let text: String = moves.iter().map(|&point| notation::write(point, BoardSize::FIFTEEN)).collect();
    game_of_moves(&text, RENJU, BoardSize::FIFTEEN).unwrap()
}

fn any_record(random: &mut StdRng) -> Record {
    let value = Value {
        score: random.random_range(-30_000..30_000),
        depth: random.random_range(0..300),
        bound: [Bound::Exact, Bound::Lower, Bound::Upper][random.random_range(0..3)],
    };
    let proof = [Proof::Win(7), Proof::Loss(40_000), Proof::Draw][random.random_range(0..3)];
    let mut count = || random.random_range(0..300u64).pow(random.random_range(0..5));
    let results = Results { black: count(), drawn: count(), white: count(), open: count() };
    let length = match random.random_range(0..20) {
        0 => 20_000,
        1..5 => random.random_range(0..3000),
        _ => 0,
    };
    let proof = random.random_bool(0.2).then_some(proof);
    Record {
        value: random.random_bool(0.5).then_some(value),
        proof,
        is_shortest: proof.is_some_and(|proof| proof != Proof::Draw) && random.random_bool(0.5),
        best: random.random_bool(0.5).then_some(Point::new(3, 9)),
        results,
        comment: "ж".repeat(length),
        label: if random.random_bool(0.1) { "A1" } else { "" }.into(),
        source: format!("file {}", random.random_range(0..200)),
    }
}

#[test]
fn pages_are_read_as_sqlite_reads_them() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("reader.db");
    let mut random = StdRng::seed_from_u64(7);
    let mut database = Database::create(&file).unwrap();
    let empty = Bytes(Mutex::new(Vec::new()));
    assert!(DatabaseReader::open(&empty, "a.db").is_err());
    let mut batch = database.write().unwrap();
    let keys: Vec<Key> = (0..5000).map(|_| any_key(&mut random)).collect();
    for key in &keys {
        batch.put(key, &any_record(&mut random)).unwrap();
    }
    batch.commit().unwrap();
    let mut import = Import::into(&mut database);
    for number in 0..400 {
        assert_eq!(import.game(&any_game(&mut random), &format!("file {number}")).unwrap(), None);
    }
    import.end().unwrap();
    drop(database); // writes everything to the file
    let book = SharedDatabase::open(&file, false).unwrap();
    let database = Database::open(&file).unwrap();
    let bytes = Bytes(Mutex::new(std::fs::read(&file).unwrap()));
    let reader = DatabaseReader::open(&bytes, "a.db").unwrap();
    let others = (0..2000).map(|_| any_key(&mut random));
    for key in keys.iter().cloned().chain(others) {
        assert_eq!(reader.get(&key).unwrap(), database.get(&key).unwrap());
    }
    for moves in ["", "h8", "h8i9", "h8g8", "h8a1"] {
        let place = Place::of(&after_moves(BoardSize::FIFTEEN, moves), RENJU);
        for most in [1, 1000] {
            let (read, listed) = (reader.games_with(&place, most), book.games_with(&place, most));
            let sorted = |games: Result<Vec<Stored>, DatabaseError>| {
                let mut games = games.unwrap();
                games.sort_by(|a, b| a.source.cmp(&b.source));
                games
            };
            let (read, listed) = (sorted(read), sorted(listed));
            assert_eq!(read.len(), listed.len());
            assert!(most == 1 || read == listed);
        }
    }

    // Damage is reported or does not matter; nothing panics or runs forever.
    let good = bytes.0.lock().unwrap().clone();
    let mut reported = 0;
    for _ in 0..300 {
        let mut bad = good.clone();
        for _ in 0..random.random_range(1..2000) {
            let at = random.random_range(0..bad.len());
            bad[at] = random.random();
        }
        if random.random_bool(0.2) {
            bad.truncate(random.random_range(0..bad.len()));
        }
        let bytes = Bytes(Mutex::new(bad));
        let Ok(reader) = DatabaseReader::open(&bytes, "a.db") else {
            reported += 1;
            continue;
        };
        let failed = keys[..200].iter().filter(|key| reader.get(key).is_err());
        reported += usize::from(failed.count() > 0);
    }
    assert!(reported > 50, "{reported}");
}

#[test]
fn what_is_no_database_is_refused_with_a_sentence() {
    let why = |bytes: Vec<u8>| {
        let bytes = Bytes(Mutex::new(bytes));
        let opened = DatabaseReader::open(&bytes, "a.db");
        opened.err().expect("it is refused").to_string()
    };
    assert_eq!(why(vec![7; 50]), "a.db is not a position database");
    assert_eq!(why(vec![7; 5000]), "a.db is not a position database");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("version.db");
    drop(Database::create(&file).unwrap());
    let good = std::fs::read(&file).unwrap();
    let mut other = good.clone();
    other[68] = 0;
    assert_eq!(why(other), "a.db is a database of another program");
    let mut newer = good.clone();
    newer[63] = 99;
    assert!(why(newer).contains("has the layout of version 99"));
    assert_eq!(why(good[..1000].to_vec()), "a.db is damaged");
}

/// The offset and the size of a table's root page.
fn page(file: &Path, table: &str) -> (usize, usize) {
    let connection = rusqlite::Connection::open(file).unwrap();
    let number = |query: &str| -> u32 { connection.query_row(query, [], |row| row.get(0)).unwrap() };
    let size = number("PRAGMA page_size") as usize;
    let root = match table {
        "sqlite_schema" => 1,
        _ => number(&format!("SELECT rootpage FROM sqlite_schema WHERE name = '{table}'")),
    };
    ((root as usize - 1) * size, size)
}

/// Turns the root of a table into a leaf with as many cells as fit, all at one offset; each is a row of a million bytes
/// that continues in the last page, which continues in itself.
fn share_endless_overflow(bytes: &mut [u8], (page, size): (usize, usize)) {
    let head = if page == 0 { 100 } else { 0 };
    let last = (bytes.len() / size) as u32;
    let (length, least) = (1_000_000, (size - 12) * 32 / 255 - 23);
    let here = match least + (length - least) % (size - 4) {
        kept if kept <= size - 35 => kept,
        _ => least,
    };
    let cell = size - (4 + here + 4);
    let count = (cell - head - 8) / 2;
    let root = &mut bytes[page..page + size];
    root[head] = 13; // a table leaf
    root[head + 3..head + 5].copy_from_slice(&(count as u16).to_be_bytes());
    for number in 0..count {
        let at = head + 8 + 2 * number;
        root[at..at + 2].copy_from_slice(&(cell as u16).to_be_bytes());
    }
    root[cell..cell + 4].copy_from_slice(&[0xbd, 0x84, 0x40, 1]); // a million, and row 1
    root[size - 4..].copy_from_slice(&last.to_be_bytes());
    let end = bytes.len() - size;
    bytes[end..end + 4].copy_from_slice(&last.to_be_bytes());
}

#[test]
fn rows_that_share_an_overflow_page_without_end_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("overflow.db");
    let mut random = StdRng::seed_from_u64(3);
    let mut database = Database::create(&file).unwrap();
    let mut batch = database.write().unwrap();
    let key = any_key(&mut random);
    batch.put(&key, &any_record(&mut random)).unwrap();
    batch.commit().unwrap();
    drop(database);
    for table in ["sqlite_schema", "source"] {
        let mut bad = std::fs::read(&file).unwrap();
        bad.resize(1 << 17, 0);
        share_endless_overflow(&mut bad, page(&file, table));
        let bytes = Bytes(Mutex::new(bad));
        let why = match DatabaseReader::open(&bytes, "a.db") {
            Ok(reader) => reader.get(&key).unwrap_err(),
            Err(error) => error,
        };
        assert!(format!("{why:#}").contains("is used twice"), "{table}: {why:#}");
    }
}
