//! `tengen selfplay` on the command line: files that grow, boards of any size, and the progress bar.

use std::path::{Path, PathBuf};
use tengen_core::board::BoardSize;
use tengen_e2e::toolbox::{Ran, run, tengen};
use tengen_records::training::{GameReader, read_file};

/// The path of a file with this name, which does not exist yet.
fn file(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&path); // from an earlier run
    path
}

fn selfplay(arguments: &str, out: &Path) -> Ran {
    let mut command = tengen(&["selfplay", "--nodes", "60"]);
    command.args(arguments.split_whitespace());
    run(command.arg("--out").arg(out), "")
}

#[test]
fn a_file_grows_by_what_it_lacks_and_there_is_no_bar_without_a_terminal() {
    let out = file("oblong.games");
    for (games, words) in [(2, "holds 2 games"), (3, "holds 3 games")] {
        let arguments = format!("--size 10x7 --rule renju+fb_check --games {games}");
        let ran = selfplay(&arguments, &out);
        assert_eq!((ran.out.as_str(), ran.status), ("", 0), "{}", ran.err);
        assert!(ran.err.contains(words), "{}", ran.err);
        assert!(!ran.err.contains(['\r', '\x1b']), "{:?}", ran.err);
        assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
    }
    let size = BoardSize::new(10, 7).unwrap();
    let games = read_file(&out).unwrap();
    assert!(games.iter().all(|game| game.size == size));
    assert_eq!(games.len(), 3);
}

/// Runs `tengen samples` on these games.
fn samples(games: &Path, arguments: &str, out: &Path) -> Ran {
    let mut command = tengen(&["samples", "--rule", "freestyle", "--nodes", "600"]);
    command.args(["--label", "100"]);
    command.args(arguments.split_whitespace());
    run(command.arg("--data").arg(games).arg("--out").arg(out), "")
}

#[test]
fn samples_prints_a_summary() {
    let (games, out) = (file("for-samples.games"), file("samples.games"));
    assert_eq!(selfplay("--games 2 --size 9", &games).status, 0);
    let ran = samples(&games, "--samples 2 --positions 5", &out);
    assert_eq!((ran.out.as_str(), ran.status), ("", 0), "{}", ran.err);
    for part in ["holds 6 positions", "6 positions of ", " trees over 2 games"] {
        assert!(ran.err.contains(part), "{}", ran.err);
    }
    assert!(!ran.err.contains("Warning"), "{}", ran.err);
    let ran = samples(&games, "--samples 5 --positions 500", &out);
    assert!(ran.err.contains("made in another way"), "{}", ran.err);
    let many = file("many-samples.games");
    let ran = samples(&games, "--samples 8 --positions 500", &many);
    assert!(ran.err.contains("Warning: 504 positions of only 2 games"), "{}", ran.err);
}

#[test]
fn a_file_records_the_command_that_made_it() {
    let (games, out) = (file("made.games"), file("made-samples.games"));
    assert_eq!(selfplay("--games 2 --size 9x11 --seed 5", &games).status, 0);
    assert_eq!(samples(&games, "--samples 2 --positions 4", &out).status, 0);
    let reader = GameReader::open(&out).unwrap();
    let lines: Vec<&str> = reader.provenance().lines().collect();
    let command = "tengen leaves --rule freestyle --nodes 600 --label 100 --leaves 2 --seed 1 --net ";
    let checksum = lines[0].strip_prefix(command).expect(command);
    assert!(u32::from_str_radix(checksum, 16).is_ok(), "{checksum}");
    assert!(lines[1].starts_with("engine ") && lines[2] == "first 0");
    assert!(lines[3].starts_with("from 2 games with the fingerprint "));
    assert!(lines[4].starts_with("  tengen selfplay --rule freestyle --size 9x11 --nodes 60..60 "));
    assert!(lines[4].ends_with(&format!(" --seed 5 --net {checksum}")));
}

#[cfg(unix)]
#[test]
fn a_terminal_shows_a_bar() {
    let out = file("bar.games");
    let arguments = format!("selfplay --nodes 60 --size 9 --games 12 --out {}", out.display());
    let terminal = tengen_e2e::terminal::Terminal::start(&arguments, 100, 10, &[]);
    terminal.wait_for("/12 games, ");
    terminal.wait_for("holds 12 games");
    assert_eq!(terminal.end(), 0);
}
