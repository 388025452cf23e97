//! What players are asked in an opening, and what they answer.

use super::Zone;
use crate::board::{Colour, Point, Shape, notation};

/// What a player is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// Where does the next stone lie?
    Stone(Zone),
    /// Which colour do you take? Or do you do this instead?
    Colour(Option<Instead>),
    /// How many fifth stones will be offered, at most so many?
    Number(usize),
    /// Which fifth stones do you offer? So many.
    Fifths(usize),
    /// Which of the fifth stones that are offered stays?
    Fifth,
}

/// What a player may do instead of taking a colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Instead {
    /// swap2: lay two more stones, and leave the colours to the other.
    LayTwo,
    /// Taraguchi-10: stay with Black and offer ten fifth stones.
    OfferTen,
}

impl Instead {
    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Instead::LayTwo => "two",
            Instead::OfferTen => "ten",
        }
    }
}

/// What a player answers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// The next stone lies here.
    Stone(Point),
    /// I take this colour.
    Take(Colour),
    /// I do what else can be done.
    Instead,
    /// So many fifth stones will be offered.
    Number(usize),
    /// These fifth stones I offer.
    Fifths(Vec<Point>),
    /// This fifth stone stays.
    Fifth(Point),
}

impl Question {
    /// Reads an answer: `h8`, `black`, `white`, `two`, `ten`, `3`, `g8 i7`.
    ///
    /// # Errors
    /// A sentence that says what the question wants.
    pub fn read(self, text: &str, shape: Shape) -> Result<Answer, String> {
        let text = text.trim();
        let points = || notation::read(text, shape);
        let point = || match points()?[..] {
            [point] => Ok(point),
            _ => Err(format!("\"{text}\" is not one point")),
        };
        match self {
            Question::Stone(_) => point().map(Answer::Stone),
            Question::Fifth => point().map(Answer::Fifth),
            Question::Fifths(_) => points().map(Answer::Fifths),
            Question::Number(most) => text
                .parse()
                .map(Answer::Number)
                .map_err(|_| format!("\"{text}\" is no number from 1 to {most}")),
            Question::Colour(instead) => match (text, instead) {
                ("black", _) => Ok(Answer::Take(Colour::Black)),
                ("white", _) => Ok(Answer::Take(Colour::White)),
                (text, Some(instead)) if text == instead.name() => Ok(Answer::Instead),
                (_, None) => Err(format!("\"{text}\" is neither black nor white")),
                (_, Some(instead)) => Err(format!(
                    "\"{text}\" is neither black, white nor {}",
                    instead.name()
                )),
            },
        }
    }

    /// Writes an answer as [`Question::read`] reads it.
    pub fn write(self, answer: &Answer, shape: Shape) -> String {
        match answer {
            Answer::Stone(point) | Answer::Fifth(point) => notation::write(*point, shape),
            Answer::Take(colour) => colour.to_string(),
            Answer::Instead => match self {
                Question::Colour(Some(instead)) => instead.name().into(),
                _ => String::new(),
            },
            Answer::Number(number) => number.to_string(),
            Answer::Fifths(points) => {
                let points = points.iter().map(|&point| notation::write(point, shape));
                points.collect::<Vec<_>>().join(" ")
            }
        }
    }
}
