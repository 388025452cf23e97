//! Formats replies as Gomocup lines.

use super::database;
use super::error::OwnReply;
use std::fmt::Write;
use tengen_common::{Report, Score, processors};
use tengen_core::board::{Point, PointSet};
use tengen_core::printable;
use tengen_session::brain::{Decision, LARGEST_TABLES, OpeningChoice, Refusal, Reply, Show};

/// The number of moves of the principal variation that are printed: managers truncate long lines.
const SHOWN_MOVES: usize = 10;

const ABOUT: &str = concat!(
    "name=\"Tengen\", version=\"",
    env!("CARGO_PKG_VERSION"),
    "\", author=\"The Tengen developers\", country=\"International\"\n"
);

/// The reply to HELP; managers skip such lines.
const HELP: &str = "\
MESSAGE START 15: a new game; INFO rule 4: renju
MESSAGE INFO timeout_turn 5000: five seconds a move
MESSAGE INFO strength 50: weaker play, 0 to 100
MESSAGE BEGIN: Tengen opens; TURN 7,7: your move, column and row from 0
MESSAGE TAKEBACK 7,7; RESTART
MESSAGE BOARD, lines 7,7,1 (Tengen's) and 8,8,2 (yours), DONE: a position
MESSAGE END: quit. pbrain-tengen --help lists the options
MESSAGE tengen play is a board in the terminal
";

/// The lines that answer a command, terminated; empty if there is no answer.
pub(super) fn answer(result: Result<Reply, Refusal>) -> String {
    match result {
        Ok(answer) => reply(&answer),
        Err(refusal) => format!("ERROR {}\n", printable::line(&refusal)),
    }
}

/// The line that answers without the engine, terminated.
pub(super) fn own(reply: &OwnReply) -> String {
    match reply {
        OwnReply::About => ABOUT.into(),
        OwnReply::Help => HELP.into(),
        OwnReply::Unknown(word) => format!("UNKNOWN {word}\n"),
        OwnReply::Error(error) => format!("ERROR {error}\n"),
    }
}

fn reply(reply: &Reply) -> String {
    match reply {
        Reply::Ok => "OK\n".into(),
        Reply::Move(point, report) => message(report) + &place(*point) + "\n",
        Reply::Suggestion(point, report) => message(report) + "SUGGEST " + &place(*point) + "\n",
        Reply::Even(stones, report) => message(&Some(report.clone())) + &places(stones) + "\n",
        Reply::Opening(OpeningChoice::Swap) => "SWAP\n".into(),
        Reply::Opening(OpeningChoice::Stones(points)) => places(points) + "\n",
        Reply::Swap2Step((stones, choice)) => swap2_step(*stones, choice),
        Reply::Soosyrv(decision) => soosyrv(decision),
        Reply::Forbidden(points) => forbidden(points),
        Reply::HashCleared => "MESSAGE hash cleared\n".into(),
        Reply::HashUsage(share) => format!("MESSAGE hash {}.{} % full\n", share / 10, share % 10),
        Reply::Known { lookup, explored, chances } => database::known(*lookup, explored, *chances),
        Reply::Graphical => about_a_search(),
        Reply::Silence | Reply::Abandoned => String::new(),
    }
}

fn place(point: Point) -> String {
    format!("{},{}", point.x(), point.y())
}

fn places(points: &[Point]) -> String {
    let places: Vec<String> = points.iter().copied().map(place).collect();
    places.join(" ")
}

/// The decision in a step of swap2, as Yixin-Board reads it.
fn swap2_step(stones: usize, choice: &OpeningChoice) -> String {
    match choice {
        OpeningChoice::Stones(points) if stones == 0 || points.len() == 2 => moves("SWAP2", stones, points),
        _ => swap("SWAP2", stones, *choice == OpeningChoice::Swap),
    }
}

/// The decision in a step of Soosõrv's rule, as Yixin-Board reads it.
fn soosyrv(decision: &Decision) -> String {
    const RULE: &str = "SOOSORV";
    match decision {
        Decision::Three(points) => moves(RULE, 0, points),
        Decision::Swap(swaps, stones) => swap(RULE, *stones, *swaps),
        Decision::Fourth(point, fifths) => {
            format!("MESSAGE {RULE} MOVE4 {} {fifths}\n", pair(*point))
        }
        Decision::Offer(points) => {
            let points = points.iter().map(|&point| format!("MESSAGE {RULE} MOVE5 {}\n", pair(point)));
            let points: String = points.collect();
            format!("MESSAGE {RULE} MOVE5 REFRESH\n{points}MESSAGE {RULE} MOVE5 DONE\n")
        }
        Decision::Keep(point) => format!("MESSAGE {RULE} MOVE5C {}\n", pair(*point)),
    }
}

/// `MESSAGE SWAP2 MOVE1 7 7` and so on, for the stones that follow.
fn moves(rule: &str, stones: usize, points: &[Point]) -> String {
    let lines = (stones + 1..).zip(points);
    lines.map(|(number, &p)| format!("MESSAGE {rule} MOVE{number} {}\n", pair(p))).collect()
}

/// `MESSAGE SWAP2 SWAP1 YES`: the first swap is after three stones.
fn swap(rule: &str, stones: usize, swaps: bool) -> String {
    let (number, word) = (if stones == 3 { 1 } else { 2 }, if swaps { "YES" } else { "NO" });
    format!("MESSAGE {rule} SWAP{number} {word}\n")
}

fn pair(point: Point) -> String {
    format!("{} {}", point.x(), point.y())
}

/// The result of a search in the formats that clients parse: Rapfi's summary, and the line of the last depth.
fn message(report: &Option<Report>) -> String {
    let Some(report) = report else { return String::new() };
    if report.is_forced() {
        return summary(report);
    }
    let microseconds = report.elapsed.as_micros().max(1) as u64;
    let speed = report.nodes.saturating_mul(1_000_000) / microseconds;
    let (nodes, reached, time) = (report.nodes, reached(report), seconds(report));
    format!("MESSAGE Speed {speed}n/s | {reached} | Node {nodes} | Time {time}\n") + &summary(report)
}

/// `MESSAGE Depth 9-15 | Eval 12 | Time 0.17s | 7,7 8,8 …`
fn summary(report: &Report) -> String {
    format!("MESSAGE {} | Time {} | {}\n", reached(report), seconds(report), line(report))
}

/// `Depth 9-15 | Eval 12`, or `Forced`.
fn reached(report: &Report) -> String {
    if report.is_forced() {
        return "Forced".into();
    }
    format!("Depth {}-{} | Eval {}", report.depth, report.selective_depth, value(report.shown_score))
}

/// `0.17s`: some clients parse no unit but this one.
fn seconds(report: &Report) -> String {
    format!("{:.2}s", report.elapsed.as_secs_f64())
}

/// The start of the principal variation.
fn line(report: &Report) -> String {
    places(&report.line[..report.line.len().min(SHOWN_MOVES)])
}

/// Limits for the options of graphical boards: threads, and the binary logarithm of the hash size in KiB.
fn about_a_search() -> String {
    format!(
        "MESSAGE Tengen {}\nMESSAGE INFO MAX_THREAD_NUM {}\nMESSAGE INFO MAX_HASH_SIZE {}\n",
        env!("CARGO_PKG_VERSION"),
        processors::count(),
        (LARGEST_TABLES >> 10).ilog2()
    )
}

/// The progress of a search, as far as the manager wants to see it.
pub(super) fn progress(show: Show, lines: &[Report]) -> String {
    let mut text = String::new();
    // The figures and values of a forced reply would be guesses.
    let is_searched = lines.iter().all(|report| !report.is_forced());
    if show.figures && is_searched {
        for (index, report) in lines.iter().enumerate() {
            text += &figures(report, index, lines);
        }
    }
    if show.lines {
        text += &lines_to_read(lines);
    }
    if show.points {
        text += &points(lines);
    }
    text
}

/// One line in machine-readable form: a block from `INFO PV 0` to `INFO PV DONE`.
fn figures(report: &Report, index: usize, lines: &[Report]) -> String {
    let total = lines.iter().map(|report| report.nodes).max().unwrap_or(0);
    let milliseconds = report.elapsed.as_millis().max(1) as u64;
    [
        ("PV", index.to_string()),
        ("NUMPV", lines.len().to_string()),
        ("DEPTH", report.depth.to_string()),
        ("SELDEPTH", report.selective_depth.to_string()),
        ("NODES", report.nodes.to_string()),
        ("TOTALNODES", total.to_string()),
        ("TOTALTIME", report.elapsed.as_millis().to_string()),
        ("SPEED", (total.saturating_mul(1000) / milliseconds).to_string()),
        ("EVAL", value(report.shown_score)),
        ("WINRATE", format!("{:.4}", report.win_rate)),
        ("BESTLINE", line(report)),
        ("PV", "DONE".into()),
    ]
    .iter()
    .map(|(key, value)| format!("INFO {key} {value}\n"))
    .collect()
}

/// A summary line for the depth, preceded by one per variation if there are several.
fn lines_to_read(lines: &[Report]) -> String {
    let mut text = String::new();
    for (number, report) in (1..).zip(lines).filter(|_| lines.len() > 1) {
        let Report { depth, selective_depth, shown_score, .. } = report;
        let (value, line) = (value(*shown_score), line(report));
        let _ = writeln!(text, "MESSAGE ({number}) {value} | {depth}-{selective_depth} | {line}");
    }
    text + &lines.first().map(summary).unwrap_or_default()
}

/// Points to mark on a board: the best point and losing ones.
fn points(lines: &[Report]) -> String {
    let mut text = String::from("MESSAGE REALTIME REFRESH\n");
    for (index, report) in lines.iter().enumerate() {
        let first = place(report.best_move());
        if report.score.loss_distance().is_some() {
            let _ = writeln!(text, "MESSAGE REALTIME LOSE {first}");
        }
        if index == 0 {
            let _ = writeln!(text, "MESSAGE REALTIME BEST {first}");
            if !report.is_forced() {
                let _ = writeln!(text, "MESSAGE REALTIME VAL {}", report.shown_score.value());
            }
            let _ = writeln!(text, "MESSAGE REALTIME PV {}", line(report));
        }
    }
    text
}

/// A score in the format of graphical boards: `35`, `+M7` and `-M4` for a win and a loss in that many plies.
fn value(score: Score) -> String {
    match (score.win_distance(), score.loss_distance()) {
        (Some(plies), _) => format!("+M{plies}"),
        (_, Some(plies)) => format!("-M{plies}"),
        _ => score.value().to_string(),
    }
}

/// `FORBID 07080910.`: two digits for the column and two for the row of each point.
fn forbidden(points: &PointSet) -> String {
    let mut text = String::from("FORBID ");
    for point in points.iter() {
        let _ = write!(text, "{:02}{:02}", point.x(), point.y());
    }
    text + ".\n"
}
