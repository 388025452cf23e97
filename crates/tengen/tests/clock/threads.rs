//! Multi-threaded searches: whatever arrives during them, each ends in time with a legal move; single-threaded searches
//! stay deterministic.

use rand::{RngExt, SeedableRng, rngs::StdRng};
use std::time::{Duration, Instant};
use tengen_common::processors;
use tengen_common::time::TimePlan;
use tengen_common::{Limits, Report, SearchCallback, Signal};
use tengen_core::board::{Point, PointSet, Position};
use tengen_core::rules::Rule;
use tengen_e2e::brain::Brain;
use tengen_e2e::referee::{GRACE, Referee};
use tengen_engine::search::{Balance, Goal, Searcher};
use tengen_testkit::clock::{LateMoves, alone, usually_below};
use tengen_testkit::positions::random_cluster;
use tengen_testkit::stopwatch::Stopwatch;
use tengen_testkit::{ALL_RULES, FREESTYLE, RENJU, draw, in_two_lengths, legal_moves};

const MEMORY: usize = 16 << 20;
/// Including more threads than any machine here has processors.
const THREADS: [usize; 5] = [1, 2, 4, 8, 16];

fn searcher(threads: usize) -> Searcher {
    let mut searcher = Searcher::new(MEMORY);
    searcher.set_threads(threads);
    searcher
}

fn for_time(milliseconds: u64) -> Limits {
    Limits { time: Some(TimePlan::fixed(Duration::from_millis(milliseconds))), ..Limits::default() }
}

/// A callback with the real clock that returns a signal at a given time.
struct TestCallback {
    start: Instant,
    moment: Duration,
    news: Option<Signal>,
    signalled: Option<Stopwatch>,
}

impl TestCallback {
    fn new(moment: Duration, news: Option<Signal>) -> TestCallback {
        TestCallback { start: Instant::now(), moment, news, signalled: None }
    }

    fn silent() -> TestCallback {
        TestCallback::new(Duration::MAX, None)
    }
}

impl SearchCallback for TestCallback {
    fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    fn check(&mut self) -> Signal {
        if self.start.elapsed() < self.moment {
            return Signal::GoOn;
        }
        let now = || Stopwatch::of(std::process::id());
        self.signalled.get_or_insert_with(now);
        self.news.clone().unwrap_or(Signal::GoOn)
    }
}

fn assert_legal(position: &Position, rule: Rule, report: Option<&Report>) {
    let legal = legal_moves(position, rule);
    match report {
        Some(report) => assert!(legal.contains(&report.best_move()), "{rule:?} {report:?}"),
        None => assert!(legal.is_empty(), "{rule:?}: a move was to be found"),
    }
}

in_two_lengths!(an_interrupted_search_ends_for_all_threads_at_once, interrupt, 60, 1000);

fn interrupt(searches: usize) {
    let _alone = alone();
    let mut random = StdRng::seed_from_u64(31);
    let mut late = Vec::new();
    for number in 0..searches {
        let rule = ALL_RULES[number % ALL_RULES.len()];
        let position = random_cluster(&mut random, rule, 10..=20, 5..25);
        let threads = THREADS[random.random_range(0..THREADS.len())];
        let news = match random.random_range(0..3) {
            0 => Signal::MoveNow,
            1 => Signal::Abandon,
            _ => Signal::Replan(TimePlan::fixed(Duration::ZERO)),
        };
        let moment = Duration::from_micros(random.random_range(0..30_000));
        let mut watch = TestCallback::new(moment, Some(news));
        let report = searcher(threads).search(&position, rule, &for_time(60_000), &mut watch);
        assert_legal(&position, rule, report.as_ref());
        late.extend(watch.signalled.map(|watch| watch.read()));
    }
    let longest = late.iter().map(|took| took.wall).max();
    println!("{} were interrupted; the end took up to {longest:?} by the wall", late.len());
    // Only half of them, since the machine may be busy. The output of the long form is checked by hand.
    assert!(usually_below(Duration::from_millis(50), &late));
}

#[test]
fn the_moves_of_a_short_game_are_legal_on_any_number_of_threads() {
    let _alone = alone();
    for (number, threads) in THREADS.into_iter().enumerate() {
        let rule = ALL_RULES[2 * number];
        let mut searcher = searcher(threads);
        let mut position = draw(&". . . . . . . . .\n".repeat(9)).position;
        for _ in 0..12 {
            let report = searcher.search(&position, rule, &for_time(20), &mut TestCallback::silent());
            assert_legal(&position, rule, report.as_ref());
            position.play(report.expect("a move").best_move(), &mut ());
        }
    }
}

/// The tree of a search with a node limit is the same every time.
#[test]
fn a_limit_of_nodes_is_kept_by_one_thread() {
    let _alone = alone();
    let mut random = StdRng::seed_from_u64(5);
    let position = random_cluster(&mut random, FREESTYLE, 15..=15, 8..10);
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    let results = [1, 4].map(|threads| {
        let report = searcher(threads).search(&position, FREESTYLE, &limits, &mut TestCallback::silent());
        let report = report.expect("a move");
        (report.nodes, report.depth, report.score, report.line)
    });
    assert_eq!(results[0], results[1]);
}

const QUIET: &str = "
    . . . . . . . . . . . . .
    . . . . . . . . . . . . .
    . . . . . . . . . . . . .
    . . . . . . . . . . . . .
    . . . . O . . . . . . . .
    . . . . . X O . . . . . .
    . . . . . O X . . . . . .
    . . . . . . . X . . . . .
    . . . . . . . . . . . . .
    . . . . . . . . . . . . .
    . . . . . . . . . . . . .
    . . . . . . . . . . . . .
    . . . . . . . . . . . . .";

#[test]
fn several_lines_begin_with_different_moves_on_several_threads() {
    let _alone = alone();
    let position = draw(QUIET).position;
    let lines = searcher(4).search_lines(&position, RENJU, &for_time(300), 3, &mut TestCallback::silent());
    let firsts: PointSet = lines.iter().map(|line| line.best_move()).collect();
    assert_eq!((lines.len(), firsts.iter().count()), (3, 3));
    assert!(lines.is_sorted_by(|a, b| a.score >= b.score));
}

#[test]
fn no_thread_answers_with_a_blocked_point() {
    let _alone = alone();
    let position = draw(QUIET).position;
    let best = |blocked: PointSet| -> Point {
        let limits = Limits { blocked, ..for_time(60) };
        let report = searcher(4).search(&position, FREESTYLE, &limits, &mut TestCallback::silent());
        report.expect("a move").best_move()
    };
    let mut blocked = PointSet::EMPTY;
    for _ in 0..6 {
        let point = best(blocked);
        assert!(!blocked.contains(point));
        blocked.insert(point);
    }
}

#[test]
fn balanced_moves_are_found_on_several_threads() {
    let _alone = alone();
    let position = draw(QUIET).position;
    for pair in [false, true] {
        let wish = Balance { pair, value: 0 };
        let limits = Limits {
            nodes: Some(200_000), // without a clock: the balance depends on the amount of search
            ..Limits::default()
        };
        let mut watch = TestCallback::silent();
        let found = searcher(4).find(Goal::Balance(wish), &position, FREESTYLE, &limits, &mut watch).pop();
        let report = found.expect("stones to lay");
        assert!(report.line.len() > pair as usize);
        assert!(report.score.value().abs() < 300, "{report:?}");
    }
}

/// Panics when the main worker reaches this depth.
struct Breaking {
    start: Instant,
    at_depth: u32,
}

impl SearchCallback for Breaking {
    fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    fn check(&mut self) -> Signal {
        Signal::GoOn
    }

    fn report(&mut self, report: &Report) {
        assert!(report.depth < self.at_depth, "broken by a test");
    }
}

/// Without a clock the helpers stop; but there is a move, and the searcher remains usable.
#[test]
fn when_the_first_worker_panics_its_helpers_have_the_move() {
    let _alone = alone();
    let position = draw(QUIET).position;
    let mut searcher = searcher(4);
    let mut breaking = Breaking { start: Instant::now(), at_depth: 6 };
    let report = searcher.search(&position, FREESTYLE, &for_time(60_000), &mut breaking);
    assert_legal(&position, FREESTYLE, report.as_ref());
    let report = searcher.search(&position, FREESTYLE, &for_time(50), &mut TestCallback::silent());
    assert_legal(&position, FREESTYLE, report.as_ref());
}

in_two_lengths!(moves_of_a_brain_come_in_time_on_any_number_of_threads, ask_on_threads, 10, 200);

fn ask_on_threads(moves: usize) {
    let _alone = alone();
    let turn = Duration::from_millis(50);
    for threads in THREADS {
        let mut random = StdRng::seed_from_u64(9);
        let (mut late_moves, mut slowest) = (LateMoves::default(), Duration::ZERO);
        let mut brain = Brain::playing(20, &["--hash", "16"]);
        brain.send("INFO timeout_turn 50");
        brain.send(&format!("INFO thread_num {threads}"));
        for number in 0..moves {
            let mut referee = Referee::new(20, FREESTYLE);
            referee.scatter(2 + number % 60, &mut random);
            let took = referee.ask(&mut brain).took;
            slowest = slowest.max(took.wall);
            // Helpers have ended, and the time they waited for a processor is unknown.
            let took = match threads {
                1 => took.own(),
                _ => took.worked / threads.min(processors::count()) as u32,
            };
            late_moves.count(&format!("{threads} threads"), took, turn + GRACE);
        }
        println!("{threads} threads: the slowest move took {slowest:?} by the wall");
    }
}
