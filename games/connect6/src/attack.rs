//! Attacks that leave the other side no free stone: each turn makes threats that need two stones to stop, until two
//! stones can no longer stop them all.
//!
//! Every answer is tried (there are at most four), including answers that make threats. So a win that is found is a
//! win by the rules; if none is found, there may still be one: attacks with a weaker turn in between are left to the
//! search.

use super::board::Board;
use super::threats::{self, Blocks, Defence, Force};
use super::{Move, ROW};
use arrayvec::ArrayVec;
use tengen_common::deadline::Stop;
use tengen_core::board::{Colour, Point, PointSet};

/// Searches for attacks, and caches failures.
pub struct FoursAttack {
    /// Positions without an attack: the upper bits of the hash, and in the low byte the number of turns for which
    /// that is certain.
    failed: Vec<u64>,
    nodes: u64,
    budget: u64,
    /// The last search was stopped before it used its budget.
    stopped: bool,
    /// The winning turn of the last solved position, and the points where it may be spoiled.
    turn: Option<Move>,
    zone: PointSet,
}

/// The maximum number of turns of an attack.
const LONGEST: u8 = 40;
/// XORed into the hash to mark failed searches, as opposed to positions without an attack.
const TRIED: u64 = 0x9E37_79B9_7F4A_7C15;
/// There is no attack of any length.
const EVER: u8 = u8::MAX;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum FoundAttack {
    Win,
    /// There is no attack within this many forcing turns.
    Nothing(u8),
    OutOfBudget,
}

/// An attack that wins against every defence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Win {
    pub turn: Move,
    /// The maximum number of turns of both sides until six in a row.
    pub turns: u32,
}

impl FoursAttack {
    /// A solver that caches at most `entries` failures (8 bytes each).
    pub fn new(entries: usize) -> FoursAttack {
        FoursAttack {
            failed: vec![0; entries.max(1)],
            nodes: 0,
            budget: 0,
            stopped: false,
            turn: None,
            zone: PointSet::EMPTY,
        }
    }

    /// Where a stone of the other side might spoil the last attack found: the attack's own points, and the gaps of
    /// its threats. (Stones elsewhere that make threats may spoil it too.)
    pub fn zone(&self) -> &PointSet {
        &self.zone
    }

    pub fn clear(&mut self) {
        self.failed.fill(0);
    }

    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Searches for an attack of the side to move with increasing length, within a node budget.
    pub fn find(&mut self, board: &mut Board, budget: u64, stop: Stop) -> Option<Win> {
        (self.nodes, self.budget, self.stopped) = (0, budget, false);
        let hash = board.position().hash() ^ TRIED;
        let effort = (budget.max(1).ilog2() + 1) as u8;
        if self.known_failure(hash).is_some_and(|tried| tried >= effort) {
            return None;
        }
        let win = self.deepen(board, stop);
        if win.is_none() && !self.stopped {
            self.note_failure(hash, effort);
        }
        win
    }

    fn deepen(&mut self, board: &mut Board, stop: Stop) -> Option<Win> {
        for depth in 0..=LONGEST {
            match self.attack(board, depth, stop) {
                FoundAttack::Nothing(EVER) | FoundAttack::OutOfBudget => return None,
                FoundAttack::Nothing(_) => {}
                FoundAttack::Win => {
                    let turns = 2 * u32::from(depth) + 1;
                    return self.turn.map(|turn| Win { turn, turns });
                }
            }
        }
        None
    }

    /// Whether the side to move wins with at most `depth` forcing turns before the last one.
    fn attack(&mut self, board: &mut Board, depth: u8, stop: Stop) -> FoundAttack {
        self.nodes += 1;
        self.stopped |= self.nodes.is_multiple_of(64) && stop();
        if self.stopped || self.nodes > self.budget {
            return FoundAttack::OutOfBudget;
        }
        if let Some(turn) = threats::winning_move(board, board.to_move()) {
            self.turn = Some(turn);
            self.zone = turn.stones().iter().copied().collect();
            return FoundAttack::Win;
        }
        if depth == 0 {
            return FoundAttack::Nothing(0);
        }
        let hash = board.position().hash();
        if let Some(known) = self.known_failure(hash).filter(|&known| known >= depth) {
            return FoundAttack::Nothing(known);
        }
        let found = self.try_turns(board, depth, stop);
        if let FoundAttack::Nothing(certain) = found {
            self.note_failure(hash, certain);
        }
        found
    }

    fn try_turns(&mut self, board: &mut Board, depth: u8, stop: Stop) -> FoundAttack {
        let mut certain = EVER;
        for (force, turn) in forcing_turns(board) {
            board.play(turn);
            let found = match force {
                Force::Won => {
                    self.zone = PointSet::EMPTY;
                    FoundAttack::Win
                }
                _ => self.answers(board, depth, stop),
            };
            if found == FoundAttack::Win {
                self.widen_zone(board, turn);
            }
            board.undo(turn);
            match found {
                FoundAttack::Win => {
                    self.turn = Some(turn);
                    return FoundAttack::Win;
                }
                FoundAttack::Nothing(so_far) => certain = certain.min(so_far.saturating_add(1)),
                FoundAttack::OutOfBudget => return FoundAttack::OutOfBudget,
            }
        }
        FoundAttack::Nothing(certain)
    }

    /// Searches the other side's answers to a double threat.
    fn answers(&mut self, board: &mut Board, depth: u8, stop: Stop) -> FoundAttack {
        let Defence::Forced(blocks) = threats::defence(board, board.to_move()) else {
            debug_assert!(false, "a double threat can be stopped by two stones");
            return FoundAttack::Nothing(0);
        };
        let mut zone = PointSet::EMPTY;
        for turn in blocks.pairs {
            board.play(turn);
            let found = self.attack(board, depth - 1, stop);
            board.undo(turn);
            if found != FoundAttack::Win {
                return found;
            }
            zone = zone.union(&self.zone);
        }
        self.zone = zone;
        FoundAttack::Win
    }

    /// Adds the stones of the turn just played and the gaps of all its threats.
    fn widen_zone(&mut self, board: &Board, turn: Move) {
        let us = !board.to_move();
        let gaps = board.threatening(us).flat_map(|w| board.gaps(w, us));
        let stones = turn.stones().iter().copied();
        stones.chain(gaps).for_each(|point| self.zone.insert(point));
    }

    fn slot(&self, hash: u64) -> usize {
        ((u128::from(hash) * self.failed.len() as u128) >> 64) as usize
    }

    fn known_failure(&self, hash: u64) -> Option<u8> {
        let entry = self.failed[self.slot(hash)];
        (entry >> 8 == hash << 8 >> 8).then_some(entry as u8)
    }

    fn note_failure(&mut self, hash: u64, certain: u8) {
        let slot = self.slot(hash);
        self.failed[slot] = hash << 8 | u64::from(certain);
    }
}

/// The turns of the side to move that leave the other side no free stone, strongest first. If the other side has
/// threats, the turns also stop those.
pub fn forcing_turns(board: &Board) -> Vec<(Force, Move)> {
    let us = board.to_move();
    let blocks = match threats::defence(board, us) {
        Defence::Hopeless => return Vec::new(),
        Defence::Free => None,
        Defence::Forced(blocks) => Some(blocks),
    };
    let fits = |turn: &Move| blocks.as_ref().is_none_or(|b: &Blocks| b.stopped_by(*turn));
    let pull = |point: &Point| board.pull(us, *point);
    let mut turns: Vec<(Force, i32, Move)> = candidates(board, us)
        .into_iter()
        .filter(fits)
        .filter_map(|turn| {
            let &[one, other] = turn.stones() else { return None };
            let force = threats::force(board, us, one, other);
            (force > Force::Weak).then(|| (force, pull(&one) + pull(&other), turn))
        })
        .collect();
    turns.sort_unstable_by(|a, b| b.cmp(a));
    turns.into_iter().map(|(force, _, turn)| (force, turn)).collect()
}

/// Pairs that may make a double threat: both stones make a four from a three; or together they make a four from a two
/// in several windows, or in one with one stone also making a four from a three. If one stone is enough, the other
/// goes to one of the points with the strongest pull.
fn candidates(board: &Board, us: Colour) -> Vec<Move> {
    let fours: PointSet = board.live(us, 3).flat_map(|w| board.gaps(w, us)).collect();
    let mut in_twos: Vec<Move> = Vec::new();
    for window in board.live(us, 2) {
        let gaps: ArrayVec<Point, ROW> = board.gaps(window, us).collect();
        in_twos.extend(pairs(&gaps));
    }
    in_twos.sort_unstable();
    let is_four = |point: &Point| fours.contains(*point);
    let mut turns: Vec<Move> = in_twos
        .chunk_by(|a, b| a == b)
        .filter(|same| same.len() >= 2 || same[0].stones().iter().any(is_four))
        .map(|same| same[0])
        .collect();
    let fours: Vec<Point> = fours.iter().collect();
    turns.extend(pairs(&fours));
    turns.extend(with_free_stones(board, us, &fours));
    turns.sort_unstable();
    turns.dedup();
    turns
}

/// Number of points tried for a free stone.
const FREE_STONES: usize = 6;

fn with_free_stones(board: &Board, us: Colour, fours: &[Point]) -> Vec<Move> {
    let alone = |&&point: &&Point| threats::force(board, us, point, point) > Force::Weak;
    let strong: Vec<Point> = fours.iter().filter(alone).copied().collect();
    if strong.is_empty() {
        return Vec::new();
    }
    let mut others: Vec<Point> = board.position().empty_points().collect();
    others.sort_by_key(|&point| std::cmp::Reverse(board.pull(us, point)));
    others.truncate(FREE_STONES + 1);
    let pairs = strong.iter().flat_map(|&one| {
        let free = others.iter().filter(move |&&other| other != one);
        free.map(move |&other| Move::pair(one, other))
    });
    pairs.collect()
}

fn pairs(points: &[Point]) -> impl Iterator<Item = Move> {
    let with_later = |(i, &one): (usize, &Point)| {
        let later = points[i + 1..].iter();
        later.map(move |&other| Move::pair(one, other))
    };
    points.iter().enumerate().flat_map(with_later)
}
