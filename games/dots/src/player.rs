//! Dots and Boxes as a player on a platform: the board, the limits and the search.

use crate::rules::{draw, empty, is_over, would_close};
use crate::{DotsSearcher, size, turns};
use std::time::{Duration, Instant};
use tengen_common::Limits;
use tengen_common::inbox::{Inbox, Place};
use tengen_common::player::{self, Player, PlayerError};
use tengen_common::time::Stage;
use tengen_common::turn::{TurnCallback, plan};
use tengen_core::board::{Colour, PlayError, Point, Position};
use tengen_core::messages;
use tengen_core::sau::Notation;

messages! {
    enum LinesError {
        OurTurn = "the turn is ours",
        TheirTurn = "the turn is not ours",
        NoLine = "a turn has a line",
        LineOffBoard = "a line off the board",
        LineDrawn = "a line already drawn",
        TurnOver { after: usize } = "the turn is over after {after}",
        DrawAnother = "who closes a box draws another line",
        NoTurnLeft = "no turn is left that was not refused",
        NotOurLine = "no line of ours was drawn last",
    }
}

impl From<LinesError> for PlayerError {
    fn from(error: LinesError) -> PlayerError {
        PlayerError::Other { why: error.into() }
    }
}

/// Settings that a platform's protocol does not transmit.
#[derive(Clone, Debug)]
pub struct DotsSetup {
    pub time: Duration,
    /// Memory of the search in bytes.
    pub memory: usize,
    pub nodes: Option<u64>,
}

pub struct Dots {
    searcher: DotsSearcher,
    setup: DotsSetup,
    us: Colour,
    position: Position,
    /// The position before our last turn, and that turn, while it may be refused.
    last: Option<(Position, Vec<Point>)>,
    /// Turns that the platform has refused since the opponent's last turn, each as sorted lines.
    refused: Vec<Vec<Point>>,
}

impl Dots {
    pub fn new(setup: DotsSetup) -> Dots {
        Dots {
            searcher: DotsSearcher::new(setup.memory),
            us: Colour::Black,
            position: empty(size()),
            last: None,
            refused: Vec::new(),
            setup,
        }
    }

    /// The position after a turn of the opponent. Some programs list the lines of a turn in an order in which they
    /// cannot be drawn; so lines that close boxes are drawn first.
    fn after(&self, lines: &[Place]) -> Result<Position, LinesError> {
        let mut position = self.position.clone();
        if position.to_move() == self.us {
            return Err(LinesError::OurTurn);
        }
        if lines.is_empty() {
            return Err(LinesError::NoLine);
        }
        let point = |&(x, y): &Place| size().point(x, y).ok_or(LinesError::LineOffBoard);
        let mut rest = lines.iter().map(point).collect::<Result<Vec<_>, _>>()?;
        while !rest.is_empty() {
            let drawn = lines.len() - rest.len();
            if drawn > 0 && (position.to_move() == self.us || is_over(&position)) {
                return Err(LinesError::TurnOver { after: drawn });
            }
            let closes = |&line: &Point| position.check_empty(line).is_ok() && would_close(&position, line) > 0;
            let next = rest.iter().position(closes).unwrap_or(0);
            draw(&mut position, rest.remove(next)).map_err(|error| match error {
                PlayError::Taken => LinesError::LineDrawn,
                PlayError::OffBoard | PlayError::NoStone => LinesError::LineOffBoard,
            })?;
        }
        if position.to_move() == self.us || is_over(&position) { Ok(position) } else { Err(LinesError::DrawAnother) }
    }

    fn is_refused(&self, turn: &[Point]) -> bool {
        self.refused.contains(&sorted(turn))
    }

    fn another(&self) -> Option<Vec<Point>> {
        turns::find(&self.position, |turn| !self.is_refused(turn))
    }

    fn think(&mut self, asked: Instant, inbox: &mut dyn Inbox) -> Option<Vec<Point>> {
        let plan = plan(self.setup.time, Stage::of(&self.position));
        let limits = Limits { time: Some(plan), nodes: self.setup.nodes, ..Limits::default() };
        let mut watch = TurnCallback::new(asked, &plan, inbox);
        let report = self.searcher.search(&self.position, &limits, &mut watch);
        if watch.is_left() {
            return None;
        }
        let report = report?;
        log::info!("{:?} nodes {} time {} ms", report.worth, report.nodes, report.elapsed.as_millis());
        Some(report.turn)
    }
}

fn sorted(turn: &[Point]) -> Vec<Point> {
    let mut sorted = turn.to_vec();
    sorted.sort();
    sorted
}

impl Player for Dots {
    fn name(&self) -> &str {
        "Tengen"
    }

    fn notation(&self) -> Notation {
        Notation::Lines
    }

    fn new_game(&mut self, us: Colour) {
        self.us = us;
        self.position = empty(size());
        self.last = None;
        self.refused.clear();
    }

    fn opponent_plays(&mut self, lines: &[Place]) -> Result<(), PlayerError> {
        self.position = self.after(lines)?;
        self.last = None;
        self.refused.clear();
        Ok(())
    }

    fn our_move(&mut self, asked: Instant, inbox: &mut dyn Inbox) -> Result<Option<Vec<Place>>, PlayerError> {
        if is_over(&self.position) {
            return Ok(None); // the opponent has drawn the last line: the platform ends the game
        }
        if self.position.to_move() != self.us {
            return Err(LinesError::TheirTurn.into());
        }
        let turn = if self.refused.is_empty() {
            match self.think(asked, inbox) {
                Some(turn) => turn,
                None => return Ok(None),
            }
        } else {
            self.another().ok_or(LinesError::NoTurnLeft)?
        };
        let before = self.position.clone();
        for &line in &turn {
            draw(&mut self.position, line)?;
        }
        let places = turn.iter().copied().map(player::place).collect();
        self.last = Some((before, turn));
        Ok(Some(places))
    }

    fn refused(&mut self) -> Result<(), PlayerError> {
        let last = self.last.take();
        let (before, turn) = last.ok_or(LinesError::NotOurLine)?;
        self.position = before;
        self.refused.push(sorted(&turn));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Black is to move and can close the box in the corner.
    fn corner() -> Dots {
        let mut player = Dots::new(DotsSetup { time: Duration::from_millis(10), memory: 1 << 20, nodes: None });
        player.new_game(Colour::White);
        for (x, y) in [(1, 0), (0, 1), (2, 1), (9, 0)] {
            draw(&mut player.position, Point::new(x, y)).unwrap();
        }
        player
    }

    #[test]
    fn lines_of_a_turn_may_be_named_in_any_order() {
        for turn in [[(1, 2), (9, 10)], [(9, 10), (1, 2)]] {
            let mut player = corner();
            player.opponent_plays(&turn).unwrap();
            assert_eq!(player.position.to_move(), Colour::White, "{turn:?}");
        }
        for (turn, why) in [
            ([(9, 10), (7, 10)], "the turn is over after 1"),
            ([(9, 10), (9, 10)], "the turn is over after 1"),
            ([(1, 2), (1, 0)], "a line already drawn"),
            ([(1, 2), (20, 1)], "a line off the board"),
        ] {
            let mut player = corner();
            let before = player.position.clone();
            assert_eq!(player.opponent_plays(&turn).unwrap_err(), why, "{turn:?}");
            assert_eq!(player.position, before);
        }
        assert!(corner().opponent_plays(&[(1, 2)]).is_err());
    }
}
