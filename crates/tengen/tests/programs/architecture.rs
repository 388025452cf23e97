//! ARCHITECTURE.md shows the dependencies between the crates, and its diagram lacks no arrow. Some ideas have one home.
//! `deny.toml` keeps the other games and the course apart.

use super::book::files;
use super::documented_commands::PACKAGES;
use std::collections::{BTreeMap, BTreeSet};
use tengen_e2e::repository;

/// The crates in the table at the beginning of ARCHITECTURE.md, from top to bottom and left to
/// right.
fn crates_in_order() -> Vec<String> {
    let text = std::fs::read_to_string(repository().join("ARCHITECTURE.md")).expect("a text");
    let lines = text.lines().skip_while(|line| !line.starts_with("```text"));
    let rows = lines.skip(1).take_while(|line| *line != "```");
    let names = rows.flat_map(|row| row.split_whitespace().skip(1)).filter(|name| !name.contains(['(', ')']));
    names.map(str::to_string).collect()
}

/// The name in the diagram: `core` for `tengen-core`.
fn short(package: &str) -> &str {
    package.strip_prefix("tengen-").unwrap_or(package)
}

#[test]
fn every_dependency_points_down_the_diagram() {
    let order = crates_in_order();
    let place = |package: &str| order.iter().position(|name| name == short(package));
    let mut shown = BTreeSet::new();
    for package in PACKAGES.iter() {
        let name = package["name"].as_str().expect("a name");
        let from = place(name).unwrap_or_else(|| panic!("{name} is not in {order:?}"));
        shown.insert(from);
        for used in package["dependencies"].as_array().expect("dependencies") {
            let used_name = used["name"].as_str().expect("a name");
            let is_ours = !used["path"].is_null() && used["kind"].is_null();
            let is_below = place(used_name).is_some_and(|to| to > from);
            assert!(!is_ours || is_below, "{name} uses {used_name}");
        }
    }
    assert_eq!(shown.len(), order.len(), "{order:?}");
}

/// Packages that others can use as libraries; a published package needs the versions of those that it uses.
#[test]
fn only_the_libraries_can_be_published() {
    let is_public = |package: &serde_json::Value| package["publish"].is_null();
    let public = PACKAGES.iter().filter(|package| is_public(package));
    let mut names = BTreeSet::new();
    for package in public {
        let name = package["name"].as_str().expect("a name");
        names.insert(short(name));
        for used in package["dependencies"].as_array().expect("dependencies") {
            let is_needed = used["kind"] != "dev";
            assert!(!is_needed || used["req"] != "*", "{name}: {} has no version", used["name"]);
        }
        for field in ["description", "license"] {
            assert!(package[field].is_string(), "{name} has no {field}");
        }
    }
    assert_eq!(names, BTreeSet::from(["common", "core", "engine"]));
}

fn packages_of_tests(package: &str) -> BTreeSet<String> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".into());
    let output = std::process::Command::new(cargo)
        .args(["tree", "--locked", "--package", package, "--edges", "normal,build,dev"])
        .args(["--prefix", "none", "--format", "{p}"])
        .current_dir(repository())
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let lines = String::from_utf8_lossy(&output.stdout);
    lines.lines().map(|line| line.trim_end_matches(" (*)").to_string()).collect()
}

/// A check of a proof does not depend on the search that found it.
#[test]
fn certificates_are_checked_by_the_rules_alone() {
    let packages = packages_of_tests("tengen-certificate");
    let ours: Vec<&str> =
        packages.iter().filter_map(|line| line.split(' ').next()).filter(|name| name.starts_with("tengen")).collect();
    assert_eq!(ours, ["tengen-certificate", "tengen-core"]);
}

#[test]
fn the_tests_of_each_crate_build_few_packages() {
    for (package, most) in [("tengen-core", 20), ("tengen-records", 30), ("tengen-engine", 45)] {
        let built = packages_of_tests(package);
        assert!(built.len() < most, "{package}: {} {built:#?}", built.len());
    }
}

/// The Rust files of programs and libraries, each without its tests.
fn sources() -> Vec<(String, String)> {
    let files =
        ["crates", "course", "games", "python", "src", "wasm"].into_iter().flat_map(|folder| files(folder, "rs"));
    let named = files.map(|(path, text)| {
        let name = path.strip_prefix(repository()).expect("a path within").display().to_string();
        (name, text.split("mod tests {").next().unwrap_or_default().to_string())
    });
    named.filter(|(name, _)| name.contains("src/") && !name.ends_with("tests.rs")).collect()
}

/// What files of games begin with, or hold.
const SIGNS: [&str; 8] =
    ["TNGGAME", "RenLib\\xff", "Piskvorky", "@BTXT@", "RenLibApplet", "<database", "0x04, 0x22, 0x4d, 0x18", "PlayOK"];

#[test]
fn only_records_recognises_the_formats_of_games() {
    let sources = sources();
    let is_recogniser = |line: &&str| {
        ["pub fn is(", "pub fn begins", "pub fn of_text(", "pub fn detect"].iter().any(|name| line.starts_with(name))
    };
    for (name, text) in &sources {
        if !name.starts_with("crates/records/") {
            let sign = SIGNS.iter().find(|sign| text.contains(*sign));
            assert_eq!(sign, None, "{name} knows a format");
        } else {
            let public = text.lines().find(is_recogniser);
            assert_eq!(public, None, "{name} lets others recognise a format");
        }
    }
    let in_records = sources.iter().filter(|(name, _)| name.starts_with("crates/records/"));
    let records: String = in_records.map(|(_, text)| text.as_str()).collect();
    assert_eq!(SIGNS.iter().find(|sign| !records.contains(*sign)), None);
}

/// What begins a search.
const SEARCHES: [&str; 5] = ["Searcher", "best_lines", "solve_and_list", "study::solve", "study::resist"];
/// Who may: the engine, the session for everyone else, measurements, the prover, the makers of puzzles and of balanced openings. The
/// other games have engines of their own.
const SEARCHERS: [&str; 9] = [
    "crates/engine/",
    "crates/session/src/level.rs",
    "crates/session/src/service/",
    "crates/lab/",
    "crates/prover/",
    "crates/puzzles/",
    "crates/tengen/src/bin/tengen/puzzles.rs",
    "crates/arena/src/openings.rs",
    "games/",
];

#[test]
fn front_ends_and_the_arena_search_only_by_tasks_of_the_session() {
    let is_code = |line: &&str| !line.trim_start().starts_with("//");
    let begins_one = |(_, text): &&(String, String)| {
        text.lines().filter(is_code).any(|line| SEARCHES.iter().any(|search| line.contains(search)))
    };
    let sources = sources();
    let searching: Vec<&str> = sources.iter().filter(begins_one).map(|(name, _)| name.as_str()).collect();
    let is_by = |name: &str, who: &str| name.starts_with(who);
    let others = searching.iter().filter(|name| !SEARCHERS.iter().any(|who| is_by(name, who)));
    assert_eq!(others.collect::<Vec<_>>(), Vec::<&&str>::new());
    let idle = SEARCHERS.iter().filter(|who| !searching.iter().any(|name| is_by(name, who)));
    assert_eq!(idle.collect::<Vec<_>>(), Vec::<&&str>::new());
}

/// Which sources open files to write to them: `core`, and those that only create files under names of their own.
const WRITERS: [&str; 3] =
    ["crates/core/src/files", "crates/terminal/src/partner/autosave.rs", "course/src/referee/log.rs"];

#[test]
fn files_are_opened_to_be_written_in_one_place() {
    let sources = sources();
    let writing: Vec<&str> =
        sources.iter().filter(|(_, text)| text.contains("OpenOptions")).map(|(name, _)| name.as_str()).collect();
    let others = writing.iter().filter(|name| !WRITERS.iter().any(|who| name.starts_with(who)));
    assert_eq!(others.collect::<Vec<_>>(), Vec::<&&str>::new());
    let idle = WRITERS.iter().filter(|who| !writing.iter().any(|name| name.starts_with(*who)));
    assert_eq!(idle.collect::<Vec<_>>(), Vec::<&&str>::new());
}

/// Which sources put dead points on a board: those that read one, and games on a part of the board.
const KILLERS: [&str; 4] = ["crates/database/src/place.rs", "crates/records/src/drawings.rs", "games/", "python/"];

#[test]
fn no_row_is_removed_outside_core() {
    let kills =
        |(_, text): &&(String, String)| text.lines().any(|line| line.contains(".kill(") && !line.contains(".kill()"));
    let sources = sources();
    let killing = sources.iter().filter(kills).map(|(name, _)| name.as_str());
    let is_core = |name: &&str| name.starts_with("crates/core/") || name.starts_with("crates/testkit/");
    let (core, others): (Vec<&str>, Vec<&str>) = killing.partition(is_core);
    assert!(core.contains(&"crates/core/src/game/mod.rs"));
    let unknown = others.iter().filter(|name| !KILLERS.iter().any(|who| name.starts_with(who)));
    assert_eq!(unknown.collect::<Vec<_>>(), Vec::<&&str>::new());
    let idle = KILLERS.iter().filter(|who| !others.iter().any(|name| name.starts_with(*who)));
    assert_eq!(idle.collect::<Vec<_>>(), Vec::<&&str>::new());
}

fn error_types(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices("Result<").filter_map(|(at, begin)| {
        let types = &text[at + begin.len()..];
        let (mut depth, mut second) = (0, None);
        for (i, c) in types.char_indices() {
            match c {
                '<' | '(' | '[' => depth += 1,
                ',' if depth == 0 => second = Some(i + 1),
                '>' if depth == 0 => return second.map(|second| types[second..i].trim()),
                '>' | ')' | ']' => depth -= 1,
                _ => {}
            }
        }
        None
    })
}

#[test]
fn errors_are_values_instead_of_texts() {
    let example = "Result<Vec<Result<(i32, String), io::Error>>, String>, Result<String>";
    assert_eq!(error_types(example).collect::<Vec<_>>(), ["String", "io::Error"]);
    let sources = sources();
    let has_text = |(_, text): &&(String, String)| error_types(text).any(|error| error == "String");
    let with_texts: Vec<&str> = sources.iter().filter(has_text).map(|(name, _)| name.as_str()).collect();
    assert!(with_texts.is_empty(), "{with_texts:#?}");
}

fn defined(line: &str) -> Option<&str> {
    let is_associated = line.starts_with(' ');
    let code = line.trim_start();
    let code = match code.strip_prefix("pub") {
        Some(rest) if rest.starts_with('(') => rest.split_once(") ")?.1,
        Some(rest) => rest.trim_start(),
        None => code,
    };
    let (kind, name) = code.split_once(' ')?;
    let is_definition = ["struct", "enum", "trait"].contains(&kind) || kind == "type" && !is_associated;
    is_definition.then(|| name.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default())
}

#[test]
fn no_type_name_is_defined_in_more_than_two_files() {
    let mut files = BTreeMap::<String, BTreeSet<String>>::new();
    for (file, text) in sources() {
        for name in text.lines().filter_map(defined).filter(|name| name.starts_with(char::is_uppercase)) {
            files.entry(name.into()).or_default().insert(file.clone());
        }
    }
    assert!(files.len() > 600, "{}", files.len());
    let often: Vec<_> = files.iter().filter(|(_, files)| files.len() > 2).collect();
    assert!(often.is_empty(), "{often:#?}");
}
