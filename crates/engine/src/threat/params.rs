//! The numbers of the solvers; those of [`shortest`](super::shortest) are there, because its results depend on them all.

/// Node budget of a VCF search.
pub(super) const FOURS_BUDGET: u64 = 1000;
/// The same in a search for every move: a result that it interrupts is no proof.
pub(super) const THOROUGH_BUDGET: u64 = 20_000;
/// Node budget of the check whether a quiet move threatens a VCF.
pub(super) const QUIET_BUDGET: u64 = 100;
/// Node budget for a win against a reply that a line does not show.
pub(super) const SIDE_BUDGET: u64 = 10_000;
/// Quiet threats are generated once the threes and fours need at least this many leaves to be won.
pub(super) const PATIENCE: u32 = 8;
/// Up to this ply more quiet threats are generated.
pub(super) const FREE_PLY: u32 = 2;
/// This many replies besides the hardest one count as one leaf.
pub(super) const OTHERS: u32 = 4;
/// The cost of fours and of other threats.
pub(super) const FOUR: u32 = 1;
pub(super) const THREAT: u32 = 2;
/// The first and the last threat limit.
pub(super) const NEAR: u32 = THREAT;
pub(super) const FAR: u32 = 100 * THREAT;
