//! Moves that are not the best, but not out of the way either: after them come positions that the best
//! moves never lead to.

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
use tengen_engine::search::move_picker::{Hints, generate};
use tengen_engine::search::params::SearchParams;
use tengen_engine::threat::standing::{Standing, standing};

/// What a stray move is chosen by. Each game has one way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StrayBy {
    /// One of the moves that look best.
    Looks,
    /// The second to the fifth best move of a shallow search.
    Search,
    /// By looks; and after a stray move the next one, of the other side, strays with half a chance.
    Bursts,
}

const NAMES: [(StrayBy, &str); 3] = [
    (StrayBy::Looks, "looks"),
    (StrayBy::Search, "search"),
    (StrayBy::Bursts, "bursts"),
];

impl fmt::Display for StrayBy {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let name = NAMES.iter().find(|(by, _)| by == self);
        f.write_str(name.expect("all have names").1)
    }
}

impl FromStr for StrayBy {
    type Err = String;

    fn from_str(text: &str) -> Result<StrayBy, String> {
        let found = NAMES.iter().find(|(_, name)| *name == text);
        let by = found.map(|(by, _)| *by);
        by.ok_or_else(|| "moves stray by looks, search or bursts".into())
    }
}

/// So many of the best-looking moves may be played.
const STRAYS: usize = 16;
/// The shallow search: its nodes, its memory, and how many of its moves may be played.
const NODES: u64 = 600;
const MEMORY: usize = Searcher::MIN_MEMORY;
const LINES: usize = 5;

/// Chooses stray moves for all games of a run.
pub struct Strays {
    rule: Rule,
    history: History,
    params: SearchParams,
    scout: Searcher,
}

/// How a game strays.
pub struct Straying {
    /// What its stray moves are chosen by.
    pub by: StrayBy,
    /// In how many of a hundred moves it strays.
    pub percent: u32,
    /// So many moves, from now on, are any near a stone.
    pub early: usize,
    /// The last move strayed.
    pub strayed: bool,
}

impl Strays {
    /// For games of this rule, judged by these networks.
    pub fn new(rule: Rule, networks: &Networks) -> Strays {
        Strays {
            rule,
            history: History::new(),
            params: SearchParams::default(),
            scout: Searcher::judging_by(networks, MEMORY),
        }
    }

    /// The stray move that is to be played now, if one is. It ends no game.
    pub fn choose(
        &mut self,
        straying: &mut Straying,
        random: &mut Random,
        position: &Position,
    ) -> Option<Point> {
        let point = self.any(straying, random, position);
        let side = position.to_move();
        let fits = |&point: &Point| judge(position, point, side, self.rule) == Outcome::Open;
        let point = point.filter(fits);
        straying.strayed = point.is_some();
        point
    }

    fn any(
        &mut self,
        straying: &mut Straying,
        random: &mut Random,
        position: &Position,
    ) -> Option<Point> {
        if straying.early > 0 {
            straying.early -= 1;
            return random.choose(&near(position)).copied();
        }
        let goes_on = straying.by == StrayBy::Bursts && straying.strayed && random.below(2) == 0;
        if !goes_on && random.below(100) >= straying.percent as usize {
            return None;
        }
        match straying.by {
            StrayBy::Looks | StrayBy::Bursts => self.by_looks(random, position),
            StrayBy::Search => self.by_search(random, position),
        }
    }

    /// A random one of the best-looking moves. `None` where replies are forced.
    fn by_looks(&self, random: &mut Random, position: &Position) -> Option<Point> {
        let looks = Looks {
            strays: self,
            position,
        };
        random.choose(&dispatch(self.rule, looks)).copied()
    }

    /// A move that a shallow search finds good, but not best. `None` where there is but one move.
    fn by_search(&mut self, random: &mut Random, position: &Position) -> Option<Point> {
        let limits = Limits {
            nodes: Some(NODES),
            ..Limits::default()
        };
        self.scout.clear();
        let unwatched = &mut LimitsOnly::new();
        let scout = &mut self.scout;
        let lines = scout.search_lines(position, self.rule, &limits, LINES, unwatched);
        random
            .choose(lines.get(1..)?)
            .map(|report| report.best_move())
    }
}

/// The best-looking moves of a position.
struct Looks<'a> {
    strays: &'a Strays,
    position: &'a Position,
}

impl KindVisitor for Looks<'_> {
    type Output = Vec<Point>;

    fn visit<K: Kind>(self, _: K) -> Vec<Point> {
        let Strays {
            rule,
            history,
            params,
            ..
        } = self.strays;
        let mut board = PatternBoard::<K>::new(self.position, *rule);
        let evaluator = Evaluator::new(&board, params::of(*rule));
        let standing = standing(&mut board);
        if !matches!(standing, Standing::Open | Standing::Threatened) {
            return Vec::new();
        }
        let hints = Hints {
            best: None,
            killers: [None; 2],
            counter: None,
            history,
            evaluator: &evaluator,
            params,
        };
        let mut moves = Vec::new();
        generate(&board, Some(&Standing::Open), &hints, &mut moves);
        moves.sort_by_key(|m| (-m.score(), m.point()));
        moves.truncate(STRAYS);
        moves.into_iter().map(|m| m.point()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_core::board::{Shape, notation};
    use tengen_core::rules::Variant;

    fn position() -> Position {
        let shape = Shape::square(15).unwrap();
        let mut position = Position::new(shape);
        for point in notation::read("h8i9g7h10i8h9", shape).unwrap() {
            position.play(point, &mut ());
        }
        position
    }

    fn choose(straying: &mut Straying, seed: u64) -> Option<Point> {
        let mut strays = Strays::new(Rule::new(Variant::Freestyle), &Networks::none());
        strays.choose(straying, &mut Random::new(seed), &position())
    }

    #[test]
    fn moves_stray_as_often_as_they_should() {
        for by in [StrayBy::Looks, StrayBy::Search, StrayBy::Bursts] {
            let straying = |percent, strayed| Straying {
                by,
                percent,
                early: 0,
                strayed,
            };
            let count = |percent, strayed| {
                let strays =
                    (0..50).filter(|&seed| choose(&mut straying(percent, strayed), seed).is_some());
                strays.count()
            };
            assert_eq!(count(0, false), 0);
            assert_eq!(count(100, false), 50);
            let next = count(0, true);
            match by {
                StrayBy::Bursts => assert!((15..35).contains(&next), "{next}"),
                _ => assert_eq!(next, 0),
            }
        }
    }

    #[test]
    fn the_best_move_of_the_shallow_search_is_no_stray_and_there_are_others() {
        let mut scout = Searcher::judging_by(&Networks::none(), MEMORY);
        let limits = Limits {
            nodes: Some(NODES),
            ..Limits::default()
        };
        let rule = Rule::new(Variant::Freestyle);
        let best = scout.search_lines(&position(), rule, &limits, LINES, &mut LimitsOnly::new());
        let mut seen = std::collections::HashSet::new();
        for seed in 0..30 {
            let mut straying = Straying {
                by: StrayBy::Search,
                percent: 100,
                early: 0,
                strayed: false,
            };
            seen.insert(choose(&mut straying, seed).unwrap());
        }
        assert!(
            !seen.contains(&best[0].best_move()) && seen.len() == LINES - 1,
            "{seen:?}"
        );
    }

    #[test]
    fn early_moves_are_near_a_stone_and_counted() {
        let mut straying = Straying {
            by: StrayBy::Looks,
            percent: 0,
            early: 1,
            strayed: false,
        };
        assert!(choose(&mut straying, 3).is_some());
        assert_eq!(choose(&mut straying, 3), None);
    }
}
