//! Numbers in sentences: one move, two moves.

use tengen_common::Report;
use tengen_session::service::is_bound;

/// `1 move`, `2 moves`.
pub fn moves(number: usize) -> String {
    count(number as u64, "move", "moves")
}

/// `1 stone`, `2 stones`.
pub fn stones(number: usize) -> String {
    count(number as u64, "stone", "stones")
}

/// `1 node`, `2 nodes`.
pub fn nodes(number: u64) -> String {
    count(number, "node", "nodes")
}

/// The score in words: `win in 7 plies`, or `win in ≤7 plies` if they may be fewer.
pub fn score(report: &Report, continuous: bool) -> String {
    let words = report.shown_score.in_words(continuous);
    if is_bound(report) { words.replacen(" in ", " in ≤", 1) } else { words }
}

fn count(number: impl Into<u64>, one: &str, many: &str) -> String {
    match number.into() {
        1 => format!("1 {one}"),
        number => format!("{number} {many}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;
    use tengen_common::Score;
    use tengen_core::board::Point;

    #[test]
    fn lengths_that_may_be_shorter_are_marked() {
        let words = |score: Score, is_shortest, continuous| {
            let (nodes, elapsed, line) = (1, Duration::ZERO, vec![Point::new(7, 7)]);
            let (depth, win_rate) = (9, 0.5);
            let report = Report {
                depth,
                selective_depth: depth,
                score,
                shown_score: score,
                win_rate,
                nodes,
                elapsed,
                line,
                is_shortest,
            };
            super::score(&report, continuous)
        };
        assert_eq!(words(Score::win_in(9), false, false), "win in ≤9 plies");
        assert_eq!(words(Score::win_in(9), true, false), "win in 9 plies");
        assert_eq!(words(Score::win_in(3), false, false), "win in 3 plies");
        assert_eq!(words(Score::loss_in(8), false, true), "lost point in ≤8 plies");
        assert_eq!(words(Score::win_in(9), false, true), "point in ≤9 plies");
        assert_eq!(words(Score::new(35), false, false), "+35");
    }
}
