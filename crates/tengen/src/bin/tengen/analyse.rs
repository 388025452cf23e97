//! `tengen analyse`: the best moves of a position.

use super::interrupt::interruptible;
use anyhow::Result;
use clap::Args;
use indicatif::ProgressBar;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;
use tengen::command_line::options::{EvalOptions, ForceOption, PositionOptions, finish};
use tengen_common::Report;
use tengen_database::Database;
use tengen_line_io::output::print_line;
use tengen_terminal::{analyse, explore};

#[derive(Args)]
pub struct Analyse {
    #[command(flatten)]
    position: PositionOptions,
    #[command(flatten)]
    study: analyse::Study,
    #[command(flatten)]
    eval: EvalOptions,
    /// Also show the record of the position in this database (`tengen database`)
    #[arg(long, value_name = "DB")]
    database: Option<PathBuf>,
    /// Write an SVG picture of the board with the best line to this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    #[command(flatten)]
    force: ForceOption,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: &Analyse) -> Result<()> {
    let PositionOptions { rule, size, drawing } = &arguments.position;
    let networks = arguments.eval.networks()?;
    let study = &arguments.study;
    let setting = study.setting(*rule, *size)?; // an interrupt ends a wait for the file
    let stop = interruptible()?;
    let bar = ProgressBar::new_spinner(); // hidden without a terminal
    bar.enable_steady_tick(Duration::from_millis(200));
    let picture = arguments.svg.as_ref().map(|file| anyhow::Ok((arguments.force.create(file)?, file)));
    let picture = picture.transpose()?; // before the search, which may take long
    let known = arguments.database.as_deref().map(Database::open).transpose()?;
    let mut progress = |lines: &[Report]| {
        if let Some(best) = lines.first() {
            bar.set_message(format!("depth {} score {}", best.depth, best.score));
        }
    };
    let analysis = analyse::run(setting, study, &networks, &stop, &mut progress)?;
    bar.finish_and_clear();
    let known = match known {
        Some(database) => {
            let setting = explore::kept(analysis.setting().clone())?;
            Some(explore::run(&database, setting)?)
        }
        None => None,
    };
    let text = if arguments.json {
        let mut json = analysis.json();
        if let Some(known) = known {
            json["known"] = known.json();
        }
        format!("{json:#}")
    } else {
        let known = known.map(|known| format!("\n\n{}", known.table(usize::MAX)));
        analysis.text(drawing.ink()) + &known.unwrap_or_default()
    };
    if let Some((mut picture, file)) = picture {
        picture.write_all(analysis.svg().as_bytes())?;
        finish(picture, file)?;
    }
    Ok(print_line(text)?)
}
