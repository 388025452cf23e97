//! Every command named in a document or a comment exists and accepts the options given there.
//!
//! `scripts/readme-commands` also runs the commands of README.md.

use super::book::{pages, texts};
use super::markdown::Code;
use clap::{Arg, ArgAction};
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

const VERBS: [&str; 11] = ["about", "bench", "build", "clippy", "deny", "doc", "fmt", "install", "run", "test", "tree"];
/// What can be the name of a target.
const KINDS: [&str; 4] = ["test", "bench", "example", "bin"];
const FLAGS: [&str; 7] = ["workspace", "release", "locked", "all-targets", "no-deps", "all", "check"];

/// The part of cargo's command line that our documents use. `words` are names of tests, or of external packages.
fn cargo() -> clap::Command {
    let many = |name: &'static str| Arg::new(name).num_args(1..).action(ArgAction::Append);
    clap::Command::new("cargo")
        .no_binary_name(true)
        .args([Arg::new("verb").required(true).value_parser(VERBS), many("words")])
        .args([Arg::new("package").short('p'), Arg::new("edges").short('e')])
        .args(KINDS.map(|name| Arg::new(name).long(name)))
        .args(["path", "target", "features"].map(|name| Arg::new(name).long(name)))
        .args(FLAGS.map(|name| Arg::new(name).long(name).action(ArgAction::SetTrue)))
        .arg(many("for_program").last(true))
}

fn check_cargo(words: &[&str]) -> Result<(), String> {
    if words.is_empty() {
        return Ok(());
    }
    let cargo = cargo().try_get_matches_from(words).map_err(|error| error.to_string())?;
    let value = |name: &str| cargo.get_one::<String>(name).map(String::as_str);
    let values = |name: &str| {
        let values = cargo.get_many::<String>(name).into_iter().flatten();
        values.map(String::as_str).collect::<Vec<_>>()
    };
    let name = value("package");
    if let Some(name) = name {
        package(name).ok_or(format!("no package {name}"))?;
    }
    if value("path").is_some_and(|path| !repository().join(path).join("Cargo.toml").exists()) {
        return Err("no package there".into());
    }
    let own = Some(name.unwrap_or(ROOT)).filter(|_| !cargo.get_flag("workspace"));
    let named: Vec<_> = KINDS.into_iter().filter_map(|kind| Some((kind, value(kind)?))).collect();
    if let Some((kind, target)) = named.iter().find(|(kind, target)| !targets(own, kind).contains(target)) {
        return Err(format!("no {kind} {target} there"));
    }
    let verb = value("verb").expect("a verb");
    let has_names = ["about", "bench", "deny", "install", "test", "tree"].contains(&verb);
    if !has_names && !values("words").is_empty() {
        return Err(format!("unknown here: {:?}", values("words")));
    }
    let name = name.unwrap_or(ROOT);
    match (verb, name, named.is_empty()) {
        ("run", _, true) if !has_one_program(name) => Err(format!("which program of {name}?")),
        ("run", "tengen", true) => check_tengen(&values("for_program")),
        _ => Ok(()),
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

/// The lines of code blocks, and the code in backticks. A line that ends with `\` continues on the next one.
fn code(text: &str) -> Vec<String> {
    let Code { blocks, inline } = Code::of(text);
    let blocks: String = blocks.into_iter().map(|(_, block)| block.replace("\\\n", " ") + "\n").collect();
    let lines = blocks.lines().map(|line| line.trim_start_matches("$ ").to_string());
    lines.chain(inline).collect()
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
            let Some(checked) = check(&line) else { continue };
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
