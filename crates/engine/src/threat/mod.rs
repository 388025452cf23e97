//! Forcing moves.
//!
//! - [`threat_state`]: the static win check: fives, open fours, four-threes;
//! - [`replies`]: the replies to each of these threats of the opponent;
//! - [`vcf`]: wins by consecutive fours, searched within a budget;
//! - [`relevance_zone`]: the points that a VCF depends on;
//! - [`vct`]: wins by consecutive threats, and the defences against one;
//! - [`shortest`]: the shortest win, for all who state its length;
//! - [`proof`]: replays of claimed wins with the rules alone.

mod params;
pub mod proof;
pub mod relevance_zone;
pub mod replies;
pub mod shortest;
pub mod threat_state;
pub mod vcf;
pub mod vct;

pub use replies::Replies;
pub use threat_state::ThreatState;
pub use vcf::Vcf;

pub use tengen_common::deadline::Stop;
