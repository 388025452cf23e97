//! The swap2 opening between two brains.
//!
//! The first player places black, white, black. The second takes black (`SWAP`), stays white and places the fourth
//! stone, or places a fourth and a fifth stone and leaves the choice to the first, who then takes black or stays white
//! and places the sixth. The player being asked would be white; `SWAP` takes black.

use super::dialect::SwapChoice;
use super::seat::{Failure, Seat, SeatAnswer};
use tengen_core::game::Game;
use tengen_records::{Move, Reason};

/// The seat that failed, and how.
pub type SeatFailure = (usize, Failure);

/// The beginning of the note on a stone that a brain placed in the opening.
const LAID: &str = "laid by ";

/// The note on a stone that this brain placed in the opening.
pub(super) fn laid_by(name: &str) -> String {
    format!("{LAID}{name}")
}

/// Whether a brain placed this stone in the opening.
pub fn is_of_opening(played: &Move) -> bool {
    played.comment.starts_with(LAID)
}

/// Negotiates an opening, plays it on the empty board and records it. Returns the seat that has black. If a brain
/// fails, the first seat counts as black.
pub fn negotiate(seats: &mut [Seat; 2], board: &mut Game, record: &mut Vec<Move>) -> Result<usize, SeatFailure> {
    let mut negotiation = Negotiation { seats, board, record };
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

struct Negotiation<'a> {
    seats: &'a mut [Seat; 2],
    board: &'a mut Game,
    record: &'a mut Vec<Move>,
}

impl Negotiation<'_> {
    /// Asks a seat and plays its stones, whose number must be in `counts`; `None` if it swaps.
    fn ask(&mut self, seat: usize, counts: &[usize]) -> Result<Option<usize>, SeatFailure> {
        let asked = self.seats[seat].ask_choice(self.board.moves());
        let answer = asked.map_err(|failure| (seat, failure))?;
        let SwapChoice::Stones(places) = &answer.what else { return Ok(None) };
        if !counts.contains(&places.len()) {
            let stones = self.board.moves().len();
            let why = format!("{} stones after {stones}", places.len());
            return Err((seat, garbage(&why)));
        }
        self.lay(places, &answer, seat).map_err(|failure| (seat, failure))?;
        Ok(Some(places.len()))
    }

    fn lay(&mut self, places: &[(i32, i32)], answer: &SeatAnswer<SwapChoice>, seat: usize) -> Result<(), Failure> {
        for (number, &place) in places.iter().enumerate() {
            let point = lay(self.board, place)?;
            let first = number == 0;
            self.record.push(Move {
                point,
                time: first.then_some(answer.took.as_millis() as u64),
                comment: laid_by(self.seats[seat].name()),
            });
        }
        Ok(())
    }
}

/// Plays a stone at a point named by a brain.
pub(super) fn lay(board: &mut Game, (x, y): (i32, i32)) -> Result<tengen_core::board::Point, Failure> {
    let illegal = |why: &dyn std::fmt::Display| Failure::Fault(Reason::Illegal, format!("{x},{y}: {why}"));
    let point = board.position().size().point(x, y);
    let point = point.ok_or_else(|| illegal(&tengen_core::board::PlayError::OffBoard))?;
    board.play(point).map_err(|error| illegal(&error))?;
    Ok(point)
}

fn garbage(why: &str) -> Failure {
    Failure::Fault(Reason::Garbage, why.into())
}
