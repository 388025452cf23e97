//! `tengen convert`: games in other formats.

use std::path::{Path, PathBuf};
use tengen_e2e::toolbox::{Ran, run, tengen};

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("convert").join(name);
    let _ = std::fs::remove_dir_all(&folder); // from an earlier run
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn convert(folder: &Path, arguments: &str) -> Ran {
    let mut command = tengen(&["convert"]);
    command.args(arguments.split_whitespace()).current_dir(folder);
    run(&mut command, "")
}

const TREE: &str = "(;GM[4]SZ[15]RU[renju]PB[A]PW[B];B[hh]C[first](;W[ig]LB[gi:x];B[gi])(;W[hg]))";

#[test]
fn a_game_goes_through_all_formats() {
    let folder = folder("all");
    std::fs::write(folder.join("a.sgf"), TREE).unwrap();
    for (arguments, note) in [
        ("a.sgf a.lib", "a.lib: without the rule, renju"),
        ("a.lib b.sgf --rule renju", ""),
        ("a.sgf a.txt", "a.txt: without the variations"),
        ("a.txt c.psq --rule renju", "c.psq: without the rule, renju"),
        ("c.psq d.sgf --rule renju", ""),
    ] {
        let ran = convert(&folder, arguments);
        assert_eq!(ran.status, 0, "{arguments}: {}", ran.err);
        assert!(ran.err.contains(note), "{arguments}: {}", ran.err);
    }
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    let again = read("b.sgf");
    for kept in ["RU[renju]", ";B[hh]", "C[first]", "LB[gi:x]", ";W[ig]", ";W[hg]"] {
        assert!(again.contains(kept), "{kept} in {again}");
    }
    assert!(read("a.txt").starts_with("{[C5][A B][B W]"), "{}", read("a.txt"));
    assert!(read("d.sgf").contains("PB[A]"), "{}", read("d.sgf"));
    let copied = convert(&folder, "a.sgf copy.sgf");
    assert_eq!((copied.status, read("copy.sgf").as_str()), (0, TREE), "byte for byte");
    convert(&folder, "a.sgf caro.sgf --rule caro");
    assert_eq!(read("caro.sgf"), TREE.replace("renju", "caro"));
}

#[test]
fn moves_on_the_command_line_are_a_game() {
    let folder = folder("moves");
    let ran = convert(&folder, "h8i9g7 out.sgf");
    assert_eq!(ran.status, 0, "{}", ran.err);
    let written = std::fs::read_to_string(folder.join("out.sgf")).unwrap();
    assert!(written.contains(";B[hh]\n;W[ig]\n;B[gi])"), "{written}");
    let ran = convert(&folder, "h8h8 again.sgf");
    assert!(ran.status == 1 && ran.err.contains("already taken"), "{}", ran.err);
    assert!(!folder.join("again.sgf").exists());
}

#[test]
fn all_games_of_a_collection_are_converted() {
    let folder = folder("collection");
    let two = "(;GM[4]SZ[15]RU[renju];B[hh];W[ig])\n(;GM[4]SZ[15]PB[Ann];B[hh];W[hg]C[x])";
    std::fs::write(folder.join("two.sgf"), two).unwrap();
    std::fs::write(folder.join("list.txt"), "h8i9g7\nh8h9\n").unwrap();
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    for (arguments, games) in [
        ("two.sgf all.sgf", [";B[hh];W[ig]", "PB[Ann];B[hh];W[hg]C[x]"]),
        ("two.sgf caro.sgf --rule caro", ["RU[caro];B[hh];W[ig]", "RU[caro]"]),
        ("list.txt list.sgf", [";B[hh]\n;W[ig]\n;B[gi])", ";B[hh]\n;W[hg])"]),
    ] {
        let ran = convert(&folder, arguments);
        assert_eq!(ran.status, 0, "{arguments}: {}", ran.err);
        assert!(!ran.err.contains("of 2 games"), "{arguments}: {}", ran.err);
        let written = read(arguments.split(' ').nth(1).unwrap());
        assert_eq!(written.matches("(;").count(), 2, "{written}");
        for game in games {
            assert!(written.contains(game), "{game} in {written}");
        }
    }
    assert_eq!(read("caro.sgf").matches("RU[caro]").count(), 2);
    let ran = convert(&folder, "two.sgf first.psq --rule renju");
    assert!(ran.status == 0 && ran.err.contains("the first of 2 games; --game K picks another"), "{}", ran.err);
    let ran = convert(&folder, "two.sgf second.sgf --game 2");
    assert!(ran.status == 0 && !ran.err.contains("of 2 games"), "{}", ran.err);
    assert!(read("second.sgf").contains("Ann") && !read("second.sgf").contains("renju"));
    let ran = convert(&folder, "two.sgf third.sgf --game 3");
    assert!(ran.status == 1 && ran.err.contains("--game 3: there are fewer games, 2"), "{}", ran.err);
    std::fs::write(folder.join("bad.sgf"), format!("{two}(;GM[4]SZ[15];B[hh];W[hh])")).unwrap();
    let ran = convert(&folder, "bad.sgf bad-copy.sgf");
    assert!(ran.status == 1 && ran.err.contains("bad.sgf, game 3"), "{}", ran.err);
    assert!(!folder.join("bad-copy.sgf").exists());
}

#[test]
fn what_a_library_cannot_hold_is_said_once() {
    let folder = folder("library");
    std::fs::write(folder.join("a.sgf"), "(;GM[4]SZ[15]PB[Ann]PW[Ben]RE[B+R];B[hh];W[ig])").unwrap();
    let ran = convert(&folder, "a.sgf a.lib");
    let note = "a.lib: without the names and the result: a library has no room for them";
    assert!(ran.status == 0 && ran.err.matches(note).count() == 1, "{}", ran.err);
    let ran = convert(&folder, "h8i9 b.lib");
    assert!(ran.status == 0 && !ran.err.contains("the names"), "{}", ran.err);
}

#[test]
fn what_cannot_be_converted_is_refused_in_a_sentence() {
    let folder = folder("refused");
    for (name, text) in [
        ("a.sgf", TREE),
        ("set.sgf", "(;GM[4]SZ[15]AB[hh];W[ig])"),
        ("large.sgf", "(;GM[4]SZ[19];B[aa])"),
        ("go.sgf", "(;GM[1]SZ[19]KM[6.5]HA[2]AB[dd];B[pp])"),
        ("drawing.txt", ".....\n.XOX.\n.....\n.....\n.....\n"),
        ("twice.txt", "h8 h8"),
        ("there.lib", ""),
    ] {
        std::fs::write(folder.join(name), text).unwrap();
    }
    for (arguments, why) in [
        ("a.sgf a.doc", "a.doc: the name must end in .sgf, .psq, .lib (RenLib) or .txt (CCGC)"),
        ("none.sgf a.lib", "none.sgf"),
        ("set.sgf a.lib", "no room for stones that were set up"),
        ("set.sgf b.txt", "no room for stones that were set up"),
        ("large.sgf a.lib", "a board of 15x15, not 19x19"),
        ("go.sgf a.psq", "--as-five"),
        ("drawing.txt a.sgf", "a drawing of a board, not a game"),
        ("twice.txt a.sgf", "move 2, h8: point already taken"),
        ("a.sgf there.lib", "there.lib"),
    ] {
        let ran = convert(&folder, arguments);
        assert_eq!(ran.status, 1, "{arguments}: {}", ran.err);
        assert!(ran.err.contains(why), "{arguments}: {}", ran.err);
    }
    assert!(!folder.join("a.lib").exists() && !folder.join("b.txt").exists());
}
