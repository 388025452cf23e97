//! Committed batches survive `kill -9` at any moment, and the file stays valid.

#![cfg(unix)]

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc::channel;
use std::time::Duration;
use tengen_core::board::{BoardSize, Point, Position};
use tengen_core::rules::{Rule, Variant};
use tengen_database::{Database, Key, Place, Record, Records, Results};

/// The environment variable with the file to write, set when the test program is started as the writer.
const WRITES_TO: &str = "TENGEN_TEST_DATABASE";
const BATCH: u32 = 50;

/// A different position for every number below 2^30: bits are stones on a large board without symmetry.
fn key(number: u32) -> Key {
    let mut position = Position::new(BoardSize::new(31, 32).unwrap());
    for bit in (0..30).filter(|bit| number >> bit & 1 == 1) {
        position.play(Point::new(bit, 0), &mut ());
    }
    position.play(Point::new(0, 9), &mut ());
    Place::of(&position, Rule::new(Variant::Freestyle)).key().clone()
}

/// Not a test of its own: it is the program that gets killed. It reports each batch after its commit.
#[test]
fn writer() {
    let Some(file) = std::env::var_os(WRITES_TO) else { return };
    let mut database = Database::create(Path::new(&file)).unwrap();
    let first = u32::try_from(database.count().unwrap()).unwrap() / BATCH;
    for number in first.. {
        let mut batch = database.write().unwrap();
        for position in number * BATCH..(number + 1) * BATCH {
            let record = Record { results: Results::of(None), source: format!("batch {number}"), ..Record::default() };
            batch.join(&key(position), record).unwrap();
        }
        batch.commit().unwrap();
        println!("\ncommitted {number}");
        std::io::stdout().flush().unwrap();
    }
}

/// Kills a writer `times` times, always on the same file: at random moments after some batches, or before the first.
fn kill(times: u32, seed: u64) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.db");
    let mut random = StdRng::seed_from_u64(seed);
    let mut committed = 0;
    for life in 0..times {
        let mut writer = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "kill::writer", "--nocapture"])
            .env(WRITES_TO, &file)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let output = writer.stdout.take().unwrap();
        let (sender, batches) = channel();
        let reader = std::thread::spawn(move || {
            let lines = BufReader::new(output).lines().map_while(Result::ok);
            let number = |line: String| line.strip_prefix("committed ")?.parse::<u32>().ok();
            lines.filter_map(number).inspect(|_| sender.send(()).unwrap_or_default()).max()
        });
        batches.iter().take(life as usize % 5).for_each(drop);
        std::thread::sleep(Duration::from_micros(random.random_range(0..100_000)));
        writer.kill().unwrap();
        writer.wait().unwrap();
        committed = reader.join().unwrap().map_or(committed, |last| last + 1);
        committed = check(&file, committed);
    }
    assert!(committed > times, "{committed} batches in {times} lives: too few to have met a kill");
}

/// Checks that every reported batch is in the file, at most one more, and none partially or twice. Returns the number
/// of batches.
fn check(file: &Path, committed: u32) -> u32 {
    let database = Database::create(file).unwrap();
    let count = u32::try_from(database.check().unwrap()).unwrap();
    assert!([committed * BATCH, (committed + 1) * BATCH].contains(&count), "{count}, {committed} batches");
    for number in 0..count {
        let record = database.get(&key(number)).unwrap().expect("no record is lost");
        assert_eq!(record.results.games(), 1);
        assert_eq!(record.source, format!("batch {}", number / BATCH));
    }
    count / BATCH
}

#[test]
fn kills_lose_nothing_that_was_committed() {
    kill(5, 1);
}

/// `cargo test -p tengen-database --test all kill -- --ignored`
#[test]
#[ignore = "two minutes"]
fn fifty_kills_lose_nothing_that_was_committed() {
    kill(50, 2);
}
