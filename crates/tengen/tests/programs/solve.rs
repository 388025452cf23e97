//! `tengen solve` on the command line: its output and exit status.

use tengen_e2e::toolbox::{run, tengen};

/// Standard output, standard error and the exit status.
fn solve(arguments: &[&str], input: &str) -> (String, String, i32) {
    let mut command = tengen(&["solve", "--hash", "8"]);
    let ran = run(command.args(arguments), input);
    (ran.out, ran.err, ran.status)
}

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
fn a_win_by_fours_is_shown_with_its_drawing() {
    let moves = ["--position", "h8a1i8c1j8e1", "--vcf"];
    let (out, _, status) = solve(&moves, "");
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(status, 0, "{out}");
    assert!(lines[0].starts_with("VCF: black wins in 3 plies: g8 "), "{out}");
    assert!(lines[8].starts_with(" 8"), "{out}");
    assert!(lines[8].contains(" 1 X X X "), "{out}");
    assert!(lines.last().unwrap().contains(" node, "), "{out}");
}

/// Black has a VCF of 40 moves and a shorter VCT. Made by random changes of stones that lengthened the VCF.
const FORTY_FOURS: &str = "
    . . O . X . . . . X . . X X .
    . . . X X O . . . X . O . . .
    X . . . . . . O . . . . O . O
    . . O . . . O . O X . . . X .
    X . . O X . O . O . . . . O O
    X . . . . . . . . . . . . . .
    . . . . . O X . X . O . . . X
    X . . . . X . . . O . X . X .
    . . O X . . X . O . . . X . .
    O . . . . . . . X . . . O . X
    . O . . X . . O . O . . . . X
    . . . . . . X X . . . . X . .
    . . . . . . . X O . . . . O .
    O . O . O . X . . X O . O . O
    O . . . . . X . . . . . . . O";

/// A VCF that the VCF solver finds within half of the nodes is reported before the VCT solver runs.
#[test]
fn a_long_win_by_fours_is_found_before_threats_are_looked_for() {
    let question =
        ["--rule", "standard", "--board", "-", "--side", "black", "--time", "60s", "--nodes"];
    let (fours, _, status) = solve(&[&question[..], &["1000000", "--vcf"]].concat(), FORTY_FOURS);
    assert_eq!(status, 0, "{fours}");
    let win = fours.lines().next().unwrap();
    assert!(win.starts_with("VCF: black wins in 79 plies: "), "{win}");
    let (any, _, status) = solve(&[&question[..], &["1000000"]].concat(), FORTY_FOURS);
    assert_eq!((status, any.lines().next()), (0, Some(win)));
}

#[test]
fn moves_need_no_option() {
    let won = |moves: &[&str]| solve(moves, "").0.lines().next().map(str::to_string);
    let win = won(&["e5a1f5c1g5e1"]);
    assert!(win.as_deref().is_some_and(|win| win.starts_with("VCF: black wins in 3 plies: ")));
    assert_eq!(win, won(&["--position", "e5a1f5c1g5e1"]));
    let (_, err, status) = solve(&["e5a1f5c1z99"], "");
    assert!(err.contains("\"z99\" is not a point") && status == 1, "{err}");
}

#[test]
fn a_win_by_threats_is_found_in_a_drawing_on_standard_input() {
    let (out, _, status) = solve(&["--board", "-", "--side", "black"], THREE_AND_THREE);
    assert_eq!(status, 0, "{out}");
    assert!(out.starts_with("VCT: black wins in "), "{out}");
}

#[test]
fn lines_of_wins_by_threats_ended_two_plies_before_the_five() {
    let (out, _, _) = solve(&["--board", "-", "--side", "black"], THREE_AND_THREE);
    let sentence = out.lines().next().unwrap();
    let (head, moves) = sentence.split_once(" plies: ").expect("a win");
    let plies = head.split_whitespace().last().unwrap();
    let count = moves.split_whitespace().count();
    assert_eq!(plies, count.to_string(), "{out}");
    assert!(out.contains(plies) && count >= 5, "{out}");
}

/// White's four has one reply, a forbidden overline for black. The line continues to its five anyway.
#[test]
fn a_line_ended_at_a_four_whose_reply_is_a_foul() {
    let drawing = "
        . . . . . . . . .
        . . . . . X . . .
        . . . . . X . . .
        . . . . . X . . .
        X O O O . . . . .
        . . . . . X . . .
        . . . . . X . . .
        . . . . . X . . .
        . . . . . . . . .";
    let arguments = ["--board", "-", "--side", "white", "--rule", "renju"];
    let (out, _, _) = solve(&arguments, drawing);
    let moves: Vec<&str> = out.lines().next().unwrap().split_whitespace().collect();
    let ["VCF:", "white", "wins", "in", "3", "plies:", "e5", reply, "f5"] = moves[..] else {
        panic!("{out}");
    };
    assert_ne!(reply, "f5", "{out}");
}

/// Two moves later black has won: `--after` goes back in the game, and the rule comes from the file.
#[test]
fn a_game_is_read_up_to_a_move() {
    let game = "(;GM[4]SZ[15]RU[renju];B[hh];W[aa];B[ih];W[ca];B[jh];W[ea];B[gh];W[ga];B[fh])";
    let (_, err, status) = solve(&["-"], game);
    assert!(err.contains("the game is over") && err.contains("--after"), "{err}");
    assert_eq!(status, 1);
    let (out, _, status) = solve(&["-", "--after", "6", "--vcf"], game);
    assert!(out.starts_with("VCF: black wins in 3 plies: "), "{out}");
    assert_eq!(status, 0);
}

#[test]
fn nothing_is_found_where_nothing_is() {
    let (out, _, status) = solve(&["--board", "-", "--vcf"], THREE_AND_THREE);
    assert_eq!((out.lines().next(), status), (Some("no VCF"), 3));
    let (out, _, status) = solve(&["--position", "h8i9"], "");
    assert!(out.starts_with("no VCT found in "), "{out}");
    assert_eq!(status, 3, "{out}");
}

#[test]
fn limits_are_kept() {
    let moves = ["--board", "-", "--vct", "--nodes", "1"];
    let (out, _, status) = solve(&moves, THREE_AND_THREE);
    assert!(out.starts_with("no VCT found in "), "{out}");
    assert_eq!(status, 4, "{out}");
}

#[test]
fn mistakes_are_named() {
    for (arguments, complaint) in [
        (["--position", "h8z9"], "\"z9\" is not a point of a 15x15 board"),
        (["--position", "h8h8"], "h8"),
        (["--position", "h8a1h9a2h10a3h11a4h12"], "the game is over"),
        (["--board", "no-such-file"], "no-such-file"),
    ] {
        let (_, err, status) = solve(&arguments, "");
        assert!(err.contains(complaint), "{err}");
        assert_eq!(status, 1, "{err}");
    }
    let (_, err, status) = solve(&[], "");
    assert!(err.contains("give a position: moves like h8i9g7, or a file"), "{err}");
    assert_eq!(status, 1, "{err}");
}
