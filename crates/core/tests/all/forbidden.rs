//! Renju's forbidden moves as diagrams: black plays on the point marked `a`.
//!
//! The terms (overline, four, open four, three) are those of section 3 of the rules of the Renju International
//! Federation; allowed double threes are its section 9.3. All results were compared with two managers, Piskvork and
//! c-gomoku-cli.

use tengen_core::rules::Forbidden::{DoubleFour, DoubleThree, Overline};
use tengen_testkit::*;

// ---- Overlines --------------------------------------------------------------------------------

#[test]
fn six_in_a_row_is_an_overline() {
    assert_forbidden(
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
    // The stone joins a stone and a four: one, gap, four.
    assert_forbidden(
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
    assert_forbidden(
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
    // A four in the column would be legal; it does not make the six in the row legal.
    assert_forbidden(
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
    assert_forbidden(
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
    assert_forbidden(
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
    assert_forbidden(
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
    assert_forbidden(
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
    assert_forbidden(
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
    assert_forbidden(
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
    assert_forbidden(
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
    // The five points are inside, so stones around the pattern do not matter; this also holds on a diagonal.
    assert_forbidden(
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
    // X X . X X X . X: the left gap would make six, so only the right gap makes a five.
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
fn a_open_four_is_one_four() {
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
    assert_forbidden(
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
    assert_forbidden(
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
    assert_forbidden(
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
    assert_forbidden(
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
    assert_forbidden(
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
    assert_forbidden(
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
fn a_open_four_is_not_counted_as_a_three_too() {
    // A stone further along the row would leave the open four unchanged.
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
    // O . X X X . O has room for a five but not for an open four.
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
    // O . X X X . . O: one open four fits.
    assert_forbidden(
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
    // Six columns have room for an open four, five do not.
    assert_forbidden(
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
    // An open four in the column or on a diagonal would end at the edge.
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
