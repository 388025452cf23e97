//! Tests of the engine as a player.

mod brain;
mod one_truth;
mod openings;
mod service;
