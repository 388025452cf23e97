//! The platform's side of the SAU protocol.
//!
//! `name?` is answered by `name …`. `new black` requests the first move; `new white` is followed by it; `move …` sends
//! the opponent's last turn and requests the next. At the end of the game, a side that does not know the last turn is
//! sent it, then both are sent `end` and the winner. As on the platform, every line that is neither `name` nor `move`
//! is ignored. Unlike the platform, the referee does not send `error`: an illegal move loses.

use super::Spec;
use super::{Dialect, KnownBoard, Place, SeatQuestion, SwapChoice, Talk, Wanted};
use tengen_core::board::{BoardSize, Colour, Point};
use tengen_core::game::Game;
use tengen_core::rules::Rule;
use tengen_core::sau::MAX_SIDE;
use tengen_records::Ending;

#[derive(Debug)]
pub struct Sau;

impl Dialect for Sau {
    fn name(&self) -> &'static str {
        "sau"
    }

    fn line_end(&self) -> &'static str {
        "\n"
    }

    fn farewell(&self) -> &'static str {
        "quit\n"
    }

    fn unsupported(&self, wanted: &Wanted) -> Option<String> {
        if wanted.opening {
            return Some("the SAU protocol cannot give an opening".into());
        }
        if wanted.rule.continuous {
            return Some("the SAU protocol cannot transmit dead points".into());
        }
        let side = wanted.size.width().max(wanted.size.height());
        (side > MAX_SIDE).then(|| format!("the SAU protocol has letters for {MAX_SIDE} columns and rows"))
    }

    fn greeting(&self, _: BoardSize) -> String {
        "name?\n".into()
    }

    fn greeted(&self) -> &'static str {
        "name"
    }

    fn is_greeted(&self, line: &str) -> bool {
        word(line) == self.greeted()
    }

    /// Black gets the request for its move instead.
    fn beginning(&self, _: &Spec, _: Rule, colour: Colour) -> String {
        match colour {
            Colour::Black => String::new(),
            Colour::White => "new white\n".into(),
        }
    }

    fn time_left(&self, _: u128) -> String {
        String::new()
    }

    fn question(&self, board: &Game, _: KnownBoard) -> SeatQuestion {
        SeatQuestion::plain(match board.last_turn() {
            [] => "new black\n".into(),
            _ => last_move(board),
        })
    }

    /// Not supported ([`Dialect::unsupported`]).
    fn opening_question(&self, _: &[Point]) -> String {
        String::new()
    }

    fn parting(&self, board: &Game, known: KnownBoard, colour: Colour, ending: Ending) -> String {
        let is_news = known.stones < board.moves().len();
        let news = if is_news && board.last_mover() == Some(!colour) { last_move(board) } else { String::new() };
        let winner = match ending.winner {
            Some(Colour::Black) => " black",
            Some(Colour::White) => " white",
            None => "",
        };
        format!("{news}end{winner}\n")
    }

    fn talk(&self, line: &str) -> Talk {
        match word(line) {
            "move" => Talk::Answer,
            _ => Talk::Noise,
        }
    }

    fn stones(&self, board: &Game, answer: &str) -> Option<Vec<Place>> {
        board.notation().read(answer.trim_start().get("move".len()..)?)
    }

    fn choice(&self, _: &str) -> Option<SwapChoice> {
        None
    }
}

fn last_move(board: &Game) -> String {
    let place = |point: &Point| (point.x().into(), point.y().into());
    let stones: Vec<Place> = board.last_turn().iter().map(place).collect();
    format!("move {}\n", board.notation().write(&stones))
}

fn word(line: &str) -> &str {
    line.split_whitespace().next().unwrap_or_default()
}
