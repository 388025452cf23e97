//! Files that commands write: new ones unless `--force` is given, complete or not at all.

use std::path::{Path, PathBuf};
use tengen_e2e::toolbox::{Ran, run, tengen};

/// An empty folder.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("output").join(name);
    let _ = std::fs::remove_dir_all(&folder); // from an earlier run
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn tool(folder: &Path, arguments: &str) -> Ran {
    let mut command = tengen(&[]);
    run(command.args(arguments.split_whitespace()).current_dir(folder), "")
}

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    // A read database has files next to it while it is open, and sometimes longer.
    let mut names: Vec<String> = names.filter(|name| !name.contains(".db-")).collect();
    names.sort();
    names
}

/// Runs a command that writes `theirs`: a file that is there is kept, and replaced with --force.
fn keeps_a_file(folder: &Path, arguments: &str) {
    let file = folder.join("theirs");
    std::fs::write(&file, "a game").unwrap();
    let before = names(folder);
    let ran = tool(folder, arguments);
    assert_eq!(ran.status, 1, "{arguments}: {}", ran.out);
    let why = "theirs: it is there already; --force replaces it";
    assert!(ran.err.contains(why), "{arguments}: {}", ran.err);
    assert_eq!(std::fs::read(&file).unwrap(), b"a game", "{arguments}");
    assert_eq!(names(folder), before, "{arguments}");
    let ran = tool(folder, &format!("{arguments} --force"));
    assert_eq!(ran.status, 0, "{arguments} --force: {}", ran.err);
    assert_ne!(std::fs::read(&file).unwrap(), b"a game", "{arguments} --force");
    assert_eq!(names(folder), before, "{arguments} --force");
    std::fs::remove_file(&file).unwrap();
    let ran = tool(folder, arguments);
    assert_eq!(ran.status, 0, "{arguments}: {}", ran.err);
    assert_eq!(names(folder), before, "{arguments}");
}

#[test]
fn an_output_file_replaces_nothing_unasked() {
    let folder = folder("kept");
    let ran = tool(&folder, "database openings openings.db");
    assert_eq!(ran.status, 0, "{}", ran.err);
    for arguments in [
        "picture h8i9 --out theirs --format svg",
        "picture h8i9 --out theirs --format png",
        "analyse h8i9 --nodes 100 --svg theirs",
        "review h8i9g7 --nodes 100 --out theirs --format html",
        "database openings theirs",
        "database export openings.db --out theirs",
        "database export openings.db --out theirs --games",
    ] {
        keeps_a_file(&folder, arguments);
    }
}

#[test]
fn a_new_name_for_a_game_replaced_a_file() {
    let folder = folder("convert");
    std::fs::write(folder.join("there.sgf"), "a game").unwrap();
    let ran = tool(&folder, "convert h8i9 there.sgf");
    assert!(ran.status == 1 && ran.err.contains("--force replaces it"), "{}", ran.err);
    assert_eq!(tool(&folder, "convert h8i9 there.sgf --force").status, 0);
    assert!(std::fs::read_to_string(folder.join("there.sgf")).unwrap().starts_with("(;"));
}

#[test]
fn what_cannot_be_written_is_refused_before_the_work() {
    let folder = folder("refused");
    for (arguments, why) in [
        ("review h8i9g7 --out no/such/review.html", "there is no such folder"),
        ("analyse h8i9 --svg no/such/board.svg", "there is no such folder"),
        ("picture h8i9 --out . --format svg", "it is a folder"),
    ] {
        let ran = tool(&folder, arguments);
        assert!(ran.status == 1 && ran.err.contains(why), "{arguments}: {}", ran.err);
        assert_eq!(ran.out, "", "{arguments}");
    }
    assert!(names(&folder).is_empty());
}

#[cfg(unix)]
#[test]
fn a_pipe_and_standard_output_are_written_as_before() {
    let folder = folder("streams");
    assert_eq!(tool(&folder, "picture h8i9 --out /dev/null --format png").status, 0);
    let ran = tool(&folder, "picture h8i9 --out /dev/stdout --format svg");
    assert!(ran.status == 0 && ran.out.contains("<svg"), "{}", ran.err);
    let mut shell = std::process::Command::new("sh");
    let program = tengen_e2e::program("tengen");
    let command = format!("{program} picture h8i9 --out /dev/stdout --format svg > board.svg");
    let ran = run(shell.args(["-c", &command]).current_dir(&folder), "");
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    assert!(std::fs::read_to_string(folder.join("board.svg")).unwrap().contains("<svg"));
}

#[test]
fn journals_logs_and_pages_of_others_are_kept() {
    let folder = folder("others");
    std::fs::write(folder.join("p.jsonl"), "").unwrap();
    std::fs::write(folder.join("p.jsonl.deep"), "a game").unwrap();
    let brain = format!("--brain {0} --brain {0}", tengen_e2e::program("pbrain-tengen"));
    std::fs::write(folder.join("game.sgf"), "(;GM[4]SZ[15])").unwrap();
    for (arguments, why) in [
        ("puzzles check --deep --write p.jsonl", "holds no results of a check"),
        ("puzzles make game.sgf --out game.sgf", "game.sgf: line 1"),
        (&format!("match {brain} --log game.sgf"), "is no log of a match"),
        (&format!("match {brain} --csv game.sgf"), "--force replaces it"),
    ] {
        let before = names(&folder);
        let ran = tool(&folder, arguments);
        assert!(ran.status == 1 && ran.err.contains(why), "{arguments}: {}", ran.err);
        assert_eq!(names(&folder), before, "{arguments}");
    }
    assert_eq!(std::fs::read_to_string(folder.join("p.jsonl.deep")).unwrap(), "a game");
    assert_eq!(std::fs::read_to_string(folder.join("game.sgf")).unwrap(), "(;GM[4]SZ[15])");
}

#[cfg(target_os = "linux")]
#[test]
fn a_token_is_kept_only_in_a_file_of_ours() {
    let folder = folder("token");
    std::fs::write(folder.join("game.sgf"), "(;GM[4]SZ[15])").unwrap();
    let made = std::process::Command::new("mkfifo").arg(folder.join("pipe")).status();
    assert!(made.is_ok_and(|status| status.success()));
    for (token, why) in [
        ("game.sgf", "it holds something else; name another file"),
        ("pipe", "it is not a plain file"),
        ("/dev/zero", "it is not a plain file"),
    ] {
        let ran = tool(&folder, &format!("web --no-open --port 0 --token {token}"));
        assert!(ran.status == 1 && ran.err.contains(why), "{token}: {}", ran.err);
    }
    assert_eq!(std::fs::read_to_string(folder.join("game.sgf")).unwrap(), "(;GM[4]SZ[15])");
}
