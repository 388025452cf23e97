//! What the engines of all games have in common.
//!
//! - [`score`]: what a position is worth; [`params`]: numbers that a tuner may turn;
//! - [`supervisor`]: what a search is asked, who watches over it, what it answers; [`deadline`]: solvers beside a
//!   search are stopped in time; [`task_thread`]: a thread that searches while one does something else;
//! - [`time`]: how long to think; [`clock`]: the time now;
//! - [`table`]: what was found out about positions before, in [`pages`] of memory;
//! - [`player`]: whoever sits at a board, whatever language is spoken above; [`inbox`]: what comes in while
//!   one thinks; [`turn`]: clock and input of a turn whose time is told once;
//! - [`processors`]: how many threads are worth starting;
//! - [`duration`]: times as people write them;
//! - [`random`]: random numbers that are the same on every machine; [`logarithm`]: logarithms that are.

pub mod clock;
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
pub mod supervisor;
pub mod table;
pub mod task_thread;
pub mod time;
pub mod turn;

pub use inbox::{Inbox, Interrupt};
pub use score::{Plies, Score};
pub use supervisor::{Limits, LimitsOnly, Report, StopRequest, Stoppable, Supervisor, Verdict};
