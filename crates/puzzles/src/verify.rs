//! Checks a puzzle: its lines are replayed by the rules, wins are searched again by the solvers and replayed, and the
//! other moves are tried.

use crate::error::WrongPuzzle;
use crate::look::{is_plain, is_quiet, quiet_moves, threatened, win, win_by_fours};
use crate::only::{another_seems_to_win, loses, only_defence};
use crate::puzzle::{Kind, Puzzle};
use crate::step;
use tengen_core::board::{Point, Position, notation};
use tengen_core::rules::{Outcome, Rule, judge};
use tengen_engine::search::Searcher;
use tengen_engine::threat::proof;

/// Nodes of a solver.
const SOLVER: u64 = 100_000;

/// Checks a puzzle with small budgets; other winning first moves are left to the [deep check](crate::deep).
pub fn verify(puzzle: &Puzzle, searcher: &mut Searcher) -> Result<(), WrongPuzzle> {
    if puzzle.kind.step().is_some() {
        return verify_step(puzzle, searcher);
    }
    verify_lines(puzzle, searcher)?;
    if puzzle.kind == Kind::Defence {
        return Ok(());
    }
    let position = puzzle.position();
    if let Some(&point) = puzzle.also.iter().find(|&&p| !is_quiet(&position, puzzle.rule, p)) {
        let name = notation::write(point, puzzle.size);
        return Err(WrongPuzzle::EndsGame { name });
    }
    match another_seems_to_win(searcher, &position, puzzle) {
        false => Ok(()),
        true => Err(WrongPuzzle::AnotherWins),
    }
}

fn verify_step(puzzle: &Puzzle, searcher: &mut Searcher) -> Result<(), WrongPuzzle> {
    goes_on(puzzle)?;
    step::verify(puzzle, searcher)?;
    match puzzle.kind {
        Kind::DoubleThreat => wins_throughout(puzzle, &puzzle.position()),
        _ => Ok(()),
    }
}

/// Checks that the lines win or hold as claimed and, for a defence, that no other move does.
pub(crate) fn verify_lines(puzzle: &Puzzle, searcher: &mut Searcher) -> Result<(), WrongPuzzle> {
    goes_on(puzzle)?;
    let position = puzzle.position();
    if is_plain(&position, puzzle.rule) {
        return Err(WrongPuzzle::FiveAtOnce);
    }
    match puzzle.kind {
        Kind::Vcf => verify_fours(puzzle, &position),
        Kind::Vct => verify_threats(puzzle, &position),
        _ => verify_defence(puzzle, &position, searcher),
    }
}

/// Checks that no move before the position ends the game.
fn goes_on(puzzle: &Puzzle) -> Result<(), WrongPuzzle> {
    let mut position = Position::new(puzzle.size);
    for &point in &puzzle.moves {
        if judge(&position, point, position.to_move(), puzzle.rule) != Outcome::Open {
            let name = notation::write(point, puzzle.size);
            return Err(WrongPuzzle::EndedBefore { name });
        }
        position.play(point, &mut ());
    }
    Ok(())
}

fn verify_fours(puzzle: &Puzzle, position: &Position) -> Result<(), WrongPuzzle> {
    makes_five(position, puzzle.rule, &puzzle.solution, puzzle.plies)?;
    match proof::wins_by_fours(position, puzzle.rule, &puzzle.solution, &mut || false) {
        true => Ok(()),
        false => Err(WrongPuzzle::NoWin),
    }
}

fn verify_threats(puzzle: &Puzzle, position: &Position) -> Result<(), WrongPuzzle> {
    if win_by_fours(position, puzzle.rule, SOLVER).is_some() {
        return Err(WrongPuzzle::Fours);
    }
    wins_throughout(puzzle, position)
}

/// Checks that the solution ends with a five, and that the winner has a win at each of its turns in it.
fn wins_throughout(puzzle: &Puzzle, position: &Position) -> Result<(), WrongPuzzle> {
    makes_five(position, puzzle.rule, &puzzle.solution, puzzle.plies)?;
    let mut position = position.clone();
    for (turn, pair) in puzzle.solution.chunks(2).enumerate() {
        if win(&position, puzzle.rule, SOLVER).is_none() {
            return Err(match turn {
                0 => WrongPuzzle::NoSuchWin,
                _ => WrongPuzzle::GivenAway,
            });
        }
        pair.iter().for_each(|&point| position.play(point, &mut ()));
    }
    Ok(())
}

/// Checks by the rules that the line has `plies` moves and only the last one makes a five.
fn makes_five(position: &Position, rule: Rule, line: &[Point], plies: u32) -> Result<(), WrongPuzzle> {
    if line.len() != plies as usize {
        return Err(WrongPuzzle::Length { moves: line.len(), plies });
    }
    let mut position = position.clone();
    for (i, &point) in line.iter().enumerate() {
        let outcome = judge(&position, point, position.to_move(), rule);
        let is_last = i + 1 == line.len();
        if !matches!((outcome, is_last), (Outcome::Five(_), true) | (Outcome::Open, false)) {
            return Err(WrongPuzzle::NoFive);
        }
        position.play(point, &mut ());
    }
    Ok(())
}

/// Another move than the solution of a defence against which no win is found. Tries all moves, including those that do
/// nothing against the threat, which takes seconds.
pub fn other_defence(puzzle: &Puzzle) -> Option<Point> {
    let (position, rule, only) = (puzzle.position(), puzzle.rule, puzzle.only_move());
    let mut others = quiet_moves(&position, rule).filter(|&point| point != only);
    others.find(|&point| !loses(&position, rule, point))
}

fn verify_defence(puzzle: &Puzzle, position: &Position, searcher: &mut Searcher) -> Result<(), WrongPuzzle> {
    let rule = puzzle.rule;
    if win(position, rule, SOLVER).is_some() {
        return Err(WrongPuzzle::MoverWins);
    }
    let mut passed = position.clone();
    passed.set_to_move(!position.to_move());
    makes_five(&passed, rule, &puzzle.threat, puzzle.plies)?;
    let threat = threatened(position, rule, SOLVER).ok_or(WrongPuzzle::NoThreat)?;
    let only = puzzle.only_move();
    // Other moves do nothing against the threat; see [`other_defence`].
    let answers = threat.answers.iter().filter(|&p| is_quiet(position, rule, p));
    let mut others = answers.filter(|&point| point != only);
    if let Some(other) = others.find(|&point| !loses(position, rule, point)) {
        return Err(WrongPuzzle::HoldsToo { name: notation::write(other, puzzle.size) });
    }
    match only_defence(searcher, position, rule, std::iter::once(only)) {
        Some(_) => Ok(()),
        None => Err(WrongPuzzle::LosesToo),
    }
}
