//! Lines that name the signs of the stones: `X=Black O=White`, `White (X)`.

use super::cells::{BLACK, DrawnCell, WHITE, cell};
use crate::moves::colour_named;
use tengen_core::board::Colour;

/// The signs of the stones in a line like `X=Black O=White`, `O is black` or `White (X)`; `None` for other lines.
pub(super) fn legend<'a>(line: &'a str) -> Option<Vec<(&'a str, Colour)>> {
    const MOST_WORDS: usize = 12;
    const BETWEEN: [&str; 11] = ["-", "–", "—", "is", "are", "plays", "for", "and", "stone", "stones", "legend"];
    let words = line.split(|c: char| c.is_whitespace() || "=:,;/()[]".contains(c));
    let words = words.map(|word| if word.len() > 1 { word.trim_end_matches('.') } else { word });
    let words = words.filter(|word| !word.is_empty() && !is_one_of(word, &BETWEEN));
    let words: Vec<&'a str> = words.take(MOST_WORDS + 1).collect();
    if words.len() > MOST_WORDS {
        return None;
    }
    let words = without_empty_points(words);
    let is_sign = |word: &str| word == "-1" || word.chars().count() == 1;
    let named = |sign: &'a str, colour: &str| Some((sign, colour_named(colour).filter(|_| is_sign(sign))?));
    let pair = |pair: &[&'a str]| match *pair {
        [a, b] => named(a, b).or_else(|| named(b, a)),
        _ => None,
    };
    let all: Vec<(&str, Colour)> = words.chunks(2).map(pair).collect::<Option<_>>()?;
    let is_legend = match all[..] {
        // Neither `A: black` nor `B W`.
        [(sign, _)] => {
            let is_usual = |c: char| !c.is_alphabetic() || "XxOoBbWw".contains(c);
            sign.chars().all(is_usual) && words.iter().any(|word| word.chars().count() > 2)
        }
        [(first, one), (second, other)] => one != other && first != second,
        _ => false,
    };
    is_legend.then_some(all)
}

/// The words of a legend without `empty` and the like, and without their signs, which stand where those of stones stand.
fn without_empty_points(mut words: Vec<&str>) -> Vec<&str> {
    let is_sign = |word: Option<&&str>| word.is_some_and(|word| word.chars().count() == 1);
    let signs_precede = is_sign(words.first());
    while let Some(at) = words.iter().position(|word| is_one_of(word, &["empty", "dead", "blocked"])) {
        let from = if signs_precede && at > 0 && is_sign(words.get(at - 1)) { at - 1 } else { at };
        let to = if !signs_precede && is_sign(words.get(at + 1)) { at + 1 } else { at };
        words.drain(from..=to);
    }
    words
}

/// The signs of a legend, without those of numbers. If it names only one, and as the other side's, all signs are swapped.
pub(super) fn signs_of(named: &[(&str, Colour)]) -> Vec<(char, Colour)> {
    let sign = |&(sign, colour): &(&str, Colour)| Some((sign.parse::<char>().ok()?, colour));
    let mut signs: Vec<(char, Colour)> = named.iter().filter_map(sign).collect();
    signs.retain(|(sign, _)| !sign.is_ascii_digit());
    signs.dedup();
    let only = if let [only] = signs[..] { Some(only) } else { None };
    match only.map(|(sign, colour)| (cell(sign), colour)) {
        Some((Some(DrawnCell::Stone(usual)), colour)) if usual == colour => signs.clear(),
        Some((Some(DrawnCell::Stone(_)), _)) => {
            let black = BLACK.chars().map(|c| (c, Colour::White));
            signs = black.chain(WHITE.chars().map(|c| (c, Colour::Black))).collect();
        }
        _ => {}
    }
    signs
}

pub(super) fn is_one_of(word: &str, known: &[&str]) -> bool {
    known.iter().any(|known| known.eq_ignore_ascii_case(word))
}
