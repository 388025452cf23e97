//! The searches: threads that take positions from the queue and print answers.

use super::Settings;
use super::answer::{self, Object};
use super::queue::{Job, Queue};
use super::request::{Form, Player, Query};
use serde_json::Value;
use std::time::{Duration, Instant};
use tengen_common::random::Random;
use tengen_common::{Limits, Report, StopRequest, Stoppable};
use tengen_core::board::{Point, PointSet, Position, notation};
use tengen_core::rules::Rule;
use tengen_engine::eval::net::Networks;
use tengen_engine::search::Searcher;
use tengen_engine::study::{best_lines, policy};
use tengen_line_io::output::{Lost, print_line};
use tengen_records::Ending;

/// Searches positions one after another.
pub struct Worker {
    searcher: Searcher,
    networks: Networks,
    threads: usize,
    /// The number of requests to forget that it has followed.
    forgotten: u64,
    /// Makes searches panic, to test the recovery from bugs.
    #[cfg(test)]
    is_broken: bool,
}

impl Worker {
    /// A worker with these settings.
    pub fn new(settings: &Settings) -> Worker {
        Worker {
            searcher: settings.searcher(),
            networks: settings.networks.clone(),
            threads: settings.threads,
            forgotten: 0,
            #[cfg(test)]
            is_broken: false,
        }
    }

    /// Works until the queue is closed and empty.
    ///
    /// # Errors
    /// If an answer cannot be printed.
    pub fn work(&mut self, queue: &Queue) -> Result<(), Lost> {
        while let Some(job) = queue.next() {
            let forgotten = queue.forgotten();
            if std::mem::replace(&mut self.forgotten, forgotten) != forgotten {
                self.searcher.clear();
            }
            let mut lost = None;
            let answer = self.answer(&job, &mut |answer| {
                lost = lost.take().or(print_line(answer).err());
            });
            lost.map_or(Ok(()), Err)?;
            queue.finish(&job, answer, print_line)?;
        }
        Ok(())
    }

    /// The last answer about a position; passes the others to `print`.
    fn answer(&mut self, job: &Job, print: &mut dyn FnMut(Value)) -> Object {
        #[cfg(test)]
        let is_broken = self.is_broken;
        let (networks, query) = (&self.networks, job.query());
        let is_by_nodes = query.limits.nodes.is_some();
        if query.reuse {
            self.searcher.set_threads(self.threads);
        } else {
            // The number of threads divides the memory, and a search by nodes needs only one.
            self.searcher.set_threads(if is_by_nodes { 1 } else { self.threads });
            self.searcher.start_afresh();
        }
        let fields = self.searcher.catch_panic(|searcher| {
            #[cfg(test)]
            assert!(!is_broken, "it is broken");
            search(searcher, networks, job, print)
        });
        let failed = || failure("internal error: the search failed", None);
        job.answer(fields.unwrap_or_else(failed), false)
    }
}

/// The fields of the answer about a position.
fn search(searcher: &mut Searcher, networks: &Networks, job: &Job, print: &mut dyn FnMut(Value)) -> Object {
    let query = job.query();
    let board = query.course.board(job.turn());
    let (position, rule) = (board.position(), board.rule());
    let writer = Writer::new(&query.form, position, rule, networks);
    if let Some(ending) = board.ending() {
        return writer.outcome(ending);
    }
    searcher.set_lead(board.lead(position.to_move()));
    if let Some(player) = &query.player {
        return play(searcher, player, &writer, job);
    }
    let mut show = |lines: &[Report]| print(job.answer(writer.lines(lines), true).into());
    let mut request = || match job.is_stopped() {
        true => StopRequest::MoveNow,
        false => StopRequest::GoOn,
    };
    let interval = query.report_every.unwrap_or(Duration::MAX);
    let mut watch = Stoppable::new(&mut request, &mut show).at_intervals(interval);
    let blocked = query.blocked[position.to_move().index()];
    let limits = Limits { blocked, ..query.limits.clone() };
    let lines = best_lines(searcher, position, rule, &limits, query.lines, &mut watch);
    match lines.as_slice() {
        [] => no_move(query, blocked),
        lines => writer.lines(lines),
    }
}

/// The fields of the answer with a player's move.
fn play(searcher: &mut Searcher, player: &Player, writer: &Writer, job: &Job) -> Object {
    let start = Instant::now();
    let mut request = || match job.is_stopped() || start.elapsed() >= player.time {
        true => StopRequest::MoveNow,
        false => StopRequest::GoOn,
    };
    let mut see = |_: &[Report]| ();
    let watch = &mut Stoppable::new(&mut request, &mut see);
    let &Writer { position, rule, .. } = writer;
    let random = &mut Random::of(player.seed, position.hash());
    let choice = player.level.choose(position, rule, player.time, searcher, random, watch);
    let Some(choice) = choice else { return no_move(job.query(), PointSet::EMPTY) };
    let name = notation::write(choice.point, position.size());
    let mut fields = writer.lines(choice.searched().as_slice());
    fields.insert("level".into(), player.level.to_string().into());
    fields.insert("move".into(), name.into());
    fields
}

fn no_move(query: &Query, blocked: PointSet) -> Object {
    if blocked.is_empty() {
        return failure("no move is legal", None);
    }
    let field = match query.form {
        Form::Own => "blocked",
        Form::Kata(_) => "avoidMoves",
    };
    failure("every point on which a move is legal is blocked", Some(field))
}

/// Writes answers about a position in the dialect of its request.
struct Writer<'a> {
    form: &'a Form,
    position: &'a Position,
    rule: Rule,
    /// The network's expectation of the next move, if the dialect has it and the rule a network.
    policy: Option<Vec<(Point, f32)>>,
}

impl<'a> Writer<'a> {
    fn new(form: &'a Form, position: &'a Position, rule: Rule, networks: &Networks) -> Writer<'a> {
        let policy = match form {
            Form::Own => None,
            Form::Kata(_) => policy(position, rule, networks),
        };
        Writer { form, position, rule, policy }
    }

    fn lines(&self, lines: &[Report]) -> Object {
        match self.form {
            Form::Own => answer::position(self.position, self.rule, lines),
            Form::Kata(form) => form.lines(self.position, self.rule, self.policy.as_deref(), lines),
        }
    }

    fn outcome(&self, ending: Ending) -> Object {
        match self.form {
            Form::Own => {
                let mut fields = self.lines(&[]);
                fields.insert("outcome".into(), answer::outcome(ending));
                fields
            }
            Form::Kata(form) => form.outcome(self.position, self.rule, ending),
        }
    }
}

fn failure(error: &str, field: Option<&str>) -> Object {
    let fields = [("error", Some(error)), ("field", field)];
    let given = fields.into_iter().filter_map(|(name, text)| Some((name.into(), text?.into())));
    given.collect()
}

#[cfg(test)]
mod tests {
    use super::super::read::read;
    use super::super::request::Request;
    use super::*;

    #[test]
    fn after_a_panic_the_worker_answers_and_continues() {
        let settings = Settings { networks: Networks::none(), threads: 1, memory: 1 << 20 };
        let mut worker = Worker::new(&settings);
        let line = br#"{"id":"a","moves":"h8","turns":[0,1],"nodes":500}"#;
        let Ok(Request::Analyse(query, _)) = read(line) else {
            panic!("it is a request");
        };
        let queue = Queue::new(9);
        queue.add(*query).expect("there is room");
        let mut answer = |is_broken| {
            worker.is_broken = is_broken;
            worker.answer(&queue.next().expect("a position"), &mut |_| ())
        };
        let broken = answer(true);
        assert_eq!(broken["error"], "internal error: the search failed");
        assert_eq!((&broken["id"], &broken["turn"]), (&"a".into(), &0.into()));
        assert!(answer(false)["lines"][0]["moves"].is_array());
    }

    /// The best line after these moves in a continuous game.
    fn best_line(moves: &str) -> Value {
        let settings = Settings { networks: Networks::none(), threads: 1, memory: 1 << 20 };
        let line = format!(r#"{{"id":"a","moves":"{moves}","rule":"freestyle+continuous","nodes":500}}"#);
        let Ok(Request::Analyse(query, _)) = read(line.as_bytes()) else {
            panic!("it is a request");
        };
        let queue = Queue::new(9);
        queue.add(*query).expect("there is room");
        let job = queue.next().expect("a position");
        Worker::new(&settings).answer(&job, &mut |_| ())["lines"][0].clone()
    }

    #[test]
    fn a_five_in_a_continuous_game_is_a_point_and_its_win_rate_knows_the_points_so_far() {
        let first = best_line("a1a6b1d8c1j10d1l5");
        assert_eq!(first["score"], serde_json::json!({ "point_in": 1 }));
        let rate = |line: &Value| line["win_rate"].as_f64().expect("a number");
        assert!((0.6..0.8).contains(&rate(&first)), "{first}");
        let equal = best_line("a1a6b1d8c1j10d1l5e1a15o1b15o3c15o5d15o7");
        assert_eq!(equal["score"], serde_json::json!({ "point_in": 1 }));
        assert!((rate(&equal) - 0.5).abs() < 0.001, "it only makes 1:1: {equal}");
    }
}
