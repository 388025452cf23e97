//! The exact value of a position: how many boxes the side to move gains over the other side from here on, with best
//! play.
//!
//! Each search answers "at least this many?". A position with captures is replaced by its rest ([`super::captures`]):
//! with *n* boxes to capture, *v* the value of moving in the rest, and *l* boxes to leave, its value is the maximum
//! of *n + v* and *n − 2l − v*. In a rest, one line represents each chain ([`super::chains`]). A table stores bounds
//! for rests, with keys that ignore symmetry and the location of isolated chains and loops.

use super::captures::Captures;
use super::chains::{ChainKind, Chains};
use super::grid::{Grid, bits};
use super::table::{DotsTable, HashEntry};

/// `stop` is polled once in this many positions.
const CHECK_EVERY: u64 = 128;

pub struct Solver<'a> {
    grid: &'a Grid,
    table: &'a mut DotsTable,
    stop: &'a mut dyn FnMut(u64) -> bool,
    nodes: u64,
    next_check: u64,
    over: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;

/// A line in a rest, and the captures after it.
#[derive(Clone, Copy)]
pub struct Choice {
    pub line: u64,
    /// What the other side can capture after it.
    pub captures: Captures,
}

impl<'a> Solver<'a> {
    /// A solver; `stop` is polled with the number of positions so far and returns whether to give up.
    pub fn new(grid: &'a Grid, table: &'a mut DotsTable, stop: &'a mut dyn FnMut(u64) -> bool) -> Solver<'a> {
        Solver { grid, table, stop, nodes: 0, next_check: 0, over: false }
    }

    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    pub fn value(&mut self, free: u64) -> Result<i32, Stopped> {
        let captures = Captures::anywhere(self.grid, free);
        let rest = self.rest_value(captures.rest, 0)?;
        Ok(captures.value(rest))
    }

    /// The value of moving in a rest, searched from a first guess.
    pub fn rest_value(&mut self, rest: u64, guess: i32) -> Result<i32, Stopped> {
        let most = self.grid.open_boxes(rest);
        let mut goal = guess.clamp(-most, most);
        goal += (goal - most) & 1;
        if self.rest_at_least(rest, goal)? {
            while goal < most && self.rest_at_least(rest, goal + 2)? {
                goal += 2;
            }
            return Ok(goal);
        }
        loop {
            goal -= 2;
            if goal <= -most || self.rest_at_least(rest, goal)? {
                return Ok(goal);
            }
        }
    }

    /// Whether a position, given by its captures, is worth at least `goal` for the side to move.
    pub fn at_least(&mut self, captures: &Captures, goal: i32) -> Result<bool, Stopped> {
        let answer = self.reaches(captures, goal);
        if self.over { Err(Stopped) } else { Ok(answer) }
    }

    /// One of these lines that is worth at least `goal` for the side that draws it, if any.
    pub fn line_for(&mut self, choices: &[Choice], goal: i32) -> Result<Option<u64>, Stopped> {
        for choice in choices {
            if !self.at_least(&choice.captures, 1 - goal)? {
                return Ok(Some(choice.line));
            }
        }
        Ok(None)
    }

    /// Whether a rest is worth at least `goal` for the side to move.
    pub fn rest_at_least(&mut self, rest: u64, goal: i32) -> Result<bool, Stopped> {
        let answer = self.rest(rest, goal);
        if self.over { Err(Stopped) } else { Ok(answer) }
    }

    /// Whether a position with captures is worth at least `goal` for the side to move.
    fn reaches(&mut self, captures: &Captures, goal: i32) -> bool {
        let goal = goal - captures.boxes;
        let Some(left) = captures.left else { return self.rest(captures.rest, goal) };
        // The maximum of both ways is at least their mean.
        if goal <= -left || self.rest(captures.rest, goal) {
            return true;
        }
        !self.over && !self.rest(captures.rest, 1 - 2 * left - goal)
    }

    fn rest(&mut self, rest: u64, goal: i32) -> bool {
        if rest == 0 {
            return goal <= 0;
        }
        self.nodes += 1;
        if self.nodes >= self.next_check {
            self.next_check = self.nodes + CHECK_EVERY;
            self.over |= (self.stop)(self.nodes);
        }
        if self.over {
            return false;
        }
        // Step 1. Every box gets an owner in the end, so the value has the parity of their number.
        let most = self.grid.open_boxes(rest);
        let goal = goal + ((goal - most) & 1);
        if goal > most || goal <= -most {
            return goal <= -most;
        }
        // Step 2. Transposition table.
        let chains = Chains::of(self.grid, rest);
        let key = key(self.grid, rest, &chains);
        let mut known = self.table.get(key).unwrap_or(HashEntry::of(most));
        if known.at_least >= goal {
            return true;
        }
        if known.at_most < goal {
            return false;
        }
        // Step 3. Search the lines; those that give away the fewest boxes first.
        let choices = Choices::of(self.grid, rest, &chains);
        let found = choices.all().iter().any(|choice| {
            let captures = &choice.captures;
            !self.over && !self.reaches(captures, 1 - goal)
        });
        // Step 4. Store the result.
        if self.over {
            return false;
        }
        if found {
            known.at_least = goal
        } else {
            known.at_most = goal - 2
        }
        self.table.put(key, rest.count_ones() as i32, known);
        found
    }
}

impl Captures {
    /// The value of the position, given the value of moving in the rest.
    pub fn value(&self, rest: i32) -> i32 {
        let all = self.boxes + rest;
        self.left.map_or(all, |left| all.max(self.boxes - 2 * left - rest))
    }
}

/// A key shared by all rests that are equivalent by symmetry, or by the location of chains that touch nothing but the
/// ground.
fn key(grid: &Grid, rest: u64, chains: &Chains) -> u64 {
    let mut key = mix(grid.canonical(rest & !chains.apart()));
    for chain in chains.all().iter().filter(|chain| chain.kind != ChainKind::Bound) {
        key = key.wrapping_add(mix(!(chain.kind as u64) << 8 ^ chain.length as u64));
    }
    mix(key)
}

/// An invertible hash function.
fn mix(word: u64) -> u64 {
    let mut z = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

pub struct Choices {
    all: [Choice; 64],
    count: usize,
}

impl Choices {
    /// The safe lines, then one line for each chain, short ones first; of isolated chains only one of each length.
    pub fn of(grid: &Grid, rest: u64, chains: &Chains) -> Choices {
        let none = Captures { boxes: 0, rest: 0, left: None };
        let none = Choice { line: 0, captures: none };
        let mut choices = Choices { all: [none; 64], count: 0 };
        for line in bits(grid.without_twins(chains.safe)) {
            choices.add(Choice { line, captures: Captures { boxes: 0, rest: rest ^ line, left: None } });
        }
        let first = choices.count;
        let mut seen = [0u32; 2];
        for chain in chains.all() {
            if chain.kind != ChainKind::Bound {
                let seen = &mut seen[chain.kind as usize];
                if *seen >> chain.length & 1 != 0 {
                    continue;
                }
                *seen |= 1 << chain.length;
            }
            let after = rest ^ chain.line;
            choices.add(Choice { line: chain.line, captures: Captures::of(grid, after, &grid.ends(chain.line)) });
        }
        choices.all[first..choices.count].sort_by_key(|choice| choice.captures.boxes);
        choices
    }

    fn add(&mut self, choice: Choice) {
        self.all[self.count] = choice;
        self.count += 1;
    }

    pub fn all(&self) -> &[Choice] {
        &self.all[..self.count]
    }
}
