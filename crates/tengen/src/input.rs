//! Reads the lines of standard input in a thread, for commands that answer other programs.

use anyhow::{Context, Result};
use std::io::{BufRead, BufReader, Read};
use std::thread;
use tengen_core::messages;

messages! {
    pub enum InputError {
        LongLine { longest: usize } = "the line is longer than {longest} bytes",
        ByteOrderMark { name: &'static str } = "the line begins with a byte order mark ({name}); send UTF-8 without one",
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Input {
    /// A line with its terminator. The line may be blank.
    Line(Vec<u8>),
    /// A line that cannot be read, and why.
    Unreadable(InputError),
    End,
}

/// Starts a thread that passes the lines of standard input, and then its end, to `give`, until `give` returns false.
pub fn start(longest: usize, give: impl FnMut(Input) -> bool + Send + 'static) -> Result<()> {
    let read = move || read_lines(BufReader::new(std::io::stdin()), longest, give);
    let started = thread::Builder::new().name("input".into()).spawn(read);
    started.context("a thread for the input").map(drop)
}

/// Passes lines of at most `longest` bytes to `give`.
fn read_lines(mut input: impl BufRead, longest: usize, mut give: impl FnMut(Input) -> bool) {
    loop {
        let mut line = Vec::new();
        let read = input.by_ref().take(longest as u64 + 1).read_until(b'\n', &mut line);
        let is_long = line.len() > longest && !line.ends_with(b"\n");
        let input = match read {
            Err(_) | Ok(0) => Input::End,
            Ok(_) if is_long => {
                let _ = input.skip_until(b'\n'); // the next read returns the same error
                Input::Unreadable(InputError::LongLine { longest })
            }
            Ok(_) => match byte_order_mark(&line) {
                Some(name) => Input::Unreadable(InputError::ByteOrderMark { name }),
                None => Input::Line(line),
            },
        };
        let is_end = input == Input::End;
        if !give(input) || is_end {
            return;
        }
    }
}

fn byte_order_mark(line: &[u8]) -> Option<&'static str> {
    const MARKS: [(&[u8], &str); 3] = [(b"\xef\xbb\xbf", "UTF-8"), (b"\xff\xfe", "UTF-16"), (b"\xfe\xff", "UTF-16")];
    MARKS.into_iter().find(|(mark, _)| line.starts_with(mark)).map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_skipped_and_blank_ones_given() {
        let lines = read(b"xxxx\n\r\n  \nxxxxx\na\r\nxxxxxxx\nb", 4);
        let long = "the line is longer than 4 bytes";
        assert_eq!(lines, ["xxxx\n", "\r\n", "  \n", long, "a\r\n", long, "b", "end"]);
    }

    #[test]
    fn a_byte_order_mark_is_named() {
        let lines = read(b"\xef\xbb\xbfname\nname\n\xff\xfen\0\n", 99);
        let mark = |name| format!("the line begins with a byte order mark ({name}); send UTF-8 without one");
        assert_eq!(lines, [&mark("UTF-8"), "name\n", &mark("UTF-16"), "end"]);
    }

    fn read(input: &[u8], longest: usize) -> Vec<String> {
        let mut lines = Vec::new();
        read_lines(input, longest, |input| {
            lines.push(match input {
                Input::Line(line) => String::from_utf8(line).expect("ASCII"),
                Input::Unreadable(error) => error.into(),
                Input::End => "end".into(),
            });
            true
        });
        lines
    }

    #[test]
    fn reading_ends_when_give_returns_false() {
        let mut count = 0;
        read_lines(&b"a\nb\n"[..], 4, |_| {
            count += 1;
            false
        });
        assert_eq!(count, 1);
    }
}
