//! Guides: what is left of a proof for a player who finds wins by threats alone.

use crate::shared::{PositionKey, key, key_of};
use crate::store::played;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use tengen_certificate::{Answer, Certificate, Link, NodeId, Nodes, ProofNode, ProofWalk, inverse};
use tengen_core::board::{BoardSize, Point, Position};
use tengen_engine::study::easy_win;

/// The guide of a proof: its nodes, without those at whose positions [`easy_win`] finds a win, which these threads look for.
/// It is no proof. `None` if nothing is left. With `plies` it has only the moves of the first plies after the position of the
/// proof: not enough to play by, but it leads the search for a proof.
///
/// Each reply that the proof lists was looked at, also those that are answered as a pass is.
pub fn guide(proof: &Certificate, threads: usize, plies: Option<usize>) -> Option<Certificate> {
    let position = proof.head.position()?;
    let mut maker = GuideMaker { proof, easy: HashMap::new(), seen: HashSet::new(), kept: BTreeSet::new() };
    let mut round = vec![(ProofWalk::plain(Link::plain(proof.root)), position)];
    let rounds = plies.map_or(usize::MAX, |plies| plies.div_ceil(2));
    for _ in 0..rounds {
        if round.is_empty() {
            break;
        }
        maker.look_for_easy_wins(&round, threads);
        round = round.into_iter().flat_map(|(walk, position)| maker.visit(walk, &position)).collect();
    }
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
    fn look_for_easy_wins(&mut self, round: &[(ProofWalk, Position)], threads: usize) {
        let rule = self.proof.head.rule;
        let keyed = round.iter().map(|(_, position)| (key(position).0, position));
        let new: HashMap<PositionKey, &Position> = keyed.filter(|(key, _)| !self.easy.contains_key(key)).collect();
        let (new, next) = (Vec::from_iter(new), AtomicUsize::new(0));
        let work = || {
            let each = std::iter::from_fn(|| new.get(next.fetch_add(1, Ordering::Relaxed)));
            each.map(|(key, position)| (*key, easy_win(position, rule, &|| false).is_some())).collect::<Vec<_>>()
        };
        let found: Vec<_> = std::thread::scope(|scope| {
            let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
            let own = work();
            others.into_iter().flat_map(|other| other.join().expect("no search panics")).chain(own).collect()
        });
        self.easy.extend(found);
    }

    /// Keeps what is needed at a node; returns the positions after it. The attacker is to move.
    fn visit(&mut self, mut walk: ProofWalk, position: &Position) -> Vec<(ProofWalk, Position)> {
        let (nodes, size) = (&self.proof.nodes, self.proof.head.size);
        let key = key(position).0;
        if self.easy[&key] || !self.seen.insert((key, walk.link.node)) {
            return Vec::new();
        }
        self.kept.insert(walk.link.node);
        while let Some(base) = walk.base(nodes, size) {
            walk = base;
            self.kept.insert(walk.link.node);
        }
        next(nodes, &walk, position)
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

/// A guide, and the board for which it is read.
struct Way<'a> {
    guide: &'a Certificate,
    size: BoardSize,
}

impl Way<'_> {
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
            let way = Way { guide, size };
            self.add_from(&way, &ProofWalk::plain(Link::plain(guide.root)), &position);
        }
    }

    fn add_from(&mut self, way: &Way, walk: &ProofWalk, position: &Position) {
        let Way { guide: Certificate { head, nodes, .. }, size } = way;
        let point = walk.point(nodes, head.size);
        let stones = position.stones().iter().map(|stone| Some((way.moved(stone.point)?, stone.colour)));
        let (Some(stones), Some(moved)) = (stones.collect::<Option<Vec<_>>>(), way.moved(point)) else {
            return;
        };
        let (key, symmetry) = key_of(*size, &stones);
        if !position.is_empty(point) || self.moves.insert(key, size.image(moved, symmetry)).is_some() {
            return;
        }
        next(nodes, walk, position).iter().for_each(|(walk, position)| self.add_from(way, walk, position));
    }

    /// The move in a position.
    pub fn get(&self, position: &Position) -> Option<Point> {
        let (key, symmetry) = key(position);
        let point = *self.moves.get(&key)?;
        Some(position.size().image(point, inverse(position.size(), symmetry)))
    }
}
