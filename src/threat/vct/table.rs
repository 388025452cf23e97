//! What the search knows of positions: proof and disproof numbers, in a table of fixed size.

use crate::board::Point;

/// How far a position is from being decided, for the side to move: `phi` leaves at least must turn out
/// well for it to get its way (win as attacker, escape as defender), `delta` leaves for the other side to
/// get its own. For an attacker these are the proof and the disproof number, for a defender the other way
/// round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Numbers {
    pub phi: u32,
    pub delta: u32,
}

/// A number that cannot be reached.
pub(super) const NEVER: u32 = 1 << 30;

impl Numbers {
    /// Nothing is known.
    pub const UNKNOWN: Numbers = Numbers { phi: 1, delta: 1 };
    /// As limits: until it is decided.
    pub const ALL: Numbers = Numbers {
        phi: NEVER,
        delta: NEVER,
    };
    /// The side to move gets its way.
    pub const YES: Numbers = Numbers {
        phi: 0,
        delta: NEVER,
    };
    /// It does not.
    pub const NO: Numbers = Numbers {
        phi: NEVER,
        delta: 0,
    };

    /// Whether the position is decided (as far as it was searched).
    pub fn are_final(self) -> bool {
        self.phi == 0 || self.delta == 0
    }
}

#[derive(Clone, Copy)]
struct Slot {
    key: u64,
    numbers: Numbers,
    /// Nodes that were spent on it; 0 marks an empty slot.
    effort: u32,
}

const EMPTY: Slot = Slot {
    key: 0,
    numbers: Numbers::UNKNOWN,
    effort: 0,
};
const WAYS: usize = 4;

/// The table: buckets of four; what cost least to find out gives way first.
pub(super) struct Table {
    slots: Vec<Slot>,
}

impl Table {
    /// A table of at most `bytes`, but at least one bucket.
    pub fn new(bytes: usize) -> Table {
        let buckets = (bytes / (WAYS * size_of::<Slot>())).max(1);
        Table {
            slots: vec![EMPTY; buckets * WAYS],
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.slots.fill(EMPTY);
    }

    fn bucket(&self, key: u64) -> std::ops::Range<usize> {
        let buckets = (self.slots.len() / WAYS) as u128;
        let start = ((key as u128 * buckets) >> 64) as usize * WAYS;
        start..start + WAYS
    }

    /// What is known.
    #[inline]
    pub fn get(&self, key: u64) -> Option<Numbers> {
        let bucket = &self.slots[self.bucket(key)];
        let slot = bucket.iter().find(|s| s.key == key && s.effort > 0)?;
        Some(slot.numbers)
    }

    /// How many nodes it took to find that out; 0 when nothing is known.
    pub fn effort(&self, key: u64) -> u32 {
        let bucket = &self.slots[self.bucket(key)];
        bucket.iter().find(|s| s.key == key).map_or(0, |s| s.effort)
    }

    /// Remembers.
    pub fn put(&mut self, key: u64, numbers: Numbers, effort: u64) {
        let range = self.bucket(key);
        let bucket = &mut self.slots[range];
        let same = bucket.iter().position(|s| s.key == key && s.effort > 0);
        let least = || (0..WAYS).min_by_key(|&i| bucket[i].effort);
        let at = same.or_else(least).unwrap_or(0);
        bucket[at] = Slot {
            key,
            numbers,
            effort: effort.clamp(1, u32::MAX as u64) as u32,
        };
    }
}

/// Moves of positions that were looked at lately: finding them costs more than anything else.
pub(super) struct Lists {
    slots: Vec<List>,
}

/// The most moves that are kept; longer lists are made anew each time.
const LONGEST: usize = 59;
/// The length that marks an empty slot.
const VACANT: u8 = u8::MAX;

#[derive(Clone)]
struct List {
    key: u64,
    length: u8,
    points: [Point; LONGEST],
}

impl Lists {
    /// Lists in at most `bytes`, at least one.
    pub fn new(bytes: usize) -> Lists {
        let empty = List {
            key: 0,
            length: VACANT,
            points: [Point::from_index(0); LONGEST],
        };
        Lists {
            slots: vec![empty; (bytes / size_of::<List>()).max(1)],
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.slots.iter_mut().for_each(|list| list.length = VACANT);
    }

    fn index(&self, key: u64) -> usize {
        ((key as u128 * self.slots.len() as u128) >> 64) as usize
    }

    /// The moves of a position.
    pub fn get(&self, key: u64) -> Option<&[Point]> {
        let list = &self.slots[self.index(key)];
        (list.key == key && list.length != VACANT).then(|| &list.points[..list.length as usize])
    }

    /// Keeps the moves of a position, unless there are too many.
    pub fn put(&mut self, key: u64, points: &[Point]) {
        let at = self.index(key);
        if points.len() <= LONGEST {
            let list = &mut self.slots[at];
            list.key = key;
            list.length = points.len() as u8;
            list.points[..points.len()].copy_from_slice(points);
        }
    }
}
