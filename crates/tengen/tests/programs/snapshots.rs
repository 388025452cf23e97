//! What the programs print, as text: `tests/cmd/*.trycmd`, README.md and the book.
//!
//! Each line `$ …` of a `console` block is run, and its output compared with the lines below it. There, `[..]` stands
//! for any characters, and `...` for any lines. `TRYCMD=overwrite cargo test -p tengen --test programs snapshots` writes
//! what the programs print now.

use std::path::Path;
use tengen_e2e::{program, repository};

fn cases() -> trycmd::TestCases {
    let cases = trycmd::TestCases::new();
    for name in ["pbrain-tengen", "tengen", "tengen-connect6", "tengen-dots"] {
        cases.register_bin(name, Path::new(program(name)));
    }
    cases.env("TENGEN_AUTOSAVE", "off").env("TENGEN_LOG", "");
    cases
}

#[test]
fn programs_print_what_the_files_say() {
    cases().case("tests/cmd/*.trycmd");
}

#[test]
fn examples_print_their_documented_output() {
    let root = repository();
    cases().case(root.join("README.md")).case(root.join("docs/src/**/*.md"));
}
