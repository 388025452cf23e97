//! Who has won, as drawings.
mod support;
use support::*;
use tengen::board::Colour;
use tengen::rules::completes_five;

#[test]
fn a_capped_overline_wins_in_caro() {
    let d = draw(
        "
        . . . . . . . . .
        O X X X a X X O .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .",
    );
    assert!(completes_five(
        &d.position,
        d.mark('a'),
        Colour::Black,
        CARO
    ));
}
