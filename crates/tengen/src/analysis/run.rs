//! The searches: threads that take positions from the queue and print answers.

use super::Settings;
use super::answer::{self, Object};
use super::queue::{Job, Queue};
use serde_json::Value;
use std::time::Duration;
use tengen_common::{Report, StopRequest, Stoppable};
use tengen_engine::search::Searcher;
use tengen_engine::study::best_lines;
use tengen_protocol::output::{Lost, print_line};
use tengen_records::judged::Board;

/// Searches positions one after another.
pub struct Worker {
    searcher: Searcher,
    /// Makes searches panic, to test the recovery from bugs.
    #[cfg(test)]
    is_broken: bool,
}

impl Worker {
    /// A worker with these settings.
    pub fn new(settings: &Settings) -> Worker {
        Worker {
            searcher: settings.searcher(),
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
        let fields = self.searcher.catch_panic(|searcher| {
            #[cfg(test)]
            assert!(!is_broken, "it is broken");
            search(searcher, job, print)
        });
        let failed = || failure("internal error: the search failed", None);
        job.answer(fields.unwrap_or_else(failed), false)
    }
}

/// The fields of the answer about a position.
fn search(searcher: &mut Searcher, job: &Job, print: &mut dyn FnMut(Value)) -> Object {
    let query = job.query();
    let mut game = query.game.clone();
    game.moves.truncate(job.turn());
    let board = match Board::of_game(&game) {
        Ok(board) => board,
        Err(error) => return failure(&error, Some("moves")),
    };
    let (position, rule) = (board.position(), board.rule());
    if let Some(ending) = board.ending() {
        let mut fields = answer::position(position, rule, &[]);
        fields.insert("outcome".into(), answer::outcome(ending));
        return fields;
    }
    let mut show = |lines: &[Report]| {
        let fields = answer::position(position, rule, lines);
        print(job.answer(fields, true).into());
    };
    let mut request = || match job.running.is_stopped() {
        true => StopRequest::MoveNow,
        false => StopRequest::GoOn,
    };
    let interval = query.report_every.unwrap_or(Duration::MAX);
    let mut watch = Stoppable::new(&mut request, &mut show).at_intervals(interval);
    let limits = &query.limits;
    let lines = best_lines(searcher, position, rule, limits, query.lines, &mut watch);
    match lines.as_slice() {
        [] => failure("every point on which a move is legal is blocked", Some("blocked")),
        lines => answer::position(position, rule, lines),
    }
}

fn failure(error: &str, field: Option<&str>) -> Object {
    let fields = [("error", Some(error)), ("field", field)];
    let given = fields.into_iter().filter_map(|(name, text)| Some((name.into(), text?.into())));
    given.collect()
}

#[cfg(test)]
mod tests {
    use super::super::request::{Request, read};
    use super::*;
    use tengen_engine::eval::net::Networks;

    #[test]
    fn after_a_panic_the_worker_answers_and_continues() {
        let settings = Settings { networks: Networks::none(), threads: 1, memory: 1 << 20 };
        let mut worker = Worker::new(&settings);
        let line = br#"{"id":"a","moves":"h8","turns":[0,1],"nodes":500}"#;
        let Ok(Request::Analyse(query)) = read(line) else {
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
}
