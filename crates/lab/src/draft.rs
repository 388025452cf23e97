//! Files that are there whole or not at all: they have another name until all of them is written.

use anyhow::{Context, Result, ensure};
use std::path::{Path, PathBuf};

/// A file in the making.
pub struct Draft {
    path: PathBuf,
    target: PathBuf,
}

impl Draft {
    /// A draft of a file that is not there yet.
    ///
    /// # Errors
    /// When the file is there, or an older draft of it cannot be removed.
    pub fn of(path: &Path) -> Result<Draft> {
        ensure!(
            !path.exists(),
            "{} is there already; choose another file",
            path.display()
        );
        Draft::over(path)
    }

    /// A draft of a file that takes the place of the one that is there. An older draft of it goes.
    ///
    /// # Errors
    /// When the older draft cannot be removed.
    pub fn over(path: &Path) -> Result<Draft> {
        let target = path.to_path_buf();
        let mut name = path.file_name().context("no name of a file")?.to_owned();
        name.push(".part");
        let path = path.with_file_name(name);
        if path.exists() {
            std::fs::remove_file(&path).with_context(|| path.display().to_string())?;
        }
        Ok(Draft { path, target })
    }

    /// Where it is written.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Gives the file its name.
    ///
    /// # Errors
    /// When that cannot be done.
    pub fn finish(self) -> Result<()> {
        let Draft { path, target } = self;
        std::fs::rename(path, &target).with_context(|| target.display().to_string())
    }
}

/// Writes a file, over the one that is there.
///
/// # Errors
/// When that cannot be done; what was there is then unchanged.
pub fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    let draft = Draft::over(path)?;
    std::fs::write(draft.path(), bytes).with_context(|| path.display().to_string())?;
    draft.finish()
}
