//! The win of a proof, as a solver shows one.

use std::time::Duration;
use tengen_certificate::ProofBook;
use tengen_core::board::{Point, Position};
use tengen_core::rules::{Outcome, Rule, judge};
use tengen_engine::study::{Finding, Means, Solution};
use tengen_engine::threat::proof::{Plan, ProofStep, Threat};

/// The attacker's move, the replies that the proof lists, and a line of both as far as the proof leads; `None` if it says
/// nothing about the position. The length of the line says nothing about that of other lines.
pub(super) fn shown(proof: &ProofBook, position: &Position, rule: Rule) -> Option<(Solution, Vec<ProofStep>)> {
    let mut position = position.clone();
    let (mut line, mut steps) = (Vec::new(), Vec::new());
    let mut next = proof.plan(&position, rule);
    while let Some((point, replies)) = next {
        let ends = judge(&position, point, position.to_move(), rule) != Outcome::Open;
        let before = position.clone();
        position.play(point, &mut ());
        line.push(point);
        let followed = if ends { None } else { followed(proof, &mut position, rule, &replies) };
        let mut links = vec![None; replies.len()];
        if let Some((number, _)) = followed {
            links[number] = Some(steps.len() + 1);
        }
        let plan = Plan::Threat(Threat { point, fours: Vec::new(), replies });
        steps.push(ProofStep { position: before, plan, plies: 0, next: links });
        next = followed.map(|(_, after)| after);
        line.extend(next.as_ref().and_then(|_| position.stones().last()).map(|stone| stone.point));
    }
    if steps.is_empty() {
        return None;
    }
    for (number, step) in steps.iter_mut().enumerate() {
        step.plies = (line.len() - 2 * number) as u32;
    }
    let finding = Finding::Win(line.clone(), line.len() as u32);
    let solution = Solution { what: Means::Proof, finding, is_shortest: false, nodes: 0, elapsed: Duration::ZERO };
    Some((solution, steps))
}

/// What follows the first of the replies after which the proof goes on, which is played: its number, the attacker's move
/// and the replies to that.
fn followed(
    proof: &ProofBook,
    position: &mut Position,
    rule: Rule,
    replies: &[Point],
) -> Option<(usize, (Point, Vec<Point>))> {
    replies.iter().enumerate().find_map(|(number, &reply)| {
        position.check_empty(reply).ok()?;
        position.play(reply, &mut ());
        let after = proof.plan(position, rule);
        if after.is_none() {
            position.undo(&mut ());
        }
        Some((number, after?))
    })
}
