//! Makes the built-in opening database, `web/openings.db`:
//!
//! ```sh
//! cargo run --release -p tengen --example openings -- openings.db                       # all of it
//! cargo run --release -p tengen --example openings -- openings.db freestyle standard    # these rules alone
//! ```
//!
//! - renju: the 26 openings by name, each with its best replies and continuations;
//! - freestyle and standard: balanced openings of three stones for swap and swap2, selected from all within the central
//!   7×7 by short searches and then longer ones, with continuations.
//!
//! It can be interrupted and continued: searched positions are not searched again, except for the short searches. Each
//! of the longer searches has [`NODES`]; the whole run takes an hour or two on one core.

use anyhow::{Context, Error, Result};
use std::collections::HashSet;
use std::path::Path;
use tengen_common::{Limits, LimitsOnly, Report};
use tengen_core::board::{BoardSize, Point, Position, notation};
use tengen_core::rules::opening::pattern::PATTERNS;
use tengen_core::rules::{Rule, Variant};
use tengen_database::{Analysis, Database, Judged, Key, Place, Record, Records, Step};
use tengen_engine::eval::net::Networks;
use tengen_engine::search::Searcher;
use tengen_engine::study::best_lines;

/// Nodes of a search whose result is stored.
const NODES: u64 = 1_000_000;
/// Nodes of the short search that selects openings.
const QUICK: u64 = 5_000;
/// The number of moves stored per position.
const LINES: usize = 4;
/// The number of positions searched below each of the 26 openings …
const BELOW_PATTERN: u64 = 20;
/// … and below a balanced one.
const BELOW_EVEN: u64 = 8;
/// The number of openings per rule that get a longer search.
const PROMISING: usize = 30;
/// An opening is balanced if the score of the side to move is at most this: a win rate of 40 to 60 %.
const EVEN: i32 = 80;
/// The maximum distance of a balanced opening's stones from the centre.
const REACH: i32 = 3;

fn main() -> Result<()> {
    let mut arguments = std::env::args();
    let file = arguments.nth(1).context("name the file to write")?;
    let named: Result<Vec<Variant>, String> = arguments.map(|name| name.parse()).collect();
    let mut variants = named.map_err(Error::msg)?;
    if variants.is_empty() {
        variants = vec![Variant::Renju, Variant::Freestyle, Variant::Standard];
    }
    let mut maker = Maker {
        database: Database::create(Path::new(&file))?,
        searcher: Searcher::judging_by(&Networks::with_files(&[]).map_err(Error::msg)?, 256 << 20),
        size: BoardSize::square(15).context("a board")?,
    };
    for variant in variants {
        match variant {
            Variant::Renju => maker.patterns()?,
            _ => maker.even_openings(Rule::new(variant))?,
        }
    }
    Ok(())
}

struct Maker {
    database: Database,
    searcher: Searcher,
    size: BoardSize,
}

impl Maker {
    /// The names of the 26 openings, and their continuations.
    fn patterns(&mut self) -> Result<()> {
        let rule = Rule::new(Variant::Renju);
        let mut figures = Vec::new();
        for pattern in PATTERNS {
            let stones = pattern.stones(self.size, 0).context("it fits the board")?;
            let names = format!("{pattern} {}", pattern.kanji);
            self.note(&stones, rule, &pattern.code(), &names)?;
            figures.push((pattern, stones));
        }
        for (pattern, stones) in figures {
            self.study(&stones, rule, BELOW_PATTERN)?;
            self.way_to(&stones, rule)?;
            eprintln!("renju: {pattern}");
        }
        Ok(())
    }

    /// Balanced openings of three stones, and their continuations; each is labelled `=`.
    fn even_openings(&mut self, rule: Rule) -> Result<()> {
        let mut promising: Vec<(i32, [Point; 3])> = Vec::new();
        let figures = self.figures(rule);
        for (i, &stones) in figures.iter().enumerate() {
            let judged = self.search(&self.after(&stones), rule, QUICK, 1);
            promising.push((judged[0].score.abs(), stones));
            if i % 500 == 0 {
                eprintln!("{rule}: {i} of {} openings looked at", figures.len());
            }
        }
        promising.sort_by_key(|&(score, _)| score);
        promising.truncate(PROMISING);
        for (_, stones) in promising {
            self.study(&stones, rule, 1)?;
            if self.value(&stones, rule)?.is_some_and(is_even) {
                self.study(&stones, rule, BELOW_EVEN)?;
            }
            if self.value(&stones, rule)?.is_some_and(is_even) {
                self.note(&stones, rule, "=", "")?;
                eprintln!("{rule}: {} is even", named(&stones, self.size));
            }
            // Either black stone may have been played first.
            let [first, white, last] = stones;
            self.way_to(&stones, rule)?;
            self.way_to(&[last, white, first], rule)?;
        }
        Ok(())
    }

    /// All distinct openings of three stones (black, white, black) near the centre.
    fn figures(&self, rule: Rule) -> Vec<[Point; 3]> {
        let centre = self.size.centre();
        let near = |point: &Point| {
            let x = i32::from(point.x()) - i32::from(centre.x());
            let y = i32::from(point.y()) - i32::from(centre.y());
            x.abs().max(y.abs()) <= REACH
        };
        let position = Position::new(self.size);
        let points: Vec<Point> = position.empty_points().filter(near).collect();
        let mut seen: HashSet<Key> = HashSet::new();
        let mut figures = Vec::new();
        for &first in &points {
            for &white in &points {
                for &last in &points {
                    let stones = [first, white, last];
                    let differ = first != white && white != last && first != last;
                    if differ && seen.insert(self.place(&stones, rule).key().clone()) {
                        figures.push(stones);
                    }
                }
            }
        }
        figures
    }

    /// Searches this position and those below it until the database has `positions` of them.
    fn study(&mut self, stones: &[Point], rule: Rule, positions: u64) -> Result<()> {
        let root = self.after(stones);
        let positions = positions.saturating_sub(self.searched(&root, rule)?);
        let searcher = &mut self.searcher;
        let mut search =
            |position: &Position, rule| Some(lines(searcher, position, rule, NODES, LINES));
        let mut analysis = Analysis::of(&mut self.database, &root, rule)?;
        while analysis.progress().searched < positions
            && analysis.step(&mut search)? == Step::Searched
        {}
        Ok(())
    }

    /// The number of searched positions at this one and below it.
    fn searched(&self, position: &Position, rule: Rule) -> Result<u64> {
        let known = self.database.explore(position, rule)?;
        let best = known.record.and_then(|record| record.best);
        if !known.moves.iter().any(|known| best == Some(known.point)) {
            return Ok(0); // its record comes from searches of other positions
        }
        let mut count = 1;
        for known in known.moves {
            let mut after = position.clone();
            after.play(known.point, &mut ());
            count += self.searched(&after, rule)?;
        }
        Ok(count)
    }

    /// Adds the positions on the way to the database, so that users can navigate to the opening.
    fn way_to(&mut self, stones: &[Point], rule: Rule) -> Result<()> {
        for count in 0..stones.len() {
            let place = self.place(&stones[..count], rule);
            if self.database.get_at(&place)?.and_then(|known| known.value).is_none() {
                self.study(&stones[..count], rule, 1)?;
            }
        }
        Ok(())
    }

    /// The score of a position in the database.
    fn value(&self, stones: &[Point], rule: Rule) -> Result<Option<i32>> {
        let known = self.database.get_at(&self.place(stones, rule))?;
        let open = known.filter(|known| known.proof.is_none());
        Ok(open.and_then(|known| Some(known.value?.score)))
    }

    /// Writes a label for the last move, and a comment.
    fn note(&mut self, stones: &[Point], rule: Rule, label: &str, comment: &str) -> Result<()> {
        let place = self.place(stones, rule);
        let mut batch = self.database.write()?;
        batch.change(place.key(), |known| Record {
            label: label.into(),
            comment: comment.into(),
            ..known
        })?;
        batch.commit()
    }

    fn search(&mut self, position: &Position, rule: Rule, nodes: u64, count: usize) -> Vec<Judged> {
        lines(&mut self.searcher, position, rule, nodes, count)
    }

    fn place(&self, stones: &[Point], rule: Rule) -> Place {
        Place::of(&self.after(stones), rule)
    }

    fn after(&self, stones: &[Point]) -> Position {
        let mut position = Position::new(self.size);
        for &point in stones {
            position.play(point, &mut ());
        }
        position
    }
}

/// The best moves of a position.
fn lines(
    searcher: &mut Searcher,
    position: &Position,
    rule: Rule,
    nodes: u64,
    count: usize,
) -> Vec<Judged> {
    let limits = Limits { nodes: Some(nodes), analysis: true, ..Limits::default() };
    let judged = |report: &Report| {
        Some(Judged {
            point: *report.line.first()?,
            score: report.score.value(),
            depth: report.depth as u16,
            win: report.score.win_distance().map(|plies| plies as u16),
        })
    };
    let lines = best_lines(searcher, position, rule, &limits, count, &mut LimitsOnly::new());
    lines.iter().filter_map(judged).collect()
}

fn is_even(score: i32) -> bool {
    score.abs() <= EVEN
}

fn named(stones: &[Point], size: BoardSize) -> String {
    let name = |&stone: &Point| notation::write(stone, size);
    stones.iter().map(name).collect()
}
