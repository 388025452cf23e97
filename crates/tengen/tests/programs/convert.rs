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
