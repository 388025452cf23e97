//! Combines the four lines through a point: pcodes and classes (pattern4).
//!
//! The patterns of the four lines, in no order, form one of 2,380 *pcodes*. Each pcode has a [`CellClass`], which is all
//! that threat search needs: what does a stone here make?

use super::line_pattern::{LINE_PATTERNS, LinePattern};

/// An unordered combination of four patterns; less than [`PCODES`].
pub type Pcode = u16;
/// The number of combinations of four patterns: (14 + 3 choose 4).
pub const PCODES: usize = 2380;

/// The threat that a stone makes on all lines together, weak to strong.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
#[repr(u8)]
pub enum CellClass {
    /// No threat.
    #[default]
    None = 0,
    /// A black move that may be forbidden: an overline, a double four, or a double three. The first two are certainly
    /// forbidden; a double three may be legal, see `PatternBoard::is_forbidden`.
    Forbidden = 1,
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
    /// An open four, or two fours.
    OpenFour = 12,
    /// A five.
    Five = 13,
}

/// The number of classes.
pub const CLASSES: usize = 14;

impl CellClass {
    /// All classes, weak to strong.
    pub const ALL: [CellClass; CLASSES] = [
        CellClass::None,
        CellClass::Forbidden,
        CellClass::Two,
        CellClass::BlockedThree,
        CellClass::TwoTwos,
        CellClass::BlockedThreePlus,
        CellClass::Three,
        CellClass::ThreePlus,
        CellClass::TwoThrees,
        CellClass::Four,
        CellClass::FourPlus,
        CellClass::FourThree,
        CellClass::OpenFour,
        CellClass::Five,
    ];

    /// The class of four patterns; `forbids` if the side has forbidden moves.
    pub fn of(patterns: [LinePattern; 4], forbids: bool) -> CellClass {
        let count = |is: fn(LinePattern) -> bool| patterns.iter().filter(|&&s| is(s)).count();
        let fours = count(LinePattern::is_four);
        let threes = count(LinePattern::is_three);
        let blocked = count(|s| s == LinePattern::BlockedThree);
        let twos = count(LinePattern::is_two);
        let open_fours = count(|s| s == LinePattern::OpenFour);
        let forbidden = fours >= 2 || threes >= 2 || count(|s| s == LinePattern::ForbiddenInLine) > 0;
        match () {
            _ if count(|s| s == LinePattern::Five) > 0 => CellClass::Five,
            _ if forbids && forbidden => CellClass::Forbidden,
            _ if open_fours > 0 || fours >= 2 => CellClass::OpenFour,
            _ if fours == 1 && threes > 0 => CellClass::FourThree,
            _ if fours == 1 && twos + blocked > 0 => CellClass::FourPlus,
            _ if fours == 1 => CellClass::Four,
            _ if threes >= 2 => CellClass::TwoThrees,
            _ if threes == 1 && twos + blocked > 0 => CellClass::ThreePlus,
            _ if threes == 1 => CellClass::Three,
            _ if blocked >= 2 || (blocked == 1 && twos > 0) => CellClass::BlockedThreePlus,
            _ if twos >= 2 => CellClass::TwoTwos,
            _ if blocked == 1 => CellClass::BlockedThree,
            _ if twos == 1 => CellClass::Two,
            _ => CellClass::None,
        }
    }
}

/// The numbers of all combinations of four patterns.
pub struct PcodeTable {
    /// The patterns of each pcode, weak to strong.
    patterns: Vec<[LinePattern; 4]>,
}

/// A number for each pattern, weak to strong, so that any four patterns have a sum of their own: it identifies them in any
/// order. The most frequent patterns have the smallest ones, so that the sums in use lie near each other. Found by a search for
/// small sums.
const SUMMANDS: [u32; LINE_PATTERNS] = [7, 16_144, 3, 0, 54, 414, 168, 26, 950, 3118, 1989, 5552, 8880, 13_499];
/// More than every sum.
pub(super) const SUMS: usize = 1 << 16;

/// The number of a pattern: see [`SUMMANDS`].
pub(super) fn summand(pattern: LinePattern) -> u32 {
    SUMMANDS[pattern as usize]
}

impl PcodeTable {
    /// Numbers the combinations in ascending order of their sorted patterns.
    pub(super) fn new() -> PcodeTable {
        let mut patterns = Vec::with_capacity(PCODES);
        for (a, &first) in LinePattern::ALL.iter().enumerate() {
            for (b, &second) in LinePattern::ALL.iter().enumerate().skip(a) {
                for (c, &third) in LinePattern::ALL.iter().enumerate().skip(b) {
                    for &fourth in &LinePattern::ALL[c..] {
                        patterns.push([first, second, third, fourth]);
                    }
                }
            }
        }
        PcodeTable { patterns }
    }

    /// The pcode of four patterns.
    pub fn pcode(&self, mut patterns: [LinePattern; 4]) -> Pcode {
        patterns.sort();
        self.patterns.binary_search(&patterns).expect("every combination") as Pcode
    }

    /// The four patterns of a pcode, weak to strong.
    pub fn patterns(&self, pcode: Pcode) -> [LinePattern; 4] {
        self.patterns[pcode as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn codes_do_not_depend_on_order() {
        let table = PcodeTable::new();
        assert_eq!(table.patterns.len(), PCODES);
        for pcode in 0..PCODES as Pcode {
            let [a, b, c, d] = table.patterns(pcode);
            for patterns in [[a, b, c, d], [d, c, b, a], [b, d, a, c], [c, a, d, b]] {
                assert_eq!(table.pcode(patterns), pcode);
            }
        }
    }

    #[test]
    fn four_patterns_have_a_sum_of_their_own() {
        let table = PcodeTable::new();
        let sum = |patterns: &[LinePattern; 4]| patterns.iter().map(|&pattern| summand(pattern)).sum::<u32>();
        let sums: BTreeSet<u32> = table.patterns.iter().map(sum).collect();
        assert_eq!(sums.len(), PCODES);
        assert!(sums.into_iter().all(|sum| sum < SUMS as u32));
    }
}
