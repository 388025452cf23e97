//! Whether the parts of a certificate hold, by the rules.

use crate::grid::Grid;
use crate::nodes::Nodes;
use crate::parts::{StonesOfPart, TreePart, VerifiedParts};
use crate::symmetry::inverse;
use crate::tree::{Answer, Link, NodeId, ProofNode, ReplyTo, opening_allows};
use crate::zone::{Collector, Zones, fives};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tengen_core::board::{BoardSize, Colour, Content, Point, PointSet, Position};
use tengen_core::rules::opening::OpeningRule;
use tengen_core::rules::{Rule, completes_five, forbidden_at, stays_legal};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refused {
    /// The moves from the position of the part; `None` stands for a reply that is not listed.
    pub line: Vec<Option<Point>>,
    pub why: Why,
}

/// What does not hold in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// The attacker's move is not possible.
    Taken(Point),
    Forbidden(Point),
    /// The opening rule does not allow it.
    Opening(Point),
    NoFive(Point),
    /// It makes a five, so nothing follows it.
    Five(Point),
    NoFour(Point),
    /// After it the defender makes a five.
    Lost(Point),
    Unanswered(Point),
    /// The reply is listed twice, or not possible.
    NoReply(Point),
    /// Nothing is said about a pass.
    NoPass,
    /// A stone that is to be added is not there, or is added twice.
    NoStone(Point),
    /// A node makes the moves of another one, and adds no stone to its position.
    NoStones,
    /// A link leads to a node of another position.
    OtherPosition,
    /// The work is limited, and there is too much of it.
    TooLong,
}

/// A part of fewer nodes is verified again where it is needed: that takes less than to keep it.
const KEPT: u8 = 16;

/// Verifies parts of a certificate, and keeps what it found.
///
/// Whether a part holds, and its zones, do not depend on what was verified before, or by which thread.
pub struct Verifier {
    rule: Rule,
    opening: Option<OpeningRule>,
    attacker: Colour,
    size: BoardSize,
    parts: Arc<VerifiedParts>,
    /// Which of how many verifiers that share their parts this is: each begins with other replies.
    place: (usize, usize),
    /// What a zone promises is not relied on.
    replays: bool,
    stop: Arc<AtomicBool>,
    /// The moves from the position that is verified.
    line: Vec<Option<Point>>,
    pub positions: u64,
    /// A part is refused when this many have been verified.
    pub most: u64,
}

impl Verifier {
    pub fn new(rule: Rule, size: BoardSize, attacker: Colour) -> Verifier {
        let (parts, stop, line) = (Arc::new(VerifiedParts::new(size)), Arc::default(), Vec::new());
        Verifier {
            rule,
            opening: None,
            attacker,
            size,
            parts,
            place: (0, 1),
            replays: false,
            stop,
            line,
            positions: 0,
            most: u64::MAX,
        }
    }

    /// A verifier of a certificate under an opening rule.
    pub fn under(self, opening: Option<OpeningRule>) -> Verifier {
        Verifier { opening, ..self }
    }

    /// A verifier that replays a win with further stones of the defender move by move, where others rely on its zone. That
    /// takes long, and shows whether the zone is right.
    pub fn replaying(self) -> Verifier {
        Verifier { replays: true, ..self }
    }

    /// Verifiers that share what they find.
    pub fn several(self, count: usize) -> Vec<Verifier> {
        let verifier = |number| Verifier {
            parts: self.parts.clone(),
            stop: self.stop.clone(),
            place: (number, count),
            line: Vec::new(),
            ..self
        };
        (0..count).map(verifier).collect()
    }

    /// Ends all verifiers that share their parts.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// About the bytes of the parts that are kept.
    pub fn bytes(&self) -> usize {
        self.parts.bytes()
    }

    /// The nodes whose parts are kept, in order.
    pub(crate) fn kept_nodes(&self) -> Vec<NodeId> {
        self.parts.nodes()
    }

    pub(crate) fn kept(&self, node: NodeId) -> Option<(Position, TreePart)> {
        let (stones, part) = self.parts.get(node)?;
        let (grid, mut position) = (Grid::of(self.size), Position::new(self.size));
        let (own, other) = stones.split_at(grid.words());
        for (set, colour) in [(own, self.attacker), (other, !self.attacker)] {
            grid.iter(set).for_each(|point| position.place(point, colour, &mut ()));
        }
        position.set_to_move(self.attacker);
        Some((position, part))
    }

    pub fn part(&self, node: NodeId) -> Option<TreePart> {
        self.parts.get(node).map(|(_, part)| part)
    }

    /// Keeps a part of which the caller knows that it holds at this position.
    pub fn keep(&mut self, node: NodeId, position: &Position, part: TreePart) {
        self.parts.insert(node, self.stones(position, 0), &part);
    }

    /// Verifies that the attacker, to move, wins from a position by a node.
    pub fn verify(&mut self, nodes: &Nodes, link: Link, position: &Position) -> Result<TreePart, Refused> {
        self.line.clear();
        self.own(nodes, link, &mut position.clone())
    }

    /// Verifies that the moves of a node still win with further stones of the defender, which `position` has.
    pub fn verify_with(
        &mut self,
        nodes: &Nodes,
        link: Link,
        more: &[Point],
        position: &Position,
    ) -> Result<TreePart, Refused> {
        self.line.clear();
        self.with(nodes, link, more, &mut position.clone())
    }

    fn refuse<T>(&self, why: Why) -> Result<T, Refused> {
        Err(Refused { line: self.line.clone(), why })
    }

    fn stones(&self, position: &Position, symmetry: u8) -> StonesOfPart {
        self.stones_without(position, &[], symmetry)
    }

    /// The stones of a position without some of the defender's.
    fn stones_without(&self, position: &Position, more: &[Point], symmetry: u8) -> StonesOfPart {
        let grid = Grid::of(self.size);
        let mut words = vec![0; 2 * grid.words()];
        let (own, other) = words.split_at_mut(grid.words());
        for stone in position.stones().iter().filter(|stone| !more.contains(&stone.point)) {
            let set = if stone.colour == self.attacker { &mut *own } else { &mut *other };
            grid.insert(set, self.size.image(stone.point, symmetry));
        }
        words
    }

    /// Verifies a node at its own position, or finds it verified there.
    fn own(&mut self, nodes: &Nodes, link: Link, position: &mut Position) -> Result<TreePart, Refused> {
        let back = inverse(self.size, link.symmetry);
        if let Some((known, part)) = self.parts.get(link.node) {
            return match known == self.stones(position, back) {
                true => Ok(part.image(self.size, link.symmetry)),
                false => self.refuse(Why::OtherPosition),
            };
        }
        let part = self.attack(nodes, link, &[], position)?;
        let keep = || self.parts.insert(link.node, self.stones(position, back), &part.image(self.size, back));
        if nodes.size(link.node) >= KEPT && !keep() {
            return self.refuse(Why::OtherPosition); // another thread has met the node there
        }
        Ok(part)
    }

    /// Verifies a node at its own position with further stones of the defender on the board.
    fn with(
        &mut self,
        nodes: &Nodes,
        link: Link,
        more: &[Point],
        position: &mut Position,
    ) -> Result<TreePart, Refused> {
        if nodes.size(link.node) >= KEPT && !self.replays {
            let part = self.without(nodes, link, more, position)?;
            let zone = part.zones.at(more.len());
            if zone.is_some_and(|zone| more.iter().all(|&stone| !zone.contains(stone))) {
                return Ok(TreePart { zones: part.zones.beyond(more.len()), plies: part.plies });
            }
        }
        self.attack(nodes, link, more, position)
    }

    /// Verifies a node at its own position, which lacks these stones of the defender.
    fn without(&mut self, nodes: &Nodes, link: Link, more: &[Point], position: &Position) -> Result<TreePart, Refused> {
        if let Some((known, part)) = self.parts.get(link.node) {
            return match known == self.stones_without(position, more, inverse(self.size, link.symmetry)) {
                true => Ok(part.image(self.size, link.symmetry)),
                false => self.refuse(Why::OtherPosition),
            };
        }
        let mut before = Position::new(self.size);
        let stones = position.stones().iter().filter(|stone| !more.contains(&stone.point));
        stones.for_each(|stone| before.place(stone.point, stone.colour, &mut ()));
        before.set_to_move(self.attacker);
        self.own(nodes, link, &mut before)
    }

    /// Verifies what a node does in a position.
    fn attack(
        &mut self,
        nodes: &Nodes,
        link: Link,
        more: &[Point],
        position: &mut Position,
    ) -> Result<TreePart, Refused> {
        self.positions += 1;
        if self.positions > self.most || self.stop.load(Ordering::Relaxed) {
            return self.refuse(Why::TooLong);
        }
        let node = nodes.get(link.node);
        let point = match node {
            ProofNode::Five(point) | ProofNode::Four(point, _) | ProofNode::Move { point, .. } => point,
            ProofNode::With(_, added) if added.is_empty() => return self.refuse(Why::NoStones),
            ProofNode::With(base, added) => {
                let mut all = more.to_vec();
                for stone in added {
                    let stone = self.size.image(stone, link.symmetry);
                    if position.at(stone) != Content::Stone(!self.attacker) || all.contains(&stone) {
                        return self.refuse(Why::NoStone(stone));
                    }
                    all.push(stone);
                }
                return self.with(nodes, base.seen(self.size, link.symmetry), &all, position);
            }
        };
        let point = self.size.image(point, link.symmetry);
        if !position.is_empty(point) {
            return self.refuse(Why::Taken(point));
        }
        if !opening_allows(self.opening, position, point) {
            return self.refuse(Why::Opening(point));
        }
        let is_five = completes_five(position, point, self.attacker, self.rule);
        if is_five != matches!(node, ProofNode::Five(_)) {
            return self.refuse(if is_five { Why::Five(point) } else { Why::NoFive(point) });
        }
        if is_five {
            return Ok(TreePart { zones: Zones::of_five(position, point, self.rule), plies: 1 });
        }
        if self.attacker == Colour::Black && forbidden_at(position, point, self.rule).is_some() {
            return self.refuse(Why::Forbidden(point));
        }
        let stays_legal = self.attacker == Colour::White || stays_legal(position, point, self.rule);
        self.after(point, self.attacker, position, |verifier, position| {
            let collector = Collector::new(position, point, stays_legal);
            verifier.defend(nodes, (&node, link), more, collector, point, position)
        })
    }

    /// The result of `verify` with a stone on the board and the attacker to move.
    fn after(
        &mut self,
        point: Point,
        colour: Colour,
        position: &mut Position,
        verify: impl FnOnce(&mut Self, &mut Position) -> Result<TreePart, Refused>,
    ) -> Result<TreePart, Refused> {
        position.place(point, colour, &mut ());
        position.set_to_move(self.attacker);
        self.line.push(Some(point));
        let part = verify(self, position)?;
        self.line.pop();
        position.undo(&mut ());
        position.set_to_move(self.attacker);
        Ok(part)
    }

    /// Verifies that the attacker, who has just played `point`, wins against all replies.
    fn defend(
        &mut self,
        nodes: &Nodes,
        (node, link): (&ProofNode, Link),
        more: &[Point],
        mut collector: Collector,
        point: Point,
        position: &mut Position,
    ) -> Result<TreePart, Refused> {
        let (rule, defender) = (self.rule, !self.attacker);
        if let Some(five) = collector.fives().find(|&p| completes_five(position, p, defender, rule)) {
            return self.refuse(Why::Lost(five));
        }
        let (pass, replies): (Option<Link>, &[ReplyTo]) = match node {
            ProofNode::Move { pass, replies, .. } => (pass.map(|pass| pass.seen(self.size, link.symmetry)), replies),
            ProofNode::Four(_, replies) => (None, replies),
            ProofNode::Five(_) | ProofNode::With(..) => (None, &[]),
        };
        let replies = replies.iter().map(|reply| (self.size.image(reply.point, link.symmetry), reply.answer));
        let first = replies.clone().next().map(|(stone, _)| stone);
        // A further stone may be on the point of a reply.
        let mut replies: Vec<(Point, Answer)> = replies.filter(|(stone, _)| !more.contains(stone)).collect();
        let mut listed = PointSet::EMPTY;
        for &(stone, _) in &replies {
            if !position.is_empty(stone) || listed.contains(stone) {
                return self.refuse(Why::NoReply(stone));
            }
            listed.insert(stone);
        }
        if self.place.0 > 0 && more.is_empty() {
            self.look_ahead(nodes, pass, &replies, link, position)?;
        }
        let passed = match pass {
            Some(pass) => {
                self.line.push(None);
                // Its exact zone leaves fewer replies open than the one that holds for any further stones.
                let part = match more {
                    [] => self.own(nodes, pass, position)?,
                    _ => self.attack(nodes, pass, more, position)?,
                };
                self.line.pop();
                Some(part)
            }
            None if matches!(node, ProofNode::Four(..)) => {
                let is_five = |&p: &Point| completes_five(position, p, self.attacker, rule);
                let only = || fives(position, self.attacker, rule).try_into().ok().map(|[five]: [Point; 1]| five);
                let five = first.or_else(only).filter(is_five);
                let Some(five) = five else { return self.refuse(Why::NoFour(point)) };
                Some(TreePart { zones: Zones::of_five(position, five, rule), plies: 1 })
            }
            None if replies.is_empty() => return self.refuse(Why::NoPass),
            None => None,
        };
        // With further stones on the board, more replies may be in the zone of the win after a pass. They are tried.
        if let (Some(part), [_, ..], Some(_)) = (&passed, more, pass) {
            let open = position.empty_points().filter(|&p| !listed.contains(p));
            let open = open.filter(|&p| part.zones.at(1).is_none_or(|zone| zone.contains(p)));
            replies.extend(open.map(|p| (p, Answer::AsPass)));
        }
        let mut plies = passed.as_ref().map_or(0, |part| part.plies);
        for (stone, answer) in replies {
            let part = self.after(stone, defender, position, |verifier, position| match (answer, pass) {
                (Answer::Link(answer), _) => {
                    verifier.meet(nodes, answer.seen(verifier.size, link.symmetry), more, position)
                }
                (Answer::AsPass, Some(pass)) => verifier.with(nodes, pass, &[more, &[stone]].concat(), position),
                (Answer::AsPass, None) => verifier.refuse(Why::NoPass),
            })?;
            collector.add_reply(stone, &part.zones);
            plies = plies.max(part.plies);
        }
        let is_lost = |reply| defender == Colour::Black && forbidden_at(position, reply, rule).is_some();
        match collector.finish(passed.as_ref().map(|part| &part.zones), is_lost) {
            Ok(zones) => Ok(TreePart { zones, plies: plies + 2 }),
            Err(reply) => self.refuse(Why::Unanswered(reply)),
        }
    }

    /// Verifies what a move leads to, and begins elsewhere than others do: they find it verified.
    fn look_ahead(
        &mut self,
        nodes: &Nodes,
        pass: Option<Link>,
        replies: &[(Point, Answer)],
        link: Link,
        position: &mut Position,
    ) -> Result<(), Refused> {
        let links = replies.iter().filter_map(|&(stone, answer)| match answer {
            Answer::Link(answer) => Some((Some(stone), answer.seen(self.size, link.symmetry))),
            Answer::AsPass => None,
        });
        let all = pass.map(|pass| (None, pass)).into_iter().chain(links);
        let mut all: Vec<(Option<Point>, Link)> = all.filter(|(_, link)| nodes.size(link.node) >= KEPT).collect();
        let (number, count) = self.place;
        let first = all.len() * number / count;
        all.rotate_left(first);
        for (stone, link) in all {
            match stone {
                None => self.own(nodes, link, position)?,
                Some(stone) => self
                    .after(stone, !self.attacker, position, |verifier, position| verifier.own(nodes, link, position))?,
            };
        }
        Ok(())
    }

    fn meet(
        &mut self,
        nodes: &Nodes,
        link: Link,
        more: &[Point],
        position: &mut Position,
    ) -> Result<TreePart, Refused> {
        if more.is_empty() { self.own(nodes, link, position) } else { self.with(nodes, link, more, position) }
    }
}
