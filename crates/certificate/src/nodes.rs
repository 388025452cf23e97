//! The nodes of a certificate, packed: millions of them fit in memory.
//!
//! ```text
//! 2 bytes     a point, the kind of the node, and whether and how its first link turns the board
//! 1 byte      how many nodes it leads to, up to 255
//! links       how many bytes back the node begins, as LEB128
//! replies     their number; for each 2 bytes: its point and how its link turns the board; and the link
//! ```

use crate::tree::{Answer, Head, Link, NodeId, ProofNode, ReplyTo};
use tengen_core::board::Point;

/// Nodes, each of which links to earlier ones.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Nodes {
    bytes: Vec<u8>,
    count: usize,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certificate {
    pub head: Head,
    pub nodes: Nodes,
    /// The node of the position that is claimed to be won.
    pub root: NodeId,
}

const KIND: u32 = 10;
const LINKED: u32 = 12;
const SYMMETRY: u32 = 13;
/// In the word of a reply: it is answered as a pass is.
const AS_PASS: u16 = 1 << 12;

fn packed(point: Point) -> u16 {
    u16::from(point.y()) << 5 | u16::from(point.x())
}

fn point(word: u16) -> Point {
    Point::new((word & 31) as u8, (word >> 5 & 31) as u8)
}

impl Nodes {
    pub fn new() -> Nodes {
        Nodes::default()
    }

    pub fn len(&self) -> usize {
        self.count
    }

    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    pub fn bytes(&self) -> usize {
        self.bytes.len()
    }

    /// Adds a node, which links to earlier ones.
    pub fn push(&mut self, node: &ProofNode) -> NodeId {
        let id = self.bytes.len() as NodeId;
        let (kind, at, link) = match node {
            ProofNode::Five(point) => (0, *point, None),
            ProofNode::Four(point, _) => (1, *point, None),
            ProofNode::Move { point, pass, .. } => (2, *point, *pass),
            ProofNode::With(link, _) => (3, Point::new(0, 0), Some(*link)),
        };
        let turned = link.map_or(0, |link| 1 << LINKED | u16::from(link.symmetry) << SYMMETRY);
        let size = node.links().fold(1, |size: u8, link| size.saturating_add(self.size(link.node)));
        self.word(packed(at) | kind << KIND | turned);
        self.bytes.push(size);
        if let Some(link) = link {
            self.number(id - link.node);
        }
        match node {
            ProofNode::Five(_) => {}
            ProofNode::Four(_, replies) | ProofNode::Move { replies, .. } => {
                self.number(replies.len() as u64);
                for reply in replies {
                    match reply.answer {
                        Answer::AsPass => self.word(packed(reply.point) | AS_PASS),
                        Answer::Link(link) => {
                            self.word(packed(reply.point) | u16::from(link.symmetry) << SYMMETRY);
                            self.number(id - link.node);
                        }
                    }
                }
            }
            ProofNode::With(_, more) => {
                self.number(more.len() as u64);
                more.iter().for_each(|&stone| self.word(packed(stone)));
            }
        }
        self.count += 1;
        id
    }

    /// Adds all nodes of another list. Returns what is to be added to their numbers.
    pub fn append(&mut self, other: &Nodes) -> NodeId {
        let first = self.bytes.len() as NodeId;
        self.bytes.extend_from_slice(&other.bytes);
        self.count += other.count;
        first
    }

    /// How many nodes a node leads to, with itself, up to 255; those to which several links lead count for each.
    pub fn size(&self, id: NodeId) -> u8 {
        self.bytes[id as usize + 2]
    }

    pub fn get(&self, id: NodeId) -> ProofNode {
        self.read(id).0
    }

    pub fn iter(&self) -> impl Iterator<Item = (NodeId, ProofNode)> + '_ {
        let mut next = 0;
        std::iter::from_fn(move || {
            let id = next;
            (id < self.bytes.len() as NodeId).then(|| {
                let (node, end) = self.read(id);
                next = end;
                (id, node)
            })
        })
    }

    /// A node, and where the next one begins.
    fn read(&self, id: NodeId) -> (ProofNode, NodeId) {
        let mut reader = NodeReader { bytes: &self.bytes, id, next: id as usize };
        let head = reader.word();
        reader.next += 1;
        let link = (head >> LINKED & 1 != 0).then(|| reader.link(head));
        let node = match (head >> KIND & 3, link) {
            (0, _) => ProofNode::Five(point(head)),
            (1, _) => ProofNode::Four(point(head), reader.replies()),
            (3, Some(link)) => {
                let count = reader.number();
                ProofNode::With(link, (0..count).map(|_| point(reader.word())).collect())
            }
            (_, pass) => ProofNode::Move { point: point(head), pass, replies: reader.replies() },
        };
        (node, reader.next as NodeId)
    }

    fn word(&mut self, word: u16) {
        self.bytes.extend_from_slice(&word.to_le_bytes());
    }

    fn number(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.bytes.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.bytes.push(number as u8);
    }
}

struct NodeReader<'a> {
    bytes: &'a [u8],
    id: NodeId,
    next: usize,
}

impl NodeReader<'_> {
    fn word(&mut self) -> u16 {
        let word = u16::from_le_bytes([self.bytes[self.next], self.bytes[self.next + 1]]);
        self.next += 2;
        word
    }

    fn number(&mut self) -> u64 {
        let (mut number, mut shift) = (0, 0);
        loop {
            let byte = self.bytes[self.next];
            self.next += 1;
            number |= u64::from(byte & 0x7f) << shift;
            shift += 7;
            if byte & 0x80 == 0 {
                return number;
            }
        }
    }

    fn link(&mut self, word: u16) -> Link {
        Link { node: self.id - self.number(), symmetry: (word >> SYMMETRY) as u8 }
    }

    fn replies(&mut self) -> Vec<ReplyTo> {
        let count = self.number();
        let reply = |_| {
            let word = self.word();
            let answer = if word & AS_PASS != 0 { Answer::AsPass } else { Answer::Link(self.link(word)) };
            ReplyTo { point: point(word), answer }
        };
        (0..count).map(reply).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_come_back_as_they_were() {
        let (far, near) = (Point::new(30, 30), Point::new(0, 1));
        let mut nodes = Nodes::new();
        let five = Link { node: nodes.push(&ProofNode::Five(far)), symmetry: 7 };
        let replies =
            vec![ReplyTo { point: near, answer: Answer::Link(five) }, ReplyTo { point: far, answer: Answer::AsPass }];
        let own = [
            ProofNode::Four(near, replies.clone()),
            ProofNode::Move { point: near, pass: None, replies: Vec::new() },
            ProofNode::Move { point: far, pass: Some(Link { symmetry: 3, ..five }), replies },
            ProofNode::With(five, vec![near, far]),
        ];
        let ids = own.each_ref().map(|node| nodes.push(node));
        assert_eq!(ids.map(|id| nodes.get(id)), own);
        assert_eq!(ids.map(|id| nodes.size(id)), [2, 1, 3, 2]);
        assert_eq!(nodes.iter().skip(1).collect::<Vec<_>>(), ids.into_iter().zip(own.clone()).collect::<Vec<_>>());
        let mut twice = nodes.clone();
        let first = twice.append(&nodes);
        assert_eq!(twice.len(), 2 * nodes.len());
        let moved = own.map(|node| node.renumbered(|id| id + first));
        assert_eq!(ids.map(|id| twice.get(id + first)), moved);
    }
}
