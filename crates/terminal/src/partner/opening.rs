//! An opening rule in a game: the current question, the answers and the messages.

use super::error::PartnerError;
use crate::drawing::BoardRow;
use tengen_core::board::{BoardSize, Colour, Point, notation};
use tengen_core::rules::opening::{Answer, Instead, Opening, OpeningError, OpeningRule, Player, Question};

/// An opening between people and Tengen.
pub struct OpeningInPlay {
    opening: Opening,
    /// Fifth stones named so far, if more are to be offered.
    named: Vec<Point>,
}

impl OpeningInPlay {
    /// An opening before its first stone.
    pub fn new(rule: OpeningRule, size: BoardSize) -> Result<OpeningInPlay, OpeningError> {
        Ok(OpeningInPlay { opening: Opening::new(rule, size)?, named: Vec::new() })
    }

    pub fn opening(&self) -> &Opening {
        &self.opening
    }

    /// The colour of the player being asked.
    pub fn asked(&self) -> Option<Colour> {
        let (player, _) = self.opening.asked()?;
        Some(if player == self.opening.black() { Colour::Black } else { Colour::White })
    }

    /// Takes an answer as typed; fifth stones may be named one after another. After an error nothing has changed.
    pub fn answer_text(&mut self, line: &str) -> Result<(), OpeningError> {
        let (_, question) = self.opening.asked().ok_or(OpeningError::OpeningOver)?;
        let answer = question.read(&line.to_lowercase(), self.opening.size())?;
        match (question, answer) {
            (Question::Fifths(count), Answer::Fifths(points)) => self.name(&points, count),
            (_, answer) => self.take(&answer),
        }
    }

    fn name(&mut self, points: &[Point], count: usize) -> Result<(), OpeningError> {
        let mut named = self.named.clone();
        for &point in points {
            self.opening.check_fifth(point, &named)?;
            named.push(point);
        }
        if named.len() >= count {
            return self.take(&Answer::Fifths(named));
        }
        self.named = named;
        Ok(())
    }

    /// Takes an answer. After an error nothing has changed.
    pub fn take(&mut self, answer: &Answer) -> Result<(), OpeningError> {
        self.opening.answer(answer)?;
        self.named.clear();
        Ok(())
    }

    /// The opening before the last answer of a person, or before the fifth stones named so far.
    pub fn before_last(&self, is_person: impl Fn(Player) -> bool) -> Result<OpeningInPlay, PartnerError> {
        let mut before = OpeningInPlay::new(self.opening.rule(), self.opening.size())?;
        if !self.named.is_empty() {
            before.opening = self.opening.clone();
            return Ok(before);
        }
        let mut found = None;
        let mut opening = before.opening.clone();
        for answer in self.opening.answers() {
            if opening.asked().is_some_and(|(player, _)| is_person(player)) {
                found = Some(opening.clone());
            }
            opening.answer(answer)?;
        }
        before.opening = found.ok_or(PartnerError::NoOwnAnswer)?;
        Ok(before)
    }

    /// The offered fifth stones, which are not placed yet.
    pub fn offered(&self) -> &[Point] {
        if self.named.is_empty() { self.opening.offered() } else { &self.named }
    }

    pub fn question(&self) -> String {
        let Some((_, question)) = self.opening.asked() else { return "the opening is over".into() };
        let (rule, size) = (self.opening.rule(), self.opening.size());
        let asked = match question {
            Question::Stone(zone) => {
                let number = self.opening.stones().len() + 1;
                format!("stone {number}, {}, {zone}", self.opening.to_move())
            }
            Question::Colour(None) => "which colour do you take, black or white?".into(),
            Question::Colour(Some(Instead::LayTwo)) => {
                "which colour do you take, black or white? Or two: you lay two stones more".into()
            }
            Question::Colour(Some(Instead::OfferTen)) => {
                "which colour do you take, black or white? Or ten: you offer ten fifth stones".into()
            }
            Question::Number(most) => format!("how many fifth stones, 1 to {most}?"),
            Question::Fifths(count) => match &self.named[..] {
                [] => format!("fifth stones to offer: {count}, all different"),
                named => format!("{} of {count} fifth stones: {}", named.len(), BoardRow(named, size)),
            },
            Question::Fifth => format!("which fifth stone stays: {}?", BoardRow(self.opening.offered(), size)),
        };
        format!("{rule}: {asked}")
    }
}

/// A message on Tengen's answers: `Tengen places h8 h9 i9`.
pub fn in_words(answers: &[Answer], size: BoardSize) -> String {
    let laid: Vec<Point> = answers
        .iter()
        .filter_map(|answer| match answer {
            Answer::Stone(point) => Some(*point),
            _ => None,
        })
        .collect();
    let mut words = Vec::new();
    if !laid.is_empty() {
        words.push(format!("places {}", BoardRow(&laid, size)));
    }
    for answer in answers {
        match answer {
            Answer::Stone(_) => {}
            Answer::Take(colour) => words.push(format!("takes {colour}")),
            Answer::Instead => words.push("takes no colour".into()),
            Answer::Number(1) => words.push("declares 1 fifth stone".into()),
            Answer::Number(number) => words.push(format!("declares {number} fifth stones")),
            Answer::Fifths(points) => words.push(format!("offers {}", BoardRow(points, size))),
            Answer::Fifth(point) => words.push(format!("keeps {}", notation::write(*point, size))),
        }
    }
    format!("Tengen {}", words.join(", "))
}
