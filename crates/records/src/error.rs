//! Errors and notes about games in files.

use std::io::{self, ErrorKind};
use std::path::Path;
use tengen_core::board::{BoardError, BoardSize, Colour, PlayError};
use tengen_core::message::Quoted;
use tengen_core::messages;
use tengen_core::rules::opening::OpeningError;
use tengen_core::rules::{Rule, RuleError};

messages! {
    /// Why a game is not read, or cannot be played.
    pub enum ReadError from Board(BoardError), Play(PlayError), Rule(RuleError), Opening(OpeningError) {
        // Where it is wrong, or how it was read.
        Line { n: usize; why: ReadError } = "line {n}: {why}",
        At { what: String; why: ReadError } = "{what}: {why}",
        Move { n: usize, point: String; why: ReadError } = "move {n}, {point}: {why}",
        SetUp { point: String; why: ReadError } = "{point}, set up: {why}",
        Go {; why: ReadError } = "{why} (the file says Go)",
        Drawing {; why: ReadError } = "read as a drawing: {why}",
        Known {; why: ReadError } = "{why}; games are read from SGF, .psq (Piskvork), .lib and .pos (RenLib), RIF, links, drawings, and moves like h8i9g7",
        Unreadable { why: String } = "{why}",
        // Files.
        Empty = "the file is empty",
        Utf16 = "this is text in UTF-16; save it as UTF-8",
        Binary = "this is binary data, not text",
        Json = "this looks like JSON",
        Yixin = "this is a database of Yixin; tengen database import reads it",
        Training = "the training data is damaged",
        Unknown { begin: Quoted<String> } = "unknown game format (it begins with {begin})",
        NoGame = "a drawing of a board, not a game",
        NoGameInIt = "there is no game in it",
        TooLongGame = "too long for a game; the rest is left out",
        NoLine { n: usize } = "there is no line {n}",
        // Moves by the rules.
        Over { rule: String } = "the game is already over by the rule {rule}",
        TwoPasses = "two passes end a game of renju as a draw",
        Five { point: String } = "the set-up stones contain a five, through {point}",
        OutOfTurn = "out of turn: black moves first, then the sides alternate",
        // Lists of moves.
        NoMove { word: Quoted<String> } = "{word} is not a move like h8",
        NoMoves = "there are no moves like h8 behind the head lines",
        NoPlace { point: String, size: BoardSize } = "{point} is not on a board of {size}",
        Both = "points are written both as h8 and as 7,7",
        Variation { moves: String } = "\"({moves})\" is a variation; lists of moves are read without variations",
        Comment = "a \"{{\" has no \"}}\"",
        // Drawings.
        Character { c: String, n: usize } = "\"{c}\" in row {n} means nothing; X or x is black, O or o white, # dead, . empty",
        DrawnNumber { c: String, n: usize } = "\"{c}\" in row {n} means nothing; in a drawing of numbers 0 is empty, 1 black, and either 2 or -1 white",
        DrawnNumbers = "it is not clear which number means an empty point; in a drawing of numbers 0 is empty, 1 black, and either 2 or -1 white",
        DrawnAnswer = "this is an answer of tengen, in which numbers are moves that were not played; give it the position instead",
        Count { number: usize, expected: usize } = "the stones are not numbered consecutively: found {number} instead of {expected}",
        DeadGame = "a drawing with numbered stones cannot have dead points (#)",
        ListDrawing { point: String } = "the list of moves does not agree with the drawing: {point}",
        Columns { n: usize, width: usize } = "{n} columns are labelled, not {width}",
        Frame = "the letters or numbers of the frame contradict each other",
        // Links.
        Link = "this link does not end with moves like h8i9g7",
        LinkGame = "this link names a game of PlayOK, but not its moves: copy the text of the game",
        LinkLists = "the link has several lists of moves",
        LinkFigures { what: Quoted<String> } = "{what} may count columns and rows from 0 or from 1; links are read with moves like h8_i9, or like 7,7_8,6 from 0",
        LinkKey { what: Quoted<String>, keys: String } = "{what} is unknown; a link to a game has only {keys}",
        LinkTwice { what: Quoted<String> } = "{what} is given twice",
        LinkSize = "the link names no board size, such as size=15x15",
        LinkSide { what: Quoted<String> } = "{what} is not a side: black or white",
        LinkPlace { what: Quoted<String>, n: usize } = "{what} is not a place in a game of {n} moves",
        SizeLike { what: Quoted<String> } = "{what} is not a size like 15x15",
        // Commands.
        NoBoard = "no size of a board",
        Stone { what: Quoted<String> } = "{what} is not a stone like 7,7,1",
        Place { what: Quoted<String> } = "{what} is not a point like 7,7",
        // SGF.
        NoSgf = "no game here; one begins with \"(;\"",
        Broken = "the game breaks off: no \")\"",
        Bracket = "a \"[\" has no \"]\"",
        Node = "a \"(\" comes before a node, \";\"",
        NoValue { what: String } = "{what} has no value in brackets",
        Nothing { what: Quoted<char> } = "unexpected {what}",
        NoProperties { what: Quoted<String> } = "{what} is not a list of properties",
        OtherGame { what: String } = "{what} is another game; Gomoku and Renju are GM[4]",
        SignOfGo { what: String, sign: String } = "{what} says Go, and {sign} too; Gomoku and Renju are GM[4]",
        NotFive { game: &'static str } = "this is a game of {game}, not of five in a row",
        NoSize { what: String } = "{what} is not a size; sizes look like 15 or 30:20",
        NoLetters { what: String } = "{what} is not a point; points look like hh",
        NoList { what: String } = "{what} is not a list of points like hh,ig",
        Many { what: String } = "{what} is more than one point",
        Nobody { what: String } = "{what} is not a side; PL is B or W",
        OtherSetUp { what: String, game: &'static str } = "{what} sets stones up; games of {game} are read move by move",
        OtherTurn { what: String, order: &'static str } = "{what} is out of turn: {order}",
        OtherPass { what: String, game: &'static str } = "{what} is a pass; games of {game} are read without passes",
        // Piskvork.
        Psq = "a psq file begins like \"Piskvorky 15x15, 11:11, 0\"",
        PsqMove { text: String } = "\"{text}\" is not a move x,y,time",
        // RenLib and its applet.
        LibCut = "this is not a RenLib library, or only the beginning of one",
        LibNew { version: String } = "a RenLib {version} library, newer than supported",
        LibByte { at: usize, place: String } = "byte {at}: {place} is not a point of a library",
        LibBreaks { at: usize } = "the library breaks off at byte {at}",
        LibNodes { n: usize } = "the library has more than {n} nodes; tengen database import reads such",
        LibStone { n: usize } = "move {n} of a line lies on a stone",
        AppletMoves = "the applet has no moves",
        LabelMissing { point: String } = "the label of {point} is missing",
        // RIF.
        RifDeep = "elements stand in each other too deep; the rest is left out",
        RifXml { error: String, at: u64 } = "this is no XML ({error}, byte {at}); the rest is left out",
        RifEnds = "the file ends within it",
        RifNoMoves = "it has no moves",
        RifMoves = "it has more moves than any board",
        // PlayOK.
        ResultLike { what: Quoted<String> } = "{what} is not a result like 1-0",
        ResultHead = "the result behind the moves is not that of the head lines",
        GameType { what: Quoted<String> } = "{what} is not a game type like 61,15",
        ColourTwice = "a colour is chosen twice",
        OtherSeat { point: String } = "{point} is in the place of the other side",
        RenjuEntry { n: usize } = "entry {n} is out of place in a game of renju",
        EntryNumber { number: String, n: usize } = "found {number}. behind {n} entries",
        // CCGC.
        Record = "the record breaks off: no \"}}\"",
        Contest { what: String } = "[{what}] is another game; five in a row is [C5]",
        NoResult { what: String } = "[{what}] is not a result like [先手胜]",
        NoContestMove = "no move like B(J,10)",
    }
}

impl ReadError {
    /// The error with its line, counted from 1.
    pub fn in_line(self, n: usize) -> ReadError {
        ReadError::Line { n, why: self.into() }
    }

    /// The error with the name of its place or file.
    pub fn at(self, what: impl Into<String>) -> ReadError {
        ReadError::At { what: what.into(), why: self.into() }
    }

    /// The error with the formats that can be read.
    pub(crate) fn known(self) -> ReadError {
        ReadError::Known { why: self.into() }
    }

    pub fn without_line(self) -> ReadError {
        match self {
            ReadError::Line { why, .. } => *why,
            other => other,
        }
    }

    /// Whether the file claims to hold another game: it can still be read as five in a row.
    pub fn is_other_game(&self) -> bool {
        match self {
            ReadError::OtherGame { .. } | ReadError::SignOfGo { .. } => true,
            ReadError::Line { why, .. } | ReadError::At { why, .. } => why.is_other_game(),
            _ => false,
        }
    }
}

impl From<io::Error> for ReadError {
    fn from(error: io::Error) -> ReadError {
        ReadError::Unreadable { why: error.to_string() }
    }
}

messages! {
    /// Why training data is not read, or not continued.
    pub enum TrainingError from Play(PlayError) {
        At { what: String; why: TrainingError } = "{what}: {why}",
        Unreadable { why: String } = "{why}",
        Unknown = "not a file of games",
        // The head.
        NoHead = "no whole head",
        HeadBreaks { why: String } = "no whole head: {why}",
        HeadLong = "the head is too long",
        HeadText { why: String } = "the header is not text: {why}",
        // A game.
        Ends = "no whole game",
        NoBoard = "no such board",
        NoRule = "no such rule",
        NoRuleByte { byte: u8 } = "no such rule: {byte}",
        NoResult { byte: u8 } = "no such result: {byte}",
        // Continuing a file.
        Older = "the file has an older format, which is only read; choose another file",
        OtherRun { file: String, run: String } = "the file was made in another way; choose another file. It says:\n{file}\nand this run:\n{run}",
    }
}

impl TrainingError {
    /// The error with the name of its file.
    pub(crate) fn in_file(self, file: &Path) -> TrainingError {
        TrainingError::At { what: file.display().to_string(), why: self.into() }
    }
}

impl From<io::Error> for TrainingError {
    fn from(error: io::Error) -> TrainingError {
        match error.kind() {
            ErrorKind::UnexpectedEof => TrainingError::Ends,
            _ => TrainingError::Unreadable { why: error.to_string() },
        }
    }
}

impl From<TrainingError> for ReadError {
    fn from(_: TrainingError) -> ReadError {
        ReadError::Training
    }
}

messages! {
    pub enum WriteError {
        PsqSetUp = ".psq has no room for stones that were set up; save it as .sgf",
        ContestBoard { side: u32, size: BoardSize } = "a CCGC record has a game of five in a row on {side}x{side}, not {size}",
        ContestSetUp = "a CCGC record has no room for stones that were set up",
        LibBoard { side: u8, size: BoardSize } = "a RenLib library has a board of {side}x{side}, not {size}",
        LibFirst = "the first node plays a move; a RenLib library begins with an empty board",
        LibTwice { n: usize } = "move {n} of a line lies on a stone",
        LibSetUp = "a RenLib library has no room for stones that were set up",
        LibNoPoint { n: usize } = "move {n} is not on the board, or a pass; a RenLib library has none",
        LibNoMove { n: usize, side: Colour } = "move {n} is not one stone of {side}; in a RenLib library each node is a move, and the sides alternate",
    }
}

messages! {
    /// What was skipped, or read or written differently.
    pub enum Note {
        Games { n: usize } = "the first of {n} games in the file",
        PassMove { n: usize } = "move {n} is a pass: the stones before it are set up",
        Passed { what: String } = "{what} is a pass: the stones before it are set up",
        Turn { what: String } = "{what} is out of turn: the stones before it are set up",
        TwoPassesMove { n: usize } = "move {n}: two passes end a game of renju as a draw",
        TwoPassesMoveCut { n: usize } = "move {n}: two passes end a game of renju as a draw; the moves after them are left out",
        TwoPassesAt { what: String } = "{what}: two passes end a game of renju as a draw",
        ReadAsFive { what: String } = "{what} says Go; it is read as five in a row",
        OtherAsFive { what: String } = "{what} is another game; it is read as five in a row",
        UnknownRule { what: String, rule: Rule } = "{what} is an unknown rule: read as {rule}",
        UnknownResult { what: String } = "{what} is not a result: read without one",
        Group { what: Quoted<String>, rule: Rule } = "{what} names an unknown group: read as {rule}",
        UnknownStones { what: String } = "{what} may mean stones, but is not supported",
        OtherResult { rule: Rule } = "by the rule {rule} the moves have another result than the file names; the moves decide",
        OtherDrawing = "another drawing of the text is left out",
        OtherDrawings { n: usize } = "{n} other drawings of the text are left out",
        OfferedOnly { what: String } = "{what} was offered, but not played",
        LibPass = "a line with a pass is left out",
        LibPasses { n: usize } = "{n} lines with passes are left out",
        IsVariation { n: usize } = "this game is a variation there, line {n}",
        NoVariation = "without 1 variation",
        NoVariationsOf { n: usize } = "without {n} variations",
        NoVariations = "without the variations",
        NoComments = "without the comments",
        PsqResult = "without the result: .psq has no room for it",
        PsqRule { rule: Rule } = "without the rule, {rule}: .psq cannot hold it",
        ContestRule { rule: Rule } = "without the rule, {rule}: a CCGC record cannot hold it",
        LibRule { rule: Rule } = "without the rule, {rule}: a library cannot hold it",
        LibNames = "without the names: RenLib files have no place for names",
        LibResult = "without the result: RenLib files have no place for results",
        LibNamesAndResult = "without the names and the result: RenLib files have no place for names and results",
        LibOnlyLine {; why: WriteError } = "only this line of the file: {why}",
    }
}
