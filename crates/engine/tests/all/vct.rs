//! VCT: proofs are replayed by the rules, short wins are not missed, and moves excluded as useless against a
//! threatened win do lose.

use rand::{RngExt, SeedableRng, rngs::StdRng};
use tengen_common::{Limits, LimitsOnly, Shortening};
use tengen_core::board::{Colour, Point, PointSet, Position, diagram};
use tengen_core::rules::{Outcome, Rule, judge};
use tengen_engine::pattern::kind::{KindVisitor, dispatch};
use tengen_engine::pattern::{Kind, PatternBoard};
use tengen_engine::search::Searcher;
use tengen_engine::study::{self, Finding, Means, Problem, best_lines};
use tengen_engine::threat::proof::{Plan, Proof, ProofStep, wins_by_fours, wins_by_threats};
use tengen_engine::threat::vct::{Found, Scope, Solver};
use tengen_testkit::brute_vcf::{fives, solve};
use tengen_testkit::positions::random_cluster;
use tengen_testkit::{ALL_RULES, FREESTYLE, after_move, after_moves, draw, in_two_lengths, legal_moves};

const NODES: u64 = 20_000;
const REPLAY: u64 = 1_000_000;

/// Solves a position for the side to move; for a win, also finds the other side's defences beforehand.
struct Attack<'a>(&'a Position, Rule, u64);

impl KindVisitor for Attack<'_> {
    type Output = (Found, Option<Vec<Point>>);

    fn visit<K: Kind>(self, _: K) -> Self::Output {
        let mut board = PatternBoard::<K>::new(self.0, self.1);
        let mut solver = Solver::new(1 << 20);
        let found = solver.solve(&mut board, self.2, &mut || false);
        board.assert_in_step();
        assert_eq!(board.position(), self.0);
        let refutations = match &found {
            Found::Win(proof) => solver.refutations(&mut board, proof, &mut || false),
            _ => None,
        };
        assert_eq!(board.position(), self.0);
        (found, refutations.map(|set| set.iter().collect()))
    }
}

fn attack(position: &Position, rule: Rule) -> Found {
    dispatch(rule, Attack(position, rule, NODES)).0
}

fn fail(position: &Position, rule: Rule, what: &str) -> ! {
    let side = position.to_move();
    let drawing = diagram::write(position);
    panic!("{what}\n{rule:?}, {side:?} to move\n{drawing}")
}

/// The attacker plays the proof against every defence, down to the five. Where the proof has no plan, the attacker
/// continues with `fours`, and where those end (after a reply that the line did not show), with the shortest fours.
fn play_out(position: &Position, rule: Rule, proof: &Proof, fours: &[Point]) {
    let attacker = position.to_move();
    if !fives(position, attacker, rule).is_empty() {
        return;
    }
    let (point, threatened) = match (proof.plan(position), fours) {
        (Some(Plan::Threat(threat)), _) => (threat.point, Some(&threat.fours)),
        (Some(Plan::Fours(line)), _) => return play_out_fours(position, rule, proof, line),
        (None, []) => match solve(position, rule, 4) {
            Some(line) => (line[0].expect("the attacker's move"), None),
            None => fail(position, rule, "the plan has come to its end"),
        },
        (None, line) => return play_out_fours(position, rule, proof, line),
    };
    let position = played(position, rule, point);
    for reply in legal_moves(&position, rule) {
        let fours = threatened.map_or(&[][..], Vec::as_slice);
        play_out(&played(&position, rule, reply), rule, proof, fours);
    }
}

fn play_out_fours(position: &Position, rule: Rule, proof: &Proof, line: &[Point]) {
    let position = played(position, rule, line[0]);
    for reply in legal_moves(&position, rule) {
        let rest = match line {
            [_, shown, rest @ ..] if *shown == reply => rest,
            _ => &[],
        };
        play_out(&played(&position, rule, reply), rule, proof, rest);
    }
}

/// Checks that each listed plan is the proof's for the position that the listed replies lead to.
fn compare_listed(position: &Position, proof: &Proof, steps: &[ProofStep], number: usize) {
    let step = &steps[number];
    assert_eq!(&step.position, position);
    assert_eq!(Some(&step.plan), proof.plan(position));
    assert_eq!(Some(step.plies), proof.plies(position.hash()));
    let Plan::Threat(threat) = &step.plan else { return assert!(step.next.is_empty()) };
    assert_eq!(step.next.len(), threat.replies.len());
    for (&reply, next) in threat.replies.iter().zip(&step.next) {
        let after = after_move(&after_move(position, threat.point), reply);
        let next = next.expect("the whole proof is listed");
        assert!(next > number);
        compare_listed(&after, proof, steps, next);
    }
}

/// The position after a move that must be legal and must not end the game.
fn played(position: &Position, rule: Rule, point: Point) -> Position {
    match judge(position, point, position.to_move(), rule) {
        Outcome::Open => after_move(position, point),
        outcome => fail(position, rule, &format!("{outcome:?} at {point:?}")),
    }
}

/// A move of the side to move after which each reply loses to at most `fours` fours.
fn wins_with_one_threat(position: &Position, rule: Rule, fours: u32) -> Option<Point> {
    let own = position.to_move();
    legal_moves(position, rule).into_iter().find(|&point| {
        let threat = after_move(position, point);
        let mut passed = threat.clone();
        passed.set_to_move(own);
        solve(&passed, rule, fours).is_some()
            && fives(&threat, !own, rule).is_empty()
            && legal_moves(&threat, rule)
                .into_iter()
                .all(|reply| solve(&after_move(&threat, reply), rule, fours).is_some())
    })
}

in_two_lengths!(wins_by_threats_are_replayed_and_short_ones_are_not_missed, replay_wins, 150, 5000);

fn replay_wins(wanted: usize) {
    let mut rng = StdRng::seed_from_u64(5);
    let (mut won, mut threats) = (0, 0);
    for i in 0..wanted {
        let rule = ALL_RULES[i % ALL_RULES.len()];
        let position = random_cluster(&mut rng, rule, 7..=9, 10..30);
        let (found, refutations) = dispatch(rule, Attack(&position, rule, NODES));
        match &found {
            Found::Win(proof) => {
                let replayed = wins_by_threats(&position, rule, proof, REPLAY, &mut || false);
                if !replayed {
                    fail(&position, rule, "a proof was not confirmed");
                }
                won += 1;
                if matches!(proof.plan(&position), Some(Plan::Threat(_))) {
                    threats += 1;
                    let refutations = refutations.expect("the proof can be followed");
                    other_moves_lose(&mut rng, &position, rule, &refutations);
                }
            }
            Found::Nothing | Found::Unknown => {
                if let Some(point) = wins_with_one_threat(&position, rule, 1) {
                    fail(&position, rule, &format!("{point:?} wins, but: {found:?}"));
                }
            }
        }
    }
    assert!(won > wanted / 6 && threats > wanted / 30, "{won} {threats}");
}

/// Checks for a few moves of the defender that are not refutations: the attacker wins after each.
fn other_moves_lose(rng: &mut StdRng, position: &Position, rule: Rule, refutations: &[Point]) {
    let attacker = position.to_move();
    let mut passed = position.clone();
    passed.set_to_move(!attacker);
    let mut others = legal_moves(&passed, rule);
    others.retain(|p| !refutations.contains(p));
    for _ in 0..4.min(others.len()) {
        let point = others[rng.random_range(0..others.len())];
        let next = after_move(&passed, point);
        let found = dispatch(rule, Attack(&next, rule, 20 * NODES)).0;
        let wins = match &found {
            Found::Win(proof) => wins_by_threats(&next, rule, proof, REPLAY, &mut || false),
            _ => false,
        };
        if !wins {
            let what = format!("{point:?} was left out, but holds: {found:?}");
            fail(&passed, rule, &what);
        }
    }
}

in_two_lengths!(proofs_hold_against_every_defence, play_proofs_out, 1500, 50_000);

/// On a small board the proof is played out against every defence, move by move.
fn play_proofs_out(wanted: usize) {
    let mut rng = StdRng::seed_from_u64(6);
    let mut seen = 0;
    for i in 0..wanted {
        let rule = ALL_RULES[i % ALL_RULES.len()];
        let position = random_cluster(&mut rng, rule, 6..=8, 10..30);
        let Found::Win(proof) = attack(&position, rule) else { continue };
        let is_threat = matches!(proof.plan(&position), Some(Plan::Threat(_)));
        if is_threat && proof.plies(position.hash()) <= Some(9) {
            seen += 1;
            play_out(&position, rule, &proof, &[]);
            let steps = proof.steps(&position, usize::MAX);
            compare_listed(&position, &proof, &steps, 0);
            assert!(proof.steps(&position, 1)[0].next.iter().all(Option::is_none));
        }
    }
    assert!(seen > wanted / 200, "{seen}");
}

/// Searches for a VCT by every move.
struct Thorough<'a>(&'a Position, Rule);

impl KindVisitor for Thorough<'_> {
    type Output = Found;

    fn visit<K: Kind>(self, _: K) -> Found {
        let mut board = PatternBoard::<K>::new(self.0, self.1);
        let scope = Scope { every_move: true, ..Scope::default() };
        let none = PointSet::default();
        Solver::new(1 << 20).solve_in(&mut board, scope, none, 10 * NODES, &mut || false)
    }
}

/// Whether the side to move wins by at most `threats` moves that threaten a VCF of at most `fours` fours or are the
/// forced block of a four, and then by at most `fours` fours. By brute force.
fn wins_by_few_threats(position: &Position, rule: Rule, threats: u32, fours: u32) -> bool {
    if solve(position, rule, fours).is_some() {
        return true;
    }
    let own = position.to_move();
    let blocks = fives(position, !own, rule);
    threats > 0
        && legal_moves(position, rule).into_iter().any(|point| {
            let threat = after_move(position, point);
            let mut passed = threat.clone();
            passed.set_to_move(own);
            let is_threat = blocks.contains(&point) || solve(&passed, rule, fours).is_some();
            is_threat
                && fives(&threat, !own, rule).is_empty()
                && legal_moves(&threat, rule)
                    .into_iter()
                    .all(|reply| wins_by_few_threats(&after_move(&threat, reply), rule, threats - 1, fours))
        })
}

in_two_lengths!(nothing_is_left_out_where_no_win_by_threats_is_said_to_exist, deny_wins, 150, 5000);

fn deny_wins(wanted: usize) {
    let mut rng = StdRng::seed_from_u64(60);
    let (mut none, mut blocks) = (0, 0);
    for i in 0..wanted {
        let rule = ALL_RULES[i % ALL_RULES.len()];
        let position = random_cluster(&mut rng, rule, 6..=7, 12..24);
        match dispatch(rule, Thorough(&position, rule)) {
            Found::Win(proof) => {
                if !wins_by_threats(&position, rule, &proof, REPLAY, &mut || false) {
                    fail(&position, rule, "a proof was not confirmed");
                }
            }
            Found::Nothing => {
                none += 1;
                blocks += u32::from(!fives(&position, !position.to_move(), rule).is_empty());
                if wins_by_few_threats(&position, rule, 2, 1) {
                    fail(&position, rule, "a win by threats was said not to exist");
                }
            }
            Found::Unknown => {}
        }
    }
    assert!(none > wanted / 4 && blocks > 0, "{none} {blocks}");
}

in_two_lengths!(no_win_by_threats_is_denied_that_an_analysis_proves, deny_proven_wins, 20, 2000);

/// Asks for a VCT where an analysis has proven a win and there is no VCF. Where the answer is that there is none, no proof
/// may be without a quiet move.
fn deny_proven_wins(wanted: usize) {
    let mut rng = StdRng::seed_from_u64(61);
    let mut searcher = Searcher::new(1 << 24);
    let limits = Limits { analysis: true, ..Limits::nodes(NODES / 4) };
    let (mut asked, mut found, mut limited, mut quiet, mut unknown) = (0, 0, 0, 0, 0);
    while found + limited + quiet + unknown < wanted {
        let rule = ALL_RULES[asked % ALL_RULES.len()];
        let position = random_cluster(&mut rng, rule, 15..=15, 5..15);
        asked += 1;
        let problem = Problem { memory: 1 << 26, ..Problem::new(&position, rule, 10 * NODES) };
        let fours = study::solve(&Problem { fours_only: true, ..problem }, &|| false);
        if fours.finding != Finding::None {
            continue;
        }
        let lines = best_lines(&mut searcher, &position, rule, &limits, 1, &mut LimitsOnly::new());
        if lines[0].score.win_distance().is_none() {
            continue;
        }
        match study::solve(&problem, &|| false).finding {
            Finding::Win(..) => found += 1,
            Finding::NotFound => limited += 1,
            Finding::None => {
                let wider = &mut searcher;
                let (solution, _) = study::solve_and_list(&problem, Shortening::Fixed, Some(wider), &|| false);
                match (solution.finding, solution.what) {
                    (Finding::Win(..), Means::Search) => quiet += 1,
                    (Finding::Win(..), _) => fail(&position, rule, "a win by threats was said not to exist"),
                    _ => unknown += 1,
                }
            }
        }
    }
    println!(
        "{wanted} proven wins without a VCF, among {asked} positions: {found} by VCT, {limited} not within the limits; \
         no VCT in {quiet} that take a quiet move and in {unknown} without another proof"
    );
}

fn solved(rule: &str, moves: &str) -> study::Solution {
    let rule = rule.parse().expect("a rule");
    let position = after_moves("15x15".parse().expect("a size"), moves);
    let problem = Problem { memory: 1 << 26, ..Problem::new(&position, rule, 3_000_000) };
    study::solve(&problem, &|| false)
}

/// Regression: the attacker blocks a four, which threatens nothing, and wins against every reply.
#[test]
fn a_forced_block_is_searched_on() {
    let Finding::Win(line, _) = solved("freestyle", "g8e6j8h8i9h10i7h9h7h11").finding else { panic!("no win") };
    assert_eq!(line[0], Point::new(7, 3));
}

/// Regression: a quiet move four plies deep, which makes less than a blocked three.
#[test]
fn a_quiet_move_deep_in_a_line_is_found() {
    let position = draw(
        "
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . O . O . . . . . . .
        . . . . . . X X . O . . . . .
        . . . . . . . O X X O . . . .
        . . . . . X X X O . . X . . .
        . . . . . . . O X . . . . . .
        . . . . . . . . . O . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .",
    )
    .position;
    let rule = "renju".parse().expect("a rule");
    let mut position = position;
    position.set_to_move(Colour::White);
    match dispatch(rule, Thorough(&position, rule)) {
        Found::Win(proof) => {
            assert!(wins_by_threats(&position, rule, &proof, REPLAY, &mut || false))
        }
        found => panic!("{found:?}"),
    }
}

/// A solver that only gives a hint leaves moves out, so it never says that there is no win.
#[test]
fn a_hint_is_no_proof_that_there_is_no_win() {
    let position = after_moves("15x15".parse().expect("a size"), "h8i9");
    let problem = Problem { hasty: true, ..Problem::new(&position, FREESTYLE, NODES) };
    assert_eq!(study::solve(&problem, &|| false).finding, Finding::NotFound);
    let thorough = Problem { hasty: false, ..problem };
    assert_eq!(study::solve(&thorough, &|| false).finding, Finding::None);
}

/// Each win has a move that threatens no VCF: a search finds it, and the rules confirm it against every reply.
#[test]
fn wins_by_quiet_moves_are_proven_by_a_search() {
    let rule = "standard".parse().expect("a rule");
    let position = after_moves("15x15".parse().expect("a size"), "h5h6k6h4h3l5k10k9h7j8");
    let problem = Problem { memory: 1 << 26, ..Problem::new(&position, rule, 2_000_000) };
    assert_eq!(study::solve(&problem, &|| false).finding, Finding::None);
    let mut searcher = Searcher::new(1 << 24);
    let (solution, proof) = study::solve_and_list(&problem, Shortening::Fixed, Some(&mut searcher), &|| false);
    let Finding::Win(line, plies) = solution.finding else { panic!("no win") };
    assert_eq!((solution.what, line.len() as u32), (study::Means::Search, plies));
    assert_eq!(proof.first().map(|step| step.plies), Some(plies));
    assert!(!solution.is_shortest);
}

const TWO_TWOS: &str = "
. . . . . . . . . . .
. . . . . . . . . . .
. . . . . . . . . . .
. . . . . X . . . . .
. . . . . X . . . . .
. . . X X . . . . . .
. . . . . . . . . . .
. . . . . . O . . . .
. . . . . . O . O . .
. . . . . . . . . . .
. . . . . . . . . . .";

/// A double three wins, except for Black where it is forbidden: then there may be another win.
#[test]
fn two_threes() {
    let position = draw(TWO_TWOS).position;
    for rule in ALL_RULES {
        match attack(&position, rule) {
            Found::Win(proof) => {
                assert!(wins_by_threats(&position, rule, &proof, REPLAY, &mut || false))
            }
            found => assert!(rule.has_forbidden_moves(), "{rule:?}: {found:?}"),
        }
    }
}

/// A listed proof shows every line up to its five.
#[test]
fn lines_of_a_proof_end_with_a_five() {
    let position = draw(TWO_TWOS).position;
    let problem = Problem::new(&position, FREESTYLE, NODES);
    let (solution, proof) = study::solve_and_list(&problem, Shortening::Fixed, None, &|| false);
    let Finding::Win(line, plies) = solution.finding else { panic!("no win") };
    assert_eq!((line.len() as u32, proof[0].plies), (plies, plies));
    assert!(proof.len() > 3, "{proof:?}");
    for step in &proof {
        let mut start = step.position.clone();
        let fours = match &step.plan {
            Plan::Fours(line) => line,
            Plan::Threat(threat) if threat.fours.is_empty() => continue,
            Plan::Threat(threat) => {
                start = after_move(&start, threat.point);
                start.set_to_move(step.position.to_move());
                &threat.fours
            }
        };
        let (last, line) = fours.split_last().expect("a line");
        let end = line.iter().fold(start, |position, &point| played(&position, FREESTYLE, point));
        assert!(fives(&end, step.position.to_move(), FREESTYLE).contains(last), "{step:?}");
    }
}

/// A solver asked again, with filled tables, does not contradict itself.
#[test]
fn asked_twice() {
    struct Twice<'a>(&'a Position);
    impl KindVisitor for Twice<'_> {
        type Output = [Found; 2];
        fn visit<K: Kind>(self, _: K) -> [Found; 2] {
            let mut board = PatternBoard::<K>::new(self.0, FREESTYLE);
            let mut solver = Solver::new(1 << 20);
            [(); 2].map(|()| solver.solve(&mut board, 10 * NODES, &mut || false))
        }
    }
    let mut rng = StdRng::seed_from_u64(7);
    let mut seen = [0; 2];
    for _ in 0..60 {
        let position = random_cluster(&mut rng, FREESTYLE, 7..=9, 10..30);
        let [first, second] = dispatch(FREESTYLE, Twice(&position));
        match (&first, &second) {
            (Found::Win(_), Found::Win(proof)) => {
                assert!(wins_by_threats(&position, FREESTYLE, proof, REPLAY, &mut || false));
                seen[0] += 1;
            }
            (Found::Nothing, Found::Nothing) => seen[1] += 1,
            (Found::Unknown, _) => {}
            _ => fail(&position, FREESTYLE, &format!("{first:?}, then {second:?}")),
        }
    }
    assert!(seen[0] > 10 && seen[1] > 10, "{seen:?}");
}

/// A proof with unanswered replies, or a replay with too small a budget, is rejected.
#[test]
fn false_proofs_are_not_believed() {
    let position = draw(
        "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . X X . . . .
        . . . . . . . . .
        . . . . . O . . .
        . . . . . O . . .
        . . . . . . . . .
        . . . . . . . . .",
    )
    .position;
    let three = Point::new(5, 3);
    let fours = [Point::new(6, 3), Point::new(7, 3), Point::new(2, 3)];
    assert!(!wins_by_fours(&position, FREESTYLE, &fours, &mut || false));
    let plan =
        Plan::Threat(tengen_engine::threat::proof::Threat { point: three, fours: fours.to_vec(), replies: Vec::new() });
    let mut proof = Proof::default();
    proof.insert(position.hash(), plan, 5);
    assert!(!wins_by_threats(&position, FREESTYLE, &proof, REPLAY, &mut || false));
    assert!(!wins_by_threats(&position, FREESTYLE, &Proof::default(), REPLAY, &mut || false));
}

/// A replay polls `stop` and ends as soon as it returns true.
#[test]
fn a_replay_stops_on_request() {
    let position = draw(TWO_TWOS).position;
    let Found::Win(proof) = attack(&position, FREESTYLE) else { panic!("two threes win") };
    let replay = |last: u32| {
        let mut asked = 0;
        let mut stop = || {
            asked += 1;
            asked == last
        };
        let wins = wins_by_threats(&position, FREESTYLE, &proof, REPLAY, &mut stop);
        (wins, asked)
    };
    let (wins, whole) = replay(u32::MAX);
    assert!(wins && whole >= 3, "{whole}");
    for last in 1..=whole {
        assert_eq!(replay(last), (false, last));
    }
}

/// The same on several threads.
struct Hunt<'a>(&'a Position, Rule);

impl KindVisitor for Hunt<'_> {
    type Output = Found;

    fn visit<K: Kind>(self, _: K) -> Found {
        let mut board = PatternBoard::<K>::new(self.0, self.1);
        let mut solver = Solver::on_threads(3, 1 << 20);
        let found = solver.solve(&mut board, NODES, &mut || false);
        assert!(solver.nodes() > 0);
        board.assert_in_step();
        assert_eq!(board.position(), self.0);
        found
    }
}

in_two_lengths!(several_threads_contradict_neither_one_alone_nor_the_rules, hunt_together, 150, 5000);

fn hunt_together(wanted: usize) {
    let mut rng = StdRng::seed_from_u64(77);
    let mut wins = 0;
    for number in 0..wanted {
        let rule = ALL_RULES[number % ALL_RULES.len()];
        let position = random_cluster(&mut rng, rule, 9..=15, 5..25);
        let (one, several) = (attack(&position, rule), dispatch(rule, Hunt(&position, rule)));
        match (&one, &several) {
            (Found::Nothing, Found::Win(_)) | (Found::Win(_), Found::Nothing) => {
                fail(&position, rule, "one alone says otherwise")
            }
            (_, Found::Win(proof)) => {
                let confirmed = wins_by_threats(&position, rule, proof, REPLAY, &mut || false);
                assert!(confirmed, "{}", diagram::write(&position));
                wins += 1;
            }
            _ => {}
        }
    }
    assert!(wins > 10, "only {wins} wins");
}
