//! The moves of a fight by threats.

use super::state::ProofSearch;
use crate::pattern::{Class, Kind, LinePattern};
use crate::threat::relevance_zone::{Care, Tracer};
use crate::threat::replies::replies_to_five;
use crate::threat::vcf::Found as Fours;
use tengen_core::board::{Colour, Point, PointSet};

/// What is to be done in a position.
pub(super) enum Moves {
    /// Nothing: the side to move gets its way.
    Won,
    /// Nothing: it does not.
    Lost,
    /// One of these.
    Of(Vec<Point>),
}

/// Nodes of a look for a win by fours.
const FOURS_BUDGET: u64 = 1000;
/// Nodes of a look whether a quiet move threatens to win by fours.
const QUIET_BUDGET: u64 = 100;

/// Classes of the attacker's moves, best first.
const ATTACKS: [Class; 7] = [
    Class::StraightFour,
    Class::FourThree,
    Class::TwoThrees,
    Class::FourPlus,
    Class::ThreePlus,
    Class::Three,
    Class::Four,
];

impl<K: Kind> ProofSearch<'_, K> {
    /// The moves of the side to move.
    pub fn moves(&mut self) -> Moves {
        let key = self.key(self.board.position().hash());
        if let Some(list) = self.lists.get(key) {
            return Moves::Of(list.to_vec());
        }
        let moves = if self.board.to_move() == self.attacker {
            self.attacks()
        } else {
            self.defences()
        };
        if let Moves::Of(list) = &moves {
            self.lists.put(key, list);
        }
        moves
    }

    /// The attacker wins by fours, or makes threats, or answers one.
    fn attacks(&mut self) -> Moves {
        let own = self.attacker;
        if self.board.count(own, Class::Five) > 0 {
            return Moves::Won;
        }
        let answers = replies_to_five(self.board, !own);
        if answers.is_some_and(|answers| answers.is_empty()) {
            return Moves::Lost;
        }
        if self.wins_by_fours().is_some() {
            return Moves::Won;
        }
        let mut list: Vec<Point> = match answers {
            Some(answers) => answers.iter().collect(),
            None => self.threats(),
        };
        self.leave_out_blocked(&mut list);
        Moves::Of(list)
    }

    fn leave_out_blocked(&self, list: &mut Vec<Point>) {
        if self.is_restricted() {
            list.retain(|&point| !self.blocked.contains(point));
        }
    }

    /// Moves that make a three or a four.
    fn threats(&mut self) -> Vec<Point> {
        let own = self.attacker;
        let mut list = Vec::new();
        for class in ATTACKS {
            if self.board.count(own, class) > 0 {
                list.extend(self.board.points(own, class).iter());
            }
        }
        if K::FOULS && own == Colour::Black && self.board.count(own, Class::Foul) > 0 {
            let suspects = *self.board.points(own, Class::Foul);
            list.extend(suspects.iter().filter(|&p| self.is_hidden_threat(p)));
        }
        list
    }

    /// Moves that threaten to win by fours although they make neither a four nor a three: on a wide
    /// two or a blocked three at least; when `freely`, on a blocked two.
    pub fn quiet_moves(&mut self, freely: bool) -> Vec<Point> {
        let own = self.attacker;
        if self.board.count(!own, Class::Five) > 0 {
            return Vec::new();
        }
        let key = !self.key(self.board.position().hash()) ^ freely as u64;
        if let Some(list) = self.lists.get(key) {
            return list.to_vec();
        }
        let promising: fn(LinePattern) -> bool = if freely {
            |shape| shape >= LinePattern::BlockedTwo
        } else {
            |shape| shape >= LinePattern::WideTwo
        };
        let quiet = |&p: &Point| {
            let prospect = self.board.prospect(p);
            prospect.class(own) < Class::Three && prospect.lines(own, promising).next().is_some()
        };
        let near = self.board.position().empty_points().filter(quiet);
        let mut list: Vec<Point> = near.collect();
        self.leave_out_blocked(&mut list);
        list.retain(|&p| !self.is_stopped() && self.threatens_fours(p));
        if !self.over {
            self.lists.put(key, &list);
        }
        list
    }

    /// Whether a quiet move threatens to win by fours, as far as a glance can tell.
    fn threatens_fours(&mut self, point: Point) -> bool {
        if self.board.is_foul(point, self.attacker) {
            return false;
        }
        self.board.play(point);
        self.board.pass();
        let threatens = self.vcf.quick(self.board, QUIET_BUDGET).is_some();
        self.nodes += self.vcf.nodes();
        self.board.pass();
        self.board.undo();
        threatens
    }

    /// Whether a point of black that looks like a foul is legal, and makes a four or a three.
    fn is_hidden_threat(&mut self, point: Point) -> bool {
        let prospect = self.board.prospect(point);
        let threat = |shape: LinePattern| shape.is_four() || shape.is_three();
        prospect.lines(Colour::Black, threat).next().is_some()
            && !self.board.is_foul(point, Colour::Black)
    }

    /// The defender answers the threat that has just been made, if it is one.
    fn defences(&mut self) -> Moves {
        let own = self.board.to_move();
        if self.board.count(own, Class::Five) > 0 {
            return Moves::Won;
        }
        match self.replies() {
            None => Moves::Won,
            Some(list) if list.is_empty() => Moves::Lost,
            Some(list) => Moves::Of(list),
        }
    }

    /// Every reply that may help against the attacker's threat; `None` when he makes none.
    pub fn replies(&mut self) -> Option<Vec<Point>> {
        match replies_to_five(self.board, self.attacker) {
            Some(replies) => Some(replies.iter().collect()),
            None => self.replies_to_fours(),
        }
    }

    /// The fours by which the attacker would win if the defender did nothing.
    pub fn threatened_fours(&mut self) -> Option<Vec<Point>> {
        self.board.pass();
        let line = self.wins_by_fours();
        self.board.pass();
        line.map(|(line, _)| line)
    }

    /// What may help against the fours that are threatened; `None` when none are.
    fn replies_to_fours(&mut self) -> Option<Vec<Point>> {
        let line = self.threatened_fours()?;
        let points = self.relevance_zone(&line, Care::OneStone)?;
        let own = self.board.to_move();
        let mut list: Vec<Point> = points.iter().collect();
        list.retain(|&p| !self.board.is_foul(p, own));
        let first = line[0];
        list.sort_by_key(|&p| {
            let makes = self.board.class(p, own).max(Class::BlockedThreePlus);
            (p != first, std::cmp::Reverse(makes))
        });
        Some(list)
    }

    /// The points that the fours which the attacker threatens stand on.
    pub fn relevance_zone(&mut self, line: &[Point], care: Care) -> Option<PointSet> {
        self.board.pass();
        let mut tracer = Tracer::new(self.board, self.vcf, care, self.stop);
        let wins = tracer.follow(line);
        let points = tracer.points;
        self.over |= tracer.over;
        self.nodes += tracer.nodes;
        self.board.pass();
        wins.then_some(points)
    }

    /// A win by fours of the side to move, within the budget of one look: the line and its plies. Fours
    /// that do not hang together are left to the search for threats, for which fours are moves too; so are those
    /// of a position where moves are left out.
    pub fn wins_by_fours(&mut self) -> Option<(Vec<Point>, u32)> {
        if self.is_restricted() {
            return None;
        }
        // Where fives can be capped, what looks like a straight four may be answered.
        let found = if K::CAPS {
            self.vcf.solve(self.board, FOURS_BUDGET, &mut || false)
        } else {
            self.vcf.solve_nearby(self.board, FOURS_BUDGET)
        };
        self.nodes += self.vcf.nodes();
        match found {
            Fours::Win(line, plies) => Some((line, plies)),
            Fours::Nothing => None,
            Fours::Unknown => {
                self.doubtful = true;
                None
            }
        }
    }
}
