//! The jobs of a proof: questions to the engine about one position, which any worker may answer.

use crate::builder::Builder;
use crate::setting::Setting;
use crate::store::Store;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use tengen_certificate::{NodeId, Nodes, opening_allows};
use tengen_common::{Limits, Report, StopRequest, Stoppable};
use tengen_core::board::{Colour, Point, Position};
use tengen_engine::pattern::Kind;
use tengen_engine::pattern::kind::{KindVisitor, dispatch};
use tengen_engine::search::Searcher;
use tengen_engine::threat::vcf::Vcf;
use tengen_engine::threat::vct::Solver;

/// The nodes that a job may cost.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct Effort {
    /// Nodes of a search for a VCF.
    pub fours: u64,
    /// Nodes of a search for a VCT.
    pub threats: u64,
    /// Nodes of the search for promising moves.
    pub search: u64,
    /// The number of promising moves.
    pub width: usize,
}

/// A question: does the attacker win by threats here, and if not, which of its moves are the most promising?
#[derive(Clone, Debug)]
pub struct Job {
    /// The stones, with the attacker to move.
    pub stones: Box<[(Point, Colour)]>,
    pub effort: Effort,
    /// If the attacker wins, also search this many of the best moves of the defender in the same position.
    pub replies: usize,
}

#[derive(Clone, Debug, Default)]
pub struct WorkFound {
    /// The nodes of the proof of a win, and its root.
    pub win: Option<(Nodes, NodeId)>,
    /// Without a win, the most promising moves.
    pub moves: Vec<WorkCandidate>,
    /// The best replies of the defender, if the job asks for them.
    pub replies: Vec<Point>,
    pub nodes: u64,
}

/// A move of the attacker.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WorkCandidate {
    pub point: Point,
    /// The attacker's winning chance after the move, from 0 to 1: 1 if the search has proven a win, 0 for a proven loss.
    pub win_rate: f32,
}

/// Nodes of the search for the defender's best replies.
const REPLY_NODES: u64 = 4_000;
/// The limit of nodes searched and verified for a job, in multiples of the limits of one VCF and one VCT search.
const SEARCHES: u64 = 6;

pub struct ProofWorker {
    setting: Setting,
    searcher: Searcher,
    vcf: Vcf,
    vct: Solver,
}

impl ProofWorker {
    /// A worker with empty hash tables that take `memory` bytes together.
    pub fn new(setting: &Setting, memory: usize) -> ProofWorker {
        let [searcher, fours, threats] = ProofWorker::parts(memory);
        let (vcf, vct) = (Vcf::new(fours / size_of::<u64>()), Solver::new(threats));
        ProofWorker { setting: setting.clone(), searcher: Searcher::new(searcher), vcf, vct }
    }

    /// Workers for `count` threads, which share hash tables that take `memory` bytes together.
    pub fn group(setting: &Setting, count: usize, memory: usize) -> Vec<ProofWorker> {
        if count == 1 {
            return vec![ProofWorker::new(setting, memory)]; // its tables grow with the searches
        }
        let [searchers, fours, threats] = ProofWorker::parts(memory);
        let searchers = Searcher::group(count, searchers).into_iter();
        let solvers = Vcf::group(count, fours / size_of::<u64>()).into_iter().zip(Solver::group(count, threats));
        let worker = |(searcher, (vcf, vct))| ProofWorker { setting: setting.clone(), searcher, vcf, vct };
        searchers.zip(solvers).map(worker).collect()
    }

    /// The bytes for the tables of the search, of the search for VCF, and of that for VCT.
    fn parts(memory: usize) -> [usize; 3] {
        [memory / 2, memory / 8, memory / 4]
    }

    /// Answers a job, or abandons it as soon as `is_late` returns true.
    pub fn run(&mut self, job: &Job, is_late: &dyn Fn() -> bool) -> WorkFound {
        dispatch(self.setting.rule, Running { worker: self, job, is_late })
    }

    /// The best lines of a search, best first.
    fn look(&mut self, position: &Position, nodes: u64, count: usize, is_late: &dyn Fn() -> bool) -> Vec<Report> {
        let Setting { rule, opening, .. } = self.setting;
        let blocked = position.empty_points().filter(|&point| !opening_allows(opening, position, point)).collect();
        let limits = Limits { nodes: Some(nodes), blocked, analysis: true, ..Limits::default() };
        let mut request = || if is_late() { StopRequest::MoveNow } else { StopRequest::GoOn };
        let mut ignore = |_: &[_]| ();
        let mut watch = Stoppable::new(&mut request, &mut ignore);
        self.searcher.search_lines(position, rule, &limits, count, &mut watch)
    }
}

struct Running<'a> {
    worker: &'a mut ProofWorker,
    job: &'a Job,
    is_late: &'a dyn Fn() -> bool,
}

impl KindVisitor for Running<'_> {
    type Output = WorkFound;

    fn visit<K: Kind>(self, _: K) -> WorkFound {
        let Running { worker, job: Job { stones, effort, replies }, is_late } = self;
        let mut store = Store::new(&worker.setting);
        let mut position = store.position(stones);
        let mut builder = Builder {
            store: &mut store,
            vcf: &mut worker.vcf,
            vct: &mut worker.vct,
            fours: effort.fours,
            threats: effort.threats,
            searched: 0,
            most: SEARCHES * (effort.fours + effort.threats),
            failed: HashMap::new(),
            is_late,
        };
        // A win that also holds with one more stone of the defender leaves fewer replies to answer.
        let part = builder.build::<K>(&position, 1).or_else(|| builder.build::<K>(&position, 0));
        let mut found = WorkFound { nodes: builder.searched, ..WorkFound::default() };
        if let Some(part) = part {
            found.win = Some(store.extract(part.link.node));
            if *replies > 0 {
                position.set_to_move(!worker.setting.attacker);
                let lines = worker.look(&position, REPLY_NODES, *replies, is_late);
                found.nodes += lines.first().map_or(0, |line| line.nodes);
                found.replies = lines.iter().map(Report::best_move).collect();
            }
        } else if effort.width > 0 {
            let lines = worker.look(&position, effort.search, effort.width, is_late);
            found.nodes += lines.first().map_or(0, |line| line.nodes);
            found.moves = lines.iter().map(WorkCandidate::of).collect();
        }
        found
    }
}

impl WorkCandidate {
    fn of(line: &Report) -> WorkCandidate {
        let win_rate = match line.score {
            score if score.win_distance().is_some() => 1.0,
            score if score.loss_distance().is_some() => 0.0,
            _ => line.win_rate,
        };
        WorkCandidate { point: line.best_move(), win_rate }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_core::board::{BoardSize, notation};
    use tengen_core::rules::{Rule, Variant};

    /// The nodes of the first and of the second of two workers that look for a win in a position without one.
    fn nodes(moves: &str, fours: u64, threats: u64) -> [u64; 2] {
        let size = BoardSize::FIFTEEN;
        let sides = [Colour::Black, Colour::White].into_iter().cycle();
        let stones: Box<[_]> = notation::read(moves, size).unwrap().into_iter().zip(sides).collect();
        let attacker = if stones.len().is_multiple_of(2) { Colour::Black } else { Colour::White };
        let setting = Setting { rule: Rule::new(Variant::Freestyle), opening: None, size, attacker };
        let job = Job { stones, effort: Effort { fours, threats, search: 0, width: 0 }, replies: 0 };
        let workers = ProofWorker::group(&setting, 2, 16 << 20);
        let found: Vec<WorkFound> = workers.into_iter().map(|mut worker| worker.run(&job, &|| false)).collect();
        assert!(found.iter().all(|found| found.win.is_none()));
        [found[0].nodes, found[1].nodes]
    }

    /// A game in which White has many fours, and none of them wins.
    const FOURS: &str = "f7d5d4i9h5i5i11e8i6g6j10g4h7g7g5h6f8f9g10h10g11g13j11h11h12j12k10l9h9k9";

    #[test]
    fn workers_of_a_group_know_what_another_has_searched() {
        let by_fours = nodes(FOURS, 20_000, 0);
        let by_threats = nodes("h8h6j5f8d10l4k5i8", 100, 20_000);
        for [first, second] in [by_fours, by_threats] {
            assert!(first > 20 && 2 * second < first, "{first}, {second}");
        }
    }
}
