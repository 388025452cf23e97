//! The searches: threads that take positions from the queue and print answers.

use super::queue::{Job, Queue};
use super::request::{Form, Query};
use serde_json::Value;
use tengen_common::{Report, StopRequest};
use tengen_core::board::{Point, PointSet, notation};
use tengen_line_io::output::{Lost, print_line};
use tengen_records::Ending;
use tengen_session::level::Choice;
use tengen_session::service::{Event, FAILED, Outcome, Resources, Runner, Settings, Task, Work};
use tengen_terminal::answer::{self, Object};

pub struct SearchWorker {
    runner: Runner,
    settings: Settings,
    /// The number of requests to forget that it has followed.
    forgotten: u64,
}

impl SearchWorker {
    pub fn new(settings: &Settings) -> SearchWorker {
        SearchWorker { runner: Runner::new(settings.clone()), settings: settings.clone(), forgotten: 0 }
    }

    /// Works until the queue is closed and empty.
    pub fn work(&mut self, queue: &Queue) -> Result<(), Lost> {
        while let Some(job) = queue.next() {
            let forgotten = queue.forgotten();
            let afresh = std::mem::replace(&mut self.forgotten, forgotten) != forgotten;
            let mut lost = None;
            let answer = self.answer(&job, afresh, &mut |answer| {
                lost = lost.take().or(print_line(answer).err());
            });
            lost.map_or(Ok(()), Err)?;
            queue.finish(&job, answer, print_line)?;
        }
        Ok(())
    }

    /// The last answer about a position; passes the others to `print`.
    fn answer(&mut self, job: &Job, afresh: bool, print: &mut dyn FnMut(Value)) -> Object {
        let query = job.query();
        if let Form::Proof(form) = &query.form {
            let mut show = |fields| print(job.answer(fields, true).into());
            return job.answer(form.search(self.settings.memory, &|| job.is_stopped(), &mut show), false);
        }
        let board = query.course.board(job.turn());
        let mut task = query.task(&board);
        if task.afresh && task.limits.nodes.is_some() {
            // The number of threads divides the memory, and a search by nodes needs only one.
            task.resources = Some(Resources { threads: 1, memory: self.settings.memory });
        }
        task.afresh |= afresh;
        let writer = self.writer(query, &task);
        let fields = match board.ending() {
            Some(ending) => writer.outcome(ending),
            None => self.search(&task, &writer, job, print),
        };
        job.answer(fields, false)
    }

    /// The fields of the answer about a position in which a move can be played.
    fn search(&mut self, task: &Task, writer: &Writer, job: &Job, print: &mut dyn FnMut(Value)) -> Object {
        let mut request = || StopRequest::now_if(job.is_stopped());
        let mut listener = |event| {
            if let Event::Lines(lines) = event {
                print(job.answer(writer.lines(&lines), true).into());
            }
        };
        match self.runner.answer(task, &mut request, &mut listener) {
            Some(Outcome::Lines(lines)) if !lines.is_empty() => writer.lines(&lines),
            Some(Outcome::Move(Some(choice))) => writer.choice(choice),
            Some(_) => no_move(job.query(), task.limits.blocked),
            None => failure(FAILED, None),
        }
    }

    fn writer<'a>(&mut self, query: &'a Query, task: &'a Task) -> Writer<'a> {
        let mut ask = || {
            let question = Task { work: Work::Policy, ..task.clone() };
            match self.runner.finish(&question) {
                Some(Outcome::Policy(policy)) => policy,
                _ => None,
            }
        };
        let policy = matches!(query.form, Form::Kata(_)).then(&mut ask).flatten();
        Writer { form: &query.form, task, policy }
    }
}

fn no_move(query: &Query, blocked: PointSet) -> Object {
    if blocked.is_empty() {
        return failure("no move is legal", None);
    }
    let field = match query.form {
        Form::Own | Form::Proof(_) => "blocked",
        Form::Kata(_) => "avoidMoves",
    };
    failure("every point on which a move is legal is blocked", Some(field))
}

/// Writes answers about a position in the dialect of its request.
struct Writer<'a> {
    form: &'a Form,
    task: &'a Task,
    /// The network's expectation of the next move, if the dialect has it and the rule a network.
    policy: Option<Vec<(Point, f32)>>,
}

impl Writer<'_> {
    fn lines(&self, lines: &[Report]) -> Object {
        let Task { position, rule, .. } = self.task;
        match self.form {
            Form::Own | Form::Proof(_) => answer::position(position, *rule, lines),
            Form::Kata(form) => form.lines(position, *rule, self.policy.as_deref(), lines),
        }
    }

    fn choice(&self, choice: Choice) -> Object {
        let name = notation::write(choice.point, self.task.position.size());
        let mut fields = self.lines(choice.searched().as_slice());
        if let Work::Move { level, .. } = &self.task.work {
            fields.insert("level".into(), level.to_string().into());
        }
        fields.insert("move".into(), name.into());
        fields
    }

    fn outcome(&self, ending: Ending) -> Object {
        match self.form {
            Form::Own | Form::Proof(_) => {
                let mut fields = self.lines(&[]);
                fields.insert("outcome".into(), answer::outcome(ending));
                fields
            }
            Form::Kata(form) => form.outcome(&self.task.position, self.task.rule, ending),
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
    use tengen_engine::eval::net::Networks;

    #[test]
    fn after_a_panic_the_worker_answers_and_continues() {
        let mut worker = SearchWorker::new(&Settings::new(&Networks::none(), 1 << 20, 1));
        let line = br#"{"id":"a","moves":"h8","turns":[0,1],"nodes":5000,"report_every":0.001}"#;
        let Ok(Request::Analyse(query, _)) = read(line) else { panic!("it is a request") };
        let queue = Queue::new(9);
        queue.add(*query).expect("there is room");
        let mut answer = |print: &mut dyn FnMut(Value)| worker.answer(&queue.next().expect("a position"), false, print);
        let broken = answer(&mut |_| panic!("it is broken"));
        assert_eq!(broken["error"], "internal error: the search failed");
        assert_eq!((&broken["id"], &broken["turn"]), (&"a".into(), &0.into()));
        assert!(answer(&mut |_| ())["lines"][0]["moves"].is_array());
    }
}
