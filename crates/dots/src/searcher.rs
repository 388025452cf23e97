//! The searcher: what it keeps from turn to turn, and how a turn is found.
//!
//! Towards the end of a game positions are solved: first whether the game is won, then by how much. Before
//! that, and where the time does not reach, games are played out.

use super::captures::{Captures, deal, take_all};
use super::chains::Chains;
use super::grid::{Grid, bits};
use super::playouts::{Choice, Tree};
use super::solver::{Choices, Solver};
use super::table::Table;
use std::time::Duration;
use tengen_common::deadline::run_until;
use tengen_common::{Limits, Supervisor, Verdict};
use tengen_core::board::{Point, Position};
use tengen_core::rules::dots::{boxes, shape};

/// With more free lines than this nobody tries to solve a position.
const SOLVABLE: u32 = 44;
/// Solving takes this part of the time, or of the nodes, at most.
const SOLVE_SHARE: u32 = 2;
/// When games are played out, so many nodes are searched however late it is.
const FEWEST: u64 = 256;

/// Finds turns. Keeps what it learned from turn to turn.
pub struct Searcher {
    grid: Grid,
    bytes: usize,
    table: Option<Table>,
}

/// What a search has found.
#[derive(Clone, Debug)]
pub struct Report {
    /// The lines of the turn, in their order.
    pub turn: Vec<Point>,
    /// What is known of it.
    pub worth: Worth,
    /// Positions visited, and games played out.
    pub nodes: u64,
    /// Time used.
    pub elapsed: Duration,
}

/// What a turn is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Worth {
    /// So many boxes more than the other side from now on, if both play as well as possible.
    Exact(i32),
    /// At least so many, and at most so many.
    Between(i32, i32),
    /// So many of 1000 games were won with it.
    Won(u32),
}

/// What solving has shown of moving in a rest.
#[derive(Clone, Copy)]
struct Bounds {
    at_least: i32,
    at_most: i32,
    /// A line that gets `at_least`.
    line: Option<u64>,
}

impl Searcher {
    /// A searcher with about `bytes` for its table, taken when the first search starts, and for trees of games.
    pub fn new(bytes: usize) -> Searcher {
        Searcher {
            grid: Grid::new(shape()).expect("the board of the game has room"),
            bytes,
            table: None,
        }
    }

    /// Finds a turn for the side to move. `None` when all lines are drawn.
    pub fn search(
        &mut self,
        position: &Position,
        limits: &Limits,
        supervisor: &mut dyn Supervisor,
    ) -> Option<Report> {
        let bytes = self.bytes;
        let table = self.table.get_or_insert_with(|| Table::new(bytes / 2));
        table.age();
        let free = self.grid.free(position);
        let owned = boxes(position).map(|boxes| boxes as i32);
        let us = position.to_move();
        let mut search = Search {
            grid: &self.grid,
            table,
            limits,
            supervisor,
            bytes: bytes / 2,
            captures: Captures::anywhere(&self.grid, free),
            lead: owned[us.index()] - owned[(!us).index()],
            nodes: 0,
        };
        let (choice, worth) = search.find();
        let turn = match choice {
            Some(Choice::Deal) => deal(&self.grid, free)?,
            Some(Choice::Line(line)) => [take_all(&self.grid, free), vec![line]].concat(),
            None => take_all(&self.grid, free),
        };
        let point = |line: u64| self.grid.point(line.trailing_zeros());
        let turn: Vec<Point> = turn.into_iter().map(point).collect();
        (!turn.is_empty()).then(|| Report {
            turn,
            worth,
            nodes: search.nodes,
            elapsed: search.supervisor.elapsed(),
        })
    }
}

struct Search<'a> {
    grid: &'a Grid,
    table: &'a mut Table,
    limits: &'a Limits,
    supervisor: &'a mut dyn Supervisor,
    /// For a tree of games.
    bytes: usize,
    captures: Captures,
    /// How many boxes more the side to move has now.
    lead: i32,
    nodes: u64,
}

impl Search<'_> {
    /// The choice, `None` where everything can be taken; and its worth.
    fn find(&mut self) -> (Option<Choice>, Worth) {
        let rest = self.captures.rest;
        if rest == 0 {
            return (None, Worth::Exact(self.captures.boxes));
        }
        let (mut bounds, mut verdict) = (None, Verdict::GoOn);
        if rest.count_ones() <= SOLVABLE {
            let (found, last) = self.solve();
            (bounds, verdict) = (Some(found), last);
        }
        if let Some(decided) = bounds.and_then(|bounds| self.decide(bounds)) {
            return decided;
        }
        let stopped = matches!(verdict, Verdict::MoveNow | Verdict::Abandon);
        match self.play_out(stopped) {
            Some((choice, won)) => (Some(choice), Worth::Won(won)),
            None => (self.first_line(), Worth::Won(500)),
        }
    }

    /// What bounds decide: the turn if they are narrow enough to tell who wins, or by how much.
    fn decide(&self, bounds: Bounds) -> Option<(Option<Choice>, Worth)> {
        let value = |rest| self.captures.value(rest);
        let Bounds {
            at_least,
            at_most,
            line,
        } = bounds;
        let line = line.map(Choice::Line);
        if at_least == at_most {
            let deals = value(at_least) > self.captures.boxes + at_least;
            let choice = if deals { Some(Choice::Deal) } else { line };
            return Some((choice, Worth::Exact(value(at_least))));
        }
        let wins = |value: i32| self.lead + value > 0;
        let between = |low: i32| {
            Worth::Between(
                low,
                self.captures.boxes + self.grid.open_boxes(self.captures.rest),
            )
        };
        let taken = self.captures.boxes + at_least;
        if line.is_some() && wins(taken) {
            return Some((line, between(taken)));
        }
        let left = self.captures.left?;
        let dealt = self.captures.boxes - 2 * left - at_most;
        wins(dealt).then(|| (Some(Choice::Deal), between(dealt)))
    }

    /// Bounds for moving in the rest, beginning with what wins the game.
    fn solve(&mut self) -> (Bounds, Verdict) {
        let (rest, grid) = (self.captures.rest, self.grid);
        let most = grid.open_boxes(rest);
        let goal = (1 - self.lead - self.captures.boxes).clamp(-most, most);
        let now = self.supervisor.elapsed();
        let plan = self.limits.time;
        let until = plan.map(|plan| plan.share(now, SOLVE_SHARE));
        let least = plan.map_or(0, |plan| plan.least_nodes);
        let node_limit = self
            .limits
            .nodes
            .map(|nodes| nodes / u64::from(SOLVE_SHARE));
        let node_limit = node_limit.unwrap_or(u64::MAX);
        let (table, nodes) = (&mut *self.table, &mut self.nodes);
        run_until(self.supervisor, until, |stop| {
            let mut stop = |nodes: u64| nodes >= node_limit || nodes >= least && stop();
            let mut solver = Solver::new(grid, table, &mut stop);
            let bounds = bounds(grid, &mut solver, rest, goal);
            *nodes += solver.nodes();
            bounds
        })
    }

    /// The choice that wins most games, and how many of 1000.
    fn play_out(&mut self, stopped: bool) -> Option<(Choice, u32)> {
        let plan = self.limits.time;
        let least = plan.map_or(0, |plan| plan.least_nodes).max(FEWEST);
        let until = plan.map(|plan| plan.maximum);
        let node_limit = self
            .limits
            .nodes
            .unwrap_or(u64::MAX)
            .max(self.nodes + FEWEST);
        let mut tree = Tree::new(self.grid, &self.captures, self.lead, self.bytes);
        let before = self.nodes;
        let (grid, table, nodes) = (self.grid, &mut *self.table, &mut self.nodes);
        run_until(self.supervisor, until, |stop| {
            let mut late =
                |nodes: u64| before + nodes >= node_limit || nodes >= least && (stopped || stop());
            let mut solver = Solver::new(grid, table, &mut late);
            while tree.play(&mut solver).is_ok() {}
            *nodes = before + solver.nodes();
        });
        tree.best()
    }

    fn first_line(&self) -> Option<Choice> {
        let line = bits(self.captures.rest).next();
        line.map(Choice::Line)
    }
}

/// Narrows bounds for moving in a rest from a goal on, until they meet or the solver is stopped.
fn bounds(grid: &Grid, solver: &mut Solver, rest: u64, goal: i32) -> Bounds {
    let most = grid.open_boxes(rest);
    let chains = Chains::of(grid, rest);
    let choices = Choices::of(grid, rest, &chains);
    let mut bounds = Bounds {
        at_least: -most,
        at_most: most,
        line: choices.all().first().map(|choice| choice.line),
    };
    let mut goal = goal + ((goal - most) & 1);
    while bounds.at_least < bounds.at_most {
        let Ok(reached) = solver.line_for(choices.all(), goal) else {
            break;
        };
        match reached {
            Some(line) => (bounds.at_least, bounds.line) = (goal, Some(line)),
            None => bounds.at_most = goal - 2,
        }
        goal = if reached.is_some() {
            goal + 2
        } else {
            goal - 2
        };
    }
    bounds
}
