//! Lookup tables for patterns and classes of one rule.

use super::cell::{Cell, listed};
use super::class::{CellClass, PCODES, Pcode, PcodeTable, SUMS, summand};
use super::kind::{self, Kind};
use super::line_pattern::{Classifier, LinePattern, LinePatternRule, SQUARES, Square, Squares};
use std::sync::OnceLock;
use tengen_core::board::{Colour, WINDOW_RADIUS, Window};
use tengen_core::rules::{Rule, Variant};

/// All lookup tables of the pattern state; one instance per rule, built on first use.
pub struct Tables {
    /// Window without its centre → Black's pattern in the low nibble, White's in the high. Keys have 20 bits if the
    /// points at distance 5 matter, otherwise 16.
    patterns: Box<[u8; 1 << 20]>,
    pcodes: PcodeTable,
    classes: [[CellClass; PCODES]; 2],
    /// The patterns of both sides on one line → the [summand] of Black's in the low half, of White's in the
    /// high.
    summands: [u32; 256],
    /// The sum of four summands → their pcode in the low half, and the listed classes of this pcode for Black and for White,
    /// a byte each: one look-up instead of three.
    coded: Box<[u32; SUMS]>,
    /// If forbidden moves use other patterns than the game: the tables of their rule.
    forbidden: Option<&'static Tables>,
}

/// Number of states of one side of a radius-5 window: 5 points, two colours.
const SIDE_STATES: usize = 1 << (2 * WINDOW_RADIUS);

impl Tables {
    /// The tables of a rule.
    pub fn of(rule: Rule) -> &'static Tables {
        static MADE: [OnceLock<Box<Tables>>; Rule::BOARD_RULES] = [const { OnceLock::new() }; Rule::BOARD_RULES];
        MADE[rule.index()].get_or_init(|| Box::new(Tables::new(rule)))
    }

    fn new(rule: Rule) -> Tables {
        let forbidden = |colour| colour == Colour::Black && rule.has_forbidden_moves();
        let pcodes = PcodeTable::new();
        let classes = Colour::BOTH.map(|colour| {
            std::array::from_fn(|pcode| CellClass::of(pcodes.patterns(pcode as Pcode), forbidden(colour)))
        });
        let sides = Colour::BOTH.map(|colour| {
            let rule = LinePatternRule { five: rule.five_rule(colour), forbidden: forbidden(colour) };
            SideLinePatterns::new(rule, colour)
        });
        let listed = |colour: usize, pcode: Pcode| listed(classes[colour][pcode as usize]) as u32;
        let mut coded = vec![0; SUMS];
        for pcode in 0..PCODES as Pcode {
            let sum = pcodes.patterns(pcode).into_iter().map(summand).sum::<u32>();
            coded[sum as usize] = pcode as u32 | listed(0, pcode) << 16 | listed(1, pcode) << 24;
        }
        let summand_of = |nibble: usize| LinePattern::ALL.get(nibble).map_or(0, |&pattern| summand(pattern));
        Tables {
            patterns: patterns_of_windows(&sides, kind::radius(rule)),
            pcodes,
            classes,
            summands: std::array::from_fn(|line| summand_of(line & 15) | summand_of(line >> 4) << 16),
            coded: coded.into_boxed_slice().try_into().expect("as long as the array"),
            forbidden: kind::has_other_rows(rule).then(|| Tables::of(Rule::new(Variant::Renju))),
        }
    }

    /// A window in one word, Black's cells from bit 0, White's from bit 32. Shifted right by some bits, it is the window
    /// around a cell this many steps further.
    #[inline(always)]
    pub fn both(window: Window) -> u64 {
        window.black as u64 | (window.white as u64) << 32
    }

    /// The patterns of both sides at the centre of a window of radius [`Kind::RADIUS`], as [`Self::both`] has it: Black's in
    /// the low nibble, White's in the high. Further cells do not matter.
    #[inline(always)]
    pub fn patterns<K: Kind>(&self, both: u64) -> u8 {
        let low = ((1 << K::RADIUS) - 1) * 0x1_0000_0001;
        let without_centre = both & low | both >> 1 & low << K::RADIUS;
        let key = (without_centre | without_centre >> (32 - 2 * K::RADIUS)) as u32 as usize;
        self.patterns[key % self.patterns.len()]
    }

    /// Black's pattern at the centre of a window, as it counts for forbidden moves.
    #[inline(always)]
    pub fn forbidden_pattern<K: Kind>(&self, both: u64) -> LinePattern {
        let patterns = self.forbidden.unwrap_or(self).patterns::<K>(both);
        LinePattern::ALL[(patterns & 15) as usize % LinePattern::ALL.len()]
    }

    /// The pcode lookup table.
    #[inline(always)]
    pub fn pcodes(&self) -> &PcodeTable {
        &self.pcodes
    }

    /// The class of a pcode for a side.
    #[inline(always)]
    pub fn class(&self, colour: Colour, pcode: Pcode) -> CellClass {
        self.classes[colour.index()][pcode as usize]
    }

    #[inline(always)]
    pub(super) fn cell(&self, patterns: u32) -> Cell {
        // Not by `map`, which stays a function of its own in larger programs.
        let [a, b, c, d] = patterns.to_le_bytes();
        let summand = |line: u8| self.summands[line as usize];
        let sums = summand(a) + summand(b) + summand(c) + summand(d);
        let (black, white) = (self.coded[sums as u16 as usize], self.coded[(sums >> 16) as usize]);
        Cell::new(patterns, black & 0xffff | white << 16, black >> 16 & 0xff | white >> 24 << 8)
    }
}

/// Both sides' patterns of all windows of a radius, which a key lists as four parts: Black's points left and right of the
/// centre, then White's.
fn patterns_of_windows(sides: &[SideLinePatterns; 2], radius: usize) -> Box<[u8; 1 << 20]> {
    let zeros = vec![0; 1 << 20].into_boxed_slice();
    let mut patterns: Box<[u8; 1 << 20]> = zeros.try_into().expect("as long as the array");
    let parts = 1 << radius;
    // With fewer than five points, the outermost are empty: the first of the left half, the last of the right one.
    let beyond = WINDOW_RADIUS - radius;
    for (first, row) in patterns.chunks_exact_mut(parts).take(parts.pow(3)).enumerate() {
        let [black_right, white_left, white_right] = [0, radius, 2 * radius].map(|shift| first >> shift & (parts - 1));
        let [black, white] = sides.each_ref().map(|side| {
            side.with_right(black_right | white_right << WINDOW_RADIUS, white_left << (WINDOW_RADIUS + beyond))
        });
        for (black_left, patterns) in row.iter_mut().enumerate() {
            *patterns = black(black_left << beyond) as u8 | (white(black_left << beyond) as u8) << 4;
        }
    }
    patterns
}

/// One side's patterns of all windows. Whatever is beyond the first stone or edge that blocks the side does not
/// matter, so there are few distinct windows: each half is identified by its open part.
struct SideLinePatterns {
    /// Five points left and right of the centre (low bits black, high bits white, in line order) → index of the half.
    halves: [Vec<u8>; 2],
    kinds: usize,
    /// By the index of the right half, then of the left one.
    patterns: Vec<LinePattern>,
}

impl SideLinePatterns {
    fn new(rule: LinePatternRule, colour: Colour) -> SideLinePatterns {
        let mut kinds: Vec<[Square; WINDOW_RADIUS]> = Vec::new();
        let mut name = |bits: usize| {
            let squares = open_part(bits, colour, rule);
            let found = kinds.iter().position(|kind| *kind == squares);
            found.unwrap_or_else(|| {
                kinds.push(squares);
                kinds.len() - 1
            }) as u8
        };
        let right: Vec<u8> = (0..SIDE_STATES).map(&mut name).collect();
        let left = (0..SIDE_STATES).map(|bits| right[mirrored(bits)]).collect();
        let mut classifier = Classifier::new(rule);
        let mut patterns = Vec::with_capacity(kinds.len() * kinds.len());
        for right in &kinds {
            for left in &kinds {
                patterns.push(classifier.pattern(&join(left, right)));
            }
        }
        SideLinePatterns { halves: [left, right], kinds: kinds.len(), patterns }
    }

    /// The patterns of the windows with this right half and White's points of this left one, by Black's points there.
    fn with_right(&self, right: usize, white_left: usize) -> impl Fn(usize) -> LinePattern {
        let first = self.halves[1][right] as usize * self.kinds;
        let patterns = &self.patterns[first..first + self.kinds];
        let lefts = &self.halves[0][white_left..white_left + (1 << WINDOW_RADIUS)];
        move |black_left| patterns[lefts[black_left] as usize]
    }
}

/// A half in reverse order.
fn mirrored(bits: usize) -> usize {
    (0..WINDOW_RADIUS).fold(0, |sum, i| {
        let from = WINDOW_RADIUS - 1 - i;
        sum | (bits >> from & 1) << i | (bits >> (from + 5) & 1) << (i + 5)
    })
}

/// The points of a half up to the first that blocks `colour`; edge beyond it.
fn open_part(bits: usize, colour: Colour, rule: LinePatternRule) -> [Square; WINDOW_RADIUS] {
    let mut squares = [Square::Edge; WINDOW_RADIUS];
    for (i, square) in squares.iter_mut().enumerate() {
        let (black, white) = (bits >> i & 1 != 0, bits >> (i + WINDOW_RADIUS) & 1 != 0);
        let (own, other) = match colour {
            Colour::Black => (black, white),
            Colour::White => (white, black),
        };
        *square = match (own, other) {
            (false, false) => Square::Empty,
            (true, false) => Square::Own,
            (false, true) if rule.five.capped_dies => Square::Opponent,
            _ => Square::Edge,
        };
        if matches!(square, Square::Opponent | Square::Edge) {
            break;
        }
    }
    squares
}

fn join(left: &[Square; WINDOW_RADIUS], right: &[Square; WINDOW_RADIUS]) -> Squares {
    let mut squares = [Square::Own; SQUARES];
    for i in 0..WINDOW_RADIUS {
        squares[WINDOW_RADIUS - 1 - i] = left[i];
        squares[WINDOW_RADIUS + 1 + i] = right[i];
    }
    squares
}
