//! The toolbox for playing, analysing and developing, one file per tool.

mod analyse;
mod analysis;
mod convert;
mod course;
mod database;
mod gtp;
mod interrupt;
mod join;
mod lab;
mod manual;
mod matches;
mod picture;
mod play;
mod prove;
mod puzzles;
mod review;
mod solve;
mod web;

use anyhow::Result;
use clap::{Command, CommandFactory, Parser, Subcommand};
use lab::Lab;
use log::LevelFilter;
use std::process::ExitCode;
use tengen::command_line;
use tengen_line_io::output::failure;
use tengen_line_io::quiet::write_log;

/// Tools around the Tengen engine.
#[derive(Parser)]
#[command(name = "tengen", version)]
struct Arguments {
    #[command(subcommand)]
    tool: Tool,
    /// Print more details
    #[arg(long, short, global = true, display_order = 900)] // next to --help
    verbose: bool,
}

#[derive(Subcommand)]
enum Tool {
    /// Play against Tengen in the terminal
    ///
    /// Full screen with arrow keys, or line by line; F1 or `help` lists the commands.
    Play(play::Play),
    /// Play, analyse, review and solve on a board in the browser
    ///
    /// Prints the address of the page and opens it. Ctrl-C stops the server.
    Web(web::Web),
    /// Show the best moves of a position with their scores, as a table, a diagram and a picture
    ///
    /// Ctrl-C stops the search and shows its result so far.
    #[command(alias = "analyze")]
    Analyse(analyse::Analyse),
    /// Analyse positions for other programs: JSON requests in, JSON answers out, one a line
    ///
    /// At the end of the input it finishes the waiting requests and exits.
    Analysis(analysis::AnalysisOptions),
    /// Play in Sabaki, Lizzie, GoGui and other programs that speak the Go Text Protocol (GTP)
    ///
    /// Commands are read from standard input until `quit`; `list_commands` prints their names.
    Gtp(gtp::Gtp),
    /// Grade every move of games, with reasons: in the terminal, as Markdown, HTML or JSON
    ///
    /// Ctrl-C ends the review and reports the games finished so far.
    Review(review::Review),
    /// Find a forced win in a position: by fours (VCF), by threats (VCT), or by any moves
    ///
    /// Tries every sequence of fours, then fours, threes and promising quiet moves that threaten a VCF, then every move
    /// that threatens one, with forced blocks between them, and then any moves that a search suggests. The shortest
    /// win of any kind is then looked for, and replayed by the rules.
    ///
    /// Exit codes: 0 a win was found, 3 no VCF (with --vcf) or no VCT (with --vct) exists, 4 no win was found within the
    /// limits, 1 invalid position or command line.
    Solve(solve::Solve),
    /// Prove a win against every defence, and check such proofs by the rules alone
    ///
    /// The proof answers every reply of the defender, down to a five. It is checked before it is written.
    ///
    /// Exit codes: 0 a proof was found and holds, 4 none was found within the limits, 1 invalid position or command line.
    Prove(Box<prove::Prove>),
    /// Solve, make and verify puzzles: positions with one right move
    #[command(subcommand)]
    Puzzles(puzzles::Puzzles),
    /// Build and query position databases: games, search results, comments
    #[command(subcommand)]
    Database(database::DatabaseTool),
    /// Draw a game or a position as SVG, PNG, GIF (the game move by move) or text diagram
    ///
    /// Without --out it prints a text diagram with move numbers.
    Picture(picture::Picture),
    /// Write a game in another format: SGF, .psq, a RenLib library or a CCGC record
    ///
    /// Variations, comments and labels are kept where the new format has room for them.
    Convert(convert::Convert),
    /// Run matches and tournaments between brains, refereed by Tengen
    ///
    /// Opponents play pairs of games: the same opening, each side once. Times are measured from command
    /// to answer.
    Match(Box<matches::Match>),
    /// Play over TCP with the referee of the course protocol
    ///
    /// 5 % of the time limit are reserved for the network.
    Course(course::Course),
    /// Referee games between two clients of the course protocol
    Referee(course::RefereeOptions),
    /// Develop Tengen: self-play, training data, A/B matches, tuning
    #[command(subcommand)]
    Lab(Lab),
    /// The same commands without `lab`, as they were called at first
    #[command(flatten)]
    OldLab(Lab),
    /// Print a shell completion script
    Completions(manual::Completions),
    /// Write manual pages, one per command
    Man(manual::Man),
}

/// The command line. The tools of `tengen lab` also have hidden names without `lab`: `tengen selfplay`, and so on.
fn command() -> Command {
    let lab = Lab::augment_subcommands(Command::new("lab"));
    let names: Vec<String> = lab.get_subcommands().map(|tool| tool.get_name().into()).collect();
    let hide = |command: Command, name| command.mut_subcommand(name, |tool| tool.hide(true));
    names.iter().fold(Arguments::command(), hide)
}

impl Tool {
    fn run(self) -> Result<ExitCode> {
        match self {
            Tool::Match(arguments) => return matches::run(&arguments),
            Tool::Solve(arguments) => return solve::run(&arguments),
            Tool::Prove(arguments) => return prove::run(&arguments),
            Tool::Puzzles(arguments) => return puzzles::run(&arguments),
            Tool::Play(arguments) => play::run(&arguments)?,
            Tool::Web(arguments) => web::run(&arguments)?,
            Tool::Analyse(arguments) => analyse::run(&arguments)?,
            Tool::Analysis(arguments) => analysis::run(&arguments)?,
            Tool::Review(arguments) => review::run(&arguments)?,
            Tool::Gtp(arguments) => gtp::run(&arguments)?,
            Tool::Picture(arguments) => picture::run(&arguments)?,
            Tool::Convert(arguments) => convert::run(&arguments)?,
            Tool::Lab(tool) | Tool::OldLab(tool) => tool.run()?,
            Tool::Database(tool) => database::run(&tool)?,
            Tool::Course(arguments) => course::play(&arguments)?,
            Tool::Referee(arguments) => course::referee(&arguments)?,
            Tool::Completions(arguments) => manual::completions(&arguments)?,
            Tool::Man(arguments) => manual::man(&arguments)?,
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Exit codes: 0 success; 1 failure, or a wrong command line; 141 standard output was closed; others are specific to a
/// tool.
fn main() -> ExitCode {
    let words = analysis::with_two_dashes(std::env::args_os());
    let arguments: Arguments = match command_line::read_by(command(), words) {
        Ok(arguments) => arguments,
        Err(code) => return code,
    };
    let level = if arguments.verbose { LevelFilter::Debug } else { LevelFilter::Warn };
    write_log(level, std::io::stderr()); // standard output is only for results
    arguments.tool.run().unwrap_or_else(|error| failure(&error))
}
