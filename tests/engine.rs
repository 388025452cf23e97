//! The session below the words: who is first, what a failed search leaves, swap2 on every board.

mod support;

use std::collections::HashSet;
use std::time::Instant;
use tengen::board::{Colour, Content, Point};
use tengen::engine::{
    Choice, Command, Engine, Field, Inbox, Info, Interrupt, Options, Refusal, Reply,
};

fn engine(nodes: u64) -> Engine {
    Engine::new(Options {
        hash: Some(1 << 20),
        nodes: Some(nodes),
        seed: Some(7),
        ..Options::default()
    })
}

fn tell(engine: &mut Engine, command: Command) -> Result<Reply, Refusal> {
    engine.execute(command, Instant::now(), &mut ())
}

fn start(engine: &mut Engine, width: i32, height: i32) {
    assert!(matches!(
        tell(engine, Command::Start { width, height }),
        Ok(Reply::Ok)
    ));
}

fn moved(reply: Result<Reply, Refusal>) -> Point {
    match reply {
        Ok(Reply::Move(point, _)) => point,
        other => panic!("no move: {other:?}"),
    }
}

/// An inbox that breaks the search which looks into it.
struct Broken;

impl Inbox for Broken {
    fn poll(&mut self) -> Option<Interrupt> {
        panic!("the search is meant to fail in this test");
    }
}

#[test]
fn a_search_that_panics_still_yields_a_legal_move() {
    let mut engine = engine(1000);
    start(&mut engine, 15, 15);
    let mut board = vec![((1, 3), Field::Own), ((2, 3), Field::Opponent)];
    board.extend([(9, 9), (9, 12), (0, 14), (14, 0)].map(|place| (place, Field::Own)));
    board.extend([(3, 3), (5, 11), (12, 4), (9, 2)].map(|place| (place, Field::Opponent)));
    let reply = engine.execute(Command::Board(board), Instant::now(), &mut Broken);
    let point = moved(reply);
    let position = engine.position().unwrap();
    assert_eq!(position.at(point), Content::Stone(Colour::Black));
    assert_eq!(position.stones().len(), 11);
    moved(tell(&mut engine, Command::Turn((0, 0))));
}

#[test]
fn a_refused_command_changes_nothing() {
    let mut engine = engine(100);
    start(&mut engine, 15, 15);
    moved(tell(&mut engine, Command::Begin));
    moved(tell(&mut engine, Command::Turn((3, 3))));
    let before = engine.position().unwrap().clone();
    for command in [
        Command::Start {
            width: 4,
            height: 15,
        },
        Command::Turn((3, 3)),
        Command::Turn((-1, 3)),
        Command::Board(vec![((1, 1), Field::Own), ((1, 1), Field::Dead)]),
        Command::TakeBack((14, 14)),
        Command::Play((9, 9)),
        Command::Swap2(vec![(1, 1)]),
    ] {
        assert!(tell(&mut engine, command.clone()).is_err(), "{command:?}");
        assert_eq!(engine.position().unwrap(), &before, "{command:?}");
    }
    tell(&mut engine, Command::Info(Info::MaxMemory(1000))).unwrap();
    let refusal = tell(&mut engine, Command::Turn((14, 14))).unwrap_err();
    assert!(matches!(refusal, Refusal::LittleMemory { .. }));
    assert_eq!(engine.position().unwrap(), &before);
}

fn swap2(engine: &mut Engine, places: &[(i32, i32)]) -> Choice {
    match tell(engine, Command::Swap2(places.to_vec())) {
        Ok(Reply::Opening(choice)) => choice,
        other => panic!("no choice: {other:?}"),
    }
}

#[test]
fn swap2_opens_on_every_board() {
    for (width, height) in [
        (5, 5),
        (5, 32),
        (6, 7),
        (15, 15),
        (20, 20),
        (30, 20),
        (32, 32),
    ] {
        for seed in 0..5 {
            let mut engine = Engine::new(Options {
                hash: Some(1 << 20),
                nodes: Some(200),
                seed: Some(seed),
                ..Options::default()
            });
            start(&mut engine, width, height);
            let Choice::Stones(stones) = swap2(&mut engine, &[]) else {
                panic!("nothing to swap");
            };
            let shape = engine.position().unwrap().shape();
            assert!(stones.iter().all(|&point| shape.contains(point)));
            let places: HashSet<(i32, i32)> = stones
                .iter()
                .map(|point| (point.x() as i32, point.y() as i32))
                .collect();
            assert_eq!(places.len(), 3);
            assert!(engine.position().unwrap().stones().is_empty());
        }
    }
}

#[test]
fn swap2_takes_the_better_side() {
    let mut engine = engine(20_000);
    start(&mut engine, 15, 15);
    // Two black stones together in the middle, the white one in the corner.
    assert_eq!(swap2(&mut engine, &[(7, 7), (0, 0), (8, 8)]), Choice::Swap);
    // White in the middle, black in two corners.
    let kept = swap2(&mut engine, &[(0, 0), (7, 7), (14, 14)]);
    assert!(matches!(kept, Choice::Stones(stones) if stones.len() == 1));
    // Five stones: black has an open three, then white.
    let black = [(7, 7), (0, 0), (8, 8), (14, 0), (9, 9)];
    assert_eq!(swap2(&mut engine, &black), Choice::Swap);
    let white = [(0, 0), (7, 7), (14, 14), (8, 8), (0, 14)];
    assert!(matches!(swap2(&mut engine, &white), Choice::Stones(stones) if stones.len() == 1));
}

#[test]
fn swap2_lays_two_stones_in_an_even_opening() {
    let mut engine = engine(20_000);
    start(&mut engine, 15, 15);
    let laid_two = (0..24).filter(|i| {
        let opening = [(13 - i % 4, 4), (8, 3), (11 - i % 3, 6 + i % 5)];
        let choice = swap2(&mut engine, &opening);
        matches!(choice, Choice::Stones(stones) if stones.len() == 2)
    });
    let laid_two = laid_two.count();
    assert!(laid_two > 0);
}
