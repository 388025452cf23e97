//! Depth-first proof-number search within a threat limit.

use super::moves::Moves;
use super::state::{Child, ProofSearch, QUIET_WIN, within};
use super::table::{NEVER, Numbers};
use crate::pattern::{CellClass, Kind};
use crate::threat::params::{FOUR, FREE_PLY, OTHERS, PATIENCE, THREAT};
use tengen_core::board::Point;

/// The maximum length of a line.
const MAX_PLY: u32 = 200;

impl<K: Kind> ProofSearch<'_, K> {
    /// The known numbers of a position: proven, or valid within the threat limit.
    fn look_up(&mut self, hash: u64, threat_limit: u32) -> Numbers {
        let lasting = self.lasting_key(hash, threat_limit);
        if let Some(numbers) = self.table.get(lasting) {
            return numbers;
        }
        if self.scope.most_plies.is_some() {
            return Numbers::UNKNOWN;
        }
        let known = self.table.get(within(lasting, threat_limit));
        let numbers = known.unwrap_or(Numbers::UNKNOWN);
        self.cut |= numbers.are_final();
        numbers
    }

    /// Searches the position until one of its numbers reaches its limit.
    pub fn explore(&mut self, limit: Numbers, ply: u32, threat_limit: u32) -> Numbers {
        let start = self.nodes;
        let hash = self.board.position().hash();
        if self.is_over() {
            return self.look_up(hash, threat_limit);
        }
        if ply >= MAX_PLY {
            self.table.set_doubtful();
            return if self.board.to_move() == self.attacker { Numbers::NO } else { Numbers::YES };
        }
        let cut_before = std::mem::take(&mut self.cut);
        let moves = self.moves(threat_limit);
        if self.over {
            // Interrupted during move generation: the list is incomplete.
            self.cut |= cut_before;
            return self.look_up(hash, threat_limit);
        }
        let numbers = match moves {
            Moves::Won => Numbers::YES,
            Moves::Lost => Numbers::NO,
            Moves::Of(list) => self.explore_moves(&list, limit, ply, threat_limit),
        };
        let for_good = numbers.are_final() && (!self.cut || self.is_won(numbers));
        self.cut |= cut_before;
        let lasting = self.lasting_key(hash, threat_limit);
        let key = match self.scope.most_plies {
            None if !for_good => within(lasting, threat_limit),
            _ => lasting,
        };
        self.table.put(key, numbers, self.nodes - start);
        numbers
    }

    fn explore_moves(&mut self, list: &[Point], limit: Numbers, ply: u32, threat_limit: u32) -> Numbers {
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
            let child_limit =
                Numbers { phi: limit.delta - others, delta: limit.phi.min(second.saturating_add(second / 4 + 1)) };
            let child = &mut children[best];
            self.board.play(child.point);
            child.numbers = self.explore(child_limit, ply + 1, child.threat_limit);
            self.board.undo();
        }
    }

    /// Picks at random one of the moves whose number is at most slightly above the best one's; it may be searched
    /// until it is worse than the others.
    fn draw(&mut self, children: &[Child], limit: u32) -> (usize, u32) {
        let (best, second) = best_two(children);
        let least = children[best].numbers.delta;
        let good_enough = (least + least / 4 + 1).min(limit - 1);
        let lot = |child: &Child| mix(child.point.index() as u64 ^ self.nodes << 10 ^ self.number << 54);
        let candidates = (0..children.len()).filter(|&i| children[i].numbers.delta <= good_enough);
        let drawn = candidates.min_by_key(|&i| lot(&children[i])).unwrap_or(best);
        (drawn, second.max(children[drawn].numbers.delta))
    }

    /// The moves within the threat limit, with their known numbers.
    pub fn children(&mut self, list: &[Point], threat_limit: u32) -> Vec<Child> {
        let mut children = Vec::with_capacity(list.len());
        for &point in list {
            let Some(threat_limit) = threat_limit.checked_sub(self.cost(point)) else {
                self.cut = true;
                continue;
            };
            let hash = self.board.position().hash_after(point);
            children.push(Child { point, numbers: self.look_up(hash, threat_limit), threat_limit });
        }
        children
    }

    /// Quiet moves that threaten a VCF without making a four or a three.
    pub fn quiet_threats(&mut self, threat_limit: u32, ply: u32) -> Vec<Child> {
        let least = self.plies_left(threat_limit).map_or(THREAT, |_| QUIET_WIN);
        if threat_limit < least {
            self.cut = true;
            return Vec::new();
        }
        let list = self.quiet_moves(ply <= FREE_PLY, threat_limit);
        self.children(&list, threat_limit)
    }

    /// The cost of a move in terms of the threat limit, or in plies.
    fn cost(&self, point: Point) -> u32 {
        if self.scope.most_plies.is_some() {
            return 1;
        }
        let own = self.board.to_move();
        let forced = own != self.attacker || self.board.count(!own, CellClass::Five) > 0;
        match self.board.class(point, own) {
            _ if forced => 0,
            class if class >= CellClass::Four => FOUR,
            _ => THREAT,
        }
    }
}

/// A hash function for random tie-breaks.
fn mix(number: u64) -> u64 {
    let number = (number ^ number >> 31).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (number ^ number >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 16
}

/// The numbers of a position from those of its children: one move must succeed for the side to move. For the other
/// side all must; the hardest counts in full and the others little. Also returns the share of the others.
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

/// The most promising move, and the number of the second best.
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
