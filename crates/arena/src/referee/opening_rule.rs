//! Conducts an opening rule between two brains.
//!
//! The Gomocup protocol has no commands for these rules. If a stone may be placed on any empty point of a board with
//! stones, the brain itself is asked for a move on that board. All other choices are made by a [`Chooser`]: the
//! opening, stones within or outside a square, colours, and fifth stones.

use super::seat::{Failure, Seat};
use super::swap2::{SeatFailure, laid_by, lay};
use crate::chooser::{Choices, Chooser};
use std::time::Duration;
use tengen_core::board::{Colour, notation};
use tengen_core::game::Game;
use tengen_core::rules::opening::{Answer, Opening, OpeningRule, Question, Zone};
use tengen_records::{Move, Reason};

/// Plays the opening on an empty board and records its moves. `black` always holds the seat that has black, so that it
/// is right if a brain fails during the opening.
pub(super) fn conduct(
    seats: &mut [Seat; 2],
    board: &mut Game,
    moves: &mut Vec<Move>,
    black: &mut usize,
    (rule, choices): (OpeningRule, Choices),
) -> Result<(), SeatFailure> {
    let size = board.position().size();
    let refused = |why: String| (0, Failure::Fault(Reason::NoStart, why));
    let mut opening = Opening::new(rule, size).map_err(|error| refused(error.into()))?;
    let mut chooser = Chooser::new(board.rule(), choices);
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
            opening.answer(&answer).map_err(|error| refused(error.into()))?;
            write_down(board, moves, &opening, note, took);
        }
        *black = opening.black();
    }
    Ok(())
}

/// Whether the question can be put to the brain as a move on a board with stones.
fn is_for_brain(opening: &Opening, question: Question) -> bool {
    !opening.stones().is_empty() && question == Question::Stone(Zone::Anywhere)
}

/// Asks a brain for a move and measures the time.
fn ask(seat: &mut Seat, board: &Game) -> Result<(Answer, Option<Duration>), Failure> {
    let answer = seat.ask_move(board)?;
    let &[place] = &answer.what[..] else { return Err(Failure::Fault(Reason::Garbage, "not one stone".into())) };
    let point = lay(&mut board.clone(), place)?;
    Ok((Answer::Stone(point), Some(answer.took)))
}

/// Plays the new stones of the opening and records them with a note; the note of a choice without a stone is added to
/// the last move.
fn write_down(board: &mut Game, moves: &mut Vec<Move>, opening: &Opening, note: String, took: Option<Duration>) {
    let new = &opening.stones()[moves.len()..];
    for &point in new {
        let played = board.play(point);
        debug_assert_eq!(played, Ok(()), "{point:?} of the opening");
        moves.push(Move { point, time: took.map(|took| took.as_millis() as u64), comment: note.clone() });
    }
    if let Some(last) = moves.last_mut().filter(|_| new.is_empty()) {
        last.comment = format!("{}; {note}", last.comment);
    }
}

fn note(opening: &Opening, answer: &Answer, name: &str) -> String {
    let size = opening.size();
    match answer {
        Answer::Stone(_) => laid_by(name),
        Answer::Take(Colour::Black) => format!("{name} takes black"),
        Answer::Take(Colour::White) => format!("{name} takes white"),
        Answer::Instead => format!("{name} does not take a colour"),
        Answer::Number(number) => format!("{number} fifths are declared by {name}"),
        Answer::Fifths(points) => format!("{name} offers {}", notation::names(points, size).join(" ")),
        Answer::Fifth(_) => format!("chosen by {name} of {}", notation::names(opening.offered(), size).join(" ")),
    }
}
