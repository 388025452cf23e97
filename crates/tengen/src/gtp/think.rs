//! Searches: for a move, and for analysis in the formats of Leela Zero (`lz-`) and KataGo (`kata-`).

use super::parse::{colour, list, vertex, written};
use super::{Lines, Settings};
use std::time::{Duration, Instant};
use tengen_common::random::Random;
use tengen_common::{Limits, Report, StopRequest, Stoppable};
use tengen_core::board::{BoardSize, Colour, Point, PointSet, Position};
use tengen_core::rules::Rule;
use tengen_engine::search::Searcher;
use tengen_engine::study::best_lines;
use tengen_session::level::Level;

/// The number of moves in an analysis, unless `maxmoves` changes it.
const USUAL_MOVES: usize = 5;
/// The interval of an analysis without one, in hundredths of a second.
const USUAL_INTERVAL: u32 = 100;
/// Words of KataGo's commands that change nothing here; each is followed by a value.
const IGNORED: [&str; 10] = [
    "minmoves",
    "ownership",
    "ownershipstdev",
    "movesownership",
    "movesownershipstdev",
    "pvvisits",
    "pvedgevisits",
    "details",
    "rootinfo",
    "noresultvalue",
];

/// The format of analysis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Leela Zero's: win rates from 0 to 10000.
    Leela,
    /// KataGo's: win rates from 0 to 1.
    Kata,
}

impl Format {
    /// The line with these moves, the best first.
    pub fn line(self, lines: &[Report], size: BoardSize) -> String {
        let moves = (0..).zip(lines).map(|(order, report)| self.entry(order, report, size));
        moves.collect::<Vec<_>>().join(" ")
    }

    fn entry(self, order: usize, report: &Report, size: BoardSize) -> String {
        let point = written(report.best_move(), size);
        // Front ends read the count as a signed 32-bit integer.
        let visits = report.nodes.min(i32::MAX as u64);
        let rate = self.rate(report.win_rate);
        let zero = self.rate(0.0);
        let line = list(report.line.iter().copied(), size);
        format!("info move {point} visits {visits} winrate {rate} prior {zero} lcb {rate} order {order} pv {line}")
    }

    fn rate(self, rate: f32) -> String {
        match self {
            Format::Leela => format!("{}", (rate * 10_000.0).round()),
            Format::Kata => format!("{rate:.6}"),
        }
    }
}

/// What to analyse, and how to report it.
#[derive(PartialEq, Eq, Debug)]
pub struct Query {
    /// The side whose moves are analysed.
    pub colour: Colour,
    /// The time between reports.
    pub interval: Duration,
    moves: usize,
    blocked: PointSet,
}

impl Query {
    /// Reads the arguments of an analysis command: `[COLOR] [INTERVAL] [WORD VALUE]…`.
    ///
    /// # Errors
    /// The first argument that is wrong.
    pub fn read(arguments: &[String], to_move: Colour, size: BoardSize) -> Result<Query, String> {
        let mut words = arguments.iter().map(String::as_str).peekable();
        let side = words.next_if(|word| colour(word).is_ok()).map_or(Ok(to_move), colour)?;
        let first = words.next_if(|word| word.parse::<u32>().is_ok());
        let mut query = Query {
            colour: side,
            interval: interval(first.unwrap_or(&USUAL_INTERVAL.to_string()))?,
            moves: USUAL_MOVES,
            blocked: PointSet::EMPTY,
        };
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or_else(|| format!("{word} needs a value"));
            match word.to_ascii_lowercase().as_str() {
                "interval" => query.interval = interval(value()?)?,
                "maxmoves" => query.moves = count(value()?)?.clamp(1, size.area()),
                "avoid" => {
                    let points = points_for([value()?, value()?, value()?], side, size)?;
                    query.blocked = query.blocked.union(&points.unwrap_or(PointSet::EMPTY));
                }
                "allow" => {
                    let points = points_for([value()?, value()?, value()?], side, size)?;
                    let others = |allowed: PointSet| size.points().filter(|&point| !allowed.contains(point)).collect();
                    query.blocked = points.map_or(query.blocked, others);
                }
                known if IGNORED.contains(&known) => drop(value()?),
                _ => return Err(format!("\"{word}\" is not known to analysis")),
            }
        }
        Ok(query)
    }
}

fn count(word: &str) -> Result<usize, String> {
    word.parse().map_err(|_| format!("\"{word}\" is not a number"))
}

fn interval(word: &str) -> Result<Duration, String> {
    let hundredths: u32 = word.parse().map_err(|_| format!("\"{word}\" is not an interval"))?;
    Ok(Duration::from_millis(u64::from(hundredths.max(1)) * 10))
}

/// Reads `COLOR VERTEX,VERTEX DEPTH`; `None` if this is about the other side. The depth is not used: only the first
/// move is restricted.
fn points_for(words: [&str; 3], side: Colour, size: BoardSize) -> Result<Option<PointSet>, String> {
    let is_ours = colour(words[0])? == side;
    let is_stone = |word: &&str| !word.eq_ignore_ascii_case("pass");
    let points = words[1].split(',').filter(is_stone).map(|word| vertex(word, size));
    let points = points.collect::<Result<PointSet, _>>()?;
    count(words[2])?;
    Ok(is_ours.then_some(points))
}

/// Searches positions; its memory serves all of them.
pub struct Thinker {
    searcher: Searcher,
    /// For the random moves of weak levels.
    random: Random,
    /// Games begin with the same memory, so that moves by nodes are reproducible.
    starts_afresh: bool,
    /// Makes searches panic, to test the recovery from bugs.
    #[cfg(test)]
    pub is_broken: bool,
}

impl Thinker {
    /// A thinker with these settings.
    pub fn new(settings: &Settings) -> Thinker {
        Thinker {
            searcher: settings.searcher(),
            random: Random::new(Random::unknown_seed()),
            starts_afresh: settings.nodes.is_some(),
            #[cfg(test)]
            is_broken: false,
        }
    }

    /// Forgets what it learned.
    pub fn forget(&mut self) {
        match self.starts_afresh {
            true => self.searcher.start_afresh(),
            false => self.searcher.clear(),
        }
    }

    /// The move to play. Shows the line found so far at intervals, if there are any.
    ///
    /// # Errors
    /// If the search fails, which is a bug.
    pub fn best_move(
        &mut self,
        position: &Position,
        rule: Rule,
        limits: &Limits,
        interval: Option<Duration>,
        show: &mut dyn FnMut(&[Report]),
    ) -> Result<Option<Report>, String> {
        self.caught(|searcher| {
            let mut request = || StopRequest::GoOn;
            let interval = interval.unwrap_or(Duration::MAX);
            let mut watch = Stoppable::new(&mut request, show).at_intervals(interval);
            searcher.search(position, rule, limits, &mut watch)
        })
    }

    /// The move to play at a level, within this time.
    ///
    /// # Errors
    /// If the search fails, which is a bug.
    pub fn move_at(
        &mut self,
        level: Level,
        position: &Position,
        rule: Rule,
        most: Duration,
    ) -> Result<Option<Point>, String> {
        let mut random = Random::new(self.random.next());
        let choice = self.caught(|searcher| {
            let start = Instant::now();
            let mut request = || match start.elapsed() >= most {
                true => StopRequest::MoveNow,
                false => StopRequest::GoOn,
            };
            let mut see = |_: &[Report]| ();
            let watch = &mut Stoppable::new(&mut request, &mut see);
            level.choose(position, rule, most, searcher, &mut random, watch)
        })?;
        Ok(choice.map(|choice| choice.point))
    }

    /// Shows the best moves until a line of input comes. Passes an empty list if there is none.
    ///
    /// # Errors
    /// If the search fails, which is a bug.
    pub fn analyse(
        &mut self,
        (position, rule): (&Position, Rule),
        query: &Query,
        lines: &mut Lines,
        show: &mut dyn FnMut(&[Report]),
    ) -> Result<(), String> {
        let limits = Limits { blocked: query.blocked, analysis: true, ..Limits::default() };
        let seen = |reports: &[Report]| -> Vec<_> {
            reports.iter().map(|report| (report.score, report.line.clone())).collect()
        };
        let mut last = None;
        let found = self.caught(|searcher| {
            let mut request = || match lines.is_waiting() {
                true => StopRequest::MoveNow,
                false => StopRequest::GoOn,
            };
            let mut show = |reports: &[Report]| {
                last = Some(seen(reports));
                show(reports);
            };
            let mut watch = Stoppable::new(&mut request, &mut show).at_intervals(query.interval);
            best_lines(searcher, position, rule, &limits, query.moves, &mut watch)
        })?;
        if !lines.is_waiting() && last != Some(seen(&found)) {
            show(&found);
        }
        Ok(())
    }

    fn caught<R>(&mut self, work: impl FnOnce(&mut Searcher) -> R) -> Result<R, String> {
        #[cfg(test)]
        let is_broken = self.is_broken;
        let found = self.searcher.catch_panic(|searcher| {
            #[cfg(test)]
            assert!(!is_broken, "it is broken");
            work(searcher)
        });
        found.ok_or_else(|| "internal error: the search failed".into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_core::rules::Variant;
    use tengen_engine::eval::net::Networks;

    fn query(words: &str) -> Result<Query, String> {
        let words: Vec<String> = words.split_whitespace().map(str::to_string).collect();
        Query::read(&words, Colour::White, BoardSize::square(15).unwrap())
    }

    #[test]
    fn arguments_of_the_front_ends() {
        let usual = query("").unwrap();
        assert_eq!((usual.colour, usual.interval.as_millis()), (Colour::White, 1000));
        for words in ["B 50", "black interval 50", "b 50 ownership true rootInfo true minmoves 3"] {
            let query = query(words).unwrap();
            assert_eq!((query.colour, query.interval.as_millis()), (Colour::Black, 500), "{words}");
            assert!(query.blocked.is_empty() && query.moves == 5, "{words}");
        }
        assert_eq!(query("0").unwrap().interval.as_millis(), 10);
        assert_eq!(query("maxmoves 12").unwrap().moves, 12);
    }

    #[test]
    fn points_can_be_avoided_or_allowed_for_the_side_to_move() {
        let blocked = |words: &str| query(words).unwrap().blocked.len();
        assert_eq!(blocked("10 avoid w h8,J9 1 avoid b a1 1"), 2);
        assert_eq!(blocked("10 allow w h8,pass 999"), 224);
        assert_eq!(blocked("b 10 avoid w h8 1"), 0);
    }

    #[test]
    fn wrong_arguments_are_named() {
        for (words, message) in [
            ("b soon", "\"soon\" is not known to analysis"),
            ("interval x", "\"x\" is not an interval"),
            ("interval", "interval needs a value"),
            ("avoid b h8", "avoid needs a value"),
            ("avoid red h8 1", "\"red\" is not a color"),
            ("avoid b i8 1", "\"i8\" is not a vertex"),
            ("allow b h8 deep", "\"deep\" is not a number"),
            ("maxmoves -1", "\"-1\" is not a number"),
            ("ownership", "ownership needs a value"),
        ] {
            let error = query(words).unwrap_err();
            assert!(error.contains(message), "{words}: {error}");
        }
    }

    #[test]
    fn after_a_panic_the_next_search_works() {
        let settings = Settings {
            rule: Rule::new(Variant::Freestyle),
            size: BoardSize::square(15).unwrap(),
            networks: Networks::none(),
            threads: 1,
            memory: 1 << 20,
            time: None,
            nodes: None,
            level: Level::FULL,
            version: String::new(),
        };
        let mut thinker = Thinker::new(&settings);
        let mut position = Position::new(settings.size);
        position.play(Point::new(7, 7), &mut ());
        let mut best = |is_broken| {
            thinker.is_broken = is_broken;
            let limits = Limits::nodes(100);
            thinker.best_move(&position, settings.rule, &limits, None, &mut |_| ())
        };
        assert_eq!(best(true).unwrap_err(), "internal error: the search failed");
        assert!(best(false).is_ok_and(|found| found.is_some()));
    }
}
