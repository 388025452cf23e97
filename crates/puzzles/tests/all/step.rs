//! The steps for beginners: what is right by the rules, and the built-in puzzles.

use std::collections::{BTreeMap, HashSet};
use tengen_core::board::{BoardSize, Colour, Point, Position, notation};
use tengen_core::rules::{Outcome, Rule, completes_five, judge};
use tengen_engine::search::Searcher;
use tengen_puzzles::verify::verify;
use tengen_puzzles::weak::{STONES, StepMaker};
use tengen_puzzles::{Kind, Puzzle, shipped, shipped_steps, step};

fn searcher() -> Searcher {
    Searcher::new(1 << 18)
}

/// The puzzle of a kind after these moves, Black's and White's listed apart.
fn made(rule: &str, kind: Kind, [black, white]: [&str; 2]) -> Option<Puzzle> {
    let [black, white] =
        [black, white].map(|moves| notation::read(moves, BoardSize::FIFTEEN).expect("moves").into_iter());
    let mut sides = [black, white];
    let moves: Vec<Point> = (0..).map_while(|i| sides[i % 2].next()).collect();
    step::puzzle(rule.parse().expect("a rule"), BoardSize::FIFTEEN, &moves, kind, &mut searcher())
}

/// The right moves, the solution's first.
fn right(puzzle: &Puzzle) -> String {
    let points = puzzle.solution[..1].iter().chain(&puzzle.also);
    points.map(|&point| notation::write(point, puzzle.size)).collect()
}

fn line(puzzle: &Puzzle, points: &[Point]) -> String {
    points.iter().map(|&point| notation::write(point, puzzle.size)).collect()
}

#[test]
fn the_rules_decide_which_moves_are_right() {
    let three = ["g8h8i8b2", "a15c13e15"];
    let cases = [
        ("freestyle", Kind::MakeFive, ["f8g8i8j8", "a15c13e15g14"], "h8"),
        ("freestyle", Kind::MakeFive, ["f8g8h8i8", "a15c13e15g14"], "e8j8"),
        ("standard", Kind::MakeFive, ["f8g8h8i8k8", "a15c13e15g14i12"], "e8"),
        ("caro", Kind::MakeFive, ["f8g8h8i8", "e8a15c13k8"], ""),
        ("freestyle", Kind::StopFour, ["f8g8h8i8", "e8a15c13"], "j8"),
        ("caro", Kind::StopFour, ["f8g8h8i8", "e8a15c13"], "j8k8"),
        ("freestyle", Kind::StopFour, ["f8g8h8i8", "a15c13e15"], ""),
        ("freestyle", Kind::OpenFour, ["g8h8i8b2", "a15c13e15g13"], "f8j8"),
        ("freestyle", Kind::OpenFour, ["g8h8i8b2", "a15c13e15e8"], "j8"),
        ("freestyle", Kind::OpenFour, ["g8h8i8b2", "a15c13e15f8"], ""),
        ("freestyle", Kind::StopThree, three, "f8j8"),
        ("freestyle", Kind::StopThree, ["g8h8i8b2", "a15c13e8"], "f8j8k8"),
        ("renju", Kind::DoubleThreat, ["g8h8j10j11", "a15c13e15g14"], ""),
        ("renju", Kind::Forbidden, ["g8h8j10j11", "a15c13e15g14"], "j8"),
        ("renju", Kind::Forbidden, ["g8h8j10j11c2d2f4f5", "a15c13e15g14i13k15m13o14"], ""),
        ("freestyle", Kind::Forbidden, ["g8h8j10j11", "a15c13e15g14"], ""),
        ("renju", Kind::Trap, ["g8h8j10j11n4", "k7l6m5a15"], "i9"),
        ("freestyle", Kind::Trap, ["g8h8j10j11n4", "k7l6m5a15"], ""),
    ];
    for (rule, kind, moves, expected) in cases {
        let puzzle = made(rule, kind, moves);
        let found = puzzle.as_ref().map(right).unwrap_or_default();
        assert_eq!(found, expected, "{rule} {kind:?} {moves:?}");
    }
}

#[test]
fn solutions_are_lines_that_show_why() {
    let open_four = made("freestyle", Kind::OpenFour, ["g8h8i8b2", "a15c13e15e8"]).expect("a puzzle");
    assert_eq!(line(&open_four, &open_four.solution), "j8f8k8");
    let stop = made("freestyle", Kind::StopThree, ["g8h8i8b2", "a15c13e15"]).expect("a puzzle");
    assert_eq!((line(&stop, &stop.solution), line(&stop, &stop.threat)), ("f8j8k8".into(), "f8e8j8".into()));
    let forbidden = made("renju", Kind::Forbidden, ["g8h8j10j11", "a15c13e15g14"]).expect("a puzzle");
    assert_eq!(line(&forbidden, &forbidden.threat), "i8j9");
}

/// Slow and obvious: whether each legal reply to a move leaves a five.
fn wins_next(position: &Position, rule: Rule, point: Point) -> bool {
    let us = position.to_move();
    let is_legal = |position: &Position, point| judge(position, point, position.to_move(), rule) == Outcome::Open;
    if !is_legal(position, point) {
        return false;
    }
    let after = position.after(point);
    let five =
        |position: &Position, side| position.empty_points().any(|five| completes_five(position, five, side, rule));
    let mut replies = after.empty_points().filter(|&reply| is_legal(&after, reply));
    !five(&after, !us)
        && replies.all(|reply| {
            let next = after.after(reply);
            five(&next, us)
        })
}

#[test]
fn every_other_move_fails() {
    for kind in [Kind::OpenFour, Kind::Trap] {
        let puzzles = shipped_steps().into_iter().filter(|puzzle| puzzle.kind == kind);
        for puzzle in puzzles.step_by(67) {
            let (position, right) = (puzzle.position(), puzzle.right_moves());
            for point in position.empty_points() {
                assert_eq!(wins_next(&position, puzzle.rule, point), right.contains(point), "{}", puzzle.line());
            }
        }
    }
}

/// A sample across the file, which varies with the number of puzzles; `tengen puzzles check` verifies all.
#[test]
fn a_sample_of_the_steps_is_verified() {
    let mut searcher = searcher();
    for puzzle in shipped_steps().into_iter().step_by(53) {
        assert_eq!(verify(&puzzle, &mut searcher), Ok(()), "{}", puzzle.line());
    }
}

#[test]
fn there_are_two_hundred_of_each_step_for_all_rules_and_sides() {
    let puzzles = shipped_steps();
    let mut counts = BTreeMap::new();
    for puzzle in &puzzles {
        assert!(STONES.contains(&puzzle.moves.len()) && puzzle.size == BoardSize::FIFTEEN);
        *counts.entry(puzzle.kind).or_insert(0) += 1;
    }
    assert_eq!(counts, Kind::STEPS.map(|kind| (kind, 200)).into());
    for kind in &Kind::STEPS[..5] {
        let of_kind = || puzzles.iter().filter(|puzzle| puzzle.kind == *kind);
        let rules: HashSet<Rule> = of_kind().map(|puzzle| puzzle.rule).collect();
        assert_eq!(rules.len(), 5, "{kind:?}");
        let black = of_kind().filter(|puzzle| puzzle.position().to_move() == Colour::Black).count();
        assert!((80..=120).contains(&black), "{kind:?}: {black}");
    }
    let keys: HashSet<_> = puzzles.iter().chain(&shipped()).map(Puzzle::key).collect();
    assert_eq!(keys.len(), puzzles.len() + shipped().len(), "no two are alike");
}

#[test]
fn a_changed_puzzle_is_refused() {
    let puzzle = made("freestyle", Kind::StopThree, ["g8h8i8b2", "a15c13e15"]).expect("a puzzle");
    let refused = |puzzle: Puzzle| verify(&puzzle, &mut searcher()).expect_err("it is wrong").to_string();
    assert_eq!(verify(&puzzle, &mut searcher()), Ok(()));
    assert!(refused(Puzzle { also: Vec::new(), ..puzzle.clone() }).starts_with("by the rules it is {"));
    assert!(refused(Puzzle { kind: Kind::StopFour, ..puzzle }).starts_with("by the rules it is no puzzle"));
    let is_double = |puzzle: &Puzzle| puzzle.kind == Kind::DoubleThreat && puzzle.also.is_empty();
    let double = shipped_steps().into_iter().find(is_double).expect("a puzzle");
    assert_eq!(verify(&double, &mut searcher()), Ok(()));
    let corner = notation::read("a1", double.size).expect("a point");
    assert!(refused(Puzzle { also: corner.clone(), ..double.clone() }).starts_with("a1 is not proven to win"));
    assert!(refused(Puzzle { solution: corner, ..double }).starts_with("by the rules it is no puzzle"));
}

/// The signature (`tests/bench-signature.txt`) of the search that played the games of the built-in steps.
const MADE_WITH: &str = "1364236";

/// `tengen puzzles make --steps --count 200 --out web/steps.jsonl` makes the built-in file; here its first games. A
/// changed search plays other games.
#[test]
fn one_command_makes_the_built_in_steps() {
    if include_str!("../../../../tests/bench-signature.txt").trim() != MADE_WITH {
        return;
    }
    let mut maker = StepMaker::new(1, 200, &[]);
    let mut made = Vec::new();
    while made.len() < 20 {
        made.extend(maker.next_game());
    }
    let of =
        |puzzles: &[Puzzle], kind| puzzles.iter().filter(|puzzle| puzzle.kind == kind).cloned().collect::<Vec<_>>();
    for kind in Kind::STEPS {
        assert!(of(&shipped_steps(), kind).starts_with(&of(&made, kind)), "{kind:?}");
    }
}

#[test]
fn the_same_seed_makes_the_same_puzzles() {
    let make = |known: &[Puzzle]| {
        let mut maker = StepMaker::new(4, 10, known);
        (0..3).flat_map(|_| maker.next_game()).collect::<Vec<_>>()
    };
    let puzzles = make(&[]);
    assert!(!puzzles.is_empty());
    assert_eq!(make(&[]), puzzles);
    let keys: HashSet<_> = puzzles.iter().map(Puzzle::key).collect();
    assert!(make(&puzzles).iter().all(|puzzle| !keys.contains(&puzzle.key())), "known ones are not made again");
}
