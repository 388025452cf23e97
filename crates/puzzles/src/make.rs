//! Makes puzzles from the positions of games.

use crate::look::{self, Win};
use crate::only::{another_seems_to_win, only_defence};
use crate::puzzle::{Key, Kind, Puzzle};
use crate::rating::{QUICK, Traits, rating};
use crate::verify::verify_lines;
use std::collections::HashSet;
use tengen_core::board::{BoardSize, Point, PointSet, Position};
use tengen_core::rules::Rule;
use tengen_engine::search::Searcher;

/// Nodes of the first search for a win; most positions have none.
const LOOK: u64 = 10_000;
/// Accepted plies of a win: shorter ones are obvious, longer ones too hard.
const WINS: std::ops::RangeInclusive<u32> = 5..=35;
/// The same for a win that the solver of the puzzle must prevent.
const THREATS: std::ops::RangeInclusive<u32> = 5..=21;
/// Hash size of searches, in bytes.
const BYTES: usize = 4 << 20;

/// Makes puzzles without duplicates.
pub struct Maker {
    searcher: Searcher,
    seen: HashSet<Key>,
}

impl Default for Maker {
    fn default() -> Maker {
        Maker { searcher: Searcher::new(BYTES), seen: HashSet::new() }
    }
}

impl Maker {
    /// Registers an existing puzzle. Returns whether it was new.
    pub fn know(&mut self, puzzle: &Puzzle) -> bool {
        self.seen.insert(puzzle.key())
    }

    /// The puzzle of the position after these moves, if it is of a wanted kind, there is room for it, and it is not a
    /// duplicate.
    pub fn make(
        &mut self,
        rule: Rule,
        size: BoardSize,
        moves: &[Point],
        wanted: impl Fn(Kind) -> bool,
        has_room: impl Fn(&Puzzle) -> bool,
    ) -> Option<Puzzle> {
        if !Kind::GRADED.into_iter().any(&wanted) {
            return None;
        }
        let mut puzzle = Puzzle::unsolved(rule, size, moves, Kind::Vcf);
        let position = puzzle.position();
        if self.seen.contains(&puzzle.key()) || look::is_plain(&position, rule) {
            return None;
        }
        let win = winning(&position, rule, &wanted);
        let width = match &win {
            Some(win) => describe_win(&mut puzzle, win, &wanted)?,
            None if wanted(Kind::Defence) => self.defend(&mut puzzle, &position)?,
            None => return None,
        };
        puzzle.rating =
            rating(Traits { plies: puzzle.plies, width, unseen: self.unseen(&position, rule, puzzle.only_move()) });
        // Cheaper tests come before the search for another winning move.
        let is_one = has_room(&puzzle)
            && (win.is_none() || !another_seems_to_win(&mut self.searcher, &position, &puzzle))
            && verify_lines(&puzzle, &mut self.searcher).is_ok();
        (is_one && self.know(&puzzle)).then_some(puzzle)
    }

    /// Turns it into a defence puzzle, with one move that stops the opponent's win. Returns the size of the opponent's
    /// proof.
    fn defend(&mut self, puzzle: &mut Puzzle, position: &Position) -> Option<u64> {
        let rule = puzzle.rule;
        let threat = look::threatened(position, rule, LOOK)?;
        let is_told = threat.line.len() == threat.plies as usize;
        if !is_told || !THREATS.contains(&threat.plies) {
            return None;
        }
        let only = only_defence(&mut self.searcher, position, rule, threat.answers.iter())?;
        if look::win(position, rule, LOOK).is_some() {
            return None;
        }
        puzzle.kind = Kind::Defence;
        puzzle.solution = vec![only];
        (puzzle.threat, puzzle.plies) = (threat.line, threat.plies);
        Some(threat.nodes)
    }

    /// The number of quick searches that fail before one finds the correct move.
    fn unseen(&mut self, position: &Position, rule: Rule, only: Point) -> u32 {
        let mut sees = |nodes| {
            let seen = look::search(&mut self.searcher, position, rule, nodes, PointSet::default());
            seen.is_some_and(|(best, _)| best == only)
        };
        QUICK.into_iter().take_while(|&nodes| !sees(nodes)).count() as u32
    }
}

/// Turns it into a puzzle of a win, if one like this is wanted. Returns the size of the proof.
fn describe_win(puzzle: &mut Puzzle, win: &Win, wanted: impl Fn(Kind) -> bool) -> Option<u64> {
    puzzle.kind = if win.by_fours { Kind::Vcf } else { Kind::Vct };
    (puzzle.solution, puzzle.plies) = (win.line.clone(), win.plies);
    let is_told = win.line.len() == win.plies as usize;
    (wanted(puzzle.kind) && WINS.contains(&win.plies) && is_told).then_some(win.nodes)
}

fn winning(position: &Position, rule: Rule, wanted: impl Fn(Kind) -> bool) -> Option<Win> {
    match (wanted(Kind::Vcf), wanted(Kind::Vct)) {
        (_, true) => look::win(position, rule, LOOK),
        (true, false) => look::win_by_fours(position, rule, LOOK),
        (false, false) => None,
    }
}
