//! Referees, before players of every kind.

mod course;
mod course_faults;
mod referee;
