//! Nested forbidden moves as diagrams: black plays on the point marked `a`.
//!
//! A three counts only if black may play its open-four point (section 9.3 of the rules of the Renju International
//! Federation); whether that point is forbidden may depend on further threes, and so on.

use tengen_core::rules::Forbidden::DoubleThree;
use tengen_testkit::*;

// ---- Threes that do not count because their open-four point is forbidden (9.3) ------------------

#[test]
fn a_three_spoilt_by_an_overline_on_its_own_line() {
    // X . . X X X . O: on the left the result would be six, on the right is a white stone.
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
    // X . . X X X . . .: on the right it is still one step from an open four.
    assert_forbidden(
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
fn a_three_spoilt_by_an_overline_at_its_open_four_point() {
    // 9.3 a): the row's only open-four point is p, where the column becomes six.
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
fn a_three_whose_open_four_point_makes_a_five() {
    // Section 3: a three becomes an open four "without at the same time a five in a row is made".
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
fn a_three_spoilt_by_a_double_four_at_its_open_four_point() {
    // 9.3 a): p makes an open four in the row and a four in the column.
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
fn a_three_spoilt_by_a_double_three_at_its_open_four_point() {
    // 9.3 b): p makes an open four in the row, and threes in the column and on the diagonal.
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
fn a_three_at_whose_open_four_point_one_of_two_threes_is_spoilt() {
    // As before, but the column through p is not a three: its fourth stone would threaten six. So p is legal, the row
    // is a three, and a is forbidden.
    assert_forbidden(
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
fn a_three_with_one_legal_open_four_point_of_two() {
    // p is an overline, but the row can be extended on the other side.
    assert_forbidden(
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
fn a_three_with_two_open_four_points_both_fouls() {
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
    // The row does not count because of p; column and diagonal are threes.
    assert_forbidden(
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
    // Four on the diagonal, three in the column, a three in the row that does not count: four and three, legal.
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
    // The column does not count because p is a double four (9.3 a), the falling diagonal because q is a double three
    // (9.3 b); the rising diagonal remains. Read literally, neither clause alone allows this; all managers do.
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

// ---- Deeply nested forbidden moves ---------------------------------------------------------------
//
// Found by search and minimized: a test that stops one level earlier gives the opposite answer. "Deep n": a chain of n
// open-four points, the legality of each depending on the next.

#[test]
fn deep_2() {
    assert_forbidden(
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
    assert_forbidden(
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
    assert_forbidden(
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
