//! The deep check finds errors that the quick check misses.

use std::path::PathBuf;
use tengen_core::board::notation;
use tengen_engine::search::Searcher;
use tengen_puzzles::error::WrongPuzzle;
use tengen_puzzles::journal::{Checked, Journal};
use tengen_puzzles::{Puzzle, deep};

/// Once shipped as a puzzle with d11 as the only win; b13 wins as well.
const TWO_WINS: &str = r#"{"rule":"freestyle","size":"20x20","moves":"f10c12c7d12b10e10f9e12f12f11e9d8d9c9g10b12a12c10c11","kind":"vct","solution":"d11b9d13h9g9d10b15c14b13a14b14b16b11","plies":13,"rating":1498}"#;
/// Once shipped as an only defence, after which white wins in 23 plies.
const LOST: &str = r#"{"rule":"freestyle","size":"20x20","moves":"p9m8k5n7o6m7m6n6","kind":"defence","solution":"n8","threat":"n9n5l7k6k7j7o7","plies":7,"rating":1564}"#;
/// No defence: black wins by threats in 27 plies, which takes the solver 700,000 nodes.
const LOST_LATE: &str = r#"{"rule":"standard","size":"15x15","moves":"e9g9c9e11f8d8g7h6e6h8f10h7h9f7h5d9d7","kind":"defence","solution":"e8","threat":"c8b9c11d10c10c12c7","plies":7,"rating":1500}"#;
/// Once shipped as a win in 7 plies; j9 lasts until ply 9.
const SHORT: &str = r#"{"rule":"caro-exact","size":"15x15","moves":"f7d5d4i9h5i5i11e8i6g6j10g4h7g7g5h6f8f9g10h10g11g13j11h11h12j12k10l9h9k9i10g8i13f10k15j14i14i12k12m14m10l10","kind":"vcf","solution":"l11j13i8m12j7f11k6","plies":7,"rating":1075}"#;

fn puzzle(line: &str) -> Puzzle {
    Puzzle::of_line(line).expect("a puzzle")
}

fn examine(puzzle: &Puzzle) -> Result<Puzzle, WrongPuzzle> {
    deep::examine(puzzle, &mut Searcher::new(4 << 20))
}

fn fault(puzzle: &Puzzle) -> String {
    deep::verify(puzzle, &mut Searcher::new(4 << 20)).expect_err("it is wrong").to_string()
}

#[test]
fn another_winning_first_move_is_found_and_proven() {
    let puzzle = puzzle(TWO_WINS);
    let right = examine(&puzzle).expect("a puzzle with several right moves");
    let b13 = notation::read("b13", puzzle.size).expect("a point")[0];
    assert!(right.also.contains(&b13), "{}", right.line());
    assert_eq!(right.solution, puzzle.solution);
    assert_eq!(examine(&right).as_ref(), Ok(&right));
    assert!(fault(&puzzle).ends_with(" wins too"));
}

#[test]
fn a_listed_move_without_a_proven_win_is_refused() {
    let mut puzzle = puzzle(TWO_WINS);
    puzzle.also = notation::read("a1", puzzle.size).expect("a point");
    assert_eq!(fault(&puzzle), "a1 is not proven to win");
}

#[test]
fn an_only_defence_that_loses_in_the_end_is_refused() {
    for line in [LOST, LOST_LATE] {
        assert_eq!(fault(&puzzle(line)), "the solution loses too", "{line}");
    }
}

#[test]
fn the_longest_defence_against_capped_fours_counts() {
    let puzzle = puzzle(SHORT);
    let right = examine(&puzzle).expect("a win");
    assert!(right.plies >= 9, "{}", right.line());
    assert_eq!(right.plies as usize, right.solution.len());
    assert_eq!(examine(&right).as_ref(), Ok(&right));
    let quick = tengen_puzzles::verify::verify(&right, &mut Searcher::new(4 << 20));
    assert_eq!(quick, Ok(()));
}

#[test]
fn a_journal_restores_its_results() {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("journal.deep");
    let _ = std::fs::remove_file(&path);
    let mut journal = Journal::open(&path).expect("a new journal");
    assert_eq!(journal.get(SHORT), None);
    journal.add(SHORT.into(), Checked::Corrected(LOST.into())).expect("written");
    journal.add(LOST.into(), Checked::Dropped("lost".into())).expect("written");
    drop(journal);
    let text = std::fs::read_to_string(&path).expect("read");
    // A line of another form, which is ignored, and one that was cut off when the program was killed.
    let other = r#"{"puzzle":"fifth","why":"lost","more":1}"#;
    std::fs::write(&path, format!("{text}{other}\n{{\"puzzle\":\"hal")).expect("written");
    let mut journal = Journal::open(&path).expect("the same journal");
    journal.add("third".into(), Checked::Corrected("fourth".into())).expect("written");
    drop(journal);
    let journal = Journal::open(&path).expect("the same journal");
    assert_eq!(journal.get("fifth"), None);
    assert_eq!(journal.get(SHORT), Some(&Checked::Corrected(LOST.to_string())));
    assert_eq!(journal.get(LOST), Some(&Checked::Dropped("lost".to_string())));
    assert_eq!(journal.get("third"), Some(&Checked::Corrected("fourth".to_string())));
}
