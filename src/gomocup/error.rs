//! Why a line is answered without the engine.

use tengen_core::board::POINTS;
use tengen_core::messages;

/// A list has at most as many entries as the largest board has points.
pub(super) const MOST_ENTRIES: usize = POINTS;

messages! {
    pub(super) enum GomocupError {
        Keys = "the line has keys that cannot be used here; type it again",
        NoPlace { word: String } = "{word} wants X,Y",
        NoSize = "START wants a size",
        NoSides = "RECTSTART wants WIDTH,HEIGHT",
        NoLines = "YXNBEST wants a number of lines, 1 or more",
        NoValue { word: String } = "{word} wants a value, 0 for an even position",
        NoFifths { word: String } = "{word} wants the number of fifth stones",
        NoRecord = "YXEDITTVDDATABASE wants MASK TAG VALUE DEPTH",
        OpenText = "YXEDITTEXTDATABASE: the text has no end",
        NoLabel = "YXEDITLABELDATABASE wants X,Y and a label",
        NoEntry { line: String, form: &'static str } = "{line} is not {form}",
        TooMany { most: usize } = "more than {most} lines: no board has so many points",
        NoBlock = "DONE without BOARD",
        OpenBlock = "DONE expected",
    }
}

#[derive(Debug)]
pub(super) enum OwnReply {
    About,
    Help,
    Unknown(String),
    Error(GomocupError),
}

impl From<GomocupError> for OwnReply {
    fn from(error: GomocupError) -> OwnReply {
        OwnReply::Error(error)
    }
}
