//! What a page asks and is told.
//!
//! The page (`web/` of the repository) draws and keeps the game with its variations; what is legal, what is a
//! foul, who has won, what a file holds and what the engine thinks comes from here, and from the crates below.
//! Each question brings its position along, so a page that was cut off connects again and goes on.
//!
//! - [`wire`]: the messages, as types; [`game`]: games and trees of games on the wire; [`opening`]: opening rules
//!   there; [`explorer`]: what a database knows of a board;
//! - [`handlers`]: what is answered at once; [`worker`]: searches for it;
//! - [`alone`]: both for a page that has its engine inside, and no server. With one, `tengen-server` does it.

pub mod alone;
pub mod explorer;
pub mod game;
pub mod handlers;
pub mod opening;
#[cfg(test)]
mod typescript;
pub mod wire;
pub mod worker;
