//! Why the value of an option is refused.

use std::num::ParseIntError;
use tengen_core::board::BoardError;
use tengen_core::messages;
use tengen_core::rules::RuleError;

messages! {
    pub enum ValueError from Rule(RuleError), Board(BoardError) {
        Continuous = "continuous games do not end with a five; this tool plays only such that do",
        PointTwice = "a point comes twice",
        Elos = "two Elo differences, the lower one first, like 0,30",
        Even = "an even number of games: each opening is played twice, so that each brain has it once with each colour",
        Risk = "a number above 0 and below 0.5",
        Share = "expected a number from 0 to 1",
        Nodes { why: ParseIntError } = "{why}",
        NodeRange = "nodes must be at least 1, and the range must ascend",
        PublicAddress = "a public address begins with http:// or https:// and has no #",
    }
}
