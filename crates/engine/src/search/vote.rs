//! The choice between what several workers found.

use tengen_common::Report;
use tengen_core::board::Point;

/// What speaks for a move that is as bad as any, in points; each point that it is better is one more …
const LEAST: i32 = 100;
/// … up to so many.
const MOST: i32 = 1000;

/// The answer of them all: the shortest win that is proven, or the longest resistance where all are lost. Else
/// the move for which the most speaks, its values times the depths in which they were found, and what the
/// deepest search said of it. Where nobody has an edge, who is named first.
pub(super) fn choose(reports: &[Report]) -> Option<&Report> {
    let scores = reports.iter().map(|report| report.score);
    let (worst, best) = (scores.clone().min()?, scores.max()?);
    let named_first = || reports.iter().rev();
    if best.is_proven() {
        return named_first().max_by_key(|report| report.score);
    }
    let weight = |report: &Report| {
        let better = report.score.value() - worst.value();
        i64::from(LEAST + better.min(MOST)) * i64::from(report.depth)
    };
    let votes = |point: Point| -> i64 {
        let same = reports.iter().filter(|report| report.line[0] == point);
        same.map(weight).sum()
    };
    named_first().max_by_key(|report| (votes(report.line[0]), report.depth, report.score))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;
    use tengen_common::Score;

    fn report(x: u8, score: Score, depth: u32) -> Report {
        Report {
            depth,
            selective_depth: depth,
            score,
            nodes: 1,
            elapsed: Duration::ZERO,
            line: vec![Point::new(x, 0)],
        }
    }

    /// The column of the move that is chosen from columns, values and depths.
    fn chosen(found: &[(u8, i32, u32)]) -> u8 {
        let report =
            |&(x, value, depth): &(u8, i32, u32)| report(x, Score::from_value(value), depth);
        let reports: Vec<Report> = found.iter().map(report).collect();
        choose(&reports).expect("somebody").line[0].x()
    }

    #[test]
    fn who_is_alone_is_chosen_and_of_equals_the_first() {
        assert!(choose(&[]).is_none());
        assert_eq!(chosen(&[(3, -50, 1)]), 3);
        assert_eq!(chosen(&[(3, 20, 9), (4, 20, 9)]), 3);
    }

    #[test]
    fn what_was_searched_deeper_or_is_better_counts_more() {
        assert_eq!(chosen(&[(3, 20, 9), (4, 20, 10)]), 4);
        assert_eq!(chosen(&[(3, 20, 10), (4, 60, 10)]), 4);
        assert_eq!(chosen(&[(3, 30, 10), (4, 20, 9), (4, 20, 9)]), 4);
    }

    #[test]
    fn of_what_was_said_of_the_move_the_deepest_is_told() {
        let reports = [(3, 10, 8), (3, 20, 9)].map(|(x, value, depth)| {
            let score = Score::from_value(value);
            report(x, score, depth)
        });
        assert_eq!(choose(&reports).unwrap().depth, 9);
    }

    #[test]
    fn a_proven_win_is_played_however_shallow_and_the_shortest_of_them() {
        let (near, far) = (Score::win_in(5).value(), Score::win_in(9).value());
        assert_eq!(chosen(&[(3, 500, 20), (4, far, 2)]), 4);
        assert_eq!(chosen(&[(3, far, 20), (4, near, 2)]), 4);
    }

    #[test]
    fn a_lost_move_is_played_only_where_all_lose_and_then_the_slowest() {
        let (near, far) = (Score::loss_in(4).value(), Score::loss_in(10).value());
        assert_eq!(chosen(&[(3, near, 20), (4, -300, 12)]), 4);
        assert_eq!(chosen(&[(3, near, 20), (4, far, 12)]), 4);
    }
}
