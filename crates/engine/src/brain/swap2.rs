//! The opening rule swap2: three stones laid by one side, then a choice of colours.
//!
//! The first player lays black, white, black. The second then takes black (`SWAP`), or stays white
//! and plays the fourth stone, or lays a fourth and a fifth and leaves the choice to the first, who
//! takes black (`SWAP`) or stays white and plays the sixth. Whoever lays stones wants them even;
//! whoever chooses wants the better side. Every choice here is made by search.

use super::emergency::emergency_move;
use super::think::{Thinker, Thought};
use super::{Place, Refusal};
use tengen_common::random::Random;
use tengen_core::board::{Colour, PlayError, Point, PointSet, Position, Shape};
use tengen_core::rules::foul_at;

/// What to do in the opening.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Choice {
    /// Take the other colour.
    Swap,
    /// Lay these stones: one (and keep the colour), two (and leave the choice) or three (the start).
    Stones(Vec<Point>),
}

/// Values this near to zero say little about who is better (70 points: 59 % of a win).
const EVEN: i32 = 70;
/// Openings, and pairs of stones, that are looked at for the most even one.
const CANDIDATES: usize = 8;

/// Three stones as (column, row) from the corner of their box: black, white, black. Loose shapes,
/// for stones that touch in the open are won for black. All fit on a 5×5 board.
const SHAPES: [[(u8, u8); 3]; 10] = [
    [(0, 0), (1, 2), (4, 1)],
    [(0, 0), (2, 2), (3, 0)],
    [(0, 1), (2, 0), (4, 3)],
    [(0, 0), (1, 1), (0, 4)],
    [(0, 2), (1, 0), (3, 3)],
    [(0, 0), (1, 0), (3, 4)],
    [(0, 3), (1, 2), (4, 0)],
    [(0, 0), (2, 1), (4, 4)],
    [(0, 0), (0, 1), (4, 2)],
    [(0, 1), (1, 1), (3, 4)],
];

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
    let openings = std::iter::repeat_with(|| random_opening(shape, random));
    let openings: Vec<Vec<Point>> = openings.take(CANDIDATES).collect();
    let (_, best) = most_even(&Position::new(shape), openings, thinker)?;
    Some(Choice::Stones(best))
}

/// A shape of the book, turned at random, near a random corner.
fn random_opening(shape: Shape, random: &mut Random) -> Vec<Point> {
    let stones = random.choose(&SHAPES).expect("there are shapes");
    let [transpose, flip_x, flip_y] = std::array::from_fn(|_| random.below(2) == 1);
    // From the edge: 0 to 3 columns or rows, less where the board ends.
    let mut offset = |side: u8| random.below(usize::from((side - 5).min(3)) + 1) as u8;
    let (left, top) = (offset(shape.width()), offset(shape.height()));
    let place = |&(a, b): &(u8, u8)| {
        let (a, b) = if transpose { (b, a) } else { (a, b) };
        let (x, y) = (a + left, b + top);
        let mirror = |flip: bool, at: u8, side: u8| if flip { side - 1 - at } else { at };
        Point::new(
            mirror(flip_x, x, shape.width()),
            mirror(flip_y, y, shape.height()),
        )
    };
    stones.iter().map(place).collect()
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
        let mut pairs = random_pairs(position, thinker, random);
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

/// Fourth and fifth stones near the first three, black's no foul.
fn random_pairs(position: &Position, thinker: &Thinker, random: &mut Random) -> Vec<Vec<Point>> {
    let rule = thinker.settings.rule();
    let mut near: Vec<Point> = position
        .empty_points()
        .filter(|&point| position.has_stone_near(point, 3))
        .collect();
    let draw = || {
        random.shuffle(&mut near);
        near.first_chunk::<2>().map(|pair| pair.to_vec())
    };
    std::iter::repeat_with(draw)
        .take(CANDIDATES - 1)
        .flatten()
        .filter(|pair| foul_at(position, pair[1], rule).is_none())
        .collect()
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
