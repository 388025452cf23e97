//! Wins by threats, found by the engine's solvers, as nodes of a certificate.

use crate::shared::{PositionKey, key};
use crate::store::{Part, Passed, Store, played};
use std::collections::HashMap;
use tengen_certificate::{ProofNode, Zones, fives};
use tengen_core::board::{Point, Position};
use tengen_core::rules::completes_five;
use tengen_engine::pattern::{Kind, PatternBoard};
use tengen_engine::threat::proof::{Plan, Proof};
use tengen_engine::threat::vcf::{self, Vcf};
use tengen_engine::threat::vct::{self, Solver};

/// A win before its replies are answered.
enum Claim {
    Fours(Vec<Point>),
    Threats(Proof),
}

/// Builds the nodes of wins by threats.
pub struct Builder<'a> {
    pub store: &'a mut Store,
    pub vcf: &'a mut Vcf,
    pub vct: &'a mut Solver,
    /// The most nodes of one search for a VCF.
    pub fours: u64,
    /// The most nodes of one search for a VCT.
    pub threats: u64,
    /// Nodes searched so far, with those that are verified.
    pub searched: u64,
    /// Everything is given up when this many nodes have been searched.
    pub most: u64,
    /// Positions that could not be won, with the further stones.
    pub failed: HashMap<PositionKey, usize>,
    /// Whether the time is over.
    pub is_late: &'a dyn Fn() -> bool,
}

/// The most positions that are verified to see whether a win also holds against another reply.
const REPLAY: u64 = 500;
/// Nodes of a search that take about as long as verifying a position.
const VERIFIED: u64 = 2;

impl Builder<'_> {
    /// Tries to win a position with the attacker to move, so that the win holds with `stones` further stones of the
    /// defender.
    pub fn build<K: Kind>(&mut self, position: &Position, stones: usize) -> Option<Part> {
        if let Some(part) = self.store.known(position, stones) {
            return Some(part);
        }
        let (key, _) = key(position);
        if self.is_over() || self.failed.get(&key).is_some_and(|&fewer| fewer <= stones) {
            return None;
        }
        let claim = self.claim::<K>(position);
        let fewer = if claim.is_some() { stones } else { 0 };
        let part = claim.and_then(|claim| match claim {
            Claim::Fours(line) => self.fours::<K>(position, &line, stones),
            Claim::Threats(proof) => self.threats::<K>(position, &proof, stones),
        });
        if part.is_none() && !self.is_over() {
            self.failed.insert(key, fewer);
        }
        part
    }

    fn is_over(&self) -> bool {
        self.searched >= self.most || (self.is_late)()
    }

    fn claim<K: Kind>(&mut self, position: &Position) -> Option<Claim> {
        let mut board = PatternBoard::<K>::new(position, self.store.rule());
        let is_late = self.is_late;
        let found = self.vcf.solve(&mut board, self.fours, &mut || is_late());
        self.searched += self.vcf.nodes();
        if let vcf::Found::Win(line, _) = found {
            return Some(Claim::Fours(line));
        }
        let found = self.vct.solve(&mut board, self.threats, &mut || is_late());
        self.searched += self.vct.nodes();
        match found {
            vct::Found::Win(proof) => Some(Claim::Threats(proof)),
            _ => None,
        }
    }

    fn fours<K: Kind>(&mut self, position: &Position, line: &[Point], stones: usize) -> Option<Part> {
        let (&point, rest) = line.split_first()?;
        self.attack::<K>(position, point, stones, &mut |builder, after| match rest {
            [reply, next @ ..]
                if !next.is_empty() && after.stones().last().is_some_and(|stone| stone.point == *reply) =>
            {
                builder.store.known(after, stones).or_else(|| builder.fours::<K>(after, next, stones))
            }
            _ => builder.build::<K>(after, stones),
        })
    }

    /// A win by threats, along a proof of the solver as far as it goes.
    fn threats<K: Kind>(&mut self, position: &Position, proof: &Proof, stones: usize) -> Option<Part> {
        if let Some(part) = self.store.known(position, stones) {
            return Some(part);
        }
        match proof.plan(position) {
            Some(Plan::Fours(line)) => self.fours::<K>(position, line, stones),
            Some(Plan::Threat(threat)) => self.attack::<K>(position, threat.point, stones, &mut |builder, after| {
                builder.threats::<K>(after, proof, stones)
            }),
            None => self.build::<K>(position, stones),
        }
    }

    /// A win that begins with a move; `answer` wins after a reply.
    fn attack<K: Kind>(
        &mut self,
        position: &Position,
        point: Point,
        stones: usize,
        answer: &mut dyn FnMut(&mut Self, &Position) -> Option<Part>,
    ) -> Option<Part> {
        let (rule, attacker) = (self.store.rule(), self.store.attacker());
        if completes_five(position, point, attacker, rule) {
            let zones = Zones::of_five(position, point, rule);
            return Some(self.store.add(position, ProofNode::Five(point), zones, 1));
        }
        let after = self.store.after(position, point)?;
        let pass = match fives(&after, attacker, rule).into_iter().next() {
            Some(five) => Passed::Five(five, Zones::of_five(&after, five, rule)),
            None => Passed::Part(self.build::<K>(&after, stones + 1)?),
        };
        let replies = self.store.replies(&after, &pass, stones);
        let mut attack = self.store.begin(position, &after, point, pass);
        for reply in replies {
            let next = played(&after, reply, !attacker);
            let before = self.store.verifier.positions;
            let as_pass = self.store.answer_as_pass(&mut attack, reply, &next, stones, REPLAY);
            self.searched += VERIFIED * (1 + self.store.verifier.positions - before);
            if !as_pass {
                let part = answer(self, &next)?;
                self.store.answer(&mut attack, reply, &part);
            }
        }
        self.store.finish(position, &after, attack, stones)
    }
}
