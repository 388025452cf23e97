//! The points on which a part of a certificate depends.
//!
//! A part of a certificate shows a win from a position `P` with the attacker to move. Let the defender have `n` more
//! stones there, all of them outside the *zone for n stones*. Then the same moves still win:
//!
//! - the attacker's moves are in the zone, so they are possible; where a black attacker has forbidden moves, a move that
//!   more white stones could make forbidden has no zone;
//! - the attacker's five is a five; where capped fives do not win, the points beyond its ends are in the zone;
//! - the defender makes no five: whenever it is to move, the zone has the empty points of all segments of five points
//!   without a stone of the attacker and with at least `4 - n` stones of the defender. So the `n` stones lie in segments
//!   that had fewer, and with the next move of the defender none has five;
//! - the defender's replies are answered: a listed one by its own part, whose zone for `n` is in this one; any other
//!   by the part for a pass, in which the defender then has `n + 1` more stones: it must be outside the zone for
//!   `n + 1` of that part, which is in this zone too.
//!
//! ```text
//!   n = 1   . O O . O .      a stone makes a four: three stones of the defender in a segment
//!   n = 2   . O O . . .      two stones make a four: two stones of the defender
//! ```

use crate::symmetry::image;
use tengen_core::board::{BoardSize, Colour, Point, PointSet, Position};
use tengen_core::rules::{Rule, completes_five, five_through, stays_legal};

/// Zones are kept for one to this many more stones; with that many, every segment without an attacker's stone counts, and
/// more stones make no difference.
const MOST: usize = 4;

/// The zones of a part of a certificate, by the number of the defender's further stones.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Zones {
    /// For one stone, two stones …
    sets: Box<[PointSet; MOST]>,
    /// For up to this many further stones there is a zone.
    good: usize,
}

impl Zones {
    /// The zones of a five at `point`, where the attacker, to move, makes one.
    pub fn of_five(position: &Position, point: Point, rule: Rule) -> Zones {
        let attacker = position.to_move();
        let mut set = PointSet::EMPTY;
        set.insert(point);
        let run = five_through(position, point, attacker, rule);
        if let Some(run) = run.filter(|_| rule.five_rule(attacker).capped_dies) {
            let (dx, dy) = run.direction.step();
            let (x, y) = (run.start.x() as i32, run.start.y() as i32);
            let ends = [-1, run.length as i32].map(|k| position.size().point(x + k * dx, y + k * dy));
            ends.into_iter().flatten().filter(|&end| position.is_empty(end)).for_each(|end| set.insert(end));
        }
        Zones { sets: Box::new([set; MOST]), good: MOST }
    }

    /// The zone for this many further stones, at least one; `None` if there is none.
    pub fn at(&self, stones: usize) -> Option<&PointSet> {
        self.hold(stones).then(|| &self.sets[stones.min(MOST) - 1])
    }

    /// Whether the part holds with this many further stones.
    pub fn hold(&self, stones: usize) -> bool {
        stones.min(MOST) <= self.good
    }

    /// The zones of the part in the position with `stones` further stones, which are outside its zone for that many.
    pub fn beyond(&self, stones: usize) -> Zones {
        let at = |more: usize| self.sets[(more + stones).min(MOST) - 1];
        let good = if self.good == MOST { MOST } else { self.good.saturating_sub(stones) };
        Zones { sets: Box::new(std::array::from_fn(|k| at(k + 1))), good }
    }

    /// The zones under a symmetry of the board.
    pub fn image(&self, size: BoardSize, symmetry: u8) -> Zones {
        if symmetry == 0 {
            return self.clone();
        }
        let turned = |set: &PointSet| set.iter().map(|point| image(size, point, symmetry)).collect();
        Zones { sets: Box::new(self.sets.each_ref().map(turned)), good: self.good }
    }
}

/// A position after a move of the attacker, with the defender to move, in which the zones of the move are collected.
pub struct Collector<'a> {
    position: &'a Position,
    zones: Zones,
    /// The empty points by the most stones of the defender in a segment that has the point and no stone of the attacker.
    rows: [PointSet; 5],
}

impl<'a> Collector<'a> {
    /// Begins with what the attacker's move itself needs; `before` is the position before it.
    pub fn new(before: &Position, after: &'a Position, point: Point, rule: Rule) -> Collector<'a> {
        let attacker = before.to_move();
        let rows = rows(after, !attacker);
        let mut zones = Zones { sets: Box::new([PointSet::EMPTY; MOST]), good: MOST };
        let mut counted = rows[4];
        for (set, row) in zones.sets.iter_mut().zip([3, 2, 1, 0]) {
            counted = counted.union(&rows[row]);
            *set = counted;
            set.insert(point);
        }
        if attacker == Colour::Black && !stays_legal(before, point, rule) {
            zones.good = 0;
        }
        Collector { position: after, zones, rows }
    }

    /// The points where the defender may make a five: whether one is a five, the rule decides.
    pub fn fives(&self) -> &PointSet {
        &self.rows[4]
    }

    /// Adds the part for a listed reply.
    pub fn add_reply(&mut self, zones: &Zones) {
        self.zones.good = self.zones.good.min(zones.good);
        for (set, more) in self.zones.sets.iter_mut().zip(zones.sets.iter()) {
            *set = set.union(more);
        }
    }

    /// Adds the part for a pass and finishes. `is_listed` are the replies with parts of their own; `is_lost` says that a
    /// reply loses by the rules.
    ///
    /// # Errors
    /// The first reply that is not answered.
    pub fn finish(
        mut self,
        pass: Option<&Zones>,
        listed: &PointSet,
        is_lost: impl Fn(Point) -> bool,
    ) -> Result<Zones, Point> {
        if let Some(pass) = pass {
            for stones in 1..=MOST {
                match pass.at(stones + 1) {
                    Some(more) => self.zones.sets[stones - 1] = self.zones.sets[stones - 1].union(more),
                    None => self.zones.good = self.zones.good.min(stones - 1),
                }
            }
        }
        for reply in self.position.empty_points().filter(|&point| !listed.contains(point)) {
            let answered = |stones: usize| {
                let zone = pass.and_then(|pass| pass.at(stones + 1));
                zone.is_some_and(|zone| !zone.contains(reply))
            };
            if !answered(0) && !is_lost(reply) {
                return Err(reply);
            }
            while self.zones.good > 0 && !answered(self.zones.good) {
                self.zones.good -= 1;
            }
        }
        Ok(self.zones)
    }
}

/// The points of a board as bits, 32 a row.
type Bits = [u64; 16];

/// Distances between neighbours in [`Bits`]: along rows, columns and both diagonals.
const STRIDES: [u32; 4] = [1, 32, 33, 31];

fn each(f: impl Fn(usize) -> u64) -> Bits {
    std::array::from_fn(f)
}

/// Each point takes the bit of the one a stride (below 64) behind it.
fn down(bits: &Bits, stride: u32) -> Bits {
    each(|i| bits[i] >> stride | bits.get(i + 1).map_or(0, |next| next << (64 - stride)))
}

/// Each point takes the bit of the one a stride (below 64) before it.
fn up(bits: &Bits, stride: u32) -> Bits {
    each(|i| bits[i] << stride | if i > 0 { bits[i - 1] >> (64 - stride) } else { 0 })
}

/// The empty points by the most stones of `colour` in a segment of five points that has the point, and no stone of the
/// other side. (On boards of 32 columns, segments may go on in the next row: a larger zone is safe.)
pub(crate) fn rows(position: &Position, colour: Colour) -> [PointSet; 5] {
    let (mut own, mut other) = (PointSet::EMPTY, PointSet::EMPTY);
    for stone in position.stones() {
        if stone.colour == colour { own.insert(stone.point) } else { other.insert(stone.point) }
    }
    position.dead().iter().for_each(|&point| other.insert(point));
    let mut board = PointSet::EMPTY;
    let (width, height) = (position.size().width(), position.size().height());
    (0..height).for_each(|y| board.insert_row(y.into(), u32::MAX >> (32 - width)));
    let (own, other, board) = (own.words(), other.words(), board.words());
    let free = each(|i| board[i] & !other[i]);
    // at_least[n]: the points of segments with more than n stones
    let mut at_least = [[0; 16]; 4];
    let mut any = [0; 16];
    for stride in STRIDES {
        let (mut segment, mut stones, mut open) = (free, *own, free);
        let mut counted = [*own, [0; 16], [0; 16], [0; 16]];
        for _ in 1..5 {
            (open, stones) = (down(&open, stride), down(&stones, stride));
            segment = each(|i| segment[i] & open[i]);
            for n in (1..4).rev() {
                counted[n] = each(|i| counted[n][i] | counted[n - 1][i] & stones[i]);
            }
            counted[0] = each(|i| counted[0][i] | stones[i]);
        }
        let spread = |starts: Bits, set: &mut Bits| {
            let mut points = starts;
            for _ in 0..5 {
                *set = each(|i| set[i] | points[i]);
                points = up(&points, stride);
            }
        };
        spread(segment, &mut any);
        for (counted, set) in counted.iter().zip(&mut at_least) {
            spread(each(|i| segment[i] & counted[i]), set);
        }
    }
    let empty = each(|i| free[i] & !own[i]);
    let levels = [any, at_least[0], at_least[1], at_least[2], at_least[3]];
    std::array::from_fn(|n| {
        let more = levels.get(n + 1).copied().unwrap_or_default();
        PointSet::from_words(each(|i| levels[n][i] & !more[i] & empty[i]))
    })
}

/// The empty points where `colour` makes a five.
pub fn fives(position: &Position, colour: Colour, rule: Rule) -> PointSet {
    let candidates = rows(position, colour)[4];
    candidates.iter().filter(|&point| completes_five(position, point, colour, rule)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_core::board::{Content, DIRECTIONS};

    /// The same as [`rows`], segment by segment.
    fn slow(position: &Position, colour: Colour) -> [PointSet; 5] {
        let mut most: Vec<(Point, usize)> = Vec::new();
        for start in position.size().points() {
            for direction in DIRECTIONS {
                let (dx, dy) = direction.step();
                let at = |k: i32| (start.x() as i32 + k * dx, start.y() as i32 + k * dy);
                if !(0..5).all(|k| position.size().has(at(k).0, at(k).1)) {
                    continue;
                }
                let points: Vec<Point> = (0..5).map(|k| direction.walk(start, k)).collect();
                let count = |what| points.iter().filter(|&&p| position.at(p) == what).count();
                let (own, empty) = (count(Content::Stone(colour)), count(Content::Empty));
                if own + empty == 5 {
                    most.extend(points.iter().filter(|&&p| position.is_empty(p)).map(|&p| (p, own)));
                }
            }
        }
        std::array::from_fn(|n| {
            let is_most = |&&(p, own): &&(Point, usize)| own == n && !most.iter().any(|&(q, more)| q == p && more > n);
            most.iter().filter(is_most).map(|&(p, _)| p).collect()
        })
    }

    #[test]
    fn rows_are_those_of_all_segments() {
        for (number, size) in ["5", "7x6", "15", "20", "31"].into_iter().enumerate() {
            let size: BoardSize = size.parse().unwrap();
            for first in 0..20 {
                let mut position = Position::new(size);
                let points: Vec<Point> = size.points().collect();
                for k in 0..(size.area() / 2).min(60) {
                    let point = points[(first * 31 + k * k * 7 + k * 13 + number) % points.len()];
                    if position.is_empty(point) {
                        position.play(point, &mut ());
                    }
                }
                for colour in Colour::BOTH {
                    assert_eq!(rows(&position, colour), slow(&position, colour), "{size} {first}");
                }
            }
        }
    }
}
