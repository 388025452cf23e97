//! Makes external text (from files, databases, other programs) safe to print.
//!
//! A label with a line feed would print an extra line, which a manager could read as a move. Escape sequences control
//! the terminal, and bidirectional controls reorder the surrounding text. All external text passes through [`line()`]
//! or [`lines`] before it reaches a terminal, a log or a protocol.

use std::fmt;
use std::io::{self, Write};

/// Replaces characters that must not be printed.
const REPLACEMENT: char = '\u{fffd}';

/// Whether a character is safe to print: it does not control the terminal, break the line or change the text direction.
fn is_printable(c: char) -> bool {
    let is_hidden = matches!(
        c,
        '\u{061c}' // Arabic letter mark
            | '\u{200e}' | '\u{200f}' // left-to-right mark, right-to-left mark
            | '\u{2028}'..='\u{202e}' // line and paragraph separators, embeddings and overrides
            | '\u{2066}'..='\u{2069}' // isolates
            | '\u{feff}' // byte order mark
            | '\u{fff9}'..='\u{fffb}' // interlinear annotations
    );
    !c.is_control() && !is_hidden
}

/// One line of printable text: line breaks and tabs become blanks, other control characters `�`.
pub fn line(text: impl fmt::Display) -> String {
    let printable = |c: char| match c {
        '\n' | '\r' | '\t' | '\u{2028}' | '\u{2029}' => ' ',
        c if is_printable(c) => c,
        _ => REPLACEMENT,
    };
    let text = text.to_string();
    if is_line(&text) {
        return text;
    }
    text.replace("\r\n", " ").chars().map(printable).collect()
}

/// The same for each line of a text; line breaks become `\n`.
pub fn lines(text: impl fmt::Display) -> String {
    let text = text.to_string().replace("\r\n", "\n").replace('\r', "\n");
    let lines: Vec<String> = text.split('\n').map(line).collect();
    lines.join("\n")
}

/// Whether [`line()`] leaves `text` unchanged.
pub fn is_line(text: &str) -> bool {
    text.chars().all(is_printable)
}

/// A writer that forwards complete lines after making them printable.
pub struct PrintableWriter<W: Write> {
    inner: W,
    unfinished: Vec<u8>,
}

impl<W: Write> PrintableWriter<W> {
    /// Wraps `inner`.
    pub fn new(inner: W) -> PrintableWriter<W> {
        PrintableWriter { inner, unfinished: Vec::new() }
    }
}

impl<W: Write> Write for PrintableWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.unfinished.extend_from_slice(bytes);
        if let Some(end) = self.unfinished.iter().rposition(|&byte| byte == b'\n') {
            let whole: Vec<u8> = self.unfinished.drain(..=end).collect();
            self.inner.write_all(lines(String::from_utf8_lossy(&whole)).as_bytes())?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All C0 and C1 controls, line separators, bidirectional controls and the byte order mark.
    fn controls() -> impl Iterator<Item = char> {
        let hidden = "\u{61c}\u{200e}\u{200f}\u{2028}\u{2029}\u{202a}\u{202e}\u{2066}\u{2069}\u{feff}";
        ('\0'..=' ').filter(|c| *c != ' ').chain('\u{7f}'..='\u{9f}').chain(hidden.chars())
    }

    #[test]
    fn a_label_with_a_line_feed_or_a_control_is_one_printable_line() {
        for control in controls() {
            let text = line(format!("a{control}1,1"));
            assert!(is_line(&text), "{control:?}");
            assert!(text.starts_with('a') && text.ends_with("1,1"), "{control:?}");
            assert!(!is_line(&format!("a{control}")), "{control:?}");
        }
        assert_eq!(line("a\r\nb\u{1b}[2Jж"), "a b\u{fffd}[2Jж");
        assert_eq!(lines("a\r\nb\rc\u{9b}\n"), "a\nb\nc\u{fffd}\n");
    }

    #[test]
    fn lines_of_a_log_are_printable_however_they_are_cut() {
        let mut written = Vec::new();
        let mut writer = PrintableWriter::new(&mut written);
        for byte in "ж\u{1b}[31m\nb".bytes() {
            writer.write_all(&[byte]).unwrap();
        }
        writer.write_all(b"\n").unwrap();
        drop(writer);
        assert_eq!(written, "ж\u{fffd}[31m\nb\n".as_bytes());
    }
}
