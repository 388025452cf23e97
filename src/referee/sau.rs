//! The platform's half of the SAU protocol: what is said to a program, and what its answers mean.
//!
//! `name?` is answered by `name …`. `new black` asks for the first move, `new white` is followed by it;
//! `move …` tells the opponent's last turn and asks for the next. Whoever does not know the last
//! turn is told it when the game is over, then both hear `end` and the winner. As on the platform, every line
//! that is neither `name` nor `move` is passed over. Unlike it, the referee does not say `error`: an
//! illegal move loses.

use super::board::Board;
use crate::board::{Colour, Point};
use crate::records::Ending;
use crate::sau::{Place, read, write_turn};

/// The first words to a program.
pub const GREETING: &str = "name?\n";

/// Whether a line answers them.
pub fn is_name(line: &str) -> bool {
    word(line) == "name"
}

/// What a side is told when a game begins; black is asked for its move instead.
pub fn beginning(colour: Colour) -> &'static str {
    match colour {
        Colour::Black => "",
        Colour::White => "new white\n",
    }
}

/// What the side to move is asked.
pub fn question(board: &Board) -> String {
    match board.last_turn() {
        [] => "new black\n".into(),
        _ => last_move(board),
    }
}

fn last_move(board: &Board) -> String {
    let place = |point: &Point| (point.x().into(), point.y().into());
    let stones: Vec<Place> = board.last_turn().iter().map(place).collect();
    format!("move {}\n", write_turn(&stones, board.usual_stones()))
}

/// What a side is told when the game is over; the last turn too, if that is news to it.
pub fn parting(board: &Board, colour: Colour, is_news: bool, ending: Ending) -> String {
    let news = match is_news && board.last_mover() == Some(!colour) {
        true => last_move(board),
        false => String::new(),
    };
    let winner = match ending.winner {
        Some(Colour::Black) => " black",
        Some(Colour::White) => " white",
        None => "",
    };
    format!("{news}end{winner}\n")
}

/// Whether a line is to be read as a move.
pub fn is_answer(line: &str) -> bool {
    word(line) == "move"
}

/// The stones of a move.
pub fn stones(line: &str) -> Option<Vec<Place>> {
    read(line.trim_start().get("move".len()..)?)
}

fn word(line: &str) -> &str {
    line.split_whitespace().next().unwrap_or_default()
}
