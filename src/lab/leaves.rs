//! Positions as a search meets them, each with the score of a search of its own.
//!
//! The evaluation is asked about positions that no sensible game comes to: one side has just wasted a
//! stone, or three. Games alone teach little about those. Here positions of games are searched, now and
//! then a position of the tree is kept, and then searched by itself:
//!
//! ```text
//!   a game ──○──○──●──○──●── …
//!                 /|\            a search of `nodes` nodes
//!                ○ ○ ○
//!               /|   |\
//!              · ●   · ·         one of its positions: searched with `label` nodes, and written
//! ```
//!
//! They are written as games that were not played on ([`Ending::Open`]): the stones as the opening, and
//! one searched move. Position *n* of a seed is the same whatever came before it, so a run that was
//! ended goes on where it stopped.

use super::play::think;
use super::tune::data::evaluated;
use crate::board::Position;
use crate::kit::random::Random;
use crate::pattern::kind::{KindVisitor, dispatch};
use crate::pattern::{Kind, PatternBoard};
use crate::records::training::{Ending, Searched};
use crate::records::training::{Game, GameWriter, read_file};
use crate::rules::Rule;
use crate::search::{Limits, Searcher, Supervisor, Verdict};
use crate::threat::vcf::Vcf;
use anyhow::{Result, ensure};
use std::path::PathBuf;
use std::time::Duration;

/// Where positions come from, and how many.
pub struct Options {
    /// The rule; games of another one are left out.
    pub rule: Rule,
    /// Files of games.
    pub data: Vec<PathBuf>,
    /// Nodes of the searches that positions are taken from.
    pub nodes: u64,
    /// Nodes of the search of a taken position.
    pub label: u64,
    /// How many the file is to hold in the end.
    pub positions: usize,
    /// Which.
    pub seed: u64,
    /// Where they go.
    pub out: PathBuf,
}

/// Memory of a searcher: small, so that it stays in the processor's cache.
const MEMORY: usize = 4 << 20;
/// So many positions of a tree are at hand, until one of them is fit.
const KEPT: usize = 8;

/// Takes the positions that the file lacks. `progress` is told, at first and after each, how many it
/// holds.
///
/// # Errors
/// When a file cannot be read or written, or there are no games of the rule.
pub fn run(options: &Options, progress: &mut dyn FnMut(usize)) -> Result<()> {
    let mut games = Vec::new();
    for path in &options.data {
        games.extend(read_file(path)?);
    }
    games.retain(|game| game.rule == options.rule && !game.moves.is_empty());
    ensure!(!games.is_empty(), "no games of this rule");
    let mut writer = GameWriter::open(&options.out, |game| game.rule == options.rule)?;
    let mut taker = Taker {
        options,
        searcher: Searcher::new(MEMORY),
        vcf: Vcf::new(1 << 12),
    };
    progress(writer.games());
    while writer.games() < options.positions {
        writer.add(&taker.take(&games, writer.games()))?;
        progress(writer.games());
    }
    Ok(())
}

/// Takes positions from games.
struct Taker<'a> {
    options: &'a Options,
    searcher: Searcher,
    vcf: Vcf,
}

impl Taker<'_> {
    /// Position `number`, with its score.
    fn take(&mut self, games: &[Game], number: usize) -> Game {
        let mut random = Random::of(self.options.seed, number as u64);
        loop {
            let game = random.choose(games).expect("there are games");
            if let Some(taken) = self.take_from(game, &mut random) {
                return taken;
            }
        }
    }

    /// A position of the tree over a random position of a game; `None` when there is none that the
    /// evaluation would be asked about.
    fn take_from(&mut self, game: &Game, random: &mut Random) -> Option<Game> {
        let Options {
            rule, nodes, label, ..
        } = *self.options;
        let mut root = game.start();
        for searched in &game.moves[..random.below(game.moves.len())] {
            root.play(searched.point, &mut ());
        }
        let mut sampler = Sampler::new(&root, random.clone());
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        self.searcher.clear();
        self.searcher.search(&root, rule, &limits, &mut sampler)?;
        random.shuffle(&mut sampler.kept);
        let position = sampler.kept.into_iter().find(|p| self.is_fit(p))?;
        let report = think(&mut self.searcher, &position, rule, label)?;
        let best = report.line[0];
        Some(Game {
            rule,
            shape: game.shape,
            opening: position.stones().iter().map(|stone| stone.point).collect(),
            moves: vec![Searched {
                point: best,
                best,
                score: report.score.value() as i16,
            }],
            ending: Ending::Open,
        })
    }

    fn is_fit(&mut self, position: &Position) -> bool {
        let (rule, vcf) = (self.options.rule, &mut self.vcf);
        dispatch(
            rule,
            Evaluated {
                rule,
                position,
                vcf,
            },
        )
    }
}

/// Whether a search would evaluate a position.
struct Evaluated<'a> {
    rule: Rule,
    position: &'a Position,
    vcf: &'a mut Vcf,
}

impl KindVisitor for Evaluated<'_> {
    type Output = bool;

    fn visit<K: Kind>(self, _: K) -> bool {
        let values = &crate::eval::params::of(self.rule).values;
        let mut board = PatternBoard::<K>::new(self.position, self.rule, values);
        evaluated(&mut board, self.vcf).is_some()
    }
}

/// Keeps some of the positions that a search visits below its root, each as likely as any other.
struct Sampler {
    /// Stones at the root.
    stones: usize,
    random: Random,
    visited: usize,
    kept: Vec<Position>,
}

impl Sampler {
    fn new(root: &Position, random: Random) -> Sampler {
        Sampler {
            stones: root.stones().len(),
            random,
            visited: 0,
            kept: Vec::with_capacity(KEPT),
        }
    }
}

impl Supervisor for Sampler {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }

    fn check(&mut self) -> Verdict {
        Verdict::GoOn
    }

    /// Reservoir sampling (Waterman).
    fn visit(&mut self, position: &Position) {
        if position.stones().len() == self.stones {
            return;
        }
        self.visited += 1;
        if self.kept.len() < KEPT {
            self.kept.push(position.clone());
            return;
        }
        let at = self.random.below(self.visited);
        if at < KEPT {
            self.kept[at] = position.clone();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::{scratch, selfplay};
    use crate::rules::{Outcome, Variant, judge};
    use std::path::Path;

    fn wanted(data: &Path, out: &Path, positions: usize) -> Options {
        Options {
            rule: Rule::new(Variant::Renju),
            data: vec![data.to_path_buf()],
            nodes: 600,
            label: 100,
            positions,
            seed: 3,
            out: out.to_path_buf(),
        }
    }

    /// They are more than the games have, each with a legal move, and a broken-off run goes on as if it
    /// had not been.
    #[test]
    fn positions_come_from_trees_and_a_run_goes_on() {
        let [games, whole, halves] =
            ["games", "whole", "halves"].map(|name| scratch::file(&format!("leaves-{name}")));
        let quick = selfplay::Options::quick(Rule::new(Variant::Renju), 3, &games);
        selfplay::run(&quick, &mut |_, _| ()).unwrap();
        let mut told = Vec::new();
        run(&wanted(&games, &whole, 12), &mut |_| ()).unwrap();
        run(&wanted(&games, &halves, 5), &mut |_| ()).unwrap();
        run(&wanted(&games, &halves, 12), &mut |count| told.push(count)).unwrap();
        assert_eq!(told, (5..=12).collect::<Vec<_>>());
        let taken = read_file(&whole).unwrap();
        assert_eq!(taken, read_file(&halves).unwrap());
        assert_eq!(taken.len(), 12);
        let played = read_file(&games).unwrap();
        let played: Vec<_> = played.iter().map(stones).collect();
        let is_played = |game: &Game| played.iter().any(|p| p.starts_with(&game.opening));
        assert!(taken.iter().any(|game| !is_played(game)));
        for game in taken {
            let position = game.start();
            let point = game.moves[0].point;
            let outcome = judge(&position, point, position.to_move(), game.rule);
            assert_eq!(outcome, Outcome::Open);
            assert_eq!(game.ending, Ending::Open);
        }
        for file in [games, whole, halves] {
            std::fs::remove_file(file).unwrap();
        }
    }

    fn stones(game: &Game) -> Vec<crate::board::Point> {
        let moves = game.moves.iter().map(|searched| searched.point);
        game.opening.iter().copied().chain(moves).collect()
    }
}
