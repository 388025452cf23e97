//! The check of a certificate: the only authority about what is proven.

use crate::error::CertificateError;
use crate::file::read;
use crate::nodes::Certificate;
use crate::tree::{Head, Link};
use crate::verify::{Refused, Verifier, Why};
use crate::walk::ProofWalk;
use std::fmt;
use tengen_core::board::{BoardSize, Colour, Point, Stone, notation};

/// What a valid certificate shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Summary {
    pub head: Head,
    /// The attacker's first move.
    pub first: Point,
    /// The most plies to the five, whatever the defender does.
    pub plies: u32,
    /// Positions with the attacker to move.
    pub positions: usize,
    /// Positions that were verified, those with further stones included.
    pub verified: u64,
}

/// Why a file is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wrong {
    /// It is no certificate, or damaged.
    File(CertificateError),
    /// A position does not hold.
    Position {
        /// The moves from the empty board; `None` stands for any reply that is not listed.
        moves: Vec<Option<Point>>,
        head: Head,
        why: Why,
    },
    /// A stone outside the zone of a win spoils it.
    Zone {
        /// The position of the win, with the attacker to move.
        stones: Vec<Stone>,
        /// The defender's further stone.
        stone: Point,
        refused: Refused,
        head: Head,
    },
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let (head, why) = match self {
            Wrong::File(why) => return why.fmt(f),
            Wrong::Position { head, why, .. } => (head, why),
            Wrong::Zone { refused, head, .. } => (head, &refused.why),
        };
        let name = |point: &Point| notation::write(*point, head.size);
        let line = |moves: &[Option<Point>]| {
            let names = moves.iter().map(|&step| step_name(step, head.size));
            names.collect::<Vec<_>>().join(" ")
        };
        match self {
            Wrong::Position { moves, .. } if !moves.is_empty() => write!(f, "{}: ", line(moves))?,
            Wrong::Zone { stones, stone, refused, .. } => {
                for colour in Colour::BOTH {
                    let own = stones.iter().filter(|stone| stone.colour == colour);
                    let names: Vec<String> = own.map(|stone| name(&stone.point)).collect();
                    write!(f, "{colour} {}, ", names.join(" "))?;
                }
                write!(f, "with {} outside the zone: ", name(stone))?;
                if !refused.line.is_empty() {
                    write!(f, "{}: ", line(&refused.line))?;
                }
            }
            _ => f.write_str("the empty board: ")?,
        }
        match why {
            Why::Taken(point) => write!(f, "{} is not empty", name(point)),
            Why::Forbidden(point) => write!(f, "{} is forbidden", name(point)),
            Why::Opening(point) => write!(f, "the opening rule does not allow {}", name(point)),
            Why::NoFive(point) => write!(f, "{} makes no five", name(point)),
            Why::Five(point) => write!(f, "{} makes a five, so nothing follows it", name(point)),
            Why::NoFour(point) => write!(f, "{} makes no four", name(point)),
            Why::Lost(point) => write!(f, "the defender makes a five at {}", name(point)),
            Why::Unanswered(point) => write!(f, "the reply {} is not answered", name(point)),
            Why::NoReply(point) => write!(f, "{} is no reply, or is listed twice", name(point)),
            Why::NoStone(point) => write!(f, "no stone of the defender to be added at {}", name(point)),
            Why::NoStones => f.write_str("a node that adds no stone to another position"),
            Why::NoPass => f.write_str("nothing is said about a pass"),
            Why::OtherPosition => f.write_str("a link leads to another position"),
            Why::TooLong => f.write_str("there is too much to verify"),
        }
    }
}

impl std::error::Error for Wrong {}

pub fn step_name(step: Option<Point>, size: BoardSize) -> String {
    step.map_or_else(|| "pass".into(), |point| notation::write(point, size))
}

/// The stack of the check. Each node below another one adds a stone of the attacker, or takes a stone of the defender out of
/// account, so a line has at most twice as many nodes as the board has points.
pub const STACK: usize = 512 << 20;

/// Verifies a certificate: after each reply that the rules allow, the attacker has a move in the file, down to a five.
/// An error is the first position that does not hold; it does not depend on the number of threads.
pub fn check(bytes: &[u8], threads: usize) -> Result<Summary, Wrong> {
    with_stack(|| Ok(verified(bytes, threads)?.summary))
}

pub fn with_stack<T: Send>(work: impl FnOnce() -> Result<T, Wrong> + Send) -> Result<T, Wrong> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        let thread = thread.map_err(no_thread)?;
        thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

pub fn no_thread(error: std::io::Error) -> Wrong {
    Wrong::File(CertificateError::NoThread { why: error.to_string() })
}

pub struct Verified {
    pub summary: Summary,
    pub certificate: Certificate,
    /// Has kept its parts.
    pub verifier: Verifier,
}

/// What [`check`] does.
pub fn verified(bytes: &[u8], threads: usize) -> Result<Verified, Wrong> {
    let certificate = read(bytes).map_err(Wrong::File)?;
    let Certificate { head, nodes, root } = &certificate;
    let position = head.position().ok_or(Wrong::File(CertificateError::HeadMoves))?;
    let (link, position) = (Link::plain(*root), &position);
    let verifier = Verifier::new(head.rule, head.size, position.to_move()).under(head.opening);
    let mut verifiers = verifier.several(threads.max(1)).into_iter();
    let mut first = verifiers.next().expect("the first of at least one");
    // The first one decides; the others prepare what it will need.
    let (result, positions_verified) = std::thread::scope(|scope| {
        let mut others = Vec::new();
        for mut verifier in verifiers {
            let prepare = move || {
                let _ = verifier.verify(nodes, link, position);
                verifier.positions
            };
            let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, prepare);
            others.push(thread.map_err(no_thread)?);
        }
        let result = first.verify(nodes, link, position);
        first.stop();
        let others = others.into_iter().map(|thread| thread.join().unwrap_or(0));
        Ok((result, first.positions + others.sum::<u64>()))
    })?;
    // Of two positions with one node, the threads may meet either first.
    if threads > 1 && matches!(&result, Err(refused) if refused.why == Why::OtherPosition) {
        return verified(bytes, 1);
    }
    let part = result.map_err(|refused| {
        let moves = head.moves.iter().copied().map(Some).chain(refused.line).collect();
        Wrong::Position { moves, head: head.clone(), why: refused.why }
    })?;
    let move_of_root = ProofWalk::plain(link).point(nodes, head.size);
    let (head, positions) = (head.clone(), nodes.len());
    let summary = Summary { first: move_of_root, plies: part.plies, positions, verified: positions_verified, head };
    Ok(Verified { summary, certificate, verifier: first })
}
