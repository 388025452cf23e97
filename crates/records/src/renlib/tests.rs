//! Tests with small hand-made libraries, valid and malformed.

use super::*;
use crate::defaults::Defaults;
use crate::games::open;
use crate::source::Source;
use proptest::prelude::*;
use tengen_core::board::BoardSize;
use tengen_core::rules::{Rule, Variant};

fn library(nodes: &[u8]) -> Vec<u8> {
    let mut file = MAGIC.to_vec();
    file.extend([3, 4]);
    file.extend([0xff; 10]);
    file.extend(nodes);
    file
}

fn read(file: &[u8]) -> Result<(Tree, Vec<Note>), ReadError> {
    tree(Nodes::of(file)?)
}

fn written(nodes: &[u8]) -> String {
    let (tree, notes) = read(&library(nodes)).unwrap();
    assert_eq!(notes, [""; 0]);
    let file = super::super::sgf::tree::Collection::of(tree).write();
    String::from_utf8(file).unwrap().replace('\n', "")
}

/// h8; its children are i8 with a comment, and i9 labelled A, which is followed by a1.
const LIBRARY: &[u8] = &[0, 0, 0x78, 0, 0x79, 0xc8, b'a', b'b', 0, 0, 0x69, 1, 0, 1, b'A', 0, 0xe1, 0x50];

#[test]
fn a_library_of_renlib() {
    let tree = written(LIBRARY);
    assert_eq!(tree, "(;GM[4]SZ[15];B[hh]LB[ig:A](;W[ih]C[ab])(;W[ig];B[ao]HO[1]))");
}

#[test]
fn a_library_opens_as_a_game_with_variations() {
    let size = BoardSize::square(19).unwrap();
    let opened = open(&library(LIBRARY), Defaults::of(Rule::new(Variant::Renju), size), false).unwrap();
    assert_eq!(opened.game.moves_text(), "h8i8");
    assert_eq!(opened.game.size, BoardSize::FIFTEEN);
    assert_eq!(opened.source.as_ref().map(Source::lines), Some(2));
}

#[test]
fn words_without_a_move_stand_upon_their_point_and_lines_of_a_comment_apart() {
    // after h8: the board text x on g8, and the move h9 with a comment of two lines
    let nodes = [0, 0x08, b'r', 0, 0x78, 0, 0x77, 0xc3, 0, 1, b'x', 0, 0x68, 0x48, b'1', 8, b'2', 0];
    assert_eq!(written(&nodes), "(;GM[4]SZ[15]C[r];B[hh]LB[gh:x];W[hg]C[12])");
    let comments: Vec<String> = Nodes::of(&library(&nodes)[..]).unwrap().map(|node| node.unwrap().comment).collect();
    assert_eq!(comments, ["r", "", "", "1\n2"]);
}

#[test]
fn a_comment_of_an_old_library_ends_with_a_high_bit() {
    assert_eq!(written(&[0x78, 0x60, b'o', b'k' | 0x80]), "(;GM[4]SZ[15];B[hh]C[ok])");
}

#[test]
fn a_line_with_a_pass_is_left_out() {
    let nodes = [0, 0, 0x78, 0, 0, 0x80, 0x11, 0x40, 0x68, 0x40];
    let (tree, notes) = read(&library(&nodes)).unwrap();
    assert_eq!((tree.leaves().len(), tree.all().len()), (1, 3));
    assert_eq!(notes, ["a line with a pass is left out"]);
}

#[test]
fn a_broken_library_is_reported_in_one_sentence() {
    let why = |nodes: &[u8]| read(&library(nodes)).unwrap_err().to_string();
    assert!(why(&[0, 0, 0x78, 0x08, b'a', b'b']).contains("breaks off"));
    for cut in [0, 4, 10, LIBRARY.len() - 2] {
        assert!(why(&LIBRARY[..cut]).contains(&format!("breaks off at byte {}", HEAD + cut)), "{cut}");
    }
    assert!(read(&library(&[0, 0])).is_ok(), "nothing is in it");
    assert!(why(&[0, 0, 0xf3, 0]).contains("byte 22: 0xf3 is not a point"));
    assert!(why(&[0, 0, 0x78, 0, 0x78, 0x40]).contains("lies on a stone"));
    let mut newer = library(&[]);
    newer[8] = 9;
    assert!(read(&newer).unwrap_err().to_string().contains("RenLib 9.4"));
    assert!(read(MAGIC).unwrap_err().to_string().contains("only the beginning"));
}

proptest! {
    #[test]
    fn no_library_makes_a_reader_fall(nodes in prop::collection::vec(any::<u8>(), 0..200)) {
        let file = library(&nodes);
        for end in [file.len(), file.len() / 2 + HEAD / 2] {
            let file = &file[..end.min(file.len())];
            match open(file, Rule::new(Variant::Renju).into(), false) {
                Ok(_) => {}
                Err(why) => prop_assert!(!why.to_string().is_empty()),
            }
        }
    }

    /// Well-formed nodes with valid flags, truncated anywhere.
    #[test]
    fn a_truncated_library_is_read_or_reported(
        nodes in prop::collection::vec((1u8..16, 0u8..15, prop::sample::select(vec![0u8, 0x40, 0x80, 0xc0, 0x48, 0x08])), 0..60),
        cut in 0usize..200,
    ) {
        let mut bytes = vec![0, 0];
        for (x, y, flags) in nodes {
            bytes.extend([16 * y + x, flags]);
            if flags & 0x08 != 0 {
                bytes.extend(b"word\0\0");
            }
        }
        bytes.truncate(cut);
        match read(&library(&bytes)) {
            Ok((tree, _)) => prop_assert!(tree.all().len() <= bytes.len() / 2 + 1),
            Err(why) => prop_assert!(!why.to_string().is_empty()),
        }
    }
}
