//! Shared parts of the tests of whole programs: programs behind pipes, terminals and sockets, and their opponents.

pub mod brain;
pub mod course;
pub mod dots;
pub mod referee;
pub mod scripted;
#[cfg(unix)]
pub mod terminal;
pub mod toolbox;
pub mod transcript;
pub mod web;

use std::path::Path;
use std::process::Command;

pub fn repository() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// The path of a script that imitates a misbehaving program.
pub fn script(name: &str) -> String {
    concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/").to_string() + name
}

/// The command without the environment variables that stand for options.
pub fn without_settings(command: &mut Command) -> &mut Command {
    for option in ["LOG", "TIME", "SIZE", "RULE", "PROTOCOL", "TOKEN", "AUTOSAVE"] {
        command.env_remove(format!("TENGEN_{option}"));
    }
    command
}

/// The path of one of our programs, in the build folder of this test.
///
/// # Panics
/// If it has not been built: a test builds only the programs of its own package.
pub fn program(name: &str) -> &'static str {
    let test = std::env::current_exe().expect("a test has a path");
    let folder = test.ancestors().nth(2).expect("tests lie in target/PROFILE/deps");
    let path = folder.join(name).with_extension(std::env::consts::EXE_EXTENSION);
    assert!(path.exists(), "{name} is missing: `cargo build --workspace` first, or `cargo test --workspace`");
    path.to_str().expect("a path in UTF-8").to_string().leak()
}
