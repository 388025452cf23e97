//! Statistics of training data files: number, kind and results of games, threat states of positions, distribution of
//! scores, and duplicate positions.

use super::symmetry::Hashes;
use crate::provenance::Origin;
use crate::static_check::{StaticCheck, walk};
use anyhow::Result;
use std::collections::{BTreeMap, HashSet};
use std::fmt::{self, Write};
use std::path::{Path, PathBuf};
use tengen_common::Score;
use tengen_core::board::Colour;
use tengen_engine::threat::vcf::Vcf;
use tengen_records::training::{GameResult, Searched, TrainingGame};

/// The bounds of the bins for absolute scores of quiet positions.
const BOUNDS: [i32; 7] = [25, 75, 150, 300, 600, 1200, Score::PROVEN];
/// The number of bins: a proven loss, below each negative bound, about even, above each bound, a proven win.
const BINS: usize = 2 * BOUNDS.len() + 1;
/// The length of the longest bar, in characters.
const BAR: usize = 50;

#[derive(Default)]
pub struct Stats {
    files: Vec<(PathBuf, Origin)>,
    /// By rule and board size: games and positions.
    kinds: BTreeMap<String, [usize; 2]>,
    sources: HashSet<u64>,
    /// Black won, white won, drawn, unfinished.
    results: [usize; 4],
    random_moves: usize,
    checks: [usize; StaticCheck::ALL.len()],
    scores: [usize; BINS],
    /// Suspicious scores: an open four is threatened, and the score is exactly 0.
    blank: usize,
    hashes: Vec<u64>,
}

/// Reads the files; calls `progress` after each game with the number of games so far.
pub fn stats(files: &[PathBuf], progress: &mut dyn FnMut(usize)) -> Result<Stats> {
    let mut stats = Stats::default();
    let (hashes, mut vcf) = (Hashes::new(), Vcf::new(1 << 12));
    let mut games = 0;
    for path in files {
        let origin = Origin::scan(path, &mut |game, _| {
            stats.count(&game, &mut vcf);
            stats.hashes.extend(hashes.of(&game));
            games += 1;
            progress(games);
        })?;
        stats.files.push((path.clone(), origin));
    }
    stats.hashes.sort_unstable();
    Ok(stats)
}

impl Stats {
    fn count(&mut self, game: &TrainingGame, vcf: &mut Vcf) {
        let kind = format!("{} on {}", game.rule, game.size);
        let [games, positions] = self.kinds.entry(kind).or_default();
        *games += 1;
        *positions += game.moves.len();
        self.sources.insert(game.source);
        self.results[match game.result {
            GameResult::Won(Colour::Black) => 0,
            GameResult::Won(Colour::White) => 1,
            GameResult::Drawn => 2,
            GameResult::Unfinished => 3,
        }] += 1;
        walk(game, vcf, &mut |number, check| self.count_position(check, game.moves[number]));
    }

    fn count_position(&mut self, check: StaticCheck, searched: Searched) {
        self.random_moves += (searched.point != searched.best) as usize;
        self.checks[check as usize] += 1;
        if check.is_quiet() {
            self.scores[bin(searched.score)] += 1;
        }
        self.blank += (check == StaticCheck::Threatened && searched.score == 0) as usize;
    }

    fn positions(&self) -> usize {
        self.checks.iter().sum()
    }

    /// The number of distinct positions that occur more than once, and of the surplus positions.
    fn doublets(&self) -> [usize; 2] {
        let runs = self.hashes.chunk_by(|a, b| a == b);
        runs.filter(|run| run.len() > 1).fold([0, 0], |[different, more], run| [different + 1, more + run.len() - 1])
    }

    pub fn provenance(&self) -> String {
        let mut text = String::new();
        for (path, origin) in &self.files {
            let _ = writeln!(text, "{}:\n{}", path.display(), origin.provenance);
        }
        text
    }

    pub fn warnings(&self) -> Vec<String> {
        let mut warnings = Vec::new();
        for (path, origin) in self.files.iter().filter(|(_, origin)| origin.breaks_off) {
            let (path, games) = (path.display(), origin.games);
            warnings.push(format!("{path} breaks off in the middle of a game, after {games}"));
        }
        let Stats { blank, .. } = self;
        // A search may well find a defence with a score near zero, but seldom exactly zero.
        if *blank > self.checks[StaticCheck::Threatened as usize] / 100 {
            warnings.push(format!(
                "{blank} positions with a threatened open four have score 0, although most are probably lost"
            ));
        }
        let [_, more] = self.doublets();
        if more > self.positions() / 5 {
            warnings.push("more than a fifth of the positions are duplicates".into());
        }
        warnings
    }
}

fn bin(score: i16) -> usize {
    let score = score as i32;
    let above = BOUNDS.iter().filter(|&&bound| score.abs() > bound).count();
    if score < 0 { BOUNDS.len() - above } else { BOUNDS.len() + above }
}

fn bin_name(bin: usize) -> String {
    let (from_even, sign) = match bin.checked_sub(BOUNDS.len()) {
        Some(above) => (above, '+'),
        None => (BOUNDS.len() - bin, '-'),
    };
    match from_even {
        0 => "about even".into(),
        n if n == BOUNDS.len() && sign == '+' => "a proven win".into(),
        n if n == BOUNDS.len() => "a proven loss".into(),
        n => format!("{sign}{} … {sign}{}", BOUNDS[n - 1] + 1, BOUNDS[n]),
    }
}

fn percent(part: usize, whole: usize) -> String {
    format!("{:.1} %", part as f64 * 100.0 / whole.max(1) as f64)
}

impl fmt::Display for Stats {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for (path, origin) in &self.files {
            write_file(f, path, origin)?;
        }
        let (positions, [black, white, drawn, open]) = (self.positions(), self.results);
        let games: usize = self.results.iter().sum();
        let sources = self.sources.len();
        writeln!(f, "\n{games} games of {sources} sources, {positions} positions")?;
        for (kind, [games, positions]) in &self.kinds {
            writeln!(f, "  {kind}: {games} games, {positions} positions")?;
        }
        writeln!(f, "results: black {black}, white {white}, drawn {drawn}, not played on {open}")?;
        let random_moves = self.random_moves;
        writeln!(f, "random moves: {random_moves} ({})", percent(random_moves, positions))?;
        let [different, more] = self.doublets();
        let share = percent(more, positions);
        writeln!(f, "duplicates up to symmetry: {more} ({share}) of {different} positions")?;
        writeln!(f, "\nthreat states")?;
        for (check, &count) in StaticCheck::ALL.iter().zip(&self.checks) {
            writeln!(f, "  {:<24} {count:>9} {:>7}", check.name(), percent(count, positions))?;
        }
        writeln!(f, "\nscores of open positions and of those with a threatened open four")?;
        let most = *self.scores.iter().max().expect("there are bins");
        for (bin, &count) in self.scores.iter().enumerate() {
            let bar = "#".repeat(count * BAR / most.max(1));
            writeln!(f, "  {:<24} {count:>9} {bar}", bin_name(bin))?;
        }
        Ok(())
    }
}

fn write_file(f: &mut fmt::Formatter, path: &Path, origin: &Origin) -> fmt::Result {
    let command = origin.provenance.lines().next().unwrap_or("unknown origin");
    let Origin { games, fingerprint, .. } = origin;
    writeln!(f, "{}: {games} games, fingerprint {fingerprint:016x}", path.display())?;
    writeln!(f, "  {command}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_common::Score;

    #[test]
    fn scores_fall_into_named_bins() {
        for (score, name) in [
            (0, "about even"),
            (-25, "about even"),
            (26, "+26 … +75"),
            (-1200, "-601 … -1200"),
            (29_000, "+1201 … +29000"),
            (29_001, "a proven win"),
            (-29_998, "a proven loss"),
        ] {
            assert_eq!(bin_name(bin(score)), name);
            assert_eq!(name.contains("proven"), Score::from_value(score.into()).is_proven());
        }
    }
}
