//! Defences against a win that the opponent would have after a pass: which moves can spoil it?
//!
//! One stone `p` of the defender is added before the attack begins. The attacker plays as in the proof and wins
//! unless
//!
//! - `p` takes a point of the proof: a threat, a reply, a five; or a point that decides whether a black move is
//!   forbidden;
//! - on some turn of the attacker the defender has a four with `p`: then `p` is a point where the defender would make
//!   a four there;
//! - against a reply that the proof does not list, the threatened fours no longer win, because that reply and `p`
//!   *together* make a four along the line. Then `p` is a point where a stone makes at least a blocked three.
//!
//! All these points are collected over the whole proof; any other move loses to it.

use super::Solver;
use crate::pattern::{CellClass, Kind, PatternBoard};
use crate::threat::Stop;
use crate::threat::proof::{Plan, Proof, Threat};
use crate::threat::relevance_zone::{Care, Tracer};
use crate::threat::vcf::Vcf;
use std::collections::HashSet;
use tengen_core::board::{Point, PointSet};

impl Solver {
    /// The points where a stone of the defender, placed before the attack begins, might spoil a proof for the side to
    /// move: moves elsewhere certainly lose to it. Necessary, not sufficient. Returns `None` if the proof cannot be
    /// followed or `stop` returns true (then any move may help).
    pub fn refutations<K: Kind>(&mut self, board: &mut PatternBoard<K>, proof: &Proof, stop: Stop) -> Option<PointSet> {
        refutations(board, &mut self.workers[0].vcf, proof, stop)
    }
}

/// See [`Solver::refutations`].
pub(super) fn refutations<K: Kind>(
    board: &mut PatternBoard<K>,
    vcf: &mut Vcf,
    proof: &Proof,
    stop: Stop,
) -> Option<PointSet> {
    let mut walk = LineWalk { tracer: Tracer::new(board, vcf, Care::OneStone, stop), proof, seen: HashSet::new() };
    walk.plan().then_some(walk.tracer.points)
}

/// A traversal of all positions of a proof.
struct LineWalk<'a, K: Kind> {
    tracer: Tracer<'a, K>,
    proof: &'a Proof,
    seen: HashSet<u64>,
}

impl<K: Kind> LineWalk<'_, K> {
    /// Collects points from the attacker's turn on. Returns false if the proof is incomplete.
    fn plan(&mut self) -> bool {
        let position = self.tracer.board.position();
        if !self.seen.insert(position.hash()) {
            return true;
        }
        let proof = self.proof;
        match proof.plan(position) {
            None => false,
            Some(Plan::Fours(line)) => self.tracer.follow(line),
            Some(Plan::Threat(threat)) => self.threat(threat),
        }
    }

    fn threat(&mut self, threat: &Threat) -> bool {
        let attacker = self.tracer.board.to_move();
        self.tracer.note_rows();
        self.tracer.points.insert(threat.point);
        self.tracer.note_verdict(threat.point, attacker);
        self.tracer.board.play(threat.point);
        let holds = match self.tracer.board.count(attacker, CellClass::Five) {
            0 => self.fours(&threat.fours),
            _ => {
                self.tracer.note_fives(attacker);
                true
            }
        };
        let holds = holds && threat.replies.iter().all(|&reply| self.reply(reply));
        self.tracer.board.undo();
        holds
    }

    /// Collects the points of the threatened fours, and of replies that are forbidden now but may become legal.
    fn fours(&mut self, line: &[Point]) -> bool {
        let defender = self.tracer.board.to_move();
        self.tracer.board.pass();
        self.tracer.care = Care::TwoStones;
        let holds = self.tracer.follow(line);
        self.tracer.care = Care::OneStone;
        self.tracer.board.pass();
        if K::FORBIDDEN {
            let replies = self.tracer.points;
            for reply in replies.iter() {
                if self.tracer.board.position().is_empty(reply) {
                    self.tracer.note_verdict(reply, defender);
                }
            }
        }
        holds
    }

    fn reply(&mut self, reply: Point) -> bool {
        self.tracer.points.insert(reply);
        self.tracer.board.play(reply);
        let holds = self.plan();
        self.tracer.board.undo();
        holds
    }
}
