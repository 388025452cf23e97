use super::*;
use crate::{Import, Proof};
use std::fs;
use tempfile::tempdir;
use tengen_core::board::{BoardSize, Position};
use tengen_core::rules::{Rule, Variant};
use tengen_records::defaults::Defaults;
use tengen_records::moves::game_of_moves;

/// An import may hold the file for half a minute.
#[test]
fn a_writer_waits_ten_minutes_for_its_turn() {
    let folder = tempdir().unwrap();
    let database = Database::create(&folder.path().join("a.db")).unwrap();
    let milliseconds = database.connection.query_row("PRAGMA busy_timeout", [], |row| row.get(0));
    assert_eq!(milliseconds, Ok(600_000));
}

/// A different position for every number below 50,000.
fn key(number: usize) -> Key {
    let size = BoardSize::new(15, 16).unwrap();
    let mut position = Position::new(size);
    position.play(Point::new(0, 0), &mut ());
    for point in [1 + number % 224, 1 + number / 224] {
        let point = Point::new((point % 15) as u8, (point / 15) as u8);
        if position.is_empty(point) {
            position.play(point, &mut ());
        }
    }
    Place::of(&position, Rule::new(Variant::Freestyle)).key().clone()
}

fn full_record() -> Record {
    Record {
        value: Some(Value { score: -120, depth: 17, bound: Bound::Upper }),
        proof: Some(Proof::Loss(12)),
        is_shortest: true,
        best: Some(Point::new(3, 9)),
        results: Results { black: 3, drawn: 1, white: 2, open: 4 },
        comment: "the knight's answer is better – ?".into(),
        label: "A1".into(),
        source: "own games".into(),
    }
}

fn a_game() -> PlayedBefore {
    let rule = Rule::new(Variant::Freestyle);
    let game = game_of_moves("h8i9g7", rule, BoardSize::FIFTEEN).unwrap();
    PlayedBefore::of(&game).unwrap().0
}

#[test]
fn an_error_has_a_kind_to_match_and_shows_its_cause_behind_it() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("a.db");
    let [mut first, mut second] = [(); 2].map(|()| Database::create(&file).unwrap());
    second.set_patience(Duration::ZERO).unwrap();
    let batch = first.write().unwrap();
    let error = second.write().err().expect("it is locked");
    let name = file.display().to_string();
    assert_eq!(error.kind, BookError::OtherWriter { name: name.clone() });
    assert_eq!(error.to_string(), format!("another program is writing {name}"));
    let whole = format!("{error:#}");
    assert!(whole.starts_with(&format!("{error}: database is locked: ")), "{whole}");
    drop(batch);
    second.write().unwrap();
}

fn sentence(result: Result<Database>) -> String {
    result.err().expect("it is refused").to_string()
}

#[test]
fn what_is_written_is_read() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("a.db");
    let mut database = Database::create(&file).unwrap();
    let mut records = vec![full_record(), Record::default()];
    for proof in [Proof::Win(0), Proof::Win(u16::MAX), Proof::Loss(0), Proof::Draw] {
        records.push(Record { proof: Some(proof), is_shortest: proof != Proof::Draw, ..full_record() });
    }
    records.push(Record { proof: Some(Proof::Win(u16::MAX)), is_shortest: false, ..full_record() });
    let mut batch = database.write().unwrap();
    for (number, record) in records.iter().enumerate() {
        batch.put(&key(number), record).unwrap();
    }
    batch.commit().unwrap();
    drop(database);
    let database = Database::open(&file).unwrap();
    for (number, record) in records.iter().enumerate() {
        assert_eq!(database.get(&key(number)).unwrap().as_ref(), Some(record));
    }
    assert_eq!(database.get(&key(99)).unwrap(), None);
    assert_eq!(database.count().unwrap(), 7);
    assert_eq!(database.check().unwrap(), 7);
}

#[test]
fn games_count_once_and_a_dropped_batch_leaves_nothing() {
    let folder = tempdir().unwrap();
    let mut database = Database::create(&folder.path().join("a.db")).unwrap();
    let mut batch = database.write().unwrap();
    assert!(batch.note_game(u64::MAX, &a_game(), "a test").unwrap());
    assert!(!batch.note_game(u64::MAX, &a_game(), "a test").unwrap());
    batch.put(&key(1), &full_record()).unwrap();
    drop(batch);
    assert_eq!(database.count().unwrap(), 0);
    let mut batch = database.write().unwrap();
    assert!(batch.note_game(u64::MAX, &a_game(), "a test").unwrap());
    batch.put(&key(1), &full_record()).unwrap();
    assert!(batch.remove(&key(1)).unwrap());
    assert!(!batch.remove(&key(1)).unwrap());
    batch.commit().unwrap();
    assert!(!database.write().unwrap().note_game(u64::MAX, &a_game(), "a test").unwrap());
}

#[test]
fn two_read_while_one_writes() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("a.db");
    let mut writer = Database::create(&file).unwrap();
    let readers = [Database::open(&file).unwrap(), Database::open(&file).unwrap()];
    let mut batch = writer.write().unwrap();
    batch.put(&key(1), &full_record()).unwrap();
    for reader in &readers {
        assert_eq!(reader.get(&key(1)).unwrap(), None);
    }
    batch.commit().unwrap();
    for reader in &readers {
        assert_eq!(reader.get(&key(1)).unwrap(), Some(full_record()));
    }
}

#[test]
fn merging_joins_what_was_studied_and_counts_each_game_once() {
    let folder = tempdir().unwrap();
    let mut both = ["a.db", "b.db"].map(|name| Database::create(&folder.path().join(name)).unwrap());
    let (rule, size) = (Rule::new(Variant::Freestyle), BoardSize::FIFTEEN);
    let defaults = Defaults::of(rule, size);
    let deeper = |depth| Record {
        value: Some(Value { depth, ..full_record().value.unwrap() }),
        results: Results::default(),
        ..full_record()
    };
    for (number, database) in both.iter_mut().enumerate() {
        let mut batch = database.write().unwrap();
        batch.put(&key(1), &deeper(5 + number as u16)).unwrap();
        batch.put(&key(2 + number), &deeper(9)).unwrap();
        batch.commit().unwrap();
        let mut import = Import::into(database);
        for moves in ["h8i9g7", ["h8h9", "h8i8i7"][number], "a1"] {
            let mut refuse = |why: String| panic!("{why}");
            import.read(moves.as_bytes(), "a test", defaults, &mut refuse).unwrap();
        }
        import.end().unwrap();
    }
    let [mut a, b] = both;
    let root = Place::of(&Position::new(size), rule);
    for new in [1, 0] {
        let merged = a.merge(&b).unwrap();
        assert_eq!((merged.studied, merged.games.games), (2, new));
        let games = a.get(root.key()).unwrap().unwrap().results.games();
        assert_eq!((games, a.count_games().unwrap()), (4, 4));
        assert_eq!(a.get(&key(1)).unwrap(), Some(deeper(6)));
        assert!(a.get(&key(3)).unwrap().is_some());
        a.check().unwrap();
    }
}

#[test]
fn two_imports_at_the_same_time_count_a_game_once() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("a.db");
    let mut both = [1, 2].map(|_| Database::create(&file).unwrap());
    let (rule, size) = (Rule::new(Variant::Freestyle), BoardSize::FIFTEEN);
    let defaults = Defaults::of(rule, size);
    let mut imports = both.each_mut().map(Import::into);
    for (import, more) in imports.iter_mut().zip(["h8h9", "h8j8"]) {
        for moves in ["h8i9g7", more] {
            import.read(moves.as_bytes(), "a test", defaults, &mut drop).unwrap();
        }
    }
    let counts = imports.map(|import| import.end().unwrap());
    assert_eq!(counts.map(|counts| (counts.games, counts.again, counts.positions)), [(2, 0, 7), (1, 1, 3)]);
    let root = Place::of(&Position::new(size), rule);
    let root = both[0].get(root.key()).unwrap().unwrap();
    assert_eq!(root.results.games(), 3);
}

#[test]
fn a_full_disk_loses_the_batch_and_nothing_else() {
    let folder = tempdir().unwrap();
    let mut database = Database::create(&folder.path().join("a.db")).unwrap();
    let mut batch = database.write().unwrap();
    batch.put(&key(0), &full_record()).unwrap();
    batch.commit().unwrap();
    // SQLite's own limit fails like a full disk.
    let limit = |pages: u32| format!("PRAGMA max_page_count = {pages}");
    let set = |database: &Database, pages| database.connection.query_row(&limit(pages), [], |_| Ok(()));
    set(&database, 20).unwrap();
    let mut batch = database.write().unwrap();
    let put = |batch: &mut Batch, number| batch.put(&key(number), &full_record());
    let error = (1..40_000).find_map(|number| put(&mut batch, number).err());
    let error = error.expect("the disk was full").to_string();
    assert!(error.starts_with("the disk is full: "), "{error}");
    drop(batch);
    set(&database, 1_000_000).unwrap();
    assert_eq!(database.check().unwrap(), 1);
    let mut batch = database.write().unwrap();
    put(&mut batch, 1).unwrap();
    batch.commit().unwrap();
    assert_eq!(database.check().unwrap(), 2);
}

#[test]
fn what_is_no_database_is_refused_and_left_as_it_is() {
    let folder = tempdir().unwrap();
    let missing = sentence(Database::open(&folder.path().join("none.db")));
    assert!(missing.starts_with("there is no file "), "{missing}");
    let text = folder.path().join("text.db");
    fs::write(&text, "(;GM[4]SZ[15];B[hh])".repeat(90)).unwrap();
    let before = fs::read(&text).unwrap();
    for refusal in [Database::open(&text), Database::create(&text)].map(sentence) {
        assert!(refusal.ends_with("is not a position database"), "{refusal}");
    }
    assert_eq!(fs::read(&text).unwrap(), before);
    let foreign = folder.path().join("foreign.db");
    Connection::open(&foreign).unwrap().execute_batch("CREATE TABLE position (x)").unwrap();
    let before = fs::read(&foreign).unwrap();
    for refusal in [Database::open(&foreign), Database::create(&foreign)].map(sentence) {
        assert!(refusal.ends_with("is a database of another program"), "{refusal}");
    }
    assert_eq!(fs::read(&foreign).unwrap(), before);
    fs::write(folder.path().join("empty.db"), "").unwrap();
    let empty = sentence(Database::open(&folder.path().join("empty.db")));
    assert!(empty.ends_with("is not a position database"), "{empty}");
    Database::create(&folder.path().join("empty.db")).unwrap();
}

#[test]
fn a_newer_layout_is_refused_with_its_version() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("a.db");
    let database = Database::create(&file).unwrap();
    database.connection.pragma_update(None, "user_version", 7).unwrap();
    drop(database);
    for refused in [Database::open(&file), Database::create(&file)] {
        let error = refused.err().expect("it is refused");
        let name = file.display().to_string();
        assert_eq!(error.kind, BookError::OtherLayout { name, version: 7, known: VERSION });
        assert!(error.to_string().contains("version 7"), "{error}");
    }
}

/// Damage is either reported as an error or does not affect what is read; nothing panics.
#[test]
fn damage_is_reported() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("a.db");
    let mut database = Database::create(&file).unwrap();
    let mut batch = database.write().unwrap();
    for number in 0..2_000 {
        batch.put(&key(number), &full_record()).unwrap();
    }
    batch.commit().unwrap();
    let count = database.check().unwrap();
    drop(database);
    let whole = fs::read(&file).unwrap();
    let mut refused = 0;
    let mut damage = |bytes: &[u8]| {
        fs::write(&file, bytes).unwrap();
        match Database::open(&file).and_then(|database| database.check()) {
            Ok(seen) => assert!(seen <= count),
            Err(error) => refused += usize::from(!error.to_string().is_empty()),
        }
    };
    for length in (0..whole.len()).step_by(whole.len() / 40) {
        damage(&whole[..length]);
    }
    for at in (0..whole.len()).step_by(whole.len() / 150) {
        let mut bytes = whole.clone();
        bytes[at..].iter_mut().take(64).for_each(|byte| *byte ^= 0xa5);
        damage(&bytes);
    }
    assert!(refused > 150, "{refused} of 190 damages refused");
}

#[test]
fn values_out_of_range_are_damage() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("a.db");
    for wrong in ["bound = 9", "depth = -1", "proof = 131073", "best = 2000", "black = -3", "score = NULL"] {
        let mut database = Database::create(&file).unwrap();
        let mut batch = database.write().unwrap();
        batch.put(&key(1), &full_record()).unwrap();
        batch.commit().unwrap();
        let update = format!("UPDATE position SET {wrong}");
        database.connection.execute(&update, []).unwrap();
        let error = database.get(&key(1)).unwrap_err();
        assert_eq!(error.kind, BookError::Damaged { name: file.display().to_string() }, "{wrong}");
        assert!(error.to_string().ends_with("is damaged"), "{wrong}: {error}");
    }
}

#[test]
fn a_new_file_is_complete_from_the_start() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("new.db");
    make_new(&file).unwrap();
    make_new(&file).unwrap(); // another program was faster
    let bytes = fs::read(&file).unwrap();
    assert_eq!(bytes[VERSIONS], [WAL, WAL]);
    assert_eq!(Database::open(&file).unwrap().count().unwrap(), 0);
    assert!(Database::create(&folder.path().join("no/such/new.db")).is_err());
}

/// As programs left it that created files step by step: an empty file with the journal of a change that was not
/// completed.
#[test]
fn an_interrupted_creation_is_recognised_and_can_be_repeated() {
    let folder = tempdir().unwrap();
    let [whole, file] = ["whole.db", "unfinished.db"].map(|name| folder.path().join(name));
    let beside = |file: &Path| PathBuf::from(format!("{}-journal", file.display()));
    {
        let connection = Connection::open(&whole).unwrap();
        connection.execute_batch("PRAGMA cache_size = 1; BEGIN; CREATE TABLE t (x)").unwrap();
        for _ in 0..200 {
            connection.execute("INSERT INTO t VALUES (randomblob(1000))", []).unwrap();
        }
        fs::copy(&whole, &file).unwrap();
        fs::copy(beside(&whole), beside(&file)).unwrap();
    }
    let error = format!("{:#}", Database::open(&file).err().expect("it is unfinished"));
    assert!(error.contains("is unfinished: the program that created it was killed"), "{error}");
    assert_eq!(Database::create(&file).unwrap().count().unwrap(), 0);
    assert_eq!(Database::open(&file).unwrap().count().unwrap(), 0);
}
