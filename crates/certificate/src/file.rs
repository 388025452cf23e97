//! Certificates as bytes: a head of text lines, then the nodes, the first one first. `docs/src/developer/formats.md` has the
//! table.

use crate::error::CertificateError;
use crate::nodes::{Certificate, Nodes};
use crate::symmetry::{both, inverse};
use crate::tree::{Answer, Head, Link, NodeId, ProofNode, ReplyTo, opening_named};
use std::collections::HashMap;
use tengen_core::board::{BoardSize, Point, notation};
use tengen_core::fnv::{FINGERPRINT, fingerprint};
use tengen_core::rules::Rule;

const FIVE: u8 = 0;
const MOVE: u8 = 1;
const FOUR: u8 = 2;
const LINK: u8 = 3;
const NAMED: u8 = 4;
const PASS: u8 = 8;
const WITH: u8 = 8;

/// The version without an opening rule, …
const PLAIN: &str = "1";
/// … and the one that names it. A program that does not know opening rules refuses it.
const WITH_OPENING: &str = "2";
const VERSIONS: &str = "1 or 2";

/// The first words of a certificate, …
const PROOF: &str = "tproof ";
/// … and of a guide.
const GUIDE: &str = "tguide ";

pub fn write(certificate: &Certificate) -> Vec<u8> {
    write_titled(certificate, PROOF)
}

/// The bytes of a guide: a certificate with gaps.
pub fn write_guide(guide: &Certificate) -> Vec<u8> {
    write_titled(guide, GUIDE)
}

fn write_titled(certificate: &Certificate, title: &str) -> Vec<u8> {
    let Certificate { head: Head { rule, opening, size, moves }, nodes, root } = certificate;
    let bytes = write_nodes(nodes, *root, *size);
    let version = if opening.is_some() { WITH_OPENING } else { PLAIN };
    let opening = opening.map(|opening| format!("opening {opening}\n")).unwrap_or_default();
    let moves = notation::list(moves, *size);
    let length = bytes.len();
    let head = format!("{title}{version}\nrule {rule}\n{opening}board {size}\nmoves {moves}\nbytes {length}\n");
    let sum = sum_of(head.as_bytes(), &bytes);
    [head.as_bytes(), format!("sum {sum}\n\n").as_bytes(), &bytes].concat()
}

pub fn write_nodes(nodes: &Nodes, root: NodeId, size: BoardSize) -> Vec<u8> {
    let mut writer = TreeWriter { nodes, size, uses: uses(nodes, root), named: HashMap::new(), bytes: Vec::new() };
    writer.node(Link::plain(root));
    writer.bytes
}

/// The sum of the lines of a head before it, and of the nodes.
fn sum_of(head: &[u8], nodes: &[u8]) -> String {
    format!("{:016x}", fingerprint(fingerprint(FINGERPRINT, head), nodes))
}

/// How often each node is used, up to two times.
fn uses(nodes: &Nodes, root: NodeId) -> Vec<u8> {
    let mut uses = vec![0u8; nodes.bytes()];
    let mut open = vec![root];
    while let Some(node) = open.pop() {
        let used = &mut uses[node as usize];
        *used = (*used + 1).min(2);
        if *used == 1 {
            open.extend(nodes.get(node).links().map(|link| link.node));
        }
    }
    uses
}

struct TreeWriter<'a> {
    nodes: &'a Nodes,
    size: BoardSize,
    uses: Vec<u8>,
    /// The nodes that links lead to, with their numbers and the symmetries in which they stand.
    named: HashMap<NodeId, (u64, u8)>,
    bytes: Vec<u8>,
}

impl TreeWriter<'_> {
    fn number(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.bytes.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.bytes.push(number as u8);
    }

    /// Writes a point, seen through a symmetry.
    fn point(&mut self, point: Point, symmetry: u8) {
        let point = self.size.image(point, symmetry);
        self.number(u64::from(point.y()) * u64::from(self.size.width()) + u64::from(point.x()));
    }

    /// Writes the node of a link of a node that is seen through a symmetry, or a link to where it stands already.
    fn link(&mut self, link: Link, symmetry: u8) {
        let link = link.seen(self.size, symmetry);
        if let Some(&(number, stands)) = self.named.get(&link.node) {
            self.bytes.push(LINK);
            self.number(self.named.len() as u64 - 1 - number);
            self.bytes.push(both(self.size, inverse(self.size, stands), link.symmetry));
        } else {
            self.node(link);
        }
    }

    fn node(&mut self, Link { node: id, symmetry }: Link) {
        let node = &self.nodes.get(id);
        let named = if self.uses[id as usize] > 1 && !matches!(node, ProofNode::Five(_)) { NAMED } else { 0 };
        match node {
            ProofNode::Five(point) => {
                self.bytes.push(FIVE);
                self.point(*point, symmetry);
            }
            ProofNode::Four(point, replies) => {
                self.bytes.push(FOUR | named);
                self.point(*point, symmetry);
                self.replies(replies, symmetry);
            }
            ProofNode::Move { point, pass, replies } => {
                self.bytes.push(MOVE | named | if pass.is_some() { PASS } else { 0 });
                self.point(*point, symmetry);
                if let Some(pass) = pass {
                    self.link(*pass, symmetry);
                }
                self.replies(replies, symmetry);
            }
            ProofNode::With(link, more) => {
                self.bytes.push(WITH | named);
                self.number(more.len() as u64);
                more.iter().for_each(|&point| self.point(point, symmetry));
                self.link(*link, symmetry);
            }
        }
        if named != 0 {
            let number = self.named.len() as u64;
            self.named.insert(id, (number, symmetry));
        }
    }

    fn replies(&mut self, replies: &[ReplyTo], symmetry: u8) {
        self.number(replies.len() as u64);
        for reply in replies {
            self.point(reply.point, symmetry);
            match reply.answer {
                Answer::Link(link) => self.link(link, symmetry),
                Answer::AsPass => self.bytes.push(LINK | PASS),
            }
        }
    }
}

/// Reads a file. What it says is not verified.
pub fn read(bytes: &[u8]) -> Result<Certificate, CertificateError> {
    read_titled(bytes, PROOF)
}

pub fn is_guide(bytes: &[u8]) -> bool {
    bytes.starts_with(GUIDE.as_bytes())
}

/// Reads a guide. The moves that it names are not verified.
pub fn read_guide(bytes: &[u8]) -> Result<Certificate, CertificateError> {
    read_titled(bytes, GUIDE)
}

fn read_titled(bytes: &[u8], title: &'static str) -> Result<Certificate, CertificateError> {
    let (head, bytes) = read_head(bytes, title)?;
    let (nodes, root) = read_nodes(bytes, head.size)?;
    Ok(Certificate { root, nodes, head })
}

/// Reads what [`write_nodes`] wrote: the nodes, and the first of them.
pub fn read_nodes(bytes: &[u8], size: BoardSize) -> Result<(Nodes, NodeId), CertificateError> {
    let mut reader = TreeReader { size, bytes, nodes: Nodes::new(), named: Vec::new() };
    let root = reader.node(2 * size.area())?;
    if !reader.bytes.is_empty() {
        return Err(CertificateError::Follows);
    }
    Ok((reader.nodes, root.node))
}

struct TreeReader<'a> {
    size: BoardSize,
    bytes: &'a [u8],
    nodes: Nodes,
    named: Vec<NodeId>,
}

impl TreeReader<'_> {
    fn byte(&mut self) -> Result<u8, CertificateError> {
        let (&byte, rest) = self.bytes.split_first().ok_or(CertificateError::EndsInNode)?;
        self.bytes = rest;
        Ok(byte)
    }

    fn number(&mut self) -> Result<u64, CertificateError> {
        let mut number = 0;
        for shift in (0..63).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Ok(number);
            }
        }
        Err(CertificateError::LongNumber)
    }

    fn point(&mut self) -> Result<Point, CertificateError> {
        let number = self.number()?;
        let width = u64::from(self.size.width());
        let row = i32::try_from(number / width).ok();
        let point = row.and_then(|row| self.size.point((number % width) as i32, row));
        point.ok_or(CertificateError::Point { number })
    }

    /// Reads a node; `depth` nodes may lie within each other.
    fn node(&mut self, depth: usize) -> Result<Link, CertificateError> {
        let depth = depth.checked_sub(1).ok_or(CertificateError::LongLine)?;
        let tag = self.byte()?;
        let node = match tag & !NAMED {
            FIVE => ProofNode::Five(self.point()?),
            FOUR => ProofNode::Four(self.point()?, self.replies(depth)?),
            MOVE => ProofNode::Move { point: self.point()?, pass: None, replies: self.replies(depth)? },
            kind if kind == MOVE | PASS => {
                let (point, pass) = (self.point()?, self.node(depth)?);
                ProofNode::Move { point, pass: Some(pass), replies: self.replies(depth)? }
            }
            WITH => {
                let more = (0..self.number()?).map(|_| self.point()).collect::<Result<_, _>>()?;
                ProofNode::With(self.node(depth)?, more)
            }
            LINK if tag == LINK => return self.link(),
            _ => return Err(CertificateError::Tag { tag }),
        };
        let id = self.nodes.push(&node);
        if tag & NAMED != 0 {
            self.named.push(id);
        }
        Ok(Link::plain(id))
    }

    fn link(&mut self) -> Result<Link, CertificateError> {
        let back = self.number()?;
        let symmetry = self.byte()?;
        let place = (self.named.len() as u64).checked_sub(back).and_then(|place| place.checked_sub(1));
        let node = place.and_then(|place| self.named.get(place as usize)).ok_or(CertificateError::NoNode)?;
        if usize::from(symmetry) >= self.size.images(self.size.centre()).count() {
            return Err(CertificateError::NoSymmetry { symmetry });
        }
        Ok(Link { node: *node, symmetry })
    }

    fn replies(&mut self, depth: usize) -> Result<Vec<ReplyTo>, CertificateError> {
        let count = self.number()?;
        let mut replies = Vec::new();
        for _ in 0..count {
            let point = self.point()?;
            let as_pass = self.bytes.first() == Some(&(LINK | PASS));
            let answer = if as_pass {
                self.bytes = &self.bytes[1..];
                Answer::AsPass
            } else {
                Answer::Link(self.node(depth)?)
            };
            replies.push(ReplyTo { point, answer });
        }
        Ok(replies)
    }
}

/// Reads the head of a file. Returns it with the bytes of the nodes.
fn read_head<'a>(bytes: &'a [u8], title: &'static str) -> Result<(Head, &'a [u8]), CertificateError> {
    let mut lines = HeadLines { rest: bytes };
    let version = lines.value(title)?;
    if ![PLAIN, WITH_OPENING].contains(&version) {
        return Err(CertificateError::Version { version: version.into(), ours: VERSIONS });
    }
    let rule = lines.value("rule ")?;
    let rule = Rule::from_name(rule).ok_or_else(|| CertificateError::UnknownRule { rule: rule.into() })?;
    if rule.continuous {
        return Err(CertificateError::Continuous);
    }
    let opening = if version == WITH_OPENING { Some(lines.value("opening ")?) } else { None };
    let size: BoardSize = lines.value("board ")?.parse()?;
    let moves = lines.value("moves ")?;
    let moves = if moves.is_empty() { Vec::new() } else { notation::read(moves, size)? };
    let length = lines.value("bytes ")?;
    let head = &bytes[..bytes.len() - lines.rest.len()];
    let sum = lines.value("sum ")?;
    let nodes = lines.rest.strip_prefix(b"\n").ok_or(CertificateError::NoEmptyLine)?;
    if nodes.len().to_string() != length {
        return Err(CertificateError::Length { bytes: nodes.len(), length: length.into() });
    }
    if sum_of(head, nodes) != sum {
        return Err(CertificateError::Sum);
    }
    let head = Head { rule, opening: None, size, moves };
    let Some(opening) = opening else { return Ok((head, nodes)) };
    let opening = opening_named(opening).ok_or_else(|| CertificateError::UnknownOpening { opening: opening.into() })?;
    Ok((head.under(opening)?, nodes))
}

/// The lines of a head that have not been read yet, and what follows them.
struct HeadLines<'a> {
    rest: &'a [u8],
}

impl<'a> HeadLines<'a> {
    /// The rest of the next line, which begins with this name.
    fn value(&mut self, name: &'static str) -> Result<&'a str, CertificateError> {
        const LONGEST: usize = 1 << 16;
        let end = self.rest.iter().take(LONGEST).position(|&byte| byte == b'\n').ok_or(CertificateError::NoEnd)?;
        let (line, rest) = self.rest.split_at(end);
        self.rest = &rest[1..];
        let line = std::str::from_utf8(line).map_err(|_| CertificateError::NoText)?;
        line.strip_prefix(name).ok_or_else(|| CertificateError::HeadLine { line: line.into(), name })
    }
}
