//! A person who plays a game on a platform by using the page: moves arrive through a channel.

use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};
use tengen_common::inbox::{Inbox, Interrupt, Place};
use tengen_common::player::{Guest, Player, PlayerError, is_dismissed, opponent_plays, place, take_back_ours};
use tengen_core::board::{BoardSize, Colour, Point, Position};
use tengen_core::game::{Action, Game};
use tengen_core::rules::{Rule, forbidden_at};
use tengen_core::sau::Notation;

/// The interval of checks for messages from the platform.
const LOOK: Duration = Duration::from_millis(10);
/// If the platform is silent for this long after a winning move, its rule differs.
const LAST_WORD: Duration = Duration::from_millis(600);

/// A player whose moves come from the page.
pub struct Person {
    us: Colour,
    game: Game,
    points: Receiver<Point>,
    lost: bool,
}

impl Person {
    /// A player before its first game, whose moves come from `points`.
    pub fn new(size: BoardSize, rule: Rule, points: Receiver<Point>) -> Person {
        Person { us: Colour::Black, game: Game::new(size, rule), points, lost: false }
    }

    /// Whether we can place a stone there. Forbidden points are excluded if the rule has them.
    fn may_lay(&self, point: Point) -> bool {
        let position = self.game.position();
        let is_forbidden = || forbidden_at(position, point, self.game.rule()).is_some();
        position.check_empty(point).is_ok() && !(self.us == Colour::Black && is_forbidden())
    }
}

impl Player for Person {
    fn name(&self) -> &str {
        "a person"
    }

    fn notation(&self) -> Notation {
        Notation::Stones(1)
    }

    fn new_game(&mut self, us: Colour) {
        self.us = us;
        self.game = Game::new(self.position().size(), self.game.rule());
        self.lost = false;
        while self.points.try_recv().is_ok() {} // clicks before the game
    }

    fn opponent_plays(&mut self, stones: &[Place]) -> Result<(), PlayerError> {
        self.lost = opponent_plays(&mut self.game, self.us, stones)?;
        Ok(())
    }

    fn our_move(&mut self, _asked: Instant, inbox: &mut dyn Inbox) -> Result<Option<Vec<Place>>, PlayerError> {
        if self.lost && is_dismissed(inbox, LAST_WORD) {
            return Ok(None);
        }
        loop {
            if matches!(inbox.poll(), Some(Interrupt::Leave)) {
                return Ok(None);
            }
            match self.points.recv_timeout(LOOK) {
                Ok(point) if self.may_lay(point) => {
                    self.game.act_as(self.us, Action::Stone(point))?;
                    return Ok(Some(vec![place(point)]));
                }
                Ok(_) | Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(PlayerError::Left),
            }
        }
    }

    fn refused(&mut self) -> Result<(), PlayerError> {
        self.take_back().map(drop)
    }
}

impl Guest for Person {
    fn colour(&self) -> Colour {
        self.us
    }

    fn position(&self) -> &Position {
        self.game.position()
    }

    fn take_back(&mut self) -> Result<Point, PlayerError> {
        take_back_ours(&mut self.game, self.us)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;
    use tengen_core::board::notation;
    use tengen_core::rules::Variant;

    #[test]
    fn moves_come_from_elsewhere_and_bad_ones_are_passed_over() {
        let (sender, points) = channel();
        let rule = Rule::new(Variant::Renju);
        let mut person = Person::new(BoardSize::FIFTEEN, rule, points);
        person.new_game(Colour::White);
        person.opponent_plays(&[(7, 7)]).unwrap();
        for point in notation::read("h8i9", BoardSize::FIFTEEN).unwrap() {
            sender.send(point).unwrap();
        }
        let found = person.our_move(Instant::now(), &mut ()).unwrap();
        assert_eq!(found, Some(vec![(8, 6)]), "h8 is taken");
        person.refused().unwrap();
        assert_eq!(person.position().stones().len(), 1);
        drop(sender);
        assert!(person.our_move(Instant::now(), &mut ()).is_err());
    }
}
