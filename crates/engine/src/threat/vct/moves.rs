//! Move generation of the VCT search.

use super::defence::refutations;
use super::state::{ProofSearch, QUIET_WIN};
use super::table::Numbers;
use crate::pattern::{CellClass, Kind, LinePattern};
use crate::threat::params::{FOURS_BUDGET, QUIET_BUDGET, THOROUGH_BUDGET};
use crate::threat::proof::Proof;
use crate::threat::relevance_zone::{Care, Tracer};
use crate::threat::replies::replies_to_five;
use crate::threat::vcf::Found as Fours;
use std::cmp::Reverse;
use tengen_core::board::{Colour, Point, PointSet};

pub(super) enum Moves {
    /// None: the side to move reaches its goal.
    Won,
    /// None: the side to move fails.
    Lost,
    /// One of these.
    Of(Vec<Point>),
}

/// Classes of the attacker's moves, best first.
const ATTACKS: [CellClass; 7] = [
    CellClass::OpenFour,
    CellClass::FourThree,
    CellClass::TwoThrees,
    CellClass::FourPlus,
    CellClass::ThreePlus,
    CellClass::Three,
    CellClass::Four,
];

impl<K: Kind> ProofSearch<'_, K> {
    /// The moves of the side to move, from the cache if possible.
    pub fn moves(&mut self, limit: u32) -> Moves {
        let key = self.lasting_key(self.board.position().hash(), limit);
        if let Some(list) = self.lists.get(key) {
            return Moves::Of(list.to_vec());
        }
        let moves = if self.board.to_move() == self.attacker { self.attacks(limit) } else { self.defences(limit) };
        if let Moves::Of(list) = &moves {
            self.lists.put(key, list);
        }
        moves
    }

    /// The attacker's moves: a win by fours, threats, or answers to a four.
    fn attacks(&mut self, limit: u32) -> Moves {
        let own = self.attacker;
        if self.board.count(own, CellClass::Five) > 0 {
            return Moves::Won;
        }
        let answers = replies_to_five(self.board, !own);
        if answers.is_some_and(|answers| answers.is_empty()) {
            return Moves::Lost;
        }
        if self.wins_by_fours(limit).is_some() {
            return Moves::Won;
        }
        if self.plies_left(limit).is_some_and(|left| left < QUIET_WIN) && !self.is_restricted() {
            return Moves::Lost;
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
        if K::FORBIDDEN && own == Colour::Black && self.board.count(own, CellClass::Forbidden) > 0 {
            let suspects = *self.board.points(own, CellClass::Forbidden);
            list.extend(suspects.iter().filter(|&p| self.is_hidden_threat(p)));
        }
        list
    }

    /// Quiet moves that threaten a VCF without making a four or a three: moves that make at least a wide two or a
    /// blocked three; if `freely`, at least a blocked two. Every such move in a search for all of them.
    pub fn quiet_moves(&mut self, freely: bool, limit: u32) -> Vec<Point> {
        let own = self.attacker;
        if self.board.count(!own, CellClass::Five) > 0 {
            return Vec::new();
        }
        let key = !self.lasting_key(self.board.position().hash(), limit) ^ freely as u64;
        if let Some(list) = self.lists.get(key) {
            return list.to_vec();
        }
        let promising: fn(LinePattern) -> bool = if freely {
            |pattern| pattern >= LinePattern::BlockedTwo
        } else {
            |pattern| pattern >= LinePattern::WideTwo
        };
        let (every, any) = (self.scope.every_move, self.scope.any_threat);
        let quiet = |&p: &Point| {
            let cell = self.board.cell(p);
            let connects = || cell.lines(own, |pattern| pattern >= LinePattern::BlockedTwo).next().is_some();
            let hinders = || cell.lines(!own, |pattern| pattern >= LinePattern::BlockedThree).next().is_some();
            cell.class(own) < CellClass::Three
                && match (every, any) {
                    (_, true) => connects() || hinders(),
                    (true, false) => true,
                    (false, false) => cell.lines(own, promising).next().is_some(),
                }
        };
        let near = self.board.position().empty_points().filter(quiet);
        let mut list: Vec<Point> = near.collect();
        self.leave_out_blocked(&mut list);
        list.retain(|&p| !self.is_stopped() && self.threatens_fours(p, limit));
        if !self.over {
            self.lists.put(key, &list);
        }
        list
    }

    /// Whether a quiet move threatens a VCF, by a quick check.
    fn threatens_fours(&mut self, point: Point, limit: u32) -> bool {
        if self.board.is_forbidden(point, self.attacker) {
            return false;
        }
        self.board.play(point);
        self.board.pass();
        let threatens = self.has_fours(limit);
        self.board.pass();
        self.board.undo();
        threatens
    }

    /// Whether a quiet move threatens the VCF that it now could be followed by.
    fn has_fours(&mut self, limit: u32) -> bool {
        if self.scope.any_threat {
            return self.wins_within(limit - 2);
        }
        if self.scope.every_move {
            return self.fours(self.plies_left(limit).map(|left| left - 2)).is_some();
        }
        let Some(budget) = self.within_most(QUIET_BUDGET) else { return false };
        let quick = self.vcf.quick(self.board, budget);
        self.add(self.vcf.nodes());
        match self.plies_left(limit) {
            Some(left) if quick.is_some_and(|(_, plies)| plies > left - 2) => self.fours(Some(left - 2)).is_some(),
            _ => quick.is_some(),
        }
    }

    /// Whether a black point that looks forbidden is legal and makes a four or a three.
    fn is_hidden_threat(&mut self, point: Point) -> bool {
        let cell = self.board.cell(point);
        let threat = |pattern: LinePattern| pattern.is_four() || pattern.is_three();
        cell.lines(Colour::Black, threat).next().is_some() && !self.board.is_forbidden(point, Colour::Black)
    }

    /// The defender's replies to the last move, if it is a threat.
    fn defences(&mut self, limit: u32) -> Moves {
        let own = self.board.to_move();
        if self.board.count(own, CellClass::Five) > 0 {
            return Moves::Won;
        }
        match self.replies(limit) {
            None => Moves::Won,
            Some(list) if list.is_empty() => Moves::Lost,
            Some(list) => Moves::Of(list),
        }
    }

    /// All replies that may help against the attacker's threat; `None` if there is no threat. After a forced block that
    /// threatens nothing, all legal moves, if such blocks are searched on.
    pub fn replies(&mut self, limit: u32) -> Option<Vec<Point>> {
        match replies_to_five(self.board, self.attacker) {
            Some(replies) => Some(replies.iter().collect()),
            None if self.scope.any_threat => self.replies_to_fours(limit).or_else(|| self.replies_to_threats(limit)),
            None => self.replies_to_fours(limit).or_else(|| self.replies_to_block()),
        }
    }

    /// Whether the attacker, to move, wins within this many plies.
    fn wins_within(&mut self, plies: u32) -> bool {
        let ply = self.ply_at(plies);
        self.explore(Numbers::ALL, ply, plies) == Numbers::YES
    }

    /// All replies that may help against a threatened win without fours; `None` if nothing is threatened.
    fn replies_to_threats(&mut self, limit: u32) -> Option<Vec<Point>> {
        let points = self.threatened_win(limit)?.1;
        let empty: Vec<Point> = self.board.position().empty_points().collect();
        let may_help = |point: &Point| points.is_none_or(|points| points.contains(*point));
        Some(self.legal(empty.into_iter().filter(may_help), |class, _| Reverse(class)))
    }

    /// The win that the attacker would have within the plies left if the defender passed, and the points where a stone
    /// may spoil it; any point if they are not known.
    pub fn threatened_win(&mut self, limit: u32) -> Option<(Proof, Option<PointSet>)> {
        let plies = limit.checked_sub(1)?;
        self.board.pass();
        let proof = if self.wins_within(plies) { self.extract_from(plies) } else { None };
        let points = proof.as_ref().and_then(|proof| refutations(self.board, self.vcf, proof, self.stop));
        self.board.pass();
        proof.map(|proof| (proof, points))
    }

    /// The VCF that the attacker would have if the defender passed.
    pub fn threatened_fours(&mut self, limit: u32) -> Option<(Vec<Point>, u32)> {
        if self.plies_left(limit) == Some(0) {
            return None;
        }
        self.board.pass();
        let line = self.wins_by_fours(limit.saturating_sub(1));
        self.board.pass();
        line
    }

    /// All replies that may help against a threatened VCF; `None` if there is none.
    fn replies_to_fours(&mut self, limit: u32) -> Option<Vec<Point>> {
        let (line, _) = self.threatened_fours(limit)?;
        let Some(points) = self.relevance_zone(&line, Care::OneStone) else {
            self.table.set_doubtful();
            return None;
        };
        let first = line[0];
        let key = |class: CellClass, point| (point != first, Reverse(class.max(CellClass::BlockedThreePlus)));
        Some(self.legal(points.iter(), key))
    }

    /// All legal moves, if the attacker's last move was the forced block of a four.
    fn replies_to_block(&mut self) -> Option<Vec<Point>> {
        if !self.scope.every_move {
            return None;
        }
        let own = self.board.to_move();
        let block = self.board.position().stones().last()?.point;
        self.board.undo();
        let was_forced = self.board.count(own, CellClass::Five) > 0;
        self.board.play(block);
        if !was_forced {
            return None;
        }
        let empty: Vec<Point> = self.board.position().empty_points().collect();
        Some(self.legal(empty.into_iter(), |class, _| Reverse(class)))
    }

    /// The legal ones of these moves, the least key first.
    fn legal<T: Ord>(
        &mut self,
        points: impl Iterator<Item = Point>,
        key: impl Fn(CellClass, Point) -> T,
    ) -> Vec<Point> {
        let own = self.board.to_move();
        let mut list = Vec::new();
        for point in points {
            if !self.board.is_forbidden(point, own) {
                list.push((key(self.board.class(point, own), point), point));
            }
        }
        sorted(list)
    }

    /// The relevance zone of the attacker's threatened VCF.
    pub fn relevance_zone(&mut self, line: &[Point], care: Care) -> Option<PointSet> {
        let most_nodes = self.within_most(u64::MAX)?;
        self.board.pass();
        let mut tracer = Tracer::new(self.board, self.vcf, care, self.stop);
        tracer.most_nodes = most_nodes;
        let wins = tracer.follow(line);
        let points = tracer.points;
        self.over |= tracer.over;
        let nodes = tracer.nodes;
        self.add(nodes);
        self.board.pass();
        wins.then_some(points)
    }

    /// A VCF of the side to move within the node budget: the line and its plies. Fours far apart are left to the VCT
    /// search, where fours are moves too; so is a root position with blocked moves.
    pub fn wins_by_fours(&mut self, limit: u32) -> Option<(Vec<Point>, u32)> {
        if self.is_restricted() {
            return None;
        }
        self.fours(self.plies_left(limit))
    }

    /// A VCF of the side to move, of at most `most` plies if that is a number.
    fn fours(&mut self, most: Option<u32>) -> Option<(Vec<Point>, u32)> {
        let stop = &mut || false;
        let budget = if self.scope.every_move { THOROUGH_BUDGET } else { FOURS_BUDGET };
        let Some(budget) = self.within_most(budget) else {
            self.table.set_doubtful();
            return None;
        };
        // Where capped fives do not win, a seeming open four may be answered.
        let found = match (K::CAPS || self.scope.every_move, most) {
            (true, None) => self.vcf.solve(self.board, budget, stop),
            (true, Some(most)) => self.vcf.solve_within(self.board, most, budget, stop),
            (false, None) => self.vcf.solve_nearby(self.board, budget),
            (false, Some(most)) => self.vcf.solve_nearby_within(self.board, most, budget),
        };
        self.add(self.vcf.nodes());
        match found {
            Fours::Win(line, plies) => Some((line, plies)),
            Fours::Nothing => None,
            Fours::Unknown => {
                self.table.set_doubtful();
                None
            }
        }
    }
}

/// Points by their keys, the least first. Not a method: sorting is much code, and would be compiled for each rule.
fn sorted<T: Ord>(mut points: Vec<(T, Point)>) -> Vec<Point> {
    points.sort_by(|a, b| a.0.cmp(&b.0));
    points.into_iter().map(|(_, point)| point).collect()
}
