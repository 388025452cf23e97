//! Invalid puzzles are rejected, and valid ones are made from their positions.

use tengen_core::board::notation;
use tengen_engine::search::Searcher;
use tengen_puzzles::make::Maker;
use tengen_puzzles::verify::verify;
use tengen_puzzles::{Kind, Puzzle, shipped};

/// The shortest puzzle of a kind with one correct move.
fn shortest(kind: Kind) -> Puzzle {
    let is_plain = |puzzle: &Puzzle| puzzle.kind == kind && puzzle.also.is_empty();
    let of_kind = shipped().into_iter().filter(is_plain);
    of_kind.min_by_key(|puzzle| (puzzle.plies, puzzle.moves.len())).expect("there are some")
}

fn wrong(puzzle: &Puzzle) -> String {
    verify(puzzle, &mut Searcher::new(4 << 20)).expect_err("it is wrong").to_string()
}

#[test]
fn what_comes_along_is_made_of_its_position() {
    for kind in Kind::GRADED {
        let puzzle = shortest(kind);
        let mut maker = Maker::default();
        let mut make = || maker.make(puzzle.rule, puzzle.size, &puzzle.moves, |_| true, |_| true);
        assert_eq!(make().as_ref(), Some(&puzzle));
        assert_eq!(make(), None, "one like it was made");
    }
}

#[test]
fn nothing_is_made_that_is_not_wanted() {
    let puzzle = shortest(Kind::Vcf);
    let mut maker = Maker::default();
    let (rule, size, moves) = (puzzle.rule, puzzle.size, &puzzle.moves);
    let unwanted = maker.make(rule, size, moves, |kind| kind != Kind::Vcf, |_| true);
    assert_eq!(unwanted.map(|puzzle| puzzle.kind), None);
    assert_eq!(maker.make(rule, size, moves, |_| true, |_| false), None);
}

#[test]
fn another_kind_is_not_believed() {
    let error = |kind, other| wrong(&Puzzle { kind: other, ..shortest(kind) });
    assert_eq!(error(Kind::Vcf, Kind::Vct), "there is a win by fours");
    assert_eq!(error(Kind::Vct, Kind::Vcf), "the solution does not win");
    assert_eq!(error(Kind::Vcf, Kind::Defence), "the side to move wins");
}

#[test]
fn wrong_plies_and_lines_are_reported() {
    let puzzle = shortest(Kind::Vcf);
    let plies = puzzle.plies + 2;
    let error = wrong(&Puzzle { plies, ..puzzle.clone() });
    assert_eq!(error, format!("{} moves are not {plies}", puzzle.plies));
    let mut line = puzzle.solution.clone();
    line.swap(0, 2);
    let error = wrong(&Puzzle { solution: line, ..puzzle });
    assert!(error.contains("win") || error.contains("five"), "{error}");
}

#[test]
fn another_defence_is_reported() {
    let puzzle = shortest(Kind::Defence);
    let corner = notation::read("a1", puzzle.size).expect("a point");
    let error = wrong(&Puzzle { solution: corner, ..puzzle.clone() });
    let only = notation::write(puzzle.only_move(), puzzle.size);
    assert_eq!(error, format!("{only} holds too"));
}

#[test]
fn a_game_that_is_over_is_no_puzzle() {
    let puzzle = shortest(Kind::Vcf);
    let moves = [&puzzle.moves[..], &puzzle.solution].concat();
    let error = wrong(&Puzzle { moves, ..puzzle });
    assert!(error.ends_with("ends the game before it begins"), "{error}");
}
