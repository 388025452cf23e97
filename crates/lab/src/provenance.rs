//! The provenance of a training data file, stored in its header so that it can be reproduced:
//!
//! ```text
//! tengen leaves --rule freestyle --nodes 2000 --label 1500 --leaves 4 --seed 5
//! engine 0.1.0, signature 1613302
//! first 0
//! from 1200 games with the fingerprint 5a0b63c11d2e9f04:
//!   tengen selfplay --rule freestyle --size 15x15 --nodes 1500..4000 --strays 8 --seed 1001
//!   engine 0.1.0, signature 1613302
//!   first 0
//! ```
//!
//! Commands and options are recorded under their old names (`leaves` for `samples`, `--strays` for `--random-moves`), so
//! that runs of older versions can be continued.
//!
//! The number of games or positions is not part of it, since a run can be continued; `first` is the number of the first
//! one, which is 0 only in the first shard of a run.

use anyhow::{Context, Result};
use std::fmt::Write;
use std::path::Path;
use tengen_core::fnv::{FINGERPRINT, fingerprint};
use tengen_core::rules::Rule;
use tengen_engine::eval::net::Networks;
use tengen_records::training::{GameReader, TrainingGame};

const SIGNATURE: &str = include_str!("../../../tests/bench-signature.txt");

/// The provenance of what a command makes from some data, starting with game or position `first`.
pub fn provenance(command: &str, first: usize, data: &[Origin]) -> String {
    let (version, signature) = (env!("CARGO_PKG_VERSION"), SIGNATURE.trim());
    let mut text = format!("{command}\nengine {version}, signature {signature}\nfirst {first}\n");
    for Origin { provenance, games, fingerprint, .. } in data {
        let _ = writeln!(text, "from {games} games with the fingerprint {fingerprint:016x}:");
        for line in provenance.lines() {
            let _ = writeln!(text, "  {line}");
        }
    }
    text
}

/// The option that selects the evaluation: ` --eval tables`, or ` --net` and the checksum of a network.
pub fn evaluation(networks: &Networks, rule: Rule) -> String {
    let network = networks.of(rule);
    network.map_or(" --eval tables".into(), |network| format!(" --net {:08x}", network.checksum()))
}

/// The source number of game `number` of a command, unique among all commands.
pub fn source(command: &str, number: usize) -> u64 {
    let command = fingerprint(FINGERPRINT, command.as_bytes());
    fingerprint(command, &(number as u64).to_le_bytes())
}

/// A file that data was taken from.
#[derive(Clone, Debug)]
pub struct Origin {
    pub provenance: String,
    pub games: usize,
    /// A hash of all games.
    pub fingerprint: u64,
    pub breaks_off: bool,
}

impl Origin {
    pub fn read(path: &Path) -> Result<(Origin, Vec<TrainingGame>)> {
        let mut games = Vec::new();
        let origin = Origin::scan(path, &mut |game, _| games.push(game))?;
        Ok((origin, games))
    }

    /// Calls `show` for all games of a file with their bytes, and describes the file.
    pub fn scan(path: &Path, show: &mut dyn FnMut(TrainingGame, &[u8])) -> Result<Origin> {
        let mut reader = GameReader::open(path)?;
        let mut origin = Origin {
            provenance: reader.provenance().to_string(),
            games: 0,
            fingerprint: FINGERPRINT,
            breaks_off: false,
        };
        let mut bytes = Vec::new();
        for game in reader.by_ref() {
            let game = game.with_context(|| path.display().to_string())?;
            bytes.clear();
            game.write(&mut bytes);
            origin.games += 1;
            origin.fingerprint = fingerprint(origin.fingerprint, &bytes);
            show(game, &bytes);
        }
        origin.breaks_off = reader.breaks_off();
        Ok(origin)
    }

    /// The provenance without the number of the first game or position, and that number. `None` if the file has none.
    pub fn run(&self) -> Option<(String, usize)> {
        let is_first = |line: &&str| line.starts_with("first ");
        let first = self.provenance.lines().find(is_first)?;
        let number = first.strip_prefix("first ")?.parse().ok()?;
        let rest: Vec<&str> = self.provenance.lines().filter(|l| *l != first).collect();
        Some((rest.join("\n"), number))
    }
}
