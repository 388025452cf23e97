//! Connect6.

mod connect6;
mod definition;
mod recorded_games;
mod records;
