//! The fallback move if a search has failed: a move by the rules alone.

use tengen_core::board::{Colour, Point, PointSet, Position};
use tengen_core::rules::{Rule, completes_five, forbidden_at};

/// A five, else the move that leaves the opponent the fewest fives, else the legal point closest to the centre. A
/// forbidden move only if there is no other point. Returns `None` on a full board, or if all legal points are
/// blocked.
pub(super) fn emergency_move(position: &Position, rule: Rule, blocked: &PointSet) -> Option<Point> {
    let us = position.to_move();
    let empty: Vec<Point> = position.empty_points().collect();
    let mut free = empty.clone();
    free.retain(|&point| !blocked.contains(point));
    free.sort_by_key(|&point| distance_from_centre(position, point));
    let is_legal = |&point: &Point| us == Colour::White || forbidden_at(position, point, rule).is_none();
    let five = |&point: &Point| completes_five(position, point, us, rule);
    let threats = fives(position, &empty, !us, rule);
    let left_by = |point: Point| {
        let after = position.with_stone(point, us);
        fives(&after, &threats, !us, rule).len()
    };
    if let Some(five) = free.iter().copied().find(five) {
        return Some(five);
    }
    let mut legal = free.iter().copied().filter(is_legal);
    let found = if threats.is_empty() { legal.next() } else { legal.min_by_key(|&point| left_by(point)) };
    let nothing_is_blocked = free.len() == empty.len();
    found.or_else(|| free.first().copied().filter(|_| nothing_is_blocked))
}

/// The points in `points` where a stone of `colour` wins.
fn fives(position: &Position, points: &[Point], colour: Colour, rule: Rule) -> Vec<Point> {
    let wins = |point: &Point| completes_five(position, *point, colour, rule);
    points.iter().copied().filter(wins).collect()
}

fn distance_from_centre(position: &Position, point: Point) -> u32 {
    let centre = position.size().centre();
    let dx = point.x().abs_diff(centre.x()) as u32;
    let dy = point.y().abs_diff(centre.y()) as u32;
    dx * dx + dy * dy
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_core::board::diagram;
    use tengen_core::rules::Variant;

    const CARO: Rule = Rule::new(Variant::Caro);

    fn by_the_rules(drawing: &str) -> (Option<Point>, diagram::Diagram) {
        let drawing = diagram::read(drawing).unwrap();
        let point = emergency_move(&drawing.position, CARO, &PointSet::EMPTY);
        (point, drawing)
    }

    #[test]
    fn without_a_search_fives_are_made_and_stopped() {
        let (point, drawing) = by_the_rules(
            ". . . . . . .
             . X X X X a .
             . . . . . . .
             . O O O O . .
             . . . . . . .",
        );
        assert!(drawing.marks[&'a'].contains(&point.unwrap()) || point == Some(Point::new(0, 1)));
        let (point, drawing) = by_the_rules(
            ". . . . . . .
             . . X X . . .
             . . . . . . .
             X O O O O a .
             . . . . . . .",
        );
        assert_eq!(point, Some(drawing.mark('a')));
    }

    #[test]
    fn without_a_search_the_middle_is_taken() {
        let (point, drawing) = by_the_rules(
            ". . . . .
             . . X . .
             . . a . .
             . . . . .
             . . . . .",
        );
        assert_eq!(point, Some(drawing.mark('a')));
    }

    /// The mark of the fallback move in a diagram when these marks are blocked.
    fn without(side: Colour, rule: Variant, drawing: &str, marks: &str) -> Option<char> {
        let mut drawing = diagram::read(drawing).unwrap();
        drawing.position.set_to_move(side);
        let blocked = marks.chars().map(|mark| drawing.mark(mark)).collect();
        let point = emergency_move(&drawing.position, Rule::new(rule), &blocked)?;
        let mut marks = drawing.marks.iter();
        let found = marks.find(|(_, points)| points.contains(&point));
        Some(*found.expect("a marked point").0)
    }

    #[test]
    fn without_a_search_a_row_is_capped_where_its_end_cannot_be_taken() {
        let drawing = "
            X O O O O a b . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .";
        assert_eq!(without(Colour::Black, Variant::Caro, drawing, "a"), Some('b'));
        let freestyle = without(Colour::Black, Variant::Freestyle, drawing, "");
        assert_eq!(freestyle, Some('a'));
    }

    #[test]
    fn without_a_search_no_blocked_point_is_played() {
        let drawing = "
            X X O O X
            O O X X O
            X X O O X
            O O X X O
            X a O b X";
        let white = |marks| without(Colour::White, Variant::Freestyle, drawing, marks);
        assert_eq!(white("a"), Some('b'));
        assert_eq!(white("b"), Some('a'));
        assert_eq!(white("ab"), None);
    }

    #[test]
    fn a_forbidden_point_is_played_only_if_no_other_is_left() {
        let drawing = "
            a X X X X X b
            O # # # # # O
            # O # O # O #
            # O # O # O #
            # O # O # O #";
        let black = |marks| without(Colour::Black, Variant::Renju, drawing, marks);
        assert!(black("").is_some(), "an overline");
        assert_eq!(black("b"), None);
        let white = without(Colour::White, Variant::Renju, drawing, "a");
        assert_eq!(white, Some('b'), "white may play there");
    }
}
