//! The screens of the toolbox in a terminal.
//!
//! - [`partner`]: a game against Tengen;
//! - [`analyse`]: the best moves of a position, and [`solve`]: VCF and VCT in it; [`review`]: grades of the moves of
//!   games;
//! - [`trainer`]: solving puzzles; `step_words`: the steps for beginners in words;
//! - [`explore`]: database look-up of a position; [`explorer`]: navigation in a database;
//! - [`given`]: positions given on the command line; [`prompt`]: typed lines; [`drawing`] and [`picture`]: diagrams and pictures of boards;
//!   [`wording`]: numbers in sentences; [`qr`]: QR codes of URLs; [`answer`]: results of searches as JSON.

pub mod analyse;
pub mod answer;
pub mod drawing;
pub mod explore;
pub mod explorer;
pub mod given;
pub mod partner;
pub mod picture;
pub mod prompt;
pub mod qr;
pub mod review;
pub mod solve;
mod step_words;
pub mod trainer;
pub mod wording;
