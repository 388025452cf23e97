//! The tables of a tournament: aligned Markdown for people, which is also readable on a terminal, and CSV for programs.

use super::standings::{FAULTS, Standings, TableRow};
use crate::stats::{Decision, ShownElo, Sprt};
use anyhow::Result;
use std::fmt::Write;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::time::Duration;
use tengen_core::files::check_plain;
use tengen_core::printable;

/// The width of all tables and lines, in characters.
const WIDTH: usize = 80;
const CSV_BEGINS: &str = "rank,brain,games,";
/// The longest name in a line that is no table.
const LONGEST: usize = 20;
/// The shortest column of names.
const SHORTEST: usize = 8;

/// The table, times and failures, the results of the meetings, and the state of the sequential test.
pub fn text(standings: &Standings, sprt: Option<Sprt>) -> String {
    let mut text = format!("{}\n{}\n", table(standings), times(standings));
    if standings.names.len() > 2 {
        text += &cross_tables(standings);
    } else {
        text += &duel(standings);
    }
    text + &state(standings, sprt)
}

/// What [`text`] shows first: the table, for two brains their difference, and the state of the sequential test.
pub fn live(standings: &Standings, sprt: Option<Sprt>) -> String {
    let duel = if standings.names.len() == 2 { duel(standings) } else { String::new() };
    table(standings) + &duel + &state(standings, sprt)
}

/// The score of two brains that meet, the first one's Elo difference if there are no others, and the state of the
/// sequential test: `A +7 =2 -3 B, Elo +120.4 ± 90.1, LLR 0.53 (-2.94 to 2.94)`.
pub fn running(standings: &Standings, [one, other]: [usize; 2], sprt: Option<Sprt>) -> String {
    let (first, second) = (one.min(other), one.max(other));
    let Some(pairs) = standings.between(first, second) else { return String::new() };
    let [won, drawn, lost] = pairs.games;
    let [first, second] = [first, second].map(|brain| safe(&standings.names[brain]));
    let mut line = format!("{first} +{won} ={drawn} -{lost} {second}");
    if standings.names.len() == 2 {
        let _ = write!(line, ", Elo {}", ShownElo(pairs));
    }
    if let Some(sprt) = sprt {
        let (low, high) = sprt.bounds();
        let _ = write!(line, ", LLR {:.2} ({low:.2} to {high:.2})", sprt.ratio(&pairs));
    }
    line
}

/// All brains, the best first.
fn table(standings: &Standings) -> String {
    let head = ["", "brain", "games", "won", "drawn", "lost", "%", "Elo"];
    let mut lines = vec![head.map(String::from).to_vec()];
    for (rank, row) in standings.rows().iter().enumerate() {
        let [won, drawn, lost] = row.pairs.games;
        lines.push(vec![
            (rank + 1).to_string(),
            safe(&standings.names[row.brain]),
            row.pairs.played().to_string(),
            won.to_string(),
            drawn.to_string(),
            lost.to_string(),
            format!("{:.1}", 100.0 * row.share()),
            format!("{:.0}", ShownElo(row.pairs)),
        ]);
    }
    markdown(&lines, &[1])
}

/// The times of all brains and the reasons of games that were not lost on the board.
fn times(standings: &Standings) -> String {
    let head = ["", "brain", "ms/move", "slowest", "lost by"];
    let mut lines = vec![head.map(String::from).to_vec()];
    for (rank, row) in standings.rows().iter().enumerate() {
        let failures = failures(row);
        let mut parts = failures.chunks(2).map(|two| two.join(", ")); // more are too wide
        lines.push(vec![
            (rank + 1).to_string(),
            safe(&standings.names[row.brain]),
            milliseconds(row.counts.thought.mean()),
            milliseconds(Some(row.counts.thought.slowest)),
            parts.next().unwrap_or_default(),
        ]);
        lines.extend(parts.map(|part| vec!["".into(), "".into(), "".into(), "".into(), part]));
    }
    markdown(&lines, &[1, 4])
}

fn milliseconds(time: Option<Duration>) -> String {
    time.map_or("".into(), |time| time.as_millis().to_string())
}

/// `2 time` and `1 crash`.
fn failures(row: &TableRow) -> Vec<String> {
    let faults = FAULTS.iter().map(|fault| fault.to_string()).zip(row.counts.faults);
    let all = faults.chain([("foul".to_string(), row.counts.forbidden)]);
    let counted = all.filter(|(_, count)| *count > 0);
    counted.map(|(what, count)| format!("{count} {what}")).collect()
}

/// The scores of all meetings, in the order of the table; several tables if one is too wide.
fn cross_tables(standings: &Standings) -> String {
    let order: Vec<usize> = standings.rows().iter().map(|row| row.brain).collect();
    let score = |&brain: &usize, other: &usize| match standings.between(brain, *other) {
        Some(pairs) => format!("{}/{}", pairs.points(), pairs.played()),
        None => String::new(),
    };
    let scores: Vec<Vec<String>> =
        order.iter().map(|one| order.iter().map(|other| score(one, other)).collect()).collect();
    let widest = scores.iter().flatten().map(|score| score.chars().count()).max();
    let cell = widest.unwrap_or_default().max(3) + 3;
    let columns: Vec<usize> = (0..order.len()).collect();
    let tables = columns.chunks((WIDTH - LONGEST - 10) / cell).map(|columns| {
        let heads = columns.iter().map(|column| (column + 1).to_string());
        let head = [String::new(), "against".into()].into_iter().chain(heads).collect();
        let line = |(rank, (brain, scores)): (usize, (&usize, &Vec<String>))| {
            let name = shortened(&safe(&standings.names[*brain]), LONGEST);
            let cells = columns.iter().map(|&column| scores[column].clone());
            [(rank + 1).to_string(), name].into_iter().chain(cells).collect()
        };
        let lines = order.iter().zip(&scores).enumerate().map(line);
        markdown(&[head].into_iter().chain(lines).collect::<Vec<_>>(), &[1])
    });
    tables.collect::<Vec<_>>().join("\n")
}

/// The meeting of two brains, as two lines.
fn duel(standings: &Standings) -> String {
    let pairs = standings.first_meeting();
    let superior = pairs.superiority().map_or("".into(), |p| format!(", LOS {:.1} %", 100.0 * p));
    let [won, drawn, lost] = pairs.games;
    let [a, b, c, d, e] = pairs.counts;
    let name = |brain: usize| shortened(&safe(&standings.names[brain]), LONGEST);
    format!(
        "{} against {}: +{won} ={drawn} -{lost} of {}\nElo {} (pairs {a} {b} {c} {d} {e}){superior}\n",
        name(0),
        name(1),
        pairs.played(),
        ShownElo(*pairs)
    )
}

/// The state of the sequential test, as a line; nothing without one.
fn state(standings: &Standings, sprt: Option<Sprt>) -> String {
    sprt.map_or(String::new(), |sprt| verdict(standings, sprt) + "\n")
}

fn verdict(standings: &Standings, sprt: Sprt) -> String {
    let pairs = standings.first_meeting();
    let (low, high) = sprt.bounds();
    let says = match sprt.decide(pairs) {
        Decision::H0 => "H0 is accepted",
        Decision::H1 => "H1 is accepted",
        Decision::Open => "undecided",
    };
    let Sprt { elo0, elo1, .. } = sprt;
    let ratio = sprt.ratio(pairs);
    format!("SPRT of Elo {elo0} against {elo1}: {ratio:.2} ({low:.2} to {high:.2}), {says}")
}

/// A text of at most `width` characters: the middle of a longer one is left out.
fn shortened(text: &str, width: usize) -> String {
    let length = text.chars().count();
    if length <= width {
        return text.into();
    }
    let end = width / 2;
    let begin = width - end - 1;
    let part = |from: usize, count: usize| text.chars().skip(from).take(count);
    part(0, begin).chain(['…']).chain(part(length - end, end)).collect()
}

/// A name that does not break a table.
fn safe(name: &str) -> String {
    printable::line(name).replace('|', "/")
}

/// A Markdown table of lines of equal length, the first being the header. `words` lists the text columns; the others
/// are numbers. The first text column is shortened if the table is too wide.
fn markdown(lines: &[Vec<String>], words: &[usize]) -> String {
    let mut lines = lines.to_vec();
    let excess = table_width(&lines).saturating_sub(WIDTH);
    if excess > 0 {
        let names = words[0];
        let width = width_of(&lines, names).saturating_sub(excess).max(SHORTEST);
        lines.iter_mut().for_each(|line| line[names] = shortened(&line[names], width));
    }
    let columns = (0..lines[0].len()).map(|at| (width_of(&lines, at), words.contains(&at)));
    let columns: Vec<(usize, bool)> = columns.collect();
    let rule = columns.iter().map(|&(width, is_word)| {
        let end = if is_word { '-' } else { ':' };
        format!("{}{end}", "-".repeat(width - 1))
    });
    let rule: Vec<String> = rule.collect();
    let mut all: Vec<&[String]> = lines.iter().map(Vec::as_slice).collect();
    all.insert(1, &rule);
    all.into_iter().map(|line| markdown_line(line, &columns)).collect()
}

fn width_of(lines: &[Vec<String>], column: usize) -> usize {
    let widths = lines.iter().map(|line| line[column].chars().count());
    widths.max().unwrap_or(0).max(3)
}

fn table_width(lines: &[Vec<String>]) -> usize {
    (0..lines[0].len()).map(|column| width_of(lines, column) + 3).sum::<usize>() + 1
}

/// One line; `columns` holds the width of each column and whether it is text.
fn markdown_line(cells: &[String], columns: &[(usize, bool)]) -> String {
    let cell = |(cell, &(width, is_word)): (&String, &(usize, bool))| {
        if is_word { format!("| {cell:<width$} ") } else { format!("| {cell:>width$} ") }
    };
    cells.iter().zip(columns).map(cell).collect::<String>() + "|\n"
}

pub fn csv(standings: &Standings, to: impl std::io::Write) -> Result<()> {
    let mut writer = csv::Writer::from_writer(to);
    for (number, row) in standings.rows().into_iter().enumerate() {
        let name = &standings.names[row.brain];
        let (head, values): (Vec<_>, Vec<_>) = fields(number + 1, name, &row).into_iter().unzip();
        if number == 0 {
            writer.write_record(head)?;
        }
        writer.write_record(values)?;
    }
    writer.flush()?;
    Ok(())
}

pub fn is_csv(file: &Path) -> bool {
    let mut begin = [0; CSV_BEGINS.len()];
    let opened = check_plain(file).and_then(|()| File::open(file));
    opened.and_then(|mut file| file.read_exact(&mut begin)).is_ok() && begin == *CSV_BEGINS.as_bytes()
}

/// The names and values of a line. Elo and the bounds of its interval are empty where they are infinite.
fn fields(rank: usize, name: &str, row: &TableRow) -> Vec<(String, String)> {
    let [won, drawn, lost] = row.pairs.games.map(|games| games.to_string());
    let (low, high) = row.pairs.interval();
    let has_elo = (1e-9..1.0 - 1e-9).contains(&row.share());
    let elo = has_elo.then(|| row.pairs.elo().0);
    let number = |elo: Option<f64>| elo.map_or(String::new(), |elo| format!("{elo:.1}"));
    let thought = row.counts.thought;
    let mut fields = vec![
        ("rank", rank.to_string()),
        ("brain", name.to_string()),
        ("games", row.pairs.played().to_string()),
        ("won", won),
        ("drawn", drawn),
        ("lost", lost),
        ("points", row.pairs.points().to_string()),
        ("elo", number(elo)),
        ("elo_low", number(low)),
        ("elo_high", number(high)),
        ("ms_a_move", milliseconds(thought.mean())),
        ("slowest_ms", milliseconds(Some(thought.slowest))),
        ("foul", row.counts.forbidden.to_string()),
    ]
    .into_iter()
    .map(|(head, value)| (head.to_string(), value))
    .collect::<Vec<_>>();
    let faults = FAULTS.iter().zip(row.counts.faults);
    fields.extend(faults.map(|(fault, count)| (fault.to_string().replace(' ', "_"), count.to_string())));
    fields
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referee::play::Played;
    use crate::tournament::Finished;
    use crate::tournament::standings::GameCounts;
    use tengen_core::board::{BoardSize, Colour, Point};
    use tengen_core::rules::{Forbidden, Rule, Variant};
    use tengen_records::{Ending, Game, Move, Reason};

    /// Three brains, everyone against everyone, one pair each: the winner and the reason of each game.
    fn standings() -> Standings {
        let names = ["Ann", "B|b", "Cat"].map(String::from).to_vec();
        let mut standings = Standings::of(names, &[(0, 1), (0, 2), (1, 2)]);
        let games = [
            (0, 1, Some(0), Reason::Five),
            (0, 2, None, Reason::FullBoard),
            (1, 2, Some(1), Reason::Time),
            (1, 0, Some(1), Reason::Forbidden(Forbidden::Overline)),
            (2, 0, Some(0), Reason::Rows),
            (2, 1, None, Reason::MoveLimit),
        ];
        for (index, &(black, white, winner, reason)) in games.iter().enumerate() {
            let half = index / 3;
            standings.add(&Finished {
                number: 2 * (index % 3) + half + 1,
                brains: [black, white],
                half,
                played: played(winner, reason),
            });
        }
        standings
    }

    fn played(winner: Option<usize>, reason: Reason) -> Played {
        let mut game = Game::new(BoardSize::FIFTEEN, Rule::new(Variant::Renju), Default::default());
        let winner = winner.map(|seat| Colour::BOTH[seat]);
        game.ending = Some(Ending { winner, reason });
        for (x, time) in [9, 19, 11, 21].into_iter().enumerate() {
            game.moves.push(Move { time: Some(time), ..Move::new(Point::new(x as u8, 0)) });
        }
        Played { game, black: 0, why: None, dialogue: Vec::new() }
    }

    #[test]
    fn tables_for_people() {
        let expected = "\
|     | brain | games | won | drawn | lost |    % |               Elo |
| --: | ----- | ----: | --: | ----: | ---: | ---: | ----------------: |
|   1 | Cat   |     4 |   2 |     2 |    0 | 75.0 |          +191 ± ? |
|   2 | Ann   |     4 |   2 |     1 |    1 | 62.5 |  +89 (above -372) |
|   3 | B/b   |     4 |   0 |     1 |    3 | 12.5 | -338 (below -149) |

|     | brain | ms/move | slowest | lost by        |
| --: | ----- | ------: | ------: | -------------- |
|   1 | Cat   |      15 |      21 |                |
|   2 | Ann   |      15 |      21 |                |
|   3 | B/b   |      15 |      21 | 1 time, 1 foul |

|     | against |     1 |     2 |     3 |
| --: | ------- | ----: | ----: | ----: |
|   1 | Cat     |       | 1.5/2 | 1.5/2 |
|   2 | Ann     | 0.5/2 |       |   2/2 |
|   3 | B/b     | 0.5/2 |   0/2 |       |
";
        assert_eq!(text(&standings(), None), expected);
    }

    const SPRT: Sprt = Sprt { elo0: 0.0, elo1: 30.0, alpha: 0.05, beta: 0.05 };

    #[test]
    fn tables_fit_eighty_columns() {
        let named = |count: usize| -> Vec<String> {
            (0..count).map(|i| format!("{i}/pbrain-with-a-long-name --hash {i}")).collect()
        };
        for count in [2, 3, 14] {
            let meetings: Vec<(usize, usize)> =
                (0..count).flat_map(|one| (one + 1..count).map(move |two| (one, two))).collect();
            let mut standings = Standings::of(named(count), &meetings);
            for (_, pairs) in &mut standings.meetings {
                (0..400).for_each(|_| pairs.add([0.0, 0.5]));
            }
            for counts in &mut standings.counts {
                *counts = GameCounts { faults: [100; FAULTS.len()], forbidden: 100, ..*counts };
                counts.thought = played(None, Reason::Time).thought(0);
                counts.thought.slowest = Duration::from_secs(1000);
            }
            let text = text(&standings, Some(SPRT));
            let wide = text.lines().find(|line| line.chars().count() > WIDTH);
            assert_eq!(wide, None, "{text}");
            assert!(text.contains("0/pb") && text.contains("hash 0"), "{text}");
            assert!(text.contains("100 too much output, 100 no start"), "{text}");
        }
        assert_eq!(shortened("tengen --hash 64", 9), "teng…h 64");
    }

    #[test]
    fn the_score_so_far() {
        let pairs = [(0, 1), (1, 0)];
        let mut two = Standings::of(["Ann", "B|b"].map(String::from).to_vec(), &[(0, 1)]);
        for (half, &(black, white)) in pairs.iter().enumerate() {
            let played = played([None, Some(1)][half], Reason::Five);
            let number = half + 1;
            two.add(&Finished { number, brains: [black, white], half, played });
        }
        let expected = "Ann +1 =1 -0 B/b, Elo +190.8 ± ?, LLR 0.08 (-2.94 to 2.94)";
        assert_eq!(running(&two, [1, 0], Some(SPRT)), expected);
        assert_eq!(running(&standings(), [2, 0], None), "Ann +0 =1 -1 Cat");
        let live = live(&two, Some(SPRT));
        for part in ["| Ann   |     2 |", "\nElo +190.8 ± ?", "\nSPRT of Elo 0 against 30: 0.08"] {
            assert!(live.contains(part), "{part} is not in\n{live}");
        }
    }

    #[test]
    fn a_table_for_programs() {
        let mut bytes = Vec::new();
        csv(&standings(), &mut bytes).unwrap();
        let expected = "\
rank,brain,games,won,drawn,lost,points,elo,elo_low,elo_high,ms_a_move,slowest_ms,foul,time,crash,illegal_move,garbage,too_much_output,no_start
1,Cat,4,2,2,0,3,190.8,,,15,21,0,0,0,0,0,0,0
2,Ann,4,2,1,1,2.5,88.7,-371.7,,15,21,0,0,0,0,0,0,0
3,B|b,4,0,1,3,0.5,-338.0,,-148.7,15,21,1,1,0,0,0,0,0
";
        assert_eq!(String::from_utf8(bytes).unwrap(), expected);
    }
}
