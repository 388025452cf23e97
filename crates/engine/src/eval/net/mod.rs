//! Evaluation by a small neural network in integer arithmetic.
//!
//! ```text
//!   pcodes of an empty point, own, opponent's,   ─┐
//!   and windows of the stones around it           ├─ x ─ h ─ 3×3 ─ y ─┬─ mean ─ g ─┬─ two layers ─ value
//!   or the colour of its stone                   ─┘                   │            │    │     │
//!                                                                     │            │    │  threats
//!                                                                     │            │    │
//!                                                                     │            │  top policy points
//!                                                                     │            │    │
//!                                                                     └─ product ──┴── policy
//! ```
//!
//! `train/FORMAT.md` specifies the exact computation and why nothing overflows. [`mod@file`] reads a network,
//! `matrix`, `layers` and `convolution` compute it, and [`NetEvaluation`] updates its state incrementally as stones are placed
//! and removed: `inputs` the rows of weights that each point adds up, `windows` what lies around it, `accumulator` the
//! rest. `top_points` goes through the board for each value, and
//! `attention` lets these points read each other.
//!
//! The network sees dead points as off-board.

mod accumulator;
mod attention;
mod cache;
mod convolution;
pub mod file;
mod inputs;
mod layers;
mod layout;
mod matrix;
mod packed_weights;
mod place;
mod row;
pub mod set;
mod sizes;
mod top_points;
mod windows;

pub use cache::Cache;
pub use file::Network;
pub use layers::ValueLayers;
pub use place::NetEvaluation;
pub use set::{Networks, UnreadNetwork};
pub use windows::Windows;

use file::Weights;
use tengen_core::board::Colour;

impl Network {
    #[inline(always)]
    fn weights(&self, side: Colour) -> &Weights {
        &self.sets[side.index() % self.sets.len()]
    }
}
