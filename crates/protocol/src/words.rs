//! What the languages of lines have in common: what separates words, and how a stranger's word is
//! shown.

/// Blanks, and what stray programs put in their place: NUL, the byte order mark.
pub(super) fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\0' | '\u{feff}')
}

/// The first word of a trimmed text, and the rest.
pub(super) fn split_word(text: &str) -> (&str, &str) {
    let (word, rest) = text.split_once(is_blank).unwrap_or((text, ""));
    (word, rest.trim_matches(is_blank))
}

/// An unknown word, shortened and in ASCII, to be quoted in an answer.
pub(super) fn quotable(word: &str) -> String {
    word.chars()
        .take(32)
        .map(|c| if c.is_ascii_graphic() { c } else { '?' })
        .collect()
}
