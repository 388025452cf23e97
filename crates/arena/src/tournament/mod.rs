//! Matches and tournaments between brains: `tengen match`.
//!
//! Brains meet in pairs of games: one opening, each side once. The pairs are distributed to threads; the results are
//! collected in one place, which updates the [`standings`], writes the records ([`recorder`]) and notifies observers. A
//! match that was broken off continues from its records ([`resume`]). The games themselves are played by
//! [`crate::referee`].

pub mod openings;
pub mod player_spec;
pub mod recorder;
pub mod report;
pub mod resume;
pub mod standings;

use crate::referee::brain::{BrainProcess, Spec};
use crate::referee::play::{Played, Setup, play_before};
use crate::referee::seat::Seat;
use crate::stats::{Decision, Sprt};
use anyhow::{Context, Result};
use openings::Openings;
use standings::Standings;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use tengen_core::board::BoardSize;
use tengen_core::rules::Rule;
use tengen_records::{Game, OtherGame};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// Everyone plays everyone.
    RoundRobin,
    /// The first plays all others.
    Gauntlet,
}

#[derive(Clone, Debug)]
pub struct TournamentOptions {
    /// The brains; their names are unique.
    pub brains: Vec<Arc<Spec>>,
    pub mode: Mode,
    /// The number of pairs of games per meeting.
    pub pairs: usize,
    pub other: Option<&'static dyn OtherGame>,
    pub size: BoardSize,
    pub rule: Rule,
    /// The number of moves after which a game without a winner ends.
    pub draw_after: Option<usize>,
    pub openings: Openings,
    pub concurrency: usize,
    /// A test that may end the match early; for two brains.
    pub sprt: Option<Sprt>,
    pub logged: bool,
    pub observer: Option<Observer>,
}

/// Called for each game after each turn, with the number of the game.
#[derive(Clone)]
pub struct Observer(pub Arc<Observe>);

/// A callback that receives the number of a game and its current state.
pub type Observe = dyn Fn(usize, &Game) + Send + Sync;

impl fmt::Debug for Observer {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("Observer")
    }
}

#[derive(Debug)]
pub struct Finished {
    /// The number, from 1, in the order in which games were started.
    pub number: usize,
    /// The brains: first the one that began (with black, unless the opening was negotiated).
    pub brains: [usize; 2],
    /// 0 for the first game of its pair, 1 for the second.
    pub half: usize,
    pub played: Played,
}

/// The reason why a tournament ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SeriesOutcome {
    Complete,
    Decided(Decision),
    Stopped,
}

impl TournamentOptions {
    pub fn meetings(&self) -> Vec<(usize, usize)> {
        let count = self.brains.len();
        let firsts = match self.mode {
            Mode::RoundRobin => count,
            Mode::Gauntlet => 1,
        };
        let against = |first| (first + 1..count).map(move |second| (first, second));
        (0..firsts).flat_map(against).collect()
    }

    pub fn games(&self) -> usize {
        2 * self.pairs * self.meetings().len()
    }

    /// The number of a game's opening, and its brains: first the one that begins. Games are counted from 1.
    pub(crate) fn pairing(&self, game: usize) -> (usize, [usize; 2]) {
        let meetings = self.meetings();
        let (pair, half) = ((game - 1) / 2, (game - 1) % 2);
        let (first, second) = meetings[pair % meetings.len()];
        let brains = if half == 0 { [first, second] } else { [second, first] };
        (pair / meetings.len(), brains)
    }

    /// Starts and stops every program once.
    pub fn check_programs(&self) -> Result<()> {
        for spec in &self.brains {
            let started = BrainProcess::start(spec, false);
            let program = spec.program.display();
            started.with_context(|| format!("{}: cannot start {program}", spec.name))?;
        }
        Ok(())
    }
}

/// Plays a tournament, or those games of it that are not among `played`. Calls `watch` for each finished game with the
/// updated standings. When `stop` is set, running games are abandoned and do not count. An error of `watch` ends it.
pub fn run(
    options: &TournamentOptions,
    played: &[Finished],
    stop: &Arc<AtomicBool>,
    mut watch: impl FnMut(&Finished, &Standings) -> Result<()>,
) -> Result<(Standings, SeriesOutcome)> {
    let mut standings = Standings::after(options, played);
    let mut decision = decide(options, &standings);
    let done: HashSet<usize> = played.iter().map(|finished| finished.number).collect();
    let leave = Arc::new(AtomicBool::new(decision != Decision::Open));
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        let (sender, games) = channel();
        for _ in 0..options.concurrency {
            let worker = GameWorker::new(options, &done, leave.clone());
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || worker.work(next, &sender));
        }
        drop(sender); // so that the loop ends with the workers
        scope.spawn(|| pass_on(stop, &leave));
        let _on_the_way_out = Raised(&leave);
        for finished in games.iter().take_while(|_| !leave.load(Ordering::Relaxed)) {
            standings.add(&finished);
            watch(&finished, &standings)?;
            decision = decide(options, &standings);
            if decision != Decision::Open {
                break;
            }
        }
        anyhow::Ok(())
    })?;
    let outcome = match decision {
        Decision::Open if standings.games() < options.games() => SeriesOutcome::Stopped,
        Decision::Open => SeriesOutcome::Complete,
        decision => SeriesOutcome::Decided(decision),
    };
    Ok((standings, outcome))
}

/// Sets a flag when it is dropped.
struct Raised<'a>(&'a AtomicBool);

impl Drop for Raised<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Waits until the tournament is over, and ends it if `stop` is set.
fn pass_on(stop: &AtomicBool, leave: &AtomicBool) {
    while !leave.load(Ordering::Relaxed) {
        if stop.load(Ordering::Relaxed) {
            leave.store(true, Ordering::Relaxed);
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
}

fn decide(options: &TournamentOptions, standings: &Standings) -> Decision {
    let decided = |sprt: Sprt| sprt.decide(standings.first_meeting());
    options.sprt.map_or(Decision::Open, decided)
}

/// A thread that plays pairs of games with its own programs.
struct GameWorker<'a> {
    options: &'a TournamentOptions,
    /// The numbers of the games that are not to be played.
    done: &'a HashSet<usize>,
    leave: Arc<AtomicBool>,
    /// The programs of the last meeting, by brain number.
    seats: HashMap<usize, Seat>,
}

impl<'a> GameWorker<'a> {
    fn new(options: &'a TournamentOptions, done: &'a HashSet<usize>, leave: Arc<AtomicBool>) -> GameWorker<'a> {
        GameWorker { options, done, leave, seats: HashMap::new() }
    }

    /// Plays pairs until none is left.
    fn work(mut self, next: &AtomicUsize, results: &Sender<Finished>) {
        loop {
            let first = 2 * next.fetch_add(1, Ordering::Relaxed) + 1;
            if first > self.options.games() || self.leave.load(Ordering::Relaxed) {
                return;
            }
            let games = [first, first + 1].into_iter().filter(|game| !self.done.contains(game));
            let games: Vec<usize> = games.collect();
            if !games.is_empty() && self.play_pair(&games, results).is_none() {
                return;
            }
        }
    }

    /// Plays the games of a pair. `None` if the tournament is being stopped.
    fn play_pair(&mut self, games: &[usize], results: &Sender<Finished>) -> Option<()> {
        let (opening, pair) = self.options.pairing(games[0]);
        let setup = Setup {
            other: self.options.other,
            size: self.options.size,
            rule: self.options.rule,
            opening: self.options.openings.opening(opening),
            draw_after: self.options.draw_after,
        };
        self.seats.retain(|brain, _| pair.contains(brain));
        for &number in games {
            let (_, brains) = self.options.pairing(number);
            let show = |game: &Game| {
                if let Some(Observer(observe)) = &self.options.observer {
                    observe(number, game);
                }
            };
            let mut seats = brains.map(|brain| self.seat(brain));
            let played = play_before(&mut seats, &setup, &show)?;
            self.seats.extend(brains.into_iter().zip(seats));
            let finished = Finished { number, brains, half: (number - 1) % 2, played };
            results.send(finished).ok()?;
        }
        Some(())
    }

    fn seat(&mut self, brain: usize) -> Seat {
        let new = || {
            let spec = self.options.brains[brain].clone();
            Seat::new(spec, self.leave.clone(), self.options.logged)
        };
        self.seats.remove(&brain).unwrap_or_else(new)
    }
}
