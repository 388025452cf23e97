//! The languages, before managers of every kind.

mod course_client;
mod fuzz;
