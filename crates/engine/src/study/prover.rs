//! Proofs of wins by any moves: a search suggests the moves that are no threats, and every reply to them is answered.
//!
//! ```text
//!   the position: a VCT?                               its proof
//!   else a search claims a win by a move m:
//!     after m and a pass: a VCT?                       its proof also answers the replies that cannot spoil it
//!     after m and each other reply: the same again
//! ```
//!
//! A move that a search claims to win is only believed once each reply has a proof; the replay checks them all.

use super::problem::Problem;
use crate::pattern::kind::{KindVisitor, dispatch};
use crate::pattern::{Kind, PatternBoard};
use crate::search::Searcher;
use crate::threat::proof::{Plan, Proof, Threat};
use crate::threat::replies::replies_to_five;
use crate::threat::vct::{Found, Solver};
use tengen_common::{Limits, StopRequest, Stoppable};
use tengen_core::board::{Point, PointSet, Position};
use tengen_core::rules::Rule;

/// The nodes of the first search of a position, and the factor from one to the next.
const FIRST_SEARCH: u64 = 10_000;
const GROWTH: u64 = 2;
/// The nodes of a search below the first position.
const INNER_SEARCH: u64 = 20_000;
/// The nodes of a VCT search.
const THREATS: u64 = 50_000;
/// How many moves of a line may be no threats.
const MOST_QUIET: u32 = 4;

pub(super) struct Prover<'a> {
    position: &'a Position,
    rule: Rule,
    searcher: &'a mut Searcher,
    solver: Solver,
    proof: Proof,
    nodes: u64,
    most_nodes: u64,
    is_late: &'a dyn Fn() -> bool,
}

impl<'a> Prover<'a> {
    /// A prover for a problem, with its own limits.
    pub fn new(
        problem: &Problem<'a>,
        searcher: &'a mut Searcher,
        most_nodes: u64,
        is_late: &'a dyn Fn() -> bool,
    ) -> Prover<'a> {
        Prover {
            position: problem.position,
            rule: problem.rule,
            searcher,
            solver: Solver::new(problem.memory / 2),
            proof: Proof::default(),
            nodes: 0,
            most_nodes,
            is_late,
        }
    }

    /// The nodes searched.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Searches longer and longer until a win is proven or a limit is reached.
    pub fn run(&mut self) -> Option<Proof> {
        let mut nodes = FIRST_SEARCH;
        while !self.is_over() {
            let position = self.position.clone();
            if let Some(point) = self.winning_move(&position, nodes)
                && self.answers(&position, point, MOST_QUIET - 1).is_some()
            {
                return Some(std::mem::take(&mut self.proof));
            }
            nodes = nodes.saturating_mul(GROWTH);
        }
        None
    }

    fn is_over(&self) -> bool {
        self.nodes >= self.most_nodes || (self.is_late)()
    }

    /// The first move of a win that a search claims.
    fn winning_move(&mut self, position: &Position, nodes: u64) -> Option<Point> {
        let nodes = nodes.min(self.most_nodes - self.nodes).max(1);
        let limits = Limits { nodes: Some(nodes), analysis: true, ..Limits::default() };
        let is_late = self.is_late;
        let mut request = || StopRequest::now_if(is_late());
        let mut ignore = |_: &[_]| ();
        let mut watch = Stoppable::new(&mut request, &mut ignore);
        let report = self.searcher.search(position, self.rule, &limits, &mut watch)?;
        self.nodes += report.nodes;
        report.score.win_distance().map(|_| report.best_move())
    }

    /// Adds the proof of a win of the side to move, with at most `quiet` moves that are no threats. Returns the number
    /// of plies to the five.
    fn prove(&mut self, position: &Position, quiet: u32) -> Option<u32> {
        let hash = position.hash();
        if let Some(plies) = self.proof.plies(hash) {
            return Some(plies);
        }
        if let Some(proof) = self.by_threats(position, false) {
            self.proof.extend(proof.0);
            return self.proof.plies(hash);
        }
        let quiet = quiet.checked_sub(1)?;
        let point = self.winning_move(position, INNER_SEARCH)?;
        self.answers(position, point, quiet)
    }

    /// Adds plans against every reply to a move. Returns the number of plies from the position before the move.
    fn answers(&mut self, position: &Position, point: Point, quiet: u32) -> Option<u32> {
        let after = position.after(point);
        let replies = dispatch(self.rule, Replies(&after, self.rule));
        let passed = self.threatened(&after);
        let can_spoil = |p: &Point| passed.as_ref().is_none_or(|(_, _, points)| points.contains(*p));
        let mut longest = 0;
        let (spoiling, others): (Vec<Point>, Vec<Point>) = replies.iter().partition(|point| can_spoil(point));
        for reply in spoiling {
            longest = longest.max(self.prove(&after.after(reply), quiet)?);
        }
        if let Some((hash, proof, _)) = &passed {
            for reply in others {
                self.proof.extend(proof.with_stone(hash ^ after.hash_after(reply)));
            }
            longest = longest.max(proof.plies(*hash)?);
        }
        let threat = Threat { point, fours: Vec::new(), replies };
        self.proof.insert(position.hash(), Plan::Threat(threat), longest + 2);
        Some(longest + 2)
    }

    /// The VCT that the attacker has if the defender passes, and the points where a stone may spoil it.
    fn threatened(&mut self, after: &Position) -> Option<(u64, Proof, PointSet)> {
        let mut passed = after.clone();
        passed.set_to_move(!passed.to_move());
        let (proof, points) = self.by_threats(&passed, true)?;
        Some((passed.hash(), proof, points?))
    }

    /// A VCT of the side to move, and if they are wanted, the points where the other side may spoil it beforehand.
    fn by_threats(&mut self, position: &Position, spoilers: bool) -> Option<(Proof, Option<PointSet>)> {
        if self.is_over() {
            return None;
        }
        let nodes = THREATS.min(self.most_nodes - self.nodes);
        let (solver, is_late) = (&mut self.solver, self.is_late);
        let attack = ProvingAttack { position, rule: self.rule, solver, nodes, spoilers, is_late };
        let found = dispatch(self.rule, attack);
        self.nodes += self.solver.nodes().max(1);
        found
    }
}

/// The moves of the side to move that do not lose to a five at once.
struct Replies<'a>(&'a Position, Rule);

impl KindVisitor for Replies<'_> {
    type Output = Vec<Point>;

    fn visit<K: Kind>(self, _: K) -> Vec<Point> {
        let mut board = PatternBoard::<K>::new(self.0, self.1);
        let side = board.to_move();
        match replies_to_five(&mut board, !side) {
            Some(replies) => replies.iter().collect(),
            None => {
                let points: Vec<Point> = self.0.empty_points().collect();
                points.into_iter().filter(|&p| !board.is_forbidden(p, side)).collect()
            }
        }
    }
}

/// A VCT search.
struct ProvingAttack<'a> {
    position: &'a Position,
    rule: Rule,
    solver: &'a mut Solver,
    nodes: u64,
    spoilers: bool,
    is_late: &'a dyn Fn() -> bool,
}

impl KindVisitor for ProvingAttack<'_> {
    type Output = Option<(Proof, Option<PointSet>)>;

    fn visit<K: Kind>(self, _: K) -> Self::Output {
        let mut board = PatternBoard::<K>::new(self.position, self.rule);
        let stop = &mut || (self.is_late)();
        let Found::Win(proof) = self.solver.solve(&mut board, self.nodes, stop) else { return None };
        let points = match self.spoilers {
            true => self.solver.refutations(&mut board, &proof, stop),
            false => None,
        };
        Some((proof, points))
    }
}
