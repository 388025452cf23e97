//! Proofs as text, to be kept in files and replayed later.
//!
//! The plans are separated by `;`, in the order in which a walk from the first position meets theirs (breadth first,
//! replies in their order, each position once), so that no position has to be named:
//!
//! ```text
//!   fours     the moves of both sides            g10h11f9
//!   threat    move/fours behind it/replies       g10/h11h12f9/i9j8
//! ```

use super::{Plan, Proof, Threat};
use std::collections::{HashSet, VecDeque};
use tengen_core::board::{BoardError, BoardSize, Point, Position, notation};
use tengen_core::messages;

messages! {
    /// Why a text is no proof for a position.
    pub enum ProofError from Board(BoardError) {
        PlanTooMany = "a plan too many",
        PlanMissing = "a plan is missing",
        TakenPoint { point: String } = "{point}: point already taken",
        NoThreat { text: String } = "{text}: one move, its fours and its replies were expected",
        ReplyOnThreat { text: String } = "{text}: the reply is on the threat",
        NoPlan { text: String } = "{text}: a line of fours or a threat was expected",
    }
}

impl Proof {
    /// The text of the plans from this position on; `None` if a plan is missing.
    pub fn to_text(&self, start: &Position) -> Option<String> {
        let mut texts = Vec::new();
        let mut walk = PlanWalk::from(start);
        while let Some(position) = walk.open.pop_front() {
            let plan = self.plan(&position)?;
            texts.push(text_of(plan, position.size()));
            walk.follow(&position, plan);
        }
        Some(texts.join(";"))
    }

    /// Parses a text for this position. The proof may be wrong: replay it. It does not know its plies.
    ///
    /// # Errors
    /// A message that describes the problem: bad notation, a point that is not empty, a plan too few or too many.
    pub fn from_text(text: &str, start: &Position) -> Result<Proof, ProofError> {
        let mut proof = Proof::default();
        let mut walk = PlanWalk::from(start);
        for text in text.split(';') {
            let position = walk.open.pop_front().ok_or(ProofError::PlanTooMany)?;
            let plan = plan_of(text, &position)?;
            walk.follow(&position, &plan);
            proof.insert(position.hash(), plan, 0);
        }
        if walk.open.is_empty() { Ok(proof) } else { Err(ProofError::PlanMissing) }
    }
}

/// The positions of a proof in the order of its text.
struct PlanWalk {
    open: VecDeque<Position>,
    seen: HashSet<u64>,
}

impl PlanWalk {
    fn from(start: &Position) -> PlanWalk {
        PlanWalk { open: VecDeque::from([start.clone()]), seen: HashSet::from([start.hash()]) }
    }

    /// Queues the positions after the replies to a threat.
    fn follow(&mut self, position: &Position, plan: &Plan) {
        let Plan::Threat(threat) = plan else { return };
        for &reply in &threat.replies {
            let mut after = position.after(threat.point);
            after.play(reply, &mut ());
            if self.seen.insert(after.hash()) {
                self.open.push_back(after);
            }
        }
    }
}

fn text_of(plan: &Plan, size: BoardSize) -> String {
    let text = |points: &[Point]| notation::list(points, size);
    match plan {
        Plan::Fours(line) => text(line),
        Plan::Threat(Threat { point, fours, replies }) => {
            format!("{}/{}/{}", text(&[*point]), text(fours), text(replies))
        }
    }
}

fn plan_of(text: &str, position: &Position) -> Result<Plan, ProofError> {
    let points = |text: &str| {
        let size = position.size();
        let points = notation::read(text, size)?;
        match points.iter().find(|&&point| !position.is_empty(point)) {
            Some(&point) => Err(ProofError::TakenPoint { point: notation::write(point, size) }),
            None => Ok(points),
        }
    };
    let parts: Vec<&str> = text.split('/').collect();
    match parts[..] {
        [line] => Ok(Plan::Fours(points(line)?)),
        [point, fours, replies] => {
            let [point] = points(point)?[..] else { return Err(ProofError::NoThreat { text: text.into() }) };
            let (fours, replies) = (points(fours)?, points(replies)?);
            if replies.contains(&point) {
                return Err(ProofError::ReplyOnThreat { text: text.into() });
            }
            Ok(Plan::Threat(Threat { point, fours, replies }))
        }
        _ => Err(ProofError::NoPlan { text: text.into() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_testkit::{FREESTYLE, after_moves};

    fn position(moves: &str) -> Position {
        after_moves(BoardSize::FIFTEEN, moves)
    }

    fn wins(proof: &Proof, position: &Position) -> bool {
        super::super::wins_by_threats(position, FREESTYLE, proof, 100_000, &mut || false)
    }

    /// Three stones with room on both sides: an open four follows whatever White does far away.
    const THREE: &str = "h8a1i8c1j8e1";

    #[test]
    fn a_text_is_read_as_the_proof_that_it_was() {
        let start = position(THREE);
        let text = "k8/g8l8/g8l8;l8;g8";
        let proof = Proof::from_text(text, &start).unwrap();
        assert_eq!(proof.len(), 3);
        assert!(wins(&proof, &start));
        assert_eq!(proof.to_text(&start).as_deref(), Some(text));
    }

    #[test]
    fn a_wrong_proof_does_not_win() {
        let start = position(THREE);
        for text in ["k9/g8l8/", "a2/k8/", "a2"] {
            let proof = Proof::from_text(text, &start).unwrap();
            assert!(!wins(&proof, &start), "{text}");
        }
    }

    #[test]
    fn what_is_no_proof_is_refused() {
        let start = position(THREE);
        let refused = [
            ("k8/g8l8/g8l8;l8", "a plan is missing"),
            ("k8;k8", "a plan too many"),
            ("h8", "h8: point already taken"),
            ("k8/g8", "k8/g8: a line of fours or a threat was expected"),
            ("k8l8//", "k8l8//: one move, its fours and its replies were expected"),
            ("k8//k8;l8", "k8//k8: the reply is on the threat"),
        ];
        for (text, why) in refused {
            assert_eq!(Proof::from_text(text, &start).unwrap_err().to_string(), why, "{text}");
        }
        assert!(Proof::from_text("z99", &start).is_err());
        assert_eq!(Proof::default().to_text(&start), None);
    }
}
