//! Transcripts of `tengen play` in line mode; its files are in `tests/cmd/play.trycmd`.
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
fn transcripts_are_followed() {
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
