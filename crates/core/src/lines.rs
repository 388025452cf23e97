//! Splits a byte stream into lines, for communication with programs through pipes.

use std::io::{ErrorKind, Read};

/// Lines are truncated to this many bytes: no command is as long, and a program that sends
/// gigabytes without a line end must not exhaust the memory.
const LONGEST_LINE: usize = 16 * 1024;
/// The maximum number of bytes per read.
pub const MOST_BYTES_IN_BATCH: usize = 4096;

/// A line without its terminator, as arbitrary bytes.
pub type Line = Vec<u8>;

/// Passes each line of `input` to `give` until the input ends or fails, or `give` returns false.
pub fn read_lines(input: impl Read, mut give: impl FnMut(Line) -> bool) {
    read_batches(input, |lines| lines.into_iter().all(&mut give));
}

/// Like [`read_lines`], but passes all lines of one read together; batches are never empty.
pub fn read_batches(mut input: impl Read, mut give: impl FnMut(Vec<Line>) -> bool) {
    let mut cutter = LineCutter::default();
    let mut buffer = [0; MOST_BYTES_IN_BATCH];
    loop {
        let mut lines = Vec::new();
        match input.read(&mut buffer) {
            Ok(0) => break,
            Ok(count) => cutter.cut(&buffer[..count], |line| lines.push(line)),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(_) => return,
        }
        if !lines.is_empty() && !give(lines) {
            return;
        }
    }
    cutter.finish(|line| {
        give(vec![line]);
    });
}

/// Splits bytes into lines at CR, LF or CR LF; empty lines are dropped.
#[derive(Default)]
pub struct LineCutter(Vec<u8>);

impl LineCutter {
    /// Adds bytes and passes each completed line to `give`.
    pub fn cut(&mut self, bytes: &[u8], mut give: impl FnMut(Line)) {
        for piece in bytes.split_inclusive(|byte| matches!(byte, b'\r' | b'\n')) {
            let (text, ended) = match piece.split_last() {
                Some((b'\r' | b'\n', text)) => (text, true),
                _ => (piece, false),
            };
            let room = LONGEST_LINE - self.0.len();
            self.0.extend_from_slice(&text[..text.len().min(room)]);
            if ended {
                self.finish(&mut give);
            }
        }
    }

    /// Passes the last line, which has no terminator, to `give`.
    pub fn finish(&mut self, mut give: impl FnMut(Line)) {
        if !self.0.is_empty() {
            give(std::mem::take(&mut self.0));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(pieces: &[&[u8]]) -> Vec<Vec<u8>> {
        let mut lines = Vec::new();
        let mut cutter = LineCutter::default();
        for piece in pieces {
            cutter.cut(piece, |line| lines.push(line));
        }
        cutter.finish(|line| lines.push(line));
        lines
    }

    #[test]
    fn every_kind_of_line_end() {
        let lines = cut(&[b"a\nb\r\nc\rd\r", b"\n\n\r\re", b"f\n", b"last"]);
        assert_eq!(lines, [b"a".to_vec(), b"b".into(), b"c".into(), b"d".into(), b"ef".into(), b"last".into()]);
    }

    #[test]
    fn what_comes_together_is_given_together() {
        let mut batches = Vec::new();
        let input = b"BOARD\n7,7,1\nDO".chain(&b"NE\n\n"[..]).chain(&b"\n"[..]);
        read_batches(input.chain(&b"END"[..]), |lines| {
            batches.push(lines.join(&b' '));
            true
        });
        assert_eq!(batches, [b"BOARD 7,7,1".to_vec(), b"DONE".into(), b"END".into()]);
    }

    #[test]
    fn a_line_without_end_is_cut() {
        let long = vec![b'x'; 100_000];
        let lines = cut(&[&long, &long, b"\nEND\n"]);
        assert_eq!(lines, [vec![b'x'; LONGEST_LINE], b"END".to_vec()]);
    }
}
