//! Four lines through a point together: codes and classes.
//!
//! The shapes of the four lines, in no order, are one of 2,380 *codes*. A code has a [`Class`], the
//! one thing that forced play asks: what does a stone here make?

use super::line_pattern::{LINE_PATTERNS, LinePattern};

/// An order-free combination of four shapes; below [`CODES`].
pub type Code = u16;
/// How many combinations of four shapes there are: (14 + 3 choose 4).
pub const CODES: usize = 2380;

/// What a stone here makes, all lines together; ascending in force.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
#[repr(u8)]
pub enum Class {
    /// No threat.
    #[default]
    None = 0,
    /// Black, where fouls bind: an overline, two fours, or two threes. The first two are certainly
    /// fouls; two threes may be unreal, see `PatternBoard::is_foul`.
    Foul = 1,
    /// A two.
    Two = 2,
    /// A blocked three.
    BlockedThree = 3,
    /// Two twos.
    TwoTwos = 4,
    /// Two blocked threes, or one and a two.
    BlockedThreePlus = 5,
    /// A three.
    Three = 6,
    /// A three and a two or a blocked three.
    ThreePlus = 7,
    /// Two threes.
    TwoThrees = 8,
    /// A four.
    Four = 9,
    /// A four and a two or a blocked three.
    FourPlus = 10,
    /// A four and a three.
    FourThree = 11,
    /// A straight four, or two fours.
    StraightFour = 12,
    /// A five.
    Five = 13,
}

/// How many classes there are.
pub const CLASSES: usize = 14;

impl Class {
    /// Every class, ascending.
    pub const ALL: [Class; CLASSES] = [
        Class::None,
        Class::Foul,
        Class::Two,
        Class::BlockedThree,
        Class::TwoTwos,
        Class::BlockedThreePlus,
        Class::Three,
        Class::ThreePlus,
        Class::TwoThrees,
        Class::Four,
        Class::FourPlus,
        Class::FourThree,
        Class::StraightFour,
        Class::Five,
    ];

    /// The class of four shapes; `fouls` when fouls bind the side.
    pub fn of(shapes: [LinePattern; 4], fouls: bool) -> Class {
        let count = |is: fn(LinePattern) -> bool| shapes.iter().filter(|&&s| is(s)).count();
        let fours = count(LinePattern::is_four);
        let threes = count(LinePattern::is_three);
        let blocked = count(|s| s == LinePattern::BlockedThree);
        let twos = count(LinePattern::is_two);
        let straight = count(|s| s == LinePattern::StraightFour);
        let foul = fours >= 2 || threes >= 2 || count(|s| s == LinePattern::InlineFoul) > 0;
        match () {
            _ if count(|s| s == LinePattern::Five) > 0 => Class::Five,
            _ if fouls && foul => Class::Foul,
            _ if straight > 0 || fours >= 2 => Class::StraightFour,
            _ if fours == 1 && threes > 0 => Class::FourThree,
            _ if fours == 1 && twos + blocked > 0 => Class::FourPlus,
            _ if fours == 1 => Class::Four,
            _ if threes >= 2 => Class::TwoThrees,
            _ if threes == 1 && twos + blocked > 0 => Class::ThreePlus,
            _ if threes == 1 => Class::Three,
            _ if blocked >= 2 || (blocked == 1 && twos > 0) => Class::BlockedThreePlus,
            _ if twos >= 2 => Class::TwoTwos,
            _ if blocked == 1 => Class::BlockedThree,
            _ if twos == 1 => Class::Two,
            _ => Class::None,
        }
    }
}

/// Look-ups from four shapes to their code.
pub struct CodeTable {
    /// Two shapes (low and high nibble) → their unordered pair, below [`PAIRS`].
    pair: [u8; 256],
    /// Two pairs → code.
    code: Box<[Code; PAIR_ROW * PAIR_ROW]>,
    /// The shapes of each code, weak to strong.
    shapes: Vec<[LinePattern; 4]>,
}

/// Unordered pairs of shapes.
const PAIRS: usize = LINE_PATTERNS * (LINE_PATTERNS + 1) / 2;
/// Row length of the pair × pair table: a power of two above [`PAIRS`].
const PAIR_ROW: usize = 128;

impl CodeTable {
    /// Numbers the combinations in ascending order of their sorted shapes.
    pub(super) fn new() -> CodeTable {
        let mut pairs = Vec::with_capacity(PAIRS);
        let mut shapes = Vec::with_capacity(CODES);
        for (a, &first) in LinePattern::ALL.iter().enumerate() {
            for (b, &second) in LinePattern::ALL.iter().enumerate().skip(a) {
                pairs.push([a, b]);
                for (c, &third) in LinePattern::ALL.iter().enumerate().skip(b) {
                    for &fourth in &LinePattern::ALL[c..] {
                        shapes.push([first, second, third, fourth]);
                    }
                }
            }
        }
        let mut pair = [0; 256];
        for (i, &[a, b]) in pairs.iter().enumerate() {
            pair[a | b << 4] = i as u8;
            pair[b | a << 4] = i as u8;
        }
        let mut code = Box::new([0; PAIR_ROW * PAIR_ROW]);
        for (i, &[a, b]) in pairs.iter().enumerate() {
            for (j, &[c, d]) in pairs.iter().enumerate() {
                let mut four = [a, b, c, d].map(|s| LinePattern::ALL[s]);
                four.sort();
                let found = shapes.binary_search(&four).expect("every combination");
                code[i * PAIR_ROW + j] = found as Code;
            }
        }
        CodeTable { pair, code, shapes }
    }

    /// The code of four shapes in the low nibbles of four bytes.
    #[inline(always)]
    pub fn code(&self, nibbles: u32) -> Code {
        debug_assert_eq!(nibbles & 0xf0f0_f0f0, 0);
        let halves = nibbles | nibbles >> 4;
        let first = self.pair[(halves & 0xff) as usize] as usize;
        let second = self.pair[(halves >> 16 & 0xff) as usize] as usize;
        self.code[(first % PAIR_ROW) * PAIR_ROW + second % PAIR_ROW]
    }

    /// The four shapes of a code, weak to strong.
    pub fn shapes(&self, code: Code) -> [LinePattern; 4] {
        self.shapes[code as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_do_not_depend_on_order() {
        let table = CodeTable::new();
        assert_eq!(table.shapes.len(), CODES);
        for code in 0..CODES as Code {
            let [a, b, c, d] = table.shapes(code).map(|s| s as u32);
            for [a, b, c, d] in [[a, b, c, d], [d, c, b, a], [b, d, a, c], [c, a, d, b]] {
                assert_eq!(table.code(a | b << 8 | c << 16 | d << 24), code);
            }
        }
    }
}
