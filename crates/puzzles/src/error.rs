//! Why a puzzle, or its proofs, are refused.

use tengen_core::board::{BoardError, PlayError};
use tengen_core::messages;
use tengen_core::rules::RuleError;
use tengen_engine::threat::proof::ProofError;

messages! {
    pub enum WrongPuzzle from Rule(RuleError), Board(BoardError), Proof(ProofError) {
        NoKind = "the kinds are make-five, stop-four, open-four, stop-three, double-threat, forbidden, trap, vcf, vct and defence",
        NotRead { why: String } = "{why}",
        InLine { line: usize; why: WrongPuzzle } = "line {line}: {why}",
        OnPoint { name: String; why: PlayError } = "{name}: {why}",
        NoSolution = "there is no solution",
        OtherDefence = "an only defence has no other right move",
        ListedTwice = "a right move is listed twice",
        WinsToo { name: String } = "{name} wins too",
        HoldsToo { name: String } = "{name} holds too",
        Plies { plies: u32 } = "it takes {plies} plies",
        LosesToo = "the solution loses too",
        MoverWins = "the side to move wins",
        NotProvenToWin { name: String } = "{name} is not proven to win",
        NotProvenToLose { name: String } = "{name} is not proven to lose",
        MayWinToo { name: String } = "{name} may win too, which is not proven",
        TooManyWin = "too many moves win",
        EndsGame { name: String } = "{name} is not legal or ends the game",
        AnotherWins = "another move wins too",
        FiveAtOnce = "a five can be made at once",
        EndedBefore { name: String } = "{name} ends the game before it begins",
        NoWin = "the solution does not win",
        Fours = "there is a win by fours",
        NoSuchWin = "no such win is found",
        GivenAway = "the solution gives the win away",
        Length { moves: usize, plies: u32 } = "{moves} moves are not {plies}",
        NoFive = "the line does not end with a five",
        NoThreat = "the opponent threatens nothing",
        NoProofs = "it has no proofs",
        Duplicate = "there is one like it before",
        OtherPuzzle = "these are the proofs of another puzzle",
        NoProof { name: String } = "{name} has no proof",
        InProof { name: String; why: WrongPuzzle } = "{name}: {why}",
        OtherMove { name: String } = "{name}: the proof begins with another move",
        NotCompressed { why: String } = "no compressed text: {why}",
        TooLong = "the text is too long",
        ProofFails = "the proof does not win",
        NoStep = "by the rules it is no puzzle of this kind",
        OtherStep { line: String } = "by the rules it is {line}",
    }
}
