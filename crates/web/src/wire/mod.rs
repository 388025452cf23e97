//! The messages between page and server: one JSON object each, short enough to type by hand.
//!
//! ```text
//! page    {"id":1,"ask":"look","game":{"width":15,"height":15,"rule":"renju","moves":"h8h9"}}
//! server  {"id":1,"last":true,"reply":"board","to_move":"black","black":"h8","white":"h9","forbidden":[],…}
//! page    {"id":2,"ask":"analyse","game":{…},"lines":2}
//! server  {"id":2,"last":false,"reply":"lines","lines":[{"score":{"points":35},"rate":0.54,"depth":9,…}]}
//! ```
//!
//! Every question has a number chosen by the page, which all messages about it repeat; `last` marks the last one. A
//! [`Query`] is answered at once. One [`Search`] runs at a time, and the next one replaces it, except for `review`, which
//! has a thread of its own. Points are written `h8`, sequences of points `h8i9g7`; times are in milliseconds. A request
//! that cannot be fulfilled is answered with `refused` and a message, and changes nothing.
//!
//! The page has these types too: a test compares `web/tengen/wire.d.ts` with them (`typescript.rs`).
//!
//! | ask | answer |
//! |---|---|
//! | `hello` | `hello`: version, levels, limits |
//! | `look` | `board`: stones, forbidden points, side to move or result |
//! | `play` (`level`, `time`, `clock`, `perfect`) | `seen` from time to time, then `chosen` |
//! | `analyse` (`lines`, `blocked`, `time`, `memory`, `threads`) | `lines` from time to time, and at the end |
//! | `balance` (`pair`, `value`, `time`) | `even` |
//! | `solve` (`fours`, `perfect`, `shorter`, `time`, `memory`, `threads`) | `solved` |
//! | `prove` | `proving` from time to time, then `proven` or `unproven` |
//! | `resist` (`time`) | `resisted`: the side to move's reply to a win of the opponent |
//! | `review` (`nodes`) | `judged` for each position, the last one first, then `done` |
//! | `rate` (`player`, `puzzle`, `solved`) | `rated`: both ratings after an attempt at a puzzle |
//! | `opening` (`opening`, `fifths`) | `step`: the next step of an opening rule |
//! | `open_game` (`opening`, `level`, `time`) | `opened`: the engine's answers in the opening |
//! | `open` (`file`, `rule`, `size`) | `record`: the game with its variations, and what was assumed |
//! | `open_all` (`file`, `rule`, `size`) | `records`: all games of a file |
//! | `save` (`tree`, `format`) | `file` |
//! | `film` (`numbers`, `delay`) | `file`: an animated GIF of the game |
//! | `explore` | `explored`: database records of the position and its moves |
//! | `use_database` (`name`) | `done`: a page without a server will use the file that its user chose |
//! | `use_proof` (`bytes`) | `done`: a page without a server has fetched the proof by which `perfect` plays |
//! | `add_game` (`tree`) | `added`: its main line is in the database |
//! | `games` | `games`: games of the database with this position |
//! | `note` (`comment`, `label`) | `done` once it is in the database |
//! | `watch` | `live` on every change in the games to watch, if there are any |
//! | `lay` (`point`) | `done`; the stone is in the next `live` |
//! | `now` (`of`) | nothing; the search with that number finishes with its result so far |
//! | `stop` (`of`) | nothing; the search with that number ends without an answer |

mod question;
mod reply;

pub use question::{Ask, Goal, Means, Query, Question, Search, Signal};
pub use reply::{
    AssumedText, DatabaseText, DatumText, ExploredText, Hello, KnownText, Line, Live, LiveClock, LiveGame, Message,
    PlanText, ProofText, ReasonText, RecordText, RemarkText, Reply, Solved, StoredText, VerdictText, Worth,
};
use serde::{Deserialize, Serialize};

/// A Glicko-2 rating.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Strength {
    /// The rating.
    pub rating: f64,
    /// The rating deviation.
    pub deviation: f64,
    /// The volatility.
    pub volatility: f64,
}
