//! Complete games of the engine against itself under every rule and on an oblong board: text in,
//! text out, each move checked by `rules/` alone.

use crate::session::Session;
use rand::seq::IteratorRandom;
use rand::{SeedableRng, rngs::StdRng};
use tengen_core::board::{BoardSize, Colour, Point, Position, diagram};
use tengen_core::rules::{Outcome, Rule, forbidden_at, judge};
use tengen_e2e::brain::place;
use tengen_testkit::in_two_lengths;

struct BrainGame {
    rule_bits: u32,
    fb_check: bool,
    size: BoardSize,
    position: Position,
    /// Whether moves are sent by BOARD instead of TURN.
    by_board: bool,
}

#[derive(PartialEq, Eq, Debug)]
enum End {
    Won(Colour),
    Draw,
}

impl BrainGame {
    fn new(rule_bits: u32, fb_check: bool, width: u32, height: u32) -> BrainGame {
        let size = BoardSize::new(width, height).expect("a board");
        BrainGame { rule_bits, fb_check, size, position: Position::new(size), by_board: false }
    }

    fn rule(&self) -> Rule {
        Rule::from_bits(self.rule_bits, self.fb_check)
    }

    fn session(&self) -> Session {
        let mut session = Session::new(400);
        let (width, height) = (self.size.width(), self.size.height());
        let start = if width == height { format!("START {width}") } else { format!("RECTSTART {width},{height}") };
        assert_eq!(session.ask(&[&start]), "OK");
        let rule = format!("INFO rule {}", self.rule_bits);
        let forbidden = format!("INFO fb_check {}", self.fb_check as u8);
        for info in [rule.as_str(), forbidden.as_str()] {
            assert_eq!(session.hear(info).unwrap(), [""; 0]);
        }
        session
    }

    /// BOARD for the side to move.
    fn board(&self) -> Vec<String> {
        let us = self.position.to_move();
        let mut lines = vec!["BOARD".to_string()];
        let mut add = |point: Point, field| lines.push(format!("{},{},{field}", point.x(), point.y()));
        for stone in self.position.stones() {
            add(stone.point, if stone.colour == us { 1 } else { 2 });
        }
        for &point in self.position.dead() {
            add(point, 3);
        }
        lines.push("DONE".into());
        lines
    }

    /// Plays some random stones, so that games differ.
    fn open_at_random(&mut self, random: &mut StdRng) {
        for _ in 0..4 {
            let to_move = self.position.to_move();
            let open = |&point: &Point| judge(&self.position, point, to_move, self.rule()) == Outcome::Open;
            let point = self.position.empty_points().filter(open).choose(random);
            self.position.play(point.expect("an open point"), &mut ());
        }
    }

    /// Plays to the end. A continuous game ends when the board is full, or after `most_moves`.
    fn play(&mut self, most_moves: usize) -> End {
        let mut sides = [self.session(), self.session()];
        let mut has_board = [false, false];
        let mut last: Option<Point> = None;
        for _ in 0..most_moves {
            let us = self.position.to_move();
            let side = &mut sides[us.index()];
            let answer = match (last, self.position.stones().len()) {
                (None, 0) => side.ask(&["BEGIN"]),
                (Some(point), 1) => side.ask(&[&turn(point)]),
                (Some(point), _) if has_board[us.index()] && !self.by_board => side.ask(&[&turn(point)]),
                _ => side.ask(&self.board().iter().map(String::as_str).collect::<Vec<_>>()),
            };
            has_board[us.index()] = true;
            let point = self.legal(&answer);
            let outcome = judge(&self.position, point, us, self.rule());
            let had_choice = self.has_a_legal_move();
            self.position.play(point, &mut ());
            last = Some(point);
            match outcome {
                Outcome::Five(run) if self.rule().continuous => {
                    run.points().for_each(|point| self.position.kill(point).unwrap());
                }
                Outcome::Five(_) => return End::Won(us),
                Outcome::Forbidden(forbidden) => {
                    assert!(!had_choice, "{us:?} made a {forbidden:?}:\n{}", self.drawing());
                    return End::Won(!us);
                }
                Outcome::Draw | Outcome::Open => {}
            }
            if self.position.empty_count() == 0 {
                break;
            }
        }
        End::Draw
    }

    fn has_a_legal_move(&self) -> bool {
        let forbidden = |point| forbidden_at(&self.position, point, self.rule()).is_some();
        let black = self.position.to_move() == Colour::Black;
        !black || self.position.empty_points().any(|point| !forbidden(point))
    }

    fn legal(&self, answer: &str) -> Point {
        place(answer)
            .and_then(|(x, y)| self.size.point(x, y))
            .filter(|&point| self.position.is_empty(point))
            .unwrap_or_else(|| panic!("{answer} is no move:\n{}", self.drawing()))
    }

    fn drawing(&self) -> String {
        diagram::write(&self.position)
    }
}

fn turn(point: Point) -> String {
    format!("TURN {},{}", point.x(), point.y())
}

/// Games from the empty board and from random openings, sent by TURN and by BOARD.
fn play_some(games: usize, rule_bits: u32, fb_check: bool, width: u32, height: u32) {
    let mut random = StdRng::seed_from_u64(rule_bits as u64);
    for number in 0..games {
        let mut game = BrainGame::new(rule_bits, fb_check, width, height);
        game.by_board = number % 3 == 2;
        if number > 0 {
            game.open_at_random(&mut random);
        }
        game.play(game.size.area());
    }
}

/// Games of these rules, each with its bits, `fb_check`, width and height.
macro_rules! games {
    ($name:ident: $($rule:expr),+) => {
        in_two_lengths!(
            $name,
            |games| {
                for (bits, fb_check, width, height) in [$($rule),+] {
                    play_some(games, bits, fb_check, width, height);
                }
            },
            3,
            20
        );
    };
}

games!(freestyle: (0, false, 15, 15));
games!(standard: (1, false, 15, 15));
games!(renju: (4, false, 15, 15));
games!(caro: (8, false, 15, 15));
games!(exact_caro: (9, false, 15, 15));
games!(fouls_of_the_first_player_in_freestyle: (0, true, 15, 15));
games!(fouls_of_the_first_player_in_standard: (1, true, 15, 15));
games!(continuous_until_the_board_is_full: (2, false, 9, 9), (3, false, 9, 9));
games!(oblong: (0, false, 30, 20), (4, false, 7, 19), (1, false, 5, 32));
games!(the_smallest_board_ends_in_a_draw_or_a_five: (0, false, 5, 5), (4, false, 5, 5));
