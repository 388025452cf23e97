//! The game on the board: our colour, the stones in order, and how to take them back.

use tengen_core::board::{BoardSize, Colour, PlayError, Point, Position};
use tengen_core::rules::{Outcome, Rule, judge};

/// The kind of an entry in a manager's board description.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Field {
    /// One of our stones.
    Own,
    /// A stone of the opponent.
    Opponent,
    /// A point that can no longer be used: part of a winning row, or a forbidden point.
    Dead,
}

/// An entry in the history of the board.
#[derive(Clone, Debug)]
struct Entry {
    point: Point,
    /// The colour of the stone; `None` for a point that was dead from the start.
    colour: Option<Colour>,
    /// The points that died with this stone: the winning row of a continuous game, including the stone.
    killed: Vec<Point>,
}

/// A game in which we play one side. **Black is the first player**: we are Black if we moved first, White if the
/// opponent did, and neither is decided while the board is empty.
#[derive(Clone, Debug)]
pub(super) struct OurGame {
    position: Position,
    us: Option<Colour>,
    /// The authoritative state: taking a stone back rebuilds the position from the remaining entries.
    entries: Vec<Entry>,
}

impl OurGame {
    /// An empty board.
    pub fn new(size: BoardSize) -> OurGame {
        OurGame { position: Position::new(size), us: None, entries: Vec::new() }
    }

    /// The board that the manager describes, with us to move; [`we_were_first`] decides who started. An entry without
    /// a point is a pass.
    ///
    /// # Errors
    /// `OffBoard` or `Taken` for the first unusable point.
    pub fn from_fields(size: BoardSize, fields: &[(Option<Point>, Field)]) -> Result<OurGame, (Point, PlayError)> {
        let us = if we_were_first(fields) { Colour::Black } else { Colour::White };
        let mut game = OurGame::new(size);
        game.us = Some(us);
        for &(point, field) in fields {
            let Some(point) = point else { continue };
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

    /// The stones and the side to move.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Whether the board is still empty.
    pub fn is_untouched(&self) -> bool {
        self.entries.is_empty()
    }

    /// Makes it our turn, regardless of the last move; on an empty board this makes us the first player.
    pub fn our_turn(&mut self) {
        let us = *self.us.get_or_insert(Colour::Black);
        self.position.set_to_move(us);
    }

    /// The opponent plays; on an empty board this makes the opponent the first player.
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

    /// The opponent passes; on an empty board this makes the opponent the first player.
    pub fn opponent_passes(&mut self) {
        let us = *self.us.get_or_insert(Colour::White);
        self.position.set_to_move(us);
    }

    /// We play; returns the outcome.
    ///
    /// # Errors
    /// `OffBoard` or `Taken`.
    pub fn we_play(&mut self, point: Point, rule: Rule) -> Result<Outcome, PlayError> {
        self.position.check_empty(point)?;
        let us = *self.us.get_or_insert(Colour::Black);
        Ok(self.play(point, us, rule))
    }

    /// Takes a stone or dead point back. Together with the stone that completed a winning row, the row's points
    /// become usable again.
    ///
    /// # Errors
    /// `NoStone` if there is nothing at this point.
    pub fn take_back(&mut self, point: Point) -> Result<(), PlayError> {
        let found = self.entries.iter().rposition(|entry| entry.point == point);
        let removed = self.entries.remove(found.ok_or(PlayError::NoStone)?);
        let entries = std::mem::take(&mut self.entries);
        self.position = Position::new(self.position.size());
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

    /// By how many points we are ahead in a continuous game. The moves are replayed, those of dead points by turns; if
    /// the board shows that they were played otherwise, the points are unknown, and nobody is ahead.
    pub fn lead(&self, rule: Rule) -> i32 {
        let mut replayed = OurGame::new(self.position.size());
        let mut black = 0;
        for (entry, turn) in self.entries.iter().zip(Colour::BOTH.into_iter().cycle()) {
            let colour = entry.colour.unwrap_or(turn);
            if replayed.position.check_empty(entry.point).is_err() {
                return 0;
            }
            let winner = match replayed.play(entry.point, colour, rule) {
                Outcome::Five(_) => colour,
                Outcome::Forbidden(_) => !colour,
                Outcome::Open | Outcome::Draw => continue,
            };
            black += if winner == Colour::Black { 1 } else { -1 };
        }
        let is_same = |point| replayed.position.at(point) == self.position.at(point);
        match self.us {
            _ if !rule.continuous || !self.position.size().points().all(is_same) => 0,
            Some(Colour::White) => -black,
            _ => black,
        }
    }

    fn play(&mut self, point: Point, colour: Colour, rule: Rule) -> Outcome {
        let outcome = judge(&self.position, point, colour, rule);
        let killed = killed(outcome, point, rule);
        self.push(Entry { point, colour: Some(colour), killed });
        outcome
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

/// The points that die with a stone in a continuous game.
fn killed(outcome: Outcome, point: Point, rule: Rule) -> Vec<Point> {
    match outcome {
        Outcome::Five(run) if rule.continuous => run.points().collect(),
        Outcome::Forbidden(_) if rule.continuous => vec![point],
        _ => Vec::new(),
    }
}

/// Whether we are the first player of a board on which it is our turn.
///
/// The sides alternate and dead points were stones once, so the total number of points decides: if it is even, we
/// moved first, whatever their order and whichever of them are dead. A pass counts as a move. If no game leads to
/// such a board (a handicap, a composed problem), the first stone listed is the first player's.
fn we_were_first(fields: &[(Option<Point>, Field)]) -> bool {
    let count = |wanted| fields.iter().filter(|(_, field)| *field == wanted).count();
    let [own, other, dead] = [Field::Own, Field::Opponent, Field::Dead].map(count);
    let even = fields.len().is_multiple_of(2);
    let ours_before_theirs = if even { own } else { own + 1 };
    if ours_before_theirs.abs_diff(other) <= dead {
        return even;
    }
    let first = fields.iter().find(|(_, field)| *field != Field::Dead);
    first.is_none_or(|(_, field)| *field == Field::Own)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_core::board::Content;
    use tengen_core::rules::Variant;

    const CONTINUOUS: Rule = Rule::from_bits(2, false);
    const FREESTYLE: Rule = Rule::new(Variant::Freestyle);

    fn p(x: u8, y: u8) -> Point {
        Point::new(x, y)
    }

    fn placed(fields: &[(Point, Field)]) -> Vec<(Option<Point>, Field)> {
        let placed = fields.iter().map(|&(point, field)| (Some(point), field));
        placed.collect()
    }

    #[test]
    fn a_pass_is_a_turn_without_a_stone() {
        use Field::{Opponent, Own};
        let game =
            |fields: &[(Option<Point>, Field)]| OurGame::from_fields(BoardSize::square(15).unwrap(), fields).unwrap();
        let white = game(&[(None, Own), (Some(p(7, 7)), Opponent)]);
        assert_eq!(white.position().at(p(7, 7)), Content::Stone(Colour::White));
        assert_eq!(white.position().to_move(), Colour::Black);
        let twice = game(&[(Some(p(7, 7)), Own), (None, Opponent)]);
        assert_eq!(twice.position().at(p(7, 7)), Content::Stone(Colour::Black));
        assert_eq!(twice.position().to_move(), Colour::Black);
        let mut game = empty();
        game.opponent_passes();
        assert_eq!(game.position().to_move(), Colour::White);
    }

    fn empty() -> OurGame {
        OurGame::new(BoardSize::square(15).unwrap())
    }

    /// Plays these points by turns, we first.
    fn played(points: &[(u8, u8)]) -> OurGame {
        let mut game = empty();
        game.our_turn();
        for (number, &(x, y)) in points.iter().enumerate() {
            match number % 2 {
                0 => drop(game.we_play(p(x, y), CONTINUOUS).unwrap()),
                _ => game.opponent_plays(p(x, y), CONTINUOUS).unwrap(),
            }
        }
        game
    }

    const OUR_ROW: [(u8, u8); 10] = [(0, 0), (0, 5), (1, 0), (3, 7), (2, 0), (9, 9), (3, 0), (11, 4), (4, 0), (6, 12)];

    #[test]
    fn rows_made_by_moves_are_points() {
        let mut game = played(&OUR_ROW);
        assert_eq!((game.lead(CONTINUOUS), game.lead(FREESTYLE)), (1, 0));
        game.take_back(p(4, 0)).unwrap();
        assert_eq!(game.lead(CONTINUOUS), 0);
        assert_eq!(empty().lead(CONTINUOUS), 0);
    }

    #[test]
    fn rows_of_a_board_in_the_order_of_the_game_are_points() {
        let field = |number: usize, y: u8| match (y, number % 2) {
            (0, _) => Field::Dead,
            (_, 0) => Field::Own,
            _ => Field::Opponent,
        };
        let fields = |points: &[(u8, u8)], ours: usize| {
            let fields: Vec<_> =
                points.iter().enumerate().map(|(number, &(x, y))| (p(x, y), field(number + ours, y))).collect();
            OurGame::from_fields(BoardSize::square(15).unwrap(), &placed(&fields)).unwrap()
        };
        assert_eq!(fields(&OUR_ROW, 0).lead(CONTINUOUS), 1);
        assert_eq!(fields(&OUR_ROW[..9], 1).lead(CONTINUOUS), -1, "it was the other side's row");
        let mut mixed = OUR_ROW;
        mixed.swap(0, 1);
        assert_eq!(fields(&mixed, 0).lead(CONTINUOUS), 0, "no game goes like this");
    }

    #[test]
    fn the_first_to_move_is_black() {
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

    /// A board with these entries in order: `+` ours, `-` the opponent's, `#` dead.
    fn board(text: &str) -> OurGame {
        let field = |c| match c {
            '+' => Field::Own,
            '-' => Field::Opponent,
            _ => Field::Dead,
        };
        let points = (0..).map(|i| p(i % 15, i / 15));
        let fields: Vec<_> = points.zip(text.chars().map(field)).collect();
        OurGame::from_fields(BoardSize::square(15).unwrap(), &placed(&fields)).unwrap()
    }

    #[test]
    fn the_first_player_follows_from_the_number_of_stones_and_not_from_their_order() {
        for first in ["", "+-", "-+", "--++", "++--", "##", "#-", "-#", "+###-#", "#-+-+-+-+-#-"] {
            assert_eq!(board(first).position().to_move(), Colour::Black, "{first}");
        }
        for second in ["-", "-+-", "+--", "--+", "#", "#+-", "+#-", "-##", "+##", "##-++-#"] {
            assert_eq!(board(second).position().to_move(), Colour::White, "{second}");
        }
    }

    #[test]
    fn where_the_numbers_fit_no_game_the_first_stone_named_is_the_first_players() {
        for first in ["+", "+-+", "+---", "#+----", "++++", "#++++"] {
            assert_eq!(board(first).position().to_move(), Colour::Black, "{first}");
        }
        for second in ["--", "-+-+-+++", "#-+++++", "---", "-++"] {
            assert_eq!(board(second).position().to_move(), Colour::White, "{second}");
        }
    }

    #[test]
    fn the_first_player_does_not_change_when_moves_are_undone() {
        let mut game = board("-#+-");
        for point in [p(3, 0), p(2, 0), p(1, 0)] {
            game.take_back(point).unwrap();
            game.our_turn();
            assert_eq!(game.position().to_move(), Colour::Black);
        }
        game.opponent_plays(p(9, 9), FREESTYLE).unwrap();
        assert_eq!(game.position().at(p(9, 9)), Content::Stone(Colour::White));
    }

    #[test]
    fn a_board_is_put_up_as_it_is_named() {
        let game = board("#-++-");
        let at = |x| game.position().at(p(x, 0));
        assert_eq!(at(0), Content::Edge);
        assert_eq!([at(1), at(4)], [Content::Stone(Colour::Black); 2]);
        assert_eq!([at(2), at(3)], [Content::Stone(Colour::White); 2]);
        let size = game.position().size();
        let twice = [(p(1, 0), Field::Own); 2];
        assert_eq!(OurGame::from_fields(size, &placed(&twice)).unwrap_err(), (p(1, 0), PlayError::Taken));
    }

    #[test]
    fn a_won_row_dies_in_a_continuous_game_and_comes_back_when_taken_back() {
        let mut game = empty();
        for x in 0..5 {
            game.opponent_plays(p(x, 0), CONTINUOUS).unwrap();
            game.we_play(p(2 * x, 9), CONTINUOUS).unwrap();
        }
        let dead = |game: &OurGame| (0..5).filter(|&x| game.position().at(p(x, 0)) == Content::Edge).count();
        assert_eq!(dead(&game), 5);
        assert_eq!(game.position().at(p(4, 9)), Content::Stone(Colour::White));
        assert_eq!(game.take_back(p(8, 9)), Ok(()));
        assert_eq!(game.take_back(p(4, 0)), Ok(()));
        assert_eq!(dead(&game), 0);
        assert_eq!(game.position().at(p(3, 0)), Content::Stone(Colour::Black));
        assert_eq!(game.position().at(p(4, 0)), Content::Empty);
    }

    #[test]
    fn an_emptied_board_has_no_first_player() {
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
