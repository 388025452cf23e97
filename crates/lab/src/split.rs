//! Some games are held out of what is learned, to see what was learned.
//!
//! What decides is the source of a game, so that positions of its search trees go with it, in whatever
//! file they are.

use tengen_common::random::Random;

/// Which games are held out.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Split {
    /// How many of them, as a share of all.
    pub share: f64,
    /// Which.
    pub seed: u64,
}

impl Split {
    /// Whether what comes from this game of self-play is held out.
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
