//! The page of Tengen over HTTP and WebSockets.
//!
//! `tengen web` serves one page (`web/` of the repository, all of it inside the binary) and, for each page that is
//! open, a WebSocket. On it goes the protocol of [`tengen_web::wire`]: the page asks, the server tells.
//!
//! - [`server`]: connections, and how many; [`authentication`]: who may come in; [`assets`]: the files of the page;
//! - [`spectators`]: games that are played elsewhere and can be watched; [`person`]: somebody who plays such a game
//!   on the page;
//! - `session`: one page; `thread`: a search for it.

pub mod assets;
pub mod authentication;
pub mod person;
pub mod server;
mod session;
pub mod spectators;
mod thread;

pub use server::{Options, Server};
