//! Zobrist keys, generated at compile time so that every build computes the same hashes.

use super::{Colour, POINTS, Point};

/// Keys of black stones, white stones and dead points.
static KEYS: [[u64; POINTS]; 3] = keys();
/// XORed in when white is to move.
pub(super) const WHITE_TO_MOVE: u64 = 0x9e6c_63d0_876a_9a35;

/// SplitMix64 (Steele, Lea, Flood 2014), public domain: 3 × 1,024 well-mixed words.
const fn keys() -> [[u64; POINTS]; 3] {
    let mut keys = [[0; POINTS]; 3];
    let mut state = 0x7465_6e67_656e_u64;
    let mut kind = 0;
    while kind < 3 {
        let mut i = 0;
        while i < POINTS {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut z = state;
            z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            keys[kind][i] = z ^ (z >> 31);
            i += 1;
        }
        kind += 1;
    }
    keys
}

#[inline(always)]
pub(super) fn stone(point: Point, colour: Colour) -> u64 {
    KEYS[colour.index()][point.index()]
}

pub(super) fn dead(point: Point) -> u64 {
    KEYS[2][point.index()]
}
