//! Floor 1: what every search of the house shares, whatever the game.
//!
//! - [`score`]: what a position is worth; [`params`]: numbers that a tuner may turn;
//! - [`supervisor`]: what a search is asked, who watches over it, what it answers; [`watch`]: solvers beside a
//!   search are stopped in time; [`time`]: how long to think; [`clock`]: the time now;
//! - [`table`]: what was found out about positions before, in `pages` of memory;
//! - [`processors`]: how many threads are worth starting;
//! - [`duration`]: times as people write them;
//! - [`random`]: random numbers that are the same on every machine; [`logarithm`]: logarithms that are.

pub mod clock;
#[cfg(feature = "native")]
pub mod duration;
pub mod logarithm;
pub mod pages;
pub mod params;
pub mod processors;
pub mod random;
pub mod score;
pub mod supervisor;
pub mod table;
pub mod time;
pub mod watch;

pub use score::{Plies, Score};
pub use supervisor::{Limits, Report, Supervisor, Verdict};
