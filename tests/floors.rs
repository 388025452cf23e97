//! The house has floors, and a file uses only what lies below its own: read from the sources.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Each folder (or file) of `src` and its floor.
const FLOORS: [(&str, u8); 26] = [
    ("main", 9),
    ("bin", 9),
    ("command_line", 8),
    ("protocol", 7),
    ("terminal", 7),
    ("web", 7),
    ("tournament", 7),
    ("players", 6),
    ("study", 6),
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

/// Methods with a `self` that a source defines, and those that it calls on `self`, each as `Type::method`.
/// Tests do not count.
struct Methods {
    file: PathBuf,
    defined: BTreeSet<String>,
    called: BTreeSet<String>,
}

impl Methods {
    fn of(file: &Path) -> Methods {
        let text = std::fs::read_to_string(file).expect("a readable source");
        let text = text.split("#[cfg(test)]").next().expect("the part before");
        let mut methods = Methods {
            file: file.to_path_buf(),
            defined: BTreeSet::new(),
            called: BTreeSet::new(),
        };
        for block in text.split("\nimpl").skip(1) {
            methods.read(block);
        }
        methods
    }

    /// Reads what stands behind the word `impl`.
    fn read(&mut self, block: &str) {
        let words = block.split_whitespace().collect::<Vec<_>>().join(" ");
        let Some((head, body)) = words.split_once(" {") else {
            return;
        };
        let implemented = head.split(" for ").last().expect("the type");
        let implemented = implemented.trim_start_matches(['<', '\'', '_', ',', ' ']);
        // Behind the parameters: `<'a, K: Kind> Search<'a, K>`.
        let named = implemented
            .rsplit_once("> ")
            .map_or(implemented, |(_, name)| name);
        let name = word(named);
        let takes_self = |rest: &&str| {
            let arguments = rest
                .split_once('(')
                .map_or("", |(_, after)| after.trim_start());
            let starts = ["self", "&self", "&mut self", "mut self"];
            starts.iter().any(|start| arguments.starts_with(start))
        };
        let method = |rest: &str| format!("{name}::{}", word(rest));
        let body = body.replace("self .", "self.");
        self.defined
            .extend(body.split("fn ").skip(1).filter(takes_self).map(method));
        self.called.extend(body.split("self.").skip(1).map(method));
    }
}

/// The name at the front of a text.
fn word(text: &str) -> String {
    let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    text[..end.unwrap_or(text.len())].to_string()
}

/// Files of one folder that share a type call each other's methods one way only: a file builds on those
/// whose methods it calls. (A method that two of them define says nothing.)
#[test]
fn the_files_of_a_folder_call_each_other_one_way() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    let mut folders: BTreeMap<PathBuf, Vec<Methods>> = BTreeMap::new();
    for file in &files {
        let folder = file.parent().expect("a folder").to_path_buf();
        folders.entry(folder).or_default().push(Methods::of(file));
    }
    let mut seen = 0;
    for members in folders.values() {
        let users: Vec<Vec<usize>> = members.iter().map(|user| used_by(user, members)).collect();
        seen += users.iter().map(Vec::len).sum::<usize>();
        for (start, member) in members.iter().enumerate() {
            assert!(
                !reaches(&users, start, start),
                "{} calls files that call it",
                member.file.display()
            );
        }
    }
    assert!(
        seen > 25,
        "only {seen} files call another: are they read rightly?"
    );
}

/// The other files of the folder whose methods a file calls.
fn used_by(user: &Methods, members: &[Methods]) -> Vec<usize> {
    let definers = |name: &String| {
        let defines = |member: &&(usize, &Methods)| member.1.defined.contains(name);
        let all: Vec<(usize, &Methods)> = members.iter().enumerate().collect();
        let found: Vec<usize> = all.iter().filter(defines).map(|member| member.0).collect();
        found
    };
    let called = user.called.iter().map(definers);
    let only = called.filter_map(|found| (found.len() == 1).then(|| found[0]));
    let mut used: Vec<usize> = only.filter(|&i| members[i].file != user.file).collect();
    used.sort_unstable();
    used.dedup();
    used
}

/// Whether a file calls another, maybe through others.
fn reaches(users: &[Vec<usize>], from: usize, to: usize) -> bool {
    let (mut open, mut seen) = (users[from].clone(), vec![false; users.len()]);
    while let Some(next) = open.pop() {
        if next == to {
            return true;
        }
        if !std::mem::replace(&mut seen[next], true) {
            open.extend(&users[next]);
        }
    }
    false
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
