//! A Gomocup session in this process: text in, text out, no pipe and no clock.

use std::collections::VecDeque;
use tengen_engine::brain::Config;
use tengen_protocol::gomocup::{Flow, Gomocup};

/// A session that hears one line after the other.
pub struct Session {
    gomocup: Gomocup,
    nothing_comes: (),
}

impl Session {
    /// A session whose searches stop after this many nodes.
    pub fn new(nodes: u64) -> Session {
        Session::with(Config {
            hash: Some(1 << 20),
            nodes: Some(nodes),
            seed: Some(1),
            ..Config::default()
        })
    }

    /// A session with any config.
    pub fn with(config: Config) -> Session {
        Session {
            gomocup: Gomocup::new(config),
            nothing_comes: (),
        }
    }

    /// The answers to a line, without MESSAGE; `None` when the session has ended.
    pub fn hear(&mut self, line: impl Into<Vec<u8>>) -> Option<Vec<String>> {
        let mut output = Vec::new();
        let line = line.into();
        let flow = self
            .gomocup
            .hear(&line, &mut self.nothing_comes, &mut output);
        if flow.expect("writing to memory") == Flow::Leave {
            return None;
        }
        let text = String::from_utf8(output).expect("answers are plain text");
        let lines = text.lines().filter(|line| !line.starts_with("MESSAGE "));
        Some(lines.map(str::to_string).collect())
    }

    /// The only answer to the last of some lines; the others have none.
    pub fn ask(&mut self, lines: &[&str]) -> String {
        let mut answers = VecDeque::new();
        for line in lines {
            assert!(answers.is_empty(), "{answers:?} before {line}");
            answers.extend(self.hear(*line).expect("the session goes on"));
        }
        assert_eq!(answers.len(), 1, "{answers:?} after {lines:?}");
        answers.remove(0).expect("one answer")
    }
}
