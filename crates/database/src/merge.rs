//! Merges databases.

use crate::error::Result;
use crate::{Database, Import, ImportCounts, Record, Results};

/// The number of records per transaction.
const BATCH: usize = 100_000;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Merged {
    /// Positions for which the other database had more than game results.
    pub studied: u64,
    pub games: ImportCounts,
}

impl Database {
    /// Merges another database into this one: values, proofs and comments as documented at [`Record::joined`], and the
    /// games that this one has not counted yet. Repeating a merge, also after an interruption, gives the same result.
    pub fn merge(&mut self, other: &Database) -> Result<Merged> {
        let studied = self.join_studies(other)?;
        let mut import = Import::into(self);
        other.each_game(|game, source| import.played(game, &source))?;
        Ok(Merged { studied, games: import.end()? })
    }

    fn join_studies(&mut self, other: &Database) -> Result<u64> {
        let mut count = 0;
        let mut gathered = Vec::new();
        other.each(|key, record| {
            if record.is_studied() || record.results.games() == 0 {
                let results = Results::default(); // they are added with the games
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
