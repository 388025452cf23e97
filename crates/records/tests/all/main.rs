//! Tests of game records.

mod cases;
mod records;
mod sgf;
