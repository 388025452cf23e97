//! Files written by tests.

use std::path::PathBuf;

/// A path for a file of this process; the test must remove it.
pub fn file(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("tengen-{}-{name}", std::process::id()))
}
