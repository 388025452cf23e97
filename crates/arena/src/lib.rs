//! Games from the manager's chair.
//!
//! - [`referee`]: one game between programs, or between clients of the course's protocol;
//! - [`tournament`]: many, and what comes of them; [`stats`]: Elo and SPRT; [`openings`]: where they begin;
//!   [`chooser`]: who chooses in opening rules for brains that cannot.

pub mod chooser;
pub mod openings;
pub mod referee;
pub mod stats;
pub mod tournament;
