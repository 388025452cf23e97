//! Random moves: plausible but not the best, so that positions occur that the best moves never lead to.

use crate::error::OptionError;
use std::fmt;
use std::str::FromStr;
use tengen_arena::openings::near;
use tengen_common::random::Random;
use tengen_common::{Limits, LimitsOnly};
use tengen_core::board::{Point, Position};
use tengen_core::rules::{Outcome, Rule, judge};
use tengen_engine::eval::Evaluator;
use tengen_engine::eval::net::Networks;
use tengen_engine::eval::tables::params;
use tengen_engine::pattern::kind::{KindVisitor, dispatch};
use tengen_engine::pattern::{Kind, PatternBoard};
use tengen_engine::search::Searcher;
use tengen_engine::search::history::History;
use tengen_engine::search::move_picker::{Hints, PastSuccess, generate};
use tengen_engine::search::params::SearchParams;
use tengen_engine::threat::threat_state::{ThreatState, threat_state};

/// How random moves are chosen; each game uses one way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RandomMovesBy {
    /// One of the best moves by move ordering.
    Looks,
    /// The second to the fifth best move of a shallow search.
    Search,
    /// By move ordering; after a random move, the next move of the other side is random with probability one half.
    Bursts,
}

const NAMES: [(RandomMovesBy, &str); 3] =
    [(RandomMovesBy::Looks, "looks"), (RandomMovesBy::Search, "search"), (RandomMovesBy::Bursts, "bursts")];

impl fmt::Display for RandomMovesBy {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let name = NAMES.iter().find(|(by, _)| by == self);
        f.write_str(name.expect("all have names").1)
    }
}

impl FromStr for RandomMovesBy {
    type Err = OptionError;

    fn from_str(text: &str) -> Result<RandomMovesBy, OptionError> {
        let found = NAMES.iter().find(|(_, name)| *name == text);
        let by = found.map(|(by, _)| *by);
        by.ok_or(OptionError::RandomMoves)
    }
}

/// The number of best-ordered moves to choose from.
const CANDIDATES: usize = 16;
/// The shallow search: nodes, hash size, and number of lines.
const NODES: u64 = 600;
const MEMORY: usize = Searcher::MIN_MEMORY;
const LINES: usize = 5;

pub struct RandomMoves {
    rule: Rule,
    history: History,
    params: SearchParams,
    scout: Searcher,
}

pub struct RandomMoveState {
    pub by: RandomMovesBy,
    pub percent: u32,
    /// The number of remaining opening moves that are random points near a stone.
    pub early: usize,
    pub last_was_random: bool,
}

impl RandomMoves {
    pub fn new(rule: Rule, networks: &Networks) -> RandomMoves {
        RandomMoves {
            rule,
            history: History::default(),
            params: SearchParams::default(),
            scout: Searcher::judging_by(networks, MEMORY),
        }
    }

    /// The random move to be played now, if any. It does not end the game.
    pub fn choose(&mut self, state: &mut RandomMoveState, random: &mut Random, position: &Position) -> Option<Point> {
        let point = self.any(state, random, position);
        let side = position.to_move();
        let fits = |&point: &Point| judge(position, point, side, self.rule) == Outcome::Open;
        let point = point.filter(fits);
        state.last_was_random = point.is_some();
        point
    }

    fn any(&mut self, state: &mut RandomMoveState, random: &mut Random, position: &Position) -> Option<Point> {
        if state.early > 0 {
            state.early -= 1;
            return random.choose(&near(position)).copied();
        }
        let continues = state.by == RandomMovesBy::Bursts && state.last_was_random && random.below(2) == 0;
        if !continues && random.below(100) >= state.percent as usize {
            return None;
        }
        match state.by {
            RandomMovesBy::Looks | RandomMovesBy::Bursts => self.by_looks(random, position),
            RandomMovesBy::Search => self.by_search(random, position),
        }
    }

    /// One of the best-ordered moves at random. `None` if replies are forced.
    fn by_looks(&self, random: &mut Random, position: &Position) -> Option<Point> {
        let looks = Looks { random_moves: self, position };
        random.choose(&dispatch(self.rule, looks)).copied()
    }

    /// A good but not best move of a shallow search. `None` if there is only one move.
    fn by_search(&mut self, random: &mut Random, position: &Position) -> Option<Point> {
        let limits = Limits { nodes: Some(NODES), ..Limits::default() };
        self.scout.clear();
        let unwatched = &mut LimitsOnly::new();
        let scout = &mut self.scout;
        let lines = scout.search_lines(position, self.rule, &limits, LINES, unwatched);
        random.choose(lines.get(1..)?).map(|report| report.best_move())
    }
}

/// The best-ordered moves of a position.
struct Looks<'a> {
    random_moves: &'a RandomMoves,
    position: &'a Position,
}

impl KindVisitor for Looks<'_> {
    type Output = Vec<Point>;

    fn visit<K: Kind>(self, _: K) -> Vec<Point> {
        let RandomMoves { rule, history, params, .. } = self.random_moves;
        let mut board = PatternBoard::<K>::new(self.position, *rule);
        let evaluator = Evaluator::new(&board, params::of(*rule));
        let threat_state = threat_state(&mut board);
        if !matches!(threat_state, ThreatState::Open | ThreatState::Threatened) {
            return Vec::new();
        }
        let past_success = PastSuccess::new(params);
        let hints = Hints {
            best: None,
            killers: [None; 2],
            counter: None,
            history,
            past_success,
            evaluator: &evaluator,
            params,
        };
        let mut moves = Vec::new();
        generate(&board, Some(&ThreatState::Open), &hints, &mut moves);
        moves.sort_by_key(|m| (-m.score(), m.point()));
        moves.truncate(CANDIDATES);
        moves.into_iter().map(|m| m.point()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_core::board::{BoardSize, notation};
    use tengen_core::rules::Variant;

    fn position() -> Position {
        let size = BoardSize::FIFTEEN;
        Position::new(size).after_all(notation::read("h8i9g7h10i8h9", size).unwrap())
    }

    fn choose(state: &mut RandomMoveState, seed: u64) -> Option<Point> {
        let mut random_moves = RandomMoves::new(Rule::new(Variant::Freestyle), &Networks::none());
        random_moves.choose(state, &mut Random::new(seed), &position())
    }

    #[test]
    fn moves_are_random_as_often_as_they_should_be() {
        for by in [RandomMovesBy::Looks, RandomMovesBy::Search, RandomMovesBy::Bursts] {
            let state = |percent, last_was_random| RandomMoveState { by, percent, early: 0, last_was_random };
            let count = |percent, last_was_random| {
                let is_random = |&seed: &u64| choose(&mut state(percent, last_was_random), seed).is_some();
                (0..50).filter(is_random).count()
            };
            assert_eq!(count(0, false), 0);
            assert_eq!(count(100, false), 50);
            let next = count(0, true);
            match by {
                RandomMovesBy::Bursts => assert!((15..35).contains(&next), "{next}"),
                _ => assert_eq!(next, 0),
            }
        }
    }

    #[test]
    fn the_best_move_of_the_shallow_search_is_no_random_move_and_there_are_others() {
        let mut scout = Searcher::judging_by(&Networks::none(), MEMORY);
        let limits = Limits { nodes: Some(NODES), ..Limits::default() };
        let rule = Rule::new(Variant::Freestyle);
        let best = scout.search_lines(&position(), rule, &limits, LINES, &mut LimitsOnly::new());
        let mut seen = std::collections::HashSet::new();
        for seed in 0..30 {
            let mut state =
                RandomMoveState { by: RandomMovesBy::Search, percent: 100, early: 0, last_was_random: false };
            seen.insert(choose(&mut state, seed).unwrap());
        }
        assert!(!seen.contains(&best[0].best_move()) && seen.len() == LINES - 1, "{seen:?}");
    }

    #[test]
    fn early_moves_are_near_a_stone_and_counted() {
        let mut state = RandomMoveState { by: RandomMovesBy::Looks, percent: 0, early: 1, last_was_random: false };
        assert!(choose(&mut state, 3).is_some());
        assert_eq!(choose(&mut state, 3), None);
    }
}
