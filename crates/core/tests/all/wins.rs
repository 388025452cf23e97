//! Winning moves that a drawing with a result cannot describe; the others are in `crates/testkit/positions/wins.txt`.

use tengen_core::board::{BoardSize, Colour, Content, Direction, Point, Position};
use tengen_core::rules::{Outcome, Rule, Variant, completes_five, five_through, forbidden_at, judge};
use tengen_testkit::*;

#[test]
fn five_in_each_corner_of_the_largest_board() {
    let size = BoardSize::square(32).unwrap();
    for (x, dx) in [(0, 1), (31, -1)] {
        for (y, dy) in [(0, 1), (31, -1)] {
            for (dx, dy) in [(dx, 0), (0, dy), (dx, dy)] {
                let mut position = Position::new(size);
                for k in 1..5 {
                    let point = size.point(x + k * dx, y + k * dy).unwrap();
                    position.place(point, Colour::White, &mut ());
                }
                let corner = size.point(x, y).unwrap();
                for rule in PLAIN_RULES {
                    assert!(completes_five(&position, corner, Colour::White, rule));
                    assert!(!completes_five(&position, corner, Colour::Black, rule));
                }
            }
        }
    }
}

#[test]
fn a_taken_point_completes_nothing() {
    let drawing = draw(
        "
        . . . . . . .
        . X X X X X .
        . . . . . . .
        . . . . . . .
        . . . . . . .",
    );
    let stone = Point::new(3, 1);
    assert!(!completes_five(&drawing.position, stone, Colour::Black, FREESTYLE));
    // But the existing row is found.
    assert!(five_through(&drawing.position, stone, Colour::Black, FREESTYLE).is_some());
    assert!(five_through(&drawing.position, stone, Colour::White, FREESTYLE).is_none());
}

#[test]
fn a_run_names_its_points() {
    let drawing = draw(
        "
        . . . . . . O
        . . . . . X .
        . . . . X . .
        . . . a . . .
        . . X . . . .
        . X . . . . .
        O . . . . . .",
    );
    let run = five_through(&drawing.position, drawing.mark('a'), Colour::Black, FREESTYLE).expect("five in a row");
    assert_eq!((run.length, run.capped), (5, true));
    assert_eq!((run.start, run.direction), (Point::new(1, 5), Direction::Rising));
    let points: Vec<Point> = run.points().collect();
    let expected = [(1, 5), (2, 4), (3, 3), (4, 2), (5, 1)].map(|(x, y)| Point::new(x, y));
    assert_eq!(points, expected);
}

#[test]
fn a_continuous_game_continues_after_a_dead_row() {
    let rule = Rule { continuous: true, ..FREESTYLE };
    let drawing = draw(
        "
        . . . . b . . .
        . X X X a X . .
        . . . . X . . .
        . . . . X . . .
        . . . . X . . .
        . . . . X . . .",
    );
    let mut position = drawing.position.clone();
    let Outcome::Five(run) = judge(&position, drawing.mark('a'), Colour::Black, rule) else { panic!("five in a row") };
    position.play(drawing.mark('a'), &mut ());
    for point in run.points() {
        position.kill(point).unwrap();
        assert_eq!(position.at(point), Content::Edge);
    }
    // The row is dead, including the stone that both lines shared: the column can no longer win.
    assert!(!completes_five(&position, drawing.mark('b'), Colour::Black, rule));
    assert_eq!(position.stones().len(), 4);
}

#[test]
fn rule_bits_as_managers_send_them() {
    let variant = |bits| Rule::from_bits(bits, false).variant;
    assert_eq!(variant(0), Variant::Freestyle);
    assert_eq!(variant(1), Variant::Standard);
    assert_eq!(variant(4), Variant::Renju);
    assert_eq!(variant(8), Variant::Caro);
    assert_eq!(variant(9), Variant::CaroExact);
    for bits in [0, 1, 4, 8, 9] {
        for fb in [false, true] {
            let plain = Rule::from_bits(bits, fb);
            let continuous = Rule::from_bits(bits | 2, fb);
            assert!(!plain.continuous && continuous.continuous);
            assert_eq!(plain.variant, continuous.variant);
            assert_eq!(plain.has_forbidden_moves(), fb || bits == 4);
        }
    }
}

#[test]
fn the_first_stone_is_neither_forbidden_nor_a_win() {
    for (width, height) in [(5, 5), (5, 32), (32, 5), (20, 20)] {
        let position = Position::new(BoardSize::new(width, height).unwrap());
        for rule in ALL_RULES {
            for point in position.empty_points() {
                assert!(!completes_five(&position, point, Colour::Black, rule));
                assert_eq!(forbidden_at(&position, point, rule), None);
            }
        }
    }
}
