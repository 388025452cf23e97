//! The deep check: proves the claims of a puzzle, and corrects those it disproves.
//!
//! Solver and search get [`FACTOR`] times the [budget](crate::rating::BUDGETS) of the puzzle's grade:
//!
//! - the first move of a win is proven to win, and so is each move of `also`. Without these moves, neither the solver
//!   nor a search finds a win;
//! - after an only defence, neither the solver with [`DEFENCE`] nodes nor a search with the budget of the hardest grade
//!   finds a win of the opponent, while every other legal move is proven to lose;
//! - where a four can be answered in several ways, no defence against a VCF lasts longer than the solution.

use crate::error::WrongPuzzle;
use crate::look::{seems_won, stops, win, win_by_fours, win_without};
use crate::only::{holds, search_wins};
use crate::prove::wins_with;
use crate::puzzle::{Kind, Puzzle};
use crate::rating::{BUDGETS, GRADES, budget};
use crate::step;
use crate::verify::{other_defence, verify_lines};
use tengen_core::board::{Point, PointSet, Position, notation};
use tengen_core::rules::Rule;
use tengen_engine::search::Searcher;

/// A puzzle is checked with the budget of its grade times this factor.
pub const FACTOR: u64 = 50;
/// Nodes of the solver for a win of the opponent after an only defence.
pub const DEFENCE: u64 = 1_000_000;
/// The factor by which the budget is increased to prove a win found by a search.
const PROOF: u64 = 4;
/// If more moves than these win besides the solution, the position is no puzzle.
const MOST_OTHERS: usize = 6;
/// Nodes to find the win against a defence that the solution does not show.
const SIDE_LINE: u64 = 100_000;

/// Checks a puzzle and returns it corrected: with all winning moves and the longest defence.
pub fn examine(puzzle: &Puzzle, searcher: &mut Searcher) -> Result<Puzzle, WrongPuzzle> {
    match puzzle.kind {
        Kind::Defence => {
            let nodes = FACTOR * BUDGETS[GRADES - 1];
            examine_defence(puzzle, nodes, searcher).map(|()| puzzle.clone())
        }
        Kind::Vcf | Kind::Vct => examine_win(puzzle, FACTOR * budget(puzzle.grade()), searcher),
        _ => step::verify(puzzle, searcher).map(|()| puzzle.clone()),
    }
}

/// Checks that a puzzle needs no correction.
pub fn verify(puzzle: &Puzzle, searcher: &mut Searcher) -> Result<(), WrongPuzzle> {
    let right = examine(puzzle, searcher)?;
    let missing = right.also.iter().find(|also| !puzzle.also.contains(also));
    match missing {
        Some(&point) => Err(WrongPuzzle::WinsToo { name: notation::write(point, puzzle.size) }),
        None if right.plies != puzzle.plies => Err(WrongPuzzle::Plies { plies: right.plies }),
        None => Ok(()),
    }
}

fn examine_defence(puzzle: &Puzzle, nodes: u64, searcher: &mut Searcher) -> Result<(), WrongPuzzle> {
    verify_lines(puzzle, searcher)?;
    let (position, rule, only) = (puzzle.position(), puzzle.rule, puzzle.only_move());
    let loses = seems_won(&position.after(only), rule, DEFENCE) || !holds(searcher, &position, rule, only, nodes);
    if loses {
        return Err(WrongPuzzle::LosesToo);
    }
    if seems_won(&position, rule, nodes) {
        return Err(WrongPuzzle::MoverWins);
    }
    match other_defence(puzzle) {
        None => Ok(()),
        Some(other) => Err(WrongPuzzle::HoldsToo { name: notation::write(other, puzzle.size) }),
    }
}

fn examine_win(puzzle: &Puzzle, nodes: u64, searcher: &mut Searcher) -> Result<Puzzle, WrongPuzzle> {
    let mut puzzle = puzzle.clone();
    while let Some(line) = longer_defence(&puzzle) {
        puzzle.plies = line.len() as u32;
        puzzle.solution = line;
    }
    verify_lines(&puzzle, searcher)?;
    puzzle.also = other_wins(&puzzle, nodes, searcher)?;
    Ok(puzzle)
}

/// The moves other than the solution's that are proven to win, row by row.
fn other_wins(puzzle: &Puzzle, nodes: u64, searcher: &mut Searcher) -> Result<Vec<Point>, WrongPuzzle> {
    let (position, rule) = (puzzle.position(), puzzle.rule);
    let name = |point| notation::write(point, puzzle.size);
    let mut known = puzzle.right_moves();
    for point in known.iter() {
        if !proves(&position, rule, point, nodes) {
            return Err(WrongPuzzle::NotProvenToWin { name: name(point) });
        }
    }
    while known.len() <= MOST_OTHERS + 1 {
        let Some((point, is_proven)) = another_win(&position, rule, known, nodes, searcher) else {
            let others = known.iter().filter(|&point| point != puzzle.only_move());
            return Ok(others.collect());
        };
        if !is_proven && !proves(&position, rule, point, nodes) {
            return Err(WrongPuzzle::MayWinToo { name: name(point) });
        }
        known.insert(point);
    }
    Err(WrongPuzzle::TooManyWin)
}

/// Whether a move is proven to win, with `nodes` first and then with more.
fn proves(position: &Position, rule: Rule, point: Point, nodes: u64) -> bool {
    let mut budgets = [nodes, PROOF * nodes].into_iter();
    budgets.any(|nodes| wins_with(position, rule, point, nodes))
}

/// Another winning first move, and whether its win is proven.
fn another_win(
    position: &Position,
    rule: Rule,
    known: PointSet,
    nodes: u64,
    searcher: &mut Searcher,
) -> Option<(Point, bool)> {
    if let Some(win) = win_without(position, rule, known, nodes) {
        return Some((win.line[0], true));
    }
    let point = search_wins(searcher, position, rule, nodes, known)?;
    Some((point, false))
}

/// A line that departs from the solution at a reply to a four and lasts longer, if fours can be capped.
fn longer_defence(puzzle: &Puzzle) -> Option<Vec<Point>> {
    let mut position = puzzle.position();
    let attacker = position.to_move();
    if !puzzle.rule.five_rule(attacker).capped_dies {
        return None;
    }
    for (ply, &point) in puzzle.solution.iter().enumerate() {
        if position.to_move() != attacker {
            let left = puzzle.solution.len() - ply;
            let lines = stops(&position, puzzle.rule).into_iter();
            let lines = lines.filter_map(|reply| side_line(&position, puzzle, reply));
            let longest = lines.max_by_key(Vec::len);
            if let Some(line) = longest.filter(|line| line.len() > left) {
                return Some([&puzzle.solution[..ply], &line].concat());
            }
        }
        position.play(point, &mut ());
    }
    None
}

/// A reply to a four and the win after it.
fn side_line(position: &Position, puzzle: &Puzzle, reply: Point) -> Option<Vec<Point>> {
    let after = position.after(reply);
    let win = match puzzle.kind {
        Kind::Vcf => win_by_fours(&after, puzzle.rule, SIDE_LINE),
        _ => win(&after, puzzle.rule, SIDE_LINE),
    };
    let win = win.filter(|win| win.line.len() == win.plies as usize)?;
    Some([&[reply], win.line.as_slice()].concat())
}
