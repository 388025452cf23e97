//! Opening rules for the page: takes the answers so far and returns the next step.

use super::game::GameText;
use crate::Remark;
use serde::{Deserialize, Serialize};
use tengen_core::board::{Point, notation};
use tengen_core::rules::opening::{Answer, Instead, Opening, OpeningRule, Question, Zone};

/// The state of an opening.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OpeningText {
    /// The name of its rule.
    pub rule: String,
    /// The answers so far, in order: `h8`, `black`, `two`, `ten`, `3`, `g9 h10`.
    pub answers: Vec<String>,
}

/// The next step of an opening. Players are 0 and 1; player 0 places the first stone.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct StepText {
    /// The stones on the board.
    pub stones: String,
    /// The offered fifth stones.
    pub offered: String,
    /// The player who has black, at present or for the game.
    pub black: usize,
    /// The question and its player; none if the opening is over.
    pub asked: Option<AskedText>,
}

/// A question to a player.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AskedText {
    pub player: usize,
    #[serde(flatten)]
    pub question: QuestionText,
}

/// A question in an opening.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "question", rename_all = "snake_case")]
pub enum QuestionText {
    /// Where is the next stone placed?
    Stone {
        /// `anywhere`, `centre`, or `within` or `outside` the central square.
        zone: &'static str,
        /// The side of that square.
        side: u8,
    },
    /// Which colour, or the alternative?
    Colour {
        /// The alternative: `two` or `ten`.
        instead: Option<&'static str>,
    },
    /// How many fifth stones?
    Number {
        /// The maximum number.
        most: usize,
    },
    /// Which fifth stones are offered?
    Fifths {
        /// The number of fifth stones.
        count: usize,
    },
    /// Which of the fifth stones is kept?
    Fifth,
}

impl From<Question> for QuestionText {
    fn from(question: Question) -> QuestionText {
        match question {
            Question::Stone(Zone::Anywhere) => stone("anywhere", 0),
            Question::Stone(Zone::Centre) => stone("centre", 1),
            Question::Stone(Zone::Within(side)) => stone("within", side),
            Question::Stone(Zone::Outside(side)) => stone("outside", side),
            Question::Colour(instead) => QuestionText::Colour { instead: instead.map(Instead::name) },
            Question::Number(most) => QuestionText::Number { most },
            Question::Fifths(count) => QuestionText::Fifths { count },
            Question::Fifth => QuestionText::Fifth,
        }
    }
}

fn stone(zone: &'static str, side: u8) -> QuestionText {
    QuestionText::Stone { zone, side }
}

impl OpeningText {
    pub fn read(&self, game: &GameText) -> Result<Opening, Remark> {
        let rule: OpeningRule = self.rule.parse()?;
        let mut opening = Opening::new(rule, game.size()?)?;
        for answer in &self.answers {
            opening.answer_text(answer)?;
        }
        Ok(opening)
    }

    /// The next step, after these of the fifth stones to be offered have been chosen.
    pub fn next(&self, game: &GameText, fifths: &str) -> Result<StepText, Remark> {
        let opening = self.read(game)?;
        let size = opening.size();
        let fifths = notation::read(fifths, size)?;
        for (number, &point) in fifths.iter().enumerate() {
            opening.check_fifth(point, &fifths[..number])?;
        }
        let offered: Vec<Point> = [opening.offered(), &fifths].concat();
        let asked = opening.asked().map(|(player, question)| AskedText { player, question: question.into() });
        Ok(StepText {
            stones: notation::list(opening.stones(), size),
            offered: notation::list(offered, size),
            black: opening.black(),
            asked,
        })
    }
}

/// Answers as text, in the format in which the page sends them.
pub fn written(opening: &Opening, answers: &[Answer]) -> Vec<String> {
    let mut after = opening.clone();
    let mut texts = Vec::new();
    for answer in answers {
        let Some((_, question)) = after.asked() else { break };
        texts.push(question.write(answer, after.size()));
        let taken = after.answer(answer);
        debug_assert_eq!(taken, Ok(()), "{answer:?}");
    }
    texts
}
