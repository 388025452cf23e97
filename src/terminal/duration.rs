//! Times as people write them.

use std::time::Duration;

/// A time, like `5s` or `800ms`.
///
/// # Errors
/// What is wrong with it.
pub fn read(text: &str) -> Result<Duration, String> {
    match humantime::parse_duration(text) {
        Ok(duration) if duration.is_zero() => Err("a time must be longer than nothing".into()),
        Ok(duration) => Ok(duration),
        Err(error) => Err(format!("\"{text}\" is no time like 5s: {error}")),
    }
}
