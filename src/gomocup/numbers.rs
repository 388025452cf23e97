//! Parses numbers and points in arguments.

use tengen_line_io::words::is_blank;
use tengen_session::brain::Place;

/// `N` numbers separated by commas.
pub(super) fn numbers<const N: usize>(line: &[u8]) -> Option<[i32; N]> {
    let text = String::from_utf8_lossy(line);
    let numbers: Option<Vec<i32>> = text.trim_matches(is_blank).split(',').map(number).collect();
    numbers?.try_into().ok()
}

/// A point: `x,y`.
pub(super) fn place(text: &str) -> Option<Place> {
    let [x, y] = numbers(text.as_bytes())?;
    Some((x, y))
}

pub(super) fn number(text: &str) -> Option<i32> {
    text.trim_matches(is_blank).parse().ok()
}

/// Any integer; clamped to the range of `i64`.
pub(super) fn integer(text: &str) -> Option<i64> {
    let text = text.trim_matches(is_blank);
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let limit = if text.starts_with('-') { i64::MIN } else { i64::MAX };
    Some(text.parse().unwrap_or(limit))
}
