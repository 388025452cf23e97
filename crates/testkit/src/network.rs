//! Networks whose weights come from a formula; `crates/engine/tests/all/networks/vectors.py` makes the same ones.

use tengen_core::fnv::checksum;

const CHANNELS: usize = 32;
const PCODES: usize = 2380;
const THREATS: usize = 512;
const RELATIONS: usize = 18;

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
    made_of(rule, Sizes { hidden, ..Sizes::SMALLEST }, sets, seed)
}

/// The sizes that differ between networks.
pub struct Sizes {
    /// The widths of the hidden layers.
    pub hidden: [usize; 2],
    /// The reach of the windows; 0 without windows.
    pub reach: usize,
    /// The number of best points; 0 without.
    pub best: usize,
    /// Whether best points have relations.
    pub related: bool,
    /// Whether there is a second look at policies.
    pub second: bool,
}

impl Sizes {
    /// Those of a network without windows and best points.
    pub const SMALLEST: Sizes = Sizes { hidden: [32, 32], reach: 0, best: 0, related: false, second: false };
}

/// The file of a network for a rule, with these sizes.
pub fn made_of(rule: u8, sizes: Sizes, sets: u8, seed: u32) -> Vec<u8> {
    let Sizes { hidden: [h1, h2], reach, best, related, second } = sizes;
    let (c, note) = (CHANNELS, "by formula");
    let parts = [reach, best, RELATIONS * related as usize, second as usize];
    let used = parts.iter().rposition(|&part| part > 0).map_or(0, |last| last + 1);
    let parts = &parts[..used];
    let version = b'1' + parts.len() as u8;
    let mut bytes = [b"TNGNET0".as_slice(), &[version], &[0; 8]].concat();
    let half = |n: usize| (n as u16).to_le_bytes();
    bytes.extend([half(PCODES), half(THREATS), [rule, sets]].concat());
    bytes.extend([c, h1, h2, 250].map(half).concat());
    bytes.extend(parts.iter().copied().chain([note.len()]).flat_map(half));
    bytes.extend(note.as_bytes());
    let mut state = seed;
    let mut number = |bound: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        ((state >> 16) % (2 * bound + 1)).wrapping_sub(bound) as i16
    };
    let small = 900;
    let (layer, inputs) = if best == 0 { (0, c) } else { (c * c + c, 4 * c) };
    let relations = if related { RELATIONS * c } else { 0 };
    let layers = layer + if related { c * c } else { 0 };
    let arrays = [
        (2 * PCODES * c, small),
        (2 * c, 3000),
        (2 * WINDOWS[reach] * c, small),
        (c, 16_000),
        (2 * c, 8000),
        (c, 600),
        (layers, small),
        (relations, 30_000),
        (relations, small),
        (if second { c } else { 0 }, small),
        (h1 * inputs + THREATS * h1 + h2 * h1 + 2 * h2 + 1 + c * c + c, small),
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
