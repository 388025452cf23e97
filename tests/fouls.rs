//! Renju fouls as drawings.
mod support;
use support::foul_at_a;

#[test]
fn a_straight_four_is_not_counted_as_a_three_too() {
    assert_eq!(
        foul_at_a(
            "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . X X X a . . . .
        . . . . X . . . .
        . . . . X . . . .
        . . . . . . . . .
        . . . . . . . . ."
        ),
        None
    );
}
