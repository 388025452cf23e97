//! `tengen database` as people run it.

use serde_json::Value;
use std::path::{Path, PathBuf};
use tengen_testing::toolbox::{Ran, run, tengen};

/// A folder of this name with nothing in it.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("database-{name}"));
    let _ = std::fs::remove_dir_all(&folder); // of an earlier run
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn tool(folder: &Path, arguments: &str) -> Ran {
    let arguments: Vec<&str> = arguments.split_whitespace().collect();
    run(
        tengen(&["database"]).args(arguments).current_dir(folder),
        "",
    )
}

fn tool_says(folder: &Path, arguments: &str) -> String {
    let ran = tool(folder, arguments);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{arguments}");
    ran.out
}

fn json(folder: &Path, arguments: &str) -> Value {
    serde_json::from_str(&tool_says(folder, arguments)).unwrap()
}

const BLACK_WINS: &str = "(;GM[4]SZ[15]RE[B+R];B[hh];W[ii];B[gg])";
const WHITE_WINS: &str = "(;GM[4]SZ[15]RE[W+R];B[hh];W[hi];B[gg])";

/// A database of two games, one in a folder of its own.
fn two_games(name: &str) -> PathBuf {
    let folder = folder(name);
    std::fs::create_dir(folder.join("games")).unwrap();
    std::fs::write(folder.join("games/black.sgf"), BLACK_WINS).unwrap();
    std::fs::write(folder.join("white.sgf"), WHITE_WINS).unwrap();
    let said = tool_says(&folder, "import a.db games white.sgf");
    assert!(
        said.starts_with("2 new games through 8 positions, 0 counted before"),
        "{said}"
    );
    folder
}

#[test]
fn games_are_imported_once_and_their_moves_are_shown() {
    let folder = two_games("import");
    let again = tool_says(&folder, "import a.db games white.sgf");
    assert!(
        again.starts_with("0 new games through 0 positions, 2 counted before"),
        "{again}"
    );
    let known = json(&folder, "query a.db --position h8 --json");
    assert_eq!(known["position"]["games"]["black"], 1);
    assert_eq!(known["position"]["games"]["white"], 1);
    let moves = known["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 2);
    assert!(moves.iter().all(|m| m["score"].is_null()), "{known}");
    // Turned: the same position.
    let turned = tool_says(&folder, "query a.db --position h8i8");
    assert!(turned.contains("1 game; no value"), "{turned}");
    let nowhere = tool(&folder, "query a.db --position a1");
    assert_eq!(nowhere.status, 3);
    assert!(nowhere.out.contains("Nothing is known"), "{}", nowhere.out);
    assert_eq!(tool_says(&folder, "check a.db"), "a.db: 6 positions\n");
}

#[test]
fn games_of_self_play_are_imported() {
    let folder = folder("selfplay");
    let words = "selfplay --nodes 60 --size 9 --games 3 --out own.games";
    let words: Vec<&str> = words.split_whitespace().collect();
    assert_eq!(run(tengen(&words).current_dir(&folder), "").status, 0);
    let said = tool_says(&folder, "import a.db own.games");
    assert!(said.starts_with("3 new games"), "{said}");
    let known = json(&folder, "query a.db --size 9 --position= --json");
    let games = &known["position"]["games"];
    let count = |name: &str| games[name].as_u64().unwrap();
    assert_eq!(
        ["black", "drawn", "white", "open"]
            .map(count)
            .iter()
            .sum::<u64>(),
        3
    );
}

#[test]
fn what_is_exported_comes_back_and_does_not_add_up() {
    let folder = two_games("export");
    tool_says(&folder, "export a.db --out a.jsonl");
    for _ in 0..2 {
        let said = tool_says(&folder, "import b.db a.jsonl");
        assert!(said.contains("; 6 positions as text"), "{said}");
        assert_eq!(
            tool_says(&folder, "export a.db"),
            tool_says(&folder, "export b.db")
        );
    }
    let there = tool(&folder, "export a.db --out a.jsonl");
    assert!(
        there.err.contains("a.jsonl is there already"),
        "{}",
        there.err
    );
}

#[test]
fn a_game_is_not_counted_twice_by_a_merge() {
    let folder = two_games("merge");
    tool_says(&folder, "import b.db white.sgf");
    let refused = tool(&folder, "merge b.db a.db");
    assert_eq!(refused.status, 1);
    assert!(
        refused.err.contains("counted here as well"),
        "{}",
        refused.err
    );
    tool_says(&folder, "merge b.db a.db --without-games");
    let games = &json(&folder, "query b.db --position h8 --json")["position"]["games"];
    assert_eq!((&games["black"], &games["white"]), (&0.into(), &1.into()));
    tool_says(&folder, "import c.db games");
    tool_says(&folder, "merge c.db b.db");
    let games = &json(&folder, "query c.db --position h8 --json")["position"]["games"];
    assert_eq!((&games["black"], &games["white"]), (&1.into(), &1.into()));
}

#[test]
fn positions_are_analysed_and_a_run_goes_on() {
    let folder = folder("analyse");
    let words = "analyse a.db --size 9 --position e5a1e6a9 --nodes 300 --moves 2 --positions";
    let said = tool_says(&folder, &format!("{words} 1"));
    assert!(
        said.starts_with("1 position searched; the position: "),
        "{said}"
    );
    let said = tool_says(&folder, &format!("{words} 2"));
    assert!(said.starts_with("2 positions searched"), "{said}");
    let known = json(&folder, "query a.db --size 9 --position e5a1e6a9 --json");
    assert!(!known["position"]["score"].is_null(), "{known}");
    assert_eq!(known["position"]["best"], known["moves"][0]["move"]);
}

#[test]
fn what_is_no_game_or_no_database_is_told_in_a_sentence() {
    let folder = folder("refused");
    std::fs::write(folder.join("text.sgf"), "no game").unwrap();
    std::fs::write(folder.join("a.jsonl"), "{}\n").unwrap();
    std::fs::write(folder.join("moves.txt"), "h8i9").unwrap();
    let ran = tool(&folder, "import a.db text.sgf a.jsonl moves.txt");
    assert_eq!(ran.status, 2);
    assert!(
        ran.err.contains("text.sgf: ") && ran.err.contains("a.jsonl: line 1: "),
        "{}",
        ran.err
    );
    assert!(
        ran.out.contains("1 new games") && ran.out.contains("2 left out"),
        "{}",
        ran.out
    );
    for (words, why) in [
        (
            "query moves.txt --position h8",
            "moves.txt is no database of positions",
        ),
        ("query none.db --position h8", "there is no file none.db"),
        (
            "import moves.txt moves.txt",
            "moves.txt is no database of positions",
        ),
        ("check none.db", "there is no file none.db"),
        ("import a.db nothing.sgf", "nothing.sgf"),
    ] {
        let ran = tool(&folder, words);
        assert_eq!((ran.status, ran.out.as_str()), (1, ""), "{words}");
        assert!(ran.err.contains(why), "{words}: {}", ran.err);
        assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
    }
    assert_eq!(std::fs::read(folder.join("moves.txt")).unwrap(), b"h8i9");
}
