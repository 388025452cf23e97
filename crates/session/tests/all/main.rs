//! Tests of the engine as a player.

mod advice;
mod brain;
mod memory_book;
mod one_truth;
mod openings;
mod service;
