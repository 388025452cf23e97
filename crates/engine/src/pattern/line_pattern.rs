//! What a stone placed on an empty point makes on one line, by definition.
//!
//! The drawings show the line after the stone has come; `O` own stones, `_` empty.
//!
//! | shape | drawing | one more stone makes |
//! |---|---|---|
//! | `Five` | `OOOOO` | – |
//! | `StraightFour` | `_OOOO_` | a five, and no single reply stops it |
//! | `Four` | `XOOOO_` `OO_OO` | a five |
//! | `FreeThree` | `__OOO__` | a straight four, at two or more points |
//! | `Three` | `X_OOO__` `_O_OO_` | a straight four |
//! | `BlockedThree` | `XOOO__` | a four |
//! | `FreeTwo` `WideTwo` `Two` | `___OO___` | a three, at ≥ 4, 3, ≤ 2 points |
//! | `BlockedTwo` | `XOO___` | a blocked three |
//! | `OpenOne` | `___O___` | a two |
//! | `BlockedOne` | `XO____` | a blocked two |
//! | `InlineFoul` | `OOOOOO` `O_OOO_O` | (black, where fouls bind: overline, two fours in one line) |
//! | `Dead` | `XOO_X` | no five can come through here |
//!
//! The five that a shape leads to must contain the new stone: that is what "makes" means.

use tengen_core::rules::FiveRule;

/// What a stone makes on one line, weak to strong.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
#[repr(u8)]
#[allow(missing_docs)] // the table above says what they are
pub enum LinePattern {
    #[default]
    Dead = 0,
    InlineFoul = 1,
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
    StraightFour = 12,
    Five = 13,
}

/// How many shapes there are.
pub const LINE_PATTERNS: usize = 14;

impl LinePattern {
    /// Every shape, weak to strong.
    pub const ALL: [LinePattern; LINE_PATTERNS] = [
        LinePattern::Dead,
        LinePattern::InlineFoul,
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
        LinePattern::StraightFour,
        LinePattern::Five,
    ];

    /// A four or a straight four.
    #[inline(always)]
    pub const fn is_four(self) -> bool {
        matches!(self, LinePattern::Four | LinePattern::StraightFour)
    }

    /// A three of either kind.
    #[inline(always)]
    pub const fn is_three(self) -> bool {
        matches!(self, LinePattern::Three | LinePattern::FreeThree)
    }

    /// A two of any kind.
    #[inline(always)]
    pub const fn is_two(self) -> bool {
        matches!(
            self,
            LinePattern::Two | LinePattern::WideTwo | LinePattern::FreeTwo
        )
    }
}

/// What decides the shapes of one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LinePatternRule {
    /// Which rows win.
    pub five: FiveRule,
    /// Overlines and double fours are fouls of this side.
    pub fouls: bool,
}

/// A cell of a window, from the side that the shape is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Cell {
    Empty,
    Own,
    Opponent,
    Wall,
}

/// The window's cells; the middle one is the new stone.
pub(super) const CELLS: usize = 11;
const CENTRE: usize = 5;
pub(super) type Cells = [Cell; CELLS];

/// Finds shapes by definition, and remembers those of windows seen before.
pub(super) struct Classifier {
    rule: LinePatternRule,
    seen: Vec<Option<LinePattern>>,
}

impl Classifier {
    pub(super) fn new(rule: LinePatternRule) -> Classifier {
        Classifier {
            rule,
            seen: vec![None; 1 << (2 * (CELLS - 1))],
        }
    }

    /// The shape of a window whose centre is an own stone.
    pub(super) fn shape(&mut self, cells: &Cells) -> LinePattern {
        debug_assert_eq!(cells[CENTRE], Cell::Own);
        let key = key(cells);
        if let Some(shape) = self.seen[key] {
            return shape;
        }
        let shape = self.define(cells);
        self.seen[key] = Some(shape);
        shape
    }

    fn define(&mut self, cells: &Cells) -> LinePattern {
        let (length, wins) = self.row(cells, CENTRE);
        if wins {
            return LinePattern::Five;
        }
        if length >= 5 {
            let foul = length > 5 && self.rule.fouls;
            return if foul {
                LinePattern::InlineFoul
            } else {
                LinePattern::Dead
            };
        }
        let fives = self.five_points(cells);
        if !fives.is_empty() {
            return self.define_four(cells, &fives);
        }
        self.define_lesser(cells)
    }

    /// Shapes that need one more stone to be a five.
    fn define_four(&self, cells: &Cells, fives: &[usize]) -> LinePattern {
        let five_apart = matches!(fives, [a, b] if b - a == 5);
        if fives.len() >= 2 && self.rule.fouls && !five_apart {
            return LinePattern::InlineFoul;
        }
        let stopped =
            empties(cells).any(|e| self.five_points(&with(cells, e, Cell::Opponent)).is_empty());
        if stopped {
            LinePattern::Four
        } else {
            LinePattern::StraightFour
        }
    }

    /// Shapes that need two or more stones to be a five: what one more stone makes of them.
    fn define_lesser(&mut self, cells: &Cells) -> LinePattern {
        let next: Vec<LinePattern> = empties(cells)
            .map(|e| self.shape(&with(cells, e, Cell::Own)))
            .collect();
        let count = |is: fn(LinePattern) -> bool| next.iter().filter(|&&shape| is(shape)).count();
        let straight_fours = count(|s| s == LinePattern::StraightFour);
        let threes = count(LinePattern::is_three);
        match () {
            _ if straight_fours >= 2 => LinePattern::FreeThree,
            _ if straight_fours == 1 => LinePattern::Three,
            _ if count(|s| s == LinePattern::Four) > 0 => LinePattern::BlockedThree,
            _ if threes >= 4 => LinePattern::FreeTwo,
            _ if threes == 3 => LinePattern::WideTwo,
            _ if threes > 0 => LinePattern::Two,
            _ if count(|s| s == LinePattern::BlockedThree) > 0 => LinePattern::BlockedTwo,
            _ if count(LinePattern::is_two) > 0 => LinePattern::OpenOne,
            _ if count(|s| s == LinePattern::BlockedTwo) > 0 => LinePattern::BlockedOne,
            _ => LinePattern::Dead,
        }
    }

    /// The row of own stones through `at`: its length, and whether it wins.
    fn row(&self, cells: &Cells, at: usize) -> (usize, bool) {
        let own = |i: &usize| cells[*i] == Cell::Own;
        let before = (0..at).rev().take_while(own).count();
        let after = (at + 1..CELLS).take_while(own).count();
        let length = before + 1 + after;
        let end = |i: Option<usize>| i.and_then(|i| cells.get(i).copied());
        let ends = [end((at - before).checked_sub(1)), end(Some(at + after + 1))];
        let capped = ends == [Some(Cell::Opponent); 2];
        let five = self.rule.five;
        let wins = match length {
            0..=4 => false,
            5 => !(capped && five.capped_dies),
            _ => five.overline_wins,
        };
        (length, wins)
    }

    /// Where one more stone makes a winning row that contains the centre.
    fn five_points(&self, cells: &Cells) -> Vec<usize> {
        empties(cells)
            .filter(|&e| self.row(&with(cells, e, Cell::Own), CENTRE).1)
            .collect()
    }
}

fn empties(cells: &Cells) -> impl Iterator<Item = usize> + '_ {
    (0..CELLS).filter(|&i| cells[i] == Cell::Empty)
}

fn with(cells: &Cells, at: usize, cell: Cell) -> Cells {
    let mut cells = *cells;
    cells[at] = cell;
    cells
}

fn key(cells: &Cells) -> usize {
    let around = (0..CELLS).filter(|&i| i != CENTRE);
    around.fold(0, |key, i| key << 2 | cells[i] as usize)
}

/// What a stone of black makes on a line, as far as fouls count it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub(super) enum Row {
    /// Less than a three.
    Nothing = 0,
    /// A three.
    Three = 1,
    /// A four.
    Four = 2,
    /// An overline, or two fours.
    Broken = 3,
}

impl Row {
    pub fn of(shape: LinePattern) -> Row {
        match shape {
            LinePattern::InlineFoul => Row::Broken,
            _ if shape.is_four() => Row::Four,
            _ if shape.is_three() => Row::Three,
            _ => Row::Nothing,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(drawing: &str, rule: LinePatternRule) -> LinePattern {
        let cells: Vec<Cell> = drawing
            .chars()
            .map(|c| match c {
                'O' => Cell::Own,
                'X' => Cell::Opponent,
                '#' => Cell::Wall,
                '_' => Cell::Empty,
                _ => panic!("{c}"),
            })
            .collect();
        Classifier::new(rule).shape(&cells.try_into().unwrap())
    }

    const fn rule(overline_wins: bool, capped_dies: bool, fouls: bool) -> LinePatternRule {
        LinePatternRule {
            five: FiveRule {
                overline_wins,
                capped_dies,
            },
            fouls,
        }
    }

    const FREESTYLE: LinePatternRule = rule(true, false, false);
    const STANDARD: LinePatternRule = rule(false, false, false);
    const RENJU_BLACK: LinePatternRule = rule(false, false, true);
    const CARO: LinePatternRule = rule(true, true, false);

    #[test]
    fn shapes_under_every_rule() {
        // The centre is the sixth cell.
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
            let found = [FREESTYLE, STANDARD, RENJU_BLACK, CARO].map(|r| shape(drawing, r) as u8);
            assert_eq!(found, [free, standard, black, caro], "{drawing}");
        }
    }
}
