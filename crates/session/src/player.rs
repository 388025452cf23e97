//! The engine as a player on a game platform.

use crate::brain::{Brain, Command, Config, Field, Inbox, Info, Place, Reply};
use std::time::{Duration, Instant};
use tengen_common::player::{Guest, Player, PlayerError, is_dismissed, opponent_plays, place, take_back_ours};
use tengen_core::board::{BoardSize, Colour, Point, Position};
use tengen_core::game::{Action, Game};
use tengen_core::rules::Rule;
use tengen_core::sau::Notation;

/// Settings that a platform's protocol does not transmit.
#[derive(Clone, Debug)]
pub struct Setup {
    pub size: BoardSize,
    pub rule: Rule,
    pub time: Duration,
    /// Memory, node limit and other settings.
    pub config: Config,
}

pub struct Gomoku {
    brain: Brain,
    setup: Setup,
    us: Colour,
    game: Game,
    /// Points that the platform has refused in this game.
    refused: Vec<Point>,
    /// The opponent's last move has won, by our rule.
    lost: bool,
    /// Our last move was refused, so its time is used up.
    hurried: bool,
}

impl Gomoku {
    pub fn new(setup: Setup) -> Gomoku {
        Gomoku {
            brain: Brain::new(setup.config.clone()),
            game: Game::new(setup.size, setup.rule),
            us: Colour::Black,
            refused: Vec::new(),
            lost: false,
            hurried: false,
            setup,
        }
    }

    fn execute(&mut self, command: Command, asked: Instant, inbox: &mut dyn Inbox) -> Executed {
        let reply = self.brain.execute(command, asked, inbox);
        reply.map_err(|refusal| PlayerError::Other { why: refusal.to_string() })
    }

    /// Searches for a move within `time` that is not in `barred`.
    fn think(
        &mut self,
        time: Duration,
        barred: &[Point],
        asked: Instant,
        inbox: &mut dyn Inbox,
    ) -> Result<Option<Point>, PlayerError> {
        let milliseconds = i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
        self.execute(Command::Info(Info::TimeoutTurn(milliseconds)), asked, &mut ())?;
        let barred = barred.iter().copied().map(place).collect();
        self.execute(Command::UnblockAll, asked, &mut ())?;
        self.execute(Command::Block(barred), asked, &mut ())?;
        let board = Command::Board(self.fields());
        match self.execute(board, asked, inbox)? {
            Reply::Move(point, _) => Ok(Some(point)),
            _ => Ok(None),
        }
    }

    /// The board as BOARD entries. An empty list makes us the first player, as intended.
    fn fields(&self) -> Vec<(Place, Field)> {
        let field = |colour| {
            if colour == self.us { Field::Own } else { Field::Opponent }
        };
        let stones = self.game.position().stones().iter();
        stones.map(|stone| (place(stone.point), field(stone.colour))).collect()
    }
}

type Executed = Result<Reply, PlayerError>;

impl Player for Gomoku {
    fn name(&self) -> &str {
        "Tengen"
    }

    fn notation(&self) -> Notation {
        Notation::Stones(1)
    }

    fn new_game(&mut self, us: Colour) {
        let Setup { size, rule, .. } = self.setup;
        self.us = us;
        self.game = Game::new(size, rule);
        self.refused.clear();
        (self.lost, self.hurried) = (false, false);
        let now = Instant::now();
        for command in [
            Command::Info(Info::Rule(rule.bits())),
            Command::Info(Info::ForbiddenCheck(rule.first_player_forbidden)),
            Command::Start { width: size.width().into(), height: size.height().into() },
        ] {
            let started = self.execute(command, now, &mut ());
            debug_assert!(started.is_ok(), "a board that has a size can be started");
        }
    }

    fn opponent_plays(&mut self, stones: &[Place]) -> Result<(), PlayerError> {
        self.lost = opponent_plays(&mut self.game, self.us, stones)?;
        self.hurried = false;
        Ok(())
    }

    fn our_move(&mut self, asked: Instant, inbox: &mut dyn Inbox) -> Result<Option<Vec<Place>>, PlayerError> {
        if self.lost && is_dismissed(inbox, self.setup.time) {
            return Ok(None);
        }
        let mut found = None;
        if !self.hurried {
            found = self.think(self.setup.time, &[], asked, inbox)?;
            if found.is_none() {
                return Ok(None);
            }
        }
        let refused = |point: Point| self.refused.contains(&point);
        if found.is_none_or(refused) {
            let barred = self.refused.clone();
            found = self.think(Duration::ZERO, &barred, Instant::now(), inbox)?;
        }
        Ok(found.map(|point| {
            let played = self.game.act_as(self.us, Action::Stone(point));
            debug_assert_eq!(played, Ok(()), "the brain plays on empty points");
            vec![place(point)]
        }))
    }

    fn refused(&mut self) -> Result<(), PlayerError> {
        let point = self.take_back()?;
        self.refused.push(point);
        self.hurried = true;
        Ok(())
    }
}

impl Guest for Gomoku {
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
    use tengen_core::rules::Variant;

    fn player(variant: Variant) -> Gomoku {
        Gomoku::new(Setup {
            size: BoardSize::FIFTEEN,
            rule: Rule::new(variant),
            time: Duration::from_millis(1000),
            config: Config { hash: Some(1 << 20), nodes: Some(300), ..Config::default() },
        })
    }

    fn next(player: &mut Gomoku) -> Place {
        let found = player.our_move(Instant::now(), &mut ());
        found.unwrap().expect("nothing breaks it off")[0]
    }

    #[test]
    fn a_refused_point_is_not_tried_again() {
        let mut player = player(Variant::Renju);
        player.new_game(Colour::Black);
        let mut tried = vec![next(&mut player)];
        for _ in 0..20 {
            player.refused().unwrap();
            let another = next(&mut player);
            assert!(!tried.contains(&another), "{another:?} again");
            tried.push(another);
        }
        // A refused point must not be played later either, when the search may use it.
        let far = (0, 0);
        player.opponent_plays(&[far]).unwrap();
        for corner in [(14, 14), (0, 14), (14, 0)] {
            let answer = next(&mut player);
            assert!(!tried.contains(&answer) || Some(&answer) == tried.last());
            player.opponent_plays(&[corner]).unwrap();
        }
    }

    #[test]
    fn only_our_own_last_move_can_be_refused() {
        let mut player = player(Variant::Freestyle);
        player.new_game(Colour::White);
        assert!(player.refused().is_err());
        player.opponent_plays(&[(7, 7)]).unwrap();
        assert!(player.refused().is_err());
        assert_eq!(player.position().stones().len(), 1);
    }

    #[test]
    fn when_every_point_is_refused_there_is_no_move() {
        let mut player = player(Variant::Freestyle);
        player.setup.size = BoardSize::square(5).unwrap();
        player.new_game(Colour::Black);
        for _ in 0..25 {
            next(&mut player);
            player.refused().unwrap();
        }
        assert!(player.our_move(Instant::now(), &mut ()).is_err());
    }
}
