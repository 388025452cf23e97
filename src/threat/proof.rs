//! A claimed win by fours, replayed with the rules alone.
//!
//! The solver stands on tables; here nothing is believed but `rules/`: each attacker's move must be
//! legal and leave the defender, who may not win at once, no choice but the replies that are looked
//! at, and the end must be a five.

use crate::board::{Colour, Point, Position};
use crate::rules::{Rule, completes_five, foul_at};

/// Whether `line` (attacker's move, reply, attacker's move …) wins for the side to move by fours
/// under `rule`, whatever the defender does. The last move is the five, or a four that has no legal
/// reply.
pub fn wins_by_fours(position: &Position, rule: Rule, line: &[Point]) -> bool {
    let own = position.to_move();
    let Some((&point, rest)) = line.split_first() else {
        return false;
    };
    if !position.is_empty(point) {
        return false;
    }
    if completes_five(position, point, own, rule) {
        return true;
    }
    let Some(Four { mut after, replies }) = Four::at(position, point, rule) else {
        return false;
    };
    match replies[..] {
        [] => true,
        [only] => {
            rest.first() == Some(&only) && {
                after.play(only, &mut ());
                wins_by_fours(&after, rule, &rest[1..])
            }
        }
        // More than one reply (where fives can be capped): the line shows one of them, the others
        // must lose as well.
        _ => {
            let shown = rest.first().is_some_and(|reply| replies.contains(reply));
            shown
                && replies.iter().all(|&reply| {
                    let mut next = after.clone();
                    next.play(reply, &mut ());
                    match Some(&reply) == rest.first() {
                        true => wins_by_fours(&next, rule, &rest[1..]),
                        false => searches_to_win(&next, rule, line.len()),
                    }
                })
        }
    }
}

/// A plain search for a win by at most `plies` plies of fours. Gives up (and finds nothing) when
/// the line is long: it tries everything.
fn searches_to_win(position: &Position, rule: Rule, plies: usize) -> bool {
    const LONGEST: usize = 7;
    let own = position.to_move();
    if plies > LONGEST {
        return false;
    }
    if fives(position, own, rule).next().is_some() {
        return true;
    }
    if plies < 3 {
        return false;
    }
    position.empty_points().any(|point| {
        Four::at(position, point, rule).is_some_and(|four| {
            four.replies.iter().all(|&reply| {
                let mut next = four.after.clone();
                next.play(reply, &mut ());
                searches_to_win(&next, rule, plies - 2)
            })
        })
    })
}

/// A legal four, and what it leaves.
struct Four {
    after: Position,
    /// Every legal move of the defender that stops the five.
    replies: Vec<Point>,
}

impl Four {
    /// The four that the side to move makes at an empty point; `None` when it makes none, when it is
    /// a foul, or when the defender would rather make a five.
    fn at(position: &Position, point: Point, rule: Rule) -> Option<Four> {
        let own = position.to_move();
        if is_foul(position, point, own, rule) {
            return None;
        }
        let mut after = position.clone();
        after.play(point, &mut ());
        if fives(&after, !own, rule).next().is_some() {
            return None;
        }
        let threats: Vec<Point> = fives(&after, own, rule).collect();
        if threats.is_empty() {
            return None;
        }
        let replies = after
            .empty_points()
            .filter(|&reply| stops(&after, reply, &threats, own, rule))
            .collect();
        Some(Four { after, replies })
    }
}

fn is_foul(position: &Position, point: Point, colour: Colour, rule: Rule) -> bool {
    colour == Colour::Black && foul_at(position, point, rule).is_some()
}

/// Where `colour` would make a five.
fn fives(position: &Position, colour: Colour, rule: Rule) -> impl Iterator<Item = Point> {
    position
        .empty_points()
        .filter(move |&p| completes_five(position, p, colour, rule))
}

/// Whether the defender's `reply` is legal and leaves none of the attacker's `threats`.
fn stops(position: &Position, reply: Point, threats: &[Point], own: Colour, rule: Rule) -> bool {
    let near = |p: &Point| p.x().abs_diff(reply.x()).max(p.y().abs_diff(reply.y())) <= 5;
    if !threats.iter().all(near) || is_foul(position, reply, !own, rule) {
        return false;
    }
    let mut after = position.clone();
    after.place(reply, !own, &mut ());
    threats
        .iter()
        .all(|&five| five == reply || !completes_five(&after, five, own, rule))
}
