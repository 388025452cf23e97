//! The solver: takes a position and returns a winning line confirmed by the rules.

use crate::pattern::kind::{KindVisitor, dispatch};
use crate::pattern::{Kind, PatternBoard};
use crate::study::ending::{fours_to_the_five, to_the_five};
use crate::threat::proof::{self, Plan, ProofStep};
use crate::threat::vcf::{self, Vcf};
use crate::threat::vct;
use std::time::{Duration, Instant};
use tengen_core::board::{Point, PointSet, Position};
use tengen_core::rules::Rule;

/// A position and the limits of the search for a win.
#[derive(Clone, Copy, Debug)]
pub struct Problem<'a> {
    /// The stones; the game is not over, and the side to move attacks.
    pub position: &'a Position,
    /// The rule.
    pub rule: Rule,
    /// Search for a VCF only.
    pub fours_only: bool,
    /// Node limit.
    pub nodes: u64,
    /// Number of threads of the VCT search.
    pub threads: usize,
    /// Time limit.
    pub time: Duration,
    /// Memory for the tables in bytes.
    pub memory: usize,
    /// Skip the replay by the rules: for callers that only need a hint.
    pub hasty: bool,
}

/// The result of a search for a win.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Finding {
    /// A win confirmed by the rules: the moves of both sides, and the number of plies to the five.
    Win(Vec<Point>, u32),
    /// There is no win by the moves that were tried.
    None,
    /// No win was found within the limits.
    NotFound,
}

/// A result with statistics.
#[derive(Clone, Debug)]
pub struct Solution {
    /// `VCF` or `VCT`.
    pub what: &'static str,
    /// What was found.
    pub finding: Finding,
    /// Nodes searched.
    pub nodes: u64,
    /// Time spent.
    pub elapsed: Duration,
}

/// Searches for a win of the side to move until `stop` returns true.
pub fn solve(problem: &Problem, stop: &dyn Fn() -> bool) -> Solution {
    solve_without(problem, PointSet::default(), stop)
}

/// Searches for a win whose first move is not blocked. If moves are blocked, only the VCT search runs (fours are
/// threats too), and neither side may be able to make a five at once.
pub fn solve_without(problem: &Problem, blocked: PointSet, stop: &dyn Fn() -> bool) -> Solution {
    Attempt::new(problem, blocked, stop).run().0
}

/// Like [`solve`]; also lists up to 1,000 positions of the proof of a win, from the first one on.
pub fn solve_and_list(problem: &Problem, stop: &dyn Fn() -> bool) -> (Solution, Vec<ProofStep>) {
    let attempt = Attempt::new(problem, PointSet::default(), stop);
    Attempt { lists: true, ..attempt }.run()
}

struct Attempt<'a> {
    problem: &'a Problem<'a>,
    blocked: PointSet,
    stop: &'a dyn Fn() -> bool,
    start: Instant,
    /// Whether to list the proof.
    lists: bool,
}

/// A solution and the listed positions of its proof.
type Solved = (Solution, Vec<ProofStep>);

/// This part of the time (1/n) is reserved for the replay.
const REPLAY_SHARE: u32 = 8;
/// The maximum number of positions of a proof in a solution.
const LISTED: usize = 1000;
/// Unless only a VCF is wanted, the VCF search comes first, with this part (1/n) of the time and of the nodes.
const FOURS_SHARE: u32 = 2;

impl KindVisitor for Attempt<'_> {
    type Output = Solved;

    fn visit<K: Kind>(self, _: K) -> Solved {
        let mut board = PatternBoard::<K>::new(self.problem.position, self.problem.rule);
        if !self.blocked.is_empty() {
            return self.threats(&mut board, 0);
        }
        let fours = self.fours(&mut board);
        match (&fours.0.finding, self.problem.fours_only) {
            (Finding::Win(..), _) | (_, true) => fours,
            _ => self.threats(&mut board, fours.0.nodes),
        }
    }
}

impl<'a> Attempt<'a> {
    fn new(problem: &'a Problem, blocked: PointSet, stop: &'a dyn Fn() -> bool) -> Attempt<'a> {
        Attempt { problem, blocked, stop, start: Instant::now(), lists: false }
    }

    fn run(self) -> Solved {
        dispatch(self.problem.rule, self)
    }

    fn solved(
        &self,
        what: &'static str,
        (finding, proof): (Finding, Vec<ProofStep>),
        nodes: u64,
    ) -> Solved {
        (Solution { what, finding, nodes, elapsed: self.start.elapsed() }, proof)
    }

    /// Whether the search for a win has to stop.
    fn is_late(&self) -> bool {
        self.is_over_after(self.problem.time - self.problem.time / REPLAY_SHARE)
    }

    /// Whether the replay has to stop.
    fn is_over(&self) -> bool {
        self.is_over_after(self.problem.time)
    }

    fn is_over_after(&self, time: Duration) -> bool {
        (self.stop)() || self.start.elapsed() >= time
    }

    fn fours<K: Kind>(&self, board: &mut PatternBoard<K>) -> Solved {
        let (nodes, time) = if self.problem.fours_only {
            (self.problem.nodes, self.problem.time)
        } else {
            (self.problem.nodes / u64::from(FOURS_SHARE), self.problem.time / FOURS_SHARE)
        };
        let mut solver = Vcf::new(self.problem.memory / size_of::<u64>());
        let is_late = &mut || self.is_late() || self.start.elapsed() >= time;
        let finding = match solver.solve(board, nodes, is_late) {
            vcf::Found::Win(line, plies) => {
                let (position, rule) = (self.problem.position, self.problem.rule);
                let stop = &mut || self.is_over();
                let confirmed =
                    self.problem.hasty || proof::wins_by_fours(position, rule, &line, stop);
                let plan = Plan::Fours(line.clone());
                let step = ProofStep { position: position.clone(), plan, plies, next: Vec::new() };
                self.believe(confirmed, line, plies, || vec![step])
            }
            vcf::Found::Nothing => (Finding::None, Vec::new()),
            vcf::Found::Unknown => (Finding::NotFound, Vec::new()),
        };
        self.solved("VCF", finding, solver.nodes())
    }

    fn threats<K: Kind>(&self, board: &mut PatternBoard<K>, nodes: u64) -> Solved {
        let mut solver = vct::Solver::on_threads(self.problem.threads, self.problem.memory);
        let budget = self.problem.nodes.saturating_sub(nodes);
        let finding =
            match solver.solve_without(board, self.blocked, budget, &mut || self.is_late()) {
                vct::Found::Win(proof) => {
                    let (position, rule, mut stop) =
                        (self.problem.position, self.problem.rule, || self.is_over());
                    let confirmed = self.problem.hasty
                        || proof::wins_by_threats(position, rule, &proof, u64::MAX, &mut stop);
                    let plies = proof.plies(position.hash()).unwrap_or(0);
                    let steps = || proof.steps(position, LISTED);
                    self.believe(confirmed, proof.line(position), plies, steps)
                }
                vct::Found::Nothing => (Finding::None, Vec::new()),
                vct::Found::Unknown => (Finding::NotFound, Vec::new()),
            };
        self.solved("VCT", finding, nodes + solver.nodes())
    }

    fn believe(
        &self,
        confirmed: bool,
        line: Vec<Point>,
        plies: u32,
        steps: impl FnOnce() -> Vec<ProofStep>,
    ) -> (Finding, Vec<ProofStep>) {
        if !confirmed {
            log::debug!("a win was not confirmed in time: {line:?}");
            return (Finding::NotFound, Vec::new());
        }
        let line = to_the_five(self.problem.position, self.problem.rule, &line, plies);
        let mut proof = if self.lists { steps() } else { Vec::new() };
        let in_time = proof.iter_mut().take_while(|_| !self.is_over());
        in_time.for_each(|step| self.complete(step));
        (Finding::Win(line, plies), proof)
    }

    /// Extends the lines of a plan up to the five.
    fn complete(&self, step: &mut ProofStep) {
        let rule = self.problem.rule;
        match &mut step.plan {
            Plan::Fours(line) => *line = to_the_five(&step.position, rule, line, step.plies),
            Plan::Threat(threat) if threat.fours.is_empty() => {}
            Plan::Threat(threat) => {
                let mut passed = step.position.clone();
                passed.play(threat.point, &mut ());
                passed.set_to_move(step.position.to_move());
                threat.fours = fours_to_the_five(&passed, rule, &threat.fours);
            }
        }
    }
}
