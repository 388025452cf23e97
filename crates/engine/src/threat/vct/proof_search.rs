//! The search: proof numbers, depth first, within a threat limit.

use super::moves::Moves;
use super::state::{Child, ProofSearch};
use super::table::{NEVER, Numbers};
use crate::pattern::{Class, Kind};
use tengen_core::board::Point;

/// Lines longer than this are not followed.
const MAX_PLY: u32 = 200;
/// Quiet threats are looked for once this many leaves must be won behind threes and fours.
const PATIENCE: u32 = 8;
/// Up to this ply quiet threats are looked for more freely.
const FREE_PLY: u32 = 2;
/// So many replies besides the hardest one count as one leaf.
const OTHERS: u32 = 4;
/// What fours and other threats use up of the threat limit.
const FOUR: u32 = 1;
pub(super) const THREAT: u32 = 2;
/// The first threat limit, and the last.
pub(super) const NEAR: u32 = THREAT;
pub(super) const FAR: u32 = 100 * THREAT;

impl<K: Kind> ProofSearch<'_, K> {
    /// What is known of a position: for good, or within the threat limit.
    fn look_up(&mut self, key: u64, threat_limit: u32) -> Numbers {
        if let Some(numbers) = self.table.get(key) {
            return numbers;
        }
        let known = self.table.get(within(key, threat_limit));
        let numbers = known.unwrap_or(Numbers::UNKNOWN);
        self.cut |= numbers.are_final();
        numbers
    }

    /// Searches the position until one of its numbers reaches its limit.
    pub fn explore(&mut self, limit: Numbers, ply: u32, threat_limit: u32) -> Numbers {
        let start = self.nodes;
        let key = self.key(self.board.position().hash());
        if self.is_over() {
            return self.look_up(key, threat_limit);
        }
        if ply >= MAX_PLY {
            self.doubtful = true;
            return if self.board.to_move() == self.attacker {
                Numbers::NO
            } else {
                Numbers::YES
            };
        }
        let cut_before = std::mem::take(&mut self.cut);
        let moves = self.moves();
        if self.over {
            // Broken off while the moves were made out: what they say means nothing.
            self.cut |= cut_before;
            return self.look_up(key, threat_limit);
        }
        let numbers = match moves {
            Moves::Won => Numbers::YES,
            Moves::Lost => Numbers::NO,
            Moves::Of(list) => self.explore_moves(&list, limit, ply, threat_limit),
        };
        let for_good = numbers.are_final() && (!self.cut || self.is_won(numbers));
        self.cut |= cut_before;
        let key = if for_good {
            key
        } else {
            within(key, threat_limit)
        };
        self.table.put(key, numbers, self.nodes - start);
        numbers
    }

    fn explore_moves(
        &mut self,
        list: &[Point],
        limit: Numbers,
        ply: u32,
        threat_limit: u32,
    ) -> Numbers {
        let mut children = self.children(list, threat_limit);
        let mut may_widen = self.board.to_move() == self.attacker;
        loop {
            let (now, others) = sum_up(&children);
            if may_widen && now.phi >= PATIENCE {
                may_widen = false;
                let quiet = self.quiet_threats(threat_limit, ply);
                if self.over {
                    return Numbers::UNKNOWN;
                }
                children.extend(quiet);
                continue;
            }
            if now.phi >= limit.phi || now.delta >= limit.delta || self.over {
                return now;
            }
            let (best, second) = match self.number {
                0 => best_two(&children),
                _ => self.draw(&children, limit.phi),
            };
            let child_limit = Numbers {
                phi: limit.delta - others,
                delta: limit.phi.min(second.saturating_add(second / 4 + 1)),
            };
            let child = &mut children[best];
            self.board.play(child.point);
            child.numbers = self.explore(child_limit, ply + 1, child.threat_limit);
            self.board.undo();
        }
    }

    /// One of the moves that promise as much as the best, or little less, by lot; it may be pursued until it
    /// promises less than the others.
    fn draw(&mut self, children: &[Child], limit: u32) -> (usize, u32) {
        let (best, second) = best_two(children);
        let least = children[best].numbers.delta;
        let good_enough = (least + least / 4 + 1).min(limit - 1);
        let lot =
            |child: &Child| mix(child.point.index() as u64 ^ self.nodes << 10 ^ self.number << 54);
        let candidates = (0..children.len()).filter(|&i| children[i].numbers.delta <= good_enough);
        let drawn = candidates
            .min_by_key(|&i| lot(&children[i]))
            .unwrap_or(best);
        (drawn, second.max(children[drawn].numbers.delta))
    }

    /// The moves that lie within the threat limit.
    pub fn children(&mut self, list: &[Point], threat_limit: u32) -> Vec<Child> {
        let mut children = Vec::with_capacity(list.len());
        for &point in list {
            let Some(threat_limit) = threat_limit.checked_sub(self.cost(point)) else {
                self.cut = true;
                continue;
            };
            let key = self.key(self.board.position().hash_after(point));
            children.push(Child {
                point,
                numbers: self.look_up(key, threat_limit),
                threat_limit,
            });
        }
        children
    }

    /// Moves that threaten to win by fours although they make neither a four nor a three.
    pub fn quiet_threats(&mut self, threat_limit: u32, ply: u32) -> Vec<Child> {
        if threat_limit < THREAT {
            self.cut = true;
            return Vec::new();
        }
        let list = self.quiet_moves(ply <= FREE_PLY);
        self.children(&list, threat_limit)
    }

    /// How much of the threat limit a move uses up.
    fn cost(&self, point: Point) -> u32 {
        let own = self.board.to_move();
        let forced = own != self.attacker || self.board.count(!own, Class::Five) > 0;
        match self.board.class(point, own) {
            _ if forced => 0,
            class if class >= Class::Four => FOUR,
            _ => THREAT,
        }
    }
}

/// Any number, for each number another one.
fn mix(number: u64) -> u64 {
    let number = (number ^ number >> 31).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (number ^ number >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 16
}

/// The key under which is kept what holds only within a threat limit.
fn within(key: u64, threat_limit: u32) -> u64 {
    key ^ (threat_limit as u64 + 1).wrapping_mul(0x9fb2_1c65_1e98_df25)
}

/// The numbers of a position from those after its moves: one move must do for the side to move; for the
/// other side all must, of which the hardest is counted in full and the others little. Gives back what
/// those others count as well.
fn sum_up(children: &[Child]) -> (Numbers, u32) {
    let phi = children.iter().map(|c| c.numbers.delta).min();
    let open = children.iter().filter(|c| c.numbers.phi > 0);
    let (mut hardest, mut count) = (0, 0);
    for child in open {
        hardest = hardest.max(child.numbers.phi);
        count += 1;
    }
    let others = u32::saturating_sub(count, 1) / OTHERS;
    let delta = match hardest {
        0 | NEVER => hardest,
        _ => (hardest + others).min(NEVER - 1),
    };
    let phi = phi.unwrap_or(NEVER);
    (Numbers { phi, delta }, others)
}

/// The move that is most likely to do, and how likely the next one is.
fn best_two(children: &[Child]) -> (usize, u32) {
    let (mut best, mut second) = (0, NEVER);
    for (i, child) in children.iter().enumerate().skip(1) {
        let delta = child.numbers.delta;
        if delta < children[best].numbers.delta {
            second = children[best].numbers.delta;
            best = i;
        } else {
            second = second.min(delta);
        }
    }
    (best, second)
}
