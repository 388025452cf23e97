//! What a database knows of the moves of a position.

use crate::record::{Proof, Value};
use crate::{Bound, Database, Place, Record};
use anyhow::Result;
use std::collections::HashSet;
use tengen_core::board::{Point, Position};
use tengen_core::rules::Rule;

/// A move that leads to a position that is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explored {
    /// The move.
    pub point: Point,
    /// What is known of the position behind it; value and proof are those of the side that is to move there.
    pub record: Record,
}

impl Explored {
    /// What the move is worth to who plays it.
    pub fn value(&self) -> Option<Value> {
        self.record.value.map(Value::turned)
    }

    /// What is proven of the position before it if nothing better is: won one ply later than the one behind it is lost.
    pub fn proof(&self) -> Option<Proof> {
        self.record.proof.map(Proof::one_ply_earlier)
    }
}

impl Database {
    /// The moves of a position behind which something is known, those of most games first, then the best. Of moves that
    /// are equal but for turning and mirroring there is one.
    ///
    /// # Errors
    /// When the file cannot be read, or is damaged.
    pub fn moves(&self, position: &Position, rule: Rule) -> Result<Vec<Explored>> {
        let mut behind = position.clone();
        let mut seen = HashSet::new();
        let mut moves = Vec::new();
        for point in position.empty_points() {
            behind.play(point, &mut ());
            let place = Place::of(&behind, rule);
            behind.undo(&mut ());
            let key = place.key();
            if !seen.insert(key.clone()) {
                continue;
            }
            if let Some(mut record) = self.get(key)? {
                record.best = record.best.map(|point| place.to_board(point));
                moves.push(Explored { point, record });
            }
        }
        let worth = |explored: &Explored| explored.value().map(|value| value.score);
        moves.sort_by_key(|explored| {
            let games = explored.record.results.games();
            std::cmp::Reverse((games, explored.proof().map(Proof::rank), worth(explored)))
        });
        Ok(moves)
    }

    /// What is known of a position as it lies.
    ///
    /// # Errors
    /// When the file cannot be read, or is damaged.
    pub fn record_of(&self, position: &Position, rule: Rule) -> Result<Option<Record>> {
        let place = Place::of(position, rule);
        let mut record = self.get(place.key())?;
        if let Some(record) = &mut record {
            record.best = record.best.map(|point| place.to_board(point));
        }
        Ok(record)
    }
}

impl Value {
    /// As the other side sees it.
    #[must_use]
    pub fn turned(self) -> Value {
        Value {
            score: -self.score,
            bound: match self.bound {
                Bound::Exact => Bound::Exact,
                Bound::Lower => Bound::Upper,
                Bound::Upper => Bound::Lower,
            },
            ..self
        }
    }
}

impl Proof {
    /// As the side sees it that makes the move before.
    #[must_use]
    pub fn one_ply_earlier(self) -> Proof {
        match self {
            Proof::Win(plies) => Proof::Loss(plies.saturating_add(1)),
            Proof::Loss(plies) => Proof::Win(plies.saturating_add(1)),
            Proof::Draw => Proof::Draw,
        }
    }

    /// The greater the better for the side to move: a short win, a long one, a draw, a long loss, a short one.
    pub fn rank(self) -> i32 {
        const BEYOND: i32 = u16::MAX as i32 + 1;
        match self {
            Proof::Win(plies) => BEYOND - i32::from(plies),
            Proof::Draw => 0,
            Proof::Loss(plies) => i32::from(plies) - BEYOND,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Results;
    use tengen_core::board::{Shape, notation};
    use tengen_core::rules::Variant;

    const RULE: Rule = Rule::new(Variant::Freestyle);

    fn position(moves: &str) -> Position {
        let shape = Shape::square(15).unwrap();
        let mut position = Position::new(shape);
        for point in notation::read(moves, shape).unwrap() {
            position.play(point, &mut ());
        }
        position
    }

    #[test]
    fn moves_are_found_by_games_and_value_each_but_once() {
        let name = format!("tengen-explore-{}.db", std::process::id());
        let file = std::env::temp_dir().join(name);
        let _ = std::fs::remove_file(&file);
        let mut database = Database::create(&file).unwrap();
        let mut batch = database.write().unwrap();
        let record = |games, score, best: Option<&str>| Record {
            results: Results {
                black: games,
                ..Results::default()
            },
            value: Some(Value {
                score,
                depth: 9,
                bound: Bound::Lower,
            }),
            best: best.map(|best| notation::read(best, Shape::square(15).unwrap()).unwrap()[0]),
            ..Record::default()
        };
        for (moves, record) in [
            ("h8i9", record(2, -7, Some("g9"))),
            ("h8h9", record(2, -8, None)),
            ("h8a1", record(3, 900, None)),
        ] {
            let place = Place::of(&position(moves), RULE);
            batch.join_at(&place, record).unwrap();
        }
        batch.commit().unwrap();
        let moves = database.moves(&position("h8"), RULE).unwrap();
        let scores = moves.iter().map(|m| m.value().unwrap().score);
        assert_eq!(scores.collect::<Vec<_>>(), [-900, 8, 7]);
        assert_eq!(moves[0].value().unwrap().bound, Bound::Upper);
        // Of the four diagonal answers one is shown, with the best move turned along with it.
        let diagonal = moves[2].point;
        let best = moves[2].record.best.unwrap();
        assert_eq!(
            (diagonal.distance(best), best.distance(Point::new(7, 7))),
            (2, 1)
        );
        let whole = database.record_of(&position("h8i9"), RULE).unwrap();
        assert_eq!(whole.unwrap().best, Some(Point::new(6, 6)));
        std::fs::remove_file(&file).unwrap();
    }

    #[test]
    fn a_loss_behind_a_move_is_a_win_before_it() {
        assert_eq!(Proof::Loss(4).one_ply_earlier(), Proof::Win(5));
        let ranks = [
            Proof::Win(3),
            Proof::Win(9),
            Proof::Draw,
            Proof::Loss(8),
            Proof::Loss(2),
        ];
        assert!(ranks.map(Proof::rank).is_sorted_by(|a, b| a > b));
    }
}
