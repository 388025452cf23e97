//! An opening rule between two brains: the referee leads them through it.
//!
//! The Gomocup protocol has no words for these rules. A stone that may lie on any empty point, beside
//! those that lie there, is asked from the brain itself, as a move on that board. All else is chosen by a
//! [`Chooser`]: the opening, a stone that belongs within or outside a square, colours, and fifth stones.

use super::play::GameInPlay;
use super::seat::{Failure, Seat};
use super::swap2::{SeatFailure, lay};
use crate::chooser::Chooser;
use std::time::Duration;
use tengen_core::board::{Colour, Point, Shape, notation};
use tengen_core::records::{Move, Reason};
use tengen_core::rules::opening::{Answer, Opening, OpeningRule, Question, Zone};

/// Lays the opening of a game on its empty board and writes it down; who has black is known then.
///
/// # Errors
/// When a brain fails, or the board is too small for the rule.
pub(super) fn conduct(
    seats: &mut [Seat; 2],
    game: &mut GameInPlay,
    rule: OpeningRule,
    seed: u64,
) -> Result<(), SeatFailure> {
    let shape = game.board.position().shape();
    let refused = |why: String| (0, Failure::Fault(Reason::NoStart, why));
    let mut opening = Opening::new(rule, shape).map_err(refused)?;
    let mut chooser = Chooser::new(game.board.rule(), seed);
    while let Some((player, question)) = opening.asked() {
        let seat = &mut seats[player];
        let answers = if is_for_brain(&opening, question) {
            vec![ask(seat, game).map_err(|failure| (player, failure))?]
        } else {
            let chosen = chooser.choose(&opening).unwrap_or_default();
            chosen.into_iter().map(|answer| (answer, None)).collect()
        };
        if answers.is_empty() {
            return Err(refused("nothing could be chosen".into()));
        }
        for (answer, took) in answers {
            let note = note(&opening, &answer, seat.name());
            opening.answer(&answer).map_err(refused)?;
            write_down(game, &opening, note, took);
        }
        game.black = opening.black();
    }
    Ok(())
}

/// Whether the brain can be asked: for a move on a board on which stones lie.
fn is_for_brain(opening: &Opening, question: Question) -> bool {
    !opening.stones().is_empty() && question == Question::Stone(Zone::Anywhere)
}

/// Asks a brain for a move, and how long that took.
fn ask(seat: &mut Seat, game: &GameInPlay) -> Result<(Answer, Option<Duration>), Failure> {
    let answer = seat.ask_move(&game.board)?;
    let &[place] = &answer.what[..] else {
        return Err(Failure::Fault(Reason::Garbage, "not one stone".into()));
    };
    let point = lay(&mut game.board.clone(), place)?;
    Ok((Answer::Stone(point), Some(answer.took)))
}

/// Lays what has come to the opening, with a note; a choice without a stone is noted at the last one.
fn write_down(game: &mut GameInPlay, opening: &Opening, note: String, took: Option<Duration>) {
    let new = &opening.stones()[game.moves.len()..];
    for &point in new {
        let played = game.board.play(point);
        debug_assert_eq!(played, Ok(()), "{point:?} of the opening");
        game.moves.push(Move {
            point,
            time: took.map(|took| took.as_millis() as u64),
            comment: note.clone(),
        });
    }
    if let Some(last) = game.moves.last_mut().filter(|_| new.is_empty()) {
        last.comment = format!("{}; {note}", last.comment);
    }
}

/// What is written about an answer.
fn note(opening: &Opening, answer: &Answer, name: &str) -> String {
    let shape = opening.shape();
    match answer {
        Answer::Stone(_) => format!("laid by {name}"),
        Answer::Take(Colour::Black) => format!("{name} takes black"),
        Answer::Take(Colour::White) => format!("{name} takes white"),
        Answer::Instead => format!("{name} does not take a colour"),
        Answer::Number(number) => format!("{number} fifths are declared by {name}"),
        Answer::Fifths(points) => format!("{name} offers {}", named(points, shape)),
        Answer::Fifth(_) => format!("chosen by {name} of {}", named(opening.offered(), shape)),
    }
}

fn named(points: &[Point], shape: Shape) -> String {
    let names: Vec<String> = points.iter().map(|&p| notation::write(p, shape)).collect();
    names.join(" ")
}
