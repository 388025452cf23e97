//! Code shared by the engines of all games.
//!
//! - [`score`]: evaluation scores; [`params`]: tunable parameters;
//! - [`callback`]: limits, callbacks and reports of a search; [`deadline`]: stops solvers in time; [`task_thread`]: a
//!   background thread for searches;
//! - [`time`]: time management; [`table`]: the transposition table, stored in large [`pages`];
//! - [`player`]: the player interface below the protocols; [`inbox`]: input during a search; [`turn`]: clock and input
//!   of a turn with a fixed time;
//! - [`processors`]: the number of threads;
//! - [`duration`]: parses durations; [`setting`]: why the text of a setting is refused;
//! - [`random`]: random numbers, and [`logarithm`]: logarithms, identical on every machine.

#![warn(missing_docs)]

pub mod callback;
pub mod deadline;
pub mod duration;
pub mod inbox;
pub mod logarithm;
pub mod pages;
pub mod params;
pub mod player;
pub mod processors;
pub mod random;
pub mod score;
pub mod setting;
pub mod table;
pub mod task_thread;
pub mod time;
pub mod turn;

pub use callback::{Limits, LimitsOnly, Report, SearchCallback, Shortening, Signal, StopRequest, Stoppable};
pub use inbox::{Inbox, Interrupt};
pub use score::{Plies, Score, WinLength};
