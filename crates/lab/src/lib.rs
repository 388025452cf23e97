//! The laboratory: self-play, tuning, gauges.
//!
//! It is reached through the binary `tengen`. Tables of a rule come about like this:
//!
//! ```text
//! tengen selfplay --rule renju --nodes 8000..16000 --strays 5 --games 2000 --out renju.games
//! tengen leaves --rule renju --data renju.games --positions 150000 --out renju-leaves.games
//! tengen data stats renju.games renju-leaves.games
//! tengen tune  --rule renju --data renju.games renju-leaves.games --lambda 0.95 \
//!     --start crates/engine/src/eval/tables/renju.bin --out new.bin
//! tengen gauge --rule renju --a new.bin --b tables --nodes 50000 --games 400
//! ```
//!
//! When the gauge says that `new.bin` is stronger, it takes the place of `crates/engine/src/eval/tables/renju.bin`.
//!
//! - [`selfplay`]: games from random [openings](tengen_arena::openings), kept as [training games](tengen_core::records::training);
//! - [`leaves`]: positions of search trees, as the evaluation meets them;
//! - [`data`]: statistics of such files, merging, shuffling, splitting, and export for a trainer;
//! - [`tune`]: the numbers of the evaluation and of move ordering, by gradient descent;
//! - [`gauge`]: which of two sets of numbers plays better, inside this process;
//! - [`spsa`]: the numbers of the search, by games;
//! - [`sight`]: what a search sees before it searches;
//! - [`provenance`]: what made a file of games; [`shard`]: a part of a run that several machines share;
//!   [`split`]: which games are held out; [`draft`]: files that are there whole or not at all;
//! - [`progress`]: how far a long computation is;
//! - [`connect6`]: bench, gauge and tuning for that game; [`dots`]: a benchmark for that one.

pub mod connect6;
pub mod data;
pub mod dots;
pub mod draft;
pub mod gauge;
pub mod leaves;
pub mod progress;
pub mod provenance;
#[cfg(test)]
mod scratch;
pub mod selfplay;
pub mod shard;
pub mod sight;
pub mod split;
pub mod spsa;
pub mod tune;
