//! An opening rule between two brains: the referee leads them through it.
//!
//! The Gomocup protocol has no words for these rules. A stone that may lie on any empty point, beside
//! those that lie there, is asked from the brain itself, as a move on that board. All else is chosen by a
//! [`Chooser`]: the opening, a stone that belongs within or outside a square, colours, and fifth stones.

use super::seat::{Failure, Seat};
use super::swap2::{SeatFailure, lay};
use crate::chooser::Chooser;
use std::time::Duration;
use tengen_core::board::{Colour, Point, Shape, notation};
use tengen_core::judged::Board;
use tengen_core::records::{Move, Reason};
use tengen_core::rules::opening::{Answer, Opening, OpeningRule, Question, Zone};

/// Plays the opening on an empty board and records its moves. `black` is kept at the seat that has black,
/// so that it is right when a brain fails in the middle.
///
/// # Errors
/// When a brain fails, or the board is too small for the rule.
pub(super) fn conduct(
    seats: &mut [Seat; 2],
    board: &mut Board,
    moves: &mut Vec<Move>,
    black: &mut usize,
    (rule, seed): (OpeningRule, u64),
) -> Result<(), SeatFailure> {
    let shape = board.position().shape();
    let refused = |why: String| (0, Failure::Fault(Reason::NoStart, why));
    let mut opening = Opening::new(rule, shape).map_err(refused)?;
    let mut chooser = Chooser::new(board.rule(), seed);
    while let Some((player, question)) = opening.asked() {
        let seat = &mut seats[player];
        let answers = if is_for_brain(&opening, question) {
            vec![ask(seat, board).map_err(|failure| (player, failure))?]
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
            write_down(board, moves, &opening, note, took);
        }
        *black = opening.black();
    }
    Ok(())
}

/// Whether the brain can be asked: for a move on a board on which stones lie.
fn is_for_brain(opening: &Opening, question: Question) -> bool {
    !opening.stones().is_empty() && question == Question::Stone(Zone::Anywhere)
}

/// Asks a brain for a move, and how long that took.
fn ask(seat: &mut Seat, board: &Board) -> Result<(Answer, Option<Duration>), Failure> {
    let answer = seat.ask_move(board)?;
    let &[place] = &answer.what[..] else {
        return Err(Failure::Fault(Reason::Garbage, "not one stone".into()));
    };
    let point = lay(&mut board.clone(), place)?;
    Ok((Answer::Stone(point), Some(answer.took)))
}

/// Plays the opening's new stones and records them with a note; a choice without a stone is noted at the
/// last move.
fn write_down(
    board: &mut Board,
    moves: &mut Vec<Move>,
    opening: &Opening,
    note: String,
    took: Option<Duration>,
) {
    let new = &opening.stones()[moves.len()..];
    for &point in new {
        let played = board.play(point);
        debug_assert_eq!(played, Ok(()), "{point:?} of the opening");
        moves.push(Move {
            point,
            time: took.map(|took| took.as_millis() as u64),
            comment: note.clone(),
        });
    }
    if let Some(last) = moves.last_mut().filter(|_| new.is_empty()) {
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
