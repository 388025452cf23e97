//! Records of Connect6.

use tengen_connect6::rules::Connect6Rules;
use tengen_core::board::{Colour, Point};
use tengen_core::game;
use tengen_core::rules::{Rule, Variant};
use tengen_records::defaults::Defaults;
use tengen_records::{Ending, Game, ReadError, Reason, sgf};

const FREESTYLE: Rule = Rule::new(Variant::Freestyle);

fn read(text: &str) -> Result<Game, ReadError> {
    let wanted = Defaults { other: Some(&Connect6Rules), ..FREESTYLE.into() };
    sgf::read(text, wanted).map(|mut games| games.remove(0))
}

fn error(text: &str) -> String {
    read(text).unwrap_err().to_string()
}

#[test]
fn connect6_is_told_by_its_rule_and_counts_its_stones() {
    let game = read("(;SZ[19]RU[Connect6]PL[W];B[jj];W[aa])").unwrap();
    assert_eq!((game.first, game.to_move()), (Colour::Black, Colour::White));
    let game = read("(;SZ[19]RU[Connect6];B[jj];W[aa];W[bb];B[cc])").unwrap();
    let name = game.other.map(|other| other.name());
    assert_eq!((name, game.to_move()), (Some("connect6"), Colour::Black));
    assert_eq!(
        error("(;SZ[19]RU[connect6];B[jj];W[aa];B[bb])"),
        "line 1: B[bb] is out of turn: black places one stone, then each side places two"
    );
    assert_eq!(
        error("(;SZ[19]RU[connect6]AB[jj])"),
        "line 1: AB[jj] sets stones up; games of connect6 are read move by move"
    );
    assert!(error("(;SZ[19]RU[connect6];B[])").contains("without passes"));
}

#[test]
fn who_wants_five_in_a_row_gets_no_other_game() {
    let refused = |text: &str| sgf::read(text, FREESTYLE).unwrap_err().to_string();
    assert_eq!(
        refused("(;SZ[19]\nRU[Connect6];B[jj];W[aa];W[bb])"),
        "line 2: this is a game of Connect6, not of five in a row"
    );
    assert_eq!(
        error("(;SZ[11]RU[dots-and-boxes];B[ba])"),
        "line 1: this is a game of Dots and Boxes, not of five in a row"
    );
    assert_eq!(read("(;SZ[15]RU[renju];B[hh])").unwrap().other, None);
}

#[test]
fn six_in_a_row_win() {
    let mut board = game::Game::fresh(Some(&Connect6Rules), tengen_connect6::size(), FREESTYLE);
    let mut play = |x, y| board.play(Point::new(x, y)).map(|()| board.ending());
    assert_eq!(play(0, 0), Ok(None));
    for x in [1, 3] {
        assert_eq!([play(x, 9), play(x + 1, 9)], [Ok(None), Ok(None)]);
        assert_eq!([play(x, 0), play(x + 1, 18)], [Ok(None), Ok(None)]);
    }
    assert_eq!(play(5, 9), Ok(None));
    assert_eq!(play(6, 9), Ok(Some(Ending::won(Colour::White, Reason::Six))));
    assert!(play(6, 9).is_err());
}
