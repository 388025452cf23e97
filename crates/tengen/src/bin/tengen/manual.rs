//! `tengen completions` and `tengen man`: the command line of the toolbox, told to shells and to `man`.
//!
//! Both are read off what clap knows of it, so they say the same as `--help`.

use crate::Arguments;
use anyhow::{Context, Result};
use clap::{Args, CommandFactory};
use clap_complete::{Shell, generate};
use std::path::PathBuf;
use tengen_protocol::output::print;

/// Options of `completions`.
#[derive(Args)]
pub struct Completions {
    /// The shell that is to read it
    shell: Shell,
}

/// Options of `man`.
#[derive(Args)]
pub struct Man {
    /// The folder for the pages, tengen.1, tengen-match.1 and so on; made where there is none
    folder: PathBuf,
}

/// Prints them.
pub fn completions(arguments: &Completions) -> Result<()> {
    let mut script = Vec::new();
    generate(
        arguments.shell,
        &mut Arguments::command(),
        "tengen",
        &mut script,
    );
    Ok(print(String::from_utf8(script)?)?)
}

/// Writes them; pages that are there already are written anew.
pub fn man(arguments: &Man) -> Result<()> {
    let folder = &arguments.folder;
    let shown = || folder.display().to_string();
    std::fs::create_dir_all(folder).with_context(shown)?;
    clap_mangen::generate_to(Arguments::command(), folder).with_context(shown)
}
