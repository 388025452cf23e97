//! The evaluation by a network: Tengen's own, small, in integers.
//!
//! ```text
//!   codes of an empty point, own and the other's ─┐
//!   or whose stone                                ├─ x ─ h ─ 3×3 ─ y ─┬─ mean ─ g ─┬─ two layers ─ value
//!                                                 ┘                   │            │       │
//!                                                                     │            │    threats
//!                                                                     └─ product ──┴─────────────── policy
//! ```
//!
//! `train/FORMAT.md` says exactly what is computed, and why nothing overflows. [`mod@file`] reads a network, `layers`
//! and `convolution` compute it, and [`NetEvaluation`] keeps what it computes of a board on which stones come and go.
//!
//! A dead point is to a network what is beyond the edge.

mod accumulator;
mod cache;
mod convolution;
pub mod file;
mod layers;
mod layout;
mod overwritten;
mod packed_weights;
mod place;
pub mod set;

pub use cache::Cache;
pub use file::Network;
pub use place::NetEvaluation;
pub use set::Networks;

use file::Weights;
use tengen_core::board::Colour;

impl Network {
    /// The weights for a side to move.
    #[inline(always)]
    fn weights(&self, side: Colour) -> &Weights {
        &self.sets[side.index() % self.sets.len()]
    }
}
