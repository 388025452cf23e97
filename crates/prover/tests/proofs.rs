//! Proofs are found, hold by the rules alone, and are refused when they are damaged.

use std::time::Duration;
use tengen_certificate::{Answer, Certificate, Head, Link, Node, Verifier, Wrong, check, write};
use tengen_common::random::Random;
use tengen_core::board::{BoardSize, Colour, Point, Position, notation};
use tengen_core::rules::{Outcome, Rule, forbidden_at, judge, stays_legal};
use tengen_prover::{Settings, prove};
use tengen_testkit::ALL_RULES;

fn certificate(rule: Rule, size: BoardSize, moves: Vec<Point>, time: Duration) -> Option<Certificate> {
    let head = Head { rule, size, moves };
    let settings = Settings { head, first: None, time, memory: 8 << 20 };
    prove(&settings, &mut |_| ()).certificate
}

fn proven(rule: &str, moves: &str) -> Certificate {
    let size = BoardSize::square(15).unwrap();
    let moves = notation::read(moves, size).unwrap();
    certificate(Rule::from_name(rule).unwrap(), size, moves, Duration::from_secs(60)).expect("a proof")
}

/// Wins by fours, by threats, and with a first move that is no threat.
const WON: [(&str, &str); 6] = [
    ("freestyle", "h8a1i8c1j8e1"),
    ("freestyle", "h8i9g7f6i7a1"),
    ("standard", "h8i9g7f6i7a1"),
    ("renju", "h8i9g7a1i7a15"),
    ("caro", "h8a1h9c1i9e1j8g1"),
    ("caro-exact", "h8a1h9c1i9e1j8g1"),
];

#[test]
fn wins_are_proven_and_the_proofs_hold() {
    for (rule, moves) in WON {
        let summary = check(&write(&proven(rule, moves))).unwrap_or_else(|wrong| panic!("{rule} {moves}: {wrong}"));
        assert!(summary.plies % 2 == 1 && summary.plies >= 3, "{rule} {moves}: {summary:?}");
    }
}

/// Whether the side to move wins, by trying everything.
fn wins(position: &mut Position, rule: Rule) -> bool {
    let (side, moves): (_, Vec<Point>) = (position.to_move(), position.empty_points().collect());
    moves.into_iter().any(|point| match judge(position, point, side, rule) {
        Outcome::Five(_) => true,
        Outcome::Forbidden(_) | Outcome::Draw => false,
        Outcome::Open => {
            position.play(point, &mut ());
            let loses = loses(position, rule);
            position.undo(&mut ());
            position.set_to_move(side);
            loses
        }
    })
}

/// Whether the side to move loses, by trying everything.
fn loses(position: &mut Position, rule: Rule) -> bool {
    let (side, moves): (_, Vec<Point>) = (position.to_move(), position.empty_points().collect());
    let mut tried = false;
    let all_lose = moves.into_iter().all(|point| match judge(position, point, side, rule) {
        Outcome::Five(_) | Outcome::Draw => false,
        Outcome::Forbidden(_) => true,
        Outcome::Open => {
            tried = true;
            position.play(point, &mut ());
            let wins = wins(position, rule);
            position.undo(&mut ());
            position.set_to_move(side);
            wins
        }
    });
    all_lose && tried
}

/// A random game on a small board until few points are empty; `None` if it is over.
fn nearly_full(random: &mut Random, size: BoardSize, empty: usize, rule: Rule) -> Option<Vec<Point>> {
    let mut position = Position::new(size);
    let mut moves = Vec::new();
    while position.empty_count() > empty {
        let points: Vec<Point> = position.empty_points().collect();
        let point = *random.choose(&points)?;
        if judge(&position, point, position.to_move(), rule) != Outcome::Open {
            return None;
        }
        position.play(point, &mut ());
        moves.push(point);
    }
    Some(moves)
}

#[test]
fn proofs_on_small_boards_agree_with_brute_force() {
    let mut random = Random::new(5);
    let (mut proofs, mut won) = (0, 0);
    for number in 0..500 {
        let rule = ALL_RULES[number % ALL_RULES.len()];
        let size = BoardSize::square(5 + (number / 7 % 3) as u32).unwrap();
        let Some(moves) = nearly_full(&mut random, size, 7, rule) else {
            continue;
        };
        let mut position = Head { rule, size, moves: moves.clone() }.position().unwrap();
        let is_won = wins(&mut position, rule);
        if !is_won && number % 10 > 0 {
            continue; // the search for a proof would take all its time
        }
        won += usize::from(is_won);
        if let Some(certificate) = certificate(rule, size, moves.clone(), Duration::from_millis(300)) {
            let summary = check(&write(&certificate)).unwrap_or_else(|wrong| panic!("{rule} {moves:?}: {wrong}"));
            assert!(is_won, "{rule} {size} {moves:?}: {summary:?}");
            proofs += 1;
        }
    }
    assert!(proofs > 20 && proofs * 10 >= won * 8, "{proofs} of {won}");
}

#[test]
fn a_file_with_a_flipped_bit_is_refused() {
    let bytes = write(&proven("freestyle", "h8i9g7f6i7a1"));
    for bit in 0..bytes.len() * 8 {
        let mut damaged = bytes.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        assert!(matches!(check(&damaged), Err(Wrong::File(_))), "bit {bit}");
    }
}

/// A reply that is left out is one that the zone of the pass has.
#[test]
fn a_proof_without_one_of_its_replies_is_refused() {
    for (rule, moves) in WON {
        let whole = proven(rule, moves);
        let (mut tried, step) = (0, whole.nodes.len().div_ceil(50));
        for node in (0..whole.nodes.len()).step_by(step) {
            let mut less = whole.clone();
            let (Node::Four(_, replies) | Node::Move { replies, .. }) = &mut less.nodes[node] else {
                continue;
            };
            if replies.len() < 2 {
                continue;
            }
            replies.pop();
            tried += 1;
            let used = write(&less) != write(&whole);
            assert!(!used || check(&write(&less)).is_err(), "{rule} {moves}: node {node}");
        }
        assert!(tried > 0 || whole.nodes.len() < 8, "{rule} {moves}");
    }
}

#[test]
fn a_proof_of_another_position_or_rule_is_refused() {
    let proof = proven("freestyle", "h8i9g7f6i7a1");
    let size = proof.head.size;
    for moves in ["h8i9g7f6i7h9", "h8i9g7f6a1i7", "h8i9g7f6", "", "h8h8"] {
        let moves = if moves.is_empty() { Vec::new() } else { notation::read(moves, size).unwrap() };
        let other = Certificate { head: Head { moves, ..proof.head.clone() }, ..proof.clone() };
        assert!(check(&write(&other)).is_err());
    }
}

/// What a zone promises for any stone outside it, the replay of every move with that stone on the board confirms.
#[test]
fn a_win_holds_with_every_stone_outside_its_zone() {
    let mut tried = 0;
    for (rule, moves) in WON {
        let proof = proven(rule, moves);
        let (rule, size, position) = (proof.head.rule, proof.head.size, proof.head.position().unwrap());
        let attacker = position.to_move();
        // The win itself, and the one after its first move and a pass.
        let mut wins = vec![(Link::plain(proof.root), position.clone())];
        if let Node::Move { point, pass: Some(pass), .. } = proof.nodes[proof.root as usize] {
            let mut after = position;
            after.place(point, attacker, &mut ());
            after.set_to_move(attacker);
            wins.push((pass, after));
        }
        for (win, position) in wins {
            let part = Verifier::new(rule, size, attacker).verify(&proof.nodes, win, &position).expect("it holds");
            let Some(zone) = part.zones.at(1) else {
                continue;
            };
            for stone in position.empty_points().filter(|&point| !zone.contains(point)) {
                let mut with = position.clone();
                with.place(stone, !attacker, &mut ());
                with.set_to_move(attacker);
                let held = Verifier::new(rule, size, attacker).verify_with(&proof.nodes, win, stone, &with);
                assert!(held.is_ok(), "{rule} {moves}: {} {held:?}", notation::write(stone, size));
                tried += 1;
            }
        }
    }
    assert!(tried > 500, "{tried}");
}

/// A black move that stays legal is legal whatever white stones are added.
#[test]
fn more_white_stones_forbid_no_move_that_stays_legal() {
    let (mut random, renju) = (Random::new(3), Rule::from_name("renju").unwrap());
    let size = BoardSize::square(11).unwrap();
    let points: Vec<Point> = size.points().collect();
    let (mut stays, mut doubtful) = (0, 0);
    for _ in 0..3000 {
        let mut position = Position::new(size);
        for number in 0..34 {
            let point = *random.choose(&points).unwrap();
            if position.is_empty(point) {
                let colour = if number % 3 == 0 { Colour::White } else { Colour::Black };
                position.place(point, colour, &mut ());
            }
        }
        for &point in points.iter().filter(|&&point| position.is_empty(point)) {
            if !stays_legal(&position, point, renju) {
                doubtful += usize::from(forbidden_at(&position, point, renju).is_none());
                continue;
            }
            let mut more = position.clone();
            for _ in 0..4 {
                let stone = *random.choose(&points).unwrap();
                if more.is_empty(stone) && stone != point {
                    more.place(stone, Colour::White, &mut ());
                }
            }
            assert_eq!(forbidden_at(&more, point, renju), None, "{position:?} {point:?}");
            stays += 1;
        }
    }
    assert!(stays > 10_000 && doubtful > 10, "{stays} {doubtful}");
}

/// Nodes at random, with a right sum: refused in a sentence, and never a crash.
#[test]
fn random_nodes_are_refused() {
    let mut random = Random::new(8);
    let proof = proven("freestyle", "h8i9g7f6i7a1");
    let points: Vec<Point> = proof.head.size.points().collect();
    for _ in 0..1000 {
        let mut other = proof.clone();
        let at = (random.next() % other.nodes.len() as u64) as usize;
        let point = *random.choose(&points).unwrap();
        match &mut other.nodes[at] {
            Node::Five(five) => *five = point,
            Node::Four(four, replies) => match replies.first_mut() {
                Some(reply) if random.next().is_multiple_of(2) => reply.point = point,
                _ => *four = point,
            },
            Node::Move { replies, pass, .. } => match random.next() % 3 {
                0 => *pass = None,
                1 => replies.iter_mut().for_each(|reply| reply.answer = Answer::AsPass),
                _ => replies.iter_mut().take(1).for_each(|reply| reply.point = point),
            },
        }
        if let Err(wrong) = check(&write(&other)) {
            assert!(!wrong.to_string().is_empty());
        }
    }
}
