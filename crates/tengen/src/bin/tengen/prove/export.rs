//! `tengen prove export`: a proof as a tree of moves, or as records of a database.

use super::sentence;
use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use std::path::PathBuf;
use std::process::ExitCode;
use tengen::command_line::options::ForceOption;
use tengen_certificate::{Certificate, Head, Link, MOST_BYTES, Nodes, ProofWalk, Verifier, check, read, write_guide};
use tengen_common::{Plies, processors};
use tengen_core::board::{Colour, Point, Position};
use tengen_core::files;
use tengen_core::rules::{Outcome, judge};
use tengen_database::{Batch, Database, Place, Proof, Record};
use tengen_line_io::output::print_line;
use tengen_prover::guide;
use tengen_records::sgf::tree::{Collection, NodeId, Tree};
use tengen_records::sgf::{add_move, tree_of};
use tengen_records::{Game, Move, renlib};

#[derive(Args)]
pub struct ExportOptions {
    /// File of a proof
    #[arg(value_name = "PROOF")]
    proof: PathBuf,
    /// File to be written: .sgf, .lib (RenLib), .db (position database, to which the proof is added) or .tguide (the
    /// moves of long wins, with which players and `tengen prove --guide` find the rest)
    #[arg(value_name = "FILE")]
    out: PathBuf,
    /// Moves and replies of this many plies after the position of the proof
    #[arg(long, value_name = "N", default_value_t = 9)]
    plies: usize,
    #[command(flatten)]
    force: ForceOption,
}

/// What Tengen reads again.
const MOST_NODES: usize = 1_000_000;

impl ExportOptions {
    pub fn run(&self) -> Result<ExitCode> {
        let bytes = files::read(&self.proof, MOST_BYTES).with_context(|| self.proof.display().to_string())?;
        let summary = check(&bytes, processors::count()).with_context(|| self.proof.display().to_string())?;
        let proof = read(&bytes).map_err(anyhow::Error::msg)?;
        let size = proof.head.size;
        let position = proof.head.position().context("the moves of the proof are no game")?;
        let extension = match self.out.extension().and_then(|extension| extension.to_str()) {
            Some("db") => return self.add_to_database(&proof, position),
            Some("tguide") => return self.write_guide(&proof),
            Some(extension @ ("lib" | "sgf")) => extension,
            _ => bail!("{}: name a file .sgf, .lib, .db or .tguide", self.out.display()),
        };
        let mut game = Game::new(size, proof.head.rule, ["Black".into(), "White".into()]);
        game.moves = proof.head.moves.iter().map(|&point| Move::new(point)).collect();
        let mut tree = tree_of(&game);
        let mut last = tree.root();
        while let Some(&next) = tree.children(last).first() {
            last = next;
        }
        tree.set(last, "C", &[&sentence(&summary)]);
        let attacker = position.to_move();
        let verifier = Verifier::new(proof.head.rule, size, attacker);
        let mut writer = ExportWriter { proof: &proof, attacker, position, verifier, tree, nodes: 0 };
        writer.attack(last, &ProofWalk::plain(Link::plain(proof.root)), self.plies)?;
        if writer.nodes > MOST_NODES {
            bail!("more than {MOST_NODES} moves: choose fewer plies with --plies");
        }
        let bytes = match extension {
            "lib" => renlib::write(&writer.tree, size)?,
            _ => Collection::of(writer.tree).write(),
        };
        self.force.write(&self.out, &bytes)?;
        print_line(format!("{} moves in {}", writer.nodes, self.out.display()))?;
        Ok(ExitCode::SUCCESS)
    }
}

impl ExportOptions {
    fn write_guide(&self, proof: &Certificate) -> Result<ExitCode> {
        let guide = guide(proof).context("every win of this proof is easy to find: it needs no guide")?;
        let bytes = write_guide(&guide);
        self.force.write(&self.out, &bytes)?;
        print_line(format!("{} positions, {} bytes in {}", guide.nodes.len(), bytes.len(), self.out.display()))?;
        Ok(ExitCode::SUCCESS)
    }

    fn add_to_database(&self, proof: &Certificate, position: Position) -> Result<ExitCode> {
        let Head { rule, size, .. } = proof.head;
        let verifier = Verifier::new(rule, size, position.to_move());
        let mut database = Database::create(&self.out)?;
        let mut adder = RecordAdder { proof, position, verifier, batch: database.write()?, records: 0 };
        adder.attack(&ProofWalk::plain(Link::plain(proof.root)), self.plies)?;
        let RecordAdder { batch, records, .. } = adder;
        if records > MOST_NODES {
            bail!("more than {MOST_NODES} positions: choose fewer plies with --plies");
        }
        batch.commit()?;
        print_line(format!("{records} positions in {}", self.out.display()))?;
        Ok(ExitCode::SUCCESS)
    }
}

/// The most plies of a win, with the attacker's next move.
fn plies_to_win(verifier: &mut Verifier, nodes: &Nodes, walk: &ProofWalk, position: &Position) -> Result<u32> {
    let part = match &*walk.more {
        [] => verifier.verify(nodes, walk.link, position),
        more => verifier.verify_with(nodes, walk.link, more, position),
    };
    Ok(part.map_err(|_| anyhow!("the proof does not hold"))?.plies)
}

/// Adds the positions of a proof to a database, as won and lost ones.
struct RecordAdder<'a> {
    proof: &'a Certificate,
    position: Position,
    verifier: Verifier,
    batch: Batch<'a>,
    records: usize,
}

impl RecordAdder<'_> {
    fn add(&mut self, proof: Proof, best: Option<Point>) -> Result<()> {
        self.records += 1;
        let record = Record { proof: Some(proof), best, source: "tengen prove".into(), ..Record::default() };
        Ok(self.batch.join_at(&Place::of(&self.position, self.proof.head.rule), record)?)
    }

    /// Adds a position of the attacker and what follows it.
    fn attack(&mut self, walk: &ProofWalk, plies: usize) -> Result<()> {
        if plies == 0 || self.records > MOST_NODES {
            return Ok(());
        }
        let Certificate { head: Head { rule, size, .. }, nodes, .. } = self.proof;
        let attacker = self.position.to_move();
        let longest = plies_to_win(&mut self.verifier, nodes, walk, &self.position)? as u16;
        let point = walk.point(nodes, *size);
        self.add(Proof::Win(longest), Some(point))?;
        if judge(&self.position, point, attacker, *rule) != Outcome::Open {
            return Ok(());
        }
        self.position.play(point, &mut ());
        self.add(Proof::Loss(longest - 1), None)?;
        for reply in walk.listed(nodes, *size) {
            if !self.position.is_empty(reply) {
                continue;
            }
            self.position.play(reply, &mut ());
            if let Some(next) = walk.after(nodes, *size, Some(reply)) {
                self.attack(&next, plies.saturating_sub(2))?;
            }
            self.position.undo(&mut ());
            self.position.set_to_move(!attacker);
        }
        self.position.undo(&mut ());
        self.position.set_to_move(attacker);
        Ok(())
    }
}

struct ExportWriter<'a> {
    proof: &'a Certificate,
    attacker: Colour,
    position: Position,
    verifier: Verifier,
    tree: Tree,
    nodes: usize,
}

impl ExportWriter<'_> {
    fn add(&mut self, at: NodeId, side: Colour, point: Point) -> NodeId {
        self.nodes += 1;
        add_move(&mut self.tree, at, side, &Move::new(point))
    }

    /// Adds the attacker's move and what follows it.
    fn attack(&mut self, at: NodeId, walk: &ProofWalk, plies: usize) -> Result<()> {
        let (size, nodes) = (self.position.size(), &self.proof.nodes);
        let point = walk.point(nodes, size);
        if plies == 0 || self.nodes > MOST_NODES {
            return Ok(());
        }
        let node = self.add(at, self.attacker, point);
        if judge(&self.position, point, self.attacker, self.proof.head.rule) != Outcome::Open {
            return Ok(());
        }
        let left = plies_to_win(&mut self.verifier, nodes, walk, &self.position)? - 1;
        self.position.play(point, &mut ());
        let mut replies = walk.listed(nodes, size);
        replies.retain(|&reply| self.position.is_empty(reply));
        let loses = ["the five", "the moves that win after a pass"];
        let loses = loses[usize::from(walk.after(nodes, size, None).is_some())];
        let count = replies.len();
        let comment =
            format!("{} to the five at most; {count} replies; every other reply loses to {loses}", Plies(left));
        self.tree.set(node, "C", &[&comment]);
        for reply in replies.into_iter().filter(|_| plies > 1) {
            let after = self.add(node, !self.attacker, reply);
            self.position.play(reply, &mut ());
            if let Some(next) = walk.after(nodes, size, Some(reply)) {
                self.attack(after, &next, plies - 2)?;
            }
            self.position.undo(&mut ());
            self.position.set_to_move(!self.attacker);
        }
        self.position.undo(&mut ());
        self.position.set_to_move(self.attacker);
        Ok(())
    }
}
