//! Claimed wins, replayed with the rules alone.
//!
//! The solvers stand on tables; here nothing is believed but `rules/`. A claim is a plan for every
//! position that the attacker can come to, and the replay plays the plans against **every** legal move
//! of the defender:
//!
//! - [`wins_by_fours`]: a line of fours. Each attacker's move must be legal and leave the defender,
//!   who may not win at once, no choice but the replies that are looked at; the end must be a five.
//! - [`wins_by_threats`]: a [`Proof`]. A move that is no four threatens to win by fours, so each of
//!   the defender's moves, on any empty point, must be answered: by a plan of its own, or by the fours
//!   that were threatened.

mod fours;
mod replay;
mod threats;

pub use fours::wins_by_fours;
pub use threats::wins_by_threats;

use std::collections::BTreeMap;
use tengen_core::board::{Point, Position};

/// What the attacker, who is to move, does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Plan {
    /// Wins by fours: his moves and the replies, in turn.
    Fours(Vec<Point>),
    /// Makes a threat.
    Threat(Threat),
}

/// A move, and what comes of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Threat {
    /// The move.
    pub point: Point,
    /// How it wins by fours if the defender does nothing about it; empty when it is a four itself.
    pub fours: Vec<Point>,
    /// The replies for which there are plans; all others lose to `fours`.
    pub replies: Vec<Point>,
}

/// A win by threats: a plan for each position that the attacker may come to. Positions that come about
/// in several ways share one.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Proof {
    /// By the hash of the position; with the number of plies to the five, if the defender holds out
    /// longest.
    plans: BTreeMap<u64, (Plan, u32)>,
}

impl Proof {
    /// The plan for a position.
    pub fn plan(&self, position: &Position) -> Option<&Plan> {
        self.plans.get(&position.hash()).map(|(plan, _)| plan)
    }

    /// How many plies the attacker needs from a position for which there is a plan.
    pub fn plies(&self, hash: u64) -> Option<u32> {
        self.plans.get(&hash).map(|&(_, plies)| plies)
    }

    /// Adds the plan for the position with this hash.
    pub fn insert(&mut self, hash: u64, plan: Plan, plies: u32) {
        self.plans.insert(hash, (plan, plies));
    }

    /// How many positions have plans.
    pub fn len(&self) -> usize {
        self.plans.len()
    }

    /// Whether there is no plan at all.
    pub fn is_empty(&self) -> bool {
        self.plans.is_empty()
    }

    /// The line from a position in which the defender holds out longest.
    pub fn line(&self, position: &Position) -> Vec<Point> {
        let mut position = position.clone();
        let mut line = Vec::new();
        loop {
            match self.plan(&position) {
                None => return line,
                Some(Plan::Fours(fours)) => {
                    line.extend(fours);
                    return line;
                }
                Some(Plan::Threat(threat)) => {
                    position.play(threat.point, &mut ());
                    line.push(threat.point);
                    let plies = |&&reply: &&Point| self.plies(position.hash_after(reply));
                    let Some(&reply) = threat.replies.iter().max_by_key(plies) else {
                        return line; // no reply helps
                    };
                    position.play(reply, &mut ());
                    line.push(reply);
                }
            }
        }
    }
}
