//! The opening rule swap2 between two brains.
//!
//! The first lays black, white, black. The second takes black (`SWAP`), or stays white and lays the
//! fourth stone, or lays a fourth and a fifth and leaves the choice to the first; who then takes black
//! or stays white and lays the sixth. Whoever is asked would be white: `SWAP` takes black.

use super::dialect::Choice;
use super::seat::{Answer, Failure, Seat};
use tengen_core::judged::Board;
use tengen_core::records::{Move, Reason};

/// Which seat failed, and how.
pub type SeatFailure = (usize, Failure);

/// Lets the seats agree on an opening, lays it on the empty board and writes it down. Returns the
/// seat that has black.
///
/// # Errors
/// When one fails. The seat's colour is then what it would have been: the first has black.
pub fn negotiate(
    seats: &mut [Seat; 2],
    board: &mut Board,
    record: &mut Vec<Move>,
) -> Result<usize, SeatFailure> {
    let mut negotiation = Negotiation {
        seats,
        board,
        record,
    };
    if negotiation.ask(0, &[3])?.is_none() {
        return Err((0, garbage("SWAP, but no stone lies on the board")));
    }
    match negotiation.ask(1, &[1, 2])? {
        None => Ok(1),
        Some(1) => Ok(0),
        Some(_) => Ok(match negotiation.ask(0, &[1])? {
            None => 0,
            Some(_) => 1,
        }),
    }
}

/// An opening that is being agreed on.
struct Negotiation<'a> {
    seats: &'a mut [Seat; 2],
    board: &'a mut Board,
    record: &'a mut Vec<Move>,
}

impl Negotiation<'_> {
    /// Asks a seat, and lays its stones, of which there may be so many; `None` when it swaps.
    fn ask(&mut self, seat: usize, counts: &[usize]) -> Result<Option<usize>, SeatFailure> {
        let asked = self.seats[seat].ask_choice(self.board.moves());
        let answer = asked.map_err(|failure| (seat, failure))?;
        let Choice::Stones(places) = &answer.what else {
            return Ok(None);
        };
        if !counts.contains(&places.len()) {
            let stones = self.board.moves().len();
            let why = format!("{} stones after {stones}", places.len());
            return Err((seat, garbage(&why)));
        }
        self.lay(places, &answer, seat)
            .map_err(|failure| (seat, failure))?;
        Ok(Some(places.len()))
    }

    fn lay(
        &mut self,
        places: &[(i32, i32)],
        answer: &Answer<Choice>,
        seat: usize,
    ) -> Result<(), Failure> {
        for (number, &place) in places.iter().enumerate() {
            let point = lay(self.board, place)?;
            let first = number == 0;
            self.record.push(Move {
                point,
                time: first.then_some(answer.took.as_millis() as u64),
                comment: format!("laid by {}", self.seats[seat].name()),
            });
        }
        Ok(())
    }
}

/// Plays a stone where a brain wants it.
///
/// # Errors
/// [`Reason::Illegal`] when there is no empty point.
pub(super) fn lay(
    board: &mut Board,
    (x, y): (i32, i32),
) -> Result<tengen_core::board::Point, Failure> {
    let illegal =
        |why: &dyn std::fmt::Display| Failure::Fault(Reason::Illegal, format!("{x},{y}: {why}"));
    let point = board.position().shape().point(x, y);
    let point = point.ok_or_else(|| illegal(&tengen_core::board::PlayError::OffBoard))?;
    board.play(point).map_err(|error| illegal(&error))?;
    Ok(point)
}

fn garbage(why: &str) -> Failure {
    Failure::Fault(Reason::Garbage, why.into())
}
