//! Proofs: the action `prove`.

use super::queue::Job;
use super::request::{Form, Points, Query, Rejected, fields, game, parsed, time};
use serde::Deserialize;
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tengen_certificate::{Certificate, Head, Link, ProofWalk, check, fives, write};
use tengen_common::{Limits, processors};
use tengen_core::board::{BoardSize, Colour, Point, Position, notation};
use tengen_core::rules::{Outcome, Rule, judge};
use tengen_prover::{Alone, Log, Setting, Settings, prove};
use tengen_session::service::{Task, Work};
use tengen_terminal::answer::Object;

/// How a proof is searched and shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProofForm {
    head: Head,
    /// Memory for the positions of the proof in bytes.
    memory: usize,
    /// The plies of the tree in the answer.
    plies: usize,
}

/// The fields of the action.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ProofFields {
    id: String,
    moves: Points,
    #[serde(default, deserialize_with = "parsed")]
    rule: Option<Rule>,
    #[serde(default, deserialize_with = "parsed")]
    board: Option<BoardSize>,
    #[serde(default, deserialize_with = "time")]
    time: Option<Duration>,
    #[serde(default, deserialize_with = "time")]
    report_every: Option<Duration>,
    #[serde(default)]
    priority: i64,
    memory: Option<u32>,
    plies: Option<u16>,
}

const USUAL_TIME: Duration = Duration::from_secs(60);
const USUAL_MEMORY: u32 = 1024;
const USUAL_PLIES: u16 = 5;
/// The most moves in the tree of an answer.
const MOST_MOVES: usize = 100_000;

/// Reads the action's other fields.
///
/// # Errors
/// The first field that is wrong, missing or unknown.
pub fn query(object: Object) -> Result<Query, Rejected> {
    let ProofFields { id, moves, rule, board, time, report_every, priority, memory, plies } = fields(object)?;
    let course = game(moves, rule, board)?;
    let end = course.board(course.len());
    if end.ending().is_some() {
        return Err(Rejected::of_field("moves", "the game is over"));
    }
    let field = if end.rule().continuous { "rule" } else { "moves" };
    let head = Head::of(end.position(), end.rule()).map_err(|error| Rejected::of_field(field, error))?;
    let limits = Limits::time(time.unwrap_or(USUAL_TIME));
    let every = report_every.unwrap_or(Duration::MAX);
    let memory = (memory.unwrap_or(USUAL_MEMORY) as usize) << 20;
    Ok(Query {
        id,
        turns: vec![course.len()],
        course,
        priorities: vec![priority],
        blocked: Default::default(),
        task: Task { limits, every, ..Task::new(end.position().clone(), end.rule(), Work::Lines(1)) },
        form: Form::Proof(ProofForm { head, memory, plies: plies.unwrap_or(USUAL_PLIES).into() }),
    })
}

impl ProofForm {
    /// Searches for the proof with this memory for tables, in bytes; returns the fields of the answer, and passes those about
    /// the progress to `show`.
    pub fn search(&self, job: &Job, tables: usize, show: &mut dyn FnMut(Object)) -> Object {
        let limits = &job.query().task.limits;
        let time = limits.time.map_or(USUAL_TIME, |plan| plan.maximum);
        let (setting, start) = (Setting::of(&self.head), Instant::now());
        let is_over = || job.is_stopped() || start.elapsed() >= time;
        let settings = Settings { head: self.head.clone(), first: None, time, memory: self.memory };
        let mut crew = Alone::new(&setting, tables, &is_over);
        let mut shown = start;
        let proved = prove(&settings, &mut crew, &mut Log::none(), &is_over, &mut |progress| {
            if shown.elapsed() >= job.query().task.every {
                shown = Instant::now();
                show(Object::from_iter([("progress".into(), progress.json())]));
            }
        });
        let size = self.head.size;
        let names = |points: &[Point]| -> Value {
            points.iter().map(|&point| notation::write(point, size)).collect::<Vec<_>>().into()
        };
        let proved = match proved {
            Ok(proved) => proved,
            Err(error) => return Object::from_iter([("error".into(), error.to_string().into())]),
        };
        let mut fields = Object::from_iter([("progress".into(), proved.progress.json())]);
        let checked = proved.certificate.map(|proof| check(&write(&proof), processors::count()).map(|it| (proof, it)));
        match checked {
            None => {
                fields.insert("proven".into(), false.into());
                fields.insert("open".into(), proved.open.iter().map(|line| names(line)).collect());
            }
            Some(Err(wrong)) => {
                fields.insert("error".into(), wrong.to_string().into());
            }
            Some(Ok((proof, summary))) => {
                fields.insert("proven".into(), true.into());
                fields.insert("plies".into(), summary.plies.into());
                fields.insert("positions".into(), summary.positions.into());
                fields.insert("tree".into(), ProofTree::of(&proof).written(self.plies));
            }
        }
        fields
    }
}

/// Writes the first plies of a proof.
struct ProofTree<'a> {
    proof: &'a Certificate,
    position: Position,
    attacker: Colour,
    moves: usize,
}

impl ProofTree<'_> {
    fn of(proof: &Certificate) -> ProofTree<'_> {
        let position = proof.head.position().expect("it has passed the check");
        let attacker = position.to_move();
        ProofTree { proof, position, attacker, moves: 0 }
    }

    fn written(mut self, plies: usize) -> Value {
        self.attack(&ProofWalk::plain(Link::plain(self.proof.root)), plies)
    }

    fn name(&self, point: Point) -> String {
        notation::write(point, self.proof.head.size)
    }

    /// The attacker's move and what follows it.
    fn attack(&mut self, walk: &ProofWalk, plies: usize) -> Value {
        let Certificate { head: Head { rule, size, .. }, nodes, .. } = self.proof;
        let point = walk.point(nodes, *size);
        self.moves += 1;
        let mut node = json!({ "move": self.name(point) });
        if plies <= 1 || self.moves > MOST_MOVES || judge(&self.position, point, self.attacker, *rule) != Outcome::Open
        {
            return node;
        }
        self.position.play(point, &mut ());
        let mut replies = Object::new();
        for reply in
            walk.listed(nodes, *size).into_iter().filter(|&reply| self.position.is_empty(reply)).collect::<Vec<_>>()
        {
            self.position.play(reply, &mut ());
            let answer = self.answer(walk, Some(reply), plies - 2);
            replies.insert(self.name(reply), answer);
            self.position.undo(&mut ());
            self.position.set_to_move(!self.attacker);
        }
        node["replies"] = replies.into();
        self.position.set_to_move(self.attacker);
        node["otherwise"] = self.answer(walk, None, plies - 2);
        self.position.undo(&mut ());
        self.position.set_to_move(self.attacker);
        node
    }

    /// What the attacker does after a reply, or after any other.
    fn answer(&mut self, walk: &ProofWalk, reply: Option<Point>, plies: usize) -> Value {
        let Certificate { head: Head { rule, size, .. }, nodes, .. } = self.proof;
        match walk.after(nodes, *size, reply) {
            Some(next) => self.attack(&next, plies),
            None => {
                let five = fives(&self.position, self.attacker, *rule).first().map(|&five| self.name(five));
                json!({ "move": five })
            }
        }
    }
}
