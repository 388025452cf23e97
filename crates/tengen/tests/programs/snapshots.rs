//! What the programs print and which files they leave, as text: `tests/cmd/*.trycmd`, `tests/cmd/linux/*.trycmd`,
//! README.md and the book.
//!
//! Each line `$ …` of a `console` block is run, and its output compared with the lines below it. There, `[..]` stands
//! for any characters, and `...` for any lines. `TRYCMD=overwrite cargo test -p tengen --test programs snapshots` writes
//! what the programs print now; `trycmd=NAME` behind `--` chooses files. A case `a.trycmd` runs in a copy of the folder
//! `a.in` if there is a folder `a.out`, whose files must be there at the end.

use std::path::Path;
use tengen_e2e::{program, repository};

fn cases() -> trycmd::TestCases {
    let cases = trycmd::TestCases::new();
    for name in ["pbrain-tengen", "tengen", "tengen-connect6", "tengen-dots"] {
        cases.register_bin(name, Path::new(program(name)));
    }
    cases.env("TENGEN_AUTOSAVE", "off").env("TENGEN_LOG", "").env("TENGEN_TOKEN", "off");
    cases
}

#[test]
fn programs_print_what_the_files_say() {
    cases().case("tests/cmd/*.trycmd");
}

/// Cases with a shell, for input, pipes and files; its tools are those of Linux.
#[cfg(target_os = "linux")]
#[test]
fn shell_commands_print_what_the_files_say() {
    let cases = cases();
    let path = std::env::var("PATH").expect("a path");
    for tool in ["bash", "cat", "cmp", "cp", "ls", "sh"] {
        let mut places = std::env::split_paths(&path).map(|folder| folder.join(tool));
        cases.register_bin(tool, places.find(|place| place.exists()).expect("a tool").as_path());
    }
    let programs = Path::new(program("tengen")).parent().expect("a folder").display();
    cases.env("PATH", format!("{programs}:{path}")).env("LC_ALL", "C.UTF-8").env("SCRIPTS", tengen_e2e::script(""));
    cases.case("tests/cmd/linux/*.trycmd");
}

#[test]
fn examples_print_their_documented_output() {
    let root = repository();
    cases().case(root.join("README.md")).case(root.join("docs/src/**/*.md"));
}
