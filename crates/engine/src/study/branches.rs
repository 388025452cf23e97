//! Every reply to the fours of a listed proof.
//!
//! A line of fours shows one reply to each four. Where capped fives do not win, a four may leave two:
//!
//! ```text
//!   O 1 X X X a b       a takes the point of the five; with O at b the five would be capped
//! ```

use crate::pattern::kind::{KindVisitor, dispatch};
use crate::pattern::{Kind, PatternBoard};
use crate::study::ending::fours_to_the_five;
use crate::threat::Stop;
use crate::threat::proof::{Plan, ProofStep, Threat};
use crate::threat::replies::replies_to_five;
use crate::threat::threat_state::{ThreatState, threat_state};
use crate::threat::vcf::{Found, Vcf};
use tengen_core::board::{Colour, Point, Position};
use tengen_core::rules::Rule;

/// Node budget for the win after a reply that the line does not show.
const BUDGET: u64 = 20_000;
/// Number of failures that its solver caches.
const MEMORY: usize = 1 << 12;

/// Replaces lines of fours by plans for each reply where a four of the line leaves two. Lists up to `most` plans; the
/// other lines stay as they are.
pub fn with_every_reply(mut steps: Vec<ProofStep>, rule: Rule, most: usize, stop: Stop) -> Vec<ProofStep> {
    let mut number = 0;
    while number < steps.len() && steps.len() < most && !stop() {
        let step = &steps[number];
        let branches = match &step.plan {
            Plan::Fours(line) => dispatch(rule, Branching { position: &step.position, rule, line }),
            Plan::Threat(_) => None,
        };
        if let Some((threat, after)) = branches {
            let next = steps.len()..steps.len() + after.len();
            steps[number].plan = Plan::Threat(threat);
            steps[number].next = next.map(Some).collect();
            steps.extend(after);
        }
        number += 1;
    }
    steps
}

/// A line of fours to be replaced.
struct Branching<'a> {
    position: &'a Position,
    rule: Rule,
    line: &'a [Point],
}

impl KindVisitor for Branching<'_> {
    type Output = Option<(Threat, Vec<ProofStep>)>;

    fn visit<K: Kind>(self, _: K) -> Self::Output {
        if !K::CAPS {
            return None;
        }
        let mut board = PatternBoard::<K>::new(self.position, self.rule);
        let (&point, left) = (self.line.first()?, self.line.len().checked_sub(2)?);
        if !leaves_two_replies(&mut board, self.line) {
            return None;
        }
        let attacker = board.to_move();
        board.play(point);
        let replies: Vec<Point> = replies_to_five(&mut board, attacker)?.iter().collect();
        let after = replies.iter().map(|&reply| self.step_after(&mut board, point, reply, left));
        let after = after.collect::<Option<Vec<_>>>()?;
        Some((Threat { point, fours: Vec::new(), replies }, after))
    }
}

impl Branching<'_> {
    /// The plan after a reply to the first four, with at most `left` plies left; the reply is not on the board yet.
    fn step_after<K: Kind>(
        &self,
        board: &mut PatternBoard<K>,
        point: Point,
        reply: Point,
        left: usize,
    ) -> Option<ProofStep> {
        let mut position = self.position.after(point);
        position.play(reply, &mut ());
        let line = if self.line[1] == reply {
            self.line[2..].to_vec()
        } else {
            board.play(reply);
            let fours = win_within(board, left);
            board.undo();
            fours_to_the_five(&position, self.rule, &fours?)
        };
        let plies = line.len() as u32;
        Some(ProofStep { position, plan: Plan::Fours(line), plies, next: Vec::new() })
    }
}

fn leaves_two_replies<K: Kind>(board: &mut PatternBoard<K>, line: &[Point]) -> bool {
    let attacker: Colour = board.to_move();
    let mut leaves_two = false;
    for (i, &point) in line.iter().enumerate() {
        board.play(point);
        let replies = if i % 2 == 0 { replies_to_five(board, attacker) } else { None };
        leaves_two |= replies.is_some_and(|replies| replies.iter().count() == 2);
    }
    line.iter().for_each(|_| board.undo());
    leaves_two
}

/// The fours by which the side to move wins in at most this many plies.
fn win_within<K: Kind>(board: &mut PatternBoard<K>, plies: usize) -> Option<Vec<Point>> {
    if let ThreatState::Win(point, needed) = threat_state(board) {
        return (needed as usize <= plies).then(|| vec![point]);
    }
    match Vcf::new(MEMORY).solve_within(board, plies as u32, BUDGET, &mut || false) {
        Found::Win(line, _) => Some(line),
        _ => None,
    }
}
