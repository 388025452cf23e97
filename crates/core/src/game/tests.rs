use super::*;
use crate::board::notation;

fn played(bits: u32, side: u32, text: &str) -> Game {
    let size = BoardSize::square(side).unwrap();
    let mut board = Game::new(size, Rule::from_bits(bits, false));
    for point in notation::read(text, size).unwrap() {
        board.play(point).unwrap();
    }
    board
}

const FIVE: &str = "a1a3b1b3c1c3d1d3e1";
const SIX: &str = "a1a3b1b3c1c3e1d5f1f5d1";

#[test]
fn a_five_and_an_overline_are_distinguished() {
    let ending = |bits, text| played(bits, 15, text).ending();
    let black = |reason| Some(Ending::won(Colour::Black, reason));
    assert_eq!(ending(0, FIVE), black(Reason::Five));
    assert_eq!(ending(0, SIX), black(Reason::Overline));
    assert_eq!(ending(1, SIX), None);
    let forbidden = Reason::Forbidden(Forbidden::Overline);
    assert_eq!(ending(4, SIX), Some(Ending::won(Colour::White, forbidden)));
}

#[test]
fn a_continuous_game_continues_and_counts_rows() {
    let mut board = played(2, 15, FIVE);
    assert_eq!(board.ending(), None);
    assert_eq!(board.position().at(Point::new(0, 14)), Content::Edge);
    assert_eq!(board.to_move(), Colour::White);
    board.stop();
    assert_eq!(board.ending(), Some(Ending::won(Colour::Black, Reason::Rows)));
}

#[test]
fn a_forbidden_move_in_a_continuous_game_counts_for_white() {
    let mut board = played(6, 15, SIX);
    assert_eq!(board.ending(), None);
    assert_eq!(board.position().at(Point::new(3, 14)), Content::Edge);
    board.stop();
    assert_eq!(board.ending(), Some(Ending::won(Colour::White, Reason::Rows)));
}

#[test]
fn sides_may_pass_or_move_twice() {
    let mut board = played(4, 15, "h8");
    board.pass();
    assert_eq!((board.to_move(), board.ending()), (Colour::Black, None));
    board.set_to_move(Colour::White);
    board.play(Point::new(0, 0)).unwrap();
    board.set_to_move(Colour::White);
    board.play(Point::new(1, 0)).unwrap();
    assert_eq!((board.last_mover(), board.last_turn().len()), (Some(Colour::White), 2));
    board.pass();
    board.pass();
    assert_eq!(board.ending(), Some(Ending::drawn(Reason::Passes)));
    let mut free = played(0, 15, "h8");
    free.pass();
    free.pass();
    assert_eq!((free.to_move(), free.ending()), (Colour::White, None));
}

#[test]
fn the_end_of_the_board_is_a_draw() {
    // Columns in the order a, c, e, b, d, rows swapped in pairs: no five on either side.
    let rows = [[0, 1, 0, 1, 0], [0, 1, 0, 1, 0], [1, 0, 1, 0, 1], [0, 1, 0, 1, 0], [1, 0, 1, 0, 1]];
    let all = (0..5u8).flat_map(|y| (0..5u8).map(move |x| Point::new(x, y)));
    let (black, white): (Vec<_>, Vec<_>) = all.partition(|p| rows[p.y() as usize][p.x() as usize] == 0);
    let mut board = Game::new(BoardSize::square(5).unwrap(), Rule::new(Variant::Freestyle));
    for i in 0..13 {
        board.play(black[i]).unwrap();
        if i < 12 {
            assert_eq!(board.ending(), None);
            board.play(white[i]).unwrap();
        }
    }
    assert_eq!(board.ending(), Some(Ending::drawn(Reason::FullBoard)));
}

#[test]
fn every_step_can_be_undone_and_done_again() {
    for (bits, text) in [(0, FIVE), (1, SIX), (2, FIVE), (4, SIX), (6, SIX)] {
        let mut game = played(bits, 15, text);
        game.pass();
        game.resign();
        let mut states = Vec::new();
        let state = |game: &Game| (game.position().clone(), game.moves().len(), game.rows(), game.ending());
        loop {
            states.push(state(&game));
            if !game.undo() {
                break;
            }
        }
        assert_eq!(game.position(), &Position::new(game.position().size()));
        assert_eq!((game.moves().len(), states.len()), (0, text.len() / 2 + 3));
        for before in states.iter().rev().skip(1) {
            assert!(game.redo());
            assert_eq!(&state(&game), before, "{bits} {text}");
        }
        assert!(!game.redo());
        assert!(game.undo());
        game.pass();
        assert!(!game.redo(), "another action discards what was taken back");
    }
}

#[test]
fn a_side_that_resigns_has_lost() {
    let mut game = played(0, 15, "h8");
    game.resign();
    assert_eq!(game.ending(), Some(Ending::won(Colour::Black, Reason::Resignation)));
    game.play(Point::new(0, 0)).unwrap();
    assert_eq!(game.ending(), Some(Ending::won(Colour::Black, Reason::Resignation)));
}

#[test]
fn a_game_can_begin_at_any_position() {
    let start = played(0, 15, FIVE).position().clone();
    let at = |bits, start: &Position| Game::of(None, start.clone(), Rule::from_bits(bits, false));
    assert_eq!(at(0, &start).ending(), Some(Ending::won(Colour::Black, Reason::Five)));
    assert_eq!(at(2, &start).ending(), None);
    let mut game = at(0, played(0, 15, "h8").position());
    assert_eq!(game.to_move(), Colour::White);
    game.play(Point::new(0, 0)).unwrap();
    assert!(game.undo() && !game.undo());
    assert_eq!(game.position().stones().len(), 1);
}

fn point(name: &str) -> Point {
    notation::read(name, BoardSize::FIFTEEN).unwrap()[0]
}

#[test]
fn a_removed_stone_takes_the_row_that_it_completed_with_it() {
    let mut game = played(2, 15, "a1a9b1c9c1e9d1g9e1i9");
    assert_eq!((game.rows(), game.position().dead().len()), ([1, 0], 5));
    game.remove(point("e1")).unwrap();
    assert_eq!((game.rows(), game.position().dead().len()), ([0, 0], 0));
    assert_eq!((game.moves().len(), game.to_move()), (9, Colour::Black));
    assert_eq!(game.position().at(point("i9")), Content::Stone(Colour::White), "the later stone stays");
    assert_eq!(game.remove(point("e1")), Err(PlayError::NoStone));
}

#[test]
fn a_game_goes_on_without_the_stone_that_has_ended_it() {
    let mut game = played(0, 15, "a1a9b1c9c1e9d1g9e1i9");
    assert!(game.ending().is_some());
    game.remove(point("g9")).unwrap();
    assert!(game.ending().is_some(), "another stone has ended it");
    game.remove(point("e1")).unwrap();
    assert_eq!(game.ending(), None);
}

#[test]
fn nobody_judges_a_board_that_is_set_up() {
    let mut game = played(2, 15, "");
    for name in ["a1", "b1", "c1", "d1", "e1"] {
        game.set_up(Colour::Black, point(name), false).unwrap();
    }
    game.set_up(Colour::White, point("a9"), true).unwrap();
    assert_eq!((game.rows(), game.position().stones().len()), ([0, 0], 5));
    assert_eq!(game.position().at(point("a9")), Content::Edge);
    assert_eq!(game.set_up(Colour::White, point("a9"), false), Err(PlayError::Taken));
    assert!(game.undo() && game.position().is_empty(point("a9")));
}
