//! The proofs of a puzzle's claims. They are replayed by the rules alone, so that nobody has to trust a search.
//!
//! A file, compressed by gzip, has a line for each puzzle, in the order of their file:
//!
//! ```text
//!   {"rule":"renju","moves":"h8i9h9…","wins":{"g10":"g10h11f9","i8":"i8/…/…;…"}}
//!   {"rule":"caro","moves":"h8i9h9…","loses":{"a1":"…","b1":"…"},"threat":"…"}
//! ```
//!
//! - A win: for each right move the proof of the win that begins with it.
//! - An only defence: for each other move the proof of the opponent's win after it. `threat` is the proof after a pass; it
//!   also proves the loss of all moves that are not listed, because they do nothing against it.

use crate::error::WrongPuzzle;
use crate::look::{problem, quiet_moves};
use crate::puzzle::{Kind, Puzzle};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io::{Read, Write};
use tengen_core::board::{Point, PointSet, Position, notation};
use tengen_core::rules::Rule;
use tengen_engine::study::prove;
use tengen_engine::threat::proof::{Plan, Proof, wins_by_threats};

/// The proofs of a puzzle, as texts of [`Proof::to_text`], by the names of the moves.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Proofs {
    rule: String,
    moves: String,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    wins: BTreeMap<String, String>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    loses: BTreeMap<String, String>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    threat: String,
}

impl Proofs {
    /// Searches for the proofs of a puzzle, each with at most `nodes` nodes.
    pub fn find(puzzle: &Puzzle, nodes: u64) -> Result<Proofs, WrongPuzzle> {
        let (rule, moves) = (puzzle.rule.to_string(), notation::list(&puzzle.moves, puzzle.size));
        let found = Proofs { rule, moves, ..Proofs::default() };
        match puzzle.kind {
            Kind::Vcf | Kind::Vct => found.with_wins(puzzle, nodes),
            Kind::Defence => found.with_losses(puzzle, nodes),
            _ => Ok(found), // the rules decide it
        }
    }

    fn with_wins(mut self, puzzle: &Puzzle, nodes: u64) -> Result<Proofs, WrongPuzzle> {
        let (position, rule) = (puzzle.position(), puzzle.rule);
        for point in puzzle.right_moves().iter() {
            let name = notation::write(point, puzzle.size);
            let text = match puzzle.kind {
                Kind::Vcf if point == puzzle.only_move() => Some(notation::list(&puzzle.solution, puzzle.size)),
                _ => {
                    let others = position.empty_points().filter(|&other| other != point);
                    proof(&position, rule, others.collect(), nodes)
                }
            };
            let text = text.ok_or_else(|| WrongPuzzle::NotProvenToWin { name: name.clone() })?;
            self.wins.insert(name, text);
        }
        Ok(self)
    }

    fn with_losses(mut self, puzzle: &Puzzle, nodes: u64) -> Result<Proofs, WrongPuzzle> {
        let (position, rule) = (puzzle.position(), puzzle.rule);
        let mut passed = position.clone();
        passed.set_to_move(!position.to_move());
        let threat = proof(&passed, rule, PointSet::default(), nodes);
        self.threat = threat.ok_or(WrongPuzzle::NoThreat)?;
        for point in other_moves(puzzle, &position) {
            let after = position.after(point);
            if replays(&self.threat, &after, rule).is_ok() {
                continue;
            }
            let name = notation::write(point, puzzle.size);
            let own = proof(&after, rule, PointSet::default(), nodes);
            let own = own.ok_or_else(|| WrongPuzzle::NotProvenToLose { name: name.clone() })?;
            self.loses.insert(name, own);
        }
        Ok(self)
    }

    pub fn are_of(&self, puzzle: &Puzzle) -> bool {
        self.rule == puzzle.rule.to_string() && self.moves == notation::list(&puzzle.moves, puzzle.size)
    }

    /// Replays all proofs by the rules.
    pub fn replay(&self, puzzle: &Puzzle) -> Result<(), WrongPuzzle> {
        if !self.are_of(puzzle) {
            return Err(WrongPuzzle::OtherPuzzle);
        }
        match puzzle.kind {
            Kind::Vcf | Kind::Vct => self.replay_wins(puzzle),
            Kind::Defence => self.replay_losses(puzzle),
            _ => Ok(()),
        }
    }

    fn replay_wins(&self, puzzle: &Puzzle) -> Result<(), WrongPuzzle> {
        let position = puzzle.position();
        for point in puzzle.right_moves().iter() {
            let name = notation::write(point, puzzle.size);
            let text = self.wins.get(&name).ok_or_else(|| WrongPuzzle::NoProof { name: name.clone() })?;
            let proof = replays(text, &position, puzzle.rule)
                .map_err(|why| WrongPuzzle::InProof { name: name.clone(), why: Box::new(why) })?;
            if proof.plan(&position).and_then(Plan::first_move) != Some(point) {
                return Err(WrongPuzzle::OtherMove { name });
            }
        }
        Ok(())
    }

    fn replay_losses(&self, puzzle: &Puzzle) -> Result<(), WrongPuzzle> {
        let position = puzzle.position();
        for point in other_moves(puzzle, &position) {
            let name = notation::write(point, puzzle.size);
            let text = self.loses.get(&name).unwrap_or(&self.threat);
            replays(text, &position.after(point), puzzle.rule)
                .map_err(|why| WrongPuzzle::InProof { name: name.clone(), why: Box::new(why) })?;
        }
        Ok(())
    }
}

/// The longest text of a file, in bytes.
const LONGEST: u64 = 1 << 28;

pub fn read_proofs(bytes: &[u8]) -> Result<Vec<Proofs>, WrongPuzzle> {
    let mut text = String::new();
    let mut decoder = GzDecoder::new(bytes).take(LONGEST + 1);
    decoder.read_to_string(&mut text).map_err(|error| WrongPuzzle::NotCompressed { why: error.to_string() })?;
    if text.len() as u64 > LONGEST {
        return Err(WrongPuzzle::TooLong);
    }
    let lines = (1..).zip(text.lines());
    let read = |(number, line)| serde_json::from_str(line).map_err(|error| in_line(number, &error));
    lines.map(read).collect()
}

fn in_line(line: usize, error: &serde_json::Error) -> WrongPuzzle {
    let why = Box::new(WrongPuzzle::NotRead { why: error.to_string() });
    WrongPuzzle::InLine { line, why }
}

pub fn write_proofs(proofs: &[Proofs]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    for proofs in proofs {
        let line = serde_json::to_string(proofs).expect("texts are JSON");
        writeln!(encoder, "{line}").expect("memory does not fail");
    }
    encoder.finish().expect("memory does not fail")
}

/// The proofs of the built-in puzzles, in their order.
///
/// # Panics
/// If the built-in file is invalid, which the tests rule out.
pub fn shipped_proofs() -> Vec<Proofs> {
    read_proofs(include_bytes!("../proofs.jsonl.gz")).expect("our own file is right")
}

/// The legal moves of a defence puzzle besides its solution.
fn other_moves(puzzle: &Puzzle, position: &Position) -> impl Iterator<Item = Point> {
    let only = puzzle.only_move();
    quiet_moves(position, puzzle.rule).filter(move |&point| point != only)
}

/// The proof in a text, if it wins for the side to move.
fn replays(text: &str, position: &Position, rule: Rule) -> Result<Proof, WrongPuzzle> {
    let proof = Proof::from_text(text, position)?;
    match wins_by_threats(position, rule, &proof, u64::MAX, &mut || false) {
        true => Ok(proof),
        false => Err(WrongPuzzle::ProofFails),
    }
}

/// The text of a proof of a win for the side to move that does not begin with a blocked move.
fn proof(position: &Position, rule: Rule, blocked: PointSet, nodes: u64) -> Option<String> {
    prove(&problem(position, rule, nodes, false), blocked, &|| false)?.to_text(position)
}
