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
//! - `session`: one page; `desk`: what is answered at once; `worker`: searches for it, on a thread of theirs;
//! - [`alone`]: the same for a page that has its engine inside, and no server.

pub mod alone;
#[cfg(feature = "native")]
pub mod assets;
mod desk;
#[cfg(feature = "native")]
pub mod door;
pub mod game;
#[cfg(feature = "native")]
pub mod server;
#[cfg(feature = "native")]
mod session;
#[cfg(feature = "native")]
pub mod table;
pub mod wire;
mod worker;

#[cfg(feature = "native")]
pub use server::{Options, Server};
