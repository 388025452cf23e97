//! The brain as managers run it.

mod boards;
mod continuous;
mod database;
mod games;
mod limits;
mod memory;
mod transcripts;
