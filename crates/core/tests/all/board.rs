//! Tests the board against its definition on random positions of every board size.

use proptest::prelude::*;
use std::collections::BTreeSet;
use tengen_core::board::{
    BoardSize, Colour, Content, DIRECTIONS, Observer, PlayError, Point, PointSet, Position, Stone, diagram, notation,
};
use tengen_testkit::draw;

fn sizes() -> impl Strategy<Value = BoardSize> {
    (5u32..=32, 5u32..=32).prop_map(|(width, height)| BoardSize::new(width, height).unwrap())
}

/// A board size and moves: an arbitrary number (modulo the number of empty points) and a colour.
fn games() -> impl Strategy<Value = (BoardSize, Vec<(usize, Colour)>)> {
    let colour = prop_oneof![Just(Colour::Black), Just(Colour::White)];
    (sizes(), prop::collection::vec((any::<usize>(), colour), 0..120))
}

fn nth_empty(position: &Position, n: usize) -> Option<Point> {
    let empties: Vec<Point> = position.empty_points().collect();
    (!empties.is_empty()).then(|| empties[n % empties.len()])
}

/// Places stones of both colours, and makes every tenth point dead.
fn build(size: BoardSize, moves: &[(usize, Colour)]) -> Position {
    let mut position = Position::new(size);
    for (i, &(n, colour)) in moves.iter().enumerate() {
        let Some(point) = nth_empty(&position, n) else { break };
        if i % 10 == 9 {
            position.kill(point).unwrap();
        } else {
            position.place(point, colour, &mut ());
        }
    }
    position
}

fn seen(position: &Position) -> (Vec<Content>, Vec<Stone>, Vec<Point>, Colour, u64, usize) {
    (
        position.size().points().map(|p| position.at(p)).collect(),
        position.stones().to_vec(),
        position.dead().to_vec(),
        position.to_move(),
        position.hash(),
        position.empty_count(),
    )
}

/// The content of a point according to the stone lists instead of the lines.
fn listed(position: &Position, x: i32, y: i32) -> Content {
    let Some(point) = position.size().point(x, y) else { return Content::Edge };
    let stone = position.stones().iter().find(|stone| stone.point == point);
    match stone {
        _ if position.dead().contains(&point) => Content::Edge,
        Some(stone) => Content::Stone(stone.colour),
        None => Content::Empty,
    }
}

/// An observer that keeps its own list of stones.
#[derive(Default, PartialEq, Debug)]
struct Diary(Vec<Stone>);

impl Observer for Diary {
    fn placed(&mut self, position: &Position, stone: Stone) {
        assert_eq!(position.at(stone.point), Content::Stone(stone.colour));
        self.0.push(stone);
    }

    fn removed(&mut self, position: &Position, stone: Stone) {
        assert_eq!(position.at(stone.point), Content::Empty);
        assert_eq!(self.0.pop(), Some(stone));
    }
}

proptest! {
    #[test]
    fn lines_say_what_the_lists_say((size, moves) in games()) {
        let position = build(size, &moves);
        for y in -6..size.height() as i32 + 6 {
            for x in -6..size.width() as i32 + 6 {
                prop_assert_eq!(position.at_xy(x, y), listed(&position, x, y), "{} {}", x, y);
            }
        }
        let empties = size.points().filter(|&p| position.is_empty(p)).count();
        prop_assert_eq!(position.empty_count(), empties);
        prop_assert_eq!(position.empty_points().count(), empties);
    }

    #[test]
    fn windows_say_what_the_points_say((size, moves) in games(), radius in 1usize..=15) {
        let position = build(size, &moves);
        for point in size.points() {
            for direction in DIRECTIONS {
                let window = position.lines().window(point, direction, radius);
                let (dx, dy) = direction.step();
                for bit in 0..=2 * radius {
                    let k = bit as i32 - radius as i32;
                    let (x, y) = (point.x() as i32 + k * dx, point.y() as i32 + k * dy);
                    let (black, white) = match position.at_xy(x, y) {
                        Content::Empty => (0, 0),
                        Content::Stone(Colour::Black) => (1, 0),
                        Content::Stone(Colour::White) => (0, 1),
                        Content::Edge => (1, 1),
                    };
                    prop_assert_eq!(window.black >> bit & 1, black);
                    prop_assert_eq!(window.white >> bit & 1, white);
                    if position.at_xy(x, y) != Content::Edge {
                        prop_assert_eq!(direction.walk(point, k), Point::new(x as u8, y as u8));
                    }
                }
                prop_assert_eq!(window.black >> (2 * radius + 1), 0);
                prop_assert_eq!(window.white >> (2 * radius + 1), 0);
            }
        }
    }

    #[test]
    fn undo_restores_everything((size, moves) in games(), alternate in any::<bool>()) {
        let mut position = build(size, &moves[..moves.len() / 2]);
        let mut diary = Diary(position.stones().to_vec());
        let mut before = Vec::new();
        for &(n, colour) in &moves[moves.len() / 2..] {
            let Some(point) = nth_empty(&position, n) else { break };
            // After its undo the stone's side is to move, so it must be to move before it is
            // placed.
            if !alternate {
                position.set_to_move(colour);
            }
            before.push((position.clone(), seen(&position)));
            position.play(point, &mut diary);
            prop_assert_ne!(position.hash(), before.last().unwrap().0.hash());
        }
        prop_assert_eq!(&diary.0[..], position.stones());
        while let Some((earlier, view)) = before.pop() {
            let last = *position.stones().last().unwrap();
            prop_assert_eq!(position.undo(&mut diary), Some(last));
            prop_assert_eq!(seen(&position), view);
            prop_assert_eq!(&position, &earlier);
        }
    }

    #[test]
    fn the_order_of_stones_does_not_matter((size, moves) in games(), seed in any::<u64>()) {
        let position = build(size, &moves);
        let mut stones = position.stones().to_vec();
        let mut dead = position.dead().to_vec();
        // An arbitrary order determined by the seed.
        stones.sort_by_key(|s| (s.point.index() as u64 + 1).wrapping_mul(seed | 1));
        dead.sort_by_key(|p| (p.index() as u64 + 1).wrapping_mul(seed | 1));
        let mut other = Position::new(size);
        for point in dead {
            other.kill(point).unwrap();
        }
        for stone in stones {
            other.place(stone.point, stone.colour, &mut ());
        }
        other.set_to_move(position.to_move());
        prop_assert_eq!(other.hash(), position.hash());
        prop_assert_eq!(&other, &position);
        other.set_to_move(!position.to_move());
        prop_assert_ne!(other.hash(), position.hash());
        prop_assert_ne!(&other, &position);
    }

    #[test]
    fn removing_a_stone_is_as_if_it_had_not_come((size, moves) in games(), which in any::<usize>()) {
        let mut position = build(size, &moves);
        prop_assume!(!position.stones().is_empty());
        let stone = position.stones()[which % position.stones().len()];
        let mut without = Position::new(size);
        for &point in position.dead() {
            without.kill(point).unwrap();
        }
        for &other in position.stones().iter().filter(|&&s| s != stone) {
            without.place(other.point, other.colour, &mut ());
        }
        without.set_to_move(stone.colour);
        prop_assert_eq!(position.remove(stone.point), Ok(stone));
        prop_assert_eq!(seen(&position), seen(&without));
        prop_assert_eq!(position.remove(stone.point), Err(PlayError::NoStone));
    }

    #[test]
    fn killing_and_reviving_an_empty_point_changes_nothing((size, moves) in games(), which in any::<usize>()) {
        let mut position = build(size, &moves);
        let Some(point) = nth_empty(&position, which) else { return Ok(()) };
        let before = position.clone();
        position.kill(point).unwrap();
        prop_assert_eq!(position.at(point), Content::Edge);
        prop_assert_eq!(position.check_empty(point), Err(PlayError::Taken));
        prop_assert_eq!(position.kill(point), Err(PlayError::Taken));
        prop_assert_eq!(position.remove(point), Err(PlayError::NoStone));
        prop_assert_ne!(position.hash(), before.hash());
        position.revive(point).unwrap();
        prop_assert_eq!(seen(&position), seen(&before));
        prop_assert_eq!(position.revive(point), Err(PlayError::NoStone));
    }

    #[test]
    fn killing_a_stone_takes_it_off_and_keeps_the_turn((size, moves) in games(), which in any::<usize>()) {
        let mut position = build(size, &moves);
        prop_assume!(!position.stones().is_empty());
        let stone = position.stones()[which % position.stones().len()];
        let before = position.clone();
        position.kill(stone.point).unwrap();
        prop_assert_eq!(position.at(stone.point), Content::Edge);
        prop_assert_eq!(position.to_move(), before.to_move());
        prop_assert_eq!(position.empty_count(), before.empty_count());
        prop_assert!(!position.stones().contains(&stone));
        position.revive(stone.point).unwrap();
        position.place(stone.point, stone.colour, &mut ());
        position.set_to_move(before.to_move());
        prop_assert_eq!(position.hash(), before.hash());
        prop_assert_eq!(&position, &before);
    }

    #[test]
    fn a_drawing_reads_back((size, moves) in games()) {
        let position = build(size, &moves);
        let text = diagram::write(&position);
        let read = diagram::read(&text);
        prop_assert!(read.is_ok(), "{:?}\n{}", read, text);
        let mut read = read.unwrap();
        prop_assert!(read.marks.is_empty());
        read.position.set_to_move(position.to_move());
        prop_assert_eq!(&read.position, &position);
        prop_assert_eq!(read.position.hash(), position.hash());
        prop_assert_eq!(diagram::write(&read.position), text);
    }

    #[test]
    fn any_text_is_read_or_refused(text in "[.XO#a-c0-3 \n]{0,200}|\\PC{0,100}") {
        let _ = diagram::read(&text);
        let _ = notation::read(&text, BoardSize::FIFTEEN);
    }

    #[test]
    fn points_read_back_with_any_separator((size, moves) in games(), separator in "[ ,\t]{0,2}", upper in any::<bool>()) {
        let position = build(size, &moves);
        let points: Vec<Point> = position.stones().iter().map(|stone| stone.point).collect();
        let words: Vec<String> = points.iter().map(|&p| notation::write(p, size)).collect();
        let mut text = words.join(&separator);
        if upper {
            text = text.to_uppercase();
        }
        prop_assert_eq!(notation::read(&text, size), Ok(points));
    }

    #[test]
    fn a_point_set_is_a_set_of_points(
        ones in prop::collection::btree_set(0usize..1024, 0..80),
        others in prop::collection::btree_set(0usize..1024, 0..80),
    ) {
        let set = |of: &BTreeSet<usize>| of.iter().map(|&i| Point::from_index(i)).collect::<PointSet>();
        let list = |set: &PointSet| set.iter().map(Point::index).collect::<BTreeSet<_>>();
        let (a, b) = (set(&ones), set(&others));
        prop_assert_eq!(list(&a), ones.clone());
        prop_assert_eq!(a.len(), ones.len());
        prop_assert_eq!(a.is_empty(), ones.is_empty());
        prop_assert_eq!(a.first().map(Point::index), ones.first().copied());
        prop_assert_eq!(list(&a.union(&b)), &ones | &others);
        prop_assert_eq!(list(&a.intersection(&b)), &ones & &others);
        let mut rest = a;
        for point in b.iter() {
            prop_assert_eq!(a.contains(point), ones.contains(&point.index()));
            rest.remove(point);
        }
        prop_assert_eq!(list(&rest), &ones - &others);
    }
}

#[test]
fn sides_from_5_to_32_and_no_others() {
    for side in [0, 1, 4, 33, 256, u32::MAX] {
        assert_eq!(BoardSize::new(side, 15), None);
        assert_eq!(BoardSize::new(15, side), None);
    }
    for side in 5..=32 {
        let size = BoardSize::new(side, 37 - side).unwrap();
        assert_eq!(size.area(), size.points().count());
        assert!(size.contains(size.centre()));
        assert_eq!(size.points().collect::<PointSet>().len(), size.area());
    }
}

#[test]
fn points_off_the_board_are_reported() {
    let mut position = Position::new(BoardSize::new(15, 20).unwrap());
    for point in [Point::new(15, 0), Point::new(0, 20), Point::new(31, 31)] {
        assert_eq!(position.check_empty(point), Err(PlayError::OffBoard));
        assert_eq!(position.kill(point), Err(PlayError::OffBoard));
        assert_eq!(position.remove(point), Err(PlayError::NoStone));
        assert_eq!(position.revive(point), Err(PlayError::NoStone));
        assert_eq!(position.at(point), Content::Edge);
    }
}

#[test]
fn an_empty_board_has_nothing_to_undo() {
    let mut position = Position::new(BoardSize::FIFTEEN);
    assert_eq!(position.undo(&mut ()), None);
    assert_eq!(position, Position::new(BoardSize::FIFTEEN));
}

#[test]
fn every_stone_has_a_key_of_its_own() {
    let size = BoardSize::square(32).unwrap();
    let mut hashes = BTreeSet::new();
    for point in size.points() {
        let mut position = Position::new(size);
        for colour in Colour::BOTH {
            position.place(point, colour, &mut ());
            position.set_to_move(Colour::Black);
            hashes.insert(position.hash());
            position.undo(&mut ());
        }
        position.set_to_move(Colour::Black);
        position.kill(point).unwrap();
        hashes.insert(position.hash());
    }
    assert_eq!(hashes.len(), 3 * 1024);
}

#[test]
fn marks_are_read_with_and_without_labels() {
    let plain = draw(
        "
        . . a . .
        . X . . .
        . . O . .
        . . . 1 .
        # . . . b",
    );
    let labelled = draw(
        "
        5 . . a . .
        4 . X . . .
        3 . . O . .
        2 . . . 1 .
        1 # . . . b
          a b c d e",
    );
    assert_eq!(plain.position, labelled.position);
    assert_eq!(plain.marks, labelled.marks);
    assert_eq!(plain.mark('b'), Point::new(4, 4));
    // A last row of marks is not a row of column letters.
    let marked = draw(". . . . .\n . . . . .\n . . . . .\n . . . . .\n . . . . .\n a b c d e");
    assert_eq!(marked.position.size().height(), 6);
    assert_eq!(marked.mark('e'), Point::new(4, 5));
}

#[test]
fn wrong_drawings_are_named() {
    for (text, part) in [
        ("", "0x0"),
        (". . . .", "4x1"),
        (".....\n....\n.....\n.....\n.....", "row 2 has 4 points"),
        (".....\n.....\n..?..\n.....\n.....", "'?' in row 3"),
    ] {
        let error = diagram::read(text).unwrap_err().to_string();
        assert!(error.contains(part), "{error}");
    }
}
