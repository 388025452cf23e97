//! What the command lines of all programs have in common.
//!
//! Each program declares its own options with clap beside its `main`, each tool of `tengen` in a file of
//! its own. What several of them take is a group of [`options`], and all are read by [`read`]: so the same
//! word means the same everywhere, an environment variable that is empty was not set, and a wrong command
//! line ends every program with exit code 1.

pub mod options;

use clap::builder::Resettable;
use clap::{Arg, Command, Error, Parser};
use std::process::ExitCode;
use tengen_protocol::output::failure;

/// The arguments of this process.
///
/// # Errors
/// When there are none to go on with, and people have been told why: 0 after `--help` and
/// `--version`, 1 when something is wrong with them.
pub fn read<Arguments: Parser>() -> Result<Arguments, ExitCode> {
    let mut command = prepared(Arguments::command());
    let matches = command.try_get_matches_from_mut(std::env::args_os());
    let arguments = matches.and_then(|mut matches| Arguments::from_arg_matches_mut(&mut matches));
    arguments.map_err(|error| refuse(error.format(&mut command)))
}

/// The `main` of a program whose arguments say all: 1 when it fails, and people have been told why.
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
    let _ = error.print(); // or nobody reads it
    ExitCode::from(error.use_stderr() as u8)
}

fn prepared(command: Command) -> Command {
    let command = command.mut_args(without_empty_variable);
    command.mut_subcommands(prepared)
}

/// Scripts leave variables empty that they do not need.
fn without_empty_variable(argument: Arg) -> Arg {
    let value = argument.get_env().and_then(std::env::var_os);
    if value.is_some_and(|value| value.is_empty()) {
        argument.env(Resettable::Reset)
    } else {
        argument
    }
}
