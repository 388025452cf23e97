//! Winning moves as diagrams: a stone on the point marked `a` wins under exactly the named rules.

use tengen_core::board::{BoardSize, Colour, Content, Direction, Point, Position};
use tengen_core::rules::{
    Forbidden, Outcome, Rule, Variant, completes_five, five_through, forbidden_at, judge,
};
use tengen_testkit::*;

/// Asserts that the stone at `a` wins for `colour` under exactly these of the five plain rules.
fn assert_wins(colour: Colour, rules: &[Rule], text: &str) {
    let drawing = draw(text);
    let won: Vec<Rule> = PLAIN_RULES
        .into_iter()
        .filter(|&rule| completes_five(&drawing.position, drawing.mark('a'), colour, rule))
        .collect();
    assert_eq!(won, rules, "{text}");
}

fn assert_black_wins(rules: &[Rule], text: &str) {
    assert_wins(Colour::Black, rules, text);
}

fn assert_white_wins(rules: &[Rule], text: &str) {
    assert_wins(Colour::White, rules, text);
}

/// The same diagram with the colours exchanged.
fn swapped(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            'X' => 'O',
            'O' => 'X',
            c => c,
        })
        .collect()
}

fn assert_both_win(rules: &[Rule], text: &str) {
    assert_black_wins(rules, text);
    assert_white_wins(rules, &swapped(text));
}

#[test]
fn five_in_a_row_wins_in_each_direction() {
    for text in [
        "
        . . . . . . .
        . X X a X X .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .",
        "
        . . . . . . .
        . . . a . . .
        . . . X . . .
        . . . X . . .
        . . . X . . .
        . . . X . . .
        . . . . . . .",
        "
        . . . . . . .
        . X . . . . .
        . . X . . . .
        . . . a . . .
        . . . . X . .
        . . . . . X .
        . . . . . . .",
        "
        . . . . . . .
        . . . . . X .
        . . . . X . .
        . . . X . . .
        . . X . . . .
        . a . . . . .
        . . . . . . .",
    ] {
        assert_both_win(&PLAIN_RULES, text);
    }
}

#[test]
fn four_does_not_win() {
    assert_both_win(
        &[],
        "
        . . . . . . .
        . X X a X . .
        . . . . . . .
        . X . . . . .
        . . X . . . .",
    );
}

#[test]
fn five_stones_with_a_gap_do_not_win() {
    assert_both_win(
        &[],
        "
        . . . . . . .
        X X a . X X .
        . . . . . . .
        . . . . . . .
        . . . . . . .",
    );
}

#[test]
fn an_opponents_stone_breaks_a_row() {
    assert_both_win(
        &[],
        "
        . . . . . . . .
        X X O X a X X .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .",
    );
}

#[test]
fn a_row_does_not_go_on_at_the_other_edge() {
    // Three at the right end of a row, three at the left end of the next.
    assert_both_win(
        &[],
        "
        . . . . . X X a
        X X X . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .",
    );
}

#[test]
fn six_win_for_black_in_freestyle_and_caro_and_for_white_in_renju_too() {
    let text = "
        . . . . . . . .
        . X X a X X X .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .";
    assert_black_wins(&[FREESTYLE, CARO], text);
    assert_white_wins(&[FREESTYLE, RENJU, CARO], &swapped(text));
}

#[test]
fn nine_win_where_six_do() {
    let text = "
        X X X X a X X X X
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .";
    assert_black_wins(&[FREESTYLE, CARO], text);
    assert_white_wins(&[FREESTYLE, RENJU, CARO], &swapped(text));
}

#[test]
fn a_five_beside_an_overline_wins_under_every_rule() {
    assert_both_win(
        &PLAIN_RULES,
        "
        . . . . . . . .
        . X X a X X X .
        . . . X . . . .
        . . . X . . . .
        . . . X . . . .
        . . . X . . . .",
    );
}

#[test]
fn a_capped_five_is_worth_nothing_in_caro() {
    let not_caro = [FREESTYLE, STANDARD, RENJU];
    for text in [
        "
        . . . . . . . .
        . O X X a X X O
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .",
        "
        . . . . . . . O
        . . . . . . X .
        . . . . . X . .
        . . . . a . . .
        . . . X . . . .
        . . X . . . . .
        . O . . . . . .",
    ] {
        assert_both_win(&not_caro, text);
    }
}

#[test]
fn a_five_capped_at_one_end_wins_in_caro() {
    assert_both_win(
        &PLAIN_RULES,
        "
        . . . . . . . .
        . O X X a X X .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .",
    );
}

#[test]
fn an_opponents_stone_one_step_further_does_not_cap() {
    assert_both_win(
        &PLAIN_RULES,
        "
        . . . . . . . . .
        O . X X a X X . O
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .",
    );
}

#[test]
fn an_edge_does_not_cap() {
    assert_both_win(
        &PLAIN_RULES,
        "
        X X a X X O . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .",
    );
}

#[test]
fn two_edges_do_not_cap() {
    assert_both_win(
        &PLAIN_RULES,
        "
        X X X X a
        . . . . .
        . . . . .
        . . . . .
        . . . . .",
    );
}

#[test]
fn corner_to_corner_is_a_five() {
    assert_both_win(
        &PLAIN_RULES,
        "
        X . . . .
        . X . . .
        . . a . .
        . . . X .
        . . . . X",
    );
}

#[test]
fn dead_points_do_not_cap() {
    for text in [
        "
        . . . . . . . .
        . # X X a X X #
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .",
        "
        . . . . . . . .
        . # X X a X X O
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .",
    ] {
        assert_both_win(&PLAIN_RULES, text);
    }
}

#[test]
fn a_dead_point_breaks_a_row() {
    assert_both_win(
        &[],
        "
        . . . . . . . .
        . X X # a X X .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .",
    );
}

#[test]
fn a_dead_point_ends_a_row_so_that_five_is_exactly_five() {
    // Beyond the dead point is another stone: no overline.
    assert_both_win(
        &PLAIN_RULES,
        "
        . . . . . . . . .
        . X # X X a X X .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .",
    );
}

#[test]
fn a_capped_overline_wins_in_caro() {
    // As in Piskvork: only a row of exactly five can be capped.
    let text = "
        . . . . . . . . .
        O X X X a X X O .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .";
    assert_black_wins(&[FREESTYLE, CARO], text);
    assert_white_wins(&[FREESTYLE, RENJU, CARO], &swapped(text));
}

#[test]
fn a_free_five_wins_in_caro_although_another_is_capped() {
    assert_both_win(
        &PLAIN_RULES,
        "
        . . . . . . . .
        . O X X a X X O
        . . . . X . . .
        . . . . X . . .
        . . . . X . . .
        . . . . X . . .",
    );
}

#[test]
fn wide_and_tall_boards() {
    assert_both_win(
        &PLAIN_RULES,
        "
        . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . X
        . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . X .
        . . . . . . . . . . . . . . . . . . . . . . . . . . . . . X . .
        . . . . . . . . . . . . . . . . . . . . . . . . . . . . X . . .
        . . . . . . . . . . . . . . . . . . . . . . . . . . . a . . . .",
    );
    assert_both_win(
        &PLAIN_RULES,
        "
        . . . . .
        . . . . .
        . . . . .
        . . . . .
        . . . . .
        . . . . .
        . . . . .
        X . . . .
        . X . . .
        . . X . .
        . . . X .
        . . . . a",
    );
}

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
    let run = five_through(&drawing.position, drawing.mark('a'), Colour::Black, FREESTYLE)
        .expect("five in a row");
    assert_eq!((run.length, run.capped), (5, true));
    assert_eq!((run.start, run.direction), (Point::new(1, 5), Direction::Rising));
    let points: Vec<Point> = run.points().collect();
    let expected = [(1, 5), (2, 4), (3, 3), (4, 2), (5, 1)].map(|(x, y)| Point::new(x, y));
    assert_eq!(points, expected);
}

#[test]
fn a_five_is_judged_before_a_foul() {
    // Six in the row, five in the column.
    let drawing = draw(
        "
        . . . . . . . .
        . X X a X X X .
        . . . X . . . .
        . . . X . . . .
        . . . X . . . .
        . . . X . . . .",
    );
    let outcome = judge(&drawing.position, drawing.mark('a'), Colour::Black, RENJU);
    assert!(matches!(outcome, Outcome::Five(run) if run.direction == Direction::Column));
}

#[test]
fn the_same_move_is_a_foul_for_black_and_a_win_for_white() {
    let text = "
        . . . . . . . .
        . X X a X X X .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .";
    let drawing = draw(text);
    let outcome = judge(&drawing.position, drawing.mark('a'), Colour::Black, RENJU);
    assert_eq!(outcome, Outcome::Forbidden(Forbidden::Overline));
    let drawing = draw(&swapped(text));
    let outcome = judge(&drawing.position, drawing.mark('a'), Colour::White, RENJU);
    assert!(matches!(outcome, Outcome::Five(run) if run.length == 6));
}

#[test]
fn fb_check_binds_the_first_player_only() {
    let text = "
        . . . . . . . .
        . X X a X X X .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .";
    let (black, white) = (draw(text), draw(&swapped(text)));
    for rule in [FREESTYLE, CARO] {
        let rule = fb_check(rule);
        let outcome = judge(&black.position, black.mark('a'), Colour::Black, rule);
        assert_eq!(outcome, Outcome::Forbidden(Forbidden::Overline));
        let outcome = judge(&white.position, white.mark('a'), Colour::White, rule);
        assert!(matches!(outcome, Outcome::Five(_)));
    }
    // Where overlines never win, an overline is an ordinary move for white.
    let rule = fb_check(STANDARD);
    let outcome = judge(&white.position, white.mark('a'), Colour::White, rule);
    assert_eq!(outcome, Outcome::Open);
}

#[test]
fn the_last_point_is_a_draw_a_five_or_a_foul() {
    let full = "
        X X X a X X
        O O X O O O
        X X O O X X
        O O X X O O
        X X O O X X";
    let drawing = draw(full);
    let (position, a) = (&drawing.position, drawing.mark('a'));
    let outcome = |colour, rule| judge(position, a, colour, rule);
    assert_eq!(outcome(Colour::White, FREESTYLE), Outcome::Draw);
    assert_eq!(outcome(Colour::Black, STANDARD), Outcome::Draw);
    assert_eq!(outcome(Colour::Black, RENJU), Outcome::Forbidden(Forbidden::Overline));
    assert!(matches!(
        outcome(Colour::Black, FREESTYLE),
        Outcome::Five(run) if run.length == 6
    ));
}

#[test]
fn dead_points_fill_the_board_too() {
    let drawing = draw(
        "
        a # # # #
        # # # # #
        # # X # #
        # # # O #
        # # # # #",
    );
    let outcome = judge(&drawing.position, drawing.mark('a'), Colour::Black, FREESTYLE);
    assert_eq!(outcome, Outcome::Draw);
}

#[test]
fn a_continuous_game_goes_on_over_a_dead_row() {
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
    let Outcome::Five(run) = judge(&position, drawing.mark('a'), Colour::Black, rule) else {
        panic!("five in a row");
    };
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
fn the_first_stone_is_no_foul_and_no_win() {
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
