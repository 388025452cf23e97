//! The engine as a library: a game, and searches in its position.

use crate::pattern::forbidden_points;
use crate::search::Searcher;
use crate::study::{Finding, Problem, best_lines, solve};
use std::cell::Cell;
use std::fmt;
use std::ops::ControlFlow;
use std::time::Duration;
use tengen_common::{Limits, LimitsOnly, Report, SearchCallback, StopRequest, Stoppable};
use tengen_core::board::{BoardSize, PlayError, Point, PointSet, Position, notation};
use tengen_core::rules::{Outcome, Rule, five_through, judge};

/// The memory of the tables of a new engine, in bytes.
const USUAL_MEMORY: usize = 64 << 20;

/// A game, and searches in its position.
///
/// Searches keep what they learned for the next move. An engine is [`Send`]; use one for each thread.
///
/// # Examples
///
/// Two engines play each other:
///
/// ```
/// use tengen_engine::{BoardSize, Engine, Limits, Outcome, Rule, Variant};
///
/// let size = BoardSize::square(7).expect("sides are from 5 to 32");
/// let mut players = [(); 2].map(|()| Engine::new(Rule::new(Variant::Freestyle), size));
/// for turn in 0.. {
///     let found = players[turn % 2].best_move(&Limits::nodes(100)).expect("the game is not over");
///     let outcomes = players.each_mut().map(|engine| engine.play(found.best_move()));
///     if outcomes[0] != Ok(Outcome::Open) {
///         break;
///     }
/// }
/// assert!(players[0].best_move(&Limits::nodes(100)).is_none());
/// ```
pub struct Engine {
    rule: Rule,
    position: Position,
    outcome: Outcome,
    /// The positions before the moves since the last one that was set.
    before: Vec<Position>,
    searcher: Searcher,
    memory: usize,
    threads: usize,
}

/// Why a move cannot be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum IllegalMove {
    /// The game is over.
    GameOver,
    /// The point is off the board or taken.
    Point(Point, PlayError),
    /// The text is not a list of points; the message names the first item that is none.
    Notation(String),
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            IllegalMove::GameOver => f.write_str("the game is over"),
            IllegalMove::Point(point, error) => {
                write!(f, "column {}, row {} from the top: {error}", point.x() + 1, point.y() + 1)
            }
            IllegalMove::Notation(error) => f.write_str(error),
        }
    }
}

impl std::error::Error for IllegalMove {}

impl Engine {
    /// A new game, with 64 MB of memory and one thread for searches.
    pub fn new(rule: Rule, size: BoardSize) -> Engine {
        Engine {
            rule,
            position: Position::new(size),
            outcome: Outcome::Open,
            before: Vec::new(),
            searcher: Searcher::new(USUAL_MEMORY),
            memory: USUAL_MEMORY,
            threads: 1,
        }
    }

    /// Limits the memory of searches, in bytes. They forget what they learned.
    pub fn set_memory(&mut self, bytes: usize) {
        self.memory = bytes.max(Searcher::MIN_MEMORY);
        self.searcher.set_memory(self.memory);
    }

    /// Sets the number of threads of searches without a node limit. They forget what they learned.
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads.max(1);
        self.searcher.set_threads(self.threads);
    }

    /// The searcher, for other settings: networks, parameters, a database.
    pub fn searcher(&mut self) -> &mut Searcher {
        &mut self.searcher
    }

    /// The rule.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Whether the game continues, or how it ended.
    pub fn outcome(&self) -> Outcome {
        self.outcome
    }

    /// Replaces the position; any stones are possible, with either side to move.
    pub fn set_position(&mut self, position: Position) {
        self.outcome = outcome_of(&position, self.rule);
        self.position = position;
        self.before.clear();
    }

    /// Plays a stone for the side to move. In a continuous game a five becomes dead points and the game continues.
    ///
    /// # Errors
    /// If the game is over, or the point is taken or off the board; nothing has changed then.
    pub fn play(&mut self, point: Point) -> Result<Outcome, IllegalMove> {
        if self.outcome != Outcome::Open {
            return Err(IllegalMove::GameOver);
        }
        let taken = |error| IllegalMove::Point(point, error);
        self.position.check_empty(point).map_err(taken)?;
        self.before.push(self.position.clone());
        self.outcome = judge(&self.position, point, self.position.to_move(), self.rule);
        self.position.play(point, &mut ());
        if self.rule.continuous {
            self.take_out(point);
        }
        Ok(self.outcome)
    }

    /// Makes what the last move completed in a continuous game dead.
    fn take_out(&mut self, last: Point) {
        let dead: Vec<Point> = match self.outcome {
            Outcome::Five(run) => run.points().collect(),
            Outcome::Forbidden(_) => vec![last],
            Outcome::Open | Outcome::Draw => return,
        };
        for point in dead {
            let killed = self.position.kill(point);
            debug_assert_eq!(killed, Ok(()), "{point:?} had a stone");
        }
        let is_full = self.position.empty_count() == 0;
        self.outcome = if is_full { Outcome::Draw } else { Outcome::Open };
    }

    /// Plays moves such as `h8i9g7`: column letter, and row number from the bottom.
    ///
    /// # Errors
    /// The first item that is not a legal move; nothing has changed then.
    pub fn play_moves(&mut self, moves: &str) -> Result<Outcome, IllegalMove> {
        let points = notation::read(moves, self.position.size()).map_err(IllegalMove::Notation)?;
        let count = self.before.len();
        for point in points {
            if let Err(error) = self.play(point) {
                while self.before.len() > count {
                    self.undo();
                }
                return Err(error);
            }
        }
        Ok(self.outcome)
    }

    /// Takes back the last move; false if none was played since the position was set.
    pub fn undo(&mut self) -> bool {
        let before = self.before.pop();
        let is_undone = before.is_some();
        if let Some(position) = before {
            self.position = position;
            self.outcome = Outcome::Open;
        }
        is_undone
    }

    /// The name of a point: `h8`.
    pub fn name(&self, point: Point) -> String {
        notation::write(point, self.position.size())
    }

    /// Finds the best move; the report also has its score and the moves expected after it. `None` if the game is over
    /// or every legal move is blocked.
    ///
    /// Without a limit the search ends only when the position is decided.
    pub fn best_move(&mut self, limits: &Limits) -> Option<Report> {
        if self.outcome != Outcome::Open {
            return None;
        }
        self.searcher.search(&self.position, self.rule, limits, &mut LimitsOnly::new())
    }

    /// Finds the best `count` moves with their lines, the best first. Calls `watch` with the lines found so far after
    /// each iteration; [`ControlFlow::Break`] ends the search.
    ///
    /// There are fewer lines if no other move can be good, and none if the game is over.
    pub fn analyse(
        &mut self,
        limits: &Limits,
        count: usize,
        mut watch: impl FnMut(&[Report]) -> ControlFlow<()>,
    ) -> Vec<Report> {
        let request = Cell::new(StopRequest::GoOn);
        let mut poll = || request.get();
        let mut see = |lines: &[Report]| {
            if watch(lines).is_break() {
                request.set(StopRequest::MoveNow);
            }
        };
        self.analyse_with(limits, count, &mut Stoppable::new(&mut poll, &mut see))
    }

    /// Like [`Engine::analyse`] with a callback that is polled at least every few hundred microseconds, so that another
    /// thread can stop the search.
    pub fn analyse_with(
        &mut self,
        limits: &Limits,
        count: usize,
        callback: &mut dyn SearchCallback,
    ) -> Vec<Report> {
        if self.outcome != Outcome::Open {
            return Vec::new();
        }
        let limits = Limits { analysis: true, ..limits.clone() };
        let (searcher, count) = (&mut self.searcher, count.max(1));
        best_lines(searcher, &self.position, self.rule, &limits, count, callback)
    }

    /// The points that are forbidden to black; none under rules without forbidden moves.
    pub fn forbidden_points(&self) -> PointSet {
        forbidden_points(&self.position, self.rule)
    }

    /// Searches for a win of the side to move by fours alone (VCF), within the limits of nodes and time.
    pub fn find_vcf(&self, limits: &Limits) -> Finding {
        self.find_win(limits, true)
    }

    /// Searches for a win of the side to move by fours, threes and other moves that threaten a VCF (VCT), within the limits
    /// of nodes and time. [`Finding::None`] means that there is no such win.
    pub fn find_vct(&self, limits: &Limits) -> Finding {
        self.find_win(limits, false)
    }

    fn find_win(&self, limits: &Limits, fours_only: bool) -> Finding {
        if self.outcome != Outcome::Open {
            return Finding::None;
        }
        let problem = Problem {
            position: &self.position,
            rule: self.rule,
            fours_only,
            nodes: limits.nodes.unwrap_or(u64::MAX),
            threads: limits.nodes.map_or(self.threads, |_| 1),
            time: limits.time.map_or(Duration::MAX, |plan| plan.maximum),
            memory: self.memory,
            hasty: false,
        };
        solve(&problem, &|| false).finding
    }
}

/// Whether the game continues in a position that may have any stones.
fn outcome_of(position: &Position, rule: Rule) -> Outcome {
    let mut fives = position
        .stones()
        .iter()
        .filter_map(|stone| five_through(position, stone.point, stone.colour, rule));
    match fives.next().filter(|_| !rule.continuous) {
        Some(five) => Outcome::Five(five),
        None if position.empty_count() == 0 => Outcome::Draw,
        None => Outcome::Open,
    }
}
