//! Analysis: its arguments, and its output in the formats of Leela Zero (`lz-`) and KataGo (`kata-`).

use super::error::GtpError;
use super::game::position_for;
use super::parse::{colour, list, vertex, written};
use std::time::Duration;
use tengen_common::{Limits, Report};
use tengen_core::board::{BoardSize, Colour, PointSet};
use tengen_core::game::Game;
use tengen_session::service::{Task, Work};

/// The number of moves in an analysis, unless `maxmoves` changes it.
const USUAL_MOVES: usize = 5;
/// The interval of an analysis without one, in hundredths of a second.
const USUAL_INTERVAL: u32 = 100;
/// Keywords of KataGo's commands that are accepted and ignored; each is followed by a value.
const IGNORED: [&str; 10] = [
    "minmoves", "ownership", "ownershipstdev", "movesownership", "movesownershipstdev", "pvvisits", "pvedgevisits",
    "details", "rootinfo", "noresultvalue",
];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnalysisFormat {
    /// Leela Zero's: win rates from 0 to 10000.
    Leela,
    /// KataGo's: win rates from 0 to 1.
    Kata,
}

impl AnalysisFormat {
    /// One line of output for these moves, which begin with the best.
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
            AnalysisFormat::Leela => format!("{}", (rate * 10_000.0).round()),
            AnalysisFormat::Kata => format!("{rate:.6}"),
        }
    }
}

/// Reads the arguments of an analysis command: `[COLOR] [INTERVAL] [KEYWORD VALUE]…`. The color is the side whose moves are
/// analysed; by default, it is the side to move.
pub fn task(arguments: &[String], game: &Game) -> Result<Task, GtpError> {
    let size = game.position().size();
    let mut words = arguments.iter().map(String::as_str).peekable();
    let side = words.next_if(|word| colour(word).is_ok()).map_or(Ok(game.position().to_move()), colour)?;
    let first = words.next_if(|word| word.parse::<u32>().is_ok());
    let (mut moves, mut blocked) = (USUAL_MOVES, PointSet::EMPTY);
    let mut every = interval(first.unwrap_or(&USUAL_INTERVAL.to_string()))?;
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or_else(|| GtpError::MissingValue { word: word.into() });
        match word.to_ascii_lowercase().as_str() {
            "interval" => every = interval(value()?)?,
            "maxmoves" => moves = count(value()?)?.clamp(1, size.area()),
            "avoid" => {
                let points = points_for([value()?, value()?, value()?], side, size)?;
                blocked = blocked.union(&points.unwrap_or(PointSet::EMPTY));
            }
            "allow" => {
                let points = points_for([value()?, value()?, value()?], side, size)?;
                let others = |allowed: PointSet| size.points().filter(|&point| !allowed.contains(point)).collect();
                blocked = points.map_or(blocked, others);
            }
            known if IGNORED.contains(&known) => drop(value()?),
            _ => return Err(GtpError::UnknownWord { word: word.into() }),
        }
    }
    let limits = Limits { blocked, ..Limits::default() };
    Ok(Task { limits, every, ..Task::new(position_for(game, side), game.rule(), Work::Lines(moves)) })
}

fn count(word: &str) -> Result<usize, GtpError> {
    word.parse().map_err(|_| GtpError::NotNumber { word: word.into() })
}

fn interval(word: &str) -> Result<Duration, GtpError> {
    let hundredths: u32 = word.parse().map_err(|_| GtpError::NotInterval { word: word.into() })?;
    Ok(Duration::from_millis(u64::from(hundredths.max(1)) * 10))
}

/// Reads `COLOR VERTEX,VERTEX DEPTH`; `None` if it restricts the other side. The depth is ignored: only the first move is
/// restricted.
fn points_for(words: [&str; 3], side: Colour, size: BoardSize) -> Result<Option<PointSet>, GtpError> {
    let is_ours = colour(words[0])? == side;
    let is_point = |word: &&str| !word.eq_ignore_ascii_case("pass");
    let points = words[1].split(',').filter(is_point).map(|word| vertex(word, size));
    let points = points.collect::<Result<PointSet, _>>()?;
    count(words[2])?;
    Ok(is_ours.then_some(points))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_core::rules::{Rule, Variant};

    fn query(words: &str) -> Result<Task, GtpError> {
        let words: Vec<String> = words.split_whitespace().map(str::to_string).collect();
        let mut game = Game::new(BoardSize::FIFTEEN, Rule::new(Variant::Freestyle));
        game.set_to_move(Colour::White);
        task(&words, &game)
    }

    #[test]
    fn arguments_that_front_ends_send_are_read() {
        let usual = query("").unwrap();
        assert_eq!((usual.position.to_move(), usual.every.as_millis()), (Colour::White, 1000));
        for words in ["B 50", "black interval 50", "b 50 ownership true rootInfo true minmoves 3"] {
            let query = query(words).unwrap();
            assert_eq!((query.position.to_move(), query.every.as_millis()), (Colour::Black, 500), "{words}");
            assert!(query.limits.blocked.is_empty() && matches!(query.work, Work::Lines(5)), "{words}");
        }
        assert_eq!(query("0").unwrap().every.as_millis(), 10);
        assert!(matches!(query("maxmoves 12").unwrap().work, Work::Lines(12)));
    }

    #[test]
    fn points_can_be_avoided_or_allowed_for_the_side_to_move() {
        let blocked = |words: &str| query(words).unwrap().limits.blocked.len();
        assert_eq!(blocked("10 avoid w h8,J9 1 avoid b a1 1"), 2);
        assert_eq!(blocked("10 allow w h8,pass 999"), 224);
        assert_eq!(blocked("b 10 avoid w h8 1"), 0);
    }
}
