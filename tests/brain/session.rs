//! A Gomocup session in this process: text in, text out, without pipes or clocks.

use pbrain_tengen::gomocup::{Flow, Gomocup};
use std::collections::VecDeque;
use tengen_session::brain::Config;

/// A session that receives one line at a time.
pub struct Session {
    gomocup: Gomocup,
    nothing_comes: (),
}

impl Session {
    /// A session whose searches stop after this many nodes.
    pub fn new(nodes: u64) -> Session {
        Session::with(Config { hash: Some(1 << 20), nodes: Some(nodes), seed: Some(1), ..Config::default() })
    }

    pub fn with(config: Config) -> Session {
        Session { gomocup: Gomocup::new(config), nothing_comes: () }
    }

    /// The answers to a line, without MESSAGE; `None` after the session has ended.
    pub fn hear(&mut self, line: impl Into<Vec<u8>>) -> Option<Vec<String>> {
        let mut output = Vec::new();
        let line = line.into();
        let flow = self.gomocup.hear(&line, &mut self.nothing_comes, &mut output);
        if flow.expect("writing to memory") == Flow::Leave {
            return None;
        }
        let text = String::from_utf8(output).expect("answers are plain text");
        let lines = text.lines().filter(|line| !line.starts_with("MESSAGE "));
        Some(lines.map(str::to_string).collect())
    }

    /// Sends some lines; the only answer to the last one. The others must have no answer.
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
