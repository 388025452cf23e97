//! The finished parts of a proof.

use crate::setting::Setting;
use crate::shared::{PositionKey, between, key};
use std::collections::HashMap;
use tengen_certificate::{
    Answer, Collector, Link, NodeId, Nodes, ProofNode, ProofWalk, ReplyTo, TreePart as Verified, Verifier, Zones,
    fives, opening_allows,
};
use tengen_core::board::{BoardSize, Colour, Point, Position};
use tengen_core::rules::opening::OpeningRule;
use tengen_core::rules::{Rule, forbidden_at, stays_legal};

/// A finished part of the proof: a win of the attacker from a position.
#[derive(Clone, Debug)]
pub struct Part {
    /// The part, seen from the position that was asked for.
    pub link: Link,
    /// Its zones there.
    pub zones: Zones,
    /// The most plies to the five.
    pub plies: u32,
}

/// How the attacker wins after a pass.
#[derive(Clone, Debug)]
pub enum Passed {
    /// By a five there.
    Five(Point, Zones),
    /// By another part.
    Part(Part),
}

impl Passed {
    /// The zones of the win after a pass.
    pub fn zones(&self) -> &Zones {
        match self {
            Passed::Five(_, zones) => zones,
            Passed::Part(part) => &part.zones,
        }
    }
}

/// A move of the attacker with the replies that are answered so far.
#[derive(Debug)]
pub struct StoredAttack {
    point: Point,
    pass: Passed,
    collector: Collector,
    replies: Vec<ReplyTo>,
    plies: u32,
}

impl StoredAttack {
    pub fn pass(&self) -> &Passed {
        &self.pass
    }

    pub fn answered(&self) -> usize {
        self.replies.len()
    }
}

/// Nodes of a certificate, and what is known of them.
pub struct Store {
    rule: Rule,
    opening: Option<OpeningRule>,
    size: BoardSize,
    attacker: Colour,
    pub nodes: Nodes,
    /// Verifies them; counts the positions.
    pub verifier: Verifier,
    /// The nodes of a position, each with the symmetry that maps its position to the orientation of the key.
    known: HashMap<PositionKey, Vec<(NodeId, u8)>>,
}

impl Store {
    /// Nothing is known of wins of the attacker.
    pub fn new(&Setting { rule, opening, size, attacker }: &Setting) -> Store {
        let verifier = Verifier::new(rule, size, attacker).under(opening);
        Store { rule, opening, size, attacker, nodes: Nodes::new(), verifier, known: HashMap::new() }
    }

    /// About the bytes that it takes.
    pub fn bytes(&self) -> usize {
        // Of what is known of a position; the map is half to nearly full, and each list has room for four.
        const KNOWN: usize = size_of::<(PositionKey, Vec<(NodeId, u8)>)>() * 3 / 2 + 4 * size_of::<(NodeId, u8)>() + 16;
        self.nodes.bytes() + self.verifier.bytes() + self.known.len() * KNOWN
    }

    pub fn rule(&self) -> Rule {
        self.rule
    }

    pub fn size(&self) -> BoardSize {
        self.size
    }

    pub fn attacker(&self) -> Colour {
        self.attacker
    }

    /// The position of these stones with the attacker to move.
    pub fn position(&self, stones: &[(Point, Colour)]) -> Position {
        let mut position = Position::new(self.size);
        stones.iter().for_each(|&(point, colour)| position.place(point, colour, &mut ()));
        position.set_to_move(self.attacker);
        position
    }

    /// A finished part for a position, which holds with `stones` further stones of the defender.
    pub fn known(&self, position: &Position, stones: usize) -> Option<Part> {
        let (key, symmetry) = key(position);
        let stored = self.known.get(&key)?.iter();
        let mut known = stored.filter_map(|&(node, stands)| Some((node, stands, self.verifier.part(node)?)));
        let (node, stands, part) = known.find(|(_, _, part)| stones == 0 || part.zones.hold(stones))?;
        let symmetry = between(self.size, stands, symmetry);
        let zones = part.zones.image(self.size, symmetry);
        Some(Part { link: Link { node, symmetry }, zones, plies: part.plies })
    }

    pub fn add(&mut self, position: &Position, node: ProofNode, zones: Zones, plies: u32) -> Part {
        let id = self.nodes.push(&node);
        self.keep(id, position, zones, plies)
    }

    fn keep(&mut self, id: NodeId, position: &Position, zones: Zones, plies: u32) -> Part {
        self.verifier.keep(id, position, Verified { zones: zones.clone(), plies });
        let (key, symmetry) = key(position);
        self.known.entry(key).or_default().push((id, symmetry));
        Part { link: Link::plain(id), zones, plies }
    }

    /// Stores the nodes of a win from a position, if it holds; `root` is one of them.
    pub fn adopt(&mut self, nodes: &Nodes, root: NodeId, position: &Position) -> Option<Part> {
        let link = Link::plain(root + self.nodes.append(nodes));
        self.verifier.most = u64::MAX;
        let Verified { zones, plies } = self.verifier.verify(&self.nodes, link, position).ok()?;
        Some(self.keep(link.node, position, zones, plies))
    }

    /// The position after a move of the attacker that is no five, with the attacker to move again; `None` if the move is
    /// not possible, or the defender then makes a five.
    pub fn after(&self, position: &Position, point: Point) -> Option<Position> {
        let is_forbidden = || self.attacker == Colour::Black && forbidden_at(position, point, self.rule).is_some();
        if !position.is_empty(point) || !opening_allows(self.opening, position, point) || is_forbidden() {
            return None;
        }
        let after = played(position, point, self.attacker);
        let loses = !fives(&after, !self.attacker, self.rule).is_empty();
        (!loses && after.empty_count() > 0).then_some(after)
    }

    /// Begins with a move of the attacker; `after` is [`Store::after`] it.
    pub fn begin(&self, position: &Position, after: &Position, point: Point, pass: Passed) -> StoredAttack {
        let stays_legal = self.attacker == Colour::White || stays_legal(position, point, self.rule);
        let plies = if let Passed::Part(part) = &pass { part.plies } else { 1 };
        StoredAttack { point, pass, collector: Collector::new(after, point, stays_legal), replies: Vec::new(), plies }
    }

    /// The replies that must be listed: those in the zone of the win after a pass, where the defender may have `stones`
    /// further stones.
    pub fn replies(&self, after: &Position, pass: &Passed, stones: usize) -> Vec<Point> {
        let is_black = self.attacker == Colour::White;
        let loses = |p: Point| is_black && stones == 0 && forbidden_at(after, p, self.rule).is_some();
        let zone = pass.zones().at(stones + 1);
        after.empty_points().filter(|&p| zone.is_none_or(|zone| zone.contains(p)) && !loses(p)).collect()
    }

    pub fn answer(&self, attack: &mut StoredAttack, reply: Point, part: &Part) {
        attack.collector.add_reply(reply, &part.zones);
        attack.plies = attack.plies.max(part.plies);
        let reply = ReplyTo { point: reply, answer: Answer::Link(part.link) };
        match attack.pass {
            Passed::Five(five, _) if reply.point == five => attack.replies.insert(0, reply), // as the format has it
            _ => attack.replies.push(reply),
        }
    }

    /// Whether a reply is answered by the moves that win after a pass, if these still win with `stones` further stones of
    /// the defender. `next` is the position after the reply. At most `replay` positions are verified.
    pub fn answer_as_pass(
        &mut self,
        attack: &mut StoredAttack,
        reply: Point,
        next: &Position,
        stones: usize,
        replay: u64,
    ) -> bool {
        let Passed::Part(part) = &attack.pass else { return false };
        self.verifier.most = self.verifier.positions + replay;
        match self.verifier.verify_with(&self.nodes, part.link, &[reply], next) {
            Ok(Verified { zones, plies }) if stones == 0 || zones.hold(stones) => {
                attack.collector.add_reply(reply, &zones);
                attack.plies = attack.plies.max(plies);
                attack.replies.push(ReplyTo { point: reply, answer: Answer::AsPass });
                true
            }
            _ => false,
        }
    }

    /// The win of a similar position, if it also wins here.
    pub fn adapt(&mut self, hint: &ProofWalk, position: &Position, replay: u64) -> Option<Part> {
        self.verifier.most = self.verifier.positions + replay;
        let verified = self.verifier.verify_with(&self.nodes, hint.link, &hint.more, position);
        let Verified { zones, plies } = verified.ok()?;
        Some(self.add(position, ProofNode::With(hint.link, hint.more.clone()), zones, plies))
    }

    /// Stores the node of a move all of whose replies are answered; `None` if it does not hold with `stones` further stones.
    pub fn finish(
        &mut self,
        position: &Position,
        after: &Position,
        attack: StoredAttack,
        stones: usize,
    ) -> Option<Part> {
        let StoredAttack { point, pass, collector, replies, plies } = attack;
        let (rule, is_black) = (self.rule, self.attacker == Colour::White);
        let is_lost = |reply| is_black && forbidden_at(after, reply, rule).is_some();
        let attacker = self.attacker;
        // As the format has it.
        let is_four = |five, replies: &[ReplyTo]| match replies.first() {
            Some(reply) => reply.point == five,
            None => fives(after, attacker, rule).len() == 1,
        };
        let zones = collector.finish(Some(pass.zones()), is_lost).ok()?;
        if stones > 0 && !zones.hold(stones) {
            return None;
        }
        let node = match pass {
            Passed::Five(five, _) if is_four(five, &replies) => ProofNode::Four(point, replies),
            Passed::Five(five, zones) => {
                let part = self.add(after, ProofNode::Five(five), zones, 1);
                ProofNode::Move { point, pass: Some(part.link), replies }
            }
            Passed::Part(part) => ProofNode::Move { point, pass: Some(part.link), replies },
        };
        Some(self.add(position, node, zones, plies + 2))
    }

    /// The nodes of a part alone, each after those that it links to, with the number of the first.
    pub fn extract(&self, root: NodeId) -> (Nodes, NodeId) {
        let (mut nodes, mut numbers) = (Nodes::new(), HashMap::new());
        let mut open = vec![(root, false)];
        while let Some((id, is_done)) = open.pop() {
            if numbers.contains_key(&id) {
                continue;
            }
            let node = self.nodes.get(id);
            if is_done {
                let number = nodes.push(&node.renumbered(|id| numbers[&id]));
                numbers.insert(id, number);
            } else {
                open.push((id, true));
                open.extend(node.links().map(|link| (link.node, false)));
            }
        }
        (nodes, numbers[&root])
    }
}

/// The position after a stone of one side, with the attacker to move: the other side's stone gives the attacker the move,
/// and after its own it stands for a pass of the defender.
pub fn played(position: &Position, point: Point, colour: Colour) -> Position {
    let mut after = position.with_stone(point, colour);
    after.set_to_move(position.to_move());
    after
}
