//! Why a setting in a text is refused.

use tengen_core::messages;

messages! {
    /// Why a setting in a text is refused.
    pub enum WrongSetting {
        Threads = "threads must be a number from 1, or `all`",
        ZeroTime = "the time must be greater than zero",
        NoTime { text: String, why: String } = "\"{text}\" is not a time like 5s or 0.3: {why}",
        LongTime { text: String } = "\"{text}\" is longer than a million seconds",
        Memory { most: usize } = "memory in MB must be a number from 1 to {most}",
        NoPair { setting: String } = "{setting}: expected NAME=VALUE",
        NoNumber { setting: String, why: std::num::ParseIntError } = "{setting}: {why}",
        NoParameter { name: String } = "unknown parameter: {name}",
    }
}
