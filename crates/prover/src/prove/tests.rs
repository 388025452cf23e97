//! Tests of the search for a proof.

use super::*;
use crate::work::ProofWorker;
use tengen_core::board::{BoardSize, notation};
use tengen_core::rules::opening::OpeningRule;
use tengen_core::rules::{Rule, Variant};

fn settings(size: BoardSize) -> Settings {
    let head = Head { rule: Rule::new(Variant::Freestyle), opening: None, size, moves: Vec::new() };
    Settings { head, first: None, time: Duration::MAX, memory: usize::MAX, guide: GuideMoves::default() }
}

/// A search from the empty board.
fn search(settings: &Settings) -> ProofSearch<'_> {
    let store = Store::new(&Setting::of(&settings.head));
    ProofSearch::new(settings, store, &Position::new(settings.head.size), Instant::now())
}

#[test]
fn a_transposition_is_one_position() {
    let size = BoardSize::FIFTEEN;
    let settings = settings(size);
    let mut search = search(&settings);
    let position = |moves: &str, symmetry| {
        let moves = notation::read(moves, size).unwrap().into_iter();
        Position::new(size).after_all(moves.map(|point| size.image(point, symmetry)))
    };
    let first = search.win(&position("h8i9g7j10", 0), None);
    let known = search.progress().positions;
    for symmetry in 0..8 {
        assert_eq!(search.win(&position("g7j10h8i9", symmetry), None), first);
    }
    assert_eq!(search.progress().positions, known);
    assert_ne!(search.win(&position("h8j10g7j9", 0), None), first);
}

/// A search from h8 under an opening rule.
fn settings_under(opening: OpeningRule) -> Settings {
    let plain = settings(BoardSize::FIFTEEN);
    let head = plain.head.under(opening).expect("no move breaks it");
    Settings { head, first: Some(BoardSize::FIFTEEN.centre()), ..plain }
}

#[test]
fn blacks_second_stone_obeys_the_opening_rule_after_a_reply_and_after_a_pass() {
    let size = BoardSize::FIFTEEN;
    let point = |name: &str| notation::read(name, size).unwrap()[0];
    for (opening, inside, outside) in [(OpeningRule::Pro, "j10", "k8"), (OpeningRule::LongPro, "k11", "l8")] {
        let settings = settings_under(opening);
        let mut search = search(&settings);
        let pass = search.moves[0].pass;
        let reply = search.win(&played(&search.position(pass), point("i9"), Colour::White), None);
        let moves: Vec<WorkCandidate> =
            [inside, outside].map(|name| WorkCandidate { point: point(name), win_rate: 0.9 }).into();
        let points = |search: &ProofSearch, at: WinId| -> Vec<Point> {
            search.wins[at].moves.iter().map(|&id| search.moves[id].point).collect()
        };
        for at in [pass, reply] {
            search.learn(&[at], WorkFound { moves: moves.clone(), ..WorkFound::default() });
            assert_eq!(points(&search, at), [point(outside)], "{opening}");
        }
        // Its third stone belongs anywhere.
        let later = search.moves[search.wins[pass].moves[0]].pass;
        search.learn(&[later], WorkFound { moves: moves[..1].to_vec(), ..WorkFound::default() });
        assert_eq!(points(&search, later), [point(inside)], "{opening}");
    }
}

#[test]
fn a_search_under_an_opening_rule_names_moves_outside_its_square() {
    for (opening, side) in [(OpeningRule::Pro, 5), (OpeningRule::LongPro, 7)] {
        let settings = settings_under(opening);
        let mut worker = ProofWorker::new(&Setting::of(&settings.head), 1 << 20);
        let mut search = search(&settings);
        for _ in 0..3 {
            let path = search.choose().expect("a position whose job is to be done");
            let found = worker.run(&search.job(&path), &|| false);
            search.learn(&path, found);
        }
        let is_second = |one: &&ProofMove| {
            let stones = search.wins[one.of].stones.iter();
            stones.filter(|(_, colour)| *colour == Colour::Black).count() == 1
        };
        let second: Vec<Point> = search.moves.iter().filter(is_second).map(|one| one.point).collect();
        let is_outside = |point: &Point| point.distance(BoardSize::FIFTEEN.centre()) > side / 2;
        assert!(!second.is_empty() && second.iter().all(is_outside), "{opening}: {second:?}");
    }
}

#[test]
fn what_is_searched_below_other_moves_than_the_best_is_wasted() {
    let size = BoardSize::FIFTEEN;
    let settings = settings(size);
    let mut search = search(&settings);
    let all = JOBS.len() as u64;
    assert_eq!(search.survey().disproof_number, all);
    let named = |name: &str, win_rate| WorkCandidate { point: notation::read(name, size).unwrap()[0], win_rate };
    let moves = vec![named("h8", 0.9), named("a1", 0.6)];
    search.learn(&[ROOT], WorkFound { moves, nodes: 100, ..WorkFound::default() });
    let [best, other] = [0, 1].map(|id| search.moves[id].pass);
    // Its other jobs, and all jobs of the positions after a pass
    assert_eq!(search.survey().disproof_number, all - 1 + 2 * all);
    for (at, nodes) in [(ROOT, 100), (best, 200), (other, 100)] {
        search.recent.add(Instant::now(), at, nodes);
    }
    assert_eq!(search.survey().wasted, 0.25);
    let later = Instant::now() + Duration::from_secs(3_601);
    search.recent.add(later, other, 300);
    assert_eq!(search.survey().wasted, 1.0);
}

#[test]
fn a_long_survey_serves_for_a_long_time() {
    let settings = settings(BoardSize::FIFTEEN);
    let mut search = search(&settings);
    assert_eq!(search.progress().wasted, 0.0);
    let last = search.last_survey.as_mut().expect("a survey");
    last.survey.wasted = 0.5;
    last.took = Duration::from_secs(2);
    last.ended = Instant::now().checked_sub(Duration::from_secs(11)).expect("a machine that runs for 11 seconds");
    assert_eq!(search.progress().wasted, 0.5);
    search.last_survey.as_mut().expect("a survey").took = Duration::from_millis(500);
    assert_eq!(search.progress().wasted, 0.0);
}
