//! The best defence against a threat, for people who want to play a win to its end.

use super::problem::Problem;
use super::solve::{Finding, solve};
use super::threatened::threatened;
use std::time::{Duration, Instant};
use tengen_core::board::{Colour, Point, Position};
use tengen_core::rules::{Outcome, Rule, forbidden_at, judge};

/// The result of a defence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Resistance {
    /// No win is found after this move; `None` if any move will do.
    Holds(Option<Point>),
    /// All moves lose; this one resists longest: the attacker needs this many more plies.
    Longest(Point, u32),
}

/// The best reply of the side to move. Each reply is searched with the problem's nodes, all of them within its time.
/// Returns `None` if there is no legal move or `stop` returns true.
pub fn resist(problem: &Problem, stop: &dyn Fn() -> bool) -> Option<Resistance> {
    let start = Instant::now();
    let (position, rule) = (problem.position, problem.rule);
    if let Some(five) = position.empty_points().find(|&p| wins(position, rule, p)) {
        return Some(Resistance::Holds(Some(five)));
    }
    let Some(threat) = threatened(problem) else { return Some(Resistance::Holds(None)) };
    let answers = threat.answers.iter().filter(|&p| is_quiet(position, rule, p));
    let mut longest = None;
    for point in answers {
        let after = position.after(point);
        let left = problem.time.saturating_sub(start.elapsed());
        let attack = Problem { position: &after, time: left.max(Duration::from_millis(1)), ..*problem };
        match solve(&attack, stop).finding {
            _ if stop() => return None,
            Finding::Win(_, plies) => {
                if longest.is_none_or(|(_, most)| plies > most) {
                    longest = Some((point, plies));
                }
            }
            Finding::None | Finding::NotFound => return Some(Resistance::Holds(Some(point))),
        }
    }
    let in_vain = || in_vain(position, rule, threat.line.first().copied()?).map(|p| (p, threat.plies));
    let (point, plies) = longest.or_else(in_vain)?;
    Some(Resistance::Longest(point, plies))
}

/// The legal move closest to the one that cannot be stopped.
fn in_vain(position: &Position, rule: Rule, threat: Point) -> Option<Point> {
    let points = position.empty_points().filter(|&p| is_quiet(position, rule, p));
    points.min_by_key(|&p| p.distance(threat))
}

fn wins(position: &Position, rule: Rule, point: Point) -> bool {
    matches!(judge(position, point, position.to_move(), rule), Outcome::Five(_))
}

fn is_quiet(position: &Position, rule: Rule, point: Point) -> bool {
    let side = position.to_move();
    let is_forbidden =
        rule.has_forbidden_moves() && side == Colour::Black && forbidden_at(position, point, rule).is_some();
    judge(position, point, side, rule) == Outcome::Open && !is_forbidden
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_core::board::{diagram, notation};
    use tengen_core::rules::Variant;

    fn resistance(drawing: &str) -> (Option<Resistance>, Position) {
        let mut position = diagram::read(drawing).expect("a drawing").position;
        position.set_to_move(Colour::White);
        let problem = Problem::new(&position, Rule::new(Variant::Freestyle), 20_000);
        (resist(&problem, &|| false), position)
    }

    const FOUR: &str = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . X . . . .
        . . . . X . . . .
        . O X X X X . . .
        . . . . . . . . .
        . . O . . . O . .
        . . . . O . . . .
        . . . . . . . . .";

    #[test]
    fn what_stops_a_four_is_played_though_a_win_follows() {
        let (found, position) = resistance(FOUR);
        let stop = notation::read("g5", position.size()).unwrap()[0];
        let Some(Resistance::Longest(point, plies)) = found else { panic!("{found:?}") };
        assert_eq!(point, stop);
        assert!((3..9).contains(&plies), "{plies}");
    }

    #[test]
    fn a_four_alone_is_held() {
        let (found, position) = resistance(&FOUR.replace("X . . . .", ". . . . ."));
        let stop = notation::read("g5", position.size()).unwrap()[0];
        assert_eq!(found, Some(Resistance::Holds(Some(stop))));
    }

    #[test]
    fn a_side_that_can_make_a_five_does() {
        let (found, _) = resistance(&FOUR.replace("O . . . O", "O O O O ."));
        assert!(matches!(found, Some(Resistance::Holds(Some(_)))), "{found:?}");
    }

    #[test]
    fn where_nothing_is_threatened_any_move_holds() {
        let (found, _) = resistance(&FOUR.replace('X', "."));
        assert_eq!(found, Some(Resistance::Holds(None)));
    }

    #[test]
    fn against_a_open_four_something_is_tried() {
        let (found, _) = resistance(&FOUR.replace(". O X X X X", ". . X X X X"));
        assert!(matches!(found, Some(Resistance::Longest(_, 1))), "{found:?}");
    }
}
