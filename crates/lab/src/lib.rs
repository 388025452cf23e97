//! Tools for development: self-play, training data, A/B matches, SPSA.
//!
//! They are used through the binary `tengen`. These commands make training data for a network (`train/README.md`
//! describes the training):
//!
//! ```text
//! tengen lab selfplay --rule renju --nodes 8000..16000 --random-moves 5 --games 2000 --out renju.games
//! tengen lab samples --rule renju --data renju.games --positions 150000 --out renju-samples.games
//! tengen lab data stats renju.games renju-samples.games
//! ```
//!
//! - [`selfplay`]: games from random [openings](tengen_arena::openings), stored as [training
//!   games](tengen_records::training);
//! - [`samples`]: samples positions from search trees, as the evaluation meets them;
//! - [`data`]: statistics of training data files, merging, shuffling, splitting;
//! - [`positions`]: the positions of such files as the inputs of a network, for a trainer;
//! - [`selfmatch`]: A/B matches between two sets of parameters, inside this process;
//! - [`spsa`]: tunes the search parameters by games;
//! - [`static_check`]: the static check before a search;
//! - [`provenance`]: describes how a training data file was made; [`shard`]: a part of a run that several machines
//!   share; [`split`]: selects held-out games;
//! - [`progress`]: progress of long computations.

pub mod data;
mod error;
pub mod play;
pub mod positions;
pub mod progress;
pub mod provenance;
pub mod samples;
#[cfg(test)]
mod scratch;
pub mod selfmatch;
pub mod selfplay;
pub mod shard;
pub mod split;
pub mod spsa;
pub mod static_check;

pub use error::OptionError;
