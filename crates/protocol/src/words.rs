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

/// A word of a stranger, short and without anything that could be taken for an answer.
pub(super) fn printable(word: &str) -> String {
    word.chars()
        .take(32)
        .map(|c| if c.is_ascii_graphic() { c } else { '?' })
        .collect()
}

/// Text from outside (the name of a file, say) as one line of printable characters.
pub(super) fn one_line(text: &str) -> String {
    let printable = |c: char| {
        if c.is_ascii_graphic() || c == ' ' {
            c
        } else {
            '?'
        }
    };
    text.chars().map(printable).collect()
}
