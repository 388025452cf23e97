//! Looks up a position together with the positions after its moves.

use crate::{Key, Place, Proof, Record};
use anyhow::Result;
use std::cmp::Reverse;
use std::collections::HashMap;
use tengen_core::board::{Point, Position};
use tengen_core::rules::Rule;

/// A position and what the database knows about it, in the orientation of the board.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Explored {
    /// The record of the position itself.
    pub record: Option<Record>,
    /// The known moves: wins first, losses last, otherwise by number of games.
    pub moves: Vec<Known>,
}

/// Moves that are images of each other under the symmetries of the position, with their common record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Alike {
    /// The moves; the best move comes first if it is among them.
    pub points: Vec<Point>,
    /// The record; value and proof are from the view of the side that makes the move.
    pub record: Record,
}

impl Explored {
    /// Groups the moves that are images of each other, in the order of their first moves.
    pub fn alike(&self) -> Vec<Alike> {
        let best = self.record.as_ref().and_then(|record| record.best);
        let mut alike: Vec<Alike> = Vec::new();
        let mut groups = HashMap::new();
        for known in &self.moves {
            let group = *groups.entry(&known.key).or_insert(alike.len());
            if group == alike.len() {
                alike.push(Alike { points: Vec::new(), record: known.record.clone() });
            }
            let points = &mut alike[group].points;
            points.push(known.point);
            if best == Some(known.point) {
                let last = points.len() - 1;
                points.swap(0, last);
            }
        }
        alike
    }
}

/// A move and the record of the position after it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Known {
    /// The move.
    pub point: Point,
    /// The key of the position after it; moves that are images of each other have the same key.
    pub key: Key,
    /// The record; value and proof are from the view of the side that makes the move.
    pub record: Record,
}

/// A source of records: a [`Database`](crate::Database), or a file opened in the browser.
pub trait Records {
    /// The record of a position.
    ///
    /// # Errors
    /// If the file cannot be read or is damaged.
    fn get(&self, key: &Key) -> Result<Option<Record>>;

    /// The records of a position and its moves.
    ///
    /// # Errors
    /// If the file cannot be read or is damaged.
    fn explore(&self, position: &Position, rule: Rule) -> Result<Explored> {
        let record = self.get_at(&Place::of(position, rule))?;
        let mut after = position.clone();
        let mut moves = Vec::new();
        for point in position.empty_points() {
            after.play(point, &mut ());
            let place = Place::of(&after, rule);
            if let Some(record) = self.get_at(&place)? {
                moves.push(Known { point, key: place.key().clone(), record: record.of_the_move() });
            }
            after.undo(&mut ());
        }
        moves.sort_by_key(|known| Reverse(rank(&known.record)));
        Ok(Explored { record, moves })
    }

    /// The record of a position, with its best move in the orientation of the board. A best move off the board is
    /// dropped.
    ///
    /// # Errors
    /// If the file cannot be read or is damaged.
    fn get_at(&self, place: &Place) -> Result<Option<Record>> {
        let lying = |record: Record| Record {
            best: record.best.and_then(|point| place.to_board(point)),
            ..record
        };
        Ok(self.get(place.key())?.map(lying))
    }
}

/// The sort key of moves, the highest first.
fn rank(record: &Record) -> (i32, u64, Option<i32>) {
    let proof = match record.proof {
        Some(Proof::Win(plies)) => 1 + i32::from(u16::MAX) - i32::from(plies),
        None | Some(Proof::Draw) => 0,
        Some(Proof::Loss(plies)) => i32::from(plies) - 1 - i32::from(u16::MAX),
    };
    let value = record.value.map(|value| value.score);
    (proof, record.results.games(), value)
}
