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
fn lines_of_wins_by_threats_ended_two_plies_before_the_five() {
    let arguments = ["solve", "--hash", "8", "--board", "-", "--side", "black"];
    let ran = run(&mut tengen(&arguments), THREE_AND_THREE);
    assert_eq!(ran.status, 0, "{}", ran.err);
    let sentence = ran.out.lines().next().unwrap();
    let (head, moves) = sentence.split_once(" plies: ").expect("a win");
    let plies = head.strip_prefix("VCT: black wins in ").expect("a win by threats");
    let count = moves.split_whitespace().count();
    assert!(plies == count.to_string() && count >= 5, "{}", ran.out);
}
