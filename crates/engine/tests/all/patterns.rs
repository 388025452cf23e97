//! The fast implementation of the rules (`pattern/`) against the slow one (`rules/`), on random positions under every
//! rule and on all board sizes, with undo.

use rand::{RngExt, SeedableRng, rngs::StdRng, seq::IteratorRandom};
use std::sync::Arc;
use tengen_core::board::{BoardSize, Colour, DIRECTIONS, Direction, Point, Position};
use tengen_core::rules::{Rule, Variant, completes_five, forbidden_at, run_through};
use tengen_engine::eval::Evaluator;
use tengen_engine::eval::tables::params::{self, Params};
use tengen_engine::pattern::kind::{KindVisitor, dispatch};
use tengen_engine::pattern::{CellClass, Kind, LinePattern, PCODES, PatternBoard};
use tengen_engine::study::review::{Pattern, patterns};
use tengen_testkit::{ALL_RULES, in_two_lengths};

/// Evaluation parameters that are all different, so that a wrong sum shows.
fn numbers() -> Arc<Params> {
    let mut rng = StdRng::seed_from_u64(1);
    let mut numbers = Params::clone(&params::of(ALL_RULES[0]));
    numbers.values = [(); 2].map(|()| std::array::from_fn::<i16, PCODES, _>(|_| rng.random_range(-999..999)));
    Arc::new(numbers)
}

/// The wins of `colour` on one line if it fills `point`, containing `stone`.
fn wins_by(position: &Position, point: Point, stone: Point, colour: Colour, line: Direction, rule: Rule) -> bool {
    let run = run_through(position, point, colour, line);
    run.wins(rule.five_rule(colour)) && run.points().any(|p| p == stone)
}

fn line_empties(position: &Position, through: Point, line: Direction) -> Vec<Point> {
    let (dx, dy) = line.step();
    (-5..=5)
        .filter_map(|k| {
            let size = position.size();
            size.point(through.x() as i32 + k * dx, through.y() as i32 + k * dy)
        })
        .filter(|&p| position.is_empty(p))
        .collect()
}

/// The threat patterns by definition; `None` for anything less than a three.
fn define(position: &Position, point: Point, colour: Colour, line: Direction, rule: Rule) -> Option<LinePattern> {
    let forbidden = colour == Colour::Black && rule.has_forbidden_moves();
    let run = run_through(position, point, colour, line);
    if run.wins(rule.five_rule(colour)) {
        return Some(LinePattern::Five);
    }
    if run.length > 5 && forbidden {
        return Some(LinePattern::ForbiddenInLine);
    }
    let with = position.with_stone(point, colour);
    match define_four(&with, point, colour, line, rule) {
        Some(pattern) => Some(pattern),
        None => {
            let straight = line_empties(&with, point, line)
                .into_iter()
                .filter(|&e| {
                    let next = with.with_stone(e, colour);
                    !wins_by(&with, e, point, colour, line, rule)
                        && define_four(&next, point, colour, line, rule) == Some(LinePattern::OpenFour)
                })
                .count();
            match straight {
                0 => None,
                1 => Some(LinePattern::Three),
                _ => Some(LinePattern::FreeThree),
            }
        }
    }
}

fn define_four(with: &Position, stone: Point, colour: Colour, line: Direction, rule: Rule) -> Option<LinePattern> {
    if run_through(with, stone, colour, line).length >= 5 {
        return None;
    }
    let empties = line_empties(with, stone, line);
    let fives = |p: &Position| -> Vec<Point> {
        let wins = |e: &&Point| p.is_empty(**e) && wins_by(p, **e, stone, colour, line, rule);
        empties.iter().filter(wins).copied().collect()
    };
    let points = fives(with);
    let (first, last) = (*points.first()?, *points.last()?);
    let apart = (last.x().abs_diff(first.x())).max(last.y().abs_diff(first.y()));
    if colour == Colour::Black && rule.has_forbidden_moves() && points.len() >= 2 && apart != 5 {
        return Some(LinePattern::ForbiddenInLine);
    }
    let stopped = empties.iter().any(|&e| fives(&with.with_stone(e, !colour)).is_empty());
    Some(if stopped { LinePattern::Four } else { LinePattern::OpenFour })
}

/// Points per position that are compared with the definitions, which are slow.
const SAMPLE: usize = 12;

fn check<K: Kind>(board: &mut PatternBoard<K>, rule: Rule, rng: &mut StdRng) {
    board.assert_in_step();
    let position = board.position().clone();
    let last = position.stones().last().map(|stone| stone.point);
    let near = |p: &Point| last.is_none_or(|l| l.x().abs_diff(p.x()).max(l.y().abs_diff(p.y())) < 6);
    let sample = position.empty_points().filter(near).sample(rng, SAMPLE);
    let anywhere = position.empty_points().choose(rng);
    for point in sample.into_iter().chain(anywhere) {
        for colour in Colour::BOTH {
            let cell = *board.cell(point);
            let five = completes_five(&position, point, colour, rule);
            assert_eq!(cell.class(colour) == CellClass::Five, five);
            for line in DIRECTIONS {
                let pattern = cell.pattern(colour, line);
                let weak = pattern < LinePattern::Three && pattern != LinePattern::ForbiddenInLine;
                let fast = (!weak).then_some(pattern);
                let slow = define(&position, point, colour, line, rule);
                assert_eq!(
                    fast,
                    slow,
                    "{rule:?} {colour:?} {point:?} {line:?}\n{}",
                    tengen_core::board::diagram::write(&position)
                );
            }
        }
        let forbidden = forbidden_at(&position, point, rule).is_some();
        assert_eq!(
            board.is_forbidden(point, Colour::Black),
            forbidden,
            "{rule:?} {point:?}\n{}",
            tengen_core::board::diagram::write(&position)
        );
    }
    assert_eq!(*board.position(), position, "asking changes nothing");
}

fn random_size(rng: &mut StdRng) -> BoardSize {
    match rng.random_range(0..3) {
        0 => BoardSize::square(15),
        1 => BoardSize::square(rng.random_range(5..=32)),
        _ => BoardSize::new(rng.random_range(5..=32), rng.random_range(5..=32)),
    }
    .expect("sides in range")
}

/// A position with some dead points, then random stones mostly near each other.
fn random_position(rng: &mut StdRng) -> Position {
    let mut position = Position::new(random_size(rng));
    let points: Vec<Point> = position.size().points().collect();
    for _ in 0..rng.random_range(0..3) * points.len() / 40 {
        let _ = position.kill(points[rng.random_range(0..points.len())]);
    }
    position
}

struct Walk<'a> {
    rule: Rule,
    rng: &'a mut StdRng,
    numbers: Arc<Params>,
}

impl KindVisitor for Walk<'_> {
    type Output = usize;

    /// Plays and undoes random moves, checks now and then. Returns the number of positions checked.
    fn visit<K: Kind>(self, _: K) -> usize {
        let Walk { rule, rng, numbers } = self;
        let start = random_position(rng);
        let mut board = PatternBoard::<K>::new(&start, rule);
        let mut evaluator = Evaluator::new(&board, numbers.clone());
        let fill = start.empty_count() * rng.random_range(10..=90) / 100;
        let mut checked = 0;
        for i in 0..fill {
            let Some(point) = board.position().empty_points().choose(rng) else { break };
            board.place(point, Colour::BOTH[rng.random_range(0..2)]);
            if i + 1 == fill || rng.random_range(0..40) == 0 {
                check(&mut board, rule, rng);
                let fresh = PatternBoard::<K>::new(board.position(), rule);
                let value = Evaluator::new(&fresh, numbers.clone()).value(&fresh);
                assert_eq!(evaluator.value(&board), value, "{rule:?}");
                checked += 1;
            }
            if rng.random_range(0..6) == 0 {
                board.undo();
            }
        }
        while board.position().stones().len() > start.stones().len() {
            board.undo();
        }
        board.assert_in_step();
        assert_eq!(*board.position(), {
            let mut start = start.clone();
            start.set_to_move(board.to_move());
            start
        });
        checked
    }
}

in_two_lengths!(patterns_agree_with_the_rules_on_random_positions, compare_patterns, 20_000, 1_000_000);

fn compare_patterns(wanted: usize) {
    let numbers = numbers();
    let mut checked = 0;
    let mut seed = 0;
    while checked < wanted {
        for rule in ALL_RULES {
            let mut rng = StdRng::seed_from_u64(seed);
            checked += dispatch(rule, Walk { rule, rng: &mut rng, numbers: numbers.clone() });
            seed += 1;
        }
    }
    println!("{checked} positions");
}

/// Every five and four that the rules allow is listed, and nothing that they forbid.
#[test]
fn listed_patterns_are_those_of_the_rules() {
    for (seed, rule) in (0..40).flat_map(|seed| ALL_RULES.map(|rule| (seed, rule))) {
        let mut rng = StdRng::seed_from_u64(seed);
        let mut position = Position::new(BoardSize::square(9).expect("in range"));
        for _ in 0..rng.random_range(4..30) {
            if let Some(point) = position.empty_points().choose(&mut rng) {
                position.play(point, &mut ());
            }
        }
        let listed = patterns(&position, rule);
        for (point, side) in position.empty_points().flat_map(|point| Colour::BOTH.map(|side| (point, side))) {
            let found = listed.iter().find(|&&(at, of, _)| (at, of) == (point, side)).map(|&(_, _, pattern)| pattern);
            let forbidden = side == Colour::Black && forbidden_at(&position, point, rule).is_some();
            let five = completes_five(&position, point, side, rule);
            let with = position.with_stone(point, side);
            let wins = |at: Point| DIRECTIONS.iter().any(|&line| wins_by(&with, at, point, side, line, rule));
            let four = !five && with.empty_points().any(wins);
            let expected = !forbidden && (five || four);
            let is_four = found.is_some_and(|found| !matches!(found, Pattern::Three | Pattern::DoubleThree));
            assert_eq!(is_four, expected, "{position:?} {point:?} {side:?} {rule:?}: {found:?}");
            assert_eq!(found == Some(Pattern::Five), five && !forbidden);
            assert!(found.is_none() || !forbidden);
        }
    }
}

in_two_lengths!(fouls_agree_with_the_rules_on_dense_positions, compare_forbidden, 5000, 1_000_000);

/// Dense clusters of black stones with a few white ones, where forbidden moves depend on each other.
fn compare_forbidden(wanted: usize) {
    let rule = Rule::new(Variant::Renju);
    let mut rng = StdRng::seed_from_u64(7);
    let mut forbidden = [0, 0];
    for _ in 0..wanted {
        let side = rng.random_range(9..=15);
        let mut position = Position::new(BoardSize::square(side).expect("in range"));
        let percent = rng.random_range(15..50);
        let blacks = rng.random_range(40..95);
        for point in position.size().points().collect::<Vec<_>>() {
            if rng.random_range(0..100) < percent {
                let black = rng.random_range(0..100) < blacks;
                let colour = Colour::BOTH[!black as usize];
                position.place(point, colour, &mut ());
            }
        }
        let mut board = PatternBoard::<tengen_engine::pattern::kind::Forbidding>::new(&position, rule);
        for point in position.empty_points() {
            let slow = forbidden_at(&position, point, rule).is_some();
            let fast = board.is_forbidden(point, Colour::Black);
            assert_eq!(fast, slow, "{point:?}\n{}", tengen_core::board::diagram::write(&position));
            forbidden[slow as usize] += 1;
        }
    }
    println!("{} forbidden points, {} others", forbidden[1], forbidden[0]);
    assert!(forbidden[1] > wanted);
}
