//! Connect6 as a player on a platform: the board, the limits and the search.

use crate::rules::{longest_row, side, stones_a_turn};
use crate::{ROW, Searcher, size};
use std::time::{Duration, Instant};
use tengen_common::Limits;
use tengen_common::inbox::{Inbox, Place};
use tengen_common::player::{Player, PlayerError, empty_point, is_dismissed, place};
use tengen_common::time::Stage;
use tengen_common::turn::{TurnCallback, plan};
use tengen_core::board::{Colour, Content, Point, Position};
use tengen_core::messages;
use tengen_core::sau::Notation;

messages! {
    enum StonesError {
        Stones { allowed: &'static str, n: usize } = "this turn has {allowed}, not {n}",
        SamePoint = "both stones on one point",
    }
}

impl From<StonesError> for PlayerError {
    fn from(error: StonesError) -> PlayerError {
        PlayerError::Other { why: error.into() }
    }
}

/// Settings that a platform's protocol does not transmit.
#[derive(Clone, Debug)]
pub struct Connect6Setup {
    pub time: Duration,
    /// Size of the search tables in bytes.
    pub memory: usize,
    pub nodes: Option<u64>,
    /// Opening lines that begin with Black's stone. As long as both sides have followed a line, turns are played from it
    /// without a search.
    pub openings: Vec<Vec<Point>>,
}

pub struct Connect6 {
    searcher: Searcher,
    setup: Connect6Setup,
    us: Colour,
    position: Position,
    /// The number of stones of our last turn, while it may still be refused.
    last: usize,
    /// Points that the platform has refused in this game.
    refused: Vec<Point>,
    /// Whether the opponent has six in a row.
    lost: bool,
    /// Whether our last turn was refused, so that its time is used up.
    hurried: bool,
}

impl Connect6 {
    pub fn new(setup: Connect6Setup) -> Connect6 {
        Connect6 {
            searcher: Searcher::new(setup.memory),
            us: Colour::Black,
            position: Position::new(size()),
            last: 0,
            refused: Vec::new(),
            lost: false,
            hurried: false,
            setup,
        }
    }

    /// Checks a turn of the opponent and returns its points.
    fn check(&self, stones: &[Place]) -> Result<Vec<Point>, PlayerError> {
        let most = stones_a_turn(&self.position);
        if stones.is_empty() || stones.len() > most {
            let allowed = if most == 1 { "one stone" } else { "one or two stones" };
            return Err(StonesError::Stones { allowed, n: stones.len() }.into());
        }
        let mut points = Vec::new();
        for &place in stones {
            let point = empty_point(&self.position, place)?;
            if points.contains(&point) {
                return Err(StonesError::SamePoint.into());
            }
            points.push(point);
        }
        Ok(points)
    }

    /// Our turn according to the opening lines.
    fn by_opening(&self) -> Option<Vec<Point>> {
        let mut openings = self.setup.openings.iter();
        openings.find_map(|opening| self.continued(opening))
    }

    /// The next turn of an opening line, if the game has followed it.
    fn continued(&self, opening: &[Point]) -> Option<Vec<Point>> {
        let played = self.position.stones().len();
        let (before, rest) = opening.split_at_checked(played)?;
        let stone = |(number, &point)| self.position.at(point) == Content::Stone(side(number));
        let turn = rest.get(..stones_a_turn(&self.position))?;
        let fits = before.iter().enumerate().all(stone) && side(played) == self.us;
        let free = turn.iter().all(|&point| self.position.is_empty(point));
        (fits && free).then(|| turn.to_vec())
    }

    /// Our turn within `time`, with the `barred` points treated as dead.
    fn think(
        &mut self,
        time: Duration,
        barred: &[Point],
        asked: Instant,
        inbox: &mut dyn Inbox,
    ) -> Result<Option<Vec<Point>>, PlayerError> {
        let mut position = self.position.clone();
        for &point in barred {
            if position.is_empty(point) {
                position.kill(point).expect("an empty point can be barred");
            }
        }
        position.set_to_move(self.us);
        let plan = plan(time, Stage::of(&position));
        let limits = Limits { time: Some(plan), nodes: self.setup.nodes, depth: None, ..Limits::default() };
        let mut watch = TurnCallback::new(asked, &plan, inbox);
        let report = self.searcher.search(&position, &limits, &mut watch);
        if watch.is_left() {
            return Ok(None);
        }
        let report = report.ok_or(PlayerError::NoPointLeft)?;
        log::info!(
            "depth {} score {} nodes {} time {} ms",
            report.depth,
            report.score.value(), // counts turns, not plies
            report.nodes,
            report.elapsed.as_millis()
        );
        Ok(Some(report.turn.stones().to_vec()))
    }
}

impl Player for Connect6 {
    fn name(&self) -> &str {
        "Tengen"
    }

    fn notation(&self) -> Notation {
        Notation::Stones(2)
    }

    fn new_game(&mut self, us: Colour) {
        self.us = us;
        self.position = Position::new(size());
        self.searcher.clear();
        self.last = 0;
        self.refused.clear();
        (self.lost, self.hurried) = (false, false);
    }

    fn opponent_plays(&mut self, stones: &[Place]) -> Result<(), PlayerError> {
        let points = self.check(stones)?;
        for &point in &points {
            self.position.place(point, !self.us, &mut ());
        }
        let row = |&point: &Point| longest_row(&self.position, point, !self.us);
        self.lost = points.iter().map(row).any(|row| row >= ROW);
        (self.last, self.hurried) = (0, false);
        Ok(())
    }

    fn our_move(&mut self, asked: Instant, inbox: &mut dyn Inbox) -> Result<Option<Vec<Place>>, PlayerError> {
        if self.lost && is_dismissed(inbox, self.setup.time) {
            return Ok(None);
        }
        let mut found = self.by_opening();
        if found.is_none() && !self.hurried {
            found = self.think(self.setup.time, &[], asked, inbox)?;
            if found.is_none() {
                return Ok(None);
            }
        }
        let refused = |points: Vec<Point>| points.iter().any(|point| self.refused.contains(point));
        if found.clone().is_none_or(refused) {
            let barred = self.refused.clone();
            found = self.think(Duration::ZERO, &barred, Instant::now(), inbox)?;
        }
        Ok(found.map(|points| {
            for &point in &points {
                self.position.place(point, self.us, &mut ());
            }
            self.last = points.len();
            points.into_iter().map(place).collect()
        }))
    }

    fn refused(&mut self) -> Result<(), PlayerError> {
        if self.last == 0 {
            return Err(PlayerError::NotOurStone);
        }
        for _ in 0..std::mem::take(&mut self.last) {
            let stone = self.position.undo(&mut ());
            self.refused.extend(stone.map(|stone| stone.point));
        }
        self.hurried = true;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_core::board::notation;

    fn player() -> Connect6 {
        Connect6::new(Connect6Setup {
            time: Duration::from_secs(5),
            memory: 1 << 20,
            nodes: Some(500),
            openings: Vec::new(),
        })
    }

    fn next(player: &mut Connect6) -> Vec<Place> {
        let found = player.our_move(Instant::now(), &mut ());
        found.unwrap().expect("nothing interrupts the search")
    }

    #[test]
    fn black_begins_with_one_stone_in_the_middle_then_two_each() {
        let mut player = player();
        player.new_game(Colour::Black);
        assert_eq!(next(&mut player), [(9, 9)]);
        player.opponent_plays(&[(8, 8), (10, 8)]).unwrap();
        assert_eq!(next(&mut player).len(), 2);
        player.new_game(Colour::White);
        player.opponent_plays(&[(9, 9)]).unwrap();
        assert_eq!(next(&mut player).len(), 2);
        player.opponent_plays(&[(0, 0)]).unwrap();
        assert_eq!(next(&mut player).len(), 2);
    }

    #[test]
    fn an_opening_is_played_as_long_as_both_sides_follow_it() {
        let mut player = player();
        player.setup.openings = ["j10a1b1", "j10k11l9h8h9"].map(|line| notation::read(line, size()).unwrap()).into();
        player.new_game(Colour::White);
        player.opponent_plays(&[(9, 9)]).unwrap();
        assert_eq!(next(&mut player), [(0, 18), (1, 18)]);
        player.new_game(Colour::Black);
        assert_eq!(next(&mut player), [(9, 9)]);
        player.opponent_plays(&[(11, 10), (10, 8)]).unwrap();
        assert_eq!(next(&mut player), [(7, 11), (7, 10)]);
        player.new_game(Colour::Black);
        next(&mut player);
        player.opponent_plays(&[(11, 10), (7, 11)]).unwrap();
        assert_ne!(next(&mut player), [(7, 11), (7, 10)]);
    }

    #[test]
    fn refused_points_are_not_tried_again() {
        let mut player = player();
        player.new_game(Colour::White);
        player.opponent_plays(&[(9, 9)]).unwrap();
        let mut tried = next(&mut player);
        for _ in 0..10 {
            player.refused().unwrap();
            let another = next(&mut player);
            assert!(another.iter().all(|point| !tried.contains(point)));
            tried.extend(another);
        }
        player.opponent_plays(&[(0, 0), (18, 18)]).unwrap();
        assert!(player.refused().is_err());
    }

    #[test]
    fn a_bad_turn_of_the_opponent_changes_nothing() {
        let mut player = player();
        player.new_game(Colour::White);
        assert!(player.opponent_plays(&[(9, 9), (9, 8)]).is_err());
        player.opponent_plays(&[(9, 9)]).unwrap();
        next(&mut player);
        let before = player.position.clone();
        for stones in
            [&[(9, 9), (1, 1)][..], &[(1, 1), (1, 1)], &[(1, 1), (19, 0)], &[(-1, 3)], &[], &[(1, 1), (2, 2), (3, 3)]]
        {
            assert!(player.opponent_plays(stones).is_err(), "{stones:?}");
            assert_eq!(player.position, before);
        }
    }

    #[test]
    fn the_last_point_of_the_board_takes_one_stone() {
        let mut player = player();
        player.new_game(Colour::White);
        let points: Vec<Point> = size().points().collect();
        for (i, &point) in points[..360].iter().enumerate() {
            // No six in a row: the colour changes every two columns and every two rows.
            let colour = Colour::BOTH[(i % 19 / 2 + i / 19 / 2) % 2];
            player.position.place(point, colour, &mut ());
        }
        assert_eq!(next(&mut player), [(18, 18)]);
        assert!(player.our_move(Instant::now(), &mut ()).is_err());
    }
}
