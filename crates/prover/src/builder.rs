//! Wins that the engine's solvers find, as nodes of a certificate.

use crate::shared::{Key, between, key};
use std::collections::HashMap;
use tengen_certificate::{
    Answer, Collector, Link, Node, NodeId, Part as Verified, Reply, Verifier, Zone, Zones, fives, inverse,
};
use tengen_common::{Limits, StopRequest, Stoppable};
use tengen_core::board::{Colour, Point, Position};
use tengen_core::rules::{Rule, completes_five, forbidden_at, stays_legal};
use tengen_engine::pattern::{Kind, PatternBoard};
use tengen_engine::search::Searcher;
use tengen_engine::threat::proof::{Plan, Proof};
use tengen_engine::threat::vcf::{self, Vcf};
use tengen_engine::threat::vct::{self, Solver};

/// The nodes that a position may cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// Nodes of a search for a VCF.
    pub fours: u64,
    /// Nodes of a search for a VCT.
    pub threats: u64,
    /// Nodes of an alpha-beta search, and of all those behind a move that is no threat.
    pub search: u64,
}

impl Effort {
    /// Whether this is as much as another effort.
    fn covers(self, other: Effort) -> bool {
        self.fours >= other.fours && self.threats >= other.threats && self.search >= other.search
    }
}

/// A finished part of the proof.
#[derive(Clone, Debug)]
pub struct Part {
    /// The part, seen from the position that was asked for.
    pub link: Link,
    /// Its zones there.
    pub zones: Zones,
    /// The most plies to the five.
    pub plies: u32,
}

/// A node, and the symmetry that maps its position to the orientation of the key.
type Stored = (NodeId, u8);

/// What is known of a win before its replies are answered.
enum Claim {
    Fours(Vec<Point>),
    Threats(Proof),
    Move(Point),
}

/// Builds the nodes of a certificate.
pub struct Builder<'a> {
    rule: Rule,
    attacker: Colour,
    searcher: Searcher,
    vcf: Vcf,
    vct: Solver,
    /// The nodes of the certificate.
    pub nodes: Vec<Node>,
    verifier: Verifier,
    known: HashMap<Key, Vec<Stored>>,
    /// Positions that could not be won, with the further stones and the effort.
    failed: HashMap<Key, (usize, Effort)>,
    /// Nodes searched so far.
    pub searched: u64,
    /// A part is given up when this many nodes have been searched.
    most: u64,
    is_late: &'a dyn Fn() -> bool,
}

/// The most positions that are verified to see whether a win also holds against another reply.
const REPLAY: u64 = 20_000;
/// Nodes of a search that take about as long as verifying a position.
const VERIFIED: u64 = 10;
/// The share (1/n) of the nodes of a search that its inner positions may cost, each.
const INNER: u64 = 4;

impl<'a> Builder<'a> {
    /// A builder with nothing known; `memory` in bytes.
    pub fn new(start: &Position, rule: Rule, memory: usize, is_late: &'a dyn Fn() -> bool) -> Builder<'a> {
        let attacker = start.to_move();
        Builder {
            rule,
            attacker,
            verifier: Verifier::new(rule, start.size(), attacker),
            searcher: Searcher::new(memory / 2),
            vcf: Vcf::new(memory / 8 / size_of::<u64>()),
            vct: Solver::new(memory / 4),
            nodes: Vec::new(),
            known: HashMap::new(),
            failed: HashMap::new(),
            searched: 0,
            most: u64::MAX,
            is_late,
        }
    }

    /// The rule.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// Whether the time is over.
    pub fn is_late(&self) -> bool {
        (self.is_late)()
    }

    /// A finished part for a position, which holds with `stones` further stones of the defender.
    pub fn known(&self, position: &Position, stones: usize) -> Option<Part> {
        let (key, symmetry) = key(position);
        let stored = self.known.get(&key)?.iter();
        let mut known = stored.filter_map(|&(node, stands)| Some((node, stands, self.verifier.part(node)?)));
        let (node, stands, part) = known.find(|(_, _, part)| stones == 0 || part.zones.hold(stones))?;
        let symmetry = between(position.size(), stands, symmetry);
        let zones = part.zones.image(position.size(), symmetry);
        Some(Part { link: Link { node, symmetry }, zones, plies: part.plies })
    }

    /// Stores a node.
    pub fn add(&mut self, position: &Position, node: Node, zones: Zones, plies: u32) -> Part {
        let id = self.nodes.len() as NodeId;
        self.nodes.push(node);
        self.verifier.keep(id, position, Verified { zones: zones.clone(), plies });
        let (key, symmetry) = key(position);
        self.known.entry(key).or_default().push((id, symmetry));
        Part { link: Link::plain(id), zones, plies }
    }

    /// Tries to win from a position with the attacker to move, so that the win holds with `stones` further stones of the
    /// defender; at most `budget` nodes.
    pub fn win<K: Kind>(&mut self, position: &Position, stones: usize, effort: Effort, budget: u64) -> Option<Part> {
        self.most = self.searched.saturating_add(budget);
        self.build::<K>(position, stones, effort)
    }

    /// Tries to win along the moves of a node, with at most `budget` nodes.
    pub fn follow_within<K: Kind>(&mut self, link: Link, position: &Position, effort: Effort, budget: u64) {
        self.most = self.searched.saturating_add(budget);
        self.follow::<K>(link, position, 0, effort);
    }

    fn build<K: Kind>(&mut self, position: &Position, stones: usize, effort: Effort) -> Option<Part> {
        if let Some(part) = self.known(position, stones) {
            return Some(part);
        }
        if self.searched >= self.most || self.is_late() {
            return None;
        }
        let (key, _) = key(position);
        if self.failed.get(&key).is_some_and(|&(fewer, tried)| fewer <= stones && tried.covers(effort)) {
            return None;
        }
        let part =
            self.claim::<K>(position, effort).and_then(|claim| self.carry_out::<K>(position, claim, stones, effort));
        if part.is_none() && self.searched < self.most && !self.is_late() {
            self.failed.insert(key, (stones, effort));
        }
        part
    }

    /// The win that a solver claims.
    fn claim<K: Kind>(&mut self, position: &Position, effort: Effort) -> Option<Claim> {
        let mut board = PatternBoard::<K>::new(position, self.rule);
        let is_late = self.is_late;
        let found = self.vcf.solve(&mut board, effort.fours, &mut || is_late());
        self.searched += self.vcf.nodes();
        if let vcf::Found::Win(line, _) = found {
            return Some(Claim::Fours(line));
        }
        if effort.threats > 0 {
            let found = self.vct.solve(&mut board, effort.threats, &mut || is_late());
            self.searched += self.vct.nodes();
            if let vct::Found::Win(proof) = found {
                return Some(Claim::Threats(proof));
            }
        }
        if effort.search == 0 {
            return None;
        }
        let report = self.look(position, effort.search, 1).into_iter().next()?;
        report.score.win_distance().map(|_| Claim::Move(report.best_move()))
    }

    /// The best lines of a search, best first.
    pub fn look(&mut self, position: &Position, nodes: u64, count: usize) -> Vec<tengen_common::Report> {
        let limits = Limits { nodes: Some(nodes), analysis: true, ..Limits::default() };
        let is_late = self.is_late;
        let mut request = || if is_late() { StopRequest::MoveNow } else { StopRequest::GoOn };
        let mut ignore = |_: &[_]| ();
        let mut watch = Stoppable::new(&mut request, &mut ignore);
        let lines = self.searcher.search_lines(position, self.rule, &limits, count, &mut watch);
        self.searched += lines.first().map_or(0, |report| report.nodes);
        lines
    }

    fn carry_out<K: Kind>(&mut self, position: &Position, claim: Claim, stones: usize, effort: Effort) -> Option<Part> {
        match claim {
            Claim::Fours(line) => self.fours::<K>(position, &line, stones, effort),
            Claim::Threats(proof) => self.threats::<K>(position, &proof, stones, effort),
            Claim::Move(point) => {
                let inner = Effort { search: effort.search / INNER, ..effort };
                self.attack::<K>(position, point, None, stones, effort, &mut |builder, after| {
                    builder.build::<K>(after, stones, inner)
                })
            }
        }
    }

    /// A win by a line of fours.
    fn fours<K: Kind>(&mut self, position: &Position, line: &[Point], stones: usize, effort: Effort) -> Option<Part> {
        let (&point, rest) = line.split_first()?;
        self.attack::<K>(position, point, None, stones, effort, &mut |builder, after| match rest {
            [reply, next @ ..]
                if !next.is_empty() && after.stones().last().is_some_and(|stone| stone.point == *reply) =>
            {
                builder.known(after, stones).or_else(|| builder.fours::<K>(after, next, stones, effort))
            }
            _ => builder.build::<K>(after, stones, effort),
        })
    }

    /// A win by threats, along a proof of the solver as far as it goes.
    fn threats<K: Kind>(&mut self, position: &Position, proof: &Proof, stones: usize, effort: Effort) -> Option<Part> {
        if let Some(part) = self.known(position, stones) {
            return Some(part);
        }
        match proof.plan(position) {
            Some(Plan::Fours(line)) => self.fours::<K>(position, line, stones, effort),
            Some(Plan::Threat(threat)) => {
                self.attack::<K>(position, threat.point, None, stones, effort, &mut |builder, after| {
                    builder.threats::<K>(after, proof, stones, effort)
                })
            }
            None => self.build::<K>(position, stones, effort),
        }
    }

    /// A win along the moves of a node that wins in a similar position, with other wins where they no longer do.
    fn follow<K: Kind>(&mut self, link: Link, position: &Position, stones: usize, effort: Effort) -> Option<Part> {
        if let Some(part) = self.known(position, stones) {
            return Some(part);
        }
        if self.searched >= self.most || self.is_late() {
            return None;
        }
        self.searched += VERIFIED;
        let node = self.nodes[link.node as usize].clone();
        let size = position.size();
        let (Node::Five(point) | Node::Four(point, _) | Node::Move { point, .. }) = node;
        let point = size.image(point, link.symmetry);
        let (pass, replies) = match node {
            Node::Five(_) => (None, Vec::new()),
            Node::Four(_, replies) => (None, replies),
            Node::Move { pass, replies, .. } => (pass.map(|pass| pass.seen(size, link.symmetry)), replies),
        };
        let followed = if position.is_empty(point) {
            self.attack::<K>(position, point, pass, stones, effort, &mut |builder, after| {
                let last = after.stones().last().map(|stone| size.image(stone.point, inverse(size, link.symmetry)));
                let listed = replies.iter().find(|reply| Some(reply.point) == last).map(|reply| reply.answer);
                match (listed, pass) {
                    (Some(Answer::Link(answer)), _) => {
                        builder.follow::<K>(answer.seen(size, link.symmetry), after, stones, effort)
                    }
                    (_, Some(pass)) => builder.follow::<K>(pass, after, stones, effort),
                    _ => builder.build::<K>(after, stones, effort),
                }
            })
        } else {
            None
        };
        followed.or_else(|| self.build::<K>(position, stones, effort))
    }

    /// A win that begins with a move: `answer` wins after a reply, and after a pass perhaps the moves of a node.
    fn attack<K: Kind>(
        &mut self,
        position: &Position,
        point: Point,
        guide: Option<Link>,
        stones: usize,
        effort: Effort,
        answer: &mut dyn FnMut(&mut Self, &Position) -> Option<Part>,
    ) -> Option<Part> {
        if completes_five(position, point, self.attacker, self.rule) {
            let zones = Zones::of_five(position, point, self.rule);
            return Some(self.add(position, Node::Five(point), zones, 1));
        }
        let after = self.after(position, point)?;
        let five = fives(&after, self.attacker, self.rule).into_iter().next();
        let pass = match five {
            Some(five) => Passed::Five(five, Zones::of_five(&after, five, self.rule)),
            None => {
                let quick = Effort { search: 0, ..effort };
                let guided = guide.and_then(|guide| self.follow::<K>(guide, &after, stones + 1, quick));
                let part = guided.or_else(|| self.build::<K>(&after, stones + 1, quick));
                let part = part.or_else(|| match (stones, effort.search) {
                    (0, 1..) => self.build::<K>(&after, 0, effort),
                    _ => None,
                });
                Passed::Part(part?)
            }
        };
        let mut replies = Vec::new();
        for reply in self.replies(&after, pass.zones().at(stones + 1), stones) {
            let next = played(&after, reply, !self.attacker);
            let answered = match self.as_pass(&pass, reply, &next, stones) {
                Some(answered) => answered,
                None => {
                    let quick = Effort { search: 0, ..effort };
                    let part = match &pass {
                        Passed::Part(part) if effort.search > 0 => self.follow::<K>(part.link, &next, stones, quick),
                        _ => None,
                    };
                    let part = part.or_else(|| answer(self, &next));
                    Answered::by(reply, part?)
                }
            };
            replies.push(answered);
        }
        self.finish(position, &after, point, Some(pass), replies, stones)
    }

    /// The position after a move of the attacker that is no five, with the attacker to move again; `None` if the move is
    /// forbidden or the defender then makes a five.
    pub fn after(&self, position: &Position, point: Point) -> Option<Position> {
        if self.attacker == Colour::Black && forbidden_at(position, point, self.rule).is_some() {
            return None;
        }
        let after = played(position, point, self.attacker);
        let loses = !fives(&after, !self.attacker, self.rule).is_empty();
        (!loses && after.empty_count() > 0).then_some(after)
    }

    /// The reply, answered by the moves that win after a pass, if these still win with `stones` further stones of the
    /// defender.
    pub fn as_pass(&mut self, pass: &Passed, reply: Point, next: &Position, stones: usize) -> Option<Answered> {
        let Passed::Part(part) = pass else {
            return None;
        };
        self.verifier.most = self.verifier.positions + REPLAY;
        let before = self.verifier.positions;
        let verified = self.verifier.verify_with(&self.nodes, part.link, reply, next);
        self.searched += VERIFIED * (self.verifier.positions - before);
        let Verified { zones, plies } = verified.ok()?;
        let holds = stones == 0 || zones.hold(stones);
        holds.then_some(Answered { reply, answer: Answer::AsPass, zones, plies })
    }

    /// The replies that must be listed: those in the zone of the win after a pass; without a zone, all.
    pub fn replies(&self, after: &Position, zone: Option<Zone>, stones: usize) -> Vec<Point> {
        let is_black = self.attacker == Colour::White;
        let loses = |p: Point| is_black && stones == 0 && forbidden_at(after, p, self.rule).is_some();
        after.empty_points().filter(|&p| zone.is_none_or(|zone| zone.contains(p)) && !loses(p)).collect()
    }

    /// Stores the node of a move all of whose replies are answered.
    pub fn finish(
        &mut self,
        position: &Position,
        after: &Position,
        point: Point,
        pass: Option<Passed>,
        mut replies: Vec<Answered>,
        stones: usize,
    ) -> Option<Part> {
        if let Some(Passed::Five(five, _)) = pass {
            replies.sort_by_key(|answered| answered.reply != five); // a four names the point of its five first
        }
        let stays_legal = self.attacker == Colour::White || stays_legal(position, point, self.rule);
        let mut collector = Collector::new(after, point, stays_legal);
        let mut plies = match &pass {
            Some(Passed::Part(part)) => part.plies,
            _ => 1,
        };
        for answered in &replies {
            collector.add_reply(answered.reply, &answered.zones);
            plies = plies.max(answered.plies);
        }
        let (rule, is_black) = (self.rule, self.attacker == Colour::White);
        let is_lost = |reply| is_black && forbidden_at(after, reply, rule).is_some();
        let zones = collector.finish(pass.as_ref().map(Passed::zones), is_lost).ok()?;
        if stones > 0 && !zones.hold(stones) {
            return None;
        }
        let listed = replies.iter().map(|answered| Reply { point: answered.reply, answer: answered.answer });
        let replies: Vec<Reply> = listed.collect();
        let node = match pass {
            Some(Passed::Five(five, _)) if replies.first().is_none_or(|reply| reply.point == five) => {
                Node::Four(point, replies)
            }
            Some(Passed::Five(five, zones)) => {
                let part = self.add(after, Node::Five(five), zones, 1);
                Node::Move { point, pass: Some(part.link), replies }
            }
            Some(Passed::Part(part)) => Node::Move { point, pass: Some(part.link), replies },
            None => Node::Move { point, pass: None, replies },
        };
        Some(self.add(position, node, zones, plies + 2))
    }
}

/// A reply, what wins against it, and what is known of that win.
#[derive(Clone, Debug)]
pub struct Answered {
    /// The reply.
    pub reply: Point,
    /// What wins.
    pub answer: Answer,
    /// Its zones.
    pub zones: Zones,
    /// The most plies to the five.
    pub plies: u32,
}

impl Answered {
    /// A reply with a part of its own.
    pub fn by(reply: Point, part: Part) -> Answered {
        Answered { reply, answer: Answer::Link(part.link), zones: part.zones, plies: part.plies }
    }
}

/// How the attacker wins after a pass.
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

/// The position after a stone of one side, with the attacker to move: the other side's stone gives the attacker the move,
/// and after its own it stands for a pass of the defender.
pub fn played(position: &Position, point: Point, colour: Colour) -> Position {
    let mut after = position.clone();
    let attacker = position.to_move();
    after.place(point, colour, &mut ());
    after.set_to_move(attacker);
    after
}
