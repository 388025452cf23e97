//! VCF: wins by consecutive fours.
//!
//! The attacker makes fours only; each leaves the defender one reply (none, if that point is a foul
//! of black: white's weapon). When a reply makes a four itself, the attacker must answer it with a
//! four or a five. Depth first, strongest fours first, with a budget of nodes; positions that were
//! searched through without a win are remembered.

use super::replies::{Replies, replies_to_five};
use super::standing::{FOURS, hidden_four};
use crate::board::{Colour, Point};
use crate::pattern::{Class, Kind, PatternBoard};

/// What a VCF search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// A win: the attacker's moves and the replies, alternating, up to and with the five (or the
    /// four that cannot be answered).
    Win(Vec<Point>),
    /// There is none.
    Nothing,
    /// The budget ran out first.
    Unknown,
}

/// A solver with its memory of failures.
pub struct Vcf {
    /// Hashes of positions without a VCF for the side to move.
    failures: Vec<u64>,
    line: Vec<Point>,
    /// The line ends with a four that cannot be answered, two plies before the five.
    ends_open: bool,
    nodes: u64,
    budget: u64,
    exhausted: bool,
}

/// How a win by fours may be looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Width {
    /// Every four.
    Complete,
    /// After the first move, only fours near the four before: attacks that hang together.
    Narrow,
}

/// No VCF is longer than the fours that fit on a board.
const MAX_PLY: usize = 400;

impl Vcf {
    /// A solver that remembers at most `entries` failures (rounded down to a power of two, at least
    /// 1); 8 bytes each.
    pub fn new(entries: usize) -> Vcf {
        let entries = (entries.max(1) + 1).next_power_of_two() / 2;
        Vcf {
            failures: vec![0; entries],
            line: Vec::new(),
            ends_open: false,
            nodes: 0,
            budget: 0,
            exhausted: false,
        }
    }

    /// Forgets the failures.
    pub fn clear(&mut self) {
        self.failures = vec![0; self.failures.len()];
    }

    /// Nodes of the last search.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Every win by fours of the side to move, within a budget of nodes.
    pub fn solve<K: Kind>(&mut self, board: &mut PatternBoard<K>, budget: u64) -> Found {
        self.run(board, budget, Width::Complete)
    }

    /// The likely wins by fours only, for the leaves of a search: the first move and the number of
    /// plies to the five.
    #[inline]
    pub fn glance<K: Kind>(
        &mut self,
        board: &mut PatternBoard<K>,
        budget: u64,
    ) -> Option<(Point, u32)> {
        match self.run(board, budget, Width::Narrow) {
            Found::Win(line) => Some((line[0], line.len() as u32 + 2 * self.ends_open as u32)),
            _ => None,
        }
    }

    fn run<K: Kind>(&mut self, board: &mut PatternBoard<K>, budget: u64, width: Width) -> Found {
        self.line.clear();
        self.nodes = 0;
        self.budget = budget;
        self.exhausted = false;
        let start = board.position().stones().len();
        if self.attack(board, width, None, 0) {
            debug_assert_eq!(board.position().stones().len(), start);
            self.line.reverse();
            return Found::Win(std::mem::take(&mut self.line));
        }
        match self.exhausted {
            true => Found::Unknown,
            false => Found::Nothing,
        }
    }

    /// The side to move looks for a win; `self.line` gets it last move first.
    /// `last`: its last four.
    fn attack<K: Kind>(
        &mut self,
        board: &mut PatternBoard<K>,
        width: Width,
        last: Option<Point>,
        ply: usize,
    ) -> bool {
        let own = board.to_move();
        if board.count(own, Class::Five) > 0 {
            self.line.extend(board.points(own, Class::Five).first());
            self.ends_open = false;
            return true;
        }
        let answers = match board.count(!own, Class::Five) {
            0 => None,
            _ => replies_to_five(board, !own),
        };
        if answers.is_some_and(|a| a.is_empty()) || ply >= MAX_PLY {
            return false;
        }
        if width == Width::Narrow && answers.is_none() && board.count(own, Class::StraightFour) > 0
        {
            self.line
                .extend(board.points(own, Class::StraightFour).first());
            self.ends_open = true;
            return true;
        }
        self.nodes += 1;
        if self.nodes > self.budget {
            self.exhausted = true;
            return false;
        }
        let key = failure_key(board, width, last);
        let slot = key as usize & (self.failures.len() - 1);
        if self.failures[slot] == key {
            return false;
        }
        if self.try_fours(board, width, last, ply, answers) {
            return true;
        }
        if !self.exhausted {
            self.failures[slot] = key;
        }
        false
    }

    fn try_fours<K: Kind>(
        &mut self,
        board: &mut PatternBoard<K>,
        width: Width,
        last: Option<Point>,
        ply: usize,
        answers: Option<Replies>,
    ) -> bool {
        let own = board.to_move();
        let reach = match width {
            Width::Complete => None,
            Width::Narrow => last,
        };
        let fits = |point| {
            answers.is_none_or(|a| a.contains(point)) && reach.is_none_or(|l| is_near(l, point))
        };
        for class in FOURS {
            if board.count(own, class) == 0 {
                continue;
            }
            let points = *board.points(own, class);
            for point in points.iter() {
                if fits(point) && self.four(board, point, width, ply) {
                    return true;
                }
            }
        }
        if !K::FOULS || own != Colour::Black || board.count(own, Class::Foul) == 0 {
            return false;
        }
        let suspects = *board.points(own, Class::Foul);
        suspects.iter().any(|point| {
            hidden_four(board, point)
                && fits(point)
                && !board.is_foul(point, own)
                && self.four(board, point, width, ply)
        })
    }

    /// Makes a four and sees whether every reply loses.
    fn four<K: Kind>(
        &mut self,
        board: &mut PatternBoard<K>,
        point: Point,
        width: Width,
        ply: usize,
    ) -> bool {
        let own = board.to_move();
        board.play(point);
        let wins = board.count(!own, Class::Five) == 0
            && match replies_to_five(board, own) {
                None => false,
                Some(replies) if replies.is_empty() => {
                    self.finish(board, own);
                    true
                }
                Some(replies) => replies.iter().all(|reply| {
                    self.line.clear();
                    board.play(reply);
                    let wins = self.attack(board, width, Some(point), ply + 2);
                    board.undo();
                    self.line.push(reply);
                    wins
                }),
            };
        board.undo();
        if wins {
            self.line.push(point);
        }
        wins
    }

    /// The four has no reply: any stone, then the five. The line needs both moves.
    fn finish<K: Kind>(&mut self, board: &PatternBoard<K>, own: Colour) {
        self.line.clear();
        let mut fives = board.points(own, Class::Five).iter();
        let first = fives.next().expect("a four was made");
        // With two five points the reply takes one and the five is made at the other; with one, the
        // reply would be a foul, and its place is left to the five.
        let second = fives.next();
        self.ends_open = second.is_none();
        if let Some(second) = second {
            self.line.extend([second, first]);
        }
    }
}

/// Whether a four at `point` can go on from a stone at `last`: next to it, or on a line with it.
#[inline]
fn is_near(last: Point, point: Point) -> bool {
    let (dx, dy) = (last.x().abs_diff(point.x()), last.y().abs_diff(point.y()));
    let far = dx.max(dy);
    far <= 2 || (far <= 4 && (dx == 0 || dy == 0 || dx == dy))
}

/// Names a position, the side to move and the kind of search.
#[inline]
fn failure_key<K: Kind>(board: &PatternBoard<K>, width: Width, last: Option<Point>) -> u64 {
    let narrow = match (width, last) {
        (Width::Complete, _) => 0,
        (Width::Narrow, None) => 1,
        (Width::Narrow, Some(last)) => 2 + last.index() as u64,
    };
    // The hash of a position with no stone is 0, which also marks an empty slot.
    (board.position().hash() ^ narrow.wrapping_mul(0xd6e8_feb8_6659_fd93)) | 1 << 63
}
