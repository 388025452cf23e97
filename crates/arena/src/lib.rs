//! The manager's side of games: referee, matches and tournaments.
//!
//! - [`referee`]: a game between two programs, or between clients of the course protocol;
//! - [`tournament`]: many games and their results; [`stats`]: Elo and SPRT; [`openings`]: balanced openings;
//!   [`chooser`]: makes the choices of opening rules for brains that cannot.

pub mod chooser;
pub mod openings;
pub mod referee;
pub mod stats;
pub mod tournament;
