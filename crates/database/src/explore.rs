//! What is known around a position: of itself, and of those that its moves lead to.

use crate::{Key, Place, Proof, Record};
use anyhow::Result;
use std::cmp::Reverse;
use std::collections::HashMap;
use tengen_core::board::{Point, Position};
use tengen_core::rules::Rule;

/// A position with what is known of it. Points lie as the position does.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Explored {
    /// What is known of it itself.
    pub record: Option<Record>,
    /// Its moves of which something is known: wins first, losses last, and else those of most games.
    pub moves: Vec<Known>,
}

/// Moves that are images of each other: what is known of one holds for all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Alike {
    /// The moves, the best move first where it is among them.
    pub points: Vec<Point>,
    /// Value and proof are those of the side that makes the move.
    pub record: Record,
}

impl Explored {
    /// The moves, those together that are images of each other, in the order of the first of them.
    pub fn alike(&self) -> Vec<Alike> {
        let best = self.record.as_ref().and_then(|record| record.best);
        let mut alike: Vec<Alike> = Vec::new();
        let mut groups = HashMap::new();
        for known in &self.moves {
            let group = *groups.entry(&known.key).or_insert(alike.len());
            if group == alike.len() {
                alike.push(Alike {
                    points: Vec::new(),
                    record: known.record.clone(),
                });
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

/// A move, and what is known of the position after it, as whoever moves sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Known {
    /// The move.
    pub point: Point,
    /// The position after it; moves that are images of each other lead to the same one.
    pub key: Key,
    /// Value and proof are those of the side that makes the move.
    pub record: Record,
}

/// Where positions are looked up: a [`Database`](crate::Database), or what a page reads of one.
pub trait Records {
    /// What is known of a position.
    ///
    /// # Errors
    /// When the file cannot be read, or is damaged.
    fn get(&self, key: &Key) -> Result<Option<Record>>;

    /// What is known of this position and of its moves.
    ///
    /// # Errors
    /// When the file cannot be read, or is damaged.
    fn explore(&self, position: &Position, rule: Rule) -> Result<Explored> {
        let record = self.get_at(&Place::of(position, rule))?;
        let mut after = position.clone();
        let mut moves = Vec::new();
        for point in position.empty_points() {
            after.play(point, &mut ());
            let place = Place::of(&after, rule);
            if let Some(record) = self.get_at(&place)? {
                moves.push(Known {
                    point,
                    key: place.key().clone(),
                    record: record.of_the_move(),
                });
            }
            after.undo(&mut ());
        }
        moves.sort_by_key(|known| Reverse(rank(&known.record)));
        Ok(Explored { record, moves })
    }

    /// What is known of a position, its best move as the position lies. A best move off the board is left out.
    ///
    /// # Errors
    /// When the file cannot be read, or is damaged.
    fn get_at(&self, place: &Place) -> Result<Option<Record>> {
        let lying = |record: Record| Record {
            best: record.best.and_then(|point| place.to_board(point)),
            ..record
        };
        Ok(self.get(place.key())?.map(lying))
    }
}

/// The moves to look at first.
fn rank(record: &Record) -> (i32, u64, Option<i32>) {
    let proof = match record.proof {
        Some(Proof::Win(plies)) => 1 + i32::from(u16::MAX) - i32::from(plies),
        None | Some(Proof::Draw) => 0,
        Some(Proof::Loss(plies)) => i32::from(plies) - 1 - i32::from(u16::MAX),
    };
    let value = record.value.map(|value| value.score);
    (proof, record.results.games(), value)
}
