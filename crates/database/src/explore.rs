//! Looks up a position together with the positions after its moves.

use crate::error::Result;
use crate::{Key, Place, Proof, Record};
use std::cmp::Reverse;
use std::collections::HashMap;
use tengen_core::board::{Point, Position};
use tengen_core::rules::Rule;
use tengen_core::rules::opening::pattern::Pattern;

/// A position and what the database knows about it, in the orientation of the board.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Explored {
    /// The record of the position itself, with the best move of all records, and the value of that move where it has
    /// one: a search of the position and searches of its moves differ.
    pub record: Option<Record>,
    /// The known moves: wins first, losses last, otherwise by number of games. Of moves that are images of each other,
    /// the one that begins an opening as renju's tables draw it comes first.
    pub moves: Vec<Known>,
}

/// Moves that are images of each other under the symmetries of the position, with their common record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Alike {
    /// The moves; first the one with which an opening begins as renju's tables draw it, if it is among them.
    pub points: Vec<Point>,
    /// The record; value and proof are from the view of the side that makes the move.
    pub record: Record,
}

impl Explored {
    /// The best move: the one recorded for the position, unless the record of another move has a better value.
    fn best(&self) -> Option<Point> {
        let recorded = self.record.as_ref().and_then(|record| record.best);
        let of_recorded = self.moves.iter().find(|known| Some(known.point) == recorded);
        let judged = self.moves.iter().filter(|known| worth(&known.record).is_some());
        let Some(listed) = judged.max_by_key(|known| worth(&known.record)) else { return recorded };
        let is_better = match (recorded, of_recorded.and_then(|known| worth(&known.record))) {
            (None, _) => true,
            (Some(_), None) => matches!(listed.record.proof, Some(Proof::Win(_))),
            (Some(_), value) => worth(&listed.record) > value,
        };
        if is_better { Some(listed.point) } else { recorded }
    }

    /// Groups the moves that are images of each other, in the order of their first moves.
    pub fn alike(&self) -> Vec<Alike> {
        let mut alike: Vec<Alike> = Vec::new();
        let mut groups = HashMap::new();
        for known in &self.moves {
            let group = *groups.entry(&known.key).or_insert(alike.len());
            if group == alike.len() {
                alike.push(Alike { points: Vec::new(), record: known.record.clone() });
            }
            alike[group].points.push(known.point);
        }
        alike
    }

    fn first_image(&self, point: Point) -> Point {
        let key = self.moves.iter().find(|known| known.point == point).map(|known| &known.key);
        let image = self.moves.iter().find(|known| Some(&known.key) == key);
        image.map_or(point, |known| known.point)
    }
}

/// A move and the record of the position after it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Known {
    pub point: Point,
    /// The key of the position after it; moves that are images of each other have the same key.
    pub key: Key,
    /// The record; value and proof are from the view of the side that makes the move.
    pub record: Record,
}

/// A source of records: a [`Database`](crate::Database), or a file opened in the browser.
pub trait Records {
    fn get(&self, key: &Key) -> Result<Option<Record>>;

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
        let played: Vec<Point> = position.stones().iter().map(|stone| stone.point).collect();
        moves.sort_by_key(|known: &Known| {
            let moves = [&played[..], &[known.point]].concat();
            let is_standard = Pattern::is_standard(&moves, position.size());
            (Reverse(rank(&known.record)), !is_standard)
        });
        let mut explored = Explored { record, moves };
        let best = explored.best().map(|point| explored.first_image(point));
        let known = explored.moves.iter().find(|known| Some(known.point) == best);
        let value = known.and_then(|known| known.record.value);
        explored.record = explored.record.map(|record| Record {
            best,
            value: record.value.map(|own| value.unwrap_or(own)),
            ..record
        });
        Ok(explored)
    }

    /// The record of a position, with its best move in the orientation of the board. A best move off the board is
    /// dropped.
    fn get_at(&self, place: &Place) -> Result<Option<Record>> {
        let lying = |record: Record| Record { best: record.best.and_then(|point| place.to_board(point)), ..record };
        Ok(self.get(place.key())?.map(lying))
    }
}

/// The sort key of moves, the highest first.
fn rank(record: &Record) -> (i32, u64, Option<i32>) {
    let value = record.value.map(|value| value.score);
    (proven(record), record.results.games(), value)
}

/// Proven wins above zero, the shortest highest; proven losses below, the longest highest.
fn proven(record: &Record) -> i32 {
    match record.proof {
        Some(Proof::Win(plies)) => 1 + i32::from(u16::MAX) - i32::from(plies),
        None | Some(Proof::Draw) => 0,
        Some(Proof::Loss(plies)) => i32::from(plies) - 1 - i32::from(u16::MAX),
    }
}

/// What a move is worth for the side that makes it, if its record says so.
fn worth(record: &Record) -> Option<(i32, i32)> {
    let value = match record.proof {
        Some(Proof::Draw) => Some(0),
        _ => record.value.map(|value| value.score),
    };
    (record.proof.is_some() || value.is_some()).then(|| (proven(record), value.unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Bound, Value};
    use tengen_core::board::{BoardSize, notation};
    use tengen_core::rules::Variant;
    use tengen_core::rules::opening::pattern::PATTERNS;

    #[derive(Default)]
    struct Recent(HashMap<Key, Record>);

    impl Records for Recent {
        fn get(&self, key: &Key) -> Result<Option<Record>> {
            Ok(self.0.get(key).cloned())
        }
    }

    fn after(moves: &str) -> Position {
        after_points(&notation::read(moves, BoardSize::FIFTEEN).unwrap())
    }

    fn after_points(points: &[Point]) -> Position {
        Position::new(BoardSize::FIFTEEN).after_all(points)
    }

    /// The best move shown, and its value, where h9 is recorded as the best with the value 0, with these values of the
    /// moves.
    fn best_of(moves: &[(&str, i32)]) -> (String, i32) {
        let rule = Rule::new(Variant::Freestyle);
        let valued = |score| Some(Value { score, depth: 10, bound: Bound::Exact });
        let root = after("h8i10");
        let place = Place::of(&root, rule);
        let best = notation::read("h9", root.size()).unwrap()[0];
        let record = Record { best: Some(place.to_key(best)), value: valued(0), ..Record::default() };
        let mut memory = Recent(HashMap::from([(place.key().clone(), record)]));
        for (point, score) in moves {
            let place = Place::of(&after(&format!("h8i10{point}")), rule);
            let record = Record { value: valued(-score), ..Record::default() };
            memory.0.insert(place.key().clone(), record);
        }
        let explored = memory.explore(&root, rule).unwrap();
        let record = explored.record.unwrap();
        (notation::write(record.best.unwrap(), root.size()), record.value.unwrap().score)
    }

    #[test]
    fn moves_begin_openings_in_the_orientation_of_the_tables() {
        let (rule, size) = (Rule::new(Variant::Renju), BoardSize::FIFTEEN);
        for pattern in PATTERNS {
            for turn in 0..8 {
                let stones = pattern.stones(size, turn).unwrap();
                let mut memory = Recent::default();
                for count in 1..=3 {
                    let place = Place::of(&after_points(&stones[..count]), rule);
                    let next = stones.get(count).map(|&next| place.to_key(next));
                    let record = Record { best: next, ..Record::default() };
                    memory.0.insert(place.key().clone(), record);
                }
                let drawn = pattern.stones(size, 0).unwrap();
                for count in 0..3 {
                    let explored = memory.explore(&after_points(&drawn[..count]), rule).unwrap();
                    assert_eq!(explored.alike()[0].points[0], drawn[count], "{pattern}, {turn}");
                    let best = explored.record.and_then(|record| record.best);
                    assert_eq!(best, (count > 0).then_some(drawn[count]), "{pattern}, {turn}");
                }
            }
        }
    }

    #[test]
    fn best_move_and_value_are_those_of_the_list() {
        let best = |point: &str, value| (point.to_string(), value);
        assert_eq!(best_of(&[("h9", 20), ("k11", 10)]), best("h9", 20));
        assert_eq!(best_of(&[("h9", -20), ("k11", -30)]), best("h9", -20));
        assert_eq!(best_of(&[("h9", 20), ("k11", 30)]), best("k11", 30));
        assert_eq!(best_of(&[("k11", 30)]), best("h9", 0), "the recorded move may be better still");
        assert_eq!(best_of(&[]), best("h9", 0));
    }
}
