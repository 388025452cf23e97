//! Bytes cut into lines, for whatever talks to a program on the other side of a pipe.

use std::io::{ErrorKind, Read};

/// A line is cut after this many bytes: no command is as long, and a program that sends gigabytes
/// without a line end must not fill the memory.
const LONGEST_LINE: usize = 16 * 1024;
/// So many bytes at most are read at a time.
pub const MOST_BYTES_IN_BATCH: usize = 4096;

/// One line as it came, without its end: any bytes at all.
pub type Line = Vec<u8>;

/// Gives away the lines of `input` until it ends or fails, or `give` returns false.
pub fn read_lines(input: impl Read, mut give: impl FnMut(Line) -> bool) {
    read_batches(input, |lines| lines.into_iter().all(&mut give));
}

/// The same with all lines at a time that have come together; there is at least one.
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

/// Cuts bytes into lines at CR, LF or CR LF; empty lines vanish.
#[derive(Default)]
pub struct LineCutter(Vec<u8>);

impl LineCutter {
    /// Takes more bytes, gives each complete line away.
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

    /// Gives the last line away, which has no end.
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
        assert_eq!(
            lines,
            [
                b"a".to_vec(),
                b"b".into(),
                b"c".into(),
                b"d".into(),
                b"ef".into(),
                b"last".into()
            ]
        );
    }

    #[test]
    fn what_comes_together_is_given_together() {
        let mut batches = Vec::new();
        let input = b"BOARD\n7,7,1\nDO".chain(&b"NE\n\n"[..]).chain(&b"\n"[..]);
        read_batches(input.chain(&b"END"[..]), |lines| {
            batches.push(lines.join(&b' '));
            true
        });
        assert_eq!(
            batches,
            [b"BOARD 7,7,1".to_vec(), b"DONE".into(), b"END".into()]
        );
    }

    #[test]
    fn a_line_without_end_is_cut() {
        let long = vec![b'x'; 100_000];
        let lines = cut(&[&long, &long, b"\nEND\n"]);
        assert_eq!(lines, [vec![b'x'; LONGEST_LINE], b"END".to_vec()]);
    }
}
