//! Parallel search: several workers search the same root, each on its own thread.
//!
//! They share only the transposition table and [`SharedState`]: each worker has its own board, evaluation, history
//! and solvers, and searches as if alone ("lazy SMP"). The trees diverge by timing, and on purpose at nodes where all
//! moves are expected to fail low: there every other helper starts with the last move. The main worker is the calling
//! thread; only it checks the clock and the input. Helpers run until it is done. A worker that finishes early because
//! the position is decided stops all others if any worker's result will do ([`Goal::is_of_any_worker`]); otherwise the main
//! worker continues alone.
//!
//! The final move is chosen by vote.

use super::Goal;
use super::control::{Control, HelperStop, SharedState};
use super::params::{LEAST_VOTES, MOST_VOTES, SearchParams};
use super::state::{Root, Search};
use super::thread_data::{HashEntry, ThreadData, ThreadMemory};
use crate::eval::{Evaluator, Values};
use crate::pattern::{Kind, PatternBoard};
use std::panic::resume_unwind;
use std::thread::{self, Scope, ScopedJoinHandle};
use tengen_common::table::Shared;
use tengen_common::{Limits, Report};
use tengen_core::board::Point;

/// Enough stack for the deepest line. The system commits it page by page.
const STACK: usize = 8 << 20;

impl Goal {
    /// Whether any worker's result will do: the first to finish stops all others. Otherwise the main worker's is wanted.
    pub(super) fn is_of_any_worker(self) -> bool {
        matches!(self, Goal::Lines(0..=1) | Goal::Ponder)
    }
}

/// The state that all workers start from.
pub(super) struct Start<'a, K> {
    goal: Goal,
    board: PatternBoard<K>,
    values: Values,
    root: Root,
    table: Shared<'a, HashEntry>,
    params: &'a SearchParams,
    shared: &'a SharedState,
}

impl<'a, K: Kind> Start<'a, K> {
    /// The present state of the main worker.
    pub fn of(search: &Search<'a, K>, goal: Goal) -> Start<'a, K> {
        Start {
            goal,
            board: search.board.clone(),
            values: search.values.clone(),
            root: search.root.clone(),
            table: search.table,
            params: search.params,
            shared: search.control.shared,
        }
    }

    /// Begins `work` on a thread for each helper.
    pub fn begin<'scope, T: Send + 'scope>(
        &'scope self,
        scope: &'scope Scope<'scope, '_>,
        helpers: &'scope mut [ThreadData],
        work: &'scope (impl Fn(&mut Search<'_, K>) -> T + Sync),
    ) -> Vec<ScopedJoinHandle<'scope, T>> {
        let mut started = Vec::with_capacity(helpers.len());
        for (number, memory) in (1..).zip(helpers) {
            let helper = thread::Builder::new()
                .name(format!("helper {number}"))
                .stack_size(STACK)
                .spawn_scoped(scope, move || self.help(number, memory, work));
            match helper {
                Ok(helper) => started.push(helper),
                Err(error) => log::warn!("no thread for helper {number}: {error}"),
            }
        }
        started
    }

    /// Stops the helpers. The results of all, the main worker's first, without those that panicked.
    pub fn end<T>(&self, main: &mut Search<K>, own: thread::Result<T>, helpers: Vec<ScopedJoinHandle<T>>) -> Vec<T> {
        self.shared.end();
        let ended = helpers.into_iter().map(|helper| helper.join());
        let others: Vec<T> = ended.filter_map(Result::ok).collect();
        match own {
            Ok(own) => std::iter::once(own).chain(others).collect(),
            Err(panic) if others.is_empty() => resume_unwind(panic),
            Err(_) => {
                log::error!("the first worker panicked; its helpers have an answer");
                main.stand_at(self);
                others
            }
        }
    }

    /// The main function of a helper thread.
    fn help<T>(&self, number: usize, memory: &mut ThreadData, work: impl Fn(&mut Search<'_, K>) -> T) -> T {
        let mut follower = HelperStop(self.shared);
        let control = Control::new(&Limits::default(), &mut follower, self.shared);
        let memory = ThreadMemory { table: self.table, own: memory, helpers: &mut [] };
        let (board, values, root) = (self.board.clone(), self.values.clone(), self.root.clone());
        let mut search = Search::new(board, values, root, memory, self.params, control);
        search.number = number;
        let done = work(&mut search);
        search.control.count_nodes(search.nodes);
        if self.goal.is_of_any_worker() {
            self.shared.end();
        }
        done
    }
}

impl<K: Kind> Search<'_, K> {
    /// Restores the root position after a panic.
    fn stand_at(&mut self, start: &Start<K>) {
        self.board = start.board.clone();
        self.evaluator = Evaluator::new(&self.board, start.values.clone());
        self.control.over = true;
    }
}

/// Chooses the final report: the shortest proven win, or the longest resistance if all are lost. Otherwise the move
/// with the highest sum of value times depth, reported with the deepest search's result. Ties go to the first report.
pub(super) fn choose(reports: &[Report]) -> Option<&Report> {
    let scores = reports.iter().map(|report| report.score);
    let (worst, best) = (scores.clone().min()?, scores.max()?);
    let named_first = || reports.iter().rev();
    if best.is_proven() {
        return named_first().max_by_key(|report| report.score);
    }
    let weight = |report: &Report| {
        let better = report.score.value() - worst.value();
        i64::from(LEAST_VOTES + better.min(MOST_VOTES)) * i64::from(report.depth)
    };
    let votes = |point: Point| -> i64 {
        let same = reports.iter().filter(|report| report.best_move() == point);
        same.map(weight).sum()
    };
    named_first().max_by_key(|report| (votes(report.best_move()), report.depth, report.score))
}

#[cfg(test)]
mod tests {
    use super::super::thread_data::Memory;
    use super::*;
    use crate::eval::tables::params;
    use crate::pattern::kind::Free;
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::time::Duration;
    use tengen_common::{LimitsOnly, Score};
    use tengen_core::board::{BoardSize, Position};
    use tengen_core::rules::{Rule, Variant};

    /// The results of four workers, and the total number of nodes.
    fn four_do<T: Send>(work: impl Fn(&mut Search<'_, Free>) -> T + Sync) -> (Vec<T>, u64) {
        four_seek(Goal::Lines(1), work)
    }

    fn four_seek<T: Send>(goal: Goal, work: impl Fn(&mut Search<'_, Free>) -> T + Sync) -> (Vec<T>, u64) {
        let rule = Rule::new(Variant::Freestyle);
        let position = Position::new(BoardSize::square(9).expect("a board"));
        let board = PatternBoard::<Free>::new(&position, rule);
        let mut memory = Memory::new(1 << 20, 4);
        let (params, shared) = (SearchParams::default(), SharedState::default());
        let mut unwatched = LimitsOnly::new();
        let control = Control::new(&Limits::default(), &mut unwatched, &shared);
        let root = Root::new(rule, &Limits::default());
        let values = params::of(rule).into();
        let mut search = Search::new(board, values, root, memory.open(3), &params, control);
        let helpers = std::mem::take(&mut search.helpers);
        let start = Start::of(&search, goal);
        let done = thread::scope(|scope| {
            let helpers = start.begin(scope, helpers, &work);
            let own = catch_unwind(AssertUnwindSafe(|| work(&mut search)));
            start.end(&mut search, own, helpers)
        });
        assert_eq!(search.board.position(), &position);
        (done, search.control.nodes_of_all(search.nodes))
    }

    /// Waits until the search is stopped, polling like a searching helper.
    fn wait(worker: &mut Search<'_, Free>) {
        while !worker.control.over {
            worker.nodes += 1;
            worker.ask();
        }
    }

    #[test]
    fn all_work_and_the_first_is_named_first() {
        let (done, nodes) = four_do(|worker| {
            worker.nodes += 10;
            worker.number
        });
        assert_eq!(done[0], 0);
        assert_eq!(done.iter().sum::<usize>(), 1 + 2 + 3);
        assert_eq!(nodes, 40);
    }

    #[test]
    fn the_first_worker_to_finish_stops_the_others() {
        for first in [0, 3] {
            let (done, nodes) = four_do(|worker| {
                if worker.number != first {
                    wait(worker);
                }
            });
            assert_eq!(done.len(), 4);
            assert!(nodes >= 3);
        }
    }

    #[test]
    fn helpers_that_are_done_leave_the_first_its_time() {
        let (done, _) = four_seek(Goal::Lines(2), |worker| {
            if worker.number > 0 {
                return false;
            }
            std::thread::sleep(Duration::from_millis(50));
            worker.ask();
            worker.control.over
        });
        assert_eq!(done, [false; 4]);
    }

    #[test]
    fn a_panic_in_a_helper_costs_nothing_but_its_own_part() {
        let (done, _) = four_do(|worker| {
            assert!(worker.number != 2, "broken by a test");
            worker.number
        });
        assert_eq!(done, [0, 1, 3]);
    }

    #[test]
    fn a_panic_in_the_first_worker_leaves_the_parts_of_the_others() {
        let (done, _) = four_do(|worker| {
            if worker.number == 0 {
                worker.board.play(tengen_core::board::Point::new(4, 4));
                panic!("broken by a test");
            }
            wait(worker);
            worker.number
        });
        assert_eq!(done, [1, 2, 3]);
    }

    #[test]
    #[should_panic = "broken by a test"]
    fn a_panic_in_all_is_one() {
        four_do(|_| -> () { panic!("broken by a test") });
    }

    fn report(x: u8, score: Score, depth: u32) -> Report {
        Report { depth, ..Report::new(score, vec![Point::new(x, 0)]) }
    }

    /// The column of the chosen move, given columns, values and depths.
    fn chosen(found: &[(u8, i32, u32)]) -> u8 {
        let report = |&(x, value, depth): &(u8, i32, u32)| report(x, Score::from_value(value), depth);
        let reports: Vec<Report> = found.iter().map(report).collect();
        choose(&reports).expect("somebody").best_move().x()
    }

    #[test]
    fn a_single_worker_is_chosen_and_the_first_of_equals() {
        assert!(choose(&[]).is_none());
        assert_eq!(chosen(&[(3, -50, 1)]), 3);
        assert_eq!(chosen(&[(3, 20, 9), (4, 20, 9)]), 3);
    }

    #[test]
    fn what_was_searched_deeper_or_is_better_counts_more() {
        assert_eq!(chosen(&[(3, 20, 9), (4, 20, 10)]), 4);
        assert_eq!(chosen(&[(3, 20, 10), (4, 60, 10)]), 4);
        assert_eq!(chosen(&[(3, 30, 10), (4, 20, 9), (4, 20, 9)]), 4);
    }

    #[test]
    fn the_deepest_report_of_the_move_is_returned() {
        let reports = [(3, 10, 8), (3, 20, 9)].map(|(x, value, depth)| {
            let score = Score::from_value(value);
            report(x, score, depth)
        });
        assert_eq!(choose(&reports).unwrap().depth, 9);
    }

    #[test]
    fn a_proven_win_is_played_however_shallow_and_the_shortest_of_them() {
        let (near, far) = (Score::win_in(5).value(), Score::win_in(9).value());
        assert_eq!(chosen(&[(3, 500, 20), (4, far, 2)]), 4);
        assert_eq!(chosen(&[(3, far, 20), (4, near, 2)]), 4);
    }

    #[test]
    fn a_lost_move_is_played_only_where_all_lose_and_then_the_slowest() {
        let (near, far) = (Score::loss_in(4).value(), Score::loss_in(10).value());
        assert_eq!(chosen(&[(3, near, 20), (4, -300, 12)]), 4);
        assert_eq!(chosen(&[(3, near, 20), (4, far, 12)]), 4);
    }
}
