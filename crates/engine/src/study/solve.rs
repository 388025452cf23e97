//! The solver: takes a position and returns a winning line confirmed by the rules.

use crate::pattern::kind::{KindVisitor, dispatch};
use crate::pattern::{Kind, PatternBoard};
use crate::search::Searcher;
use crate::study::branches::with_every_reply;
use crate::study::ending::{fours_to_the_five, to_the_five};
use crate::study::problem::Problem;
use crate::study::prover::Prover;
use crate::threat::proof::{self, Plan, Proof, ProofStep};
use crate::threat::shortest::{Known, Scale, ShortWin, shortest};
use crate::threat::vcf::{self, Vcf};
use crate::threat::vct::{self, Scope};
use std::time::{Duration, Instant};
use tengen_common::Shortening;
use tengen_core::board::{Point, PointSet, Position};

/// The result of a search for a win.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Finding {
    /// A win confirmed by the rules: the moves of both sides, and the number of plies to the five.
    Win(Vec<Point>, u32),
    /// There is no win of the kind that was searched for; nothing was left out.
    None,
    /// No win was found within the limits.
    NotFound,
}

/// A result with statistics.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Solution {
    /// The kind of win that was found or searched for last.
    pub what: Means,
    /// What was found.
    pub finding: Finding,
    /// There is no shorter win; if only a VCF was searched for, no shorter VCF.
    pub is_shortest: bool,
    /// Nodes searched.
    pub nodes: u64,
    /// Time spent.
    pub elapsed: Duration,
}

/// What a win is made by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Means {
    /// Fours: a VCF.
    Fours,
    /// Threats: a VCT.
    Threats,
    /// Any moves.
    Search,
    /// The moves of a proof; threats where it says nothing.
    Proof,
}

impl Means {
    /// `VCF`, `VCT`, `win` or `proof`.
    pub fn name(self) -> &'static str {
        match self {
            Means::Fours => "VCF",
            Means::Threats => "VCT",
            Means::Search => "win",
            Means::Proof => "proof",
        }
    }
}

/// Searches for a win of the side to move by fours or threats until `stop` returns true; returns the first one found.
pub fn solve(problem: &Problem, stop: &dyn Fn() -> bool) -> Solution {
    solve_without(problem, PointSet::default(), stop)
}

/// Searches for a win whose first move is not blocked. If moves are blocked, only the VCT search runs (fours are
/// threats too), and neither side may be able to make a five at once.
pub fn solve_without(problem: &Problem, blocked: PointSet, stop: &dyn Fn() -> bool) -> Solution {
    Attempt::new(problem, blocked, stop).run().0
}

/// The proof of a win by fours or threats whose first move is not blocked, confirmed by the rules.
pub fn prove(problem: &Problem, blocked: PointSet, stop: &dyn Fn() -> bool) -> Option<Proof> {
    dispatch(problem.rule, Proving(Attempt::new(problem, blocked, stop)))
}

/// Searches for a win by fours, by threats, and where there is none, with a searcher by any moves that its search
/// suggests; then for a shorter one. Also lists up to 1,000 positions of the proof of a win, from the first one on.
pub fn solve_and_list(
    problem: &Problem,
    shortening: Shortening,
    searcher: Option<&mut Searcher>,
    stop: &dyn Fn() -> bool,
) -> (Solution, Vec<ProofStep>) {
    let attempt = Attempt::new(problem, PointSet::default(), stop);
    Attempt { lists: true, shortening, searcher, ..attempt }.run()
}

/// What a proven win of a position is made by.
fn means(proof: &Proof, position: &Position) -> Means {
    match proof.plan(position) {
        Some(Plan::Fours(_)) => Means::Fours,
        _ if proof.has_quiet_moves() => Means::Search,
        _ => Means::Threats,
    }
}

struct Attempt<'a> {
    problem: &'a Problem<'a>,
    blocked: PointSet,
    stop: &'a dyn Fn() -> bool,
    start: Instant,
    /// Whether to list the proof.
    lists: bool,
    shortening: Shortening,
    /// Searches for wins by any moves, if they are wanted.
    searcher: Option<&'a mut Searcher>,
}

/// A solution and the listed positions of its proof.
type Solved = (Solution, Vec<ProofStep>);

/// This part of the time (1/n) is reserved for the replay.
const REPLAY_SHARE: u32 = 8;
/// The maximum number of positions of a proof in a solution.
const LISTED: usize = 1000;
/// Unless only a VCF is wanted, the VCF search comes first, with this part (1/n) of the time and of the nodes.
const FOURS_SHARE: u32 = 2;
/// If a wider search follows, each search takes at most this part (1/n) of what is left of the time and of the nodes.
const WIDER_SHARE: u32 = 2;
/// The plies of the shortest win that is not a five at once.
const FOUR_AND_FIVE: u32 = 3;

/// A win that has not been replayed yet.
#[derive(Clone)]
enum Claim {
    Fours(Vec<Point>, u32),
    Threats(Proof),
    Search(Proof),
    /// The shortest win that is known, which was replayed.
    Shortest(ShortWin),
}

enum FoundLine {
    Win(Claim),
    Nothing,
    Unknown,
}

impl KindVisitor for Attempt<'_> {
    type Output = Solved;

    fn visit<K: Kind>(mut self, _: K) -> Solved {
        let mut board = PatternBoard::<K>::new(self.problem.position, self.problem.rule);
        let mut work = Work { nodes: 0, is_shortest: false };
        let (what, found) = self.find(&mut board, &mut work);
        let (finding, proof) = match found {
            FoundLine::Win(claim) => {
                let claim = self.shortened(claim, &mut board, &mut work);
                return self.believe(claim, &work);
            }
            FoundLine::Nothing => (Finding::None, Vec::new()),
            FoundLine::Unknown => (Finding::NotFound, Vec::new()),
        };
        self.solved(what, finding, proof, &work)
    }
}

/// An attempt of which the whole proof is wanted.
struct Proving<'a>(Attempt<'a>);

impl KindVisitor for Proving<'_> {
    type Output = Option<Proof>;

    fn visit<K: Kind>(mut self, _: K) -> Option<Proof> {
        let Problem { position, rule, .. } = *self.0.problem;
        let mut board = PatternBoard::<K>::new(position, rule);
        let mut work = Work { nodes: 0, is_shortest: false };
        let proof = match self.0.find(&mut board, &mut work).1 {
            FoundLine::Win(Claim::Fours(line, plies)) => {
                let mut proof = Proof::default();
                proof.insert(position.hash(), Plan::Fours(line), plies);
                proof
            }
            FoundLine::Win(Claim::Threats(proof) | Claim::Search(proof)) => proof,
            FoundLine::Win(Claim::Shortest(win)) => win.proof,
            FoundLine::Nothing | FoundLine::Unknown => return None,
        };
        self.0.confirms(&proof).then_some(proof)
    }
}

/// What was done so far.
struct Work {
    nodes: u64,
    is_shortest: bool,
}

/// The limits of a part of the search.
#[derive(Clone, Copy)]
struct Part {
    nodes: u64,
    until: Duration,
}

impl<'a> Attempt<'a> {
    fn new(problem: &'a Problem, blocked: PointSet, stop: &'a dyn Fn() -> bool) -> Attempt<'a> {
        let (start, searcher) = (Instant::now(), None);
        Attempt { problem, blocked, stop, start, lists: false, shortening: Shortening::None, searcher }
    }

    fn run(self) -> Solved {
        dispatch(self.problem.rule, self)
    }

    fn solved(&self, what: Means, finding: Finding, proof: Vec<ProofStep>, work: &Work) -> Solved {
        let Work { nodes, is_shortest } = *work;
        let elapsed = self.start.elapsed();
        (Solution { what, finding, is_shortest, nodes, elapsed }, proof)
    }

    /// Whether the replay has to stop.
    fn is_over(&self) -> bool {
        self.is_over_after(self.problem.time)
    }

    fn is_over_after(&self, time: Duration) -> bool {
        (self.stop)() || self.start.elapsed() >= time
    }

    /// A part (1/`share`) of what is left of the nodes and of the time before the replay.
    fn part(&self, work: &Work, share: u32) -> Part {
        let searching = self.problem.time - self.problem.time / REPLAY_SHARE;
        let elapsed = self.start.elapsed();
        Part {
            nodes: self.problem.nodes.saturating_sub(work.nodes) / u64::from(share),
            until: elapsed + searching.saturating_sub(elapsed) / share,
        }
    }

    /// The kind of win that was found, or else the widest that was searched for, and the result.
    fn find<K: Kind>(&mut self, board: &mut PatternBoard<K>, work: &mut Work) -> (Means, FoundLine) {
        if self.blocked.is_empty() {
            let found = self.fours(board, work);
            if self.problem.fours_only || matches!(found, FoundLine::Win(_)) {
                return (Means::Fours, found);
            }
        }
        let found = self.threats(board, work);
        if self.searcher.is_none() || matches!(found, FoundLine::Win(_)) {
            return (Means::Threats, found);
        }
        (Means::Search, self.search(work))
    }

    fn fours<K: Kind>(&self, board: &mut PatternBoard<K>, work: &mut Work) -> FoundLine {
        let share = if self.problem.fours_only { 1 } else { FOURS_SHARE };
        let part = self.part(work, share);
        let mut solver = Vcf::new(self.problem.memory / size_of::<u64>());
        let is_late = &mut || self.is_over_after(part.until);
        let found = solver.solve(board, part.nodes, is_late);
        work.nodes += solver.nodes();
        match found {
            vcf::Found::Win(line, plies) => FoundLine::Win(Claim::Fours(line, plies)),
            vcf::Found::Nothing => FoundLine::Nothing,
            vcf::Found::Unknown => FoundLine::Unknown,
        }
    }

    /// Searches for a VCT by promising moves, and then by all moves.
    fn threats<K: Kind>(&self, board: &mut PatternBoard<K>, work: &mut Work) -> FoundLine {
        let promising = Scope::default();
        if self.problem.hasty {
            let found = self.threats_in(promising, 1, board, work);
            return if let FoundLine::Win(_) = found { found } else { FoundLine::Unknown };
        }
        match self.threats_in(promising, WIDER_SHARE, board, work) {
            FoundLine::Win(claim) => FoundLine::Win(claim),
            _ => {
                let share = self.searcher.as_ref().map_or(1, |_| WIDER_SHARE);
                let every_move = Scope { every_move: true, ..promising };
                self.threats_in(every_move, share, board, work)
            }
        }
    }

    fn threats_in<K: Kind>(&self, scope: Scope, share: u32, board: &mut PatternBoard<K>, work: &mut Work) -> FoundLine {
        let mut solver = vct::Solver::on_threads(self.problem.threads, self.problem.memory);
        let part = self.part(work, share);
        let is_late = &mut || self.is_over_after(part.until);
        let found = solver.solve_in(board, scope, self.blocked, part.nodes, is_late);
        work.nodes += solver.nodes();
        match found {
            vct::Found::Win(proof) => FoundLine::Win(Claim::Threats(proof)),
            vct::Found::Nothing => FoundLine::Nothing,
            vct::Found::Unknown => FoundLine::Unknown,
        }
    }

    /// Searches for a win by any moves.
    fn search(&mut self, work: &mut Work) -> FoundLine {
        let part = self.part(work, 1);
        let (problem, start) = (self.problem, self.start);
        let Some(searcher) = self.searcher.as_deref_mut() else { return FoundLine::Unknown };
        let is_late = || (self.stop)() || start.elapsed() >= part.until;
        let mut prover = Prover::new(problem, searcher, part.nodes, &is_late);
        let proof = prover.run();
        work.nodes += prover.nodes();
        proof.map_or(FoundLine::Unknown, |proof| FoundLine::Win(Claim::Search(proof)))
    }

    /// Looks for a shorter win than the claimed one.
    fn shortened<K: Kind>(&self, claim: Claim, board: &mut PatternBoard<K>, work: &mut Work) -> Claim {
        match self.shortening {
            Shortening::None => claim,
            _ if self.problem.fours_only => self.shorter_fours(claim, board, work),
            Shortening::Fixed => self.shortest(claim, Scale::USUAL, board, work).0,
            Shortening::UntilProven => self.shortest_of_all(claim, board, work),
        }
    }

    /// Looks for a shorter win with ever more nodes, until it is proven that there is none. The first win is replayed
    /// before, while there is time.
    fn shortest_of_all<K: Kind>(&self, claim: Claim, board: &mut PatternBoard<K>, work: &mut Work) -> Claim {
        let (mut claim, mut is_cut) = self.shortest(claim, Scale::USUAL, board, work);
        claim = self.replayed(claim);
        let mut scale = Scale::USUAL;
        let mut before = 0;
        while !(work.is_shortest || is_cut || work.nodes == before) {
            before = work.nodes;
            scale = scale.more(self.problem.memory);
            (claim, is_cut) = self.shortest(claim, scale, board, work);
        }
        claim
    }

    /// The same win as one that was replayed, if the rules confirm it in time.
    fn replayed(&self, claim: Claim) -> Claim {
        let plies = self.plies(&claim);
        match claim {
            Claim::Threats(proof) | Claim::Search(proof) if self.confirms(&proof) => {
                Claim::Shortest(ShortWin { plies, line: proof.line(self.problem.position), proof })
            }
            claim => claim,
        }
    }

    /// Whether the rules confirm a proof in time.
    fn confirms(&self, proof: &Proof) -> bool {
        let Problem { position, rule, .. } = *self.problem;
        proof::wins_by_threats(position, rule, proof, u64::MAX, &mut || self.is_over())
    }

    /// The shortest win found at this scale, and whether a limit ended the search.
    fn shortest<K: Kind>(
        &self,
        claim: Claim,
        scale: Scale,
        board: &mut PatternBoard<K>,
        work: &mut Work,
    ) -> (Claim, bool) {
        let part = self.part(work, 1);
        let known = Known { plies: self.plies(&claim), loses: false, blocked: self.blocked, nodes: part.nodes, scale };
        let mut is_late = || self.is_over_after(part.until);
        let found = shortest(board, self.problem.rule, &known, &mut is_late);
        work.nodes += found.nodes;
        work.is_shortest = found.is_shortest;
        let shorter = found.win.filter(|win| win.plies <= known.plies);
        (shorter.map_or(claim, Claim::Shortest), is_late() || found.nodes >= part.nodes)
    }

    fn shorter_fours<K: Kind>(&self, claim: Claim, board: &mut PatternBoard<K>, work: &mut Work) -> Claim {
        let Claim::Fours(_, most) = claim else { return claim };
        let part = self.part(work, 1);
        let first = work.nodes;
        let mut solver = Vcf::new(self.problem.memory / size_of::<u64>());
        let is_late = &mut || self.is_over_after(part.until);
        for plies in (FOUR_AND_FIVE..most).step_by(2) {
            let left = part.nodes.saturating_sub(work.nodes - first);
            let found = solver.solve_within(board, plies, left, is_late);
            work.nodes += solver.nodes();
            match found {
                vcf::Found::Win(line, plies) => {
                    work.is_shortest = true;
                    return Claim::Fours(line, plies);
                }
                vcf::Found::Nothing => {}
                vcf::Found::Unknown => return claim,
            }
        }
        work.is_shortest = true;
        claim
    }

    fn plies(&self, claim: &Claim) -> u32 {
        match claim {
            Claim::Fours(_, plies) => *plies,
            Claim::Threats(proof) | Claim::Search(proof) => proof.plies(self.problem.position.hash()).unwrap_or(0),
            Claim::Shortest(win) => win.plies,
        }
    }

    /// Replays a win; if the rules confirm it, it is the solution.
    fn believe(&self, claim: Claim, work: &Work) -> Solved {
        let Problem { position, rule, hasty, .. } = *self.problem;
        let stop = &mut || self.is_over();
        let plies = self.plies(&claim);
        let (what, line) = match &claim {
            Claim::Fours(line, _) => (Means::Fours, line.clone()),
            Claim::Threats(proof) => (Means::Threats, proof.line(position)),
            Claim::Search(proof) => (Means::Search, proof.line(position)),
            Claim::Shortest(win) => (means(&win.proof, position), win.line.clone()),
        };
        let is_confirmed = hasty
            || match &claim {
                Claim::Fours(line, _) => proof::wins_by_fours(position, rule, line, stop),
                Claim::Threats(proof) | Claim::Search(proof) => self.confirms(proof),
                Claim::Shortest(_) => true,
            };
        if !is_confirmed {
            log::debug!("a win was not confirmed in time: {line:?}");
            return self.solved(what, Finding::NotFound, Vec::new(), work);
        }
        let finding = Finding::Win(to_the_five(position, rule, &line, plies), plies);
        self.solved(what, finding, self.listed(claim), work)
    }

    /// The positions of the proof, if they are wanted, with lines up to the five.
    fn listed(&self, claim: Claim) -> Vec<ProofStep> {
        let position = self.problem.position;
        let mut steps = match claim {
            _ if !self.lists => Vec::new(),
            Claim::Fours(line, plies) => {
                let plan = Plan::Fours(line);
                vec![ProofStep { position: position.clone(), plan, plies, next: Vec::new() }]
            }
            Claim::Threats(proof) | Claim::Search(proof) => proof.steps(position, LISTED),
            Claim::Shortest(win) => win.proof.steps(position, LISTED),
        };
        let in_time = steps.iter_mut().take_while(|_| !self.is_over());
        in_time.for_each(|step| self.complete(step));
        with_every_reply(steps, self.problem.rule, LISTED, &mut || self.is_over())
    }

    /// Extends the lines of a plan up to the five.
    fn complete(&self, step: &mut ProofStep) {
        let rule = self.problem.rule;
        match &mut step.plan {
            Plan::Fours(line) => *line = to_the_five(&step.position, rule, line, step.plies),
            Plan::Threat(threat) if threat.fours.is_empty() => {}
            Plan::Threat(threat) => {
                let mut passed = step.position.after(threat.point);
                passed.set_to_move(step.position.to_move());
                threat.fours = fours_to_the_five(&passed, rule, &threat.fours);
            }
        }
    }
}
