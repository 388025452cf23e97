//! The examples of README.md are what the program prints.
//!
//! Where a change of the search or of the output changes them on purpose,
//! `TENGEN_README=write cargo test --test readme` writes them anew.

mod support;

use std::path::{Path, PathBuf};
use support::toolbox::{run, tengen};

/// A command line in a block of text, and what is printed below it.
const PROMPT: &str = "$ tengen ";

fn readme() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")
}

/// What a command line prints, in a folder of its own.
fn output_of(arguments: &str) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("readme");
    std::fs::create_dir_all(&folder).expect("a folder");
    let arguments: Vec<&str> = arguments.split_whitespace().collect();
    let ran = run(tengen(&arguments).current_dir(folder), "");
    assert_eq!((ran.err.as_str(), ran.status), ("", 0), "{arguments:?}");
    ran.out
}

/// The text with what each of its examples prints now; and how many there are.
fn with_outputs(text: &str) -> (String, usize) {
    let (mut written, mut examples, mut skips) = (String::new(), 0, false);
    for line in text.lines() {
        skips &= line != "```" && !line.starts_with(PROMPT);
        if !skips {
            written += &format!("{line}\n");
        }
        if let Some(arguments) = line.strip_prefix(PROMPT) {
            written += &output_of(arguments);
            (examples, skips) = (examples + 1, true);
        }
    }
    (written, examples)
}

/// Without the seconds that a search took: `89 nodes, … s`.
fn without_times(text: &str) -> String {
    let line = |line: &str| match line.rsplit_once(", ") {
        Some((nodes, time)) if nodes.contains(" node") && time.ends_with(" s") => nodes.to_string(),
        _ => line.to_string(),
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn examples_print_what_they_are_said_to_print() {
    let text = std::fs::read_to_string(readme()).expect("README.md");
    let (now, examples) = with_outputs(&text);
    assert!(examples >= 2, "{examples} examples");
    if std::env::var_os("TENGEN_README").is_some_and(|what| what == "write") {
        std::fs::write(readme(), now).expect("README.md can be written");
        return;
    }
    let (said, prints) = (without_times(&text), without_times(&now));
    for (number, (said, prints)) in said.lines().zip(prints.lines()).enumerate() {
        let number = number + 1;
        assert_eq!(
            said, prints,
            "README.md, line {number} (left); try TENGEN_README=write"
        );
    }
    assert_eq!(said, prints);
}
