//! `tengen database` on the command line.

use serde_json::Value;
use std::path::Path;
use tempfile::{TempDir, tempdir};
use tengen_core::board::{BoardSize, Position, notation};
use tengen_core::printable;
use tengen_core::rules::{Rule, Variant};
use tengen_database::{Database, Place, Record};
use tengen_e2e::toolbox::{Ran, run, tengen};
use tengen_testkit::positions::won;

fn database(folder: &TempDir, words: &str) -> Ran {
    let mut command = tengen(&["database"]);
    command.args(words.split_whitespace()).current_dir(folder);
    run(&mut command, "")
}

/// Runs `tengen database` in the same way and asserts success.
fn database_does(folder: &TempDir, words: &str) -> Ran {
    let ran = database(folder, words);
    assert_eq!(ran.status, 0, "{words}: {}", ran.err);
    ran
}

/// The output of the explorer of this database for these input lines.
fn explored(folder: &TempDir, words: &str, lines: &str) -> String {
    let mut command = tengen(&["database", "explore", "--draw", "ascii"]);
    command.args(words.split_whitespace()).current_dir(folder);
    let ran = run(&mut command, lines);
    assert_eq!(ran.status, 0, "{}", ran.err);
    ran.out
}

#[test]
fn many_analyse_one_file_and_search_nothing_twice() {
    let folder = tempdir().unwrap();
    let analyse = "analyse a.db --position f6h7 --size 11 --nodes 2000 --lines 3 --eval tables";
    let searched = |ran: &str| -> u64 {
        let (_, rest) = ran.split_once("searched: ").expect("it says how many");
        rest.split(',').next().unwrap().parse().unwrap()
    };
    let both = std::thread::scope(|scope| {
        let one = || database_does(&folder, &format!("{analyse} --positions 10 --jobs 3")).err;
        [scope.spawn(one), scope.spawn(one)].map(|other| searched(&other.join().unwrap()))
    });
    assert_eq!(both, [10, 10]);
    // Every searched position has a best move; if one had been searched twice, there would be
    // fewer.
    database_does(&folder, "export a.db --out all.json");
    let all = std::fs::read_to_string(folder.path().join("all.json")).unwrap();
    let lines = all.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let with_moves = lines.filter(|line| line["best"].is_string());
    assert_eq!(with_moves.count(), 20);
}

/// The solver and the analysis state these lengths, too (`crates/session/tests/all/one_truth.rs`).
#[test]
fn the_shortest_win_is_stored_as_such() {
    let folder = tempdir().unwrap();
    let known = won().into_iter().filter_map(|(rule, position, plies)| Some((rule, position, plies?)));
    let short = known.filter(|&(.., plies)| plies <= 7).step_by(8);
    for (rule, position, plies) in short {
        let points = position.stones().iter().map(|stone| notation::write(stone.point, position.size()));
        let which = format!("{} --rule {rule}", points.collect::<String>());
        database_does(&folder, &format!("analyse won.db {which} --positions 1 --lines 1 --hash 16 --nodes 2500000"));
        let found = database_does(&folder, &format!("query won.db {which} --json")).out;
        let found: Value = serde_json::from_str(&found).unwrap();
        let Value::Object(record) = &found["position"] else { panic!("{which}: {found}") };
        assert_eq!(
            (&record["proof"]["win_in"], &record["shortest"]),
            (&Value::from(plies), &Value::from(true)),
            "{which}"
        );
    }
}

/// A line break, an escape sequence, the same with a C1 code, and a text-direction override.
const HOSTILE: &str = "a\n1,1\u{1b}[2J\u{9b}31m\u{202e}b\u{85}";

/// Asserts that every line is printable text and that none is the move `1,1`, which [`HOSTILE`] contains.
pub fn assert_printable(text: &str) {
    let is_printable = text.lines().all(printable::is_line);
    assert!(is_printable && text.lines().all(|line| line != "1,1"), "{text:?}");
}

/// A database with hostile texts in every field for the empty board and for h8.
fn hostile_database(file: &Path) {
    let mut database = Database::create(file).unwrap();
    let mut position = Position::new(BoardSize::FIFTEEN);
    let record = Record { comment: HOSTILE.into(), label: HOSTILE.into(), source: HOSTILE.into(), ..Record::default() };
    let mut batch = database.write().unwrap();
    for point in notation::read("h8i9", BoardSize::FIFTEEN).unwrap() {
        let place = Place::of(&position, Rule::new(Variant::Freestyle));
        batch.put(place.key(), &record).unwrap();
        position.play(point, &mut ());
    }
    batch.commit().unwrap();
}

#[test]
fn escape_sequences_of_a_database_are_not_printed() {
    let folder = tempdir().unwrap();
    hostile_database(&folder.path().join("a.db"));
    for words in ["query a.db --position h8", "query a.db --position h8 --json", "query a.db --position h8i9"] {
        assert_printable(&database_does(&folder, &format!("{words} --draw ascii")).out);
    }
    assert_printable(&explored(&folder, "a.db", "h8\nback\n\u{1b}[2J\n\u{202e}"));
    database_does(&folder, "export a.db --out all.json");
    assert_printable(&std::fs::read_to_string(folder.path().join("all.json")).unwrap());
    let output = explored(&folder, "a.db --database-write", "label \u{202e}a\ncomment \u{1b}c");
    assert_printable(&output);
    assert!(output.contains("a label is one line of printable text"), "{output}");
}

#[test]
#[cfg(unix)]
fn escape_sequences_of_file_names_and_files_are_not_printed() {
    let folder = tempdir().unwrap();
    let games = folder.path().join("games");
    std::fs::create_dir(&games).unwrap();
    std::fs::write(games.join(format!("{HOSTILE}.txt")), "h8h8").unwrap();
    std::fs::write(games.join("game.sgf"), format!("(;GM[{HOSTILE}]SZ[{HOSTILE}];B[hh])")).unwrap();
    let xml = format!("<database><game id=\"{HOSTILE}\"><move>{HOSTILE}</move></game></database>");
    std::fs::write(games.join("games.xml"), xml).unwrap();
    std::fs::write(games.join("moves.txt"), format!("h8i9\n{HOSTILE}\n")).unwrap();
    let ran = database_does(&folder, "import a.db games");
    assert!(ran.err.matches("Refused: ").count() >= 4, "{}", ran.err);
    assert_printable(&ran.err);
    let name = format!("{HOSTILE}.db");
    let ran = run(tengen(&["database", "check", &name]).current_dir(&folder), "");
    assert_eq!(ran.status, 1);
    assert_printable(&ran.err);
}

/// A point of a 15×15 board.
pub fn point(number: usize) -> String {
    let number = number % 225;
    let column = char::from(b'a' + (number % 15) as u8);
    format!("{column}{}", number / 15 + 1)
}

/// Lines of moves, one game per line.
fn many_games(first: usize, count: usize) -> String {
    let game = |game: usize| -> String { (0..12).map(|ply| point(game + ply * (1 + game / 225))).collect() };
    (first..first + count).map(|number| game(number) + "\n").collect()
}

#[test]
fn two_imports_into_one_file_take_turns() {
    let folder = tempdir().unwrap();
    std::fs::write(folder.path().join("one.txt"), many_games(0, 220)).unwrap();
    std::fs::write(folder.path().join("two.txt"), many_games(110, 220)).unwrap();
    database_does(&folder, "import one-by-one.db one.txt two.txt");
    let alone = database_does(&folder, "check one-by-one.db").out;
    std::thread::scope(|scope| {
        for words in ["import both.db one.txt", "import both.db two.txt"] {
            scope.spawn(|| database_does(&folder, words));
        }
    });
    let both = database_does(&folder, "check both.db").out;
    assert_eq!(both.replace("both", "one-by-one"), alone);
}

#[test]
fn an_import_waits_for_a_program_that_writes() {
    let folder = tempdir().unwrap();
    std::fs::write(folder.path().join("one.txt"), "h8i9\n").unwrap();
    let mut database = Database::create(&folder.path().join("a.db")).unwrap();
    let batch = database.write().unwrap();
    std::thread::scope(|scope| {
        let import = scope.spawn(|| database_does(&folder, "import a.db one.txt"));
        std::thread::sleep(std::time::Duration::from_millis(500));
        assert!(!import.is_finished());
        drop(batch);
        let ran = import.join().unwrap();
        assert!(ran.err.contains("new games: 1, "), "{}", ran.err);
    });
}
