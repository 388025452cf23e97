//! Rasterizes sketches. Anti-aliasing: a pixel's coverage is estimated from the distance between its centre and the
//! shape's edge.

use crate::glyphs;
use crate::sketch::{Ink, Sketch, SketchPart};

#[derive(Clone, PartialEq, Debug)]
pub struct Canvas {
    width: usize,
    height: usize,
    /// Pixels per unit.
    scale: f32,
    pixels: Vec<[u8; 3]>,
}

/// A rectangle of pixels; the upper bounds are exclusive.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// The range of columns.
    pub x: (usize, usize),
    /// The range of rows.
    pub y: (usize, usize),
}

impl Canvas {
    pub fn of(sketch: &Sketch, scale: f32) -> Canvas {
        let side = |units: f32| ((units * scale).round() as usize).max(1);
        let (width, height) = (side(sketch.width), side(sketch.height));
        let mut canvas = Canvas { width, height, scale, pixels: vec![[0; 3]; width * height] };
        sketch.parts.iter().for_each(|part| canvas.paint(part));
        canvas
    }

    pub fn size(&self) -> (usize, usize) {
        (self.width, self.height)
    }

    /// The pixels, row by row.
    pub fn pixels(&self) -> &[[u8; 3]] {
        &self.pixels
    }

    /// Copies a square, given by its centre and half its side in units, from another canvas of the same size. Returns
    /// its pixels.
    pub fn restore(&mut self, other: &Canvas, middle: (f32, f32), half: f32) -> Frame {
        let frame = self.frame([middle], half);
        for y in frame.y.0..frame.y.1 {
            let row = y * self.width + frame.x.0..y * self.width + frame.x.1;
            self.pixels[row.clone()].copy_from_slice(&other.pixels[row]);
        }
        frame
    }

    pub fn paint(&mut self, part: &SketchPart) {
        match part {
            SketchPart::Sheet { at, size, fill } => {
                let corner = (at.0 + size.0, at.1 + size.1);
                let beyond = |p: f32, from: f32, to: f32| (from - p).max(p - to);
                self.cover([*at, corner], 0.0, *fill, |(x, y)| {
                    beyond(x, at.0, corner.0).max(beyond(y, at.1, corner.1))
                });
            }
            SketchPart::Line { from, to, width, ink } => self.line([*from, *to], *width, *ink),
            SketchPart::Disc { at, radius, fill } => {
                self.cover([*at], *radius, *fill, |place| distance(place, *at) - radius);
            }
            SketchPart::Ring { at, radius, width, ink } => {
                self.cover([*at], radius + width, *ink, |place| (distance(place, *at) - radius).abs() - width / 2.0)
            }
            SketchPart::Words { text, at, size, ink, bold } => {
                self.words(text, *at, *size, if *bold { 0.13 } else { 0.085 }, *ink)
            }
        }
    }

    fn line(&mut self, ends: [(f32, f32); 2], width: f32, ink: Ink) {
        self.cover(ends, width, ink, |place| distance_to_line(place, ends) - width / 2.0);
    }

    /// Draws text centred at `at`; the stroke width is `thickness` times the size.
    fn words(&mut self, text: &str, at: (f32, f32), size: f32, thickness: f32, ink: Ink) {
        let unit = size * 0.7 / glyphs::HEIGHT;
        let gap = glyphs::ADVANCE - glyphs::WIDTH;
        let width = text.chars().count() as f32 * glyphs::ADVANCE - gap;
        let (left, top) = (at.0 - width * unit / 2.0, at.1 - glyphs::HEIGHT * unit / 2.0);
        for (number, letter) in text.chars().enumerate() {
            let left = left + number as f32 * glyphs::ADVANCE * unit;
            let place = |(x, y): (f32, f32)| (left + x * unit, top + y * unit);
            for ends in glyphs::lines(letter) {
                self.line(ends.map(place), size * thickness, ink);
            }
        }
    }

    /// Draws the pixels within `around` units of these places; `outside` returns the signed distance from the shape,
    /// negative inside.
    fn cover<const N: usize>(
        &mut self,
        places: [(f32, f32); N],
        around: f32,
        ink: Ink,
        outside: impl Fn((f32, f32)) -> f32,
    ) {
        let frame = self.frame(places, around);
        for y in frame.y.0..frame.y.1 {
            for x in frame.x.0..frame.x.1 {
                let middle = |pixel: usize| (pixel as f32 + 0.5) / self.scale;
                let far = outside((middle(x), middle(y))) * self.scale;
                let part = (0.5 - far).clamp(0.0, 1.0);
                let pixel = &mut self.pixels[y * self.width + x];
                *pixel = blend(*pixel, ink.0, part);
            }
        }
    }

    fn frame<const N: usize>(&self, places: [(f32, f32); N], around: f32) -> Frame {
        let span = |along: [f32; N], most: usize| {
            let first = along.into_iter().fold(f32::INFINITY, f32::min) - around;
            let last = along.into_iter().fold(f32::NEG_INFINITY, f32::max) + around;
            // negative values become 0
            let (first, last) = ((first * self.scale).floor() as usize, (last * self.scale).ceil() as usize);
            (first.min(most), last.min(most))
        };
        Frame { x: span(places.map(|place| place.0), self.width), y: span(places.map(|place| place.1), self.height) }
    }
}

/// Blends `over` onto `under` with the weight `part`.
pub fn blend(under: [u8; 3], over: [u8; 3], part: f32) -> [u8; 3] {
    let mixed = |at: usize| under[at] as f32 * (1.0 - part) + over[at] as f32 * part;
    [0, 1, 2].map(|at| mixed(at).round() as u8)
}

fn distance(from: (f32, f32), to: (f32, f32)) -> f32 {
    let (x, y) = (from.0 - to.0, from.1 - to.1);
    (x * x + y * y).sqrt()
}

fn distance_to_line(place: (f32, f32), [from, to]: [(f32, f32); 2]) -> f32 {
    let (x, y) = (to.0 - from.0, to.1 - from.1);
    let length = x * x + y * y;
    let along = (place.0 - from.0) * x + (place.1 - from.1) * y;
    let part = if length > 0.0 { (along / length).clamp(0.0, 1.0) } else { 0.0 };
    distance(place, (from.0 + part * x, from.1 + part * y))
}
