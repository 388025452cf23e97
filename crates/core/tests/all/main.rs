//! Tests of board and rules.

mod board;
mod moves;
mod openings;
mod positions;
mod wins;
