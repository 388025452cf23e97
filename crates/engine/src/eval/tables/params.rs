//! The parameters of the table evaluation.
//!
//! An initial setting by hand, from the patterns: a pcode is worth the sum of its patterns and a bonus for its class.
//! The tables have one entry per pcode and side.

use crate::pattern::{Cell, CellClass, PCODES, Pcode, Tables};
use std::sync::{Arc, OnceLock};
use tengen_core::board::Colour;
use tengen_core::rules::{Rule, Variant};

/// Pcode values are in 1/`SCALE` of a point.
pub const SCALE: i32 = 8;
/// Number of threat combinations; bits from the lowest: opponent's open four; four-three or four-plus; four; two
/// threes or three-plus; three; then own four-three or four-plus; four; two threes or three-plus; three.
pub const THREATS: usize = 512;

/// A value for each pcode and side.
pub type PcodeValues = [[i16; PCODES]; 2];

/// All parameters of one rule.
#[derive(Clone)]
pub struct Params {
    /// The value of each pcode of an empty point, for each side.
    pub values: PcodeValues,
    /// The value of the threats on the board for the side to move.
    pub threats: [i16; THREATS],
    /// Pattern score of a move: what it makes for its side …
    pub attack: PcodeValues,
    /// … and what it takes from the opponent.
    pub defence: PcodeValues,
}

/// The tuned parameters embedded at build time; see [`file`](super::file).
const FREESTYLE: &[u8] = include_bytes!("freestyle.bin");
const STANDARD: &[u8] = include_bytes!("standard.bin");
const CARO: &[u8] = include_bytes!("caro.bin");
const CARO_EXACT: &[u8] = include_bytes!("caro-exact.bin");
const RENJU: &[u8] = include_bytes!("renju.bin");

fn tuned(rule: Rule) -> &'static [u8] {
    match (rule.has_forbidden_moves(), rule.variant) {
        (true, _) => RENJU,
        (false, Variant::Standard) => STANDARD,
        (false, Variant::Caro) => CARO,
        (false, Variant::CaroExact) => CARO_EXACT,
        (false, _) => FREESTYLE,
    }
}

/// The parameters of a rule.
pub fn of(rule: Rule) -> Arc<Params> {
    static MADE: [OnceLock<Arc<Params>>; Rule::BOARD_RULES] = [const { OnceLock::new() }; Rule::BOARD_RULES];
    let read = || Params::from_bytes(tuned(rule)).expect("a test reads every embedded file");
    MADE[rule.index()].get_or_init(|| Arc::new(read())).clone()
}

/// Value of a pattern at an empty point, weak to strong.
const SHAPE_VALUE: [i16; 14] = [0, 0, 4, 12, 12, 30, 34, 38, 36, 84, 96, 90, 200, 300];
/// Added value of a class.
const CLASS_VALUE: [i16; 14] = [0, -20, 0, 0, 20, 24, 10, 40, 140, 10, 60, 240, 300, 0];
/// Pattern score of a move that makes a pattern.
const SHAPE_ATTACK: [i16; 14] = [0, 0, 2, 7, 8, 18, 21, 24, 22, 48, 54, 46, 400, 900];
/// Added pattern score of a class.
const CLASS_ATTACK: [i16; 14] = [0, -60, 0, 0, 12, 14, 0, 16, 80, 0, 20, 150, 300, 0];

impl Params {
    /// The pattern score of a move of `side`.
    #[inline(always)]
    pub fn move_score(&self, side: Colour, cell: &Cell) -> i32 {
        let attack = self.attack[side.index()][cell.pcode(side) as usize];
        let defence = self.defence[(!side).index()][cell.pcode(!side) as usize];
        attack as i32 + defence as i32
    }

    /// The initial setting, from the patterns.
    pub fn by_hand(tables: &Tables) -> Params {
        let pcodes = tables.pcodes();
        let fill = |pattern: &[i16; 14], class: &[i16; 14], percent: i32| -> PcodeValues {
            Colour::BOTH.map(|colour| {
                std::array::from_fn(|pcode| {
                    let pcode = pcode as Pcode;
                    let sum = pcodes.patterns(pcode).map(|s| pattern[s as usize] as i32);
                    let bonus = class[tables.class(colour, pcode) as usize] as i32;
                    ((sum.into_iter().sum::<i32>() + bonus) * percent / 100) as i16
                })
            })
        };
        Params {
            values: fill(&SHAPE_VALUE, &CLASS_VALUE, 100),
            threats: std::array::from_fn(threat_by_hand),
            attack: fill(&SHAPE_ATTACK, &CLASS_ATTACK, 100),
            defence: fill(&SHAPE_ATTACK, &CLASS_ATTACK, 70),
        }
    }
}

/// The opponent's threats cost a move; own threats are worth something right away.
fn threat_by_hand(index: usize) -> i16 {
    const BITS: [i16; 9] = [-90, -40, -10, -30, -10, 70, 20, 60, 40];
    let sum: i16 = (0..BITS.len()).filter(|bit| index >> bit & 1 != 0).map(|bit| BITS[bit]).sum();
    sum + 20
}

const _: () = assert!(PCODES == 2380 && CellClass::Five as usize == 13);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pattern::LinePattern::{Five, OpenOne};

    #[test]
    fn every_rule_has_parameters() {
        for bits in [0, 1, 4, 8, 9] {
            for fb_check in [false, true] {
                let rule = Rule::from_bits(bits, fb_check);
                let with = |fourth| Tables::of(rule).pcodes().pcode([OpenOne, OpenOne, OpenOne, fourth]) as usize;
                let (five, quiet) = (with(Five), with(OpenOne));
                for side in &of(rule).values {
                    assert!(side[five] > side[quiet], "{rule:?}");
                }
            }
        }
    }
}
