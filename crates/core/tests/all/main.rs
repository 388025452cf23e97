//! Board, rules and records.

mod board;
mod cases;
mod fouls;
mod fouls_nested;
mod fouls_tutorial;
mod openings;
mod positions;
mod records;
mod sgf;
mod wins;
