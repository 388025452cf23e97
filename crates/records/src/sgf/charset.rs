//! The character encoding of a file (`CA`), and escaping with `\`.
//!
//! Old records use Latin-1, GB2312, Big5, Shift-JIS or EUC-KR, with or without a `CA` property. Valid UTF-8 is read as
//! UTF-8 whatever `CA` says, since other text is hardly ever valid UTF-8 by chance. Without a charset the encoding is
//! Latin-1, as in the specification. In some encodings the second byte of a character can equal `\` or `]`, so the
//! parser must know the charset to find the end of a value.

use encoding_rs::{BIG5, EUC_KR, Encoding, GB18030, GBK, SHIFT_JIS, UTF_8, WINDOWS_1252};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Charset(&'static Encoding);

impl Charset {
    /// The encoding of new files.
    pub const UTF_8: Charset = Charset(UTF_8);
    /// The default of files that name no charset: Latin-1 with the additional characters of Windows-1252.
    pub const LATIN_1: Charset = Charset(WINDOWS_1252);

    /// The charset with this name; Latin-1 if the name is unknown.
    pub fn named(name: &[u8]) -> Charset {
        Encoding::for_label(name).map_or(Charset::LATIN_1, Charset)
    }

    /// The number of bytes of the first character, as far as it matters for finding brackets.
    pub(super) fn letter(self, bytes: &[u8]) -> usize {
        let two = [GBK, GB18030, BIG5, SHIFT_JIS, EUC_KR].contains(&self.0);
        let half_width = self.0 == SHIFT_JIS && matches!(bytes, [0xa1..=0xdf, ..]);
        match bytes {
            [0x81..=0xfe, 0x40..=0xfe, ..] if two && !half_width => 2,
            _ => 1,
        }
    }

    /// Decodes the raw bytes of a value without unescaping.
    pub(super) fn decode(self, raw: &[u8]) -> String {
        self.0.decode_without_bom_handling(raw).0.into_owned()
    }

    /// Encodes the raw text of a value without escaping.
    pub(super) fn encode(self, text: &str) -> Vec<u8> {
        self.0.encode(text).0.into_owned()
    }

    /// Decodes and unescapes a value. A line end after `\` is removed.
    pub(super) fn read(self, raw: &[u8]) -> String {
        let decoded = self.decode(raw);
        let mut text = String::with_capacity(decoded.len());
        let mut letters = decoded.chars().peekable();
        let mut shielded = false;
        while let Some(c) = letters.next() {
            let newline = matches!(c, '\n' | '\r');
            if newline && letters.peek().is_some_and(|&d| d != c && matches!(d, '\n' | '\r')) {
                letters.next(); // CR LF is one line end
            }
            match (c, shielded) {
                ('\\', false) => {
                    shielded = true;
                    continue;
                }
                _ if newline && shielded => {}
                _ if newline => text.push('\n'),
                _ => text.push(c),
            }
            shielded = false;
        }
        text
    }

    /// Escapes and encodes a text.
    pub(super) fn write(self, text: &str) -> Vec<u8> {
        let mut safe = String::with_capacity(text.len());
        for c in text.chars() {
            if matches!(c, ']' | '\\') {
                safe.push('\\');
            }
            safe.push(c);
        }
        self.encode(&safe)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_come_back_in_every_charset() {
        for name in ["UTF-8", "gb2312", "Big5", "Shift_JIS", "EUC-KR", "ISO-8859-1", "?"] {
            let charset = Charset::named(name.as_bytes());
            for text in ["", "a]b\\c[d]", "line\nline", "\\", "]"] {
                assert_eq!(charset.read(&charset.write(text)), text, "{name}");
            }
        }
    }

    #[test]
    fn a_letter_may_hold_the_byte_of_a_bracket() {
        let sjis = Charset::named(b"Shift_JIS");
        let text = "表ソ"; // 95 5c, 83 5c
        let raw = sjis.write(text);
        assert_eq!(raw, b"\x95\x5c\x83\x5c");
        assert_eq!((sjis.letter(&raw), sjis.read(&raw)), (2, text.to_string()));
        assert_eq!(Charset::UTF_8.letter(&raw), 1);
    }

    #[test]
    fn a_shielded_line_end_is_not_there() {
        assert_eq!(Charset::UTF_8.read(b"a\\\nb\\\r\nc\r\nd\\]\\\\"), "abc\nd]\\");
    }
}
