//! The points on which a part of a certificate depends.
//!
//! A part of a certificate shows a win from a position `P` with the attacker to move. Let the defender have `n` more
//! stones there, all of them outside the *zone for n stones*. Then the same moves still win:
//!
//! - The attacker's moves are in the zone, so their points stay empty. If black attacks under a rule with forbidden
//!   moves, there is no zone for a move that further white stones could make forbidden.
//! - The attacker's five remains a five: where capped fives do not win, the points beyond its ends are in the zone.
//! - The defender makes no five. Whenever the defender is to move, the zone contains the empty points of every segment
//!   of five points without a stone of the attacker and with at least `4 - n` stones of the defender. The `n` further
//!   stones are outside these segments. Any segment with some of them has at most three stones of the defender, so the
//!   next move does not complete it.
//! - The defender's replies are answered. A listed reply has its own part, whose zone for `n` is contained in this one.
//!   Any other reply is answered by the part for a pass, where it is the further stone number `n + 1`. So it must be
//!   outside that part's zone for `n + 1`, which is contained in this zone.
//!
//! ```text
//!   n = 1   . O O . O .      a stone makes a four: three stones of the defender in a segment
//!   n = 2   . O O . . .      two stones make a four: two stones of the defender
//! ```

use crate::grid::{Grid, SideStones, by_words};
use tengen_core::board::{BoardSize, Colour, Point, Position};
use tengen_core::rules::{Rule, completes_five, five_through};

/// Zones are stored for 1 to `MOST` further stones. For `MOST` stones every segment without a stone of the attacker counts,
/// so larger numbers have the same zone.
const MOST: usize = 4;

/// The zones of a part of a certificate, by the number of the defender's further stones.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Zones {
    grid: Grid,
    /// The zones for 1 to `MOST` stones, one after another; each contains the one before.
    sets: Box<[u64]>,
    /// The largest number of further stones with a zone; [`MOST`] stands for any number.
    max_stones: usize,
}

/// A zone for some number of further stones.
#[derive(Clone, Copy)]
pub struct Zone<'a> {
    grid: Grid,
    set: &'a [u64],
}

impl Zone<'_> {
    pub fn contains(&self, point: Point) -> bool {
        self.grid.contains(self.set, point)
    }
}

impl Zones {
    pub const SETS: usize = MOST;

    fn new(grid: Grid, set: &[u64]) -> Zones {
        Zones { grid, sets: set.repeat(MOST).into(), max_stones: MOST }
    }

    /// Restores zones from the results of [`Zones::words`].
    pub(crate) fn of_words(grid: Grid, sets: &[u64], max_stones: u8) -> Zones {
        Zones { grid, sets: sets.into(), max_stones: max_stones.into() }
    }

    /// The sets one after another, and the largest number of further stones with a zone.
    pub(crate) fn words(&self) -> (&[u64], u8) {
        (&self.sets, self.max_stones as u8)
    }

    /// The zones of a five at `point`, where the attacker, to move, makes one.
    pub fn of_five(position: &Position, point: Point, rule: Rule) -> Zones {
        let attacker = position.to_move();
        let grid = Grid::of(position.size());
        let mut set = vec![0; grid.words()];
        grid.insert(&mut set, point);
        if rule.five_rule(attacker).capped_dies
            && let Some(run) = five_through(position, point, attacker, rule)
        {
            let (dx, dy) = run.direction.step();
            let (x, y) = (run.start.x() as i32, run.start.y() as i32);
            let ends = [-1, run.length as i32].map(|k| position.size().point(x + k * dx, y + k * dy));
            let open = ends.into_iter().flatten().filter(|&end| position.is_empty(end));
            open.for_each(|end| grid.insert(&mut set, end));
        }
        Zones::new(grid, &set)
    }

    /// The set for this many further stones, at least one.
    fn set(&self, stones: usize) -> &[u64] {
        let (words, number) = (self.grid.words(), stones.min(MOST) - 1);
        &self.sets[number * words..(number + 1) * words]
    }

    /// The zone for this many further stones, at least one; `None` if there is none.
    pub fn at(&self, stones: usize) -> Option<Zone<'_>> {
        self.hold(stones).then(|| Zone { grid: self.grid, set: self.set(stones) })
    }

    /// Whether the part holds with this many further stones.
    pub fn hold(&self, stones: usize) -> bool {
        stones.min(MOST) <= self.max_stones
    }

    /// The zones of the part after `stones` further stones were added outside its zone for that number.
    pub fn beyond(&self, stones: usize) -> Zones {
        let sets: Vec<u64> = (1..=MOST).flat_map(|more| self.set(more + stones)).copied().collect();
        let max_stones = if self.max_stones == MOST { MOST } else { self.max_stones.saturating_sub(stones) };
        Zones { grid: self.grid, sets: sets.into(), max_stones }
    }

    pub fn image(&self, size: BoardSize, symmetry: u8) -> Zones {
        if symmetry == 0 {
            return self.clone();
        }
        let words = self.grid.words();
        let mut sets = vec![0; self.sets.len()];
        for point in self.grid.iter(self.set(MOST)) {
            let first = (1..MOST).find(|&stones| self.grid.contains(self.set(stones), point)).unwrap_or(MOST);
            let image = size.image(point, symmetry);
            sets[(first - 1) * words..].chunks_mut(words).for_each(|set| self.grid.insert(set, image));
        }
        Zones { grid: self.grid, sets: sets.into(), max_stones: self.max_stones }
    }

    fn add(&mut self, sets: &[u64]) {
        self.sets.iter_mut().zip(sets).for_each(|(word, more)| *word |= more);
    }
}

/// Collects the zones of a position after a move of the attacker, with the defender to move.
#[derive(Debug)]
pub struct Collector {
    zones: Zones,
    empty: Box<[u64]>,
    fives: Box<[u64]>,
    /// The replies that are answered by parts of their own.
    listed: Box<[u64]>,
}

impl Collector {
    /// Begins with what the attacker's move at `point` itself needs; `after` is the position after it, with the attacker
    /// to move. `stays_legal`: the move is legal wherever the defender has further stones.
    pub fn new(after: &Position, point: Point, stays_legal: bool) -> Collector {
        let grid = Grid::of(after.size());
        by_words!(grid, Collector::with(grid, after, point, stays_legal))
    }

    fn with<const N: usize>(grid: Grid, after: &Position, point: Point, stays_legal: bool) -> Collector {
        let stones = SideStones::<N>::of(after, !after.to_move());
        let mut rows = stones.rows::<0>();
        rows[..MOST].iter_mut().for_each(|row| grid.insert(row, point));
        let sets = [rows[3], rows[2], rows[1], rows[0]].concat().into();
        let zones = Zones { grid, sets, max_stones: if stays_legal { MOST } else { 0 } };
        Collector { zones, empty: Box::new(*stones.empty()), fives: Box::new(rows[4]), listed: Box::new([0; N]) }
    }

    /// The points where the defender completes a segment. The rule decides whether that is a five.
    pub fn fives(&self) -> impl Iterator<Item = Point> + '_ {
        self.zones.grid.iter(&self.fives)
    }

    /// Adds the part for a listed reply.
    pub fn add_reply(&mut self, reply: Point, zones: &Zones) {
        self.zones.grid.insert(&mut self.listed, reply);
        self.zones.max_stones = self.zones.max_stones.min(zones.max_stones);
        self.zones.add(&zones.sets);
    }

    /// Adds the part for a pass and returns the zones, or else a reply that has no answer. `is_lost`: whether a reply loses
    /// by the rules.
    pub fn finish(self, pass: Option<&Zones>, is_lost: impl Fn(Point) -> bool) -> Result<Zones, Point> {
        let Collector { mut zones, empty, listed, .. } = self;
        let grid = zones.grid;
        // The replies that the part for a pass does not answer if the defender has this many further stones.
        let unanswered = |stones: usize| -> Vec<u64> {
            let zone = pass.and_then(|pass| pass.at(stones + 1));
            let in_zone = |i: usize| zone.map_or(u64::MAX, |zone| zone.set[i]);
            empty.iter().zip(&listed).enumerate().map(|(i, (empty, listed))| empty & !listed & in_zone(i)).collect()
        };
        if let Some(reply) = grid.iter(&unanswered(0)).find(|&reply| !is_lost(reply)) {
            return Err(reply);
        }
        while zones.max_stones > 0 && unanswered(zones.max_stones).iter().any(|&word| word != 0) {
            zones.max_stones -= 1;
        }
        if let Some(pass) = pass {
            let known = (1..=MOST).take_while(|stones| pass.at(stones + 1).is_some()).count();
            zones.max_stones = zones.max_stones.min(known);
            zones.add(&pass.beyond(1).sets);
        }
        Ok(zones)
    }
}

/// The points where a colour makes a five.
pub fn fives(position: &Position, colour: Colour, rule: Rule) -> Vec<Point> {
    let grid = Grid::of(position.size());
    let row = by_words!(grid, fifth_points(position, colour));
    grid.iter(&row).filter(|&point| completes_five(position, point, colour, rule)).collect()
}

/// The empty points of the segments with four stones of a colour and none of the other.
fn fifth_points<const N: usize>(position: &Position, colour: Colour) -> Box<[u64]> {
    Box::new(SideStones::<N>::of(position, colour).rows::<4>()[4])
}
