//! Shared by the line-based protocols: splitting words, and quoting unknown ones.

/// Whether a character separates words: whitespace, and NUL and the byte order mark from faulty
/// programs.
pub fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\0' | '\u{feff}')
}

/// The first word of a trimmed text, and the rest.
pub fn split_word(text: &str) -> (&str, &str) {
    let (word, rest) = text.split_once(is_blank).unwrap_or((text, ""));
    (word, rest.trim_matches(is_blank))
}

/// An unknown word, shortened and reduced to ASCII, for quoting in a reply.
pub fn quotable(word: &str) -> String {
    word.chars().take(32).map(|c| if c.is_ascii_graphic() { c } else { '?' }).collect()
}
