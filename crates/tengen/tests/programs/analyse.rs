//! `tengen analyse` on the command line: its table, drawings, pictures and JSON; the input it reads and rejects is in
//! `tests/cmd/analyse.trycmd`.

use std::path::Path;
use tengen_e2e::toolbox::{run, tengen};
use tengen_testkit::network::made;

/// Standard output, standard error and the exit status.
fn analyse(arguments: &str) -> (String, String, i32) {
    let mut command = tengen(&["analyse", "--hash", "8"]);
    let ran = run(command.args(arguments.split_whitespace()), "");
    (ran.out, ran.err, ran.status)
}

fn file(name: &str, text: &str) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).expect("a file");
    path.display().to_string()
}

/// Neither side has a threat.
const QUIET: &str = "--position h8i9g7i7j10";

/// White must prevent an open four: only g8 and k8 do.
const OPEN_THREE: &str = "--position h8h14i8c14j8";

#[test]
fn lines_come_as_a_table_and_the_best_one_as_a_drawing() {
    let (out, err, status) = analyse(&format!("{OPEN_THREE} --lines 3 --nodes 20000"));
    assert_eq!((err.as_str(), status), ("", 0));
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines[0], "freestyle, 15x15, white to move after 5 stones");
    assert_eq!(lines[1].split_whitespace().collect::<Vec<_>>(), ["score", "depth", "line"]);
    let is_move = |word: &&str| ["g8", "k8"].contains(word);
    let firsts: Vec<&str> =
        lines[2..4].iter().map(|line| line.split_whitespace().find(is_move).expect("a move")).collect();
    assert!(firsts == ["g8", "k8"] || firsts == ["k8", "g8"], "{out}");
    assert!(lines[3].starts_with(" 2 ") && lines[4].is_empty(), "{out}");
    let row = lines.iter().find(|line| line.starts_with(" 8 ")).unwrap();
    assert!(row.contains('1') && row.contains("(X)"), "{out}");
    assert!(lines.last().unwrap().contains(" nodes, "), "{out}");
}

#[test]
fn moves_are_given_with_or_without_the_option() {
    let json = |moves: &str| {
        let (out, err, status) = analyse(&format!("{moves} --nodes 3000 --json"));
        assert_eq!((err.as_str(), status), ("", 0), "{moves}");
        let mut value: serde_json::Value = serde_json::from_str(&out).expect("JSON");
        value["milliseconds"] = 0.into();
        value
    };
    let moves = QUIET.strip_prefix("--position ").expect("moves");
    assert_eq!(json(moves), json(QUIET));
    assert_eq!(json(&moves.to_uppercase()), json(QUIET));
}

#[test]
fn moves_that_are_also_the_name_of_a_file_are_refused() {
    let name = file("h8i9g7", "h8a1");
    let folder = Path::new(&name).parent().expect("a folder");
    let analyse = |arguments: &[&str]| {
        let mut command = tengen(&["analyse", "--hash", "8", "--nodes", "300"]);
        run(command.current_dir(folder).args(arguments), "")
    };
    let refused = analyse(&["h8i9g7"]);
    let message = "h8i9g7 is a list of moves and also a file: \
                   use --position h8i9g7 or --board h8i9g7";
    assert!(refused.err.contains(message) && refused.status == 1, "{}", refused.err);
    assert!(analyse(&["--position", "h8i9g7"]).out.contains("white to move after 3 stones"));
    for file in [&["--board", "h8i9g7"][..], &["./h8i9g7"]] {
        assert!(analyse(file).out.contains("black to move after 2 stones"), "{file:?}");
    }
    for both in [["h8", "--position", "i9"], ["h8", "--board", "i9"]] {
        let refused = analyse(&both);
        assert!(refused.err.contains("cannot be used with") && refused.status == 1, "{both:?}");
    }
}

#[test]
fn json_has_the_same_contents() {
    let (out, _, status) = analyse(&format!("{OPEN_THREE} --lines 2 --depth 4 --json"));
    assert_eq!(status, 0);
    let value: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(value["rule"], "freestyle");
    assert_eq!(value["to_move"], "white");
    let lines = value["lines"].as_array().expect("lines");
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[0]["depth"], 4);
    assert!(lines[0]["score"]["points"].is_i64(), "{out}");
    let won = analyse("--position h8a1i8c1j8e1 --rule renju --json").0;
    let value: serde_json::Value = serde_json::from_str(&won).expect("JSON");
    assert_eq!(value["lines"][0]["score"]["win_in"], 3);
    let moves = value["lines"][0]["moves"].as_array().expect("moves");
    assert_eq!(moves.len(), 3, "{won}");
}

/// The score and the moves of each line of the table.
fn table(out: &str) -> Vec<(String, Vec<&str>)> {
    let rows = out.lines().skip(2).take_while(|row| !row.is_empty());
    rows.map(|row| {
        let (score, rest) = row[3..].split_at(18);
        let moves = rest.split_whitespace().skip(1).collect();
        (score.trim().to_string(), moves)
    })
    .collect()
}

/// Black can make an open four at g8 or at k8.
const TWO_STRAIGHT_FOURS: &str = "--position h8a1i8c1j8e1 --rule renju --nodes 20000";

#[test]
fn a_win_at_sight_is_shown_to_its_end() {
    let (out, _, _) = analyse(&format!("{TWO_STRAIGHT_FOURS} --lines 1"));
    let table = table(&out);
    assert_eq!(table.len(), 1, "{out}");
    assert_eq!((table[0].0.as_str(), table[0].1.len()), ("win in 3 plies", 3));
}

#[test]
fn other_wins_are_listed_beside_a_win_at_sight() {
    let (out, _, _) = analyse(&format!("{TWO_STRAIGHT_FOURS} --lines 3"));
    let table = table(&out);
    assert_eq!(table.len(), 3, "{out}");
    let mut firsts: Vec<&str> = table.iter().map(|(_, moves)| moves[0]).collect();
    firsts[..2].sort();
    assert_eq!(firsts[..2], ["g8", "k8"], "{out}");
    for (score, moves) in &table[..2] {
        assert_eq!((score.as_str(), moves.len()), ("win in 3 plies", 3), "{out}");
    }
}

/// A double three wins although the first move makes no four. The line includes the reply and the
/// moves after it.
#[test]
fn lines_of_wins_and_losses_end_with_the_five() {
    for (position, score) in [
        ("h8a1i8a3g6o1g7o3", "win in 5 plies"),
        ("h8a1i8c1j8e1k8", "loss in 2 plies"),
        ("h8a1i8c1j8e1g8g1", "win in 1 ply"),
    ] {
        let (out, _, _) = analyse(&format!("--position {position} --lines 1 --nodes 20000"));
        let table = table(&out);
        let plies = score.split_whitespace().nth(2).unwrap().parse().unwrap();
        assert_eq!((table[0].0.as_str(), table[0].1.len()), (score, plies), "{out}");
    }
}

#[test]
fn a_win_is_reported_in_moves_not_plies() {
    let (out, _, _) = analyse(&format!("{TWO_STRAIGHT_FOURS} --lines 1"));
    assert!(out.contains("win in 3 plies"), "{out}");
    let solved = run(&mut tengen(&["solve", "--position", "h8a1i8c1j8e1"]), "").out;
    assert!(solved.contains("wins in 3 plies"), "{solved}");
}

#[test]
fn a_picture_shows_stones_labels_and_numbers() {
    let svg = file("analyse.svg", "");
    let (_, _, status) = analyse(&format!("{OPEN_THREE} --depth 3 --lines 1 --svg {svg} --force"));
    assert_eq!(status, 0);
    let picture = std::fs::read_to_string(svg).expect("a picture");
    let count = |words: &str| picture.matches(words).count();
    let line = count("font-weight=\"bold\"");
    assert!(line >= 1, "{picture}");
    assert_eq!(count("r=\"18\""), 5 + line, "stones on the board and to come");
    let words: Vec<&str> = picture.lines().map(str::trim).collect();
    for label in ["a", "o", "1", "15"] {
        assert!(words.contains(&label), "{label}: {picture}");
    }
    assert!(picture.trim_end().ends_with("</svg>"));
}

#[test]
fn positions_are_judged_by_what_is_asked_for() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("analyse.tnn");
    std::fs::write(&path, made(0, 1, 9)).expect("a file");
    let path = path.display();
    let found = |options: &str| {
        let (out, err, status) = analyse(&format!("{QUIET} --nodes 3000 --json {options}"));
        assert_eq!((err.as_str(), status), ("", 0), "{options}");
        let value: serde_json::Value = serde_json::from_str(&out).expect("JSON");
        value["lines"].clone()
    };
    let [usual, net, tables, own] = ["", "--eval net", "--eval tables", &format!("--net {path}")].map(found);
    assert_eq!(usual, net);
    assert!(usual != tables && usual != own && tables != own);
    let (_, err, status) = analyse(&format!("{QUIET} --net nowhere.tnn"));
    assert!(err.contains("nowhere.tnn") && status == 1, "{err}");
}
