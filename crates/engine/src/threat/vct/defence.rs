//! Against a win that the opponent would have if we passed: which moves can spoil it?
//!
//! One stone `p` of the defender comes before the attack begins. The attacker plays as in the proof, and
//! gets through unless
//!
//! - `p` takes a point of the proof: a threat, a reply, a five; or what black's fouls depend on;
//! - at some turn of the attacker the defender has a four with `p`: then `p` is a point where he would
//!   make a four there;
//! - against a reply that the proof does not mention, the threatened fours no longer win, because that
//!   reply and `p` *together* do what one stone could not: make a four along the line. Then `p` is a
//!   point where a stone makes at least a blocked three.
//!
//! The points of all of these are collected over the whole proof; any other move loses to it.

use super::Solver;
use crate::pattern::{Class, Kind, PatternBoard};
use crate::threat::Stop;
use crate::threat::proof::{Plan, Proof, Threat};
use crate::threat::relevance_zone::{Care, Tracer};
use std::collections::HashSet;
use tengen_core::board::{Point, PointSet};

impl Solver {
    /// The points where a stone of the defender, placed before the attack begins, might spoil a proof
    /// for the side to move: moves elsewhere certainly lose to it. Necessary, not sufficient. `None`
    /// when the proof cannot be followed, or not until `stop` says so (then every move may help).
    pub fn refutations<K: Kind>(
        &mut self,
        board: &mut PatternBoard<K>,
        proof: &Proof,
        stop: Stop,
    ) -> Option<PointSet> {
        let mut walk = Walk {
            tracer: Tracer::new(board, &mut self.workers[0].vcf, Care::OneStone, stop),
            proof,
            seen: HashSet::new(),
        };
        walk.plan().then_some(walk.tracer.points)
    }
}

/// A walk through all positions of a proof.
struct Walk<'a, K: Kind> {
    tracer: Tracer<'a, K>,
    proof: &'a Proof,
    seen: HashSet<u64>,
}

impl<K: Kind> Walk<'_, K> {
    /// Collects from the attacker's turn on. False where the proof does not hold together.
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
        let holds = match self.tracer.board.count(attacker, Class::Five) {
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

    /// The fours that are threatened, and the replies that are fouls now but need not stay so.
    fn fours(&mut self, line: &[Point]) -> bool {
        let defender = self.tracer.board.to_move();
        self.tracer.board.pass();
        self.tracer.care = Care::TwoStones;
        let holds = self.tracer.follow(line);
        self.tracer.care = Care::OneStone;
        self.tracer.board.pass();
        if K::FOULS {
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
