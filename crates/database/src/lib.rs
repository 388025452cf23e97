//! A position database: results of games and searches for each position, in one file.
//!
//! - [`Place`]: the canonical key of a position under a rule, and the mapping back to the board;
//! - [`Record`]: value, proof, best move, results, comment and source of a position;
//! - [`Import`]: imports games from files in many formats; [`PlayedBefore`]: a stored game;
//! - [`Records`], [`Explored`]: look-ups of a position and its moves;
//! - [`PositionBook`]: an open database shared by threads; [`SharedDatabase`] implements it and writes in the background;
//! - [`DatabaseReader`]: reads a file where SQLite is not available;
//! - [`DatabaseAnalysis`]: fills in values by best-first searches, in one program or several;
//! - [`Database`]: the file. Any number of programs can read it while one writes; a committed [`Batch`] survives `kill
//!   -9` and a full disk.
//!
//! The file format is SQLite: other programs and languages can open it, programs can read while another one writes, and
//! the files are smaller. Compared with redb 4.6, with 10 million records with keys of 12 to 44 bytes, in sorted
//! batches of a million, 64 MB of cache, on one core shared with other work:
//!
//! | | written in | memory | file | a look-up | a second program |
//! |---|---|---|---|---|---|
//! | SQLite | 104 s | 152 MB | 514 MB | 17 µs | can read |
//! | redb | 139 s | 158 MB | 2,282 MB | 20 µs | is refused |
//!
//! The layout is documented at the top of `store.rs`.

mod error;
mod explore;
pub mod note;
mod open;
mod place;
mod played;
mod position_book;
mod reader;
mod record;
mod schema;

#[cfg(feature = "file")]
mod analyse;
#[cfg(feature = "file")]
mod claims;
#[cfg(feature = "file")]
mod files;
#[cfg(feature = "file")]
mod import;
#[cfg(feature = "file")]
mod merge;
#[cfg(feature = "file")]
mod shared;
#[cfg(feature = "file")]
mod store;
#[cfg(feature = "file")]
mod writer;

use tengen_core::rules::Rule;

pub use error::{BookError, DatabaseError};
pub use explore::{Alike, Explored, Known, Records};
pub use open::open_book;
pub use place::{Key, Place};
pub use played::{PlayedBefore, Stored, Winner};
pub use position_book::{Change, PositionBook};
pub use reader::{DatabaseReader, ReadAt};
pub use record::{Bound, COMMENT, LABEL, Proof, Record, Results, Value};

#[cfg(feature = "file")]
pub use analyse::{AnalysisProgress, DatabaseAnalysis, Judged, Step};
#[cfg(feature = "file")]
pub use files::{YixinCounts, write_yixin};
#[cfg(feature = "file")]
pub use import::{Import, ImportCounts};
#[cfg(feature = "file")]
pub use merge::Merged;
#[cfg(feature = "file")]
pub use shared::SharedDatabase;
#[cfg(feature = "file")]
pub use store::{Batch, Database};

pub const VERSION: i32 = 2;

/// Checks that databases store games of this rule. The wins of a continuous game are points, not results.
pub fn check_rule(rule: Rule) -> Result<(), BookError> {
    error::ensure(!rule.continuous, BookError::Continuous)
}
