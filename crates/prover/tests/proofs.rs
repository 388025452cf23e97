//! Proofs are found, hold by the rules alone, and are refused when they are damaged.

use std::cell::Cell;
use std::collections::HashMap;
use std::sync::LazyLock;
use std::time::{Duration, Instant};
use tengen_certificate::{
    Answer, Certificate, CertificateError, Head, Link, Next, Nodes, ProofBook, ProofNode, ProofWalk, Replay, ReplyTo,
    Verifier, Why, Wrong, check, check_and_replay, read, read_guide, write, write_guide,
};
use tengen_common::random::Random;
use tengen_common::{Limits, LimitsOnly};
use tengen_core::board::{BoardSize, Colour, Point, Position, notation};
use tengen_core::rules::opening::OpeningRule;
use tengen_core::rules::{Outcome, Rule, Variant, forbidden_at, judge, stays_legal};
use tengen_engine::search::Searcher;
use tengen_engine::study::easy_win;
use tengen_prover::{Alone, GuideMoves, Log, Proved, Setting, Settings, Threads, guide, prove, work};
use tengen_testkit::{ALL_RULES, in_two_lengths};

fn certificate(rule: Rule, size: BoardSize, moves: Vec<Point>, time: Duration) -> Option<Certificate> {
    run(Head { rule, opening: None, size, moves }, time, &mut Log::none()).certificate
}

fn run(head: Head, time: Duration, log: &mut Log) -> Proved {
    run_jobs(head, time, log, u64::MAX)
}

/// Ends after `most` jobs.
fn run_jobs(head: Head, time: Duration, log: &mut Log, most: u64) -> Proved {
    let (setting, end) = (Setting::of(&head), Instant::now() + time);
    let settings = Settings { head, first: None, time, memory: 1 << 30, guide: GuideMoves::default() };
    let (is_late, jobs) = (|| Instant::now() >= end, Cell::new(0));
    let mut crew = Alone::new(&setting, 8 << 20, &is_late);
    prove(&settings, &mut crew, log, &|| jobs.get() >= most, &mut |progress| jobs.set(progress.jobs)).unwrap()
}

/// More than enough on a busy machine.
const LONG: Duration = Duration::from_secs(600);

fn head(rule: &str, moves: &str) -> Head {
    let size = BoardSize::FIFTEEN;
    let (rule, moves) = (Rule::from_name(rule).unwrap(), notation::read(moves, size).unwrap());
    Head { rule, opening: None, size, moves }
}

static PROOFS: LazyLock<Vec<Certificate>> = LazyLock::new(|| {
    let proven = |(rule, moves)| run(head(rule, moves), LONG, &mut Log::none()).certificate.expect("a proof");
    WON.into_iter().map(proven).collect()
});

fn proofs() -> impl Iterator<Item = (String, &'static Certificate)> {
    PROOFS.iter().zip(WON).map(|(proof, (rule, moves))| (format!("{rule} {moves}"), proof))
}

/// Wins by fours, by threats, with a first move that is no threat, and with several of them.
const WON: [(&str, &str); 7] = [
    ("freestyle", "h8i9g9g10j8i8"),
    ("freestyle", "h8a1i8c1j8e1"),
    ("freestyle", "h8i9g7f6i7a1"),
    ("standard", "h8i9g7f6i7a1"),
    ("renju", "h8i9g7a1i7a15"),
    ("caro", "h8a1h9c1i9e1j8g1"),
    ("caro-exact", "h8a1h9c1i9e1j8g1"),
];

#[test]
fn wins_are_proven_and_the_proofs_hold() {
    let mut with = 0;
    for (name, proof) in proofs() {
        let summary = check(&write(proof), 1).unwrap_or_else(|wrong| panic!("{name}: {wrong}"));
        assert!(summary.plies % 2 == 1 && summary.plies >= 3, "{name}: {summary:?}");
        assert_eq!(read(&write(proof)).unwrap().head, proof.head);
        with += proof.nodes.iter().filter(|(_, node)| matches!(node, ProofNode::With(..))).count();
    }
    assert!(with > 0, "no node makes the moves of another");
}

/// A game against random replies; the plies to the five.
fn game(random: &mut Random, proof: &Certificate) -> u32 {
    let Certificate { head: Head { rule, size, .. }, nodes, root } = proof;
    let mut position = proof.head.position().unwrap();
    let attacker = position.to_move();
    let mut next = Next::Walk(ProofWalk::plain(Link::plain(*root)));
    for ply in (1..).step_by(2) {
        let (point, walk) = match &next {
            Next::Five(point) => (*point, None),
            Next::Walk(walk) => (walk.point(nodes, *size), Some(walk)),
        };
        match judge(&position, point, attacker, *rule) {
            Outcome::Five(_) => return ply,
            Outcome::Open => position.play(point, &mut ()),
            other => panic!("{other:?} at {}", notation::write(point, *size)),
        }
        let walk = walk.expect("a five");
        // Half of the replies are those that the proof lists.
        let listed = walk.listed(nodes, *size).into_iter().filter(|&reply| position.is_empty(reply));
        let replies: Vec<Point> = match random.next().is_multiple_of(2) {
            true => listed.collect(),
            false => position.empty_points().collect(),
        };
        let Some(&reply) = random.choose(&replies).or(position.empty_points().next().as_ref()) else {
            panic!("the board is full");
        };
        match judge(&position, reply, !attacker, *rule) {
            Outcome::Forbidden(_) => return ply,
            Outcome::Open => position.play(reply, &mut ()),
            other => panic!("{other:?} by the defender at {}", notation::write(reply, *size)),
        }
        next = walk.answer(nodes, *rule, &position, attacker).expect("an answer");
    }
    unreachable!()
}

#[test]
fn the_attacker_wins_by_a_proof_against_random_replies_in_time() {
    let mut random = Random::new(11);
    for (name, proof) in proofs() {
        let plies = check(&write(proof), 1).unwrap().plies;
        for _ in 0..200 {
            let played = game(&mut random, proof);
            assert!(played <= plies, "{name}: {played} plies instead of {plies}");
        }
    }
}

#[test]
fn a_search_without_memory_left_ends_and_says_so() {
    let head = head("freestyle", "h8i9");
    let settings = Settings { head, first: None, time: LONG, memory: 1 << 16, guide: GuideMoves::default() };
    let mut crew = Alone::new(&Setting::of(&settings.head), 1 << 20, &|| false);
    let proved = prove(&settings, &mut crew, &mut Log::none(), &|| false, &mut |_| ()).unwrap();
    assert!(proved.certificate.is_none() && proved.is_full);
    assert!(!run(settings.head, Duration::ZERO, &mut Log::none()).is_full);
}

/// The game in another orientation of the board.
fn turned(position: &Position, symmetry: u8) -> Position {
    let mut other = Position::new(position.size());
    let stones = position.stones().iter();
    stones.for_each(|stone| other.place(position.size().image(stone.point, symmetry), stone.colour, &mut ()));
    other
}

/// Plays the attacker's game as a player with the file does, in one orientation of the board; returns whether it was won, and
/// the last position.
fn against(
    book: &ProofBook,
    head: &Head,
    symmetry: u8,
    defend: &mut dyn FnMut(&Position) -> Point,
) -> (bool, Position) {
    let rule = head.rule;
    let mut position = turned(&head.position().unwrap(), symmetry);
    let attacker = position.to_move();
    loop {
        let to_move = position.to_move();
        let point = if to_move == attacker {
            let easy = || book.has_gaps(&position, rule).then(|| easy_win(&position, rule, &|| false)).flatten();
            let found = book.answer(&position, rule).or_else(easy);
            found.unwrap_or_else(|| panic!("no move after {}", written(&position)))
        } else {
            assert_eq!((book.answer(&position, rule), book.has_gaps(&position, rule)), (None, false));
            defend(&position)
        };
        let outcome = judge(&position, point, to_move, rule);
        position.play(point, &mut ());
        let is_won = match outcome {
            Outcome::Open => continue,
            Outcome::Five(_) => to_move == attacker,
            Outcome::Forbidden(_) => to_move != attacker,
            Outcome::Draw => false,
        };
        return (is_won, position);
    }
}

fn written(position: &Position) -> String {
    position.stones().iter().map(|stone| notation::write(stone.point, position.size())).collect()
}

fn any_reply(random: &mut Random) -> impl FnMut(&Position) -> Point + '_ {
    |position| *random.choose(&position.empty_points().collect::<Vec<_>>()).unwrap()
}

#[test]
fn a_player_with_a_proof_wins_in_every_orientation() {
    let mut random = Random::new(14);
    for (name, proof) in proofs() {
        let (size, rule, moves) = (proof.head.size, proof.head.rule, proof.head.moves.len() as u32);
        let bytes = write(proof);
        let (book, plies) = (ProofBook::read(&bytes).unwrap(), check(&bytes, 1).unwrap().plies);
        for symmetry in 0..8 {
            let (is_won, position) = against(&book, &proof.head, symmetry, &mut any_reply(&mut random));
            let played = position.stones().len() as u32 - moves;
            assert!(is_won && played <= plies, "{name}, orientation {symmetry}: {}", written(&position));
        }
        let other = Rule::from_name(if rule.to_string() == "renju" { "freestyle" } else { "renju" }).unwrap();
        assert_eq!(book.answer(&proof.head.position().unwrap(), other), None);
        assert_eq!(book.answer(&Position::new(size), rule), None);
    }
}

/// A proof or a guide of any size: `TENGEN_PROOF=FILE GAMES=N NODES=N`. Half of the defenders play anywhere, half near the
/// stones; with nodes, they search after two such replies.
#[test]
#[ignore = "needs a file"]
fn a_file_wins_all_games() {
    let variable = |name| std::env::var(name).ok();
    let number = |name| variable(name).map_or(0, |text| text.parse().unwrap());
    let bytes = std::fs::read(variable("TENGEN_PROOF").expect("TENGEN_PROOF")).unwrap();
    let head = read(&bytes).or_else(|_| read_guide(&bytes)).unwrap().head;
    let (book, nodes) = (ProofBook::read(&bytes).unwrap(), number("NODES"));
    let mut searcher = Searcher::new(64 << 20);
    let mut longest = 0;
    for game in 0..number("GAMES") {
        let mut random = Random::of(16, game);
        let mut defend = |position: &Position| {
            let replies = (position.stones().len() - head.moves.len()) / 2;
            if nodes > 0 && replies >= 2 {
                searcher.search(position, head.rule, &Limits::nodes(nodes), &mut LimitsOnly::new()).unwrap().best_move()
            } else {
                let is_near = |point: &Point| game % 2 == 0 || position.has_stone_near(*point, 2);
                *random.choose(&position.empty_points().filter(is_near).collect::<Vec<_>>()).unwrap()
            }
        };
        let (is_won, position) = against(&book, &head, (game / 2 % 8) as u8, &mut defend);
        assert!(is_won, "game {game}: {}", written(&position));
        longest = longest.max(position.stones().len() - head.moves.len());
    }
    println!("all are won, in at most {longest} plies");
}

/// A proof that is large enough for a guide.
const QUIET: (&str, &str) = ("renju", "h8g8f8j8e10f6h7i8");

#[test]
fn a_guide_and_easy_wins_are_enough_against_every_reply() {
    let proof = run(head(QUIET.0, QUIET.1), LONG, &mut Log::none()).certificate.expect("a proof");
    let moves = guide(&proof).expect("a large proof");
    assert!(moves.nodes.len() < proof.nodes.len() / 10);
    let bytes = write_guide(&moves);
    assert!(matches!(check(&bytes, 1), Err(Wrong::File(_))), "a guide is no proof");
    assert!(read_guide(&write(&proof)).is_err(), "a proof is no guide");
    assert_eq!(write_guide(&read_guide(&bytes).unwrap()), bytes);
    let (book, mut random) = (ProofBook::read(&bytes).unwrap(), Random::new(15));
    assert!(book.answer(&proof.head.position().unwrap(), proof.head.rule).is_some());
    for number in 0..24 {
        let (is_won, position) = against(&book, &proof.head, number % 8, &mut any_reply(&mut random));
        assert!(is_won, "{}", written(&position));
    }
}

fn assert_a_larger_board_has_it_around_its_centre(guide: &Certificate, expected: Point) {
    let size = BoardSize::square(17).unwrap();
    let moved = |point: Point| Point::new(point.x() + 1, point.y() + 1);
    let mut moves = GuideMoves::default();
    moves.add(guide, size);
    let position = Position::new(size).after_all(guide.head.moves.iter().map(|&point| moved(point)));
    assert_eq!(moves.get(&position), Some(moved(expected)));
}

#[test]
fn a_guide_saves_most_of_the_work() {
    let head = head(QUIET.0, QUIET.1);
    let proved = run(head.clone(), LONG, &mut Log::none());
    let mut moves = GuideMoves::default();
    let proof = proved.certificate.unwrap();
    let quiet = guide(&proof).unwrap();
    moves.add(&quiet, head.size);
    assert_a_larger_board_has_it_around_its_centre(&quiet, moves.get(&head.position().unwrap()).unwrap());
    let settings = Settings { head, first: None, time: LONG, memory: 1 << 30, guide: moves };
    let mut crew = Alone::new(&Setting::of(&settings.head), 8 << 20, &|| false);
    let again = prove(&settings, &mut crew, &mut Log::none(), &|| false, &mut |_| ()).unwrap();
    assert!(check(&write(&again.certificate.expect("a proof")), 1).is_ok());
    assert!(again.progress.nodes < proved.progress.nodes / 2, "{:?}, {:?}", again.progress, proved.progress);
}

#[test]
fn a_proof_that_was_ended_goes_on_from_its_answers() {
    let path = std::env::temp_dir().join(format!("tengen-prover-{}.state", std::process::id()));
    let head = head(WON[0].0, WON[0].1);
    let mut ends = 0;
    let proved = loop {
        let mut log = Log::open(&path, &head, None).unwrap();
        assert!(Log::open(&path, &head, None).is_err() || cfg!(windows), "two programs write one state");
        let proved = run_jobs(head.clone(), LONG, &mut log, 100 * (ends + 1));
        if proved.certificate.is_some() {
            break proved;
        }
        ends += 1;
        drop(log);
        // As if the program had been killed while it wrote.
        let mut bytes = std::fs::read(&path).unwrap();
        bytes.truncate(bytes.len() - bytes.len().min(5));
        std::fs::write(&path, bytes).unwrap();
    };
    assert!(ends > 0);
    assert!(check(&write(&proved.certificate.unwrap()), 1).is_ok());
    let other = Head { moves: head.moves[..1].to_vec(), ..head };
    assert!(Log::open(&path, &other, None).is_err(), "the state of another proof");
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn two_threads_prove_what_one_does() {
    for (rule, moves) in WON {
        let head = head(rule, moves);
        let setting = Setting::of(&head);
        let settings = Settings { head, first: None, time: LONG, memory: 1 << 30, guide: GuideMoves::default() };
        let mut crew = Threads::new(&setting, 2, 16 << 20);
        let proved = prove(&settings, &mut crew, &mut Log::none(), &|| false, &mut |_| ()).unwrap();
        assert!(check(&write(&proved.certificate.expect("a proof")), 1).is_ok(), "{rule} {moves}");
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

/// Compares each position of a proof with brute force; returns how many there are.
fn compare(proof: &Certificate, walk: &ProofWalk, position: &mut Position) -> usize {
    let Head { rule, size, .. } = proof.head;
    let attacker = position.to_move();
    assert!(wins(position, rule), "{rule} {size} {position:?}");
    let point = walk.point(&proof.nodes, size);
    position.place(point, attacker, &mut ());
    let mut compared = 1;
    let listed = walk.listed(&proof.nodes, size).into_iter().map(Some);
    for reply in listed.chain([None]).collect::<Vec<_>>() {
        let is_possible = reply.is_none_or(|reply| position.is_empty(reply));
        if let Some(next) = walk.after(&proof.nodes, size, reply).filter(|_| is_possible) {
            reply.into_iter().for_each(|reply| position.place(reply, !attacker, &mut ()));
            position.set_to_move(attacker);
            compared += compare(proof, &next, position);
            reply.into_iter().for_each(|_| assert!(position.undo(&mut ()).is_some()));
        }
    }
    position.undo(&mut ());
    position.set_to_move(attacker);
    compared
}

in_two_lengths!(proofs_on_small_boards_agree_with_brute_force, agree, 60, 200);

/// Proofs of positions on small boards: each rule has this many positions in them.
fn agree(positions: usize) {
    for (number, rule) in ALL_RULES.into_iter().enumerate() {
        let (mut random, mut compared, mut proofs, mut won) = (Random::of(5, number as u64), 0, 0, 0);
        for tried in 0.. {
            if compared >= positions {
                break;
            }
            let size = BoardSize::square(5 + tried % 3).unwrap();
            let Some(moves) = nearly_full(&mut random, size, 7, rule) else { continue };
            let mut position = Head { rule, opening: None, size, moves: moves.clone() }.position().unwrap();
            let is_won = wins(&mut position, rule);
            if !is_won && tried % 50 > 0 {
                continue; // the search for a proof would take all its time
            }
            won += usize::from(is_won);
            let time = Duration::from_millis(if is_won { 2000 } else { 200 });
            if let Some(proof) = certificate(rule, size, moves.clone(), time) {
                let summary = check(&write(&proof), 1).unwrap_or_else(|wrong| panic!("{rule} {moves:?}: {wrong}"));
                assert!(is_won, "{rule} {size} {moves:?}: {summary:?}");
                proofs += 1;
                compared += compare(&proof, &ProofWalk::plain(Link::plain(proof.root)), &mut position);
            }
        }
        assert!(proofs * 10 >= won * 8, "{rule}: {proofs} of {won}");
    }
}

#[test]
fn one_worker_writes_the_same_proof_again() {
    for (number, (rule, moves)) in WON.into_iter().enumerate().step_by(3) {
        let again = run(head(rule, moves), LONG, &mut Log::none()).certificate.expect("a proof");
        assert!(write(&again) == write(&PROOFS[number]), "{rule} {moves}");
    }
}

#[test]
fn a_file_with_a_flipped_bit_is_refused() {
    let bytes = write(&PROOFS[2]);
    for bit in 0..bytes.len() * 8 {
        let mut damaged = bytes.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        assert!(matches!(check(&damaged, 1), Err(Wrong::File(_))), "bit {bit}");
    }
}

fn changed(whole: &Certificate, number: usize, change: impl FnOnce(&mut ProofNode)) -> Certificate {
    let (mut nodes, mut change) = (Nodes::new(), Some(change));
    let mut moved = HashMap::new();
    for (at, (id, mut node)) in whole.nodes.iter().enumerate() {
        if let Some(change) = change.take_if(|_| at == number) {
            change(&mut node);
        }
        moved.insert(id, nodes.push(&node.renumbered(|id| moved[&id])));
    }
    Certificate { root: moved[&whole.root], nodes, head: whole.head.clone() }
}

/// A reply that is left out is one that the zone of the pass has; where it is not refused, the proof wins without it.
#[test]
fn a_proof_without_one_of_its_replies_is_refused() {
    let mut random = Random::new(12);
    let (mut refused, mut tried) = (0, 0);
    for (name, whole) in proofs() {
        for node in (0..whole.nodes.len()).step_by(whole.nodes.len().div_ceil(200)) {
            let mut is_less = false;
            let less = changed(whole, node, |node| {
                if let ProofNode::Four(_, replies) | ProofNode::Move { replies, .. } = node {
                    is_less = replies.len() > 1 && replies.pop().is_some();
                }
            });
            if !is_less {
                continue;
            }
            tried += 1;
            match check(&write(&less), 1) {
                Ok(summary) => (0..20).for_each(|_| assert!(game(&mut random, &less) <= summary.plies, "{name}")),
                Err(_) => refused += 1,
            }
        }
    }
    assert!(refused > 30, "{refused} of {tried}");
}

#[test]
fn a_proof_of_another_position_or_rule_is_refused() {
    let proof = &PROOFS[2];
    let size = proof.head.size;
    for moves in ["h8i9g7f6i7h9", "h8i9g7f6a1i7", "h8i9g7f6", "", "h8h8"] {
        let moves = if moves.is_empty() { Vec::new() } else { notation::read(moves, size).unwrap() };
        let other = Certificate { head: Head { moves, ..proof.head.clone() }, ..proof.clone() };
        assert!(check(&write(&other), 1).is_err());
    }
}

/// Verifies a node by each of several verifiers, in threads with less memory for their stacks than the check has.
fn whys(nodes: &Nodes, root: u64, position: &Position) -> Vec<Why> {
    let verifiers = Verifier::new(RULE, position.size(), position.to_move()).several(3);
    std::thread::scope(|scope| {
        let threads = verifiers.into_iter().map(|mut verifier| {
            let verify = move || verifier.verify(nodes, Link::plain(root), position).unwrap_err().why;
            std::thread::Builder::new().stack_size(16 << 20).spawn_scoped(scope, verify).unwrap()
        });
        threads.collect::<Vec<_>>().into_iter().map(|thread| thread.join().unwrap()).collect()
    })
}

const RULE: Rule = Rule::new(Variant::Freestyle);

/// Nodes that each add no stone to the one before: the stack would not be large enough for all of them.
#[test]
fn a_long_chain_of_nodes_is_refused_by_every_thread() {
    let size = BoardSize::FIFTEEN;
    let (reply, mut nodes, mut replies) = (Point::new(0, 0), Nodes::new(), Vec::new());
    let mut last = nodes.push(&ProofNode::Five(reply));
    for _ in 0..100_000 {
        last = nodes.push(&ProofNode::With(Link::plain(last), Vec::new()));
        replies.push(ReplyTo { point: reply, answer: Answer::Link(Link::plain(last)) });
    }
    let root = nodes.push(&ProofNode::Move { point: size.centre(), pass: None, replies });
    let position = Position::new(size);
    assert_eq!(whys(&nodes, last, &position), [Why::NoStones; 3]);
    assert_eq!(whys(&nodes, root, &position), [Why::NoReply(reply); 3]);
    let lie = Certificate { head: Head { rule: RULE, opening: None, size, moves: Vec::new() }, nodes, root };
    assert!(matches!(check(&write(&lie), 3), Err(Wrong::Position { why: Why::NoReply(_), .. })));
}

/// After the last move no reply is left; the only one that is listed is a stone of the defender.
#[test]
fn a_full_board_without_a_five_is_no_win() {
    let (mut random, size) = (Random::new(18), BoardSize::square(5).unwrap());
    let head = loop {
        if let Some(moves) = nearly_full(&mut random, size, 1, RULE) {
            let head = Head { rule: RULE, opening: None, size, moves };
            if !wins(&mut head.position().unwrap(), RULE) {
                break head;
            }
        }
    };
    let position = head.position().unwrap();
    let last = position.empty_points().next().unwrap();
    let stone = position.stones().iter().find(|stone| stone.colour != position.to_move()).unwrap().point;
    let mut nodes = Nodes::new();
    let five = Link::plain(nodes.push(&ProofNode::Five(last)));
    let replies = vec![ReplyTo { point: stone, answer: Answer::Link(five) }];
    let full = Link::plain(nodes.push(&ProofNode::Move { point: last, pass: None, replies }));
    let root = nodes.push(&ProofNode::With(full, vec![stone]));
    assert!(check(&write(&Certificate { head, nodes, root }), 1).is_err());
}

/// The wins of a proof on some random ways through it.
fn some_wins(random: &mut Random, proof: &Certificate) -> Vec<(Link, Position)> {
    let (size, mut all) = (proof.head.size, Vec::new());
    for _ in 0..8 {
        let (mut walk, mut position) = (ProofWalk::plain(Link::plain(proof.root)), proof.head.position().unwrap());
        let attacker = position.to_move();
        loop {
            all.push((walk.link, position.clone()));
            position.place(walk.point(&proof.nodes, size), attacker, &mut ());
            let mut replies: Vec<Option<Point>> = walk.listed(&proof.nodes, size).into_iter().map(Some).collect();
            replies.push(None);
            let reply = *random.choose(&replies).unwrap();
            reply.into_iter().for_each(|reply| position.place(reply, !attacker, &mut ()));
            position.set_to_move(attacker);
            match walk.after(&proof.nodes, size, reply) {
                Some(next) if next.more.is_empty() => walk = next,
                _ => break,
            }
        }
    }
    all
}

/// What a zone promises for any stones outside it, the replay of every move with these stones on the board confirms.
#[test]
fn a_win_holds_with_stones_outside_its_zone() {
    let (mut random, mut held) = (Random::new(17), [0; 2]);
    for (name, proof) in proofs() {
        let (rule, size, attacker) = (proof.head.rule, proof.head.size, proof.head.attacker());
        let mut known = Verifier::new(rule, size, attacker);
        for (win, position) in some_wins(&mut random, proof) {
            let part = known.verify(&proof.nodes, win, &position).expect("it holds");
            for count in 1..=2 {
                let Some(zone) = part.zones.at(count) else { continue };
                let mut outside: Vec<Point> = position.empty_points().filter(|&p| !zone.contains(p)).collect();
                for _ in 0..if outside.len() < count { 0 } else { 40 } {
                    random.shuffle(&mut outside);
                    let (more, mut with) = (&outside[..count], position.clone());
                    more.iter().for_each(|&stone| with.place(stone, !attacker, &mut ()));
                    with.set_to_move(attacker);
                    let mut verifier = Verifier::new(rule, size, attacker).replaying();
                    verifier.most = 3_000;
                    match verifier.verify_with(&proof.nodes, win, more, &with) {
                        Ok(_) => held[count - 1] += 1,
                        Err(refused) if refused.why == Why::TooLong => break,
                        Err(refused) => panic!("{name}: {} with {more:?}: {refused:?}", written(&position)),
                    }
                }
            }
        }
    }
    assert!(held[0] > 2_000 && held[1] > 2_000, "{held:?}");
}

#[test]
fn the_zones_of_a_proof_are_replayed_on_request() {
    let (mut random, mut sum) = (Random::new(19), [0; 2]);
    for (name, proof) in proofs() {
        let replay = Replay { numbers: (0..3).map(|_| random.next()).collect(), most: 3_000 };
        let [alone, together] = [1, 2].map(|threads| check_and_replay(&write(proof), threads, &replay).unwrap().1);
        assert_eq!(alone, together, "{name}");
        sum = [sum[0] + alone.zones, sum[1] + alone.stones];
    }
    assert!(sum[0] >= 12 && sum[1] > 500, "{sum:?}");
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

/// A file that passes the check with these numbers of threads, or is refused by all of them. A proof that passes wins.
fn is_refused(random: &mut Random, name: &str, proof: &Certificate) -> bool {
    let bytes = write(proof);
    let [alone, together] = [1, 3].map(|threads| check(&bytes, threads).map(|summary| summary.plies));
    assert_eq!(alone, together, "{name}: with several threads");
    match alone {
        Ok(plies) => (0..20).for_each(|_| assert!(game(random, proof) <= plies, "{name}")),
        Err(ref wrong) => assert!(!wrong.to_string().is_empty()),
    }
    alone.is_err()
}

/// Nodes at random, with a right sum: refused in a sentence unless the proof is as good as before, and never a crash.
#[test]
fn random_nodes_are_refused() {
    let mut random = Random::new(8);
    for (name, proof) in proofs() {
        let proof = &read(&write(proof)).unwrap(); // without nodes that the search did not need
        let points: Vec<Point> = proof.head.size.points().collect();
        let mut refused = 0;
        for _ in 0..150 {
            let at = (random.next() % proof.nodes.len() as u64) as usize;
            let point = *random.choose(&points).unwrap();
            let mut other = changed(proof, at, |node| match node {
                ProofNode::Five(five) => *five = point,
                ProofNode::Four(four, replies) => match replies.first_mut() {
                    Some(reply) if random.next().is_multiple_of(2) => reply.point = point,
                    _ => *four = point,
                },
                ProofNode::Move { replies, pass, point: own } => match random.next() % 4 {
                    0 => *pass = None,
                    1 => replies.iter_mut().for_each(|reply| reply.answer = Answer::AsPass),
                    2 => *own = point,
                    _ => replies.iter_mut().take(1).for_each(|reply| reply.point = point),
                },
                ProofNode::With(_, more) => more.push(point),
            });
            if random.next().is_multiple_of(8) {
                let (node, _) = other.nodes.iter().nth(at).unwrap();
                let link = Link { node, symmetry: (random.next() % 8) as u8 };
                other.root = other.nodes.push(&ProofNode::With(link, vec![point]));
            }
            refused += usize::from(is_refused(&mut random, &name, &other));
        }
        assert!(refused > 50, "{name}: {refused}");
    }
}

/// Each reply in the zone of the win after a pass must be listed, as it may spoil that win.
#[test]
fn a_reply_left_out_inside_the_zone_is_refused() {
    let mut refused = 0;
    for (name, proof) in proofs() {
        let (Head { rule, size, moves, .. }, position) = (&proof.head, proof.head.position().unwrap());
        let ProofNode::Move { point, pass: Some(pass), replies } = proof.nodes.get(proof.root) else { continue };
        let (attacker, mut after) = (position.to_move(), position);
        after.place(point, attacker, &mut ());
        after.set_to_move(attacker);
        let part = Verifier::new(*rule, *size, attacker).verify(&proof.nodes, pass, &after).expect("it holds");
        let zone = part.zones.at(1).expect("a zone");
        let root = proof.nodes.iter().position(|(id, _)| id == proof.root).unwrap();
        for left_out in replies.iter().map(|reply| reply.point).filter(|&reply| zone.contains(reply)) {
            let less = changed(proof, root, |node| {
                if let ProofNode::Move { replies, .. } = node {
                    replies.retain(|reply| reply.point != left_out);
                }
            });
            let moves = moves.iter().copied().chain([point]).map(Some).collect();
            let wrong = Wrong::Position { moves, head: proof.head.clone(), why: Why::Unanswered(left_out) };
            assert_eq!(check(&write(&less), 1), Err(wrong), "{name}");
            refused += 1;
        }
    }
    assert!(refused > 20, "{refused}");
}

fn of_one(rule: &str, moves: &str, node: impl FnOnce(&mut Nodes, &dyn Fn(&str) -> Point) -> ProofNode) -> Certificate {
    let (head, mut nodes) = (head(rule, moves), Nodes::new());
    let named = |name: &str| notation::read(name, head.size).unwrap()[0];
    let node = node(&mut nodes, &named);
    let root = nodes.push(&node);
    Certificate { head, nodes, root }
}

#[test]
fn a_forbidden_move_of_the_attacker_is_refused_with_its_position() {
    // The last move would make two open threes.
    let refused = |rule| {
        let moves = "g8a1i8o1h7a15h9o15";
        let proof = of_one(rule, moves, |_, named| ProofNode::Move { point: named("h8"), pass: None, replies: vec![] });
        check(&write(&proof), 1).unwrap_err().to_string()
    };
    assert_eq!(refused("renju"), "g8 a1 i8 o1 h7 a15 h9 o15: h8 is forbidden");
    assert_eq!(refused("freestyle"), "g8 a1 i8 o1 h7 a15 h9 o15 h8: nothing is said about a pass");
}

/// Black makes two fours with g8: one from d8 to g8, which has a white stone at c8, and one from g5 to g8.
#[test]
fn the_point_beyond_a_five_must_be_answered_where_capped_fives_do_not_win() {
    let is_proof = |rule, answered: &[&str]| {
        let proof = of_one(rule, "d8c8e8a1f8c1g5e1g6i1g7k1", |nodes, named| {
            let five = Answer::Link(Link::plain(nodes.push(&ProofNode::Five(named("g9")))));
            let replies = answered.iter().map(|reply| ReplyTo { point: named(reply), answer: five });
            ProofNode::Four(named("g8"), replies.collect())
        });
        check(&write(&proof), 1).map(|summary| summary.plies).map_err(|wrong| wrong.to_string())
    };
    for rule in ["freestyle", "standard"] {
        assert_eq!(is_proof(rule, &["h8"]), Ok(3), "{rule}");
    }
    for rule in ["caro", "caro-exact"] {
        let refused = "d8 c8 e8 a1 f8 c1 g5 e1 g6 i1 g7 k1 g8: the reply i8 is not answered";
        assert_eq!(is_proof(rule, &["h8"]), Err(refused.into()), "{rule}");
        assert_eq!(is_proof(rule, &["h8", "i8"]), Ok(3), "{rule}");
    }
}

/// A file of the version that has no opening rules: black makes a five at l8.
#[test]
fn a_file_without_an_opening_rule_is_still_read() {
    const OLD: &[u8] =
        b"tproof 1\nrule freestyle\nboard 15x15\nmoves h8a1i8c1j8e1k8g1\nbytes 2\nsum 721993f9c3da3c7e\n\n\x00\x74";
    let summary = check(OLD, 1).unwrap();
    assert_eq!((summary.head.opening, summary.plies), (None, 1));
    assert_eq!(write(&read(OLD).unwrap()), OLD);
    let unknown = [&b"tproof 3"[..], &OLD[8..]].concat();
    assert_eq!(read(&unknown).unwrap_err(), "a certificate of version 3; this program reads version 1 or 2");
    let mixed = [&b"tproof 2"[..], &OLD[8..]].concat();
    assert_eq!(read(&mixed).unwrap_err(), "the head has \"board 15x15\" instead of \"opening …\"");
}

/// Why a proof under an opening rule is refused that has one move, or on the empty board h8 and this move after a reply or a pass.
fn of_move(opening: OpeningRule, moves: &str, reply: Option<&str>, point: &str) -> String {
    let proof = of_one("freestyle", moves, |nodes, named| {
        let last = ProofNode::Move { point: named(point), pass: None, replies: vec![] };
        if !moves.is_empty() {
            return last;
        }
        let answer = Link::plain(nodes.push(&last));
        let (pass, replies) = match reply {
            None => (Some(answer), vec![]),
            Some(reply) => (None, vec![ReplyTo { point: named(reply), answer: Answer::Link(answer) }]),
        };
        ProofNode::Move { point: named("h8"), pass, replies }
    });
    let head = proof.head.clone().under(opening).unwrap();
    check(&write(&Certificate { head, ..proof }), 1).unwrap_err().to_string()
}

#[test]
fn a_second_black_stone_inside_the_square_of_the_opening_rule_is_refused() {
    use OpeningRule::{LongPro, Pro};
    for (opening, inside, outside) in [(Pro, "j10", "k8"), (LongPro, "k11", "l8")] {
        let not_allowed = format!("the opening rule does not allow {inside}");
        for (moves, reply, way) in [("h8i9", None, "h8 i9"), ("", Some("i9"), "h8 i9"), ("", None, "h8 pass")] {
            assert_eq!(of_move(opening, moves, reply, inside), format!("{way}: {not_allowed}"));
            let allowed = format!("{way} {outside}: nothing is said about a pass");
            assert_eq!(of_move(opening, moves, reply, outside), allowed);
        }
        // Later stones belong anywhere.
        let later = of_move(opening, "h8i9l8a1", None, "j10");
        assert_eq!(later, "h8 i9 l8 a1 j10: nothing is said about a pass");
    }
}

#[test]
fn a_head_that_breaks_its_opening_rule_is_refused() {
    let refused = |opening, moves| {
        let five = of_one("freestyle", moves, |_, named| ProofNode::Five(named("l8")));
        let head = Head { opening: Some(opening), ..five.head };
        match check(&write(&Certificate { head, ..five }), 1) {
            Err(Wrong::File(why)) => why,
            other => panic!("{other:?}"),
        }
    };
    let where_it_must_be = "where this stone must be placed";
    let inside = refused(OpeningRule::Pro, "h8a1i8c1j8e1k8g1");
    assert_eq!(inside.to_string(), format!("i8 is not outside the middle 5x5, {where_it_must_be}"));
    let first = refused(OpeningRule::LongPro, "i8a1");
    assert_eq!(first.to_string(), format!("i8 is not in the middle of the board, {where_it_must_be}"));
    let swap = refused(OpeningRule::Swap, "h8a1");
    assert_eq!(swap, CertificateError::UnknownOpening { opening: "swap".into() });
}

#[test]
fn a_proof_under_an_opening_rule_says_so_and_is_won_without_it_too() {
    /// Black makes an open four next. Its second stone is outside both squares.
    const MOVES: &str = "h8a1l8c1m8e1k8g1";
    for opening in [OpeningRule::Pro, OpeningRule::LongPro] {
        let proof = run(head("freestyle", MOVES).under(opening).unwrap(), LONG, &mut Log::none());
        let proof = proof.certificate.expect("a proof");
        let bytes = write(&proof);
        let title = format!("tproof 2\nrule freestyle\nopening {opening}\nboard 15x15\nmoves {MOVES}\n");
        assert!(bytes.starts_with(title.as_bytes()));
        let summary = check(&bytes, 2).unwrap();
        assert_eq!((&summary.head, summary.head.opening), (&proof.head, Some(opening)));
        assert_eq!(read_guide(&write_guide(&proof)).unwrap().head, proof.head);
        let plain = Certificate { head: Head { opening: None, ..proof.head.clone() }, ..proof };
        assert_eq!(check(&write(&plain), 1).unwrap().plies, summary.plies);
    }
}

#[test]
fn a_state_does_not_go_on_under_another_opening_rule() {
    let path = std::env::temp_dir().join(format!("tengen-prover-openings-{}.state", std::process::id()));
    let plain = head("freestyle", "h8i9");
    let [pro, long_pro] = [OpeningRule::Pro, OpeningRule::LongPro].map(|rule| plain.clone().under(rule).unwrap());
    for own in [&plain, &pro] {
        drop(Log::open(&path, own, None).unwrap());
        for other in [&plain, &pro, &long_pro] {
            assert_eq!(Log::open(&path, other, None).is_ok(), own == other, "{own:?}, {other:?}");
        }
        std::fs::remove_file(&path).unwrap();
    }
}

/// The moves that a worker names in this line of a job, by their distances from the middle of the board.
fn distances_of_moves(opening: &str) -> Vec<u8> {
    let size = BoardSize::FIFTEEN;
    let effort = r#""effort":{"fours":100,"threats":100,"search":500,"width":3}"#;
    let stones = r#""board":"15x15","attacker":"black","black":"h8","white":"i9""#;
    let job = format!(r#"{{"ticket":7,"rule":"freestyle",{opening}{stones},{effort},"replies":0}}"#);
    let mut answer = Vec::new();
    work(job.as_bytes(), &mut answer, 1, 1 << 20).unwrap();
    let answer: serde_json::Value = serde_json::from_slice(&answer).unwrap();
    let moves = answer["moves"].as_array().expect("moves");
    let points = moves.iter().map(|named| notation::read(named[0].as_str().expect("a name"), size).unwrap()[0]);
    points.map(|point| point.distance(size.centre())).collect()
}

#[test]
fn a_worker_names_moves_that_the_opening_rule_of_the_job_allows() {
    assert!(distances_of_moves("").iter().any(|&distance| distance <= 2));
    for (opening, most_inside) in [("pro", 2), ("long-pro", 3)] {
        let distances = distances_of_moves(&format!(r#""opening":"{opening}","#));
        assert!(distances.iter().all(|&distance| distance > most_inside), "{opening}: {distances:?}");
        assert!(!distances.is_empty());
    }
    let job = r#"{"ticket":7,"rule":"freestyle","opening":"swap","board":"15x15","attacker":"black","black":"h8",
        "white":"i9","effort":{"fours":1,"threats":1,"search":1,"width":1},"replies":0}"#;
    let refused = work(job.replace('\n', "").as_bytes(), std::io::sink(), 1, 1 << 20).unwrap_err();
    assert_eq!(refused.to_string(), "this line is no job: unknown opening rule");
}

/// Its proof was found by other workers, and the program that wanted it has ended.
#[test]
fn a_worker_whose_answers_nobody_reads_ends_without_an_error() {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let job = r#"{"ticket":7,"rule":"freestyle","board":"15x15","attacker":"black","black":"h8","white":"i9","effort":{"fours":1,"threats":1,"search":1,"width":1},"replies":0}"#;
    work(job.as_bytes(), writer, 1, 1 << 20).unwrap();
}

/// Each thread has a worker for the rule of its job, also where it changes from one job to the next.
#[test]
fn a_worker_with_several_threads_answers_each_job_once() {
    let effort = r#""effort":{"fours":100,"threats":100,"search":500,"width":1},"replies":0"#;
    let stones = [r#""black":"h8i8j8","white":"a1c15e1""#, r#""black":"h8","white":"i9""#];
    let rules = ["freestyle", "freestyle", "renju", "freestyle", "standard", "standard"];
    let job = |(ticket, rule): (usize, &str)| {
        let stones = stones[ticket % 2];
        format!(r#"{{"ticket":{ticket},"rule":"{rule}","board":"15x15","attacker":"black",{stones},{effort}}}"#)
    };
    let jobs: Vec<String> = rules.into_iter().enumerate().map(job).collect();
    for threads in [1, 3] {
        let mut output = Vec::new();
        work(jobs.join("\n").as_bytes(), &mut output, threads, 8 << 20).unwrap();
        let answer = |line: &str| {
            let answer: serde_json::Value = serde_json::from_str(line).unwrap();
            (answer["ticket"].as_u64(), answer["win"].is_string())
        };
        let mut found: Vec<_> = str::from_utf8(&output).unwrap().lines().map(answer).collect();
        found.sort();
        let expected: Vec<_> = (0..6).map(|ticket| (Some(ticket), ticket % 2 == 0)).collect();
        assert_eq!(found, expected, "{threads} threads");
    }
    let wrong = [&jobs[0], "nothing", &jobs[1]].join("\n");
    let failed = work(wrong.as_bytes(), std::io::sink(), 3, 8 << 20).unwrap_err();
    assert!(failed.to_string().starts_with("this line is no job"), "{failed}");
}
