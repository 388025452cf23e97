//! Floor 6: tools for people: a partner at the board, analysis, the solver, the benchmark, and the
//! laboratory of self-play and tuning.
//!
//! The laboratory is reached through the binary `tengen`. Tables of a rule come about like this:
//!
//! ```text
//! tengen selfplay --rule renju --nodes 8000..16000 --strays 5 --games 2000 --out renju.games
//! tengen leaves --rule renju --data renju.games --positions 150000 --out renju-leaves.games
//! tengen tune  --rule renju --data renju.games renju-leaves.games --trust 0.95 \
//!     --start src/eval/tables/renju.bin --out new.bin
//! tengen gauge --rule renju --a new.bin --b built-in --nodes 50000 --games 400
//! ```
//!
//! When the gauge says that `new.bin` is stronger, it takes the place of `src/eval/tables/renju.bin`.
//!
//! - [`selfplay`]: games from random [`openings`], kept as [`games`];
//! - [`leaves`]: positions of search trees, as the evaluation meets them;
//! - [`tune`]: the numbers of the evaluation and of move ordering, by gradient descent;
//! - [`gauge`]: which of two sets of numbers plays better, inside this process;
//! - [`spsa`]: the numbers of the search, by games.
//!
//! And for whoever wants to know which of several brains plays better:
//!
//! - [`tournament`]: matches between programs, with tables and records;
//! - [`stats`]: what a number of games proves.
//!
//! For people at a terminal:
//!
//! - [`partner`]: a game against Tengen;
//! - [`analyze`]: the best moves of a position, and [`solve`]: wins by fours and threats in it;
//! - [`given`]: how they say which position; [`drawing`] and [`svg`]: how boards are shown to them.
//!
//! Besides, [`duration`] reads times, [`progress`] shows how far a long computation is, [`bench`] is the
//! benchmark, [`connect6`] has bench, gauge and tuning for that game, and [`quiet`] keeps protocol
//! programs quiet.

pub mod analyze;
pub mod bench;
pub mod connect6;
pub mod drawing;
pub mod duration;
pub mod games;
pub mod gauge;
pub mod given;
pub mod leaves;
pub mod openings;
pub mod partner;
pub mod play;
pub mod progress;
pub mod quiet;
pub mod random;
#[cfg(test)]
mod scratch;
pub mod selfplay;
pub mod solve;
pub mod spsa;
pub mod stats;
pub mod svg;
pub mod tournament;
pub mod tune;
