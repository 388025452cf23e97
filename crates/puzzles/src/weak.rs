//! Makes the puzzles of the steps from the games of weak players: natural positions of few stones, with plain mistakes.

use crate::look::{is_quiet, search};
use crate::puzzle::{Key, Kind, Puzzle};
use crate::step;
use std::collections::{HashMap, HashSet};
use std::ops::RangeInclusive;
use tengen_common::random::Random;
use tengen_core::board::{BoardSize, Colour, DIRECTIONS, Direction, Point, PointSet, Position};
use tengen_core::rules::{Rule, Variant, five_through, forbidden_at};
use tengen_engine::search::Searcher;

pub const STONES: RangeInclusive<usize> = 8..=15;
/// The shares of the rules in a step, in percent: beginners play freestyle or renju.
const SHARES: [(Variant, usize); 5] = [
    (Variant::Freestyle, 30),
    (Variant::Standard, 20),
    (Variant::Renju, 30),
    (Variant::Caro, 10),
    (Variant::CaroExact, 10),
];
/// At most this percentage of the puzzles of a rule and step is for one side, along one line, or of one sort.
const MOST_OF_A_SIDE: usize = 55;
const MOST_OF_A_LINE: usize = 32;
const MOST_OF_A_SORT: usize = 90;
/// The percentages of random moves of the players, and the nodes of their other moves.
const RANDOM_MOVES: [usize; 4] = [0, 20, 40, 80];
const NODES: [u64; 3] = [1, 20, 100];
/// Bytes of the searcher's memory.
const BYTES: usize = 1 << 18;

/// What there should not be too much of.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Share {
    All,
    Side(Colour),
    Line(usize),
    Sort(u32),
}

/// Makes puzzles of the steps, without duplicates, the same ones for the same seed.
pub struct StepMaker {
    searcher: Searcher,
    seed: u64,
    games: u64,
    per_step: usize,
    seen: HashSet<Key>,
    counts: HashMap<(usize, Kind, Share), usize>,
}

impl StepMaker {
    /// A maker of `per_step` puzzles of each step, besides those that are known already.
    pub fn new(seed: u64, per_step: usize, known: &[Puzzle]) -> StepMaker {
        let searcher = Searcher::new(BYTES);
        let (seen, counts) = (HashSet::new(), HashMap::new());
        let mut maker = StepMaker { searcher, seed, games: 0, per_step, seen, counts };
        known.iter().for_each(|puzzle| maker.add(puzzle));
        maker
    }

    /// The puzzles of the next game, at most one of each step.
    pub fn next_game(&mut self) -> Vec<Puzzle> {
        let mut random = Random::of(self.seed, self.games);
        self.games += 1;
        let open: Vec<Rule> =
            SHARES.map(|(variant, _)| Rule::new(variant)).into_iter().filter(|&rule| !self.is_full(rule)).collect();
        let Some(&rule) = random.choose(&open) else { return Vec::new() };
        let moves = self.play(rule, BoardSize::FIFTEEN, &mut random);
        let mut puzzles: Vec<Puzzle> = Vec::new();
        for stones in STONES.filter(|&stones| stones <= moves.len()) {
            for kind in Kind::STEPS {
                if self.has_room(rule, kind, Share::All) && !puzzles.iter().any(|puzzle| puzzle.kind == kind) {
                    let found = step::puzzle(rule, BoardSize::FIFTEEN, &moves[..stones], kind, &mut self.searcher);
                    let found = found.filter(|puzzle| !self.seen.contains(&puzzle.key()) && self.wants(puzzle));
                    found.iter().for_each(|puzzle| self.add(puzzle));
                    puzzles.extend(found);
                }
            }
        }
        puzzles
    }

    pub fn is_done(&self) -> bool {
        SHARES.into_iter().all(|(variant, _)| self.is_full(Rule::new(variant)))
    }

    fn is_full(&self, rule: Rule) -> bool {
        !Kind::STEPS.into_iter().any(|kind| self.has_room(rule, kind, Share::All))
    }

    fn wants(&self, puzzle: &Puzzle) -> bool {
        shares(puzzle).into_iter().all(|share| self.has_room(puzzle.rule, puzzle.kind, share))
    }

    fn has_room(&self, rule: Rule, kind: Kind, share: Share) -> bool {
        let of_renju = matches!(kind, Kind::Forbidden | Kind::Trap);
        let percent = match SHARES.into_iter().find(|(variant, _)| *variant == rule.variant) {
            _ if of_renju => 100 * usize::from(rule.variant == Variant::Renju),
            Some((_, percent)) => percent,
            None => 0,
        };
        let all = (self.per_step * percent).div_ceil(100);
        let most = match share {
            Share::All => 100,
            Share::Side(_) if of_renju => 100,
            Share::Side(_) => MOST_OF_A_SIDE,
            Share::Line(_) => MOST_OF_A_LINE,
            Share::Sort(_) => MOST_OF_A_SORT,
        };
        let count = self.counts.get(&(rule.index(), kind, share)).copied().unwrap_or_default();
        count < (all * most).div_ceil(100)
    }

    fn add(&mut self, puzzle: &Puzzle) {
        self.seen.insert(puzzle.key());
        for share in shares(puzzle) {
            *self.counts.entry((puzzle.rule.index(), puzzle.kind, share)).or_default() += 1;
        }
    }

    /// A game of two weak players: up to as many moves as a puzzle may have, none of which ends the game.
    fn play(&mut self, rule: Rule, size: BoardSize, random: &mut Random) -> Vec<Point> {
        let mut position = Position::new(size);
        let [black, white] = [(); 2].map(|()| *random.choose(&RANDOM_MOVES).expect("some"));
        let nodes = *random.choose(&NODES).expect("some");
        let is_planned = rule.has_forbidden_moves() && random.below(2) == 0;
        let plan = if is_planned { plan(size, random) } else { Default::default() };
        let mut moves = vec![near_centre(size, random)];
        position.play(moves[0], &mut ());
        while moves.len() < *STONES.end() {
            let random_moves = [black, white][position.to_move().index()];
            let found = match is_planned || random.below(100) < random_moves {
                true => nearby(&position, random),
                false => {
                    search(&mut self.searcher, &position, rule, nodes, PointSet::default()).map(|(point, _)| point)
                }
            };
            let planned = plan[position.to_move().index()].iter().copied().find(|&point| position.is_empty(point));
            let Some(point) = planned.or(found).filter(|&point| is_quiet(&position, rule, point)) else { break };
            moves.push(point);
            position.play(point, &mut ());
        }
        moves
    }
}

fn near_centre(size: BoardSize, random: &mut Random) -> Point {
    let points: Vec<Point> = size.points().filter(|point| point.distance(size.centre()) <= 3).collect();
    *random.choose(&points).expect("a board has a centre")
}

/// A random move near a stone.
fn nearby(position: &Position, random: &mut Random) -> Option<Point> {
    let near: Vec<Point> = position.empty_points().filter(|&point| position.has_stone_near(point, 2)).collect();
    random.choose(&near).copied()
}

/// Points for each side on lines that cross at one point: Black's make it forbidden, and White's row needs it.
fn plan(size: BoardSize, random: &mut Random) -> [Vec<Point>; 2] {
    let crossing = near_centre(size, random);
    let mut directions = DIRECTIONS;
    random.shuffle(&mut directions);
    let mut row = |direction: Direction, steps: RangeInclusive<i32>, count: usize| {
        let mut points: Vec<Point> = steps.filter(|&k| k != 0).map(|k| direction.walk(crossing, k)).collect();
        random.shuffle(&mut points);
        points.truncate(count);
        points
    };
    let [one, other, third, _] = directions;
    let start = crossing.x() as i32 % 5 - 4;
    let white = row(third, start..=start + 4, 3);
    let black = match crossing.y() % 4 {
        0 => row(one, -3..=3, 5),
        1 => [row(one, -3..=3, 3), row(other, -3..=3, 3)].concat(),
        _ => [row(one, -2..=2, 2), row(other, -2..=2, 2)].concat(),
    };
    [black, white]
}

fn shares(puzzle: &Puzzle) -> Vec<Share> {
    let mut position = puzzle.position();
    let mut shares = vec![Share::All, Share::Side(position.to_move())];
    match puzzle.kind {
        Kind::DoubleThreat => shares.push(Share::Sort(puzzle.plies)),
        Kind::Forbidden => {
            let kind = forbidden_at(&position, puzzle.only_move(), puzzle.rule);
            shares.extend(kind.map(|kind| Share::Sort(kind as u32)));
        }
        Kind::StopFour | Kind::StopThree => {
            position.set_to_move(!position.to_move());
            shares.extend(line_of(&mut position, puzzle.rule, &puzzle.threat));
        }
        _ => shares.extend(line_of(&mut position, puzzle.rule, &puzzle.solution)),
    }
    shares
}

/// The line of the five at the end of these moves.
fn line_of(position: &mut Position, rule: Rule, moves: &[Point]) -> Option<Share> {
    let (last, before) = moves.split_last()?;
    before.iter().for_each(|&point| position.play(point, &mut ()));
    let side = position.to_move();
    five_through(position, *last, side, rule).map(|run| Share::Line(run.direction.index()))
}
