//! README.md and the book are up to date. Their links are tested by `scripts/check`, their examples in `snapshots.rs`,
//! their tables of options in `option_tables.rs`.

use super::markdown::Code;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use walkdir::WalkDir;

/// README.md, ARCHITECTURE.md, CONTRIBUTING.md and the pages of the book, with their texts.
pub(super) fn pages() -> Vec<(PathBuf, String)> {
    let root = tengen_e2e::repository();
    let papers = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"];
    let papers = papers.map(|name| root.join(name)).into_iter().map(|path| {
        let text = std::fs::read_to_string(&path).expect("a text");
        (path, text)
    });
    papers.chain(texts("docs")).collect()
}

/// Whether tests write the pages instead of comparing them (`TENGEN_BOOK=write`). One test at a time, because two of
/// them write the same page.
pub(super) fn writing() -> Option<MutexGuard<'static, ()>> {
    static TURN: Mutex<()> = Mutex::new(());
    let is_asked = std::env::var_os("TENGEN_BOOK").is_some_and(|what| what == "write");
    is_asked.then(|| TURN.lock().unwrap_or_else(PoisonError::into_inner))
}

/// Examples elsewhere would not be tested.
#[test]
fn examples_are_in_console_blocks() {
    let count = |text: &str| text.lines().filter(|line| line.starts_with("$ ")).count();
    let mut examples = 0;
    for (path, text) in pages() {
        let blocks = Code::of(&text).blocks.into_iter().filter(|(language, _)| language == "console");
        let tested: usize = blocks.map(|(_, block)| count(&block)).sum();
        assert_eq!(tested, count(&text), "{}", path.display());
        examples += tested;
    }
    assert!(examples >= 2, "{examples} examples");
}

/// The anchor of a heading: `play-in-the-terminal` for `## Play in the *terminal*`.
pub(super) fn anchor(heading: &str) -> String {
    let heading = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = heading.chars().filter(|&c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

#[test]
fn every_page_stands_in_the_contents() {
    let folder = tengen_e2e::repository().join("docs/src");
    let contents = std::fs::read_to_string(folder.join("SUMMARY.md")).expect("the contents");
    for (path, text) in texts("docs/src") {
        let name = path.strip_prefix(&folder).expect("a page").to_str().expect("UTF-8");
        assert!(name == "SUMMARY.md" || contents.contains(&format!("({name})")), "{name}");
        assert!(text.lines().count() <= 300, "{name} is long");
    }
    let readme = tengen_e2e::repository().join("README.md");
    let lines = std::fs::read_to_string(readme).expect("README.md").lines().count();
    assert!(lines <= 150, "README.md has {lines} lines");
}

pub(super) fn files(folder: &str, ending: &str) -> impl Iterator<Item = (PathBuf, String)> {
    let entries = WalkDir::new(tengen_e2e::repository().join(folder)).into_iter();
    let paths = entries.map(|entry| entry.expect("an entry").into_path());
    let paths = paths.filter(move |path| path.extension().is_some_and(|own| own == ending));
    paths.map(|path| {
        let text = std::fs::read_to_string(&path).expect("a text");
        (path, text)
    })
}

/// All texts of a folder and its subfolders: Markdown files, and the comments of Rust files.
pub(super) fn texts(folder: &str) -> Vec<(PathBuf, String)> {
    let rust = files(folder, "rs").map(|(path, text)| (path, comments(&text)));
    files(folder, "md").chain(rust).collect()
}

fn comments(code: &str) -> String {
    let lines = code.lines().map(|line| match line.trim_start().strip_prefix("//") {
        Some(comment) => comment.trim_start_matches(['/', '!']).strip_prefix(' ').unwrap_or_default(),
        None => "",
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// File names in backticks such as `src/main.rs` or `docs/src/`.
fn names_of_files(text: &str) -> Vec<String> {
    let is_file = |word: &String| {
        let is_folder = word.starts_with("src/") && word.ends_with('/');
        !word.contains(char::is_whitespace) && (is_folder || word.contains('/') && word.ends_with(".rs"))
    };
    Code::of(text).inline.into_iter().filter(is_file).collect()
}

/// The folder of the package that contains a file, or the repository.
fn package_of(path: &Path) -> &Path {
    let mut folders = path.ancestors().skip(1);
    let package = folders.find(|folder| folder.join("Cargo.toml").exists());
    package.unwrap_or(tengen_e2e::repository())
}

#[test]
fn texts_name_files_that_exist() {
    let root = tengen_e2e::repository();
    let mut texts: Vec<_> =
        ["src", "crates", "games", "course", "tests", "train"].into_iter().flat_map(texts).collect();
    texts.extend(pages());
    let mut names = 0;
    for (path, text) in &texts {
        for name in names_of_files(text) {
            let package = package_of(path);
            let folder = path.parent().expect("a folder");
            let places = [root, package, &package.join("src"), folder];
            let is_there = places.iter().any(|place| place.join(&name).exists());
            assert!(is_there, "{}: {name}", path.display());
            names += 1;
        }
    }
    assert!(names > 20, "{names}");
}

/// The page names no signature; `tests/bench-signature.txt` has the current one.
#[test]
fn the_packages_page_has_no_signatures() {
    let page = tengen_e2e::repository().join("docs/src/developer/packages.md");
    let packages = std::fs::read_to_string(page).expect("the page of the packages");
    let mut numbers = packages.split(|c: char| !c.is_ascii_digit());
    assert!(numbers.all(|number| number.len() < 6), "{packages}");
}
