//! The tables of a tournament: aligned Markdown for people, which is also readable on a terminal, and CSV for programs.

use super::standings::{FAULTS, Row, Standings};
use crate::stats::{Decision, ShownElo, Sprt};
use anyhow::Result;
use std::fmt::Write;
use std::time::Duration;
use tengen_core::printable;

/// The table, the results of the meetings, and the state of the sequential test.
pub fn text(standings: &Standings, sprt: Option<Sprt>) -> String {
    let mut text = table(standings);
    if standings.names.len() > 2 {
        let _ = write!(text, "\n{}", cross_table(standings));
    } else {
        let _ = write!(text, "\n{}", duel(standings));
    }
    if let Some(sprt) = sprt {
        let _ = writeln!(text, "{}", verdict(standings, sprt));
    }
    text
}

/// All brains, the best first.
fn table(standings: &Standings) -> String {
    let head = [
        "", "brain", "games", "won", "drawn", "lost", "points", "%", "Elo", "ms/move", "slowest",
        "lost by",
    ];
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
            row.pairs.points().to_string(),
            format!("{:.1}", 100.0 * row.share()),
            ShownElo(row.pairs).to_string(),
            milliseconds(row.counts.thought.mean()),
            milliseconds(Some(row.counts.thought.slowest)),
            failures(row),
        ]);
    }
    markdown(&lines, &[1, 11])
}

fn milliseconds(time: Option<Duration>) -> String {
    time.map_or("".into(), |time| time.as_millis().to_string())
}

/// `2 time, 1 crash`.
fn failures(row: &Row) -> String {
    let faults = FAULTS.iter().map(|fault| fault.to_string()).zip(row.counts.faults);
    let all = faults.chain([("foul".to_string(), row.counts.forbidden)]);
    let counted = all.filter(|(_, count)| *count > 0);
    let words: Vec<String> = counted.map(|(what, count)| format!("{count} {what}")).collect();
    words.join(", ")
}

/// The scores of all meetings, in the order of the table.
fn cross_table(standings: &Standings) -> String {
    let order: Vec<usize> = standings.rows().iter().map(|row| row.brain).collect();
    let numbers = (1..=order.len()).map(|rank| rank.to_string());
    let mut lines = vec![[String::new(), "against".into()].into_iter().chain(numbers).collect()];
    for (rank, &brain) in order.iter().enumerate() {
        let mut line = vec![(rank + 1).to_string(), safe(&standings.names[brain])];
        line.extend(order.iter().map(|&other| match standings.between(brain, other) {
            Some(pairs) => format!("{}/{}", pairs.points(), pairs.played()),
            None => "".into(),
        }));
        lines.push(line);
    }
    markdown(&lines, &[1])
}

/// The meeting of two brains, as one line.
fn duel(standings: &Standings) -> String {
    let pairs = standings.first_meeting();
    let superior = pairs.superiority();
    let superior = superior.map_or("".into(), |p| format!(", LOS {:.1} %", 100.0 * p));
    format!(
        "{} against {}: {pairs}{superior}\n",
        safe(&standings.names[0]),
        safe(&standings.names[1])
    )
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

/// A name that does not break a table.
fn safe(name: &str) -> String {
    printable::line(name).replace('|', "/")
}

/// A Markdown table of lines of equal length, the first being the header. `words` lists the text columns; the others
/// are numbers.
fn markdown(lines: &[Vec<String>], words: &[usize]) -> String {
    let width = |column: usize| {
        let widths = lines.iter().map(|line| line[column].chars().count());
        widths.max().unwrap_or(0).max(3)
    };
    let columns = (0..lines[0].len()).map(|column| (width(column), words.contains(&column)));
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

/// One line; `columns` holds the width of each column and whether it is text.
fn markdown_line(cells: &[String], columns: &[(usize, bool)]) -> String {
    let cell = |(cell, &(width, is_word)): (&String, &(usize, bool))| {
        if is_word { format!("| {cell:<width$} ") } else { format!("| {cell:>width$} ") }
    };
    cells.iter().zip(columns).map(cell).collect::<String>() + "|\n"
}

/// Writes the table as CSV.
///
/// # Errors
/// If it cannot be written.
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

/// The names and values of a line. Elo and the bounds of its interval are empty where they are infinite.
fn fields(rank: usize, name: &str, row: &Row) -> Vec<(String, String)> {
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
    fields.extend(
        faults.map(|(fault, count)| (fault.to_string().replace(' ', "_"), count.to_string())),
    );
    fields
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referee::play::{Played, Thought};
    use crate::tournament::Finished;
    use tengen_core::board::{BoardSize, Colour};
    use tengen_core::rules::{Forbidden, Rule, Variant};
    use tengen_records::{Ending, Game, Reason};

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
        let size = BoardSize::square(15).unwrap();
        let mut game = Game::new(size, Rule::new(Variant::Renju), Default::default());
        let winner = winner.map(|seat| Colour::BOTH[seat]);
        game.ending = Some(Ending { winner, reason });
        let thought = |milliseconds: u64| Thought {
            moves: 2,
            time: Duration::from_millis(2 * milliseconds),
            slowest: Duration::from_millis(milliseconds + 1),
        };
        Played {
            game,
            black: 0,
            thought: [thought(10), thought(20)],
            why: None,
            dialogue: Vec::new(),
        }
    }

    #[test]
    fn tables_for_people() {
        let expected = "\
|     | brain | games | won | drawn | lost | points |    % |                   Elo | ms/move | slowest | lost by        |
| --: | ----- | ----: | --: | ----: | ---: | -----: | ---: | --------------------: | ------: | ------: | -------------- |
|   1 | Cat   |     4 |   2 |     2 |    0 |      3 | 75.0 |            +190.8 ± ? |      15 |      21 |                |
|   2 | Ann   |     4 |   2 |     1 |    1 |    2.5 | 62.5 |  +88.7 (above -371.7) |      15 |      21 |                |
|   3 | B/b   |     4 |   0 |     1 |    3 |    0.5 | 12.5 | -338.0 (below -148.7) |      15 |      21 | 1 time, 1 foul |

|     | against |     1 |     2 |     3 |
| --: | ------- | ----: | ----: | ----: |
|   1 | Cat     |       | 1.5/2 | 1.5/2 |
|   2 | Ann     | 0.5/2 |       |   2/2 |
|   3 | B/b     | 0.5/2 |   0/2 |       |
";
        assert_eq!(text(&standings(), None), expected);
    }

    #[test]
    fn a_table_for_programs() {
        let mut bytes = Vec::new();
        csv(&standings(), &mut bytes).unwrap();
        let expected = "\
rank,brain,games,won,drawn,lost,points,elo,elo_low,elo_high,ms_a_move,slowest_ms,foul,time,crash,illegal_move,garbage,no_start
1,Cat,4,2,2,0,3,190.8,,,15,21,0,0,0,0,0,0
2,Ann,4,2,1,1,2.5,88.7,-371.7,,15,21,0,0,0,0,0,0
3,B|b,4,0,1,3,0.5,-338.0,,-148.7,15,21,1,1,0,0,0,0
";
        assert_eq!(String::from_utf8(bytes).unwrap(), expected);
    }
}
