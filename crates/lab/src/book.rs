//! Values for a [database](tengen_database) of positions: from a root on, the positions that good play is most likely to
//! reach are searched first, and what is found is carried back to the root.
//!
//! ```text
//!   root ─┬─ h9  +35   cost 1                    a move costs one, and one more for each `loss` points
//!         ├─ i9  +20   cost 1.25                 that it is worse than the best; a position costs what
//!         └─ a1  −90   cost 3.1                  the moves to it cost: the cheapest is searched next
//! ```
//!
//! What is known stands in the database, so a run that was ended goes on where it was.

use anyhow::Result;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};
use tengen_common::{Limits, LimitsOnly, Report, Score};
use tengen_core::board::{Point, Position};
use tengen_core::rules::{Outcome, Rule, judge};
use tengen_database::{Bound, Database, Explored, Key, Place, Proof, Record, Value};
use tengen_engine::eval::net::Networks;
use tengen_engine::search::Searcher;
use tengen_engine::study::best_lines;

/// What positions were searched by: it stands as the source of their records.
const SOURCE: &str = "tengen database analyse";
/// The cost of a ply; a move's loss comes on top, in the same unit.
const PLY: i32 = 100;
/// No line is followed further.
const LONGEST_LINE: usize = 60;

/// How far a database is to grow.
#[derive(Clone, Copy, Debug)]
pub struct Expansion {
    /// Nodes for each position.
    pub nodes: u64,
    /// Moves of each that are followed.
    pub moves: usize,
    /// Points that are worth a ply.
    pub loss: i32,
    /// Positions to be searched.
    pub positions: u32,
}

/// A searcher as [`expand`] needs it.
pub fn searcher(networks: &Networks, bytes: usize) -> Searcher {
    Searcher::judging_by(networks, bytes)
}

/// Searches the positions below this one, the cheapest first, and carries values and proofs back to it. `tell` is told
/// how many are done and says whether to go on. Gives away how many were searched.
///
/// # Errors
/// When the database cannot be read or written; what was searched before is in it.
pub fn expand(
    database: &mut Database,
    root: &Position,
    rule: Rule,
    expansion: Expansion,
    searcher: &mut Searcher,
    tell: &mut dyn FnMut(u32) -> bool,
) -> Result<u32> {
    let mut frontier = Frontier::default();
    frontier.add(0, &[]);
    let mut done = 0;
    while let Some(node) = frontier.pop(root, rule) {
        let Node {
            cost,
            mut moves,
            position,
        } = node;
        if !is_searched(database, &position, rule)? {
            if done == expansion.positions || !tell(done) {
                break;
            }
            search(database, &position, rule, expansion, searcher)?;
            carry_back(database, root, rule, &moves)?;
            done += 1;
            tell(done);
        }
        let record = database.record_of(&position, rule)?;
        let is_proven = record.is_some_and(|record| record.proof.is_some());
        if is_proven || moves.len() >= LONGEST_LINE {
            continue;
        }
        let known = database.moves(&position, rule)?;
        for (point, loss) in followed(&known, expansion.moves) {
            if judge(&position, point, position.to_move(), rule) == Outcome::Open {
                moves.push(point);
                frontier.add(cost + PLY + PLY * loss / expansion.loss, &moves);
                moves.pop();
            }
        }
    }
    Ok(done)
}

/// The positions that may be searched next.
#[derive(Default)]
struct Frontier {
    queue: BinaryHeap<Reverse<(i32, usize, Vec<u16>)>>,
    seen: HashSet<Key>,
}

/// A position below the root.
struct Node {
    cost: i32,
    moves: Vec<Point>,
    position: Position,
}

impl Frontier {
    fn add(&mut self, cost: i32, moves: &[Point]) {
        let indices: Vec<u16> = moves.iter().map(|point| point.index() as u16).collect();
        self.queue.push(Reverse((cost, moves.len(), indices)));
    }

    /// The cheapest. A position is looked at once, by the cheapest way to it.
    fn pop(&mut self, root: &Position, rule: Rule) -> Option<Node> {
        loop {
            let Reverse((cost, _, indices)) = self.queue.pop()?;
            let points = indices.iter();
            let moves: Vec<_> = points
                .map(|&index| Point::from_index(index.into()))
                .collect();
            let position = after(root, &moves);
            if self.seen.insert(Place::of(&position, rule).key().clone()) {
                return Some(Node {
                    cost,
                    moves,
                    position,
                });
            }
        }
    }
}

fn after(root: &Position, moves: &[Point]) -> Position {
    let mut position = root.clone();
    moves
        .iter()
        .for_each(|&point| position.play(point, &mut ()));
    position
}

/// Whether this position was searched here, and its moves with it.
fn is_searched(database: &Database, position: &Position, rule: Rule) -> Result<bool> {
    let record = database.record_of(position, rule)?;
    Ok(record.is_some_and(|record| {
        let searched = record.source == SOURCE && record.best.is_some();
        searched || record.proof.is_some()
    }))
}

/// Searches a position, and writes down its value and those of its best moves.
fn search(
    database: &mut Database,
    position: &Position,
    rule: Rule,
    expansion: Expansion,
    searcher: &mut Searcher,
) -> Result<()> {
    let limits = Limits {
        nodes: Some(expansion.nodes),
        analysis: true,
        ..Limits::default()
    };
    searcher.clear();
    let mut watch = LimitsOnly::new();
    let lines = best_lines(
        searcher,
        position,
        rule,
        &limits,
        expansion.moves,
        &mut watch,
    );
    let mut batch = database.write()?;
    if let Some(best) = lines.first() {
        batch.join_at(&Place::of(position, rule), record_of(best))?;
    }
    for line in &lines {
        let mut behind = position.clone();
        behind.play(line.best_move(), &mut ());
        batch.join_at(&Place::of(&behind, rule), behind_of(line))?;
    }
    batch.commit()
}

fn value_and_proof(score: Score, depth: u32) -> (Option<Value>, Option<Proof>) {
    let plies = |plies: u32| u16::try_from(plies).unwrap_or(u16::MAX);
    match (score.win_distance(), score.loss_distance()) {
        (Some(distance), _) => (None, Some(Proof::Win(plies(distance)))),
        (_, Some(distance)) => (None, Some(Proof::Loss(plies(distance)))),
        _ => {
            let value = Value {
                score: score.value(),
                depth: plies(depth),
                bound: Bound::Exact,
            };
            (Some(value), None)
        }
    }
}

/// What a search says of its position.
fn record_of(report: &Report) -> Record {
    let (value, proof) = value_and_proof(report.score, report.depth);
    Record {
        value,
        proof,
        best: Some(report.best_move()),
        source: SOURCE.into(),
        ..Record::default()
    }
}

/// What it says of the position behind its best move: that has not been searched itself.
fn behind_of(report: &Report) -> Record {
    let (value, proof) = value_and_proof(report.score, report.depth.saturating_sub(1));
    let earlier = |proof| match proof {
        Proof::Win(plies) => Proof::Loss(plies.saturating_sub(1)),
        Proof::Loss(plies) => Proof::Win(plies.saturating_sub(1)),
        Proof::Draw => Proof::Draw,
    };
    Record {
        value: value.map(Value::turned),
        proof: proof.map(earlier),
        best: report.line.get(1).copied(),
        ..Record::default()
    }
}

/// The moves with the best values, and how much each is worse than the best.
fn followed(moves: &[Explored], count: usize) -> Vec<(Point, i32)> {
    let worth = |explored: &Explored| match (explored.proof(), explored.value()) {
        (Some(Proof::Win(_)), _) => None,  // nothing is left to find
        (Some(Proof::Loss(_)), _) => None, // nor here
        (Some(Proof::Draw), _) => Some(0),
        (None, value) => value.map(|value| value.score),
    };
    let mut moves: Vec<(Point, i32)> = moves
        .iter()
        .filter_map(|explored| Some((explored.point, worth(explored)?)))
        .collect();
    moves.sort_by_key(|&(point, score)| (Reverse(score), point.index()));
    moves.truncate(count);
    let best = moves.first().map_or(0, |&(_, score)| score);
    moves
        .iter()
        .map(|&(point, score)| (point, best - score))
        .collect()
}

/// Each position on the way from the root takes the best that its moves are worth.
fn carry_back(database: &mut Database, root: &Position, rule: Rule, line: &[Point]) -> Result<()> {
    for length in (0..=line.len()).rev() {
        let position = after(root, &line[..length]);
        let moves = database.moves(&position, rule)?;
        let Some(known) = database.record_of(&position, rule)? else {
            continue;
        };
        let Some(improved) = of_moves(&known, &moves) else {
            continue;
        };
        let place = Place::of(&position, rule);
        let mut batch = database.write()?;
        batch.put_at(&place, &improved)?;
        batch.commit()?;
    }
    Ok(())
}

/// The record of a position by the moves that are known: the quickest win, or the best value that has been looked at
/// deeper than the position's own. That all known moves lose proves nothing; there are others.
fn of_moves(known: &Record, moves: &[Explored]) -> Option<Record> {
    let best_proof = moves
        .iter()
        .filter_map(Explored::proof)
        .max_by_key(|proof| proof.rank());
    if let Some(Proof::Win(plies)) = best_proof {
        let shorter = !matches!(known.proof, Some(Proof::Win(now)) if now <= plies);
        let winning = moves.iter().find(|explored| explored.proof() == best_proof);
        return shorter.then(|| Record {
            proof: best_proof,
            best: winning.map(|explored| explored.point),
            ..known.clone()
        });
    }
    if known.proof.is_some() {
        return None;
    }
    let valued = |explored: &&Explored| explored.value().is_some() && explored.proof().is_none();
    let score = |explored: &&Explored| explored.value().map(|value| value.score);
    let best = moves.iter().filter(valued).max_by_key(score)?;
    let mut value = best.value()?;
    value.depth = value
        .depth
        .saturating_add(1)
        .max(known.value.map_or(0, |value| value.depth));
    Some(Record {
        value: Some(value),
        best: Some(best.point),
        ..known.clone()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_core::board::{Shape, notation};
    use tengen_core::rules::Variant;

    const RULE: Rule = Rule::new(Variant::Freestyle);

    fn position(moves: &str) -> Position {
        let shape = Shape::square(9).unwrap();
        let mut position = Position::new(shape);
        for point in notation::read(moves, shape).unwrap() {
            position.play(point, &mut ());
        }
        position
    }

    fn expansion(positions: u32) -> Expansion {
        Expansion {
            nodes: 300,
            moves: 3,
            loss: 60,
            positions,
        }
    }

    fn file(name: &str) -> std::path::PathBuf {
        let file =
            std::env::temp_dir().join(format!("tengen-book-{name}-{}.db", std::process::id()));
        let _ = std::fs::remove_file(&file);
        file
    }

    fn grow(database: &mut Database, moves: &str, count: u32) -> u32 {
        let mut searcher = searcher(&Networks::none(), 4 << 20);
        let root = position(moves);
        expand(
            database,
            &root,
            RULE,
            expansion(count),
            &mut searcher,
            &mut |_| true,
        )
        .unwrap()
    }

    #[test]
    fn a_run_that_was_ended_goes_on_where_it_was() {
        let file = file("parts");
        let mut database = Database::create(&file).unwrap();
        assert_eq!(grow(&mut database, "e5e6", 2), 2);
        assert_eq!(grow(&mut database, "e5e6", 4), 4);
        let mut searched = 0;
        let count = |_, record: Record| {
            searched += u32::from(record.source == SOURCE);
            Ok(())
        };
        database.each(count).unwrap();
        assert_eq!(searched, 6, "none twice");
        let root = database
            .record_of(&position("e5e6"), RULE)
            .unwrap()
            .unwrap();
        let moves = database.moves(&position("e5e6"), RULE).unwrap();
        let best = moves
            .iter()
            .filter_map(|m| m.value().map(|v| v.score))
            .max();
        assert_eq!(root.value.map(|value| value.score), best, "carried back");
        std::fs::remove_file(file).unwrap();
    }

    #[test]
    fn a_proven_win_is_known_at_the_root_and_not_looked_at_again() {
        let file = file("won");
        let mut database = Database::create(&file).unwrap();
        // An open three of black's, to move.
        assert_eq!(grow(&mut database, "e5a1e6a9e7i1", 5), 1);
        let root = database.record_of(&position("e5a1e6a9e7i1"), RULE).unwrap();
        assert_eq!(root.unwrap().proof, Some(Proof::Win(3)));
        std::fs::remove_file(file).unwrap();
    }
}
