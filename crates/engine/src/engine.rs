//! The engine as a library: a game, and searches in its position.

use crate::pattern::forbidden_points;
use crate::search::Searcher;
use crate::study::{Finding, Problem, best_lines, solve};
use std::cell::Cell;
use std::fmt;
use std::ops::ControlFlow;
use std::time::Duration;
use tengen_common::{Limits, LimitsOnly, Report, SearchCallback, StopRequest, Stoppable};
use tengen_core::board::{BoardError, BoardSize, PlayError, Point, PointSet, Position, notation};
use tengen_core::game::{Ending, Game};
use tengen_core::rules::Rule;

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
/// use tengen_engine::{BoardSize, Engine, Limits, Rule, Variant};
///
/// let size = BoardSize::square(7).expect("sides are from 5 to 32");
/// let mut players = [(); 2].map(|()| Engine::new(Rule::new(Variant::Freestyle), size));
/// for turn in 0.. {
///     let found = players[turn % 2].best_move(&Limits::nodes(100)).expect("the game is not over");
///     for player in &mut players {
///         player.play(found.best_move()).expect("a legal move");
///     }
///     if players[0].ending().is_some() {
///         break;
///     }
/// }
/// assert!(players[0].best_move(&Limits::nodes(100)).is_none());
/// ```
pub struct Engine {
    game: Game,
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
    /// The text is not a list of points.
    Notation(BoardError),
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            IllegalMove::GameOver => f.write_str("the game is over"),
            IllegalMove::Point(point, error) => {
                write!(f, "column {}, row {} from the top: {error}", point.x() + 1, point.y() + 1)
            }
            IllegalMove::Notation(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for IllegalMove {}

impl Engine {
    /// A new game, with 64 MB of memory and one thread for searches.
    pub fn new(rule: Rule, size: BoardSize) -> Engine {
        Engine { game: Game::new(size, rule), searcher: Searcher::new(USUAL_MEMORY), memory: USUAL_MEMORY, threads: 1 }
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

    /// The searcher, for other settings: networks, parameters, an adviser.
    pub fn searcher(&mut self) -> &mut Searcher {
        &mut self.searcher
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        self.game.position()
    }

    /// How the game ended; `None` while it continues.
    pub fn ending(&self) -> Option<Ending> {
        self.game.ending()
    }

    /// Replaces the position; any stones are possible, with either side to move.
    pub fn set_position(&mut self, position: Position) {
        self.game = Game::of(None, position, self.game.rule());
    }

    /// Plays a stone for the side to move. In a continuous game a five becomes dead points and the game continues.
    ///
    /// # Errors
    /// If the game is over, or the point is taken or off the board; nothing has changed then.
    pub fn play(&mut self, point: Point) -> Result<(), IllegalMove> {
        match self.ending() {
            Some(_) => Err(IllegalMove::GameOver),
            None => self.game.play(point).map_err(|error| IllegalMove::Point(point, error)),
        }
    }

    /// Plays moves such as `h8i9g7`: column letter, and row number from the bottom.
    ///
    /// # Errors
    /// The first item that is not a legal move; nothing has changed then.
    pub fn play_moves(&mut self, moves: &str) -> Result<(), IllegalMove> {
        let size = self.position().size();
        let points = notation::read(moves, size).map_err(IllegalMove::Notation)?;
        let before = self.game.clone();
        for point in points {
            if let Err(error) = self.play(point) {
                self.game = before;
                return Err(error);
            }
        }
        Ok(())
    }

    /// Takes back the last move; false if none was played since the position was set.
    pub fn undo(&mut self) -> bool {
        self.game.undo()
    }

    /// Plays again what was taken back last; false if there is nothing.
    pub fn redo(&mut self) -> bool {
        self.game.redo()
    }

    /// The name of a point: `h8`.
    pub fn name(&self, point: Point) -> String {
        notation::write(point, self.position().size())
    }

    /// Finds the best move; the report also has its score and the moves expected after it. `None` if the game is over
    /// or every legal move is blocked.
    ///
    /// Without a limit the search ends only when the position is decided.
    pub fn best_move(&mut self, limits: &Limits) -> Option<Report> {
        if self.ending().is_some() {
            return None;
        }
        let (position, rule) = (self.game.position(), self.game.rule());
        self.searcher.search(position, rule, limits, &mut LimitsOnly::new())
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
    pub fn analyse_with(&mut self, limits: &Limits, count: usize, callback: &mut dyn SearchCallback) -> Vec<Report> {
        if self.ending().is_some() {
            return Vec::new();
        }
        let limits = Limits { analysis: true, ..limits.clone() };
        let (searcher, count) = (&mut self.searcher, count.max(1));
        best_lines(searcher, self.game.position(), self.game.rule(), &limits, count, callback)
    }

    /// The points that are forbidden to black; none under rules without forbidden moves.
    pub fn forbidden_points(&self) -> PointSet {
        forbidden_points(self.position(), self.game.rule())
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
        if self.ending().is_some() {
            return Finding::None;
        }
        let problem = Problem {
            position: self.position(),
            rule: self.game.rule(),
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
