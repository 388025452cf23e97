//! Floor 0: what every search of the house shares.
//!
//! - [`random`]: random numbers that are the same on every machine.

pub mod random;
