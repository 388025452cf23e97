//! The brain with a position database: commands of graphical boards, and how searches use and extend it.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tengen_core::board::{BoardSize, Colour, Point, Position};
use tengen_core::rules::Rule;
use tengen_database::{Bound, Database, Place, Proof, Record, Records, Value};
use tengen_e2e::brain::Brain;
use tengen_testkit::stopwatch::Stopwatch;
use tengen_testkit::{FREESTYLE, RENJU, after_move, after_moves};

/// A path with this name where no file exists.
fn file(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("brain-database");
    std::fs::create_dir_all(&folder).unwrap();
    for end in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(folder.join(format!("{name}{end}"))); // from an earlier run
    }
    folder.join(name)
}

fn place_of(moves: &str) -> Place {
    Place::of(&after_moves(BoardSize::FIFTEEN, moves), FREESTYLE)
}

fn brain_with(file: &Path, more: &[&str]) -> Brain {
    let file = file.to_str().unwrap();
    let options = [&["--database", file, "--hash", "16"], more].concat();
    Brain::playing(15, &options)
}

/// All lines up to and including the first that starts with `end`.
fn lines_until(brain: &mut Brain, end: &str) -> Vec<String> {
    let mut lines = Vec::new();
    while lines.last().is_none_or(|line: &String| !line.starts_with(end)) {
        lines.push(brain.line());
    }
    lines
}

#[test]
fn what_a_search_finds_out_is_in_the_file_when_its_move_is_played() {
    let file = file("learns.db");
    let mut brain = brain_with(&file, &["--database-write", "--nodes", "500"]);
    brain.send("TURN 7,7");
    let answer = brain.answer();
    let mut known = None;
    for _ in 0..500 {
        known = Database::open(&file).unwrap().get_at(&place_of("h8")).unwrap();
        if known.is_some() {
            break;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    let known = known.expect("it is written down");
    let best = known.best.map(|point| format!("{},{}", point.x(), point.y()));
    assert_eq!(best, Some(answer));
    assert!(known.value.is_some_and(|value| value.depth > 0));
    // The last one too, if the manager leaves at once.
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
    assert_eq!(brain.answer(), "ERROR reads.db is read-only");
    brain.send("END");
    brain.wait();
    assert_eq!(Database::open(&file).unwrap().count().unwrap(), 0);
}

/// Writes the record of a position; its best move, if it is on the board, is in the orientation of the position.
fn put(file: &Path, place: &Place, mut record: Record) {
    let mut database = Database::create(file).unwrap();
    let mut batch = database.write().unwrap();
    let to_key = |point| match BoardSize::FIFTEEN.contains(point) {
        true => place.to_key(point),
        false => point,
    };
    record.best = record.best.map(to_key);
    batch.put(place.key(), &record).unwrap();
    batch.commit().unwrap();
}

fn count(file: &Path) -> u64 {
    Database::open(file).unwrap().count().unwrap()
}

/// Waits until the file has this many positions.
fn until_written(file: &Path, positions: u64) {
    for _ in 0..3000 {
        if count(file) == positions {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("{} positions instead of {positions}", count(file));
}

fn board(brain: &mut Brain, lines: &str) -> String {
    brain.send("BOARD");
    lines.split(' ').for_each(|line| brain.send(line));
    brain.send("DONE");
    brain.answer()
}

/// A false claim about a position with an open three of the opponent.
struct Lie {
    what: &'static str,
    records: Vec<(Position, Record)>,
}

const OPEN_THREE: &str = "7,7,2 8,7,2 9,7,2 0,0,1 14,14,1 0,14,1";
const DEFENCES: [&str; 4] = ["5,7", "6,7", "10,7", "11,7"];

fn position_with_open_three() -> Position {
    let mut position = Position::new(BoardSize::FIFTEEN);
    for (x, y, colour) in [
        (7, 7, Colour::White),
        (8, 7, Colour::White),
        (9, 7, Colour::White),
        (0, 0, Colour::Black),
        (14, 14, Colour::Black),
        (0, 14, Colour::Black),
    ] {
        position.place(Point::new(x, y), colour, &mut ());
    }
    position.set_to_move(Colour::Black);
    position
}

fn lies() -> Vec<Lie> {
    let position = position_with_open_three();
    let far = Point::new(1, 12);
    let best = |best| Record { best: Some(best), ..Record::default() };
    let value = |score, depth| Some(Value { score, depth, bound: Bound::Exact });
    let wins = |best| Record { best: Some(best), proof: Some(Proof::Win(3)), ..Record::default() };
    let at_root = |what, record| Lie { what, records: vec![(position.clone(), record)] };
    let proven = |proof| Record { proof: Some(proof), ..Record::default() };
    // Every defence is claimed to lose, and another move to win.
    let mut replies = vec![(after_move(&position, far), proven(Proof::Loss(2)))];
    for (x, y) in [(5, 7), (6, 7), (10, 7), (11, 7)] {
        let defended = after_move(&position, Point::new(x, y));
        replies.push((defended, proven(Proof::Win(5))));
    }
    let with_root = [(position.clone(), wins(far))];
    vec![
        at_root("a win", wins(far)),
        at_root("a win by a taken point", wins(Point::new(7, 7))),
        at_root("a win by a point off the board", wins(Point::new(31, 31))),
        at_root("a loss", Record { proof: Some(Proof::Loss(2)), ..best(far) }),
        at_root("a draw", Record { proof: Some(Proof::Draw), ..best(far) }),
        at_root("a deep value", Record { value: value(29_000, u16::MAX), ..best(far) }),
        at_root("a deep bad value", Record { value: value(i32::MIN, u16::MAX), ..best(far) }),
        Lie { what: "results of all replies", records: with_root.into_iter().chain(replies).collect() },
    ]
}

#[test]
fn a_false_record_never_keeps_the_brain_from_stopping_an_open_three() {
    for (number, lie) in lies().into_iter().enumerate() {
        let file = file(&format!("lie-{number}.db"));
        for (position, record) in lie.records {
            put(&file, &Place::of(&position, FREESTYLE), record);
        }
        for limit in [["--nodes", "3"], ["--nodes", "300"], ["--nodes", "20000"]] {
            let mut brain = brain_with(&file, &limit);
            let answer = board(&mut brain, OPEN_THREE);
            let defends = DEFENCES.contains(&answer.as_str());
            assert!(defends, "{}, {limit:?}: {answer}", lie.what);
        }
    }
}

#[test]
fn a_claimed_win_is_not_played_before_it_is_confirmed() {
    let file = file("claimed.db");
    let corner = Point::new(0, 0);
    let won = Record { proof: Some(Proof::Win(30)), best: Some(corner), ..Record::default() };
    put(&file, &place_of("h8"), won);
    let mut brain = brain_with(&file, &["--nodes", "20000"]);
    brain.send("TURN 7,7");
    assert_ne!(brain.answer(), "0,0");
}

#[test]
fn a_forbidden_move_in_the_database_is_not_played() {
    let file = file("forbidden.db");
    let position = after_moves(BoardSize::FIFTEEN, "g8a1f8c1h9e1h10g1");
    let forbidden = Record { proof: Some(Proof::Win(3)), best: Some(Point::new(7, 7)), ..Record::default() };
    put(&file, &Place::of(&position, RENJU), forbidden);
    let mut brain = brain_with(&file, &["--nodes", "2000"]);
    brain.send("INFO rule 4");
    let answer = board(&mut brain, "6,7,1 0,14,2 5,7,1 2,14,2 7,6,1 4,14,2 7,5,1 6,14,2");
    assert_ne!(answer, "7,7");
}

/// Stops a search after sending this command; then the brain exits.
fn interrupted_by(file: &Path, command: &str) {
    let mut brain = brain_with(file, &["--database-write"]);
    brain.send("INFO timeout_turn 600000");
    brain.send("TURN 7,7");
    brain.send(command);
    brain.send("YXSTOP");
    brain.answer();
    brain.send("END");
    assert!(brain.wait().0.success());
}

#[test]
fn a_rule_that_is_set_in_mid_search_is_not_that_of_the_result() {
    let mut position = Position::new(BoardSize::FIFTEEN);
    position.play(Point::new(7, 7), &mut ());
    for bits in [1, 2, 4, 8] {
        let file = file(&format!("rule-{bits}.db"));
        interrupted_by(&file, &format!("INFO rule {bits}"));
        let database = Database::open(&file).unwrap();
        assert!(database.get_at(&place_of("h8")).unwrap().is_some(), "{bits}");
        let rule = Rule::from_bits(bits, false);
        let other = database.get_at(&Place::of(&position, rule)).unwrap();
        assert_eq!(other, None, "{bits}");
    }
}

#[test]
fn a_search_that_is_broken_off_writes_nothing() {
    for command in ["RESTART", "START 20", "RECTSTART 12,10"] {
        let file = file("broken-off.db");
        interrupted_by(&file, command);
        assert_eq!(count(&file), 0, "{command}");
    }
}

fn block(brain: &mut Brain, is_blocked: impl Fn(i32, i32) -> bool) {
    brain.send("YXBLOCK");
    for (x, y) in (0..225).map(|i| (i % 15, i / 15)) {
        if is_blocked(x, y) {
            brain.send(&format!("{x},{y}"));
        }
    }
    brain.send("DONE");
}

#[test]
fn a_search_with_blocked_points_writes_no_value_and_no_move() {
    let file = file("blocked.db");
    let mut brain = brain_with(&file, &["--database-write", "--nodes", "300"]);
    block(&mut brain, |x, y| (x, y) != (0, 0));
    brain.send("TURN 7,7");
    assert_eq!(brain.answer(), "0,0");
    // Only the replies to a four are blocked: the position is not lost.
    brain.send("YXBLOCKRESET");
    block(&mut brain, |x, y| y == 7 && (x == 4 || x == 9));
    let four = "5,7,2 6,7,2 7,7,2 8,7,2 0,0,1 2,2,1 12,0,1 14,14,1";
    board(&mut brain, four);
    brain.send("END");
    assert!(brain.wait().0.success());
    assert_eq!(count(&file), 0);
}

#[test]
fn a_win_by_a_free_point_is_written_though_others_are_blocked() {
    let file = file("free.db");
    let mut brain = brain_with(&file, &["--database-write", "--nodes", "300"]);
    block(&mut brain, |x, y| (x, y) == (4, 7));
    let four = "5,7,1 6,7,1 7,7,1 8,7,1 0,0,2 2,2,2 12,0,2 14,14,2";
    assert_eq!(board(&mut brain, four), "9,7");
    brain.send("END");
    assert!(brain.wait().0.success());
    let mut proofs = Vec::new();
    let database = Database::open(&file).unwrap();
    let add = |_, record: Record| {
        proofs.push(record.proof);
        Ok(())
    };
    database.each(add).unwrap();
    assert!(matches!(proofs[..], [Some(Proof::Win(_))]), "{proofs:?}");
}

#[test]
fn the_best_of_several_lines_is_written() {
    let file = file("lines.db");
    let mut brain = brain_with(&file, &["--database-write", "--nodes", "2000"]);
    brain.send("YXBOARD 7,7,2 DONE");
    brain.send("YXNBEST 3");
    let answer = brain.answer();
    brain.send("END");
    assert!(brain.wait().0.success());
    let database = Database::open(&file).unwrap();
    let known = database.get_at(&place_of("h8")).unwrap().unwrap();
    let best = known.best.unwrap();
    assert_eq!(format!("{},{}", best.x(), best.y()), answer);
}

/// Much longer than a move or a reply takes, and much shorter than programs once waited for a locked file.
const PROMPT: Duration = Duration::from_secs(4);

/// The next reply, which must come promptly.
fn prompt_answer(brain: &mut Brain, line: &str) -> String {
    let watch = Stopwatch::of(brain.id());
    brain.send(line);
    let (answer, time) = brain.timed_answer();
    let took = watch.until(time);
    assert!(took.without_waiting() < PROMPT, "{line}: {took:?}");
    answer
}

#[test]
fn moves_come_on_time_while_another_program_writes_the_file() {
    let file = file("locked.db");
    let mut other = Database::create(&file).unwrap();
    let batch = other.write().unwrap();
    let mut brain = Brain::start(&["--database", file.to_str().unwrap(), "--database-write"]);
    assert_eq!(prompt_answer(&mut brain, "START 15"), "OK");
    brain.send("INFO timeout_turn 200");
    for turn in ["TURN 7,7", "TURN 0,0", "TURN 14,0"] {
        prompt_answer(&mut brain, turn);
    }
    // A board sees its edits at once.
    brain.send("YXEDITTVDDATABASE 6 0 -200 5");
    brain.send("3,3");
    assert_eq!(prompt_answer_line(&mut brain, "DONE"), "MESSAGE DATABASE ONE 14137 -200 5 3");
    assert!(prompt_answer(&mut brain, "ABOUT").contains("Tengen"));
    drop(batch);
    until_written(&file, 4);
    brain.send("END");
    assert!(brain.wait().0.success());
    assert_eq!(brain.rest(), [""; 0]);
}

/// The next line, which must come promptly.
fn prompt_answer_line(brain: &mut Brain, line: &str) -> String {
    let watch = Stopwatch::of(brain.id());
    brain.send(line);
    let answer = brain.line();
    let took = watch.read();
    assert!(took.without_waiting() < PROMPT, "{line}: {took:?}");
    answer
}

#[test]
fn unwritable_results_are_reported_at_the_end() {
    let file = file("lost.db");
    let log = file.with_extension("log");
    let _ = std::fs::remove_file(&log);
    let mut other = Database::create(&file).unwrap();
    let batch = other.write().unwrap();
    let options = ["--database-write", "--nodes", "200", "--log", log.to_str().unwrap()];
    let mut brain = brain_with(&file, &options);
    for turn in ["TURN 7,7", "TURN 0,0"] {
        brain.send(turn);
        brain.answer();
    }
    let watch = Stopwatch::of(brain.id());
    brain.send("END");
    let rest = brain.rest();
    let took = watch.until(Instant::now());
    assert!(brain.wait().0.success());
    assert!(took.wall.saturating_sub(took.waited) < PROMPT, "{took:?}");
    assert_eq!(rest.len(), 1, "{rest:?}");
    let start = "MESSAGE 2 changes of lost.db are not written: another program is writing ";
    assert!(rest[0].starts_with(start), "{rest:?}");
    let logged = std::fs::read_to_string(&log).unwrap();
    assert!(logged.contains("changes of lost.db that are lost: 2"), "{logged}");
    drop(batch);
    assert_eq!(count(&file), 0);
}

#[test]
fn moves_come_on_time_while_the_file_cannot_be_read() {
    let file = file("unreadable.db");
    put(&file, &place_of("h8"), Record { best: Some(Point::new(8, 8)), ..Record::default() });
    // Not in WAL mode, as other programs may leave it: then a writer locks out readers.
    let lock = rusqlite::Connection::open(&file).unwrap();
    lock.pragma_update(None, "journal_mode", "DELETE").unwrap();
    let mut brain = brain_with(&file, &[]);
    brain.send("INFO timeout_turn 200");
    lock.execute_batch("BEGIN EXCLUSIVE").unwrap();
    for turn in ["TURN 7,7", "TURN 0,0", "TURN 14,0"] {
        prompt_answer(&mut brain, turn);
    }
    brain.send("YXQUERYDATABASEALL");
    brain.send("7,7");
    let answer = prompt_answer(&mut brain, "DONE");
    assert!(answer.starts_with("ERROR another program is writing "), "{answer}");
    lock.execute_batch("ROLLBACK").unwrap();
    brain.send("YXQUERYDATABASEONE 7,7 DONE");
    assert_eq!(brain.line(), "MESSAGE DATABASE ONE -1 0 0 0");
}

#[test]
fn a_label_with_a_line_feed_is_no_line_of_its_own() {
    let file = file("line-feed.db");
    let hostile = "a\n1,1\r\n2,2\u{85}\u{2028}\u{1b}[2J";
    let mut database = Database::create(&file).unwrap();
    let record = Record { label: hostile.into(), comment: hostile.into(), source: hostile.into(), ..Record::default() };
    let mut batch = database.write().unwrap();
    batch.put(place_of("h8").key(), &record).unwrap();
    batch.put(place_of("h8i9").key(), &record).unwrap();
    batch.commit().unwrap();
    let mut brain = brain_with(&file, &["--database-write"]);
    let mut lines = Vec::new();
    let known = "MESSAGE DATABASE TEXT \"a 1,1";
    for (command, end) in [
        ("YXQUERYDATABASEALLT 7,7 DONE", known),
        ("YXQUERYDATABASETEXT 7,7 DONE", known),
        ("YXQUERYDATABASEALL 7,7 DONE", "MESSAGE DATABASE DONE"),
    ] {
        brain.send(command);
        lines.extend(lines_until(&mut brain, end));
    }
    // Also a label that is set by the protocol.
    brain.send("YXEDITLABELDATABASE 8,6 \u{2028}\u{1b}b");
    brain.send("7,7");
    brain.send("done");
    brain.send("YXQUERYDATABASEALL 7,7 DONE");
    lines.extend(lines_until(&mut brain, "MESSAGE DATABASE DONE"));
    for line in &lines {
        assert!(line.starts_with("MESSAGE DATABASE "), "{lines:#?}");
        assert!(!line.contains(char::is_control), "{lines:#?}");
    }
}
