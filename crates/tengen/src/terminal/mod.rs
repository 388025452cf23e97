//! Front ends for people at a terminal.
//!
//! - [`partner`]: a game against Tengen;
//! - [`analyze`]: the best moves of a position, and [`solve`]: wins by fours and threats in it;
//! - puzzles: [`trainer`];
//! - [`explore`]: what a database knows of a position; [`explorer`]: from one to the next;
//! - [`given`]: how they say which position; [`drawing`] and [`picture`]: how boards are shown to them;
//!   [`wording`]: how numbers stand in sentences; [`qr`]: addresses for telephones.

pub mod analyze;
pub mod drawing;
pub mod explore;
pub mod explorer;
pub mod given;
pub mod partner;
pub mod picture;
pub mod qr;
pub mod solve;
pub mod trainer;
pub mod wording;
