//! Files with several games: a command that takes one says which.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use tengen_e2e::toolbox::{Ran, run, tengen};

/// A short game, and one with an open three of the side to move, which is solved by few nodes.
const TWO: &str = "(;GM[4]SZ[15]RU[freestyle];B[hh])\n(;GM[4]SZ[15]RU[freestyle];B[hh];W[aa];B[ih];W[ab];B[jh];W[ac])";

/// The folder with the files, which are written once for all tests.
fn folder() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(written)
}

fn written() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("collections");
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join("two.sgf"), TWO).expect("a file");
    std::fs::write(folder.join("two.txt"), "h8\nh8a15i8a14j8a13\n").expect("a file");
    let game = |moves: &str| format!("<game id=\"1\"><move>{moves}</move></game>");
    let rif = [game("h8"), game("h8 a15 i8 a14 j8 a13")].concat();
    let rif = format!("<?xml version=\"1.0\"?><database><games>{rif}</games></database>");
    std::fs::write(folder.join("two.xml"), rif).expect("a file");
    let psq = |moves: &str| format!("Piskvorky 15x15, 11:11, 0\n{moves}a\nb\n0\n");
    let psq = psq("8,8,0\n") + &psq("8,8,0\n1,1,0\n9,8,0\n1,2,0\n10,8,0\n1,3,0\n");
    std::fs::write(folder.join("two.psq"), psq).expect("a file");
    let headed = |moves: &str| format!("[Black \"a\"]\n[White \"b\"]\n\n{moves}\n\n");
    let headed = headed("1. h8") + &headed("1. h8 a15 2. i8 a14 3. j8 a13");
    std::fs::write(folder.join("two.pgn"), headed).expect("a file");
    folder
}

fn tool(arguments: &str) -> Ran {
    let mut command = tengen(&[]);
    run(command.args(arguments.split_whitespace()).current_dir(folder()), "")
}

const FILES: [&str; 5] = ["two.sgf", "two.txt", "two.xml", "two.psq", "two.pgn"];

const COMMANDS: [&str; 4] =
    ["analyse --nodes 200 FILE", "solve --nodes 200 FILE", "picture --draw ascii FILE", "picture --format svg FILE"];

#[test]
fn the_first_of_several_games_is_taken_with_a_word() {
    for file in FILES {
        for command in COMMANDS {
            let command = command.replace("FILE", file);
            let Ran { err, .. } = tool(&command);
            assert!(err.contains("the first of 2 games; --game K picks another"), "{command}: {err}");
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

#[test]
fn all_games_of_every_format_are_converted_and_imported() {
    for file in FILES {
        let converted = tool(&format!("convert {file} {file}.sgf --force"));
        assert_eq!(converted.status, 0, "{file}: {}", converted.err);
        let written = std::fs::read_to_string(folder().join(format!("{file}.sgf"))).expect("a file");
        assert_eq!((written.matches("(;").count(), written.matches("B[jh]").count()), (2, 1), "{file}");
        let _ = std::fs::remove_file(folder().join(format!("{file}.db")));
        let imported = tool(&format!("database import {file}.db {file} {file}.sgf"));
        assert!(imported.err.contains("new games: 2, with 9 positions"), "{file}: {}", imported.err);
        assert!(imported.err.contains("counted before: 2; refused: 0"), "{file}: {}", imported.err);
    }
}
