//! Atomic files: they are written to a temp file that is renamed when complete.

use anyhow::{Context, Result, ensure};
use std::path::{Path, PathBuf};

/// A temp file.
pub struct AtomicFile {
    path: PathBuf,
    target: PathBuf,
}

impl AtomicFile {
    /// A temp file for a file that does not exist yet.
    ///
    /// # Errors
    /// If the file exists, or an older temp file cannot be removed.
    pub fn of(path: &Path) -> Result<AtomicFile> {
        ensure!(!path.exists(), "{} is there already; choose another file", path.display());
        AtomicFile::over(path)
    }

    /// A temp file that will replace an existing file. An older temp file is removed.
    ///
    /// # Errors
    /// If the older temp file cannot be removed.
    pub fn over(path: &Path) -> Result<AtomicFile> {
        let target = path.to_path_buf();
        let mut name = path.file_name().context("no name of a file")?.to_owned();
        name.push(".part");
        let path = path.with_file_name(name);
        if path.exists() {
            std::fs::remove_file(&path).with_context(|| path.display().to_string())?;
        }
        Ok(AtomicFile { path, target })
    }

    /// The path of the temp file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Renames it to its target.
    ///
    /// # Errors
    /// If that fails.
    pub fn finish(self) -> Result<()> {
        let AtomicFile { path, target } = self;
        std::fs::rename(path, &target).with_context(|| target.display().to_string())
    }
}

/// Writes a file, replacing an existing one.
///
/// # Errors
/// If that fails; the existing file is unchanged.
pub fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    let file = AtomicFile::over(path)?;
    std::fs::write(file.path(), bytes).with_context(|| path.display().to_string())?;
    file.finish()
}
