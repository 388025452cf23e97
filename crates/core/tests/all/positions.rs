//! Verifies the known positions by exhaustive search.

use tengen_core::board::diagram;
use tengen_testkit::brute_vcf::{replay, shortest_wins, solve};
use tengen_testkit::positions::{Expect, fours};

/// An upper bound for the number of fours in the wins of known positions.
const MAX_FOURS: u32 = 8;

#[test]
fn vcf_lengths_are_as_stated() {
    let known = fours();
    assert!(known.len() >= 15);
    for known in known {
        let position = &known.drawing.position;
        for (rule, expect) in known.cases {
            let (plies, moves) = shortest_wins(position, rule, MAX_FOURS);
            if let Some(line) = solve(position, rule, MAX_FOURS) {
                replay(position, &line, rule);
                assert_eq!(line.len(), plies);
            }
            let found = match &expect {
                Expect::NoWinByFours => plies == 0,
                Expect::WinInPlies(expected, firsts) => plies == *expected && moves == *firsts,
            };
            assert!(
                found,
                "{} under {rule:?}: {expect:?}, but {plies} plies by {moves:?}\n{}",
                known.name,
                diagram::write(position)
            );
        }
    }
}
