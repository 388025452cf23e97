//! Transcripts of `tengen play` in line mode, each in an empty folder of its own; its files are in
//! `tests/cmd/linux/play.trycmd`. `…` at the end of an expected line matches any text.

use tengen_e2e::toolbox::{Ran, run, tengen};
use tengen_e2e::transcript;

fn fits(printed: &str, expected: &str) -> bool {
    match expected.trim().strip_suffix('…') {
        Some(start) => printed.trim().starts_with(start),
        None => printed.trim() == expected.trim(),
    }
}

#[test]
fn transcripts_are_followed() {
    for transcript in transcript::all("play", 11) {
        let name = &transcript.name;
        let folder = tempfile::tempdir().expect("a folder");
        let typed: String = transcript.texts('>').map(|line| format!("{line}\n")).collect();
        let mut command = tengen(&["play", "--hash", "8"]);
        let Ran { out, err, status } = run(command.args(transcript.arguments()).current_dir(&folder), &typed);
        assert_eq!((err.as_str(), status), ("", 0), "{name}");
        let (printed, expected): (Vec<_>, Vec<_>) = (out.lines().collect(), transcript.texts('<').collect());
        for (number, (printed, expected)) in (1..).zip(printed.iter().zip(&expected)) {
            assert!(fits(printed, expected), "{name}, line {number}:\n{out}\n\"{expected}\"");
        }
        assert_eq!(printed.len(), expected.len(), "{name}:\n{out}");
    }
}
