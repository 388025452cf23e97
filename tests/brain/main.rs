//! Tests of the brain as run by managers.

mod boards;
mod continuous;
mod database;
mod documents;
mod games;
mod limits;
mod memory;
mod random_lines;
mod session;
mod transcripts;
