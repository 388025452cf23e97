//! Why the bytes of a certificate are refused.

use tengen_core::board::BoardError;
use tengen_core::messages;
use tengen_core::rules::opening::OpeningError;

messages! {
    /// Why the bytes of a certificate are refused.
    pub enum CertificateError from Board(BoardError), Opening(OpeningError) {
        Unreadable { why: String } = "{why}",
        Named { file: String; why: CertificateError } = "{file}: {why}",
        // The head.
        NoEnd = "the head has no end",
        NoText = "the head is no text",
        HeadLine { line: String, name: &'static str } = "the head has \"{line}\" instead of \"{name}…\"",
        Version { version: String, ours: &'static str } = "a certificate of version {version}; this program reads version {ours}",
        UnknownRule { rule: String } = "the rule \"{rule}\" is unknown",
        UnknownOpening { opening: String } = "there are no proofs under the opening rule \"{opening}\"",
        Continuous = "a continuous game has no win to be shown",
        NoEmptyLine = "the head does not end with an empty line",
        Length { bytes: usize, length: String } = "{bytes} bytes of nodes instead of {length}",
        Sum = "the sum is wrong: the file is damaged",
        HeadMoves = "the moves of the head are no game that goes on",
        // The nodes.
        EndsInNode = "the file ends within a node",
        Follows = "something follows the last node",
        LongNumber = "a number is too long",
        Point { number: u64 } = "point {number} is not on the board",
        LongLine = "a line of play is longer than the board has points",
        Tag { tag: u8 } = "{tag} is no tag of a node",
        NoNode = "a link leads to no node",
        NoSymmetry { symmetry: u8 } = "{symmetry} is no symmetry of this board",
        // The check.
        NoThread { why: String } = "no thread for the check: {why}",
    }
}
