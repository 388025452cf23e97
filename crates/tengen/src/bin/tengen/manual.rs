//! `tengen completions` and `tengen man`: shell completions and manual pages.
//!
//! Both are generated from clap's definitions, so they agree with `--help`.

use crate::command;
use anyhow::{Context, Result, ensure};
use clap::Args;
use clap_complete::{Shell, generate};
use std::path::PathBuf;
use tengen_line_io::output::print;

#[derive(Args)]
pub struct Completions {
    /// Shell to write the script for
    shell: Shell,
}

#[derive(Args)]
pub struct Man {
    /// Folder for the pages (tengen.1, tengen-match.1, …); created if it does not exist
    folder: PathBuf,
    /// Replace pages that exist already
    #[arg(long)]
    force: bool,
}

pub fn completions(arguments: &Completions) -> Result<()> {
    let mut script = Vec::new();
    generate(arguments.shell, &mut command(), "tengen", &mut script);
    Ok(print(String::from_utf8(script)?)?)
}

pub fn man(arguments: &Man) -> Result<()> {
    let folder = &arguments.folder;
    let shown = || folder.display().to_string();
    std::fs::create_dir_all(folder).with_context(shown)?;
    let has_pages = folder.join("tengen.1").exists();
    ensure!(arguments.force || !has_pages, "{}: there are pages already; --force replaces them", shown());
    clap_mangen::generate_to(command(), folder).with_context(shown)
}
