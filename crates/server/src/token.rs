//! The secret in the page's address, and the file that keeps it, so that the address is the same after a restart.

use anyhow::{Context, Result, bail};
use std::io::{self, ErrorKind, Write};
use std::path::Path;
use tengen_core::files::{self, Existing, NewFile};

const BYTES: usize = 16;
/// The maximum size of the file: the token, and room for line ends.
const LONGEST_FILE: usize = 64;

/// A new token: hexadecimal digits.
pub fn fresh() -> String {
    let bytes: [u8; BYTES] = rand::random();
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The token in this file, which only its owner can read. The file gets a new token if it does not exist, is empty, or
/// others could read it.
pub fn kept(file: &Path) -> Result<String> {
    let failed = || format!("the token is not kept in {}", file.display());
    let old = old_token(file).with_context(failed)?;
    if let Some(token) = old {
        if is_private(file).with_context(failed)? {
            return Ok(token);
        }
        log::warn!("{} gets a new token: others could read it", file.display());
    }
    let token = fresh();
    write(file, &token).with_context(failed)?;
    Ok(token)
}

/// The token in this file; `None` if it does not exist or is empty.
fn old_token(file: &Path) -> Result<Option<String>> {
    let text = match files::read_plain(file, LONGEST_FILE) {
        Err(error) if error.kind() == ErrorKind::FileTooLarge => None,
        read => match read? {
            Some(bytes) => String::from_utf8(bytes).ok(),
            None => return Ok(None),
        },
    };
    match text.as_deref().map(str::trim) {
        Some("") => Ok(None),
        Some(text) if is_token(text) => Ok(Some(text.into())),
        _ => bail!("it holds something else; name another file"),
    }
}

fn is_token(text: &str) -> bool {
    text.len() == 2 * BYTES && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn write(file: &Path, token: &str) -> io::Result<()> {
    if let Some(folder) = file.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let mut new = NewFile::create_private(file, Existing::Replace)?;
    writeln!(new, "{token}")?;
    new.finish()
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

    #[test]
    fn a_token_is_kept_and_private() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("deep").join("token");
        let token = kept(&file).unwrap();
        assert!(is_token(&token) && is_private(&file).unwrap());
        assert_eq!(kept(&file).unwrap(), token);
        std::fs::remove_file(&file).unwrap();
        assert_ne!(kept(&file).unwrap(), token, "without the file there is a new one");
    }

    #[test]
    fn what_is_no_token_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("token");
        std::fs::write(&file, "").unwrap();
        assert!(is_token(&kept(&file).unwrap()), "an empty file holds nothing");
        let megabytes = "ab".repeat(5 << 20);
        for text in ["(;GM[4]SZ[15])", "../../etc", "0123456789abcdef", &"ä".repeat(16), &megabytes] {
            std::fs::write(&file, text).unwrap();
            let error = format!("{:#}", kept(&file).unwrap_err());
            assert!(error.ends_with("it holds something else; name another file"), "{error}");
            assert_eq!(std::fs::read_to_string(&file).unwrap(), text);
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_pipe_or_an_endless_device_is_refused() {
        for file in ["/dev/zero", "/dev/null", "/proc/self/fd"] {
            let error = format!("{:#}", kept(Path::new(file)).unwrap_err());
            assert!(error.ends_with("it is not a plain file"), "{error}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_token_that_others_could_read_is_replaced() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("token");
        let token = kept(&file).unwrap();
        std::fs::set_permissions(&file, PermissionsExt::from_mode(0o644)).unwrap();
        assert_ne!(kept(&file).unwrap(), token);
        assert!(is_private(&file).unwrap());
    }

    #[test]
    fn a_file_that_cannot_be_written_is_an_error() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let error = kept(&file.path().join("token")).unwrap_err();
        assert!(error.to_string().contains("token is not kept in"), "{error}");
    }
}
