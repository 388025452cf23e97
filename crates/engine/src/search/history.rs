//! Move-ordering statistics: history and counter-moves.

use tengen_core::board::{Colour, POINTS, Point};

/// Scores of moves by how often they were best, per side and point, separately for quiet moves and threats; and the
/// counter-moves.
pub struct History {
    scores: Box<[[[i16; 2]; POINTS]; 2]>,
    counters: Box<[[Option<Point>; POINTS]; 2]>,
}

/// The bound on scores.
const MOST: i32 = 10_000;

impl Default for History {
    fn default() -> History {
        History { scores: Box::new([[[0; 2]; POINTS]; 2]), counters: Box::new([[None; POINTS]; 2]) }
    }
}

impl History {
    /// Halves all scores, for a new search in the same game.
    pub fn fade(&mut self) {
        let scores = self.scores.iter_mut().flatten().flatten();
        scores.for_each(|score| *score /= 2);
    }

    /// The score of a move, from −10,000 to 10,000.
    #[inline(always)]
    pub fn score(&self, colour: Colour, point: Point, threat: bool) -> i32 {
        self.scores[colour.index()][point.index()][threat as usize] as i32
    }

    /// Moves a score towards ±`MOST`, by less the closer it is.
    #[inline]
    pub fn reward(&mut self, colour: Colour, point: Point, threat: bool, bonus: i32) {
        let score = &mut self.scores[colour.index()][point.index()][threat as usize];
        let old = *score as i32;
        *score = (old + bonus - old * bonus.abs() / MOST) as i16;
    }

    /// The move that last refuted `colour`'s stone at `point`.
    #[inline(always)]
    pub fn counter(&self, colour: Colour, point: Point) -> Option<Point> {
        self.counters[colour.index()][point.index()]
    }

    /// Stores a refutation.
    #[inline]
    pub fn set_counter(&mut self, colour: Colour, point: Point, reply: Point) {
        self.counters[colour.index()][point.index()] = Some(reply);
    }
}
