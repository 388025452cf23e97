//! The searcher: the state kept from turn to turn, and starting a search.

use super::Move;
use super::memory::SearchMemory;
use super::params::Params;
use super::search::{Connect6Search, Report};
use std::time::Duration;
use tengen_common::{Limits, Score, SearchCallback};
use tengen_core::board::Position;

/// Finds turns. Keeps what it learned from turn to turn within a game.
pub struct Searcher {
    bytes: usize,
    memory: Option<SearchMemory>,
    params: Params,
}

impl Searcher {
    /// A searcher with tables of about `bytes` bytes, allocated when the first search starts.
    pub fn new(bytes: usize) -> Searcher {
        Searcher { bytes, memory: None, params: Params::default() }
    }

    pub fn params_mut(&mut self) -> &mut Params {
        &mut self.params
    }

    pub fn clear(&mut self) {
        if let Some(memory) = &mut self.memory {
            memory.table.clear();
            memory.attack.clear();
        }
    }

    /// Finds a turn for the side to move: two stones, or one where the rules require it. Returns `None` on a full
    /// board.
    pub fn search(
        &mut self,
        position: &Position,
        limits: &Limits,
        callback: &mut dyn SearchCallback,
    ) -> Option<Report> {
        if position.stones().is_empty() {
            return opening(position, callback.elapsed());
        }
        let bytes = self.bytes;
        let memory = self.memory.get_or_insert_with(|| SearchMemory::new(bytes));
        memory.table.age();
        Connect6Search::new(position, limits, memory, &self.params, callback).find(limits.depth)
    }
}

/// The first stone of a game, in the centre if that point is empty.
fn opening(position: &Position, elapsed: Duration) -> Option<Report> {
    let centre = position.size().centre();
    let middle = position.is_empty(centre).then_some(centre);
    let point = middle.or_else(|| position.empty_points().next())?;
    Some(Report { turn: Move::single(point), depth: 0, score: Score::DRAW, nodes: 1, elapsed })
}

#[cfg(test)]
mod tests {
    use super::super::rules;
    use super::super::search::can_be_played;
    use super::super::table::{Best, TableEntry};
    use super::*;
    use tengen_common::LimitsOnly;
    use tengen_common::table::Bound;
    use tengen_core::board::{Colour, Point};

    /// Searches with a table that claims this turn as the best one in every position after one turn.
    fn find_with_forged_entries(position: &Position, best: Move) -> Report {
        let mut searcher = Searcher::new(1 << 20);
        let memory = searcher.memory.insert(SearchMemory::new(1 << 20));
        let points: Vec<Point> = position.empty_points().collect();
        for (i, &one) in points.iter().enumerate() {
            for &other in &points[i + 1..] {
                let mut after = position.clone();
                let side = after.to_move();
                after.place(one, side, &mut ());
                after.place(other, side, &mut ());
                let forged = TableEntry { value: 0, depth: 0, bound: Bound::Lower, note: Best(Some(best)) };
                memory.table.put(after.hash(), forged);
            }
        }
        let limits = Limits { depth: Some(3), nodes: Some(3000), ..Limits::default() };
        let report = searcher.search(position, &limits, &mut LimitsOnly::new());
        report.expect("a turn")
    }

    #[test]
    fn a_turn_of_another_position_in_the_table_is_not_played() {
        let point = Point::new;
        let mut position = Position::new(rules::size());
        for point in rules::size().points().skip(40) {
            position.kill(point).expect("points die once");
        }
        position.play(point(3, 0), &mut ());
        position.set_to_move(Colour::White);
        let (stone, dead) = (point(3, 0), point(18, 18));
        for forged in [
            Move::pair(stone, point(5, 0)),
            Move::pair(point(5, 0), dead),
            Move::pair(stone, dead),
            Move::single(point(5, 0)),
            Move::single(stone),
        ] {
            let report = find_with_forged_entries(&position, forged);
            assert!(can_be_played(&position, report.turn), "{forged:?}");
        }
    }
}
