//! Self-play: games from several kinds of openings at a fixed number of nodes per move, written with their search
//! results. Some moves are random, so that positions occur that the best moves never lead to.
//!
//! Game *n* of a seed is independent of earlier games, so an interrupted run can be continued, and [shards](Shard) of a
//! run can be played separately.

mod counts;
mod random_moves;
mod start;

pub use counts::Counts;
pub use random_moves::RandomMovesBy;
pub use start::Opening;

use super::provenance::{evaluation, provenance, source};
use super::shard::Shard;
use crate::play::play_out;
use anyhow::{Result, ensure};
use random_moves::{RandomMoveState, RandomMoves};
use start::Start;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use tengen_common::random::Random;
use tengen_core::board::{BoardSize, Position};
use tengen_core::rules::Rule;
use tengen_engine::effort::think;
use tengen_engine::eval::net::Networks;
use tengen_engine::search::Searcher;
use tengen_records::training::{GameWriter, Searched, TrainingGame};

pub struct SelfplayPlan {
    pub rule: Rule,
    /// The board sizes; each game draws one.
    pub sizes: Vec<BoardSize>,
    /// The kinds of openings; each game draws one.
    pub openings: Vec<Opening>,
    /// Nodes per move; each game draws a number.
    pub nodes: RangeInclusive<u64>,
    /// The total number of games of all shards.
    pub games: usize,
    pub shard: Shard,
    /// The percentage of random moves, so that positions also occur that only a search would visit.
    pub random_moves: u32,
    /// How random moves are chosen; each game draws a way.
    pub random_moves_by: Vec<RandomMovesBy>,
    pub seed: u64,
    pub networks: Networks,
    pub out: PathBuf,
}

impl SelfplayPlan {
    /// The command that plays these games, without their number and the output file, as files record it: with the old
    /// names of options, `--strays` and `--stray-by`, so that the numbers of sources stay the same and runs of older
    /// versions can be continued.
    fn command(&self) -> String {
        let SelfplayPlan { rule, nodes, random_moves, seed, .. } = self;
        let (least, most) = (nodes.start(), nodes.end());
        let (sizes, openings) = (listed(&self.sizes), listed(&self.openings));
        let mut command = format!(
            "tengen selfplay --rule {rule} --size {sizes} --nodes {least}..{most} --strays {random_moves} \
             --seed {seed}"
        );
        // Default values are omitted.
        if self.openings != [Opening::Scattered] {
            command += &format!(" --openings {openings}");
        }
        if self.random_moves_by != [RandomMovesBy::Looks] {
            command += &format!(" --stray-by {}", listed(&self.random_moves_by));
        }
        command + &evaluation(&self.networks, *rule)
    }
}

/// `one,two`.
fn listed(things: &[impl Display]) -> String {
    let names: Vec<String> = things.iter().map(ToString::to_string).collect();
    names.join(",")
}

#[cfg(test)]
impl SelfplayPlan {
    /// Short games on a small board, for tests.
    pub(super) fn quick(rule: Rule, games: usize, out: &std::path::Path) -> SelfplayPlan {
        SelfplayPlan {
            rule,
            sizes: vec![BoardSize::square(12).expect("a board")],
            openings: vec![Opening::Scattered],
            nodes: 100..=200,
            games,
            shard: Shard::WHOLE,
            random_moves: 10,
            random_moves_by: vec![RandomMovesBy::Looks],
            seed: 7,
            networks: Networks::none(),
            out: out.to_path_buf(),
        }
    }
}

/// The hash size of the searcher in bytes: small, so that it fits into the processor's cache.
const MEMORY: usize = 8 << 20;
/// Nodes of a side whose loss is proven.
const NODES_WHEN_LOST: u64 = 300;
/// A separate random stream for the kind of a game.
const VARIETY: u64 = 0x7661_7269_6574_7921;

/// Plays the games missing in the file. Calls `progress` at the start and after each game with the number of games in
/// the file and the statistics of this run, which are also returned.
pub fn run(plan: &SelfplayPlan, progress: &mut dyn FnMut(usize, &Counts)) -> Result<(usize, Counts)> {
    let choices = [plan.sizes.len(), plan.openings.len(), plan.random_moves_by.len()];
    ensure!(!choices.contains(&0), "no board size, opening or kind of random moves is given");
    let start = |opening| Start::new(opening, plan.rule, &plan.sizes);
    let starts: Vec<Start> = plan.openings.iter().map(start).collect::<Result<_>>()?;
    let command = plan.command();
    let numbers = plan.shard.range(plan.games);
    let books = starts.iter().filter_map(Start::provenance);
    let head = provenance(&command, numbers.start, &[]) + &books.collect::<String>();
    let mut writer = GameWriter::open(&plan.out, &head, 1)?;
    let mut table = GameMaker {
        plan,
        starts,
        searcher: Searcher::judging_by(&plan.networks, MEMORY),
        random_moves: RandomMoves::new(plan.rule, &plan.networks),
    };
    let mut counts = Counts::default();
    progress(writer.games(), &counts);
    for number in numbers.skip(writer.games()) {
        let mut game = table.play(number);
        game.source = source(&command, number);
        counts.count(&game);
        writer.add(&game)?;
        writer.flush()?;
        progress(writer.games(), &counts);
    }
    Ok((writer.games(), counts))
}

struct GameMaker<'a> {
    plan: &'a SelfplayPlan,
    starts: Vec<Start>,
    searcher: Searcher,
    random_moves: RandomMoves,
}

impl GameMaker<'_> {
    /// Plays game `number`, independent of earlier games.
    fn play(&mut self, number: usize) -> TrainingGame {
        let GameMaker { plan, starts, searcher, random_moves } = self;
        let mut random = Random::of(plan.seed, number as u64);
        let mut variety = Random::of(plan.seed ^ VARIETY, number as u64);
        let (least, most) = (*plan.nodes.start(), *plan.nodes.end());
        let nodes = least + random.below((most - least + 1) as usize) as u64;
        let size = plan.sizes[variety.below(plan.sizes.len())];
        let start = &starts[variety.below(starts.len())];
        let by = plan.random_moves_by[variety.below(plan.random_moves_by.len())];
        let kind = (plan.rule, size);
        let (start, early) = start.draw(&mut random, searcher, kind, nodes);
        searcher.clear();
        let mut state = RandomMoveState { by, percent: plan.random_moves, early, last_was_random: false };
        let mut winner = None;
        let mover = |position: &Position| {
            let side = position.to_move();
            let lost = winner == Some(!side);
            let nodes = if lost { NODES_WHEN_LOST.min(nodes) } else { nodes };
            let report = think(searcher, position, plan.rule, nodes)?;
            if report.score.win_distance().is_some() {
                winner = Some(side);
            } else if report.score.loss_distance().is_some() {
                winner = Some(!side);
            }
            let random_move = match winner {
                None => random_moves.choose(&mut state, &mut random, position),
                Some(_) => None,
            };
            Some(Searched {
                point: random_move.unwrap_or(report.best_move()),
                best: report.best_move(),
                score: report.score.value() as i16,
            })
        };
        let (moves, result) = play_out(start.clone(), plan.rule, mover);
        TrainingGame {
            rule: plan.rule,
            size,
            source: 0,
            opening: start.stones().iter().map(|stone| stone.point).collect(),
            moves,
            result,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scratch;
    use tengen_core::rules::{Outcome, Variant, judge};
    use tengen_records::training::{GameResult, read_file};

    fn plan(name: &str, games: usize) -> SelfplayPlan {
        let out = scratch::file(&format!("selfplay-{name}"));
        SelfplayPlan::quick(Rule::new(Variant::Renju), games, &out)
    }

    #[test]
    fn boards_may_be_oblong_and_any_rule_may_forbid_moves() {
        let caro = Rule::new(Variant::Caro);
        let first_player_forbidden = true;
        let plan = SelfplayPlan {
            rule: Rule { first_player_forbidden, ..caro },
            sizes: vec![BoardSize::new(14, 9).unwrap()],
            ..plan("oblong", 2)
        };
        let mut seen = Vec::new();
        let (count, _) = run(&plan, &mut |games, _| seen.push(games)).unwrap();
        assert_eq!((count, seen), (2, vec![0, 1, 2]));
        for game in read_file(&plan.out).unwrap() {
            assert_eq!((game.rule, game.size), (plan.rule, plan.sizes[0]));
        }
        std::fs::remove_file(&plan.out).unwrap();
    }

    /// Board sizes, openings and ways of random moves of one run; no game depends on earlier ones.
    #[test]
    fn a_run_may_be_of_many_kinds_and_game_n_is_the_same_in_any_part() {
        let sizes = [(12, 12), (9, 14), (15, 15)].map(|(w, h)| BoardSize::new(w, h).unwrap());
        let book = scratch::file("selfplay-book");
        std::fs::write(&book, "# for any board\n0,0, 1,-1, 2,0\n\nd4e5\no15n14\n").unwrap();
        let all = [Opening::Scattered, Opening::Lines, Opening::Empty];
        let wide = |name: &str, shard: &str| SelfplayPlan {
            sizes: sizes.to_vec(),
            openings: [&all[..], &[Opening::Book(book.clone())]].concat(),
            random_moves_by: vec![RandomMovesBy::Looks, RandomMovesBy::Search, RandomMovesBy::Bursts],
            random_moves: 30,
            shard: shard.parse().unwrap(),
            ..plan(name, 16)
        };
        let play = |plan: SelfplayPlan| {
            run(&plan, &mut |_, _| ()).unwrap();
            let games = read_file(&plan.out).unwrap();
            std::fs::remove_file(&plan.out).unwrap();
            games
        };
        let whole = play(wide("wide", "1/1"));
        assert_eq!(play(wide("wide-part", "3/4")), whole[8..12]);
        for size in sizes {
            assert!(whole.iter().any(|game| game.size == size), "{size}");
        }
        for stones in [1, 3] {
            assert!(whole.iter().any(|game| game.opening.len() == stones), "{stones}");
        }
        let command = wide("", "1/1").command();
        let book_name = book.file_name().unwrap().to_string_lossy();
        assert!(command.ends_with(&format!(
            " --openings scattered,lines,empty,book:{book_name} --stray-by looks,search,bursts \
             --eval tables"
        )));
        std::fs::remove_file(book).unwrap();
    }

    #[test]
    fn a_book_with_a_line_that_fits_no_board_is_refused() {
        let book = scratch::file("selfplay-bad-book");
        let out = plan("bad-book-out", 1);
        for (text, part) in [
            ("h8i9\nh8h8\n", "line 2: point already taken"),
            ("what\n", "line 1: "),
            ("a1a5b1b5c1c5d1d5e1\n", "line 1: the game is over"),
            ("# nothing\n", "no opening for 12x12"),
        ] {
            std::fs::write(&book, text).unwrap();
            let openings = vec![Opening::Book(book.clone())];
            let error = run(&SelfplayPlan { openings, ..plan("bad-book-out", 1) }, &mut |_, _| ()).unwrap_err();
            assert!(format!("{error:#}").contains(part), "{error:#}");
            assert!(!out.out.exists());
        }
        std::fs::remove_file(book).unwrap();
    }

    #[test]
    fn a_file_of_another_rule_or_board_is_left_alone() {
        let old = plan("other", 1);
        run(&old, &mut |_, _| ()).unwrap();
        let bytes = std::fs::read(&old.out).unwrap();
        let caro = Rule::new(Variant::Caro);
        let board = BoardSize::square(13).unwrap();
        for (rule, size) in [(caro, old.sizes[0]), (old.rule, board)] {
            let new = SelfplayPlan { rule, sizes: vec![size], ..plan("other", 2) };
            let error = run(&new, &mut |_, _| ()).unwrap_err();
            assert!(format!("{error:#}").contains("made in another way"), "{error:#}");
        }
        assert_eq!(std::fs::read(&old.out).unwrap(), bytes);
        std::fs::remove_file(&old.out).unwrap();
    }

    #[test]
    fn an_interrupted_run_resumes_with_the_same_result() {
        let (whole, halves) = (plan("whole", 4), plan("halves", 2));
        let run = |plan: &SelfplayPlan| run(plan, &mut |_, _| ()).unwrap().0;
        assert_eq!(run(&whole), 4);
        assert_eq!(run(&halves), 2);
        let bytes = std::fs::read(&halves.out).unwrap();
        std::fs::write(&halves.out, &bytes[..bytes.len() - 3]).unwrap();
        run(&SelfplayPlan { games: 4, ..halves });
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
