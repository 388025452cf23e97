//! Parses durations: `5s`, `800ms`, `1m 30s`, or a bare number of seconds like `0.3`.

use crate::setting::WrongSetting;
use std::time::Duration;

/// The longest accepted duration, about eleven days, so that later additions cannot overflow.
const LONGEST: Duration = Duration::from_secs(1_000_000);

/// Parses a duration greater than zero.
///
/// # Errors
/// A message if it is malformed, zero or too long.
pub fn read(text: &str) -> Result<Duration, WrongSetting> {
    match read_any(text) {
        Ok(duration) if duration.is_zero() => Err(WrongSetting::ZeroTime),
        other => other,
    }
}

/// Parses a duration that may be zero.
///
/// # Errors
/// A message if it is malformed or too long.
pub fn read_any(text: &str) -> Result<Duration, WrongSetting> {
    let seconds = text.trim().parse().ok();
    let time = match seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()) {
        Some(time) => time,
        None => humantime::parse_duration(text)
            .map_err(|why| WrongSetting::NoTime { text: text.into(), why: why.to_string() })?,
    };
    if time > LONGEST { Err(WrongSetting::LongTime { text: text.into() }) } else { Ok(time) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bare_number_is_seconds() {
        for (text, milliseconds) in [("5s", 5000), ("800ms", 800), ("1m 30s", 90_000), ("0.3", 300), ("2", 2000)] {
            assert_eq!(read(text), Ok(Duration::from_millis(milliseconds)), "{text}");
        }
        assert_eq!(read_any("0"), Ok(Duration::ZERO));
        for wrong in ["0", "0s", "soon", "", "-1", "1e7", "NaN", "12days", "1e300", "18446744073709551615s"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
