//! The search service of user interfaces: its tasks end with one event, and a new task replaces the previous one.

use serde::Serialize;
use serde::de::DeserializeOwned;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;
use tengen_certificate::ProofBook;
use tengen_common::random::Random;
use tengen_common::{Limits, Score, Shortening, StopRequest};
use tengen_core::board::{BoardSize, Point, Position};
use tengen_core::rules::Rule;
use tengen_core::rules::opening::{Opening, OpeningRule};
use tengen_engine::eval::net::Networks;
use tengen_engine::search::Balance;
use tengen_engine::study::review::Reason;
use tengen_engine::study::{Finding, Means, Solution, easy_win};
use tengen_engine::threat::proof::Plan;
use tengen_session::level::{Choice, LEVELS, Level};
use tengen_session::service::{Event, Judged, Outcome, Reviewed, Runner, Service, Settings, Task, Work};
use tengen_testkit::{FREESTYLE, RENJU, after_moves};

fn settings() -> Settings {
    Settings { ponder: true, seed: 1, ..Settings::new(&Networks::built_in(), 1 << 20, 1) }
}

type Events = Receiver<(&'static str, Event)>;

fn service() -> (Service<&'static str>, Events) {
    let (sender, events) = channel();
    let service = Service::start("search", settings(), move |_, &tag, event| {
        let _ = sender.send((tag, event)); // fails at the end of the test
    });
    (service.expect("a thread"), events)
}

fn task(position: &Position, work: Work) -> Task {
    Task::new(position.clone(), FREESTYLE, work)
}

fn position(moves: &str) -> Position {
    after_moves(BoardSize::FIFTEEN, moves)
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

/// A task that wants it is pondered by a runner that does not ponder otherwise.
#[test]
fn a_task_is_pondered_if_it_wants() {
    let position = position("h8i9g7");
    let (work, limits) = (Work::Move { level: LEVELS[7], seed: None }, Limits::time(Duration::from_millis(50)));
    let mut runner = Runner::new(Settings::new(&Networks::built_in(), 1 << 20, 1));
    let mut asked_after = |ponder| {
        let task = Task { limits: limits.clone(), ponder, ..task(&position, work.clone()) };
        let (done, asked) = (Cell::new(false), Cell::new(0));
        let mut request = || {
            asked.set(asked.get() + usize::from(done.get()));
            if asked.get() > 10 { StopRequest::Abandon } else { StopRequest::GoOn }
        };
        runner.run(&task, &mut request, &mut |event| done.set(done.get() || matches!(event, Event::Done(_))));
        asked.get()
    };
    assert_eq!(asked_after(false), 0);
    assert!(asked_after(true) > 10);
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

/// What a review says of the positions of a game, from the first to the last.
fn reviewed(runner: &mut Runner, moves: &str, nodes: u64) -> Vec<Judged> {
    let (mut at, mut game) = (position(""), Vec::new());
    for stone in position(moves).stones() {
        game.push(Reviewed { position: Some(at.clone()), lead: 0, played: Some(stone.point) });
        at.play(stone.point, &mut ());
    }
    game.push(Reviewed { position: Some(at.clone()), lead: 0, played: None });
    let mut judged = BTreeMap::new();
    let mut see = |event| {
        if let Event::Judged(one) = event {
            judged.insert(one.after, one);
        }
    };
    let task = Task { limits: Limits::nodes(nodes), ..task(&at, Work::Review(game)) };
    runner.answer(&task, &mut || StopRequest::GoOn, &mut see).expect("no panic");
    judged.into_values().collect()
}

/// Positions of it are won for both sides in turn.
const FIGHT: &str = "h8h9i7g9j6k5j7j8i8k8h6k9g5i10h7i9l10";

#[test]
fn a_review_is_the_same_whatever_was_searched_before() {
    let mut runner = Runner::new(settings());
    let mut review = |moves| -> Vec<_> {
        let judged = reviewed(&mut runner, moves, 3_000).into_iter();
        judged.map(|one| (one.report.map(|report| (report.score, report.line, report.nodes)), one.verdict)).collect()
    };
    let first = review(FIGHT);
    assert_eq!(review(FIGHT), first);
    assert_ne!(review("h8i9g7f6i7a1h9"), first);
    assert_eq!(review(FIGHT), first);
}

/// What is proven of a position holds after its best move, and a reason counts the plies that the score counts.
#[test]
fn lengths_in_a_review_follow_each_other() {
    let mut runner = Runner::new(settings());
    let mut counted = [0; 2];
    let games =
        ["g8e6j8h8i9h10i7h9h7h11h12i6g7j7g5g6h6k9", "g6h5g2e1b3f5g4g5e5h4f6h6h7i5j5k3j4h3h2g3f2i3j3e3f3f4i7", FIGHT];
    for (moves, nodes) in games.iter().flat_map(|moves| [1_000, 5_000].map(|nodes| (moves, nodes))) {
        let judged = reviewed(&mut runner, moves, nodes);
        let played: Vec<Point> = position(moves).stones().iter().map(|stone| stone.point).collect();
        for (pair, point) in judged.windows(2).zip(played) {
            let [before, after] = [&pair[0], &pair[1]].map(|one| one.report.as_ref().expect("an open game"));
            if let Some(plies_before) = before.score.distance()
                && before.best_move() == point
            {
                assert_eq!(
                    before.score.win_distance().is_some(),
                    after.score.loss_distance().is_some(),
                    "{moves} {pair:?}"
                );
                assert!(after.score.distance().is_some_and(|left| left < plies_before), "{moves} {pair:?}");
                counted[0] += 1;
            }
            if let Some(Reason::WinsIn(length)) = pair[0].verdict.as_ref().and_then(|verdict| verdict.reason) {
                assert_eq!(after.score, Score::loss_in(length.plies), "{moves} {pair:?}");
                counted[1] += 1;
            }
        }
    }
    assert!(counted.iter().all(|&count| count > 3), "{counted:?}");
}

/// The line that a task finds first, and the nodes searched.
fn found(runner: &mut Runner, task: &Task) -> (Vec<Point>, u64) {
    match runner.finish(task) {
        Some(Outcome::Lines(lines)) => (lines[0].line.clone(), lines[0].nodes),
        Some(Outcome::Move(Some(Choice { report: Some(report), .. }))) => (report.line, report.nodes),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_task_that_starts_afresh_finds_the_same_whatever_was_searched_before() {
    let (mut runner, position) = (Runner::new(settings()), position("h8i9g7"));
    let kept = Task { limits: Limits::nodes(3_000), ..task(&position, Work::Lines(1)) };
    let afresh = Task { afresh: true, ..kept.clone() };
    let first = found(&mut runner, &afresh);
    assert_ne!(found(&mut runner, &kept), first);
    assert_eq!(found(&mut runner, &afresh), first);
}

#[test]
fn a_level_by_nodes_is_stopped_after_the_time_limit() {
    let mut runner = Runner::new(settings());
    let work = Work::Move { level: LEVELS[6], seed: None };
    let mut nodes = |limits| found(&mut runner, &Task { limits, ..task(&position("h8i9g7"), work.clone()) }).1;
    let most = LEVELS[6].nodes().expect("a node limit");
    assert!(nodes(Limits::default()) > most / 2);
    assert!(nodes(Limits::time(Duration::from_millis(1))) < most / 2);
}

#[test]
fn lines_are_sent_at_intervals() {
    let count = |every| {
        let (mut count, limits) = (0, Limits::nodes(3_000));
        let task = Task { limits, every, ..task(&position("h8i9g7"), Work::Lines(2)) };
        Runner::new(settings()).answer(&task, &mut || StopRequest::GoOn, &mut |_| count += 1).expect("no panic");
        count
    };
    assert!(count(Duration::ZERO) > 1);
    assert_eq!(count(Duration::MAX), 0);
}

/// The JSON of a task or an outcome, and what is read from it.
fn through_json<T: Serialize + DeserializeOwned>(value: &T) -> T {
    let text = serde_json::to_string(value).expect("JSON");
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// What differs from one search to the next is left out.
fn shown(outcome: &Outcome) -> String {
    let text = format!("{outcome:?}");
    text.split(", ").filter(|field| !field.starts_with("elapsed")).collect()
}

/// Where the proof says nothing, the win is searched for.
#[test]
fn the_win_of_a_proof_is_shown_with_the_replies_that_it_lists() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/guides/freestyle-15x15.tguide");
    let proof = ProofBook::open(Some(file.as_ref())).expect("a guide");
    let mut runner = Runner::new(settings());
    let mut won = |moves: &str| {
        let work = Work::Win(Means::Proof);
        let task = Task { proof: proof.clone(), limits: Limits::nodes(10_000), ..task(&position(moves), work) };
        let Some(Outcome::Win(Solution { what, finding: Finding::Win(line, plies), .. }, steps)) = runner.finish(&task)
        else {
            panic!("no win after {moves}");
        };
        assert_eq!(line.len(), plies as usize);
        (what, line, steps)
    };
    for moves in ["", "h8i9", "h8g7", "h8a1"] {
        let (what, line, steps) = won(moves);
        assert_eq!(what, Means::Proof, "{moves}");
        let Plan::Threat(first) = &steps[0].plan else { panic!("{steps:?}") };
        assert_eq!(first.point, line[0]);
        assert!(!first.replies.is_empty() && steps[0].next.len() == first.replies.len(), "{moves}");
        // The line goes from step to step.
        for (step, pair) in steps.iter().zip(line.chunks(2)) {
            let Plan::Threat(threat) = &step.plan else { panic!("{step:?}") };
            assert_eq!(threat.point, pair[0]);
            let number =
                pair.get(1).map(|reply| threat.replies.iter().position(|point| point == reply).expect("listed"));
            assert_eq!(step.next.iter().position(Option::is_some), number);
        }
    }
    assert_eq!(won("h8a1i8c1j8e1").0, Means::Fours);
}

#[test]
fn a_task_and_its_outcome_can_be_sent_as_json() {
    let open = position("h8a1i8a15j8");
    let game = Reviewed::game([(Some(position("h8")), 0), (None, 0)], [Point::new(1, 1)]);
    let mut opening = Opening::new(OpeningRule::Swap2, open.size()).unwrap();
    for answer in ["h8", "i9", "g7", "two", "a1"] {
        opening.answer_text(answer).unwrap();
    }
    let (level, limits) = (LEVELS[1], Limits::nodes(300));
    for work in [
        Work::Move { level, seed: Some(3) },
        Work::Move { level: Level::of_strength(50).unwrap(), seed: None },
        Work::Opening { opening: Box::new(opening), level },
        Work::Lines(2),
        Work::Balance(Balance { pair: true, value: 0 }),
        Work::Win(Means::Threats),
        Work::Resist { hasty: true },
        Work::Review(game),
        Work::Policy,
        Work::Evaluate(vec![position("h8"), open.clone()]),
    ] {
        let limits = Limits {
            shortening: Shortening::Fixed,
            blocked: [Point::new(0, 3)].into_iter().collect(),
            ..limits.clone()
        };
        let task = Task { limits, lead: -1, afresh: true, ..task(&open, work) };
        let sent = through_json(&task);
        assert_eq!(serde_json::to_value(&sent).unwrap(), serde_json::to_value(&task).unwrap());
        let [one, other] = [&task, &sent].map(|task| Runner::new(settings()).finish(task).expect("no panic"));
        assert_eq!(shown(&one), shown(&other));
        assert_eq!(shown(&through_json(&one)), shown(&one));
    }
}

#[test]
fn a_task_as_json_needs_a_position_a_rule_and_work() {
    let board = |stones| format!(r#"{{"size":"15x15","stones":[{stones}],"dead":[],"to_move":"white"}}"#);
    let stone = r#"{"point":[7,7],"colour":"black"}"#;
    let read = |position: &str, work: &str| {
        let text = format!(r#"{{"position":{position},"rule":"renju","work":{work}}}"#);
        serde_json::from_str::<Task>(&text).map_err(|error| error.to_string())
    };
    let task = read(&board(stone), r#"{"lines":3}"#).expect("a task");
    let usual = Task { rule: RENJU, ..self::task(&position("h8"), Work::Lines(3)) };
    assert_eq!(serde_json::to_value(task).unwrap(), serde_json::to_value(usual).unwrap());
    let lines = r#"{"lines":3}"#;
    for (position, work, why) in [
        (board(&format!("{stone},{stone}")), lines, "column 7, row 7: point already taken"),
        (board(&stone.replace('7', "15")), lines, "column 15, row 15: point off the board"),
        (board(&stone.replace('7', "32")), lines, "no board has column 32, row 32"),
        (board(stone), r#"{"move":{"level":[9,0,null],"seed":null}}"#, "the levels are 1 beginner"),
        (
            board(stone),
            r#"{"opening":{"opening":{"rule":"swap2","size":"15x15","answers":["instead"]},"level":[1,60,1]}}"#,
            "a stone is asked for",
        ),
        (board(stone), r#"{"lines":3},"depht":4"#, "unknown field `depht`"),
    ] {
        let error = read(&position, work).expect_err(why);
        assert!(error.contains(why), "{error}");
    }
}

/// A position of the guide's attacker, after random replies, at which the guide has no move.
fn gap(random: &mut Random, guide: &ProofBook) -> Position {
    let mut at = position("h8");
    loop {
        let replies: Vec<Point> = at.empty_points().filter(|&point| at.has_stone_near(point, 2)).collect();
        at.play(*random.choose(&replies).unwrap(), &mut ());
        match guide.answer(&at, FREESTYLE) {
            Some(point) => at.play(point, &mut ()),
            None => return at,
        }
    }
}

#[test]
fn a_perfect_opponent_needs_no_time_and_can_be_stopped() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/guides/freestyle-15x15.tguide");
    let guide = ProofBook::open(Some(&file)).unwrap().unwrap();
    let (mut runner, mut random) = (Runner::new(settings()), Random::new(2));
    for _ in 0..4 {
        let at = gap(&mut random, &guide);
        let (work, limits) = (Work::Move { level: LEVELS[7], seed: None }, Limits::time(Duration::from_millis(10)));
        let task = Task { limits, proof: Some(guide.clone()), ..task(&at, work) };
        let mut choice = |request| match runner.answer(&task, &mut || request, &mut |_| ()) {
            Some(Outcome::Move(Some(choice))) => choice,
            other => panic!("{other:?}"),
        };
        let (perfect, stopped) = (choice(StopRequest::GoOn), choice(StopRequest::MoveNow));
        let win = easy_win(&at, FREESTYLE, &|| false);
        assert!(perfect.report.is_none() && win == Some(perfect.point), "{perfect:?} instead of {win:?}");
        assert!(stopped.report.is_some(), "it was not stopped: {stopped:?}");
    }
}
