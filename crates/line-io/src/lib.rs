//! Input and output of programs that read lines and print lines.
//!
//! - [`input`]: reads lines, also while the program is busy; [`words`]: splits and quotes them;
//! - [`output`]: standard output, which may be closed; [`quiet`]: keeps everything but the replies out of the output.

pub mod input;
pub mod output;
pub mod quiet;
pub mod words;
