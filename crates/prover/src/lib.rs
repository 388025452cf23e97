//! Proofs of won positions.
//!
//! ```text
//! prove       the search: which position next
//! work        its jobs, which any worker may answer
//! builder     a win by threats that the engine's solvers find, as nodes of a certificate
//! store       the finished parts
//! shared      positions that are equal up to a symmetry share one node
//! ```
//!
//! The result is a [`Certificate`](tengen_certificate::Certificate); nothing is proven before
//! [`check`](tengen_certificate::check) has passed it.
//!
//! Proof-number search: L. V. Allis, M. van der Meulen and H. J. van den Herik (1994). Jobs of a strong program as leaves:
//! I-C. Wu, H.-H. Lin and others, *Job-Level Proof-Number Search* (2013).

mod builder;
mod prove;
mod shared;
mod store;
mod work;

pub use prove::{Progress, Proved, Settings, prove};
