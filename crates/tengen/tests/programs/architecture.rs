//! ARCHITECTURE.md shows how the crates depend on each other, and no arrow is missing there.

use super::documented_commands::PACKAGES;
use std::collections::BTreeSet;
use tengen_testing::repository;

/// The crates of the table at the beginning of ARCHITECTURE.md, from the top and from the left.
fn crates_in_order() -> Vec<String> {
    let text = std::fs::read_to_string(repository().join("ARCHITECTURE.md")).expect("a text");
    let lines = text.lines().skip_while(|line| !line.starts_with("```text"));
    let rows = lines.skip(1).take_while(|line| *line != "```");
    let names = rows.flat_map(|row| row.split_whitespace().skip(1));
    let names = names.filter(|name| !name.contains(['(', ')']));
    names.map(str::to_string).collect()
}

/// `tengen-core` is called `core` there.
fn short(package: &str) -> &str {
    package.strip_prefix("tengen-").unwrap_or(package)
}

#[test]
fn arrows_were_missing_and_pointed_upwards() {
    let order = crates_in_order();
    let place = |package: &str| order.iter().position(|name| name == short(package));
    let mut shown = BTreeSet::new();
    for package in PACKAGES
        .iter()
        .filter(|package| package["name"] != "tengen-testing")
    {
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
