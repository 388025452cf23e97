//! Claims on positions, so that programs that analyse the same file do not duplicate work.
//!
//! A claim is a lease: it is renewed every 5 s and expires after 30 s without renewal (`store::VOID`), so that
//! positions claimed by a killed program soon become free again.

use crate::error::Result;
use crate::{Batch, Database, Key, Records};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

/// The interval of renewals.
const BEAT: Duration = Duration::from_secs(5);

pub(crate) struct Claims {
    owner: i64,
    /// Dropping it ends the heartbeat.
    life: Option<Sender<()>>,
    heart: Option<JoinHandle<()>>,
}

impl Claims {
    /// Starts without any claim.
    pub(crate) fn in_file(database: &Database) -> Result<Claims> {
        let owner = RandomState::new().build_hasher().finish().cast_signed();
        let own = Database::create(database.file())?;
        let (life, end) = channel();
        let beat = move || {
            while end.recv_timeout(BEAT) == Err(RecvTimeoutError::Timeout) {
                // An error here shows up again when the search result is written.
                let _ = own.renew_claims(owner);
            }
        };
        let heart = std::thread::Builder::new().spawn(beat)?;
        Ok(Claims { owner, life: Some(life), heart: Some(heart) })
    }

    /// Claims a position unless another program has, or `is_done` finds that nothing is left to do there. Returns
    /// whether it was claimed.
    pub(crate) fn claim(
        &self,
        database: &mut Database,
        key: &Key,
        is_done: impl FnOnce(&dyn Records) -> Result<bool>,
    ) -> Result<bool> {
        let mut batch = database.write()?;
        if is_done(&batch)? || !batch.claim(key, self.owner)? {
            return Ok(false);
        }
        batch.commit()?;
        Ok(true)
    }

    /// Releases a position in the transaction that writes its result.
    pub(crate) fn release(&self, batch: &mut Batch, key: &Key) -> Result<()> {
        batch.release(key, self.owner)
    }
}

impl Drop for Claims {
    fn drop(&mut self) {
        self.life = None;
        if let Some(heart) = self.heart.take() {
            let _ = heart.join(); // a failed heartbeat does not matter here
        }
    }
}
