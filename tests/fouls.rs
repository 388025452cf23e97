//! Renju fouls as drawings: black plays on the point marked `a`.
//!
//! The terms (overline, four, straight four, three) are those of section 3 of the rules of the Renju
//! International Federation; double threes that are allowed are its section 9.3. Every verdict here was
//! also compared with the foul tests of two managers, Piskvork and c-gomoku-cli.

mod support;

use support::*;
use tengen::rules::Foul::{DoubleFour, DoubleThree, Overline};

// ---- Overlines --------------------------------------------------------------------------------

#[test]
fn six_in_a_row_is_an_overline() {
    assert_foul(
        Overline,
        "
        . . . . . . . . .
        . X X X a X X . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .",
    );
}

#[test]
fn six_from_the_end_is_an_overline() {
    // The stone joins at the side: one, gap, four.
    assert_foul(
        Overline,
        "
        . . . . . . . X .
        . . . . . . a . .
        . . . . . X . . .
        . . . . X . . . .
        . . . X . . . . .
        . . X . . . . . .",
    );
}

#[test]
fn nine_in_a_row_is_an_overline_from_edge_to_edge() {
    assert_foul(
        Overline,
        "
        X X X X a X X X X
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .",
    );
}

#[test]
fn an_overline_beside_a_four_is_still_a_foul() {
    // A four in the column would be legal; it does not excuse the six in the row.
    assert_foul(
        Overline,
        "
        . . . . . . . . .
        . X X X a X X . .
        . . . . X . . . .
        . . . . X . . . .
        . . . . X . . . .
        . . . . . . . . .",
    );
}

#[test]
fn five_beats_an_overline() {
    // A five in the column wins, although the row becomes six.
    assert_legal(
        "
        . . . . . . . . .
        . X X X a X X . .
        . . . . X . . . .
        . . . . X . . . .
        . . . . X . . . .
        . . . . X . . . .
        . . . . . . . . .",
    );
}

// ---- Double fours -----------------------------------------------------------------------------

#[test]
fn two_fours_in_two_lines_are_a_double_four() {
    assert_foul(
        DoubleFour,
        "
        . . . . . . . . .
        . X X X a . . . .
        . . . . X . . . .
        . . . . X . . . .
        . . . . X . . . .
        . . . . . . . . .",
    );
}

#[test]
fn fours_with_one_five_point_count_as_much_as_straight_ones() {
    // Both fours are blocked at one side.
    assert_foul(
        DoubleFour,
        "
        . . . . O . . . .
        O X X X a . . . .
        . . . . X . . . .
        . . . . X . . . .
        . . . . X . . . .
        . . . . . . . . .",
    );
}

#[test]
fn fours_with_gaps_make_a_double_four() {
    // X X . a X on the row, X . a X X on the diagonal.
    assert_foul(
        DoubleFour,
        "
        . . . . . . . . . .
        . . X . . . . . . .
        . . . . . . . . . .
        . X X . a X . . . .
        . . . . . X . . . .
        . . . . . . X . . .
        . . . . . . . . . .",
    );
}

#[test]
fn three_fours_are_a_double_four() {
    assert_foul(
        DoubleFour,
        "
        . X . . X . . . .
        . . X . X . . . .
        . . . X X . . . .
        . X X X a . . . .
        . . . . . . . . .
        . . . . . . . . .",
    );
}

#[test]
fn two_fours_in_one_line_one_three_one() {
    assert_foul(
        DoubleFour,
        "
        . . . . . . . . .
        . X . X a X . X .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .",
    );
}

#[test]
fn two_fours_in_one_line_two_two_two() {
    assert_foul(
        DoubleFour,
        "
        . . . . . . . . . .
        . X X . a X . X X .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .",
    );
}

#[test]
fn two_fours_in_one_line_three_one_three() {
    assert_foul(
        DoubleFour,
        "
        . . . . . . . . . . .
        . X X X . a . X X X .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .",
    );
}

#[test]
fn two_fours_in_one_line_between_white_stones() {
    // The five points are inside, so stones around the shape do not matter; a diagonal counts too.
    assert_foul(
        DoubleFour,
        "
        O . . . . . . . .
        . X . . . . . . .
        . . . . . . . . .
        . . . a . . . . .
        . . . . X . . . .
        . . . . . X . . .
        . . . . . . . . .
        . . . . . . . X .
        . . . . . . . . O",
    );
}

#[test]
fn one_of_two_fours_in_a_line_becomes_an_overline() {
    // X X . X X X . X: on the left gap six would stand, so only the right gap makes a five.
    assert_legal(
        "
        . . . . . . . . . .
        . X X . X a X . X .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .",
    );
}

#[test]
fn a_straight_four_is_one_four() {
    // Two five points, one row of four stones.
    assert_legal(
        "
        . . . . . . . . .
        . . X X a X . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .",
    );
}

#[test]
fn a_fake_four_whose_five_point_is_an_overline() {
    // The column has a four; on the diagonal the stone above would make six.
    assert_legal(
        "
        . . . . . . . X
        . . . . . . a .
        . . . . . . . .
        . . . . X . X .
        . . . X . . X .
        . . X . . . X .
        . O . . . . O .",
    );
}

#[test]
fn a_fake_four_with_overlines_at_both_ends() {
    // X . X X X X . X has no five point at all; the column's four is alone.
    assert_legal(
        "
        . . . . . . . . . .
        . X . X X a X . X .
        . . . . . X . . . .
        . . . . . X . . . .
        . . . . . X . . . .
        . . . . . O . . . .",
    );
}

#[test]
fn a_four_at_the_edge_has_one_five_point_and_counts() {
    assert_foul(
        DoubleFour,
        "
        a X X X . . .
        X . . . . . .
        X . . . . . .
        X . . . . . .
        . . . . . . .",
    );
}

#[test]
fn four_stones_between_edge_and_white_are_no_four() {
    assert_legal(
        "
        a X X X O . .
        X . . . . . .
        X . . . . . .
        X . . . . . .
        . . . . . . .",
    );
}

#[test]
fn five_beats_a_double_four() {
    // Five in the row, fours in the column and on the diagonal.
    assert_legal(
        "
        . . . . . . . . .
        . X X X X a . . .
        . . . . X X . . .
        . . . X . X . . .
        . . X . . X . . .
        . . . . . . . . .",
    );
}

// ---- Double threes ----------------------------------------------------------------------------

#[test]
fn two_threes_are_a_double_three() {
    assert_foul(
        DoubleThree,
        "
        . . . . . . . . .
        . . . . . . . . .
        . . X X a . . . .
        . . . . X . . . .
        . . . . X . . . .
        . . . . . . . . .
        . . . . . . . . .",
    );
}

#[test]
fn threes_with_gaps_make_a_double_three() {
    // A column three and a diagonal three that has a gap.
    assert_foul(
        DoubleThree,
        "
        . . . . . . . .
        . . . . a . . .
        . . . X X . . .
        . . . . . . . .
        . X . . X . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .",
    );
}

#[test]
fn three_threes_are_a_double_three() {
    assert_foul(
        DoubleThree,
        "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . X X a . . . .
        . . . X X . . . .
        . . X . X . . . .
        . . . . . . . . .
        . . . . . . . . .",
    );
}

#[test]
fn four_and_three_is_legal() {
    assert_legal(
        "
        . . . . . . . . .
        O X X X a . . . .
        . . . . X . . . .
        . . . . X . . . .
        . . . . . . . . .
        . . . . . . . . .",
    );
}

#[test]
fn four_and_two_threes_is_a_double_three() {
    assert_foul(
        DoubleThree,
        "
        . . . . . . . . .
        . . . . . . . . .
        O X X X a . . . .
        . . . X X . . . .
        . . X . X . . . .
        . . . . . . . . .
        . . . . . . . . .",
    );
}

#[test]
fn two_fours_and_a_three_is_a_double_four() {
    assert_foul(
        DoubleFour,
        "
        . . . . O . . . .
        O X X X a . . . .
        . . . X X . . . .
        . . X . X . . . .
        . . . . X . . . .
        . . . . . . . . .",
    );
}

#[test]
fn five_beats_a_double_three() {
    // Five in the row, threes in the column and on the diagonal.
    assert_legal(
        "
        . . . . . . . . .
        . . . . . . . . .
        . X X X X a . . .
        . . . . X X . . .
        . . . X . X . . .
        . . . . . . . . .
        . . . . . . . . .",
    );
}

#[test]
fn a_straight_four_is_not_counted_as_a_three_too() {
    // A stone further along the row would leave the straight four standing.
    assert_legal(
        "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . X X X a . . . .
        . . . . X . . . .
        . . . . X . . . .
        . . . . . . . . .
        . . . . . . . . .",
    );
}

#[test]
fn a_three_that_touches_white_is_none() {
    assert_legal(
        "
        . . . . . . . . .
        . . . . . . . . .
        . O X X a . . . .
        . . . . X . . . .
        . . . . X . . . .
        . . . . . . . . .
        . . . . . . . . .",
    );
}

#[test]
fn a_three_between_white_stones_five_apart_is_none() {
    // O . X X X . O has room for a five but not for a straight four.
    assert_legal(
        "
        . . . . . . . . .
        . . . . . . . . .
        O . X X a . O . .
        . . . . X . . . .
        . . . . X . . . .
        . . . . . . . . .
        . . . . . . . . .",
    );
}

#[test]
fn a_three_between_white_stones_six_apart_is_one() {
    // O . X X X . . O: one straight four fits.
    assert_foul(
        DoubleThree,
        "
        . . . . . . . . .
        . . . . . . . . .
        O . X X a . . O .
        . . . . X . . . .
        . . . . X . . . .
        . . . . . . . . .
        . . . . . . . . .",
    );
}

#[test]
fn edges_take_room_as_white_stones_do() {
    // Six columns are room for a straight four, five are not.
    assert_foul(
        DoubleThree,
        "
        . . . . . .
        . . . . . .
        . X X a . .
        . . . X . .
        . . . X . .
        . . . . . .
        . . . . . .",
    );
    assert_legal(
        "
        . . . . .
        . . . . .
        . X X a .
        . . . X .
        . . . X .
        . . . . .
        . . . . .",
    );
}

#[test]
fn dead_points_take_room_as_edges_do() {
    assert_legal(
        "
        . . . . . . . . .
        . . . . . . . . .
        # . X X a . # . .
        . . . . X . . . .
        . . . . X . . . .
        . . . . . . . . .
        . . . . . . . . .",
    );
}

#[test]
fn on_the_edge_only_the_line_of_the_edge_can_be_a_three() {
    // A straight four in the column or on a diagonal would end at the edge.
    assert_legal(
        "
        . . X X a . . . . .
        . . . X X X . . . .
        . . X . X . X . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .",
    );
}

// ---- Threes that are none because black may not play their straight-four point (9.3) -----------

#[test]
fn a_three_spoilt_by_an_overline_on_its_own_line() {
    // X . . X X X . O: to the left six would threaten, to the right white stands.
    assert_legal(
        "
        . . . . . . . . .
        . . . . . . . . .
        X . . X a X . O .
        . . . . X . . . .
        . . . . X . . . .
        . . . . . . . . .
        . . . . . . . . .",
    );
}

#[test]
fn a_three_with_an_overline_on_one_side_only() {
    // X . . X X X . . .: to the right it is still one step from a straight four.
    assert_foul(
        DoubleThree,
        "
        . . . . . . . . .
        . . . . . . . . .
        X . . X a X . . .
        . . . . X . . . .
        . . . . X . . . .
        . . . . . . . . .
        . . . . . . . . .",
    );
}

#[test]
fn a_three_spoilt_by_an_overline_at_its_straight_four_point() {
    // 9.3 a): the row's only straight-four point is p, where the column becomes six.
    assert_legal(
        "
        . . . . . . . . .
        . . . . . X . . .
        . . . . . X . . .
        . . . . . X . . .
        O . X a X p . O .
        . . . X . X . . .
        . . . X . X . . .
        . . . . . . . . .
        . . . . . . . . .",
    );
}

#[test]
fn a_three_whose_straight_four_point_makes_a_five() {
    // Section 3: a three is made a straight four "without at the same time a five in a row is made".
    assert_legal(
        "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . X . . .
        . . . . . X . . .
        O . X a X p . O .
        . . . X . X . . .
        . . . X . X . . .
        . . . . . . . . .
        . . . . . . . . .",
    );
}

#[test]
fn a_three_spoilt_by_a_double_four_at_its_straight_four_point() {
    // 9.3 a): at p the row's straight four meets a four in the column.
    assert_legal(
        "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        O . X a X p . O .
        . . . X . X . . .
        . . . X . X . . .
        . . . . . X . . .
        . . . . . O . . .",
    );
}

#[test]
fn a_three_spoilt_by_a_double_three_at_its_straight_four_point() {
    // 9.3 b): at p the straight four meets threes in the column and on the diagonal.
    assert_legal(
        "
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . X . X . X . . .
        . . . X . X X . . . .
        O . X a X p . O . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .",
    );
}

#[test]
fn a_three_at_whose_straight_four_point_one_of_two_threes_is_spoilt() {
    // As before, but the column through p is no three: its fourth stone would threaten six. So p is
    // legal, the row is a three, and a is a foul.
    assert_foul(
        DoubleThree,
        "
        . . . . . . . . . . .
        . . . . . X . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . X . X . X . . .
        . . . X . X X . . . .
        O . X a X p . O . . .
        . . . . . . . . . . .
        . . . . . O . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .",
    );
}

#[test]
fn a_three_with_one_legal_straight_four_point_of_two() {
    // p is an overline, but the row can grow to the other side.
    assert_foul(
        DoubleThree,
        "
        . . . . . . . . .
        . . . . . X . . .
        . . . . . X . . .
        . . . . . X . . .
        . . X a X p . . .
        . . . X . X . . .
        . . . X . X . . .
        . . . . . . . . .
        . . . . . . . . .",
    );
}

#[test]
fn a_three_with_two_straight_four_points_both_fouls() {
    // At p and at q a column becomes six.
    assert_legal(
        "
        . . . . . . . . .
        . X . . . X . . .
        . X . . . X . . .
        . X . . . X . . .
        . q X a X p . . .
        . X . X . X . . .
        . X . X . X . . .
        . . . . . . . . .
        . . . . . . . . .",
    );
}

#[test]
fn two_threes_are_left_when_one_of_three_is_spoilt() {
    // The row is spoilt at p; column and diagonal are threes.
    assert_foul(
        DoubleThree,
        "
        . . . . . . . . .
        . . . . . X . . .
        . . . . . X . . .
        . . . . . X . . .
        O . X a X p . O .
        . . . X X X . . .
        . . . X . X . . .
        . . . . . . . . .
        . . . . . . . . .",
    );
}

#[test]
fn a_four_does_not_revive_a_spoilt_three() {
    // Four on the diagonal, three in the column, spoilt three in the row: four and three, legal.
    assert_legal(
        "
        . . . . . X . . .
        O . . . . X . . .
        . X . . . X . . .
        . . X . . X . . .
        O . X a X p . O .
        . . . X X X . . .
        . . . X . . . . .
        . . . . . . . . .
        . . . . . . . . .",
    );
}

#[test]
fn one_three_spoilt_by_a_double_four_and_one_by_a_double_three_leave_one() {
    // The column is spoilt at p by a double four (9.3 a), the falling diagonal at q by a double three
    // (9.3 b); the rising diagonal is left. Word for word neither clause alone allows this; all
    // managers do.
    assert_legal(
        "
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . X . . . . . . .
        . . a . . . . . . . .
        . X X q . . . . . . .
        . X p X X . . . . . .
        . . X . . X . . . . .
        . . . . . . . . . . .",
    );
}

// ---- Fouls that hang on fouls that hang on fouls -------------------------------------------------
//
// Found by search and made as small as possible: a test that stops one step earlier gives the other
// answer. "Deep n": n straight-four points in a chain, each legal or not because of the next.

#[test]
fn deep_2() {
    assert_foul(
        DoubleThree,
        "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . a . X . . .
        . . . X . . . . .
        . . X . . X . . .
        . . X X . . X . .
        . . . . . . . . .",
    );
}

#[test]
fn deep_3() {
    assert_legal(
        "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . X . . X . .
        . . . . X X . . .
        . . . X a . X . .
        . . . . . X . . .
        . . . . . . . . .",
    );
}

#[test]
fn deep_4() {
    assert_foul(
        DoubleThree,
        "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . X . . . .
        . . . X . X . . .
        . . . . . X a . .
        . . . . X . X . .
        . . . . . . X . .
        . . . . . . . . .",
    );
}

#[test]
fn deep_5() {
    assert_legal(
        "
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . a X X . .
        . . . . . . . . X X .
        . . . . . X X . . . .
        . . . . . . X . . X .
        . . . . . . . . . . .",
    );
}

#[test]
fn deep_6() {
    assert_foul(
        DoubleThree,
        "
        . . . . . . . . . . .
        . . . a X . X . . . .
        . . . X . . X . . . .
        . . . . . X . X . . .
        . . . X . X . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .",
    );
}

// ---- fb_check: fouls of the first player under other rules ------------------------------------------

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
        assert_eq!(foul_at_a_under(rule, double_three), expected, "{rule:?}");
        let checked = foul_at_a_under(fb_check(rule), double_three);
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
        let checked = foul_at_a_under(fb_check(rule), overline);
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
        let checked = foul_at_a_under(fb_check(rule), double_four);
        assert_eq!(checked, Some(DoubleFour), "{rule:?}");
    }
}

#[test]
fn a_five_that_caro_does_not_count_excuses_no_foul() {
    // The row is a capped five: it wins, and excuses the double three, everywhere but in caro.
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
        let checked = foul_at_a_under(fb_check(rule), capped_five);
        assert_eq!(checked, expected, "{rule:?}");
    }
}

#[test]
fn four_stones_that_could_only_become_a_capped_five_are_no_four_in_caro() {
    // O X X X a . O: a four in renju, worth nothing in caro.
    let text = "
        . . . . . . . . .
        . O X X X a . O .
        . . . . . X . . .
        . . . . . X . . .
        . . . . . X . . .
        . . . . . . . . .";
    for rule in PLAIN_RULES {
        let expected = (rule != CARO && rule != CARO_EXACT).then_some(DoubleFour);
        let checked = foul_at_a_under(fb_check(rule), text);
        assert_eq!(checked, expected, "{rule:?}");
    }
}

#[test]
fn a_three_that_white_can_cap_at_both_ends_is_none_in_caro() {
    // O . . X X X . . O: a white stone right beside the coming straight four caps both of its fives.
    let text = "
        . . . . . . . . . .
        . . . . . . . . . .
        O . . X a X . O . .
        . . . . X . . . . .
        . . . . X . . . . .
        . . . . . . . . . .
        . . . . . . . . . .";
    for rule in PLAIN_RULES {
        let expected = (rule != CARO && rule != CARO_EXACT).then_some(DoubleThree);
        let checked = foul_at_a_under(fb_check(rule), text);
        assert_eq!(checked, expected, "{rule:?}");
    }
}
