//! The house has floors, and a file uses only what lies below its own: read from the sources.

use std::path::{Path, PathBuf};

/// Each folder (or file) of `src` and its floor.
const FLOORS: [(&str, u8); 24] = [
    ("main", 9),
    ("bin", 9),
    ("command_line", 8),
    ("protocol", 7),
    ("terminal", 7),
    ("tournament", 7),
    ("players", 6),
    ("lab", 6),
    ("engine", 5),
    ("referee", 5),
    ("search", 4),
    ("connect6", 5),
    ("dots", 5),
    ("threat", 3),
    ("eval", 3),
    ("pattern", 2),
    ("records", 2),
    ("rules", 1),
    ("course", 1),
    ("sau", 1),
    ("board", 0),
    ("kit", 1),
    ("lines", 0),
    ("kernel", 0),
];

fn floor(name: &str) -> u8 {
    let found = FLOORS.iter().find(|(folder, _)| *folder == name);
    found.unwrap_or_else(|| panic!("{name} has no floor")).1
}

fn sources(folder: &Path, into: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("a source").path();
        if path.is_dir() {
            sources(&path, into);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            into.push(path);
        }
    }
}

/// The part of the house that a file belongs to; `None` for `lib.rs`, which is all of it.
fn part_of(file: &Path) -> Option<String> {
    let first = file.iter().next().expect("a name").to_string_lossy();
    let name = first.trim_end_matches(".rs");
    (name != "lib").then(|| name.to_string())
}

/// The parts that a line names: `crate::part::…`, and for the binaries `tengen::part::…`.
fn named_parts(line: &str) -> Vec<&str> {
    let after = ["crate::", "tengen::"].map(|start| line.split(start).skip(1));
    let names = after.into_iter().flatten().map(|rest| {
        let end = rest.find(|c: char| !c.is_ascii_lowercase() && !c.is_ascii_digit() && c != '_');
        &rest[..end.unwrap_or(rest.len())]
    });
    names.filter(|name| !name.is_empty()).collect()
}

#[test]
fn a_file_uses_only_the_floors_below_its_own() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    assert!(files.len() > 20);
    for file in files {
        let inside = file.strip_prefix(&root).expect("a file of src");
        let Some(part) = part_of(inside) else {
            continue;
        };
        let text = std::fs::read_to_string(&file).expect("a readable source");
        for line in text
            .lines()
            .filter(|line| !line.trim_start().starts_with("//"))
        {
            assert!(
                !line.contains("crate::{"),
                "one part a line, please: {line}"
            );
            for used in named_parts(line).into_iter().filter(|used| *used != part) {
                assert!(
                    floor(used) < floor(&part),
                    "{}: {part} (floor {}) uses {used} (floor {}): {line}",
                    inside.display(),
                    floor(&part),
                    floor(used),
                );
            }
        }
    }
}

#[test]
fn every_file_says_why_it_exists_and_is_no_novel() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    sources(&root.join("src"), &mut files);
    sources(&root.join("tests"), &mut files);
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a readable source");
        assert!(
            text.starts_with("//!"),
            "{} has no //! at its top",
            file.display()
        );
        let lines = text.lines().count();
        assert!(lines < 600, "{} has {lines} lines", file.display());
    }
}
