//! The opening rule Swap2: one side plays three stones, then colours are chosen.
//!
//! The first player plays Black, White, Black. The second player then takes Black (`SWAP`), or stays White and plays
//! the fourth stone, or plays a fourth and a fifth stone and leaves the choice to the first player, who takes Black
//! (`SWAP`) or stays White and plays the sixth. A player who places stones wants an even position; a player who
//! chooses takes the better side. Every decision is made by search.

use super::emergency::emergency_move;
use super::think::{Thinker, Thought};
use super::{OpeningChoice, Place, Refusal};
use crate::level::Choice;
use crate::opening::EVEN;
use crate::opening::loose::{random_pairs, random_three};
use tengen_common::random::Random;
use tengen_core::board::{BoardSize, Colour, PlayError, Point, PointSet, Position};
use tengen_core::rules::forbidden_at;

/// Number of openings, or pairs of stones, searched for the most even one.
const CANDIDATES: usize = 8;

/// The board that SWAP2BOARD describes; the stones are black and white alternately.
pub(super) fn position(size: BoardSize, places: &[Place]) -> Result<Position, Refusal> {
    if ![0, 3, 5].contains(&places.len()) {
        return Err(Refusal::Swap2Stones(places.len()));
    }
    let mut position = Position::new(size);
    for &place in places {
        let refuse = |error| Refusal::Point(place, error);
        let point = size.point(place.0, place.1).ok_or(refuse(PlayError::OffBoard))?;
        position.check_empty(point).map_err(refuse)?;
        position.play(point, &mut ());
    }
    Ok(position)
}

/// Our decision on a board from [`position`]. Returns `None` if it is no longer wanted.
pub(super) fn choose(position: &Position, thinker: &mut Thinker) -> Option<OpeningChoice> {
    let mut random = thinker.brain.config.random();
    match position.stones().len() {
        0 => open(position.size(), thinker, &mut random),
        3 => choose_after_three(position, thinker, &mut random),
        _ => choose_after_five(position, thinker),
    }
}

/// The most even of some random openings, by search.
fn open(size: BoardSize, thinker: &mut Thinker, random: &mut Random) -> Option<OpeningChoice> {
    let openings = std::iter::repeat_with(|| random_three(size, random));
    let openings: Vec<Vec<Point>> = openings.take(CANDIDATES).collect();
    let (_, best) = most_even(&Position::new(size), openings, thinker)?;
    Some(OpeningChoice::Stones(best))
}

/// White is to play the fourth stone: takes the better side if there is one; otherwise plays two stones that keep the
/// game even, if found, to take the opponent out of preparation.
fn choose_after_three(position: &Position, thinker: &mut Thinker, random: &mut Random) -> Option<OpeningChoice> {
    let parts = 2 + CANDIDATES as u32;
    let (value, best) = look(position, thinker, parts / 2)?;
    if value.abs() <= EVEN {
        let rule = thinker.brain.rule();
        let mut pairs = random_pairs(position, rule, CANDIDATES - 1, random);
        if let (_, Some(reply)) = look_after(position, best, thinker, parts)? {
            pairs.push(vec![best, reply]);
        }
        if !pairs.is_empty() {
            let (pair_value, pair) = most_even(position, pairs, thinker)?;
            if pair_value.abs() < value.abs().max(EVEN / 4) {
                return Some(OpeningChoice::Stones(pair));
            }
        }
    }
    Some(better_side(value, best))
}

/// White is to play the sixth stone.
fn choose_after_five(position: &Position, thinker: &mut Thinker) -> Option<OpeningChoice> {
    let (value, best) = look(position, thinker, 1)?;
    Some(better_side(value, best))
}

/// With White to play, given White's value and best move: stay White or take Black?
fn better_side(value: i32, best: Point) -> OpeningChoice {
    if value < 0 { OpeningChoice::Swap } else { OpeningChoice::Stones(vec![best]) }
}

/// The group of stones whose position has the value closest to zero. Returns `None` without groups, or if the
/// decision is no longer wanted.
fn most_even(position: &Position, groups: Vec<Vec<Point>>, thinker: &mut Thinker) -> Option<(i32, Vec<Point>)> {
    let mut best: Option<(i32, Vec<Point>)> = None;
    let mut parts = groups.len() as u32;
    for stones in groups {
        let (value, _) = look(&position.clone().after_all(&stones), thinker, parts)?;
        parts -= 1;
        if best.as_ref().is_none_or(|(least, _)| value.abs() < least.abs()) {
            best = Some((value, stones));
        }
    }
    best
}

/// The value for the side to move and its best move, searched with 1/`parts` of the remaining time.
fn look(position: &Position, thinker: &mut Thinker, parts: u32) -> Option<(i32, Point)> {
    match thinker.search_part(position, parts) {
        Thought::Abandoned => None,
        Thought::Move(Choice { point, report: Some(report) }) => {
            let stones = position.stones().len();
            log::debug!("swap2 after {stones} stones: {} in depth {}", report.score, report.depth);
            Some((report.score.value(), point))
        }
        Thought::Move(_) | Thought::Nothing => {
            let rule = thinker.brain.rule();
            Some((0, emergency_move(position, rule, &PointSet::EMPTY)?))
        }
    }
}

/// The same after a move; without the reply if it is forbidden.
fn look_after(position: &Position, point: Point, thinker: &mut Thinker, parts: u32) -> Option<(i32, Option<Point>)> {
    let after = position.after(point);
    let (value, reply) = look(&after, thinker, parts)?;
    debug_assert_eq!(after.to_move(), Colour::Black);
    let rule = thinker.brain.rule();
    let legal = forbidden_at(&after, reply, rule).is_none();
    Some((value, legal.then_some(reply)))
}
