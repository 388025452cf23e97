//! The pattern that a stone on an empty point makes on one line, by definition.
//!
//! The diagrams show the line after the stone was placed; `O` own stones, `_` empty.
//!
//! | pattern | diagram | one more stone makes |
//! |---|---|---|
//! | `Five` | `OOOOO` | – |
//! | `OpenFour` | `_OOOO_` | a five, and no single reply stops it |
//! | `Four` | `XOOOO_` `OO_OO` | a five |
//! | `FreeThree` | `__OOO__` | an open four, at two or more points |
//! | `Three` | `X_OOO__` `_O_OO_` | an open four |
//! | `BlockedThree` | `XOOO__` | a four |
//! | `FreeTwo` `WideTwo` `Two` | `___OO___` | a three, at ≥ 4, 3, ≤ 2 points |
//! | `BlockedTwo` | `XOO___` | a blocked three |
//! | `OpenOne` | `___O___` | a two |
//! | `BlockedOne` | `XO____` | a blocked two |
//! | `ForbiddenInLine` | `OOOOOO` `O_OOO_O` | (Black under rules with forbidden moves: overline, two fours in one line) |
//! | `Dead` | `XOO_X` | no five can be made here |
//!
//! The five that a pattern leads to must contain the new stone.

use tengen_core::rules::FiveRule;

/// The pattern that a stone makes on one line, weak to strong.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
#[repr(u8)]
#[allow(missing_docs)] // documented in the table above
pub enum LinePattern {
    #[default]
    Dead = 0,
    ForbiddenInLine = 1,
    BlockedOne = 2,
    OpenOne = 3,
    BlockedTwo = 4,
    Two = 5,
    WideTwo = 6,
    FreeTwo = 7,
    BlockedThree = 8,
    Three = 9,
    FreeThree = 10,
    Four = 11,
    OpenFour = 12,
    Five = 13,
}

/// The number of patterns.
pub const LINE_PATTERNS: usize = 14;

impl LinePattern {
    /// All patterns, weak to strong.
    pub const ALL: [LinePattern; LINE_PATTERNS] = [
        LinePattern::Dead,
        LinePattern::ForbiddenInLine,
        LinePattern::BlockedOne,
        LinePattern::OpenOne,
        LinePattern::BlockedTwo,
        LinePattern::Two,
        LinePattern::WideTwo,
        LinePattern::FreeTwo,
        LinePattern::BlockedThree,
        LinePattern::Three,
        LinePattern::FreeThree,
        LinePattern::Four,
        LinePattern::OpenFour,
        LinePattern::Five,
    ];

    /// A four or an open four.
    #[inline(always)]
    pub const fn is_four(self) -> bool {
        matches!(self, LinePattern::Four | LinePattern::OpenFour)
    }

    /// A three of either kind.
    #[inline(always)]
    pub const fn is_three(self) -> bool {
        matches!(self, LinePattern::Three | LinePattern::FreeThree)
    }

    /// A two of any kind.
    #[inline(always)]
    pub const fn is_two(self) -> bool {
        matches!(self, LinePattern::Two | LinePattern::WideTwo | LinePattern::FreeTwo)
    }
}

/// The rules that define the patterns of one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LinePatternRule {
    /// Which rows win.
    pub five: FiveRule,
    /// Overlines and double fours are forbidden for this side.
    pub forbidden: bool,
}

/// A point of a window, as seen by the side to classify.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Square {
    Empty,
    Own,
    Opponent,
    Edge,
}

/// The number of points of a window; the middle one is the new stone.
pub(super) const SQUARES: usize = 11;
const CENTRE: usize = 5;
pub(super) type Squares = [Square; SQUARES];

/// The points of a window as sets, a bit each. Those in none of them are beyond an edge.
#[derive(Clone, Copy)]
struct Sets {
    own: u16,
    empty: u16,
    opponent: u16,
}

impl Sets {
    fn of(squares: &Squares) -> Sets {
        let set = |wanted| (0..SQUARES).fold(0, |set, i| set | u16::from(squares[i] == wanted) << i);
        Sets { own: set(Square::Own), empty: set(Square::Empty), opponent: set(Square::Opponent) }
    }

    /// The empty points, a set each.
    fn empties(self) -> impl Iterator<Item = u16> {
        (0..SQUARES).map(|i| 1 << i).filter(move |point| self.empty & point != 0)
    }

    fn with_own(self, point: u16) -> Sets {
        Sets { own: self.own | point, empty: self.empty & !point, ..self }
    }

    fn with_opponent(self, point: u16) -> Sets {
        Sets { opponent: self.opponent | point, empty: self.empty & !point, ..self }
    }

    /// The numbers of own stones in a row before and after the centre.
    fn row(self) -> [u32; 2] {
        let before = self.own << (u16::BITS as usize - CENTRE);
        let after = self.own >> (CENTRE + 1);
        [before.leading_ones(), after.trailing_ones()]
    }

    /// The points next to the row through the centre. Beyond the window is none.
    fn ends(self) -> [u16; 2] {
        let [before, after] = self.row();
        [1 << CENTRE >> before >> 1, 1 << CENTRE << after << 1]
    }

    /// A number of its own for each window.
    fn key(self) -> usize {
        let around = |set: u16| (set & 31 | set >> 1 & 31 << CENTRE) as usize;
        around(!(self.empty | self.opponent)) | around(!(self.empty | self.own)) << (SQUARES - 1)
    }
}

/// Classifies windows by definition, with a cache.
pub(super) struct Classifier {
    rule: LinePatternRule,
    seen: Vec<Option<LinePattern>>,
}

impl Classifier {
    pub(super) fn new(rule: LinePatternRule) -> Classifier {
        Classifier { rule, seen: vec![None; 1 << (2 * (SQUARES - 1))] }
    }

    /// The pattern of a window whose centre is an own stone.
    pub(super) fn pattern(&mut self, squares: &Squares) -> LinePattern {
        debug_assert_eq!(squares[CENTRE], Square::Own);
        self.of_sets(Sets::of(squares))
    }

    fn of_sets(&mut self, sets: Sets) -> LinePattern {
        let key = sets.key();
        if let Some(pattern) = self.seen[key] {
            return pattern;
        }
        let pattern = self.define(sets);
        self.seen[key] = Some(pattern);
        pattern
    }

    fn define(&mut self, sets: Sets) -> LinePattern {
        let (length, wins) = self.row(sets);
        if wins {
            return LinePattern::Five;
        }
        if length >= 5 {
            let forbidden = length > 5 && self.rule.forbidden;
            return if forbidden { LinePattern::ForbiddenInLine } else { LinePattern::Dead };
        }
        match self.five_points(sets) {
            0 => self.define_lesser(sets),
            fives => self.define_four(sets, fives),
        }
    }

    /// Patterns that need one more stone for a five.
    fn define_four(&self, sets: Sets, fives: u16) -> LinePattern {
        let first = fives & fives.wrapping_neg();
        let five_apart = fives == first | first << 5;
        if fives != first && self.rule.forbidden && !five_apart {
            return LinePattern::ForbiddenInLine;
        }
        let stopped = sets.empties().any(|point| self.five_points(sets.with_opponent(point)) == 0);
        if stopped { LinePattern::Four } else { LinePattern::OpenFour }
    }

    /// Patterns that need two or more stones for a five, classified by what one more stone makes of them.
    fn define_lesser(&mut self, sets: Sets) -> LinePattern {
        let mut next = [0; LINE_PATTERNS];
        sets.empties().for_each(|point| next[self.of_sets(sets.with_own(point)) as usize] += 1);
        let count = |is: fn(LinePattern) -> bool| -> usize {
            LinePattern::ALL.into_iter().filter(|&pattern| is(pattern)).map(|pattern| next[pattern as usize]).sum()
        };
        let open_fours = next[LinePattern::OpenFour as usize];
        let threes = count(LinePattern::is_three);
        match () {
            _ if open_fours >= 2 => LinePattern::FreeThree,
            _ if open_fours == 1 => LinePattern::Three,
            _ if next[LinePattern::Four as usize] > 0 => LinePattern::BlockedThree,
            _ if threes >= 4 => LinePattern::FreeTwo,
            _ if threes == 3 => LinePattern::WideTwo,
            _ if threes > 0 => LinePattern::Two,
            _ if next[LinePattern::BlockedThree as usize] > 0 => LinePattern::BlockedTwo,
            _ if count(LinePattern::is_two) > 0 => LinePattern::OpenOne,
            _ if next[LinePattern::BlockedTwo as usize] > 0 => LinePattern::BlockedOne,
            _ => LinePattern::Dead,
        }
    }

    /// The row of own stones through the centre: its length, and whether it wins.
    fn row(&self, sets: Sets) -> (u32, bool) {
        let [before, after] = sets.row();
        let [first, last] = sets.ends();
        let capped = sets.opponent & first != 0 && sets.opponent & last != 0;
        let five = self.rule.five;
        let length = before + 1 + after;
        let wins = match length {
            0..=4 => false,
            5 => !(capped && five.capped_dies),
            _ => five.overline_wins,
        };
        (length, wins)
    }

    /// The points where one more stone makes a winning row that contains the centre: they are next to its row.
    fn five_points(&self, sets: Sets) -> u16 {
        let wins = |&point: &u16| sets.empty & point != 0 && self.row(sets.with_own(point)).1;
        sets.ends().into_iter().filter(wins).fold(0, |points, point| points | point)
    }
}

/// What a black stone makes on a line, as far as it matters for forbidden moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub(super) enum Row {
    /// Less than a three.
    Nothing = 0,
    /// A three.
    Three = 1,
    /// A four.
    Four = 2,
    /// An overline, or two fours in one line.
    Broken = 3,
}

impl Row {
    pub fn of(pattern: LinePattern) -> Row {
        match pattern {
            LinePattern::ForbiddenInLine => Row::Broken,
            _ if pattern.is_four() => Row::Four,
            _ if pattern.is_three() => Row::Three,
            _ => Row::Nothing,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pattern(drawing: &str, rule: LinePatternRule) -> LinePattern {
        let squares: Vec<Square> = drawing
            .chars()
            .map(|c| match c {
                'O' => Square::Own,
                'X' => Square::Opponent,
                '#' => Square::Edge,
                '_' => Square::Empty,
                _ => panic!("{c}"),
            })
            .collect();
        Classifier::new(rule).pattern(&squares.try_into().unwrap())
    }

    const fn rule(overline_wins: bool, capped_dies: bool, forbidden: bool) -> LinePatternRule {
        LinePatternRule { five: FiveRule { overline_wins, capped_dies }, forbidden }
    }

    const FREESTYLE: LinePatternRule = rule(true, false, false);
    const STANDARD: LinePatternRule = rule(false, false, false);
    const RENJU_BLACK: LinePatternRule = rule(false, false, true);
    const CARO: LinePatternRule = rule(true, true, false);

    #[test]
    fn shapes_under_every_rule() {
        // The centre is the sixth point.
        for (drawing, free, standard, black, caro) in [
            ("_OOOOO_____", 13, 13, 13, 13),
            ("OOOOOO_____", 13, 0, 1, 13),
            ("XOOOOOX____", 13, 13, 13, 0),
            ("#OOOOO#____", 13, 13, 13, 13),
            ("__OOOO_____", 12, 12, 12, 12),
            ("_X_OOOO_X__", 12, 12, 12, 11),
            ("__O_OOO_O__", 12, 12, 1, 12),
            ("_XOOOO_____", 11, 11, 11, 11),
            ("_XOOOO_X___", 11, 11, 11, 0),
            ("_#OOOO_X___", 11, 11, 11, 11),
            ("___OOO_____", 10, 10, 10, 10),
            ("__X_OO_O_X_", 9, 9, 9, 8),
            ("__XOOO_____", 8, 8, 8, 8),
            ("____OO_____", 7, 7, 7, 7),
            ("_____O_____", 3, 3, 3, 3),
            ("X####OX####", 0, 0, 0, 0),
        ] {
            let found = [FREESTYLE, STANDARD, RENJU_BLACK, CARO].map(|r| pattern(drawing, r) as u8);
            assert_eq!(found, [free, standard, black, caro], "{drawing}");
        }
    }
}
