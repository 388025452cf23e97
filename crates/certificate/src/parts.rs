//! The parts of a certificate that hold, for several threads.

use crate::grid::Grid;
use crate::tree::NodeId;
use crate::zone::Zones;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tengen_core::board::BoardSize;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TreePart {
    /// On which points it depends.
    pub zones: Zones,
    /// The most plies to the five, whatever the defender does.
    pub plies: u32,
}

impl TreePart {
    pub fn image(&self, size: BoardSize, symmetry: u8) -> TreePart {
        TreePart { zones: self.zones.image(size, symmetry), plies: self.plies }
    }
}

/// The stones of the attacker and of the defender as words, to compare positions.
pub type StonesOfPart = Vec<u64>;

/// A part in one piece of memory.
struct Kept {
    /// The stones, and the zones.
    words: Box<[u64]>,
    plies: u32,
    /// As in [`Zones::words`].
    max_stones: u8,
}

/// Parts that hold, each with the stones of its position.
pub struct VerifiedParts {
    grid: Grid,
    shards: Vec<Mutex<HashMap<NodeId, Kept>>>,
}

const SHARDS: usize = 64;

impl VerifiedParts {
    pub fn new(size: BoardSize) -> VerifiedParts {
        let shards = std::iter::repeat_with(Mutex::default).take(SHARDS).collect();
        VerifiedParts { grid: Grid::of(size), shards }
    }

    fn shard(&self, node: NodeId) -> MutexGuard<'_, HashMap<NodeId, Kept>> {
        let shard = &self.shards[(node / 16) as usize % SHARDS];
        shard.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn all(&self) -> impl Iterator<Item = MutexGuard<'_, HashMap<NodeId, Kept>>> {
        self.shards.iter().map(|shard| shard.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// About the bytes that they take.
    pub fn bytes(&self) -> usize {
        // The maps are half to nearly full; memory is given out in pieces with a head.
        const ENTRY: usize = size_of::<(NodeId, Kept)>() * 3 / 2 + 16;
        let each = (2 + Zones::SETS) * self.grid.bytes() + ENTRY;
        self.all().map(|shard| shard.len() * each).sum()
    }

    pub fn nodes(&self) -> Vec<NodeId> {
        let mut nodes: Vec<NodeId> = self.all().flat_map(|shard| shard.keys().copied().collect::<Vec<_>>()).collect();
        nodes.sort_unstable();
        nodes
    }

    /// The part of a node, with the stones of its position.
    pub fn get(&self, node: NodeId) -> Option<(StonesOfPart, TreePart)> {
        let shard = self.shard(node);
        let Kept { words, plies, max_stones } = shard.get(&node)?;
        let (stones, sets) = words.split_at(2 * self.grid.words());
        let zones = Zones::of_words(self.grid, sets, *max_stones);
        Some((stones.to_vec(), TreePart { zones, plies: *plies }))
    }

    /// Keeps a part. Returns false if its node is kept already, at another position.
    pub fn insert(&self, node: NodeId, mut stones: StonesOfPart, part: &TreePart) -> bool {
        match self.shard(node).entry(node) {
            Entry::Occupied(kept) => kept.get().words.starts_with(&stones),
            Entry::Vacant(place) => {
                let (sets, max_stones) = part.zones.words();
                stones.extend_from_slice(sets);
                place.insert(Kept { words: stones.into(), plies: part.plies, max_stones });
                true
            }
        }
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use tengen_core::board::{Point, Position};
    use tengen_core::rules::{Rule, Variant};

    fn resident() -> usize {
        let status = std::fs::read_to_string("/proc/self/status").unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
        line.trim().trim_end_matches(" kB").parse::<usize>().unwrap() << 10
    }

    #[test]
    fn the_bytes_of_parts_are_about_those_that_they_take() {
        let mut all = Vec::new(); // memory that is given back would be taken again
        for size in [15, 20] {
            let size = BoardSize::square(size).unwrap();
            let position = Position::new(size);
            let zones = Zones::of_five(&position, Point::new(1, 1), Rule::new(Variant::Freestyle));
            let (parts, part) = (VerifiedParts::new(size), TreePart { zones, plies: 1 });
            let stones = vec![0; 2 * Grid::of(size).words()];
            let before = resident();
            (0..100_000).for_each(|node| assert!(parts.insert(17 * node, stones.clone(), &part)));
            let (taken, bytes) = (resident() - before, parts.bytes());
            assert!(bytes > taken * 3 / 4 && bytes < taken * 3 / 2, "{bytes} instead of {taken} on {size}");
            all.push(parts);
        }
    }
}
