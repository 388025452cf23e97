//! Floor 6: tools for people: the benchmark, and the laboratory of self-play and tuning.

pub mod bench;
pub mod games;
pub mod gauge;
pub mod openings;
pub mod play;
pub mod random;
pub mod selfplay;
pub mod spsa;
pub mod tune;
