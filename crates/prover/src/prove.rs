//! The proof-number search.
//!
//! ```text
//!   attacker to move     won if one move wins          proof number: the least of its moves
//!   defender to move     won if the pass is won, and then every reply in its zone; or every reply
//! ```
//!
//! The next position to be searched is the one that may prove the first position with the least work. Its job first tries
//! to win it outright, and otherwise names the moves that are worth trying.

use crate::builder::{Answered, Builder, Effort, Part, Passed, played};
use crate::shared::{Key, key};
use std::collections::HashMap;
use std::time::{Duration, Instant};
use tengen_certificate::{Certificate, Head, Zones, fives};
use tengen_core::board::{BoardSize, Point, Position};
use tengen_engine::pattern::Kind;
use tengen_engine::pattern::kind::{KindVisitor, dispatch};

/// What to prove, and the limits.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The position; the side to move attacks.
    pub head: Head,
    /// The attacker's first move, if it is given.
    pub first: Option<Point>,
    /// Time limit.
    pub time: Duration,
    /// Memory for the tables of the solvers in bytes.
    pub memory: usize,
}

/// How far a proof is.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Positions in the tree, with either side to move.
    pub positions: usize,
    /// Jobs done.
    pub jobs: u64,
    /// Nodes searched.
    pub nodes: u64,
    /// The proof number of the first position: about how many jobs are missing.
    pub proof_number: u64,
    /// Time used.
    pub elapsed: Duration,
}

/// The result.
#[derive(Clone, Debug)]
pub struct Proved {
    /// The certificate, if a win was found.
    pub certificate: Option<Certificate>,
    /// The work.
    pub progress: Progress,
    /// The board size.
    pub size: BoardSize,
    /// The best first move with each reply that is open.
    pub open: Vec<[Point; 2]>,
}

/// Searches for a proof that the side to move wins. `watch` is called after each job.
pub fn prove(settings: &Settings, watch: &mut dyn FnMut(&Progress)) -> Proved {
    dispatch(settings.head.rule, Proving { settings, watch })
}

struct Proving<'a> {
    settings: &'a Settings,
    watch: &'a mut dyn FnMut(&Progress),
}

impl KindVisitor for Proving<'_> {
    type Output = Proved;

    fn visit<K: Kind>(self, _: K) -> Proved {
        let (settings, start) = (self.settings, Instant::now());
        let is_late = || start.elapsed() >= settings.time;
        let position = settings.head.position();
        let position = position.unwrap_or_else(|| Position::new(settings.head.size));
        let builder = Builder::new(&position, settings.head.rule, settings.memory, &is_late);
        let mut search = Search { builder, start, jobs: 0, wins: Vec::new(), moves: Vec::new(), known: HashMap::new() };
        search.run::<K>(settings, position, self.watch)
    }
}

/// A proof number or disproof number that no work will change.
const NEVER: u64 = 1 << 40;
/// What a position costs that is tried when it is met.
const GLANCE: Effort = Effort { fours: 20_000, threats: 10_000, search: 0 };
/// The nodes of all of it.
const GLANCE_NODES: u64 = 60_000;
/// What a job may cost.
const JOB: Effort = Effort { fours: 100_000, threats: 200_000, search: 100_000 };
/// The nodes of all of it.
const JOB_NODES: u64 = 3_000_000;
/// How many moves of the attacker are tried first, and at most.
const FIRST_WIDTH: usize = 2;
const MOST_WIDTH: usize = 16;
/// The nodes of the search that names the attacker's moves, for each of them.
const LOOK: u64 = 50_000;

/// A position with the attacker to move.
struct Win {
    position: Position,
    proof: u64,
    disproof: u64,
    /// Its moves in `Search::moves`.
    moves: Vec<usize>,
    /// The number of moves that were looked for.
    width: usize,
    part: Option<Part>,
}

/// A position with the defender to move.
struct Move {
    /// The win that it may prove.
    of: usize,
    point: Point,
    /// The position after the move, with the attacker to move: that after a pass.
    after: Position,
    pass: Pass,
    /// The replies against which the win after a pass still wins.
    answered: Vec<Answered>,
    /// The other replies that must be answered, with their wins in `Search::wins`.
    replies: Vec<(Point, usize)>,
    proof: u64,
    disproof: u64,
}

enum Pass {
    /// The win after a pass is to be found, as this position.
    Open(usize),
    /// It is found.
    Won(Passed),
    /// It was not found: all replies are listed.
    Unknown,
}

struct Search<'a> {
    builder: Builder<'a>,
    start: Instant,
    jobs: u64,
    wins: Vec<Win>,
    moves: Vec<Move>,
    known: HashMap<Key, usize>,
}

impl Search<'_> {
    fn run<K: Kind>(&mut self, settings: &Settings, position: Position, watch: &mut dyn FnMut(&Progress)) -> Proved {
        let root = self.win::<K>(position, settings.first.is_some());
        if let Some(first) = settings.first {
            self.wins[root].width = MOST_WIDTH;
            self.wins[root].part = None;
            self.add_move::<K>(root, first, 1);
            self.update::<K>(root);
        }
        while self.wins[root].part.is_none() && self.wins[root].proof < NEVER && !self.builder.is_late() {
            self.step::<K>(root);
            self.jobs += 1;
            watch(&self.progress(root));
        }
        let part = self.wins[root].part.as_ref();
        let certificate = part.map(|part| Certificate {
            head: settings.head.clone(),
            nodes: self.builder.nodes.clone(),
            root: part.link.node,
        });
        Proved { certificate, progress: self.progress(root), size: settings.head.size, open: self.open(root) }
    }

    fn progress(&self, root: usize) -> Progress {
        Progress {
            positions: self.wins.len() + self.moves.len(),
            jobs: self.jobs,
            nodes: self.builder.searched,
            proof_number: self.wins[root].proof,
            elapsed: self.start.elapsed(),
        }
    }

    /// The replies to the best first move that are not answered.
    fn open(&self, root: usize) -> Vec<[Point; 2]> {
        let best = self.wins[root].moves.iter().min_by_key(|&&id| self.moves[id].proof);
        let Some(best) = best.map(|&id| &self.moves[id]) else {
            return Vec::new();
        };
        let open = best.replies.iter().filter(|(_, win)| self.wins[*win].part.is_none());
        open.map(|&(reply, _)| [best.point, reply]).collect()
    }

    /// The position as a node of the search; tried at once if it is new, unless it is the first one with a given move.
    fn win<K: Kind>(&mut self, position: Position, is_given: bool) -> usize {
        let (key, _) = key(&position);
        if let Some(&id) = self.known.get(&key) {
            return id;
        }
        let part = if is_given { None } else { self.builder.win::<K>(&position, 0, GLANCE, GLANCE_NODES) };
        let (proof, disproof) = if part.is_some() { (0, NEVER) } else { (1, 1) };
        let id = self.wins.len();
        self.wins.push(Win { position, proof, disproof, moves: Vec::new(), width: 0, part });
        self.known.insert(key, id);
        id
    }

    /// Searches the most proving position, and brings the numbers on the way to it up to date.
    fn step<K: Kind>(&mut self, root: usize) {
        let mut path = vec![root];
        let mut at = root;
        while !self.wins[at].moves.is_empty() {
            let best = self.wins[at].moves.iter().copied().min_by_key(|&id| self.moves[id].proof);
            let Some(id) = best.filter(|&id| self.moves[id].proof < NEVER) else {
                break;
            };
            at = match self.moves[id].pass {
                Pass::Open(win) => win,
                _ => self.hardest(id),
            };
            if path.contains(&at) {
                break;
            }
            path.push(at);
        }
        self.expand::<K>(at);
        for &win in path.iter().rev() {
            self.update::<K>(win);
        }
    }

    /// The reply to be searched next: of those that are as easily refuted, the hardest to win against.
    fn hardest(&self, id: usize) -> usize {
        let open = self.moves[id].replies.iter().map(|&(_, win)| win).filter(|&win| self.wins[win].part.is_none());
        let hardest = open.min_by_key(|&win| (self.wins[win].disproof, u64::MAX - self.wins[win].proof));
        hardest.unwrap_or(self.moves[id].of)
    }

    /// A job: tries to win the position, and otherwise adds moves.
    fn expand<K: Kind>(&mut self, at: usize) {
        let Win { ref position, width, .. } = self.wins[at];
        let position = position.clone();
        if width == 0
            && let Some(part) = self.builder.win::<K>(&position, 0, JOB, JOB_NODES)
        {
            self.wins[at].part = Some(part);
            return;
        }
        let width = if width == 0 { FIRST_WIDTH } else { 2 * width };
        if self.wins[at].width >= MOST_WIDTH {
            self.wins[at].proof = NEVER;
            return;
        }
        self.wins[at].width = width;
        let lines = self.builder.look(&position, LOOK * width as u64, width);
        for line in lines {
            let is_new = !self.wins[at].moves.iter().any(|&id| self.moves[id].point == line.best_move());
            if is_new && line.score.loss_distance().is_none() {
                let doubt = 1.0 - f64::from(line.win_rate);
                self.add_move::<K>(at, line.best_move(), 1 + (30.0 * doubt * doubt) as u64);
            }
        }
    }

    /// Adds a move of the attacker; `work` is what a win after a pass may cost.
    fn add_move<K: Kind>(&mut self, of: usize, point: Point, work: u64) {
        let position = self.wins[of].position.clone();
        let Some(after) = self.builder.after(&position, point) else {
            return;
        };
        let (rule, attacker) = (self.builder.rule(), position.to_move());
        let pass = match fives(&after, attacker, rule).into_iter().next() {
            Some(five) => Pass::Won(Passed::Five(five, Zones::of_five(&after, five, rule))),
            None => {
                // A win that holds with one more stone leaves fewer replies to be answered.
                let _ = self.builder.win::<K>(&after, 1, GLANCE, GLANCE_NODES);
                let win = self.win::<K>(after.clone(), false);
                if self.wins[win].part.is_none() {
                    self.wins[win].proof = self.wins[win].proof.max(work);
                }
                Pass::Open(win)
            }
        };
        let id = self.moves.len();
        self.moves.push(Move {
            of,
            point,
            after,
            pass,
            answered: Vec::new(),
            replies: Vec::new(),
            proof: work,
            disproof: 1,
        });
        self.wins[of].moves.push(id);
        self.list_replies::<K>(id);
        self.update_move(id);
    }

    /// Lists the replies as soon as it is known which are needed.
    fn list_replies<K: Kind>(&mut self, id: usize) {
        let after = self.moves[id].after.clone();
        let win = match self.moves[id].pass {
            Pass::Open(win) => Some(win),
            _ => None,
        };
        if let Some(win) = win {
            let part = self.builder.known(&after, 1).or_else(|| self.builder.known(&after, 0));
            self.moves[id].pass = match part {
                Some(part) => Pass::Won(Passed::Part(part)),
                None if self.wins[win].proof >= NEVER => Pass::Unknown,
                None => return,
            };
        }
        let zone = match &self.moves[id].pass {
            Pass::Won(passed) => passed.zones().at(1),
            _ => None,
        };
        let defender = !after.to_move();
        let replies = self.builder.replies(&after, zone, 0);
        for reply in replies {
            let next = played(&after, reply, defender);
            let as_pass = match &self.moves[id].pass {
                Pass::Won(passed) => self.builder.as_pass(passed, reply, &next, 0),
                _ => None,
            };
            match as_pass {
                Some(answered) => self.moves[id].answered.push(answered),
                None => {
                    if let Pass::Won(Passed::Part(part)) = &self.moves[id].pass {
                        self.builder.follow_within::<K>(part.link, &next, GLANCE, GLANCE_NODES);
                    }
                    let win = self.win::<K>(next, false);
                    self.moves[id].replies.push((reply, win));
                }
            }
        }
    }

    /// Brings the numbers of a position and of its moves up to date.
    fn update<K: Kind>(&mut self, at: usize) {
        for id in self.wins[at].moves.clone() {
            if matches!(self.moves[id].pass, Pass::Open(_)) {
                self.list_replies::<K>(id);
            }
            self.update_move(id);
        }
        let Win { ref position, ref part, .. } = self.wins[at];
        let known = if part.is_some() { None } else { self.builder.known(position, 0) };
        let win = &mut self.wins[at];
        if let Some(part) = known {
            win.part = Some(part);
        }
        if win.part.is_some() {
            (win.proof, win.disproof) = (0, NEVER);
        } else if win.width > 0 && win.proof < NEVER {
            let moves = win.moves.iter().map(|&id| &self.moves[id]);
            win.proof = moves.clone().map(|m| m.proof).min().unwrap_or(NEVER);
            win.disproof = moves.map(|m| m.disproof).sum::<u64>().clamp(1, NEVER);
            if win.proof >= NEVER && win.width < MOST_WIDTH {
                win.proof = 50 * win.width as u64; // more moves may be tried
            }
        }
    }

    fn update_move(&mut self, id: usize) {
        let Move { of, ref pass, ref replies, .. } = self.moves[id];
        let numbers = |win: usize| (self.wins[win].proof, self.wins[win].disproof);
        let open = replies.iter().map(|&(_, win)| win).filter(|&win| self.wins[win].part.is_none());
        let (proof, disproof) = match pass {
            // A reply or two will be left after the pass.
            Pass::Open(win) => (numbers(*win).0 + 2, numbers(*win).1),
            _ => open.map(numbers).fold((0, NEVER), |(proof, disproof), (p, d)| (proof + p, disproof.min(d))),
        };
        (self.moves[id].proof, self.moves[id].disproof) = (proof.min(NEVER), disproof);
        if proof == 0 && self.wins[of].part.is_none() && !self.finish(id) {
            self.moves[id].proof = NEVER;
        }
    }

    /// Stores the node of a move all of whose replies are won. Returns false if it does not hold.
    fn finish(&mut self, id: usize) -> bool {
        let Move { of, point, ref after, ref mut pass, ref answered, ref replies, .. } = self.moves[id];
        let position = self.wins[of].position.clone();
        let pass = match std::mem::replace(pass, Pass::Unknown) {
            Pass::Won(passed) => Some(passed),
            _ => None,
        };
        let defender = !after.to_move();
        let own = replies.iter().map(|&(reply, _)| {
            let part = self.builder.known(&played(after, reply, defender), 0)?;
            Some(Answered::by(reply, part))
        });
        let Some(own) = own.collect::<Option<Vec<_>>>() else {
            return false;
        };
        let all = [own, answered.clone()].concat();
        let part = self.builder.finish(&position, after, point, pass, all, 0);
        let is_won = part.is_some();
        self.wins[of].part = part;
        is_won
    }
}
