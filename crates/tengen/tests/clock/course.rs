//! Timing of the course client.

use crate::milliseconds;
use std::net::TcpListener;
use std::process::Stdio;
use std::time::{Duration, Instant};
use tengen_core::board::Colour::{Black, White};
use tengen_course::message::{Chess, Message};
use tengen_e2e::course::{Guest, chess};
use tengen_e2e::referee::GRACE;
use tengen_e2e::toolbox::tengen;
use tengen_testkit::clock::{LateMoves, alone};
use tengen_testkit::stopwatch::Stopwatch;

/// Waits for black's stone at the referee's end of a connection.
fn stone(referee: &mut Guest) -> Chess {
    match referee.hear() {
        Some(Message::Chess(chess)) if chess.side() == Some(Black) => chess,
        other => panic!("no stone: {other:?}"),
    }
}

#[test]
fn no_move_of_the_course_is_later_than_its_limit() {
    let _alone = alone();
    let limit = milliseconds(200);
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let arguments = ["course", "--rule", "caro-exact", "--time", "200ms", "--hash", "16", "--connect", &address];
    let mut client = tengen(&arguments).stdout(Stdio::null()).spawn().unwrap();
    let mut referee = Guest::on(listener.accept().unwrap().0);
    referee.says(Message::First);
    referee.hears(&[Message::RequireStart]);
    referee.says(Message::Accept);
    referee.says(Message::Start);
    let (mut late_moves, mut longest) = (LateMoves::default(), Duration::ZERO);
    let mut laid = stone(&mut referee);
    let replies = [(0, 0), (14, 14), (0, 14), (14, 0), (2, 7), (12, 7)];
    for ((row, column), index) in replies.into_iter().zip((2..).step_by(2)) {
        referee.says(Message::Accept);
        referee.says(Message::Chess(laid));
        let watch = Stopwatch::of(client.id());
        referee.says(Message::Chess(chess(index, White, row, column)));
        laid = stone(&mut referee);
        let took = watch.until(Instant::now());
        late_moves.count(&format!("stone {index}"), took.own(), limit + GRACE);
        longest = longest.max(took.wall);
    }
    referee.says(Message::Chess(laid));
    referee.says(Message::Win);
    assert!(longest >= limit / 4, "it searches: {longest:?}");
    assert!(client.wait().unwrap().success());
}
