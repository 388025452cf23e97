//! Searches on several threads: whatever comes in while they run, each ends in time and with a move that the
//! rules allow; and what one thread does stays as it is.

use rand::{Rng, SeedableRng, rngs::StdRng};
use std::time::{Duration, Instant};
use tengen_common::processors;
use tengen_common::time::TimePlan;
use tengen_common::{Limits, Report, Supervisor, Verdict};
use tengen_core::board::{Point, PointSet, Position};
use tengen_core::rules::Rule;
use tengen_engine::search::{Balance, Searcher};
use tengen_testing::brain::Brain;
use tengen_testing::clock::{Strays, alone, usually_below};
use tengen_testing::positions::random_cluster;
use tengen_testing::referee::{GRACE, Referee};
use tengen_testing::stopwatch::Stopwatch;
use tengen_testing::{ALL_RULES, FREESTYLE, RENJU, draw, in_two_lengths, legal_moves};

const MEMORY: usize = 16 << 20;
/// Also more than any machine here has processors for.
const THREADS: [usize; 5] = [1, 2, 4, 8, 16];

fn searcher(threads: usize) -> Searcher {
    let mut searcher = Searcher::new(MEMORY);
    searcher.set_threads(threads);
    searcher
}

fn for_time(milliseconds: u64) -> Limits {
    Limits {
        time: Some(TimePlan::fixed(Duration::from_millis(milliseconds))),
        ..Limits::default()
    }
}

/// Looks at the real clock, and says something when its moment has come.
struct TestSupervisor {
    start: Instant,
    moment: Duration,
    news: Option<Verdict>,
    said: Option<Stopwatch>,
}

impl TestSupervisor {
    fn new(moment: Duration, news: Option<Verdict>) -> TestSupervisor {
        TestSupervisor {
            start: Instant::now(),
            moment,
            news,
            said: None,
        }
    }

    fn silent() -> TestSupervisor {
        TestSupervisor::new(Duration::MAX, None)
    }
}

impl Supervisor for TestSupervisor {
    fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    fn check(&mut self) -> Verdict {
        if self.start.elapsed() < self.moment {
            return Verdict::GoOn;
        }
        let now = || Stopwatch::of(std::process::id());
        self.said.get_or_insert_with(now);
        self.news.clone().unwrap_or(Verdict::GoOn)
    }
}

fn assert_legal(position: &Position, rule: Rule, report: Option<&Report>) {
    let legal = legal_moves(position, rule);
    match report {
        Some(report) => assert!(legal.contains(&report.best_move()), "{rule:?} {report:?}"),
        None => assert!(legal.is_empty(), "{rule:?}: a move was to be found"),
    }
}

in_two_lengths!(
    an_interrupted_search_ends_for_all_threads_at_once,
    interrupt,
    60,
    1000
);

fn interrupt(searches: usize) {
    let _alone = alone();
    let mut random = StdRng::seed_from_u64(31);
    let mut late = Vec::new();
    for number in 0..searches {
        let rule = ALL_RULES[number % ALL_RULES.len()];
        let position = random_cluster(&mut random, rule, 10..=20, 5..25);
        let threads = THREADS[random.random_range(0..THREADS.len())];
        let news = match random.random_range(0..3) {
            0 => Verdict::MoveNow,
            1 => Verdict::Abandon,
            _ => Verdict::Replan(TimePlan::fixed(Duration::ZERO)),
        };
        let moment = Duration::from_micros(random.random_range(0..30_000));
        let mut watch = TestSupervisor::new(moment, Some(news));
        let report = searcher(threads).search(&position, rule, &for_time(60_000), &mut watch);
        assert_legal(&position, rule, report.as_ref());
        late.extend(watch.said.map(|said| said.read()));
    }
    let longest = late.iter().map(|took| took.wall).max();
    println!(
        "{} were interrupted; the end took up to {longest:?} by the wall",
        late.len()
    );
    // Half of them: the machine may be busy. The long form is looked at.
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
            let report = searcher.search(
                &position,
                rule,
                &for_time(20),
                &mut TestSupervisor::silent(),
            );
            assert_legal(&position, rule, report.as_ref());
            position.play(report.expect("a move").best_move(), &mut ());
        }
    }
}

/// The tree of a search with a limit of nodes is the same every time.
#[test]
fn a_limit_of_nodes_is_kept_by_one_thread() {
    let _alone = alone();
    let mut random = StdRng::seed_from_u64(5);
    let position = random_cluster(&mut random, FREESTYLE, 15..=15, 8..10);
    let limits = Limits {
        nodes: Some(20_000),
        ..Limits::default()
    };
    let told = [1, 4].map(|threads| {
        let report =
            searcher(threads).search(&position, FREESTYLE, &limits, &mut TestSupervisor::silent());
        let report = report.expect("a move");
        (report.nodes, report.depth, report.score, report.line)
    });
    assert_eq!(told[0], told[1]);
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
    let lines = searcher(4).search_lines(
        &position,
        RENJU,
        &for_time(300),
        3,
        &mut TestSupervisor::silent(),
    );
    let firsts: PointSet = lines.iter().map(|line| line.best_move()).collect();
    assert_eq!((lines.len(), firsts.iter().count()), (3, 3));
    assert!(lines.is_sorted_by(|a, b| a.score >= b.score));
}

#[test]
fn no_thread_answers_with_a_blocked_point() {
    let _alone = alone();
    let position = draw(QUIET).position;
    let best = |blocked: PointSet| -> Point {
        let limits = Limits {
            blocked,
            ..for_time(60)
        };
        let report =
            searcher(4).search(&position, FREESTYLE, &limits, &mut TestSupervisor::silent());
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
            nodes: Some(200_000), // and no clock: how even it is depends on how much could be searched
            ..Limits::default()
        };
        let mut watch = TestSupervisor::silent();
        let found = searcher(4).search_balance(&position, FREESTYLE, &limits, wish, &mut watch);
        let report = found.expect("stones to lay");
        assert!(report.line.len() > pair as usize);
        assert!(report.score.value().abs() < 300, "{report:?}");
    }
}

/// Panics when the first worker has come so deep.
struct Breaking {
    start: Instant,
    at_depth: u32,
}

impl Supervisor for Breaking {
    fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    fn check(&mut self) -> Verdict {
        Verdict::GoOn
    }

    fn report(&mut self, report: &Report) {
        assert!(report.depth < self.at_depth, "broken by a test");
    }
}

/// Nobody keeps the clock any more, so the others stop; but the move is there, and the searcher goes on.
#[test]
fn when_the_first_worker_panics_its_helpers_have_the_move() {
    let _alone = alone();
    let position = draw(QUIET).position;
    let mut searcher = searcher(4);
    let mut breaking = Breaking {
        start: Instant::now(),
        at_depth: 6,
    };
    let report = searcher.search(&position, FREESTYLE, &for_time(60_000), &mut breaking);
    assert_legal(&position, FREESTYLE, report.as_ref());
    let report = searcher.search(
        &position,
        FREESTYLE,
        &for_time(50),
        &mut TestSupervisor::silent(),
    );
    assert_legal(&position, FREESTYLE, report.as_ref());
}

in_two_lengths!(
    moves_of_a_brain_come_in_time_on_any_number_of_threads,
    ask_on_threads,
    10,
    200
);

fn ask_on_threads(moves: usize) {
    let _alone = alone();
    let turn = Duration::from_millis(50);
    for threads in THREADS {
        let mut random = StdRng::seed_from_u64(9);
        let (mut strays, mut slowest) = (Strays::default(), Duration::ZERO);
        let mut brain = Brain::playing(20, &["--hash", "16"]);
        brain.send("INFO timeout_turn 50");
        brain.send(&format!("INFO thread_num {threads}"));
        for number in 0..moves {
            let mut referee = Referee::new(20, FREESTYLE);
            referee.scatter(2 + number % 60, &mut random);
            let made = referee.ask(&mut brain);
            slowest = slowest.max(made.took);
            // Helpers have ended, and nobody knows how long they waited for a processor.
            let took = match threads {
                1 => made.own(),
                _ => made.worked / threads.min(processors::count()) as u32,
            };
            strays.count(&format!("{threads} threads"), took, turn + GRACE);
        }
        println!("{threads} threads: the slowest move took {slowest:?} by the wall");
    }
}
