//! The toolbox: what makes the brain stronger, what measures it, and what plays over the network. One
//! file a tool.

mod analyze;
mod course;
mod data;
mod database;
mod gauge;
mod interrupt;
mod leaves;
mod manual;
mod matches;
mod picture;
mod play;
mod puzzles;
mod selfplay;
mod solve;
mod spsa;
mod tune;
mod web;

use anyhow::Result;
use clap::{Parser, Subcommand};
use log::LevelFilter;
use simplelog::{Config, WriteLogger};
use std::process::ExitCode;
use tengen::command_line;
use tengen_core::printable::PrintableWriter;
use tengen_protocol::output::failure;

/// Tools around the Tengen engine.
#[derive(Parser)]
#[command(name = "tengen", version)]
struct Arguments {
    #[command(subcommand)]
    tool: Tool,
    /// Say more
    #[arg(long, short, global = true, display_order = 900)] // beside --help
    verbose: bool,
}

#[derive(Subcommand)]
enum Tool {
    /// Let brains play matches and tournaments, judged by Tengen's own rules
    ///
    /// Every two brains that meet play pairs of games: the same opening, each side once. Times are
    /// measured from command to answer.
    Match(Box<matches::Match>),
    /// Play games from random balanced openings and write them with searched scores
    Selfplay(selfplay::Selfplay),
    /// Take positions from the search trees of games by selfplay, and search each
    Leaves(leaves::Leaves),
    /// Show, merge, shuffle and split files of games and positions; export positions for a trainer
    #[command(subcommand)]
    Data(data::Data),
    /// Fit evaluation and move scores to files of games and positions
    Tune(tune::Tune),
    /// Let two sets of parameters play each other at fixed nodes
    Gauge(gauge::Gauge),
    /// Let each level of `tengen play` meet the one below
    Levels(play::Levels),
    /// Tune numbers of the search by games between random changes of them
    Spsa(spsa::Spsa),
    /// Find a win by fours or by threats in a position
    ///
    /// Exit codes: 0 a win, 3 none exists, 4 none was found within the limits, 1 a wrong position or
    /// command line.
    Solve(solve::Solve),
    /// Solve, make and verify puzzles: positions with one right move
    #[command(subcommand)]
    Puzzles(puzzles::Puzzles),
    /// Play against Tengen on the terminal
    ///
    /// Full screen with arrow keys, or line by line; F1 or `help` lists the commands.
    Play(play::Play),
    /// A board in the browser: play, analyse, review, solve
    ///
    /// Prints the address of the page and opens it. Ctrl-C ends it.
    Web(web::Web),
    /// Show the best moves of a position with their scores, as a table, a drawing and a picture
    ///
    /// Ctrl-C ends the search and shows what it has found.
    Analyze(analyze::Analyze),
    /// Draw a game or a position: SVG, PNG, a GIF of the game move by move, or a text diagram
    ///
    /// Without --out it prints a diagram with the number of each move.
    Picture(picture::Picture),
    /// Keep games and studies of positions in one file, and look positions up
    #[command(subcommand)]
    Database(database::Tool),
    /// Play over TCP, with the referee of the course
    Course(course::Course),
    /// Referee games between two clients of the course
    Referee(course::Referee),
    /// Print what a shell needs to complete these commands and options
    Completions(manual::Completions),
    /// Write manual pages, one a command
    Man(manual::Man),
}

impl Tool {
    fn run(self) -> Result<ExitCode> {
        match self {
            Tool::Match(arguments) => return matches::run(&arguments),
            Tool::Solve(arguments) => return solve::run(&arguments),
            Tool::Puzzles(arguments) => return puzzles::run(&arguments),
            Tool::Play(arguments) => play::run(&arguments)?,
            Tool::Web(arguments) => web::run(&arguments)?,
            Tool::Levels(arguments) => play::levels(&arguments)?,
            Tool::Analyze(arguments) => analyze::run(&arguments)?,
            Tool::Picture(arguments) => picture::run(&arguments)?,
            Tool::Selfplay(arguments) => selfplay::run(arguments)?,
            Tool::Leaves(arguments) => leaves::run(arguments)?,
            Tool::Data(arguments) => data::run(arguments)?,
            Tool::Tune(arguments) => tune::run(arguments)?,
            Tool::Gauge(arguments) => gauge::run(&arguments)?,
            Tool::Spsa(arguments) => spsa::run(arguments)?,
            Tool::Database(tool) => database::run(&tool)?,
            Tool::Course(arguments) => course::play(&arguments)?,
            Tool::Referee(arguments) => course::referee(&arguments)?,
            Tool::Completions(arguments) => manual::completions(&arguments)?,
            Tool::Man(arguments) => manual::man(&arguments)?,
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Exit codes: 0 all is well; 1 it is not, or the command line is wrong; 141 nobody reads the results;
/// others belong to a tool.
fn main() -> ExitCode {
    let arguments: Arguments = match command_line::read() {
        Ok(arguments) => arguments,
        Err(code) => return code,
    };
    let level = if arguments.verbose {
        LevelFilter::Debug
    } else {
        LevelFilter::Warn
    };
    // Standard output is for results alone. Nobody else has set a log.
    let _ = WriteLogger::init(
        level,
        Config::default(),
        PrintableWriter::new(std::io::stderr()),
    );
    arguments.tool.run().unwrap_or_else(|error| failure(&error))
}
