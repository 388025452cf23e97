//! The minimax over an opening.

use super::loose::{near, random_pairs, random_three};
use super::{Look, Wanted};
use std::collections::HashMap;
use tengen_common::Report;
use tengen_common::random::Random;
use tengen_core::board::{Colour, Point, PointSet, Position};
use tengen_core::rules::opening::pattern::Pattern;
use tengen_core::rules::opening::{Answer, Instead, Opening, OpeningRule, Question, Zone};
use tengen_core::rules::{Rule, Variant};

/// Values this near to zero say little about who is better (70 points: 59 % of a win).
const EVEN: i32 = 70;
/// Who is worse off by no more than this keeps the colour.
const COMFORT: i32 = 20;
/// What Black must be ahead by under renju for even chances: the networks think too well of Black there. In games of
/// self-play both sides had the same chances where Black was some 220 ahead by freestyle's, 160 to 190 by renju's own.
const FOULS_COST: i32 = 180;
/// A fifth stone that is searched on its own is worth so many looks.
const CLOSE: u32 = 4;
/// More fifth stones are searched for than are needed, for some of them make the same figure.
const SPARE_FIFTHS: usize = 3;

/// How many stones are tried. What follows a choice is looked at less broadly than the choice itself.
#[derive(Clone, Copy)]
struct Breadth {
    /// Openings of three stones anywhere, and pairs beside them.
    loose: usize,
    /// Third stones, of 13.
    thirds: usize,
    /// The best moves.
    best: usize,
    /// Random moves near the stones: who wants a game to be even may find them better.
    random: usize,
}

const NOW: Breadth = Breadth {
    loose: 8,
    thirds: 5,
    best: 6,
    random: 4,
};
const LATER: Breadth = Breadth {
    loose: 4,
    thirds: 3,
    best: 2,
    random: 1,
};

/// One choice in the making.
pub(super) struct Chooser<'a, 'b> {
    rule: Rule,
    random: &'a mut Random,
    look: &'a mut Look<'b>,
    /// The fifth stones are next: each is searched on its own.
    is_close: bool,
    /// What positions are worth to the side to move, by their hash.
    values: HashMap<u64, i32>,
    /// The best moves of positions within a zone.
    lines: HashMap<(u64, Zone), Lines>,
    /// The stones that are tried there: the same ones, however often it is asked.
    moves: HashMap<(u64, Zone, usize), Vec<Point>>,
}

/// A move, and what it is worth to the side that plays it.
type Valued = (Point, i32);

/// The best moves of a position.
struct Lines {
    /// So many were asked for; there may be fewer.
    asked: usize,
    best: Vec<Valued>,
}

/// What one player answers in a row, and what the opening is then.
type Turn = (Vec<Answer>, Opening);

impl<'a, 'b> Chooser<'a, 'b> {
    pub fn new(rule: Rule, random: &'a mut Random, look: &'a mut Look<'b>) -> Chooser<'a, 'b> {
        Chooser {
            rule,
            random,
            look,
            is_close: false,
            values: HashMap::new(),
            lines: HashMap::new(),
            moves: HashMap::new(),
        }
    }

    /// The answers of the player who is asked.
    pub fn turn(&mut self, opening: &Opening) -> Option<Vec<Answer>> {
        let (player, question) = opening.asked()?;
        self.is_close = opening.stones().len() == 4;
        match question {
            Question::Colour(instead) => self.colour(opening, instead).map(|answer| vec![answer]),
            Question::Fifths(count) => {
                let fifths = self.fifths(opening, count)?;
                let points = fifths.into_iter().map(|(point, _)| point).collect();
                Some(vec![Answer::Fifths(points)])
            }
            Question::Fifth => self.fifth(opening).map(|answer| vec![answer]),
            Question::Stone(_) | Question::Number(_) => {
                let turns = self.turns(opening, NOW)?;
                let (_, best) = self.best(turns.clone(), player)?;
                self.number_again(turns, best, player)
            }
        }
    }

    /// The turn with the same stones whose number leaves the game most even when every fifth stone is searched on its
    /// own. Among many values of short searches one that is even by mistake is always found, and White, who keeps
    /// the worst of many fifths, gains by such mistakes.
    fn number_again(
        &mut self,
        turns: Vec<Turn>,
        best: Vec<Answer>,
        player: usize,
    ) -> Option<Vec<Answer>> {
        let [stones @ .., Answer::Number(_)] = &best[..] else {
            return Some(best);
        };
        if self.is_close {
            return Some(best);
        }
        self.is_close = true;
        self.values.clear();
        let same = |(answers, _): &Turn| answers.starts_with(stones);
        let turns = turns.into_iter().filter(same).collect();
        self.best(turns, player).map(|(_, answers)| answers)
    }

    /// The turn after which the opening is worth most to a player, and what that is.
    fn best(&mut self, turns: Vec<Turn>, player: usize) -> Option<(i32, Vec<Answer>)> {
        let only = turns.len() == 1;
        let mut best: Option<(i32, Vec<Answer>)> = None;
        for (answers, after) in turns {
            let value = if only {
                0
            } else {
                self.worth(&after, player, LATER)?
            };
            if best.as_ref().is_none_or(|&(most, _)| value > most) {
                best = Some((value, answers));
            }
        }
        best
    }

    /// What an opening is worth to a player when both go on with their best, of so many stones.
    fn worth(&mut self, opening: &Opening, player: usize, breadth: Breadth) -> Option<i32> {
        let for_player = |whose: usize, value: i32| if whose == player { value } else { -value };
        let Some((asked, question)) = opening.asked() else {
            let position = opening.position();
            let mover = opening.player_of(position.to_move());
            return Some(for_player(mover, self.value(&position)?));
        };
        let value = match question {
            Question::Colour(instead) => {
                let (kept, other) = self.colours(opening, instead, breadth)?;
                kept.abs().max(other.unwrap_or(i32::MIN))
            }
            Question::Fifths(count) => self.fifths(opening, count)?.last()?.1,
            // Nothing is laid between the offer and this, so it is never asked for here.
            Question::Fifth => return None,
            Question::Stone(_) | Question::Number(_) => {
                let mut most = i32::MIN;
                for (_, after) in self.turns(opening, breadth)? {
                    most = most.max(self.worth(&after, asked, LATER)?);
                }
                most
            }
        };
        Some(for_player(asked, value))
    }

    /// What it is worth to the player who may choose a colour to keep the one they have (the other
    /// one is worth as much less than nothing), and to do the other thing.
    fn colours(
        &mut self,
        opening: &Opening,
        instead: Option<Instead>,
        breadth: Breadth,
    ) -> Option<(i32, Option<i32>)> {
        let (player, _) = opening.asked()?;
        let kept = after(opening, &Answer::Take(held(opening, player)));
        let kept = self.worth(&kept, player, breadth)?;
        let other = match instead {
            None => None,
            // Two stones that the other chooses a colour for are never worth more than the better
            // colour; how even they can be made is looked at only where they are to be laid.
            Some(Instead::LayTwo) => None,
            Some(Instead::OfferTen) => {
                Some(self.worth(&after(opening, &Answer::Instead), player, breadth)?)
            }
        };
        Some((kept, other))
    }

    /// The better colour, or the other thing.
    fn colour(&mut self, opening: &Opening, instead: Option<Instead>) -> Option<Answer> {
        let (player, _) = opening.asked()?;
        let held = held(opening, player);
        if opening.stones().len() == 1 {
            // The middle is where every game begins: there is nothing to choose yet.
            return Some(Answer::Take(held));
        }
        let (kept, other) = self.colours(opening, instead, NOW)?;
        if other.is_some_and(|other| other > kept.abs())
            || self.will_lay_two(opening, instead, kept)?
        {
            return Some(Answer::Instead);
        }
        let colour = if kept >= -COMFORT { held } else { !held };
        Some(Answer::Take(colour))
    }

    /// Where nobody is better off, two stones that keep the game even take the opponent out of what
    /// it has prepared.
    fn will_lay_two(
        &mut self,
        opening: &Opening,
        instead: Option<Instead>,
        kept: i32,
    ) -> Option<bool> {
        if instead != Some(Instead::LayTwo) || kept.abs() > EVEN {
            return Some(false);
        }
        let (player, _) = opening.asked()?;
        let two = after(opening, &Answer::Instead);
        let turns = self.turns(&two, NOW)?;
        let best = self.best(turns, player);
        Some(best.is_some_and(|(value, _)| -value < kept.abs().max(EVEN / 4)))
    }

    /// Of the fifth stones offered the one that is worst for Black.
    fn fifth(&mut self, opening: &Opening) -> Option<Answer> {
        let mut best: Option<(i32, Point)> = None;
        for &point in opening.offered() {
            let kept = after(opening, &Answer::Fifth(point));
            let value = self.value(&kept.position())?;
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, point));
            }
        }
        best.map(|(_, point)| Answer::Fifth(point))
    }

    /// So many fifth stones, all different, with their values for Black: the best first.
    fn fifths(&mut self, opening: &Opening, count: usize) -> Option<Vec<Valued>> {
        let position = opening.position();
        let mut found = self.lines(&position, Zone::Anywhere, count + SPARE_FIFTHS)?;
        if self.is_close {
            found = self.searched_again(&position, found)?;
        }
        let mut fifths = Vec::new();
        let mut seen = PointSet::EMPTY;
        // A short search has not seen enough moves: the next one looks at the others.
        while !found.is_empty() {
            seen = found
                .iter()
                .map(|&(point, _)| point)
                .chain(seen.iter())
                .collect();
            add_fifths(&mut fifths, opening, &found, count);
            let missing = count - fifths.len();
            if missing == 0 {
                break;
            }
            found = self.look_for(&position, seen, missing)?;
        }
        Some(fifths)
    }

    /// The same moves, each searched on its own: the best first.
    fn searched_again(&mut self, position: &Position, found: Vec<Valued>) -> Option<Vec<Valued>> {
        let mut again = Vec::new();
        for (point, _) in found {
            let mut after = position.clone();
            after.play(point, &mut ());
            again.push((point, -self.value(&after)?));
        }
        again.sort_by_key(|&(_, value)| std::cmp::Reverse(value));
        Some(again)
    }

    /// What the player who is asked may answer until something else is asked than stones and a number.
    fn turns(&mut self, opening: &Opening, breadth: Breadth) -> Option<Vec<Turn>> {
        let (player, _) = opening.asked()?;
        let mut open: Vec<Turn> = vec![(Vec::new(), opening.clone())];
        let mut done = Vec::new();
        while let Some((answers, opening)) = open.pop() {
            let groups: Vec<Vec<Answer>> = match opening.asked() {
                Some((asked, Question::Stone(zone))) if asked == player => {
                    let stones = self.stones(&opening, zone, breadth)?;
                    let answer = |group: Vec<Point>| group.into_iter().map(Answer::Stone).collect();
                    stones.into_iter().map(answer).collect()
                }
                Some((asked, Question::Number(most))) if asked == player => (1..=most)
                    .map(|number| vec![Answer::Number(number)])
                    .collect(),
                _ => {
                    done.push((answers, opening));
                    continue;
                }
            };
            for group in groups {
                open.extend(told(&answers, &opening, &group));
            }
        }
        Some(done)
    }

    /// Stones to try: each group is laid as a whole.
    fn stones(
        &mut self,
        opening: &Opening,
        zone: Zone,
        breadth: Breadth,
    ) -> Option<Vec<Vec<Point>>> {
        let (shape, laid) = (opening.shape(), opening.stones());
        let is_loose = matches!(opening.rule(), OpeningRule::Swap | OpeningRule::Swap2);
        Some(match (zone, laid.len()) {
            (Zone::Centre, _) => vec![vec![shape.centre()]],
            (Zone::Within(3), 1) => single(self.seconds(opening)),
            (Zone::Within(5), 2) => {
                let mut thirds = self.thirds(opening);
                thirds.truncate(breadth.thirds);
                single(thirds)
            }
            (_, 0) if is_loose => {
                let three = std::iter::repeat_with(|| random_three(shape, self.random));
                three.take(breadth.loose).collect()
            }
            (_, 3) if is_loose => {
                let position = opening.position();
                random_pairs(&position, self.rule, breadth.loose, self.random)
            }
            _ => single(self.moves(opening, zone, breadth)?),
        })
    }

    /// White's first stones: one beside in a row, one on a diagonal, anyhow turned.
    fn seconds(&mut self, opening: &Opening) -> Vec<Point> {
        let centre = opening.shape().centre();
        let beside = opening.shape().points().filter(|p| p.distance(centre) == 1);
        let (mut rows, mut diagonals): (Vec<Point>, Vec<Point>) =
            beside.partition(|p| p.x() == centre.x() || p.y() == centre.y());
        self.random.shuffle(&mut rows);
        self.random.shuffle(&mut diagonals);
        rows.into_iter()
            .take(1)
            .chain(diagonals.into_iter().take(1))
            .collect()
    }

    /// Black's second stones, one for each opening, in a random order.
    fn thirds(&mut self, opening: &Opening) -> Vec<Point> {
        let shape = opening.shape();
        let mut points: Vec<Point> = shape.points().collect();
        self.random.shuffle(&mut points);
        let mut seen = Vec::new();
        points.retain(|&point| {
            let moves = [opening.stones(), &[point]].concat();
            let is_free = !opening.stones().contains(&point);
            match Pattern::of_moves(&moves, shape).filter(|_| is_free) {
                Some(pattern) if !seen.contains(&pattern) => {
                    seen.push(pattern);
                    true
                }
                _ => false,
            }
        });
        points
    }

    /// The best moves within a zone, and some random ones near the stones.
    fn moves(&mut self, opening: &Opening, zone: Zone, breadth: Breadth) -> Option<Vec<Point>> {
        let position = opening.position();
        let key = (position.hash(), zone, breadth.best);
        if let Some(known) = self.moves.get(&key) {
            return Some(known.clone());
        }
        let best = self.lines(&position, zone, breadth.best)?;
        let mut moves: Vec<Point> = best.into_iter().map(|(point, _)| point).collect();
        let mut others = match moves.is_empty() {
            true => position.empty_points().collect(),
            false => near(&position),
        };
        others.retain(|&p| zone.contains(p, opening.shape()) && !moves.contains(&p));
        self.random.shuffle(&mut others);
        moves.extend(others.into_iter().take(breadth.random));
        self.moves.insert(key, moves.clone());
        Some(moves)
    }

    /// What a position is worth to the side to move.
    fn value(&mut self, position: &Position) -> Option<i32> {
        if let Some(&value) = self.values.get(&position.hash()) {
            return Some(value);
        }
        let wanted = Wanted {
            lines: 1,
            share: if self.is_close { CLOSE } else { 1 },
        };
        let reports = (self.look)(position, PointSet::EMPTY, wanted)?;
        let value = reports.first().map_or(0, |report| report.score.value());
        let value = self.fair(value, position.to_move());
        self.values.insert(position.hash(), value);
        Some(value)
    }

    /// What a search thinks a position is worth to the side to move, as far as it is right.
    fn fair(&self, value: i32, mover: Colour) -> i32 {
        match (self.rule.variant, mover) {
            (Variant::Renju, Colour::Black) => value - FOULS_COST,
            (Variant::Renju, Colour::White) => value + FOULS_COST,
            _ => value,
        }
    }

    /// The best moves within a zone with their values, at most so many.
    fn lines(&mut self, position: &Position, zone: Zone, count: usize) -> Option<Vec<Valued>> {
        let key = (position.hash(), zone);
        if let Some(known) = self.lines.get(&key)
            && known.asked >= count
        {
            return Some(known.best.iter().take(count).copied().collect());
        }
        let shape = position.shape();
        let outside = position
            .empty_points()
            .filter(|&p| !zone.contains(p, shape));
        let lines = self.look_for(position, outside.collect(), count)?;
        if !self.is_close {
            for &(point, value) in &lines {
                self.values.insert(position.hash_after(point), -value);
            }
        }
        let best = lines.clone();
        self.lines.insert(key, Lines { asked: count, best });
        Some(lines)
    }

    /// The best moves but for these, with their values, at most so many.
    fn look_for(
        &mut self,
        position: &Position,
        without: PointSet,
        count: usize,
    ) -> Option<Vec<Valued>> {
        let wanted = Wanted {
            lines: count,
            share: 1 + count as u32 / 3,
        };
        let reports = (self.look)(position, without, wanted)?;
        let fair = |report: &Report| self.fair(report.score.value(), position.to_move());
        let valued = reports
            .iter()
            .map(|report| (report.best_move(), fair(report)));
        Some(valued.collect())
    }
}

/// Adds those of the moves that can be offered besides the others, until there are so many.
fn add_fifths(fifths: &mut Vec<Valued>, opening: &Opening, moves: &[Valued], count: usize) {
    for &(point, value) in moves {
        let taken: Vec<Point> = fifths.iter().map(|&(point, _)| point).collect();
        if fifths.len() < count && opening.check_fifth(point, &taken).is_ok() {
            fifths.push((point, value));
        }
    }
}

/// The colour that a player has for now.
fn held(opening: &Opening, player: usize) -> Colour {
    if player == opening.black() {
        Colour::Black
    } else {
        Colour::White
    }
}

fn single(points: Vec<Point>) -> Vec<Vec<Point>> {
    points.into_iter().map(|point| vec![point]).collect()
}

/// The opening after an answer that it takes.
fn after(opening: &Opening, answer: &Answer) -> Opening {
    let mut after = opening.clone();
    let taken = after.answer(answer);
    debug_assert_eq!(taken, Ok(()), "{answer:?}");
    after
}

/// The turn that goes on with these answers, if all are taken.
fn told(before: &[Answer], opening: &Opening, more: &[Answer]) -> Option<Turn> {
    let mut after = opening.clone();
    for answer in more {
        after.answer(answer).ok()?;
    }
    Some(([before, more].concat(), after))
}
