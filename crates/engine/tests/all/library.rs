//! A database in the first plies of a search.

use std::sync::Arc;
use tengen_common::{Limits, LimitsOnly, Report, Score};
use tengen_core::board::{Point, Position, Shape, notation};
use tengen_core::rules::Rule;
use tengen_database::{Bound, Proof, Record, Value};
use tengen_engine::search::{Searcher, record_of};
use tengen_testing::library::MemoryLibrary;
use tengen_testing::{FREESTYLE, RENJU, after_move};

/// What a search with so many nodes says, with this database or without one.
fn search(
    position: &Position,
    rule: Rule,
    nodes: u64,
    library: Option<&Arc<MemoryLibrary>>,
) -> Report {
    let mut searcher = Searcher::new(4 << 20);
    searcher.set_library(library.map(|library| library.clone() as _));
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    let found = searcher.search(position, rule, &limits, &mut LimitsOnly::new());
    found.expect("a move")
}

fn played(moves: &str) -> Position {
    let shape = Shape::square(15).unwrap();
    let mut position = Position::new(shape);
    for point in notation::read(moves, shape).unwrap() {
        position.play(point, &mut ());
    }
    position
}

fn won(best: Point) -> Record {
    Record {
        proof: Some(Proof::Win(9)),
        best: Some(best),
        ..Record::default()
    }
}

#[test]
fn a_proven_win_is_played_at_once() {
    let library = Arc::new(MemoryLibrary::default());
    let (position, far) = (played("h8i9g7"), Point::new(1, 1));
    library.put(&position, FREESTYLE, won(far));
    let report = search(&position, FREESTYLE, 100_000, Some(&library));
    assert_eq!((report.best_move(), report.score), (far, Score::win_in(9)));
    assert!(report.nodes < 100, "{report:?}");
    // The same position turned, and another rule, of which nothing is known.
    let turned = search(&played("h8g9i7"), FREESTYLE, 100_000, Some(&library));
    assert_eq!(turned.best_move(), Point::new(13, 1));
    let other = search(&position, RENJU, 1000, Some(&library));
    assert_eq!(other.line, search(&position, RENJU, 1000, None).line);
}

#[test]
fn a_move_that_cannot_be_played_is_not() {
    let library = Arc::new(MemoryLibrary::default());
    // Black would make two threes at h8.
    let position = played("g8a1f8c1h9e1h10g1");
    let foul = Point::new(7, 7);
    let taken = Point::new(6, 7);
    let without = search(&position, RENJU, 2000, None);
    for bad in [foul, taken] {
        library.put(&position, RENJU, won(bad));
        let report = search(&position, RENJU, 2000, Some(&library));
        assert_eq!(report.best_move(), without.best_move(), "{bad:?}");
    }
}

#[test]
fn outside_of_the_database_the_tree_is_the_same() {
    let library = Arc::new(MemoryLibrary::default());
    library.put(&played("a1"), FREESTYLE, won(Point::new(3, 3)));
    let position = played("h8i9g7h7i7");
    let with = search(&position, FREESTYLE, 5000, Some(&library));
    let without = search(&position, FREESTYLE, 5000, None);
    assert_eq!(
        (with.nodes, &with.line, with.score),
        (without.nodes, &without.line, without.score)
    );
    // It asks about the root, and about nothing else.
    assert!(library.take_asked() <= 3);
}

/// Positions early in games, each with the moves that lead there.
const OPENINGS: [&str; 8] = [
    "h8i9g7",
    "h8h9j8g9",
    "h8i7g9i9h10",
    "h8g8i9f6g7h6",
    "h8h10i7j8g9",
    "h8i9i7g7j8k9",
    "h8j9g6i7h7g9f8",
    "h8h9g9i7i9f9",
];

#[test]
fn a_deeper_study_is_followed_and_never_makes_a_move_worse() {
    let (quick, deep) = (600, 20_000);
    let (mut with, mut without) = (0, 0);
    for moves in OPENINGS {
        let library = Arc::new(MemoryLibrary::default());
        let position = played(moves);
        let study = search(&position, FREESTYLE, deep, None);
        library.put(&position, FREESTYLE, record_of(&study, ""));
        let reply = after_move(&position, study.best_move());
        let answer = search(&reply, FREESTYLE, deep, None);
        library.put(&reply, FREESTYLE, record_of(&answer, ""));
        // What somebody has looked at for a moment only, and wrongly, decides nothing.
        let shallow = Record {
            value: Some(Value {
                score: 9000,
                depth: 1,
                bound: Bound::Exact,
            }),
            ..Record::default()
        };
        let corner = after_move(&position, Point::new(0, 0));
        library.put(&corner, FREESTYLE, shallow.of_the_move());

        let worth = |point| {
            -search(&after_move(&position, point), FREESTYLE, deep, None)
                .score
                .value()
        };
        let chosen = search(&position, FREESTYLE, quick, Some(&library)).best_move();
        let plain = search(&position, FREESTYLE, quick, None).best_move();
        println!("{moves}: {chosen:?} {plain:?} {:?}", study.best_move());
        assert_ne!(chosen, Point::new(0, 0));
        if chosen != plain {
            with += worth(chosen);
            without += worth(plain);
        }
    }
    println!("{with} {without}");
    assert!(
        with >= without,
        "{with} with the database, {without} without"
    );
}
