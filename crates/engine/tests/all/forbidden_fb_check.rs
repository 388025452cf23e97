//! `INFO fb_check 1`: Renju's forbidden moves for the first player under other rules, as diagrams.

use tengen_core::rules::Forbidden::{DoubleFour, DoubleThree, Overline};
use tengen_engine::pattern::forbidden_points;
use tengen_testkit::*;

#[test]
fn without_fb_check_only_renju_has_fouls() {
    let double_three = "
        . . . . . . . . .
        . . . . . . . . .
        . . X X a . . . .
        . . . . X . . . .
        . . . . X . . . .
        . . . . . . . . .
        . . . . . . . . .";
    for rule in PLAIN_RULES {
        let expected = (rule == RENJU).then_some(DoubleThree);
        assert_eq!(forbidden_at_a_under(rule, double_three), expected, "{rule:?}");
        let checked = forbidden_at_a_under(fb_check(rule), double_three);
        assert_eq!(checked, Some(DoubleThree), "{rule:?}");
    }
}

#[test]
fn with_fb_check_an_overline_is_a_foul_even_where_overlines_win() {
    let overline = "
        . . . . . . . . .
        . X X X a X X . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .";
    for rule in PLAIN_RULES {
        let checked = forbidden_at_a_under(fb_check(rule), overline);
        assert_eq!(checked, Some(Overline), "{rule:?}");
    }
}

#[test]
fn with_fb_check_a_double_four_is_a_foul_even_in_one_line() {
    let double_four = "
        . . . . . . . . . .
        . X X . a X . X X .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .";
    for rule in PLAIN_RULES {
        let checked = forbidden_at_a_under(fb_check(rule), double_four);
        assert_eq!(checked, Some(DoubleFour), "{rule:?}");
    }
}

#[test]
fn a_five_that_caro_does_not_count_excuses_no_foul() {
    // The row is a capped five: everywhere but under Caro it wins, and so overrides the double three.
    let capped_five = "
        . . . . . . . . .
        . . . . . . . . .
        . O X X a X X O .
        . . . X X . . . .
        . . X . X . . . .
        . . . . . . . . .
        . . . . . . . . .";
    for rule in PLAIN_RULES {
        let expected = (rule == CARO || rule == CARO_EXACT).then_some(DoubleThree);
        let checked = forbidden_at_a_under(fb_check(rule), capped_five);
        assert_eq!(checked, expected, "{rule:?}");
    }
}

#[test]
fn four_stones_that_could_only_become_a_capped_five_are_a_four_in_caro_too() {
    // O X X X a . O: no pattern under Caro, but a four under Renju.
    let text = "
        . . . . . . . . .
        . O X X X a . O .
        . . . . . X . . .
        . . . . . X . . .
        . . . . . X . . .
        . . . . . . . . .
        . . . . . . . . .";
    for rule in PLAIN_RULES {
        let checked = forbidden_at_a_under(fb_check(rule), text);
        assert_eq!(checked, Some(DoubleFour), "{rule:?}");
    }
}

#[test]
fn a_three_that_white_can_cap_at_both_ends_is_one_in_caro_too() {
    // O . . X X . . . O: a white stone next to the future open four caps both of its fives.
    let text = "
        . . . . . . . . . .
        . . . . . . . . . .
        O . . X a X . O . .
        . . . . X . . . . .
        . . . . X . . . . .
        . . . . . . . . . .
        . . . . . . . . . .";
    for rule in PLAIN_RULES {
        let checked = forbidden_at_a_under(fb_check(rule), text);
        assert_eq!(checked, Some(DoubleThree), "{rule:?}");
    }
}

/// The fast implementation finds the same forbidden points.
#[test]
fn the_fast_reading_agrees_on_rows_that_caro_does_not_count() {
    let text = "
        . . . . . . . . .
        . O X X X a . O .
        . . . . . X . . .
        . . . . . X . . .
        . . . . . X . . .
        . . . . . . . . .
        . . . . . . . . .";
    let drawing = draw(text);
    for rule in [fb_check(CARO), fb_check(CARO_EXACT)] {
        let forbidden = forbidden_points(&drawing.position, rule);
        assert!(forbidden.contains(drawing.mark('a')), "{rule:?}");
        assert_eq!(forbidden, forbidden_points(&drawing.position, RENJU), "{rule:?}");
    }
}
