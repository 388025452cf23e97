//! The opponent's win after a pass.

use super::problem::Problem;
use crate::pattern::kind::{KindVisitor, dispatch};
use crate::pattern::{Kind, PatternBoard};
use crate::study::ending::to_the_five;
use crate::threat::proof;
use crate::threat::vct::{Found, Solver};
use std::time::{Duration, Instant};
use tengen_core::board::{Point, PointSet};

/// A win that the opponent would have if the side to move passed, confirmed by the rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Threatened {
    /// The opponent's moves and the replies, alternating, up to the five.
    pub line: Vec<Point>,
    /// The number of plies to the five.
    pub plies: u32,
    /// Nodes searched.
    pub nodes: u64,
    /// The only points where a move may stop the win; all others lose.
    pub answers: PointSet,
}

/// Finds the win that the opponent of the side to move threatens.
pub fn threatened(problem: &Problem) -> Option<Threatened> {
    let start = Instant::now();
    dispatch(problem.rule, ThreatLook { problem, start })
}

struct ThreatLook<'a> {
    problem: &'a Problem<'a>,
    start: Instant,
}

impl ThreatLook<'_> {
    fn is_late(&self, time: Duration) -> bool {
        self.start.elapsed() >= time
    }
}

impl KindVisitor for ThreatLook<'_> {
    type Output = Option<Threatened>;

    fn visit<K: Kind>(self, _: K) -> Option<Threatened> {
        let Problem { rule, time, .. } = *self.problem;
        let mut passed = self.problem.position.clone();
        passed.set_to_move(!passed.to_move());
        let mut board = PatternBoard::<K>::new(&passed, rule);
        let mut solver = Solver::on_threads(self.problem.threads, self.problem.memory);
        let stop = &mut || self.is_late(time);
        let Found::Win(proof) = solver.solve(&mut board, self.problem.nodes, stop) else { return None };
        let nodes = solver.nodes();
        if !proof::wins_by_threats(&passed, rule, &proof, u64::MAX, stop) {
            return None;
        }
        let answers = solver.refutations(&mut board, &proof, stop)?;
        let plies = proof.plies(passed.hash())?;
        Some(Threatened { line: to_the_five(&passed, rule, &proof.line(&passed), plies), plies, nodes, answers })
    }
}
