//! Replays of claimed wins with the rules alone.
//!
//! The solvers rely on pattern tables; the replay relies only on `rules/`. A claim is a plan for every position that
//! the attacker can reach, and the replay plays the plans against **every** legal move of the defender:
//!
//! - [`wins_by_fours`]: a line of fours. Each attacker's move must be legal and leave the defender, who must not be
//!   able to win at once, only the replies that are checked; the line must end with a five.
//! - [`wins_by_threats`]: a [`Proof`]. A move that is not a four threatens a VCF, so every move of the defender, on
//!   any empty point, must be answered: by its own plan or by the threatened fours.

mod fours;
mod replay;
mod text;
mod threats;

pub use fours::wins_by_fours;
pub use text::ProofError;
pub use threats::{loses_to_threats, wins_by_threats};

use std::collections::{BTreeMap, HashMap, VecDeque};
use tengen_core::board::{Point, Position};

/// What the attacker, to move, plays.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Plan {
    /// A VCF: the attacker's moves and the replies, alternating.
    Fours(Vec<Point>),
    /// A threat.
    Threat(Threat),
}

impl Plan {
    /// The first move; `None` in a plan without moves.
    pub fn first_move(&self) -> Option<Point> {
        match self {
            Plan::Fours(line) => line.first().copied(),
            Plan::Threat(threat) => Some(threat.point),
        }
    }
}

/// A threatening move and its follow-ups.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Threat {
    /// The move.
    pub point: Point,
    /// The VCF if the defender does not stop it; empty if the move is a four itself, or if every reply has a plan.
    pub fours: Vec<Point>,
    /// The replies that have plans; all others lose to `fours`.
    pub replies: Vec<Point>,
}

/// A plan in a listed proof.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ProofStep {
    /// The position, with the attacker to move.
    pub position: Position,
    /// What the attacker plays.
    pub plan: Plan,
    /// The number of plies to the five.
    pub plies: u32,
    /// The step after each of the threat's replies; `None` if it is not in the list.
    pub next: Vec<Option<usize>>,
}

/// The proof of a VCT: a plan for each position that the attacker may reach. Transpositions share one.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Proof {
    /// Plans by position hash, with the number of plies to the five against the longest resistance.
    plans: BTreeMap<u64, (Plan, u32)>,
}

impl Proof {
    /// The plan for a position.
    pub fn plan(&self, position: &Position) -> Option<&Plan> {
        self.plans.get(&position.hash()).map(|(plan, _)| plan)
    }

    /// The number of plies that the attacker needs from a position with a plan.
    pub fn plies(&self, hash: u64) -> Option<u32> {
        self.plans.get(&hash).map(|&(_, plies)| plies)
    }

    /// Adds all plans of another proof for positions that have none.
    pub fn extend(&mut self, other: Proof) {
        for (hash, plan) in other.plans {
            self.plans.entry(hash).or_insert(plan);
        }
    }

    /// The same plans for positions whose hashes differ by `difference`: the same positions with another stone.
    pub fn with_stone(&self, difference: u64) -> Proof {
        let plans = self.plans.iter();
        Proof { plans: plans.map(|(hash, plan)| (hash ^ difference, plan.clone())).collect() }
    }

    /// Adds the plan for the position with this hash.
    pub fn insert(&mut self, hash: u64, plan: Plan, plies: u32) {
        self.plans.insert(hash, (plan, plies));
    }

    /// Whether any move of the attacker threatens no five and no VCF, so that every reply has a plan.
    pub fn has_quiet_moves(&self) -> bool {
        const MOST_REPLIES_TO_A_FOUR: usize = 2;
        self.plans.values().any(|(plan, _)| match plan {
            Plan::Fours(_) => false,
            Plan::Threat(threat) => threat.fours.is_empty() && threat.replies.len() > MOST_REPLIES_TO_A_FOUR,
        })
    }

    /// The number of positions with plans.
    pub fn len(&self) -> usize {
        self.plans.len()
    }

    /// Whether there is no plan at all.
    pub fn is_empty(&self) -> bool {
        self.plans.is_empty()
    }

    /// The line with the longest resistance from a position.
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

    /// The line with the longest resistance from a position with the defender to move, and its number of plies; its plan
    /// is a threat that was already made.
    pub fn longest_defence(&self, position: &Position) -> Option<(Vec<Point>, u32)> {
        let Some((Plan::Threat(threat), plies)) = self.plans.get(&position.hash()) else { return None };
        let left = |&&reply: &&Point| self.plies(position.hash_after(reply));
        let &reply = threat.replies.iter().max_by_key(left)?;
        let after = position.after(reply);
        let mut line = vec![reply];
        line.extend(self.line(&after));
        Some((line, *plies))
    }

    /// The plans for the positions that can be reached from this one: the first is its own, and the positions that take
    /// more moves to reach come later. Lists up to `most` plans.
    pub fn steps(&self, start: &Position, most: usize) -> Vec<ProofStep> {
        let mut steps = Vec::new();
        let mut numbers = HashMap::from([(start.hash(), 0)]);
        let mut open = VecDeque::from([start.clone()]);
        while let Some(position) = open.pop_front() {
            let Some((plan, plies)) = self.plans.get(&position.hash()) else { break };
            let mut next = Vec::new();
            if let Plan::Threat(threat) = plan {
                for &reply in &threat.replies {
                    let mut after = position.after(threat.point);
                    after.play(reply, &mut ());
                    let hash = after.hash();
                    let (count, is_known) = (numbers.len(), self.plans.contains_key(&hash));
                    if !numbers.contains_key(&hash) && is_known && count < most {
                        numbers.insert(hash, count);
                        open.push_back(after);
                    }
                    next.push(numbers.get(&hash).copied());
                }
            }
            steps.push(ProofStep { position, plan: plan.clone(), plies: *plies, next });
        }
        steps
    }
}
