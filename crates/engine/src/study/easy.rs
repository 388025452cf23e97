//! Wins by threats that are easy to find.

use crate::study::problem::Problem;
use crate::study::solve::{Finding, solve};
use tengen_core::board::{Colour, Point, Position};
use tengen_core::rules::Rule;

/// The first move of a win by fours or threats, if a search of a fixed number of nodes finds one that the rules confirm.
/// That mostly takes some hundredths of a second; a search that finds nothing takes a few seconds. Without blocked points
/// the same stones have the same answer in all orientations of the board and after any order of moves, until `stop` ends
/// the search.
pub fn easy_win(position: &Position, rule: Rule, stop: &dyn Fn() -> bool) -> Option<Point> {
    if !position.dead().is_empty() {
        return easy_win_here(position, rule, stop);
    }
    let (turned, symmetry) = turned(position);
    let found = easy_win_here(&turned, rule, stop)?;
    let size = position.size();
    size.points().find(|&point| size.image(point, symmetry) == found)
}

/// The position in the orientation in which all its images are searched, and the symmetry that leads there.
fn turned(position: &Position) -> (Position, u8) {
    let size = position.size();
    let stones = |symmetry: u8| -> Vec<(Point, bool)> {
        let image = |point| size.image(point, symmetry);
        let stones = position.stones().iter();
        let mut stones: Vec<_> = stones.map(|it| (image(it.point), it.colour == Colour::Black)).collect();
        stones.sort_unstable();
        stones
    };
    let all = 0..size.images(size.centre()).count() as u8;
    let (stones, symmetry) = all.map(|symmetry| (stones(symmetry), symmetry)).min().unwrap_or_default();
    let mut turned = Position::new(size);
    for (point, is_black) in stones {
        turned.place(point, if is_black { Colour::Black } else { Colour::White }, &mut ());
    }
    turned.set_to_move(position.to_move());
    (turned, symmetry)
}

fn easy_win_here(position: &Position, rule: Rule, stop: &dyn Fn() -> bool) -> Option<Point> {
    let problem = Problem { memory: 16 << 20, ..Problem::new(position, rule, 2_000_000) };
    match solve(&problem, stop).finding {
        Finding::Win(line, _) => line.first().copied(),
        Finding::None | Finding::NotFound => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_core::board::{BoardSize, notation};
    use tengen_core::rules::Variant;

    #[test]
    fn a_win_is_the_same_in_all_orientations_and_orders() {
        let (size, rule) = (BoardSize::FIFTEEN, Rule::new(Variant::Freestyle));
        let moves = notation::read("h8a1i8c1j8e1", size).unwrap();
        let mut first = None;
        for symmetry in 0..8 {
            for order in [moves.clone(), moves.iter().rev().copied().collect()] {
                let mut position = Position::new(size);
                for point in order {
                    let is_black = moves.iter().position(|&other| other == point).unwrap() % 2 == 0;
                    let colour = if is_black { Colour::Black } else { Colour::White };
                    position.place(size.image(point, symmetry), colour, &mut ());
                }
                position.set_to_move(Colour::Black);
                let found = easy_win(&position, rule, &|| false).expect("a win");
                let expected = *first.get_or_insert(found);
                assert_eq!(found, size.image(expected, symmetry));
            }
        }
    }
}
