//! Makes the built-in opening database, `web/openings.db`:
//!
//! ```sh
//! cargo run --release -p tengen --example openings -- openings.db                       # all of it
//! cargo run --release -p tengen --example openings -- openings.db freestyle standard    # these rules alone
//! ```
//!
//! - renju: the 26 openings by name;
//! - freestyle and standard: balanced openings of three stones for swap and swap2, selected from all within the central
//!   7×7 by short searches and then longer ones; the best replies to each first move.
//!
//! The value of an opening is that of one search with the nodes of [`OPENING`] and empty memory, which anybody can
//! repeat; its best moves and their lines come from the same search. Positions of fewer stones have the value of their
//! best move. The source of a record names the network and the nodes.
//!
//! It can be interrupted and continued: searched openings are not searched again, except for the short searches. The
//! whole run takes half an hour on one core.

use anyhow::{Context, Result};
use std::collections::HashSet;
use std::path::Path;
use tengen_common::{Limits, LimitsOnly, Report};
use tengen_core::board::{BoardSize, Point, Position, notation};
use tengen_core::rules::opening::pattern::PATTERNS;
use tengen_core::rules::{Rule, Variant};
use tengen_database::{Bound, Database, Key, Place, Proof, Record, Records, Value};
use tengen_engine::eval::net::Networks;
use tengen_engine::search::Searcher;
use tengen_engine::study::best_lines;

/// A search and what is stored of it.
struct Study {
    nodes: u64,
    /// The number of moves stored.
    lines: usize,
    /// The number of plies stored of each line.
    plies: usize,
}

const OPENING: Study = Study { nodes: 4_000_000, lines: 4, plies: 8 };
const ON_THE_WAY: Study = Study { nodes: 1_000_000, ..OPENING };
/// The study of each first move in freestyle and standard …
const FIRST: Study = Study { nodes: 200_000, lines: 12, plies: 1 };
/// … and of the replies to it.
const REPLY: Study = Study { nodes: 60_000, lines: 6, plies: 1 };
/// Nodes of the short search that selects openings.
const QUICK: u64 = 5_000;
/// Hash size of a search, in bytes.
const HASH: usize = 64 << 20;
/// The number of openings per rule that get a longer search.
const PROMISING: usize = 30;
/// An opening is balanced if the score of the side to move is at most this: a win rate of 40 to 60 %.
const EVEN: i32 = 80;
/// The maximum distance of a balanced opening's stones from the centre.
const REACH: i32 = 3;

fn main() -> Result<()> {
    let mut arguments = std::env::args();
    let file = arguments.nth(1).context("name the file to write")?;
    let mut variants: Vec<Variant> = arguments.map(|name| name.parse()).collect::<Result<_, _>>()?;
    if variants.is_empty() {
        variants = vec![Variant::Renju, Variant::Freestyle, Variant::Standard];
    }
    let mut maker = Maker { database: Database::create(Path::new(&file))?, engine: Engine::new()? };
    for variant in variants {
        match variant {
            Variant::Renju => maker.patterns()?,
            _ => maker.even_openings(Rule::new(variant))?,
        }
    }
    Ok(())
}

/// Searches with the built-in networks.
struct Engine {
    networks: Networks,
    size: BoardSize,
}

impl Engine {
    fn new() -> Result<Engine> {
        Ok(Engine { networks: Networks::built_in(), size: BoardSize::FIFTEEN })
    }

    /// The best moves of a position with their lines, by a search with empty memory.
    fn lines(&self, position: &Position, rule: Rule, study: &Study) -> Vec<Report> {
        let mut searcher = Searcher::judging_by(&self.networks, HASH);
        lines(&mut searcher, position, rule, study.nodes, study.lines)
    }

    fn source(&self, rule: Rule, study: &Study) -> String {
        let network = self.networks.of(rule).expect("every rule has one");
        format!("{}, {} nodes", network.note(), study.nodes)
    }

    fn after(&self, stones: &[Point]) -> Position {
        Position::new(self.size).after_all(stones)
    }

    fn place(&self, stones: &[Point], rule: Rule) -> Place {
        Place::of(&self.after(stones), rule)
    }
}

struct Maker {
    database: Database,
    engine: Engine,
}

impl Maker {
    /// The 26 openings by name.
    fn patterns(&mut self) -> Result<()> {
        let rule = Rule::new(Variant::Renju);
        let mut openings = Vec::new();
        for pattern in PATTERNS {
            let stones = pattern.stones(self.engine.size, 0).context("it fits the board")?;
            self.study(&stones, rule, &OPENING)?;
            let names = format!("{pattern} {}", pattern.kanji);
            self.note(&stones, rule, &pattern.code(), &names)?;
            eprintln!("renju: {pattern}");
            openings.push(stones.to_vec());
        }
        let ways = self.ways_to(&openings, rule)?;
        self.take_values_of_best_moves(ways, rule)
    }

    /// Balanced openings of three stones; each is labelled `=`.
    fn even_openings(&mut self, rule: Rule) -> Result<()> {
        let mut openings = Vec::new();
        for stones in self.promising(rule) {
            self.study(&stones, rule, &OPENING)?;
            if self.value(&stones, rule)?.is_some_and(is_even) {
                self.note(&stones, rule, "=", "")?;
                eprintln!("{rule}: {} is even", notation::list(&stones, self.engine.size));
            }
            // Either black stone may have been played first.
            let other_way = vec![stones[2], stones[1], stones[0]];
            openings.extend([stones, other_way]);
        }
        let replies = self.replies(rule)?;
        let ways = self.ways_to(&openings, rule)?;
        self.take_values_of_best_moves([ways, replies].concat(), rule)
    }

    /// Searches each first move and its best replies.
    fn replies(&mut self, rule: Rule) -> Result<Vec<Vec<Point>>> {
        let board = Position::new(self.engine.size);
        let mut studied = self.distinct(board.empty_points().map(|point| vec![point]), rule);
        for first in studied.clone() {
            self.study(&first, rule, &FIRST)?;
            let known = self.database.explore(&self.engine.after(&first), rule)?;
            let replies = known.moves.iter().map(|known| vec![first[0], known.point]);
            for reply in self.distinct(replies, rule) {
                self.study(&reply, rule, &REPLY)?;
                studied.push(reply);
            }
        }
        Ok(studied)
    }

    /// One of these positions for each that is not a symmetric image of an earlier one.
    fn distinct(&self, positions: impl IntoIterator<Item = Vec<Point>>, rule: Rule) -> Vec<Vec<Point>> {
        let mut seen: HashSet<Key> = HashSet::new();
        let mut is_new = |stones: &[Point]| seen.insert(self.engine.place(stones, rule).key().clone());
        positions.into_iter().filter(|stones| is_new(stones)).collect()
    }

    /// The openings that short searches call the most balanced.
    fn promising(&self, rule: Rule) -> Vec<Vec<Point>> {
        let mut promising: Vec<(i32, Vec<Point>)> = Vec::new();
        let openings = self.distinct_openings(rule);
        let mut searcher = Searcher::judging_by(&self.engine.networks, HASH);
        let count = openings.len();
        for (i, stones) in openings.into_iter().enumerate() {
            let judged = lines(&mut searcher, &self.engine.after(&stones), rule, QUICK, 1);
            promising.push((judged[0].score.value().abs(), stones));
            if i % 500 == 0 {
                eprintln!("{rule}: {i} of {count} openings looked at");
            }
        }
        promising.sort_by_key(|(score, _)| *score);
        promising.truncate(PROMISING);
        promising.into_iter().map(|(_, stones)| stones).collect()
    }

    /// All distinct openings of three stones (black, white, black) near the centre.
    fn distinct_openings(&self, rule: Rule) -> Vec<Vec<Point>> {
        let centre = self.engine.size.centre();
        let near = |point: &Point| {
            let x = i32::from(point.x()) - i32::from(centre.x());
            let y = i32::from(point.y()) - i32::from(centre.y());
            x.abs().max(y.abs()) <= REACH
        };
        let position = Position::new(self.engine.size);
        let points: Vec<Point> = position.empty_points().filter(near).collect();
        let mut openings = Vec::new();
        for &first in &points {
            for &white in &points {
                for &last in &points {
                    if first != white && white != last && first != last {
                        openings.push(vec![first, white, last]);
                    }
                }
            }
        }
        self.distinct(openings, rule)
    }

    /// Searches a position, unless that was done, and writes its value and the lines of its best moves.
    fn study(&mut self, stones: &[Point], rule: Rule, study: &Study) -> Result<()> {
        let source = self.engine.source(rule, study);
        let known = self.database.get_at(&self.engine.place(stones, rule))?;
        if known.is_some_and(|known| known.source == source) {
            return Ok(());
        }
        let position = self.engine.after(stones);
        let lines = self.engine.lines(&position, rule, study);
        let best = lines.first().context("there is a legal move")?;
        let mut batch = self.database.write()?;
        let place = Place::of(&position, rule);
        let own = record(best, 0, &place, &source);
        batch.change(place.key(), |known| Record { label: known.label, comment: known.comment, ..own })?;
        for line in &lines {
            let mut position = position.clone();
            for (ply, &point) in (1..).zip(line.line.iter().take(study.plies)) {
                position.play(point, &mut ());
                let place = Place::of(&position, rule);
                let on_line = record(line, ply, &place, &format!("{source}{ON_A_LINE}"));
                batch.change(place.key(), |known| match is_searched(&known) {
                    true => known,
                    false => known.joined(on_line),
                })?;
            }
        }
        Ok(batch.commit()?)
    }

    /// Searches the positions on the way to openings, so that users can navigate to them.
    fn ways_to(&mut self, openings: &[Vec<Point>], rule: Rule) -> Result<Vec<Vec<Point>>> {
        let ways = openings.iter().flat_map(|stones| (0..3).map(|count| stones[..count].to_vec()));
        let ways = self.distinct(ways, rule);
        for way in &ways {
            self.study(way, rule, &ON_THE_WAY)?;
        }
        Ok(ways)
    }

    /// Gives each position the value of its best move, those of more stones first.
    fn take_values_of_best_moves(&mut self, mut positions: Vec<Vec<Point>>, rule: Rule) -> Result<()> {
        positions.sort_by_key(|stones| std::cmp::Reverse(stones.len()));
        positions.iter().try_for_each(|stones| self.take_value_of_the_best_move(stones, rule))
    }

    fn take_value_of_the_best_move(&mut self, stones: &[Point], rule: Rule) -> Result<()> {
        let position = self.engine.after(stones);
        let explored = self.database.explore(&position, rule)?;
        let valued = explored.moves.iter().filter_map(|known| Some((known.record.value?, known.point)));
        let (value, best) = valued.max_by_key(|(value, _)| value.score).context("it was searched")?;
        let place = Place::of(&position, rule);
        let mut batch = self.database.write()?;
        batch.change(place.key(), |known| Record { value: Some(value), best: Some(place.to_key(best)), ..known })?;
        Ok(batch.commit()?)
    }

    fn value(&self, stones: &[Point], rule: Rule) -> Result<Option<i32>> {
        let known = self.database.get_at(&self.engine.place(stones, rule))?;
        let open = known.filter(|known| known.proof.is_none());
        Ok(open.and_then(|known| Some(known.value?.score)))
    }

    /// Writes a label for the last move, and a comment.
    fn note(&mut self, stones: &[Point], rule: Rule, label: &str, comment: &str) -> Result<()> {
        let place = self.engine.place(stones, rule);
        let mut batch = self.database.write()?;
        batch.change(place.key(), |known| Record { label: label.into(), comment: comment.into(), ..known })?;
        Ok(batch.commit()?)
    }
}

fn lines(searcher: &mut Searcher, position: &Position, rule: Rule, nodes: u64, count: usize) -> Vec<Report> {
    let limits = Limits { nodes: Some(nodes), analysis: true, ..Limits::default() };
    best_lines(searcher, position, rule, &limits, count, &mut LimitsOnly::new())
}

/// The end of the source of a record that comes from the search of another position.
const ON_A_LINE: &str = ", on a line";

/// Whether a record comes from a search of its own position.
fn is_searched(record: &Record) -> bool {
    !record.source.is_empty() && !record.source.ends_with(ON_A_LINE)
}

/// The record of a position `ply` plies later on the line of a report.
fn record(report: &Report, ply: u32, place: &Place, source: &str) -> Record {
    let is_attacker = ply.is_multiple_of(2);
    let score = report.score.after(ply);
    let score = if is_attacker { score } else { -score };
    // A win has been replayed by the rules, a loss has not.
    let win = report.score.win_distance().map(|plies| plies.saturating_sub(ply) as u16);
    let value = Value { score: score.value(), depth: report.depth.saturating_sub(ply) as u16, bound: Bound::Exact };
    Record {
        value: Some(value),
        proof: win.map(if is_attacker { Proof::Win } else { Proof::Loss }),
        best: report.line.get(ply as usize).map(|&point| place.to_key(point)),
        source: source.into(),
        ..Record::default()
    }
}

fn is_even(score: i32) -> bool {
    score.abs() <= EVEN
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shipped() -> Database {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/openings.db");
        Database::open(Path::new(file)).unwrap()
    }

    /// A stale value misleads: after a change of a network the database has to be made again.
    #[test]
    fn openings_are_judged_by_the_built_in_networks() {
        let engine = Engine::new().unwrap();
        let studies = [OPENING, ON_THE_WAY, FIRST, REPLY];
        let mut count = 0;
        shipped()
            .each(|key, record| {
                let (position, rule) = key.position();
                let source = record.source.trim_end_matches(ON_A_LINE);
                let mut own = studies.iter().map(|study| engine.source(rule, study));
                assert!(own.any(|own| own == source), "{source}: make web/openings.db again");
                if position.stones().len() == 3 && !record.label.is_empty() {
                    assert_eq!(record.source, engine.source(rule, &OPENING));
                }
                count += 1;
                Ok(())
            })
            .unwrap();
        assert!(count > 5_000, "{count} records");
    }

    #[test]
    fn the_value_of_an_opening_equals_a_fresh_search() {
        let (engine, rule) = (Engine::new().unwrap(), Rule::new(Variant::Renju));
        let stones = PATTERNS[3].stones(engine.size, 0).unwrap();
        let shipped = shipped().get_at(&engine.place(&stones, rule)).unwrap();
        let fresh = engine.lines(&engine.after(&stones), rule, &OPENING);
        let record = shipped.unwrap();
        assert_eq!(record.value.unwrap().score, fresh[0].score.value());
        assert_eq!(record.best, Some(fresh[0].best_move()));
    }
}
