//! The shortest win of a position: one search for all who state the length of a win.
//!
//! Every part begins with empty tables of a fixed size and has a fixed number of nodes, so the result depends only on
//! the position and the scale, unless a limit of the caller ends the search earlier:
//!
//! ```text
//!   any VCT                          a first bound, if the caller's win is longer
//!   3, 5, 7 … plies: a VCT?          promising threats only: quick, and finds most of the shortest wins
//!                    any win?        every threat: if there is none, the shortest win is longer
//! ```
//!
//! As soon as one length is too much for the second question, only the first one is asked; then a win that is found is
//! the shortest one known, but there may be a shorter one.

use super::Stop;
use super::proof::{Plan, Proof, Threat, loses_to_threats, wins_by_threats};
use super::vct::{Found, Scope, Solver};
use crate::pattern::{CellClass, Kind, PatternBoard};
use tengen_core::board::{Point, PointSet};
use tengen_core::rules::Rule;

/// The nodes of the first bound, of the search for a short VCT, of the search for any short win, and of the choice of
/// the longest defence.
const FIRST_NODES: u64 = 100_000;
const PROMISING_NODES: u64 = 500_000;
const WIDE_NODES: u64 = 700_000;
const LINE_NODES: u64 = 100_000;
/// The bytes of the tables of either search.
const PROMISING_MEMORY: usize = 8 << 20;
const WIDE_MEMORY: usize = 16 << 20;
/// A larger scale has this many times the nodes of the one before.
const MORE: u64 = 4;
/// Wins of at most this many plies are the shortest ones, and such losses have no longer defence.
const AT_SIGHT: u32 = 3;
/// A win of at most this many plies is looked for without a first bound.
const SHORT: u32 = 7;
/// The longest win that is looked for without one.
const LONGEST: u32 = 41;
/// Moves that the replay of a proof may try.
const REPLAY_BUDGET: u64 = 3_000_000;

/// The question: a won or lost position.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    /// The plies up to the five of the win that is known.
    pub plies: u32,
    /// The side to move loses.
    pub loses: bool,
    /// Moves that the win must not begin with.
    pub blocked: PointSet,
    /// Node limit.
    pub nodes: u64,
    /// How much each part of the search may take.
    pub scale: Scale,
}

/// How much each part of the search may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scale {
    /// A multiple of the usual nodes.
    nodes: u64,
    /// A multiple of the usual tables.
    tables: usize,
}

impl Scale {
    /// The scale for every statement about a length.
    pub const USUAL: Scale = Scale { nodes: 1, tables: 1 };

    /// A larger scale, with larger tables as far as this memory in bytes allows.
    pub fn more(self, memory: usize) -> Scale {
        let tables = self.tables.saturating_mul(MORE as usize).min(memory / (PROMISING_MEMORY + WIDE_MEMORY));
        Scale { nodes: self.nodes.saturating_mul(MORE), tables: tables.max(1) }
    }
}

/// The answer.
#[derive(Clone, Debug, Default)]
pub struct Shortest {
    /// A win, confirmed by the rules, that is no longer than the known one; a longer one if the known one was refuted: a
    /// search that leaves replies out may claim what does not hold.
    pub win: Option<ShortWin>,
    /// There is no shorter win than this one, or else than the known one.
    pub is_shortest: bool,
    /// The nodes searched.
    pub nodes: u64,
}

/// A win of the side to move, or a loss.
#[derive(Clone, Debug)]
pub struct ShortWin {
    /// The plies up to the five.
    pub plies: u32,
    /// The line with the longest defence. It may end before the five.
    pub line: Vec<Point>,
    /// The proof.
    pub proof: Proof,
}

/// Looks for the shortest win next to a known one.
pub fn shortest<K: Kind>(board: &mut PatternBoard<K>, rule: Rule, known: &Known, stop: Stop) -> Shortest {
    if known.plies <= AT_SIGHT {
        return Shortest { is_shortest: true, ..Shortest::default() };
    }
    let fives = [board.to_move(), !board.to_move()].map(|side| board.count(side, CellClass::Five));
    if !known.blocked.is_empty() && (known.loses || fives != [0, 0]) {
        return Shortest::default();
    }
    let mut looking = Looking {
        board,
        rule,
        known: *known,
        promising: Solver::new(PROMISING_MEMORY * known.scale.tables),
        wide: Solver::new(WIDE_MEMORY * known.scale.tables),
        excluded: if known.loses { 0 } else { 1 },
        nodes: 0,
        stop,
    };
    looking.run()
}

struct Looking<'a, 'b, K: Kind> {
    board: &'a mut PatternBoard<K>,
    rule: Rule,
    known: Known,
    promising: Solver,
    wide: Solver,
    /// There is no win of at most this many plies.
    excluded: u32,
    nodes: u64,
    stop: Stop<'b>,
}

/// Which moves a search tries.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Width {
    Promising,
    Wide,
}

impl<K: Kind> Looking<'_, '_, K> {
    fn run(&mut self) -> Shortest {
        let first = self.first().filter(|proof| self.confirms(proof));
        let bound = first.as_ref().and_then(|proof| self.plies(proof)).unwrap_or(LONGEST);
        let found = self.within(bound).or(first).filter(|proof| self.is_better(proof));
        let plies = found.as_ref().and_then(|proof| self.plies(proof)).unwrap_or(self.known.plies);
        let is_shortest = plies <= self.excluded + 2 && plies > self.excluded;
        let win = found.and_then(|proof| self.win(proof, is_shortest));
        Shortest { win, is_shortest, nodes: self.nodes }
    }

    /// Whether a proof is as short as the known win, or there is no win as short as that.
    fn is_better(&self, proof: &Proof) -> bool {
        let is_refuted = self.excluded >= self.known.plies;
        is_refuted || self.plies(proof).is_some_and(|plies| plies <= self.known.plies)
    }

    /// A win by any threats, unless the known one is short or it was looked for at the usual scale.
    fn first(&mut self) -> Option<Proof> {
        if self.known.plies <= SHORT || self.known.scale != Scale::USUAL {
            return None;
        }
        let scope = Scope { defends: self.known.loses, ..Scope::default() };
        let mut solver = Solver::new(PROMISING_MEMORY);
        let budget = self.budget(FIRST_NODES);
        if budget == 0 {
            return None;
        }
        solver.set_most_nodes(self.left());
        let found = solver.solve_in(self.board, scope, self.known.blocked, budget, self.stop);
        self.nodes += solver.nodes();
        match found {
            Found::Win(proof) => Some(proof),
            Found::Nothing | Found::Unknown => None,
        }
    }

    /// The shortest win of at most this many plies, and as short as the known one unless there is none, as far as the
    /// nodes suffice.
    fn within(&mut self, most: u32) -> Option<Proof> {
        let least = if self.known.loses { 2 } else { 3 };
        let mut left = [PROMISING_NODES, WIDE_NODES].map(|nodes| self.scaled(nodes));
        for plies in (least..=most).step_by(2) {
            let is_excluded = |looking: &Self| looking.excluded + 2 >= plies;
            if plies > self.known.plies && !is_excluded(self) {
                break;
            }
            for width in [Width::Promising, Width::Wide] {
                if width == Width::Wide && !is_excluded(self) {
                    continue;
                }
                let before = self.nodes;
                let found = self.search(width, plies, left[width as usize]);
                left[width as usize] = left[width as usize].saturating_sub(self.nodes - before);
                match found {
                    Found::Win(proof) if self.confirms(&proof) => return Some(proof),
                    Found::Nothing if width == Width::Wide => self.excluded = plies,
                    _ => {}
                }
            }
            if self.excluded < plies && left[0] == 0 || (self.stop)() {
                break;
            }
        }
        None
    }

    fn scaled(&self, nodes: u64) -> u64 {
        nodes.saturating_mul(self.known.scale.nodes)
    }

    fn left(&self) -> u64 {
        self.known.nodes.saturating_sub(self.nodes)
    }

    /// The nodes of the next part: at most half of what is left, so that the parts after it have some too.
    fn budget(&self, nodes: u64) -> u64 {
        nodes.min(self.left().div_ceil(2))
    }

    /// Searches for a win of at most this many plies.
    fn search(&mut self, width: Width, plies: u32, nodes: u64) -> Found {
        let wide = width == Width::Wide;
        let scope = Scope { every_move: wide, any_threat: wide, most_plies: Some(plies), defends: self.known.loses };
        let budget = self.budget(nodes);
        if budget == 0 {
            return Found::Unknown;
        }
        let left = self.left();
        let solver = if wide { &mut self.wide } else { &mut self.promising };
        solver.set_most_nodes(left);
        let found = solver.solve_in(self.board, scope, self.known.blocked, budget, self.stop);
        self.nodes += solver.nodes();
        found
    }

    fn plies(&self, proof: &Proof) -> Option<u32> {
        proof.plies(self.board.position().hash())
    }

    fn confirms(&mut self, proof: &Proof) -> bool {
        let budget = self.scaled(REPLAY_BUDGET);
        let position = self.board.position();
        match self.known.loses {
            true => loses_to_threats(position, self.rule, proof, budget, self.stop),
            false => wins_by_threats(position, self.rule, proof, budget, self.stop),
        }
    }

    fn win(&mut self, proof: Proof, is_shortest: bool) -> Option<ShortWin> {
        let plies = self.plies(&proof)?;
        let start = self.board.position().clone();
        self.known = Known { blocked: PointSet::EMPTY, ..self.known };
        let mut line = Vec::new();
        let mut nodes = if is_shortest { self.scaled(LINE_NODES) } else { 0 };
        self.follow(&proof, plies, &mut line, &mut nodes);
        line.iter().for_each(|_| self.board.undo());
        debug_assert_eq!(self.board.position(), &start);
        Some(ShortWin { plies, line, proof })
    }

    /// Plays the proof against the longest defence, with this many plies left, and collects the line.
    fn follow(&mut self, proof: &Proof, mut left: u32, line: &mut Vec<Point>, nodes: &mut u64) {
        let mut defends = self.known.loses;
        loop {
            let Some(plan) = proof.plan(self.board.position()) else { return };
            let replies = match plan {
                Plan::Fours(fours) => {
                    fours.iter().for_each(|&point| self.play(point, line));
                    return;
                }
                Plan::Threat(Threat { point, replies, .. }) => {
                    if !std::mem::take(&mut defends) {
                        self.play(*point, line);
                        left -= 1;
                    }
                    replies
                }
            };
            let Some(reply) = self.longest(proof, replies, left, nodes) else { return };
            self.play(reply, line);
            left = left.saturating_sub(1);
        }
    }

    fn play(&mut self, point: Point, line: &mut Vec<Point>) {
        self.board.play(point);
        line.push(point);
    }

    /// The reply that resists longest, with this many plies left before it: one after which there is no win in fewer
    /// plies than the proof needs.
    fn longest(&mut self, proof: &Proof, replies: &[Point], left: u32, nodes: &mut u64) -> Option<Point> {
        let position = self.board.position().clone();
        let plies = |point: &Point| proof.plies(position.hash_after(*point));
        let most = replies.iter().filter_map(plies).max()?;
        let mut candidates = replies.iter().copied().filter(|point| plies(point) == Some(most));
        let first = candidates.clone().next();
        let mut holds = |looking: &mut Self, point: Point| {
            looking.board.play(point);
            let holds = !looking.wins_sooner(left.saturating_sub(3), nodes);
            looking.board.undo();
            holds
        };
        candidates.find(|&point| holds(self, point)).or(first)
    }

    /// Whether the side to move wins within this many plies.
    fn wins_sooner(&mut self, plies: u32, nodes: &mut u64) -> bool {
        if plies < 3 || *nodes == 0 {
            return false;
        }
        [Width::Promising, Width::Wide].into_iter().any(|width| {
            let loses = std::mem::replace(&mut self.known.loses, false);
            let before = self.nodes;
            let found = self.search(width, plies, *nodes);
            *nodes = nodes.saturating_sub(self.nodes - before);
            self.known.loses = loses;
            matches!(found, Found::Win(_))
        })
    }
}
