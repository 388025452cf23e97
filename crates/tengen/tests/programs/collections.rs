//! Files with several games: a command that takes one says which.

use std::path::{Path, PathBuf};
use tengen_e2e::toolbox::{Ran, run, tengen};

/// A short game, and one with an open three of the side to move.
const TWO: &str = "(;GM[4]SZ[15]RU[freestyle];B[hh])\n(;GM[4]SZ[15]RU[freestyle];B[hh];W[aa];B[ih];W[ab];B[jh];W[ac])";

fn folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("collections");
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join("two.sgf"), TWO).expect("a file");
    std::fs::write(folder.join("two.txt"), "h8\nh8a15i8a14j8a13\n").expect("a file");
    folder
}

fn tool(arguments: &str) -> Ran {
    let mut command = tengen(&[]);
    run(command.args(arguments.split_whitespace()).current_dir(folder()), "")
}

const COMMANDS: [&str; 4] = [
    "analyse --nodes 200 FILE",
    "solve FILE",
    "picture --draw ascii FILE",
    "picture --format svg FILE",
];

#[test]
fn the_first_of_several_games_was_taken_without_a_word() {
    for file in ["two.sgf", "two.txt"] {
        for command in COMMANDS {
            let command = command.replace("FILE", file);
            let Ran { err, .. } = tool(&command);
            assert!(
                err.contains("the first of 2 games; --game K picks another"),
                "{command}: {err}"
            );
            for number in [1, 2] {
                let Ran { err, .. } = tool(&format!("{command} --game {number}"));
                assert!(!err.contains("of 2 games"), "{command}: {err}");
            }
            let Ran { err, status, .. } = tool(&format!("{command} --game 3"));
            assert_eq!(status, 1, "{command}");
            assert!(err.contains("--game 3: there are fewer games, 2"), "{command}: {err}");
        }
        let solved = tool(&format!("solve {file} --game 2"));
        assert!(solved.status == 0 && solved.out.contains("win"), "{file}: {}", solved.out);
        let drawn = tool(&format!("picture --draw ascii {file} --game 2")).out;
        assert_ne!(drawn, tool(&format!("picture --draw ascii {file} --game 1")).out);
    }
}

#[test]
fn moves_and_drawings_have_no_number() {
    let ran = tool("picture h8i9 --game 2");
    assert!(ran.status == 1 && ran.err.contains("--game is for files with games"), "{}", ran.err);
    let ran = tool("picture two.sgf --game 0");
    assert!(ran.status == 1 && ran.err.contains("--game"), "{}", ran.err);
}
