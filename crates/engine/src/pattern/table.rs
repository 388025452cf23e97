//! Shapes and classes as look-ups, for one rule.

use super::class::{CODES, Class, Code, CodeTable};
use super::kind::{self, Kind};
use super::line_pattern::{CELLS, Cell, Cells, Classifier, LinePattern, LinePatternRule};
use super::prospect::Classes;
use std::sync::OnceLock;
use tengen_core::board::{Colour, WINDOW_RADIUS, Window};
use tengen_core::rules::{Rule, Variant};

/// Everything that the pattern state looks up. One for each rule, made when first asked for.
pub struct Tables {
    /// Window without its centre → black's shape in the low nibble, white's in the high. Keys have
    /// 20 bits where the cells at distance 5 matter, else 16.
    shapes: Box<[u8; 1 << 20]>,
    codes: CodeTable,
    classes: [[Class; CODES]; 2],
    /// The same as points are listed by them.
    listed: [[Classes; CODES]; 2],
    /// Where fouls count rows that the game does not: the tables of the rule that does.
    fouls: Option<&'static Tables>,
}

/// Bits of one side of a radius-5 window: 5 cells, two colours.
const SIDE_STATES: usize = 1 << (2 * WINDOW_RADIUS);

impl Tables {
    /// The tables of a rule.
    pub fn of(rule: Rule) -> &'static Tables {
        static MADE: [OnceLock<Tables>; Rule::BOARD_RULES] =
            [const { OnceLock::new() }; Rule::BOARD_RULES];
        MADE[rule.index()].get_or_init(|| Tables::new(rule))
    }

    fn new(rule: Rule) -> Tables {
        let fouls = |colour| colour == Colour::Black && rule.has_fouls();
        let codes = CodeTable::new();
        let classes = Colour::BOTH.map(|colour| {
            std::array::from_fn(|code| Class::of(codes.shapes(code as Code), fouls(colour)))
        });
        let sides = Colour::BOTH.map(|colour| {
            let rule = LinePatternRule {
                five: rule.five_rule(colour),
                fouls: fouls(colour),
            };
            SideLinePatterns::new(rule, colour)
        });
        let both = |key| sides[0].shape(key) as u8 | (sides[1].shape(key) as u8) << 4;
        let zeros = vec![0; 1 << 20].into_boxed_slice();
        let mut shapes: Box<[u8; 1 << 20]> = zeros.try_into().expect("as long as the array");
        if kind::radius(rule) == 4 {
            (0..1 << 16).for_each(|key| shapes[key] = both(widen(key)));
        } else {
            (0..1 << 20).for_each(|key| shapes[key] = both(key));
        }
        let listed =
            Colour::BOTH.map(|colour| classes[colour.index()].map(|c| Classes::new(colour, c)));
        Tables {
            shapes,
            codes,
            classes,
            listed,
            fouls: kind::has_other_rows(rule).then(|| Tables::of(Rule::new(Variant::Renju))),
        }
    }

    /// The shapes of both sides at the centre of a window of radius [`Kind::RADIUS`]: black's in the
    /// low nibble, white's in the high.
    #[inline(always)]
    pub fn shapes<K: Kind>(&self, window: Window) -> u8 {
        let low = (1 << K::RADIUS) - 1;
        let squeeze = |bits: u32| (bits & low | bits >> 1 & (low << K::RADIUS)) as usize;
        let key = squeeze(window.black) | squeeze(window.white) << (2 * K::RADIUS);
        self.shapes[key % self.shapes.len()]
    }

    /// Black's shape at the centre of such a window, as fouls count it.
    #[inline(always)]
    pub fn foul_shape<K: Kind>(&self, window: Window) -> LinePattern {
        let shapes = self.fouls.unwrap_or(self).shapes::<K>(window);
        LinePattern::ALL[(shapes & 15) as usize % LinePattern::ALL.len()]
    }

    /// Code look-ups.
    #[inline(always)]
    pub fn codes(&self) -> &CodeTable {
        &self.codes
    }

    /// The class of a code for a side.
    #[inline(always)]
    pub fn class(&self, colour: Colour, code: Code) -> Class {
        self.classes[colour.index()][code as usize]
    }

    /// The classes, as points are listed by them, of black's code and white's.
    #[inline(always)]
    pub(super) fn listed(&self, black: Code, white: Code) -> Classes {
        self.listed[0][black as usize].and(self.listed[1][white as usize])
    }
}

/// A radius-4 key as the radius-5 key whose outermost cells are empty.
fn widen(key: usize) -> usize {
    let spread = |bits: usize| (bits & 15) << 1 | (bits >> 4 & 15) << 5;
    spread(key & 255) | spread(key >> 8) << 10
}

/// One side's shapes of all windows. What lies beyond the first stone or wall that blocks the side
/// cannot matter, so few windows really differ: each half is named by its open part.
struct SideLinePatterns {
    /// Five cells left and right of the centre (low bits black, high bits white, in the order of the
    /// line) → which half it is.
    halves: [Vec<u8>; 2],
    kinds: usize,
    shapes: Vec<LinePattern>,
}

impl SideLinePatterns {
    fn new(rule: LinePatternRule, colour: Colour) -> SideLinePatterns {
        let mut kinds: Vec<[Cell; WINDOW_RADIUS]> = Vec::new();
        let mut name = |bits: usize| {
            let cells = open_part(bits, colour, rule);
            let found = kinds.iter().position(|kind| *kind == cells);
            found.unwrap_or_else(|| {
                kinds.push(cells);
                kinds.len() - 1
            }) as u8
        };
        let right: Vec<u8> = (0..SIDE_STATES).map(&mut name).collect();
        let left = (0..SIDE_STATES).map(|bits| right[mirrored(bits)]).collect();
        let mut classifier = Classifier::new(rule);
        let mut shapes = Vec::with_capacity(kinds.len() * kinds.len());
        for left in &kinds {
            for right in &kinds {
                shapes.push(classifier.shape(&join(left, right)));
            }
        }
        SideLinePatterns {
            halves: [left, right],
            kinds: kinds.len(),
            shapes,
        }
    }

    /// The shape for a radius-5 key: black's ten cells in the low bits, then white's.
    #[inline]
    fn shape(&self, key: usize) -> LinePattern {
        let (black, white) = (key & 1023, key >> 10);
        let left = self.halves[0][black & 31 | (white & 31) << 5] as usize;
        let right = self.halves[1][black >> 5 | (white >> 5) << 5] as usize;
        self.shapes[left * self.kinds + right]
    }
}

/// A half read the other way round.
fn mirrored(bits: usize) -> usize {
    (0..WINDOW_RADIUS).fold(0, |sum, i| {
        let from = WINDOW_RADIUS - 1 - i;
        sum | (bits >> from & 1) << i | (bits >> (from + 5) & 1) << (i + 5)
    })
}

/// The cells of a half up to the first that blocks `colour`; walls beyond.
fn open_part(bits: usize, colour: Colour, rule: LinePatternRule) -> [Cell; WINDOW_RADIUS] {
    let mut cells = [Cell::Wall; WINDOW_RADIUS];
    for (i, cell) in cells.iter_mut().enumerate() {
        let (black, white) = (bits >> i & 1 != 0, bits >> (i + WINDOW_RADIUS) & 1 != 0);
        let (own, other) = match colour {
            Colour::Black => (black, white),
            Colour::White => (white, black),
        };
        *cell = match (own, other) {
            (false, false) => Cell::Empty,
            (true, false) => Cell::Own,
            (false, true) if rule.five.capped_dies => Cell::Opponent,
            _ => Cell::Wall,
        };
        if matches!(cell, Cell::Opponent | Cell::Wall) {
            break;
        }
    }
    cells
}

fn join(left: &[Cell; WINDOW_RADIUS], right: &[Cell; WINDOW_RADIUS]) -> Cells {
    let mut cells = [Cell::Own; CELLS];
    for i in 0..WINDOW_RADIUS {
        cells[WINDOW_RADIUS - 1 - i] = left[i];
        cells[WINDOW_RADIUS + 1 + i] = right[i];
    }
    cells
}
