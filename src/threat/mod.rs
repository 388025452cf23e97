//! Floor 3: forcing moves.
//!
//! - [`standing`]: what is decided at sight: a five, a straight four, a four and a three;
//! - [`replies`]: what each of those, as a threat of the opponent, leaves to the side to move;
//! - [`vcf`]: wins by consecutive fours, searched for within a budget;
//! - [`proof`]: a claimed win replayed with `rules/` alone.

pub mod proof;
pub mod replies;
pub mod standing;
pub mod vcf;

pub use replies::Replies;
pub use standing::Standing;
pub use vcf::Vcf;
