//! The examples of README.md are what the program prints.
//!
//! Where a change of the search or of the output changes them on purpose,
//! `TENGEN_README=write cargo test --test readme` writes them anew.

use std::path::{Path, PathBuf};
use tengen_testing::toolbox::{run, tengen};

/// A command line in a block of text, and what is printed below it.
const PROMPT: &str = "$ tengen ";

fn readme() -> PathBuf {
    tengen_testing::repository().join("README.md")
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

/// All texts of a folder and those below: what is no Markdown counts by its comments.
fn texts(folder: &str) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut folders = vec![tengen_testing::repository().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
            let path = entry.path();
            let comments = match path.extension().and_then(|ending| ending.to_str()) {
                Some("rs") => "//",
                Some("md") => "",
                _ if path.is_dir() => {
                    folders.push(path);
                    continue;
                }
                _ => continue,
            };
            let text = std::fs::read_to_string(&path).expect("a text");
            let lines = text
                .lines()
                .filter(|line| line.trim_start().starts_with(comments));
            found.push((path, lines.collect::<Vec<_>>().join("\n")));
        }
    }
    found
}

/// Words of a text like `src/lines.rs` or `src/kernel/`.
fn names_of_files(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split('`').skip(1).step_by(2);
    words.filter(|word| {
        let is_folder = word.starts_with("src/") && word.ends_with('/');
        !word.contains(char::is_whitespace)
            && (is_folder || word.contains('/') && word.ends_with(".rs"))
    })
}

/// The package that a file belongs to, or the repository.
fn package_of(path: &Path) -> &Path {
    let mut folders = path.ancestors().skip(1);
    let package = folders.find(|folder| folder.join("Cargo.toml").exists());
    package.unwrap_or(tengen_testing::repository())
}

#[test]
fn texts_named_files_that_were_gone() {
    let root = tengen_testing::repository();
    let readme = (
        readme(),
        std::fs::read_to_string(readme()).expect("README.md"),
    );
    let mut texts: Vec<_> = ["src", "crates", "tests", "train", "nets"]
        .into_iter()
        .flat_map(texts)
        .collect();
    texts.push(readme);
    let mut names = 0;
    for (path, text) in &texts {
        for name in names_of_files(text) {
            let places = [root, &package_of(path).join("src"), path.parent().expect("a folder")];
            let is_there = places.iter().any(|place| place.join(name).exists());
            assert!(is_there, "{}: {name}", path.display());
            names += 1;
        }
    }
    assert!(names > 40, "{names}");
}

/// Which it is says `tests/bench-signature.txt`.
#[test]
fn the_packages_were_said_to_have_a_signature_of_long_ago() {
    let text = std::fs::read_to_string(readme()).expect("README.md");
    let (_, packages) = text.split_once("\n## Packages\n").expect("a section");
    let packages = packages.split("\n## ").next().expect("its text");
    let mut numbers = packages.split(|c: char| !c.is_ascii_digit());
    assert!(numbers.all(|number| number.len() < 6), "{packages}");
}
