//! A database that advises a search.

use super::memory_book::MemoryBook;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tengen_common::{Limits, LimitsOnly, Report};
use tengen_core::board::{BoardSize, Point, Position, notation};
use tengen_core::rules::Rule;
use tengen_database::{BookError, Bound, Change, DatabaseError, Key, PositionBook, Proof, Record, Records, Value};
use tengen_engine::search::Searcher;
use tengen_session::advice::{adviser, record_of};
use tengen_testkit::{FREESTYLE, RENJU, after_move, after_moves};

/// A database that a search only reads.
struct ReadOnly<R>(R);

impl<R: Records> Records for ReadOnly<R> {
    fn get(&self, key: &Key) -> Result<Option<Record>, DatabaseError> {
        self.0.get(key)
    }
}

impl<R: Records + Send + Sync> PositionBook for ReadOnly<R> {
    fn name(&self) -> &str {
        "read only"
    }

    fn is_writable(&self) -> bool {
        false
    }

    fn change(&self, _: &Key, _: Change) -> Result<(), BookError> {
        panic!("it is not written");
    }
}

/// The report of a search with this many nodes, with this database or without one.
fn search(position: &Position, rule: Rule, nodes: u64, book: Option<Arc<dyn PositionBook>>) -> Report {
    let mut searcher = Searcher::new(4 << 20);
    searcher.set_adviser(book.map(adviser));
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let found = searcher.search(position, rule, &limits, &mut LimitsOnly::new());
    found.expect("a move")
}

fn played(moves: &str) -> Position {
    after_moves(BoardSize::FIFTEEN, moves)
}

fn won(best: Point) -> Record {
    Record { proof: Some(Proof::Win(9)), best: Some(best), ..Record::default() }
}

/// A position with a VCT that a short search misses, and its first move.
const MISSED: (&str, &str) =
    ("j8h8i8g10k10h7h6i7j6i6j7j5g8i5k4j10k6l5k5k7i3j4j11i12h11i10f10i11i13h12k3k2g13j12k12j3k13k11i9f11l11j13", "j9");

#[test]
fn a_claimed_win_is_played_once_the_rules_confirm_it() {
    let (moves, first) = MISSED;
    let position = played(moves);
    let first = notation::read(first, position.size()).unwrap()[0];
    let plain = search(&position, FREESTYLE, 3200, None);
    assert_eq!(plain.score.win_distance(), None, "{plain:?}");
    let book = Arc::new(ReadOnly(MemoryBook::default()));
    book.0.put(&position, FREESTYLE, won(first));
    let report = search(&position, FREESTYLE, 3200, Some(book));
    assert_eq!(report.best_move(), first);
    assert!(report.score.win_distance() > Some(9), "{report:?}");
}

#[test]
fn a_claimed_win_is_not_played_where_its_point_is_blocked() {
    let (moves, first) = MISSED;
    let position = played(moves);
    let first = notation::read(first, position.size()).unwrap()[0];
    let book = Arc::new(ReadOnly(MemoryBook::default()));
    book.0.put(&position, FREESTYLE, won(first));
    let mut searcher = Searcher::new(4 << 20);
    searcher.set_adviser(Some(adviser(book)));
    let limits = Limits { nodes: Some(4000), blocked: [first].into_iter().collect(), ..Limits::default() };
    let found = searcher.search(&position, FREESTYLE, &limits, &mut LimitsOnly::new());
    assert_ne!(found.unwrap().best_move(), first);
}

/// A database with false records only: random moves, wins, losses and deep values.
struct Liar(u64);

impl Records for Liar {
    fn get(&self, key: &Key) -> Result<Option<Record>, DatabaseError> {
        let (position, _) = key.position();
        let bytes = key.bytes().iter();
        let hash =
            bytes.fold(self.0, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3).rotate_left(9));
        let empty: Vec<Point> = position.empty_points().collect();
        let best = empty.get(hash as usize % empty.len().max(1)).copied();
        let plies = 1 + (hash >> 40) as u16 % 30;
        let value = Value { score: (hash >> 20) as i32 % 5000, depth: u16::MAX, bound: Bound::Exact };
        let record = match hash >> 50 & 3 {
            0 => Record { proof: Some(Proof::Win(plies)), ..Record::default() },
            1 => Record { proof: Some(Proof::Loss(plies)), ..Record::default() },
            _ => Record { value: Some(value), ..Record::default() },
        };
        Ok(Some(Record { best, ..record }))
    }
}

#[test]
fn a_database_of_lies_does_not_make_moves_worse() {
    let mut losses = Vec::new();
    for moves in OPENINGS {
        let position = played(moves);
        let worth = |point| {
            let after = after_move(&position, point);
            -search(&after, FREESTYLE, 20_000, None).score.value()
        };
        let plain = search(&position, FREESTYLE, 3000, None).best_move();
        for seed in 1..=16 {
            let liar = Arc::new(ReadOnly(Liar(seed)));
            let chosen = search(&position, FREESTYLE, 3000, Some(liar)).best_move();
            if chosen != plain {
                losses.push(worth(plain) - worth(chosen));
            }
            println!("{moves} {seed}: {chosen:?} {plain:?} {losses:?}");
        }
    }
    let sum: i32 = losses.iter().sum();
    println!("{sum} {losses:?}");
    assert!(losses.iter().all(|&loss| loss < 100), "{losses:?}");
}

/// A database that cannot be read.
#[derive(Default)]
struct Locked(AtomicUsize);

impl Records for Locked {
    fn get(&self, _: &Key) -> Result<Option<Record>, DatabaseError> {
        self.0.fetch_add(1, Ordering::Relaxed);
        Err(BookError::OtherWriter { name: "a.db".into() }.into())
    }
}

#[test]
fn a_database_that_cannot_be_read_is_tried_once_a_search() {
    let (position, locked) = (played("h8i9g7"), Arc::new(ReadOnly(Locked::default())));
    let with = search(&position, FREESTYLE, 3000, Some(locked.clone()));
    let without = search(&position, FREESTYLE, 3000, None);
    assert_eq!((with.nodes, with.line), (without.nodes, without.line));
    assert_eq!(locked.0.0.load(Ordering::Relaxed), 1);
}

#[test]
fn a_claim_is_not_a_win() {
    let (position, far) = (played("h8i9g7"), Point::new(1, 1));
    let book = Arc::new(ReadOnly(MemoryBook::default()));
    book.0.put(&position, FREESTYLE, won(far));
    let report = search(&position, FREESTYLE, 20_000, Some(book));
    assert_ne!(report.best_move(), far);
    assert!(!report.score.is_proven(), "{report:?}");
}

#[test]
fn a_move_that_cannot_be_played_is_not() {
    let book = Arc::new(ReadOnly(MemoryBook::default()));
    // h8 would be a double three of Black.
    let position = played("g8a1f8c1h9e1h10g1");
    let forbidden = Point::new(7, 7);
    let taken = Point::new(6, 7);
    let without = search(&position, RENJU, 2000, None);
    for bad in [forbidden, taken] {
        book.0.put(&position, RENJU, won(bad));
        let report = search(&position, RENJU, 2000, Some(book.clone()));
        assert_eq!(report.best_move(), without.best_move(), "{bad:?}");
    }
}

#[test]
fn outside_of_the_database_the_tree_is_the_same() {
    let book = Arc::new(ReadOnly(MemoryBook::default()));
    book.0.put(&played("a1"), FREESTYLE, won(Point::new(3, 3)));
    let position = played("h8i9g7h7i7");
    let with = search(&position, FREESTYLE, 5000, Some(book.clone()));
    let without = search(&position, FREESTYLE, 5000, None);
    assert_eq!((with.nodes, &with.line, with.score), (without.nodes, &without.line, without.score));
    // Only the root is looked up.
    assert_eq!(book.0.take_asked(), 1);
}

/// Early positions of games, as move lists.
const OPENINGS: [&str; 8] = [
    "h8i9g7", "h8h9j8g9", "h8i7g9i9h10", "h8g8i9f6g7h6", "h8h10i7j8g9", "h8i9i7g7j8k9", "h8j9g6i7h7g9f8",
    "h8h9g9i7i9f9",
];

#[test]
fn a_deeper_study_is_followed_and_never_makes_a_move_worse() {
    let (quick, deep) = (600, 20_000);
    let (mut with, mut without) = (0, 0);
    for moves in OPENINGS {
        let book = Arc::new(ReadOnly(MemoryBook::default()));
        let position = played(moves);
        let study = search(&position, FREESTYLE, deep, None);
        book.0.put(&position, FREESTYLE, record_of(&study, ""));
        let reply = after_move(&position, study.best_move());
        let answer = search(&reply, FREESTYLE, deep, None);
        book.0.put(&reply, FREESTYLE, record_of(&answer, ""));
        // A shallow, wrong record decides nothing.
        let shallow = Record { value: Some(Value { score: 9000, depth: 1, bound: Bound::Exact }), ..Record::default() };
        let corner = after_move(&position, Point::new(0, 0));
        book.0.put(&corner, FREESTYLE, shallow.of_the_move());

        let worth = |point| -search(&after_move(&position, point), FREESTYLE, deep, None).score.value();
        let chosen = search(&position, FREESTYLE, quick, Some(book.clone())).best_move();
        let plain = search(&position, FREESTYLE, quick, None).best_move();
        println!("{moves}: {chosen:?} {plain:?} {:?}", study.best_move());
        assert_ne!(chosen, Point::new(0, 0));
        if chosen != plain {
            with += worth(chosen);
            without += worth(plain);
        }
    }
    println!("{with} {without}");
    // The scores of searches with other memory differ by some points.
    assert!(with >= without - 50, "{with} with the database, {without} without");
}
