//! Pictures of boards for papers, web pages and forums: one drawing, written as SVG, PNG, or an animated GIF of all
//! moves.
//!
//! ```text
//! position, Marks ──► board: what stands at each point ──► Sketch: discs, lines, words ──► svg
//!                                                                                     └──► Canvas ──► png, gif
//! ```
//!
//! - [`marks`]: what is shown besides the stones, also used by text diagrams;
//! - [`sketch`]: the drawing primitives; [`board`]: lays out a board with them;
//! - [`graph`]: the chances over the course of a game;
//! - [`svg`], [`png`], [`gif`]: the file formats; [`canvas`] rasterizes a sketch, with [`glyphs`] for text: no fonts
//!   are needed, and a game gives the same bytes on every machine.

pub mod board;
pub mod canvas;
pub mod gif;
pub mod glyphs;
pub mod graph;
pub mod marks;
pub mod png;
pub mod sketch;
pub mod svg;

pub use marks::{Marks, Numbers, NumbersError};

use tengen_core::board::BoardSize;

/// The minimum width of a picture, in pixels.
pub const NARROWEST: u32 = 50;
/// The maximum width and height of a picture, in pixels.
pub const WIDEST: u32 = 4000;

/// The scale at which a board is `width` pixels wide, within the limits; without a width, one unit is one pixel.
pub fn scale(size: BoardSize, width: Option<u32>) -> f32 {
    let [wide, high] = [size.width(), size.height()].map(|side| board::extent(side) as f32);
    let most = WIDEST as f32 / wide.max(high);
    let width = width.map(|width| width.max(NARROWEST) as f32);
    width.map_or(1.0, |width| (width / wide).min(most))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_picture_is_larger_than_a_screen_can_show() {
        let narrow = BoardSize::new(5, 32).unwrap();
        assert_eq!(scale(narrow, None), 1.0);
        assert_eq!(scale(narrow, Some(520)), 2.0);
        assert_eq!(scale(narrow, Some(u32::MAX)), 4000.0 / 1340.0);
    }
}
