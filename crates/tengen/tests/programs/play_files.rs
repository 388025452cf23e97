//! Files in `tengen play`: nothing of a loaded record is lost, unsaved changes are not discarded without a question,
//! and read errors are explained.

use std::path::{Path, PathBuf};
use tengen_e2e::toolbox::{run, tengen};

/// A record with names, an event, comments, a variation, and properties unknown to our programs.
const RECORD: &str = "(;FF[4]GM[4]CA[UTF-8]SZ[9]RU[freestyle]PB[Mrs. Black]PW[Mr. White]EV[Cup]\r\n\
DT[2024-05-01]XX[a\\]b][c]GC[A fine game.]C[before the first move]\r\n\
;B[ee]C[the centre];W[ed]\r\n(;B[fd]C[good];W[dd])(;B[fe]C[bad [sic\\]]KO[]))\r\n";

/// Black has won with e5, the last move.
const FINISHED: &str = "(;GM[4]SZ[9]PB[A]PW[B]RE[B+]\n\
;B[ae];W[aa];B[be];W[ba];B[ce];W[ca];B[de];W[da];B[ee]C[five])\n";

/// Creates an empty folder with this name.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("play_files").join(name);
    let _ = std::fs::remove_dir_all(&folder); // from an earlier run
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// The output of a game between two people for this input.
fn play(folder: &Path, arguments: &str, input: &str) -> String {
    let mut command = tengen(&["play", "--hash", "8", "--side", "both"]);
    let command = command.args(arguments.split_whitespace());
    run(command.current_dir(folder), input).out
}

fn read(folder: &Path, name: &str) -> String {
    std::fs::read_to_string(folder.join(name)).expect("a file")
}

#[test]
fn saving_a_loaded_game_changes_nothing_that_was_not_played() {
    let folder = folder("untouched");
    std::fs::write(folder.join("game.sgf"), RECORD).unwrap();
    let output = play(&folder, "game.sgf", "save\n");
    assert!(output.contains("saved in game.sgf"), "{output}");
    assert_eq!(read(&folder, "game.sgf"), RECORD);
}

#[test]
fn a_move_goes_into_a_loaded_game_and_all_else_stays() {
    let folder = folder("move");
    std::fs::write(folder.join("game.sgf"), RECORD).unwrap();
    play(&folder, "game.sgf", "a1\nsave\n");
    let expected = RECORD.replace(";W[dd])", ";W[dd];B[ai])");
    assert_eq!(read(&folder, "game.sgf"), expected);
    assert_eq!(read(&folder, "game.sgf~"), RECORD, "the backup");
}

#[test]
fn other_moves_than_the_loaded_ones_are_a_variation() {
    let folder = folder("variation");
    std::fs::write(folder.join("game.sgf"), RECORD).unwrap();
    let output = play(&folder, "game.sgf", "undo\nundo\nundo\na1\nb1\nsave\n");
    assert!(output.contains("line 3"), "{output}");
    let expected = RECORD.replace(
        ";W[ed]\r\n(;B[fd]C[good];W[dd])(;B[fe]C[bad [sic\\]]KO[]))",
        "\r\n(;W[ed]\r\n(;B[fd]C[good];W[dd])(;B[fe]C[bad [sic\\]]KO[]))\r\n(;W[ai]\r\n;B[bi]))",
    );
    let text = read(&folder, "game.sgf");
    let blank = |text: &str| text.split_whitespace().collect::<String>();
    assert_eq!(blank(&text), blank(&expected), "{text}");
    let output = play(&folder, "game.sgf", "line 3\nmoves\n");
    assert!(output.ends_with("1 e5  2 a1  3 b1\n"), "{output}");
}

#[test]
fn a_finished_game_keeps_its_last_move_after_an_undo() {
    let folder = folder("finished");
    std::fs::write(folder.join("game.sgf"), FINISHED).unwrap();
    play(&folder, "game.sgf", "undo\nsave\n");
    assert_eq!(read(&folder, "game.sgf"), FINISHED);
    let moves = "a5\na9\nb5\nb9\nc5\nc9\nd5\nd9\ne5\nundo\n";
    play(&folder, "--size 9", &format!("{moves}save own.sgf\n"));
    assert!(read(&folder, "own.sgf").contains(";B[ee]"));
}

#[test]
fn a_game_that_is_not_saved_is_not_dropped_without_a_question() {
    let folder = folder("unsaved");
    std::fs::write(folder.join("game.sgf"), RECORD).unwrap();
    for word in ["quit", "new", "load game.sgf"] {
        let output = play(&folder, "--size 9", &format!("e5\n{word}\nmoves\n"));
        let (first, rest) = word.split_once(' ').unwrap_or((word, ""));
        let insist = format!("{first}! {rest}").trim_end().to_string();
        assert!(output.contains("not saved"), "{word}: {output}");
        assert!(output.contains(&insist), "{word}: {output}");
        assert!(output.ends_with("1 e5\n"), "{word}: {output}");
        let output = play(&folder, "--size 9", &format!("e5\n{insist}\nmoves\n"));
        assert!(!output.contains("not saved"), "{insist}: {output}");
        assert!(!output.ends_with("1 e5\n"), "{insist}: {output}");
        let output = play(&folder, "--size 9", &format!("e5\nsave! a.sgf\n{word}\n"));
        assert!(!output.contains("not saved"), "saved, {word}: {output}");
    }
}

#[test]
fn a_file_that_somebody_else_has_changed_is_not_written_over() {
    let folder = folder("changed");
    let output = play(&folder, "--size 9", "e5\nsave game.sgf\n");
    assert!(output.contains("saved in game.sgf"), "{output}");
    std::fs::write(folder.join("other.sgf"), RECORD).unwrap();
    let output = play(&folder, "--size 9", "save other.sgf\nsave! other.sgf\n");
    assert!(output.contains("other.sgf exists"), "{output}");
    assert_eq!(read(&folder, "other.sgf~"), RECORD, "a backup all the same");
}

#[test]
fn a_psq_file_keeps_its_head_its_times_and_what_follows() {
    let folder = folder("psq");
    let text = "Piskvorky 9x9, 0:3, 1\r\n5,5,120\r\n6,6,3000\r\n4,4,1\r\nAlpha.zip\r\nBeta.zip\r\n-1\r\n4,Renju_1\r\n";
    std::fs::write(folder.join("game.psq"), text).unwrap();
    let output = play(&folder, "game.psq", "save\na1\nsave\n");
    assert!(output.starts_with("renju, 9x9"), "{output}");
    let expected = text.replace("4,4,1\r\n", "4,4,1\r\n1,9,0\r\n");
    assert_eq!(read(&folder, "game.psq"), expected);
    assert_eq!(read(&folder, "game.psq~"), text);
    let output = play(&folder, "game.psq", "undo\nundo\nb1\nsave\n");
    assert!(output.contains("game.psq~"), "{output}");
}

#[test]
fn saving_as_psq_reports_what_is_lost() {
    let folder = folder("psq_room");
    std::fs::write(folder.join("game.sgf"), RECORD).unwrap();
    let output = play(&folder, "game.sgf", "save game.psq\n");
    for lost in ["rule", "comments", "variation"] {
        assert!(output.contains(lost), "{lost}: {output}");
    }
    let setup = "(;GM[4]SZ[9]AB[ee])";
    std::fs::write(folder.join("setup.sgf"), setup).unwrap();
    let output = play(&folder, "setup.sgf", "save setup.psq\n");
    assert!(output.contains("no room for stones that were set up"), "{output}");
    assert!(!folder.join("setup.psq").exists());
}

#[test]
fn setup_stones_are_not_moves_and_pl_sets_the_side_to_move() {
    let folder = folder("setup");
    let text = "(;GM[4]SZ[9]AB[ee][aa:ba]AW[dd]AE[ba]PL[W];W[fe])";
    std::fs::write(folder.join("game.sgf"), text).unwrap();
    let output = play(&folder, "game.sgf", "moves\nundo\nmoves\n");
    assert!(output.contains("\n1 f5\n"), "{output}");
    assert!(output.contains("move 2: black to play"), "{output}");
    assert!(output.contains("move 1: white to play"), "{output}");
    assert!(output.ends_with("no moves yet\n"), "{output}");
    let mut command = tengen(&["analyse", "game.sgf", "--depth", "1", "--hash", "8", "--after", "0"]);
    let out = run(command.current_dir(&folder), "").out;
    assert!(out.contains("white to move after 3 stones"), "{out}");
}

#[test]
fn a_game_that_calls_itself_go_is_read_where_it_fits_or_somebody_insists() {
    let folder = folder("go");
    let fits = "(;GM[1]FF[4]SZ[15]PB[a]PW[b];B[hh];W[hi])";
    std::fs::write(folder.join("label.sgf"), fits).unwrap();
    let output = play(&folder, "", "load label.sgf\nmoves\n");
    assert!(output.contains("GM[1]") && output.ends_with("1 h8  2 h7\n"), "{output}");
    std::fs::write(folder.join("go.sgf"), fits.replace("PB", "KM[6.5]PB")).unwrap();
    let output = play(&folder, "", "load go.sgf\nload! go.sgf\nmoves\n");
    assert!(output.contains("KM[6.5]") && output.contains("load! go.sgf"), "{output}");
    assert!(output.ends_with("1 h8  2 h7\n"), "{output}");
    let out = |extra: &[&str]| {
        let mut command = tengen(&["analyse", "go.sgf", "--depth", "1", "--hash", "8"]);
        run(command.args(extra).current_dir(&folder), "")
    };
    let refused = out(&[]);
    assert!(refused.err.contains("--as-five"), "{}", refused.err);
    assert_eq!(out(&["--as-five"]).status, 0);
}

#[test]
fn a_file_that_is_not_a_game_is_reported_as_such() {
    let folder = folder("formats");
    let binary: Vec<u8> = (0..=255).collect();
    let cases: [(&str, &[u8], &str); 7] = [
        ("empty", b"", "empty"),
        ("blank", b" \n\t\n", "empty"),
        ("binary", &binary, "binary"),
        ("json", b"{\"moves\": [\"h8\", \"i9\"]}", "JSON"),
        ("list", b"[[7,7],[8,8]]\n", "JSON"),
        ("words", b"hello world\n", "unknown game format"),
        ("wide", b"\xff\xfe(\0;\0S\0Z\0[\0", "UTF-16"),
    ];
    for (name, bytes, word) in cases {
        std::fs::write(folder.join(name), bytes).unwrap();
        for tool in ["analyse", "solve", "play"] {
            let ran = run(tengen(&[tool, name]).current_dir(&folder), "");
            assert_eq!(ran.status, 1, "{tool} {name}");
            assert!(ran.err.contains(word), "{tool} {name}: {}", ran.err);
            assert!(!ran.err.contains("15x15"), "{tool} {name}: {}", ran.err);
            for known in ["SGF", ".psq", "h8i9g7"] {
                assert!(ran.err.contains(known), "{tool} {name}: {}", ran.err);
            }
        }
    }
}

/// A command that plays with autosaved games in `autosave`.
fn kept(folder: &Path, arguments: &str) -> std::process::Command {
    let mut command = tengen(&["play", "--hash", "8", "--side", "both", "--size", "9"]);
    command.args(arguments.split_whitespace()).current_dir(folder);
    command.env("TENGEN_AUTOSAVE", folder.join("autosave"));
    command
}

fn autosaves(folder: &Path) -> usize {
    std::fs::read_dir(folder.join("autosave")).map_or(0, Iterator::count)
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
    let folder = folder("recovered");
    std::fs::write(folder.join("game.sgf"), RECORD).unwrap();
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
    let folder = folder("older");
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
fn what_is_saved_or_left_on_purpose_leaves_nothing_over() {
    let folder = folder("clean");
    for input in ["a1\nquit!\n", "a1\nnew!\n", "a1\n", "a1\nsave! a.sgf\nquit\n"] {
        run(&mut kept(&folder, ""), input);
        assert_eq!(autosaves(&folder), 0, "{input}");
    }
    killed(kept(&folder, "--autosave off"), "a1\nmoves\n", "1 a1");
    assert_eq!(autosaves(&folder), 0);
}

#[test]
fn an_unwritable_autosave_is_reported_once_and_play_continues() {
    let folder = folder("unwritable");
    std::fs::write(folder.join("autosave"), "a file, no folder").unwrap();
    let output = run(&mut kept(&folder, ""), "a1\nb1\nmoves\n").out;
    assert_eq!(output.matches("no autosave: ").count(), 1, "{output}");
    assert!(output.ends_with("1 a1  2 b1\n"), "{output}");
}

/// The file size is limited to 4 KiB, too small for a backup of the long record. The older backup must stay.
#[cfg(unix)]
#[test]
fn a_backup_that_has_no_room_leaves_the_older_one() {
    let folder = folder("full");
    let long = RECORD.replace("A fine game.", &"A fine game. ".repeat(10_000));
    std::fs::write(folder.join("game.sgf"), &long).unwrap();
    std::fs::write(folder.join("game.sgf~"), "older").unwrap();
    let mut shell = std::process::Command::new("sh");
    let line = "trap '' XFSZ; ulimit -f 8; exec \"$0\" play --plain --side both --autosave off game.sgf";
    shell.args(["-c", line, tengen_e2e::program("tengen")]);
    let output = run(shell.current_dir(&folder), "a1\nsave\nquit!\n").out;
    assert!(output.contains("no backup"), "{output}");
    assert_eq!(read(&folder, "game.sgf~"), "older");
    assert_eq!(read(&folder, "game.sgf"), long);
    let files = std::fs::read_dir(folder).unwrap();
    assert_eq!(files.count(), 2, "nothing half written is left");
}

#[cfg(unix)]
#[test]
fn saving_onto_a_pipe_is_refused() {
    let folder = folder("pipe");
    let made = std::process::Command::new("mkfifo").arg(folder.join("game.sgf")).status();
    assert!(made.expect("mkfifo").success());
    let output = play(&folder, "", "a1\nsave game.sgf\nsave! game.sgf\nquit!\n");
    assert_eq!(output.matches("game.sgf: not a file").count(), 2, "{output}");
}

#[cfg(unix)]
#[test]
fn a_write_protected_file_is_replaced_only_on_demand() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder("protected");
    let file = folder.join("game.sgf");
    std::fs::write(&file, RECORD).unwrap();
    std::fs::set_permissions(&file, PermissionsExt::from_mode(0o444)).unwrap();
    let output = play(&folder, "game.sgf", "a1\nsave\nquit!\n");
    assert!(output.contains("save! game.sgf writes over it"), "{output}");
    assert_eq!(read(&folder, "game.sgf"), RECORD);
    let output = play(&folder, "game.sgf", "a1\nsave! game.sgf\n");
    assert!(output.contains("saved in game.sgf"), "{output}");
    assert_eq!(read(&folder, "game.sgf~"), RECORD);
    let mode = std::fs::metadata(file).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o444);
}

#[cfg(unix)]
#[test]
fn a_link_is_followed_to_a_file_that_is_not_there_yet() {
    let folder = folder("dangling");
    std::fs::create_dir(folder.join("games")).unwrap();
    std::os::unix::fs::symlink("games/real.sgf", folder.join("link.sgf")).unwrap();
    std::os::unix::fs::symlink("turning.sgf", folder.join("turning.sgf")).unwrap();
    let output = play(&folder, "", "a1\nsave turning.sgf\nsave link.sgf\nquit!\n");
    assert!(output.contains("too many links"), "{output}");
    assert!(folder.join("link.sgf").is_symlink());
    assert!(read(&folder, "games/real.sgf").contains(";B["));
}
