//! Who searches which position, so that programs that analyse one file at the same time do not do each other's work.
//!
//! A claim is a lease: it is renewed every 5 s and expires after 30 s without renewal (`store::VOID`), so that the
//! positions claimed by a program that was killed are soon free again.

use crate::{Batch, Database, Key, Records};
use anyhow::Result;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

/// How often claims are renewed.
const BEAT: Duration = Duration::from_secs(5);

/// The claims of one who analyses.
pub(crate) struct Claims {
    owner: i64,
    /// Ends the heartbeat when it is dropped.
    life: Option<Sender<()>>,
    heart: Option<JoinHandle<()>>,
}

impl Claims {
    /// Nothing is claimed yet.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub(crate) fn in_file(database: &Database) -> Result<Claims> {
        let owner = RandomState::new().build_hasher().finish().cast_signed();
        let own = Database::create(database.file())?;
        let (life, end) = channel();
        let beat = move || {
            while end.recv_timeout(BEAT) == Err(RecvTimeoutError::Timeout) {
                // A file that cannot be written now is told of when the search is written.
                let _ = own.renew_claims(owner);
            }
        };
        let heart = std::thread::Builder::new().spawn(beat)?;
        Ok(Claims {
            owner,
            life: Some(life),
            heart: Some(heart),
        })
    }

    /// Claims a position unless somebody else has, or `is_done` finds that nothing is left to do there; whether it did.
    ///
    /// # Errors
    /// When the file cannot be written.
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

    /// Gives a position back, together with what was found out about it.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub(crate) fn release(&self, batch: &mut Batch, key: &Key) -> Result<()> {
        batch.release(key, self.owner)
    }
}

impl Drop for Claims {
    fn drop(&mut self) {
        self.life = None;
        if let Some(heart) = self.heart.take() {
            let _ = heart.join(); // a heart that has failed has nothing to say
        }
    }
}
