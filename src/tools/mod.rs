//! Floor 6: tools for people: the benchmark, later self-play and tuning.

pub mod bench;
