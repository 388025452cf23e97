//! What the page shows a person: refusals, notes, news. Each has a code and data, which the page translates
//! (`web/messages/`), and a sentence in English.

use tengen_core::board::BoardError;
use tengen_core::message::Quoted;
use tengen_core::messages;
use tengen_core::rules::RuleError;
use tengen_core::rules::opening::OpeningError;
use tengen_database::{BookError, DatabaseError};
use tengen_picture::gif::FilmError;
use tengen_records::{Note, ReadError, WriteError};

messages! {
    pub enum Remark
    from Board(BoardError), Rule(RuleError), Opening(OpeningError), Read(ReadError), Write(WriteError), Note(Note), Book(BookError), Film(FilmError) {
        // Questions and searches.
        NotKnown { why: String } = "not a question that is known here: {why}",
        NoSearch = "no search is running",
        GameOver = "the game is over",
        Levels { most: usize } = "the levels are 1 to {most}",
        Failed = "internal error: the search failed",
        NotEnded = "the search did not end",
        NoDecision = "the opening has no decision to make",
        AllBlocked = "no legal point is left that is not blocked",
        NothingEven = "no even move exists: every move decides the game",
        NothingPlayed = "nothing can be played",
        NoProof = "there is no proof for this rule and board",
        NoProving = "only `tengen web` can prove: this page has no server",
        NotToProve = "only positions of a game that Black began can be proven, and no continuous game",
        StillRunning = "internal error; the server is still running",
        Internal = "internal error",
        // Games and files.
        SetUpTwice { point: String } = "{point} is set up twice",
        TreeMoves { n: usize } = "a tree has at most {n} moves",
        TreeOrder = "a move stands before the one that it follows",
        GameMoves { n: usize } = "games have at most {n} moves here",
        GameEmpty = "a game without moves",
        NotWhole { why: String } = "the file did not arrive whole: {why}",
        Pieces { n: usize } = "the file has more than {n} nodes and values, more than are read here",
        SaveFormat { what: Quoted<String> } = "{what} is not a format; expected sgf or psq",
        Words = "the text of a node without a move is left out",
        WordsOf { n: usize } = "the texts of {n} nodes without a move are left out",
        LinesCut { n: usize } = "line {n} and those after it are left out",
        LineSetsUp { n: usize } = "line {n} sets stones up on its way",
        // The database.
        NoDatabase = "there is no database",
        ChooseDatabase = "tengen web --database FILE chooses the database",
        KeptForLater {; why: BookError } = "kept, to be written later: {why}",
        NotesWait { n: usize } = "{n} notes wait to be written",
        // Games to watch.
        NoWatching = "there is no game to watch",
        NoPart = "there is no game to take part in",
        OnlyWatched = "this game can only be watched",
        NotBegun = "no game has begun",
        NotYourTurn = "it is not your turn",
        Connected { address: String } = "connected to {address}",
        AllPlayed = "all games are played",
        RefereeGone { why: String } = "the referee has gone: {why}",
        Standings { text: String } = "{text}",
    }
}

impl From<DatabaseError> for Remark {
    fn from(error: DatabaseError) -> Remark {
        error.kind.into()
    }
}
