//! Numbers of threads, as people write them: `2`, or `all`.

use crate::kit::processors;

/// So many threads, but no more than the machine runs at once.
///
/// # Errors
/// What is wrong with it.
pub fn read(text: &str) -> Result<usize, String> {
    let count = match text {
        "all" => Some(processors::count()),
        _ => text.parse().ok().filter(|&count| count > 0),
    };
    let count = count.map(|count: usize| count.min(processors::count()));
    count.ok_or_else(|| "threads are a number from 1, or `all`".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_are_counted_up_to_what_the_machine_runs_at_once() {
        let all = processors::count();
        assert_eq!((read("1"), read("all")), (Ok(1), Ok(all)));
        assert_eq!(read("1000000"), Ok(all));
        for wrong in ["0", "-1", "two", "", "1.5"] {
            assert!(read(wrong).unwrap_err().contains("from 1"), "{wrong}");
        }
    }
}
