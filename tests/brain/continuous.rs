//! Continuous games as sent by Piskvork: every position by BOARD, all points in playing order, with those of won rows
//! and forbidden moves as dead points of either side. Each move is checked by `rules/` alone.

use crate::session::Session;
use rand::seq::IteratorRandom;
use rand::{SeedableRng, rngs::StdRng};
use tengen_core::board::{BoardSize, Colour, Content, DIRECTIONS, Point, Position};
use tengen_core::game::Game;
use tengen_core::rules::Rule;
use tengen_e2e::brain::place;
use tengen_testkit::in_two_lengths;
use tengen_testkit::judge::assert_no_fault;

/// Rules 2, 3, 6 and 7: the bits of freestyle, exactly five, renju and both, with that of a continuous game.
const RULES: [u32; 4] = [2, 3, 6, 7];

/// The board for the side to move: all points ever played, in order.
fn board(game: &Game) -> String {
    let position = game.position();
    let us = position.to_move();
    let field = |point: Point| match position.at(point) {
        Content::Stone(colour) if colour == us => 1,
        Content::Stone(_) => 2,
        _ => 3,
    };
    let lines = game.moves().iter().map(|&point| format!("{},{},{}\n", point.x(), point.y(), field(point)));
    format!("BOARD\n{}DONE", lines.collect::<String>())
}

fn session(size: BoardSize, rule: Rule) -> Session {
    let mut session = Session::new(200);
    assert_eq!(session.ask(&[&format!("START {}", size.width())]), "OK");
    let infos =
        [format!("INFO rule {}", rule.bits()), format!("INFO fb_check {}", u8::from(rule.first_player_forbidden))];
    for info in infos {
        assert_eq!(session.hear(info).unwrap(), [""; 0]);
    }
    session
}

fn answer(session: &mut Session, message: &str, position: &Position) -> Point {
    let answer = session.ask(&message.lines().collect::<Vec<_>>());
    let point = place(&answer).and_then(|(x, y)| position.size().point(x, y));
    let point = point.unwrap_or_else(|| panic!("{answer} is no move"));
    assert_eq!(position.check_empty(point), Ok(()), "{message}");
    point
}

/// The first player makes a row with its first five stones, which die; the other's are random.
fn open_with_a_row(game: &mut Game, random: &mut StdRng) {
    let centre = game.position().size().centre();
    let direction = DIRECTIONS.into_iter().choose(random).expect("there are four");
    let row: Vec<Point> = (-2..=2).map(|k| direction.walk(centre, k)).collect();
    for &point in &row {
        game.play(point).expect("the row is free");
        let other = |point: &Point| !row.contains(point);
        let point = game.position().empty_points().filter(other).choose(random);
        game.play(point.expect("a free point")).expect("it is free");
    }
}

/// Plays until the board is full. Returns the number of positions whose first stone was dead.
fn play(rule: Rule, side: u32, random: &mut StdRng) -> usize {
    let size = BoardSize::square(side).expect("a board");
    let mut game = Game::new(size, rule);
    let mut sides = [session(size, rule), session(size, rule)];
    open_with_a_row(&mut game, random);
    let mut begun_dead = 0;
    while game.ending().is_none() {
        let message = board(&game);
        begun_dead += usize::from(game.position().at(game.moves()[0]) == Content::Edge);
        let point = answer(&mut sides[game.to_move().index()], &message, game.position());
        assert_no_fault(game.position(), point, rule, &message);
        game.play(point).expect("it is empty");
    }
    begun_dead
}

fn play_some(games: usize, fb_check: bool) {
    let mut random = StdRng::seed_from_u64(11);
    let mut begun_dead = 0;
    for number in 0..games {
        let rule = Rule::from_bits(RULES[number % RULES.len()], fb_check);
        let side = [11, 12, 15][number / RULES.len() % 3];
        begun_dead += play(rule, side, &mut random);
    }
    assert!(begun_dead > 0, "no first stone has died: nothing was tested");
}

in_two_lengths!(the_first_player_is_known_when_its_first_stone_has_died, |games| play_some(games, false), 12, 100);

in_two_lengths!(
    with_fb_check_the_first_player_is_known_when_its_first_stone_has_died,
    |games| play_some(games, true),
    12,
    100
);

/// Boards that were once answered by a forbidden move at 7,7.
#[test]
fn a_board_may_name_a_dead_point_or_a_stone_of_the_opponent_first() {
    let boards = [
        (Rule::from_bits(6, false), "0,14,3 3,3,2 7,5,1 4,4,2 7,6,1 5,5,2 5,7,1 6,6,2 6,7,1 14,0,2 2,2,1 0,9,2"),
        (Rule::from_bits(0, true), "3,3,2 7,5,1 4,4,2 7,6,1 5,5,2 5,7,1 6,6,2 6,7,1 0,9,2 2,2,1"),
    ];
    for (rule, text) in boards {
        let size = BoardSize::FIFTEEN;
        let mut position = Position::new(size);
        for line in text.split(' ') {
            let (at, field) = line.rsplit_once(',').expect("a field");
            let (x, y) = place(at).expect("a point");
            let point = size.point(x, y).expect("on the board");
            match field {
                "1" => position.place(point, Colour::Black, &mut ()),
                "2" => position.place(point, Colour::White, &mut ()),
                _ => position.kill(point).expect("it is empty"),
            }
        }
        position.set_to_move(Colour::Black);
        let message = format!("BOARD\n{}\nDONE", text.replace(' ', "\n"));
        let point = answer(&mut session(size, rule), &message, &position);
        assert_no_fault(&position, point, rule, &message);
    }
}
