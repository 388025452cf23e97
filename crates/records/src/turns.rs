//! A position that was set up, and turns played from it. The sides need not alternate.

use super::{Game, ReadError};
use tengen_core::board::{BoardError, BoardSize, Colour, Point, Stone, notation};
use tengen_core::game::{self, Action};
use tengen_core::messages;
use tengen_core::rules::Rule;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turn {
    pub side: Colour,
    /// The point; `None` for a pass.
    pub point: Option<Point>,
}

/// A starting position and the turns played from it, all of which are legal.
#[derive(Clone, Debug)]
pub struct Course {
    start: game::Game,
    turns: Vec<Turn>,
}

pub fn set_up(size: BoardSize, rule: Rule, stones: Vec<Stone>, to_move: Colour) -> Result<game::Game, ReadError> {
    Game { setup: stones, first: to_move, ..Game::new(size, rule, Default::default()) }.start()
}

messages! {
    /// Why the side to move is not known.
    pub enum SideError {
        SideToMove { field: &'static str, black: usize, white: usize } = "{field} must name the side to move next to {black} black and {white} white stones",
    }
}

/// The side to move after these stones: the given one, or the one that follows from the numbers of stones. `field` is the
/// name of the given side in the error.
pub fn side_to_move(stones: &[Stone], given: Option<Colour>, field: &'static str) -> Result<Colour, SideError> {
    let black = stones.iter().filter(|stone| stone.colour == Colour::Black).count();
    let white = stones.len() - black;
    match given {
        Some(side) => Ok(side),
        None if black == white => Ok(Colour::Black),
        None if black == white + 1 => Ok(Colour::White),
        None => Err(SideError::SideToMove { field, black, white }),
    }
}

impl Course {
    pub fn new(start: game::Game, turns: Vec<Turn>) -> Result<Course, ReadError> {
        let mut board = start.clone();
        let size = start.position().size();
        for (n, turn) in (1..).zip(&turns) {
            let point = turn.point.map_or("pass".into(), |point| notation::write(point, size));
            turn.play(&mut board).map_err(|why| ReadError::Move { n, point, why: why.into() })?;
        }
        Ok(Course { start, turns })
    }

    pub fn count(&self) -> usize {
        self.turns.len()
    }

    pub fn board(&self, turns: usize) -> game::Game {
        let mut board = self.start.clone();
        for turn in &self.turns[..turns] {
            turn.play(&mut board).expect("the turns have been played before");
        }
        board
    }
}

impl Turn {
    /// Plays the turn. An error leaves the game unchanged.
    pub fn play(self, board: &mut game::Game) -> Result<(), ReadError> {
        if board.ending().is_some() {
            return Err(ReadError::Over { rule: board.rule().to_string() });
        }
        let action = self.point.map_or(Action::Pass, Action::Stone);
        Ok(board.act_as(self.side, action)?)
    }
}

/// Splits a list of moves at its passes (`h8 pass i9`, `h8 -- i9`), which become `None`.
pub fn parts(text: &str) -> Vec<Option<&str>> {
    let lower = text.to_ascii_lowercase();
    let (mut parts, mut start) = (Vec::new(), 0);
    loop {
        let rest = &lower[start..];
        let dashes = rest.find("--").map(|at| {
            let length = rest[at..].bytes().take_while(|&byte| byte == b'-').count();
            (at, length)
        });
        let word = rest.find("pass").map(|at| (at, "pass".len()));
        let Some((at, length)) = dashes.into_iter().chain(word).min() else {
            parts.push(Some(&text[start..]));
            return parts;
        };
        parts.extend([Some(&text[start..start + at]), None]);
        start += at + length;
    }
}

/// The moves and passes of alternating sides, from the [`parts`] of a list.
pub fn of_parts(parts: &[Option<&str>], size: BoardSize, first: Colour) -> Result<Vec<Turn>, BoardError> {
    let mut points: Vec<Option<Point>> = Vec::new();
    for part in parts {
        match part {
            None => points.push(None),
            Some(text) => {
                let text = text.trim_start_matches([',', ' ']);
                points.extend(notation::read(text, size)?.into_iter().map(Some));
            }
        }
    }
    let sides = [first, !first].into_iter().cycle();
    Ok(sides.zip(points).map(|(side, point)| Turn { side, point }).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_core::rules::Variant;

    fn stones(black: usize, white: usize) -> Vec<Stone> {
        let row =
            |count: usize, y: u8, colour| (0..count).map(move |x| Stone { point: Point::new(x as u8, y), colour });
        row(black, 0, Colour::Black).chain(row(white, 1, Colour::White)).collect()
    }

    #[test]
    fn the_side_to_move_is_given_or_follows_from_the_stones() {
        let side = |black, white, given| side_to_move(&stones(black, white), given, "to_move");
        assert_eq!(side(0, 0, None), Ok(Colour::Black));
        assert_eq!(side(3, 3, None), Ok(Colour::Black));
        assert_eq!(side(3, 2, None), Ok(Colour::White));
        assert_eq!(side(3, 0, Some(Colour::Black)), Ok(Colour::Black));
        for (black, white) in [(2, 0), (0, 1), (4, 7)] {
            assert!(side(black, white, None).unwrap_err().to_string().starts_with("to_move must name"));
        }
    }

    #[test]
    fn sides_need_not_alternate() {
        let rule = Rule::new(Variant::Renju);
        let start = set_up(BoardSize::FIFTEEN, rule, stones(3, 1), Colour::White).expect("stones");
        let turn = |side, x| Turn { side, point: Some(Point::new(x, 9)) };
        let pass = |side| Turn { side, point: None };
        let turns = vec![turn(Colour::Black, 0), pass(Colour::White), turn(Colour::Black, 1)];
        let course = Course::new(start.clone(), turns).expect("legal moves");
        let to_move = [0, 1, 2, 3].map(|turns| course.board(turns).to_move());
        assert_eq!(to_move, [Colour::White, Colour::White, Colour::Black, Colour::White]);
        assert_eq!(course.board(3).position().stones().len(), 6);
        let over = vec![pass(Colour::Black), pass(Colour::White), turn(Colour::Black, 1)];
        let refused = Course::new(start, over).unwrap_err();
        assert_eq!(refused, "move 3, b6: the game is already over by the rule renju");
    }
}
