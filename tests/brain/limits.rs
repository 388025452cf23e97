//! At any time limit, the brain never misses a five or a possible block and never plays a forbidden move: limits from 0
//! to 100 ms, and match clocks that are nearly used up. Checked by `rules/` alone.

use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng, rngs::StdRng};
use tengen_core::board::{BoardSize, Colour, Point, Position};
use tengen_core::rules::{Outcome, Rule, completes_five, judge};
use tengen_e2e::brain::{Brain, place};
use tengen_e2e::referee::Referee;
use tengen_testkit::clock::alone;
use tengen_testkit::in_two_lengths;
use tengen_testkit::judge::assert_no_fault;

/// Milliseconds per move.
const TURNS: [u32; 10] = [0, 1, 3, 5, 8, 10, 11, 13, 20, 100];
/// Milliseconds left in a match with long turns.
const CLOCKS: [i32; 5] = [-1, 1, 5, 30, 90];

/// All distinct rules: renju has forbidden moves without `fb_check`.
fn rules() -> impl Iterator<Item = Rule> {
    let bits = [0, 1, 4, 8, 9].into_iter().flat_map(|bits| [bits, bits + 2]);
    let rules = bits.flat_map(|bits| [false, true].map(|check| Rule::from_bits(bits, check)));
    rules.filter(|rule| !(rule.first_player_forbidden && rule.bits() & 4 != 0))
}

/// Stones of both sides, alternating and close together, none of which ends the game.
fn scattered(rule: Rule, random: &mut StdRng) -> Position {
    let mut position = Position::new(BoardSize::FIFTEEN);
    let centre = position.size().centre();
    let reach = random.random_range(2..6);
    let near = |p: &Point| p.x().abs_diff(centre.x()).max(p.y().abs_diff(centre.y())) <= reach;
    for _ in 0..random.random_range(6..50) {
        let to_move = position.to_move();
        let open = |&point: &Point| judge(&position, point, to_move, rule) == Outcome::Open;
        let point = position.empty_points().filter(near).filter(open).choose(random);
        let Some(point) = point else { break };
        position.play(point, &mut ());
    }
    position
}

fn is_at_stake(position: &Position, rule: Rule) -> bool {
    let five = |point, colour| completes_five(position, point, colour, rule);
    let mut points = position.empty_points();
    points.any(|point| Colour::BOTH.into_iter().any(|colour| five(point, colour)))
}

/// Positions of which three in four are urgent.
fn positions(rule: Rule, count: usize) -> Vec<Position> {
    let mut random = StdRng::seed_from_u64(rule.index() as u64);
    let urgent = |number: usize| number % 4 != 3;
    let found = |number| {
        let mut any = std::iter::repeat_with(|| scattered(rule, &mut random));
        let fits = |position: &Position| !urgent(number) || is_at_stake(position, rule);
        any.find(fits).expect("there is no end of them")
    };
    (0..count).map(found).collect()
}

fn brain(rule: Rule) -> Brain {
    let mut brain = Brain::playing(15, &["--hash", "8"]);
    brain.send(&format!("INFO rule {}", rule.bits()));
    brain.send(&format!("INFO fb_check {}", u8::from(rule.first_player_forbidden)));
    brain
}

/// Sends the positions, each after these lines, and checks the replies.
fn ask(rule: Rule, positions: &[Position], infos: &[String]) {
    let mut brain = brain(rule);
    let context = infos.join(", ");
    for position in positions {
        infos.iter().for_each(|info| brain.send(info));
        let mut referee = Referee::new(15, rule);
        referee.position = position.clone();
        brain.send_bytes(referee.board().as_bytes());
        let answer = brain.answer();
        let point = place(&answer).and_then(|(x, y)| position.size().point(x, y));
        let point = point.unwrap_or_else(|| panic!("{answer} is no move"));
        assert_eq!(position.check_empty(point), Ok(()), "{answer}");
        assert_no_fault(position, point, rule, &context);
    }
}

in_two_lengths!(no_limit_of_a_turn_is_too_short_for_what_is_plain, short_turns, 4, 300);

fn short_turns(count: usize) {
    let _alone = alone();
    for rule in rules() {
        let positions = positions(rule, count);
        for turn in TURNS {
            ask(rule, &positions, &[format!("INFO timeout_turn {turn}")]);
        }
    }
}

in_two_lengths!(no_match_clock_is_too_short_for_what_is_plain, short_clocks, 4, 300);

fn short_clocks(count: usize) {
    let _alone = alone();
    for rule in rules() {
        let positions = positions(rule, count);
        for left in CLOCKS {
            let infos = ["INFO timeout_turn 5000".to_string(), format!("INFO time_left {left}")];
            ask(rule, &positions, &infos);
        }
    }
}

/// With limits of up to 11 ms, the brain once played its first idea, far from all stones.
#[test]
fn a_short_limit_is_answered_near_the_stones() {
    let _alone = alone();
    for turn in 1..=13 {
        let mut brain = Brain::playing(20, &[]);
        brain.send(&format!("INFO timeout_turn {turn}"));
        brain.send("INFO rule 4");
        brain.send("TURN 7,7");
        let answer = brain.answer();
        let (x, y) = place(&answer).expect("a point");
        let distance = (x - 7).abs().max((y - 7).abs());
        assert!(distance <= 3, "{turn} ms: {answer}");
    }
}
