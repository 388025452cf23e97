//! `tengen review`: grades of the moves of games, with reasons.

use super::interrupt::interruptible;
use anyhow::{Result, bail};
use clap::{Args, ValueEnum};
use indicatif::ProgressBar;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tengen::command_line::options::{EvalOptions, ForceOption, PositionOptions, finish};
use tengen_line_io::output::print_line;
use tengen_terminal::drawing::Ink;
use tengen_terminal::review::{self, ReviewOptions};

#[derive(Args)]
pub struct Review {
    #[command(flatten)]
    position: PositionOptions,
    #[command(flatten)]
    options: ReviewOptions,
    #[command(flatten)]
    eval: EvalOptions,
    /// Output file [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    force: ForceOption,
    /// Output format [default: by the extension of --out (.txt, .md, .html, .json, .sgf), or text]
    #[arg(long, value_enum)]
    format: Option<ReviewFormat>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ReviewFormat {
    /// Tables for the terminal
    Text,
    /// Markdown, with a text diagram of each mistake
    Markdown,
    /// One HTML file with a graph and pictures of each mistake
    Html,
    /// JSON
    Json,
    /// The games with the reviews as comments, marks and variations
    Sgf,
}

impl ReviewFormat {
    fn of_name(file: &Path) -> Result<ReviewFormat> {
        let ending = file.extension().unwrap_or_default();
        match ending.to_string_lossy().to_ascii_lowercase().as_str() {
            "txt" => Ok(ReviewFormat::Text),
            "md" => Ok(ReviewFormat::Markdown),
            "html" | "htm" => Ok(ReviewFormat::Html),
            "json" => Ok(ReviewFormat::Json),
            "sgf" => Ok(ReviewFormat::Sgf),
            _ => bail!("{}: reviews end with .txt, .md, .html, .json or .sgf; or say --format", file.display()),
        }
    }

    fn write(self, reviews: &[review::Review], ink: Ink) -> Result<String> {
        Ok(match self {
            ReviewFormat::Text => {
                let texts = reviews.iter().map(review::Review::text);
                let parts: Vec<String> = texts.chain([review::legend(reviews)]).collect();
                parts.join("\n\n") + "\n"
            }
            ReviewFormat::Markdown => review::markdown(reviews, ink),
            ReviewFormat::Html => review::html(reviews),
            ReviewFormat::Json => format!("{:#}\n", review::json(reviews)),
            ReviewFormat::Sgf => review::sgf(reviews)?,
        })
    }
}

/// Reviews all games; prints each as soon as it is ready if the format allows it.
pub fn run(arguments: &Review) -> Result<()> {
    let PositionOptions { rule, size, drawing } = &arguments.position;
    let out = arguments.out.as_deref();
    let by_name = || out.map_or(Ok(ReviewFormat::Text), ReviewFormat::of_name);
    let format = arguments.format.map_or_else(by_name, Ok)?;
    let new = out.map(|file| arguments.force.create(file));
    let new = new.transpose()?; // before the search, which may take long
    let networks = arguments.eval.networks()?;
    let games = arguments.options.games(*rule, *size)?;
    let stop = interruptible()?;
    let bar = ProgressBar::new_spinner(); // hidden without a terminal
    bar.enable_steady_tick(Duration::from_millis(200));
    let (count, prints_each) = (games.len(), format == ReviewFormat::Text && out.is_none());
    let mut reviews = Vec::new();
    for (number, game) in (1..).zip(games) {
        let (name, positions) = (game.name.clone(), game.positions());
        let progress = |done: usize| {
            bar.set_message(format!("game {number} of {count} ({name}): {done}/{positions}"));
        };
        let reviewed = arguments.options.review(game, &networks, &stop, &progress)?;
        let Some(review) = reviewed else { break };
        if prints_each {
            bar.suspend(|| print_line(review.text() + "\n"))?;
        }
        reviews.push(review);
    }
    bar.finish_and_clear();
    if reviews.is_empty() {
        bail!("stopped before the first game was reviewed");
    }
    if reviews.len() < count {
        log::warn!("stopped after {} of {count} games", reviews.len());
    }
    let report = || format.write(&reviews, drawing.ink_of_files());
    match new.zip(out) {
        Some((mut new, file)) => {
            new.write_all(report()?.as_bytes())?;
            finish(new, file)
        }
        None if prints_each => Ok(print_line(review::legend(&reviews))?),
        None => Ok(print_line(report()?.trim_end())?),
    }
}
