//! The course protocol: two clients play over TCP with a referee.

pub mod client;
pub mod message;
pub mod referee;
