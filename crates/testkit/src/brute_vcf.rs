//! A VCF solver by exhaustive search.
//!
//! A slow reference for tests: it uses nothing but `rules/`, so it can check the fast solver. The attacker plays only
//! fours, that is, moves after which a five is threatened; the defender tries **every** empty point. Under caro a block
//! need not be on the five point: a stone that caps the coming row works as well.
//!
//! A win in 1 ply is an immediate five, one in 3 plies is a four that cannot be stopped, and so on.

use std::collections::HashMap;
use tengen_core::board::{Colour, Content, DIRECTIONS, Point, Position};
use tengen_core::rules::{Outcome, Rule, completes_five, forbidden_at, judge};

/// The attacker's moves and the longest defence in turn, from the first four to the five. `None` stands for a
/// defender's turn at which no legal move stops all fives.
pub type BruteLine = Vec<Option<Point>>;

/// The shortest win of the side to move with at most `max_fours` fours and a five, against the longest defence; `None`
/// if there is none.
pub fn solve(position: &Position, rule: Rule, max_fours: u32) -> Option<BruteLine> {
    let mut solver = BruteSolver::new(position.to_move(), rule);
    (0..=max_fours).find_map(|fours| solver.attack(position, fours))
}

/// The length of the shortest wins in plies and all their first moves, row by row; empty without a win.
pub fn shortest_wins(position: &Position, rule: Rule, max_fours: u32) -> (usize, Vec<Point>) {
    let Some(line) = solve(position, rule, max_fours) else { return (0, Vec::new()) };
    let attacker = position.to_move();
    let mut solver = BruteSolver::new(attacker, rule);
    let moves = match line.len() {
        1 => fives(position, attacker, rule),
        plies => {
            let mut moves = solver.fours(position);
            let fours = (plies / 2 - 1) as u32;
            moves.retain(|&four| solver.after_four(position, four, fours).is_some());
            moves
        }
    };
    (line.len(), moves)
}

/// Replays a line by the rules.
///
/// # Panics
/// If a move is not as the line claims: the last one must make five, and the attacker's others must be legal fours.
pub fn replay(position: &Position, line: &BruteLine, rule: Rule) {
    let mut position = position.clone();
    let attacker = position.to_move();
    let (last, others) = line.split_last().expect("a line has a five");
    for &turn in others {
        let mover = position.to_move();
        let Some(point) = turn else {
            assert_ne!(mover, attacker, "the attacker never passes");
            position.set_to_move(attacker);
            continue;
        };
        assert_eq!(judge(&position, point, mover, rule), Outcome::Open, "{point:?}");
        position.play(point, &mut ());
        if mover == attacker {
            assert!(!fives(&position, attacker, rule).is_empty(), "{point:?}");
            assert!(fives(&position, !attacker, rule).is_empty(), "{point:?}");
        }
    }
    let five = last.expect("the last move is the attacker's");
    let outcome = judge(&position, five, attacker, rule);
    assert!(matches!(outcome, Outcome::Five(_)), "{outcome:?}");
}

pub fn fives(position: &Position, colour: Colour, rule: Rule) -> Vec<Point> {
    let mut points = empties_beside(position, colour, 4);
    points.retain(|&point| completes_five(position, point, colour, rule));
    points
}

/// The empty points of every stretch of five points that contains exactly `stones` stones of `colour` and nothing else,
/// row by row. No five can arise elsewhere.
fn empties_beside(position: &Position, colour: Colour, stones: usize) -> Vec<Point> {
    let mut points = Vec::new();
    for start in position.size().points() {
        for direction in DIRECTIONS {
            let (dx, dy) = direction.step();
            let stretch = (0..5).map(|k| (start.x() as i32 + k * dx, start.y() as i32 + k * dy));
            let content: Vec<Content> = stretch.map(|(x, y)| position.at_xy(x, y)).collect();
            let count = |what| content.iter().filter(|&&c| c == what).count();
            if count(Content::Stone(colour)) == stones && count(Content::Empty) == 5 - stones {
                let empties = (0..5).filter(|&k| content[k] == Content::Empty);
                points.extend(empties.map(|k| direction.walk(start, k as i32)));
            }
        }
    }
    points.sort();
    points.dedup();
    points
}

struct BruteSolver {
    attacker: Colour,
    rule: Rule,
    /// The number of fours known to be insufficient from a position.
    failed: HashMap<u64, u32>,
}

impl BruteSolver {
    fn new(attacker: Colour, rule: Rule) -> BruteSolver {
        BruteSolver { attacker, rule, failed: HashMap::new() }
    }

    /// The attacker is to move and may play `fours` fours before the five.
    fn attack(&mut self, position: &Position, fours: u32) -> Option<BruteLine> {
        if let Some(&five) = fives(position, self.attacker, self.rule).first() {
            return Some(vec![Some(five)]);
        }
        let known = self.failed.get(&position.hash());
        if fours == 0 || known.is_some_and(|&known| known >= fours) {
            return None;
        }
        let wins = self.fours(position).into_iter();
        let line = wins.filter_map(|four| self.after_four(position, four, fours - 1)).min_by_key(Vec::len);
        if line.is_none() {
            self.failed.insert(position.hash(), fours);
        }
        line
    }

    /// Legal moves of the attacker after which a five is threatened.
    fn fours(&self, position: &Position) -> Vec<Point> {
        let mut points = empties_beside(position, self.attacker, 3);
        points.retain(|&point| {
            let after = position.with_stone(point, self.attacker);
            self.is_legal(position, point, self.attacker) && !fives(&after, self.attacker, self.rule).is_empty()
        });
        points
    }

    /// The win after this four if the defender has no escape.
    fn after_four(&mut self, position: &Position, four: Point, fours: u32) -> Option<BruteLine> {
        let defender = !self.attacker;
        let position = position.with_stone(four, self.attacker);
        if !fives(&position, defender, self.rule).is_empty() {
            return None;
        }
        let threats = fives(&position, self.attacker, self.rule);
        let mut longest: BruteLine = vec![Some(four), None, Some(threats[0])];
        for reply in position.empty_points() {
            let after = position.with_stone(reply, defender);
            let threatens = |&five| completes_five(&after, five, self.attacker, self.rule);
            if threats.iter().any(threatens) || !self.is_legal(&position, reply, defender) {
                continue;
            }
            let rest = self.attack(&after, fours)?;
            if rest.len() + 2 > longest.len() || longest[1].is_none() {
                longest = vec![Some(four), Some(reply)];
                longest.extend(rest);
            }
        }
        Some(longest)
    }

    fn is_legal(&self, position: &Position, point: Point, colour: Colour) -> bool {
        colour == Colour::White || forbidden_at(position, point, self.rule).is_none()
    }
}
