//! VCF and VCT next to the alpha-beta search, proven by [`vcf`](crate::threat::vcf) and [`vct`](crate::threat::vct),
//! and the replay that confirms every win before it is played.
//!
//! Before the search: a proven win is played and followed from move to move; if the opponent would win after a pass,
//! only moves that may spoil that win are searched. During the search: wins proven at the first positions of the
//! principal variation go into the table for the next iteration.

use super::params::{
    CLAIM_SHARE, FOURS_LATER, FOURS_SHARE, FOURS_SHARE_OF_NODES, LINE_PLIES, LONGEST_LOSS, LOOK_NODES, LOSS_NODES,
    LOSS_SHARE, MOST_PLANS, REPLAY_BUDGET, REPLAY_SHARE,
};
use super::state::{Search, win};
use super::thread_data::HashEntry;
use crate::pattern::{CellClass, Kind};
use crate::threat::proof::{self, Proof};
use crate::threat::threat_state::{ThreatState, threat_state};
use crate::threat::vct::Scope;
use crate::threat::{Stop, vcf, vct};
use std::time::Duration;
use tengen_common::table::{Bound, Entry, to_table};
use tengen_common::{Report, Score};
use tengen_core::board::{Point, PointSet, Position};

/// The table depth of proven results: deeper than any search.
const FOR_GOOD: i32 = i16::MAX as i32;

/// VCF, and the replay of wins.
impl<K: Kind> Search<'_, K> {
    /// VCF before the search. With a clock only time counts, and [`Self::win_by_fours_after_all`] continues an
    /// interrupted search later.
    pub(super) fn win_by_fours(&mut self) -> Option<Report> {
        let nodes = self.control.node_limit / FOURS_SHARE_OF_NODES;
        let budget = match self.control.plan {
            Some(_) => nodes,
            None => nodes.min(self.params.root_budget as u64),
        };
        self.look_for_fours(budget, self.control.share(FOURS_SHARE))
    }

    /// Between iterations: continues an interrupted VCF search, for as long as the main search has taken, but not
    /// beyond the time for the move.
    pub(super) fn win_by_fours_after_all(&mut self) -> Option<Report> {
        let plan = self.control.plan.filter(|_| self.root.fours_open)?;
        let (elapsed, spent) = (self.control.elapsed(), self.root.fours_spent);
        if spent * FOURS_LATER > elapsed {
            return None;
        }
        let until = (elapsed + (elapsed - spent)).min(plan.maximum);
        self.look_for_fours(u64::MAX, Some(until))
    }

    /// Runs the VCF search; a win must be confirmed by the replay.
    fn look_for_fours(&mut self, budget: u64, until: Option<Duration>) -> Option<Report> {
        let start = self.control.elapsed();
        let found = self.let_work(until, |board, solvers, stop| solvers.fours.solve(board, budget, stop));
        self.nodes += self.solvers.fours.nodes();
        self.root.fours_spent += self.control.elapsed().saturating_sub(start);
        self.root.fours_open = found == vcf::Found::Unknown;
        let vcf::Found::Win(line, plies) = found else { return None };
        let rule = self.root.rule;
        let confirmed = self.confirms(&line, |position, stop| proof::wins_by_fours(position, rule, &line, stop));
        let is_blocked = self.root.blocked.contains(line[0]);
        (confirmed && !is_blocked).then(|| self.report(plies, Score::win_in(plies), line))
    }

    /// Whether the replay of a win confirms it in time. If time runs out, its first move is still the best one known.
    pub(super) fn confirms(&mut self, line: &[Point], replay: impl FnOnce(&Position, Stop) -> bool) -> bool {
        let until = self.control.share(REPLAY_SHARE);
        let confirmed = self.let_work(until, |board, _, stop| replay(board.position(), stop));
        if !confirmed {
            log::debug!("a win was not confirmed in time: {line:?}");
            if self.control.is_late() {
                self.root.unverified = line.first().copied();
                self.control.over = true;
            }
        }
        confirmed
    }
}

/// VCT.
impl<K: Kind> Search<'_, K> {
    /// A VCT of the side to move: the one in progress, or a new one confirmed by the replay.
    pub(super) fn win_by_threats(&mut self) -> Option<Report> {
        let known = self.solvers.proof.take();
        let goes_on = known.filter(|proof| proof.plan(self.board.position()).is_some());
        let proof = goes_on.or_else(|| self.confirmed_proof(PointSet::EMPTY))?;
        self.win_by_proof(proof)
    }

    /// A confirmed VCT whose first move is not in `left_out`.
    pub(super) fn win_by_threats_without(&mut self, left_out: PointSet) -> Option<Report> {
        let proof = self.confirmed_proof(left_out)?;
        self.win_by_proof(proof)
    }

    /// Returns the report of a proof and keeps the proof for the next moves.
    fn win_by_proof(&mut self, proof: Proof) -> Option<Report> {
        let position = self.board.position();
        let plies = proof.plies(position.hash())?;
        let line = proof.line(position);
        self.solvers.proof = Some(proof);
        Some(self.report(plies, Score::win_in(plies), line))
    }

    /// The longest defence against the opponent's threats, if they win.
    pub(super) fn loss_by_threats(&mut self) -> Option<Report> {
        let proof = self.threats_against()?;
        let rule = self.root.rule;
        let until = self.control.share(REPLAY_SHARE);
        let confirmed = self.let_work(until, |board, _, stop| {
            proof::loses_to_threats(board.position(), rule, &proof, REPLAY_BUDGET, stop)
        });
        let (line, plies) = proof.longest_defence(self.board.position())?;
        confirmed.then(|| self.report(plies, Score::loss_in(plies), line))
    }

    /// The proof of the opponent's win by threats that were already made. Lengths are tried from the shortest on.
    fn threats_against(&mut self) -> Option<Proof> {
        let left = self.control.node_limit.saturating_sub(self.nodes);
        let budget = LOSS_NODES.min(left / u64::from(LOSS_SHARE));
        let (until, last) = (self.control.share(LOSS_SHARE), self.nodes.saturating_add(budget));
        self.solvers.threats.clear();
        for plies in (2..LONGEST_LOSS).step_by(2) {
            let nodes = last.saturating_sub(self.nodes);
            if nodes == 0 || self.control.over {
                break;
            }
            let scope = Scope { most_plies: Some(plies), defends: true, ..Scope::default() };
            self.solvers.threats.set_most_nodes(self.control.left_for_solvers(self.nodes));
            let found = self.let_work(until, |board, solvers, stop| {
                solvers.threats.solve_in(board, scope, PointSet::EMPTY, nodes, stop)
            });
            self.nodes += self.solvers.threats.nodes();
            match found {
                vct::Found::Win(proof) => return Some(proof),
                vct::Found::Nothing if !self.is_threatened() => return None,
                _ => {}
            }
        }
        None
    }

    /// Whether the opponent has a five or a VCF after a pass.
    fn is_threatened(&mut self) -> bool {
        if self.board.count(!self.board.to_move(), CellClass::Five) > 0 {
            return true;
        }
        self.board.pass();
        let found = self.let_work(None, |board, solvers, _| solvers.fours.quick(board, LOOK_NODES));
        self.board.pass();
        found.is_some()
    }

    fn confirmed_proof(&mut self, left_out: PointSet) -> Option<Proof> {
        let proof = self.prove_at_root(left_out)?;
        let line = proof.line(self.board.position());
        let budget = self.control.plan.map_or(REPLAY_BUDGET, |_| u64::MAX);
        let rule = self.root.rule;
        let confirmed =
            self.confirms(&line, |position, stop| proof::wins_by_threats(position, rule, &proof, budget, stop));
        confirmed.then_some(proof)
    }

    /// The remaining distance of the win in progress, if this position belongs to it.
    pub(super) fn win_in_progress(&self) -> Option<Score> {
        let hash = self.board.position().hash();
        let plies = self.solvers.proof.as_ref()?.plies(hash)?;
        Some(Score::win_in(plies))
    }

    /// Checks whether the opponent would win after a pass. If so, only moves that may spoil that win are searched.
    pub(super) fn find_defences(&mut self) {
        if !matches!(threat_state(&mut self.board), ThreatState::Open) {
            return;
        }
        self.board.pass();
        let proof = self.prove_at_root(PointSet::EMPTY);
        let proof = proof.filter(|proof| proof.len() <= MOST_PLANS);
        let until = self.control.share(self.params.root_share as u32);
        let defences = proof.and_then(|proof| {
            self.let_work(until, |board, solvers, stop| solvers.threats.refutations(board, &proof, stop))
        });
        self.board.pass();
        self.root.defences = defences.filter(|points| self.leaves_a_move(points));
        if let Some(defences) = self.root.defences {
            self.control.shared.publish_defences(defences);
        }
    }

    fn leaves_a_move(&mut self, points: &PointSet) -> bool {
        let side = self.board.to_move();
        let near = points.intersection(self.board.near());
        near.iter().any(|p| !self.board.is_forbidden(p, side))
    }

    /// With a clock and no node limit, time is the only bound.
    fn prove_at_root(&mut self, left_out: PointSet) -> Option<Proof> {
        let part = match left_out.is_empty() {
            true => self.params.root_share as u32,
            false => CLAIM_SHARE,
        };
        let share = self.control.node_limit / u64::from(part);
        let nodes = match self.control.plan {
            Some(_) => share,
            None => share.min(self.params.root_threats as u64),
        };
        let until = self.control.share(part);
        self.prove(left_out, nodes, until)
    }

    /// A VCT of the side to move whose first move is not in `left_out`, within `nodes` nodes and until `until`.
    fn prove(&mut self, left_out: PointSet, nodes: u64, until: Option<Duration>) -> Option<Proof> {
        let nodes = nodes.min(self.control.left_for_solvers(self.nodes));
        if nodes == 0 || self.control.over {
            return None;
        }
        self.solvers.threats.set_most_nodes(self.control.left_for_solvers(self.nodes));
        let found = self.let_work(until, |board, solvers, stop| {
            if left_out.is_empty() {
                solvers.threats.solve(board, nodes, stop)
            } else {
                solvers.threats.solve_without(board, left_out, nodes, stop)
            }
        });
        self.nodes += self.solvers.threats.nodes();
        match found {
            vct::Found::Win(proof) => Some(proof),
            vct::Found::Nothing | vct::Found::Unknown => None,
        }
    }

    /// Looks for wins of the side to move at the first positions of the principal variation; helpers check the
    /// positions after those.
    pub(super) fn look_along_line(&mut self) {
        let first = self.number * LINE_PLIES;
        let mut line = self.line().to_vec();
        line.truncate(first + LINE_PLIES);
        for (ply, &point) in line.iter().enumerate() {
            self.board.play(point);
            if ply >= first {
                self.look_for_proof();
            }
        }
        for _ in 0..line.len() {
            self.board.undo();
        }
    }

    fn look_for_proof(&mut self) {
        let budget = (self.params.root_threats as u64).min(self.nodes / self.params.line_share as u64);
        let until = self.control.plan.map(|plan| plan.maximum);
        let Some(proof) = self.prove(PointSet::EMPTY, budget, until) else { return };
        let position = self.board.position();
        let (hash, line) = (position.hash(), proof.line(position));
        let Some(plies) = proof.plies(hash) else { return };
        let entry = Entry {
            value: to_table(win(0, plies), 0),
            depth: FOR_GOOD,
            bound: Bound::Lower,
            note: HashEntry { best: line.first().copied(), eval: self.evaluate(), was_pv: true },
        };
        self.table.put(hash, entry);
    }
}
