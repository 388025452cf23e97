//! Networks whose weights come from a formula; `crates/engine/tests/all/networks/vectors.py` makes the same ones.

use tengen_core::fnv::checksum;

const CHANNELS: usize = 32;
const PCODES: usize = 2380;
const THREATS: usize = 512;

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

/// The numbers of windows by reach.
const WINDOWS: [usize; 5] = [0, 10, 91, 820, 7381];

/// The file of a network for a rule, with these widths of the hidden layers.
pub fn made(rule: u8, hidden: [usize; 2], sets: u8, seed: u32) -> Vec<u8> {
    made_with_windows(rule, hidden, 0, sets, seed)
}

/// The same with windows of this reach.
pub fn made_with_windows(
    rule: u8,
    [h1, h2]: [usize; 2],
    reach: usize,
    sets: u8,
    seed: u32,
) -> Vec<u8> {
    let (c, note) = (CHANNELS, "by formula");
    let version = if reach == 0 { b"TNGNET01" } else { b"TNGNET02" };
    let mut bytes = [*version, [0; 8]].concat();
    let half = |n: usize| (n as u16).to_le_bytes();
    bytes.extend([half(PCODES), half(THREATS), [rule, sets]].concat());
    bytes.extend([c, h1, h2, 250].map(half).concat());
    if reach > 0 {
        bytes.extend(half(reach));
    }
    bytes.extend(half(note.len()));
    bytes.extend(note.as_bytes());
    let mut state = seed;
    let mut number = |bound: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        ((state >> 16) % (2 * bound + 1)) as i16 - bound as i16
    };
    let small = 900;
    let arrays = [
        (2 * PCODES * c, small),
        (2 * c, 3000),
        (2 * WINDOWS[reach] * c, small),
        (c, 16_000),
        (2 * c, 8000),
        (c, 600),
        (h1 * c + THREATS * h1 + h2 * h1 + 2 * h2 + 1 + c * c + c, small),
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
