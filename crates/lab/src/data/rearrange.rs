//! Merges, shuffles and splits files.
//!
//! The provenance of a result names its sources. The shards of one run are merged into the file that a single process
//! would have made, byte for byte, and which can then be continued.

use crate::provenance::{Origin, provenance};
use crate::split::Split;
use anyhow::{Context, Result, ensure};
use std::path::{Path, PathBuf};
use tengen_common::random::Random;
use tengen_core::files::{Existing, NewFile};
use tengen_records::training::{GameWriter, TrainingGame};

/// Merges the games of all files: the shards of a run in their order, otherwise file by file. Returns their number.
/// With `same_kind`, all must have the same rule and board size. The files must not exist, and the shards must be
/// complete.
pub fn merge(files: &[PathBuf], same_kind: bool, out: &Path) -> Result<usize> {
    let (mut kinds, mut origins) = (Vec::new(), Vec::new());
    for path in files {
        let origin = Origin::scan(path, &mut |game, _| {
            let kind = format!("{} on {}", game.rule, game.size);
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        })?;
        origins.push((origin, path));
    }
    ensure!(!same_kind || kinds.len() <= 1, "the games are of more than one kind: {}", kinds.join(", "));
    let head = if order_parts(&mut origins)? {
        origins[0].0.provenance.clone()
    } else {
        let origins: Vec<Origin> = origins.iter().map(|(origin, _)| origin.clone()).collect();
        provenance("tengen data merge", 0, &origins)
    };
    let file = new_file(out)?;
    let mut writer = GameWriter::on(file.handle()?, &head)?;
    for (_, path) in origins {
        copy(path, &mut |_| true, &mut writer)?;
    }
    writer.flush()?;
    finish(file, out)?;
    Ok(writer.games())
}

/// Whether these are shards of one run; if so, sorts them.
fn order_parts(files: &mut [(Origin, &PathBuf)]) -> Result<bool> {
    let runs: Option<Vec<(String, usize)>> = files.iter().map(|(origin, _)| origin.run()).collect();
    let Some(runs) = runs else { return Ok(false) };
    if files.len() < 2 || runs.iter().any(|(run, _)| *run != runs[0].0) {
        return Ok(false);
    }
    let first = |origin: &Origin| origin.run().map_or(0, |(_, first)| first);
    files.sort_by_key(|(origin, _)| first(origin));
    for pair in files.windows(2) {
        let (before, after) = (&pair[0], &pair[1]);
        let (end, next) = (first(&before.0) + before.0.games, first(&after.0));
        ensure!(
            end == next,
            "{} ends with number {end}, and {} begins with {next}: the parts do not meet",
            before.1.display(),
            after.1.display()
        );
    }
    Ok(true)
}

/// Writes the games of a file for which `is_wanted` is true.
fn copy(path: &Path, is_wanted: &mut dyn FnMut(&TrainingGame) -> bool, writer: &mut GameWriter) -> Result<()> {
    let mut done = Ok(());
    Origin::scan(path, &mut |game, bytes| {
        if done.is_ok() && is_wanted(&game) {
            done = writer.add_bytes(bytes);
        }
    })?;
    Ok(done?)
}

/// Writes the games of all files in random order. Returns their number.
pub fn shuffle(files: &[PathBuf], seed: u64, out: &Path) -> Result<usize> {
    let (mut bytes, mut games) = (Vec::new(), Vec::new());
    let mut origins = Vec::new();
    for path in files {
        origins.push(Origin::scan(path, &mut |_, game| {
            games.push(bytes.len()..bytes.len() + game.len());
            bytes.extend_from_slice(game);
        })?);
    }
    Random::new(seed).shuffle(&mut games);
    let head = provenance(&format!("tengen data shuffle --seed {seed}"), 0, &origins);
    let file = new_file(out)?;
    let mut writer = GameWriter::on(file.handle()?, &head)?;
    for game in &games {
        writer.add_bytes(&bytes[game.clone()])?;
    }
    writer.flush()?;
    finish(file, out)?;
    Ok(games.len())
}

/// Splits the games of all files into a training set and a held-out set. Games with the same source stay together,
/// whatever file they are in. Returns the numbers of games.
pub fn split(files: &[PathBuf], split: Split, train: &Path, held_out: &Path) -> Result<[usize; 2]> {
    ensure!(train != held_out, "two files are needed, and one is named twice");
    let mut origins = Vec::new();
    for path in files {
        origins.push(Origin::scan(path, &mut |_, _| ())?);
    }
    let outputs = [new_file(train)?, new_file(held_out)?];
    let mut counts = [0; 2];
    let sides = ["--train", "--held-out"];
    for (i, output) in outputs.iter().enumerate() {
        let Split { share, seed } = split;
        let command = format!("tengen data split --share {share} --seed {seed}, {}", sides[i]);
        let mut writer = GameWriter::on(output.handle()?, &provenance(&command, 0, &origins))?;
        for path in files {
            let is_wanted = &mut |game: &TrainingGame| split.holds_out(game.source) == (i == 1);
            copy(path, is_wanted, &mut writer)?;
        }
        writer.flush()?;
        counts[i] = writer.games();
    }
    outputs.into_iter().zip([train, held_out]).try_for_each(|(file, out)| finish(file, out))?;
    Ok(counts)
}

fn new_file(out: &Path) -> Result<NewFile> {
    NewFile::create(out, Existing::Keep).with_context(|| out.display().to_string())
}

fn finish(file: NewFile, out: &Path) -> Result<()> {
    file.finish().with_context(|| out.display().to_string())
}
