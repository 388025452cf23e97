//! Tables of a tournament: for people (Markdown, aligned, so that it reads well on a terminal too),
//! and for programs (CSV).

use super::standings::{FAULTS, Row, Standings};
use crate::tools::stats::{Decision, ShownElo, Sprt};
use anyhow::Result;
use std::fmt::Write;
use std::time::Duration;

/// The table, the results of the meetings, and what the sequential test says.
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
    markdown(&lines)
}

fn milliseconds(time: Option<Duration>) -> String {
    time.map_or("".into(), |time| time.as_millis().to_string())
}

/// `2 time, 1 crash`.
fn failures(row: &Row) -> String {
    let faults = FAULTS
        .iter()
        .map(|fault| fault.to_string())
        .zip(row.counts.faults);
    let all = faults.chain([("foul".to_string(), row.counts.fouls)]);
    let counted = all.filter(|(_, count)| *count > 0);
    let words: Vec<String> = counted
        .map(|(what, count)| format!("{count} {what}"))
        .collect();
    words.join(", ")
}

/// Points of everyone against everyone, in the order of the table.
fn cross_table(standings: &Standings) -> String {
    let order: Vec<usize> = standings.rows().iter().map(|row| row.brain).collect();
    let numbers = (1..=order.len()).map(|rank| rank.to_string());
    let mut lines = vec![
        [String::new(), "against".into()]
            .into_iter()
            .chain(numbers)
            .collect(),
    ];
    for (rank, &brain) in order.iter().enumerate() {
        let mut line = vec![(rank + 1).to_string(), safe(&standings.names[brain])];
        line.extend(
            order
                .iter()
                .map(|&other| match standings.between(brain, other) {
                    Some(pairs) => format!("{}/{}", pairs.points(), pairs.played()),
                    None => "".into(),
                }),
        );
        lines.push(line);
    }
    markdown(&lines)
}

/// The meeting of two, in a line.
fn duel(standings: &Standings) -> String {
    let pairs = standings.first_meeting();
    let superior = pairs.superiority();
    let superior = superior.map_or("".into(), |p| format!(", superior with {:.1} %", 100.0 * p));
    format!(
        "{} against {}: {pairs}{superior}\n",
        standings.names[0], standings.names[1]
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
    name.replace('|', "/")
}

/// A Markdown table of lines of equal length, the first being the head. The first two columns and
/// the last are words, the others numbers.
fn markdown(lines: &[Vec<String>]) -> String {
    let columns = lines[0].len();
    let width = |column: usize| {
        let widths = lines.iter().map(|line| line[column].chars().count());
        widths.max().unwrap_or(0).max(3)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let is_word = |column: usize| column == 1 || (column == 11);
    let mut text = String::new();
    for (number, line) in lines.iter().enumerate() {
        for (column, cell) in line.iter().enumerate() {
            let width = widths[column];
            let _ = match is_word(column) {
                true => write!(text, "| {cell:<width$} "),
                false => write!(text, "| {cell:>width$} "),
            };
        }
        text.push_str("|\n");
        if number == 0 {
            for (column, &width) in widths.iter().enumerate() {
                let end = if is_word(column) { '-' } else { ':' };
                let _ = write!(text, "|-{}{end}", "-".repeat(width));
            }
            text.push_str("|\n");
        }
    }
    text
}

/// The table for programs.
///
/// # Errors
/// When it cannot be written.
pub fn csv(standings: &Standings, to: impl std::io::Write) -> Result<()> {
    let mut writer = csv::Writer::from_writer(to);
    let head = [
        "rank",
        "brain",
        "games",
        "won",
        "drawn",
        "lost",
        "points",
        "elo",
        "elo_error",
    ];
    let faults = FAULTS.map(|fault| fault.to_string().replace(' ', "_"));
    let tail = ["foul", "ms_a_move", "slowest_ms"];
    writer.write_record(
        head.into_iter()
            .chain(faults.iter().map(String::as_str))
            .chain(tail),
    )?;
    for (rank, row) in standings.rows().into_iter().enumerate() {
        let (elo, error) = row.pairs.elo();
        let number = |value: f64| {
            if value.is_nan() {
                String::new()
            } else {
                format!("{value:.1}")
            }
        };
        let mut fields = vec![(rank + 1).to_string(), standings.names[row.brain].clone()];
        fields.push(row.pairs.played().to_string());
        fields.extend(row.pairs.games.map(|games| games.to_string()));
        fields.extend([row.pairs.points().to_string(), number(elo), number(error)]);
        fields.extend(row.counts.faults.map(|count| count.to_string()));
        fields.push(row.counts.fouls.to_string());
        let thought = row.counts.thought;
        fields.extend([thought.mean(), Some(thought.slowest)].map(milliseconds));
        writer.write_record(&fields)?;
    }
    writer.flush()?;
    Ok(())
}
