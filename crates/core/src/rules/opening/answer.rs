//! Questions to the players in an opening, and their answers.

use super::{OpeningError, Zone};
use crate::board::{BoardSize, Colour, Point, notation};
use crate::message::Quoted;

/// A question to a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// Where is the next stone placed?
    Stone(Zone),
    /// Which colour do you take? With an alternative, if the rule has one.
    Colour(Option<Instead>),
    /// How many fifth stones will be offered, up to this number?
    Number(usize),
    /// Which fifth stones do you offer? The number is given.
    Fifths(usize),
    /// Which of the offered fifth stones is kept?
    Fifth,
}

/// An alternative to taking a colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Instead {
    /// swap2: place two more stones and let the other player choose the colour.
    LayTwo,
    /// Taraguchi-10: keep black and offer ten fifth stones.
    OfferTen,
}

impl Instead {
    /// The word for it as an answer.
    pub const fn name(self) -> &'static str {
        match self {
            Instead::LayTwo => "two",
            Instead::OfferTen => "ten",
        }
    }
}

/// The answer of a player.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Answer {
    /// The next stone.
    Stone(Point),
    /// The colour taken.
    Take(Colour),
    /// The alternative of [`Question::Colour`].
    Instead,
    /// The number of fifth stones to be offered.
    Number(usize),
    /// The fifth stones offered.
    Fifths(Vec<Point>),
    /// The fifth stone kept.
    Fifth(Point),
}

impl Question {
    /// Parses an answer: `h8`, `black`, `white`, `two`, `ten`, `3`, `g8 i7`.
    ///
    /// # Errors
    /// A message that describes the expected answer.
    pub fn read(self, text: &str, size: BoardSize) -> Result<Answer, OpeningError> {
        let text = text.trim();
        let points = || notation::read(text, size);
        let point = || match points()?[..] {
            [point] => Ok(point),
            _ => Err(OpeningError::OnePoint { what: Quoted(text.into()) }),
        };
        match self {
            Question::Stone(_) => point().map(Answer::Stone),
            Question::Fifth => point().map(Answer::Fifth),
            Question::Fifths(_) => Ok(Answer::Fifths(points()?)),
            Question::Number(most) => {
                let number = text.parse().map(Answer::Number);
                number.map_err(|_| OpeningError::NumberTo { what: Quoted(text).to_string(), most })
            }
            Question::Colour(instead) => match (text, instead) {
                ("black", _) => Ok(Answer::Take(Colour::Black)),
                ("white", _) => Ok(Answer::Take(Colour::White)),
                (text, Some(instead)) if text == instead.name() => Ok(Answer::Instead),
                (_, None) => Err(OpeningError::NoColour { what: Quoted(text.into()) }),
                (_, Some(instead)) => {
                    Err(OpeningError::NoColourNor { what: Quoted(text.into()), other: instead.name() })
                }
            },
        }
    }

    /// Formats an answer so that [`Question::read`] can parse it.
    pub fn write(self, answer: &Answer, size: BoardSize) -> String {
        match answer {
            Answer::Stone(point) | Answer::Fifth(point) => notation::write(*point, size),
            Answer::Take(colour) => colour.to_string(),
            Answer::Instead => match self {
                Question::Colour(Some(instead)) => instead.name().into(),
                _ => String::new(),
            },
            Answer::Number(number) => number.to_string(),
            Answer::Fifths(points) => {
                let points = points.iter().map(|&point| notation::write(point, size));
                points.collect::<Vec<_>>().join(" ")
            }
        }
    }
}
