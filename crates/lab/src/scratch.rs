//! Files that tests write.

use std::path::PathBuf;

/// A file of this process; who writes it takes it away.
pub fn file(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("tengen-{}-{name}", std::process::id()))
}
