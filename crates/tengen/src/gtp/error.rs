//! Why a command fails.

use super::game::ActionError;
use super::parse::VertexError;
use crate::command_line::error::ValueError;
use crate::input::InputError;
use tengen_core::messages;
use tengen_session::level::NoLevel;

messages! {
    pub(super) enum GtpError from Input(InputError), Vertex(VertexError), Action(ActionError), Value(ValueError), Level(NoLevel) {
        UnknownCommand = "unknown command",
        Usage { usage: String } = "syntax error, use: {usage}",
        SizeUnacceptable { most: u8 } = "unacceptable size (sides from 5 to {most})",
        NoHandicap = "five in a row has no handicap",
        IllegalMove { ; why: ActionError } = "illegal move: {why}",
        CannotUndo = "cannot undo",
        NotOver = "the game is not over",
        NotSquare = "the board is not square",
        NotNumber { word: String } = "\"{word}\" is not a number",
        NotWhole { word: String } = "\"{word}\" is not a whole number",
        NotInterval { word: String } = "\"{word}\" is not an interval",
        MissingValue { word: String } = "{word} needs a value",
        UnknownWord { word: String } = "\"{word}\" is not known to analysis",
        SearchFailed { reason: &'static str } = "{reason}",
    }
}
