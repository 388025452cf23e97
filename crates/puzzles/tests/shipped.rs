//! The built-in puzzles are correct.

use std::collections::{BTreeSet, HashSet};
use tengen_engine::search::Searcher;
use tengen_puzzles::verify::verify;
use tengen_puzzles::{Kind, Puzzle, deep, shipped};

fn all_are_right(puzzles: impl Iterator<Item = Puzzle>) -> usize {
    let mut searcher = Searcher::new(4 << 20);
    let mut count = 0;
    for puzzle in puzzles {
        if let Err(why) = verify(&puzzle, &mut searcher) {
            panic!("{why}: {}", puzzle.line());
        }
        count += 1;
    }
    count
}

/// A sample across the file, which varies with the number of puzzles.
#[test]
fn short_a_sample_is_verified() {
    let puzzles = shipped();
    let step = puzzles.len().div_ceil(SAMPLE);
    let first = puzzles.len() % step;
    let count = all_are_right(puzzles.into_iter().skip(first).step_by(step));
    assert!(count >= SAMPLE / 2, "{count}");
}

const SAMPLE: usize = 24;

/// `cargo test --release -p tengen-puzzles -- --ignored long`, or `tengen puzzles check --deep`.
#[test]
#[ignore = "an hour"]
fn long_all_claims_are_proven() {
    let mut searcher = Searcher::new(16 << 20);
    for puzzle in shipped() {
        let verified = deep::verify(&puzzle, &mut searcher);
        assert_eq!(verified, Ok(()), "{}", puzzle.line());
    }
}

#[test]
fn there_are_a_thousand_of_all_rules_kinds_and_grades() {
    let puzzles = shipped();
    assert!(puzzles.len() >= 1000, "{}", puzzles.len());
    let rules: HashSet<_> = puzzles.iter().map(|puzzle| puzzle.rule).collect();
    assert_eq!(rules.len(), 5);
    for kind in Kind::ALL {
        let of_kind = puzzles.iter().filter(|puzzle| puzzle.kind == kind);
        let grades: BTreeSet<u32> = of_kind.map(Puzzle::grade).collect();
        assert!(grades.len() >= 4, "{kind:?}: {grades:?}");
    }
    let grades: BTreeSet<u32> = puzzles.iter().map(Puzzle::grade).collect();
    assert_eq!(grades, BTreeSet::from([1, 2, 3, 4, 5]));
}

#[test]
fn no_two_are_alike() {
    let puzzles = shipped();
    let keys: HashSet<_> = puzzles.iter().map(Puzzle::key).collect();
    assert_eq!(keys.len(), puzzles.len());
}
