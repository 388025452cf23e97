//! Puzzles: the built-in ones, those that are made, and the deep check.

mod deep;
mod shipped;
mod step;
mod verify;
