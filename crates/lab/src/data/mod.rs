//! Tools for training data files.
//!
//! - [`stats`]: statistics: number, threat states, balance, duplicates;
//! - [`values`]: how a network values positions, by the number of stones;
//! - [`rearrange`]: merge, shuffle, split.

pub mod rearrange;
pub mod stats;
mod symmetry;
pub mod values;

use super::provenance::Origin;
use anyhow::Result;
use std::path::PathBuf;

pub fn count(files: &[PathBuf]) -> Result<usize> {
    let count = |path: &PathBuf| Origin::scan(path, &mut |_, _| ()).map(|origin| origin.games);
    files.iter().map(count).sum()
}
