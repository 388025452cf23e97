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

/// `deny.toml` demands their licences, and the versions of what they use.
#[test]
fn only_the_libraries_can_be_published() {
    let public = PACKAGES.iter().filter(|package| package["publish"].is_null());
    let names: BTreeSet<&str> = public
        .inspect(|package| assert!(package["description"].is_string(), "{} has no description", package["name"]))
        .map(|package| short(package["name"].as_str().expect("a name")))
        .collect();
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

/// Something is done in the sources whose names begin like one of `places`, in each of these, and nowhere else.
fn assert_only_in(places: &[&str], is_done: impl Fn(&str) -> bool) {
    let sources = sources();
    let doing: Vec<&str> = sources.iter().filter(|(_, text)| is_done(text)).map(|(name, _)| name.as_str()).collect();
    let others: Vec<_> = doing.iter().filter(|name| !places.iter().any(|place| name.starts_with(place))).collect();
    let idle: Vec<_> = places.iter().filter(|place| !doing.iter().any(|name| name.starts_with(*place))).collect();
    assert!(others.is_empty() && idle.is_empty(), "others: {others:?}, idle: {idle:?}");
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
    let begins_one = |line: &str| SEARCHES.iter().any(|search| line.contains(search));
    assert_only_in(&SEARCHERS, |text| text.lines().filter(is_code).any(begins_one));
}

/// Which sources open files to write to them: `core`, and those that only create files under names of their own.
const WRITERS: [&str; 3] =
    ["crates/core/src/files", "crates/terminal/src/partner/autosave.rs", "course/src/referee/log.rs"];

#[test]
fn files_are_opened_to_be_written_in_one_place() {
    assert_only_in(&WRITERS, |text| text.contains("OpenOptions"));
}

/// Which sources put dead points on a board: games in `core`, those that read a board, tests, and games on a part of it.
const KILLERS: [&str; 7] = [
    "crates/core/src/game/mod.rs",
    "crates/core/",
    "crates/testkit/",
    "crates/database/src/place.rs",
    "crates/records/src/drawings/board.rs",
    "games/",
    "python/",
];

#[test]
fn no_row_is_removed_outside_core() {
    assert_only_in(&KILLERS, |text| text.lines().any(|line| line.contains(".kill(") && !line.contains(".kill()")));
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
