//! `tengen puzzles prove`: finds the proofs of puzzles and writes them to a file that `check` replays.

use super::{check_all, read_puzzles};
use anyhow::{Context, Error, Result};
use clap::Args;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tengen_core::files::{self, Existing};
use tengen_line_io::output::print_line;
use tengen_puzzles::{Proofs, Puzzle, read_proofs, write_proofs};

#[derive(Args)]
pub struct Prove {
    /// Puzzle file
    file: PathBuf,
    /// File of the proofs (gzip); those in it that still hold are kept [default: FILE.proofs.gz]
    #[arg(long, value_name = "FILE")]
    proofs: Option<PathBuf>,
    /// Drop the puzzles that are not proven from the puzzle file
    #[arg(long)]
    write: bool,
    /// Node limit of each proof
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    nodes: u64,
    /// Prove N puzzles at a time
    #[arg(long, value_name = "N", default_value = "1")]
    threads: NonZeroUsize,
}

pub fn run(arguments: &Prove) -> Result<ExitCode> {
    let puzzles = read_puzzles(&arguments.file)?;
    let path = match &arguments.proofs {
        Some(path) => path.clone(),
        None => proofs_path(&arguments.file),
    };
    let mut found = if path.exists() { read_file(&path)? } else { Vec::new() };
    let numbered: Vec<(usize, &Puzzle)> = puzzles.iter().enumerate().collect();
    let mut proven: Vec<(usize, Proofs)> = Vec::new();
    let mut missing = 0;
    check_all(
        &numbered,
        arguments.threads,
        |(_, puzzle), _| match found.iter().find(|known| known.replay(puzzle).is_ok()) {
            Some(known) => Ok(known.clone()),
            None => Proofs::find(puzzle, arguments.nodes),
        },
        |&(number, _), result| {
            match result {
                Ok(proofs) => proven.push((number, proofs)),
                Err(why) => {
                    missing += 1;
                    print_line(format!("puzzle {}: {why}", number + 1))?;
                }
            }
            Ok(format!("{missing} not proven"))
        },
    )?;
    proven.sort_by_key(|&(number, _)| number);
    if arguments.write {
        let lines = proven.iter().map(|&(number, _)| puzzles[number].line() + "\n");
        replace(&arguments.file, lines.collect::<String>().as_bytes())?;
    }
    let count = proven.len();
    found = proven.into_iter().map(|(_, proofs)| proofs).collect();
    replace(&path, &write_proofs(&found))?;
    print_line(format!("{} holds the proofs of {count} of {} puzzles", path.display(), puzzles.len()))?;
    Ok(if missing == 0 { ExitCode::SUCCESS } else { ExitCode::from(2) })
}

/// The file of proofs of a puzzle file.
pub fn proofs_path(path: &Path) -> PathBuf {
    beside(path, ".proofs.gz")
}

/// The file whose name is that of another one with this ending added.
pub fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

pub fn replace(path: &Path, bytes: &[u8]) -> Result<()> {
    files::write_new(path, Existing::Replace, bytes).with_context(|| path.display().to_string())
}

const LARGEST: usize = 1 << 26;

pub fn read_file(path: &Path) -> Result<Vec<Proofs>> {
    let bytes = files::check_plain(path).and_then(|()| files::read(path, LARGEST)).map_err(Error::from);
    let proofs = bytes.and_then(|bytes| Ok(read_proofs(&bytes)?));
    proofs.with_context(|| path.display().to_string())
}
