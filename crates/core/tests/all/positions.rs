//! The known positions are what they say, by trying everything.

use tengen_core::board::diagram;
use tengen_testing::brute_vcf::{replay, shortest_wins, solve};
use tengen_testing::positions::{Expect, read};

/// No win of a known position needs more fours than this.
const MAX_FOURS: u32 = 8;

#[test]
fn wins_by_fours_are_as_long_as_said() {
    let known = read(tengen_testing::positions::FOURS);
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
