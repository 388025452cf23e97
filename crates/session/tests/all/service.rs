//! The search service of user interfaces: its tasks end with one event, and a new task replaces the previous one.

use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;
use tengen_common::Limits;
use tengen_core::board::{BoardSize, Position};
use tengen_core::rules::Rule;
use tengen_engine::eval::net::Networks;
use tengen_session::level::LEVELS;
use tengen_session::service::{Event, Judged, Outcome, Reviewed, Service, Settings, Task, Work};
use tengen_testkit::{FREESTYLE, after_moves};

type Events = Receiver<(&'static str, Event)>;

fn service() -> (Service<&'static str>, Events) {
    let (sender, events) = channel();
    let networks = Networks::built_in();
    let settings = Settings { networks, memory: 1 << 20, pool: None, threads: 1, ponder: true, seed: 1 };
    let service = Service::start("search", settings, move |_, &tag, event| {
        let _ = sender.send((tag, event)); // fails at the end of the test
    });
    (service.expect("a thread"), events)
}

fn task(position: &Position, work: Work) -> Task {
    Task::new(position.clone(), FREESTYLE, work)
}

fn position(moves: &str) -> Position {
    after_moves(BoardSize::square(15).unwrap(), moves)
}

/// An analysis without limits.
fn endless() -> Work {
    Work::Lines(2)
}

fn next(events: &Events) -> (&'static str, Event) {
    events.recv_timeout(Duration::from_secs(60)).expect("an event")
}

/// The first event that is no progress report.
fn end(events: &Events) -> (&'static str, Event) {
    let mut all = std::iter::repeat_with(|| next(events));
    all.find(|(_, event)| !matches!(event, Event::Lines(_))).expect("endless")
}

#[test]
fn a_new_task_replaces_the_previous_one() {
    let (mut service, events) = service();
    let position = position("h8i9g7");
    let first = service.begin(task(&position, endless()), "analysis");
    assert!(matches!(next(&events), ("analysis", Event::Lines(_))));
    let work = Work::Move { level: LEVELS[3], seed: None };
    let second = service.begin(task(&position, work), "move");
    assert_eq!((first, second), (1, 2));
    let (tag, event) = end(&events);
    let Event::Done(Outcome::Move(Some(choice))) = event else { panic!("{event:?}") };
    assert_eq!(tag, "move");
    assert!(position.is_empty(choice.point));
}

#[test]
fn a_hurried_analysis_ends_with_its_lines() {
    let (mut service, events) = service();
    service.begin(task(&position("h8i9g7"), endless()), "analysis");
    next(&events);
    service.hurry();
    let (_, event) = end(&events);
    let Event::Done(Outcome::Lines(lines)) = event else { panic!("{event:?}") };
    assert_eq!(lines.len(), 2);
}

#[test]
fn a_forgotten_task_ends_without_an_event() {
    let (mut service, events) = service();
    service.begin(task(&position("h8i9g7"), endless()), "analysis");
    next(&events);
    service.forget();
    drop(service);
    assert!(events.iter().all(|(_, event)| matches!(event, Event::Lines(_))));
}

/// While Tengen ponders its last move, it takes the next task at once.
#[test]
fn pondering_ends_with_the_next_task() {
    let (mut service, events) = service();
    let position = position("h8i9g7");
    let (work, limits) = (Work::Move { level: LEVELS[7], seed: None }, Limits::time(Duration::from_millis(50)));
    let task = Task { limits, ..task(&position, work) };
    for tag in ["first", "second"] {
        service.begin(task.clone(), tag);
        let (whose, event) = end(&events);
        assert!(whose == tag && matches!(event, Event::Done(Outcome::Move(Some(_)))), "{event:?}");
    }
}

/// Black completes a row at 0:0, 0:1 and 0:2.
#[test]
fn a_review_of_a_continuous_game_knows_the_points() {
    let (mut service, events) = service();
    let rule = Rule { continuous: true, ..FREESTYLE };
    let mut rates = [0, -1, -2].map(|lead| {
        let position = position("a1a6b1d8c1j10d1l5");
        let game = vec![Reviewed { position: Some(position.clone()), lead, played: None }];
        let limits = Limits::nodes(500);
        service.begin(Task { lead, limits, ..Task::new(position, rule, Work::Review(game)) }, "review");
        let (_, Event::Judged(Judged { report: Some(report), .. })) = next(&events) else {
            panic!("a position is judged");
        };
        assert!(matches!(next(&events), (_, Event::Done(Outcome::Review))));
        report.win_rate
    });
    assert!((rates[1] - 0.5).abs() < 0.001, "{rates:?}");
    rates.reverse();
    assert!(rates.is_sorted() && rates[2] < 0.9, "{rates:?}");
}

/// Black has an open three, and it is black's turn only after the last move.
#[test]
fn a_review_goes_from_the_last_position_to_the_first() {
    let (mut service, events) = service();
    let moves = "h8a1i8a15j8o1";
    let stones = position(moves).stones().to_vec();
    let mut position = position("");
    let mut game = Vec::new();
    for stone in stones {
        game.push(Reviewed { position: Some(position.clone()), lead: 0, played: Some(stone.point) });
        position.play(stone.point, &mut ());
    }
    game.push(Reviewed { position: Some(position.clone()), lead: 0, played: None });
    service.begin(Task { limits: Limits::nodes(500), ..task(&position, Work::Review(game)) }, "review");
    for after in (0..=6).rev() {
        let (_, event) = next(&events);
        let Event::Judged(Judged { after: number, report: Some(report), verdict }) = event else { panic!("{event:?}") };
        assert_eq!(verdict.is_some(), after < 6);
        assert_eq!(number, after);
        assert_eq!(report.score.win_distance().is_some(), after == 6, "after {after}");
    }
    assert!(matches!(next(&events), (_, Event::Done(Outcome::Review))));
}
