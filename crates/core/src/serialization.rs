//! Points, positions, rules and openings by serde. What is read is checked as if it were played.

use crate::board::{BoardError, BoardSize, Colour, MAX_SIDE, PlayError, Point, PointSet, Position, Stone};
use crate::messages;
use crate::rules::opening::{Answer, Opening, OpeningError, OpeningRule};
use crate::rules::{Rule, RuleError};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

messages! {
    /// Why a value is none of these types.
    enum SerializedError from Board(BoardError), Rule(RuleError), Opening(OpeningError) {
        Point { x: u8, y: u8 } = "no board has column {x}, row {y}",
        At { x: u8, y: u8; why: PlayError } = "column {x}, row {y}: {why}",
    }
}

/// A type that is written as another one: the other one, from a value, and back.
macro_rules! written_as {
    ($name:ty, $form:ty, $write:expr, $read:expr) => {
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let write: fn(&$name) -> $form = $write;
                write(self).serialize(serializer)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                let read: fn($form) -> Result<$name, SerializedError> = $read;
                read(<$form>::deserialize(deserializer)?).map_err(D::Error::custom)
            }
        }
    };
}

written_as!(BoardSize, String, BoardSize::to_string, |text| Ok(text.parse()?));
written_as!(Rule, String, Rule::to_string, |text| Ok(text.parse()?));
written_as!(OpeningRule, String, OpeningRule::to_string, |text| Ok(text.parse()?));
written_as!(Point, [u8; 2], |point| [point.x(), point.y()], point);
written_as!(PointSet, Vec<Point>, |set| set.iter().collect(), |points| Ok(points.into_iter().collect()));
written_as!(Position, Stones, Stones::of, Stones::position);
written_as!(Opening, Answers, Answers::of, Answers::opening);

fn point([x, y]: [u8; 2]) -> Result<Point, SerializedError> {
    let on_board = x.max(y) < MAX_SIDE;
    on_board.then(|| Point::new(x, y)).ok_or(SerializedError::Point { x, y })
}

/// A position.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Stones {
    size: BoardSize,
    stones: Vec<Stone>,
    dead: Vec<Point>,
    to_move: Colour,
}

impl Stones {
    fn of(position: &Position) -> Stones {
        let (stones, dead) = (position.stones().to_vec(), position.dead().to_vec());
        Stones { size: position.size(), stones, dead, to_move: position.to_move() }
    }

    fn position(self) -> Result<Position, SerializedError> {
        let mut position = Position::new(self.size);
        let wrong = |point: Point, why: PlayError| SerializedError::At { x: point.x(), y: point.y(), why: why.into() };
        for Stone { point, colour } in self.stones {
            position.check_empty(point).map_err(|error| wrong(point, error))?;
            position.place(point, colour, &mut ());
        }
        for point in self.dead {
            position.check_empty(point).and_then(|()| position.kill(point)).map_err(|error| wrong(point, error))?;
        }
        position.set_to_move(self.to_move);
        Ok(position)
    }
}

/// An opening.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Answers {
    rule: OpeningRule,
    size: BoardSize,
    answers: Vec<Answer>,
}

impl Answers {
    fn of(opening: &Opening) -> Answers {
        Answers { rule: opening.rule(), size: opening.size(), answers: opening.answers().to_vec() }
    }

    fn opening(self) -> Result<Opening, SerializedError> {
        let mut opening = Opening::new(self.rule, self.size)?;
        self.answers.iter().try_for_each(|answer| opening.answer(answer))?;
        Ok(opening)
    }
}
