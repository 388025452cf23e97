//! Tests of board and rules.

mod board;
mod forbidden;
mod forbidden_nested;
mod forbidden_tutorial;
mod openings;
mod positions;
mod wins;
