//! Floor 0: bytes cut into lines, for whatever talks to a program on the other side of a pipe.

use std::io::{ErrorKind, Read};

/// A line is cut after this many bytes: no command is as long, and a program that sends gigabytes
/// without a line end must not fill the memory.
const LONGEST_LINE: usize = 16 * 1024;

/// One line as it came, without its end: any bytes at all.
pub type Line = Vec<u8>;

/// Gives away the lines of `input` until it ends or fails, or `give` returns false.
pub fn read_lines(mut input: impl Read, mut give: impl FnMut(Line) -> bool) {
    let mut cutter = LineCutter::default();
    let mut buffer = [0; 4096];
    loop {
        let going_on = match input.read(&mut buffer) {
            Ok(0) => break,
            Ok(count) => cutter.cut(&buffer[..count], &mut give),
            Err(error) => error.kind() == ErrorKind::Interrupted,
        };
        if !going_on {
            return;
        }
    }
    cutter.finish(give);
}

/// Cuts bytes into lines at CR, LF or CR LF; empty lines vanish.
#[derive(Default)]
struct LineCutter(Vec<u8>);

impl LineCutter {
    /// Takes more bytes, gives each complete line away; stops and returns false when `give` does.
    fn cut(&mut self, bytes: &[u8], mut give: impl FnMut(Line) -> bool) -> bool {
        for piece in bytes.split_inclusive(|byte| matches!(byte, b'\r' | b'\n')) {
            let (text, ended) = match piece.split_last() {
                Some((b'\r' | b'\n', text)) => (text, true),
                _ => (piece, false),
            };
            let room = LONGEST_LINE - self.0.len();
            self.0.extend_from_slice(&text[..text.len().min(room)]);
            if ended && !self.finish(&mut give) {
                return false;
            }
        }
        true
    }

    /// Gives the last line away, which has no end.
    fn finish(&mut self, mut give: impl FnMut(Line) -> bool) -> bool {
        self.0.is_empty() || give(std::mem::take(&mut self.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(pieces: &[&[u8]]) -> Vec<Vec<u8>> {
        let mut lines = Vec::new();
        let mut cutter = LineCutter::default();
        for piece in pieces {
            cutter.cut(piece, |line| {
                lines.push(line);
                true
            });
        }
        cutter.finish(|line| {
            lines.push(line);
            true
        });
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
    fn a_line_without_end_is_cut() {
        let long = vec![b'x'; 100_000];
        let lines = cut(&[&long, &long, b"\nEND\n"]);
        assert_eq!(lines, [vec![b'x'; LONGEST_LINE], b"END".to_vec()]);
    }
}
