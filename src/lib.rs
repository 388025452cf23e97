//! Tengen: a Gomoku and Renju engine.
#![warn(missing_docs)]

pub mod board;
pub mod engine;
pub mod eval;
pub mod pattern;
pub mod protocol;
pub mod rules;
pub mod search;
pub mod threat;
pub mod tools;
