//! What has worked before: history, killers, counter-moves.

use tengen_core::board::{Colour, POINTS, Point};

/// Scores of moves by how often they were best, for each side and point, apart for quiet moves and
/// moves that make threats.
pub struct History {
    scores: Box<[[[i16; 2]; POINTS]; 2]>,
    counters: Box<[[Option<Point>; POINTS]; 2]>,
}

/// No score goes beyond this.
const MOST: i32 = 10_000;

impl History {
    /// Nothing is known.
    pub fn new() -> History {
        History {
            scores: Box::new([[[0; 2]; POINTS]; 2]),
            counters: Box::new([[None; POINTS]; 2]),
        }
    }

    /// Forgets half: a new search of the same game.
    pub fn fade(&mut self) {
        let scores = self.scores.iter_mut().flatten().flatten();
        scores.for_each(|score| *score /= 2);
    }

    /// How well a move has done; from −10,000 to 10,000.
    #[inline(always)]
    pub fn score(&self, colour: Colour, point: Point, threat: bool) -> i32 {
        self.scores[colour.index()][point.index()][threat as usize] as i32
    }

    /// Moves a score towards ±`MOST`, the less the nearer it is.
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

    /// Remembers a refutation.
    #[inline]
    pub fn set_counter(&mut self, colour: Colour, point: Point, reply: Point) {
        self.counters[colour.index()][point.index()] = Some(reply);
    }
}

impl Default for History {
    fn default() -> History {
        History::new()
    }
}
