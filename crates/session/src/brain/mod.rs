//! The engine in a session with a manager, independent of any protocol.
//!
//! The [`Brain`] takes typed commands and returns typed replies; it owns the board, the rule and the limits, and asks
//! the session's [`Runner`] for moves. A front end (the Gomocup protocol; a player, for SAU, the course and people) translates bytes into
//! commands and replies into bytes; during a search it delivers new input through an [`Inbox`]. A refused command
//! changes nothing.
//!
//! - `command`, [`tengen_common::inbox`]: commands, and input during a search;
//! - `settings`: settings from the manager and the command line;
//! - `game`: the stones, who moved first, and how to take stones back;
//! - `think`: the clock and the input of a search; `swap2`: the searches of a Swap2 opening; `opening_steps`: the steps of
//!   openings as board programs ask for them;
//! - `position_book`: database requests of board programs, and storing search results;
//! - `emergency`: a move by the rules alone, if a search has failed.

mod command;
mod emergency;
mod game;
mod opening_steps;
mod position_book;
mod settings;
mod swap2;
mod think;

pub use command::{Command, Decision, Edit, Lookup, OpeningChoice, Refusal, Reply, Soosyrv, Swap2Step, Verdict};
pub use game::Field;
pub use settings::{Config, LARGEST_TABLES};
pub use tengen_common::inbox::{Inbox, Info, Interrupt, Place, Show};

use crate::level::Choice;
use crate::service::{Outcome, Resources, Runner, Task, Work};
use emergency::emergency_move;
use game::OurGame;
use position_book::{Learned, SearchConditions};
use settings::ManagerSettings;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;
use tengen_common::time::Stage;
use tengen_common::{Limits, Report, StopRequest};
use tengen_core::board::{BoardSize, PlayError, Point, PointSet, Position};
use tengen_core::rules::Rule;
use tengen_engine::pattern::forbidden_points;
use tengen_engine::search::Balance;
use think::{MoveCallback, MoveClock, Thinker, Thought};

/// A session. Its last result is queued for the database when it ends.
pub struct Brain {
    config: Config,
    settings: ManagerSettings,
    game: Option<OurGame>,
    /// The manager's last board was refused, so `game` differs from the manager's board.
    board_refused: bool,
    /// We have sent SUGGEST and wait for PLAY.
    suggested: bool,
    /// Our move was played and the game continues: it is the opponent's turn.
    is_theirs: bool,
    runner: Runner,
    /// The result of the last search, until it is queued for the database.
    learned: Option<Learned>,
    /// Makes thinking panic, to test the recovery from bugs.
    #[cfg(test)]
    is_broken: bool,
}

impl Drop for Brain {
    fn drop(&mut self) {
        self.write_down();
    }
}

impl Brain {
    /// A session before its first command. Uses little memory until the first search.
    pub fn new(config: Config) -> Brain {
        Brain {
            runner: config.runner(),
            config,
            settings: ManagerSettings::default(),
            game: None,
            board_refused: false,
            suggested: false,
            is_theirs: false,
            learned: None,
            #[cfg(test)]
            is_broken: false,
        }
    }

    pub fn rule(&self) -> Rule {
        self.settings.rule()
    }

    pub fn position(&self) -> Option<&Position> {
        self.game.as_ref().map(OurGame::position)
    }

    /// Executes a command; the clock of a move starts at `asked`. If the engine panics because of a bug, the board is
    /// restored, and a request for a move is still answered with a move. After a refusal nothing has changed.
    pub fn execute(&mut self, command: Command, asked: Instant, inbox: &mut dyn Inbox) -> Result<Reply, Refusal> {
        self.write_down();
        let before = self.game.clone();
        self.is_theirs &= matches!(command, Command::Info(_));
        let done = catch_unwind(AssertUnwindSafe(|| self.carry_out(&command, asked, inbox)));
        let reply = done.unwrap_or_else(|_| {
            log::error!("{command:?} panicked");
            self.game = before;
            self.runner = self.config.runner();
            let rescue = catch_unwind(AssertUnwindSafe(|| self.without_thinking(&command)));
            rescue.unwrap_or(Err(Refusal::Failure))
        });
        match command {
            Command::Board(_) | Command::SetUp(_) if reply.is_err() => self.refuse_board(),
            Command::Board(_) | Command::SetUp(_) => self.board_refused = false,
            _ => {}
        }
        reply
    }

    /// Records that the manager has sent a board that could not be parsed: until it sends another one or starts a new
    /// game, commands about the previous board are refused.
    pub fn refuse_board(&mut self) {
        self.board_refused = self.game.is_some();
        self.suggested = false;
        self.is_theirs = false;
    }

    fn carry_out(&mut self, command: &Command, asked: Instant, inbox: &mut dyn Inbox) -> Result<Reply, Refusal> {
        match command {
            Command::Start { width, height } => self.start(*width, *height),
            Command::Restart => {
                let size = self.size()?;
                self.new_game(size)
            }
            Command::Begin | Command::Turn(_) | Command::Board(_) => {
                let game = self.our_turn_after(command)?;
                self.think(game, None, asked, inbox)
            }
            Command::Best(lines) => {
                let game = self.our_turn_after(command)?;
                self.serve_a_board();
                self.think(game, Some(*lines), asked, inbox)
            }
            Command::Balance(wish) => self.balance(*wish, asked, inbox),
            Command::SetUp(fields) => self.take_over(fields),
            Command::Swap2(places) => {
                let choice = self.swap2(places, asked, inbox)?;
                Ok(choice.map_or(Reply::Abandoned, Reply::Opening))
            }
            Command::Swap2Step(step) => self.swap2_step(*step, asked, inbox),
            Command::Soosyrv(step) => self.soosyrv(step, asked, inbox),
            Command::TakeBack(place) => self.take_back(*place),
            Command::Play(place) => self.play(*place),
            Command::ShowForbidden => self.forbidden(),
            Command::Graphical => {
                self.serve_a_board();
                Ok(Reply::Graphical)
            }
            Command::Block(places) => self.block(places, PointSet::insert),
            Command::Unblock(places) => self.block(places, PointSet::remove),
            Command::UnblockAll => {
                self.settings.blocked = PointSet::EMPTY;
                Ok(Reply::Silence)
            }
            Command::ClearHash => {
                self.runner.clear();
                Ok(Reply::HashCleared)
            }
            Command::HashUsage => Ok(Reply::HashUsage(self.runner.usage())),
            Command::LookUp(moves, lookup) => self.look_up(moves, *lookup),
            Command::Edit(moves, edits) => self.edit(moves, edits),
            Command::Info(info) => {
                self.settings.note(*info);
                if self.game.is_some() {
                    self.runner.prepare_rule(self.rule());
                }
                Ok(Reply::Silence)
            }
        }
    }

    /// The board on which the command requests a move; `Failure` if it requests none.
    fn our_turn_after(&self, command: &Command) -> Result<OurGame, Refusal> {
        if let Command::Board(fields) = command {
            return self.set_up(fields);
        }
        let mut game = self.game()?.clone();
        match command {
            Command::Begin | Command::Best(_) => game.our_turn(),
            Command::Turn(PASS) => game.opponent_passes(),
            Command::Turn(place) => {
                let point = point_on(self.size()?, *place)?;
                game.opponent_plays(point, self.rule()).map_err(|error| Refusal::Point(*place, error))?;
            }
            _ => return Err(Refusal::Failure),
        }
        Ok(game)
    }

    /// Answers a command that requests a move with one by the rules alone.
    fn without_thinking(&mut self, command: &Command) -> Result<Reply, Refusal> {
        let game = self.our_turn_after(command)?;
        let point = self.emergency_move(&game)?;
        Ok(self.answer_with(game, point, None))
    }

    /// A move by the rules alone, for when the search has none.
    fn emergency_move(&self, game: &OurGame) -> Result<Point, Refusal> {
        let position = game.position();
        let none = match position.empty_count() {
            0 => Refusal::Full,
            _ => Refusal::Blocked,
        };
        emergency_move(position, self.rule(), &self.settings.blocked).ok_or(none)
    }

    fn game(&self) -> Result<&OurGame, Refusal> {
        match &self.game {
            Some(_) if self.board_refused => Err(Refusal::BoardRefused),
            game => game.as_ref().ok_or(Refusal::NoGame),
        }
    }

    fn size(&self) -> Result<BoardSize, Refusal> {
        let game = self.game.as_ref().ok_or(Refusal::NoGame)?;
        Ok(game.position().size())
    }

    fn start(&mut self, width: i32, height: i32) -> Result<Reply, Refusal> {
        let side = |side: i32| u32::try_from(side).map_err(|_| Refusal::Size);
        let size = BoardSize::new(side(width)?, side(height)?).ok_or(Refusal::Size)?;
        self.new_game(size)
    }

    fn new_game(&mut self, size: BoardSize) -> Result<Reply, Refusal> {
        // A board program sends START before each position, and YXHASHCLEAR to clear the tables.
        if !self.settings.graphical {
            self.runner.clear();
        }
        self.runner.prepare_rule(self.rule());
        self.game = Some(OurGame::new(size, self.rule()));
        self.board_refused = false;
        self.suggested = false;
        if self.settings.time.time_left.is_none() {
            self.settings.time.spent = std::time::Duration::ZERO;
        }
        Ok(Reply::Ok)
    }

    fn set_up(&self, fields: &[(Place, Field)]) -> Result<OurGame, Refusal> {
        let size = self.size()?;
        let entry = |&(place, field): &(Place, Field)| match (place, field) {
            (PASS, Field::Own | Field::Opponent) => Ok((None, field)),
            _ => Ok((Some(point_on(size, place)?), field)),
        };
        let entries = fields.iter().map(entry).collect::<Result<Vec<_>, Refusal>>()?;
        OurGame::from_fields(size, self.rule(), &entries)
            .map_err(|(point, error)| Refusal::Point((point.x() as i32, point.y() as i32), error))
    }

    fn take_over(&mut self, fields: &[(Place, Field)]) -> Result<Reply, Refusal> {
        self.game = Some(self.set_up(fields)?);
        self.suggested = false;
        self.serve_a_board();
        Ok(Reply::Silence)
    }

    /// Switches to a board program's conventions, which may change the rule.
    fn serve_a_board(&mut self) {
        self.settings.graphical = true;
        self.runner.prepare_rule(self.rule());
    }

    fn block(&mut self, places: &[Place], change: fn(&mut PointSet, Point)) -> Result<Reply, Refusal> {
        let size = self.size()?;
        let points = places.iter().map(|&place| point_on(size, place));
        for point in points.collect::<Result<Vec<_>, Refusal>>()? {
            change(&mut self.settings.blocked, point);
        }
        Ok(Reply::Silence)
    }

    /// Finds our move in `game` and plays (or suggests) it; by an analysis if `lines` is given.
    fn think(
        &mut self,
        game: OurGame,
        lines: Option<usize>,
        asked: Instant,
        inbox: &mut dyn Inbox,
    ) -> Result<Reply, Refusal> {
        #[cfg(test)]
        assert!(!self.is_broken, "broken by a test");
        if game.position().empty_count() == 0 {
            return Err(Refusal::Full);
        }
        let position = game.position();
        let conditions = SearchConditions::now(position, &self.settings);
        // A board program that requests one line also just gets a move.
        let is_for_a_move = lines.is_none_or(|count| count == 1);
        let centre = position.size().centre();
        let starts = is_for_a_move && game.is_untouched() && !self.settings.blocked.contains(centre);
        let level = self.settings.level();
        let work = lines.filter(|_| !is_for_a_move).map_or(Work::Move { level, seed: None }, Work::Moves);
        let mut task = self.task(&game, work)?;
        task.limits.analysis = lines.is_some();
        let mut clock = MoveClock::of_move(position, asked);
        let thought = match starts {
            true => Thought::Move(Choice { point: centre, report: None }),
            false => Thought::of(position, self.ask(task, &mut clock, inbox), &clock),
        };
        let (point, report) = match thought {
            Thought::Abandoned => return Ok(self.leave_off(game, asked)),
            Thought::Move(choice) => (choice.point, choice.report),
            Thought::Nothing => (self.emergency_move(&game)?, None),
        };
        self.settings.end_move(asked);
        let found = report.as_ref();
        self.learned = found.and_then(|report| conditions.learned(game.position(), report));
        Ok(self.answer_with(game, point, report))
    }

    /// A task about our move in this game, within all limits of the manager and the level.
    fn task(&mut self, game: &OurGame, work: Work) -> Result<Task, Refusal> {
        let resources = Some(self.resources()?);
        let (settings, rule) = (&self.settings, self.rule());
        let limits = Limits {
            time: Some(settings.time.plan(Stage::of(game.position()))),
            nodes: settings.nodes(&self.config).into_iter().chain(settings.level().nodes()).min(),
            blocked: settings.blocked,
            ..Limits::default()
        };
        let task = Task::new(game.position().clone(), rule, work);
        Ok(Task { lead: game.lead(rule), limits, resources, ..task })
    }

    /// The outcome of a task. `None` if it is no longer wanted, or the search failed.
    fn ask(&mut self, task: Task, clock: &mut MoveClock, inbox: &mut dyn Inbox) -> Option<Outcome> {
        if clock.request == StopRequest::Abandon {
            return None;
        }
        let Brain { runner, settings, config, .. } = self;
        let time = task.limits.time.filter(|_| settings.clock_counts(config));
        let limits = Limits { time, depth: settings.depth(), ..task.limits };
        settings.time.delays.begin_search();
        let mut callback = MoveCallback { clock, settings, config, inbox };
        let found = runner.search(&Task { limits, ..task }, &mut callback)?;
        if !found.lines().is_empty() {
            callback.end(found.lines());
        }
        (clock.request != StopRequest::Abandon).then_some(found)
    }

    /// Searches for stones that give a position of the target value.
    fn balance(&mut self, wish: Balance, asked: Instant, inbox: &mut dyn Inbox) -> Result<Reply, Refusal> {
        let mut game = self.game()?.clone();
        game.our_turn();
        self.serve_a_board();
        let task = self.task(&game, Work::Balance(wish))?;
        let mut clock = MoveClock::of_move(game.position(), asked);
        match self.ask(task, &mut clock, inbox) {
            None if clock.request == StopRequest::Abandon => Ok(Reply::Abandoned),
            Some(Outcome::Balance(Some(report))) => {
                let stones = 1 + wish.pair as usize;
                Ok(Reply::Even(report.line[..stones].to_vec(), report))
            }
            _ => Err(Refusal::Uneven),
        }
    }

    /// The search was cancelled: `game` becomes the current game without our move.
    fn leave_off(&mut self, game: OurGame, asked: Instant) -> Reply {
        self.settings.end_move(asked);
        self.game = Some(game);
        self.suggested = false;
        Reply::Abandoned
    }

    /// Plays (or suggests) our move in `game`, which becomes the current game.
    fn answer_with(&mut self, mut game: OurGame, point: Point, report: Option<Report>) -> Reply {
        self.suggested = self.config.suggest;
        let reply = if self.suggested {
            Reply::Suggestion(point, report)
        } else {
            let played = game.we_play(point, self.rule());
            self.is_theirs = played.expect("the move was found on an empty point");
            Reply::Move(point, report)
        };
        self.game = Some(game);
        reply
    }

    /// Whether it is the opponent's turn and pondering is enabled.
    pub fn may_ponder(&self) -> bool {
        self.is_theirs && self.settings.ponders(&self.config)
    }

    /// Ponders the opponent's move until `has_come` returns true or the position is decided.
    pub fn ponder(&mut self, has_come: &mut dyn FnMut() -> bool) {
        if !self.may_ponder() {
            return;
        }
        let (Ok(resources), Some(game)) = (self.resources(), &self.game) else { return };
        self.runner.ponder(game.position(), self.settings.rule(), Some(resources), has_come);
    }

    /// The memory and threads of a task. Sets the database, too.
    fn resources(&mut self) -> Result<Resources, Refusal> {
        let memory = self.settings.table_memory(&self.config)?;
        self.runner.set_book(self.book_to_search());
        Ok(Resources { threads: self.settings.threads(&self.config), memory })
    }

    /// Prepares a thinker for a decision of an opening.
    fn thinker<'a>(
        &'a mut self,
        position: &Position,
        asked: Instant,
        inbox: &'a mut dyn Inbox,
    ) -> Result<Thinker<'a>, Refusal> {
        let resources = self.resources()?;
        Ok(Thinker { brain: self, resources, inbox, clock: MoveClock::of_move(position, asked) })
    }

    fn take_back(&mut self, place: Place) -> Result<Reply, Refusal> {
        self.game()?;
        let point = point_on(self.size()?, place)?;
        let game = self.game.as_mut().ok_or(Refusal::NoGame)?;
        game.take_back(point).map_err(|error| Refusal::Point(place, error))?;
        self.suggested = false;
        Ok(Reply::Ok)
    }

    fn play(&mut self, place: Place) -> Result<Reply, Refusal> {
        self.game()?;
        let point = point_on(self.size()?, place)?;
        if !self.suggested {
            return Err(Refusal::NoSuggestion);
        }
        let rule = self.rule();
        let game = self.game.as_mut().ok_or(Refusal::NoGame)?;
        let played = game.we_play(point, rule);
        self.is_theirs = played.map_err(|error| Refusal::Point(place, error))?;
        self.suggested = false;
        Ok(Reply::Move(point, None))
    }

    fn forbidden(&self) -> Result<Reply, Refusal> {
        let position = self.game()?.position();
        Ok(Reply::Forbidden(forbidden_points(position, self.rule())))
    }
}

const PASS: Place = (-1, -1);

fn point_on(size: BoardSize, place: Place) -> Result<Point, Refusal> {
    size.point(place.0, place.1).ok_or(Refusal::Point(place, PlayError::OffBoard))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(brain: &mut Brain, command: Command, inbox: &mut dyn Inbox) -> Result<Reply, Refusal> {
        brain.execute(command, Instant::now(), inbox)
    }

    fn on_a_small_board() -> Brain {
        let mut brain = Brain::new(Config::default());
        let start = Command::Start { width: 7, height: 7 };
        ask(&mut brain, start, &mut ()).unwrap();
        brain
    }

    fn four_of_the_opponent() -> Command {
        let theirs = [(1, 0), (2, 0), (3, 0), (4, 0)].map(|place| (place, Field::Opponent));
        let ours = [(0, 0), (6, 6), (6, 4)].map(|place| (place, Field::Own));
        Command::Board([&theirs[..], &ours[..]].concat())
    }

    fn point_of(reply: Result<Reply, Refusal>) -> Point {
        match reply {
            Ok(Reply::Move(point, None)) => point,
            other => panic!("not a move without a search: {other:?}"),
        }
    }

    #[test]
    fn a_broken_engine_still_plays_by_the_rules() {
        let mut brain = on_a_small_board();
        brain.is_broken = true;
        let reply = ask(&mut brain, four_of_the_opponent(), &mut ());
        assert_eq!(point_of(reply), Point::new(5, 0));
        let reply = ask(&mut brain, Command::Turn((3, 3)), &mut ());
        assert!(brain.position().unwrap().stones().len() == 10);
        point_of(reply);
        let taken = ask(&mut brain, Command::Turn((3, 3)), &mut ());
        assert!(matches!(taken, Err(Refusal::Point(..))));
        brain.is_broken = false;
        let restarted = ask(&mut brain, Command::Restart, &mut ());
        assert!(matches!(restarted, Ok(Reply::Ok)));
    }

    fn pondering(game: &[Command]) -> Brain {
        let mut brain = Brain::new(Config::default());
        for info in [Info::TimeoutTurn(20), Info::HashSize(1024), Info::Pondering(true)] {
            ask(&mut brain, Command::Info(info), &mut ()).unwrap();
        }
        for command in game {
            assert!(!brain.may_ponder(), "{command:?}");
            ask(&mut brain, command.clone(), &mut ()).unwrap();
        }
        brain
    }

    const START: Command = Command::Start { width: 15, height: 15 };

    #[test]
    fn what_is_thought_in_the_opponents_time_is_remembered() {
        let mut brain = pondering(&[START, Command::Turn((7, 7))]);
        assert!(brain.may_ponder());
        let before = brain.position().cloned();
        let mut looks = 0;
        brain.ponder(&mut || {
            looks += 1;
            looks > 4000
        });
        assert_eq!(looks, 4001, "it ends when something has come in");
        assert_eq!(brain.position().cloned(), before);
        let Ok(Reply::HashUsage(usage)) = ask(&mut brain, Command::HashUsage, &mut ()) else { panic!("a number") };
        assert!(usage > 0);
        assert!(!brain.may_ponder(), "the opponent has had its say");
    }

    #[test]
    fn pondering_uses_only_the_opponents_time_in_an_unfinished_game() {
        let mut brain = pondering(&[START, Command::Begin]);
        assert!(brain.may_ponder());
        let info = |info| Command::Info(info);
        ask(&mut brain, info(Info::TimeLeft(1000)), &mut ()).unwrap();
        assert!(brain.may_ponder());
        ask(&mut brain, info(Info::MaxNodes(1000)), &mut ()).unwrap();
        assert!(!brain.may_ponder(), "what nodes bound is the same every time");
        let won = [0, 1, 2, 3].map(|x| ((x, 0), Field::Own));
        let theirs = [0, 2, 4, 6].map(|x| ((x, 9), Field::Opponent));
        let board = Command::Board([&won[..], &theirs[..]].concat());
        assert!(!pondering(&[START, board]).may_ponder());
        let mut silent = pondering(&[]);
        ask(&mut silent, info(Info::Pondering(false)), &mut ()).unwrap();
        for command in [START, Command::Turn((7, 7))] {
            ask(&mut silent, command, &mut ()).unwrap();
        }
        assert!(!silent.may_ponder());
    }
}
