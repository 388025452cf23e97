//! The built-in puzzles are correct.

use std::collections::{BTreeSet, HashSet};
use tengen_core::board::notation;
use tengen_engine::search::Searcher;
use tengen_puzzles::verify::verify;
use tengen_puzzles::{Kind, Proofs, Puzzle, deep, shipped, shipped_proofs};

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

/// Replays every `step`th puzzle from one on, half of them in each of two threads.
fn replay_proofs(step: usize, first: usize) {
    let (puzzles, proofs) = (shipped(), shipped_proofs());
    assert_eq!(puzzles.len(), proofs.len(), "each puzzle has its proofs");
    let replay = |first| {
        for (puzzle, proofs) in puzzles.iter().zip(&proofs).skip(first).step_by(2 * step) {
            assert_eq!(proofs.replay(puzzle), Ok(()), "{}", puzzle.line());
        }
    };
    std::thread::scope(|scope| [first, first + step].map(|first| scope.spawn(move || replay(first))).map(ended));
}

/// Waits for a thread, and fails as it did.
fn ended(thread: std::thread::ScopedJoinHandle<()>) {
    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
}

/// Another part of the puzzles after each change of the search.
#[test]
fn proofs_are_replayed_by_the_rules() {
    const STEP: usize = 8;
    let signature = include_str!("../../../../tests/bench-signature.txt");
    let signature: usize = signature.trim().parse().expect("a number");
    replay_proofs(STEP, signature % STEP);
}

#[test]
#[ignore = "minutes"]
fn long_all_proofs_are_replayed_by_the_rules() {
    replay_proofs(1, 0);
}

#[test]
fn damaged_proofs_are_refused() {
    let (puzzles, proofs) = (shipped(), shipped_proofs());
    let is_short = |puzzle: &Puzzle| puzzle.plies <= 7;
    let one_of = |kind| {
        let at = puzzles.iter().position(|puzzle| puzzle.kind == kind && is_short(puzzle));
        let at = at.expect("a short one");
        (&puzzles[at], serde_json::to_string(&proofs[at]).expect("texts"))
    };
    let refused = |(puzzle, line): &(&Puzzle, String), from: &str, to: &str| {
        let damaged = line.replacen(from, to, 1);
        assert_ne!(&damaged, line);
        let proofs: Proofs = serde_json::from_str(&damaged).expect("still proofs");
        proofs.replay(puzzle).unwrap_err().to_string()
    };
    let vct = one_of(Kind::Vct);
    let name = notation::write(vct.0.only_move(), vct.0.size);
    let begin = format!("\"{name}\":\"");
    assert_eq!(refused(&vct, "\"moves\":\"", "\"moves\":\"a1"), "these are the proofs of another puzzle");
    assert!(refused(&vct, &begin, &format!("{begin}a1;")).starts_with(&name));
    assert_eq!(refused(&vct, &begin, "\"a15\":\""), format!("{name} has no proof"));
    let defence = one_of(Kind::Defence);
    assert!(refused(&defence, "\"threat\":\"", "\"threat\":\"a1").contains(": "));
}

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
    for kind in Kind::GRADED {
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
