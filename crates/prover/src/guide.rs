//! Guides: what is left of a proof for a player who finds wins by threats alone.

use crate::shared::{PositionKey, key, key_of};
use crate::store::played;
use std::collections::HashMap;
use tengen_certificate::{Answer, Certificate, Link, NodeId, Nodes, ProofNode, ProofWalk, inverse};
use tengen_core::board::{BoardSize, Point, Position};

/// A guide has the nodes that lead to at least this many, as [`Nodes::size`] counts them. At the positions of the others,
/// [`easy_win`](tengen_engine::study::easy_win) finds a win.
const LARGE: u8 = 128;

/// The guide of a proof: its large nodes. It is no proof. `None` if nothing is left.
///
/// Where it has the node for a pass, it lists the replies that lead to small nodes as answered like a pass, which means a gap.
pub fn guide(proof: &Certificate) -> Option<Certificate> {
    let mut nodes = Nodes::new();
    let mut numbers: HashMap<NodeId, NodeId> = HashMap::new();
    for (id, mut node) in proof.nodes.iter().filter(|&(id, _)| proof.nodes.size(id) >= LARGE) {
        let is_kept = |link: &Link| numbers.contains_key(&link.node);
        let kept_reply = |answer: &Answer| matches!(answer, Answer::Link(link) if is_kept(link));
        match &mut node {
            ProofNode::Move { pass: Some(pass), replies, .. } if is_kept(pass) => {
                replies.retain(|reply| reply.answer != Answer::AsPass);
                let gaps = replies.iter_mut().filter(|reply| !kept_reply(&reply.answer));
                gaps.for_each(|reply| reply.answer = Answer::AsPass);
            }
            ProofNode::Move { pass, replies, .. } => {
                *pass = None;
                replies.retain(|reply| kept_reply(&reply.answer));
            }
            ProofNode::Four(_, replies) => replies.retain(|reply| kept_reply(&reply.answer)),
            ProofNode::With(link, _) if !is_kept(link) => continue,
            ProofNode::Five(_) | ProofNode::With(..) => {}
        }
        numbers.insert(id, nodes.push(&node.renumbered(|id| numbers[&id])));
    }
    Some(Certificate { head: proof.head.clone(), nodes, root: *numbers.get(&proof.root)? })
}

/// The positions after the attacker's move at a node of a guide and a pass, or one of the listed replies, with the nodes that win
/// there.
fn next(nodes: &Nodes, walk: &ProofWalk, position: &Position) -> Vec<(ProofWalk, Position)> {
    let (size, attacker) = (position.size(), position.to_move());
    let after = played(position, walk.point(nodes, size), attacker);
    let is_known = |&reply: &Point| after.is_empty(reply) && !walk.lists_as_pass(nodes, size, reply);
    let listed = walk.listed(nodes, size).into_iter().filter(is_known);
    let replied = listed.map(|reply| (Some(reply), played(&after, reply, !attacker)));
    let all = std::iter::once((None, after.clone())).chain(replied);
    all.filter_map(|(reply, position)| Some((walk.after(nodes, size, reply)?, position))).collect()
}

/// A guide, and the board for which it is read.
struct GuideBoard<'a> {
    guide: &'a Certificate,
    size: BoardSize,
}

impl GuideBoard<'_> {
    /// The same point, seen from the centre of the board.
    fn moved(&self, point: Point) -> Option<Point> {
        let (from, to) = (self.guide.head.size.centre(), self.size.centre());
        let x = (point.x() + to.x()).checked_sub(from.x())?;
        let y = (point.y() + to.y()).checked_sub(from.y())?;
        self.size.contains(Point::new(x, y)).then(|| Point::new(x, y))
    }
}

/// The attacker's moves by positions, in any orientation.
#[derive(Clone, Default, Debug)]
pub struct GuideMoves {
    moves: HashMap<PositionKey, Point>,
}

impl GuideMoves {
    /// Adds the moves of a guide in its own positions, for a board of this size, with its centre on that board's. Its rule does not
    /// matter: they are tried, and no more.
    pub fn add(&mut self, guide: &Certificate, size: BoardSize) {
        if let Some(position) = guide.head.position() {
            let board = GuideBoard { guide, size };
            self.add_from(&board, &ProofWalk::plain(Link::plain(guide.root)), &position);
        }
    }

    fn add_from(&mut self, board: &GuideBoard, walk: &ProofWalk, position: &Position) {
        let GuideBoard { guide: Certificate { head, nodes, .. }, size } = board;
        let point = walk.point(nodes, head.size);
        let stones = position.stones().iter().map(|stone| Some((board.moved(stone.point)?, stone.colour)));
        let (Some(stones), Some(moved)) = (stones.collect::<Option<Vec<_>>>(), board.moved(point)) else { return };
        let (key, symmetry) = key_of(*size, &stones);
        if !position.is_empty(point) || self.moves.insert(key, size.image(moved, symmetry)).is_some() {
            return;
        }
        next(nodes, walk, position).iter().for_each(|(walk, position)| self.add_from(board, walk, position));
    }

    pub fn get(&self, position: &Position) -> Option<Point> {
        let (key, symmetry) = key(position);
        let point = *self.moves.get(&key)?;
        Some(position.size().image(point, inverse(position.size(), symmetry)))
    }
}
