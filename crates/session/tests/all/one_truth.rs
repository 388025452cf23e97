//! A win has one length: whatever is asked, in whatever order, and along the line that is shown.

use super::memory_book::MemoryBook;
use std::cmp::Ordering;
use tengen_common::{Limits, Score, Shortening, StopRequest};
use tengen_core::board::{Point, Position, notation};
use tengen_core::rules::Rule;
use tengen_database::{Place, Proof, Records};
use tengen_engine::eval::net::Networks;
use tengen_engine::study::{Finding, Means};
use tengen_session::advice::record_of;
use tengen_session::service::{Event, Outcome, Reviewed, Runner, Settings, Task, Work};
use tengen_testkit::positions::won;
use tengen_testkit::{FREESTYLE, after_moves};

/// The ways to ask for the value of a position.
#[derive(Clone, Copy, Debug)]
enum Door {
    /// `tengen solve`.
    Solve,
    /// *Find a win* of the page.
    FindAWin,
    /// `tengen analyse`, the analysis of the page.
    Analyse,
    /// A review of the game with the next moves.
    Review,
    /// A database that has stored an analysis.
    Database,
}

const DOORS: [Door; 5] = [Door::Solve, Door::FindAWin, Door::Analyse, Door::Review, Door::Database];
/// The nodes of a review: few, and those of `tengen review`.
const SHORT_REVIEW: u64 = 5_000;
const REVIEW: u64 = 100_000;
/// The nodes of all other questions: more than the search for the shortest win takes.
const NODES: u64 = 2_500_000;

/// A win of few plies, which takes little time.
const SHORT: u32 = 7;

/// A rule, a position in which the side to move wins, and the plies of the shortest win, if they are known.
type Won = (Rule, Position, Option<u32>);

/// What is stated: the score, whether it is certain to be the shortest win, and the line.
#[derive(Clone, Debug)]
struct Stated {
    score: Score,
    is_shortest: bool,
    line: Vec<Point>,
}

struct Asker {
    runner: Runner,
    /// The nodes of a review.
    review: u64,
    book: MemoryBook,
}

impl Asker {
    fn new(review: u64) -> Asker {
        let runner = Runner::new(Settings::new(&Networks::built_in(), 16 << 20, 1));
        Asker { runner, review, book: MemoryBook::default() }
    }

    /// What is stated; `None` if no win or loss is proven.
    fn ask(&mut self, door: Door, position: &Position, rule: Rule) -> Option<Stated> {
        let work = match door {
            Door::Solve => Work::Win(Means::Search),
            Door::FindAWin => Work::Win(Means::Threats),
            Door::Analyse | Door::Database => Work::Lines(1),
            Door::Review => Work::Review(Reviewed::game([(Some(position.clone()), 0)], [])),
        };
        let limits = match door {
            Door::Review => Limits::nodes(self.review),
            _ => Limits { shortening: Shortening::Fixed, ..Limits::nodes(NODES) },
        };
        let task = Task { limits, ..Task::new(position.clone(), rule, work) };
        let mut judged = None;
        let mut see = |event| {
            if let Event::Judged(position) = event {
                judged = position.report;
            }
        };
        let outcome = self.runner.answer(&task, &mut || StopRequest::GoOn, &mut see);
        let report = match outcome.expect("an outcome") {
            Outcome::Win(solution, _) => {
                let Finding::Win(line, plies) = solution.finding else { return None };
                return Some(Stated { score: Score::win_in(plies), is_shortest: solution.is_shortest, line });
            }
            Outcome::Lines(lines) => lines.into_iter().next(),
            _ => judged,
        };
        let report = report.expect("a report");
        if let Door::Database = door {
            self.book.put(position, rule, record_of(&report, "analysis"));
            return self.look_up(position, rule);
        }
        let stated = Stated { score: report.score, is_shortest: report.is_shortest, line: report.line };
        Some(stated).filter(|stated| stated.score.is_proven())
    }

    /// What the database states.
    fn look_up(&self, position: &Position, rule: Rule) -> Option<Stated> {
        let record = self.book.get_at(&Place::of(position, rule)).expect("it is in memory")?;
        let score = match record.proof? {
            Proof::Win(plies) => Score::win_in(plies.into()),
            Proof::Loss(plies) => Score::loss_in(plies.into()),
            Proof::Draw => Score::DRAW,
        };
        Some(Stated { score, is_shortest: record.is_shortest, line: record.best.into_iter().collect() })
    }
}

fn written(position: &Position) -> String {
    position.stones().iter().map(|stone| notation::write(stone.point, position.size())).collect()
}

/// Asks for each position in several orders with one asker; returns how many got different answers, and how many
/// answers proved nothing. A length that is known is stated by the solver.
fn differing(asker: &mut Asker, positions: &[Won]) -> (usize, usize) {
    let (mut differing, mut silent) = (0, 0);
    for (number, (rule, position, known)) in positions.iter().enumerate() {
        let doors = (0..DOORS.len() + 1).map(|i| DOORS[(number + i) % DOORS.len()]);
        let answers: Vec<Option<Stated>> = doors.map(|door| asker.ask(door, position, *rule)).collect();
        let stated: Vec<&Stated> = answers.iter().flatten().collect();
        silent += answers.len() - stated.len();
        let length = |stated: &Stated| (stated.score, stated.is_shortest);
        // A settled length is the only one, and the least of the bounds.
        let plies = |stated: &Stated| stated.score.win_distance();
        let settled = stated.iter().filter(|stated| stated.is_shortest).map(|stated| plies(stated));
        let least = stated.iter().map(|stated| plies(stated)).min();
        assert!(settled.into_iter().all(|plies| Some(plies) == least), "{rule:?} {}: {stated:?}", written(position));
        if stated.windows(2).any(|pair| length(pair[0]) != length(pair[1])) {
            differing += 1;
            let lengths: Vec<_> = answers.iter().map(|answer| answer.as_ref().map(length)).collect();
            eprintln!("{rule:?} {}: {lengths:?}", written(position));
        }
        if known.is_some() {
            let solved = asker.ask(Door::Solve, position, *rule).expect("a win");
            assert_eq!((plies(&solved), solved.is_shortest), (*known, true), "{rule:?} {}", written(position));
        }
    }
    (differing, silent)
}

/// How the lengths of wins go on along the lines that are shown.
#[derive(Default, Debug)]
struct Along {
    answers: usize,
    /// Wins that are longer than what is left of a line whose length is settled.
    longer: usize,
    /// Wins that are longer than what is left of a line whose length is a bound.
    longer_than_bounds: usize,
    sooner: usize,
    unproven: usize,
}

/// Plays the line that is shown for each position and asks again after every move.
fn along_lines(positions: &[Won]) -> Along {
    let mut along = Along::default();
    let mut asker = Asker::new(REVIEW);
    for (rule, position, _) in positions {
        let Some(shown) = asker.ask(Door::Analyse, position, *rule) else { continue };
        let (mut position, mut expected) = (position.clone(), shown.score);
        for &point in &shown.line[..shown.line.len() - 1] {
            position.play(point, &mut ());
            let next = -expected.after(1);
            let stated = asker.ask(Door::Analyse, &position, *rule);
            along.answers += 1;
            expected = next;
            let Some(stated) = stated else {
                along.unproven += 1;
                continue;
            };
            match stated.score.distance().cmp(&next.distance()) {
                Ordering::Greater if shown.is_shortest => along.longer += 1,
                Ordering::Greater => along.longer_than_bounds += 1,
                Ordering::Less => along.sooner += 1,
                Ordering::Equal => {}
            }
            if stated.score != next {
                eprintln!("{rule:?} {}: {:?}, not {next:?}", written(&position), stated.score);
            }
        }
    }
    along
}

/// All positions, or every n-th one if the variable `EVERY` is n.
fn all() -> Vec<Won> {
    let every = std::env::var("EVERY").ok().and_then(|number| number.parse().ok()).unwrap_or(1);
    won().into_iter().step_by(every).collect()
}

/// A few positions with short wins.
fn sample(every: usize) -> Vec<Won> {
    let short = won().into_iter().filter(|(.., plies)| plies.is_some_and(|plies| plies <= SHORT));
    short.step_by(every).collect()
}

#[test]
fn a_win_has_one_length_at_all_doors() {
    assert_eq!(differing(&mut Asker::new(SHORT_REVIEW), &sample(1)), (0, 0));
}

/// Its length was 9, 11 or 23, depending on what was asked.
#[test]
fn a_win_of_nine_plies_has_nine_at_all_doors() {
    let position = after_moves("15x15".parse().expect("a size"), "h8i9g7f6i7a1");
    let mut asker = Asker::new(SHORT_REVIEW);
    let stated =
        DOORS.map(|door| asker.ask(door, &position, FREESTYLE).map(|stated| (stated.score, stated.is_shortest)));
    assert_eq!(stated, [Some((Score::win_in(9), true)); DOORS.len()]);
}

#[test]
fn lengths_count_down_along_the_shown_line() {
    let Along { longer, longer_than_bounds, .. } = along_lines(&sample(4));
    assert_eq!([longer, longer_than_bounds], [0, 0]);
}

/// Long wins whose length is not settled may have several bounds: the doors search in different ways.
#[test]
#[ignore = "minutes"]
fn long_a_win_has_one_settled_length_at_all_doors() {
    let (bounds, silent) = differing(&mut Asker::new(REVIEW), &all());
    println!("{bounds} positions with several bounds, {silent} answers without a proof");
}

#[test]
#[ignore = "minutes"]
fn long_lengths_count_down_along_the_shown_line() {
    let along = along_lines(&all());
    println!("{along:?}");
    assert_eq!(along.longer, 0);
}
