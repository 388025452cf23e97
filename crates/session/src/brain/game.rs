//! The game on the board as a manager sees it: our colour, and boards that are sent.

use tengen_core::board::{BoardSize, Colour, PlayError, Point, PointSet, Position};
use tengen_core::game::{Action, Game};
use tengen_core::rules::Rule;

/// The kind of an entry in a manager's board description.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Field {
    Own,
    Opponent,
    /// A point that can no longer be used: part of a winning row, or a forbidden point.
    Dead,
}

/// A game in which we play one side. **Black is the first player**: we are Black if we moved first, White if the
/// opponent did, and neither is decided while the board is empty.
#[derive(Clone, Debug)]
pub(super) struct OurGame {
    game: Game,
    us: Option<Colour>,
    /// The dead points of a board that was sent: nobody knows whose stones they were.
    dead: PointSet,
}

impl OurGame {
    pub fn new(size: BoardSize, rule: Rule) -> OurGame {
        OurGame { game: Game::new(size, rule), us: None, dead: PointSet::EMPTY }
    }

    /// The board that the manager describes, with us to move; [`we_were_first`] decides who started. An entry without a
    /// point is a pass. An error names the first unusable point.
    pub fn from_fields(
        size: BoardSize,
        rule: Rule,
        fields: &[(Option<Point>, Field)],
    ) -> Result<OurGame, (Point, PlayError)> {
        let us = if we_were_first(fields) { Colour::Black } else { Colour::White };
        let mut game = OurGame { us: Some(us), ..OurGame::new(size, rule) };
        let stones = fields.iter().filter_map(|&(point, field)| Some((point?, field)));
        for ((point, field), turn) in stones.zip(Colour::BOTH.into_iter().cycle()) {
            let (side, is_dead) = match field {
                Field::Own => (us, false),
                Field::Opponent => (!us, false),
                Field::Dead => (turn, true),
            };
            game.game.set_up(side, point, is_dead).map_err(|error| (point, error))?;
            if is_dead {
                game.dead.insert(point);
            }
        }
        game.our_turn();
        Ok(game)
    }

    pub fn position(&self) -> &Position {
        self.game.position()
    }

    /// Whether the board is still empty.
    pub fn is_untouched(&self) -> bool {
        self.game.moves().is_empty()
    }

    /// Makes it our turn, regardless of the last move; on an empty board this makes us the first player.
    pub fn our_turn(&mut self) {
        self.move_next(Colour::Black);
    }

    /// The opponent plays; on an empty board this makes the opponent the first player.
    pub fn opponent_plays(&mut self, point: Point, rule: Rule) -> Result<(), PlayError> {
        self.position().check_empty(point)?;
        let us = *self.us.get_or_insert(Colour::White);
        self.game.set_rule(rule);
        self.game.act_as(!us, Action::Stone(point))?;
        self.game.set_to_move(us);
        Ok(())
    }

    /// The opponent passes; on an empty board this makes the opponent the first player.
    pub fn opponent_passes(&mut self) {
        self.move_next(Colour::White);
    }

    /// Makes it our turn; we have this colour unless it is known.
    fn move_next(&mut self, colour: Colour) {
        let us = *self.us.get_or_insert(colour);
        self.game.set_to_move(us);
    }

    /// We play; returns whether the game continues.
    pub fn we_play(&mut self, point: Point, rule: Rule) -> Result<bool, PlayError> {
        self.position().check_empty(point)?;
        let us = *self.us.get_or_insert(Colour::Black);
        self.game.set_rule(rule);
        self.game.act_as(us, Action::Stone(point))?;
        Ok(self.game.ending().is_none())
    }

    /// Takes a stone or dead point back. Together with the stone that completed a winning row, the row's points
    /// become usable again.
    pub fn take_back(&mut self, point: Point) -> Result<(), PlayError> {
        self.game.remove(point)?;
        if self.dead.contains(point) {
            self.dead.remove(point);
            self.our_turn();
        }
        if self.is_untouched() {
            self.us = None;
            self.game.set_to_move(Colour::Black);
        }
        Ok(())
    }

    /// By how many points we are ahead in a continuous game. The moves are replayed, those of dead points by turns; if
    /// the board shows that they were played otherwise, the points are unknown, and nobody is ahead.
    pub fn lead(&self, rule: Rule) -> i32 {
        let size = self.position().size();
        let mut replayed = Game::new(size, rule);
        let is_played = self.game.actions().all(|(side, action)| replayed.act_as(side, action).is_ok());
        let is_same = |point| replayed.position().at(point) == self.position().at(point);
        match is_played && rule.continuous && size.points().all(is_same) {
            true => replayed.lead(self.us.unwrap_or(Colour::Black)),
            false => 0,
        }
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
            |fields: &[(Option<Point>, Field)]| OurGame::from_fields(BoardSize::FIFTEEN, CONTINUOUS, fields).unwrap();
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
        OurGame::new(BoardSize::FIFTEEN, CONTINUOUS)
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
            OurGame::from_fields(BoardSize::FIFTEEN, CONTINUOUS, &placed(&fields)).unwrap()
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
        OurGame::from_fields(BoardSize::FIFTEEN, CONTINUOUS, &placed(&fields)).unwrap()
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
        assert_eq!(OurGame::from_fields(size, CONTINUOUS, &placed(&twice)).unwrap_err(), (p(1, 0), PlayError::Taken));
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
