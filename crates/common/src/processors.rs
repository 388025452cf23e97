//! The number of threads, and its text form: `2`, or `all`.

use crate::setting::WrongSetting;
use std::num::NonZero;
use std::sync::LazyLock;
use std::thread::available_parallelism;

/// Cached: some systems read several files for the answer, which takes longer than a fast move.
static COUNT: LazyLock<usize> = LazyLock::new(|| available_parallelism().map_or(1, NonZero::get));

/// The number of threads that can run in parallel; one if unknown. More threads would only compete.
pub fn count() -> usize {
    *COUNT
}

/// Parses a number of threads, limited to the number that can run in parallel.
///
/// # Errors
/// A message if it is malformed.
pub fn read(text: &str) -> Result<usize, WrongSetting> {
    let wanted = match text {
        "all" => Some(count()),
        _ => text.parse().ok().filter(|&wanted| wanted > 0),
    };
    let threads = wanted.map(|wanted: usize| wanted.min(count()));
    threads.ok_or(WrongSetting::Threads)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_are_counted_up_to_what_the_machine_runs_at_once() {
        let all = count();
        assert_eq!((read("1"), read("all")), (Ok(1), Ok(all)));
        assert_eq!(read("1000000"), Ok(all));
        for wrong in ["0", "-1", "two", "", "1.5"] {
            assert!(read(wrong).unwrap_err().to_string().contains("from 1"), "{wrong}");
        }
    }
}
