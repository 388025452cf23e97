//! The engine behind the page: its questions and answers.
//!
//! The page (`web/` of the repository) draws the board and keeps the game with its variations. Legal moves, forbidden
//! points, results, file contents and analyses come from here and from the crates below. Each question includes its
//! position, so a page that was disconnected can reconnect and continue.
//!
//! - [`wire`]: the message types; [`game`]: games and trees of games in messages; [`opening`]: opening rules;
//!   [`explorer`]: database look-ups; [`proofs`]: what the strongest opponent plays by;
//! - [`judged`]: the review of a game in its file;
//! - [`Remark`]: refusals, notes and news in words;
//! - [`handlers`]: answers without a search; [`searches`]: searches;
//! - [`alone`]: both, for a page that runs its engine without a server. With a server, `tengen-server` does it.

pub mod alone;
pub mod explorer;
pub mod game;
pub mod handlers;
pub mod judged;
mod line_text;
pub mod opening;
pub mod proofs;
mod remark;
pub mod searches;
#[cfg(test)]
mod typescript;
mod verdict_text;
pub mod wire;

pub use remark::Remark;
