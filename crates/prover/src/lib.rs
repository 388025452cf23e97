//! Proofs of won positions.
//!
//! ```text
//! prove       the search: which position next
//! work        its jobs, which any worker may answer
//! crew        the workers: this thread, other threads, or programs
//! lines       jobs and answers as lines of JSON
//! log         the answers on disk, from which a proof goes on
//! builder     a win by threats that the engine's solvers find, as nodes of a certificate
//! store       the finished parts
//! guide       the large nodes of a proof
//! setting     rule, board and attacker, which all jobs have in common
//! shared      positions that are equal up to a symmetry share one node
//! ```
//!
//! The result is a [`Certificate`](tengen_certificate::Certificate); nothing is proven before
//! [`check`](tengen_certificate::check) has passed it.
//!
//! Proof-number search: L. V. Allis, M. van der Meulen and H. J. van den Herik (1994). Jobs of a strong program as leaves:
//! I-C. Wu, H.-H. Lin and others, *Job-Level Proof-Number Search* (2013).

mod builder;
mod crew;
mod guide;
mod lines;
mod log;
mod prove;
mod setting;
mod shared;
mod store;
mod work;

pub use crew::{Alone, Crew, Programs, Threads};
pub use guide::{GuideMoves, guide};
pub use lines::work;
pub use log::Log;
pub use prove::{ProofProgress, Proved, Settings, WayMove, prove};
pub use setting::Setting;
pub use work::ProofWorker;
