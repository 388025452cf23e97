//! The solver for people: a position in, the winning line and a drawing of it out.

use super::drawing::{Ink, Marks, Row, Scene};
use super::given::Given;
use super::{threads, wording};
use crate::board::{Point, Position, Shape};
use crate::pattern::kind::{KindVisitor, dispatch};
use crate::pattern::{Kind, PatternBoard};
use crate::rules::Rule;
use crate::search::ending::to_the_five;
use crate::threat::proof;
use crate::threat::vcf::{self, Vcf};
use crate::threat::vct;
use anyhow::{Context, Result};
use clap::Args;
use std::fmt;
use std::time::{Duration, Instant};

/// Which position, and how hard to try.
#[derive(Args, Debug)]
pub struct Puzzle {
    #[command(flatten)]
    given: Given,
    /// Look for wins by fours only
    #[arg(long)]
    vcf: bool,
    /// Look for wins by threats of any kind (this is the default)
    #[arg(long, conflicts_with = "vcf")]
    vct: bool,
    /// Visit at most so many positions
    #[arg(long, default_value_t = u64::MAX, hide_default_value = true)]
    nodes: u64,
    /// Think for at most so many seconds
    #[arg(long, default_value_t = 10.0)]
    time: f64,
    /// Search for threats on N threads, or on `all` that the machine runs at once; with --nodes on one
    #[arg(long, value_name = "N", value_parser = threads::read, default_value = "1")]
    threads: usize,
    /// Megabytes for what is remembered
    #[arg(long, default_value_t = 256, value_parser = clap::value_parser!(u64).range(1..=65_536))]
    hash: u64,
}

/// What came of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Finding {
    /// A win that the rules confirm: the moves in turn and the number of plies to the five.
    Win(Vec<Point>, u32),
    /// Everything was tried in vain.
    None,
    /// Nothing was found within the limits.
    NotFound,
}

/// An answer, ready to be printed.
#[derive(Clone, Debug)]
pub struct Solution {
    position: Position,
    /// `VCF` or `VCT`.
    what: &'static str,
    /// What was found.
    pub finding: Finding,
    nodes: u64,
    elapsed: Duration,
    /// What the drawing is made with.
    ink: Ink,
}

impl Solution {
    /// The exit status: 0 a win, 3 there is none, 4 none was found within the limits.
    pub fn status(&self) -> u8 {
        match self.finding {
            Finding::Win(..) => 0,
            Finding::None => 3,
            Finding::NotFound => 4,
        }
    }
}

/// A sentence; for a win also the moves and a drawing in which they are numbered.
impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let (what, nodes) = (self.what, wording::nodes(self.nodes));
        match &self.finding {
            Finding::Win(line, plies) => {
                let (side, shape) = (self.position.to_move(), self.position.shape());
                let (moves, plies) = (Row(line, shape), wording::plies(*plies));
                writeln!(f, "{what}: {side} wins in {plies}: {moves}")?;
                let marks = Marks::of_line(line);
                let scene = Scene::new(&self.position, &marks);
                f.write_str(&scene.text(self.ink))?;
            }
            Finding::None if what == "VCF" => writeln!(f, "no VCF")?,
            Finding::None => writeln!(f, "no VCT found in {nodes}: no threat is left to try")?,
            Finding::NotFound => writeln!(f, "no {what} found in {nodes}")?,
        }
        let seconds = self.elapsed.as_secs_f64();
        write!(f, "{nodes}, {seconds:.2} s")
    }
}

/// Solves the position that was given.
///
/// # Errors
/// When no position was given in which somebody may attack.
pub fn run(rule: Option<Rule>, shape: Shape, puzzle: &Puzzle, ink: Ink) -> Result<Solution> {
    let given = puzzle.given.read(rule, shape)?;
    let rule = given.rule;
    let seconds = Duration::try_from_secs_f64(puzzle.time);
    let attempt = Attempt {
        position: &given.position,
        rule,
        ink,
        fours_only: puzzle.vcf,
        nodes: puzzle.nodes,
        threads: match puzzle.nodes {
            u64::MAX => puzzle.threads,
            _ => 1,
        },
        time: seconds.context("--time wants a number of seconds, 0 or more")?,
        memory: (puzzle.hash as usize) << 20,
        start: Instant::now(),
    };
    Ok(dispatch(rule, attempt))
}

struct Attempt<'a> {
    position: &'a Position,
    rule: Rule,
    ink: Ink,
    fours_only: bool,
    nodes: u64,
    threads: usize,
    time: Duration,
    memory: usize,
    start: Instant,
}

/// This part of the time is left to replay what is found.
const REPLAY_SHARE: u32 = 8;
/// When any threat will do, wins by fours alone are looked for with this many nodes first.
const FOURS_FIRST: u64 = 300_000;

impl KindVisitor for Attempt<'_> {
    type Output = Solution;

    fn visit<K: Kind>(self, _: K) -> Solution {
        let mut board = PatternBoard::<K>::new(self.position, self.rule);
        let fours = self.fours(&mut board);
        match (&fours.finding, self.fours_only) {
            (Finding::Win(..), _) | (_, true) => fours,
            _ => self.threats(&mut board, fours.nodes),
        }
    }
}

impl Attempt<'_> {
    fn solution(&self, what: &'static str, finding: Finding, nodes: u64) -> Solution {
        Solution {
            position: self.position.clone(),
            what,
            finding,
            nodes,
            elapsed: self.start.elapsed(),
            ink: self.ink,
        }
    }

    /// Ends the search for a win.
    fn is_late(&self) -> bool {
        self.start.elapsed() >= self.time - self.time / REPLAY_SHARE
    }

    /// Ends its replay.
    fn is_over(&self) -> bool {
        self.start.elapsed() >= self.time
    }

    fn fours<K: Kind>(&self, board: &mut PatternBoard<K>) -> Solution {
        let budget = match self.fours_only {
            true => self.nodes,
            false => self.nodes.min(FOURS_FIRST),
        };
        let mut solver = Vcf::new(self.memory / size_of::<u64>());
        let finding = match solver.solve(board, budget, &mut || self.is_late()) {
            vcf::Found::Win(line, plies) => {
                let confirmed =
                    proof::wins_by_fours(self.position, self.rule, &line, &mut || self.is_over());
                self.believe(confirmed, line, plies)
            }
            vcf::Found::Nothing => Finding::None,
            vcf::Found::Unknown => Finding::NotFound,
        };
        self.solution("VCF", finding, solver.nodes())
    }

    fn threats<K: Kind>(&self, board: &mut PatternBoard<K>, nodes: u64) -> Solution {
        let mut solver = vct::Solver::on_threads(self.threads, self.memory);
        let budget = self.nodes.saturating_sub(nodes);
        let finding = match solver.solve(board, budget, &mut || self.is_late()) {
            vct::Found::Win(proof) => {
                let (position, rule, mut stop) = (self.position, self.rule, || self.is_over());
                let confirmed = proof::wins_by_threats(position, rule, &proof, u64::MAX, &mut stop);
                let plies = proof.plies(position.hash()).unwrap_or(0);
                self.believe(confirmed, proof.line(position), plies)
            }
            vct::Found::Nothing => Finding::None,
            vct::Found::Unknown => Finding::NotFound,
        };
        self.solution("VCT", finding, nodes + solver.nodes())
    }

    fn believe(&self, confirmed: bool, line: Vec<Point>, plies: u32) -> Finding {
        if confirmed {
            let line = to_the_five(self.position, self.rule, &line, plies);
            return Finding::Win(line, plies);
        }
        log::debug!("a win was not confirmed in time: {line:?}");
        Finding::NotFound
    }
}
