//! The replay of a VCF.

use super::replay::{Danger, Replay};
use crate::threat::Stop;
use std::collections::HashSet;
use tengen_core::board::{Content, DIRECTIONS, Point, Position};
use tengen_core::rules::Rule;

/// The most moves that the replay of one line may try.
const BUDGET: u64 = 100_000;

/// Whether `line` (attacker's move, reply, attacker's move …) wins by fours for the side to move under `rule`,
/// whatever the defender does. The last move is the five, or a four without a legal reply. Where a four leaves more
/// than one reply (capped fives do not win), the line shows one of them; for the others a win is searched for, first
/// with the line's own moves. Returns false if `stop` returns true.
pub fn wins_by_fours(position: &Position, rule: Rule, line: &[Point], stop: Stop) -> bool {
    let (mut replay, danger) = Replay::new(position, rule, BUDGET, stop);
    replay.wins(line, &danger)
}

impl Replay<'_> {
    /// Whether the attacker, to move, wins by this line.
    pub fn wins(&mut self, line: &[Point], danger: &Danger) -> bool {
        let Some((&point, rest)) = line.split_first() else { return false };
        self.is_free(point) && self.wins_with(point, rest, danger, &mut HashSet::new())
    }

    /// Whether a four (or five) at an empty point wins, if the game may continue as in `rest`.
    fn wins_with(&mut self, point: Point, rest: &[Point], danger: &Danger, failed: &mut HashSet<u64>) -> bool {
        let attacker = self.attacker;
        if !self.spend() {
            return false;
        }
        self.is_five(point, attacker)
            || !self.is_forbidden(point, attacker)
                && self.after(point, attacker, |replay| replay.four_wins(point, rest, danger, failed))
    }

    /// Whether the attacker's last stone makes a four that no reply stops.
    fn four_wins(&mut self, point: Point, rest: &[Point], danger: &Danger, failed: &mut HashSet<u64>) -> bool {
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

    /// Searches for a VCF: first with the points in `hints`, then with all other fours.
    pub fn finds_a_win(&mut self, hints: &[Point], danger: &Danger, failed: &mut HashSet<u64>) -> bool {
        let hash = self.position.hash();
        if failed.contains(&hash) {
            return false;
        }
        let fours = self.may_be_fours();
        let mut moves: Vec<Point> = hints.iter().copied().filter(|p| fours.contains(p)).collect();
        moves.extend(fours.into_iter().filter(|p| !hints.contains(p)));
        let wins = moves.into_iter().any(|point| self.wins_with(point, hints, danger, failed));
        if !wins {
            failed.insert(hash);
        }
        wins
    }

    fn is_free(&self, point: Point) -> bool {
        self.position.size().contains(point) && self.position.is_empty(point)
    }

    /// The empty points of all segments of five with at least three stones of the attacker and none of the defender:
    /// a four can only be made there.
    fn may_be_fours(&self) -> Vec<Point> {
        let mut points = Vec::new();
        for start in self.position.size().points() {
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
