//! Joining the games of a referee.

use anyhow::{Context, Result};
use std::net::TcpStream;
use tengen_core::board::Colour;

/// The side to ask the referee for, if any.
pub fn side(go_first: bool, go_second: bool) -> Option<Colour> {
    match (go_first, go_second) {
        (true, _) => Some(Colour::Black),
        (_, true) => Some(Colour::White),
        _ => None,
    }
}

pub fn connect(address: &str) -> Result<TcpStream> {
    TcpStream::connect(address).with_context(|| format!("no referee answers at {address}; start it first"))
}
