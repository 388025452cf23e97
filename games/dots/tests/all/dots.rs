//! Dots and Boxes: the solver against exhaustive search by the rules, and against published values.

use crate::brute::Brute;
use tengen_common::random::Random;
use tengen_core::board::{BoardSize, Point, Position};
use tengen_dots::rules::{board_size, draw, empty};
use tengen_dots::solver::Solver;
use tengen_dots::{DotsTable, Grid};
use tengen_testkit::in_two_lengths;

fn solved(grid: &Grid, table: &mut DotsTable, position: &Position) -> i32 {
    let mut never = |_| false;
    let mut solver = Solver::new(grid, table, &mut never);
    solver.value(grid.free(position)).expect("nobody stops it")
}

/// Plays random games; calls `visit` with each position with at most this many free lines.
fn random_games(size: BoardSize, games: usize, lines: usize, mut visit: impl FnMut(&Position)) {
    for number in 0..games {
        let mut random = Random::of(7, number as u64);
        let mut position = empty(size);
        while position.empty_count() > 0 {
            if position.empty_count() <= lines {
                visit(&position);
            }
            let free: Vec<Point> = position.empty_points().collect();
            draw(&mut position, free[random.below(free.len())]).expect("a free line");
        }
    }
}

fn equals_brute_force(columns: u8, rows: u8, games: usize, lines: usize) {
    let size = board_size(columns, rows);
    let grid = Grid::new(size).expect("a small board");
    let (mut table, mut brute) = (DotsTable::new(1 << 20), Brute::default());
    random_games(size, games, lines, |position| {
        let (found, expected) = (solved(&grid, &mut table, position), brute.value(position));
        assert_eq!(found, expected, "{:?}", position.stones());
    });
}

in_two_lengths!(two_by_two_boxes_equal_brute_force, |games| equals_brute_force(2, 2, games, 12), 100, 1000);

in_two_lengths!(
    two_by_three_boxes_equal_brute_force,
    |(games, lines)| equals_brute_force(2, 3, games, lines),
    (20, 12),
    (200, 17)
);

in_two_lengths!(three_by_three_boxes_equal_brute_force, |games| equals_brute_force(3, 3, games, 12), 20, 1000);

/// D. Wilson, "Dots-and-Boxes Analysis Results" (wilson.engr.wisc.edu/boxes/results.shtml): with best play the second
/// player wins by 3 on 3×3 boxes.
#[test]
fn three_by_three_boxes_are_worth_what_others_have_found() {
    let grid = Grid::new(board_size(3, 3)).expect("a small board");
    let mut table = DotsTable::new(16 << 20);
    assert_eq!(solved(&grid, &mut table, &empty(board_size(3, 3))), -3);
}
