//! What tests share: programs behind pipes, referees, drawings, stopwatches.

pub mod brain;
pub mod browser;
pub mod brute_vcf;
pub mod clock;
pub mod connect6;
pub mod course;
pub mod dots;
pub mod fools;
pub mod host;
pub mod judge;
pub mod library;
pub mod network;
pub mod positions;
pub mod questions;
pub mod referee;
pub mod session;
pub mod stopwatch;
#[cfg(unix)]
pub mod terminal;
pub mod toolbox;
pub mod web;

use std::path::Path;
use tengen_core::board::diagram::{self, Diagram};
use tengen_core::board::{Colour, Point, Position};
use tengen_core::rules::{Foul, Rule, Variant, foul_at};

/// `INFO rule` 0.
pub const FREESTYLE: Rule = Rule::new(Variant::Freestyle);
/// `INFO rule` 1.
pub const STANDARD: Rule = Rule::new(Variant::Standard);
/// `INFO rule` 4.
pub const RENJU: Rule = Rule::new(Variant::Renju);
/// `INFO rule` 8.
pub const CARO: Rule = Rule::new(Variant::Caro);
/// `INFO rule` 9.
pub const CARO_EXACT: Rule = Rule::new(Variant::CaroExact);
/// All of them.
pub const PLAIN_RULES: [Rule; 5] = [FREESTYLE, STANDARD, RENJU, CARO, CARO_EXACT];

/// Every variant, without and with `fb_check`.
pub const ALL_RULES: [Rule; 10] = [
    FREESTYLE,
    STANDARD,
    RENJU,
    CARO,
    CARO_EXACT,
    fb_check(FREESTYLE),
    fb_check(STANDARD),
    fb_check(RENJU),
    fb_check(CARO),
    fb_check(CARO_EXACT),
];

/// The same rule after `INFO fb_check 1`.
pub const fn fb_check(rule: Rule) -> Rule {
    Rule {
        first_player_fouls: true,
        ..rule
    }
}

/// Reads a drawing.
pub fn draw(text: &str) -> Diagram {
    diagram::read(text).unwrap_or_else(|error| panic!("{error} in\n{text}"))
}

/// The foul at the point marked `a`, in renju.
pub fn foul_at_a(text: &str) -> Option<Foul> {
    foul_at_a_under(RENJU, text)
}

/// The foul at the point marked `a`.
pub fn foul_at_a_under(rule: Rule, text: &str) -> Option<Foul> {
    let drawing = draw(text);
    foul_at(&drawing.position, drawing.mark('a'), rule)
}

/// Black's stone at `a` is this foul of renju.
pub fn assert_foul(foul: Foul, text: &str) {
    assert_eq!(foul_at_a(text), Some(foul), "{text}");
}

/// Black's stone at `a` is no foul of renju.
pub fn assert_legal(text: &str) {
    assert_eq!(foul_at_a(text), None, "{text}");
}

/// The points where the side to move may play.
pub fn legal_moves(position: &Position, rule: Rule) -> Vec<Point> {
    let black = position.to_move() == Colour::Black;
    let empties = position.empty_points();
    empties
        .filter(|&p| !black || foul_at(position, p, rule).is_none())
        .collect()
}

/// The position after the side to move has played there.
pub fn after_move(position: &Position, point: Point) -> Position {
    after(position, point, position.to_move())
}

/// The position after `colour` has played there.
pub fn after(position: &Position, point: Point, colour: Colour) -> Position {
    let mut after = position.clone();
    after.place(point, colour, &mut ());
    after
}

/// Two tests of one check, which takes its size: `short` is run every day, `long` when somebody asks for it
/// (`cargo test --release -- --ignored long`).
#[macro_export]
macro_rules! in_two_lengths {
    ($(#[$about:meta])* $name:ident, $check:expr, $short:expr, $long:expr) => {
        $(#[$about])*
        mod $name {
            #[allow(unused_imports)] // a check may be a path of its own
            use super::*;

            #[test]
            fn short() {
                ($check)($short);
            }

            #[test]
            #[ignore = "the long form"]
            fn long() {
                ($check)($long);
            }
        }
    };
}

/// The repository.
pub fn repository() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// The path of a script that behaves badly.
pub fn script(name: &str) -> String {
    concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/").to_string() + name
}

/// The path of one of our programs, beside which this test was built.
///
/// # Panics
/// When it has not been built: a test builds the programs of its own package alone.
pub fn program(name: &str) -> &'static str {
    let test = std::env::current_exe().expect("a test has a path");
    let folder = test
        .ancestors()
        .nth(2)
        .expect("tests lie in target/PROFILE/deps");
    let path = folder
        .join(name)
        .with_extension(std::env::consts::EXE_EXTENSION);
    assert!(
        path.exists(),
        "{name} is missing: `cargo build --workspace` first, or `cargo test --workspace`"
    );
    path.to_str().expect("a path in UTF-8").to_string().leak()
}
