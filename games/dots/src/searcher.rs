//! The searcher: the state kept from turn to turn, and finding a turn.
//!
//! Towards the end of a game positions are solved: first whether the game is won, then by how much. Before that, and
//! if time runs out, Monte-Carlo tree search chooses the turn.

use super::captures::{Captures, deal, take_all};
use super::chains::Chains;
use super::grid::{Grid, bits};
use super::playouts::{PlayoutChoice, Tree};
use super::solver::{Choices, Solver};
use super::table::DotsTable;
use crate::rules::{boxes, size};
use std::time::Duration;
use tengen_common::deadline::run_until;
use tengen_common::{Limits, SearchCallback, Signal};
use tengen_core::board::{Point, Position};

/// Positions with more free lines than this are not solved.
const SOLVABLE: u32 = 44;
/// Solving takes at most this part (1/n) of the time or of the nodes.
const SOLVE_SHARE: u32 = 2;
/// The minimum number of nodes of a tree search, even if time is up.
const FEWEST: u64 = 256;

/// Finds turns. Keeps what it learned from turn to turn.
pub struct DotsSearcher {
    grid: Grid,
    bytes: usize,
    table: Option<DotsTable>,
}

#[derive(Clone, Debug)]
pub struct DotsReport {
    pub turn: Vec<Point>,
    pub worth: Worth,
    /// Positions solved, and games played out.
    pub nodes: u64,
    pub elapsed: Duration,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Worth {
    /// The number of boxes gained over the other side from now on, with best play.
    Exact(i32),
    /// Lower and upper bound of that number.
    Between(i32, i32),
    /// Wins per 1000 games with this turn.
    Won(u32),
}

/// Bounds of the value of moving in a rest.
#[derive(Clone, Copy)]
struct Bounds {
    at_least: i32,
    at_most: i32,
    /// A line that achieves `at_least`.
    line: Option<u64>,
}

impl DotsSearcher {
    /// A searcher that uses about `bytes` bytes for its table, which is allocated when the first search starts, and
    /// for its trees.
    pub fn new(bytes: usize) -> DotsSearcher {
        DotsSearcher { grid: Grid::new(size()).expect("the board of the game has room"), bytes, table: None }
    }

    /// Finds a turn for the side to move. Returns `None` if all lines are drawn.
    pub fn search(
        &mut self,
        position: &Position,
        limits: &Limits,
        callback: &mut dyn SearchCallback,
    ) -> Option<DotsReport> {
        let bytes = self.bytes;
        let table = self.table.get_or_insert_with(|| DotsTable::new(bytes / 2));
        table.age();
        let free = self.grid.free(position);
        let owned = boxes(position).map(|boxes| boxes as i32);
        let us = position.to_move();
        let mut search = DotsSearch {
            grid: &self.grid,
            table,
            limits,
            callback,
            bytes: bytes / 2,
            captures: Captures::anywhere(&self.grid, free),
            lead: owned[us.index()] - owned[(!us).index()],
            nodes: 0,
        };
        let (choice, worth) = search.find();
        let turn = match choice {
            Some(PlayoutChoice::Deal) => deal(&self.grid, free)?,
            Some(PlayoutChoice::Line(line)) => [take_all(&self.grid, free), vec![line]].concat(),
            None => take_all(&self.grid, free),
        };
        let point = |line: u64| self.grid.point(line.trailing_zeros());
        let turn: Vec<Point> = turn.into_iter().map(point).collect();
        (!turn.is_empty()).then(|| DotsReport { turn, worth, nodes: search.nodes, elapsed: search.callback.elapsed() })
    }
}

struct DotsSearch<'a> {
    grid: &'a Grid,
    table: &'a mut DotsTable,
    limits: &'a Limits,
    callback: &'a mut dyn SearchCallback,
    /// Memory for a tree in bytes.
    bytes: usize,
    captures: Captures,
    /// The lead in boxes of the side to move.
    lead: i32,
    nodes: u64,
}

impl DotsSearch<'_> {
    /// The choice, or `None` if everything can be captured; and its value.
    fn find(&mut self) -> (Option<PlayoutChoice>, Worth) {
        let rest = self.captures.rest;
        if rest == 0 {
            return (None, Worth::Exact(self.captures.boxes));
        }
        let (mut bounds, mut signal) = (None, Signal::GoOn);
        if rest.count_ones() <= SOLVABLE {
            let (found, last) = self.solve();
            (bounds, signal) = (Some(found), last);
        }
        if let Some(decided) = bounds.and_then(|bounds| self.decide(bounds)) {
            return decided;
        }
        let stopped = matches!(signal, Signal::MoveNow | Signal::Abandon);
        match self.play_out(stopped) {
            Some((choice, won)) => (Some(choice), Worth::Won(won)),
            None => (self.first_line(), Worth::Won(500)),
        }
    }

    /// The turn if the bounds are narrow enough to decide the winner or the exact result.
    fn decide(&self, bounds: Bounds) -> Option<(Option<PlayoutChoice>, Worth)> {
        let value = |rest| self.captures.value(rest);
        let Bounds { at_least, at_most, line } = bounds;
        let line = line.map(PlayoutChoice::Line);
        if at_least == at_most {
            let deals = value(at_least) > self.captures.boxes + at_least;
            let choice = if deals { Some(PlayoutChoice::Deal) } else { line };
            return Some((choice, Worth::Exact(value(at_least))));
        }
        let wins = |value: i32| self.lead + value > 0;
        let between = |low: i32| Worth::Between(low, self.captures.boxes + self.grid.open_boxes(self.captures.rest));
        let taken = self.captures.boxes + at_least;
        if line.is_some() && wins(taken) {
            return Some((line, between(taken)));
        }
        let left = self.captures.left?;
        let dealt = self.captures.boxes - 2 * left - at_most;
        wins(dealt).then(|| (Some(PlayoutChoice::Deal), between(dealt)))
    }

    /// Bounds for moving in the rest, starting with the question whether the game is won.
    fn solve(&mut self) -> (Bounds, Signal) {
        let (rest, grid) = (self.captures.rest, self.grid);
        let most = grid.open_boxes(rest);
        let goal = (1 - self.lead - self.captures.boxes).clamp(-most, most);
        let now = self.callback.elapsed();
        let plan = self.limits.time;
        let until = plan.map(|plan| plan.share(now, SOLVE_SHARE));
        let least = plan.map_or(0, |plan| plan.least_nodes);
        let node_limit = self.limits.nodes.map_or(u64::MAX, |nodes| nodes / u64::from(SOLVE_SHARE));
        let (table, nodes) = (&mut *self.table, &mut self.nodes);
        run_until(self.callback, until, |stop| {
            let mut stop = |nodes: u64| nodes >= node_limit || nodes >= least && stop();
            let mut solver = Solver::new(grid, table, &mut stop);
            let bounds = bounds(grid, &mut solver, rest, goal);
            *nodes += solver.nodes();
            bounds
        })
    }

    /// The most visited choice, and its wins per 1000 games.
    fn play_out(&mut self, stopped: bool) -> Option<(PlayoutChoice, u32)> {
        let plan = self.limits.time;
        let least = plan.map_or(0, |plan| plan.least_nodes).max(FEWEST);
        let until = plan.map(|plan| plan.maximum);
        let node_limit = self.limits.nodes.unwrap_or(u64::MAX).max(self.nodes + FEWEST);
        let mut tree = Tree::new(self.grid, &self.captures, self.lead, self.bytes);
        let before = self.nodes;
        let (grid, table, nodes) = (self.grid, &mut *self.table, &mut self.nodes);
        run_until(self.callback, until, |stop| {
            let mut late = |nodes: u64| before + nodes >= node_limit || nodes >= least && (stopped || stop());
            let mut solver = Solver::new(grid, table, &mut late);
            while tree.play(&mut solver).is_ok() {}
            *nodes = before + solver.nodes();
        });
        tree.best()
    }

    fn first_line(&self) -> Option<PlayoutChoice> {
        let line = bits(self.captures.rest).next();
        line.map(PlayoutChoice::Line)
    }
}

/// Narrows the bounds for moving in a rest, starting from a goal, until they meet or the solver is stopped.
fn bounds(grid: &Grid, solver: &mut Solver, rest: u64, goal: i32) -> Bounds {
    let most = grid.open_boxes(rest);
    let chains = Chains::of(grid, rest);
    let choices = Choices::of(grid, rest, &chains);
    let mut bounds = Bounds { at_least: -most, at_most: most, line: choices.all().first().map(|choice| choice.line) };
    let mut goal = goal + ((goal - most) & 1);
    while bounds.at_least < bounds.at_most {
        let Ok(reached) = solver.line_for(choices.all(), goal) else { break };
        match reached {
            Some(line) => (bounds.at_least, bounds.line) = (goal, Some(line)),
            None => bounds.at_most = goal - 2,
        }
        goal = if reached.is_some() { goal + 2 } else { goal - 2 };
    }
    bounds
}
