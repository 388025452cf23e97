//! The toolbox as people run it: arguments and input in, what it prints out.

use std::io::Write;
use std::process::{Command, Stdio};

/// What came of a run.
pub struct Ran {
    /// What it printed.
    pub out: String,
    /// What it complained of.
    pub err: String,
    /// Its exit status.
    pub status: i32,
}

/// The toolbox with these arguments, before it runs. Its environment says nothing about a log.
pub fn tengen(arguments: &[&str]) -> Command {
    let mut command = Command::new(crate::program("tengen"));
    command.args(arguments).env_remove("TENGEN_LOG");
    command.env("TENGEN_AUTOSAVE", "off");
    command
}

/// Runs a program to its end with this input.
pub fn run(command: &mut Command, input: &str) -> Ran {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let _ = stdin.write_all(input.as_bytes()); // who does not read it may be gone already
    drop(stdin);
    let output = child.wait_with_output().expect("the program ends");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    Ran {
        out: text(output.stdout),
        err: text(output.stderr),
        status: output.status.code().expect("a status"),
    }
}
