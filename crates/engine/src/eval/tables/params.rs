//! The numbers of the evaluation.
//!
//! A first setting by hand, from the shapes: a code is worth the sum of its shapes and a bonus for
//! its class. The tables have one entry a code and side, so that a tuner can set each freely.

use crate::pattern::{CODES, Class, Code, Prospect, Tables};
use std::sync::{Arc, OnceLock};
use tengen_core::board::Colour;
use tengen_core::rules::{Rule, Variant};

/// Code values are in units of 1/`SCALE` of a point of score.
pub const SCALE: i32 = 8;
/// Combinations of threats; bits from the lowest: opponent's straight four, four-three or four-plus,
/// four, two threes or three-plus, three; then own four-three or four-plus, four, two threes or
/// three-plus, three.
pub const THREATS: usize = 512;

/// What each code is worth to each side.
pub type CodeValues = [[i16; CODES]; 2];

/// All parameters of one rule.
#[derive(Clone)]
pub struct Params {
    /// What each code of an empty point is worth to each side.
    pub values: CodeValues,
    /// What the threats on the board are worth to the side to move.
    pub threats: [i16; THREATS],
    /// How good a move looks: what it makes for its side …
    pub attack: CodeValues,
    /// … and what it takes from the other.
    pub defence: CodeValues,
}

/// The tuned parameters that the build embeds; see [`file`](super::file).
const FREESTYLE: &[u8] = include_bytes!("freestyle.bin");
const STANDARD: &[u8] = include_bytes!("standard.bin");
const CARO: &[u8] = include_bytes!("caro.bin");
const CARO_EXACT: &[u8] = include_bytes!("caro-exact.bin");
const RENJU: &[u8] = include_bytes!("renju.bin");

/// Which tuned parameters a rule has.
fn tuned(rule: Rule) -> &'static [u8] {
    match (rule.has_fouls(), rule.variant) {
        (true, _) => RENJU,
        (false, Variant::Standard) => STANDARD,
        (false, Variant::Caro) => CARO,
        (false, Variant::CaroExact) => CARO_EXACT,
        (false, _) => FREESTYLE,
    }
}

/// The parameters of a rule.
pub fn of(rule: Rule) -> Arc<Params> {
    static MADE: [OnceLock<Arc<Params>>; Rule::BOARD_RULES] =
        [const { OnceLock::new() }; Rule::BOARD_RULES];
    let read = || Params::from_bytes(tuned(rule)).expect("a test reads every embedded file");
    MADE[rule.index()].get_or_init(|| Arc::new(read())).clone()
}

/// What a shape adds to the value of an empty point, weak to strong.
const SHAPE_VALUE: [i16; 14] = [0, 0, 4, 12, 12, 30, 34, 38, 36, 84, 96, 90, 200, 300];
/// What a class adds to that.
const CLASS_VALUE: [i16; 14] = [0, -20, 0, 0, 20, 24, 10, 40, 140, 10, 60, 240, 300, 0];
/// How good a move looks that makes a shape.
const SHAPE_ATTACK: [i16; 14] = [0, 0, 2, 7, 8, 18, 21, 24, 22, 48, 54, 46, 400, 900];
/// What the class adds to that.
const CLASS_ATTACK: [i16; 14] = [0, -60, 0, 0, 12, 14, 0, 16, 80, 0, 20, 150, 300, 0];

impl Params {
    /// How good a move of `side` looks.
    #[inline(always)]
    pub fn move_score(&self, side: Colour, prospect: &Prospect) -> i32 {
        let attack = self.attack[side.index()][prospect.code(side) as usize];
        let defence = self.defence[(!side).index()][prospect.code(!side) as usize];
        attack as i32 + defence as i32
    }

    /// A first setting, from the shapes.
    pub fn by_hand(tables: &Tables) -> Params {
        let codes = tables.codes();
        let fill = |shape: &[i16; 14], class: &[i16; 14], percent: i32| -> CodeValues {
            Colour::BOTH.map(|colour| {
                std::array::from_fn(|code| {
                    let code = code as Code;
                    let sum = codes.shapes(code).map(|s| shape[s as usize] as i32);
                    let bonus = class[tables.class(colour, code) as usize] as i32;
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

/// The opponent's threats cost the move; own ones are worth something now.
fn threat_by_hand(index: usize) -> i16 {
    const BITS: [i16; 9] = [-90, -40, -10, -30, -10, 70, 20, 60, 40];
    let sum: i16 = (0..BITS.len())
        .filter(|bit| index >> bit & 1 != 0)
        .map(|bit| BITS[bit])
        .sum();
    sum + 20
}

const _: () = assert!(CODES == 2380 && Class::Five as usize == 13);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_has_parameters() {
        for bits in [0, 1, 4, 8, 9] {
            for fb_check in [false, true] {
                let rule = Rule::from_bits(bits, fb_check);
                let five = Tables::of(rule).codes().code(0x0303_030d) as usize;
                let quiet = Tables::of(rule).codes().code(0x0303_0303) as usize;
                for side in &of(rule).values {
                    assert!(side[five] > side[quiet], "{rule:?}");
                }
            }
        }
    }
}
