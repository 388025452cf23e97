//! The engine as a library.

use std::ops::ControlFlow;
use std::time::Duration;
use tengen_engine::{
    BoardSize, Colour, Ending, Engine, Finding, Forbidden, IllegalMove, Limits, PlayError, Point, Position, Reason,
    Rule, Score, Variant,
};

fn engine(rule: &str, side: u32, moves: &str) -> Engine {
    let size = BoardSize::square(side).expect("a board");
    let mut engine = Engine::new(rule.parse().expect("a rule"), size);
    engine.set_memory(1 << 20);
    engine.play_moves(moves).expect("legal moves");
    engine
}

/// Black has won.
const FIVE: &str = "a1a3b1b3c1c3d1d3e1";
/// Black, to move, has an open three.
const OPEN_THREE: &str = "h8a1i8c1j8e1";

#[test]
fn a_game_ends_and_moves_are_taken_back() {
    let mut engine = engine("freestyle", 15, FIVE);
    assert_eq!(engine.ending(), Some(Ending::won(Colour::Black, Reason::Five)));
    assert_eq!(engine.play(Point::new(7, 7)), Err(IllegalMove::GameOver));
    assert!(engine.best_move(&Limits::nodes(100)).is_none());
    assert!(engine.analyse(&Limits::nodes(100), 2, |_| ControlFlow::Continue(())).is_empty());
    assert_eq!(engine.find_vct(&Limits::nodes(100)), Finding::None);
    assert!(engine.undo() && engine.ending().is_none());
    let found = engine.best_move(&Limits::nodes(100)).expect("black can move");
    assert_eq!(engine.name(found.best_move()), "e1");
    assert_eq!(found.score, Score::win_in(1));
    while engine.undo() {}
    assert!(engine.position().stones().is_empty());
}

#[test]
fn illegal_moves_change_nothing() {
    let mut engine = engine("renju", 9, "e5");
    let before = engine.position().clone();
    let taken = IllegalMove::Point(Point::new(4, 4), PlayError::Taken);
    assert_eq!(engine.play_moves("d4c3e5"), Err(taken.clone()));
    let off = Point::new(20, 20);
    assert_eq!(engine.play(off), Err(IllegalMove::Point(off, PlayError::OffBoard)));
    assert!(matches!(engine.play_moves("d4z9"), Err(IllegalMove::Notation(_))));
    assert_eq!(engine.position(), &before);
    assert_eq!(taken.to_string(), "column 5, row 5 from the top: point already taken");
    let error = engine.play_moves("k1").expect_err("the board has nine columns");
    assert_eq!(error.to_string(), "\"k1\" is not a point of a 9x9 board");
}

#[test]
fn a_forbidden_move_ends_the_game() {
    let mut engine = engine("renju", 15, "h9a1h10a3f8a5g8a7");
    let forbidden: Vec<_> = engine.forbidden_points().iter().map(|p| engine.name(p)).collect();
    assert_eq!(forbidden, ["h8"]);
    assert_eq!(engine.play_moves("h8"), Ok(()));
    let reason = Reason::Forbidden(Forbidden::DoubleThree);
    assert_eq!(engine.ending(), Some(Ending::won(Colour::White, reason)));
    assert!(engine.undo() && engine.redo() && !engine.redo());
}

#[test]
fn in_a_continuous_game_fives_become_dead_points() {
    let mut engine = engine("freestyle+continuous", 15, FIVE);
    assert_eq!(engine.ending(), None);
    assert_eq!((engine.position().dead().len(), engine.position().stones().len()), (5, 4));
    assert!(engine.best_move(&Limits::nodes(200)).is_some());
    assert!(engine.undo());
    assert_eq!((engine.position().dead().len(), engine.position().stones().len()), (0, 8));
}

#[test]
fn a_set_position_is_judged() {
    let mut engine = engine("freestyle", 15, "h8");
    let won = self::engine("freestyle", 15, FIVE).position().clone();
    engine.set_position(won);
    assert_eq!(engine.ending(), Some(Ending::won(Colour::Black, Reason::Five)));
    assert!(!engine.undo());
    engine.set_position(Position::new(BoardSize::new(7, 5).expect("a board")));
    assert_eq!(engine.ending(), None);
    assert!(engine.best_move(&Limits::nodes(200)).is_some());
}

#[test]
fn wins_are_found_within_limits() {
    let engine = engine("renju", 15, OPEN_THREE);
    for limits in [Limits::nodes(10_000), Limits::time(Duration::from_secs(10))] {
        for found in [engine.find_vcf(&limits), engine.find_vct(&limits)] {
            assert!(matches!(found, Finding::Win(ref moves, 3) if moves.len() == 3), "{found:?}");
        }
    }
    let quiet = self::engine("renju", 15, "h8i9g7i7j10");
    assert_eq!(quiet.find_vcf(&Limits::nodes(10_000)), Finding::None);
}

#[test]
fn an_analysis_is_stopped_by_its_callback() {
    let mut engine = engine("freestyle", 15, "h8i9g7i7j10");
    let mut calls = 0;
    let lines = engine.analyse(&Limits::default(), 2, |lines| {
        calls += 1;
        if lines[0].depth < 3 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    assert!(lines.len() == 2 && calls >= 3, "{calls} calls, {lines:?}");
    let won = engine_of_a_win().analyse(&Limits::depth(2), 2, |_| ControlFlow::Continue(()));
    assert!(won.len() == 2 && won[0].score == Score::win_in(3), "{won:?}");
}

fn engine_of_a_win() -> Engine {
    engine(&Rule::new(Variant::Renju).to_string(), 15, OPEN_THREE)
}

#[test]
fn an_engine_can_be_used_by_another_thread() {
    let mut engine = engine("caro", 15, "h8");
    let found = std::thread::spawn(move || engine.best_move(&Limits::nodes(200)));
    assert!(found.join().expect("it does not panic").is_some());
}
