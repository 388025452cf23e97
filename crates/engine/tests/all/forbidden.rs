//! The fast implementation of forbidden moves on the drawings of `crates/testkit/positions/`.

use tengen_core::rules::forbidden_at;
use tengen_engine::pattern::forbidden_points;
use tengen_testkit::positions::{DrawnPosition, MOVES, PositionMove, moves};
use tengen_testkit::{CARO, CARO_EXACT, RENJU, fb_check};

fn drawn() -> impl Iterator<Item = DrawnPosition<PositionMove>> {
    MOVES.into_iter().flat_map(|(_, text)| moves(text))
}

#[test]
fn the_fast_reading_finds_the_drawn_forbidden_points() {
    for known in drawn() {
        for (rule, a) in known.cases {
            let fast = forbidden_points(&a.position, rule);
            for point in a.position.empty_points() {
                let slow = forbidden_at(&a.position, point, rule).is_some();
                assert_eq!(fast.contains(point), slow, "{}, {rule}, {point:?}", known.name);
            }
        }
    }
}

#[test]
fn rows_that_caro_does_not_count_are_the_forbidden_ones_of_renju() {
    let known = drawn().find(|known| known.name.starts_with("Four stones that could only become"));
    let drawing = known.expect("the drawing").drawing;
    for rule in [fb_check(CARO), fb_check(CARO_EXACT)] {
        let forbidden = forbidden_points(&drawing.position, rule);
        assert!(forbidden.contains(drawing.mark('a')), "{rule}");
        assert_eq!(forbidden, forbidden_points(&drawing.position, RENJU), "{rule}");
    }
}
