//! The game on the board: who we are, what was placed in which order, and how to take it back.

use crate::board::{Colour, PlayError, Point, Position, Shape};
use crate::rules::{Outcome, Rule, judge};

/// One entry of a board that the manager sends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Field {
    /// A stone of ours.
    Own,
    /// A stone of the opponent.
    Opponent,
    /// A point nobody can use any more: part of a won row, or a foul.
    Dead,
}

/// Something that came to the board.
#[derive(Clone, Debug)]
struct Entry {
    point: Point,
    /// Whose stone; `None` for a point that came dead.
    colour: Option<Colour>,
    /// What died with this stone: the won row of a continuous game, itself included.
    killed: Vec<Point>,
}

/// A game in progress. **Black is the first player**: we are black when we opened, white when the
/// opponent did, and nobody knows while the board is empty.
#[derive(Clone, Debug)]
pub(super) struct Game {
    position: Position,
    us: Option<Colour>,
    /// The source of truth: taking a stone back sets the position up anew from what is left.
    entries: Vec<Entry>,
}

impl Game {
    /// An empty board.
    pub fn new(shape: Shape) -> Game {
        Game {
            position: Position::new(shape),
            us: None,
            entries: Vec::new(),
        }
    }

    /// A board as the manager describes it, our turn. The first stone named belongs to the first
    /// player; without any stone that is us.
    ///
    /// # Errors
    /// `OffBoard` or `Taken` for the first point that cannot be used.
    pub fn from_fields(
        shape: Shape,
        fields: &[(Point, Field)],
    ) -> Result<Game, (Point, PlayError)> {
        let first = fields.iter().find(|(_, field)| *field != Field::Dead);
        let us = match first {
            Some((_, Field::Opponent)) => Colour::White,
            _ => Colour::Black,
        };
        let mut game = Game::new(shape);
        game.us = Some(us);
        for &(point, field) in fields {
            let empty = game.position.check_empty(point);
            empty.map_err(|error| (point, error))?;
            game.push(Entry {
                point,
                colour: match field {
                    Field::Own => Some(us),
                    Field::Opponent => Some(!us),
                    Field::Dead => None,
                },
                killed: Vec::new(),
            });
        }
        game.our_turn();
        Ok(game)
    }

    /// The stones, and whose turn it is.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Nothing has come to the board yet.
    pub fn is_untouched(&self) -> bool {
        self.entries.is_empty()
    }

    /// Makes it our turn, whoever moved last; on an empty board this makes us the first player.
    pub fn our_turn(&mut self) {
        let us = *self.us.get_or_insert(Colour::Black);
        self.position.set_to_move(us);
    }

    /// The opponent plays; on an empty board this makes it the first player.
    ///
    /// # Errors
    /// `OffBoard` or `Taken`.
    pub fn opponent_plays(&mut self, point: Point, rule: Rule) -> Result<(), PlayError> {
        self.position.check_empty(point)?;
        let us = *self.us.get_or_insert(Colour::White);
        self.play(point, !us, rule);
        self.position.set_to_move(us);
        Ok(())
    }

    /// We play.
    ///
    /// # Errors
    /// `OffBoard` or `Taken`.
    pub fn we_play(&mut self, point: Point, rule: Rule) -> Result<(), PlayError> {
        self.position.check_empty(point)?;
        let us = *self.us.get_or_insert(Colour::Black);
        self.play(point, us, rule);
        Ok(())
    }

    /// Takes a stone or dead point off. With the stone that finished a won row, the row comes back
    /// to life.
    ///
    /// # Errors
    /// `NoStone` when nothing lies there.
    pub fn take_back(&mut self, point: Point) -> Result<(), PlayError> {
        let found = self.entries.iter().rposition(|entry| entry.point == point);
        let removed = self.entries.remove(found.ok_or(PlayError::NoStone)?);
        let entries = std::mem::take(&mut self.entries);
        self.position = Position::new(self.position.shape());
        for mut entry in entries {
            entry.killed.retain(|&dead| dead != point);
            self.push(entry);
        }
        match removed.colour {
            Some(colour) => self.position.set_to_move(colour),
            None => self.our_turn(),
        }
        if self.entries.is_empty() {
            self.us = None;
            self.position.set_to_move(Colour::Black);
        }
        Ok(())
    }

    fn play(&mut self, point: Point, colour: Colour, rule: Rule) {
        let killed = match rule
            .continuous
            .then(|| judge(&self.position, point, colour, rule))
        {
            Some(Outcome::Five(run)) => run.points().collect(),
            Some(Outcome::Foul(_)) => vec![point],
            _ => Vec::new(),
        };
        self.push(Entry {
            point,
            colour: Some(colour),
            killed,
        });
    }

    fn push(&mut self, entry: Entry) {
        match entry.colour {
            Some(colour) => self.position.place(entry.point, colour, &mut ()),
            None => self.kill(entry.point),
        }
        for &point in &entry.killed {
            self.kill(point);
        }
        self.entries.push(entry);
    }

    fn kill(&mut self, point: Point) {
        let killed = self.position.kill(point);
        debug_assert_eq!(killed, Ok(()), "{point:?} was checked");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Content;
    use crate::rules::Variant;

    const CONTINUOUS: Rule = Rule::from_bits(2, false);
    const FREESTYLE: Rule = Rule::new(Variant::Freestyle);

    fn p(x: u8, y: u8) -> Point {
        Point::new(x, y)
    }

    fn empty() -> Game {
        Game::new(Shape::square(15).unwrap())
    }

    #[test]
    fn whoever_moves_first_is_black() {
        let mut game = empty();
        game.opponent_plays(p(7, 7), FREESTYLE).unwrap();
        assert_eq!(game.position().at(p(7, 7)), Content::Stone(Colour::Black));
        assert_eq!(game.position().to_move(), Colour::White);

        let mut game = empty();
        game.our_turn();
        game.we_play(p(7, 7), FREESTYLE).unwrap();
        game.opponent_plays(p(7, 8), FREESTYLE).unwrap();
        assert_eq!(game.position().at(p(7, 8)), Content::Stone(Colour::White));
        assert_eq!(game.position().to_move(), Colour::Black);
    }

    #[test]
    fn the_first_stone_of_a_board_is_black_wherever_dead_points_stand() {
        let shape = Shape::square(15).unwrap();
        let fields = [
            (p(0, 0), Field::Dead),
            (p(1, 0), Field::Opponent),
            (p(2, 0), Field::Own),
            (p(3, 0), Field::Own),
        ];
        let game = Game::from_fields(shape, &fields).unwrap();
        assert_eq!(game.position().at(p(0, 0)), Content::Wall);
        assert_eq!(game.position().at(p(1, 0)), Content::Stone(Colour::Black));
        assert_eq!(game.position().at(p(3, 0)), Content::Stone(Colour::White));
        assert_eq!(game.position().to_move(), Colour::White);
        let twice = [fields[1], fields[1]];
        assert_eq!(
            Game::from_fields(shape, &twice).unwrap_err(),
            (p(1, 0), PlayError::Taken)
        );
    }

    #[test]
    fn a_won_row_dies_in_a_continuous_game_and_comes_back_when_taken_back() {
        let mut game = empty();
        for x in 0..5 {
            game.opponent_plays(p(x, 0), CONTINUOUS).unwrap();
            game.we_play(p(2 * x, 9), CONTINUOUS).unwrap();
        }
        let walls = |game: &Game| {
            (0..5)
                .filter(|&x| game.position().at(p(x, 0)) == Content::Wall)
                .count()
        };
        assert_eq!(walls(&game), 5);
        assert_eq!(game.position().at(p(4, 9)), Content::Stone(Colour::White));
        assert_eq!(game.take_back(p(8, 9)), Ok(()));
        assert_eq!(game.take_back(p(4, 0)), Ok(()));
        assert_eq!(walls(&game), 0);
        assert_eq!(game.position().at(p(3, 0)), Content::Stone(Colour::Black));
        assert_eq!(game.position().at(p(4, 0)), Content::Empty);
    }

    #[test]
    fn an_emptied_board_forgets_who_was_first() {
        let mut game = empty();
        game.opponent_plays(p(7, 7), FREESTYLE).unwrap();
        game.we_play(p(8, 8), FREESTYLE).unwrap();
        assert_eq!(game.take_back(p(9, 9)), Err(PlayError::NoStone));
        game.take_back(p(7, 7)).unwrap();
        game.take_back(p(8, 8)).unwrap();
        assert_eq!(game.position(), empty().position());
        game.our_turn();
        assert_eq!(game.position().to_move(), Colour::Black);
    }
}
