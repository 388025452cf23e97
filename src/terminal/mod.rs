//! Floor 7: front ends for people at a terminal.
//!
//! - [`partner`]: a game against Tengen;
//! - [`analyze`]: the best moves of a position, and [`solve`]: wins by fours and threats in it;
//! - [`given`]: how they say which position; [`drawing`] and [`svg`]: how boards are shown to them;
//!   [`threads`]: how they write numbers of threads; [`wording`]: how numbers stand in sentences;
//! - [`output`]: standard output, which may be closed; [`qr`]: addresses for telephones.

pub mod analyze;
pub mod drawing;
pub mod given;
pub mod output;
pub mod partner;
pub mod qr;
pub mod solve;
pub mod svg;
pub mod threads;
pub mod wording;
