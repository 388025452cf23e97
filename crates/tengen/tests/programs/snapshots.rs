//! What the programs print and which files they leave, as text: `tests/cmd/*.trycmd`, README.md and the book.
//!
//! Each line `$ …` of a `console` block is run, and its output compared with the lines below it. There, `[..]` stands
//! for any characters, and `...` for any lines. `TRYCMD=overwrite cargo test -p tengen --test programs snapshots` writes
//! what the programs print now. A case `a.trycmd` runs in a copy of the folder `a.in` if there is a folder `a.out`, whose
//! files must be there at the end.

use std::path::Path;
use tengen_e2e::{program, repository, script};

const PROGRAMS: [&str; 4] = ["pbrain-tengen", "tengen", "tengen-connect6", "tengen-dots"];

fn cases() -> trycmd::TestCases {
    let cases = trycmd::TestCases::new();
    for name in PROGRAMS {
        cases.register_bin(name, Path::new(program(name)));
    }
    cases.env("TENGEN_AUTOSAVE", "off").env("TENGEN_LOG", "").env("TENGEN_TOKEN", "off");
    cases
}

/// Cases may also use a shell, for input and for pipes, and these tools, all of which know our programs.
#[cfg(unix)]
#[test]
fn programs_print_what_the_files_say() {
    let cases = cases();
    let path = std::env::var("PATH").expect("a path");
    for tool in ["bash", "cat", "cmp", "cp", "ls", "sh"] {
        let mut places = std::env::split_paths(&path).map(|folder| folder.join(tool));
        cases.register_bin(tool, places.find(|place| place.exists()).expect("a tool of every Unix").as_path());
    }
    let programs = Path::new(program("tengen")).parent().expect("a folder");
    let path = std::iter::once(programs.to_path_buf()).chain(std::env::split_paths(&path));
    let path = std::env::join_paths(path).expect("a path").into_string().expect("UTF-8");
    cases.env("PATH", path).env("LC_ALL", "C.UTF-8").env("SCRIPTS", script(""));
    cases.case("tests/cmd/*.trycmd");
}

#[test]
fn examples_print_their_documented_output() {
    let root = repository();
    cases().case(root.join("README.md")).case(root.join("docs/src/**/*.md"));
}
