//! Stated lengths of wins: along the line that was shown the settled ones never grow.

use std::cell::Cell;
use std::time::Duration;
use tengen_common::{Limits, LimitsOnly, Report, SearchCallback, Shortening, Signal};
use tengen_core::board::Position;
use tengen_core::rules::{Rule, Variant};
use tengen_engine::search::Searcher;
use tengen_engine::study::{Finding, Problem, best_lines, solve_and_list};
use tengen_testkit::after_moves;

const NODES: u64 = 20_000;

/// Won positions; without care, the wins that were shown for many of them grew along their lines.
const WON: [(&str, &str); 15] = [
    ("renju", "k10n12i9m9g7j11n6k11l11m12l10l12k12"),
    ("renju", "e7e9i13i11j12k11h11k10k12j10h12i12h13h10i10i9h15h14l12j8k7h8g7i8m12n12g8f12g11"),
    ("renju", "k9n8o10o13n6m6l3o5n2m7m8k7l7k6k5j6i6l5k4j5j7h5l8i5j4i4g3h3g2f5g5"),
    ("freestyle", "g6h5g2e1b3f5g4g5e5h4f6"),
    ("freestyle", "g8e6j8h8i9h10i7h9h7h11"),
    ("caro", "f6g5h7e5g8e6f9i6f5e8e9g9f8f7d10c11d9d11h8e4e3h9f10c9g7i5f12f11i9j10j8i8"),
    ("caro", "j9k6i10l7k10m8n9j7i8h7k12l11k9i7k7f7e7k13k8k11g12h11l9m9h9g9"),
    ("caro", "h8e5l8f4i7h4j6f10j4h2g3h5h3j7i5i4k7n10k8e4g4k6j8i8n8m8"),
    ("caro", "k8k6h11l7j5l9l8m8k10m7m6k7j7n9o10k9o9i9j9j8m5h8o7o8i7l11k11g7g11f8g8f11i5f9f7e6g12i10g10g9g14g13"),
    ("caro-exact", "h8j8e8j10i8n4g11n7l2n6n5k9g10g8"),
    ("caro-exact", "i5i7e5f5m3k5g6k7g7g8"),
    ("caro-exact", "f7g4h7g7g8h9e8f9f8i8d9g6e11d8e10e7c10b11g5f11e12e13d10b10c9f12b9f13f10g10j7f14f15c13a9e9a8d11"),
    ("caro-exact", "g11d10j8e11g13d8h12d9d11e9f14i11f12c11f8"),
    ("standard", "i5k5n7l5k6l4j5j6m3i4l7h5m8n9m7"),
    (
        "standard",
        "k11l12h14k10j12i13i10l11l10j13j9k12i14h11k13i11g11m9g14f14k14j14j8l9m8g10f9j7k8n9m10l8j10j11l7m6i9k9o9h13i12h10i8",
    ),
];

fn won() -> impl Iterator<Item = (Rule, Position)> {
    WON.iter().map(|(rule, moves)| {
        let size = "15x15".parse().expect("a size");
        (rule.parse().expect("a rule"), after_moves(size, moves))
    })
}

/// The best line of a search that knows nothing of earlier ones.
fn analysed(position: &Position, rule: Rule) -> Report {
    analysed_with(NODES, position, rule)
}

fn analysed_with(nodes: u64, position: &Position, rule: Rule) -> Report {
    let limits = Limits { analysis: true, ..Limits::nodes(nodes) };
    let mut searcher = Searcher::new(1 << 24);
    let lines = best_lines(&mut searcher, position, rule, &limits, 1, &mut LimitsOnly::new());
    lines.into_iter().next().expect("a line")
}

fn problem(position: &Position, rule: Rule) -> Problem<'_> {
    Problem { memory: 1 << 24, ..Problem::new(position, rule, NODES) }
}

fn solved(position: &Position, rule: Rule) -> Finding {
    solve_and_list(&problem(position, rule), Shortening::Fixed, None, &|| false).0.finding
}

#[test]
fn an_analysis_of_each_position_of_its_line_states_no_longer_win() {
    let mut longer = 0;
    for (rule, mut position) in won() {
        let shown = analysed(&position, rule);
        let plies = shown.score.win_distance().expect("a win");
        assert_eq!(shown.line.len(), plies as usize, "{rule:?} {shown:?}");
        let (_, moves) = shown.line.split_last().expect("a line");
        for (played, &point) in (1..).zip(moves) {
            position.play(point, &mut ());
            let next = analysed(&position, rule);
            let stated = if played % 2 == 0 { next.score.win_distance() } else { next.score.loss_distance() };
            // With these nodes not every length is settled; the others are bounds.
            let more = if shown.is_shortest || next.is_shortest { 0 } else { 4 };
            let holds = stated.is_some_and(|left| left + played <= plies + more);
            assert!(holds, "{rule:?} {:?}: {next:?} after {played} of {plies}", shown.line);
            longer += usize::from(stated.is_some_and(|left| left + played > plies));
        }
    }
    assert!(longer <= 2, "{longer} of the bounds are longer than what is left of the line");
}

/// To settle the length takes all nodes that are left; the loss is reported nevertheless.
#[test]
fn a_proven_loss_is_reported_whatever_is_left_for_its_length() {
    let position = after_moves("15x15".parse().expect("a size"), "h8h14i8c14j8");
    let limits = [40_000, 60_000, 120_000];
    let lost = limits.map(|nodes| analysed_with(nodes, &position, Rule::new(Variant::Freestyle)));
    let proven =
        |report: &Report| report.score.loss_distance().is_some_and(|plies| report.line.len() == plies as usize);
    assert!(lost.iter().all(proven), "{lost:?}");
    assert!(lost.iter().all(|report| report.nodes > 10_000), "{lost:?}");
}

#[test]
fn the_solver_in_each_position_of_its_line_finds_no_longer_win() {
    for (rule, mut position) in won() {
        let Finding::Win(line, plies) = solved(&position, rule) else { panic!("{rule:?}: no win") };
        for (played, pair) in (2..plies).step_by(2).zip(line.chunks_exact(2)) {
            pair.iter().for_each(|&point| position.play(point, &mut ()));
            let next = solved(&position, rule);
            let holds = matches!(next, Finding::Win(_, left) if left + played <= plies);
            assert!(holds, "{rule:?} {line:?}: {next:?} after {played} of {plies}");
        }
    }
}

#[test]
fn a_solver_looks_on_until_the_shortest_win_is_proven() {
    let position = after_moves("15x15".parse().expect("a size"), "i5i7e5f5m3k5g6k7g7g8");
    let problem = Problem { nodes: 5_000_000, ..problem(&position, "caro-exact".parse().expect("a rule")) };
    let found = |shortening| {
        let solution = solve_and_list(&problem, shortening, None, &|| false).0;
        let Finding::Win(_, plies) = solution.finding else { panic!("{solution:?}") };
        (plies, solution.is_shortest)
    };
    assert_eq!(found(Shortening::Fixed), (11, false));
    assert_eq!(found(Shortening::UntilProven), (11, true));
}

/// A clock that advances by this much whenever it is read.
struct SteppingClock {
    now: Cell<Duration>,
    step: Duration,
}

impl SearchCallback for SteppingClock {
    fn elapsed(&self) -> Duration {
        self.now.set(self.now.get() + self.step);
        self.now.get()
    }

    fn check(&mut self) -> Signal {
        Signal::GoOn
    }
}

#[test]
fn a_node_limit_is_kept_and_decides_alone_where_a_win_is_proven() {
    for (rule, position) in won() {
        for (nodes, count) in [
            (1, 1),
            (5, 3),
            (20, 1),
            (50, 3),
            (100, 1),
            (200, 2),
            (300, 3),
            (700, 1),
            (1_000, 2),
            (3_000, 3),
            (10_000, 3),
        ] {
            let limits = Limits { analysis: true, ..Limits::nodes(nodes) };
            let [slow, fast] = [Duration::from_nanos(1), Duration::from_millis(5)].map(|step| {
                let mut clock = SteppingClock { now: Cell::default(), step };
                let mut searcher = Searcher::new(1 << 24);
                let lines = best_lines(&mut searcher, &position, rule, &limits, count, &mut clock);
                lines.into_iter().map(|report| (report.line, report.score, report.nodes)).collect::<Vec<_>>()
            });
            assert_eq!(slow, fast, "{rule}, {nodes}, {count}");
            let searched = slow[0].2;
            assert!(searched <= nodes + 4, "{rule}, {nodes}, {count}: {searched}");
        }
    }
}
