//! The searcher's public behaviour: it finds wins, is reproducible, respects its limits, and fills a board to the
//! last point.

use std::collections::HashSet;
use std::time::Duration;
use tengen_common::time::TimePlan;
use tengen_common::{Limits, Report, Score, SearchCallback, Signal};
use tengen_core::board::{BoardSize, Colour, Point, Position, diagram};
use tengen_core::rules::{Outcome, Rule, judge};
use tengen_engine::search::{Balance, Goal, Searcher};
use tengen_testkit::positions::{Expect, fours};
use tengen_testkit::{FREESTYLE, PLAIN_RULES, RENJU, after_moves};

const MEMORY: usize = 4 << 20;

/// A clock that advances by a microsecond each time it is read, and a signal to send from some poll on.
struct FakeClock {
    now: std::cell::Cell<Duration>,
    signal: Signal,
    from: u64,
    checks: u64,
}

impl FakeClock {
    fn new(signal: Signal) -> FakeClock {
        FakeClock { now: Duration::ZERO.into(), signal, from: 0, checks: 0 }
    }

    /// Requests the move at this poll.
    fn impatient(from: u64) -> FakeClock {
        FakeClock { from, ..FakeClock::new(Signal::MoveNow) }
    }
}

impl SearchCallback for FakeClock {
    fn elapsed(&self) -> Duration {
        self.now.set(self.now.get() + Duration::from_micros(1));
        self.now.get()
    }

    fn check(&mut self) -> Signal {
        self.checks += 1;
        if self.checks < self.from { Signal::GoOn } else { self.signal.clone() }
    }
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

fn search(position: &Position, rule: Rule, limits: &Limits) -> Option<Report> {
    let mut clock = FakeClock::new(Signal::GoOn);
    Searcher::new(MEMORY).search(position, rule, limits, &mut clock)
}

fn played(moves: &str) -> Position {
    after_moves(BoardSize::FIFTEEN, moves)
}

#[test]
fn known_wins_are_found() {
    for known in fours() {
        for (rule, expect) in known.cases {
            let Expect::WinInPlies(plies, _) = expect else { continue };
            let position = &known.drawing.position;
            let report = search(position, rule, &nodes(100_000)).unwrap();
            let distance = report.score.win_distance();
            assert!(
                distance.is_some_and(|found| found >= plies.min(3) as u32 || plies == 1),
                "{} under {rule:?}: {report:?}",
                known.name
            );
        }
    }
}

/// Black, to move, has a VCT but no VCF.
///
/// ```text
/// 13 . . . . O X X X . .
/// 12 . . . . . . . . . X
/// 11 . . . . . X . . O X
/// 10 . . . . . O . O . O
///  9 . . . . . . O . . .
///    a b c d e f g h i j
/// ```
const WON_BY_THREATS: &str = "f11g9h13h10f13i11j12f10g13e13j11j10";

#[test]
fn a_win_by_threats_is_seen_at_once_and_never_let_go() {
    let mut position = played(WON_BY_THREATS);
    let mut clock = FakeClock::new(Signal::GoOn);
    let mut searcher = Searcher::new(MEMORY);
    // A sixteenth of the nodes is enough for the solver, while alpha-beta alone would not find the win.
    let limits = nodes(20_000);
    for _ in 0..12 {
        let report = searcher.search(&position, FREESTYLE, &limits, &mut clock).unwrap();
        let drawing = diagram::write(&position);
        assert!(report.score.win_distance().is_some(), "{drawing}{report:?}");
        let outcome = judge(&position, report.best_move(), Colour::Black, FREESTYLE);
        position.play(report.best_move(), &mut ());
        match (outcome, report.line.get(1)) {
            (Outcome::Five(_), _) => return,
            (Outcome::Open, Some(&reply)) => position.play(reply, &mut ()),
            (Outcome::Open, None) => {
                let reply = search(&position, FREESTYLE, &nodes(2_000)).unwrap().best_move();
                position.play(reply, &mut ());
            }
            other => panic!("{other:?}"),
        }
    }
    panic!("the five never came");
}

#[test]
fn against_a_win_that_is_threatened_only_what_may_spoil_it_is_searched() {
    // White to move: the same stones, and a distant white one.
    let position = played(&format!("{WON_BY_THREATS}a1"));
    let report = search(&position, FREESTYLE, &nodes(40_000)).unwrap();
    let passed = position.after(report.best_move());
    let reply = search(&passed, FREESTYLE, &nodes(40_000)).unwrap();
    let plies = reply.score.win_distance();
    assert!(plies.is_none_or(|plies| plies > 9), "{report:?}, {reply:?}");
}

/// Collects all reports, and requests the move after this many.
struct Onlooker {
    reports: Vec<Report>,
    patience: usize,
}

impl SearchCallback for Onlooker {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }

    fn check(&mut self) -> Signal {
        match self.reports.len() < self.patience {
            true => Signal::GoOn,
            false => Signal::MoveNow,
        }
    }

    fn report(&mut self, report: &Report) {
        self.reports.push(report.clone());
    }
}

/// The reports of a search stopped after this many, and its result.
fn reports(position: &Position, patience: usize) -> Vec<Report> {
    let reports = vec![];
    let mut onlooker = Onlooker { reports, patience };
    let mut searcher = Searcher::new(MEMORY);
    let last = searcher.search(position, FREESTYLE, &nodes(30_000), &mut onlooker);
    onlooker.reports.extend(last);
    onlooker.reports
}

/// A search that has to move now searches up to 2,000 positions all the same.
const LEAST_NODES: u64 = 2_500;

/// Regression: a search kept a lost move while the winning one failed high repeatedly, and was stopped there.
#[test]
fn a_move_that_fails_high_is_kept_when_the_search_is_cut_off() {
    let mut seen = 0;
    for moves in ["h8i9g7i7", "h8h9i8g8j8f8", "h8i9j8i7h6g9", "h8i8h9h10g8i10", "h8g9i9g7g8i8h7", "g7h8i9i8h9g8g9"] {
        let position = played(moves);
        let all = reports(&position, usize::MAX);
        let failed_high = |i: &usize| {
            let changed = all[i - 1].best_move() != all[*i].best_move();
            changed && all[i + 1].depth == all[*i].depth && all[*i].nodes > LEAST_NODES
        };
        for at in (1..all.len().saturating_sub(2)).filter(failed_high) {
            let cut_off = reports(&position, at + 1);
            let last = cut_off.last().expect("a move");
            assert_eq!(last.best_move(), all[at].best_move(), "{moves} {at}");
            seen += 1;
        }
    }
    assert!(seen > 0, "no move failed high");
}

#[test]
fn the_same_limits_give_the_same_tree() {
    for rule in PLAIN_RULES {
        let position = played("h8i9g9h10i8h9");
        let reports = [0, 1].map(|_| search(&position, rule, &nodes(20_000)).unwrap());
        let [a, b] = reports.map(|r| (r.nodes, r.depth, r.score, r.line));
        assert_eq!(a, b);
    }
}

/// Quiet positions, and one with a win that is proven before the search.
const STARTS: [&str; 4] = ["h8", "h8i9g7i7j10", "h8h14i8c14j8", "h8a1i8c1j8e1"];

fn found_afresh(searcher: &mut Searcher, moves: &str, limits: &Limits) -> Vec<(Vec<Point>, u64)> {
    searcher.start_afresh();
    let watch = &mut FakeClock::new(Signal::GoOn);
    let found = searcher.search_lines(&played(moves), FREESTYLE, limits, 2, watch);
    found.into_iter().map(|report| (report.line, report.nodes)).collect()
}

#[test]
fn a_search_that_starts_afresh_does_not_depend_on_earlier_ones() {
    const MEMORY: usize = 64 << 20;
    let limits = [300, 3_000, 30_000].map(|nodes| Limits { analysis: true, ..Limits::nodes(nodes) });
    let tasks = STARTS.iter().flat_map(|moves| limits.iter().map(|limits| (*moves, limits)));
    let mut tasks: Vec<_> = tasks.collect();
    let mut searcher = Searcher::new(MEMORY);
    for start in &STARTS[..3] {
        for &(moves, limits) in &tasks {
            let alone = found_afresh(&mut Searcher::new(MEMORY), moves, limits);
            assert_eq!(found_afresh(&mut searcher, moves, limits), alone, "{moves}, {limits:?}");
        }
        tasks.rotate_left(5);
        // A search that takes all the memory, and one in another game.
        let watch = &mut FakeClock::new(Signal::GoOn);
        searcher.search(&played(start), FREESTYLE, &Limits::depth(6), watch);
        searcher.search(&played("h8h9"), RENJU, &limits[0], watch);
    }
}

#[test]
fn searchers_of_a_group_know_what_another_has_searched() {
    let position = played("h8i9g7i7j10");
    let mut cost = |searcher: &mut Searcher| {
        let watch = &mut FakeClock::new(Signal::GoOn);
        searcher.search(&position, FREESTYLE, &Limits::depth(10), watch).unwrap().nodes
    };
    let mut group = Searcher::group(3, 64 << 20);
    let nodes: Vec<u64> = group.iter_mut().map(&mut cost).collect();
    assert!(nodes[1..].iter().all(|&later| 3 * later < 2 * nodes[0]), "{nodes:?}");
    let own = cost(&mut Searcher::new(64 << 20));
    assert!(2 * own > nodes[0], "{own}, {nodes:?}");
}

/// Solvers count the node at which they notice that their share is used up.
#[test]
fn the_node_limit_of_an_analysis_is_kept_to_four_nodes() {
    for moves in STARTS {
        for limit in [1, 2, 5, 127, 128, 129, 1_000, 5_000] {
            for count in [1, 3] {
                let limits = Limits { analysis: true, ..nodes(limit) };
                let found = lines(&played(moves), FREESTYLE, &limits, count);
                let over = found[0].nodes.saturating_sub(limit);
                assert!(over <= 4, "{moves}, {limit}, {count}: {}", found[0].nodes);
            }
        }
    }
}

#[test]
fn bounds_of_nodes_and_depth_are_kept() {
    let position = played("h8i9g9h10i8h9");
    let report = search(&position, FREESTYLE, &nodes(5_000)).unwrap();
    assert!((4_000..6_000).contains(&report.nodes), "{}", report.nodes);
    assert_eq!(search(&position, FREESTYLE, &to_depth(3)).unwrap().depth, 3);
}

#[test]
fn the_clock_and_the_callback_end_a_search() {
    let position = played("h8i9g9h10i8h9");
    let limits = Limits { time: Some(TimePlan::fixed(Duration::from_micros(500))), ..Limits::default() };
    let elapsed = || search(&position, FREESTYLE, &limits).unwrap().elapsed;
    let in_time = (0..10).any(|_| elapsed() < Duration::from_millis(2)); // the machine may be busy
    assert!(in_time);
    for signal in [Signal::MoveNow, Signal::Abandon] {
        let mut clock = FakeClock::new(signal.clone());
        let report = Searcher::new(MEMORY).search(&position, RENJU, &Limits::default(), &mut clock).unwrap();
        assert!(position.is_empty(report.best_move()));
        // "Move now" still allows a few nodes; a cancelled search needs none.
        let most = match signal {
            Signal::MoveNow => 2_200,
            _ => 200,
        };
        assert!(report.nodes < most, "{}", report.nodes);
    }
}

/// 5×5 boards are filled completely, and nothing is played on a full board.
#[test]
fn a_small_board_is_filled_to_the_end() {
    for rule in PLAIN_RULES {
        let mut position = Position::new(BoardSize::square(5).unwrap());
        let mut searcher = Searcher::new(MEMORY);
        let outcome = loop {
            let mut clock = FakeClock::new(Signal::GoOn);
            let report = searcher.search(&position, rule, &nodes(3_000), &mut clock);
            let point = report.expect("a legal move").best_move();
            match judge(&position, point, position.to_move(), rule) {
                Outcome::Open => position.play(point, &mut ()),
                outcome => break outcome,
            }
        };
        assert_eq!(outcome, Outcome::Draw, "{rule:?}");
        let last = position.empty_points().next().unwrap();
        position.play(last, &mut ());
        let mut clock = FakeClock::new(Signal::GoOn);
        let full = searcher.search(&position, rule, &nodes(3_000), &mut clock);
        assert!(full.is_none());
        assert_eq!(position.to_move(), Colour::White);
    }
}

/// After White's `b` only `a` is left for Black, where it would make an overline.
#[test]
fn a_last_point_that_is_forbidden_is_a_loss() {
    let drawing = tengen_testkit::draw(
        "X X O # O X X
         O O X # X O O
         X X X a X X X
         O O X # X O O
         X O O O X b O",
    );
    let (a, b) = (drawing.mark('a'), drawing.mark('b'));
    let mut position = drawing.position;
    assert!(tengen_core::rules::forbidden_at(&position, a, RENJU).is_some());
    position.set_to_move(Colour::White);
    let report = search(&position, RENJU, &nodes(1_000)).unwrap();
    assert_eq!(report.best_move(), b);
    assert!(report.score.win_distance().is_some(), "{report:?}");
}

fn lines(position: &Position, rule: Rule, limits: &Limits, count: usize) -> Vec<Report> {
    let mut clock = FakeClock::new(Signal::GoOn);
    Searcher::new(MEMORY).search_lines(position, rule, limits, count, &mut clock)
}

#[test]
fn several_lines_begin_differently_and_come_in_order() {
    for rule in PLAIN_RULES {
        let position = played("h8i9g9h10i8h9");
        let found = lines(&position, rule, &nodes(60_000), 4);
        assert_eq!(found.len(), 4);
        for pair in found.windows(2) {
            assert!(pair[0].score >= pair[1].score, "{found:?}");
        }
        let mut moves: Vec<_> = found.iter().map(|report| report.best_move()).collect();
        moves.sort();
        moves.dedup();
        assert_eq!(moves.len(), 4, "{found:?}");
        assert!((50_000..61_000).contains(&found[0].nodes));
    }
}

/// A VCF is found before any line is searched; the second line is the best other move.
#[test]
fn a_win_and_what_there_is_besides() {
    let mut seen = 0;
    for known in fours() {
        for (rule, expect) in known.cases {
            if !matches!(expect, Expect::WinInPlies(5.., _)) {
                continue;
            }
            let found = lines(&known.drawing.position, rule, &nodes(20_000), 2);
            let [first, second] = &found[..] else {
                assert_eq!(found[0].nodes, 1, "it was seen at sight: {}", known.name);
                continue;
            };
            assert!(first.score.win_distance().is_some(), "{first:?}");
            assert_ne!(first.best_move(), second.best_move(), "{}", known.name);
            assert!(second.score <= first.score, "{}", known.name);
            seen += 1;
        }
    }
    assert!(seen > 0);
}

/// Four points are left: there are no more lines than legal moves, and each is one of them.
#[test]
fn there_are_no_more_lines_than_moves() {
    let drawing = tengen_testkit::draw(
        "X O X O X
         X O X O X
         O X O X O
         O X . . O
         X O . . X",
    );
    let found = lines(&drawing.position, FREESTYLE, &nodes(20_000), 9);
    let mut moves: Vec<_> = found.iter().map(|report| report.best_move()).collect();
    moves.sort();
    assert_eq!(moves, drawing.position.empty_points().collect::<Vec<_>>());
}

/// The move that a search found last may have failed high; its line has the expected replies all the same.
#[test]
fn a_line_goes_on_after_a_move_that_failed_high() {
    let games = [
        "n10k7m5l11j7h8m8l6k13j8k8l9i9k5j6h6m7m6h5j4m11l12l10m10g5g4k3f8j2i3h2l4i2k2l5h9",
        "e10g12k15e14k10j12h11g11g10i12h12h10i11g13f12j11j13j8i9l10k11",
        "h8h9e11i9g9f10i10f8g11f11f9g12h13d10e10e9g7",
        "c6f8h9e9c10b12g8f7f9e10e7g11e11g12f10d12c11f11h13f12e12f13h11g7h6h10",
    ];
    for (game, count) in games.into_iter().flat_map(|game| [5_000, 20_000].map(|count| (game, count))) {
        let report = search(&played(game), FREESTYLE, &nodes(count)).unwrap();
        assert!(report.line.len() > 1, "{report:?}");
    }
}

#[test]
fn one_line_is_the_usual_search() {
    let position = played("h8i9g9h10i8h9");
    let alone = search(&position, RENJU, &nodes(20_000)).unwrap();
    let one = &lines(&position, RENJU, &nodes(20_000), 1)[0];
    assert_eq!((one.nodes, &one.line), (alone.nodes, &alone.line));
}

/// If the move is requested during the replay of a win, the win's first move is played although it is unproven.
#[test]
fn a_win_is_played_even_if_its_replay_is_broken_off() {
    let position = played(WON_BY_THREATS);
    // With a clock, so that "move now" takes effect.
    let limits = Limits { time: Some(TimePlan::fixed(Duration::from_secs(60))), ..nodes(20_000) };
    let search = |mut clock: FakeClock| {
        let report = Searcher::new(MEMORY).search(&position, FREESTYLE, &limits, &mut clock);
        (report.expect("a move"), clock.checks)
    };
    let (won, checks) = search(FakeClock::new(Signal::GoOn));
    assert!(won.score.win_distance().is_some(), "{won:?}");
    let (hurried, _) = search(FakeClock::impatient(checks));
    assert_eq!(hurried.score.win_distance(), None);
    assert_eq!(hurried.best_move(), won.best_move());
    assert_ne!(search(FakeClock::impatient(1)).0.best_move(), won.best_move());
}

fn balance(position: &Position, rule: Rule, wish: Balance, limits: &Limits) -> Option<Report> {
    let mut clock = FakeClock::new(Signal::GoOn);
    Searcher::new(MEMORY).find(Goal::Balance(wish), position, rule, limits, &mut clock).pop()
}

/// The value for the side to move after these stones, by another search.
fn value_after(position: &Position, stones: &[Point], limits: &Limits) -> i32 {
    search(&position.clone().after_all(stones), FREESTYLE, limits).unwrap().score.value()
}

fn to_depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

/// Searches of depth 1 see nearly the same whatever was searched before, so the stone can be compared with all others.
#[test]
fn a_balance_is_the_stone_nearest_to_the_wish() {
    for moves in ["h8i9g7i7j10", "h8h9j8g7", "h8i8g9j7i10h10"] {
        let position = played(moves);
        let depth = to_depth(1);
        let after_one = |point| -value_after(&position, &[point], &depth);
        let values: Vec<i32> = position.empty_points().map(after_one).collect();
        for value in [0, -400, 250] {
            let wish = Balance { pair: false, value };
            let found = balance(&position, FREESTYLE, wish, &depth).unwrap();
            let distance = (found.score.value() - value).abs();
            let nearest = values.iter().map(|v| (v - value).abs()).min().unwrap();
            assert!(distance <= nearest + 20, "{moves}, {wish:?}: {nearest}, {found:?}");
            let check = after_one(found.line[0]);
            assert!(check.signum() * value.signum() >= 0, "{moves}, {wish:?}: {check}, {found:?}");
        }
        let pair = Balance { pair: true, value: 0 };
        let found = balance(&position, FREESTYLE, pair, &depth).unwrap();
        let check = value_after(&position, &found.line[..2], &depth);
        let value = found.score.value();
        assert!(value.abs() <= 20 && check.abs() <= 100, "{moves}: {check}, {found:?}");
    }
}

#[test]
fn a_deep_balance_is_near_to_the_wish() {
    let position = played("h8i9g7i7j10");
    let after_one = |point| -value_after(&position, &[point], &to_depth(5));
    let values: Vec<i32> = position.empty_points().map(after_one).collect();
    for (pair, value) in [(false, 0), (false, -300), (true, 0)] {
        let wish = Balance { pair, value };
        let found = balance(&position, FREESTYLE, wish, &to_depth(11)).unwrap();
        let distance = (found.score.value() - value).abs();
        // A single stone comes as close as the best of all, as far as two searches agree; among the many pairs there
        // is always a close one.
        let nearest = values.iter().map(|v| (v - value).abs()).min().unwrap();
        let most = if pair { 20 } else { nearest + 50 };
        assert!(distance <= most, "{wish:?}: {nearest}, {found:?}");
    }
}

#[test]
fn a_balance_decides_nothing_and_keeps_to_the_rules() {
    // Black has a four and could win; the forbidden points are g8 and others.
    let position = played("h8a1i8c1j8e1h9o1h10o3k8o5");
    for (rule, pair) in [(FREESTYLE, false), (RENJU, false), (RENJU, true)] {
        let wish = Balance { pair, value: 0 };
        let found = balance(&position, rule, wish, &nodes(5_000)).unwrap();
        let mut after = position.clone();
        for &stone in &found.line[..1 + pair as usize] {
            let outcome = judge(&after, stone, after.to_move(), rule);
            assert_eq!(outcome, Outcome::Open, "{found:?}");
            after.play(stone, &mut ());
        }
    }
    let mut limits = nodes(5_000);
    let wish = Balance { pair: false, value: 0 };
    let first = balance(&position, FREESTYLE, wish, &limits).unwrap().best_move();
    limits.blocked.insert(first);
    let second = balance(&position, FREESTYLE, wish, &limits).unwrap().best_move();
    assert_ne!(first, second);
}

#[test]
fn an_empty_board_is_analysed_and_not_just_called_even() {
    for size in [BoardSize::FIFTEEN, BoardSize::new(9, 12).unwrap()] {
        let position = Position::new(size);
        let limits = Limits { nodes: Some(20_000), analysis: true, ..Limits::default() };
        let mut searcher = Searcher::new(4 << 20);
        let lines = searcher.search_lines(&position, FREESTYLE, &limits, 4, &mut FakeClock::new(Signal::GoOn));
        assert_eq!(lines.len(), 4, "{lines:?}");
        assert!(lines[0].depth >= 4, "{lines:?}");
        assert!(lines[0].score.value() > 0, "the first stone is worth something: {lines:?}");
        let images = |report: &Report| size.images(report.best_move()).min();
        let kinds: HashSet<_> = lines.iter().map(images).collect();
        assert_eq!(kinds.len(), 4, "turned and mirrored they are one move: {lines:?}");
        let is_near = |report: &Report| report.best_move().distance(size.centre()) <= 2;
        assert!(lines.iter().all(is_near), "{lines:?}");
        let at_once = Limits { depth: Some(1), analysis: true, ..Limits::default() };
        let first = searcher.search(&position, FREESTYLE, &at_once, &mut FakeClock::new(Signal::GoOn));
        assert!(first.is_some());
    }
}

#[test]
fn a_first_stone_far_from_the_centre_is_found_if_the_others_are_blocked() {
    let size = BoardSize::FIFTEEN;
    let (near, far): (Vec<_>, Vec<_>) = size.points().partition(|point| point.distance(size.centre()) <= 2);
    let limits = Limits { blocked: near.into_iter().collect(), analysis: true, ..nodes(500) };
    let mut searcher = Searcher::new(4 << 20);
    let clock = &mut FakeClock::new(Signal::GoOn);
    let found = searcher.search(&Position::new(size), FREESTYLE, &limits, clock).unwrap();
    assert!(far.contains(&found.best_move()), "{found:?}");
}

/// One point is left, so every iteration takes no time.
#[test]
fn a_depth_without_end_ends_with_the_board() {
    let mut position = diagram::read(
        "X X O O X
         O O X X O
         X X O O X
         O O X X O
         X X O O .",
    )
    .expect("a board")
    .position;
    position.set_to_move(Colour::Black);
    let limits = Limits { analysis: true, ..to_depth(u32::MAX) };
    let report = search(&position, FREESTYLE, &limits).expect("a move");
    assert_eq!((report.best_move(), report.score), (Point::new(4, 4), Score::DRAW));
}
