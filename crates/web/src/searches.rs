//! Searches for a page: questions become tasks of [`tengen_session::service`], and events become replies.

use super::game::GameText;
use super::line_text::line_text;
use super::opening::written;
use super::verdict_text::verdict_text;
use super::wire::{Goal, Means, Message, PlanText, Reply, Search, Solved};
use crate::Remark;
use crate::proofs::Proofs;
use std::sync::Arc;
use std::time::Duration;
use tengen_common::random::Random;
use tengen_common::time::{Stage, TimeSettings};
use tengen_common::{Limits, Shortening};
use tengen_core::board::{BoardSize, Point, Position, notation};
use tengen_core::game::Game;
use tengen_core::rules::opening::Opening;
use tengen_engine::eval::net::Networks;
use tengen_engine::search::Balance;
use tengen_engine::study::{self, Finding, Resistance, Solution};
use tengen_engine::threat::proof::{Plan, ProofStep};
use tengen_session::level::{Choice, LEVELS, Level};
use tengen_session::service::{self, Event, Judged, MemoryPool, Outcome, Resources, Reviewed, Task, Work};

pub const MOST_LINES: usize = 10;
/// The default number of bytes for a search.
pub const USUAL_MEMORY: usize = 128 << 20;
/// Nodes and resources for each reply to a threat.
const RESIST_NODES: u64 = 50_000;
const RESIST: Resources = Resources { threads: 1, memory: 1 << 20 };
const LONGEST: Duration = Duration::from_secs(24 * 3600);

/// The settings of a service for searches with at most `memory` bytes, and no more than a pool allows.
pub fn settings(memory: usize, pool: Option<Arc<MemoryPool>>, networks: Networks) -> service::Settings {
    let settings = service::Settings::new(&networks, memory.min(USUAL_MEMORY), 1);
    service::Settings { pool, seed: Random::unknown_seed(), ..settings }
}

/// Whether a message may be dropped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Urgency {
    /// It must arrive.
    Must,
    /// A newer one will replace it.
    May,
}

/// The task of a question. Its search uses at most these resources, and plays by a proof if it is to be perfect.
pub fn task(search: &Search, most: Resources, proofs: &Proofs) -> Result<Task, Remark> {
    let board = search.game.board()?;
    if board.ending().is_some() && !matches!(search.goal, Goal::Review { .. } | Goal::Judge { .. }) {
        return Err(Remark::GameOver);
    }
    let position = board.position();
    let (work, limits, resources) = work(search, position, most)?;
    let lead = board.lead(position.to_move());
    let proof = match search.goal {
        Goal::Play { perfect: true, .. } => {
            let proof = proofs.of(position, board.rule());
            Some(proof.ok_or(Remark::NoProof)?)
        }
        Goal::Solve { perfect: true, .. } => proofs.of(position, board.rule()),
        _ => None,
    };
    // A weak level does not use what hints and warnings have found.
    let afresh = matches!(work, Work::Move { level, .. } if !level.is_for_time());
    let ponder = matches!(search.goal, Goal::Play { ponder: true, .. });
    Ok(Task { lead, limits, resources, proof, afresh, ponder, ..Task::new(position.clone(), board.rule(), work) })
}

fn work(
    Search { game, goal }: &Search,
    position: &Position,
    most: Resources,
) -> Result<(Work, Limits, Option<Resources>), Remark> {
    let for_time = |time: u64| Limits::time(milliseconds(time));
    Ok(match goal {
        &Goal::Play { level, time, clock, .. } => {
            let level = level_of(level)?;
            (Work::Move { level, seed: None }, level.limits(thinking_time(time, clock, position)), None)
        }
        &Goal::Analyse { lines, ref blocked, time, nodes, depth, ref means } => {
            let blocked = notation::read(blocked, position.size())?.into_iter().collect();
            let limits = Limits { blocked, nodes, depth, ..time.map_or_else(Limits::default, for_time) };
            (Work::Lines(lines.clamp(1, MOST_LINES)), limits, Some(resources(means, most)))
        }
        &Goal::Balance { pair, value, time } => {
            let value = value.clamp(-Balance::LARGEST, Balance::LARGEST);
            (Work::Balance(Balance { pair, value }), for_time(time), None)
        }
        Goal::Prove => return Err(Remark::NoProving),
        Goal::Solve { fours, perfect, shorter, time, means } => {
            let by = match (fours, perfect) {
                (_, true) => study::Means::Proof,
                (true, _) => study::Means::Fours,
                _ => study::Means::Threats,
            };
            let shortening = if *shorter { Shortening::UntilProven } else { Shortening::Fixed };
            (Work::Win(by), Limits { shortening, ..for_time(*time) }, Some(resources(means, most)))
        }
        &Goal::Resist { time } => {
            let limits = Limits { nodes: Some(RESIST_NODES), ..for_time(time) };
            (Work::Resist { hasty: true }, limits, Some(RESIST))
        }
        &Goal::Review { nodes } => (Work::Review(reviewed(game)?), Limits::nodes(nodes.max(1)), None),
        &Goal::Judge { nodes, time } => {
            let mut game = reviewed(game)?;
            let before = game.len().checked_sub(2).ok_or(Remark::GameEmpty)?;
            let limits = Limits { nodes: Some(nodes.max(1)), ..for_time(time) };
            (Work::Review(game.split_off(before)), limits, None)
        }
        Goal::OpenGame { opening, level, time } => {
            let (opening, level) = (Box::new(opening.read(game)?), level_of(*level)?);
            (Work::Opening { opening, level }, for_time(*time), None)
        }
    })
}

/// The positions of a game, from the first to the last.
fn reviewed(game: &GameText) -> Result<Vec<Reviewed>, Remark> {
    let game = game.read()?;
    let boards = game.steps()?;
    let reviewed = |board: &Game| {
        let open = board.ending().is_none().then(|| board.position().clone());
        (open, board.lead(board.to_move()))
    };
    Ok(Reviewed::game(boards.iter().map(reviewed), game.points()))
}

/// As many threads as possible, or fewer if the page asks for fewer; memory likewise.
fn resources(means: &Means, most: Resources) -> Resources {
    let wanted = means.memory.map_or(USUAL_MEMORY, |mb| mb.saturating_mul(1 << 20));
    Resources {
        threads: means.threads.map_or(most.threads, |threads| threads.clamp(1, most.threads)),
        memory: wanted.min(most.memory).max(Resources::MIN_MEMORY),
    }
}

fn level_of(number: usize) -> Result<Level, Remark> {
    let level = number.checked_sub(1).and_then(|index| LEVELS.get(index));
    level.copied().ok_or(Remark::Levels { most: LEVELS.len() })
}

fn milliseconds(time: u64) -> Duration {
    Duration::from_millis(time).min(LONGEST)
}

/// The thinking time for a move; less if the game clock is running down.
fn thinking_time(time: u64, clock: Option<u64>, position: &Position) -> Duration {
    let Some(left) = clock else { return milliseconds(time) };
    let whole = |time: u64| i64::try_from(time).unwrap_or(i64::MAX);
    let settings = TimeSettings {
        timeout_turn: (time > 0).then_some(whole(time)),
        time_left: Some(whole(left)),
        ..TimeSettings::default()
    };
    settings.plan(Stage::of(position)).optimum
}

/// What is needed to turn the events of a task into messages about its question.
pub struct Context {
    id: u32,
    size: BoardSize,
    /// All lines of a search are shown, not only the best one.
    all_lines: bool,
    /// The move, or pair of moves, that makes the position even.
    stones: usize,
    opening: Option<Box<Opening>>,
}

impl Context {
    pub fn new(id: u32, task: &Task) -> Context {
        Context {
            id,
            size: task.position.size(),
            all_lines: matches!(task.work, Work::Lines(_)),
            stones: match task.work {
                Work::Balance(wish) => 1 + usize::from(wish.pair),
                _ => 0,
            },
            opening: match &task.work {
                Work::Opening { opening, .. } => Some(opening.clone()),
                _ => None,
            },
        }
    }

    pub fn message(&self, event: Event) -> (Message, Urgency) {
        match event {
            Event::Lines(lines) => {
                let mut lines: Vec<_> = lines.iter().map(|r| line_text(r, self.size)).collect();
                let reply = match self.all_lines {
                    true => Reply::Lines { lines },
                    false => Reply::Seen { line: lines.swap_remove(0) },
                };
                (Message::on_the_way(self.id, reply), Urgency::May)
            }
            Event::Judged(Judged { after, report, verdict }) => {
                let line = report.map(|report| line_text(&report, self.size));
                let verdict = verdict.map(|verdict| verdict_text(&verdict, self.size));
                let reply = Reply::Judged { after, line, verdict };
                (Message::on_the_way(self.id, reply), Urgency::Must)
            }
            Event::Done(outcome) => self.last(self.reply(outcome)),
            Event::Failed => self.last(Err(Remark::Failed)),
        }
    }

    fn last(&self, reply: Result<Reply, Remark>) -> (Message, Urgency) {
        (Message::last(self.id, reply.unwrap_or_else(Reply::refused)), Urgency::Must)
    }

    fn reply(&self, outcome: Outcome) -> Result<Reply, Remark> {
        let size = self.size;
        Ok(match outcome {
            Outcome::Move(choice) => Reply::Chosen {
                point: choice.as_ref().map(|choice| notation::write(choice.point, size)),
                line: choice.and_then(Choice::searched).map(|report| line_text(&report, size)),
            },
            Outcome::Opening(answers) => {
                let decided = self.opening.as_ref().zip(answers);
                let (opening, answers) = decided.ok_or(Remark::NoDecision)?;
                Reply::Opened { answers: written(opening, &answers) }
            }
            Outcome::Lines(found) if found.is_empty() => {
                return Err(Remark::AllBlocked);
            }
            Outcome::Lines(found) => {
                Reply::Lines { lines: found.iter().map(|report| line_text(report, size)).collect() }
            }
            Outcome::Balance(found) => {
                let report = found.ok_or(Remark::NothingEven)?;
                Reply::Even { line: line_text(&report, size), stones: self.stones }
            }
            Outcome::Win(solution, proof) => Reply::Solved(solved(&solution, &proof, size)),
            Outcome::Resist(found) => {
                let (point, holds) = match found.ok_or(Remark::NothingPlayed)? {
                    Resistance::Holds(point) => (point, true),
                    Resistance::Longest(point, _) => (Some(point), false),
                };
                let point = point.map(|point| notation::write(point, size));
                Reply::Resisted { point, holds }
            }
            Outcome::Review | Outcome::Policy(_) | Outcome::Evaluate(_) => Reply::Done,
        })
    }
}

fn solved(solution: &Solution, proof: &[ProofStep], size: BoardSize) -> Solved {
    let (finding, moves) = match &solution.finding {
        Finding::Win(line, _) => ("win", notation::list(line, size)),
        Finding::None => ("none", String::new()),
        Finding::NotFound => ("unknown", String::new()),
    };
    Solved {
        what: solution.what.name(),
        finding,
        shortest: solution.is_shortest,
        moves,
        proof: proof.iter().map(|step| plan_text(step, size)).collect(),
        nodes: solution.nodes,
        time: solution.elapsed.as_millis() as u64,
    }
}

fn plan_text(ProofStep { plan, plies, next, .. }: &ProofStep, size: BoardSize) -> PlanText {
    let text = |points: &[Point]| notation::list(points, size);
    let (moves, fours, replies) = match plan {
        Plan::Fours(line) => (text(line), String::new(), &[][..]),
        Plan::Threat(threat) => (text(&[threat.point]), text(&threat.fours), &threat.replies[..]),
    };
    let number = |&step: &Option<usize>| step.and_then(|step| u32::try_from(step).ok());
    let replies = replies.iter().zip(next).map(|(&reply, step)| (text(&[reply]), number(step)));
    PlanText { moves, fours, replies: replies.collect(), plies: *plies }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_gets_the_threads_and_memory_it_asks_for_up_to_the_limits() {
        let most = Resources { threads: 4, memory: 512 << 20 };
        let given = |threads, memory| {
            let given = resources(&Means { memory, threads }, most);
            (given.threads, given.memory >> 20)
        };
        assert_eq!(given(None, None), (4, 128));
        assert_eq!(given(Some(3), Some(256)), (3, 256));
        assert_eq!(given(Some(0), Some(512)), (1, 512));
        assert_eq!(given(Some(9), Some(1024)), (4, 512));
    }
}
