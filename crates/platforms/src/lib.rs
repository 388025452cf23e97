//! Platforms other than Gomocup's managers.
//!
//! - [`sau`]: the brain's side of the SAU protocol, for every game that implements
//!   [`Player`](tengen_common::player::Player);
//! - [`course`]: the referee of the artificial-intelligence course: its messages, a client and the referee.

pub mod course;
pub mod sau;
