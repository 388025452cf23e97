//! Tests of the protocols with many kinds of managers.

mod fuzz;
