//! The page of Tengen over HTTP and WebSockets.
//!
//! `tengen web` serves one page (`web/` of the repository, built into the binary) and a WebSocket for each open page.
//! Its messages are those of [`tengen_web::wire`]: the page asks, the server answers.
//!
//! - [`server`]: connections and their limits; [`authentication`]: access control; [`token`]: its secret;
//!   [`assets`]: the files of the page;
//! - [`spectators`]: games played elsewhere that pages can watch; [`person`]: a player of such a game who uses the
//!   page;
//! - `session`: an open page; `worker`: its searches; `prover`: its search for a proof.

pub mod assets;
pub mod authentication;
pub mod person;
mod prover;
pub mod server;
mod session;
pub mod spectators;
pub mod token;
mod worker;

pub use server::{Server, ServerOptions};
pub use tengen_web::Remark;
