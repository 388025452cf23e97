//! Certificates: proofs that the side to move wins, as files that anybody can check.
//!
//! A certificate names a move of the *attacker* for every position that the *defender* can reach. The check depends on
//! the rules alone: no pattern tables, no network, no search.
//!
//! ```text
//! tree        positions and moves in memory, built by a prover
//! nodes       the nodes of a tree, packed
//! file        the same as bytes
//! grid        sets of points
//! zone        the points on which a part of a certificate depends
//! parts       the parts that have been verified
//! verify      whether a part holds, by the rules
//! walk        the attacker's play
//! book        the attacker's play in a game, in any orientation
//! check       reads a file and verifies it
//! replay      tests the zones of a verified certificate
//! error       why a file is refused
//! ```
//!
//! # Passes and zones
//!
//! The defender has hundreds of replies to most moves, and nearly all of them change nothing. So a certificate may show
//! how the attacker wins if the defender *passes*. That win also holds against any reply outside its zone, see [`Zones`].
//! For a reply inside the zone, the certificate contains either another win, or a mark that the same moves still win. The
//! check then verifies these moves with the reply on the board.

mod book;
mod check;
mod error;
mod file;
mod grid;
mod nodes;
mod parts;
mod replay;
mod symmetry;
mod tree;
mod verify;
mod walk;
mod zone;

pub use book::{MOST_BYTES, ProofBook};
pub use check::{Summary, Wrong, check, step_name};
pub use error::CertificateError;
pub use file::{read, read_guide, read_nodes, write, write_guide, write_nodes};
pub use grid::set_bytes;
pub use nodes::{Certificate, Nodes};
pub use parts::TreePart;
pub use replay::{Replay, Replayed, check_and_replay};
pub use symmetry::{both, inverse};
pub use tree::{Answer, Head, Link, NodeId, ProofNode, ReplyTo, opening_allows, opening_named};
pub use verify::{Refused, Verifier, Why};
pub use walk::{Next, ProofWalk};
pub use zone::{Collector, Zone, Zones, fives};
