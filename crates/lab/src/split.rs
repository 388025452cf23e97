//! Holds out some games for validation.
//!
//! The choice depends on the source of a game, so that positions sampled from its search trees are held out with it,
//! whatever file they are in.

use tengen_common::random::Random;

/// The choice of held-out games.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Split {
    /// The share of held-out games.
    pub share: f64,
    pub seed: u64,
}

impl Split {
    /// Whether data from this self-play game is held out.
    pub fn holds_out(self, source: u64) -> bool {
        let number = Random::of(self.seed, source).next() >> 11;
        (number as f64) < self.share * 2f64.powi(53)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_held_out_and_a_greater_one_holds_out_more() {
        let held = |share| {
            let split = Split { share, seed: 4 };
            (0..10_000).filter(move |&source| split.holds_out(source))
        };
        assert_eq!(held(0.0).count(), 0);
        assert_eq!(held(1.0).count(), 10_000);
        let tenth: Vec<u64> = held(0.1).collect();
        assert!((900..1100).contains(&tenth.len()), "{}", tenth.len());
        let fifth: Vec<u64> = held(0.2).collect();
        assert!(tenth.iter().all(|source| fifth.contains(source)));
    }
}
