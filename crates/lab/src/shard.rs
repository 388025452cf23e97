//! A shard: one part of a run that several processes or machines share.
//!
//! Item *n* of a run (a game, a batch of sampled positions) is the same wherever it is made, and shard 2/4 makes the
//! second quarter of all items. So the concatenation of the shards is the run that a single process would have made.

use crate::error::OptionError;
use std::ops::Range;
use std::str::FromStr;

/// Shard `number` of `of`, counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    number: usize,
    of: usize,
}

impl Shard {
    pub const WHOLE: Shard = Shard { number: 1, of: 1 };

    pub fn range(self, items: usize) -> Range<usize> {
        let end = |parts: usize| (items as u128 * parts as u128 / self.of as u128) as usize;
        end(self.number - 1)..end(self.number)
    }
}

/// `2/4`.
impl FromStr for Shard {
    type Err = OptionError;

    fn from_str(text: &str) -> Result<Shard, OptionError> {
        let numbers = text.split_once('/').and_then(|(a, b)| a.parse().ok().zip(b.parse().ok()));
        match numbers {
            Some((number, of)) if 0 < number && number <= of => Ok(Shard { number, of }),
            _ => Err(OptionError::Shard),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_meet_and_leave_nothing_out() {
        for (items, of) in [(10, 4), (3, 5), (0, 2), (1000, 7)] {
            let parts = (1..=of).map(|number| Shard { number, of }.range(items));
            let all: Vec<usize> = parts.flatten().collect();
            assert_eq!(all, (0..items).collect::<Vec<_>>());
        }
        assert_eq!("2/4".parse::<Shard>().unwrap().range(100), 25..50);
        for wrong in ["", "2", "0/4", "5/4", "1/0", "-1/4", "1/4/2"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }
}
