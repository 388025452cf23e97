use super::*;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;
use tengen_core::board::{BoardSize, Point, Position};
use tengen_core::rules::{Rule, Variant};

/// A database in a new folder that is removed on drop.
struct File(PathBuf);

impl File {
    fn new(name: &str) -> File {
        let folder = format!("tengen-shared-{name}-{}", std::process::id());
        let folder = std::env::temp_dir().join(folder);
        std::fs::create_dir_all(&folder).unwrap();
        File(folder.join("a.db"))
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(self.0.parent().unwrap());
    }
}

fn key(number: u8) -> Key {
    let mut position = Position::new(BoardSize::square(15).unwrap());
    position.play(Point::new(number % 7, number / 7), &mut ());
    let rule = Rule::new(Variant::Freestyle);
    crate::Place::of(&position, rule).key().clone()
}

fn comment(text: &str) -> Change {
    let comment = text.to_string();
    Arc::new(move |record| Record { comment: comment.clone(), ..record })
}

fn comments(records: &dyn Records, numbers: std::ops::Range<u8>) -> Vec<String> {
    let comment = |number| records.get(&key(number)).unwrap().unwrap_or_default().comment;
    numbers.map(comment).collect()
}

const LONG: Duration = Duration::from_secs(60);

#[test]
fn a_change_is_seen_at_once_and_written_when_the_file_is_free() {
    let file = File::new("seen");
    let book = SharedDatabase::open(&file.0, true).unwrap();
    let mut other = Database::create(&file.0).unwrap();
    let mut batch = other.write().unwrap();
    batch.put(&key(0), &comment("theirs")(Record::default())).unwrap();
    let begun = Instant::now();
    book.change(&key(1), comment("first")).unwrap();
    book.change(&key(1), comment("second")).unwrap();
    book.change(&key(2), comment("removed")).unwrap();
    book.change(&key(2), Arc::new(|_| Record::default())).unwrap();
    assert_eq!(comments(&book, 0..3), ["", "second", ""]);
    assert!(book.get(&key(2)).unwrap().is_none());
    assert!(begun.elapsed() < Duration::from_secs(8), "it waits for the lock");
    let error = book.flush(Duration::from_millis(500)).unwrap_err().to_string();
    assert!(error.contains("4 changes of a.db are not written"), "{error}");
    assert!(error.contains("another program is writing"), "{error}");
    batch.commit().unwrap();
    book.flush(LONG).unwrap();
    assert_eq!(comments(&other, 0..3), ["theirs", "second", ""]);
    assert!(other.get(&key(2)).unwrap().is_none());
}

#[test]
fn what_is_queued_is_in_the_file_when_the_database_is_closed() {
    let file = File::new("closed");
    let book = SharedDatabase::open(&file.0, true).unwrap();
    for number in 0..20 {
        book.change(&key(number), comment("here")).unwrap();
    }
    drop(book);
    let left = std::fs::read_dir(file.0.parent().unwrap()).unwrap().count();
    assert_eq!(left, 1, "files next to the database");
    let database = Database::open(&file.0).unwrap();
    assert_eq!(comments(&database, 0..20), ["here"; 20]);
}

#[test]
fn a_damaged_record_does_not_hold_up_other_changes() {
    let file = File::new("damaged");
    let book = SharedDatabase::open(&file.0, true).unwrap();
    book.change(&key(0), comment("whole")).unwrap();
    book.flush(LONG).unwrap();
    let damage = rusqlite::Connection::open(&file.0).unwrap();
    damage.execute("UPDATE position SET bound = 7", []).unwrap();
    for number in 0..5 {
        book.change(&key(number), comment("new")).unwrap();
    }
    let begun = Instant::now();
    while comments(&Database::open(&file.0).unwrap(), 1..5) != ["new"; 4] {
        assert!(begun.elapsed() < LONG);
        std::thread::sleep(Duration::from_millis(20));
    }
    let error = book.flush(Duration::from_secs(1)).unwrap_err().to_string();
    assert!(error.contains("a change of a.db is not written"), "{error}");
    assert!(error.contains("damaged"), "{error}");
    damage.execute("UPDATE position SET bound = NULL", []).unwrap();
    book.flush(LONG).unwrap();
}

#[test]
fn the_queue_is_bounded() {
    let file = File::new("bounded");
    let book = SharedDatabase::open(&file.0, true).unwrap();
    let mut other = Database::create(&file.0).unwrap();
    let batch = other.write().unwrap();
    let mut queued = 0;
    let error = loop {
        match book.change(&key(0), comment("again")) {
            Ok(()) => queued += 1,
            Err(error) => break error.to_string(),
        }
        assert!(queued < 100_000);
    };
    assert!(error.contains("wait to be written"), "{error}");
    drop(batch);
    book.flush(LONG).unwrap();
    book.change(&key(0), comment("more")).unwrap();
}
