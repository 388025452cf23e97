//! `tengen solve` on standard input; the other tests are in `tests/cmd/solve.trycmd`.

use tengen_e2e::toolbox::{run, tengen};

const THREE_AND_THREE: &str = "
    . . . . . . . . .
    . . . . . . . . .
    . . . . . X . . .
    . . . . . X . . .
    . . . X X . . . .
    . . . . . . . O .
    . . . . . . O . O
    . . . . . . . . .
    . . . . . . . . .";

#[test]
fn lines_of_wins_by_threats_end_with_the_five() {
    let arguments = ["solve", "--hash", "8", "--board", "-", "--side", "black"];
    let ran = run(&mut tengen(&arguments), THREE_AND_THREE);
    assert_eq!(ran.status, 0, "{}", ran.err);
    let sentence = ran.out.lines().next().unwrap();
    let (head, moves) = sentence.split_once(" plies: ").expect("a win");
    let plies = head.strip_prefix("VCT: black wins in ").expect("a win by threats");
    let count = moves.split_whitespace().count();
    assert!(plies == count.to_string() && count >= 5, "{}", ran.out);
}

/// Black must block White's four, and the block threatens nothing.
#[test]
fn a_forced_block_is_searched_on_where_no_threat_is_left() {
    let arguments = ["solve", "--hash", "8", "--nodes", "1000000", "g8e6j8h8i9h10i7h9h7h11"];
    let ran = run(&mut tengen(&arguments), "");
    assert_eq!(ran.status, 0, "{} {}", ran.out, ran.err);
    assert!(ran.out.contains("black wins in") && ran.out.contains("9 plies: h12"), "{}", ran.out);
}

#[test]
fn a_win_in_a_continuous_game_is_a_point() {
    let ran = run(&mut tengen(&["solve", "--rule", "freestyle+continuous", "a1a6b1d8c1j10d1l5"]), "");
    assert!(ran.out.starts_with("VCF: black makes a point in 1 ply: e1\n"), "{}", ran.out);
}
