//! `tengen picture` on the command line: text diagrams, SVG, PNG and GIF, and the input it rejects.

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
    let (out, err, status) = picture(&format!("{arguments} --out {}", file.display()));
    assert_eq!((out.as_str(), err.as_str(), status), ("", "", 0));
    std::fs::read(file).expect("a picture")
}

/// A game that black has won, on a small board.
const WON: &str = "--size 7 --position d4d5c4c5e4e5f4f5b4";

#[test]
fn a_diagram_for_forums_has_the_numbers_of_the_moves() {
    let (out, _, status) = picture(WON);
    assert_eq!(status, 0);
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines[2], " 5 . . 4 2 6 8 .");
    assert_eq!(lines[3], " 4 .(9)3*1*5*7*.");
    assert_eq!(lines[7].trim(), "a b c d e f g");
    let (out, _, _) = picture(&format!("{WON} --numbers none"));
    assert!(out.contains(" 5 . . O O O O .") && out.contains("(X)"), "{out}");
    let (out, _, _) = picture(&format!("{WON} --numbers 9 --after 8"));
    assert!(out.contains(" 4 . . X X X X ."), "{out}");
}

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
    let pasted = |text: &str| run(&mut tengen(&["picture", "-"]), text);
    let link = "https://example.org/#size=7x7&rule=renju&moves=d4d5c4";
    let log = "START 7\nBOARD\n3,3,2\n3,2,1\n2,3,2\nDONE\n";
    for text in [link, log] {
        let out = pasted(text).out;
        assert!(out.contains(" 4 . .(3)1 . . ."), "{text}: {out}");
    }
    assert_eq!(picture(link).0, pasted(link).out);
    let after_one = |options: &str| picture(&format!("{link}&at=1 {options}")).0;
    assert!(after_one("").contains(" 4 . . .(1). . ."), "{}", after_one(""));
    assert_eq!(after_one("--after 3"), picture(link).0);
    let (_, err, _) = picture("https://example.org/nothing");
    assert!(err.contains("does not end with moves"), "{err}");
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

#[test]
fn letters_of_a_file_and_fouls_are_shown() {
    let sgf = path("picture.sgf");
    std::fs::write(&sgf, "(;GM[4]SZ[9]RU[renju];B[ee]LB[ee:A][ff:b];W[ed]MA[aa])").expect("a file");
    let (out, _, _) = picture(&format!("{} --after 1", sgf.display()));
    assert!(out.contains(" 5 . . . .(A). . . ."), "{out}");
    assert!(out.contains(" 4 . . . . . b . . ."), "{out}");
    let (out, _, _) = picture(&sgf.display().to_string());
    assert!(out.starts_with(" 9 × . "), "{out}");
    let fork = "--position h9a1h10a3f8a5g8a7 --rule renju --numbers none --forbidden";
    let (out, _, _) = picture(fork);
    assert!(out.contains(" 8 . . . . . X X ! "), "{out}");
    let (out, _, _) = picture(&format!("{fork} --side white"));
    assert!(out.contains(" 8 . . . . . X X . "), "{out}");
}

#[test]
fn what_cannot_be_drawn_is_named() {
    let drawing = path("picture-drawing.txt");
    std::fs::write(&drawing, ". . . . .\n. X . . .\n. . O . .\n. . # . .\n. . . . .\n")
        .expect("a file");
    let drawing = drawing.display();
    assert!(picture(&drawing.to_string()).0.contains(" 2 . . # . ."));
    for (arguments, complaint) in [
        (String::new(), "give a position: moves like h8i9g7, or a file"),
        (format!("{WON} --out board.jpg"), "pictures end with .svg, .png, .gif or .txt"),
        (format!("{drawing} --format gif"), "this is a drawing of one position"),
        (format!("{WON} --width 9"), "9 is not in 50..=4000"),
        (format!("{WON} --numbers 0"), "neither all, nor none"),
        ("--position h8h8".into(), "point already taken"),
    ] {
        let (out, err, status) = picture(&arguments);
        assert_eq!((out.as_str(), status), ("", 1), "{arguments}");
        assert!(err.contains(complaint), "{arguments}: {err}");
    }
}
