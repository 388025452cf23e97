//! The standings: results of all meetings, and other statistics of each brain.

use super::{Finished, TournamentOptions};
use crate::referee::play::Thought;
use crate::stats::Pairs;
use std::collections::HashMap;
use tengen_records::Reason;

/// The failures by which a program loses a game, in the order of the table's columns.
pub const FAULTS: [Reason; 6] =
    [Reason::Time, Reason::Crash, Reason::Illegal, Reason::Garbage, Reason::Flood, Reason::NoStart];

#[derive(Clone, Debug)]
pub struct Standings {
    /// The names of the brains, in the order of the options.
    pub names: Vec<String>,
    /// The pairs of brains that meet, with the results from the first one's view.
    pub meetings: Vec<((usize, usize), Pairs)>,
    pub counts: Vec<GameCounts>,
    /// The score of each finished game whose pair is not complete yet, by the number of the pair.
    halves: HashMap<usize, f32>,
}

/// Statistics of a brain besides its score.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct GameCounts {
    /// Games lost by each of [`FAULTS`].
    pub faults: [usize; FAULTS.len()],
    /// Games lost by a forbidden move.
    pub forbidden: usize,
    pub thought: Thought,
}

#[derive(Clone, PartialEq, Debug)]
pub struct TableRow {
    pub brain: usize,
    /// Its results against all others.
    pub pairs: Pairs,
    pub counts: GameCounts,
}

impl Standings {
    pub fn new(options: &TournamentOptions) -> Standings {
        let names = options.brains.iter().map(|spec| spec.name.clone());
        Standings::of(names.collect(), &options.meetings())
    }

    pub fn after(options: &TournamentOptions, games: &[Finished]) -> Standings {
        let mut standings = Standings::new(options);
        games.iter().for_each(|finished| standings.add(finished));
        standings
    }

    /// The standings of brains with these names before their first game.
    pub fn of(names: Vec<String>, meetings: &[(usize, usize)]) -> Standings {
        let meetings = meetings.iter().map(|&meeting| (meeting, Pairs::default()));
        Standings {
            counts: vec![GameCounts::default(); names.len()],
            names,
            meetings: meetings.collect(),
            halves: HashMap::new(),
        }
    }

    pub fn add(&mut self, finished: &Finished) {
        let points = points_of_first(finished);
        let [first, second] = match finished.half {
            0 => finished.brains,
            _ => [finished.brains[1], finished.brains[0]],
        };
        let found = self.meetings.iter_mut().find(|(meeting, _)| *meeting == (first, second));
        let (_, pairs) = found.expect("a game of two that meet");
        pairs.add_game(points);
        let pair = finished.number.div_ceil(2);
        match self.halves.remove(&pair) {
            Some(other) => pairs.add_pair([other, points]),
            None => drop(self.halves.insert(pair, points)),
        }
        for seat in 0..2 {
            self.counts[finished.brains[seat]].add(finished, seat);
        }
    }

    pub fn games(&self) -> usize {
        self.meetings.iter().map(|(_, pairs)| pairs.played()).sum()
    }

    /// The number of games lost by program failures.
    pub fn faults(&self) -> usize {
        self.counts.iter().flat_map(|counts| counts.faults).sum()
    }

    /// The results of the first two brains, from the first one's view.
    pub fn first_meeting(&self) -> &Pairs {
        &self.meetings[0].1
    }

    /// The results of one brain against another; `None` if they do not meet.
    pub fn between(&self, brain: usize, other: usize) -> Option<Pairs> {
        self.meetings.iter().find_map(|&((first, second), pairs)| match () {
            _ if (first, second) == (brain, other) => Some(pairs),
            _ if (first, second) == (other, brain) => Some(pairs.seen_from_the_other_side()),
            _ => None,
        })
    }

    /// The rows of the table, by descending [share](TableRow::share).
    pub fn rows(&self) -> Vec<TableRow> {
        let row = |brain: usize| {
            let all = (0..self.names.len()).filter_map(|other| self.between(brain, other));
            TableRow { brain, pairs: all.fold(Pairs::default(), Pairs::plus), counts: self.counts[brain] }
        };
        let mut rows: Vec<TableRow> = (0..self.names.len()).map(row).collect();
        rows.sort_by(|a, b| b.share().total_cmp(&a.share()));
        rows
    }
}

impl TableRow {
    /// The share of the maximum score; 0 without games.
    pub fn share(&self) -> f64 {
        self.pairs.points() / self.pairs.played().max(1) as f64
    }
}

impl GameCounts {
    fn add(&mut self, finished: &Finished, seat: usize) {
        let played = &finished.played;
        let reason = played.ending().reason;
        if played.winner() == Some(1 - seat) {
            if let Some(fault) = FAULTS.iter().position(|&fault| fault == reason) {
                self.faults[fault] += 1;
            }
            self.forbidden += matches!(reason, Reason::Forbidden(_)) as usize;
        }
        self.thought = self.thought.plus(played.thought(seat));
    }
}

/// The score of the brain that is first in the meeting.
fn points_of_first(finished: &Finished) -> f32 {
    match finished.played.winner() {
        None => 0.5,
        Some(seat) if seat == finished.half => 1.0, // in the second game it has the other seat
        Some(_) => 0.0,
    }
}
