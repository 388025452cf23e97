use super::*;
use std::sync::Arc;
use std::time::Instant;
use tempfile::tempdir;
use tengen_core::board::{BoardSize, Point, Position, notation};
use tengen_core::rules::Rule;
use tengen_records::Format;
use tengen_testkit::{FREESTYLE, after_moves};

fn key(number: u8) -> Key {
    let mut position = Position::new(BoardSize::FIFTEEN);
    position.play(Point::new(number % 7, number / 7), &mut ());
    crate::Place::of(&position, FREESTYLE).key().clone()
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
    let folder = tempdir().unwrap();
    let file = folder.path().join("a.db");
    let book = SharedDatabase::open(&file, true).unwrap();
    let mut other = Database::create(&file).unwrap();
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
    let folder = tempdir().unwrap();
    let file = folder.path().join("a.db");
    let book = SharedDatabase::open(&file, true).unwrap();
    for number in 0..20 {
        book.change(&key(number), comment("here")).unwrap();
    }
    drop(book);
    let left = std::fs::read_dir(&folder).unwrap().count();
    assert_eq!(left, 1, "files next to the database");
    let database = Database::open(&file).unwrap();
    assert_eq!(comments(&database, 0..20), ["here"; 20]);
}

#[test]
fn a_damaged_record_does_not_hold_up_other_changes() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("a.db");
    let book = SharedDatabase::open(&file, true).unwrap();
    book.change(&key(0), comment("whole")).unwrap();
    book.flush(LONG).unwrap();
    let damage = rusqlite::Connection::open(&file).unwrap();
    damage.execute("UPDATE position SET bound = 7", []).unwrap();
    for number in 0..5 {
        book.change(&key(number), comment("new")).unwrap();
    }
    let begun = Instant::now();
    while comments(&Database::open(&file).unwrap(), 1..5) != ["new"; 4] {
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
    let folder = tempdir().unwrap();
    let file = folder.path().join("a.db");
    let book = SharedDatabase::open(&file, true).unwrap();
    let mut other = Database::create(&file).unwrap();
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

/// The games `h8g7i7`, which Black has won, and `h8i9` on a board of 15×15.
fn two_games() -> [PlayedBefore; 2] {
    ["(;GM[4]SZ[15]RE[B+R];B[hh];W[gi];B[ii])", "(;GM[4]SZ[15];B[hh];W[ig])"]
        .map(|text| Format::Sgf.read(text, FREESTYLE).unwrap())
        .map(|game| PlayedBefore::of(&game).unwrap().0)
}

#[test]
fn an_added_game_counts_once_and_is_found_by_its_positions() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("a.db");
    let book = SharedDatabase::open(&file, true).unwrap();
    for game in two_games() {
        assert!(book.add_game(game.clone(), "own games", LONG).unwrap());
        assert!(!book.add_game(game.clone(), "own games", LONG).unwrap());
    }
    let place = |moves: &str| crate::Place::of(&after_moves(BoardSize::FIFTEEN, moves), FREESTYLE);
    let texts = |moves: &str, most| {
        let found = book.games_with(&place(moves), most).unwrap();
        let text = |stored: &Stored| {
            let size = stored.start.size();
            let moves = stored.moves.iter().map(|&point| notation::write(point, size));
            (moves.collect(), stored.moves_before)
        };
        let mut texts: Vec<(String, usize)> = found.iter().map(text).collect();
        texts.sort_unstable();
        texts
    };
    // Each game lies as the position on the board does.
    assert_eq!(texts("h8g9", 9), [("h8g9".into(), 2), ("h8g9i9".into(), 2)]);
    assert_eq!(texts("h8i7g7", 9), [("h8i7g7".into(), 3)]);
    assert_eq!(texts("h8a1", 9), []);
    assert_eq!(texts("", 1).len(), 1);
    let [won] = &book.games_with(&place("h8g7i7"), 9).unwrap()[..] else { panic!("one game") };
    assert_eq!(won.winner, Some(Some(tengen_core::board::Colour::Black)));
    assert_eq!(won.source, "own games");
}

#[test]
fn a_game_is_refused_by_a_database_that_cannot_have_it() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("a.db");
    drop(Database::create(&file).unwrap());
    let [game, _] = two_games();
    let said = |book: &SharedDatabase, game: &PlayedBefore| {
        book.add_game(game.clone(), "own games", Duration::ZERO).unwrap_err().to_string()
    };
    let book = SharedDatabase::open(&file, false).unwrap();
    assert_eq!(said(&book, &game), "a.db is read-only");
    let book = SharedDatabase::open(&file, true).unwrap();
    let mut other = Database::create(&file).unwrap();
    let batch = other.write().unwrap();
    let begun = Instant::now();
    assert!(said(&book, &game).contains("another program"), "{}", said(&book, &game));
    assert!(begun.elapsed() < Duration::from_secs(8));
    drop(batch);
    let continuous = Rule { continuous: true, ..FREESTYLE };
    let start = Position::new(BoardSize::FIFTEEN);
    let refused = PlayedBefore::new(&start, continuous, [], None).unwrap_err();
    assert_eq!(refused.to_string(), "databases cannot store continuous games");
    let twice = [Point::new(7, 7); 2];
    let twice = PlayedBefore::new(&start, FREESTYLE, twice, None).unwrap();
    assert_eq!(said(&book, &twice), "point already taken");
}
