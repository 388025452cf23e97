//! Proofs: their search, and the answers.

use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tengen_certificate::{Certificate, Head, Link, ProofWalk, check, fives, write};
use tengen_common::processors;
use tengen_core::board::{Colour, Point, Position, notation};
use tengen_core::rules::{Outcome, judge};
use tengen_prover::{Alone, GuideMoves, Log, Setting, Settings, prove};
use tengen_terminal::answer::Object;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProofForm {
    pub head: Head,
    pub time: Duration,
    /// The interval of the answers about the progress.
    pub every: Duration,
    /// Memory for the positions of the proof in bytes.
    pub memory: usize,
    pub plies: usize,
}

const MOST_MOVES: usize = 100_000;

impl ProofForm {
    /// Searches for the proof with this memory for tables, in bytes; returns the fields of the answer, and passes those about
    /// the progress to `show`.
    pub fn search(&self, tables: usize, is_stopped: &dyn Fn() -> bool, show: &mut dyn FnMut(Object)) -> Object {
        let time = self.time;
        let (setting, start) = (Setting::of(&self.head), Instant::now());
        let is_over = || is_stopped() || start.elapsed() >= time;
        let settings =
            Settings { head: self.head.clone(), first: None, time, memory: self.memory, guide: GuideMoves::default() };
        let mut crew = Alone::new(&setting, tables, &is_over);
        let mut shown = start;
        let proved = prove(&settings, &mut crew, &mut Log::none(), &is_over, &mut |progress| {
            if shown.elapsed() >= self.every {
                shown = Instant::now();
                show(Object::from_iter([("progress".into(), progress.json())]));
            }
        });
        let size = self.head.size;
        let names = |points: &[Point]| Value::from(notation::names(points, size));
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
