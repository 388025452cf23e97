//! The reader may close the pipe early: `tengen … | head -1` ends quietly, as Unix tools do.
#![cfg(unix)]

use std::process::{Command, Output, Stdio};

fn output_to(out: Stdio, program: &str, arguments: &str) -> Output {
    let mut command = Command::new(program);
    command.args(arguments.split_whitespace());
    let command = command.env_remove("TENGEN_LOG").stdin(Stdio::null());
    let child = command.stdout(out).stderr(Stdio::piped()).spawn();
    let output = child.expect("it starts").wait_with_output();
    output.expect("it ends")
}

/// The writing end of a pipe whose reading end is closed.
fn closed_pipe() -> Stdio {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    writer.into()
}

const POSITION: &str = "--position h8a1i8c1j8e1";

#[test]
fn a_closed_pipe_ends_the_program_quietly() {
    let brain = tengen_e2e::program("pbrain-tengen");
    let brain = format!("--brain {brain}");
    let games = format!("match {brain} {brain} --size 7 --nodes 10 --quiet");
    for (program, arguments) in [
        (tengen_e2e::program("tengen"), format!("solve {POSITION} --hash 8")),
        (tengen_e2e::program("tengen"), format!("analyse {POSITION} --hash 8 --nodes 100")),
        (tengen_e2e::program("tengen"), format!("analyse {POSITION} --hash 8 --nodes 9 --json")),
        (tengen_e2e::program("tengen"), format!("picture {POSITION}")),
        (tengen_e2e::program("tengen"), "levels --levels 2 --games 2 --size 7".into()),
        (tengen_e2e::program("tengen"), "selfmatch --games 2 --nodes 10 --size 7".into()),
        (tengen_e2e::program("tengen"), "play --plain --side both".into()),
        (tengen_e2e::program("tengen"), games),
        (tengen_e2e::program("pbrain-tengen"), "kernels".into()),
        (tengen_e2e::program("tengen-connect6"), "selfmatch --games 2 --nodes 10".into()),
    ] {
        let output = output_to(closed_pipe(), program, &arguments);
        let complaint = String::from_utf8_lossy(&output.stderr);
        let ended = (complaint.as_ref(), output.status.code());
        assert_eq!(ended, ("", Some(141)), "{program} {arguments}");
    }
}
