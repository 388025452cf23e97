//! Tests of the referees with many kinds of players.

mod course;
mod course_faults;
mod referee;
