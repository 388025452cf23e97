//! Best-first analysis from a root: fills in values by searches.
//!
//! The next position to search is the one with the lowest path cost. A move costs its score deficit to the best move of
//! its position, plus [`PLY`], so that main lines are followed deeply and poor moves only a little. All state is in the
//! database, so an interrupted analysis can be continued, and several can run at the same time
//! ([`claims`](crate::claims)).
//!
//! ```text
//!           root                  h8 is best: cost 40
//!    h8 +30 /  \ i9 -100          i9 is worth 130 less: cost 170
//!          ○    ○
//! ```

use crate::claims::Claims;
use crate::error::Result;
use crate::{Batch, Bound, Database, Explored, Key, Place, Proof, Record, Records, Value, check_rule};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};
use tengen_core::board::{Point, Position};
use tengen_core::rules::Rule;

/// The cost of a ply, in score units.
const PLY: i64 = 40;
const SOURCE: &str = "analysis";

/// The search result of a move, from the view of the side that makes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Judged {
    pub point: Point,
    pub score: i32,
    pub depth: u16,
    /// The length of a proven win, in plies counted from before the move.
    pub win: Option<u16>,
    pub is_shortest: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct AnalysisProgress {
    pub searched: u64,
    pub waiting: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    Searched,
    /// All remaining positions are being searched by others; their results may add more.
    Waits,
    /// Nothing is left, or the search was stopped.
    Ended,
}

/// A queued position: cost and moves from the root, cheapest first.
type Queued = Reverse<(i64, Vec<Point>)>;

pub struct DatabaseAnalysis<'a> {
    database: &'a mut Database,
    claims: Claims,
    root: Position,
    rule: Rule,
    waiting: BinaryHeap<Queued>,
    /// Positions that others are searching.
    claimed: Vec<Queued>,
    seen: HashSet<Key>,
    searched: u64,
}

impl<'a> DatabaseAnalysis<'a> {
    /// Starts at this position, or continues with the known positions below it.
    pub fn of(database: &'a mut Database, root: &Position, rule: Rule) -> Result<DatabaseAnalysis<'a>> {
        check_rule(rule)?;
        let key = Place::of(root, rule).key().clone();
        Ok(DatabaseAnalysis {
            claims: Claims::in_file(database)?,
            database,
            root: root.clone(),
            rule,
            waiting: BinaryHeap::from([Reverse((0, Vec::new()))]),
            claimed: Vec::new(),
            seen: HashSet::from([key]),
            searched: 0,
        })
    }

    /// Searches the next position that no other thread or program is searching and writes the result. `search`
    /// returns the best moves, the best first, or `None` if it was stopped.
    pub fn step(&mut self, search: &mut dyn FnMut(&Position, Rule) -> Option<Vec<Judged>>) -> Result<Step> {
        self.waiting.extend(std::mem::take(&mut self.claimed));
        while let Some(Reverse((cost, path))) = self.waiting.pop() {
            let position = self.position_after(&path);
            if is_settled(self.database, &position, self.rule)? {
                let known = self.database.explore(&position, self.rule)?;
                self.wait_for_moves(cost, &path, &position, &known);
                continue;
            }
            if !self.claim(&position)? {
                self.claimed.push(Reverse((cost, path)));
                continue;
            }
            let Some(judged) = search(&position, self.rule) else {
                self.give_back(&position)?;
                self.waiting.push(Reverse((cost, path)));
                return Ok(Step::Ended);
            };
            self.write(&path, &judged)?;
            self.searched += 1;
            let known = self.database.explore(&position, self.rule)?;
            self.wait_for_moves(cost, &path, &position, &known);
            return Ok(Step::Searched);
        }
        Ok(match self.claimed.is_empty() {
            true => Step::Ended,
            false => Step::Waits,
        })
    }

    /// Claims a position unless another program has claimed it or just searched it.
    fn claim(&mut self, position: &Position) -> Result<bool> {
        let (rule, place) = (self.rule, Place::of(position, self.rule));
        let is_done = |records: &dyn Records| is_settled(records, position, rule);
        self.claims.claim(self.database, place.key(), is_done)
    }

    /// Releases a position whose search was stopped.
    fn give_back(&mut self, position: &Position) -> Result<()> {
        let place = Place::of(position, self.rule);
        let mut batch = self.database.write()?;
        self.claims.release(&mut batch, place.key())?;
        batch.commit()
    }

    pub fn progress(&self) -> AnalysisProgress {
        AnalysisProgress { searched: self.searched, waiting: self.waiting.len() + self.claimed.len() }
    }

    fn position_after(&self, path: &[Point]) -> Position {
        self.root.clone().after_all(path)
    }

    /// Queues the moves of a searched position.
    fn wait_for_moves(&mut self, cost: i64, path: &[Point], position: &Position, known: &Explored) {
        if is_proven(known) {
            return;
        }
        let open = known.moves.iter().filter(|known| known.record.proof.is_none());
        let open: Vec<_> = open.filter_map(|known| Some((known, known.record.value?.score))).collect();
        let best = open.iter().map(|(_, score)| *score).max().unwrap_or(0);
        for (known, score) in open {
            let after = position.after(known.point);
            if after.empty_count() > 0 && self.seen.insert(known.key.clone()) {
                let cost = cost + i64::from(best) - i64::from(score) + PLY;
                let path = [path, &[known.point]].concat();
                self.waiting.push(Reverse((cost, path)));
            }
        }
    }

    /// Writes the values of a position and its best moves, and updates its ancestors, in one transaction.
    fn write(&mut self, path: &[Point], judged: &[Judged]) -> Result<()> {
        let ways: Vec<Position> = (0..=path.len()).map(|length| self.position_after(&path[..length])).collect();
        let position = &ways[path.len()];
        let place = Place::of(position, self.rule);
        let mut batch = self.database.write()?;
        match judged.first() {
            Some(best) => batch.join_at(&place, record_of(best))?,
            None => batch.join_at(&place, drawn())?,
        }
        for judged in judged {
            let after = position.after(judged.point);
            let mut record = record_of(judged).after_the_move();
            record.best = None; // it is the other side's
            batch.join_at(&Place::of(&after, self.rule), record)?;
        }
        for position in ways.iter().rev() {
            back_up(&mut batch, position, self.rule)?;
        }
        self.claims.release(&mut batch, place.key())?;
        batch.commit()
    }
}

/// Backs up the value of the best move to a position.
fn back_up(batch: &mut Batch, position: &Position, rule: Rule) -> Result<()> {
    let known = batch.explore(position, rule)?;
    let Some(new) = backed_up(position, &known) else { return Ok(()) };
    let place = Place::of(position, rule);
    let best = new.best.map(|point| place.to_key(point));
    // The old value is refuted by the positions below, whatever its depth; a shorter proof is not.
    batch.change(place.key(), |known| match new.proof_rank() < known.proof_rank() {
        true => Record { value: new.value.or(known.value), ..known },
        false => Record {
            value: new.value.or(known.value),
            proof: new.proof,
            is_shortest: new.is_shortest,
            best: best.or(known.best),
            ..known
        },
    })
}

/// Whether there is nothing to search: the position is proven, or its own search has been written.
///
/// A move may be known without that search, because another position was searched that it also follows.
fn is_settled(records: &dyn Records, position: &Position, rule: Rule) -> Result<bool> {
    let Some(own) = records.get_at(&Place::of(position, rule))? else { return Ok(false) };
    if own.proof.is_some() {
        return Ok(true);
    }
    let Some(best) = own.best.filter(|&best| position.is_empty(best)) else { return Ok(false) };
    let after = position.after(best);
    let of_best = records.get_at(&Place::of(&after, rule))?;
    Ok(of_best.is_some_and(|record| record.value.is_some()))
}

fn is_proven(known: &Explored) -> bool {
    let record = known.record.as_ref();
    record.is_some_and(|record| record.proof.is_some())
}

fn drawn() -> Record {
    Record { proof: Some(Proof::Draw), source: SOURCE.into(), ..Record::default() }
}

fn record_of(judged: &Judged) -> Record {
    Record {
        value: Some(Value { score: judged.score, depth: judged.depth, bound: Bound::Exact }),
        proof: judged.win.map(Proof::Win),
        is_shortest: judged.win.is_some() && judged.is_shortest,
        best: Some(judged.point),
        source: SOURCE.into(),
        ..Record::default()
    }
}

/// The record of a position derived from its moves: won if one of them wins, lost if all of them lose, otherwise the
/// value of the best one. The shortest win among them may not be the shortest of the position; the longest defence is, if
/// its length is settled.
fn backed_up(position: &Position, known: &Explored) -> Option<Record> {
    let mut lost = (known.moves.len() == position.empty_count()).then_some((0, false));
    for known in &known.moves {
        lost = match (lost, known.record.proof) {
            (Some(longest), Some(Proof::Loss(plies))) => Some(longest.max((plies, known.record.is_shortest))),
            _ => None,
        };
    }
    let win = known.moves.iter().find_map(|known| match known.record.proof {
        Some(Proof::Win(plies)) => Some((known.point, plies)), // the shortest comes first
        _ => None,
    });
    let open = known.moves.iter().filter(|known| known.record.proof.is_none());
    let best = open.filter_map(|known| Some((known.record.value?, known.point))).max_by_key(|(value, _)| value.score);
    let (proof, is_shortest, best) = match (win, lost) {
        (Some((point, plies)), _) => (Some(Proof::Win(plies)), false, Some((None, point))),
        (None, Some((plies, is_settled))) => (Some(Proof::Loss(plies)), is_settled, None),
        (None, None) => (None, false, best.map(|(value, point)| (Some(value), point))),
    };
    (proof.is_some() || best.is_some()).then(|| Record {
        value: best.and_then(|(value, _)| value),
        proof,
        is_shortest,
        best: best.map(|(_, point)| point),
        ..Record::default()
    })
}

#[cfg(test)]
mod tests;
