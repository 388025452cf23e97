//! One database joined to another.

use crate::{Database, Import, Record, Results, Tally};
use anyhow::Result;

/// So many records are written together.
const BATCH: usize = 100_000;

/// What a merge has done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Merged {
    /// Positions of which the other database knew more than games.
    pub studied: u64,
    /// Its games.
    pub games: Tally,
}

impl Database {
    /// Joins all of another database to this one: values, proofs and comments as [`Record::joined`] says, and its games,
    /// of which those count that this one has not counted yet. Done twice, or broken off and done again, it comes to
    /// the same.
    ///
    /// # Errors
    /// When one cannot be read, or this one not be written.
    pub fn merge(&mut self, other: &Database) -> Result<Merged> {
        let studied = self.join_studies(other)?;
        let mut import = Import::into(self);
        other.each_game(|game, source| import.played(game, &source))?;
        Ok(Merged {
            studied,
            games: import.end()?,
        })
    }

    fn join_studies(&mut self, other: &Database) -> Result<u64> {
        let mut count = 0;
        let mut gathered = Vec::new();
        other.each(|key, record| {
            if record.is_studied() || record.results.games() == 0 {
                let results = Results::default(); // they come with the games
                gathered.push((key, Record { results, ..record }));
                count += 1;
            }
            if gathered.len() >= BATCH {
                self.join_all(&mut gathered)?;
            }
            Ok(())
        })?;
        self.join_all(&mut gathered)?;
        Ok(count)
    }

    fn join_all(&mut self, records: &mut Vec<(crate::Key, Record)>) -> Result<()> {
        let mut batch = self.write()?;
        for (key, record) in records.drain(..) {
            batch.join(&key, record)?;
        }
        batch.commit()
    }
}
