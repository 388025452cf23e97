//! Shapes and classes as look-ups, for one rule.

use super::Kind;
use super::class::{CODES, Class, Code, CodeTable};
use super::shape::{CELLS, Cell, Cells, Classifier, Shape, ShapeRule};
use crate::board::{Colour, WINDOW_RADIUS, Window};
use crate::rules::{Rule, Variant};
use std::sync::OnceLock;

/// Everything that the pattern state looks up. One for each rule, made when first asked for.
pub struct Tables {
    /// Window without its centre (radius 5) → black's shape in the low nibble, white's in the high.
    wide: Vec<u8>,
    /// The same for radius 4; only filled where the cells at distance 5 never matter.
    narrow: Vec<u8>,
    codes: CodeTable,
    classes: [[Class; CODES]; 2],
}

/// Bits of one side of a radius-5 window: 5 cells, two colours.
const SIDE_STATES: usize = 1 << (2 * WINDOW_RADIUS);

impl Tables {
    /// The tables of a rule.
    pub fn of(rule: Rule) -> &'static Tables {
        static MADE: [OnceLock<Tables>; 10] = [const { OnceLock::new() }; 10];
        let variant = match rule.variant {
            Variant::Freestyle => 0,
            Variant::Standard => 1,
            Variant::Renju => 2,
            Variant::Caro => 3,
            Variant::CaroExact => 4,
        };
        let index = variant * 2 + rule.first_player_fouls as usize;
        MADE[index].get_or_init(|| Tables::new(rule))
    }

    fn new(rule: Rule) -> Tables {
        let fouls = |colour| colour == Colour::Black && rule.has_fouls();
        let codes = CodeTable::new();
        let classes = Colour::BOTH.map(|colour| {
            std::array::from_fn(|code| Class::of(codes.shapes(code as Code), fouls(colour)))
        });
        let shapes = Colour::BOTH.map(|colour| {
            let rule = ShapeRule {
                five: rule.five_rule(colour),
                fouls: fouls(colour),
            };
            SideShapes::new(rule, colour)
        });
        let wide = (0..1 << 20)
            .map(|key| shapes[0].shape(key) as u8 | (shapes[1].shape(key) as u8) << 4)
            .collect::<Vec<u8>>();
        let narrow_suffices = rule.variant == Variant::Freestyle && !rule.has_fouls();
        let narrow = match narrow_suffices {
            true => (0..1 << 16).map(|key| wide[widen(key)]).collect(),
            false => Vec::new(),
        };
        Tables {
            wide: if narrow_suffices { Vec::new() } else { wide },
            narrow,
            codes,
            classes,
        }
    }

    /// The shapes of both sides at the centre of a window of radius [`Kind::RADIUS`]: black's in the
    /// low nibble, white's in the high.
    #[inline(always)]
    pub fn shapes<K: Kind>(&self, window: Window) -> u8 {
        let low = (1 << K::RADIUS) - 1;
        let squeeze = |bits: u32| (bits & low | bits >> 1 & (low << K::RADIUS)) as usize;
        let key = squeeze(window.black) | squeeze(window.white) << (2 * K::RADIUS);
        if K::RADIUS == 4 {
            self.narrow[key]
        } else {
            self.wide[key]
        }
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
}

/// A radius-4 key as the radius-5 key whose outermost cells are empty.
fn widen(key: usize) -> usize {
    let spread = |bits: usize| (bits & 15) << 1 | (bits >> 4 & 15) << 5;
    spread(key & 255) | spread(key >> 8) << 10
}

/// One side's shapes of all windows. What lies beyond the first stone or wall that blocks the side
/// cannot matter, so few windows really differ: each half is named by its open part.
struct SideShapes {
    /// Five cells beside the centre (low bits black, high bits white; the nearest cell is the
    /// lowest bit of each) → which half it is.
    half: Vec<u8>,
    halves: usize,
    shapes: Vec<Shape>,
}

impl SideShapes {
    fn new(rule: ShapeRule, colour: Colour) -> SideShapes {
        let mut kinds: Vec<[Cell; WINDOW_RADIUS]> = Vec::new();
        let half = (0..SIDE_STATES)
            .map(|bits| {
                let cells = open_part(bits, colour, rule);
                let found = kinds.iter().position(|kind| *kind == cells);
                found.unwrap_or_else(|| {
                    kinds.push(cells);
                    kinds.len() - 1
                }) as u8
            })
            .collect();
        let mut classifier = Classifier::new(rule);
        let mut shapes = Vec::with_capacity(kinds.len() * kinds.len());
        for left in &kinds {
            for right in &kinds {
                shapes.push(classifier.shape(&join(left, right)));
            }
        }
        SideShapes {
            half,
            halves: kinds.len(),
            shapes,
        }
    }

    /// The shape for a radius-5 key: black's ten cells left to right in the low bits, then white's.
    fn shape(&self, key: usize) -> Shape {
        let left = |bits: usize| (0..5).fold(0, |sum, i| sum | (bits >> (4 - i) & 1) << i);
        let (black, white) = (key & 1023, key >> 10);
        let before = self.half[left(black & 31) | left(white & 31) << 5] as usize;
        let after = self.half[black >> 5 | (white >> 5) << 5] as usize;
        self.shapes[before * self.halves + after]
    }
}

/// The cells of a half up to the first that blocks `colour`; walls beyond.
fn open_part(bits: usize, colour: Colour, rule: ShapeRule) -> [Cell; WINDOW_RADIUS] {
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
