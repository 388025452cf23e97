//! The opening rule swap2: three stones laid by one side, then a choice of colours.
//!
//! The first player lays black, white, black. The second then takes black (`SWAP`), or stays white
//! and plays the fourth stone, or lays a fourth and a fifth and leaves the choice to the first, who
//! takes black (`SWAP`) or stays white and plays the sixth. Whoever lays stones wants them even;
//! whoever chooses wants the better side. Every choice here is made by search.

use super::emergency::emergency_move;
use super::think::{Thinker, Thought};
use super::{Choice, Place, Refusal};
use crate::opening::loose::{random_pairs, random_three};
use tengen_common::random::Random;
use tengen_core::board::{Colour, PlayError, Point, PointSet, Position, Shape};
use tengen_core::rules::foul_at;

/// Values this near to zero say little about who is better (70 points: 59 % of a win).
const EVEN: i32 = 70;
/// Openings, and pairs of stones, that are looked at for the most even one.
const CANDIDATES: usize = 8;

/// The board that SWAP2BOARD describes; the stones are black and white in turn.
///
/// # Errors
/// A point that cannot be used, or a number of stones that swap2 does not know.
pub(super) fn position(shape: Shape, places: &[Place]) -> Result<Position, Refusal> {
    if ![0, 3, 5].contains(&places.len()) {
        return Err(Refusal::Swap2Stones(places.len()));
    }
    let mut position = Position::new(shape);
    for &place in places {
        let refuse = |error| Refusal::Point(place, error);
        let point = shape.point(place.0, place.1);
        let point = point.ok_or(refuse(PlayError::OffBoard))?;
        position.check_empty(point).map_err(refuse)?;
        position.play(point, &mut ());
    }
    Ok(position)
}

/// What we do on a board of [`position`]. `None` when nobody waits for it any more.
pub(super) fn choose(
    position: &Position,
    thinker: &mut Thinker,
    seed: Option<u64>,
) -> Option<Choice> {
    let mut random = Random::new(seed.unwrap_or_else(Random::unknown_seed));
    match position.stones().len() {
        0 => open(position.shape(), thinker, &mut random),
        3 => choose_after_three(position, thinker, &mut random),
        _ => choose_after_five(position, thinker),
    }
}

/// Of some random openings the one that the search finds most even.
fn open(shape: Shape, thinker: &mut Thinker, random: &mut Random) -> Option<Choice> {
    let openings = std::iter::repeat_with(|| random_three(shape, random));
    let openings: Vec<Vec<Point>> = openings.take(CANDIDATES).collect();
    let (_, best) = most_even(&Position::new(shape), openings, thinker)?;
    Some(Choice::Stones(best))
}

/// White is to play the fourth stone: the better side if one is better, else two stones that keep
/// the game even, if some are found; they take the opponent out of what it has prepared.
fn choose_after_three(
    position: &Position,
    thinker: &mut Thinker,
    random: &mut Random,
) -> Option<Choice> {
    let parts = 2 + CANDIDATES as u32;
    let (value, best) = look(position, thinker, parts / 2)?;
    if value.abs() <= EVEN {
        let rule = thinker.settings.rule();
        let mut pairs = random_pairs(position, rule, CANDIDATES - 1, random);
        if let (_, Some(reply)) = look_after(position, best, thinker, parts)? {
            pairs.push(vec![best, reply]);
        }
        if !pairs.is_empty() {
            let (pair_value, pair) = most_even(position, pairs, thinker)?;
            if pair_value.abs() < value.abs().max(EVEN / 4) {
                return Some(Choice::Stones(pair));
            }
        }
    }
    Some(better_side(value, best))
}

/// White is to play the sixth stone.
fn choose_after_five(position: &Position, thinker: &mut Thinker) -> Option<Choice> {
    let (value, best) = look(position, thinker, 1)?;
    Some(better_side(value, best))
}

/// White is to play, and this is its value and its best move: stay white, or take black?
fn better_side(value: i32, best: Point) -> Choice {
    if value < 0 {
        Choice::Swap
    } else {
        Choice::Stones(vec![best])
    }
}

/// Which of several groups of stones, laid on the board, gives the value nearest to zero.
/// `None` without groups, and when nobody waits any more.
fn most_even(
    position: &Position,
    groups: Vec<Vec<Point>>,
    thinker: &mut Thinker,
) -> Option<(i32, Vec<Point>)> {
    let mut best: Option<(i32, Vec<Point>)> = None;
    let mut parts = groups.len() as u32;
    for stones in groups {
        let mut after = position.clone();
        stones.iter().for_each(|&point| after.play(point, &mut ()));
        let (value, _) = look(&after, thinker, parts)?;
        parts -= 1;
        if best
            .as_ref()
            .is_none_or(|(least, _)| value.abs() < least.abs())
        {
            best = Some((value, stones));
        }
    }
    best
}

/// The value for the side to move and its best move, by a `1 / parts` share of the time left.
fn look(position: &Position, thinker: &mut Thinker, parts: u32) -> Option<(i32, Point)> {
    match thinker.search_part(position, parts) {
        Thought::Abandoned => None,
        Thought::Move(report) => {
            let stones = position.stones().len();
            log::debug!(
                "swap2 after {stones} stones: {} in depth {}",
                report.score,
                report.depth
            );
            Some((report.score.value(), report.best_move()))
        }
        Thought::Nothing => {
            let rule = thinker.settings.rule();
            Some((0, emergency_move(position, rule, &PointSet::EMPTY)?))
        }
    }
}

/// The same after a move, and whether the reply is one that may be laid.
fn look_after(
    position: &Position,
    point: Point,
    thinker: &mut Thinker,
    parts: u32,
) -> Option<(i32, Option<Point>)> {
    let mut after = position.clone();
    after.play(point, &mut ());
    let (value, reply) = look(&after, thinker, parts)?;
    debug_assert_eq!(after.to_move(), Colour::Black);
    let rule = thinker.settings.rule();
    let legal = foul_at(&after, reply, rule).is_none();
    Some((value, legal.then_some(reply)))
}
