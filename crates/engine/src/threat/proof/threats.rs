//! The replay of a VCT proof.

use super::replay::{Danger, Replay};
use super::{Plan, Proof, Threat};
use crate::threat::Stop;
use std::collections::HashSet;
use tengen_core::board::{Colour, Point, Position};
use tengen_core::rules::Rule;

/// Whether `proof` wins for the side to move under `rule`, whatever the defender plays. Returns false if more than
/// `budget` moves would have to be tried, or if `stop` returns true.
pub fn wins_by_threats(position: &Position, rule: Rule, proof: &Proof, budget: u64, stop: Stop) -> bool {
    let (replay, danger) = Replay::new(position, rule, budget, stop);
    let mut check = ThreatCheck { replay, proof, confirmed: HashSet::new() };
    check.attack(&danger)
}

/// Whether the side to move loses against a proof: its plan for this position is a threat that was already made.
/// Returns false if more than `budget` moves would have to be tried, or if `stop` returns true.
pub fn loses_to_threats(position: &Position, rule: Rule, proof: &Proof, budget: u64, stop: Stop) -> bool {
    let Some(Plan::Threat(threat)) = proof.plan(position) else { return false };
    let mut passed = position.clone();
    passed.set_to_move(!position.to_move());
    let (replay, danger) = Replay::new(&passed, rule, budget, stop);
    let attacker = replay.attacker;
    let empties = position.empty_points();
    let fives: Vec<Point> = empties.filter(|&p| replay.is_five(p, attacker)).collect();
    let mut check = ThreatCheck { replay, proof, confirmed: HashSet::new() };
    !check.replay.is_lost(&danger) && check.beats_all(&fives, threat, &danger)
}

struct ThreatCheck<'a> {
    replay: Replay<'a>,
    proof: &'a Proof,
    /// Hashes of positions whose plans were confirmed.
    confirmed: HashSet<u64>,
}

impl ThreatCheck<'_> {
    /// Whether the plan for this position wins; the attacker is to move.
    fn attack(&mut self, danger: &Danger) -> bool {
        let hash = self.replay.position.hash();
        let proof = self.proof;
        let wins = self.confirmed.contains(&hash)
            || match proof.plan(&self.replay.position) {
                Some(Plan::Fours(line)) => self.replay.wins(line, danger),
                Some(Plan::Threat(threat)) => self.threatens(threat, danger),
                None => false,
            };
        if wins {
            self.confirmed.insert(hash);
        }
        wins
    }

    /// Whether a threat is legal and wins.
    fn threatens(&mut self, threat: &Threat, danger: &Danger) -> bool {
        let (point, attacker) = (threat.point, self.replay.attacker);
        let may_come = self.replay.position.check_empty(point).is_ok();
        if !may_come || !self.replay.spend() {
            return false;
        }
        self.replay.is_five(point, attacker)
            || !self.replay.is_forbidden(point, attacker)
                && self.with_stone(point, attacker, |check| check.stands(threat, danger))
    }

    fn with_stone(&mut self, point: Point, colour: Colour, try_out: impl FnOnce(&mut Self) -> bool) -> bool {
        self.replay.position.place(point, colour, &mut ());
        let result = try_out(self);
        self.replay.position.undo(&mut ());
        result
    }

    /// Whether the threat just played wins against every move.
    fn stands(&mut self, threat: &Threat, danger: &Danger) -> bool {
        if self.replay.is_lost(danger) {
            return false;
        }
        let fives = self.replay.fives_through(threat.point, self.replay.attacker);
        self.beats_all(&fives, threat, danger)
    }

    /// Whether a threat, which threatens these fives, wins against every move.
    fn beats_all(&mut self, fives: &[Point], threat: &Threat, danger: &Danger) -> bool {
        if !fives.is_empty() {
            let stops = self.replay.stops(fives);
            return stops.into_iter().all(|reply| self.answers(reply, threat, danger));
        }
        let replies: Vec<Point> = self.replay.position.empty_points().collect();
        !replies.is_empty()
            && replies.into_iter().all(|reply| {
                self.answers(reply, threat, danger) || self.replay.is_forbidden(reply, !self.replay.attacker)
            })
    }

    /// Whether the attacker wins after this reply: by its plan, or by the threatened fours.
    fn answers(&mut self, reply: Point, threat: &Threat, danger: &Danger) -> bool {
        let defender = !self.replay.attacker;
        if self.replay.is_five(reply, defender) || !self.replay.spend() {
            return false;
        }
        self.with_stone(reply, defender, |check| {
            let danger = check.replay.danger_after(danger, reply);
            match check.proof.plan(&check.replay.position) {
                Some(_) => check.attack(&danger),
                None => check.replay.wins(&threat.fours, &danger),
            }
        })
    }
}
