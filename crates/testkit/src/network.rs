//! Networks whose weights come from a formula; `crates/engine/tests/all/networks/vectors.py` makes the same ones.

use tengen_core::fnv::checksum;

const CHANNELS: usize = 32;
const HIDDEN: usize = 32;
const REACH: usize = 3;
const WINDOWS: usize = 820;
const TOP_POINTS: usize = 8;
const RELATIVE_POSITIONS: usize = 18;
const PCODES: usize = 2380;
const THREATS: usize = 512;
pub const NOTE: &str = "by formula";

/// Writes the length and the checksum of the contents into the header; a file that is too short stays unchanged.
pub fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    if bytes.len() >= 16 {
        let length = (bytes.len() - 16) as u32;
        bytes[12..16].copy_from_slice(&length.to_le_bytes());
        let sum = checksum(&bytes[16..]);
        bytes[8..12].copy_from_slice(&sum.to_le_bytes());
    }
    bytes
}

/// The file of a network with one set of weights, or two: for black and for white (`train/FORMAT.md`).
pub fn made(rule: u8, sets: u8, seed: u32) -> Vec<u8> {
    let (c, h) = (CHANNELS, HIDDEN);
    let half = |n: usize| (n as u16).to_le_bytes();
    let mut bytes = [b"TNGNET05".as_slice(), &[0; 8]].concat();
    bytes.extend([half(PCODES), half(THREATS), [rule, sets]].concat());
    bytes.extend([c, h, h, 250, REACH, TOP_POINTS, RELATIVE_POSITIONS, 1, NOTE.len()].map(half).concat());
    bytes.extend(NOTE.as_bytes());
    let mut state = seed;
    let mut number = |bound: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        ((state >> 16) % (2 * bound + 1)).wrapping_sub(bound) as i16
    };
    let small = 900;
    let arrays = [
        (2 * PCODES * c, small),
        (2 * c, 3000),
        (2 * WINDOWS * c, small),
        (c, 16_000),
        (2 * c, 8000),
        (c, 600),
        (2 * c * c + c, small),
        (RELATIVE_POSITIONS * c, 30_000),
        (RELATIVE_POSITIONS * c + c, small),
        (h * 4 * c, 700),
        (THREATS * h + h * h + 2 * h + 1 + c * c + c, small),
    ];
    for _ in 0..sets {
        for (count, bound) in arrays {
            for _ in 0..count {
                bytes.extend(number(bound).to_le_bytes());
            }
        }
    }
    sealed(bytes)
}
