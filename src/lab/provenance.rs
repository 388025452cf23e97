//! What made a file of training games, written at its head, so that it can be made again:
//!
//! ```text
//! tengen leaves --rule freestyle --nodes 2000 --label 1500 --leaves 6 --seed 5
//! engine 0.1.0, signature 1613302
//! first 0
//! from 1200 games with the fingerprint 5a0b63c11d2e9f04:
//!   tengen selfplay --rule freestyle --size 15x15 --nodes 1500..4000 --strays 8 --seed 1001
//!   engine 0.1.0, signature 1613302
//!   first 0
//! ```
//!
//! How many items a run makes is not told, as a run may go on; `first` is the number of the first, which
//! another part of the run than the first begins with.

use crate::records::training::{FINGERPRINT, GameReader, TrainingGame, fingerprint};
use anyhow::{Context, Result};
use std::fmt::Write;
use std::path::Path;

/// The signature of the search, as `bench` finds it and the repository records it.
const SIGNATURE: &str = include_str!("../../tests/bench-signature.txt");

/// What a command of this program makes from some data, from item `first` on.
pub fn provenance(command: &str, first: usize, data: &[Origin]) -> String {
    let (version, signature) = (env!("CARGO_PKG_VERSION"), SIGNATURE.trim());
    let mut text = format!("{command}\nengine {version}, signature {signature}\nfirst {first}\n");
    for Origin {
        provenance,
        games,
        fingerprint,
    } in data
    {
        let _ = writeln!(
            text,
            "from {games} games with the fingerprint {fingerprint:016x}:"
        );
        for line in provenance.lines() {
            let _ = writeln!(text, "  {line}");
        }
    }
    text
}

/// The source of game `number` of a command: no other game of any has it.
pub fn source(command: &str, number: usize) -> u64 {
    let command = fingerprint(FINGERPRINT, command.as_bytes());
    fingerprint(command, &(number as u64).to_le_bytes())
}

/// A file that data was taken from.
pub struct Origin {
    provenance: String,
    games: usize,
    fingerprint: u64,
}

impl Origin {
    /// Reads all games of a file.
    ///
    /// # Errors
    /// When it cannot be read or is no file of games.
    pub fn read(path: &Path) -> Result<(Origin, Vec<TrainingGame>)> {
        let reader = GameReader::open(path)?;
        let provenance = reader.provenance().to_string();
        let games: Result<Vec<_>> = reader.collect();
        let games = games.with_context(|| path.display().to_string())?;
        let mut bytes = Vec::new();
        let hash = games.iter().fold(FINGERPRINT, |hash, game| {
            bytes.clear();
            game.write(&mut bytes);
            fingerprint(hash, &bytes)
        });
        let origin = Origin {
            provenance,
            games: games.len(),
            fingerprint: hash,
        };
        Ok((origin, games))
    }
}
