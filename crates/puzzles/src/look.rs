//! Queries of solvers and searches for a position. Each [`Win`] has been replayed by the rules.

use tengen_common::{Limits, LimitsOnly, Score};
use tengen_core::board::{Colour, Point, PointSet, Position};
use tengen_core::rules::{Outcome, Rule, completes_five, forbidden_at, judge};
use tengen_engine::search::Searcher;
use tengen_engine::study::{self, Finding, Means, Problem, Threatened};

/// Bytes for a solver: one is created per position, and most are solved fast …
const MEMORY: usize = 2 << 20;
/// … but a long search needs this many per node.
const BYTES_PER_NODE: usize = 16;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Win {
    pub by_fours: bool,
    /// The moves of both sides, up to the five.
    pub line: Vec<Point>,
    pub plies: u32,
    /// Positions that the solver visited.
    pub nodes: u64,
}

pub(crate) fn problem(position: &Position, rule: Rule, nodes: u64, fours_only: bool) -> Problem<'_> {
    let memory = MEMORY.max(nodes as usize * BYTES_PER_NODE);
    Problem { fours_only, memory, ..Problem::new(position, rule, nodes) }
}

/// Searches for a VCF within `nodes` nodes.
pub fn win_by_fours(position: &Position, rule: Rule, nodes: u64) -> Option<Win> {
    of_solution(study::solve(&problem(position, rule, nodes, true), &|| false))
}

/// Searches for a win within `nodes` nodes, a VCF if there is one.
pub fn win(position: &Position, rule: Rule, nodes: u64) -> Option<Win> {
    let by_fours = win_by_fours(position, rule, nodes);
    by_fours.or_else(|| of_solution(study::solve(&problem(position, rule, nodes, false), &|| false)))
}

/// Whether the solver claims a win within `nodes` nodes; it is not replayed by the rules.
pub fn seems_won(position: &Position, rule: Rule, nodes: u64) -> bool {
    seems_won_without(position, rule, PointSet::default(), nodes)
}

/// The same for a win that does not start with a blocked move.
pub fn seems_won_without(position: &Position, rule: Rule, blocked: PointSet, nodes: u64) -> bool {
    let problem = Problem { hasty: true, ..problem(position, rule, nodes, false) };
    let solution = study::solve_without(&problem, blocked, &|| false);
    matches!(solution.finding, Finding::Win(..))
}

/// Searches for a VCT that does not start with a blocked move, replayed by the rules. Neither side may be able to make
/// a five at once.
pub fn win_without(position: &Position, rule: Rule, blocked: PointSet, nodes: u64) -> Option<Win> {
    let problem = problem(position, rule, nodes, false);
    of_solution(study::solve_without(&problem, blocked, &|| false))
}

fn of_solution(solution: study::Solution) -> Option<Win> {
    let Finding::Win(line, plies) = solution.finding else { return None };
    Some(Win { by_fours: solution.what == Means::Fours, line, plies, nodes: solution.nodes })
}

/// The opponent's win if the side to move passed, and the moves that might stop it.
pub fn threatened(position: &Position, rule: Rule, nodes: u64) -> Option<Threatened> {
    study::threatened(&problem(position, rule, nodes, false))
}

/// The best move and its score in a search of `nodes` nodes without the blocked moves.
pub fn search(
    searcher: &mut Searcher,
    position: &Position,
    rule: Rule,
    nodes: u64,
    blocked: PointSet,
) -> Option<(Point, Score)> {
    let limits = Limits { nodes: Some(nodes), blocked, analysis: true, ..Limits::default() };
    searcher.clear();
    let report = searcher.search(position, rule, &limits, &mut LimitsOnly::new())?;
    Some((report.best_move(), report.score))
}

/// The legal moves that do not end the game.
pub fn quiet_moves(position: &Position, rule: Rule) -> impl Iterator<Item = Point> {
    let points = position.empty_points();
    points.filter(move |&point| is_quiet(position, rule, point))
}

/// Whether a move is legal and does not end the game.
pub fn is_quiet(position: &Position, rule: Rule, point: Point) -> bool {
    let side = position.to_move();
    let is_forbidden = || side == Colour::Black && forbidden_at(position, point, rule).is_some();
    judge(position, point, side, rule) == Outcome::Open && !(rule.has_forbidden_moves() && is_forbidden())
}

/// The points where a side would make a five at once.
pub(crate) fn fives(position: &Position, rule: Rule, side: Colour) -> Vec<Point> {
    position.empty_points().filter(|&point| completes_five(position, point, side, rule)).collect()
}

/// Whether either side could make a five at once: such positions are too easy.
pub fn is_plain(position: &Position, rule: Rule) -> bool {
    Colour::BOTH.into_iter().any(|side| !fives(position, rule, side).is_empty())
}

/// The replies that stop all fives of the attacker, who is not to move. Empty if there is no five to stop.
pub(crate) fn stops(position: &Position, rule: Rule) -> Vec<Point> {
    let attacker = !position.to_move();
    let fives = fives(position, rule, attacker);
    let stops_all = |&reply: &Point| {
        let after = position.after(reply);
        let mut left = fives.iter().filter(|&&five| five != reply);
        !left.any(|&five| completes_five(&after, five, attacker, rule)) && is_quiet(position, rule, reply)
    };
    match fives.is_empty() {
        true => Vec::new(),
        false => position.empty_points().filter(stops_all).collect(),
    }
}
