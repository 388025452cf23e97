//! A database of positions: what games and searches have said about each, in one file.
//!
//! - [`Place`]: a position under a rule without its symmetries, and the way back to the board as it lies;
//! - [`Record`]: value, proof, best move, results, comment and source of one position;
//! - [`Import`]: games, counted into a database, out of files of many kinds; [`Played`]: a game as it is kept there;
//! - [`Records`], [`Explored`]: what is known of a position and of those that its moves lead to;
//! - [`Library`]: a database that stays open and is shared by threads; [`SharedDatabase`] is one, which writes in the
//!   background;
//! - [`DatabaseReader`]: a file read in place where there is no SQLite;
//! - [`Analysis`]: values filled in by searches, best first, by one program or many;
//! - [`Database`]: the file. It is read by any number of programs while one writes; what a [`Batch`] has committed
//!   outlives `kill -9` and a full disk.
//!
//! The file is SQLite's: other programs and languages open it, programs may read while another one writes, and it
//! is the smaller one. Measured against redb 4.6, with 10 million records of 12 to 44 bytes of key, in sorted batches of a
//! million, 64 MB of cache, one core that was shared with other work:
//!
//! | | written in | memory | file | a look-up | a second program |
//! |---|---|---|---|---|---|
//! | SQLite | 104 s | 152 MB | 514 MB | 17 µs | may read |
//! | redb | 139 s | 158 MB | 2,282 MB | 20 µs | is refused |
//!
//! Its layout stands at the top of `store.rs`.

mod explore;
mod library;
pub mod note;
mod place;
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
mod played;
#[cfg(feature = "file")]
mod shared;
#[cfg(feature = "file")]
mod store;
#[cfg(feature = "file")]
mod writer;

pub use explore::{Alike, Explored, Known, Records};
pub use library::{Change, Library};
pub use place::{Key, Place};
pub use reader::{DatabaseReader, ReadAt};
pub use record::{Bound, COMMENT, LABEL, Proof, Record, Results, Value};

#[cfg(feature = "file")]
pub use analyse::{Analysis, Judged, Progress, Step};
#[cfg(feature = "file")]
pub use import::{Import, Otherwise, Tally};
#[cfg(feature = "file")]
pub use merge::Merged;
#[cfg(feature = "file")]
pub use played::Played;
#[cfg(feature = "file")]
pub use shared::SharedDatabase;
#[cfg(feature = "file")]
pub use store::{Batch, Database};

/// The version of the file's layout that this program reads and writes.
pub const VERSION: i32 = 2;
