//! Validates comments and labels.

use crate::error::ensure;
use crate::{BookError, COMMENT, LABEL};
use tengen_core::printable;

/// Validates a label from user input.
pub fn label(text: &str) -> Result<String, BookError> {
    ensure(text.chars().count() <= LABEL, BookError::LabelLong { n: LABEL })?;
    ensure(printable::is_line(text), BookError::LabelText)?;
    Ok(text.into())
}

/// Validates a comment from user input, which may have several lines.
pub fn comment(text: &str) -> Result<String, BookError> {
    ensure(text.len() <= COMMENT, BookError::CommentLong { n: COMMENT })?;
    Ok(shortened(text))
}

/// Joins the comments of a position without duplicates.
#[cfg(feature = "file")]
pub(crate) fn joined(comments: &[String]) -> String {
    let mut seen = std::collections::HashSet::new();
    let new = comments.iter().filter(|comment| seen.insert(*comment));
    shortened(&new.map(String::as_str).collect::<Vec<_>>().join("\n"))
}

/// A comment from a file or a manager, made printable and truncated if necessary.
pub fn shortened(text: &str) -> String {
    let text = printable::lines(text);
    first_bytes(&text, COMMENT).into()
}

/// The longest prefix of a text that fits into `most` bytes.
pub(crate) fn first_bytes(text: &str, most: usize) -> &str {
    let mut end = most.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_with_a_line_feed_is_refused_and_a_comment_is_made_printable() {
        assert_eq!(label("жA1").unwrap(), "жA1");
        for bad in ["a\n1", "\u{1b}[2", "\u{202e}a", "abcde"] {
            assert!(label(bad).is_err(), "{bad:?}");
        }
        assert_eq!(comment("a\r\nb\u{9b}").unwrap(), "a\nb\u{fffd}");
        assert!(comment(&"a".repeat(COMMENT + 1)).is_err());
        assert!(shortened(&"ж\n".repeat(COMMENT)).len() <= COMMENT);
    }

    #[test]
    #[cfg(feature = "file")]
    fn comments_are_joined_each_once() {
        let comments = ["a", "b", "a", "ab"].map(String::from);
        assert_eq!(joined(&comments), "a\nb\nab");
        assert_eq!(joined(&[]), "");
    }
}
