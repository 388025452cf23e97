//! Extends a won line up to the five.
//!
//! Solvers and searches stop as soon as a win is certain: at an open four, at two threes, at a distant VCF. People
//! want to see the five:
//!
//! ```text
//!   . . 1 X X X . .     found: 1, a win in three plies
//!   . 3 1 X X X 2 .     extended: 2 is a futile reply, 3 the five
//! ```

use crate::pattern::kind::{KindVisitor, dispatch};
use crate::pattern::{CellClass, Kind, PatternBoard};
use crate::threat::replies::replies_to_five;
use crate::threat::threat_state::{ThreatState, threat_state};
use crate::threat::vcf::{Found, Vcf};
use tengen_core::board::{Colour, Point, Position};
use tengen_core::rules::{Outcome, Rule, judge};

/// Node budget for the VCF at the end of a line.
const BUDGET: u64 = 20_000;
/// Number of failures that its solver caches.
const MEMORY: usize = 1 << 12;

/// Extends a line up to and including the five that one side makes at ply `plies`, counted from 1. Returns the line
/// unchanged if it is that long already or no such ending is found.
pub fn to_the_five(position: &Position, rule: Rule, line: &[Point], plies: u32) -> Vec<Point> {
    let story = Story { position, rule, line, plies: plies as usize };
    let extended = dispatch(rule, story).filter(|extended| ends_with_five(position, rule, extended));
    extended.unwrap_or_else(|| line.to_vec())
}

/// Extends a line of fours up to and including the five, which is at most this many plies away.
pub fn fours_to_the_five(position: &Position, rule: Rule, fours: &[Point]) -> Vec<Point> {
    const BEYOND: usize = 6;
    let lengths = (fours.len()..=fours.len() + BEYOND).step_by(2);
    let mut lines = lengths.map(|plies| to_the_five(position, rule, fours, plies as u32));
    let complete = lines.find(|line| ends_with_five(position, rule, line));
    complete.unwrap_or_else(|| fours.to_vec())
}

/// Whether the last of these moves, and no other, makes a five, by the rules alone.
fn ends_with_five(position: &Position, rule: Rule, line: &[Point]) -> bool {
    let mut position = position.clone();
    line.iter().enumerate().all(|(i, &point)| {
        let outcome = judge(&position, point, position.to_move(), rule);
        position.play(point, &mut ());
        match outcome {
            Outcome::Five(_) => i + 1 == line.len(),
            _ => outcome == Outcome::Open && i + 1 < line.len(),
        }
    })
}

struct Story<'a> {
    position: &'a Position,
    rule: Rule,
    line: &'a [Point],
    plies: usize,
}

impl KindVisitor for Story<'_> {
    type Output = Option<Vec<Point>>;

    fn visit<K: Kind>(self, _: K) -> Option<Vec<Point>> {
        let first = self.position.to_move();
        let mut finder = Finder {
            board: PatternBoard::<K>::new(self.position, self.rule),
            winner: if self.plies % 2 == 1 { first } else { !first },
            vcf: Vcf::new(MEMORY),
        };
        let mut extended = Vec::with_capacity(self.plies);
        let mut next = self.line.to_vec();
        while extended.len() + next.len() < self.plies {
            next.iter().for_each(|&point| finder.board.play(point));
            extended.append(&mut next);
            next = finder.next(self.plies - extended.len())?;
        }
        extended.append(&mut next);
        (extended.len() == self.plies).then_some(extended)
    }
}

struct Finder<K> {
    board: PatternBoard<K>,
    winner: Colour,
    vcf: Vcf,
}

impl<K: Kind> Finder<K> {
    /// The next move or moves, with `left` plies left.
    fn next(&mut self, left: usize) -> Option<Vec<Point>> {
        if self.board.to_move() == self.winner { self.attack(left) } else { self.reply(left).map(|point| vec![point]) }
    }

    /// The winner's next moves, with the winner to move.
    fn attack(&mut self, left: usize) -> Option<Vec<Point>> {
        if let ThreatState::Win(point, plies) = threat_state(&mut self.board) {
            return (plies as usize <= left).then(|| vec![point]);
        }
        match self.vcf.solve(&mut self.board, BUDGET, &mut || false) {
            Found::Win(line, plies) if plies as usize <= left => Some(line),
            _ => None,
        }
    }

    /// The loser's reply: one that stops the five or the threat, or else a move next to it.
    fn reply(&mut self, left: usize) -> Option<Point> {
        let threatened = match replies_to_five(&mut self.board, self.winner) {
            Some(replies) if !replies.is_empty() => return replies.iter().next(),
            Some(_) => self.board.points(self.winner, CellClass::Five).first(),
            None => self.threatened(left),
        };
        self.nearest(threatened?)
    }

    /// The first move of the winner if the loser passed.
    fn threatened(&mut self, left: usize) -> Option<Point> {
        self.board.pass();
        let attack = self.attack(left);
        self.board.pass();
        attack?.first().copied()
    }

    /// The legal move of the side to move closest to a point.
    fn nearest(&mut self, point: Point) -> Option<Point> {
        let side = self.board.to_move();
        let mut points: Vec<Point> = self.board.position().empty_points().collect();
        points.retain(|&p| !self.board.is_forbidden(p, side));
        points.into_iter().min_by_key(|p| p.distance(point))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_core::board::{diagram, notation};
    use tengen_core::rules::Variant;

    fn extended(rule: Variant, drawing: &str, line: &str, plies: u32) -> usize {
        let drawing = diagram::read(drawing).expect("a drawing");
        let position = drawing.position;
        let line = notation::read(line, position.size()).expect("moves");
        to_the_five(&position, Rule::new(rule), &line, plies).len()
    }

    const OPEN_THREE: &str = "
        . . . . . . . . .
        . . O O . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . X X X . . .
        . . . . . . . . .
        . . . . . O . . .
        . . . . . . . . .
        . . . . . . . . .";

    #[test]
    fn a_line_ends_with_the_five() {
        assert_eq!(extended(Variant::Renju, OPEN_THREE, "", 3), 3);
        assert_eq!(extended(Variant::Renju, OPEN_THREE, "c5", 3), 3);
        assert_eq!(extended(Variant::Caro, OPEN_THREE, "c5 b5", 3), 3);
    }

    /// An ending must have exactly the claimed length: a shorter win does not fit, and a longer one does not exist.
    #[test]
    fn a_line_stays_as_it_is_where_there_is_no_such_end() {
        assert_eq!(extended(Variant::Renju, OPEN_THREE, "a1 a2", 9), 2);
        assert_eq!(extended(Variant::Renju, OPEN_THREE, "c5 b5", 4), 2);
        assert_eq!(extended(Variant::Renju, OPEN_THREE, "c5 b5 g5 a1", 3), 4);
    }
}
