//! How many threads are worth starting, and how people write that: `2`, or `all`.

use std::num::NonZero;
use std::sync::LazyLock;
use std::thread::available_parallelism;

/// Some systems answer from a handful of files, which takes longer than a move at once: they are asked once.
static COUNT: LazyLock<usize> = LazyLock::new(|| available_parallelism().map_or(1, NonZero::get));

/// So many threads of this process can run at the same moment; one where the system does not tell. More
/// would only stand in each other's way.
pub fn count() -> usize {
    *COUNT
}

/// So many threads, but no more than the machine runs at once.
///
/// # Errors
/// What is wrong with it.
pub fn read(text: &str) -> Result<usize, String> {
    let wanted = match text {
        "all" => Some(count()),
        _ => text.parse().ok().filter(|&wanted| wanted > 0),
    };
    let threads = wanted.map(|wanted: usize| wanted.min(count()));
    threads.ok_or_else(|| "threads are a number from 1, or `all`".into())
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
            assert!(read(wrong).unwrap_err().contains("from 1"), "{wrong}");
        }
    }
}
