//! `tengen picture`: standard input, SVG, PNG and GIF; text diagrams are in `tests/cmd/picture.trycmd`.

use std::path::{Path, PathBuf};
use tengen_e2e::toolbox::{run, tengen};

/// Standard output, standard error and the exit status.
fn picture(arguments: &str) -> (String, String, i32) {
    let mut command = tengen(&["picture"]);
    let ran = run(command.args(arguments.split_whitespace()), "");
    (ran.out, ran.err, ran.status)
}

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// The bytes that the program writes into a file with this name.
fn written(name: &str, arguments: &str) -> Vec<u8> {
    let file = path(name);
    let (out, err, status) = picture(&format!("{arguments} --force --out {}", file.display()));
    assert_eq!((out.as_str(), err.as_str(), status), ("", "", 0));
    std::fs::read(file).expect("a picture")
}

/// A game that black has won, on a small board.
const WON: &str = "--size 7 --position d4d5c4c5e4e5f4f5b4";

#[test]
fn a_diagram_with_numbers_is_read_again() {
    let (diagram, _, _) = picture(WON);
    let ran = run(&mut tengen(&["picture", "-"]), &diagram);
    assert_eq!((ran.out, ran.status), (diagram, 0));
    let (diagram, _, _) = picture(&format!("{WON} --after 8 --numbers none"));
    let ran = run(&mut tengen(&["picture", "-"]), &diagram);
    assert!(ran.out.contains(" 4 . . X X X X ."), "{}{}", ran.out, ran.err);
}

#[test]
fn a_link_or_a_log_is_a_game() {
    let link = "https://example.org/#size=7x7&rule=renju&moves=d4d5c4";
    let log = "START 7\nBOARD\n3,3,2\n3,2,1\n2,3,2\nDONE\n";
    for text in [link, log] {
        let out = run(&mut tengen(&["picture", "-"]), text).out;
        assert!(out.contains(" 4 . .(3)1 . . ."), "{text}: {out}");
    }
}

#[test]
fn every_ending_of_a_file_has_its_kind_of_picture() {
    let kinds = [
        ("picture.svg", &b"<svg"[..]),
        ("picture.png", b"\x89PNG\r\n"),
        ("picture.GIF", b"GIF89a"),
        ("picture.txt", b" 7 ."),
    ];
    for (name, begin) in kinds {
        let file = written(name, &format!("{WON} --width 200"));
        assert!(file.starts_with(begin), "{name}");
    }
    let svg = String::from_utf8(written("picture.svg", WON)).expect("SVG is text");
    assert_eq!(svg.matches("r=\"18\"").count(), 9);
    assert!(svg.contains("\n9\n") && svg.contains("viewBox=\"0 0 340 340\""), "{svg}");
    let gif = written("picture.gif", &format!("{WON} --from 7 --delay 300ms"));
    let frames = gif.windows(4).filter(|bytes| *bytes == [0x21, 0xf9, 0x04, 0x05]);
    assert_eq!(frames.count(), 3, "after 7, 8 and 9 moves");
}
