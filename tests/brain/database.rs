//! The brain with a database of positions: what boards ask and write, what searches use and add.

use std::path::{Path, PathBuf};
use std::time::Duration;
use tengen_core::board::{Position, Shape, notation};
use tengen_database::{Database, Library, Place, Proof, Record, Records, SharedDatabase};
use tengen_testing::FREESTYLE;
use tengen_testing::brain::{Brain, brain_command};

/// A file of this name that is not there.
fn file(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("brain-database");
    std::fs::create_dir_all(&folder).unwrap();
    for end in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(folder.join(format!("{name}{end}"))); // of an earlier run
    }
    folder.join(name)
}

fn place_of(moves: &str) -> Place {
    let shape = Shape::square(15).unwrap();
    let mut position = Position::new(shape);
    for point in notation::read(moves, shape).unwrap() {
        position.play(point, &mut ());
    }
    Place::of(&position, FREESTYLE)
}

fn brain_with(file: &Path, more: &[&str]) -> Brain {
    let file = file.to_str().unwrap();
    let options = [&["--database", file, "--hash", "16"], more].concat();
    Brain::playing(15, &options)
}

/// All lines until one that begins so, that one too.
fn lines_until(brain: &mut Brain, end: &str) -> Vec<String> {
    let mut lines = Vec::new();
    while lines
        .last()
        .is_none_or(|line: &String| !line.starts_with(end))
    {
        lines.push(brain.line());
    }
    lines
}

#[test]
fn a_board_sees_what_the_database_knows_and_writes_into_it() {
    let file = file("board.db");
    let mut brain = brain_with(&file, &["--database-write", "--nodes", "200"]);
    // Yixin-Board names the row first; on a square board that is a turned one. Nobody has been there.
    brain.send("YXQUERYDATABASEALL 7,7 DONE");
    let told = lines_until(&mut brain, "MESSAGE DATABASE DONE");
    assert_eq!(told, ["MESSAGE DATABASE REFRESH", "MESSAGE DATABASE DONE"]);
    brain.send("YXQUERYDATABASEONE 7,7 DONE");
    assert_eq!(brain.line(), "MESSAGE DATABASE ONE -1 0 0 0");
    // The move 8,7 wins, 6,7 (its image) too; 8,8 is worth 120 to white, five plies deep, and has a name.
    brain.send("YXEDITTVDDATABASE 1 119 0 0 ");
    brain.send("7,7");
    brain.send("8,7");
    brain.send("DONE");
    let told = brain.line();
    assert_eq!(told, "MESSAGE DATABASE ONE 119 -29900 100 3");
    brain.send("YXEDITTVDDATABASE 6 0 -120 5");
    brain.send("7,7");
    brain.send("8,8");
    brain.send("done");
    assert_eq!(brain.line(), "MESSAGE DATABASE ONE 13875 -120 5 3"); // 54 * 256 + 51: "63"
    brain.send("YXEDITLABELDATABASE 8,8 I 5");
    brain.send("7,7");
    brain.send("done");
    brain.send("YXEDITTEXTDATABASE \"the \\\"indirect\\\" one\"");
    brain.send("7,7");
    brain.send("8,8");
    brain.send("done");
    brain.send("YXQUERYDATABASEALLT 7,7 DONE");
    let told = lines_until(&mut brain, "MESSAGE DATABASE TEXT");
    let moves: Vec<&str> = told[1..9].iter().map(String::as_str).collect();
    assert!(
        moves.contains(&"MESSAGE DATABASE 8 7 119 -29900 100 3 0"),
        "{told:#?}"
    );
    assert!(moves.contains(&"MESSAGE DATABASE 7 6 119 -29900 100 3 0"));
    assert!(moves.contains(&"MESSAGE DATABASE 6 8 13875 -120 5 3 1 I 5"));
    assert_eq!(
        told[9..],
        ["MESSAGE DATABASE DONE", "MESSAGE DATABASE TEXT \"\""]
    );
    brain.send("YXQUERYDATABASETEXT 7,7 6,6 DONE");
    assert_eq!(
        brain.line(),
        "MESSAGE DATABASE TEXT \"the \\\"indirect\\\" one\""
    );
    brain.send("YXDELETEDATABASEONE 7,7 8,7 DONE");
    brain.send("YXQUERYDATABASEONE 7,7 7,8 DONE");
    assert_eq!(brain.line(), "MESSAGE DATABASE ONE -1 0 0 0");
}

#[test]
fn what_a_search_finds_out_is_in_the_file_when_its_move_is_played() {
    let file = file("learns.db");
    let mut brain = brain_with(&file, &["--database-write", "--nodes", "500"]);
    brain.send("TURN 7,7");
    let answer = brain.answer();
    let mut known = None;
    for _ in 0..500 {
        known = Database::open(&file)
            .unwrap()
            .get_at(&place_of("h8"))
            .unwrap();
        if known.is_some() {
            break;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    let known = known.expect("it is written down");
    let best = known
        .best
        .map(|point| format!("{},{}", point.x(), point.y()));
    assert_eq!(best, Some(answer));
    assert!(known.value.is_some_and(|value| value.depth > 0));
    // The last one too, when the manager leaves at once.
    brain.send("TURN 0,0");
    brain.answer();
    brain.send("END");
    assert!(brain.wait().0.success());
    assert_eq!(Database::open(&file).unwrap().count().unwrap(), 2);
}

#[test]
fn a_brain_that_only_reads_writes_nothing() {
    let file = file("reads.db");
    drop(Database::create(&file).unwrap());
    let mut brain = brain_with(&file, &["--nodes", "200"]);
    brain.send("TURN 7,7");
    brain.answer();
    brain.send("YXEDITTVDDATABASE 1 119 0 0");
    brain.send("7,7");
    brain.send("DONE");
    assert_eq!(brain.answer(), "ERROR reads.db is only read here");
    brain.send("END");
    brain.wait();
    assert_eq!(Database::open(&file).unwrap().count().unwrap(), 0);
}

#[test]
fn a_proven_win_is_played_at_once_unless_the_board_wants_no_database() {
    let file = file("proven.db");
    let place = place_of("h8");
    let corner = Shape::square(15).unwrap().point(0, 0).unwrap();
    let won = Record {
        proof: Some(Proof::Win(30)),
        best: Some(place.to_key(corner)),
        ..Record::default()
    };
    let library = SharedDatabase::open(&file, true).unwrap();
    library.change(place.key(), &mut |_| won.clone()).unwrap();
    let mut brain = brain_with(&file, &[]);
    brain.send("INFO timeout_turn 600000");
    brain.send("TURN 7,7");
    assert_eq!(brain.answer(), "0,0");
    brain.send("RESTART");
    assert_eq!(brain.answer(), "OK");
    brain.send("INFO usedatabase 0");
    brain.send("INFO timeout_turn 200");
    brain.send("TURN 7,7");
    assert_ne!(brain.answer(), "0,0");
}

#[test]
fn a_database_that_cannot_be_had_is_said_at_once() {
    let other = file("other.db");
    std::fs::write(&other, "no database").unwrap();
    let other = other.to_str().unwrap();
    for (options, sentence) in [
        (
            &["--database-write"][..],
            "--database-write wants --database FILE",
        ),
        (&["--database", "none.db"], "there is no file none.db"),
        (&["--database", other], "is no database of positions"),
    ] {
        let ran = brain_command().args(options).output().unwrap();
        assert!(!ran.status.success(), "{options:?}");
        let said = String::from_utf8_lossy(&ran.stderr);
        assert!(said.contains(sentence), "{said}");
        assert!(ran.stdout.is_empty());
    }
}
