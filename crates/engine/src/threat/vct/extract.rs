//! Extracts a proof from the proof numbers: the winning move of each position and the replies to it.

use super::Found;
use super::moves::Moves;
use super::state::{Child, ProofSearch};
use super::table::Numbers;
use crate::pattern::{CellClass, Kind};
use crate::threat::params::{FAR, NEAR, THREAT};
use crate::threat::proof::{Plan, Proof, Threat};
use tengen_core::board::Point;

impl<K: Kind> ProofSearch<'_, K> {
    /// Searches with increasing threat limits; returns the proof of a win.
    pub fn run(&mut self) -> Found {
        if let Some(plies) = self.scope.most_plies {
            let numbers = self.explore(Numbers::ALL, 0, plies);
            return match numbers.are_final() {
                true if self.is_won(numbers) => self.extract().map_or(Found::Unknown, Found::Win),
                true if !self.table.is_doubtful() => Found::Nothing,
                _ => Found::Unknown,
            };
        }
        let mut threat_limit = NEAR;
        loop {
            self.cut = false;
            let numbers = self.explore(Numbers::ALL, 0, threat_limit);
            match numbers.are_final() {
                true if self.is_won(numbers) => return self.extract().map_or(Found::Unknown, Found::Win),
                true if self.cut && threat_limit < FAR => threat_limit += THREAT,
                true if !self.cut && !self.table.is_doubtful() => return Found::Nothing,
                _ => return Found::Unknown,
            }
        }
    }

    /// The limit of a search of a position at this ply: no threat limit, or the plies left there.
    fn limit_at(&self, ply: u32) -> u32 {
        self.scope.most_plies.map_or(FAR, |plies| plies.saturating_sub(ply))
    }

    /// The ply at which a search of limited length has this many plies left.
    pub fn ply_at(&self, plies: u32) -> u32 {
        self.scope.most_plies.unwrap_or(plies).saturating_sub(plies)
    }

    /// The proof for the attacker, to move, in a position won within this many plies.
    pub fn extract_from(&mut self, plies: u32) -> Option<Proof> {
        let mut proof = Proof::default();
        let ply = self.ply_at(plies);
        self.plan(&mut proof, ply)?;
        Some(proof)
    }

    /// The proof for a position known to be won. Positions lost from the table are searched again; returns `None` if
    /// that is interrupted.
    fn extract(&mut self) -> Option<Proof> {
        let mut proof = Proof::default();
        if self.board.to_move() == self.attacker {
            self.plan(&mut proof, 0)?;
        } else {
            let made = self.board.position().stones().last()?.point;
            let (threat, plies) = self.face_replies(made, &mut proof, 0)?;
            proof.insert(self.board.position().hash(), Plan::Threat(threat), plies);
        }
        Some(proof)
    }

    /// Adds plans for the attacker, to move in a won position; returns the number of plies to the five.
    fn plan(&mut self, proof: &mut Proof, ply: u32) -> Option<u32> {
        let hash = self.board.position().hash();
        if let Some(plies) = proof.plies(hash) {
            return Some(plies);
        }
        if self.is_stopped() {
            return None;
        }
        let (plan, plies) = match self.wins_by_fours(self.limit_at(ply)) {
            Some((line, plies)) => (Plan::Fours(line), plies),
            None => self.plan_threat(proof, ply)?,
        };
        proof.insert(hash, plan, plies);
        Some(plies)
    }

    fn plan_threat(&mut self, proof: &mut Proof, ply: u32) -> Option<(Plan, u32)> {
        let point = self.winning_move(ply)?;
        self.board.play(point);
        let threat = self.face_replies(point, proof, ply + 1);
        self.board.undo();
        let (threat, plies) = threat?;
        Some((Plan::Threat(threat), plies + 1))
    }

    /// The move known to win that was cheapest to prove. If none is known any more, the position is searched again.
    fn winning_move(&mut self, ply: u32) -> Option<Point> {
        for _ in 0..2 {
            let limit = self.limit_at(ply);
            let Moves::Of(list) = self.moves(limit) else { return None };
            let mut children = self.children(&list, limit);
            children.extend(self.quiet_threats(limit, ply));
            let winning = children.iter().filter(|c| c.numbers == Numbers::NO);
            let position = self.board.position();
            let effort = |c: &&Child| {
                let hash = position.hash_after(c.point);
                self.table.effort(self.lasting_key(hash, c.threat_limit))
            };
            if let Some(child) = winning.min_by_key(effort) {
                return Some(child.point);
            }
            self.prove(ply)?;
        }
        None
    }

    /// Searches a position until it is decided; returns `None` if it is not won.
    fn prove(&mut self, ply: u32) -> Option<()> {
        let numbers = self.explore(Numbers::ALL, ply, self.limit_at(ply));
        self.is_won(numbers).then_some(())
    }

    /// Adds plans against each reply to the threat just made.
    fn face_replies(&mut self, point: Point, proof: &mut Proof, ply: u32) -> Option<(Threat, u32)> {
        let is_four = self.board.count(self.attacker, CellClass::Five) > 0;
        let limit = self.limit_at(ply);
        let threatened = if is_four { None } else { self.threatened_fours(limit) };
        let (fours, plies) = threatened.unwrap_or_default();
        let mut replies = self.replies(limit)?;
        let mut longest = plies + 1;
        let others = match fours.is_empty() && !is_four && self.scope.any_threat {
            true => self.add_others(&replies, limit, proof),
            false => None,
        };
        for &reply in &replies {
            self.board.play(reply);
            let plies = match self.plan(proof, ply + 1) {
                Some(plies) => Some(plies),
                None => self.prove(ply + 1).and_then(|()| self.plan(proof, ply + 1)),
            };
            self.board.undo();
            longest = longest.max(plies? + 1);
        }
        if let Some((others, plies)) = others {
            longest = longest.max(plies + 1);
            replies.extend(others);
        }
        let threat = Threat { point, fours, replies };
        Some((threat, longest))
    }

    /// Adds plans against the legal replies that do not help against a threatened win without fours; returns these
    /// replies and the number of plies after one of them.
    fn add_others(&mut self, replies: &[Point], limit: u32, proof: &mut Proof) -> Option<(Vec<Point>, u32)> {
        let (threatened, points) = self.threatened_win(limit)?;
        points?;
        let side = self.board.to_move();
        let position = self.board.position().clone();
        self.board.pass();
        let passed = self.board.position().hash();
        self.board.pass();
        let others = position.empty_points().filter(|point| !replies.contains(point));
        let others: Vec<Point> = others.filter(|&point| !self.board.is_forbidden(point, side)).collect();
        for &reply in &others {
            proof.extend(threatened.with_stone(passed ^ position.hash_after(reply)));
        }
        Some((others, threatened.plies(passed)?))
    }
}
