//! Self-play: games from random balanced openings at a fixed number of nodes a move, written with
//! what the search thought.
//!
//! Game *n* of a seed is the same whatever was played before it, so a run that was ended goes on
//! where it stopped, and [parts](Shard) of a run can be played apart.

use super::openings::{Balance, balanced};
use super::play::{play_out, think};
use super::provenance::{provenance, source};
use super::shard::Shard;
use crate::board::{Colour, Point, Position, Shape};
use crate::eval::Evaluator;
use crate::eval::tables::params;
use crate::kit::random::Random;
use crate::pattern::kind::{KindVisitor, dispatch};
use crate::pattern::{Kind, PatternBoard};
use crate::records::training::{GameResult, GameWriter, Searched, TrainingGame};
use crate::rules::{Outcome, Rule, judge};
use crate::search::Searcher;
use crate::search::history::History;
use crate::search::moves::{Hints, generate};
use crate::search::params::SearchParams;
use crate::threat::standing::{Standing, standing};
use anyhow::Result;
use std::ops::RangeInclusive;
use std::path::PathBuf;

/// What to play, and how much.
pub struct Plan {
    /// The rule.
    pub rule: Rule,
    /// The board.
    pub shape: Shape,
    /// Nodes a move; each game draws its own number.
    pub nodes: RangeInclusive<u64>,
    /// How many games all parts together are to hold in the end.
    pub games: usize,
    /// Which part of them is played.
    pub shard: Shard,
    /// In how many of a hundred moves a random candidate is played instead of the best move, so that
    /// positions also come up that only a search would look at.
    pub strays: u32,
    /// Which games.
    pub seed: u64,
    /// Where they go.
    pub out: PathBuf,
}

impl Plan {
    /// The command that plays these games, but for how many and where to.
    fn command(&self) -> String {
        let Plan {
            rule,
            shape,
            nodes,
            strays,
            seed,
            ..
        } = self;
        let (least, most) = (nodes.start(), nodes.end());
        format!(
            "tengen selfplay --rule {rule} --size {shape} --nodes {least}..{most} --strays {strays} \
             --seed {seed}"
        )
    }
}

#[cfg(test)]
impl Plan {
    /// Short games on a small board, for tests.
    pub(super) fn quick(rule: Rule, games: usize, out: &std::path::Path) -> Plan {
        Plan {
            rule,
            shape: Shape::square(12).expect("a board"),
            nodes: 100..=200,
            games,
            shard: Shard::WHOLE,
            strays: 10,
            seed: 7,
            out: out.to_path_buf(),
        }
    }
}

/// Memory of the searcher: small, so that it stays in the processor's cache.
const MEMORY: usize = 8 << 20;
/// Nodes of a side whose loss is proven.
const NODES_WHEN_LOST: u64 = 300;
/// The greatest advantage after the opening, in points.
const MARGIN: i32 = 80;

/// Plays the games that the file lacks. `progress` is told, at first and after each game, how many the
/// file holds and what those of this run were like. The same comes back in the end.
///
/// # Errors
/// When the file cannot be written, or holds something else, or was made in another way.
pub fn run(plan: &Plan, progress: &mut dyn FnMut(usize, &Tally)) -> Result<(usize, Tally)> {
    let command = plan.command();
    let numbers = plan.shard.range(plan.games);
    let head = provenance(&command, numbers.start, &[]);
    let mut writer = GameWriter::open(&plan.out, &head, 1)?;
    let mut searcher = Searcher::new(MEMORY);
    let mut tally = Tally::default();
    progress(writer.games(), &tally);
    for number in numbers.skip(writer.games()) {
        let mut game = play(plan, number, &mut searcher);
        game.source = source(&command, number);
        tally.count(&game);
        writer.add(&game)?;
        writer.flush()?;
        progress(writer.games(), &tally);
    }
    Ok((writer.games(), tally))
}

fn play(plan: &Plan, number: usize, searcher: &mut Searcher) -> TrainingGame {
    let mut random = Random::of(plan.seed, number as u64);
    let (least, most) = (*plan.nodes.start(), *plan.nodes.end());
    let nodes = least + random.below((most - least + 1) as usize) as u64;
    let balance = Balance {
        nodes,
        margin: MARGIN,
    };
    let start = balanced(&mut random, searcher, plan.rule, plan.shape, balance);
    searcher.clear();
    let strays = Strays::new(plan.rule);
    let mut winner = None;
    let mover = |position: &Position| {
        let side = position.to_move();
        let lost = winner == Some(!side);
        let nodes = if lost {
            NODES_WHEN_LOST.min(nodes)
        } else {
            nodes
        };
        let report = think(searcher, position, plan.rule, nodes)?;
        if report.score.win_distance().is_some() {
            winner = Some(side);
        } else if report.score.loss_distance().is_some() {
            winner = Some(!side);
        }
        let stray = winner.is_none() && random.below(100) < plan.strays as usize;
        let stray = stray
            .then(|| strays.choose(&mut random, position))
            .flatten();
        Some(Searched {
            point: stray.unwrap_or(report.line[0]),
            best: report.line[0],
            score: report.score.value() as i16,
        })
    };
    let (moves, result) = play_out(start.clone(), plan.rule, mover);
    TrainingGame {
        rule: plan.rule,
        shape: plan.shape,
        source: 0,
        opening: start.stones().iter().map(|stone| stone.point).collect(),
        moves,
        result,
    }
}

/// Moves that are not the best, but not out of the way either.
struct Strays {
    rule: Rule,
    history: History,
    params: SearchParams,
}

/// So many of the best-looking moves may be played.
const STRAYS: usize = 16;

impl Strays {
    fn new(rule: Rule) -> Strays {
        Strays {
            rule,
            history: History::new(),
            params: SearchParams::default(),
        }
    }

    /// A random one of the best-looking moves. `None` where replies are forced.
    fn choose(&self, random: &mut Random, position: &Position) -> Option<Point> {
        let looks = Looks {
            strays: self,
            position,
        };
        let point = *random.choose(&dispatch(self.rule, looks))?;
        let outcome = judge(position, point, position.to_move(), self.rule);
        (outcome == Outcome::Open).then_some(point)
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

/// What the games of a run were like: `black 3 white 2 drawn 0, 41 moves a game, 0 won but not taken`.
#[derive(Clone, Default, Debug)]
pub struct Tally {
    black: usize,
    white: usize,
    drawn: usize,
    moves: usize,
    /// Games that a side did not win although a search had called them won.
    spoilt: usize,
}

impl Tally {
    fn count(&mut self, game: &TrainingGame) {
        match game.result {
            GameResult::Won(Colour::Black) => self.black += 1,
            GameResult::Won(Colour::White) => self.white += 1,
            GameResult::Drawn | GameResult::Unfinished => self.drawn += 1,
        }
        self.moves += game.moves.len();
        let first = game.opening.len();
        let mut proven = game.moves.iter().enumerate().filter_map(|(i, searched)| {
            let won = (searched.score as i32).abs() > 29_000;
            let side = Colour::BOTH[(first + i + (searched.score < 0) as usize) % 2];
            won.then_some(side)
        });
        self.spoilt += proven.any(|side| game.result != GameResult::Won(side)) as usize;
    }
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let games = (self.black + self.white + self.drawn).max(1);
        write!(
            f,
            "black {} white {} drawn {}, {} moves a game, {} won but not taken",
            self.black,
            self.white,
            self.drawn,
            self.moves / games,
            self.spoilt
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::scratch;
    use crate::records::training::read_file;
    use crate::rules::Variant;

    fn plan(name: &str, games: usize) -> Plan {
        let out = scratch::file(&format!("selfplay-{name}"));
        Plan::quick(Rule::new(Variant::Renju), games, &out)
    }

    #[test]
    fn boards_may_be_oblong_and_fouls_bind_under_any_rule() {
        let caro = Rule::new(Variant::Caro);
        let first_player_fouls = true;
        let plan = Plan {
            rule: Rule {
                first_player_fouls,
                ..caro
            },
            shape: Shape::new(14, 9).unwrap(),
            ..plan("oblong", 2)
        };
        let mut seen = Vec::new();
        let (count, _) = run(&plan, &mut |games, _| seen.push(games)).unwrap();
        assert_eq!((count, seen), (2, vec![0, 1, 2]));
        for game in read_file(&plan.out).unwrap() {
            assert_eq!((game.rule, game.shape), (plan.rule, plan.shape));
        }
        std::fs::remove_file(&plan.out).unwrap();
    }

    #[test]
    fn a_file_of_another_rule_or_board_is_left_alone() {
        let old = plan("other", 1);
        run(&old, &mut |_, _| ()).unwrap();
        let bytes = std::fs::read(&old.out).unwrap();
        let caro = Rule::new(Variant::Caro);
        let board = Shape::square(13).unwrap();
        for (rule, shape) in [(caro, old.shape), (old.rule, board)] {
            let new = Plan {
                rule,
                shape,
                ..plan("other", 2)
            };
            let error = run(&new, &mut |_, _| ()).unwrap_err();
            assert!(
                format!("{error:#}").contains("made in another way"),
                "{error:#}"
            );
        }
        assert_eq!(std::fs::read(&old.out).unwrap(), bytes);
        std::fs::remove_file(&old.out).unwrap();
    }

    #[test]
    fn a_run_that_was_ended_goes_on_as_if_it_had_not() {
        let (whole, halves) = (plan("whole", 4), plan("halves", 2));
        let run = |plan: &Plan| run(plan, &mut |_, _| ()).unwrap().0;
        assert_eq!(run(&whole), 4);
        assert_eq!(run(&halves), 2);
        let bytes = std::fs::read(&halves.out).unwrap();
        std::fs::write(&halves.out, &bytes[..bytes.len() - 3]).unwrap();
        run(&Plan { games: 4, ..halves });
        let halves = plan("halves", 4);
        let games = read_file(&whole.out).unwrap();
        assert_eq!(games, read_file(&halves.out).unwrap());
        assert_eq!(games.len(), 4);
        for game in games {
            let mut position = game.start();
            for (i, searched) in game.moves.iter().enumerate() {
                let side = position.to_move();
                let outcome = judge(&position, searched.point, side, game.rule);
                let last = i + 1 == game.moves.len();
                // A long game is drawn while it is still open.
                let ends = outcome != Outcome::Open || (last && game.result == GameResult::Drawn);
                assert_eq!(last, ends, "{outcome:?}");
                position.play(searched.point, &mut ());
            }
        }
        std::fs::remove_file(&whole.out).unwrap();
        std::fs::remove_file(&halves.out).unwrap();
    }
}
