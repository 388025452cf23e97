//! An opening in progress: runs the script of its rule.

use super::script::Count;
use super::{Answer, Instead, OpeningError, OpeningRule, Question, ScriptStep, Zone, same_fifth};
use crate::board::{BoardSize, Colour, Point, Position, notation};

/// A player, independent of colour; 0 places the first stone.
pub type Player = usize;

/// An opening in progress or finished.
///
/// ```
/// use tengen_core::board::{Colour, BoardSize};
/// use tengen_core::rules::opening::{Opening, OpeningRule};
///
/// let mut opening = Opening::new(OpeningRule::Rif, BoardSize::square(15).unwrap()).unwrap();
/// for answer in ["h8", "i9", "i7", "black", "g9", "h10 i8", "i8"] {
///     opening.answer_text(answer).unwrap();
/// }
/// assert!(opening.is_over());
/// assert_eq!(opening.stones().len(), 5);
/// assert_eq!(opening.black(), 1);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    rule: OpeningRule,
    size: BoardSize,
    /// The remaining steps.
    script: &'static [ScriptStep],
    /// The number of stones of the current step that are placed.
    laid: usize,
    /// The player who places the stones of the current step.
    layer: Player,
    black: Player,
    /// Black and white alternating.
    stones: Vec<Point>,
    declared: usize,
    /// The offered fifth stones, until White chooses.
    offered: Vec<Point>,
    answers: Vec<Answer>,
}

impl Opening {
    /// An opening before its first stone.
    ///
    /// # Errors
    /// A message if the board is too small for the rule.
    pub fn new(rule: OpeningRule, size: BoardSize) -> Result<Opening, OpeningError> {
        let side = rule.least_side();
        if size.width().min(size.height()) < side {
            return Err(OpeningError::SmallBoard { rule, side, board: size });
        }
        Ok(Opening {
            rule,
            size,
            script: rule.script(),
            laid: 0,
            layer: 0,
            black: 0,
            stones: Vec::new(),
            declared: 0,
            offered: Vec::new(),
            answers: Vec::new(),
        })
    }

    /// The rule.
    pub fn rule(&self) -> OpeningRule {
        self.rule
    }

    /// The board size.
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// The stones placed so far, black and white alternating.
    pub fn stones(&self) -> &[Point] {
        &self.stones
    }

    /// The answers so far.
    pub fn answers(&self) -> &[Answer] {
        &self.answers
    }

    /// The stones as a position.
    pub fn position(&self) -> Position {
        Position::new(self.size).after_all(&self.stones)
    }

    /// The player who has black, at present or, once the opening is over, for the game.
    pub fn black(&self) -> Player {
        self.black
    }

    /// The player who has this colour.
    pub fn player_of(&self, colour: Colour) -> Player {
        match colour {
            Colour::Black => self.black,
            Colour::White => 1 - self.black,
        }
    }

    /// The colour of the next stone.
    pub fn to_move(&self) -> Colour {
        Colour::BOTH[self.stones.len() % 2]
    }

    /// The number of fifth stones declared; `None` if none was declared.
    pub fn declared(&self) -> Option<usize> {
        (self.declared > 0).then_some(self.declared)
    }

    /// The offered fifth stones, until White chooses.
    pub fn offered(&self) -> &[Point] {
        &self.offered
    }

    /// Whether the opening is over and the players alternate as in a normal game.
    pub fn is_over(&self) -> bool {
        self.script.is_empty()
    }

    /// The current question and the player it is for; `None` if the opening is over.
    pub fn asked(&self) -> Option<(Player, Question)> {
        let turn = self.player_of(self.to_move());
        Some(match *self.script.first()? {
            ScriptStep::Lay(zones) if self.laid == 0 => (turn, Question::Stone(zones[0])),
            ScriptStep::Lay(zones) => (self.layer, Question::Stone(zones[self.laid])),
            ScriptStep::Swap(instead) => (1 - self.layer, Question::Colour(instead)),
            ScriptStep::Declare(most) => (self.layer, Question::Number(most)),
            ScriptStep::Fifths(count) if self.offered.is_empty() => (self.black, Question::Fifths(self.fifths(count))),
            ScriptStep::Fifths(_) => (1 - self.black, Question::Fifth),
        })
    }

    fn fifths(&self, count: Count) -> usize {
        match count {
            Count::Fixed(count) => count,
            Count::Declared => self.declared,
        }
    }

    /// Takes an answer as text, see [`Question::read`].
    ///
    /// # Errors
    /// As for [`Opening::answer`].
    pub fn answer_text(&mut self, text: &str) -> Result<(), OpeningError> {
        let (_, question) = self.asked().ok_or(OpeningError::OpeningOver)?;
        self.answer(&question.read(text, self.size)?)
    }

    /// Takes the answer to the current question.
    ///
    /// # Errors
    /// A message that describes the problem; the opening is unchanged.
    pub fn answer(&mut self, answer: &Answer) -> Result<(), OpeningError> {
        let (player, question) = self.asked().ok_or(OpeningError::OpeningOver)?;
        match (question, answer) {
            (Question::Stone(zone), &Answer::Stone(point)) => self.lay(player, zone, point)?,
            (Question::Colour(_), &Answer::Take(colour)) => {
                self.black = match colour {
                    Colour::Black => player,
                    Colour::White => 1 - player,
                };
                self.go_on();
            }
            (Question::Colour(Some(instead)), Answer::Instead) => self.turn_to(player, instead),
            (Question::Number(most), &Answer::Number(number)) => {
                if !(1..=most).contains(&number) {
                    return Err(OpeningError::NumberTo { what: number.to_string(), most });
                }
                self.declared = number;
                self.go_on();
            }
            (Question::Fifths(count), Answer::Fifths(points)) => self.offer(count, points)?,
            (Question::Fifth, &Answer::Fifth(point)) => {
                self.check_free(point)?;
                if !self.offered.contains(&point) {
                    return Err(OpeningError::NotOffered { point: self.name(point) });
                }
                self.keep(point);
            }
            _ => return Err(asked(question)),
        }
        self.answers.push(answer.clone());
        Ok(())
    }

    fn lay(&mut self, player: Player, zone: Zone, point: Point) -> Result<(), OpeningError> {
        self.check_free(point)?;
        if !zone.contains(point, self.size) {
            return Err(outside(zone, self.name(point)));
        }
        self.stones.push(point);
        self.layer = player;
        self.laid += 1;
        if matches!(self.script.first(), Some(ScriptStep::Lay(zones)) if zones.len() == self.laid) {
            self.go_on();
        }
        Ok(())
    }

    /// Continues with the alternative's script. A player who offers fifth stones keeps black.
    fn turn_to(&mut self, player: Player, instead: Instead) {
        self.layer = player;
        self.script = instead.script();
    }

    fn offer(&mut self, count: usize, points: &[Point]) -> Result<(), OpeningError> {
        if points.len() != count {
            return Err(OpeningError::FifthsAsked { count, given: points.len() });
        }
        for (number, &point) in points.iter().enumerate() {
            self.check_fifth(point, &points[..number])?;
        }
        match points {
            &[only] => self.keep(only),
            _ => self.offered = points.to_vec(),
        }
        Ok(())
    }

    /// Checks that a fifth stone can be offered in addition to others.
    ///
    /// # Errors
    /// A message if the point is taken, or the stone makes the same figure as one of the others.
    pub fn check_fifth(&self, point: Point, others: &[Point]) -> Result<(), OpeningError> {
        self.check_free(point)?;
        let same = |other: &&Point| same_fifth(&self.stones, point, **other);
        match others.iter().find(same) {
            None => Ok(()),
            Some(&other) if other == point => Err(OpeningError::Offered { point: self.name(point) }),
            Some(&other) => Err(OpeningError::SameFigure { point: self.name(point), other: self.name(other) }),
        }
    }

    fn keep(&mut self, fifth: Point) {
        self.stones.push(fifth);
        self.offered.clear();
        self.layer = self.black;
        self.go_on();
    }

    fn go_on(&mut self) {
        self.script = &self.script[1..];
        self.laid = 0;
    }

    fn check_free(&self, point: Point) -> Result<(), OpeningError> {
        if !self.size.contains(point) {
            return Err(OpeningError::OffBoardOf { size: self.size });
        }
        if self.stones.contains(&point) {
            return Err(OpeningError::StoneAt { point: self.name(point) });
        }
        Ok(())
    }

    fn name(&self, point: Point) -> String {
        notation::write(point, self.size)
    }
}

/// That a point is not in this zone, which is a part of the board.
fn outside(zone: Zone, point: String) -> OpeningError {
    match zone {
        Zone::Anywhere | Zone::Centre => OpeningError::ZoneCentre { point },
        Zone::Within(side) => OpeningError::ZoneWithin { point, side },
        Zone::Outside(side) => OpeningError::ZoneOutside { point, side },
    }
}

/// That another answer is expected to a question.
fn asked(question: Question) -> OpeningError {
    match question {
        Question::Stone(_) => OpeningError::AskedStone,
        Question::Colour(None) => OpeningError::AskedColour,
        Question::Colour(Some(Instead::LayTwo)) => OpeningError::AskedTwo,
        Question::Colour(Some(Instead::OfferTen)) => OpeningError::AskedTen,
        Question::Number(_) => OpeningError::AskedNumber,
        Question::Fifths(_) => OpeningError::AskedFifths,
        Question::Fifth => OpeningError::AskedFifth,
    }
}
