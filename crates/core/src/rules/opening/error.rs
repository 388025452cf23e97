//! Errors in openings.

use super::OpeningRule;
use crate::board::{BoardError, BoardSize};
use crate::message::Quoted;
use crate::messages;

messages! {
    /// Why an opening cannot be played, or an answer is none.
    pub enum OpeningError from Board(BoardError) {
        SmallBoard { rule: OpeningRule, side: u8, board: BoardSize } = "{rule} needs a board of {side}x{side} or more, not {board}",
        OnePoint { what: Quoted<String> } = "{what} is not one point",
        NumberTo { what: String, most: usize } = "{what} is not a number from 1 to {most}",
        NoColour { what: Quoted<String> } = "{what} is neither black nor white",
        NoColourNor { what: Quoted<String>, other: &'static str } = "{what} is neither black, white nor {other}",
        NotOffered { point: String } = "{point} was not offered",
        Offered { point: String } = "{point} is offered already",
        SameFigure { point: String, other: String } = "{point} makes the same figure as {other}",
        FifthsAsked { count: usize, given: usize } = "fifth stones that are asked for: {count}, given: {given}",
        ZoneCentre { point: String } = "{point} is not in the middle of the board, where this stone must be placed",
        ZoneWithin { point: String, side: u8 } = "{point} is not within the middle {side}x{side}, where this stone must be placed",
        ZoneOutside { point: String, side: u8 } = "{point} is not outside the middle {side}x{side}, where this stone must be placed",
        OffBoardOf { size: BoardSize } = "the point is not on the {size} board",
        StoneAt { point: String } = "there is already a stone at {point}",
        OpeningOver = "the opening is over",
        AskedStone = "a stone is asked for",
        AskedColour = "a colour is asked for",
        AskedTwo = "a colour, or that two stones will follow, is asked for",
        AskedTen = "a colour, or that ten fifths will follow, is asked for",
        AskedNumber = "a number of fifth stones is asked for",
        AskedFifths = "a list of fifth stones is asked for",
        AskedFifth = "one of the fifth stones is asked for",
    }
}
