//! Samples positions from search trees, each with the score of a search of its own.
//!
//! A search evaluates positions that no sensible game reaches, where one side has just wasted one stone or more. Games
//! alone teach little about those. So positions of games are searched, random positions are sampled from the search
//! trees, and suitable ones are then searched themselves:
//!
//! ```text
//!   a game ──○──○──●──○──●── …
//!                 /|\            a search of `nodes` nodes
//!                ○ ○ ○
//!               /|   |\
//!              · ●   · ●         `samples` of its positions: searched with `label` nodes, and written
//! ```
//!
//! They are written as unfinished games ([`GameResult::Unfinished`]): the stones as the opening, and one searched move;
//! the source is that of the game. A batch of `samples` positions comes from one tree, or from several if one does not
//! have enough. Batch *n* of a seed is independent of earlier batches, so an interrupted run can be continued, and
//! [shards](Shard) of a run can be made separately.

use super::provenance::{Origin, evaluation, provenance};
use super::shard::Shard;
use super::static_check::look;
use crate::play::best_searched;
use anyhow::{Result, ensure};
use std::ops::Range;
use std::path::PathBuf;
use std::time::Duration;
use tengen_common::random::Random;
use tengen_common::{SearchCallback, Signal};
use tengen_core::board::Position;
use tengen_core::rules::Rule;
use tengen_engine::effort::{Effort, think};
use tengen_engine::eval::net::Networks;
use tengen_engine::eval::tables::params;
use tengen_engine::eval::{Evaluator, Values};
use tengen_engine::pattern::kind::{KindVisitor, dispatch};
use tengen_engine::pattern::{Kind, PatternBoard};
use tengen_engine::search::Searcher;
use tengen_engine::threat::threat_state::{ThreatState, threat_state};
use tengen_engine::threat::vcf::Vcf;
use tengen_records::training::{GameResult, GameWriter, TrainingGame};

pub struct SamplePlan {
    /// The rule; games with another one are skipped.
    pub rule: Rule,
    pub data: Vec<PathBuf>,
    pub nodes: u64,
    /// Nodes of the search of a sampled position.
    pub label: u64,
    /// The number of positions per batch, all from one tree if it has enough.
    pub samples: usize,
    /// The total number of positions of all shards, rounded up to complete batches.
    pub positions: usize,
    pub shard: Shard,
    /// The percentage of [decided](DECIDED) positions to keep.
    pub decided: u8,
    pub seed: u64,
    pub networks: Networks,
    pub out: PathBuf,
}

impl SamplePlan {
    /// The total number of positions of this shard.
    pub fn count(&self) -> usize {
        self.batches().len() * self.samples
    }

    fn batches(&self) -> Range<usize> {
        self.shard.range(self.positions.div_ceil(self.samples))
    }

    /// The command of this run as the files record it, without the number of positions and the output file. It keeps the
    /// former name `leaves` of command and option, so that runs of older versions can be continued.
    fn command(&self) -> String {
        let SamplePlan { rule, nodes, label, samples, decided, seed, .. } = self;
        let evaluation = evaluation(&self.networks, *rule);
        let decided = match decided {
            100 => String::new(),
            _ => format!(" --decided {decided}"),
        };
        format!(
            "tengen leaves --rule {rule} --nodes {nodes} --label {label} --leaves {samples}{decided} --seed \
             {seed}{evaluation}"
        )
    }
}

/// Positions whose evaluation is beyond this many points count as decided. They are about half of the positions in the
/// search trees of usual games.
pub const DECIDED: i32 = 600;
/// The hash size of a searcher in bytes: small, so that it fits into the processor's cache.
const MEMORY: usize = 4 << 20;
/// The number of sampled positions per position of a batch, since not all are suitable.
const SPARE: usize = 4;
/// The number of consecutive trees without a suitable position after which the run fails.
const PATIENCE: usize = 1000;
/// Constants that separate the random streams from each other and from those of self-play with the same seed: one for the
/// choice of games and positions, one for the sampling of a tree.
const CHOICE: u64 = 0x6368_6f69_6365;
const SAMPLE: u64 = 0x7361_6d70_6c65;

/// Adds the missing positions to the file. Calls `progress` at the start and after each batch with the number of
/// positions in the file and the statistics of this run, and returns both.
pub fn run(plan: &SamplePlan, progress: &mut dyn FnMut(usize, &SampleCounts)) -> Result<(usize, SampleCounts)> {
    ensure!(plan.samples > 0, "a batch has at least one position");
    let (mut origins, mut games) = (Vec::new(), Vec::new());
    for path in &plan.data {
        let (origin, found) = Origin::read(path)?;
        origins.push(origin);
        games.extend(found);
    }
    games.retain(|game| game.rule == plan.rule && !game.moves.is_empty());
    ensure!(!games.is_empty(), "no games of this rule");
    let batches = plan.batches();
    let first = batches.start * plan.samples;
    let head = provenance(&plan.command(), first, &origins);
    let mut writer = GameWriter::open(&plan.out, &head, plan.samples)?;
    let mut taker = Taker {
        plan,
        games: &games,
        searcher: Searcher::judging_by(&plan.networks, MEMORY),
        vcf: Vcf::new(1 << 12),
        counts: SampleCounts { games: games.len(), ..SampleCounts::default() },
    };
    progress(writer.games(), &taker.counts);
    for number in batches.skip(writer.games() / plan.samples) {
        for position in taker.batch(number)? {
            writer.add(&position)?;
        }
        writer.flush()?;
        progress(writer.games(), &taker.counts);
    }
    Ok((writer.games(), taker.counts))
}

/// The statistics of a run: `600 positions of 112 trees over 40 games, 12 of 100 proven; of 100 looked at 31 were
/// decided or doubles`.
#[derive(Clone, Default, Debug)]
pub struct SampleCounts {
    games: usize,
    trees: usize,
    looked_at: usize,
    taken: usize,
    proven: usize,
}

impl SampleCounts {
    pub fn warning(&self) -> Option<String> {
        /// With more positions per game than this, many are too similar.
        const MANY: usize = 200;
        let SampleCounts { taken, games, .. } = *self;
        (taken > MANY * games)
            .then(|| format!("{taken} positions of only {games} games: many will be much alike; more games help"))
    }
}

impl std::fmt::Display for SampleCounts {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let share = |part: usize, whole: usize| part * 100 / whole.max(1);
        write!(
            f,
            "{} positions of {} trees over {} games, {} of 100 proven; of 100 looked at {} were decided \
             or doubles",
            self.taken,
            self.trees,
            self.games,
            share(self.proven, self.taken),
            share(self.looked_at - self.taken, self.looked_at)
        )
    }
}

struct Taker<'a> {
    plan: &'a SamplePlan,
    games: &'a [TrainingGame],
    searcher: Searcher,
    vcf: Vcf,
    counts: SampleCounts,
}

struct Batch {
    /// The random stream for the choice of games and positions.
    choice: Random,
    /// The random stream for the sampling of trees.
    sample: Random,
    /// The hashes of positions considered so far.
    seen: Vec<u64>,
    taken: Vec<TrainingGame>,
}

impl Batch {
    fn new(seed: u64, number: usize) -> Batch {
        Batch {
            choice: Random::of(seed ^ CHOICE, number as u64),
            sample: Random::of(seed ^ SAMPLE, number as u64),
            seen: Vec::new(),
            taken: Vec::new(),
        }
    }
}

impl Taker<'_> {
    fn batch(&mut self, number: usize) -> Result<Vec<TrainingGame>> {
        // The cache of failed attacks must not depend on earlier batches.
        self.vcf.clear();
        let mut batch = Batch::new(self.plan.seed, number);
        let mut idle = 0;
        while batch.taken.len() < self.plan.samples {
            let before = batch.taken.len();
            self.take_tree(&mut batch);
            idle = if batch.taken.len() > before { 0 } else { idle + 1 };
            ensure!(idle < PATIENCE, "no search of these games evaluates a position that can be sampled");
        }
        Ok(batch.taken)
    }

    /// Adds the suitable positions from the tree of a random position of a game.
    fn take_tree(&mut self, batch: &mut Batch) -> Option<()> {
        let SamplePlan { rule, nodes, samples, .. } = *self.plan;
        let game = batch.choice.choose(self.games)?;
        let root = game.position(batch.choice.below(game.moves.len()));
        let sample = Random::new(batch.sample.next());
        let mut sampler = Sampler::new(&root, samples * SPARE, sample);
        let limits = Effort::Nodes(nodes).limits();
        self.searcher.clear();
        self.searcher.search(&root, rule, &limits, &mut sampler)?;
        self.counts.trees += 1;
        batch.choice.shuffle(&mut sampler.kept);
        for position in sampler.kept {
            if batch.taken.len() == samples {
                break;
            }
            let taken = self.take(&position, game.source, batch);
            batch.taken.extend(taken);
        }
        Some(())
    }

    /// Searches a position if it is suitable: the evaluation would be called for it, and it is new.
    fn take(&mut self, position: &Position, source: u64, batch: &mut Batch) -> Option<TrainingGame> {
        let SamplePlan { rule, label, .. } = *self.plan;
        self.counts.looked_at += 1;
        if batch.seen.contains(&position.hash()) || !self.is_fit(position, &mut batch.choice) {
            return None;
        }
        batch.seen.push(position.hash());
        let report = think(&mut self.searcher, position, rule, label)?;
        self.counts.taken += 1;
        self.counts.proven += report.score.is_proven() as usize;
        Some(TrainingGame {
            rule,
            size: position.size(),
            source,
            opening: position.stones().iter().map(|stone| stone.point).collect(),
            moves: vec![best_searched(&report)],
            result: GameResult::Unfinished,
        })
    }

    fn is_fit(&mut self, position: &Position, random: &mut Random) -> bool {
        let SamplePlan { rule, decided, ref networks, .. } = *self.plan;
        let look = StaticValue { rule, position, networks, vcf: &mut self.vcf };
        dispatch(rule, look)
            .is_some_and(|value| decided == 100 || value.abs() <= DECIDED || random.below(100) < decided.into())
    }
}

/// The evaluation of a position, if a search would call it.
struct StaticValue<'a> {
    rule: Rule,
    position: &'a Position,
    networks: &'a Networks,
    vcf: &'a mut Vcf,
}

impl KindVisitor for StaticValue<'_> {
    type Output = Option<i32>;

    fn visit<K: Kind>(self, _: K) -> Option<i32> {
        let mut board = PatternBoard::<K>::new(self.position, self.rule);
        let is_quiet = look(&mut board, self.vcf).0.is_quiet() && !answers_a_four(&mut board);
        let values = Values { tables: params::of(self.rule), network: self.networks.of(self.rule) };
        is_quiet.then(|| Evaluator::new(&board, values).value(&board))
    }
}

/// Whether the last stone answered a four. Most such positions are from the quiescence search, and networks trained on
/// samples with many of them were weaker (`train/EXPERIMENTS.md`).
fn answers_a_four<K: Kind>(board: &mut PatternBoard<K>) -> bool {
    let Some(&last) = board.position().stones().last() else { return false };
    board.undo();
    let is_answer = matches!(threat_state(board), ThreatState::MustReply(_));
    board.place(last.point, last.colour);
    is_answer
}

/// A uniform random sample of the positions that a search visits below its root.
struct Sampler {
    /// The number of stones at the root.
    stones: usize,
    /// The maximum number of samples.
    most: usize,
    random: Random,
    visited: usize,
    kept: Vec<Position>,
}

impl Sampler {
    fn new(root: &Position, most: usize, random: Random) -> Sampler {
        Sampler { stones: root.stones().len(), most, random, visited: 0, kept: Vec::new() }
    }
}

impl SearchCallback for Sampler {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }

    fn check(&mut self) -> Signal {
        Signal::GoOn
    }

    /// Reservoir sampling (Waterman).
    fn visit(&mut self, position: &Position) {
        if position.stones().len() == self.stones {
            return;
        }
        self.visited += 1;
        if self.kept.len() < self.most {
            self.kept.push(position.clone());
            return;
        }
        let at = self.random.below(self.visited);
        if at < self.most {
            self.kept[at] = position.clone();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{scratch, selfplay};
    use std::collections::HashSet;
    use std::path::Path;
    use tengen_core::rules::{Outcome, Variant, judge};
    use tengen_records::training::read_file;

    fn plan(data: &Path, out: &Path, positions: usize) -> SamplePlan {
        SamplePlan {
            rule: Rule::new(Variant::Renju),
            data: vec![data.to_path_buf()],
            nodes: 600,
            label: 100,
            samples: 3,
            positions,
            shard: Shard::WHOLE,
            decided: 100,
            seed: 3,
            networks: Networks::none(),
            out: out.to_path_buf(),
        }
    }

    fn games(name: &str, count: usize) -> PathBuf {
        let file = scratch::file(name);
        let quick = selfplay::SelfplayPlan::quick(Rule::new(Variant::Renju), count, &file);
        selfplay::run(&quick, &mut |_, _| ()).unwrap();
        file
    }

    fn take(plan: &SamplePlan) -> Vec<u8> {
        run(plan, &mut |_, _| ()).unwrap();
        std::fs::read(&plan.out).unwrap()
    }

    fn remove<const N: usize>(files: [PathBuf; N]) {
        for file in files {
            std::fs::remove_file(file).unwrap();
        }
    }

    /// Some of the samples are not in the games. Each has a legal move and occurs once in its batch.
    #[test]
    fn positions_are_sampled_from_search_trees() {
        let (data, out) = (games("samples-games", 3), scratch::file("samples-whole"));
        take(&plan(&data, &out, 12));
        let played = read_file(&data).unwrap();
        let taken = read_file(&out).unwrap();
        assert_eq!(taken.len(), 12);
        let is_played = |sample: &TrainingGame| played.iter().any(|p| stones(p).starts_with(&sample.opening));
        assert!(taken.iter().any(|sample| !is_played(sample)));
        for sample in &taken {
            let position = sample.start();
            let point = sample.moves[0].point;
            let outcome = judge(&position, point, position.to_move(), sample.rule);
            assert_eq!(outcome, Outcome::Open);
            assert_eq!(sample.result, GameResult::Unfinished);
        }
        for batch in taken.chunks(3) {
            let different: HashSet<u64> = batch.iter().map(|sample| sample.start().hash()).collect();
            assert_eq!(different.len(), 3);
        }
        remove([data, out]);
    }

    /// Wherever a run is interrupted, even within a batch, the final file is the same.
    #[test]
    fn an_interrupted_run_resumes_with_the_same_result() {
        let data = games("samples-ended", 3);
        let [whole, halves] = ["on-whole", "on-halves"].map(scratch::file);
        let bytes = take(&plan(&data, &whole, 12));
        take(&plan(&data, &halves, 5));
        let mut counts = Vec::new();
        run(&plan(&data, &halves, 12), &mut |count, _| counts.push(count)).unwrap();
        assert_eq!(counts, [6, 9, 12]);
        assert_eq!(std::fs::read(&halves).unwrap(), bytes);
        for cut in [bytes.len() - 1, bytes.len() * 2 / 3, 9] {
            std::fs::write(&halves, &bytes[..cut]).unwrap();
            assert_eq!(take(&plan(&data, &halves, 12)), bytes);
        }
        remove([data, whole, halves]);
    }

    #[test]
    fn fewer_decided_positions_are_kept() {
        let data = games("samples-decided", 4);
        let values = |decided, name| {
            let out = scratch::file(name);
            let networks = Networks::built_in();
            let plan = SamplePlan { decided, networks, ..plan(&data, &out, 90) };
            take(&plan);
            let taken = read_file(&out).unwrap();
            remove([out]);
            let is_decided = |sample: &&TrainingGame| {
                let (rule, position, mut vcf) = (sample.rule, sample.start(), Vcf::new(1 << 12));
                let networks = &plan.networks;
                let look = StaticValue { rule, position: &position, networks, vcf: &mut vcf };
                dispatch(rule, look).expect("a quiet position").abs() > DECIDED
            };
            taken.iter().filter(is_decided).count()
        };
        let [all, none] = [(100, "all-decided"), (0, "none-decided")].map(|(d, n)| values(d, n));
        assert!(all > 0 && none == 0, "{all} and {none}");
        remove([data]);
    }

    #[test]
    fn shards_in_order_equal_the_whole_run() {
        let data = games("samples-parts", 3);
        let [whole, part] = ["parts-whole", "parts-part"].map(scratch::file);
        take(&plan(&data, &whole, 12));
        let mut joined = Vec::new();
        for shard in ["1/3", "2/3", "3/3"] {
            let shard = shard.parse().unwrap();
            take(&SamplePlan { shard, ..plan(&data, &part, 12) });
            joined.extend(read_file(&part).unwrap());
            remove([part.clone()]);
        }
        assert_eq!(joined, read_file(&whole).unwrap());
        remove([data, whole]);
    }

    #[test]
    fn a_sample_has_the_source_of_the_game_of_its_root() {
        let (data, out) = (games("samples-split", 8), scratch::file("split-samples"));
        take(&plan(&data, &out, 60));
        let games = read_file(&data).unwrap();
        let sources: HashSet<u64> = games.iter().map(|game| game.source).collect();
        assert_eq!(sources.len(), games.len());
        for sample in read_file(&out).unwrap() {
            let source = games.iter().find(|game| game.source == sample.source).unwrap();
            // The root is a position of that game, so at most a few stones of the sample are not.
            let played: HashSet<_> = stones(source).into_iter().collect();
            let other = sample.opening.iter().filter(|p| !played.contains(p));
            assert!(other.count() < 20);
            assert!(sample.opening.starts_with(&source.opening));
        }
        remove([data, out]);
    }

    #[test]
    fn sampling_a_tree_and_choosing_a_game_use_different_random_numbers() {
        for number in 0..100 {
            let mut batch = Batch::new(3, number);
            let first: HashSet<u64> = (0..100).map(|_| batch.choice.next()).collect();
            let mut sample = Random::new(batch.sample.next());
            assert!((0..100).all(|_| !first.contains(&sample.next())));
        }
    }

    #[test]
    fn games_without_a_suitable_position_are_an_error() {
        let [data, out] = ["samples-none", "none-out"].map(scratch::file);
        let rule = Rule::new(Variant::Freestyle);
        let points: Vec<_> = (0..5).map(|x| tengen_core::board::Point::new(x, 0)).collect();
        let mut writer = GameWriter::create(&data, "").unwrap();
        let win = tengen_core::board::Point::new(4, 0);
        let mut opening = Vec::new();
        for &point in &points[..4] {
            opening.push(point);
            opening.push(tengen_core::board::Point::new(point.x(), 2));
        }
        let game = TrainingGame {
            rule,
            size: tengen_core::board::BoardSize::FIFTEEN,
            source: 1,
            opening,
            moves: vec![tengen_records::training::Searched { point: win, best: win, score: 29_999 }],
            result: GameResult::Won(tengen_core::board::Colour::Black),
        };
        writer.add(&game).unwrap();
        writer.flush().unwrap();
        let error = run(&SamplePlan { rule, ..plan(&data, &out, 3) }, &mut |_, _| ()).unwrap_err();
        assert!(error.to_string().contains("no search of these games"), "{error}");
        remove([data, out]);
    }

    fn stones(game: &TrainingGame) -> Vec<tengen_core::board::Point> {
        let moves = game.moves.iter().map(|searched| searched.point);
        game.opening.iter().copied().chain(moves).collect()
    }
}
