//! Times an import of a million positions and look-ups: `cargo test -p tengen-database --test all million -- --ignored
//! --nocapture`. `TENGEN_GAMES=250000` makes it ten million. Times are only printed, since they depend on the load of
//! the machine.

use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use std::time::{Duration, Instant};
use tengen_core::board::{BoardSize, Point, Position};
use tengen_core::rules::{Rule, Variant};
use tengen_database::{Database, Import, Place, Records};
use tengen_records::defaults::Defaults;

/// The default of `TENGEN_GAMES`.
const GAMES: usize = 25_000;
/// The number of positions looked up with all their moves.
const EXPLORED: usize = 200;
const MOVES: usize = 40;

/// A game of random moves in the middle of the board, as SGF.
fn game(random: &mut StdRng) -> (Vec<Point>, String) {
    let mut points: Vec<Point> = (3..12).flat_map(|x| (3..12).map(move |y| Point::new(x, y))).collect();
    points.shuffle(random);
    points.truncate(MOVES);
    let letter = |number: u8| char::from(b'a' + number);
    let winner = if random.random() { 'B' } else { 'W' };
    let mut sgf = format!("(;GM[4]SZ[15]RE[{winner}+R]");
    for (number, point) in points.iter().enumerate() {
        let side = if number % 2 == 0 { 'B' } else { 'W' };
        sgf += &format!(";{side}[{}{}]", letter(point.x()), letter(point.y()));
    }
    (points, sgf + ")")
}

#[test]
#[ignore = "minutes"]
fn a_million_positions_are_imported_and_looked_up_in_time() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.db");
    let mut random = StdRng::seed_from_u64(3);
    let count = std::env::var("TENGEN_GAMES").ok();
    let count = count.map_or(GAMES, |count| count.parse().expect("a number"));
    let games: Vec<_> = (0..count).map(|_| game(&mut random)).collect();
    let (rule, size) = (Rule::new(Variant::Freestyle), BoardSize::FIFTEEN);
    let start = Instant::now();
    let mut database = Database::create(&file).unwrap();
    let mut import = Import::into(&mut database);
    for (_, sgf) in &games {
        let mut refuse = |why: String| panic!("{why}");
        let defaults = Defaults::of(rule, size);
        import.read(sgf.as_bytes(), "random games", defaults, &mut refuse).unwrap();
    }
    let counts = import.end().unwrap();
    let took = start.elapsed();
    assert_eq!(counts.positions as usize, count * (MOVES + 1));
    let start = Instant::now();
    for (points, _) in &games {
        let position = Position::new(size).after_all(&points[..MOVES / 2]);
        assert!(database.get(Place::of(&position, rule).key()).unwrap().is_some());
    }
    let look_up = start.elapsed() / count as u32;
    let start = Instant::now();
    for (points, _) in games.iter().step_by(count / EXPLORED) {
        let position = Position::new(size).after_all(&points[..3]);
        assert!(!database.explore(&position, rule).unwrap().moves.is_empty());
    }
    let all_moves = start.elapsed() / EXPLORED as u32;
    println!(
        "{} positions in {took:.1?}, a look-up in {look_up:.1?}, with all its moves {all_moves:.1?}",
        counts.positions
    );
    if let Ok(status) = std::fs::read_to_string("/proc/self/status") {
        status.lines().filter(|line| line.starts_with("VmHWM")).for_each(|line| println!("{line}"));
    }
    println!("{} bytes", std::fs::metadata(&file).unwrap().len());
    assert!(look_up < Duration::from_millis(1), "{look_up:?}");
}
