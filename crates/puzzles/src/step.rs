//! The steps for beginners. Which moves are right is decided by brute force: the rules alone, over all legal moves.
//!
//! | step | right is |
//! |---|---|
//! | make a five | each move that does |
//! | stop a four | each move that leaves the opponent no five, nor an open four next |
//! | make an open four | each move after which no reply stops the five, all of them rows of four with both ends open |
//! | stop an open three | each move after which the opponent has no such move |
//! | double threat | each move that makes two fours or threes at once; a solver proves that it wins, and finds no other win |
//! | forbidden | the one point that is forbidden to Black |
//! | trap | each move that makes a four whose only stop is forbidden to Black |

use crate::error::WrongPuzzle;
use crate::look::{Win, fives, is_quiet, quiet_moves, seems_won, stops, win_without};
use crate::only::another_seems_to_win;
use crate::puzzle::{Kind, Puzzle};
use tengen_core::board::{BoardSize, Colour, Content, DIRECTIONS, Direction, Point, Position, notation};
use tengen_core::rules::{Forbidden, Rule, forbidden_at, run_through};
use tengen_engine::search::Searcher;

/// Nodes of the solver that proves a double threat.
const DOUBLE: u64 = 20_000;
/// Nodes of the solver that looks for a win against a move that stops a three.
const HOLDS: u64 = 3_000;
/// More right moves than these are no task.
const MOST: usize = 6;
/// The longest win by a double threat, in plies.
const LONGEST: u32 = 11;

/// The puzzle of a kind in the position after these moves, if it is one.
pub fn puzzle(rule: Rule, size: BoardSize, moves: &[Point], kind: Kind, searcher: &mut Searcher) -> Option<Puzzle> {
    let mut puzzle = Puzzle::unsolved(rule, size, moves, kind);
    let position = puzzle.position();
    let right = right_moves(&position, rule, kind);
    let most = if kind == Kind::Forbidden { 1 } else { MOST };
    if right.is_empty() || right.len() > most {
        return None;
    }
    let us = position.to_move();
    let best = right[0];
    match kind {
        Kind::MakeFive => puzzle.solution = vec![best],
        Kind::StopFour => {
            puzzle.solution = vec![best];
            puzzle.threat = vec![fives(&position, rule, !us)[0]];
        }
        Kind::OpenFour | Kind::Trap => puzzle.solution = three_plies(&position, rule, best)?,
        Kind::StopThree => {
            if right.iter().any(|&point| seems_won(&position.after(point), rule, HOLDS)) {
                return None;
            }
            let passed = passed(&position);
            let fours = wins_next(&passed, rule);
            puzzle.threat = three_plies(&passed, rule, *fours.first()?)?;
            puzzle.solution = stopping_line(&position, rule, best, &fours);
        }
        Kind::DoubleThreat => {
            let wins = right.iter().map(|&point| win_with(&position, rule, point));
            let win = wins.collect::<Option<Vec<_>>>()?.into_iter().min_by_key(|win| win.plies)?;
            if win.line.len() != win.plies as usize || win.plies > LONGEST {
                return None;
            }
            puzzle.solution = win.line;
        }
        Kind::Forbidden => {
            puzzle.solution = vec![best];
            puzzle.threat = shown(&position, rule, best);
        }
        Kind::Vcf | Kind::Vct | Kind::Defence => return None,
    }
    puzzle.also = right.into_iter().filter(|&point| point != puzzle.solution[0]).collect();
    puzzle.plies = if puzzle.threat.is_empty() { &puzzle.solution } else { &puzzle.threat }.len() as u32;
    puzzle.rating = rating(&puzzle);
    if kind == Kind::DoubleThreat {
        add_other_wins(&mut puzzle, &position, searcher)?;
    }
    Some(puzzle)
}

/// Adds other moves that are proven to win; `None` if there are too many, or one is not proven.
fn add_other_wins(puzzle: &mut Puzzle, position: &Position, searcher: &mut Searcher) -> Option<()> {
    while let Some(win) = win_without(position, puzzle.rule, puzzle.right_moves(), DOUBLE) {
        puzzle.also.push(win.line[0]);
        if puzzle.also.len() >= MOST {
            return None;
        }
    }
    (!another_seems_to_win(searcher, position, puzzle)).then_some(())
}

/// The win that a solver finds with this first move.
fn win_with(position: &Position, rule: Rule, point: Point) -> Option<Win> {
    let others = position.empty_points().filter(|&other| other != point);
    win_without(position, rule, others.collect(), DOUBLE)
}

/// Checks the puzzle of a step. The caller replays the line of a double threat.
pub fn verify(puzzle: &Puzzle, searcher: &mut Searcher) -> Result<(), WrongPuzzle> {
    if puzzle.kind == Kind::DoubleThreat {
        return verify_double(puzzle, searcher);
    }
    let right = self::puzzle(puzzle.rule, puzzle.size, &puzzle.moves, puzzle.kind, searcher);
    match right.ok_or(WrongPuzzle::NoStep)? {
        right if right == *puzzle => Ok(()),
        right => Err(WrongPuzzle::OtherStep { line: right.line() }),
    }
}

/// Checks that each double threat is a right move, the first one of the solution too, that all right moves win, and
/// that no other is found to win.
fn verify_double(puzzle: &Puzzle, searcher: &mut Searcher) -> Result<(), WrongPuzzle> {
    let (position, rule, right) = (puzzle.position(), puzzle.rule, puzzle.right_moves());
    let doubles = right_moves(&position, rule, Kind::DoubleThreat);
    if !doubles.contains(&puzzle.only_move()) || !doubles.iter().all(|&point| right.contains(point)) {
        return Err(WrongPuzzle::NoStep);
    }
    if let Some(point) = right.iter().find(|&point| win_with(&position, rule, point).is_none()) {
        return Err(WrongPuzzle::NotProvenToWin { name: notation::write(point, puzzle.size) });
    }
    match another_seems_to_win(searcher, &position, puzzle) {
        false => Ok(()),
        true => Err(WrongPuzzle::AnotherWins),
    }
}

/// The right moves of a step by the rules; none if the position is no puzzle of it.
fn right_moves(position: &Position, rule: Rule, kind: Kind) -> Vec<Point> {
    let us = position.to_move();
    let own = fives(position, rule, us);
    if kind == Kind::MakeFive {
        return if own.len() <= 2 { own } else { Vec::new() };
    }
    let theirs = fives(position, rule, !us);
    let is_fit = own.is_empty() && theirs.is_empty() == (kind != Kind::StopFour);
    if !is_fit {
        return Vec::new();
    }
    match kind {
        Kind::StopFour => {
            let right = stops(position, rule);
            let holds = |&point: &Point| wins_next(&position.after(point), rule).is_empty();
            if theirs.len() == 1 && right.iter().all(holds) { right } else { Vec::new() }
        }
        Kind::OpenFour => all_or_none(wins_next(position, rule), |point| is_open_four(position, rule, point)),
        Kind::StopThree => {
            let may_four = position.empty_points().any(|point| may_make_four(position, point, us));
            let passed = passed(position);
            let fours = match may_four {
                true => Vec::new(),
                false => all_or_none(wins_next(&passed, rule), |point| is_open_four(&passed, rule, point)),
            };
            if fours.is_empty() {
                return Vec::new();
            }
            quiet_moves(position, rule).filter(|&point| wins_next(&position.after(point), rule).is_empty()).collect()
        }
        Kind::DoubleThreat => {
            let wins = wins_next(position, rule);
            let doubles = || position.empty_points().filter(|&point| threats(position, rule, point) >= 2);
            let is_needed =
                wins.iter().all(|&point| !is_open_four(position, rule, point) && threats(position, rule, point) >= 2);
            if is_needed { doubles().collect() } else { Vec::new() }
        }
        Kind::Forbidden if us == Colour::Black => {
            position.empty_points().filter(|&point| forbidden_at(position, point, rule).is_some()).collect()
        }
        Kind::Trap if us == Colour::White => all_or_none(wins_next(position, rule), |point| {
            let after = position.after(point);
            let fives = fives(&after, rule, us);
            fives.len() == 1 && forbidden_at(&after, fives[0], rule).is_some()
        }),
        _ => Vec::new(),
    }
}

fn all_or_none(points: Vec<Point>, is_right: impl Fn(Point) -> bool) -> Vec<Point> {
    if points.iter().all(|&point| is_right(point)) { points } else { Vec::new() }
}

fn passed(position: &Position) -> Position {
    let mut passed = position.clone();
    passed.set_to_move(!position.to_move());
    passed
}

/// The moves after which no reply keeps the side to move from a five. Nobody can make a five now.
fn wins_next(position: &Position, rule: Rule) -> Vec<Point> {
    let us = position.to_move();
    let wins = |&point: &Point| {
        may_make_four(position, point, us) && is_quiet(position, rule, point) && {
            let after = position.after(point);
            !fives(&after, rule, us).is_empty() && stops(&after, rule).is_empty()
        }
    };
    position.empty_points().filter(wins).collect()
}

/// Whether a stone here may make a four: without that, it makes none under any rule.
fn may_make_four(position: &Position, point: Point, side: Colour) -> bool {
    DIRECTIONS.into_iter().any(|direction| most_in_five(position, point, side, direction) >= 3)
}

/// The most stones of a side in five points of a line, this one among them, that hold no other stone.
fn most_in_five(position: &Position, point: Point, side: Colour, direction: Direction) -> usize {
    let (dx, dy) = direction.step();
    let at = |k: i32| position.at_xy(point.x() as i32 + k * dx, point.y() as i32 + k * dy);
    let fives = (-4..=0).map(|start| (start..start + 5).map(at));
    let is_open = |content| [Content::Stone(side), Content::Empty].contains(&content);
    let open = fives.filter(|five| five.clone().all(is_open));
    open.map(|five| five.filter(|&content| content == Content::Stone(side)).count()).max().unwrap_or(0)
}

/// The points of a line where a side makes a five through one of its stones.
fn fives_through(position: &Position, rule: Rule, stone: Point, side: Colour, direction: Direction) -> Vec<Point> {
    let is_five = |&point: &Point| {
        let run = run_through(position, point, side, direction);
        run.wins(rule.five_rule(side)) && run.points().any(|other| other == stone)
    };
    near(position, stone, direction).filter(is_five).collect()
}

/// The empty points of a line within five steps.
fn near(position: &Position, stone: Point, direction: Direction) -> impl Iterator<Item = Point> + '_ {
    let (dx, dy) = direction.step();
    let points =
        (-5..=5).filter_map(move |k| position.size().point(stone.x() as i32 + k * dx, stone.y() as i32 + k * dy));
    points.filter(|&point| position.is_empty(point))
}

/// Whether a side's stone is in an unbroken row of four on this line, with both ends open to a five.
fn in_open_four(position: &Position, rule: Rule, stone: Point, side: Colour, direction: Direction) -> bool {
    let ends = fives_through(position, rule, stone, side, direction);
    run_through(position, stone, side, direction).length == 4 && ends.len() == 2
}

fn is_open_four(position: &Position, rule: Rule, point: Point) -> bool {
    let (us, after) = (position.to_move(), position.after(point));
    DIRECTIONS.into_iter().any(|direction| in_open_four(&after, rule, point, us, direction))
}

/// On how many lines a legal move makes a four, or a three: a row that another legal move makes an open four.
fn threats(position: &Position, rule: Rule, point: Point) -> usize {
    let us = position.to_move();
    let lines = DIRECTIONS.into_iter().filter(|&direction| most_in_five(position, point, us, direction) >= 2);
    if lines.clone().count() < 2 || !is_quiet(position, rule, point) {
        return 0;
    }
    let after = position.after(point);
    let threatens = |&direction: &Direction| {
        !fives_through(&after, rule, point, us, direction).is_empty()
            || !open_fours(&after, rule, point, us, direction).is_empty()
    };
    lines.filter(threatens).count()
}

/// The legal moves of a side that make an open four through its stone on this line.
fn open_fours(position: &Position, rule: Rule, stone: Point, side: Colour, direction: Direction) -> Vec<Point> {
    let mut turned = position.clone();
    turned.set_to_move(side);
    let makes = |&point: &Point| {
        is_quiet(&turned, rule, point) && {
            let next = turned.after(point);
            let reaches = run_through(&next, point, side, direction).points().any(|other| other == stone);
            reaches && in_open_four(&next, rule, point, side, direction)
        }
    };
    near(position, stone, direction).filter(makes).collect()
}

/// A move that wins next, a reply and the five: the reply is on a point of the five, if it is legal there.
fn three_plies(position: &Position, rule: Rule, point: Point) -> Option<Vec<Point>> {
    let (us, four) = (position.to_move(), position.after(point));
    let ends = fives(&four, rule, us);
    let replies = ends.iter().copied().find(|&reply| is_quiet(&four, rule, reply));
    let nearest = || quiet_moves(&four, rule).min_by_key(|reply| reply.distance(ends[0]));
    let reply = replies.or_else(nearest)?;
    let five = *fives(&four.after(reply), rule, us).first()?;
    Some(vec![point, reply, five])
}

/// A move that stops a three; then the four that is left of it, and its stop.
fn stopping_line(position: &Position, rule: Rule, point: Point, fours: &[Point]) -> Vec<Point> {
    let stopped = position.after(point);
    let line = fours.iter().filter(|&&four| four != point && is_quiet(&stopped, rule, four)).find_map(|&four| {
        let reply = *stops(&stopped.after(four), rule).first()?;
        Some(vec![point, four, reply])
    });
    line.unwrap_or_else(|| vec![point])
}

/// Where the threes of a forbidden point become open fours, or its fours fives; nothing for an overline.
fn shown(position: &Position, rule: Rule, point: Point) -> Vec<Point> {
    let after = position.after(point);
    let of_line = |direction| match forbidden_at(position, point, rule) {
        Some(Forbidden::DoubleFour) => fives_through(&after, rule, point, Colour::Black, direction),
        Some(Forbidden::DoubleThree) => {
            open_fours(&after, rule, point, Colour::Black, direction).into_iter().take(1).collect()
        }
        _ => Vec::new(),
    };
    DIRECTIONS.into_iter().flat_map(of_line).collect()
}

/// The rating: that of the step, more for longer wins and more stones. Players begin with the first step at 100.
fn rating(puzzle: &Puzzle) -> u32 {
    let stones = puzzle.moves.len() as u32;
    let step = match puzzle.kind {
        Kind::MakeFive => 100,
        Kind::StopFour => 180,
        Kind::OpenFour => 260,
        Kind::StopThree => 350,
        Kind::DoubleThreat => 400 + 40 * puzzle.plies,
        Kind::Forbidden => 500,
        _ => 640,
    };
    step + 3 * stones
}
