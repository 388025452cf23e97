//! The secret in the page's address, and the file that keeps it, so that the address is the same after a restart.

use anyhow::{Context, Result};
use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::Path;

/// The number of random bytes.
const BYTES: usize = 16;

/// A new token: hexadecimal digits.
pub fn fresh() -> String {
    let bytes: [u8; BYTES] = rand::random();
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The token in this file, which only its owner can read. The file gets a new token if it does not exist, holds
/// something else, or others could read it.
///
/// # Errors
/// If the file can neither be read nor written.
pub fn kept(file: &Path) -> Result<String> {
    let failed = || format!("the token is not kept in {}", file.display());
    match std::fs::read_to_string(file) {
        Ok(text) if is_token(text.trim()) && is_private(file).with_context(failed)? => {
            return Ok(text.trim().to_string());
        }
        Ok(_) => {
            log::warn!(
                "{} gets a new token: it held none, or others could read it",
                file.display()
            );
            std::fs::remove_file(file).with_context(failed)?;
        }
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) => return Err(error).with_context(failed),
    }
    let token = fresh();
    write(file, &token).with_context(failed)?;
    Ok(token)
}

fn is_token(text: &str) -> bool {
    text.len() == 2 * BYTES && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn write(file: &Path, token: &str) -> io::Result<()> {
    if let Some(folder) = file.parent() {
        std::fs::create_dir_all(folder)?;
    }
    writeln!(create(file)?, "{token}")
}

#[cfg(unix)]
fn create(file: &Path) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;
    OpenOptions::new().write(true).create_new(true).mode(0o600).open(file)
}

/// In the user's folder on other systems, files are private by default.
#[cfg(not(unix))]
fn create(file: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).create_new(true).open(file)
}

#[cfg(unix)]
fn is_private(file: &Path) -> io::Result<bool> {
    use std::os::unix::fs::PermissionsExt;
    Ok(std::fs::metadata(file)?.permissions().mode() & 0o077 == 0)
}

#[cfg(not(unix))]
fn is_private(_file: &Path) -> io::Result<bool> {
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An empty folder for this test.
    fn folder(name: &str) -> std::path::PathBuf {
        let folder =
            std::env::temp_dir().join(format!("tengen-token-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        folder
    }

    #[test]
    fn a_token_is_kept_and_private() {
        let folder = folder("kept");
        let file = folder.join("deep").join("token");
        let token = kept(&file).unwrap();
        assert!(is_token(&token) && is_private(&file).unwrap());
        assert_eq!(kept(&file).unwrap(), token);
        std::fs::remove_file(&file).unwrap();
        assert_ne!(kept(&file).unwrap(), token, "without the file there is a new one");
        let _ = std::fs::remove_dir_all(&folder);
    }

    #[test]
    fn what_is_no_token_is_replaced() {
        let folder = folder("replaced");
        std::fs::create_dir_all(&folder).unwrap();
        let file = folder.join("token");
        for text in ["", "../../etc", "0123456789abcdef", &"ä".repeat(16)] {
            std::fs::write(&file, text).unwrap();
            let token = kept(&file).unwrap();
            assert!(is_token(&token) && is_private(&file).unwrap(), "{text:?}");
            assert_eq!(kept(&file).unwrap(), token);
        }
        let _ = std::fs::remove_dir_all(&folder);
    }

    #[cfg(unix)]
    #[test]
    fn a_token_that_others_could_read_is_replaced() {
        use std::os::unix::fs::PermissionsExt;
        let folder = folder("open");
        let file = folder.join("token");
        let token = kept(&file).unwrap();
        std::fs::set_permissions(&file, PermissionsExt::from_mode(0o644)).unwrap();
        assert_ne!(kept(&file).unwrap(), token);
        assert!(is_private(&file).unwrap());
        let _ = std::fs::remove_dir_all(&folder);
    }

    #[test]
    fn a_file_that_cannot_be_written_is_an_error() {
        let folder = folder("none");
        std::fs::write(&folder, "a file").unwrap();
        let error = kept(&folder.join("token")).unwrap_err();
        assert!(error.to_string().contains("token is not kept in"), "{error}");
        std::fs::remove_file(&folder).unwrap();
    }
}
