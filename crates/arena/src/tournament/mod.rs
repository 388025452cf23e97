//! Matches and tournaments between brains: `tengen match`.
//!
//! Brains meet in pairs of games: one opening, each side once. The pairs are distributed to threads; the results are
//! collected in one place, which updates the [`standings`], writes the records ([`recorder`]) and notifies observers. The
//! games themselves are played by [`crate::referee`].

pub mod openings;
pub mod player_spec;
pub mod recorder;
pub mod report;
pub mod standings;

use crate::referee::brain::{Brain, Spec};
use crate::referee::play::{Played, Setup, play_before};
use crate::referee::seat::Seat;
use crate::stats::{Decision, Sprt};
use anyhow::{Context, Result};
use openings::Openings;
use standings::Standings;
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use tengen_core::board::BoardSize;
use tengen_core::rules::Rule;
use tengen_records::{Game, Kind};

/// The pairing of brains.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// Everyone plays everyone.
    RoundRobin,
    /// The first plays all others.
    Gauntlet,
}

/// A tournament.
#[derive(Clone, Debug)]
pub struct Options {
    /// The brains; their names are unique.
    pub brains: Vec<Arc<Spec>>,
    /// The pairing.
    pub mode: Mode,
    /// The number of pairs of games per meeting.
    pub pairs: usize,
    /// The kind of game.
    pub kind: Kind,
    /// The board size.
    pub size: BoardSize,
    /// The rule.
    pub rule: Rule,
    /// The number of moves after which a game without a winner ends.
    pub draw_after: Option<usize>,
    /// The openings.
    pub openings: Openings,
    /// The number of concurrent games.
    pub concurrency: usize,
    /// A test that may end the match early; for two brains.
    pub sprt: Option<Sprt>,
    /// Whether to log the conversations.
    pub logged: bool,
    /// An observer of the running games.
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

/// A game that has just finished.
#[derive(Debug)]
pub struct Finished {
    /// The number, from 1, in the order in which games were started.
    pub number: usize,
    /// The brains: first the one that began (with black, unless the opening was negotiated).
    pub brains: [usize; 2],
    /// 0 for the first game of its pair, 1 for the second.
    pub half: usize,
    /// The game.
    pub played: Played,
}

/// The reason why a tournament ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// All games were played.
    Complete,
    /// The sequential test has decided.
    Decided(Decision),
    /// It was stopped by the user.
    Stopped,
}

impl Options {
    /// All meetings, in order.
    pub fn meetings(&self) -> Vec<(usize, usize)> {
        let count = self.brains.len();
        let firsts = match self.mode {
            Mode::RoundRobin => count,
            Mode::Gauntlet => 1,
        };
        let against = |first| (first + 1..count).map(move |second| (first, second));
        (0..firsts).flat_map(against).collect()
    }

    /// The total number of games.
    pub fn games(&self) -> usize {
        2 * self.pairs * self.meetings().len()
    }

    /// Starts and stops every program once.
    ///
    /// # Errors
    /// If one cannot be started.
    pub fn check_programs(&self) -> Result<()> {
        for spec in &self.brains {
            let started = Brain::start(spec, false);
            let program = spec.program.display();
            started.with_context(|| format!("{}: cannot start {program}", spec.name))?;
        }
        Ok(())
    }
}

/// Plays a tournament. Calls `watch` for each finished game with the updated standings. When `stop` is set, running
/// games are abandoned and do not count.
///
/// # Errors
/// The first error of `watch`.
pub fn run(
    options: &Options,
    stop: &Arc<AtomicBool>,
    mut watch: impl FnMut(&Finished, &Standings) -> Result<()>,
) -> Result<(Standings, Outcome)> {
    let mut standings = Standings::new(options);
    let mut decision = Decision::Open;
    let leave = Arc::new(AtomicBool::new(false));
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        let (sender, games) = channel();
        for _ in 0..options.concurrency {
            let worker = Worker::new(options, leave.clone());
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
        Decision::Open if standings.games() < options.games() => Outcome::Stopped,
        Decision::Open => Outcome::Complete,
        decision => Outcome::Decided(decision),
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

fn decide(options: &Options, standings: &Standings) -> Decision {
    let decided = |sprt: Sprt| sprt.decide(standings.first_meeting());
    options.sprt.map_or(Decision::Open, decided)
}

/// A thread that plays pairs of games with its own programs.
struct Worker<'a> {
    options: &'a Options,
    leave: Arc<AtomicBool>,
    /// The programs of the last meeting, by brain number.
    seats: HashMap<usize, Seat>,
}

impl Worker<'_> {
    fn new(options: &Options, leave: Arc<AtomicBool>) -> Worker<'_> {
        Worker { options, leave, seats: HashMap::new() }
    }

    /// Plays pairs until none is left.
    fn work(mut self, next: &AtomicUsize, results: &Sender<Finished>) {
        let meetings = self.options.meetings();
        loop {
            let pair = next.fetch_add(1, Ordering::Relaxed);
            let number = pair / meetings.len();
            if number >= self.options.pairs || self.leave.load(Ordering::Relaxed) {
                return;
            }
            let meeting = meetings[pair % meetings.len()];
            if self.play_pair(pair, number, meeting, results).is_none() {
                return;
            }
        }
    }

    /// Plays an opening with both colours. `None` if the tournament is being stopped.
    fn play_pair(
        &mut self,
        pair: usize,
        number: usize,
        (first, second): (usize, usize),
        results: &Sender<Finished>,
    ) -> Option<()> {
        let setup = Setup {
            kind: self.options.kind,
            size: self.options.size,
            rule: self.options.rule,
            opening: self.options.openings.opening(number),
            draw_after: self.options.draw_after,
        };
        self.seats.retain(|&brain, _| brain == first || brain == second);
        let mut seats = [self.seat(first), self.seat(second)];
        for (half, brains) in [[first, second], [second, first]].into_iter().enumerate() {
            let number = 2 * pair + half + 1;
            let show = |game: &Game| {
                if let Some(Observer(observe)) = &self.options.observer {
                    observe(number, game);
                }
            };
            let played = play_before(&mut seats, &setup, &show)?;
            let finished = Finished { number, brains, half, played };
            results.send(finished).ok()?;
            seats.swap(0, 1);
        }
        self.seats.extend([first, second].into_iter().zip(seats));
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
