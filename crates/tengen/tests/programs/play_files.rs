//! Autosaves of `tengen play` when it is killed, and backups without room; other files of it are in
//! `tests/cmd/linux/play.trycmd`.

use tempfile::{TempDir, tempdir};
use tengen_e2e::toolbox::{run, tengen};

/// A record with names, an event, comments, a variation, and properties unknown to our programs.
const RECORD: &str = "(;FF[4]GM[4]CA[UTF-8]SZ[9]RU[freestyle]PB[Mrs. Black]PW[Mr. White]EV[Cup]\r\n\
DT[2024-05-01]XX[a\\]b][c]GC[A fine game.]C[before the first move]\r\n\
;B[ee]C[the centre];W[ed]\r\n(;B[fd]C[good];W[dd])(;B[fe]C[bad [sic\\]]KO[]))\r\n";

fn read(folder: &TempDir, name: &str) -> String {
    std::fs::read_to_string(folder.path().join(name)).expect("a file")
}

/// A command that plays with autosaved games in `autosave`.
fn kept(folder: &TempDir, arguments: &str) -> std::process::Command {
    let mut command = tengen(&["play", "--hash", "8", "--side", "both", "--size", "9"]);
    command.args(arguments.split_whitespace()).current_dir(folder);
    command.env("TENGEN_AUTOSAVE", folder.path().join("autosave"));
    command
}

fn autosaves(folder: &TempDir) -> usize {
    std::fs::read_dir(folder.path().join("autosave")).map_or(0, Iterator::count)
}

/// Sends this input and kills the program once it has printed `until`.
fn killed(mut command: std::process::Command, input: &str, until: &str) {
    use std::io::{BufRead, BufReader, Write};
    use std::process::Stdio;
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut keyboard = child.stdin.take().expect("a pipe");
    keyboard.write_all(input.as_bytes()).expect("it listens");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let found = lines.find(|line| line.as_ref().is_ok_and(|line| line.contains(until)));
    assert!(found.is_some(), "\"{until}\" was not printed");
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
}

#[test]
fn a_game_of_a_killed_program_is_offered_and_recovered_whole() {
    let folder = tempdir().unwrap();
    std::fs::write(folder.path().join("game.sgf"), RECORD).unwrap();
    killed(kept(&folder, "game.sgf"), "a1\nmoves\n", "5 a1");
    assert_eq!(autosaves(&folder), 1);
    let output = run(&mut kept(&folder, ""), "recover\nmoves\nsave\n").out;
    assert!(output.contains("game.sgf was left unsaved"), "{output}");
    assert!(output.contains("  5 a1\n") && output.contains("saved in"), "{output}");
    let expected = RECORD.replace(";W[dd])", ";W[dd];B[ai])");
    assert_eq!(read(&folder, "game.sgf"), expected);
    assert_eq!(read(&folder, "game.sgf~"), RECORD);
    assert_eq!(autosaves(&folder), 0);
}

#[test]
fn an_older_game_that_was_left_over_stays_until_somebody_drops_it() {
    let folder = tempdir().unwrap();
    killed(kept(&folder, ""), "a1\nmoves\n", "1 a1");
    killed(kept(&folder, ""), "b1\nmoves\n", "1 b1");
    assert_eq!(autosaves(&folder), 2);
    let output = run(&mut kept(&folder, ""), "c1\nrecover\nforget\nmoves\nquit!\n").out;
    assert!(output.contains("(1 more are older)"), "{output}");
    assert!(output.contains("recover! continues"), "{output}");
    assert!(output.contains("discarded\na game was left unsaved"), "{output}");
    assert!(output.ends_with("1 c1\n"), "{output}");
    assert_eq!(autosaves(&folder), 1);
    let output = run(&mut kept(&folder, ""), "recover\nmoves\nrecover!\n").out;
    assert!(output.contains("\n1 a1\n"), "{output}");
    assert!(output.ends_with("no game was left unsaved\n"), "{output}");
    assert_eq!(autosaves(&folder), 0, "left when the input ended");
}

#[test]
fn autosaving_can_be_turned_off() {
    let folder = tempdir().unwrap();
    killed(kept(&folder, "--autosave off"), "a1\nmoves\n", "1 a1");
    assert_eq!(autosaves(&folder), 0);
}

/// The file size is limited to 4 KiB, too small for a backup of the long record. The older backup must stay.
#[cfg(unix)]
#[test]
fn a_backup_that_has_no_room_leaves_the_older_one() {
    let folder = tempdir().unwrap();
    let long = RECORD.replace("A fine game.", &"A fine game. ".repeat(10_000));
    std::fs::write(folder.path().join("game.sgf"), &long).unwrap();
    std::fs::write(folder.path().join("game.sgf~"), "older").unwrap();
    let mut shell = std::process::Command::new("sh");
    let line = "trap '' XFSZ; ulimit -f 8; exec \"$0\" play --plain --side both --autosave off game.sgf";
    shell.args(["-c", line, tengen_e2e::program("tengen")]);
    let output = run(shell.current_dir(&folder), "a1\nsave\nquit!\n").out;
    assert!(output.contains("no backup"), "{output}");
    assert_eq!(read(&folder, "game.sgf~"), "older");
    assert_eq!(read(&folder, "game.sgf"), long);
    let files = std::fs::read_dir(&folder).unwrap();
    assert_eq!(files.count(), 2, "nothing half written is left");
}
