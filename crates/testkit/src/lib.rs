//! Shared parts of the tests of boards, rules and search: diagrams, positions, brute force, stopwatches.

pub mod brute_vcf;
#[cfg(feature = "stopwatch")]
pub mod clock;
pub mod judge;
pub mod network;
pub mod positions;
#[cfg(feature = "stopwatch")]
pub mod stopwatch;

use tengen_core::board::diagram::{self, Diagram};
use tengen_core::board::{BoardSize, Colour, Point, Position, notation};
use tengen_core::rules::{Rule, Variant, forbidden_at};

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
/// The rules without `fb_check`.
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
    Rule { first_player_forbidden: true, ..rule }
}

pub fn draw(text: &str) -> Diagram {
    diagram::read(text).unwrap_or_else(|error| panic!("{error} in\n{text}"))
}

pub fn legal_moves(position: &Position, rule: Rule) -> Vec<Point> {
    let black = position.to_move() == Colour::Black;
    let empties = position.empty_points();
    empties.filter(|&p| !black || forbidden_at(position, p, rule).is_none()).collect()
}

pub fn after_move(position: &Position, point: Point) -> Position {
    position.after(point)
}

/// The position on an empty board of this size after moves like `h8i9g7`.
///
/// # Panics
/// If they are not moves of that board.
pub fn after_moves(size: BoardSize, moves: &str) -> Position {
    Position::new(size).after_all(notation::read(moves, size).expect("moves"))
}

/// Makes two tests of one check that takes its size as argument: `short` always runs, `long` only on request (`cargo
/// test --release -- --ignored long`).
#[macro_export]
macro_rules! in_two_lengths {
    ($(#[$about:meta])* $name:ident, $check:expr, $short:expr, $long:expr) => {
        $(#[$about])*
        mod $name {
            #[allow(unused_imports)] // `check` may be a full path
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
