//! The proof search.
//!
//! ```text
//!   attacker to move     won if one move wins          costs what its cheapest move costs
//!   defender to move     won if the pass is won,       costs what its hardest reply costs, and a part of the others
//!                        and then every reply in its zone
//! ```
//!
//! Like proof-number search, it goes on where the first position can be proven with the least work, as far as is known.
//! What is left of a position with the attacker to move is asked of the engine as a [`Job`]; each position gets a small one
//! first, and larger ones where the moves that these name are no cheaper.

mod costs;
mod descent;
mod report;
mod survey;
#[cfg(test)]
mod tests;

use self::costs::harder;
pub use self::report::{ProofProgress, Proved, WayMove};
use self::survey::{LastSurvey, Recent};
use crate::crew::Crew;
use crate::guide::GuideMoves;
use crate::log::Log;
use crate::setting::Setting;
use crate::shared::{PositionKey, key};
use crate::store::{Part, Passed, Store, StoredAttack, played};
use crate::work::{Effort, Job, WorkCandidate, WorkFound};
use std::collections::HashMap;
use std::io;
use std::time::{Duration, Instant};
use tengen_certificate::{Head, ProofWalk, Zones, fives, set_bytes};
use tengen_core::board::{Colour, Point, Position};

#[derive(Clone, Debug)]
pub struct Settings {
    /// The position; the side to move attacks.
    pub head: Head,
    /// The attacker's first move, if it is given.
    pub first: Option<Point>,
    pub time: Duration,
    /// Memory for the positions of the proof in bytes, about.
    pub memory: usize,
    pub guide: GuideMoves,
}

/// Searches for a proof that the side to move wins, until `is_stopped`; `watch` is called after each job. `crew` does the
/// jobs, and `log` keeps the answers.
pub fn prove(
    settings: &Settings,
    crew: &mut dyn Crew,
    log: &mut Log,
    is_stopped: &dyn Fn() -> bool,
    watch: &mut dyn FnMut(&ProofProgress),
) -> io::Result<Proved> {
    let position = settings.head.position().unwrap_or_else(|| Position::new(settings.head.size));
    let start = Instant::now();
    let is_over =
        |search: &ProofSearch| start.elapsed() >= settings.time || search.bytes() >= settings.memory || is_stopped();
    let mut search = ProofSearch::new(settings, Store::new(&Setting::of(&settings.head)), &position, start);
    let mut given: HashMap<u64, (Vec<WinId>, Job)> = HashMap::new();
    let mut ticket = 0;
    while !is_over(&search) {
        let path = if given.len() < crew.capacity() { search.choose() } else { None };
        if let Some(path) = path {
            let job = search.job(&path);
            if let Some(found) = log.find(&job) {
                search.learn(&path, found);
                watch(&search.progress());
                continue;
            }
            ticket += 1;
            crew.give(ticket, &job)?;
            search.begin_job(&path);
            given.insert(ticket, (path, job));
            continue;
        }
        if search.is_decided() || given.is_empty() {
            break;
        }
        let Some((ticket, found)) = crew.take()? else {
            continue; // nothing yet; the time may be over
        };
        let Some((path, job)) = given.remove(&ticket) else { continue };
        log.keep(&job, &found)?;
        search.end_job(&path);
        search.own_nodes += found.nodes;
        search.recent.add(Instant::now(), path[path.len() - 1], found.nodes);
        search.learn(&path, found);
        watch(&search.progress());
    }
    Ok(search.result(settings))
}

/// A cost that no work will change.
const NEVER: u64 = 1 << 40;

/// The jobs of a position, one after another.
const JOBS: [Effort; 7] = [
    Effort { fours: 1_000, threats: 1_000, search: 0, width: 0 },
    Effort { fours: 10_000, threats: 10_000, search: 10_000, width: 1 },
    Effort { fours: 20_000, threats: 50_000, search: 60_000, width: 1 },
    Effort { fours: 50_000, threats: 200_000, search: 300_000, width: 2 },
    Effort { fours: 100_000, threats: 500_000, search: 1_500_000, width: 2 },
    Effort { fours: 100_000, threats: 500_000, search: 5_000_000, width: 3 },
    Effort { fours: 100_000, threats: 500_000, search: 5_000_000, width: 8 },
];
/// What each of them costs in thousands of nodes.
const COSTS: [u64; 8] = [2, 20, 100, 400, 1_500, 5_000, 8_000, NEVER];
/// The most positions that are verified to see whether a win also holds against another reply.
const REPLAY: u64 = 20_000;
/// The defender's best replies that are looked for.
const BEST_REPLIES: usize = 4;

/// The number of a position with the attacker to move in `ProofSearch::wins`.
type WinId = usize;
/// The number of a move in `ProofSearch::moves`.
type MoveId = usize;

/// A position with the attacker to move.
struct ProvenWin {
    stones: Box<[(Point, Colour)]>,
    /// The next job.
    level: usize,
    /// The share of games that the attacker does not win, as far as is known.
    doubt: f32,
    moves: Vec<MoveId>,
    /// A win of a similar position.
    hint: Option<ProofWalk>,
    /// If it is the position after a pass, and won: the best replies that the defender had instead.
    replies: Vec<Point>,
    is_pass: bool,
    cost: u64,
    /// A worker has its next job.
    is_busy: bool,
    /// The jobs that workers have, of it and of what comes after it.
    given: usize,
    /// Nodes searched for it and for what comes after it, since its last job.
    spent: u64,
    part: Option<Part>,
}

struct ProofMove {
    of: WinId,
    point: Point,
    /// The win of a similar position that begins with this move.
    hint: Option<ProofWalk>,
    pass: WinId,
    /// The replies that are answered, once the win after a pass is known.
    attack: Option<StoredAttack>,
    /// The replies that have not been looked at, the best one last.
    pending: Vec<Point>,
    /// The other replies that must be answered, and are not yet.
    open: Vec<(Point, WinId)>,
    /// What it costs if nothing is known.
    guess: u64,
    cost: u64,
}

struct ProofSearch<'a> {
    guide: &'a GuideMoves,
    store: Store,
    start: Instant,
    jobs: u64,
    nodes: u64,
    /// Those of jobs whose answers were not in the log.
    own_nodes: u64,
    recent: Recent,
    last_survey: Option<LastSurvey>,
    wins: Vec<ProvenWin>,
    moves: Vec<ProofMove>,
    known: HashMap<PositionKey, WinId>,
}

const ROOT: WinId = 0;

impl ProofSearch<'_> {
    fn new<'a>(settings: &'a Settings, store: Store, position: &Position, start: Instant) -> ProofSearch<'a> {
        let mut search = ProofSearch {
            guide: &settings.guide,
            store,
            start,
            jobs: 0,
            nodes: 0,
            own_nodes: 0,
            recent: Recent::default(),
            last_survey: None,
            wins: Vec::new(),
            moves: Vec::new(),
            known: HashMap::new(),
        };
        search.win(position, None);
        if let Some(first) = settings.first {
            search.wins[ROOT].level = JOBS.len();
            search.add_move(ROOT, WorkCandidate { point: first, win_rate: 0.5 }, None);
            search.update(ROOT);
        }
        search
    }

    /// About the bytes that it takes.
    fn bytes(&self) -> usize {
        // With their lists, and what is known of their positions; without sets of points.
        const WIN: usize = 370;
        const MOVE: usize = 650;
        let set = set_bytes(self.store.size());
        let win = WIN + Zones::SETS * set;
        let attack = MOVE + (2 * Zones::SETS + 3) * set; // the zones of the pass and of the move, and three sets besides
        self.store.bytes() + self.wins.len() * win + self.moves.len() * attack
    }

    fn best(&self, at: WinId) -> Option<&ProofMove> {
        self.wins[at].moves.iter().map(|&id| &self.moves[id]).min_by_key(|one| one.cost)
    }

    /// The replies to a move that must be won, and are not.
    fn unproven<'a>(&'a self, of: &'a ProofMove) -> impl Iterator<Item = (Point, WinId)> + 'a {
        of.open.iter().copied().filter(|&(_, win)| self.wins[win].part.is_none())
    }

    /// The position as one of the search.
    fn win(&mut self, position: &Position, hint: Option<ProofWalk>) -> WinId {
        let (key, _) = key(position);
        if let Some(&id) = self.known.get(&key) {
            return id;
        }
        let part = hint.as_ref().and_then(|hint| self.store.adapt(hint, position, REPLAY));
        let id = self.wins.len();
        self.wins.push(ProvenWin {
            stones: position.stones().iter().map(|stone| (stone.point, stone.colour)).collect(),
            level: 0,
            doubt: 0.0,
            moves: Vec::new(),
            hint,
            replies: Vec::new(),
            is_pass: false,
            cost: COSTS[0],
            is_busy: false,
            given: 0,
            spent: 0,
            part,
        });
        self.known.insert(key, id);
        self.update(id);
        id
    }

    fn position(&self, id: WinId) -> Position {
        self.store.position(&self.wins[id].stones)
    }

    /// The position after a move, with the attacker to move again.
    fn after(&self, id: MoveId) -> Position {
        let ProofMove { of, point, .. } = self.moves[id];
        played(&self.position(of), point, self.store.attacker())
    }

    fn is_decided(&self) -> bool {
        self.wins[ROOT].part.is_some() || self.wins[ROOT].cost >= NEVER
    }

    /// A worker takes the job of the last position of a path.
    fn begin_job(&mut self, path: &[WinId]) {
        self.wins[path[path.len() - 1]].is_busy = true;
        path.iter().for_each(|&id| self.wins[id].given += 1);
    }

    fn end_job(&mut self, path: &[WinId]) {
        self.wins[path[path.len() - 1]].is_busy = false;
        path.iter().for_each(|&id| self.wins[id].given -= 1);
    }

    fn job(&self, path: &[WinId]) -> Job {
        let win = &self.wins[path[path.len() - 1]];
        let replies = if win.is_pass { BEST_REPLIES } else { 0 };
        Job { stones: win.stones.clone(), effort: JOBS[win.level], replies }
    }

    /// Takes the answer to the job of the last position of a path, and brings the path up to date.
    fn learn(&mut self, path: &[WinId], found: WorkFound) {
        self.jobs += 1;
        self.nodes += found.nodes;
        let at = path[path.len() - 1];
        path.iter().for_each(|&id| self.wins[id].spent += found.nodes);
        self.wins[at].level += 1;
        self.wins[at].spent = 0;
        if let Some((nodes, root)) = found.win {
            let position = self.position(at);
            self.wins[at].part = self.store.adopt(&nodes, root, &position);
            self.wins[at].replies = found.replies;
        } else if let Some(best) = found.moves.first() {
            self.wins[at].doubt = 1.0 - best.win_rate;
            for candidate in found.moves.iter().copied().filter(|candidate| candidate.win_rate > 0.0) {
                self.add_move(at, candidate, None);
            }
        } else if let Some(hint) = self.wins[at].hint.take() {
            let point = hint.point(&self.store.nodes, self.store.size());
            self.add_move(at, WorkCandidate { point, win_rate: 1.0 }, Some(hint));
        }
        if self.wins[at].part.is_none()
            && let Some(point) = self.guide.get(&self.position(at))
        {
            self.add_move(at, WorkCandidate { point, win_rate: 1.0 }, None);
        }
        path.iter().rev().for_each(|&id| self.update(id));
    }

    /// Adds a move of the attacker, if it is new.
    fn add_move(&mut self, of: WinId, WorkCandidate { point, win_rate }: WorkCandidate, hint: Option<ProofWalk>) {
        let position = self.position(of);
        let is_known = self.wins[of].moves.iter().any(|&id| self.moves[id].point == point);
        let Some(after) = self.store.after(&position, point).filter(|_| !is_known) else { return };
        let guess = if win_rate < 1.0 { (500.0 * harder(1.0 - win_rate)) as u64 } else { 5 };
        let pass =
            self.win(&after, hint.as_ref().and_then(|hint| hint.after(&self.store.nodes, self.store.size(), None)));
        self.wins[pass].is_pass = true;
        let id = self.moves.len();
        let (pending, open) = (Vec::new(), Vec::new());
        self.moves.push(ProofMove { of, point, hint, pass, attack: None, pending, open, guess, cost: guess });
        self.wins[of].moves.push(id);
        self.list_replies(id);
        self.update_move(id);
    }

    /// Lists the replies to a move, as soon as it is known which must be answered.
    fn list_replies(&mut self, id: MoveId) {
        let ProofMove { of, point, pass, .. } = self.moves[id];
        let (rule, attacker) = (self.store.rule(), self.store.attacker());
        let (position, after) = (self.position(of), self.after(id));
        let passed = match fives(&after, attacker, rule).into_iter().next() {
            Some(five) => Passed::Five(five, Zones::of_five(&after, five, rule)),
            None => match self.store.known(&after, 1).or_else(|| self.store.known(&after, 0)) {
                Some(part) => Passed::Part(part),
                None => return,
            },
        };
        let mut replies = self.store.replies(&after, &passed, 0);
        let best = &self.wins[pass].replies;
        let place = |reply: &Point| best.iter().position(|p| p == reply).unwrap_or(best.len());
        replies.sort_by_key(|reply| std::cmp::Reverse((place(reply), reply.distance(point))));
        self.moves[id].pending = replies;
        self.moves[id].attack = Some(self.store.begin(&position, &after, point, passed));
    }

    /// Stores the node of a move all of whose replies are won. Returns false if it does not hold.
    fn finish(&mut self, id: MoveId) -> bool {
        let Some(mut attack) = self.moves[id].attack.take() else { return false };
        let of = self.moves[id].of;
        let (position, after) = (self.position(of), self.after(id));
        for &(reply, win) in &self.moves[id].open {
            let next = played(&after, reply, !self.store.attacker());
            let part = self.wins[win].part.as_ref().and_then(|_| self.store.known(&next, 0));
            let Some(part) = part else { return false };
            self.store.answer(&mut attack, reply, &part);
        }
        let part = self.store.finish(&position, &after, attack, 0);
        let is_finished = part.is_some();
        self.wins[of].part = part;
        is_finished
    }
}
