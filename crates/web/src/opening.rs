//! Opening rules as a page asks about them: the answers so far go in, what comes next comes out.

use super::game::{GameText, named};
use serde::{Deserialize, Serialize};
use tengen_core::board::{Point, notation};
use tengen_core::rules::opening::{Answer, Instead, Opening, OpeningRule, Question, Zone};

/// How far an opening has come.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OpeningText {
    /// The name of its rule.
    pub rule: String,
    /// What was answered, in turn: `h8`, `black`, `two`, `ten`, `3`, `g9 h10`.
    pub answers: Vec<String>,
}

/// What comes next in an opening. Players are 0 and 1, the first to lay stones being 0.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct StepText {
    /// The stones that lie there.
    pub stones: String,
    /// Fifth stones of which one will stay.
    pub offered: String,
    /// Who has black, for now or for good.
    pub black: usize,
    /// Who is asked what; nobody when the opening is over.
    pub asked: Option<AskedText>,
}

/// Who is asked what.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AskedText {
    /// Who.
    pub player: usize,
    /// What.
    #[serde(flatten)]
    pub question: QuestionText,
}

/// What a player is asked in an opening.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "question", rename_all = "snake_case")]
pub enum QuestionText {
    /// Where does the next stone lie?
    Stone {
        /// `anywhere`, `centre`, or `within` or `outside` the middle square.
        zone: &'static str,
        /// The side of that square.
        side: u8,
    },
    /// Which colour, or the other thing?
    Colour {
        /// `two` or `ten`.
        instead: Option<&'static str>,
    },
    /// How many fifth stones?
    Number {
        /// At most so many.
        most: usize,
    },
    /// Which fifth stones are offered?
    Fifths {
        /// So many.
        count: usize,
    },
    /// Which of them stays?
    Fifth,
}

impl From<Question> for QuestionText {
    fn from(question: Question) -> QuestionText {
        match question {
            Question::Stone(Zone::Anywhere) => stone("anywhere", 0),
            Question::Stone(Zone::Centre) => stone("centre", 1),
            Question::Stone(Zone::Within(side)) => stone("within", side),
            Question::Stone(Zone::Outside(side)) => stone("outside", side),
            Question::Colour(instead) => QuestionText::Colour {
                instead: instead.map(Instead::name),
            },
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
    /// The opening on the board of a game.
    ///
    /// # Errors
    /// The first thing that is not as it should be.
    pub fn read(&self, game: &GameText) -> Result<Opening, String> {
        let rule: OpeningRule = self.rule.parse()?;
        let mut opening = Opening::new(rule, game.shape()?)?;
        for answer in &self.answers {
            opening.tell(answer)?;
        }
        Ok(opening)
    }

    /// What comes next, when these fifth stones have been named of those that are to be offered.
    ///
    /// # Errors
    /// What is not as it should be.
    pub fn next(&self, game: &GameText, fifths: &str) -> Result<StepText, String> {
        let opening = self.read(game)?;
        let shape = opening.shape();
        let fifths = notation::read(fifths, shape)?;
        for (number, &point) in fifths.iter().enumerate() {
            opening.check_fifth(point, &fifths[..number])?;
        }
        let offered: Vec<Point> = [opening.offered(), &fifths].concat();
        let asked = opening.asked().map(|(player, question)| AskedText {
            player,
            question: question.into(),
        });
        Ok(StepText {
            stones: named(opening.stones().iter().copied(), shape),
            offered: named(offered, shape),
            black: opening.black(),
            asked,
        })
    }
}

/// Answers as the page sends them back.
pub fn written(opening: &Opening, answers: &[Answer]) -> Vec<String> {
    let mut after = opening.clone();
    let mut texts = Vec::new();
    for answer in answers {
        let Some((_, question)) = after.asked() else {
            break;
        };
        texts.push(question.write(answer, after.shape()));
        let taken = after.answer(answer);
        debug_assert_eq!(taken, Ok(()), "{answer:?}");
    }
    texts
}
