//! Minimax search over an opening's choices.

use super::loose::{near, random_pairs, random_three};
use super::{EVEN, Look, Wanted};
use std::collections::HashMap;
use tengen_common::Report;
use tengen_common::random::Random;
use tengen_core::board::{Colour, Point, PointSet, Position};
use tengen_core::rules::Rule;
use tengen_core::rules::opening::pattern::Pattern;
use tengen_core::rules::opening::{Answer, Instead, Opening, OpeningRule, Question, Zone};

/// A player who is worse off by no more than this keeps the colour.
const COMFORT: i32 = 20;
/// The share of search effort for a fifth stone that is searched on its own.
const CLOSE: u32 = 4;
/// Extra fifth stones to search for, because some of them are symmetric to others.
const SPARE_FIFTHS: usize = 3;

/// Number of candidates tried per question. Later choices are searched less broadly than the current one.
#[derive(Clone, Copy)]
struct Breadth {
    /// Random three-stone openings, and random pairs of stones.
    loose: usize,
    /// Third stones, out of 13 openings.
    thirds: usize,
    /// The best moves.
    best: usize,
    /// Random moves near the stones: these may suit a player who wants an even game better.
    random: usize,
}

const NOW: Breadth = Breadth { loose: 8, thirds: 5, best: 6, random: 4 };
const LATER: Breadth = Breadth { loose: 4, thirds: 3, best: 2, random: 1 };

pub(super) struct Chooser<'a, 'b> {
    rule: Rule,
    random: &'a mut Random,
    look: &'a mut Look<'b>,
    /// The fifth stones are next: each is searched on its own.
    is_close: bool,
    /// Values for the side to move, by position hash.
    values: HashMap<u64, i32>,
    /// The best moves of positions, by position hash and zone.
    lines: HashMap<(u64, Zone), KnownLines>,
    /// Candidate stones by position, zone and breadth; cached so that they stay the same each time.
    moves: HashMap<(u64, Zone, usize), Vec<Point>>,
}

/// A move and its value for the side that plays it.
type Valued = (Point, i32);

struct KnownLines {
    /// The number of lines requested; there may be fewer.
    asked: usize,
    best: Vec<Valued>,
}

/// Consecutive answers of one player, and the opening after them.
type TurnPlayed = (Vec<Answer>, Opening);

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

    /// The answers of the player to decide.
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

    /// Chooses the number again: among turns with the same stones, the one whose number keeps the game most even when
    /// every fifth stone is searched on its own. Short searches always misjudge some fifth stone as even, and White,
    /// who keeps the worst of many fifths for Black, would profit from such errors.
    fn number_again(&mut self, turns: Vec<TurnPlayed>, best: Vec<Answer>, player: usize) -> Option<Vec<Answer>> {
        let [stones @ .., Answer::Number(_)] = &best[..] else { return Some(best) };
        if self.is_close {
            return Some(best);
        }
        self.is_close = true;
        self.values.clear();
        let same = |(answers, _): &TurnPlayed| answers.starts_with(stones);
        let turns = turns.into_iter().filter(same).collect();
        self.best(turns, player).map(|(_, answers)| answers)
    }

    /// The turn after which the opening is worth most to a player, and its value.
    fn best(&mut self, turns: Vec<TurnPlayed>, player: usize) -> Option<(i32, Vec<Answer>)> {
        let only = turns.len() == 1;
        let mut best: Option<(i32, Vec<Answer>)> = None;
        for (answers, after) in turns {
            let value = if only { 0 } else { self.worth(&after, player, LATER)? };
            if best.as_ref().is_none_or(|&(most, _)| value > most) {
                best = Some((value, answers));
            }
        }
        best
    }

    /// The value of an opening for a player if both sides continue with their best candidates.
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
            // Nothing is played between the offer and this choice, so it is never evaluated here.
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

    /// The values for the player who may choose a colour: of keeping the current one (the other colour is worth the
    /// negative), and of the alternative, if any.
    fn colours(&mut self, opening: &Opening, instead: Option<Instead>, breadth: Breadth) -> Option<(i32, Option<i32>)> {
        let (player, _) = opening.asked()?;
        let kept = after(opening, &Answer::Take(held(opening, player)));
        let kept = self.worth(&kept, player, breadth)?;
        let other = match instead {
            None => None,
            // Two stones after which the other player chooses a colour are never worth more than the better colour;
            // how even they can be made is searched only when they are to be played.
            Some(Instead::LayTwo) => None,
            Some(Instead::OfferTen) => Some(self.worth(&after(opening, &Answer::Instead), player, breadth)?),
        };
        Some((kept, other))
    }

    /// Chooses the better colour, or the alternative.
    fn colour(&mut self, opening: &Opening, instead: Option<Instead>) -> Option<Answer> {
        let (player, _) = opening.asked()?;
        let held = held(opening, player);
        if opening.stones().len() == 1 {
            // Every game starts in the centre: there is nothing to choose yet.
            return Some(Answer::Take(held));
        }
        let (kept, other) = self.colours(opening, instead, NOW)?;
        if other.is_some_and(|other| other > kept.abs()) || self.will_lay_two(opening, instead, kept)? {
            return Some(Answer::Instead);
        }
        let colour = if kept >= -COMFORT { held } else { !held };
        Some(Answer::Take(colour))
    }

    /// If neither side is better, two stones that keep the game even take the opponent out of preparation.
    fn will_lay_two(&mut self, opening: &Opening, instead: Option<Instead>, kept: i32) -> Option<bool> {
        if instead != Some(Instead::LayTwo) || kept.abs() > EVEN {
            return Some(false);
        }
        let (player, _) = opening.asked()?;
        let two = after(opening, &Answer::Instead);
        let turns = self.turns(&two, NOW)?;
        let best = self.best(turns, player);
        Some(best.is_some_and(|(value, _)| -value < kept.abs().max(EVEN / 4)))
    }

    /// The offered fifth stone that is worst for Black.
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

    /// Up to `count` different fifth stones with their values for Black, best first.
    fn fifths(&mut self, opening: &Opening, count: usize) -> Option<Vec<Valued>> {
        let position = opening.position();
        let mut found = self.lines(&position, Zone::Anywhere, count + SPARE_FIFTHS)?;
        if self.is_close {
            found = self.searched_again(&position, found)?;
        }
        let mut fifths = Vec::new();
        let mut seen = PointSet::EMPTY;
        // A short search may not return enough moves: search again without the moves already found.
        while !found.is_empty() {
            seen = found.iter().map(|&(point, _)| point).chain(seen.iter()).collect();
            add_fifths(&mut fifths, opening, &found, count);
            let missing = count - fifths.len();
            if missing == 0 {
                break;
            }
            found = self.look_for(&position, seen, missing)?;
        }
        Some(fifths)
    }

    /// The same moves, each searched on its own, best first.
    fn searched_again(&mut self, position: &Position, found: Vec<Valued>) -> Option<Vec<Valued>> {
        let mut again = Vec::new();
        for (point, _) in found {
            let after = position.after(point);
            again.push((point, -self.value(&after)?));
        }
        again.sort_by_key(|&(_, value)| std::cmp::Reverse(value));
        Some(again)
    }

    /// The possible turns of the player to decide, up to the next question other than stones or a number.
    fn turns(&mut self, opening: &Opening, breadth: Breadth) -> Option<Vec<TurnPlayed>> {
        let (player, _) = opening.asked()?;
        let mut open: Vec<TurnPlayed> = vec![(Vec::new(), opening.clone())];
        let mut done = Vec::new();
        while let Some((answers, opening)) = open.pop() {
            let groups: Vec<Vec<Answer>> = match opening.asked() {
                Some((asked, Question::Stone(zone))) if asked == player => {
                    let stones = self.stones(&opening, zone, breadth)?;
                    let answer = |group: Vec<Point>| group.into_iter().map(Answer::Stone).collect();
                    stones.into_iter().map(answer).collect()
                }
                Some((asked, Question::Number(most))) if asked == player => {
                    (1..=most).map(|number| vec![Answer::Number(number)]).collect()
                }
                _ => {
                    done.push((answers, opening));
                    continue;
                }
            };
            for group in groups {
                open.extend(extended(&answers, &opening, &group));
            }
        }
        Some(done)
    }

    /// Groups of stones to try; each group is played as a whole.
    fn stones(&mut self, opening: &Opening, zone: Zone, breadth: Breadth) -> Option<Vec<Vec<Point>>> {
        let (size, laid) = (opening.size(), opening.stones());
        let is_loose = matches!(opening.rule(), OpeningRule::Swap | OpeningRule::Swap2);
        Some(match (zone, laid.len()) {
            (Zone::Centre, _) => vec![vec![size.centre()]],
            (Zone::Within(3), 1) => single(self.seconds(opening)),
            (Zone::Within(5), 2) => {
                let mut thirds = self.thirds(opening);
                thirds.truncate(breadth.thirds);
                single(thirds)
            }
            (_, 0) if is_loose => {
                let three = std::iter::repeat_with(|| random_three(size, self.random));
                three.take(breadth.loose).collect()
            }
            (_, 3) if is_loose => {
                let position = opening.position();
                random_pairs(&position, self.rule, breadth.loose, self.random)
            }
            _ => single(self.moves(opening, zone, breadth)?),
        })
    }

    /// White's first stones: one orthogonally and one diagonally adjacent, where renju's tables draw them.
    fn seconds(&self, opening: &Opening) -> Vec<Point> {
        opening.size().points().filter(|&point| is_drawn(opening, point)).collect()
    }

    /// Black's second stones, one for each opening, in random order; where renju's tables draw them, if White's stone
    /// is where they draw it.
    fn thirds(&mut self, opening: &Opening) -> Vec<Point> {
        let size = opening.size();
        let mut points: Vec<Point> = size.points().collect();
        self.random.shuffle(&mut points);
        points.sort_by_key(|&point| !is_drawn(opening, point));
        let mut seen = Vec::new();
        points.retain(|&point| {
            let moves = [opening.stones(), &[point]].concat();
            let is_free = !opening.stones().contains(&point);
            match Pattern::of_moves(&moves, size).filter(|_| is_free) {
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
        others.retain(|&p| zone.contains(p, opening.size()) && !moves.contains(&p));
        self.random.shuffle(&mut others);
        moves.extend(others.into_iter().take(breadth.random));
        self.moves.insert(key, moves.clone());
        Some(moves)
    }

    fn value(&mut self, position: &Position) -> Option<i32> {
        if let Some(&value) = self.values.get(&position.hash()) {
            return Some(value);
        }
        let wanted = Wanted { lines: 1, share: if self.is_close { CLOSE } else { 1 } };
        let reports = (self.look)(position, PointSet::EMPTY, wanted)?;
        let value = reports.first().map_or(0, |report| report.score.value());
        self.values.insert(position.hash(), value);
        Some(value)
    }

    /// The best moves within a zone with their values, at most `count`.
    fn lines(&mut self, position: &Position, zone: Zone, count: usize) -> Option<Vec<Valued>> {
        let key = (position.hash(), zone);
        if let Some(known) = self.lines.get(&key)
            && known.asked >= count
        {
            return Some(known.best.iter().take(count).copied().collect());
        }
        let size = position.size();
        let outside = position.empty_points().filter(|&p| !zone.contains(p, size));
        let lines = self.look_for(position, outside.collect(), count)?;
        if !self.is_close {
            for &(point, value) in &lines {
                self.values.insert(position.hash_after(point), -value);
            }
        }
        let best = lines.clone();
        self.lines.insert(key, KnownLines { asked: count, best });
        Some(lines)
    }

    /// The best moves not in `without`, with their values, at most `count`.
    fn look_for(&mut self, position: &Position, without: PointSet, count: usize) -> Option<Vec<Valued>> {
        let wanted = Wanted { lines: count, share: 1 + count as u32 / 3 };
        let reports = (self.look)(position, without, wanted)?;
        let valued = |report: &Report| (report.best_move(), report.score.value());
        let valued = reports.iter().map(valued);
        Some(valued.collect())
    }
}

/// Adds moves that can be offered together with the others, up to `count`.
fn add_fifths(fifths: &mut Vec<Valued>, opening: &Opening, moves: &[Valued], count: usize) {
    for &(point, value) in moves {
        let taken: Vec<Point> = fifths.iter().map(|&(point, _)| point).collect();
        if fifths.len() < count && opening.check_fifth(point, &taken).is_ok() {
            fifths.push((point, value));
        }
    }
}

/// Whether one of the 26 openings begins with this stone next, in the orientation of renju's tables.
fn is_drawn(opening: &Opening, point: Point) -> bool {
    Pattern::is_standard(&[opening.stones(), &[point]].concat(), opening.size())
}

fn held(opening: &Opening, player: usize) -> Colour {
    if player == opening.black() { Colour::Black } else { Colour::White }
}

fn single(points: Vec<Point>) -> Vec<Vec<Point>> {
    points.into_iter().map(|point| vec![point]).collect()
}

fn after(opening: &Opening, answer: &Answer) -> Opening {
    let mut after = opening.clone();
    let taken = after.answer(answer);
    debug_assert_eq!(taken, Ok(()), "{answer:?}");
    after
}

/// The turn extended by these answers, if all are valid.
fn extended(before: &[Answer], opening: &Opening, more: &[Answer]) -> Option<TurnPlayed> {
    let mut after = opening.clone();
    for answer in more {
        after.answer(answer).ok()?;
    }
    Some(([before, more].concat(), after))
}
