//! A journal of deep check results, so that an interrupted run can be resumed: a file with one line per puzzle.
//!
//! ```text
//!   {"puzzle":"{…}","becomes":"{…}"}
//!   {"puzzle":"{…}","why":"the solution loses too"}
//! ```

use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;
use tengen_core::files::open_to_continue;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Checked {
    Corrected(String),
    Dropped(String),
}

/// The beginning of each line.
const BEGIN: &str = "{\"puzzle\":";

/// The results of a run, by the line of the puzzle.
pub struct Journal {
    found: HashMap<String, Checked>,
    file: File,
}

#[derive(Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
enum JournalLine {
    Corrected { puzzle: String, becomes: String },
    Dropped { puzzle: String, why: String },
}

impl JournalLine {
    fn new(puzzle: String, outcome: Checked) -> JournalLine {
        match outcome {
            Checked::Corrected(becomes) => JournalLine::Corrected { puzzle, becomes },
            Checked::Dropped(why) => JournalLine::Dropped { puzzle, why },
        }
    }

    fn outcome(self) -> (String, Checked) {
        match self {
            JournalLine::Corrected { puzzle, becomes } => (puzzle, Checked::Corrected(becomes)),
            JournalLine::Dropped { puzzle, why } => (puzzle, Checked::Dropped(why)),
        }
    }
}

impl Journal {
    /// Opens or creates a journal. An incomplete last line is ignored.
    pub fn open(path: &Path) -> io::Result<Journal> {
        let mut file = open_to_continue(path)?;
        let mut text = String::new();
        file.read_to_string(&mut text)?;
        if !text.is_empty() && !text.starts_with(BEGIN) && !BEGIN.starts_with(&text) {
            let why = "it is there already, and holds no results of a check";
            return Err(io::Error::new(io::ErrorKind::InvalidData, why));
        }
        if !text.is_empty() && !text.ends_with('\n') {
            writeln!(file)?;
        }
        let entries = text.lines().filter_map(|line| serde_json::from_str(line).ok());
        let found = entries.map(JournalLine::outcome);
        Ok(Journal { found: found.collect(), file })
    }

    pub fn get(&self, puzzle: &str) -> Option<&Checked> {
        self.found.get(puzzle)
    }

    pub fn add(&mut self, puzzle: String, outcome: Checked) -> io::Result<()> {
        let entry = JournalLine::new(puzzle, outcome);
        let line = serde_json::to_string(&entry).expect("texts are JSON");
        self.found.extend([entry.outcome()]);
        self.file.write_all(format!("{line}\n").as_bytes())
    }
}
