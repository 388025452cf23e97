//! Certificates in memory.

use crate::symmetry::both;
use tengen_core::board::{BoardSize, Colour, Point, Position};
use tengen_core::rules::opening::{Answer as Laid, Opening, OpeningError, OpeningRule};
use tengen_core::rules::{Rule, completes_five};

/// The position of which a certificate shows that the side to move wins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Head {
    /// The rule; the game is not continuous.
    pub rule: Rule,
    /// The opening rule that the attacker's moves obey, if there is one: see [`opening_allows`].
    pub opening: Option<OpeningRule>,
    pub size: BoardSize,
    /// The moves from the empty board, black's first.
    pub moves: Vec<Point>,
}

impl Head {
    pub fn of(position: &Position, rule: Rule) -> Result<Head, &'static str> {
        if rule.continuous {
            return Err("a continuous game has no win to be proven");
        }
        let turns = Colour::BOTH.into_iter().cycle();
        let mut next = turns.clone().skip(position.stones().len());
        let is_game = position.stones().iter().zip(turns).all(|(stone, side)| stone.colour == side);
        if !is_game || !position.dead().is_empty() || next.next() != Some(position.to_move()) {
            return Err("a proof begins with the moves of a game, black's first; this position was set up");
        }
        let moves = position.stones().iter().map(|stone| stone.point).collect();
        Ok(Head { rule, opening: None, size: position.size(), moves })
    }

    /// The same under an opening rule; an error if one of the moves breaks it, or the board is too small for it.
    pub fn under(self, opening: OpeningRule) -> Result<Head, OpeningError> {
        let mut laid = Opening::new(opening, self.size)?;
        for &point in &self.moves {
            if laid.is_over() {
                break;
            }
            laid.answer(&Laid::Stone(point))?;
        }
        Ok(Head { opening: Some(opening), ..self })
    }

    /// The side to move after the moves.
    pub fn attacker(&self) -> Colour {
        if self.moves.len().is_multiple_of(2) { Colour::Black } else { Colour::White }
    }

    /// The position after the moves; `None` if one of them is not possible, or ends the game.
    pub fn position(&self) -> Option<Position> {
        let mut position = Position::new(self.size);
        for &point in &self.moves {
            position.check_empty(point).ok()?;
            if completes_five(&position, point, position.to_move(), self.rule) {
                return None;
            }
            position.play(point, &mut ());
        }
        Some(position)
    }
}

/// The opening rule with this name, if a certificate may be under it: the players keep their colours.
pub fn opening_named(name: &str) -> Option<OpeningRule> {
    OpeningRule::from_name(name).filter(|rule| rule.keeps_colours())
}

/// Whether an opening rule, if there is one, lets the side to move place a stone there.
///
/// That depends on its own stones alone. So a pass and further stones of the defender change nothing: what wins after a pass
/// is allowed after a reply, and zones hold. Nor does a symmetry that maps one such position to another: it leaves the first
/// stone where it is, in the middle, and so the square around it.
pub fn opening_allows(opening: Option<OpeningRule>, position: &Position, point: Point) -> bool {
    opening.is_none_or(|opening| opening.zone(position).contains(point, position.size()))
}

/// The number of a node: where it begins in [`Nodes`](crate::Nodes).
pub type NodeId = u64;

/// A node, seen through a symmetry of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Link {
    pub node: NodeId,
    /// The symmetry that maps the node's position to the present one: an index of [`BoardSize::images`].
    pub symmetry: u8,
}

impl Link {
    pub fn plain(node: NodeId) -> Link {
        Link { node, symmetry: 0 }
    }

    /// The link of a node that is itself seen through a symmetry.
    pub fn seen(self, size: BoardSize, symmetry: u8) -> Link {
        Link { node: self.node, symmetry: both(size, self.symmetry, symmetry) }
    }
}

/// A reply of the defender and what wins against it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReplyTo {
    pub point: Point,
    pub answer: Answer,
}

/// What wins against a reply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    Link(Link),
    /// The moves that win after a pass: the reply is in the zone of that win, and does not spoil it.
    AsPass,
}

/// What the attacker does in a position in which it is to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ProofNode {
    Five(Point),
    /// Makes a four. The attacker makes its five at the point of the first reply if that one is not played; without
    /// replies, at the only point where it can.
    Four(Point, Vec<ReplyTo>),
    Move {
        point: Point,
        /// How the attacker wins after a pass, and after every reply that is not listed.
        pass: Option<Link>,
        /// How the attacker wins after these replies.
        replies: Vec<ReplyTo>,
    },
    /// Makes the moves of another node, whose position lacks these stones of the defender. They may be in the zone of
    /// that node, and do not spoil it.
    With(Link, Vec<Point>),
}

impl ProofNode {
    pub fn links(&self) -> impl Iterator<Item = Link> + '_ {
        let (first, replies): (Option<Link>, &[ReplyTo]) = match self {
            ProofNode::Five(_) => (None, &[]),
            ProofNode::Four(_, replies) => (None, replies),
            ProofNode::Move { pass, replies, .. } => (*pass, replies),
            ProofNode::With(link, _) => (Some(*link), &[]),
        };
        let answers = replies.iter().filter_map(|reply| match reply.answer {
            Answer::Link(link) => Some(link),
            Answer::AsPass => None,
        });
        first.into_iter().chain(answers)
    }

    pub fn renumbered(mut self, number: impl Fn(NodeId) -> NodeId) -> ProofNode {
        if let ProofNode::Move { pass: Some(link), .. } | ProofNode::With(link, _) = &mut self {
            link.node = number(link.node);
        }
        if let ProofNode::Four(_, replies) | ProofNode::Move { replies, .. } = &mut self {
            for reply in replies {
                if let Answer::Link(link) = &mut reply.answer {
                    link.node = number(link.node);
                }
            }
        }
        self
    }
}
