//! The letters of a file: which bytes are which (`CA`), and the `\` that shields a bracket.
//!
//! Old records are in Latin-1, GB2312, Big5, Shift-JIS or EUC-KR, and say so in `CA` or not at all. What
//! is valid UTF-8 is taken for UTF-8 whatever `CA` says, since hardly any other text is that by chance;
//! what names no charset is Latin-1, as the specification has it. In some of these the second byte of a
//! letter may be that of `\` or `]`, so whoever looks for the end of a value must know the charset too.

use encoding_rs::{BIG5, EUC_KR, Encoding, GB18030, GBK, SHIFT_JIS, UTF_8, WINDOWS_1252};

/// An encoding of text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Charset(&'static Encoding);

impl Charset {
    /// What new files are written in.
    pub const UTF_8: Charset = Charset(UTF_8);
    /// Of files that name none: Latin-1, with the letters that Windows adds.
    pub const LATIN_1: Charset = Charset(WINDOWS_1252);

    /// The charset of this name; Latin-1 for names that nobody knows.
    pub fn named(name: &[u8]) -> Charset {
        Encoding::for_label(name).map_or(Charset::LATIN_1, Charset)
    }

    /// How many bytes the letter takes that begins here, as far as that matters to brackets.
    pub(super) fn letter(self, bytes: &[u8]) -> usize {
        let two = [GBK, GB18030, BIG5, SHIFT_JIS, EUC_KR].contains(&self.0);
        let half_width = self.0 == SHIFT_JIS && matches!(bytes, [0xa1..=0xdf, ..]);
        match bytes {
            [0x81..=0xfe, 0x40..=0xfe, ..] if two && !half_width => 2,
            _ => 1,
        }
    }

    /// What stands between brackets, with its `\`.
    pub(super) fn decode(self, raw: &[u8]) -> String {
        self.0.decode_without_bom_handling(raw).0.into_owned()
    }

    /// The bytes of what stands between brackets.
    pub(super) fn encode(self, text: &str) -> Vec<u8> {
        self.0.encode(text).0.into_owned()
    }

    /// The text of a value. A line end behind `\` is not there at all.
    pub(super) fn read(self, raw: &[u8]) -> String {
        let decoded = self.decode(raw);
        let mut text = String::with_capacity(decoded.len());
        let mut letters = decoded.chars().peekable();
        let mut shielded = false;
        while let Some(c) = letters.next() {
            let newline = matches!(c, '\n' | '\r');
            if newline
                && letters
                    .peek()
                    .is_some_and(|&d| d != c && matches!(d, '\n' | '\r'))
            {
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

    /// A text as it stands between brackets.
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
        for name in [
            "UTF-8",
            "gb2312",
            "Big5",
            "Shift_JIS",
            "EUC-KR",
            "ISO-8859-1",
            "?",
        ] {
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
        assert_eq!(
            Charset::UTF_8.read(b"a\\\nb\\\r\nc\r\nd\\]\\\\"),
            "abc\nd]\\"
        );
    }
}
