//! Runs `tengen`: arguments and input in, output out.

use std::io::Write;
use std::process::{Command, Stdio};

pub struct Ran {
    pub out: String,
    pub err: String,
    pub status: i32,
}

/// The `tengen` command with these arguments, not yet started. No game and no token is kept.
pub fn tengen(arguments: &[&str]) -> Command {
    let mut command = Command::new(crate::program("tengen"));
    crate::without_settings(&mut command).args(arguments);
    command.env("TENGEN_AUTOSAVE", "off").env("TENGEN_TOKEN", "off");
    command
}

pub fn run(command: &mut Command, input: &str) -> Ran {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let _ = stdin.write_all(input.as_bytes()); // a program that does not read it may have exited
    drop(stdin);
    let output = child.wait_with_output().expect("the program ends");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    Ran { out: text(output.stdout), err: text(output.stderr), status: output.status.code().expect("a status") }
}
