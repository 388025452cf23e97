//! Why the bytes of a certificate are refused.

use tengen_core::board::BoardError;
use tengen_core::messages;
use tengen_core::rules::opening::OpeningError;

messages! {
    pub enum CertificateError from Board(BoardError), Opening(OpeningError) {
        Unreadable { why: String } = "{why}",
        Named { file: String; why: CertificateError } = "{file}: {why}",
        // The head.
        NoEnd = "the head has no end",
        NoText = "the head is not text",
        HeadLine { line: String, name: &'static str } = "the head has \"{line}\" instead of \"{name}…\"",
        Version { version: String, ours: &'static str } = "a certificate of version {version}; this program reads version {ours}",
        UnknownRule { rule: String } = "the rule \"{rule}\" is unknown",
        UnknownOpening { opening: String } = "there are no proofs under the opening rule \"{opening}\"",
        Continuous = "a continuous game has no win to prove",
        NoEmptyLine = "the head does not end with an empty line",
        Length { bytes: usize, length: String } = "{bytes} bytes of nodes instead of {length}",
        Sum = "the checksum is wrong: the file is damaged",
        HeadMoves = "the moves of the head are illegal or end the game",
        // The nodes.
        EndsInNode = "the file ends within a node",
        Follows = "the file continues after the last node",
        LongNumber = "a number is too long",
        Point { number: u64 } = "point {number} is not on the board",
        LongLine = "a line of play is longer than the board has points",
        Tag { tag: u8 } = "{tag} is not the tag of a node",
        NoNode = "a link points to a missing node",
        NoSymmetry { symmetry: u8 } = "this board has no symmetry {symmetry}",
        // The check.
        NoThread { why: String } = "cannot start a thread for the check: {why}",
    }
}
