//! Forcing moves.
//!
//! - [`standing`]: what is decided at sight: a five, a straight four, a four and a three;
//! - [`replies`]: what each of those, as a threat of the opponent, leaves to the side to move;
//! - [`vcf`]: wins by consecutive fours, searched for within a budget;
//! - [`relevance_zone`]: the points that such a win stands on;
//! - [`vct`]: wins by consecutive threats, and what can be done about one beforehand;
//! - [`proof`]: a claimed win replayed with `rules/` alone.

pub mod proof;
pub mod relevance_zone;
pub mod replies;
pub mod standing;
pub mod vcf;
pub mod vct;

pub use replies::Replies;
pub use standing::Standing;
pub use vcf::Vcf;

pub use tengen_common::deadline::Stop;
