//! Work on files of training games: what is in them, and other files made of them.
//!
//! - [`stats`]: how many, how they stand, how they are balanced, which come twice;
//! - [`rearrange`]: merge, shuffle, split;
//! - [`export`]: positions as a trainer in Python reads them.

pub mod export;
pub mod rearrange;
pub mod stats;
mod symmetry;

use super::provenance::Origin;
use anyhow::Result;
use std::path::PathBuf;

/// How many games the files hold.
///
/// # Errors
/// When one cannot be read or is no file of games.
pub fn count(files: &[PathBuf]) -> Result<usize> {
    let count = |path: &PathBuf| Origin::scan(path, &mut |_, _| ()).map(|origin| origin.games);
    files.iter().map(count).sum()
}
