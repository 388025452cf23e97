//! The attacker's play by a certificate: its move in each position, whatever the defender replied.

use crate::nodes::Nodes;
use crate::tree::{Answer, Link, ProofNode};
use crate::zone::fives;
use tengen_core::board::{BoardSize, Colour, Point, Position};
use tengen_core::rules::Rule;

/// A node, in a position of the attacker that may have further stones of the defender.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProofWalk {
    pub link: Link,
    /// The stones of the defender that the node's position lacks.
    pub more: Vec<Point>,
}

/// What the attacker does after a reply.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Next {
    Walk(ProofWalk),
    Five(Point),
}

impl ProofWalk {
    /// At a node as it is.
    pub fn plain(link: Link) -> ProofWalk {
        ProofWalk { link, more: Vec::new() }
    }

    /// The same, at the node whose moves it makes.
    fn resolved(&self, nodes: &Nodes, size: BoardSize) -> ProofWalk {
        let mut walk = self.clone();
        while let Some(base) = walk.base(nodes, size) {
            walk = base;
        }
        walk
    }

    /// At the node to which this one adds stones of the defender.
    pub fn base(&self, nodes: &Nodes, size: BoardSize) -> Option<ProofWalk> {
        let ProofWalk { link: Link { node, symmetry }, more } = self;
        let ProofNode::With(base, added) = nodes.get(*node) else { return None };
        let added = added.iter().map(|&stone| size.image(stone, *symmetry));
        Some(ProofWalk { link: base.seen(size, *symmetry), more: more.iter().copied().chain(added).collect() })
    }

    pub fn point(&self, nodes: &Nodes, size: BoardSize) -> Point {
        let ProofWalk { link, .. } = self.resolved(nodes, size);
        match nodes.get(link.node) {
            ProofNode::Five(point) | ProofNode::Four(point, _) | ProofNode::Move { point, .. } => {
                size.image(point, link.symmetry)
            }
            ProofNode::With(..) => unreachable!("it is resolved"),
        }
    }

    pub fn listed(&self, nodes: &Nodes, size: BoardSize) -> Vec<Point> {
        let ProofWalk { link, .. } = self.resolved(nodes, size);
        match nodes.get(link.node) {
            ProofNode::Four(_, replies) | ProofNode::Move { replies, .. } => {
                replies.iter().map(|reply| size.image(reply.point, link.symmetry)).collect()
            }
            ProofNode::Five(_) | ProofNode::With(..) => Vec::new(),
        }
    }

    /// Whether the node lists a reply as answered like a pass. In a guide, that is a gap.
    pub fn lists_as_pass(&self, nodes: &Nodes, size: BoardSize, reply: Point) -> bool {
        let ProofWalk { link, .. } = self.resolved(nodes, size);
        let (ProofNode::Four(_, replies) | ProofNode::Move { replies, .. }) = nodes.get(link.node) else {
            return false;
        };
        let mut listed = replies.iter().filter(|listed| listed.answer == Answer::AsPass);
        listed.any(|listed| size.image(listed.point, link.symmetry) == reply)
    }

    /// After the attacker's move and a reply, or a pass; `None` if it is not known, or the node makes a four and the reply
    /// is a pass.
    pub fn after(&self, nodes: &Nodes, size: BoardSize, reply: Option<Point>) -> Option<ProofWalk> {
        let ProofWalk { link, mut more } = self.resolved(nodes, size);
        let (pass, replies) = match nodes.get(link.node) {
            ProofNode::Move { pass, replies, .. } => (pass, replies),
            ProofNode::Four(_, replies) => (None, replies),
            ProofNode::Five(_) | ProofNode::With(..) => return None,
        };
        let listed = replies.iter().find(|listed| Some(size.image(listed.point, link.symmetry)) == reply);
        let next = match listed.map(|listed| listed.answer) {
            Some(Answer::Link(answer)) => answer,
            _ => {
                more.extend(reply);
                pass?
            }
        };
        Some(ProofWalk { link: next.seen(size, link.symmetry), more })
    }

    /// What the attacker does in a position after its move and a reply, which the position has; `None` if the certificate
    /// does not hold here.
    pub fn answer(&self, nodes: &Nodes, rule: Rule, position: &Position, attacker: Colour) -> Option<Next> {
        let reply = position.stones().last()?.point;
        if let Some(walk) = self.after(nodes, position.size(), Some(reply)) {
            return Some(Next::Walk(walk));
        }
        fives(position, attacker, rule).first().map(|&five| Next::Five(five))
    }
}
