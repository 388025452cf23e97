//! The game that the commands change.

use super::parse::{Action, column};
use std::fmt;
use tengen_core::board::{BoardSize, Colour, Content, Point, Position};
use tengen_core::rules::{Outcome, Rule, Variant, can_move, judge};
use tengen_engine::pattern::forbidden_points;

/// A game whose moves can be undone. Sides need not alternate.
pub struct Game {
    rule: Rule,
    position: Position,
    ending: Option<Ending>,
    steps: Vec<Step>,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// This side has five in a row.
    Five(Colour),
    /// This side resigned.
    Resigned(Colour),
    /// The board is full.
    Full,
    /// Both sides passed, which is a draw under renju.
    Passes,
}

impl Ending {
    /// The winner; `None` for a draw.
    pub fn winner(self) -> Option<Colour> {
        match self {
            Ending::Five(winner) => Some(winner),
            Ending::Resigned(loser) => Some(!loser),
            Ending::Full | Ending::Passes => None,
        }
    }
}

/// For people: `black wins by five in a row`.
impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Ending::Five(winner) => write!(f, "{winner} wins by five in a row"),
            Ending::Resigned(loser) => write!(f, "{} wins: {loser} resigned", !*loser),
            Ending::Full => f.write_str("draw: the board is full"),
            Ending::Passes => f.write_str("draw: both sides passed"),
        }
    }
}

/// What a player did, and the state before.
struct Step {
    colour: Colour,
    action: Action,
    to_move: Colour,
    ending: Option<Ending>,
}

impl Game {
    /// A new game.
    pub fn new(rule: Rule, size: BoardSize) -> Game {
        Game { rule, position: Position::new(size), ending: None, steps: Vec::new() }
    }

    /// The rule.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The board size.
    pub fn size(&self) -> BoardSize {
        self.position.size()
    }

    /// The result, if the game is over.
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// The position with `colour` to move.
    pub fn position_for(&self, colour: Colour) -> Position {
        let mut position = self.position.clone();
        position.set_to_move(colour);
        position
    }

    /// Whether a side can play a stone.
    pub fn can_move(&self, colour: Colour) -> bool {
        self.ending.is_none() && can_move(&self.position_for(colour), self.rule)
    }

    /// The points that are forbidden to black.
    pub fn forbidden(&self) -> Vec<Point> {
        forbidden_points(&self.position, self.rule).iter().collect()
    }

    /// The points where the side to move can play; none after the end.
    pub fn legal(&self) -> Vec<Point> {
        if self.ending.is_some() {
            return Vec::new();
        }
        let forbidden = match self.position.to_move() {
            Colour::Black => self.forbidden(),
            Colour::White => Vec::new(),
        };
        self.position.empty_points().filter(|point| !forbidden.contains(point)).collect()
    }

    /// Executes a move. Passing is possible at any time, even after the end.
    ///
    /// # Errors
    /// Why the move is illegal; nothing has changed then.
    pub fn play(&mut self, colour: Colour, action: Action) -> Result<(), String> {
        let (to_move, ending) = (self.position.to_move(), self.ending);
        if let (Some(ending), Action::Stone(_) | Action::Resign) = (ending, action) {
            return Err(format!("the game is over ({ending})"));
        }
        match action {
            Action::Stone(point) => self.place(colour, point)?,
            Action::Pass => {
                self.position.set_to_move(!colour);
                let is_second = self
                    .steps
                    .last()
                    .is_some_and(|step| step.action == Action::Pass && step.colour == !colour);
                if is_second && self.rule.variant == Variant::Renju {
                    self.ending = ending.or(Some(Ending::Passes));
                }
            }
            Action::Resign => self.ending = Some(Ending::Resigned(colour)),
        }
        self.steps.push(Step { colour, action, to_move, ending });
        Ok(())
    }

    fn place(&mut self, colour: Colour, point: Point) -> Result<(), String> {
        self.position.check_empty(point).map_err(|error| error.to_string())?;
        self.ending = match judge(&self.position, point, colour, self.rule) {
            Outcome::Forbidden(forbidden) => {
                return Err(format!("forbidden to black ({})", forbidden.name()));
            }
            Outcome::Five(_) => Some(Ending::Five(colour)),
            Outcome::Draw => Some(Ending::Full),
            Outcome::Open => None,
        };
        self.position.place(point, colour, &mut ());
        Ok(())
    }

    /// Takes back the last move; false if there is none.
    pub fn undo(&mut self) -> bool {
        let Some(step) = self.steps.pop() else { return false };
        if matches!(step.action, Action::Stone(_)) {
            self.position.undo(&mut ());
        }
        self.position.set_to_move(step.to_move);
        self.ending = step.ending;
        true
    }

    /// Continues the game by another rule.
    ///
    /// # Errors
    /// If a move is illegal by that rule; nothing has changed then.
    pub fn set_rule(&mut self, rule: Rule) -> Result<(), String> {
        let mut game = Game::new(rule, self.size());
        for (number, step) in (1..).zip(&self.steps) {
            let played = game.play(step.colour, step.action);
            played.map_err(|error| format!("move {number} is illegal by that rule: {error}"))?;
        }
        *self = game;
        Ok(())
    }

    /// The board in lines from the top: `X` black, `O` white, `.` empty.
    pub fn rows(&self) -> Vec<String> {
        let size = self.size();
        let row = |y: u8| {
            let cells = (0..size.width()).map(|x| match self.position.at(Point::new(x, y)) {
                Content::Stone(Colour::Black) => "X",
                Content::Stone(Colour::White) => "O",
                _ => ".",
            });
            cells.collect::<Vec<_>>().join(" ")
        };
        (0..size.height()).map(row).collect()
    }

    /// The board with coordinates, rule and side to move.
    pub fn drawing(&self) -> String {
        let size = self.size();
        let letters: Vec<String> = (0..size.width()).map(column).collect();
        let letters = format!("\n   {}", letters.join(" "));
        let rows = (1..=size.height()).rev().zip(self.rows());
        let rows: String =
            rows.map(|(number, row)| format!("\n{number:2} {row} {number}")).collect();
        let state = match self.ending {
            Some(ending) => ending.to_string(),
            None => format!("{} to move", self.position.to_move()),
        };
        format!("{letters}{rows}{letters}\n{}, {state}", self.rule)
    }
}

#[cfg(test)]
mod tests {
    use super::super::parse::action;
    use super::*;

    fn game(variant: Variant, moves: &str) -> Game {
        let mut game = Game::new(Rule::new(variant), BoardSize::square(15).unwrap());
        for (number, word) in moves.split_whitespace().enumerate() {
            game.play(Colour::BOTH[number % 2], action(word, game.size()).unwrap()).unwrap();
        }
        game
    }

    const FIVE: &str = "A1 A3 B1 B3 C1 C3 D1 D3 E1";

    #[test]
    fn every_step_can_be_undone() {
        let mut game = game(Variant::Freestyle, FIVE);
        game.play(Colour::White, Action::Pass).unwrap();
        let mut endings = vec![game.ending()];
        while game.undo() {
            endings.push(game.ending());
        }
        let five = Some(Ending::Five(Colour::Black));
        assert_eq!((endings.len(), &endings[..3]), (11, &[five, five, None][..]));
        assert_eq!(game.position(), &Position::new(game.size()));
        game.play(Colour::White, Action::Resign).unwrap();
        assert_eq!(game.ending().and_then(Ending::winner), Some(Colour::Black));
        assert!(game.undo() && game.ending().is_none() && !game.undo());
    }

    #[test]
    fn two_passes_end_a_game_of_renju_as_a_draw() {
        let mut renju = game(Variant::Renju, "H8 pass");
        assert_eq!(renju.ending(), None);
        renju.play(Colour::Black, Action::Pass).unwrap();
        assert_eq!(renju.ending(), Some(Ending::Passes));
        assert_eq!(renju.ending().and_then(Ending::winner), None);
        assert!(renju.undo() && renju.ending().is_none());
        assert_eq!(game(Variant::Freestyle, "H8 pass pass").ending(), None);
    }

    #[test]
    fn one_side_can_play_twice_and_undo_restores_the_side_to_move() {
        let mut game = game(Variant::Freestyle, "H8");
        game.play(Colour::Black, action("A1", game.size()).unwrap()).unwrap();
        assert_eq!(game.position().to_move(), Colour::White);
        assert!(game.undo());
        assert_eq!(game.position().to_move(), Colour::White);
    }

    #[test]
    fn a_rule_that_makes_a_move_illegal_is_refused() {
        let fork = "H9 A1 H10 A3 F8 A5 G8 A7 H8";
        let mut free = game(Variant::Freestyle, fork);
        let refused = free.set_rule(Rule::new(Variant::Renju)).unwrap_err();
        assert!(refused.starts_with("move 9 is illegal by that rule: forbidden"), "{refused}");
        assert_eq!(
            (free.rule(), free.position().stones().len()),
            (Rule::new(Variant::Freestyle), 9)
        );
        assert_eq!(free.set_rule(Rule::new(Variant::Caro)), Ok(()));
        assert_eq!((free.rule(), free.position().stones().len()), (Rule::new(Variant::Caro), 9));
    }

    #[test]
    fn legal_points_depend_on_the_side_to_move_and_the_rule() {
        let renju = game(Variant::Renju, "H9 A1 H10 A3 F8 A5 G8 A7");
        assert_eq!((renju.legal().len(), renju.forbidden().len()), (216, 1));
        assert!(renju.can_move(Colour::Black));
        let over = game(Variant::Freestyle, FIVE);
        assert!(over.legal().is_empty() && !over.can_move(Colour::White));
    }
}
