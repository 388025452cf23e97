//! Guides: what is left of a proof for a player who finds wins by threats alone.

use crate::shared::{PositionKey, key};
use crate::store::played;
use std::collections::{BTreeSet, HashMap, HashSet};
use tengen_certificate::{Answer, Certificate, Link, NodeId, Nodes, ProofNode, ProofWalk, inverse};
use tengen_core::board::{Point, Position};
use tengen_engine::study::easy_win;

/// The guide of a proof: its nodes, without those at whose positions [`easy_win`] finds a win. It is no proof. `None` if
/// nothing is left.
///
/// Each reply that the proof lists was looked at, also those that are answered as a pass is.
pub fn guide(proof: &Certificate) -> Option<Certificate> {
    let position = proof.head.position()?;
    let mut maker = GuideMaker { proof, easy: HashMap::new(), seen: HashSet::new(), kept: BTreeSet::new() };
    maker.visit(&ProofWalk::plain(Link::plain(proof.root)), &position);
    maker.finish()
}

/// The positions after the attacker's move at a node and a pass, or one of the listed replies, with the nodes that win there.
fn next(nodes: &Nodes, walk: &ProofWalk, position: &Position) -> Vec<(ProofWalk, Position)> {
    let (size, attacker) = (position.size(), position.to_move());
    let after = played(position, walk.point(nodes, size), attacker);
    let listed = walk.listed(nodes, size).into_iter().filter(|&reply| after.is_empty(reply));
    let replied = listed.map(|reply| (Some(reply), played(&after, reply, !attacker)));
    let all = std::iter::once((None, after.clone())).chain(replied);
    all.filter_map(|(reply, position)| Some((walk.after(nodes, size, reply)?, position))).collect()
}

struct GuideMaker<'a> {
    proof: &'a Certificate,
    easy: HashMap<PositionKey, bool>,
    /// The positions that were looked at, with the nodes that win there.
    seen: HashSet<(PositionKey, NodeId)>,
    kept: BTreeSet<NodeId>,
}

impl GuideMaker<'_> {
    fn is_easy(&mut self, position: &Position) -> bool {
        let rule = self.proof.head.rule;
        *self.easy.entry(key(position).0).or_insert_with(|| easy_win(position, rule, &|| false).is_some())
    }

    /// Keeps what is needed at a node and after it; the attacker is to move.
    fn visit(&mut self, walk: &ProofWalk, position: &Position) {
        let (nodes, size) = (&self.proof.nodes, self.proof.head.size);
        if self.is_easy(position) || !self.seen.insert((key(position).0, walk.link.node)) {
            return;
        }
        let mut walk = walk.clone();
        self.kept.insert(walk.link.node);
        while let Some(base) = walk.base(nodes, size) {
            walk = base;
            self.kept.insert(walk.link.node);
        }
        next(nodes, &walk, position).iter().for_each(|(walk, position)| self.visit(walk, position));
    }

    fn finish(self) -> Option<Certificate> {
        let mut nodes = Nodes::new();
        let mut numbers: HashMap<NodeId, NodeId> = HashMap::new();
        for &id in &self.kept {
            let is_kept = |link: &Link| self.kept.contains(&link.node);
            let kept_reply = |answer: &Answer| matches!(answer, Answer::Link(link) if is_kept(link));
            let mut node = self.proof.nodes.get(id);
            match &mut node {
                ProofNode::Four(_, replies) => replies.retain(|reply| kept_reply(&reply.answer)),
                ProofNode::Move { pass, replies, .. } => {
                    *pass = pass.filter(is_kept);
                    replies.retain(|reply| kept_reply(&reply.answer));
                }
                ProofNode::Five(_) | ProofNode::With(..) => {}
            }
            numbers.insert(id, nodes.push(&node.renumbered(|id| numbers[&id])));
        }
        Some(Certificate { head: self.proof.head.clone(), nodes, root: *numbers.get(&self.proof.root)? })
    }
}

/// The attacker's moves by positions, in any orientation.
#[derive(Clone, Default, Debug)]
pub struct GuideMoves {
    moves: HashMap<PositionKey, Point>,
}

impl GuideMoves {
    /// Adds the moves of a guide in its own positions.
    pub fn add(&mut self, guide: &Certificate) {
        if let Some(position) = guide.head.position() {
            self.add_from(guide, &ProofWalk::plain(Link::plain(guide.root)), &position);
        }
    }

    fn add_from(&mut self, guide: &Certificate, walk: &ProofWalk, position: &Position) {
        let (nodes, size) = (&guide.nodes, guide.head.size);
        let (key, symmetry) = key(position);
        let point = walk.point(nodes, size);
        if !position.is_empty(point) || self.moves.insert(key, size.image(point, symmetry)).is_some() {
            return;
        }
        next(nodes, walk, position).iter().for_each(|(walk, position)| self.add_from(guide, walk, position));
    }

    /// The move in a position.
    pub fn get(&self, position: &Position) -> Option<Point> {
        let (key, symmetry) = key(position);
        let point = *self.moves.get(&key)?;
        Some(position.size().image(point, inverse(position.size(), symmetry)))
    }
}
