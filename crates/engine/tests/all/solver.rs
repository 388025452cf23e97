//! Threat search against brute force: the static win check, replies considered to be the only ones, and VCF.

use rand::{SeedableRng, rngs::StdRng};
use tengen_common::Shortening;
use tengen_core::board::{Colour, Point, Position, diagram};
use tengen_core::rules::Rule;
use tengen_engine::eval::Evaluator;
use tengen_engine::eval::tables::params;
use tengen_engine::pattern::kind::{KindVisitor, dispatch};
use tengen_engine::pattern::{Kind, PatternBoard};
use tengen_engine::search::history::History;
use tengen_engine::search::move_picker::{Hints, PastSuccess, generate};
use tengen_engine::search::params::SearchParams;
use tengen_engine::study::{Problem, solve_and_list};
use tengen_engine::threat::proof;
use tengen_engine::threat::proof::Plan;
use tengen_engine::threat::threat_state::{ThreatState, threat_state, under_pressure};
use tengen_engine::threat::vcf::{Found, Vcf};
use tengen_testkit::brute_vcf::{fives, solve};
use tengen_testkit::positions::{Expect, fours, random_cluster, won};
use tengen_testkit::{ALL_RULES, after_move, after_moves, in_two_lengths, legal_moves};

/// Enough nodes for any position here.
const BUDGET: u64 = 200_000;
/// The brute force finds wins of at most this many fours.
const FOURS: u32 = 2;

struct Check<'a> {
    position: &'a Position,
    rule: Rule,
}

fn vcf(position: &Position, rule: Rule) -> Found {
    struct Solve<'a>(&'a Position, Rule);
    impl KindVisitor for Solve<'_> {
        type Output = Found;
        fn visit<K: Kind>(self, _: K) -> Found {
            let mut board = PatternBoard::<K>::new(self.0, self.1);
            Vcf::new(1 << 14).solve(&mut board, BUDGET, &mut || false)
        }
    }
    dispatch(rule, Solve(position, rule))
}

impl Check<'_> {
    fn has_five(&self, position: &Position, colour: Colour) -> bool {
        !fives(position, colour, self.rule).is_empty()
    }

    fn fail(&self, what: &str) -> ! {
        let Check { position, rule } = self;
        let drawing = diagram::write(position);
        panic!("{what}\n{rule:?}, {:?} to move\n{drawing}", position.to_move())
    }

    fn assert(&self, holds: bool, what: &str) {
        if !holds {
            self.fail(what);
        }
    }

    /// After `point`, the mover has a five at once or wins with at most `fours` fours, whatever the reply.
    fn wins_after_any_reply(&self, point: Point, fours: u32) -> bool {
        let position = after_move(self.position, point);
        legal_moves(&position, self.rule).into_iter().all(|reply| {
            let mover = position.to_move();
            !fives(&position, mover, self.rule).contains(&reply)
                && solve(&after_move(&position, reply), self.rule, fours).is_some()
        })
    }

    fn replies(&self, replies: &[Point], other: Colour) {
        for point in legal_moves(self.position, self.rule) {
            let stops = !self.has_five(&after_move(self.position, point), other);
            let listed = replies.contains(&point);
            self.assert(stops == listed, &format!("{point:?} stops: {stops}, listed: {listed}"));
        }
    }

    fn wins_by_fours(&self) {
        let brute = solve(self.position, self.rule, FOURS);
        match vcf(self.position, self.rule) {
            Found::Nothing => self.assert(brute.is_none(), "a win by fours was missed"),
            Found::Unknown => self.assert(brute.is_none(), "a short win by fours was not found"),
            Found::Win(line, _) => {
                let confirmed = proof::wins_by_fours(self.position, self.rule, &line, &mut || false);
                self.assert(confirmed, &format!("not confirmed: {line:?}"));
            }
        }
    }
}

impl KindVisitor for Check<'_> {
    type Output = u32;

    /// Returns 0 for open positions, 2 if a four-three is threatened, 1 for others.
    fn visit<K: Kind>(self, _: K) -> u32 {
        let mut board = PatternBoard::<K>::new(self.position, self.rule);
        let (own, other) = (self.position.to_move(), !self.position.to_move());
        let at_sight = threat_state(&mut board);
        let stands = under_pressure(&mut board, at_sight);
        assert_eq!(board.position(), self.position);
        board.assert_in_step();
        match stands {
            ThreatState::Win(point, 1) => {
                let fives = fives(self.position, own, self.rule);
                self.assert(fives.contains(&point), "no five");
            }
            ThreatState::Win(point, plies) => {
                let legal = legal_moves(self.position, self.rule).contains(&point);
                self.assert(legal, "the winning move is forbidden");
                let wins = self.wins_after_any_reply(point, plies / 2 - 1);
                self.assert(wins, &format!("{point:?} does not win in {plies}"));
            }
            ThreatState::Lost => self.replies(&[], other),
            ThreatState::MustReply(replies) => {
                self.replies(&replies.iter().collect::<Vec<_>>(), other);
            }
            ThreatState::Threatened | ThreatState::Pressed(_) => {
                let fours = match stands {
                    ThreatState::Threatened => 1,
                    _ => 2,
                };
                let mut moves = Vec::new();
                let hints = Hints {
                    best: None,
                    killers: [None; 2],
                    counter: None,
                    history: &History::default(),
                    evaluator: &Evaluator::new(&board, params::of(self.rule)),
                    past_success: PastSuccess::new(&SearchParams::default()),
                    params: &SearchParams::default(),
                };
                generate(&board, Some(&stands), &hints, &mut moves);
                for point in legal_moves(self.position, self.rule) {
                    if moves.iter().all(|m| m.point() != point) {
                        let lost = solve(&after_move(self.position, point), self.rule, fours).is_some();
                        self.assert(lost, &format!("{point:?} was left out, but holds"));
                    }
                }
            }
            ThreatState::Open => {}
        }
        self.wins_by_fours();
        match stands {
            ThreatState::Open => 0,
            ThreatState::Pressed(_) => 2,
            _ => 1,
        }
    }
}

in_two_lengths!(forced_play_agrees_with_brute_force, play_by_force, 600, 20_000);

fn play_by_force(wanted: usize) {
    let mut rng = StdRng::seed_from_u64(11);
    let mut seen = [0; 3];
    for i in 0..wanted {
        let rule = ALL_RULES[i % ALL_RULES.len()];
        let position = &random_cluster(&mut rng, rule, 7..=11, 12..32);
        seen[dispatch(rule, Check { position, rule }) as usize] += 1;
    }
    assert!(seen[1] > wanted / 10 && seen[2] > wanted / 100, "{seen:?}");
}

#[test]
fn known_positions_are_solved() {
    for known in fours() {
        for (rule, expect) in known.cases {
            let position = &known.drawing.position;
            let found = vcf(position, rule);
            let solved = match expect {
                Expect::NoWinByFours => found == Found::Nothing,
                Expect::WinInPlies(..) => match &found {
                    Found::Win(line, _) => proof::wins_by_fours(position, rule, line, &mut || false),
                    _ => false,
                },
            };
            assert!(solved, "{} under {rule:?}: {found:?}", known.name);
        }
    }
}

/// The replies to a four, by the rules, where capped fives do not win.
fn replies_to_four(position: &Position, rule: Rule) -> Vec<Point> {
    let attacker = !position.to_move();
    let stops = |&point: &Point| fives(&after_move(position, point), attacker, rule).is_empty();
    let legal = legal_moves(position, rule).into_iter();
    legal.filter(stops).collect()
}

/// A game under exact caro: White wins by fours, and the fives of some of them can be capped.
const CAPPED: &str = "f7d5d4i9h5i5i11e8i6g6j10g4h7g7g5h6f8f9g10h10g11g13j11h11h12j12k10l9h9k9i10g8i13f10k15j14i14\
    i12k12m14m10l10";

/// Demands that a listed win by fours has a plan against both replies where a four leaves two, and none longer than the
/// win; returns how many fours leave two. Without a win nothing is listed.
fn with_two_replies(position: &Position, rule: Rule) -> usize {
    let problem = Problem { fours_only: true, ..Problem::new(position, rule, BUDGET) };
    let (_, steps) = solve_and_list(&problem, Shortening::Fixed, None, &|| false);
    let mut both = 0;
    for step in &steps {
        match &step.plan {
            Plan::Threat(threat) => {
                let after = after_move(&step.position, threat.point);
                let mut replies = threat.replies.clone();
                replies.sort();
                assert_eq!(replies, replies_to_four(&after, rule));
                both += usize::from(replies.len() == 2);
                for (&reply, next) in threat.replies.iter().zip(&step.next) {
                    let next = &steps[next.expect("a plan")];
                    assert_eq!(next.position, after_move(&after, reply));
                    assert!(next.plies + 2 <= step.plies, "{reply:?} holds out longer");
                }
            }
            Plan::Fours(line) => {
                assert_eq!(line.len() as u32, step.plies);
                assert!(proof::wins_by_fours(&step.position, rule, line, &mut || false));
                let mut position = step.position.clone();
                for fours in line.chunks(2) {
                    position.play(fours[0], &mut ());
                    let Some(&reply) = fours.get(1) else { continue };
                    assert!(replies_to_four(&position, rule).len() < 2, "{fours:?} leaves two replies");
                    position.play(reply, &mut ());
                }
            }
        }
    }
    both
}

#[test]
fn every_reply_to_a_four_is_listed_where_fives_can_be_capped() {
    let position = after_moves("15x15".parse().unwrap(), CAPPED);
    assert!(with_two_replies(&position, "caro-exact".parse().unwrap()) > 0);
}

#[test]
#[ignore = "minutes"]
fn long_every_reply_to_a_four_is_listed_in_won_games() {
    let caro = won().into_iter().filter(|(rule, ..)| rule.to_string().starts_with("caro"));
    let both: usize = caro.map(|(rule, position, _)| with_two_replies(&position, rule)).sum();
    println!("{both} fours leave two replies");
}

/// Regression: a four whose five can be capped leaves two replies; the line showed the one tried last.
#[test]
fn the_line_shows_the_longest_defence_where_fives_can_be_capped() {
    let rule: Rule = "caro-exact".parse().unwrap();
    let mut position = after_moves("15x15".parse().unwrap(), CAPPED);
    let Found::Win(line, plies) = vcf(&position, rule) else { panic!("a win by fours") };
    assert_eq!((line.len(), plies), (9, 9), "{line:?}");
    let attacker = position.to_move();
    for (ply, &point) in line.iter().enumerate() {
        if position.to_move() != attacker {
            for reply in replies_to_four(&position, rule) {
                let Found::Win(_, left) = vcf(&after_move(&position, reply), rule) else { panic!("{reply:?} holds") };
                assert!((left as usize) < line.len() - ply, "{reply:?} holds out longer");
            }
        }
        position.play(point, &mut ());
    }
}
