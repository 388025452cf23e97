//! Tests of the engine as a player.

mod brain;
mod openings;
mod service;
