//! The solver for people: a position in, the winning line and a drawing of it out.

use crate::board::{Colour, Point, Position, Shape, diagram, notation};
use crate::eval::params;
use crate::pattern::kind::{KindVisitor, dispatch};
use crate::pattern::{Kind, PatternBoard};
use crate::rules::Rule;
use crate::threat::proof;
use crate::threat::vcf::{self, Vcf};
use crate::threat::vct;
use anyhow::{Context, Result, bail, ensure};
use clap::{Args, ValueEnum};
use std::fmt;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Which position, and how hard to try.
#[derive(Args, Debug)]
pub struct Options {
    /// The moves that led to the position, black first: h8i9g7
    #[arg(long, value_name = "MOVES", required_unless_present = "board")]
    position: Option<String>,
    /// A file with a drawing: X black, O white, # dead, . empty; - reads from standard input
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    board: Option<PathBuf>,
    /// Who is to move and attacks [default: black when both sides have as many stones, else white]
    #[arg(long, value_enum)]
    side: Option<Side>,
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
    /// Megabytes for what is remembered
    #[arg(long, default_value_t = 256, value_parser = clap::value_parser!(u64).range(1..=65_536))]
    hash: u64,
}

#[derive(Clone, Copy, ValueEnum, Debug)]
enum Side {
    Black,
    White,
}

/// What came of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
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
    pub verdict: Verdict,
    nodes: u64,
    elapsed: Duration,
}

impl Solution {
    /// The exit status: 0 a win, 3 there is none, 4 none was found within the limits.
    pub fn status(&self) -> u8 {
        match self.verdict {
            Verdict::Win(..) => 0,
            Verdict::None => 3,
            Verdict::NotFound => 4,
        }
    }
}

/// A sentence; for a win also the moves and a drawing in which they are numbered.
impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Solution { what, nodes, .. } = self;
        match &self.verdict {
            Verdict::Win(line, plies) => {
                let shape = self.position.shape();
                let side = match self.position.to_move() {
                    Colour::Black => "black",
                    Colour::White => "white",
                };
                let moves: Vec<String> = line.iter().map(|&p| notation::write(p, shape)).collect();
                writeln!(
                    f,
                    "{what}: {side} wins in {plies} plies: {}",
                    moves.join(" ")
                )?;
                write!(f, "{}", diagram::write_numbered(&self.position, line))?;
            }
            Verdict::None if *what == "VCF" => writeln!(f, "no VCF")?,
            Verdict::None => {
                writeln!(f, "no VCT found in {nodes} nodes: no threat is left to try")?
            }
            Verdict::NotFound => writeln!(f, "no {what} found in {nodes} nodes")?,
        }
        let seconds = self.elapsed.as_secs_f64();
        write!(f, "{nodes} nodes, {seconds:.2} s")
    }
}

/// Solves the position that the options tell of.
///
/// # Errors
/// When the options do not tell of a position in which somebody may attack.
pub fn run(rule: Rule, shape: Shape, options: &Options) -> Result<Solution> {
    let position = read_position(shape, options)?;
    check_open(&position, rule)?;
    let seconds = Duration::try_from_secs_f64(options.time);
    let task = Task {
        position: &position,
        rule,
        fours_only: options.vcf,
        nodes: options.nodes,
        time: seconds.context("--time wants a number of seconds, 0 or more")?,
        memory: (options.hash as usize) << 20,
        start: Instant::now(),
    };
    Ok(dispatch(rule, task))
}

fn read_position(shape: Shape, options: &Options) -> Result<Position> {
    let mut position = match (&options.position, &options.board) {
        (Some(moves), _) => read_moves(moves, shape)?,
        (None, Some(file)) => read_drawing(file)?,
        (None, None) => bail!("give a position: --position MOVES, or --board FILE"),
    };
    let side = options.side.map(|side| match side {
        Side::Black => Colour::Black,
        Side::White => Colour::White,
    });
    position.set_to_move(side.unwrap_or_else(|| next_side(&position)));
    Ok(position)
}

fn read_moves(moves: &str, shape: Shape) -> Result<Position> {
    let points = notation::read(moves, shape).map_err(anyhow::Error::msg)?;
    let mut position = Position::new(shape);
    for point in points {
        let name = notation::write(point, shape);
        position.check_empty(point).context(name)?;
        position.play(point, &mut ());
    }
    Ok(position)
}

fn read_drawing(file: &Path) -> Result<Position> {
    let mut text = String::new();
    if file == Path::new("-") {
        std::io::stdin().read_to_string(&mut text)?;
    } else {
        text = std::fs::read_to_string(file).with_context(|| file.display().to_string())?;
    }
    let drawing = diagram::read(&text).map_err(anyhow::Error::msg)?;
    Ok(drawing.position)
}

/// Black begins, so it is black's turn when both have as many stones.
fn next_side(position: &Position) -> Colour {
    let count = |colour| {
        let stones = position.stones().iter();
        stones.filter(|stone| stone.colour == colour).count()
    };
    match count(Colour::Black) <= count(Colour::White) {
        true => Colour::Black,
        false => Colour::White,
    }
}

/// Nobody may have won already.
fn check_open(position: &Position, rule: Rule) -> Result<()> {
    use crate::rules::five_through;
    let shape = position.shape();
    for stone in position.stones() {
        let won = five_through(position, stone.point, stone.colour, rule);
        let name = notation::write(stone.point, shape);
        ensure!(
            won.is_none(),
            "the game is over: there is a five through {name}"
        );
    }
    Ok(())
}

struct Task<'a> {
    position: &'a Position,
    rule: Rule,
    fours_only: bool,
    nodes: u64,
    time: Duration,
    memory: usize,
    start: Instant,
}

/// Moves that the replay of a win by threats may try.
const REPLAY_BUDGET: u64 = 20_000_000;
/// When any threat will do, wins by fours alone are looked for with this many nodes first.
const FOURS_FIRST: u64 = 300_000;

impl KindVisitor for Task<'_> {
    type Output = Solution;

    fn visit<K: Kind>(self, _: K) -> Solution {
        let values = &params::of(self.rule).values;
        let mut board = PatternBoard::<K>::new(self.position, self.rule, values);
        let fours = self.fours(&mut board);
        match (&fours.verdict, self.fours_only) {
            (Verdict::Win(..), _) | (_, true) => fours,
            _ => self.threats(&mut board, fours.nodes),
        }
    }
}

impl Task<'_> {
    fn solution(&self, what: &'static str, verdict: Verdict, nodes: u64) -> Solution {
        Solution {
            position: self.position.clone(),
            what,
            verdict,
            nodes,
            elapsed: self.start.elapsed(),
        }
    }

    fn stop(&self) -> impl FnMut() -> bool + use<> {
        let (start, time) = (self.start, self.time);
        move || start.elapsed() >= time
    }

    fn fours<K: Kind>(&self, board: &mut PatternBoard<K>) -> Solution {
        let budget = match self.fours_only {
            true => self.nodes,
            false => self.nodes.min(FOURS_FIRST),
        };
        let mut solver = Vcf::new(self.memory / size_of::<u64>());
        let verdict = match solver.solve(board, budget, &mut self.stop()) {
            vcf::Found::Win(line, plies) => {
                let confirmed = proof::wins_by_fours(self.position, self.rule, &line);
                self.believe(confirmed, line, plies)
            }
            vcf::Found::Nothing => Verdict::None,
            vcf::Found::Unknown => Verdict::NotFound,
        };
        self.solution("VCF", verdict, solver.nodes())
    }

    fn threats<K: Kind>(&self, board: &mut PatternBoard<K>, nodes: u64) -> Solution {
        let mut solver = vct::Solver::new(self.memory);
        let budget = self.nodes.saturating_sub(nodes);
        let verdict = match solver.solve(board, budget, &mut self.stop()) {
            vct::Found::Win(proof) => {
                let (position, rule) = (self.position, self.rule);
                let confirmed = proof::wins_by_threats(position, rule, &proof, REPLAY_BUDGET);
                let plies = proof.plies(position.hash()).unwrap_or(0);
                self.believe(confirmed, proof.line(position), plies)
            }
            vct::Found::Nothing => Verdict::None,
            vct::Found::Unknown => Verdict::NotFound,
        };
        self.solution("VCT", verdict, nodes + solver.nodes())
    }

    fn believe(&self, confirmed: bool, line: Vec<Point>, plies: u32) -> Verdict {
        if confirmed {
            return Verdict::Win(line, plies);
        }
        log::warn!("a win was not confirmed by the rules: {line:?}");
        Verdict::NotFound
    }
}
