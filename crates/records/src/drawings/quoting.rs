//! What stands around a drawing and its points: quotes, fences, tags, brackets, commas.

use super::cells::cell;
use std::borrow::Cow;

/// A line without what quotes it, fences it or formats it as code.
pub(super) fn unwrapped(line: &str) -> &str {
    const FENCES: [&str; 2] = ["```", "~~~"];
    let line = line.trim_start_matches(|c: char| c == '>' || c.is_whitespace()).trim_end();
    let fence = FENCES.iter().find_map(|fence| line.strip_prefix(fence));
    let is_cell = |c| cell(c).is_some();
    let is_language = |word: &str| word.bytes().all(|c| c.is_ascii_alphabetic()) && !word.chars().all(is_cell);
    if fence.is_some_and(|rest| rest.is_empty() || is_language(rest)) {
        return "";
    }
    let is_tag = |word: &str| {
        let word = word.strip_prefix('/').unwrap_or(word);
        word.len() > 2 && word.bytes().all(|c| c.is_ascii_alphabetic())
    };
    let before = line.strip_prefix(['[', '<']).and_then(|rest| rest.split_once([']', '>']));
    let line = before.filter(|(word, _)| is_tag(word)).map_or(line, |(_, rest)| rest);
    let after = line.strip_suffix([']', '>']).and_then(|rest| rest.rsplit_once(['[', '<']));
    after.filter(|(_, word)| is_tag(word)).map_or(line, |(rest, _)| rest).trim()
}

/// A text with each row of a list, `[[0, 1], [2, 0]]` or `[['.', 'X'], …]`, on a line of its own.
pub(super) fn unlisted(text: &str) -> Cow<'_, str> {
    let parts: Vec<String> = text.split(['[', ']', '{', '}', '(', ')']).map(unquoted).collect();
    let is_row = |part: &String| numbers(part).is_some_and(|row| row.len() >= 5) || is_separated(part);
    let rows: Vec<usize> = (0..parts.len()).filter(|&at| is_row(&parts[at])).collect();
    let (Some(&first), Some(&last)) = (rows.first(), rows.last()) else {
        return text.into();
    };
    if rows.len() < 5 || rows.windows(2).any(|pair| pair[0] + 2 != pair[1]) {
        return text.into();
    }
    let is_kept = |at: &usize| match (first..=last).contains(at) {
        true => is_row(&parts[*at]),
        false => parts[*at].contains(char::is_alphabetic),
    };
    let lines = (0..parts.len()).filter(is_kept).map(|at| parts[at].replace('\n', " "));
    lines.collect::<Vec<_>>().join("\n").into()
}

/// A row without the quotation marks around its points; an empty point may be blank.
fn unquoted(row: &str) -> String {
    const MARKS: [char; 2] = ['"', '\''];
    if !row.contains(MARKS) {
        return row.into();
    }
    let points = row.split(',').map(|point| match point.trim().trim_matches(MARKS).trim() {
        "" => ".",
        point => point,
    });
    points.collect::<Vec<_>>().join(",")
}

/// The numbers of a row that has nothing else: `0 1 -1`, `0., 1., -1.` or `01200`.
pub(super) fn numbers(row: &str) -> Option<Vec<&str>> {
    let words = row.split(|c: char| c.is_whitespace() || ",;|".contains(c));
    let mut numbers = Vec::new();
    for word in words.filter(|word| !word.is_empty()) {
        if word.len() >= 5 && word.bytes().all(|c| (b'0'..=b'2').contains(&c)) {
            numbers.extend((0..word.len()).map(|at| &word[at..=at]));
            continue;
        }
        let number = word.strip_suffix(".0").or_else(|| word.strip_suffix('.')).unwrap_or(word);
        number.parse::<i8>().ok()?;
        numbers.push(number);
    }
    Some(numbers)
}

/// Whether commas separate the points of a row: `.,X,O,.,.`.
pub(super) fn is_separated(row: &str) -> bool {
    let points: Vec<&str> = row.trim().trim_end_matches(',').split(',').map(str::trim).collect();
    points.len() >= 5 && points.iter().all(|point| (1..=2).contains(&point.chars().count()))
}
