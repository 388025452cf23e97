//! A lost side reports the loss but plays on: the opponent may err.

use tengen_common::random::Random;
use tengen_common::{Limits, LimitsOnly, Report};
use tengen_core::board::{BoardSize, Point, Position, notation};
use tengen_core::rules::{Outcome, Rule, judge};
use tengen_engine::search::Searcher;
use tengen_testkit::{ALL_RULES, FREESTYLE, after_move, after_moves, draw, legal_moves};

/// Node limits of a full search, and of a check whether a move loses at once.
const NODES: u64 = 40_000;
const FEW: u64 = 200;

fn lines(position: &Position, rule: Rule, nodes: u64, count: usize) -> Vec<Report> {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    Searcher::new(4 << 20).search_lines(position, rule, &limits, count, &mut LimitsOnly::new())
}

fn search(position: &Position, rule: Rule) -> Report {
    lines(position, rule, NODES, 1).remove(0)
}

/// The report shows a loss, and its move is legal.
fn assert_lost(position: &Position, rule: Rule, report: &Report) {
    assert!(report.score.loss_distance().is_some(), "{report:?}");
    let outcome = judge(position, report.best_move(), position.to_move(), rule);
    assert_eq!(outcome, Outcome::Open, "{report:?}");
}

/// Two open threes of the opponent that no single stone stops.
#[test]
fn two_open_threes_of_the_opponent_are_a_loss_and_not_even() {
    let theirs = [(2, 6), (3, 12), (12, 3), (13, 10), (1, 1), (14, 14)];
    let ours = [(6, 7), (7, 7), (8, 7), (4, 9), (4, 10), (4, 11)];
    let mut position = Position::new(BoardSize::FIFTEEN);
    for (own, other) in theirs.into_iter().zip(ours) {
        for (x, y) in [own, other] {
            position.play(Point::new(x, y), &mut ());
        }
    }
    let report = search(&position, FREESTYLE);
    assert_lost(&position, FREESTYLE, &report);
    assert!(report.depth >= 2 && report.depth < 20, "{report:?}");
    let stops = |p: Point| (p.y() == 7 && (4..=10).contains(&p.x())) || p.x() == 4;
    assert!(stops(report.best_move()), "{report:?} does nothing about a three");
}

const CROSSED: &str = "
    . . . . . . . . . . . . .
    . . . . . . . . . . . . .
    . . . . . . . . . . . . .
    . . . . . . . O O O . . .
    . . . . . . . . . . . . .
    . . . O . . . . . . . . .
    . . . O . . . X . . . . .
    . . . O . . . . . . . . .
    . . . . . . . . . . . . .
    . . . . . . . . . . . . X
    . . . . . . . . . . . . .
    . X . . . X . X . . . . .
    . . . . . . . . . . . . .";

#[test]
fn a_lost_root_is_reported_under_every_rule_and_with_several_lines() {
    let drawing = draw(CROSSED);
    for rule in ALL_RULES {
        assert_lost(&drawing.position, rule, &search(&drawing.position, rule));
        let lines = lines(&drawing.position, rule, NODES, 3);
        assert_eq!(lines.len(), 3, "{rule:?}");
        for report in &lines {
            assert_lost(&drawing.position, rule, report);
        }
    }
}

/// A lost side may make its own four, but the score stays a loss.
#[test]
fn own_fours_only_put_the_loss_off() {
    let drawing = draw(&CROSSED.replace(". X . . . X . X", "O X X X . . . ."));
    let report = search(&drawing.position, FREESTYLE);
    assert_lost(&drawing.position, FREESTYLE, &report);
}

/// Whether the opponent wins after every move, according to searches.
fn every_move_loses(position: &Position, rule: Rule) -> bool {
    let moves = legal_moves(position, rule);
    moves.into_iter().all(|point| {
        let after = after_move(position, point);
        let decided = judge(position, point, position.to_move(), rule) != Outcome::Open;
        !decided && lines(&after, rule, FEW, 1)[0].score.win_distance().is_some()
    })
}

#[test]
fn a_root_of_which_every_move_loses_is_lost() {
    let mut random = Random::new(11);
    let mut lost = 0;
    for number in 0..800 {
        let rule = ALL_RULES[number % ALL_RULES.len()];
        let Some(position) = scattered(&mut random, rule) else { continue };
        if !every_move_loses(&position, rule) {
            continue;
        }
        let report = search(&position, rule);
        // A single reply to a four is played without a search.
        if report.depth > 1 && report.score.win_distance().is_none() {
            lost += 1;
            assert_lost(&position, rule, &report);
        }
    }
    assert!(lost > 20, "{lost}");
}

/// A random position on a small board, dense enough for threats; the game is not over.
fn scattered(random: &mut Random, rule: Rule) -> Option<Position> {
    let size = BoardSize::square(9).expect("a board");
    let mut position = Position::new(size);
    for _ in 0..24 {
        let points: Vec<Point> = position.empty_points().collect();
        let point = *random.choose(&points)?;
        if judge(&position, point, position.to_move(), rule) != Outcome::Open {
            return None;
        }
        position.play(point, &mut ());
    }
    Some(position)
}

/// The example of `tengen analyse`: Black threatens a five, and has a VCF after the single reply.
const FORCED: &str = "i8h8g9i9g7k6f8h10g6g8h7f5h6e9i7j7e7f7d6";

fn position_after(moves: &str) -> Position {
    after_moves(BoardSize::FIFTEEN, moves)
}

#[test]
fn a_single_reply_is_worth_what_comes_behind_it() {
    let position = position_after(FORCED);
    let limits = Limits { nodes: Some(100_000), analysis: true, ..Limits::default() };
    for count in [1, 3] {
        let mut searcher = Searcher::new(4 << 20);
        let lines = searcher.search_lines(&position, FREESTYLE, &limits, count, &mut LimitsOnly::new());
        let [report] = lines.as_slice() else { panic!("there is one reply: {lines:?}") };
        assert_eq!(notation::write(report.best_move(), position.size()), "c5");
        let distance = report.score.loss_distance();
        assert!(distance.is_some_and(|plies| plies <= 8), "{report:?}");
    }
}

/// In a game such a reply is played at once; its score comes from earlier searches.
#[test]
fn after_a_reported_loss_a_forced_reply_is_scored_as_lost() {
    let mut position = position_after(FORCED);
    let mut searcher = Searcher::new(4 << 20);
    let mut search = |position: &Position, analysis: bool| {
        let limits = Limits { nodes: Some(100_000), analysis, ..Limits::default() };
        let report = searcher.search(position, FREESTYLE, &limits, &mut LimitsOnly::new());
        report.expect("a move")
    };
    let mut report = search(&position, true);
    let mut at_once = 0;
    while report.line.len() > 1 {
        assert_lost(&position, FREESTYLE, &report);
        report.line[..2].iter().for_each(|&point| position.play(point, &mut ()));
        let reply = search(&position, false);
        assert_eq!(reply.score, report.score.after(2));
        at_once += usize::from(reply.nodes < 10);
        report = reply;
    }
    assert!(at_once > 0, "a four was made on the way");
}

/// A four that no search expected: what the only reply is worth is not known without a search.
#[test]
fn the_only_reply_to_an_unexpected_four_has_no_score() {
    let mut searcher = Searcher::new(4 << 20);
    let mut search = |position: &Position, analysis: bool| {
        let limits = Limits { analysis, ..Limits::nodes(2000) };
        let report = searcher.search(position, FREESTYLE, &limits, &mut LimitsOnly::new());
        report.expect("a move")
    };
    let four = position_after("h8g8i8a1j8c2k8");
    let reply = search(&four, false);
    assert!(reply.is_forced() && reply.nodes < 10, "{reply:?}");
    assert_eq!(notation::write(reply.best_move(), four.size()), "l8");
    assert!(!search(&four, true).is_forced(), "an analysis searches it");
}
