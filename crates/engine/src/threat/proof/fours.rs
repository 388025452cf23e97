//! A line of fours, replayed.

use super::replay::{Danger, Replay};
use crate::threat::Stop;
use std::collections::HashSet;
use tengen_core::board::{Content, DIRECTIONS, Point, Position};
use tengen_core::rules::Rule;

/// Moves that the replay of one line may try.
const BUDGET: u64 = 100_000;

/// Whether `line` (attacker's move, reply, attacker's move …) wins for the side to move by fours
/// under `rule`, whatever the defender does. The last move is the five, or a four that has no legal
/// reply. Where a four leaves more than one reply (fives can be capped), the line shows one of them,
/// and against the others a win is looked for, first with the line's own moves. Gives up (and
/// believes nothing) when `stop` says so.
pub fn wins_by_fours(position: &Position, rule: Rule, line: &[Point], stop: Stop) -> bool {
    let (mut replay, danger) = Replay::new(position, rule, BUDGET, stop);
    replay.wins(line, &danger)
}

impl Replay<'_> {
    /// Whether the attacker, who is to move, wins by this line.
    pub fn wins(&mut self, line: &[Point], danger: &Danger) -> bool {
        let Some((&point, rest)) = line.split_first() else {
            return false;
        };
        self.is_free(point) && self.wins_with(point, rest, danger, &mut HashSet::new())
    }

    /// Whether a four (or five) at an empty point wins, if the fight may go on as in `rest`.
    fn wins_with(
        &mut self,
        point: Point,
        rest: &[Point],
        danger: &Danger,
        failed: &mut HashSet<u64>,
    ) -> bool {
        let attacker = self.attacker;
        if !self.spend() {
            return false;
        }
        self.is_five(point, attacker)
            || !self.is_foul(point, attacker)
                && self.after(point, attacker, |replay| {
                    replay.four_wins(point, rest, danger, failed)
                })
    }

    /// Whether the attacker's stone that has just come is a four against which no reply helps.
    fn four_wins(
        &mut self,
        point: Point,
        rest: &[Point],
        danger: &Danger,
        failed: &mut HashSet<u64>,
    ) -> bool {
        let fives = self.fives_through(point, self.attacker);
        if fives.is_empty() || self.is_lost(danger) {
            return false;
        }
        let defender = !self.attacker;
        self.stops(&fives).into_iter().all(|reply| {
            self.after(reply, defender, |replay| {
                let danger = replay.danger_after(danger, reply);
                match rest {
                    [shown, next, rest @ ..] if *shown == reply && replay.is_free(*next) => {
                        replay.wins_with(*next, rest, &danger, failed)
                    }
                    _ => replay.finds_a_win(rest, &danger, failed),
                }
            })
        })
    }

    /// Looks for a win by fours: with the points of `hints` first, then by whatever makes a four.
    pub fn finds_a_win(
        &mut self,
        hints: &[Point],
        danger: &Danger,
        failed: &mut HashSet<u64>,
    ) -> bool {
        let hash = self.position.hash();
        if failed.contains(&hash) {
            return false;
        }
        let fours = self.may_be_fours();
        let mut moves: Vec<Point> = hints
            .iter()
            .copied()
            .filter(|p| fours.contains(p))
            .collect();
        moves.extend(fours.into_iter().filter(|p| !hints.contains(p)));
        let wins = moves
            .into_iter()
            .any(|point| self.wins_with(point, hints, danger, failed));
        if !wins {
            failed.insert(hash);
        }
        wins
    }

    fn is_free(&self, point: Point) -> bool {
        self.position.shape().contains(point) && self.position.is_empty(point)
    }

    /// The empty points of all stretches of five that hold at least three of the attacker's stones
    /// and nothing of the defender's: no four comes about elsewhere.
    fn may_be_fours(&self) -> Vec<Point> {
        let mut points = Vec::new();
        for start in self.position.shape().points() {
            for direction in DIRECTIONS {
                let (dx, dy) = direction.step();
                let (x, y) = (start.x() as i32, start.y() as i32);
                let stretch: [Content; 5] = std::array::from_fn(|k| {
                    let k = k as i32;
                    self.position.at_xy(x + k * dx, y + k * dy)
                });
                let count = |what| stretch.iter().filter(|&&c| c == what).count();
                let (own, empty) = (count(Content::Stone(self.attacker)), count(Content::Empty));
                if own >= 3 && own + empty == 5 {
                    let empties = (0..5).filter(|&k| stretch[k] == Content::Empty);
                    points.extend(empties.map(|k| direction.walk(start, k as i32)));
                }
            }
        }
        points.sort();
        points.dedup();
        points
    }
}
