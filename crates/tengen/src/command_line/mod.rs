//! Shared by the command lines of all programs.
//!
//! Each program declares its own options with clap next to its `main`, each tool of `tengen` in a file of its own.
//! Options shared by several of them are groups in [`options`], and all are parsed by [`read`]: so an option has the
//! same meaning everywhere, an empty environment variable counts as unset, and a wrong command line gives exit code 1
//! in every program.

pub mod error;
pub mod options;
mod tips;

use clap::builder::Resettable;
use clap::{Arg, Command, Error, Parser};
use std::ffi::OsString;
use std::process::ExitCode;
use tengen_line_io::output::failure;
use tips::with_tips;

/// The arguments of this process. An error is the exit status, after the message has been printed: 0 after `--help` and
/// `--version`, 1 otherwise.
pub fn read<Arguments: Parser>() -> Result<Arguments, ExitCode> {
    read_by(Arguments::command(), std::env::args_os())
}

/// Like [`read`], with a changed `command` and other `words` than those of this process.
pub fn read_by<Arguments: Parser>(
    command: Command,
    words: impl IntoIterator<Item = OsString>,
) -> Result<Arguments, ExitCode> {
    let mut command = prepared(command);
    let words: Vec<OsString> = words.into_iter().collect();
    let matches = command.try_get_matches_from_mut(&words);
    let arguments = matches.and_then(|mut matches| Arguments::from_arg_matches_mut(&mut matches));
    arguments.map_err(|error| refuse(with_tips(error, &command, &words).format(&mut command)))
}

/// The `main` of a program: parses the arguments and runs `work`; prints an error and returns 1 if it fails.
pub fn run<Arguments: Parser>(work: impl FnOnce(&Arguments) -> anyhow::Result<()>) -> ExitCode {
    let arguments = match read() {
        Ok(arguments) => arguments,
        Err(code) => return code,
    };
    match work(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => failure(&error),
    }
}

fn refuse(error: Error) -> ExitCode {
    let _ = error.print(); // the output may be closed
    ExitCode::from(error.use_stderr() as u8)
}

fn prepared(command: Command) -> Command {
    let command = command.mut_args(without_empty_variable);
    command.mut_subcommands(prepared)
}

/// Scripts leave variables that they do not need empty.
fn without_empty_variable(argument: Arg) -> Arg {
    let value = argument.get_env().and_then(std::env::var_os);
    if value.is_some_and(|value| value.is_empty()) { argument.env(Resettable::Reset) } else { argument }
}
