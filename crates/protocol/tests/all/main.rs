//! Tests of the protocols with many kinds of managers.

mod course_client;
mod fuzz;
