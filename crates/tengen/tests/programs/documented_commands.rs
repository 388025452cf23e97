//! Every command named in a document or a comment exists and accepts the options given there.
//!
//! `scripts/readme-commands` also runs the commands of README.md.

use super::book::{pages, texts};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;
use tengen_e2e::repository;
use tengen_e2e::toolbox::{run, tengen};

/// Our packages, from the metadata of cargo.
pub(super) static PACKAGES: LazyLock<Vec<Value>> = LazyLock::new(|| {
    let asked = Command::new(std::env::var("CARGO").unwrap_or_else(|_| "cargo".into()))
        .args(["metadata", "--no-deps", "--offline", "--format-version", "1"])
        .current_dir(repository())
        .output()
        .expect("cargo runs");
    let metadata: Value = serde_json::from_slice(&asked.stdout).expect("JSON");
    metadata["packages"].as_array().expect("packages").clone()
});

/// The package in the root folder of the repository.
const ROOT: &str = "pbrain-tengen";

fn package(name: &str) -> Option<&'static Value> {
    PACKAGES.iter().find(|package| package["name"] == name)
}

/// The targets of this kind (`bin`, `test`, `bench`, `example`) of one package or of all.
fn targets(package: Option<&str>, kind: &str) -> Vec<&'static str> {
    let is_meant = |of: &&Value| package.is_none_or(|name| of["name"] == name);
    let all = PACKAGES.iter().filter(is_meant);
    all.flat_map(|package| package["targets"].as_array().expect("targets"))
        .filter(|target| target["kind"][0] == kind)
        .map(|target| target["name"].as_str().expect("a name"))
        .collect()
}

/// Whether `cargo run` finds a unique program in the package.
fn has_one_program(name: &str) -> bool {
    let is_named = package(name).is_some_and(|package| !package["default_run"].is_null());
    is_named || targets(Some(name), "bin").len() == 1
}

/// Checks the arguments of a `cargo` command.
fn check_cargo(words: &[&str]) -> Result<(), String> {
    let at = words.iter().position(|&word| word == "--");
    let (words, for_program) = words.split_at(at.unwrap_or(words.len()));
    let Some((&verb, words)) = words.split_first() else {
        return Ok(());
    };
    let Options { package: name, targets: named, is_whole } = Options::read(verb, words)?;
    if let Some(name) = name {
        package(name).ok_or(format!("no package {name}"))?;
    }
    let own = Some(name.unwrap_or(ROOT)).filter(|_| !is_whole);
    for &(kind, target) in &named {
        if !targets(own, kind).contains(&target) {
            return Err(format!("no {kind} {target} there"));
        }
    }
    if verb != "run" {
        return Ok(());
    }
    let name = name.unwrap_or(ROOT);
    if named.is_empty() && !has_one_program(name) {
        return Err(format!("which program of {name}?"));
    }
    match (for_program.get(1..), name, named.is_empty()) {
        (Some(arguments), "tengen", true) => check_tengen(arguments),
        _ => Ok(()),
    }
}

/// The options of cargo that select what is built.
struct Options<'a> {
    package: Option<&'a str>,
    /// Kinds and names of targets.
    targets: Vec<(&'static str, &'a str)>,
    is_whole: bool,
}

impl<'a> Options<'a> {
    fn read(verb: &str, words: &[&'a str]) -> Result<Options<'a>, String> {
        let mut options = Options { package: None, targets: vec![], is_whole: false };
        let mut words = words.iter();
        let mut has_free_words = false;
        while let Some(&word) = words.next() {
            let mut value = || words.next().copied().ok_or(format!("{word} needs a value"));
            match word {
                "-p" => options.package = Some(value()?),
                "--test" => options.targets.push(("test", value()?)),
                "--bench" => options.targets.push(("bench", value()?)),
                "--example" => options.targets.push(("example", value()?)),
                "--bin" => options.targets.push(("bin", value()?)),
                "--path" => {
                    let folder = repository().join(value()?);
                    if !folder.join("Cargo.toml").exists() {
                        return Err("no package there".into());
                    }
                }
                "--target" | "--features" | "-e" => {
                    value()?;
                }
                "--workspace" => options.is_whole = true,
                "--release" | "--locked" | "--all-targets" | "--no-deps" | "--all" | "--check" => {}
                _ if word.starts_with('-') => return Err(format!("unknown here: {word}")),
                _ => has_free_words = true, // the name of a test, or of an external package
            }
        }
        match verb {
            "test" | "bench" | "install" => Ok(options),
            "run" | "build" | "doc" | "clippy" | "fmt" if !has_free_words => Ok(options),
            "tree" | "about" | "deny" => Ok(options), // the last two are external packages
            _ => Err(format!("unknown here: {verb}")),
        }
    }
}

/// Checks the arguments of a `tengen` command: help is printed only if the arguments before `--help` are valid.
fn check_tengen(words: &[&str]) -> Result<(), String> {
    let ran = run(tengen(words).arg("--help"), "");
    let error = ran.err.lines().next().unwrap_or_default();
    match ran.status {
        0 => Ok(()),
        _ if names_no_value(error) => Ok(()),
        _ => Err(error.into()),
    }
}

/// Whether the only error is that a text names an option without its value, or with a placeholder as in `--nodes N`.
fn names_no_value(error: &str) -> bool {
    let value = error.split('\'').nth(1).unwrap_or_default();
    let is_placeholder = value.chars().all(|c| c.is_ascii_uppercase());
    error.contains("a value is required") || error.contains("invalid value") && is_placeholder
}

fn check_script(path: &str) -> Result<(), String> {
    let file = repository().join(path);
    match std::fs::read_to_string(file) {
        Ok(text) if text.starts_with("#!") => Ok(()),
        _ => Err("no such script".into()),
    }
}

/// The words of the first command in a line, without environment settings, comments and later commands.
fn words(line: &str) -> Vec<String> {
    let line = line.split(" #").next().unwrap_or_default();
    let words = shell_words::split(line).unwrap_or_default();
    let is_setting = |word: &String| {
        word.split_once('=').is_some_and(|(name, _)| {
            !name.is_empty() && name.chars().all(|c| c.is_ascii_uppercase() || "_0123456789".contains(c))
        })
    };
    let ends = |word: &String| ["|", ">", ">>", "&&", "…", "...", "||", "&"].contains(&word.as_str());
    let words = words.into_iter().skip_while(is_setting);
    words.take_while(|word| !ends(word)).collect()
}

/// Checks a line; `None` if it is not one of our commands.
fn check(line: &str) -> Option<Result<(), String>> {
    let words = words(line);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let (&first, rest) = words.split_first()?;
    match first {
        "cargo" if rest.first().is_some_and(|word| word.starts_with('+')) => None, // another toolchain
        "cargo" => Some(check_cargo(rest)),
        "tengen" => Some(check_tengen(rest)),
        _ if first.starts_with("scripts/") => Some(check_script(first)),
        _ => None,
    }
}

/// The lines of code blocks, and the text in backticks of other lines. A line that ends with `\` continues on the next
/// one.
fn code(text: &str) -> Vec<String> {
    let lines = text.lines().map(|line| {
        let is_comment = line.trim_start().starts_with("//");
        let marks: &[char] = if is_comment { &['/', '!'] } else { &[] };
        line.trim_start().trim_start_matches(marks).trim()
    });
    let text = lines.collect::<Vec<_>>().join("\n").replace("\\\n", " ");
    let (mut found, mut inside) = (vec![], false);
    for line in text.lines() {
        if line.starts_with("```") {
            inside = !inside;
        } else if inside {
            found.push(line.trim_start_matches("$ ").to_string());
        } else {
            found.extend(line.split('`').skip(1).step_by(2).map(str::to_string));
        }
    }
    found
}

/// All documents and the comments of the source code.
fn all_texts() -> Vec<(PathBuf, String)> {
    let folders = ["src", "crates", "games", "course", "tests", "wasm", "train"];
    let mut all: Vec<_> = folders.into_iter().flat_map(texts).collect();
    let page = repository().join("web/README.md");
    all.push((page.clone(), std::fs::read_to_string(page).expect("a text")));
    all.extend(pages());
    all.retain(|(path, _)| !path.components().any(|part| part.as_os_str() == "node_modules"));
    all
}

#[test]
fn every_command_in_a_text_is_accepted() {
    let mut wrong = Vec::new();
    let mut count = 0;
    for (path, text) in all_texts() {
        for line in code(&text) {
            let Some(checked) = check(&line) else {
                continue;
            };
            count += 1;
            if let Err(why) = checked {
                wrong.push(format!("{}: {line}: {why}", name(&path)));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(count > 150, "{count} commands");
}

fn name(path: &Path) -> String {
    let path = path.strip_prefix(repository()).unwrap_or(path);
    path.display().to_string()
}

#[test]
fn commands_that_do_not_exist_are_found() {
    for line in [
        "cargo run --release",
        "A=1 cargo run --release -p tengen -- web",
        "cargo test --test brain transcripts",
        "tengen match --brain a --brain 'b c' > file",
        "scripts/package",
    ] {
        assert_eq!(check(line), Some(Ok(())), "{line}");
    }
    for line in [
        "cargo run -p tengen-lab",
        "cargo run -p nothing",
        "cargo run --release -p tengen -- webb",
        "cargo test --test no_such_test",
        "cargo frobnicate",
        "tengen match --no-such-option",
        "tengen no-such-command",
        "scripts/no-such-script",
    ] {
        assert!(matches!(check(line), Some(Err(_))), "{line}");
    }
}
