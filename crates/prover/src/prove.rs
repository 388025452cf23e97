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

mod survey;

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
use tengen_certificate::{Certificate, Head, ProofWalk, Zones, fives, set_bytes, step_name};
use tengen_core::board::{BoardSize, Colour, Point, Position, notation};

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

#[derive(Clone, Debug)]
pub struct ProofProgress {
    /// Positions in the tree, with either side to move.
    pub positions: usize,
    pub jobs: u64,
    pub nodes: u64,
    /// Nodes searched a second, without those of answers from the log.
    pub speed: u64,
    /// The proof number of the first position: about how many small jobs are missing.
    pub proof_number: u64,
    /// The disproof number of the first position: how many jobs, at least, must find nothing until there is nothing left to
    /// try. As old as the last survey, as `wasted` is: surveys take less than a twentieth of the time.
    pub disproof_number: u64,
    /// The share of the nodes searched in the last hour that the proof will not need, as far as is known: those of positions
    /// that lie below none of the best moves. Without those of answers from the log.
    pub wasted: f64,
    /// Of the replies to the best first move: those that are answered, …
    pub answered: usize,
    /// … and those that are not.
    pub open: usize,
    /// The first moves of the way to the first open position.
    pub way: Vec<WayMove>,
    pub elapsed: Duration,
}

/// A move of the attacker on the way to the first open position: the best one that is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WayMove {
    pub name: String,
    /// The replies that are answered, …
    pub answered: usize,
    /// … and those that are not, as far as they are known: before the win after a pass is, none is.
    pub open: usize,
    /// The reply that the search follows: the hardest one that is open, or a pass.
    pub reply: String,
}

impl ProofProgress {
    pub fn json(&self) -> serde_json::Value {
        let ProofProgress { positions, jobs, nodes, speed, proof_number, disproof_number, wasted, .. } = self;
        let ProofProgress { answered, open, way, elapsed, .. } = self;
        let way = way.iter().map(|WayMove { name, answered, open, reply }| {
            serde_json::json!({ "move": name, "answered": answered, "open": open, "reply": reply })
        });
        serde_json::json!({
            "positions": positions, "jobs": jobs, "nodes": nodes, "nodes_per_second": speed, "proof_number": proof_number,
            "disproof_number": disproof_number, "wasted": wasted,
            "answered": answered, "open": open, "way": way.collect::<Vec<_>>(), "seconds": elapsed.as_secs_f64()
        })
    }
}

#[derive(Clone, Debug)]
pub struct Proved {
    pub certificate: Option<Certificate>,
    pub progress: ProofProgress,
    pub size: BoardSize,
    /// The best first move with each reply that is open.
    pub open: Vec<[Point; 2]>,
    /// The moves from the position of the proof to the first position that is open; `None` is a pass.
    pub first_open: Vec<Option<Point>>,
    /// The search ended because its memory was used up.
    pub is_full: bool,
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

/// Where a path leads.
enum Next {
    /// To a position whose job is to be done.
    Job,
    /// To positions whose jobs are being done.
    Busy,
    /// To a position that has been decided meanwhile.
    Changed,
}

/// How many times harder a proof is expected to be where the attacker may not win this share of games.
fn harder(doubt: f32) -> f64 {
    f64::from(10.0 * doubt).exp()
}

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

    /// How many replies to a move are answered, and how many are open.
    fn replies(&self, to: &ProofMove) -> (usize, usize) {
        let unproven = self.unproven(to).count();
        let answered = to.attack.as_ref().map_or(0, StoredAttack::answered) + to.open.len() - unproven;
        (answered, unproven + to.pending.len())
    }

    /// The way to the first open position: the best moves, and the hardest open reply to each.
    fn way(&self, most: usize) -> Vec<(&ProofMove, Option<Point>)> {
        let (mut at, mut way) = (Some(ROOT), Vec::new());
        let is_open = |&at: &WinId| self.wins[at].part.is_none();
        while let Some(best) = at.filter(is_open).and_then(|at| self.best(at)).filter(|_| way.len() < most) {
            let hardest = self.unproven(best).max_by_key(|&(_, win)| self.wins[win].cost);
            let reply = hardest.map(|(reply, _)| reply).or(best.pending.last().copied());
            at = if best.attack.is_none() { Some(best.pass) } else { hardest.map(|(_, win)| win) };
            way.push((best, reply));
        }
        way
    }

    fn progress(&mut self) -> ProofProgress {
        const FIRST: usize = 3;
        let fresh = self.last_survey.filter(|last| last.is_fresh(Instant::now()) && !self.is_decided());
        let last = fresh.unwrap_or_else(|| self.timed_survey());
        self.last_survey = Some(last);
        let (size, elapsed) = (self.store.size(), self.start.elapsed());
        let (answered, open) = self.best(ROOT).map_or((0, 0), |best| self.replies(best));
        let way = self.way(FIRST).into_iter().map(|(best, reply)| {
            let ((answered, open), reply) = (self.replies(best), step_name(reply, size));
            WayMove { name: notation::write(best.point, size), answered, open, reply }
        });
        ProofProgress {
            positions: self.wins.len() + self.moves.len(),
            jobs: self.jobs,
            nodes: self.nodes,
            speed: (self.own_nodes as f64 / elapsed.as_secs_f64().max(1e-3)) as u64,
            proof_number: self.wins[ROOT].cost,
            disproof_number: last.survey.disproof_number,
            wasted: last.survey.wasted,
            answered,
            open,
            way: way.collect(),
            elapsed,
        }
    }

    fn result(mut self, settings: &Settings) -> Proved {
        let is_full = !self.is_decided() && self.bytes() >= settings.memory;
        let root = self.wins[ROOT].part.as_ref().map(|part| part.link.node);
        let certificate = root.map(|root| {
            let nodes = std::mem::take(&mut self.store.nodes);
            Certificate { head: settings.head.clone(), nodes, root }
        });
        let open = self.best(ROOT).into_iter().flat_map(|best| {
            let open = self.unproven(best).map(|(reply, _)| reply);
            open.chain(best.pending.iter().copied()).map(|reply| [best.point, reply])
        });
        let open = open.collect();
        let way = if self.is_decided() { Vec::new() } else { self.way(usize::MAX) };
        let first_open = way.into_iter().flat_map(|(best, reply)| [Some(best.point), reply]).collect();
        Proved { certificate, progress: self.progress(), size: settings.head.size, open, first_open, is_full }
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

    /// What the next job of a position costs. Unless a search has found a win, it pays as soon as the moves that are known
    /// have cost much more.
    fn next_cost(&self, id: WinId) -> u64 {
        let ProvenWin { level, doubt, spent, .. } = self.wins[id];
        let share = harder(doubt);
        let spent = if doubt > 0.0 { spent / 4 } else { 0 };
        match COSTS[level] {
            NEVER => NEVER,
            cost => ((cost as f64 * share) as u64).saturating_sub(spent / 1_000).max(1),
        }
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

    /// The path to the position whose job is to be done next; `None` if the first one is decided, or if all that is worth
    /// doing is being done.
    fn choose(&mut self) -> Option<Vec<WinId>> {
        loop {
            if self.is_decided() {
                return None;
            }
            let mut path = vec![ROOT];
            match self.descend(&mut path) {
                Next::Job => return Some(path),
                Next::Busy => return None,
                Next::Changed => path.iter().rev().for_each(|&id| self.update(id)),
            }
        }
    }

    /// Goes on from the last position of a path.
    fn descend(&mut self, path: &mut Vec<WinId>) -> Next {
        let at = path[path.len() - 1];
        self.update(at);
        if self.wins[at].part.is_some() || self.wins[at].cost >= NEVER {
            return Next::Changed;
        }
        let (is_busy, own_cost) = (self.wins[at].is_busy, self.next_cost(at));
        let mut moves = self.wins[at].moves.clone();
        moves.retain(|&id| self.moves[id].cost < if is_busy { NEVER } else { own_cost });
        if moves.is_empty() {
            return if is_busy { Next::Busy } else { Next::Job };
        }
        // Where all that the best move needs is being done, a worker does what another needs rather than nothing.
        moves.sort_by_key(|&id| self.moves[id].cost);
        for id in moves {
            match self.descend_move(id, path) {
                Next::Busy => (),
                next => return next,
            }
        }
        Next::Busy
    }

    /// Goes on behind a move at the last position of a path.
    fn descend_move(&mut self, id: MoveId, path: &mut Vec<WinId>) -> Next {
        let mut next: Vec<WinId> = match self.moves[id].attack {
            None => vec![self.moves[id].pass],
            Some(_) => self.moves[id].open.iter().map(|&(_, win)| win).collect(),
        };
        next.retain(|&win| self.wins[win].part.is_none());
        // Jobs that are done at once part here: as all replies must be answered, none of them is done in vain.
        next.sort_by_key(|&win| (self.wins[win].given, std::cmp::Reverse(self.wins[win].cost)));
        let mut is_busy = false;
        loop {
            for win in next {
                path.push(win);
                match self.descend(path) {
                    Next::Busy => is_busy = true,
                    Next::Job => return Next::Job,
                    Next::Changed => return Next::Changed,
                }
                path.pop();
            }
            // All that is open is being done: one more reply is looked at.
            let Some(reply) = self.moves[id].pending.pop() else {
                return if is_busy { Next::Busy } else { Next::Changed };
            };
            let known = self.moves[id].open.len();
            self.look_at(id, reply);
            next = self.moves[id].open[known..].iter().map(|&(_, win)| win).collect();
        }
    }

    /// A reply is answered as a pass is, or is a position to be won.
    fn look_at(&mut self, id: MoveId, reply: Point) {
        let next = played(&self.after(id), reply, !self.store.attacker());
        let Some(mut attack) = self.moves[id].attack.take() else { return };
        if !self.store.answer_as_pass(&mut attack, reply, &next, 0, REPLAY) {
            let followed = self.moves[id]
                .hint
                .as_ref()
                .and_then(|hint| hint.after(&self.store.nodes, self.store.size(), Some(reply)));
            let hint = followed.or_else(|| match attack.pass() {
                Passed::Part(part) => Some(ProofWalk { link: part.link, more: vec![reply] }),
                Passed::Five(..) => None,
            });
            let win = self.win(&next, hint);
            self.moves[id].open.push((reply, win));
        }
        self.moves[id].attack = Some(attack);
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

    /// Brings the cost of a position and of its moves up to date.
    fn update(&mut self, at: WinId) {
        if self.wins[at].part.is_none() {
            self.wins[at].moves.clone().into_iter().for_each(|id| self.update_move(id));
        }
        self.wins[at].cost = match self.wins[at].part {
            Some(_) => 0,
            None => {
                let moves = self.wins[at].moves.iter().map(|&id| self.moves[id].cost);
                moves.min().unwrap_or(NEVER).min(self.next_cost(at))
            }
        };
    }

    fn update_move(&mut self, id: MoveId) {
        if self.moves[id].guess >= NEVER {
            return;
        }
        if self.moves[id].attack.is_none() && self.wins[self.moves[id].pass].part.is_some() {
            self.list_replies(id);
        }
        let ProofMove { guess, pass, ref attack, ref open, ref pending, .. } = self.moves[id];
        self.moves[id].cost = match attack {
            None => (self.wins[pass].cost + guess).min(NEVER),
            Some(_) => {
                let costs = open.iter().map(|&(_, win)| self.wins[win].cost);
                let (most, all) = costs.fold((0, 0), |(most, all), cost| (cost.max(most), all + cost));
                let known = most + (all - most) / 2 + pending.len() as u64;
                if pending.is_empty() { known.min(NEVER) } else { known.max(guess).min(NEVER) }
            }
        };
        if self.moves[id].cost == 0 && self.wins[self.moves[id].of].part.is_none() && !self.finish(id) {
            (self.moves[id].guess, self.moves[id].cost) = (NEVER, NEVER);
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::work::ProofWorker;
    use tengen_core::rules::opening::OpeningRule;
    use tengen_core::rules::{Rule, Variant};

    fn settings(size: BoardSize) -> Settings {
        let head = Head { rule: Rule::new(Variant::Freestyle), opening: None, size, moves: Vec::new() };
        Settings { head, first: None, time: Duration::MAX, memory: usize::MAX, guide: GuideMoves::default() }
    }

    /// A search from the empty board.
    fn search(settings: &Settings) -> ProofSearch<'_> {
        let store = Store::new(&Setting::of(&settings.head));
        ProofSearch::new(settings, store, &Position::new(settings.head.size), Instant::now())
    }

    #[test]
    fn a_transposition_is_one_position() {
        let size = BoardSize::FIFTEEN;
        let settings = settings(size);
        let mut search = search(&settings);
        let position = |moves: &str, symmetry| {
            let moves = notation::read(moves, size).unwrap().into_iter();
            Position::new(size).after_all(moves.map(|point| size.image(point, symmetry)))
        };
        let first = search.win(&position("h8i9g7j10", 0), None);
        let known = search.progress().positions;
        for symmetry in 0..8 {
            assert_eq!(search.win(&position("g7j10h8i9", symmetry), None), first);
        }
        assert_eq!(search.progress().positions, known);
        assert_ne!(search.win(&position("h8j10g7j9", 0), None), first);
    }

    /// A search from h8 under an opening rule.
    fn settings_under(opening: OpeningRule) -> Settings {
        let plain = settings(BoardSize::FIFTEEN);
        let head = plain.head.under(opening).expect("no move breaks it");
        Settings { head, first: Some(BoardSize::FIFTEEN.centre()), ..plain }
    }

    #[test]
    fn blacks_second_stone_obeys_the_opening_rule_after_a_reply_and_after_a_pass() {
        let size = BoardSize::FIFTEEN;
        let point = |name: &str| notation::read(name, size).unwrap()[0];
        for (opening, inside, outside) in [(OpeningRule::Pro, "j10", "k8"), (OpeningRule::LongPro, "k11", "l8")] {
            let settings = settings_under(opening);
            let mut search = search(&settings);
            let pass = search.moves[0].pass;
            let reply = search.win(&played(&search.position(pass), point("i9"), Colour::White), None);
            let moves: Vec<WorkCandidate> =
                [inside, outside].map(|name| WorkCandidate { point: point(name), win_rate: 0.9 }).into();
            let points = |search: &ProofSearch, at: WinId| -> Vec<Point> {
                search.wins[at].moves.iter().map(|&id| search.moves[id].point).collect()
            };
            for at in [pass, reply] {
                search.learn(&[at], WorkFound { moves: moves.clone(), ..WorkFound::default() });
                assert_eq!(points(&search, at), [point(outside)], "{opening}");
            }
            // Its third stone belongs anywhere.
            let later = search.moves[search.wins[pass].moves[0]].pass;
            search.learn(&[later], WorkFound { moves: moves[..1].to_vec(), ..WorkFound::default() });
            assert_eq!(points(&search, later), [point(inside)], "{opening}");
        }
    }

    #[test]
    fn a_search_under_an_opening_rule_names_moves_outside_its_square() {
        for (opening, side) in [(OpeningRule::Pro, 5), (OpeningRule::LongPro, 7)] {
            let settings = settings_under(opening);
            let mut worker = ProofWorker::new(&Setting::of(&settings.head), 1 << 20);
            let mut search = search(&settings);
            for _ in 0..3 {
                let path = search.choose().expect("a position whose job is to be done");
                let found = worker.run(&search.job(&path), &|| false);
                search.learn(&path, found);
            }
            let is_second = |one: &&ProofMove| {
                let stones = search.wins[one.of].stones.iter();
                stones.filter(|(_, colour)| *colour == Colour::Black).count() == 1
            };
            let second: Vec<Point> = search.moves.iter().filter(is_second).map(|one| one.point).collect();
            let is_outside = |point: &Point| point.distance(BoardSize::FIFTEEN.centre()) > side / 2;
            assert!(!second.is_empty() && second.iter().all(is_outside), "{opening}: {second:?}");
        }
    }

    #[test]
    fn what_is_searched_below_other_moves_than_the_best_is_wasted() {
        let size = BoardSize::FIFTEEN;
        let settings = settings(size);
        let mut search = search(&settings);
        let all = JOBS.len() as u64;
        assert_eq!(search.survey().disproof_number, all);
        let named = |name: &str, win_rate| WorkCandidate { point: notation::read(name, size).unwrap()[0], win_rate };
        let moves = vec![named("h8", 0.9), named("a1", 0.6)];
        search.learn(&[ROOT], WorkFound { moves, nodes: 100, ..WorkFound::default() });
        let [best, other] = [0, 1].map(|id| search.moves[id].pass);
        // Its other jobs, and all jobs of the positions after a pass
        assert_eq!(search.survey().disproof_number, all - 1 + 2 * all);
        for (at, nodes) in [(ROOT, 100), (best, 200), (other, 100)] {
            search.recent.add(Instant::now(), at, nodes);
        }
        assert_eq!(search.survey().wasted, 0.25);
        let later = Instant::now() + Duration::from_secs(3_601);
        search.recent.add(later, other, 300);
        assert_eq!(search.survey().wasted, 1.0);
    }

    #[test]
    fn a_long_survey_serves_for_a_long_time() {
        let settings = settings(BoardSize::FIFTEEN);
        let mut search = search(&settings);
        assert_eq!(search.progress().wasted, 0.0);
        let last = search.last_survey.as_mut().expect("a survey");
        last.survey.wasted = 0.5;
        last.took = Duration::from_secs(2);
        last.ended = Instant::now().checked_sub(Duration::from_secs(11)).expect("a machine that runs for 11 seconds");
        assert_eq!(search.progress().wasted, 0.5);
        search.last_survey.as_mut().expect("a survey").took = Duration::from_millis(500);
        assert_eq!(search.progress().wasted, 0.0);
    }
}
