//! Puzzles at a terminal, line by line: the user types moves, the solver replies with the longest defence.

use super::drawing::{BoardRow, Ink, Marks, Scene};
use super::{prompt, step_words};
use std::io::{self, Write};
use std::time::Duration;
use tengen_common::{Limits, Plies};
use tengen_core::board::{Point, Position, notation};
use tengen_core::rules::{Outcome, judge};
use tengen_engine::eval::net::Networks;
use tengen_engine::study::{Finding, Means, Resistance, Solution};
use tengen_puzzles::strength::{self, Strength};
use tengen_puzzles::{Kind, Puzzle};
use tengen_session::service::{self, Runner, Settings, Task, Work};

/// The limits of the solver for a reply.
const NODES: u64 = 100_000;
const MEMORY: usize = 4 << 20;
const PATIENCE: Duration = Duration::from_secs(10);
/// The moves shown of the best try after a defence.
const SHOWN: usize = 6;
/// The steps whose wins are played out, whichever right move they begin with.
const PLAYED_OUT: [Kind; 3] = [Kind::OpenFour, Kind::DoubleThreat, Kind::Trap];

const HELP: &str = "\
h8         play there
hint       show a hint; only the first one is free
solution   show the solution and continue
next       skip to another puzzle
board      show the board again
help       show this list
quit       quit; or exit";

const HINT: &str = "Type a move like h8, or hint, solution, next, board, help or quit.";

/// Presents one puzzle after another, the one closest to the player's rating first, until there are no more, the input
/// ends or the user quits.
pub fn run(puzzles: Vec<Puzzle>, player: Strength, ink: Ink, output: &mut dyn Write) -> io::Result<()> {
    prompt::hint(HINT);
    let mut trainer = Trainer::new(puzzles, player, ink);
    let mut written = writeln!(output, "{}", trainer.next());
    prompt::read(|line| {
        let line = line.trim();
        if trainer.attempt.is_none() || written.is_err() {
            return false;
        }
        match trainer.hear(line) {
            Some(answer) if !line.is_empty() => written = writeln!(output, "{answer}"),
            Some(_) => {}
            None => return false,
        }
        written.is_ok() && trainer.attempt.is_some()
    });
    written?;
    writeln!(output, "{}", trainer.sum())
}

struct Trainer {
    puzzles: Vec<Puzzle>,
    ink: Ink,
    attempt: Option<Attempt>,
    solver: Runner,
    player: Strength,
    tried: usize,
    solved: usize,
}

/// A puzzle and the moves played in it.
struct Attempt {
    puzzle: Puzzle,
    position: Position,
    line: Vec<Point>,
    hints: u32,
    counted: bool,
}

impl Attempt {
    fn new(puzzle: Puzzle) -> Attempt {
        Attempt { position: puzzle.position(), puzzle, line: Vec::new(), hints: 0, counted: false }
    }

    fn play(&mut self, point: Point) {
        self.position.play(point, &mut ());
        self.line.push(point);
    }

    fn again(&mut self) {
        self.position = self.puzzle.position();
        self.line.clear();
    }

    /// The next move of the solution, as long as it is followed.
    fn next_move(&self) -> Option<Point> {
        let solution = &self.puzzle.solution;
        let follows = solution.starts_with(&self.line);
        solution.get(self.line.len()).copied().filter(|_| follows)
    }

    /// A question about the position to the solver.
    fn ask(&self, work: Work, solver: &mut Runner) -> Option<service::Outcome> {
        let limits = Limits { nodes: Some(NODES), ..Limits::time(PATIENCE) };
        solver.finish(&Task { limits, ..Task::new(self.position.clone(), self.puzzle.rule, work) })
    }

    /// The win of the side to move that the solver finds.
    fn win(&self, solver: &mut Runner) -> Option<Vec<Point>> {
        match self.ask(Work::Win(Means::Threats), solver) {
            Some(service::Outcome::Win(Solution { finding: Finding::Win(line, _), .. }, _)) => Some(line),
            _ => None,
        }
    }

    /// The best defence of the side to move.
    fn resistance(&self, solver: &mut Runner) -> Option<Resistance> {
        match self.ask(Work::Resist { hasty: false }, solver) {
            Some(service::Outcome::Resist(resistance)) => resistance,
            _ => None,
        }
    }

    /// The opponent's best try after the right defence, and what follows.
    fn best_try(&self, solver: &mut Runner) -> Option<Vec<Point>> {
        if self.puzzle.kind != Kind::Defence {
            return None;
        }
        let mut defended = Attempt::new(self.puzzle.clone());
        defended.play(self.puzzle.only_move());
        let outcome = defended.ask(Work::Lines(1), solver)?;
        let line = &outcome.lines().first()?.line;
        Some(line.iter().take(SHOWN).copied().collect())
    }

    fn name(&self, point: Point) -> String {
        notation::write(point, self.puzzle.size)
    }
}

impl Trainer {
    fn new(puzzles: Vec<Puzzle>, player: Strength, ink: Ink) -> Trainer {
        Trainer {
            puzzles,
            ink,
            attempt: None,
            solver: Runner::new(Settings::new(&Networks::none(), MEMORY, 1)),
            player,
            tried: 0,
            solved: 0,
        }
    }

    fn next(&mut self) -> String {
        let distance = |puzzle: &Puzzle| (f64::from(puzzle.rating) - self.player.rating).abs().round() as u32;
        let closest = (0..self.puzzles.len()).min_by_key(|&i| distance(&self.puzzles[i]));
        self.attempt = closest.map(|i| Attempt::new(self.puzzles.remove(i)));
        match &self.attempt {
            Some(attempt) => format!("{}\n{}", task(&attempt.puzzle), self.board()),
            None => "There are no more puzzles.".into(),
        }
    }

    fn board(&self) -> String {
        let Some(attempt) = &self.attempt else { return String::new() };
        let marks = Marks { last: attempt.line.last().or(attempt.puzzle.moves.last()).copied(), ..Marks::default() };
        let text = Scene::new(&attempt.position, &marks).text(self.ink);
        text.trim_end_matches('\n').to_string()
    }

    /// The answer to a line; `None` to quit.
    fn hear(&mut self, line: &str) -> Option<String> {
        let attempt = self.attempt.as_mut()?;
        Some(match line.to_lowercase().as_str() {
            "quit" | "exit" | "q" => return None,
            "help" | "?" => HELP.into(),
            "board" => self.board(),
            "hint" => self.hint(),
            "next" => {
                self.count(false);
                self.next()
            }
            "solution" => {
                let text = self.reason();
                self.count(false);
                format!("{text}\n\n{}", self.next())
            }
            point => match notation::read(point, attempt.puzzle.size).as_deref() {
                Ok([point]) => self.lay(*point),
                _ => format!("{point:?} is neither a point nor a command; help lists the commands"),
            },
        })
    }

    fn hint(&mut self) -> String {
        let Some(attempt) = &mut self.attempt else { return String::new() };
        attempt.hints += 1;
        let (hints, plies) = (attempt.hints, Plies(attempt.puzzle.plies));
        if hints == 1 {
            return match attempt.puzzle.kind {
                Kind::Defence => format!("The opponent threatens to win in {plies}."),
                kind if kind.step().is_some() => step_words::hint(&attempt.puzzle),
                _ => format!("The win takes {plies}."),
            };
        }
        let text = match (attempt.puzzle.kind, attempt.next_move()) {
            (Kind::Defence | Kind::StopThree, _) if hints == 2 => {
                let threat = BoardRow(&attempt.puzzle.threat, attempt.puzzle.size);
                format!("The threat: {threat}")
            }
            (_, Some(point)) => format!("The move is {}.", attempt.name(point)),
            (_, None) => match attempt.win(&mut self.solver) {
                Some(line) => format!("{} wins.", attempt.name(line[0])),
                None => "The solver sees nothing here.".into(),
            },
        };
        self.count(false);
        text
    }

    /// Plays a move of the user and returns the answer.
    fn lay(&mut self, point: Point) -> String {
        let Some(attempt) = &mut self.attempt else { return String::new() };
        let name = attempt.name(point);
        if let Err(error) = attempt.position.check_empty(point) {
            return format!("{name}: {error}");
        }
        let side = attempt.position.to_move();
        let outcome = judge(&attempt.position, point, side, attempt.puzzle.rule);
        let is_right = attempt.next_move() == Some(point);
        let is_first = attempt.line.is_empty();
        attempt.play(point);
        let kind = attempt.puzzle.kind;
        match outcome {
            Outcome::Five(_) => return self.right(),
            Outcome::Forbidden(_) if kind == Kind::Forbidden => return self.right(),
            Outcome::Open => {}
            _ => return self.wrong(&format!("{name} ends the game.")),
        }
        let is_right = is_right || is_first && attempt.puzzle.also.contains(&point);
        let fault = step_words::fault(&attempt.puzzle);
        match kind {
            Kind::Defence | Kind::StopFour | Kind::StopThree if is_right => self.right(),
            Kind::Defence | Kind::StopFour | Kind::StopThree => {
                let why = match attempt.win(&mut self.solver) {
                    Some(line) => format!("{name} {fault}: {}", BoardRow(&line, attempt.puzzle.size)),
                    None => format!("{name} {fault}."),
                };
                self.wrong(&why)
            }
            Kind::Forbidden => self.wrong(&format!("{name} {fault}.")),
            _ if is_first && attempt.puzzle.also.contains(&point) && !PLAYED_OUT.contains(&kind) => {
                let solution = step_words::reason(&attempt.puzzle);
                let said = format!("{name} also wins; the solution goes {solution}");
                format!("{said}\n{}", self.right())
            }
            _ if is_first && !is_right => {
                let holds = match attempt.resistance(&mut self.solver) {
                    Some(Resistance::Holds(Some(reply))) => format!(": {} holds", attempt.name(reply)),
                    _ => String::new(),
                };
                self.wrong(&format!("{name} {fault}{holds}."))
            }
            _ => self.answer(&name),
        }
    }

    /// The opponent's reply to a move of a win.
    fn answer(&mut self, name: &str) -> String {
        let Some(attempt) = &mut self.attempt else { return String::new() };
        let is_right = matches!(&attempt.line[..], [only] if attempt.puzzle.also.contains(only));
        let known = attempt.next_move().map(|point| Resistance::Longest(point, 0));
        let resistance = known.or_else(|| attempt.resistance(&mut self.solver));
        match resistance {
            Some(Resistance::Longest(reply, _)) => {
                attempt.play(reply);
                let reply = attempt.name(reply);
                format!("The opponent answers {reply}.\n{}", self.board())
            }
            _ if is_right => self.right(), // though the solver does not find the win
            Some(Resistance::Holds(Some(reply))) => {
                let why = format!("{name} does not win: {} holds.", attempt.name(reply));
                self.wrong(&why)
            }
            Some(Resistance::Holds(None)) | None => self.wrong(&format!("{name} does not win.")),
        }
    }

    /// Why the solution is right, and what the opponent can try after a defence.
    fn reason(&mut self) -> String {
        let Some(attempt) = &self.attempt else { return String::new() };
        let reason = step_words::reason(&attempt.puzzle);
        match attempt.best_try(&mut self.solver) {
            Some(line) => format!("{reason}; the best try after it: {}", BoardRow(&line, attempt.puzzle.size)),
            None => reason,
        }
    }

    fn right(&mut self) -> String {
        self.count(true);
        let rating = self.player.rating.round();
        let is_shown = |attempt: &Attempt| !matches!(attempt.puzzle.kind, Kind::Vcf | Kind::Vct); // those were played
        let reason = match self.attempt.as_ref().is_some_and(is_shown) {
            true => format!(" {}.", self.reason()),
            false => String::new(),
        };
        format!("Right!{reason} Your rating is {rating}.\n\n{}", self.next())
    }

    fn wrong(&mut self, why: &str) -> String {
        self.count(false);
        if let Some(attempt) = &mut self.attempt {
            attempt.again();
        }
        format!("{why} Try again, or type hint, solution or next.")
    }

    /// Counts the first attempt at a puzzle.
    fn count(&mut self, solved: bool) {
        let Some(attempt) = self.attempt.as_mut().filter(|attempt| !attempt.counted) else { return };
        attempt.counted = true;
        let puzzle = Strength::of_puzzle(attempt.puzzle.rating);
        (self.player, _) = strength::after(self.player, puzzle, solved);
        self.tried += 1;
        self.solved += usize::from(solved);
    }

    fn sum(&self) -> String {
        let rating = self.player.rating.round();
        format!("{} of {} solved at once; rating {rating}", self.solved, self.tried)
    }
}

fn task(puzzle: &Puzzle) -> String {
    if let Some(task) = step_words::task(puzzle) {
        return task;
    }
    let side = puzzle.position().to_move();
    let task = match puzzle.kind {
        Kind::Vcf => format!("{side} wins by fours (VCF): find the first move"),
        Kind::Vct => format!("{side} wins by threats (VCT): find the first move"),
        _ => format!("{side} must defend: find the only move that does not lose"),
    };
    format!("{}, grade {}: {task}", puzzle.rule, puzzle.grade())
}
