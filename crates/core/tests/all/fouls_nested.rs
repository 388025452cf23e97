//! Renju fouls that hang on fouls, as drawings: black plays on the point marked `a`.
//!
//! A three counts only if black may play its straight-four point (section 9.3 of the rules of the Renju
//! International Federation), and whether that is a foul may hang on the next three, and so on.

use tengen_core::rules::Foul::DoubleThree;
use tengen_testing::*;

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
