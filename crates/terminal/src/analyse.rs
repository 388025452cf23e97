//! Analyses a position: its best moves with scores as a table, diagram, picture or JSON.

use super::drawing::{BoardRow, Ink, Marks, Scene};
use super::given::{Given, Setting};
use super::wording;
use crate::answer;
use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use serde_json::Value;
use std::fmt::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tengen_common::duration;
use tengen_common::processors;
use tengen_common::time::TimePlan;
use tengen_common::{Limits, Report, StopRequest};
use tengen_core::board::{BoardSize, Colour};
use tengen_core::rules::Rule;
use tengen_engine::eval::net::Networks;
use tengen_engine::pattern::forbidden_points;
use tengen_picture::{board, svg};
use tengen_session::service::{Event, FAILED, Outcome, Runner, Settings, Task, Work};

/// The position and the limits of the search.
#[derive(Args, Debug)]
pub struct Study {
    #[command(flatten)]
    given: Given,
    /// Show the best N moves, each with its principal variation; fewer if no other move can be good
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..))]
    lines: u16,
    /// Maximum search depth
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Node limit
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Search time, like 10s or 0.5 (seconds) [default: 5s, or no limit with --depth or --nodes]
    #[arg(long, value_parser = duration::read)]
    time: Option<Duration>,
    /// Search threads [default: one per processor; always 1 with --nodes]
    #[arg(long, value_name = "N", value_parser = processors::read, default_value = "all", hide_default_value = true)]
    threads: usize,
    /// Hash table size
    #[arg(long, value_name = "MB", default_value_t = 256, value_parser = clap::value_parser!(u64).range(1..=65_536))]
    hash: u64,
}

/// The time for a position without limits.
pub const USUAL_TIME: Duration = Duration::from_secs(5);
/// The number of moves of a line shown in the table.
const SHOWN_MOVES: usize = 12;

impl Study {
    pub fn setting(&self, rule: Option<Rule>, size: Option<BoardSize>) -> Result<Setting> {
        self.given.read(rule, size)
    }

    fn task(&self, Setting { position, rule, lead }: &Setting) -> Task {
        let limits = limits(self.time, self.nodes, self.depth);
        let work = Work::Lines(self.lines.into());
        Task { lead: *lead, limits, ..Task::new(position.clone(), *rule, work) }
    }
}

/// The limits of an analysis; without any it takes five seconds.
pub fn limits(time: Option<Duration>, nodes: Option<u64>, depth: Option<u32>) -> Limits {
    let unlimited = depth.is_none() && nodes.is_none();
    let time = time.or(unlimited.then_some(USUAL_TIME)).map(TimePlan::fixed);
    Limits { time, nodes, depth, analysis: true, ..Limits::default() }
}

#[derive(Clone, Debug)]
pub struct Analysis {
    setting: Setting,
    /// The lines, the best first; never empty.
    lines: Vec<Report>,
}

/// Analyses a position with these networks. Calls `progress` from time to time with the lines so far; `stop` ends it
/// early.
pub fn run(
    setting: Setting,
    study: &Study,
    networks: &Networks,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(&[Report]),
) -> Result<Analysis> {
    let mut request = || StopRequest::now_if(stop.load(Ordering::Relaxed));
    let mut listener = |event| {
        if let Event::Lines(lines) = event {
            progress(&lines);
        }
    };
    let mut runner = Runner::new(Settings::new(networks, (study.hash as usize) << 20, study.threads));
    let outcome = runner.answer(&study.task(&setting), &mut request, &mut listener);
    let Outcome::Lines(lines) = outcome.context(FAILED)? else { bail!(FAILED) };
    ensure!(!lines.is_empty(), "there is no move left to play");
    Ok(Analysis { setting, lines })
}

impl Analysis {
    /// The table of lines, and a diagram with the moves of the best one numbered.
    pub fn text(&self, ink: Ink) -> String {
        let mut text = format!("{}\n", self.head());
        let _ = writeln!(text, "   {:<18}{:<8}line", "score", "depth");
        for (i, report) in self.lines.iter().enumerate() {
            let _ = writeln!(text, "{:>2} {}", i + 1, self.line(report));
        }
        if let Some(proven) = self.proven() {
            let _ = writeln!(text, "{proven}");
        }
        let _ = write!(text, "\n{}", self.scene(&self.marks()).text(ink));
        let (nodes, seconds) = (self.best().nodes, self.best().elapsed.as_secs_f64());
        let _ = write!(text, "{}, {seconds:.2} s", wording::nodes(nodes));
        text
    }

    /// What a proven length means, if it is not plain: `the win is forced, and there is no shorter one`.
    fn proven(&self) -> Option<String> {
        let Report { score, is_shortest, .. } = *self.best();
        let plies = score.distance().filter(|&plies| plies > 3)?;
        let continuous = self.setting.rule.continuous;
        let what = match score.win_distance() {
            Some(_) if continuous => "point",
            Some(_) => "win",
            None if continuous => "lost point",
            None => "loss",
        };
        let known = match (is_shortest, score.win_distance()) {
            (true, Some(_)) => "there is no shorter one",
            (false, Some(_)) => "there may be a shorter one",
            (true, None) => "no defence lasts longer",
            (false, None) => "it may come sooner",
        };
        Some(format!("   the {what} in {plies} is forced; {known}"))
    }

    /// `renju, 15x15, white to move after 5 stones`.
    fn head(&self) -> String {
        let position = &self.setting.position;
        format!(
            "{}, {}, {} to move after {}",
            self.setting.rule,
            position.size(),
            position.to_move(),
            wording::stones(position.stones().len()),
        )
    }

    fn line(&self, report: &Report) -> String {
        let shown = &report.line[..report.line.len().min(SHOWN_MOVES)];
        let plies = report.score.distance().unwrap_or(0) as usize;
        let more = if shown.len() < report.line.len().max(plies) { " …" } else { "" };
        format!(
            "{:<18}{:<8}{}{more}",
            wording::score(report, self.setting.rule.continuous),
            format!("{}-{}", report.depth, report.selective_depth),
            BoardRow(shown, self.setting.position.size()),
        )
    }

    fn best(&self) -> &Report {
        &self.lines[0]
    }

    fn marks(&self) -> Marks {
        let Setting { position, rule, .. } = &self.setting;
        let mut marks = Marks::of_line(&self.best().line);
        marks.last = position.stones().last().map(|stone| stone.point);
        if position.to_move() == Colour::Black {
            marks.forbidden = forbidden_points(position, *rule);
        }
        marks
    }

    fn scene<'a>(&'a self, marks: &'a Marks) -> Scene<'a> {
        Scene::new(&self.setting.position, marks)
    }

    /// A picture of the board with the moves of the best line numbered.
    pub fn svg(&self) -> String {
        let sketch = board::sketch(&self.setting.position, &self.marks());
        svg::write(&sketch, 1.0)
    }

    pub fn json(&self) -> Value {
        answer::position(&self.setting.position, self.setting.rule, &self.lines).into()
    }

    pub fn setting(&self) -> &Setting {
        &self.setting
    }
}
