//! `tengen review`: reports in files; tables and mistakes are in `tests/cmd/review.trycmd`.

use std::path::{Path, PathBuf};
use tengen_e2e::toolbox::{Ran, run, tengen};

fn review(arguments: &[&str], input: &str) -> Ran {
    let mut command = tengen(&["review", "--hash", "8", "--nodes", "1000"]);
    run(command.args(arguments), input)
}

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// The report that the program writes about a game in SGF.
fn written(name: &str, game: &str) -> String {
    let file = path(name);
    let Ran { out, err, status } = review(&["-", "--force", "--out", file.to_str().expect("UTF-8")], game);
    assert_eq!((out.as_str(), err.as_str(), status), ("", "", 0));
    std::fs::read_to_string(file).expect("a report")
}

/// White misses black's open three, and black his open four.
const GAME: &str = "(;GM[4]SZ[9]RU[freestyle]PB[<b>Ann|]PW[Bob];B[ee];W[ai];B[fe];W[aa];B[ge];W[ia];B[af])";

#[test]
fn an_html_report_needs_no_other_file() {
    let report = written("review.html", GAME);
    let count = |what: &str| report.matches(what).count();
    assert!(report.contains("&lt;b&gt;Ann| (black)"), "{report}");
    assert_eq!(count("<b>Ann"), 0);
    assert_eq!(count("<svg"), 1 + count("<figure>"));
    assert!(count("<figure>") >= 2, "{report}");
    assert!(report.contains("Black&apos;s chance to win") || report.contains("Black's chance to win"));
    assert!(report.contains("lets Black make an open four at"));
    for link in ["src=", "href=", "url(", "@import"] {
        assert_eq!(count(link), 0, "{link}");
    }
}

#[test]
fn a_markdown_report_has_tables_and_a_board_at_each_mistake() {
    let report = written("review.md", GAME);
    assert!(report.contains(r"\<b\>Ann\| (black) - Bob (white)"), "{report}");
    assert!(report.contains("| inaccuracy | lets Black make an open four at"), "{report}");
    let at = report.find("\n## 6. White i9: inaccuracy\n").expect("a mistake");
    let board = "```text\n 9 O . . . . . . . ?\n 8 . . . . . . . 5 .\n";
    assert!(report[at..].contains(board), "{report}");
}

/// Terminals are often not wider.
#[test]
fn tables_have_eighty_columns() {
    let Ran { out, status, .. } = review(&["-"], GAME);
    assert_eq!(status, 0);
    let long: Vec<&str> = out.lines().filter(|line| line.chars().count() > 80).collect();
    assert!(long.is_empty(), "{long:?}");
    assert!(out.lines().any(|line| line.starts_with(&" ".repeat(48))), "a reason on two lines");
}

#[test]
fn a_missing_folder_is_named_before_the_search() {
    let mut command = tengen(&["review", "--nodes", "100000000", "h8h9i7", "--out", "no/where.html"]);
    let Ran { err, status, .. } = run(&mut command, "");
    assert_eq!((err.as_str(), status), ("Error: no/where.html: there is no such folder\n", 1));
}

#[test]
fn a_reviewed_game_does_not_depend_on_those_before_it() {
    let alone = review(&["h8h9i7", "--format", "json"], "").out;
    let second = review(&["d4e5f6g7", "h8h9i7", "--format", "json"], "").out;
    let games = |text: &str| -> Vec<serde_json::Value> { serde_json::from_str(text).expect("JSON") };
    assert_eq!(games(&alone)[0], games(&second)[1]);
}
