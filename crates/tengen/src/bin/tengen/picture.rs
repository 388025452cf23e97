//! `tengen picture`: a game or a position as a picture.

use anyhow::{Result, ensure};
use clap::Args;
use std::io::IsTerminal;
use std::path::PathBuf;
use tengen::command_line::options::{ForceOption, PositionOptions};
use tengen_line_io::output::print_bytes;
use tengen_terminal::picture::{self, Format};

#[derive(Args)]
pub struct Picture {
    #[command(flatten)]
    position: PositionOptions,
    #[command(flatten)]
    view: picture::PictureView,
    /// Output file [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    force: ForceOption,
    /// Output format [default: by the extension of --out (.txt, .svg, .png, .gif), or text]
    #[arg(long, value_enum)]
    format: Option<Format>,
}

pub fn run(arguments: &Picture) -> Result<()> {
    let PositionOptions { rule, size, drawing } = &arguments.position;
    let out = arguments.out.as_deref();
    let by_name = || out.map_or(Ok(Format::Text), Format::of_name);
    let format = arguments.format.map_or_else(by_name, Ok)?;
    let ink = match out {
        Some(_) => drawing.ink_of_files(),
        None => drawing.ink(),
    };
    let is_image = matches!(format, Format::Png | Format::Gif);
    ensure!(
        out.is_some() || !is_image || !std::io::stdout().is_terminal(),
        "an image is nothing for a terminal: write it to a file with --out FILE"
    );
    let bytes = picture::run(*rule, *size, &arguments.view, format, ink)?;
    match out {
        Some(file) => arguments.force.write(file, &bytes),
        None => Ok(print_bytes(&bytes)?),
    }
}
