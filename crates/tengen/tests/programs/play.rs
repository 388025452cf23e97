//! `tengen play` in line mode: transcripts, and loading and saving files.
//!
//! `tests/transcripts/play/*.txt`: `# …` is a comment, `$ …` adds arguments to the command line, `> …` is typed, `< …`
//! is the expected output; `…` at the end of a line matches any text. Each transcript runs in an empty folder of its
//! own.

use std::path::{Path, PathBuf};
use tengen_e2e::toolbox::{run, tengen};

/// Creates an empty folder with this name.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("play").join(name);
    let _ = std::fs::remove_dir_all(&folder); // from an earlier run
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// Standard output, standard error and the exit status.
fn play(folder: &Path, arguments: &str, input: &str) -> (String, String, i32) {
    let mut command = tengen(&["play", "--hash", "8"]);
    let command = command.args(arguments.split_whitespace());
    let ran = run(command.current_dir(folder), input);
    (ran.out, ran.err, ran.status)
}

/// The lines of a transcript that begin with this sign, without the sign.
fn lines<'a>(transcript: &'a str, sign: &str) -> Vec<&'a str> {
    let after = transcript.lines().filter_map(|line| line.strip_prefix(sign));
    after.map(str::trim).collect()
}

fn fits(printed: &str, expected: &str) -> bool {
    match expected.strip_suffix('…') {
        Some(start) => printed.trim().starts_with(start),
        None => printed.trim() == expected,
    }
}

#[test]
fn transcripts() {
    let root = tengen_e2e::repository().join("tests/transcripts/play");
    let mut played = 0;
    for entry in std::fs::read_dir(root).expect("transcripts") {
        let path = entry.expect("a transcript").path();
        let name = path.file_stem().expect("a name").to_string_lossy();
        let transcript = std::fs::read_to_string(&path).expect("a transcript");
        let typed: String = lines(&transcript, ">").iter().map(|line| format!("{line}\n")).collect();
        let arguments = lines(&transcript, "$").join(" ");
        let (out, err, status) = play(&folder(&name), &arguments, &typed);
        assert_eq!((err.as_str(), status), ("", 0), "{name}");
        let expected = lines(&transcript, "<");
        let printed: Vec<&str> = out.lines().collect();
        for (i, (printed, expected)) in printed.iter().zip(&expected).enumerate() {
            assert!(fits(printed, expected), "{name}, line {}:\n{out}\n\"{expected}\"", i + 1);
        }
        assert_eq!(printed.len(), expected.len(), "{name}:\n{out}");
        played += 1;
    }
    assert!(played >= 8, "{played} transcripts");
}

#[test]
fn a_game_on_the_command_line_is_gone_on_with() {
    let folder = folder("file");
    std::fs::write(folder.join("game.psq"), "Piskvorky 20x15, 11:11, 0\n8,8,0\n9,9,5\n").unwrap();
    let (out, _, status) = play(&folder, "game.psq --rule renju --side both", "moves\n");
    assert!(out.starts_with("renju, 20x15. "), "{out}");
    assert!(out.ends_with("1 h8  2 i7\n"), "{out}");
    assert_eq!(status, 0);
}

#[test]
fn files_that_are_no_games_are_refused_with_the_reason() {
    let folder = folder("refused");
    let after_the_end = "(;GM[4]SZ[5];B[aa];W[ab];B[ba];W[bb];B[ca];W[cb];B[da];W[db];B[ea];W[ec])";
    for (name, text, complaint) in [
        ("a.sgf", "(;GM[2]SZ[19])", "line 1: GM[2] is another game"),
        ("b.psq", "Piskvorky 15x15, 0:0, 0\n16,1,0\n", "line 2: 16,1: point off the board"),
        ("c.txt", "hello", "unknown game format (it begins with \"hello\")"),
        ("d.txt", "h8 h8", "move 2, h8: point already taken"),
        ("f.sgf", "(;GM[4]SZ[19]RU[connect6];B[jj])", "a game of Connect6"),
        ("e.sgf", after_the_end, "move 10, e3: the game is already over by the rule freestyle"),
    ] {
        std::fs::write(folder.join(name), text).unwrap();
        let (_, err, status) = play(&folder, name, "");
        assert!(err.contains(name) && err.contains(complaint), "{err}");
        assert_eq!(status, 1);
        let (out, _, _) = play(&folder, "--side both", &format!("load {name}\nmoves\n"));
        assert!(out.contains(complaint), "{out}");
        assert!(out.ends_with("no moves yet\n"), "{out}");
    }
}

/// Commands are read from standard input, so no game can be loaded from there.
#[test]
fn no_game_is_loaded_from_where_the_commands_come_from() {
    let commands = "load -\nmoves\n";
    let (out, err, status) = play(&folder("stdin"), "--side both", commands);
    assert!(out.contains("standard input is where you type"), "{out}");
    assert!(out.ends_with("no moves yet\n"), "{out}");
    assert_eq!((err.as_str(), status), ("", 0));
}

/// Games of Tengen against itself end, at various levels and under various rules.
#[test]
fn tengen_plays_alone_to_the_end() {
    let folder = folder("alone");
    for (rule, level) in [
        ("freestyle", 1),
        ("standard", 2),
        ("renju", 3),
        ("caro", 4),
        ("caro-exact", 5),
        ("renju+continuous", 1),
        ("freestyle+fb_check", 6),
    ] {
        let arguments = format!("--side none --size 7x8 --rule {rule} --level {level} --seed 7");
        let (out, err, status) = play(&folder, &arguments, "");
        let last = out.lines().last().unwrap();
        assert!(last.contains(" has won") || last.contains("a draw"), "{rule}: {out}");
        assert_eq!((err.as_str(), status), ("", 0), "{rule}");
    }
}

/// Lines that arrived while Tengen played both sides used to be read only after the game.
#[test]
fn commands_are_heard_while_tengen_plays_alone() {
    let arguments = "--side none --level 8 --time 100ms";
    let (out, _, status) = play(&folder("heard"), arguments, "level 1\nboth\nmoves\n");
    assert!(out.contains("Tengen plays at level 1 beginner"), "{out}");
    let (_, after) = out.split_once("black: you; white: you").expect("both");
    assert!(after.contains("1 h8  2 "), "{out}");
    assert!(!out.contains(" has won"), "{out}");
    assert_eq!(status, 0);
}

#[test]
fn levels_are_measured_against_the_one_below() {
    let levels = ["levels", "--levels", "2,3", "--games", "2", "--size", "9"];
    let text = run(&mut tengen(&levels), "").out;
    let rows: Vec<&str> = text.lines().skip(2).collect();
    assert!(rows[0].starts_with("| 2 novice | 1 beginner | "), "{text}");
    assert!(rows[1].starts_with("| 3 casual | 2 novice | "), "{text}");
    assert_eq!(rows.len(), 2, "{text}");
}
