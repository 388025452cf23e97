//! The parts of a search, under each rule: `cargo bench -p tengen-arena --bench engine`.
//!
//! They are here because the tests of the engine's package build few packages.

use divan::Bencher;
use divan::counter::ItemsCount;
use tengen_common::{Limits, LimitsOnly};
use tengen_core::board::{BoardSize, Point, Position, notation};
use tengen_core::rules::Rule;
use tengen_engine::eval::net::set::Networks;
use tengen_engine::eval::tables::params;
use tengen_engine::eval::{Cache, Evaluator, Values};
use tengen_engine::pattern::kind::{KindVisitor, dispatch};
use tengen_engine::pattern::{Kind, PatternBoard};
use tengen_engine::search::Searcher;
use tengen_engine::study::evaluate;
use tengen_engine::threat::vcf::Vcf;
use tengen_testkit::after_moves;
use tengen_testkit::positions::fours;

fn main() {
    divan::main();
}

const RULES: [&str; 5] = ["freestyle", "standard", "renju", "caro", "caro-exact"];

fn rule(name: &str) -> Rule {
    name.parse().expect("a rule")
}

/// A middle game without a forbidden move or a five.
fn moves() -> Vec<Point> {
    notation::read("k3g2g4h2i3i2j2l3n1h4j5g3j6f4e5f3f2h6h3k5h7j7g6g5e3e4d5f7", BoardSize::FIFTEEN).expect("moves")
}

/// Plays a game on a board of patterns; with an evaluator, the value of each position is computed too. Both are new each
/// time, since an evaluator remembers the values of positions.
struct Play<'a, 'b> {
    bencher: Bencher<'a, 'b>,
    rule: Rule,
    values: Option<Values>,
}

impl KindVisitor for Play<'_, '_> {
    type Output = ();

    fn visit<K: Kind>(self, _: K) {
        let Play { bencher, rule, values } = self;
        let moves = moves();
        let begin = || {
            let board = PatternBoard::<K>::new(&Position::new(BoardSize::FIFTEEN), rule);
            let evaluator = values.clone().map(|values| Evaluator::new(&board, values));
            (board, evaluator)
        };
        let bencher = bencher.counter(ItemsCount::new(moves.len())).with_inputs(begin);
        bencher.bench_local_refs(|(board, evaluator)| {
            let mut sum = 0;
            for &point in &moves {
                board.play(point);
                sum += evaluator.as_mut().map_or(0, |evaluator| evaluator.value(board));
            }
            sum
        });
    }
}

#[divan::bench(args = RULES)]
fn patterns(bencher: Bencher, name: &str) {
    let rule = rule(name);
    dispatch(rule, Play { bencher, rule, values: None });
}

/// Patterns, and evaluation by tables.
#[divan::bench(args = RULES)]
fn tables(bencher: Bencher, name: &str) {
    let rule = rule(name);
    dispatch(rule, Play { bencher, rule, values: Some(params::of(rule).into()) });
}

/// Patterns, and evaluation by the network, whose accumulator follows the moves.
#[divan::bench(args = RULES)]
fn network(bencher: Bencher, name: &str) {
    let rule = rule(name);
    let network = Networks::built_in().of(rule);
    let values = Some(Values { tables: params::of(rule), network });
    dispatch(rule, Play { bencher, rule, values });
}

fn positions() -> Vec<Position> {
    let mut position = Position::new(BoardSize::FIFTEEN);
    let after = |point| {
        position.play(point, &mut ());
        position.clone()
    };
    moves().into_iter().map(after).collect()
}

/// Evaluates each position of a game with a new board and a new evaluator. The cache is that of a batch.
struct FromScratch<'a, 'b> {
    bencher: Bencher<'a, 'b>,
    rule: Rule,
}

impl KindVisitor for FromScratch<'_, '_> {
    type Output = ();

    fn visit<K: Kind>(self, _: K) {
        let FromScratch { bencher, rule } = self;
        let positions = positions();
        let values = Values { tables: params::of(rule), network: Networks::built_in().of(rule) };
        let bencher = bencher.counter(ItemsCount::new(positions.len())).with_inputs(Cache::default);
        bencher.bench_local_values(|mut cache| {
            let mut sum = 0;
            for position in &positions {
                let board = PatternBoard::<K>::new(position, rule);
                let mut evaluator = Evaluator::with_cache(&board, values.clone(), cache);
                sum += evaluator.value(&board);
                cache = evaluator.take_cache();
            }
            sum
        });
    }
}

#[divan::bench(args = RULES)]
fn from_scratch(bencher: Bencher, name: &str) {
    let rule = rule(name);
    dispatch(rule, FromScratch { bencher, rule });
}

/// The same, with the probabilities of all moves: what `Engine.evaluate` of the Python package returns.
#[divan::bench(args = RULES)]
fn from_scratch_with_policies(bencher: Bencher, name: &str) {
    let (rule, networks, positions) = (rule(name), Networks::built_in(), positions());
    let bencher = bencher.counter(ItemsCount::new(positions.len()));
    bencher.bench_local(|| evaluate(&positions, rule, &networks, 1, &|| false));
}

struct SolveAll<'a>(&'a Position, Rule);

impl KindVisitor for SolveAll<'_> {
    type Output = u64;

    fn visit<K: Kind>(self, _: K) -> u64 {
        let mut solver = Vcf::new(1 << 14);
        solver.solve(&mut PatternBoard::<K>::new(self.0, self.1), 20_000, &mut || false);
        solver.nodes()
    }
}

/// The positions of `crates/testkit/positions/fours.txt`, with new boards and solvers.
#[divan::bench]
fn vcf(bencher: Bencher) {
    let known = fours();
    bencher.bench_local(|| {
        let cases = known.iter().flat_map(|known| known.cases.iter().map(|(rule, _)| (&known.drawing.position, *rule)));
        cases.map(|(position, rule)| dispatch(rule, SolveAll(position, rule))).sum::<u64>()
    });
}

/// A new search to a small depth; the memory of the searcher is new too.
#[divan::bench(args = RULES, sample_count = 20)]
fn search(bencher: Bencher, name: &str) {
    let rule = rule(name);
    let position = after_moves(BoardSize::FIFTEEN, "h8i9g9h10i8h9");
    let limits = Limits { depth: Some(8), ..Limits::default() };
    bencher.with_inputs(|| Searcher::new(4 << 20)).bench_local_values(|mut searcher| {
        let report = searcher.search(&position, rule, &limits, &mut LimitsOnly::new());
        report.expect("a move").nodes
    });
}
