//! The board of a game with a referee: applies moves and detects the end of the game.
//!
//! In a continuous game a row of five becomes dead points and counts for its side, and play continues until the board
//! is full; a forbidden move counts for the opponent, and its stone becomes a dead point (both as in Piskvork). The
//! side with more rows wins. A turn of another game is played stone by stone, or line by line.

use crate::{Ending, Game, OtherGame, Reason};
use tengen_core::board::{
    BoardSize, Colour, Content, DIRECTIONS, PlayError, Point, PointSet, Position, Stone, notation,
};
use tengen_core::rules::{
    Forbidden, Outcome, Rule, Run, Variant, five_through, judge, run_through,
};
use tengen_core::sau::Notation;

/// A game in progress or finished.
#[derive(Clone, Debug)]
pub struct Board {
    position: Position,
    other: Option<&'static dyn OtherGame>,
    rule: Rule,
    /// All moves in order, including those on points that are dead by now.
    moves: Vec<Point>,
    /// The side of each move.
    movers: Vec<Colour>,
    /// The side that has just passed.
    passed: Option<Colour>,
    /// The rows completed by each side in a continuous game.
    rows: [u32; 2],
    ending: Option<Ending>,
}

impl Board {
    /// An empty board for five in a row.
    pub fn new(size: BoardSize, rule: Rule) -> Board {
        Board::of(None, size, rule)
    }

    /// An empty board for another game, or for five in a row, to which `rule` applies.
    pub fn of(other: Option<&'static dyn OtherGame>, size: BoardSize, rule: Rule) -> Board {
        Board {
            position: other.map_or_else(|| Position::new(size), |game| game.board(size)),
            other,
            rule,
            moves: Vec::new(),
            movers: Vec::new(),
            passed: None,
            rows: [0; 2],
            ending: None,
        }
    }

    /// The board of a game before its first move, with the setup stones.
    ///
    /// # Errors
    /// A message if a setup stone cannot be placed or the setup contains a five.
    pub fn before(game: &Game) -> Result<Board, String> {
        let mut board = Board::of(game.other, game.size, game.rule);
        for stone in &game.setup {
            let placed = board.position.check_empty(stone.point);
            let name = notation::write(stone.point, game.size);
            placed.map_err(|error| format!("{name}, set up: {error}"))?;
            board.position.place(stone.point, stone.colour, &mut ());
        }
        let has_won = |stone: &&Stone| {
            let five = five_through(&board.position, stone.point, stone.colour, game.rule);
            five.is_some() && !game.rule.continuous
        };
        if let Some(stone) = game.setup.iter().find(has_won) {
            let name = notation::write(stone.point, game.size);
            return Err(format!("the set-up stones contain a five, through {name}"));
        }
        board.position.set_to_move(game.first);
        Ok(board)
    }

    /// The board after all moves of a game record.
    ///
    /// # Errors
    /// A message that names the first move that is illegal or comes after the end of the game.
    pub fn of_game(game: &Game) -> Result<Board, String> {
        Board::of_game_by_steps(game, |_| ())
    }

    /// The boards before each move of a game, and after the last one.
    ///
    /// # Errors
    /// As for [`Board::of_game`].
    pub fn steps(game: &Game) -> Result<Vec<Board>, String> {
        let mut boards = Vec::with_capacity(game.moves.len() + 1);
        let last = Board::of_game_by_steps(game, |board| boards.push(board.clone()))?;
        boards.push(last);
        Ok(boards)
    }

    /// Calls `before` with the board before each move.
    fn of_game_by_steps(game: &Game, mut before: impl FnMut(&Board)) -> Result<Board, String> {
        let mut board = Board::before(game)?;
        for (i, point) in game.points().enumerate() {
            let at = || format!("move {}, {}", i + 1, notation::write(point, game.size));
            if board.ending().is_some() {
                let rule = match game.other {
                    None => game.rule.to_string(),
                    Some(other) => other.name().into(),
                };
                return Err(format!("{}: the game is already over by the rule {rule}", at()));
            }
            before(&board);
            board.play(point).map_err(|error| format!("{}: {error}", at()))?;
        }
        Ok(board)
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The rule of five in a row.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// The side to move.
    pub fn to_move(&self) -> Colour {
        self.position.to_move()
    }

    /// All moves in order, without setup stones.
    pub fn moves(&self) -> &[Point] {
        &self.moves
    }

    /// The rows completed by black and by white in a continuous game.
    pub fn rows(&self) -> [u32; 2] {
        self.rows
    }

    /// How many rows more than the other one this side has completed in a continuous game.
    pub fn lead(&self, side: Colour) -> i32 {
        let [ours, theirs] = [side, !side].map(|side| self.rows[side.index()] as i32);
        ours - theirs
    }

    /// The stones of the last turn.
    pub fn last_turn(&self) -> &[Point] {
        let first = self.movers.iter().rposition(|&mover| Some(mover) != self.last_mover());
        &self.moves[first.map_or(0, |stone| stone + 1)..]
    }

    /// The side that placed the last stone.
    pub fn last_mover(&self) -> Option<Colour> {
        self.movers.last().copied()
    }

    /// The number of stones in the current turn; `None` if it depends on the stones played.
    pub fn stones_a_turn(&self) -> Option<usize> {
        self.other.map_or(Some(1), |game| game.moves_a_turn(&self.position))
    }

    /// The notation of the SAU platform for this game.
    pub fn notation(&self) -> Notation {
        self.other.map_or(Notation::Stones(1), |game| game.notation())
    }

    /// The result of the game, or `None` while it is in progress.
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// The winning row of a game of five in a row.
    pub fn winning_row(&self) -> PointSet {
        let won = self.ending.and_then(|ending| ending.winner);
        let (None, Some(winner), Some(&last)) = (self.other, won, self.moves.last()) else {
            return PointSet::EMPTY;
        };
        let rule = self.rule.five_rule(winner);
        let runs = DIRECTIONS.map(|d| run_through(&self.position, last, winner, d));
        let ours = self.position.at(last) == Content::Stone(winner);
        let won = runs.into_iter().filter(|run| ours && run.wins(rule));
        won.flat_map(|run| run.points()).collect()
    }

    /// Plays a stone for the side to move. The result of a finished game does not change.
    ///
    /// # Errors
    /// `OffBoard` or `Taken`; the board is unchanged.
    pub fn play(&mut self, point: Point) -> Result<(), PlayError> {
        self.position.check_empty(point)?;
        let mover = self.to_move();
        match self.other {
            None => self.play_five(point),
            Some(game) => self.play_other(game, point)?,
        }
        self.movers.push(mover);
        self.passed = None;
        if self.position.empty_count() == 0 {
            self.end(self.settled(Reason::FullBoard));
        }
        Ok(())
    }

    /// Passes for the side to move of five in a row. Two passes in a row end a game of renju as a draw.
    pub fn pass(&mut self) {
        let side = self.to_move();
        if self.passed == Some(!side) && self.rule.variant == Variant::Renju {
            self.end(Ending::drawn(Reason::Passes));
        }
        self.passed = Some(side);
        self.position.set_to_move(!side);
    }

    /// Lets this side move next, for positions of five in a row that alternate moves do not reach.
    pub fn set_to_move(&mut self, side: Colour) {
        self.position.set_to_move(side);
    }

    fn play_five(&mut self, point: Point) {
        let colour = self.to_move();
        let outcome = judge(&self.position, point, colour, self.rule);
        self.position.play(point, &mut ());
        self.moves.push(point);
        match outcome {
            Outcome::Open | Outcome::Draw => {}
            Outcome::Five(run) => self.five(run, colour),
            Outcome::Forbidden(forbidden) => self.forbidden(forbidden, point),
        }
    }

    fn play_other(&mut self, game: &dyn OtherGame, point: Point) -> Result<(), PlayError> {
        let ending = game.play(&mut self.position, point)?;
        self.moves.push(point);
        if let Some(ending) = ending {
            self.end(ending);
        }
        Ok(())
    }

    /// Ends a game without a winner at the move limit.
    pub fn stop(&mut self) {
        self.end(self.settled(Reason::MoveLimit));
    }

    fn five(&mut self, run: Run, colour: Colour) {
        if self.rule.continuous {
            self.rows[colour.index()] += 1;
            run.points().for_each(|point| self.kill(point));
        } else if run.length > 5 {
            self.end(Ending::won(colour, Reason::Overline));
        } else {
            self.end(Ending::won(colour, Reason::Five));
        }
    }

    fn forbidden(&mut self, forbidden: Forbidden, point: Point) {
        if self.rule.continuous {
            self.rows[Colour::White.index()] += 1;
            self.kill(point);
        } else {
            self.end(Ending::won(Colour::White, Reason::Forbidden(forbidden)));
        }
    }

    fn kill(&mut self, point: Point) {
        let killed = self.position.kill(point);
        debug_assert_eq!(killed, Ok(()), "{point:?} had a stone");
    }

    fn end(&mut self, ending: Ending) {
        self.ending.get_or_insert(ending);
    }

    /// The result of a game without a winning row: a draw, or in a continuous game a win for the side with more rows.
    fn settled(&self, reason: Reason) -> Ending {
        let [black, white] = self.rows;
        match black.cmp(&white) {
            std::cmp::Ordering::Equal => Ending::drawn(reason),
            std::cmp::Ordering::Greater => Ending::won(Colour::Black, Reason::Rows),
            std::cmp::Ordering::Less => Ending::won(Colour::White, Reason::Rows),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_core::board::Content;
    use tengen_core::rules::Variant;

    fn played(bits: u32, side: u32, text: &str) -> Board {
        let size = BoardSize::square(side).unwrap();
        let mut board = Board::new(size, Rule::from_bits(bits, false));
        for point in notation::read(text, size).unwrap() {
            board.play(point).unwrap();
        }
        board
    }

    const FIVE: &str = "a1a3b1b3c1c3d1d3e1";
    const SIX: &str = "a1a3b1b3c1c3e1d5f1f5d1";

    #[test]
    fn a_five_and_an_overline_are_distinguished() {
        let ending = |bits, text| played(bits, 15, text).ending();
        let black = |reason| Some(Ending::won(Colour::Black, reason));
        assert_eq!(ending(0, FIVE), black(Reason::Five));
        assert_eq!(ending(0, SIX), black(Reason::Overline));
        assert_eq!(ending(1, SIX), None);
        let forbidden = Reason::Forbidden(Forbidden::Overline);
        assert_eq!(ending(4, SIX), Some(Ending::won(Colour::White, forbidden)));
    }

    #[test]
    fn a_continuous_game_continues_and_counts_rows() {
        let mut board = played(2, 15, FIVE);
        assert_eq!(board.ending(), None);
        assert_eq!(board.position().at(Point::new(0, 14)), Content::Edge);
        assert_eq!(board.to_move(), Colour::White);
        board.stop();
        assert_eq!(board.ending(), Some(Ending::won(Colour::Black, Reason::Rows)));
    }

    #[test]
    fn a_forbidden_move_in_a_continuous_game_counts_for_white() {
        let mut board = played(6, 15, SIX);
        assert_eq!(board.ending(), None);
        assert_eq!(board.position().at(Point::new(3, 14)), Content::Edge);
        board.stop();
        assert_eq!(board.ending(), Some(Ending::won(Colour::White, Reason::Rows)));
    }

    #[test]
    fn sides_may_pass_or_move_twice() {
        let mut board = played(4, 15, "h8");
        board.pass();
        assert_eq!((board.to_move(), board.ending()), (Colour::Black, None));
        board.set_to_move(Colour::White);
        board.play(Point::new(0, 0)).unwrap();
        board.set_to_move(Colour::White);
        board.play(Point::new(1, 0)).unwrap();
        assert_eq!((board.last_mover(), board.last_turn().len()), (Some(Colour::White), 2));
        board.pass();
        board.pass();
        assert_eq!(board.ending(), Some(Ending::drawn(Reason::Passes)));
        let mut free = played(0, 15, "h8");
        free.pass();
        free.pass();
        assert_eq!((free.to_move(), free.ending()), (Colour::White, None));
    }

    #[test]
    fn the_end_of_the_board_is_a_draw() {
        // Columns in the order a, c, e, b, d, rows swapped in pairs: no five on either side.
        let rows =
            [[0, 1, 0, 1, 0], [0, 1, 0, 1, 0], [1, 0, 1, 0, 1], [0, 1, 0, 1, 0], [1, 0, 1, 0, 1]];
        let all = (0..5u8).flat_map(|y| (0..5u8).map(move |x| Point::new(x, y)));
        let (black, white): (Vec<_>, Vec<_>) =
            all.partition(|p| rows[p.y() as usize][p.x() as usize] == 0);
        let mut board = Board::new(BoardSize::square(5).unwrap(), Rule::new(Variant::Freestyle));
        for i in 0..13 {
            board.play(black[i]).unwrap();
            if i < 12 {
                assert_eq!(board.ending(), None);
                board.play(white[i]).unwrap();
            }
        }
        assert_eq!(board.ending(), Some(Ending::drawn(Reason::FullBoard)));
    }

    #[test]
    fn a_recorded_game_is_judged() {
        let board = played(0, 15, FIVE);
        let size = board.position().size();
        let mut game = Game::new(size, board.rule(), Default::default());
        game.moves = board.moves().iter().copied().map(crate::Move::new).collect();
        assert_eq!(Board::of_game(&game).unwrap().ending(), board.ending());
        let steps = Board::steps(&game).unwrap();
        let stones: Vec<_> = steps.iter().map(|step| step.position().stones().len()).collect();
        assert_eq!(stones, (0..=9).collect::<Vec<_>>());
        assert_eq!(steps[9].ending(), board.ending());
        game.moves.push(crate::Move::new(Point::new(9, 9)));
        let refused = Board::of_game(&game).unwrap_err();
        assert!(refused.starts_with("move 10, j6: the game is already over"), "{refused}");
        game.moves[1].point = game.moves[0].point;
        let refused = Board::of_game(&game).unwrap_err();
        assert!(refused.starts_with("move 2, a1: "), "{refused}");
    }
}
