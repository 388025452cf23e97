//! Plays the attacker's moves of a certificate.

use crate::error::CertificateError;
use crate::file::{is_guide, read, read_guide};
use crate::nodes::Certificate;
use crate::symmetry::inverse;
use crate::tree::{Head, Link};
use crate::walk::{Next, ProofWalk};
use std::fmt;
use std::path::Path;
use std::sync::Arc;
use tengen_core::board::{Colour, Content, Point, Position, Stone};
use tengen_core::files;
use tengen_core::rules::{Outcome, Rule, judge};

/// The largest file that is read, in bytes.
pub const MOST_BYTES: usize = 1 << 30;

/// A certificate or a guide, whose moves the attacker plays. It is not verified: [`check`](crate::check) does that. A wrong
/// one leads to bad moves, but never to illegal ones.
pub struct ProofBook {
    certificate: Certificate,
    has_gaps: bool,
}

impl fmt::Debug for ProofBook {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("ProofBook").field("head", &self.certificate.head).finish_non_exhaustive()
    }
}

impl ProofBook {
    /// Reads the file, if one is given, for all searches of a program.
    pub fn open(file: Option<&Path>) -> Result<Option<Arc<ProofBook>>, CertificateError> {
        let Some(file) = file else { return Ok(None) };
        let bytes = files::read(file, MOST_BYTES);
        let bytes = bytes.map_err(|error| CertificateError::Unreadable { why: error.to_string() });
        let book = bytes.and_then(|bytes| ProofBook::read(&bytes));
        let named =
            |why: CertificateError| CertificateError::Named { file: file.display().to_string(), why: why.into() };
        book.map(|book| Some(Arc::new(book))).map_err(named)
    }

    pub fn read(bytes: &[u8]) -> Result<ProofBook, CertificateError> {
        let has_gaps = is_guide(bytes);
        let certificate = if has_gaps { read_guide(bytes)? } else { read(bytes)? };
        Ok(ProofBook { certificate, has_gaps })
    }

    /// Whether the caller should look for an easy win by threats if there is no answer. That is so for a guide, which leaves
    /// such wins out, where the attacker is to move.
    pub fn has_gaps(&self, position: &Position, rule: Rule) -> bool {
        self.has_gaps && self.is_for(position, rule) && position.to_move() == self.certificate.head.attacker()
    }

    pub fn head(&self) -> &Head {
        &self.certificate.head
    }

    /// Whether it is for this rule and board. The opening rule is not compared: it restricts only the attacker's moves, so
    /// the win also holds without it.
    pub fn is_for(&self, position: &Position, rule: Rule) -> bool {
        let head = &self.certificate.head;
        rule == head.rule && position.size() == head.size && position.dead().is_empty()
    }

    /// The attacker's move in a position, in any orientation of the board; `None` if the moves so far are not those of a
    /// game that the certificate covers, or if its move is illegal.
    pub fn answer(&self, position: &Position, rule: Rule) -> Option<Point> {
        Some(self.plan(position, rule)?.0)
    }

    /// The attacker's move as in [`ProofBook::answer`], and the replies to it that the certificate lists: all others are
    /// answered like a pass.
    pub fn plan(&self, position: &Position, rule: Rule) -> Option<(Point, Vec<Point>)> {
        if !self.is_for(position, rule) {
            return None;
        }
        let (size, side) = (position.size(), position.to_move());
        let count = size.images(size.centre()).count() as u8;
        let (point, replies) = (0..count).find_map(|symmetry| {
            let turned = |stone: &Stone| Stone { point: size.image(stone.point, symmetry), ..*stone };
            let stones: Vec<Stone> = position.stones().iter().map(turned).collect();
            let (point, replies) = self.follow(&stones, side)?;
            let back = |point: Point| size.image(point, inverse(size, symmetry));
            Some((back(point), replies.into_iter().map(back).collect()))
        })?;
        let is_possible = position.check_empty(point).is_ok();
        (is_possible && !matches!(judge(position, point, side, rule), Outcome::Forbidden(_)))
            .then_some((point, replies))
    }

    /// The attacker's move after these stones, and the replies listed.
    fn follow(&self, stones: &[Stone], side: Colour) -> Option<(Point, Vec<Point>)> {
        let Certificate { head, nodes, root } = &self.certificate;
        let mut position = head.position()?;
        let attacker = position.to_move();
        let (first, played) = stones.split_at_checked(position.stones().len())?;
        let is_there = |stone: &Stone| position.at(stone.point) == Content::Stone(stone.colour);
        if side != attacker || !first.iter().all(is_there) {
            return None;
        }
        let mut next = Next::Walk(ProofWalk::plain(Link::plain(*root)));
        for turn in played.chunks(2) {
            let [own, reply] = turn else { return None };
            let Next::Walk(walk) = next else {
                return None; // the five was not made
            };
            let expected = Stone { point: walk.point(nodes, head.size), colour: attacker };
            if *own != expected || reply.colour == attacker {
                return None;
            }
            for stone in turn {
                position.check_empty(stone.point).ok()?;
                position.play(stone.point, &mut ());
            }
            if self.has_gaps && walk.lists_as_pass(nodes, head.size, reply.point) {
                return None;
            }
            next = walk.answer(nodes, head.rule, &position, attacker)?;
        }
        Some(match next {
            Next::Walk(walk) => (walk.point(nodes, head.size), walk.listed(nodes, head.size)),
            Next::Five(point) => (point, Vec::new()),
        })
    }
}
