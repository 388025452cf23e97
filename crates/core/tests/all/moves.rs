//! Moves and their results, from the drawings of `crates/testkit/positions/`.

use tengen_core::board::{Colour, Direction, diagram};
use tengen_core::rules::{Outcome, Rule, completes_five, forbidden_at, judge};
use tengen_testkit::positions::{MOVES, PositionMove, moves};

const NUMBERS: [&str; 10] = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

fn line(direction: Direction) -> &'static str {
    match direction {
        Direction::Row => "in the row",
        Direction::Column => "in the column",
        Direction::Falling => "on the falling diagonal",
        Direction::Rising => "on the rising diagonal",
    }
}

/// The result of a move in words, after the functions that judge it were compared with each other.
fn result(PositionMove { position, point, colour, .. }: &PositionMove, rule: Rule) -> String {
    let outcome = judge(position, *point, *colour, rule);
    let wins = completes_five(position, *point, *colour, rule);
    assert_eq!(wins, matches!(outcome, Outcome::Five(_)));
    if *colour == Colour::Black {
        let forbidden = forbidden_at(position, *point, rule);
        assert_eq!(forbidden.is_some(), matches!(outcome, Outcome::Forbidden(_)));
    }
    match outcome {
        Outcome::Five(run) => format!("wins with {} {}", NUMBERS[run.length], line(run.direction)),
        Outcome::Forbidden(forbidden) => format!("forbidden ({})", forbidden.name()),
        Outcome::Draw => "draw".into(),
        Outcome::Open => "open".into(),
    }
}

/// Compares all results of a file. A win may be given without its line.
fn compare(file: &str) {
    let (_, text) = MOVES.into_iter().find(|(name, _)| *name == file).expect("a file");
    let mut wrong = String::new();
    for known in moves(text) {
        for (rule, a) in known.cases {
            let found = result(&a, rule);
            let is_right = found == a.result || found.starts_with(&format!("{} ", a.result));
            if !is_right {
                wrong += &format!(
                    "{file}:{}: {}\n{}{rule}, {:?}: {}, but found: {found}\n\n",
                    known.line,
                    known.name,
                    diagram::write(&a.position),
                    a.colour,
                    a.result
                );
            }
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

#[test]
fn wins() {
    compare("wins.txt");
}

#[test]
fn forbidden_moves() {
    compare("forbidden.txt");
}

#[test]
fn nested_forbidden_moves() {
    compare("forbidden_nested.txt");
}

#[test]
fn forbidden_moves_of_the_tutorial() {
    compare("forbidden_tutorial.txt");
}

#[test]
fn forbidden_moves_under_fb_check() {
    compare("fb_check.txt");
}
