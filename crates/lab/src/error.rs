//! Why the text of an option is refused.

use tengen_core::messages;

messages! {
    /// Why the text of an option is refused.
    pub enum OptionError {
        Shard = "a part is written as 2/4: the second of four",
        RandomMoves = "random moves are chosen by looks, search or bursts",
        Openings = "openings are scattered, lines, empty or book:FILE",
    }
}
