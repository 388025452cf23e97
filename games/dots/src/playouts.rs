//! Monte-Carlo tree search for positions too far from the end to be solved (UCT: Kocsis and Szepesvári, "Bandit Based
//! Monte-Carlo Planning", 2006).
//!
//! A playout draws random safe lines. When none is left, the [solver](super::solver) determines the winner: so only
//! the number and length of the chains are random, not the quality of the endgame.

use super::captures::Captures;
use super::chains::Chains;
use super::grid::{Grid, LINES, bits};
use super::solver::{Choices, Solver, Stopped};
use tengen_common::logarithm::ln_1024;
use tengen_common::random::Random;

/// A node is expanded after this many visits.
const GROW_AFTER: u32 = 4;
/// The square of the exploration constant, in thousandths.
const DOUBT: u64 = 350;
/// The value of a win.
const ONE: u64 = 1 << 10;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayoutChoice {
    /// Capture everything and draw this line.
    Line(u64),
    /// Leave the last boxes (double-dealing).
    Deal,
}

/// A node: its side to move captures everything and moves, or leaves the last boxes if possible.
#[derive(Clone, Copy)]
struct PlayoutNode {
    choice: PlayoutChoice,
    /// The free lines after everything is captured.
    rest: u64,
    /// The lead in boxes of the side to move here, after capturing everything.
    lead: i32,
    /// How many boxes a double-dealing move leaves.
    left: Option<i32>,
    visits: u32,
    /// Games won by the side that moved to this node.
    wins: u32,
    first: u32,
    count: u32,
}

pub struct Tree<'a> {
    grid: &'a Grid,
    nodes: Vec<PlayoutNode>,
    most: usize,
    random: Random,
}

impl<'a> Tree<'a> {
    /// A tree of at most `bytes` bytes for a position given by its captures; `lead` is the lead in boxes of the side
    /// to move before capturing.
    pub fn new(grid: &'a Grid, captures: &Captures, lead: i32, bytes: usize) -> Tree<'a> {
        let most = bytes / size_of::<PlayoutNode>();
        let mut nodes = Vec::with_capacity(most + 2 * LINES);
        let root = PlayoutNode {
            choice: PlayoutChoice::Deal,
            rest: captures.rest,
            lead: lead + captures.boxes,
            left: captures.left,
            visits: 0,
            wins: 0,
            first: 0,
            count: 0,
        };
        nodes.push(root);
        let mut tree = Tree { grid, nodes, most, random: Random::new(captures.rest) };
        tree.grow(0);
        tree
    }

    /// The most visited choice, and its wins per 1000 games.
    pub fn best(&self) -> Option<(PlayoutChoice, u32)> {
        let best = self.children(0).max_by_key(|&child| {
            let node = &self.nodes[child];
            (node.visits, node.wins, std::cmp::Reverse(child))
        })?;
        let node = &self.nodes[best];
        let won = u64::from(node.wins) * 1000 / u64::from(node.visits.max(1));
        Some((node.choice, won as u32))
    }

    pub fn play(&mut self, solver: &mut Solver) -> Result<(), Stopped> {
        let mut path = [0; 64];
        let (mut length, mut at) = (1, 0);
        loop {
            let node = &self.nodes[at];
            if node.count == 0 && node.visits >= GROW_AFTER && self.nodes.len() < self.most {
                self.grow(at);
            }
            let Some(next) = self.most_promising(at) else { break };
            (path[length], at) = (next, next);
            length += 1;
        }
        let mut wins = self.play_out(at, solver)?;
        for &node in path[..length].iter().rev() {
            let node = &mut self.nodes[node];
            node.visits += 1;
            node.wins += u32::from(!wins); // wins of the side that moved here, not of the side to move
            wins = !wins;
        }
        Ok(())
    }

    fn children(&self, at: usize) -> std::ops::Range<usize> {
        let node = &self.nodes[at];
        node.first as usize..(node.first + node.count) as usize
    }

    fn most_promising(&self, at: usize) -> Option<usize> {
        let doubt = DOUBT * ONE / 1000 * ln_1024(self.nodes[at].visits.max(1)) as u64;
        self.children(at).max_by_key(|&child| {
            let node = &self.nodes[child];
            let promise = match node.visits {
                0 => u64::MAX,
                visits => {
                    let visits = u64::from(visits);
                    u64::from(node.wins) * ONE / visits + (doubt / visits).isqrt()
                }
            };
            (promise, std::cmp::Reverse(child))
        })
    }

    /// Expands a node; symmetric lines share one child.
    fn grow(&mut self, at: usize) {
        let parent = self.nodes[at];
        let first = self.nodes.len();
        if let Some(left) = parent.left {
            self.nodes.push(PlayoutNode {
                choice: PlayoutChoice::Deal,
                lead: 2 * left - parent.lead,
                left: None,
                ..fresh(parent)
            });
        }
        let chains = Chains::of(self.grid, parent.rest);
        let mut seen = Vec::new();
        for choice in Choices::of(self.grid, parent.rest, &chains).all() {
            let same = self.grid.canonical(parent.rest ^ choice.line);
            if seen.contains(&same) {
                continue;
            }
            seen.push(same);
            self.nodes.push(PlayoutNode {
                choice: PlayoutChoice::Line(choice.line),
                rest: choice.captures.rest,
                lead: choice.captures.boxes - parent.lead,
                left: choice.captures.left,
                ..fresh(parent)
            });
        }
        self.nodes[at].first = first as u32;
        self.nodes[at].count = (self.nodes.len() - first) as u32;
    }

    /// Whether the side to move here wins a random playout.
    fn play_out(&mut self, at: usize, solver: &mut Solver) -> Result<bool, Stopped> {
        let PlayoutNode { mut rest, mut lead, mut left, .. } = self.nodes[at];
        let mut is_same = true;
        loop {
            let safe = Chains::of(self.grid, rest).safe;
            if safe == 0 {
                break;
            }
            let number = self.random.below(safe.count_ones() as usize);
            rest ^= bits(safe).nth(number).unwrap_or(0);
            (lead, left, is_same) = (-lead, None, !is_same);
        }
        let captures = Captures { boxes: lead, rest, left };
        Ok(solver.at_least(&captures, 1)? == is_same)
    }
}

fn fresh(parent: PlayoutNode) -> PlayoutNode {
    PlayoutNode { visits: 0, wins: 0, first: 0, count: 0, ..parent }
}
