//! Why a command in a game is not carried out.

use tengen_common::setting::WrongSetting;
use tengen_core::board::{BoardError, PlayError};
use tengen_core::messages;
use tengen_core::rules::RuleError;
use tengen_core::rules::opening::OpeningError;
use tengen_records::{ReadError, WriteError};
use tengen_session::level::NoLevel;

messages! {
    /// Why a command in a game is not carried out.
    pub enum PartnerError from Board(BoardError), Level(NoLevel), Opening(OpeningError), Read(ReadError), Rule(RuleError), Setting(WrongSetting), Write(WriteError) {
        // Words.
        ArrowKeys = "line by line there are no arrow keys; type the line again",
        HowLong = "how long? For example: time 5s",
        WhichFile = "which file? load FILE",
        WhichLine = "which line? line 2, or lines to list them",
        WhichName = "save under which name? save FILE",
        NoCommand { line: String } = "\"{line}\" is neither a point like h8 nor a command; try help",
        NotOnePoint { name: String } = "\"{name}\" is not one point",
        // The game.
        GameOver = "the game is over",
        GameOverTry = "the game is over; try new, or undo",
        TengensTurn = "it is Tengen's turn",
        NotPlayed { name: String; why: PlayError } = "{name}: {why}",
        ForbiddenMove { name: String, kind: &'static str } = "{name} is forbidden ({kind}) and loses; {name}! plays it anyway",
        NoOwnMove = "there is no move of yours to take back",
        NoOwnAnswer = "there is no answer of yours to take back",
        NothingUndone = "there is no move to play again",
        NotThinking = "Tengen is not thinking",
        ThinkingAlready = "Tengen is thinking already",
        NoHintInOpening = "there are no hints in an opening",
        NotSaved { save: &'static str, how: String } = "this game is not saved: {save} saves it, {how} anyway",
        // Files.
        Ending { name: String, endings: &'static str } = "{name}: the name must end in {endings}",
        NotWritten { name: String; why: WriteError } = "{name}: {why}",
        File { name: String, why: String } = "{name}: {why}",
        Exists { name: String } = "{name} exists; save! {name} writes over it",
        ChangedByOthers { name: String } = "{name} has been changed by somebody else; save! {name} writes over it",
        WriteProtected { name: String } = "{name} is write-protected; save! {name} writes over it",
        NoBackup { name: String, why: String } = "no backup {name}: {why}; nothing saved",
        OneLine = "this game has one line of play; loaded SGF files may have more",
        NoSuchLine { number: usize } = "there is no line {number}",
        StandardInput = "standard input is where you type; load FILE",
        OtherGame { name: String; why: ReadError } = "{why} (load! {name} reads it as five in a row)",
        NothingLeft = "no game was left unsaved",
        OldFileStays { why: String } = "the old file stays: {why}",
        NotRemoved { why: String } = "{why}",
    }
}
