//! The solver: a position in, a winning line out that the rules have confirmed.

use crate::pattern::kind::{KindVisitor, dispatch};
use crate::pattern::{Kind, PatternBoard};
use crate::study::ending::to_the_five;
use crate::threat::proof;
use crate::threat::vcf::{self, Vcf};
use crate::threat::vct;
use std::time::Duration;
use tengen_common::clock::Instant;
use tengen_core::board::{Point, PointSet, Position};
use tengen_core::rules::Rule;

/// A position, and how hard to try.
#[derive(Clone, Copy, Debug)]
pub struct Problem<'a> {
    /// The stones; nobody has won yet, and the side to move attacks.
    pub position: &'a Position,
    /// The rule.
    pub rule: Rule,
    /// Look for wins by fours only.
    pub fours_only: bool,
    /// Visit at most so many positions.
    pub nodes: u64,
    /// Look for wins by threats on so many threads.
    pub threads: usize,
    /// Think for at most so long.
    pub time: Duration,
    /// Bytes for what is remembered.
    pub memory: usize,
    /// Believe a win without the replay by the rules: for whoever asks only whether it is worth a closer look.
    pub hasty: bool,
}

/// What came of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Finding {
    /// A win that the rules confirm: the moves in turn and the number of plies to the five.
    Win(Vec<Point>, u32),
    /// Everything was tried in vain.
    None,
    /// Nothing was found within the limits.
    NotFound,
}

/// An answer.
#[derive(Clone, Debug)]
pub struct Solution {
    /// `VCF` or `VCT`.
    pub what: &'static str,
    /// What was found.
    pub finding: Finding,
    /// Positions that were visited.
    pub nodes: u64,
    /// The time it took.
    pub elapsed: Duration,
}

/// Looks for a win of the side to move, until `stop` says that nobody wants to know any more.
pub fn solve(problem: &Problem, stop: &dyn Fn() -> bool) -> Solution {
    solve_without(problem, PointSet::default(), stop)
}

/// Looks for a win by threats, fours among them, that begins with none of the blocked moves. Nobody may be able to
/// make a five at once.
pub fn solve_without(problem: &Problem, blocked: PointSet, stop: &dyn Fn() -> bool) -> Solution {
    let attempt = Attempt {
        problem,
        blocked,
        stop,
        start: Instant::now(),
    };
    dispatch(problem.rule, attempt)
}

struct Attempt<'a> {
    problem: &'a Problem<'a>,
    blocked: PointSet,
    stop: &'a dyn Fn() -> bool,
    start: Instant,
}

/// This part of the time is left to replay what is found.
const REPLAY_SHARE: u32 = 8;
/// When any threat will do, wins by fours alone are looked for first, for this part of the time and of the nodes.
const FOURS_SHARE: u32 = 2;

impl KindVisitor for Attempt<'_> {
    type Output = Solution;

    fn visit<K: Kind>(self, _: K) -> Solution {
        let mut board = PatternBoard::<K>::new(self.problem.position, self.problem.rule);
        if !self.blocked.is_empty() {
            return self.threats(&mut board, 0);
        }
        let fours = self.fours(&mut board);
        match (&fours.finding, self.problem.fours_only) {
            (Finding::Win(..), _) | (_, true) => fours,
            _ => self.threats(&mut board, fours.nodes),
        }
    }
}

impl Attempt<'_> {
    fn solution(&self, what: &'static str, finding: Finding, nodes: u64) -> Solution {
        Solution {
            what,
            finding,
            nodes,
            elapsed: self.start.elapsed(),
        }
    }

    /// Ends the search for a win.
    fn is_late(&self) -> bool {
        self.is_over_after(self.problem.time - self.problem.time / REPLAY_SHARE)
    }

    /// Ends its replay.
    fn is_over(&self) -> bool {
        self.is_over_after(self.problem.time)
    }

    fn is_over_after(&self, time: Duration) -> bool {
        (self.stop)() || self.start.elapsed() >= time
    }

    fn fours<K: Kind>(&self, board: &mut PatternBoard<K>) -> Solution {
        let (nodes, time) = if self.problem.fours_only {
            (self.problem.nodes, self.problem.time)
        } else {
            (
                self.problem.nodes / u64::from(FOURS_SHARE),
                self.problem.time / FOURS_SHARE,
            )
        };
        let mut solver = Vcf::new(self.problem.memory / size_of::<u64>());
        let is_late = &mut || self.is_late() || self.start.elapsed() >= time;
        let finding = match solver.solve(board, nodes, is_late) {
            vcf::Found::Win(line, plies) => {
                let (position, rule) = (self.problem.position, self.problem.rule);
                let stop = &mut || self.is_over();
                let confirmed =
                    self.problem.hasty || proof::wins_by_fours(position, rule, &line, stop);
                self.believe(confirmed, line, plies)
            }
            vcf::Found::Nothing => Finding::None,
            vcf::Found::Unknown => Finding::NotFound,
        };
        self.solution("VCF", finding, solver.nodes())
    }

    fn threats<K: Kind>(&self, board: &mut PatternBoard<K>, nodes: u64) -> Solution {
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
                    self.believe(confirmed, proof.line(position), plies)
                }
                vct::Found::Nothing => Finding::None,
                vct::Found::Unknown => Finding::NotFound,
            };
        self.solution("VCT", finding, nodes + solver.nodes())
    }

    fn believe(&self, confirmed: bool, line: Vec<Point>, plies: u32) -> Finding {
        if confirmed {
            let line = to_the_five(self.problem.position, self.problem.rule, &line, plies);
            return Finding::Win(line, plies);
        }
        log::debug!("a win was not confirmed in time: {line:?}");
        Finding::NotFound
    }
}
