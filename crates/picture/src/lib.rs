//! Boards as pictures, for papers, pages and forums: one drawing, written as SVG, painted as PNG, and move by move as
//! an animated GIF.
//!
//! ```text
//! position, Marks ──► board: what stands at each point ──► Sketch: discs, lines, words ──► svg
//!                                                                                     └──► Canvas ──► png, gif
//! ```
//!
//! - [`marks`]: what is shown besides the stones, which text drawings know too;
//! - [`sketch`]: the few things that a board is drawn with; [`board`]: which of them stand where;
//! - [`svg`], [`png`], [`gif`]: the files; [`canvas`] paints a sketch, with [`glyphs`] for its words: no font is
//!   needed, and the same game gives the same bytes everywhere.

pub mod board;
pub mod canvas;
pub mod gif;
pub mod glyphs;
pub mod marks;
pub mod png;
pub mod sketch;
pub mod svg;

pub use marks::{Marks, Numbers};

use tengen_core::board::Shape;

/// The narrowest picture, in pixels.
pub const NARROWEST: u32 = 50;
/// The widest picture; none is higher either.
pub const WIDEST: u32 = 4000;

/// How much a board of this shape is enlarged to be so many pixels wide, as far as that is allowed; without a width one
/// unit is a pixel.
pub fn scale(shape: Shape, width: Option<u32>) -> f32 {
    let [wide, high] = [shape.width(), shape.height()].map(|side| board::extent(side) as f32);
    let most = WIDEST as f32 / wide.max(high);
    let width = width.map(|width| width.max(NARROWEST) as f32);
    width.map_or(1.0, |width| (width / wide).min(most))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_picture_is_larger_than_a_screen_can_show() {
        let narrow = Shape::new(5, 32).unwrap();
        assert_eq!(scale(narrow, None), 1.0);
        assert_eq!(scale(narrow, Some(520)), 2.0);
        assert_eq!(scale(narrow, Some(u32::MAX)), 4000.0 / 1340.0);
    }
}
