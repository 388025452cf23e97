//! Threats within one turn: winning turns, and the stones that stop the other side's threats.
//!
//! A turn has two stones, so a side has a threat wherever a window has four or five of its stones and none of the
//! other side. A threat is stopped by a stone in any gap of the window; all threats together can be stopped by one
//! stone, by two, or not at all.

use super::{Board, Move, ROW};
use arrayvec::ArrayVec;
use tengen_core::board::{Colour, Point};

/// A turn that makes six in a row, if there is one.
pub fn winning_move(board: &Board, side: Colour) -> Option<Move> {
    let window = board.live(side, 5).chain(board.live(side, 4)).next()?;
    let gaps: ArrayVec<Point, 2> = board.gaps(window, side).collect();
    Some(match gaps[..] {
        [gap] => match any_other_empty(board, gap) {
            Some(other) => Move::pair(gap, other),
            None => Move::single(gap),
        },
        _ => Move::pair(gaps[0], gaps[1]),
    })
}

fn any_other_empty(board: &Board, point: Point) -> Option<Point> {
    board.position().empty_points().find(|&p| p != point)
}

/// What a side must do about the other side's threats.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Defence {
    /// There are no threats.
    Free,
    /// One of these blocks stops them all.
    Forced(Blocks),
    /// No two stones stop them all.
    Hopeless,
}

/// All ways to stop all threats.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Blocks {
    /// Points that stop all threats alone; the other stone is free.
    pub singles: ArrayVec<Point, 2>,
    /// Pairs of stones that stop all threats only together.
    pub pairs: ArrayVec<Move, 4>,
}

impl Blocks {
    pub fn stopped_by(&self, turn: Move) -> bool {
        self.singles.iter().any(|&point| turn.has(point)) || self.pairs.contains(&turn)
    }
}

/// The defence of `side`.
///
/// Every defence has a stone in a gap of the first window; if that is not enough, the other stone is in a gap common
/// to all other windows.
pub fn defence(board: &Board, side: Colour) -> Defence {
    let other = !side;
    let Some(first) = board.threatening(other).next() else { return Defence::Free };
    let mut blocks = Blocks::default();
    for stone in board.gaps(first, other) {
        let through = board.threatening(other).map(|w| board.gaps(w, other));
        let mut rest = through.filter(|gaps| !gaps.clone().any(|gap| gap == stone));
        let Some(next) = rest.next() else {
            blocks.singles.push(stone);
            continue;
        };
        let shared = next.filter(|&gap| rest.clone().all(|mut gaps| gaps.any(|g| g == gap)));
        blocks.pairs.extend(shared.map(|gap| Move::pair(stone, gap)));
    }
    blocks.settle()
}

impl Blocks {
    /// Removes duplicate pairs and pairs with a stone that is enough alone.
    fn settle(mut self) -> Defence {
        let singles = self.singles.clone();
        self.pairs.retain(|pair| !singles.iter().any(|&single| pair.has(single)));
        self.pairs.sort_unstable();
        let mut last = None;
        self.pairs.retain(|pair| last.replace(*pair) != Some(*pair));
        if self.singles.is_empty() && self.pairs.is_empty() { Defence::Hopeless } else { Defence::Forced(self) }
    }
}

/// How many stones the other side needs against all threats.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Force {
    /// At most one: it has a free stone.
    Weak,
    /// Two.
    Double,
    /// More than two.
    Won,
}

/// The gaps of a threat; a single gap is repeated.
type Gaps = [Point; 2];

/// The force of two stones of a side (or of one, given twice), if it has no threats yet.
pub fn force(board: &Board, side: Colour, one: Point, other: Point) -> Force {
    let mut threats = ArrayVec::<Gaps, 48>::new();
    let geometry = board.geometry();
    for (cells, excluded) in [(geometry.through(one), None), (geometry.through(other), Some(one))] {
        for cell in cells {
            let window = usize::from(cell.window);
            let Some(mut stones) = board.stones_in(window, side) else { continue };
            if stones.count_ones() < 2 {
                continue;
            }
            let points = geometry.cells(window);
            stones |= cell.bit;
            match excluded {
                None => stones |= bit_of(points, other),
                Some(point) if bit_of(points, point) != 0 => continue,
                Some(_) => {}
            }
            if stones.count_ones() >= 4 {
                threats.push(gaps(points, stones));
            }
        }
    }
    force_of(&threats)
}

#[inline(always)]
fn bit_of(points: &[Point; ROW], point: Point) -> u8 {
    points.iter().position(|&p| p == point).map_or(0, |i| 1 << i)
}

fn gaps(points: &[Point; ROW], stones: u8) -> Gaps {
    let empty = !stones & 0b11_1111;
    debug_assert!(empty != 0, "a side that can win at once has nothing to force");
    [empty.trailing_zeros(), 7 - empty.leading_zeros()].map(|i| points[i as usize])
}

fn force_of(threats: &[Gaps]) -> Force {
    let Some(first) = threats.first() else { return Force::Weak };
    let mut result = Force::Won;
    for stone in first {
        let mut rest = threats.iter().filter(|gaps| !gaps.contains(stone));
        let Some(next) = rest.next() else { return Force::Weak };
        if next.iter().any(|gap| rest.clone().all(|gaps| gaps.contains(gap))) {
            result = Force::Double;
        }
    }
    result
}
