//! The brain that managers load: `pbrain-tengen` plays, and prints nothing but protocol.
//!
//! Managers take any stray line for a move, so even a panic goes by in silence ([`quiet`]).

use anyhow::Result;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::time::Duration;
use tengen::board::{MIN_SIDE, Shape};
use tengen::command_line;
use tengen::command_line::options::{EvalOptions, LogOptions, megabytes};
use tengen::engine::Config;
use tengen::kernel::Kernel;
use tengen::kit::duration;
use tengen::lab::bench;
use tengen::players::gomoku::{Gomoku, Setup};
use tengen::protocol::input::{PutBack, Source, standard_input};
use tengen::protocol::quiet;
use tengen::protocol::{gomocup, sau};
use tengen::rules::{Rule, Variant};
use tengen::terminal::output::{failure, print_line};
use tengen::terminal::threads;

/// Tengen, a Gomoku and Renju engine. Without a command it speaks the Gomocup protocol on standard
/// input and output: type START 15, then BEGIN or TURN 7,7. When the first line is name? it speaks
/// that of the SAU platform.
#[derive(Parser)]
#[command(name = "pbrain-tengen", version)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Tool>,
    #[command(flatten)]
    log: LogOptions,
    #[command(flatten)]
    eval: EvalOptions,
    /// Memory for the search tables in MB [default: 128, or what INFO max_memory leaves]
    #[arg(long, value_name = "MB", value_parser = megabytes)]
    hash: Option<usize>,
    /// Search on N threads, or on `all` that the machine runs at once [default: 1; INFO thread_num can
    /// change it]
    #[arg(long, value_name = "N", value_parser = threads::read)]
    threads: Option<usize>,
    /// Think in the opponent's time too [INFO pondering can change it]
    #[arg(long)]
    ponder: bool,
    /// Search at most this many nodes a move
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Answer SUGGEST X,Y and let the manager decide by PLAY
    #[arg(long)]
    suggest: bool,
    /// Start of the random numbers that choose a swap2 opening
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// The language of the manager [default: told by its first line]
    #[arg(long, value_enum, env = "TENGEN_PROTOCOL")]
    protocol: Option<Protocol>,
    #[command(flatten)]
    untold: Untold,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Protocol {
    Gomocup,
    Sau,
}

/// What the SAU platform does not tell. (A Gomocup manager does.)
#[derive(Args)]
#[command(next_help_heading = "Options for SAU, which does not tell these")]
struct Untold {
    /// Side of the board
    #[arg(long, value_name = "N", default_value_t = 15, env = "TENGEN_SIZE",
        value_parser = clap::value_parser!(u32).range(MIN_SIDE as i64..=tengen::sau::MAX_SIDE as i64))]
    size: u32,
    /// The rule: freestyle, standard, renju, caro or caro-exact
    #[arg(long, default_value = "freestyle", env = "TENGEN_RULE")]
    rule: Variant,
    /// The longest time for a move, like 5s or 800ms
    #[arg(long, value_parser = duration::read, default_value = "5s", env = "TENGEN_TIME")]
    time: Duration,
}

#[derive(Subcommand)]
enum Tool {
    /// Search some fixed positions; print nodes, nodes a second and the signature
    Bench {
        /// Instructions to use, which never change the tree: baseline, avx2, avx512 [default: the newest
        /// that this processor has]
        #[arg(long, value_name = "NAME")]
        kernel: Option<Kernel>,
    },
    /// Print the names of the kernels that this processor can run; the last one is used
    Kernels,
}

/// What people are told who start the program by hand.
const GREETING: &str = "\
Tengen waits for a line of the Gomocup protocol, which managers like Piskvork speak. Type START 15, then
BEGIN or TURN 7,7, and END to leave.
For a board in the browser: tengen web (from the source: cargo run --release --bin tengen web); for one in
this terminal: tengen play. pbrain-tengen --help lists the options.
";

fn main() -> ExitCode {
    let arguments: Arguments = match command_line::read() {
        Ok(arguments) => arguments,
        Err(code) => return code,
    };
    quiet::begin(arguments.log.file());
    let code = match &arguments.command {
        Some(tool) => tool.run(&arguments.eval),
        None => play(arguments),
    };
    let code = match code {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => failure(&error),
    };
    log::logger().flush();
    code
}

impl Tool {
    fn run(&self, eval: &EvalOptions) -> Result<()> {
        match self {
            Tool::Bench { kernel } => {
                let kernel = kernel.unwrap_or_else(Kernel::best);
                print_line(bench::run(kernel, &eval.networks()?))?;
            }
            Tool::Kernels => Kernel::all().into_iter().try_for_each(print_line)?,
        }
        Ok(())
    }
}

/// Plays until nobody listens any more.
fn play(arguments: Arguments) -> Result<()> {
    if io::stdin().is_terminal() {
        let _ = io::stderr().write_all(GREETING.as_bytes()); // which may be closed
    }
    let config = Config {
        networks: Some(arguments.eval.networks()?),
        hash: arguments.hash,
        suggest: arguments.suggest,
        threads: arguments.threads,
        ponder: arguments.ponder,
        nodes: arguments.nodes,
        seed: arguments.seed,
    };
    let (first, mut lines) = PutBack::after_the_first(standard_input());
    let protocol = arguments.protocol.unwrap_or(match first {
        Some(line) if sau::is_greeting(&line) => Protocol::Sau,
        _ => Protocol::Gomocup,
    });
    let end = match protocol {
        Protocol::Gomocup => gomocup::run(config, &mut lines, &mut io::stdout().lock()),
        Protocol::Sau => play_sau(&arguments.untold, config, &mut lines),
    };
    if let Err(error) = end {
        log::info!("output closed: {error}"); // a manager that does so wants no more moves
    }
    Ok(())
}

fn play_sau(untold: &Untold, config: Config, lines: &mut dyn Source) -> io::Result<()> {
    let mut player = Gomoku::new(Setup {
        shape: Shape::square(untold.size).expect("the command line checks the size"),
        rule: Rule::new(untold.rule),
        time: untold.time,
        // There is no PLAY to answer a suggestion.
        config: Config {
            suggest: false,
            ..config
        },
    });
    sau::run(&mut player, lines, &mut io::stdout().lock())
}
