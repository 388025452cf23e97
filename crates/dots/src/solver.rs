//! The exact value of a position: how many boxes more than the other side the side to move gets from here
//! on when both play as well as possible.
//!
//! The question is always "at least so many?". A position where boxes can be taken is replaced by its rest
//! ([`super::captures`]): with *n* boxes to take, *v* the value of moving in the rest, and *l* boxes to leave,
//! its value is the greater one of *n + v* and *n − 2l − v*. In a rest, one line stands for each chain
//! ([`super::chains`]). A table remembers bounds for rests, without regard to symmetry and to where chains
//! and loops lie that touch nothing else.

use super::captures::Captures;
use super::chains::{Chains, Kind};
use super::grid::{Grid, bits};
use super::table::{HashEntry, Table};

/// The supervisor is asked after so many positions.
const CHECK_EVERY: u64 = 128;

/// Solves positions of one board.
pub struct Solver<'a> {
    grid: &'a Grid,
    table: &'a mut Table,
    stop: &'a mut dyn FnMut(u64) -> bool,
    nodes: u64,
    next_check: u64,
    over: bool,
}

/// The solver was stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;

/// A line that can be drawn in a rest, and what it leaves.
#[derive(Clone, Copy)]
pub struct Choice {
    /// The line.
    pub line: u64,
    /// What the other side can take after it.
    pub captures: Captures,
}

impl<'a> Solver<'a> {
    /// A solver; `stop` is told the number of positions now and then and says whether to give up.
    pub fn new(
        grid: &'a Grid,
        table: &'a mut Table,
        stop: &'a mut dyn FnMut(u64) -> bool,
    ) -> Solver<'a> {
        Solver {
            grid,
            table,
            stop,
            nodes: 0,
            next_check: 0,
            over: false,
        }
    }

    /// Positions looked at so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The value of any position.
    ///
    /// # Errors
    /// When it was stopped.
    pub fn value(&mut self, free: u64) -> Result<i32, Stopped> {
        let captures = Captures::anywhere(self.grid, free);
        let rest = self.rest_value(captures.rest, 0)?;
        Ok(captures.value(rest))
    }

    /// The value of moving in a rest, looked for from a guess on.
    ///
    /// # Errors
    /// When it was stopped.
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

    /// Whether a position is worth at least so much for who takes what is there and moves, or deals.
    ///
    /// # Errors
    /// When it was stopped.
    pub fn at_least(&mut self, captures: &Captures, goal: i32) -> Result<bool, Stopped> {
        let answer = self.reaches(captures, goal);
        if self.over { Err(Stopped) } else { Ok(answer) }
    }

    /// A line of these that is worth at least so much for who draws it, if there is one.
    ///
    /// # Errors
    /// When it was stopped.
    pub fn line_for(&mut self, choices: &[Choice], goal: i32) -> Result<Option<u64>, Stopped> {
        for choice in choices {
            if !self.at_least(&choice.captures, 1 - goal)? {
                return Ok(Some(choice.line));
            }
        }
        Ok(None)
    }

    /// Whether a rest is worth at least so much for who moves in it.
    ///
    /// # Errors
    /// When it was stopped.
    pub fn rest_at_least(&mut self, rest: u64, goal: i32) -> Result<bool, Stopped> {
        let answer = self.rest(rest, goal);
        if self.over { Err(Stopped) } else { Ok(answer) }
    }

    /// Whether a position after a line in a rest is worth at least so much for who moves there.
    fn reaches(&mut self, captures: &Captures, goal: i32) -> bool {
        let goal = goal - captures.boxes;
        let Some(left) = captures.left else {
            return self.rest(captures.rest, goal);
        };
        // Whoever has the choice gets at least the mean of both.
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
        // Step 1. All boxes are somebody's in the end: the value is odd if their number is.
        let most = self.grid.open_boxes(rest);
        let goal = goal + ((goal - most) & 1);
        if goal > most || goal <= -most {
            return goal <= -most;
        }
        // Step 2. What the table knows.
        let chains = Chains::of(self.grid, rest);
        let key = key(self.grid, rest, &chains);
        let mut known = self.table.get(key).unwrap_or(HashEntry::of(most));
        if known.at_least >= goal {
            return true;
        }
        if known.at_most < goal {
            return false;
        }
        // Step 3. The lines, those first that give the fewest boxes away.
        let choices = Choices::of(self.grid, rest, &chains);
        let found = choices.all().iter().any(|choice| {
            let captures = &choice.captures;
            !self.over && !self.reaches(captures, 1 - goal)
        });
        // Step 4. Remember it.
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
    /// What the position is worth when moving in the rest is worth so much.
    pub fn value(&self, rest: i32) -> i32 {
        let all = self.boxes + rest;
        self.left
            .map_or(all, |left| all.max(self.boxes - 2 * left - rest))
    }
}

/// One word for all rests that are worth the same because they are the same but for symmetry, and for where
/// chains lie that touch nothing but the ground.
fn key(grid: &Grid, rest: u64, chains: &Chains) -> u64 {
    let mut key = mix(grid.canonical(rest & !chains.apart()));
    for chain in chains
        .all()
        .iter()
        .filter(|chain| chain.kind != Kind::Bound)
    {
        key = key.wrapping_add(mix(!(chain.kind as u64) << 8 ^ chain.length as u64));
    }
    mix(key)
}

/// Spreads the bits of a word over all of it; no two words give the same.
fn mix(word: u64) -> u64 {
    let mut z = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// The lines worth looking at in a rest.
pub struct Choices {
    all: [Choice; 64],
    count: usize,
}

impl Choices {
    /// The safe lines, then one line for each chain, the short ones first; of chains that touch nothing
    /// else one of each length.
    pub fn of(grid: &Grid, rest: u64, chains: &Chains) -> Choices {
        let none = Captures {
            boxes: 0,
            rest: 0,
            left: None,
        };
        let none = Choice {
            line: 0,
            captures: none,
        };
        let mut choices = Choices {
            all: [none; 64],
            count: 0,
        };
        for line in bits(grid.without_twins(chains.safe)) {
            choices.add(Choice {
                line,
                captures: Captures {
                    boxes: 0,
                    rest: rest ^ line,
                    left: None,
                },
            });
        }
        let first = choices.count;
        let mut seen = [0u32; 2];
        for chain in chains.all() {
            if chain.kind != Kind::Bound {
                let seen = &mut seen[chain.kind as usize];
                if *seen >> chain.length & 1 != 0 {
                    continue;
                }
                *seen |= 1 << chain.length;
            }
            let after = rest ^ chain.line;
            choices.add(Choice {
                line: chain.line,
                captures: Captures::of(grid, after, &grid.ends(chain.line)),
            });
        }
        choices.all[first..choices.count].sort_by_key(|choice| choice.captures.boxes);
        choices
    }

    fn add(&mut self, choice: Choice) {
        self.all[self.count] = choice;
        self.count += 1;
    }

    /// All of them.
    pub fn all(&self) -> &[Choice] {
        &self.all[..self.count]
    }
}
