//! A game in play, and its referee: applies moves, takes them back, detects the end.
//!
//! In a continuous game a row of five becomes dead points and counts for its side, and play continues until the board
//! is full; a forbidden move counts for the opponent, and its stone becomes a dead point (both as in Piskvork). The
//! side with more rows wins. A turn of another game is played stone by stone, or line by line.
//!
//! ```
//! use tengen_core::board::{BoardSize, notation};
//! use tengen_core::game::Game;
//! use tengen_core::rules::{Rule, Variant};
//!
//! let size = BoardSize::square(15).expect("sides are from 5 to 32");
//! let mut game = Game::new(size, Rule::new(Variant::Freestyle));
//! for point in notation::read("h8a1i8a2j8a3k8a4l8", size)? {
//!     game.play(point)?;
//! }
//! assert_eq!(game.ending().expect("a row of five").reason.to_string(), "five");
//! assert!(game.undo() && game.ending().is_none());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod ending;
mod other;

use crate::board::{BoardSize, Colour, Content, DIRECTIONS, PlayError, Point, PointSet, Position, Stone};
use crate::rules::{Forbidden, Outcome, Rule, Run, Variant, five_through, judge, run_through};
use crate::sau::Notation;
pub use ending::{Ending, Reason};
pub use other::OtherGame;

/// A game in progress or finished.
#[derive(Clone, Debug)]
pub struct Game {
    /// The position before the first move.
    start: Position,
    position: Position,
    other: Option<&'static dyn OtherGame>,
    rule: Rule,
    turns: Vec<Done>,
    /// What was taken back, the last one first to be played again.
    undone: Vec<(Colour, Action)>,
    /// The points of the stones in `turns`, including those on points that are dead by now.
    moves: Vec<Point>,
    /// The rows completed by each side in a continuous game.
    rows: [u32; 2],
    ending: Option<Ending>,
}

/// What a side can do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// Play a stone, or a line.
    Stone(Point),
    /// Let the other side move.
    Pass,
    /// Give up.
    Resign,
}

/// What a side did, and the state before.
#[derive(Clone, Debug)]
struct Done {
    side: Colour,
    action: Action,
    /// The points that died with the stone.
    killed: Vec<Point>,
    to_move: Colour,
    rows: [u32; 2],
    ending: Option<Ending>,
}

impl Game {
    /// A game of five in a row on an empty board.
    pub fn new(size: BoardSize, rule: Rule) -> Game {
        Game::fresh(None, size, rule)
    }

    /// Another game, or one of five in a row, to which `rule` applies. The position may have any stones and either side
    /// to move; five in a row is over if it has a winning row or no empty point.
    pub fn of(other: Option<&'static dyn OtherGame>, start: Position, rule: Rule) -> Game {
        let ending = if other.is_none() { ending_of(&start, rule) } else { None };
        Game {
            position: start.clone(),
            start,
            other,
            rule,
            turns: Vec::new(),
            undone: Vec::new(),
            moves: Vec::new(),
            rows: [0; 2],
            ending,
        }
    }

    /// [`Game::of`] on the board before the first move.
    pub fn fresh(other: Option<&'static dyn OtherGame>, size: BoardSize, rule: Rule) -> Game {
        let start = other.map_or_else(|| Position::new(size), |game| game.board(size));
        Game::of(other, start, rule)
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

    /// All moves in order, without setup stones and passes.
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
        let last = self.last_mover();
        let count = self.movers().rev().take_while(|&side| Some(side) == last).count();
        &self.moves[self.moves.len() - count..]
    }

    /// The side that placed the last stone.
    pub fn last_mover(&self) -> Option<Colour> {
        self.movers().next_back()
    }

    /// What was done, and by whom.
    pub fn actions(&self) -> impl Iterator<Item = (Colour, Action)> {
        self.turns.iter().map(|turn| (turn.side, turn.action))
    }

    fn movers(&self) -> impl DoubleEndedIterator<Item = Colour> {
        let stones = self.turns.iter().filter(|turn| matches!(turn.action, Action::Stone(_)));
        stones.map(|turn| turn.side)
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
        let winner = self.ending.and_then(|ending| ending.winner);
        let (None, Some(winner)) = (self.other, winner) else { return PointSet::EMPTY };
        let rule = self.rule.five_rule(winner);
        let stones: Vec<Point> = match self.moves.last() {
            Some(&last) => vec![last],
            None => self.position.stones().iter().map(|stone| stone.point).collect(),
        };
        let ours = |point: &Point| self.position.at(*point) == Content::Stone(winner);
        let run = |point| DIRECTIONS.map(|d| run_through(&self.position, point, winner, d));
        let won = stones.into_iter().filter(ours).flat_map(run).filter(|run| run.wins(rule));
        won.flat_map(|run| run.points()).collect()
    }

    /// Plays a stone for the side to move. The result of a finished game does not change.
    ///
    /// # Errors
    /// `OffBoard` or `Taken`; nothing has changed then.
    pub fn play(&mut self, point: Point) -> Result<(), PlayError> {
        self.act(Action::Stone(point))
    }

    /// Passes for the side to move of five in a row. Two passes in a row end a game of renju as a draw.
    pub fn pass(&mut self) {
        self.act(Action::Pass).expect("a pass is always possible");
    }

    /// Resigns for the side to move.
    pub fn resign(&mut self) {
        self.act(Action::Resign).expect("a side can always resign");
    }

    /// Lets this side move next, for positions of five in a row that alternate moves do not reach.
    pub fn set_to_move(&mut self, side: Colour) {
        self.position.set_to_move(side);
    }

    /// Does something for the side to move.
    ///
    /// # Errors
    /// `OffBoard` or `Taken`; nothing has changed then.
    pub fn act(&mut self, action: Action) -> Result<(), PlayError> {
        self.act_as(self.to_move(), action)
    }

    /// [`Game::act`] for this side of five in a row, whose turn it need not be.
    ///
    /// # Errors
    /// `OffBoard` or `Taken`; nothing has changed then.
    pub fn act_as(&mut self, side: Colour, action: Action) -> Result<(), PlayError> {
        self.apply(side, action)?;
        self.undone.clear();
        Ok(())
    }

    fn apply(&mut self, side: Colour, action: Action) -> Result<(), PlayError> {
        if let Action::Stone(point) = action {
            self.position.check_empty(point)?;
        }
        let (to_move, rows, ending) = (self.to_move(), self.rows, self.ending);
        let mut turn = Done { side, action, killed: Vec::new(), to_move, rows, ending };
        self.position.set_to_move(side);
        match action {
            Action::Stone(point) => self.stone(point, &mut turn)?,
            Action::Pass => {
                let last = self.turns.last();
                let is_second = last.is_some_and(|last| last.action == action && last.side == !side);
                if is_second && self.rule.variant == Variant::Renju {
                    self.end(Ending::drawn(Reason::Passes));
                }
                self.position.set_to_move(!side);
            }
            Action::Resign => self.end(Ending::won(!side, Reason::Resignation)),
        }
        self.turns.push(turn);
        Ok(())
    }

    fn stone(&mut self, point: Point, turn: &mut Done) -> Result<(), PlayError> {
        match self.other {
            None => self.five_in_a_row(point, turn),
            Some(game) => {
                let ending = game.play(&mut self.position, point)?;
                ending.into_iter().for_each(|ending| self.end(ending));
            }
        }
        self.moves.push(point);
        if self.position.empty_count() == 0 {
            self.end(self.settled(Reason::FullBoard));
        }
        Ok(())
    }

    fn five_in_a_row(&mut self, point: Point, turn: &mut Done) {
        let outcome = judge(&self.position, point, turn.side, self.rule);
        self.position.play(point, &mut ());
        match outcome {
            Outcome::Open | Outcome::Draw => {}
            Outcome::Five(run) if self.rule.continuous => {
                self.rows[turn.side.index()] += 1;
                turn.killed = run.points().collect();
            }
            Outcome::Forbidden(_) if self.rule.continuous => {
                self.rows[Colour::White.index()] += 1;
                turn.killed.push(point);
            }
            Outcome::Five(run) => self.end(won_by(run, turn.side)),
            Outcome::Forbidden(forbidden) => self.end(forbidden_by(forbidden)),
        }
        kill(&mut self.position, &turn.killed);
    }

    /// Puts a stone of five in a row on a board that is sent stone by stone, which nobody judges. A dead one leaves a dead
    /// point. The side to move stays.
    ///
    /// # Errors
    /// `OffBoard` or `Taken`; nothing has changed then.
    pub fn set_up(&mut self, side: Colour, point: Point, is_dead: bool) -> Result<(), PlayError> {
        self.position.check_empty(point)?;
        let killed = if is_dead { vec![point] } else { Vec::new() };
        let (to_move, rows, ending) = (self.to_move(), self.rows, self.ending);
        self.position.place(point, side, &mut ());
        kill(&mut self.position, &killed);
        self.position.set_to_move(to_move);
        self.moves.push(point);
        self.turns.push(Done { side, action: Action::Stone(point), killed, to_move, rows, ending });
        self.undone.clear();
        Ok(())
    }

    /// Takes back a stone of five in a row that need not be the last one; its side moves next. The row that it completed
    /// is usable again.
    ///
    /// # Errors
    /// `NoStone` if no move was made there; nothing has changed then.
    pub fn remove(&mut self, point: Point) -> Result<(), PlayError> {
        let index = self.turns.iter().rposition(|turn| turn.action == Action::Stone(point));
        let mut later = self.turns.split_off(index.ok_or(PlayError::NoStone)?);
        let removed = later.remove(0);
        let (rows, ending) = later.first().map_or((self.rows, self.ending), |next| (next.rows, next.ending));
        let credit = [0, 1].map(|side| rows[side] - removed.rows[side]);
        let has_ended_it = removed.ending.is_none() && ending.is_some();
        let states = later.iter_mut().map(|turn| (&mut turn.rows, &mut turn.ending));
        for (rows, ending) in states.chain([(&mut self.rows, &mut self.ending)]) {
            *rows = [0, 1].map(|side| rows[side] - credit[side]);
            ending.take_if(|_| has_ended_it);
        }
        later.iter_mut().for_each(|turn| turn.killed.retain(|&dead| dead != point));
        self.turns.append(&mut later);
        self.undone.clear();
        self.rebuild();
        self.position.set_to_move(removed.side);
        Ok(())
    }

    /// Applies another rule to the moves that follow.
    pub fn set_rule(&mut self, rule: Rule) {
        self.rule = rule;
    }

    /// Takes back what was done last; false if there is nothing.
    pub fn undo(&mut self) -> bool {
        let Some(turn) = self.turns.pop() else { return false };
        if let Action::Stone(_) = turn.action {
            self.moves.pop();
            if turn.killed.is_empty() && self.other.is_none() {
                self.position.undo(&mut ());
            } else {
                self.rebuild();
            }
        }
        self.position.set_to_move(turn.to_move);
        (self.rows, self.ending) = (turn.rows, turn.ending);
        self.undone.push((turn.side, turn.action));
        true
    }

    /// Does again what was taken back last; false if there is nothing.
    pub fn redo(&mut self) -> bool {
        let Some((side, action)) = self.undone.pop() else { return false };
        self.apply(side, action).expect("it was legal before");
        true
    }

    /// The position and the moves after `turns`.
    fn rebuild(&mut self) {
        self.position = self.start.clone();
        self.moves.clear();
        for turn in &self.turns {
            let Action::Stone(point) = turn.action else { continue };
            self.moves.push(point);
            match self.other {
                None => self.position.place(point, turn.side, &mut ()),
                Some(game) => {
                    let played = game.play(&mut self.position, point);
                    debug_assert!(played.is_ok(), "{point:?} was legal before");
                }
            }
            kill(&mut self.position, &turn.killed);
        }
    }

    /// Ends a game without a winner at the move limit.
    pub fn stop(&mut self) {
        self.end(self.settled(Reason::MoveLimit));
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

fn won_by(run: Run, side: Colour) -> Ending {
    Ending::won(side, if run.length > 5 { Reason::Overline } else { Reason::Five })
}

fn forbidden_by(forbidden: Forbidden) -> Ending {
    Ending::won(Colour::White, Reason::Forbidden(forbidden))
}

fn kill(position: &mut Position, points: &[Point]) {
    for &point in points {
        let killed = position.kill(point);
        debug_assert_eq!(killed, Ok(()), "{point:?} had a stone");
    }
}

/// The result of a position of five in a row that may have any stones.
fn ending_of(position: &Position, rule: Rule) -> Option<Ending> {
    let five = |stone: &Stone| {
        let run = five_through(position, stone.point, stone.colour, rule)?;
        Some(won_by(run, stone.colour))
    };
    let mut fives = position.stones().iter().filter_map(five);
    let is_full = position.empty_count() == 0;
    let won = if rule.continuous { None } else { fives.next() };
    won.or(is_full.then(|| Ending::drawn(Reason::FullBoard)))
}

#[cfg(test)]
mod tests;
