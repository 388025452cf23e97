//! What is known of a proof, for people.

use super::{ProofMove, ProofSearch, ROOT, Settings, WinId};
use crate::store::StoredAttack;
use std::time::{Duration, Instant};
use tengen_certificate::{Certificate, step_name};
use tengen_core::board::{BoardSize, Point, notation};

#[derive(Clone, Debug)]
pub struct ProofProgress {
    /// Positions in the tree, with either side to move.
    pub positions: usize,
    pub jobs: u64,
    pub nodes: u64,
    /// Nodes searched a second, without those of answers from the log.
    pub speed: u64,
    /// The proof number of the first position: about how many small jobs are missing.
    pub proof_number: u64,
    /// The disproof number of the first position: how many jobs, at least, must find nothing until there is nothing left to
    /// try. As old as the last survey, as `wasted` is: surveys take less than a twentieth of the time.
    pub disproof_number: u64,
    /// The share of the nodes searched in the last hour that the proof will not need, as far as is known: those of positions
    /// that lie below none of the best moves. Without those of answers from the log.
    pub wasted: f64,
    /// Of the replies to the best first move: those that are answered, …
    pub answered: usize,
    /// … and those that are not.
    pub open: usize,
    /// The first moves of the way to the first open position.
    pub way: Vec<WayMove>,
    pub elapsed: Duration,
}

/// A move of the attacker on the way to the first open position: the best one that is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WayMove {
    pub name: String,
    /// The replies that are answered, …
    pub answered: usize,
    /// … and those that are not, as far as they are known: before the win after a pass is, none is.
    pub open: usize,
    /// The reply that the search follows: the hardest one that is open, or a pass.
    pub reply: String,
}

impl ProofProgress {
    pub fn json(&self) -> serde_json::Value {
        let ProofProgress { positions, jobs, nodes, speed, proof_number, disproof_number, wasted, .. } = self;
        let ProofProgress { answered, open, way, elapsed, .. } = self;
        let way = way.iter().map(|WayMove { name, answered, open, reply }| {
            serde_json::json!({ "move": name, "answered": answered, "open": open, "reply": reply })
        });
        serde_json::json!({
            "positions": positions, "jobs": jobs, "nodes": nodes, "nodes_per_second": speed, "proof_number": proof_number,
            "disproof_number": disproof_number, "wasted": wasted,
            "answered": answered, "open": open, "way": way.collect::<Vec<_>>(), "seconds": elapsed.as_secs_f64()
        })
    }
}

#[derive(Clone, Debug)]
pub struct Proved {
    pub certificate: Option<Certificate>,
    pub progress: ProofProgress,
    pub size: BoardSize,
    /// The best first move with each reply that is open.
    pub open: Vec<[Point; 2]>,
    /// The moves from the position of the proof to the first position that is open; `None` is a pass.
    pub first_open: Vec<Option<Point>>,
    /// The search ended because its memory was used up.
    pub is_full: bool,
}

impl ProofSearch<'_> {
    /// How many replies to a move are answered, and how many are open.
    fn replies(&self, to: &ProofMove) -> (usize, usize) {
        let unproven = self.unproven(to).count();
        let answered = to.attack.as_ref().map_or(0, StoredAttack::answered) + to.open.len() - unproven;
        (answered, unproven + to.pending.len())
    }

    /// The way to the first open position: the best moves, and the hardest open reply to each.
    fn way(&self, most: usize) -> Vec<(&ProofMove, Option<Point>)> {
        let (mut at, mut way) = (Some(ROOT), Vec::new());
        let is_open = |&at: &WinId| self.wins[at].part.is_none();
        while let Some(best) = at.filter(is_open).and_then(|at| self.best(at)).filter(|_| way.len() < most) {
            let hardest = self.unproven(best).max_by_key(|&(_, win)| self.wins[win].cost);
            let reply = hardest.map(|(reply, _)| reply).or(best.pending.last().copied());
            at = if best.attack.is_none() { Some(best.pass) } else { hardest.map(|(_, win)| win) };
            way.push((best, reply));
        }
        way
    }

    pub(super) fn progress(&mut self) -> ProofProgress {
        const FIRST: usize = 3;
        let fresh = self.last_survey.filter(|last| last.is_fresh(Instant::now()) && !self.is_decided());
        let last = fresh.unwrap_or_else(|| self.timed_survey());
        self.last_survey = Some(last);
        let (size, elapsed) = (self.store.size(), self.start.elapsed());
        let (answered, open) = self.best(ROOT).map_or((0, 0), |best| self.replies(best));
        let way = self.way(FIRST).into_iter().map(|(best, reply)| {
            let ((answered, open), reply) = (self.replies(best), step_name(reply, size));
            WayMove { name: notation::write(best.point, size), answered, open, reply }
        });
        ProofProgress {
            positions: self.wins.len() + self.moves.len(),
            jobs: self.jobs,
            nodes: self.nodes,
            speed: (self.own_nodes as f64 / elapsed.as_secs_f64().max(1e-3)) as u64,
            proof_number: self.wins[ROOT].cost,
            disproof_number: last.survey.disproof_number,
            wasted: last.survey.wasted,
            answered,
            open,
            way: way.collect(),
            elapsed,
        }
    }

    pub(super) fn result(mut self, settings: &Settings) -> Proved {
        let is_full = !self.is_decided() && self.bytes() >= settings.memory;
        let root = self.wins[ROOT].part.as_ref().map(|part| part.link.node);
        let certificate = root.map(|root| {
            let nodes = std::mem::take(&mut self.store.nodes);
            Certificate { head: settings.head.clone(), nodes, root }
        });
        let open = self.best(ROOT).into_iter().flat_map(|best| {
            let open = self.unproven(best).map(|(reply, _)| reply);
            open.chain(best.pending.iter().copied()).map(|reply| [best.point, reply])
        });
        let open = open.collect();
        let way = if self.is_decided() { Vec::new() } else { self.way(usize::MAX) };
        let first_open = way.into_iter().flat_map(|(best, reply)| [Some(best.point), reply]).collect();
        Proved { certificate, progress: self.progress(), size: settings.head.size, open, first_open, is_full }
    }
}
