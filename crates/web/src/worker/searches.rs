//! The searches that a page can request.

use super::callback::{Shown, TaskCallback};
use super::line_text::line_text;
use super::{Channel, MOST_LINES, Settings, Task, USUAL_MEMORY, Urgency};
use crate::game::{GameText, named};
use crate::opening::{OpeningText, written};
use crate::wire::{Ask, Means, Reply, Solved};
use std::time::Duration;
use tengen_common::processors;
use tengen_common::random::Random;
use tengen_common::time::{Stage, TimePlan, TimeSettings};
use tengen_common::{Limits, Report, Score, StopRequest};
use tengen_core::board::{Point, PointSet, Position, notation};
use tengen_engine::level::{LEVELS, Level};
use tengen_engine::search::{Balance, Searcher};
use tengen_engine::study::{self, Finding, Problem, Resistance};
use tengen_records::judged::Board;

/// The maximum duration of a search.
const LONGEST: Duration = Duration::from_secs(24 * 3600);

/// Nodes and bytes for each reply to a threat.
const RESIST_NODES: u64 = 50_000;
const RESIST_MEMORY: usize = 1 << 20;

/// The state of a runner.
pub(super) struct Context {
    settings: Settings,
    searcher: Searcher,
    random: Random,
}

/// The number of threads of an analysis: as many as can run in parallel, or fewer if the page asks for fewer.
fn threads(means: &Means) -> usize {
    let most = processors::count();
    means.threads.map_or(most, |threads| threads.clamp(1, most))
}

impl Context {
    /// A context with these settings.
    pub fn new(settings: &Settings) -> Context {
        let memory = settings.memory.min(USUAL_MEMORY);
        Context {
            settings: settings.clone(),
            searcher: Searcher::judging_by(&settings.networks, memory),
            random: Random::new(Random::unknown_seed()),
        }
    }

    /// Runs a task and returns its result.
    ///
    /// # Errors
    /// A message.
    pub fn carry_out(&mut self, task: &Task, channel: &Channel) -> Result<Reply, String> {
        self.searcher.set_threads(1);
        match &task.ask {
            Ask::Play { level, time, clock, .. } => self.play(task, channel, *level, *time, *clock),
            Ask::Analyse { lines, blocked, time, means, .. } => {
                self.analyse(task, channel, *lines, blocked, *time, means)
            }
            Ask::Balance { pair, value, time, .. } => {
                self.balance(task, channel, *pair, *value, *time)
            }
            Ask::Solve { fours, time, means, .. } => {
                Ok(self.solve(task, channel, *fours, *time, means))
            }
            Ask::Resist { time, .. } => self.resist(task, channel, *time),
            Ask::Review { game, nodes } => self.review(task, channel, game, *nodes),
            Ask::OpenGame { opening, level, time, .. } => {
                self.open_game(task, channel, opening, (*level, *time))
            }
            _ => Err("that is no search".into()),
        }
    }

    fn bytes(&self, megabytes: Option<usize>) -> usize {
        let wanted = megabytes.map(|mb| mb.saturating_mul(1 << 20));
        let wanted = wanted.unwrap_or(USUAL_MEMORY);
        wanted.min(self.settings.memory).max(Searcher::MIN_MEMORY)
    }

    fn play(
        &mut self,
        task: &Task,
        channel: &Channel,
        level: usize,
        time: u64,
        clock: Option<u64>,
    ) -> Result<Reply, String> {
        let level = level_of(level)?;
        let (position, rule) = (task.game.position(), task.game.rule());
        let time = thinking_time(time, clock, position);
        let mut watch = TaskCallback::new(task, channel, Shown::Best);
        let choice =
            level.choose(position, rule, time, &mut self.searcher, &mut self.random, &mut watch);
        let size = position.size();
        Ok(Reply::Chosen {
            point: choice.as_ref().map(|c| notation::write(c.point, size)),
            line: choice.and_then(|c| c.report).map(|r| line_text(&r, size)),
        })
    }

    fn analyse(
        &mut self,
        task: &Task,
        channel: &Channel,
        lines: usize,
        blocked: &str,
        time: Option<u64>,
        means: &Means,
    ) -> Result<Reply, String> {
        let (position, rule) = (task.game.position(), task.game.rule());
        let size = position.size();
        let blocked: PointSet = notation::read(blocked, size)?.into_iter().collect();
        let limits = Limits {
            time: time.map(|time| TimePlan::fixed(milliseconds(time))),
            blocked,
            analysis: true,
            ..Limits::default()
        };
        let bytes = self.bytes(means.memory);
        self.searcher.set_memory(bytes);
        self.searcher.set_threads(threads(means));
        let mut watch = TaskCallback::new(task, channel, Shown::All);
        let count = lines.clamp(1, MOST_LINES);
        let found =
            study::best_lines(&mut self.searcher, position, rule, &limits, count, &mut watch);
        if found.is_empty() {
            return Err("no legal point is left that is not blocked".into());
        }
        let lines = found.iter().map(|report| line_text(report, size)).collect();
        Ok(Reply::Lines { lines })
    }

    fn balance(
        &mut self,
        task: &Task,
        channel: &Channel,
        pair: bool,
        value: i32,
        time: u64,
    ) -> Result<Reply, String> {
        let (position, rule) = (task.game.position(), task.game.rule());
        let limits =
            Limits { time: Some(TimePlan::fixed(milliseconds(time))), ..Limits::default() };
        let value = value.clamp(-Balance::LARGEST, Balance::LARGEST);
        let wish = Balance { pair, value };
        let mut watch = TaskCallback::new(task, channel, Shown::Best);
        let found = self.searcher.search_balance(position, rule, &limits, wish, &mut watch);
        let report = found.ok_or("nothing can be laid that would not decide the game")?;
        Ok(Reply::Even { line: line_text(&report, position.size()), stones: 1 + usize::from(pair) })
    }

    fn solve(
        &mut self,
        task: &Task,
        channel: &Channel,
        fours: bool,
        time: u64,
        means: &Means,
    ) -> Reply {
        let position = task.game.position();
        let problem = Problem {
            position,
            rule: task.game.rule(),
            fours_only: fours,
            nodes: u64::MAX,
            threads: threads(means),
            time: milliseconds(time),
            memory: self.bytes(means.memory),
            hasty: false,
        };
        let is_over = || channel.wish(task) != StopRequest::GoOn;
        let solved = study::solve(&problem, &is_over);
        let (finding, moves) = match &solved.finding {
            Finding::Win(line, _) => ("win", named(line.iter().copied(), position.size())),
            Finding::None => ("none", String::new()),
            Finding::NotFound => ("unknown", String::new()),
        };
        Reply::Solved(Solved {
            what: solved.what,
            finding,
            moves,
            nodes: solved.nodes,
            time: solved.elapsed.as_millis() as u64,
        })
    }

    fn resist(&mut self, task: &Task, channel: &Channel, time: u64) -> Result<Reply, String> {
        let position = task.game.position();
        let problem = Problem {
            position,
            rule: task.game.rule(),
            fours_only: false,
            nodes: RESIST_NODES,
            threads: 1,
            time: milliseconds(time),
            memory: RESIST_MEMORY,
            hasty: true,
        };
        let is_over = || channel.wish(task) != StopRequest::GoOn;
        let found = study::resist(&problem, &is_over).ok_or("nothing can be played")?;
        let (point, holds) = match found {
            Resistance::Holds(point) => (point, true),
            Resistance::Longest(point, _) => (Some(point), false),
        };
        let point = point.map(|point| notation::write(point, position.size()));
        Ok(Reply::Resisted { point, holds })
    }

    /// Reviews the positions of a game from the last to the first, so that the result of the next position is known.
    fn review(
        &mut self,
        task: &Task,
        channel: &Channel,
        game: &GameText,
        nodes: u64,
    ) -> Result<Reply, String> {
        let game = game.read()?;
        let mut next = None;
        for after in (0..=game.moves.len()).rev() {
            let mut part = game.clone();
            part.moves.truncate(after);
            let board = Board::of_game(&part)?;
            let known = next.as_ref().map(|next| (game.moves[after].point, next));
            let mut watch = TaskCallback::new(task, channel, Shown::Nothing);
            let judged = match board.ending() {
                Some(_) => None,
                None => self.judge(&board, nodes.max(1), known, &mut watch),
            };
            if channel.wish(task) != StopRequest::GoOn {
                break; // the result of an aborted search is not reliable
            }
            let best = judged.as_ref().map(|report| line_text(report, game.size));
            channel.send(task, Reply::Judged { after, line: best }, Urgency::Must);
            next = judged;
        }
        Ok(Reply::Done)
    }

    /// Evaluates a position of a game. `known` is the move played there and the report of the position after it, whose
    /// proofs count here too: a win of it is a win here. If the move played loses and looked best, the other moves are
    /// searched: if they lose as well, the position is lost.
    fn judge(
        &mut self,
        board: &Board,
        nodes: u64,
        known: Option<(Point, &Report)>,
        watch: &mut TaskCallback,
    ) -> Option<Report> {
        let mut search = |blocked: PointSet| {
            let limits =
                Limits { nodes: Some(nodes), blocked, analysis: true, ..Limits::default() };
            self.searcher.search(board.position(), board.rule(), &limits, watch)
        };
        let found = search(PointSet::EMPTY)?;
        let Some((point, next)) = known.filter(|(_, next)| next.score.is_proven()) else {
            return Some(found);
        };
        let played = behind(point, next);
        let looks_best = found.best_move() == point && !found.score.is_proven();
        if played.score > found.score {
            return Some(played);
        }
        if !looks_best {
            return Some(found);
        }
        let other = search([point].into_iter().collect());
        Some(other.filter(|other| other.score > played.score).unwrap_or(played))
    }

    /// Answers in an opening rule.
    fn open_game(
        &mut self,
        task: &Task,
        channel: &Channel,
        text: &OpeningText,
        (level, time): (usize, u64),
    ) -> Result<Reply, String> {
        let Ask::OpenGame { game, .. } = &task.ask else {
            return Err("that is no opening".into());
        };
        let opening = text.read(game)?;
        let chosen = level_of(level)?.choose_in_opening(
            &opening,
            task.game.rule(),
            milliseconds(time),
            &mut self.searcher,
            &mut self.random,
            &mut || channel.wish(task),
        );
        let answers = chosen.ok_or("the opening has no decision to make")?;
        Ok(Reply::Opened { answers: written(&opening, &answers) })
    }
}

fn level_of(number: usize) -> Result<Level, String> {
    let level = number.checked_sub(1).and_then(|index| LEVELS.get(index));
    level.copied().ok_or_else(|| format!("the levels are 1 to {}", LEVELS.len()))
}

fn milliseconds(time: u64) -> Duration {
    Duration::from_millis(time).min(LONGEST)
}

/// The thinking time for a move; less if the game clock is running down.
fn thinking_time(time: u64, clock: Option<u64>, position: &Position) -> Duration {
    let Some(left) = clock else {
        return milliseconds(time);
    };
    let whole = |time: u64| i64::try_from(time).unwrap_or(i64::MAX);
    let settings = TimeSettings {
        timeout_turn: (time > 0).then_some(whole(time)),
        time_left: Some(whole(left)),
        ..TimeSettings::default()
    };
    settings.plan(Stage::of(position)).optimum
}

/// The report of a position derived from a move and the report of the position after it.
fn behind(point: Point, next: &Report) -> Report {
    let score = match (next.score.loss_distance(), next.score.win_distance()) {
        (Some(plies), _) => Score::win_in(plies + 1),
        (_, Some(plies)) => Score::loss_in(plies + 1),
        _ => -next.score,
    };
    let mut line = vec![point];
    line.extend(&next.line);
    Report {
        score,
        line,
        depth: next.depth + 1,
        selective_depth: next.selective_depth + 1,
        ..next.clone()
    }
}
