//! Floor 7: a board in the browser.
//!
//! `tengen web` serves one page (`web/` of the repository, all of it inside the binary) and, for each page
//! that is open, a WebSocket. On it goes the protocol of [`wire`]: the page asks, the server tells. The page
//! draws and keeps the game with its variations; what is legal, what is a foul, who has won, what a file
//! holds and what the engine thinks comes from here, and from the floors below. Each question brings its
//! position along, so a page that was cut off connects again and goes on.
//!
//! - [`wire`]: the messages, as types; [`game`]: games and trees of games on the wire;
//! - [`server`]: connections, and how many; [`door`]: who may come in; [`assets`]: the files of the page;
//! - [`table`]: games that are played elsewhere and can be watched;
//! - `session`: one page; `desk`: what is answered at once; `worker`: a thread that searches for it.

pub mod assets;
mod desk;
pub mod door;
pub mod game;
pub mod server;
mod session;
pub mod table;
pub mod wire;
mod worker;

pub use server::{Options, Server};
