//! The brain that managers load: `pbrain-tengen` plays, and prints nothing but protocol.
//!
//! Managers take any stray line for a move, so even a panic goes by in silence ([`quiet`]).

use clap::{Args, Parser, Subcommand, ValueEnum};
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;
use tengen::board::{MIN_SIDE, Shape};
use tengen::engine::Config;
use tengen::kernel::Kernel;
use tengen::lab::bench;
use tengen::players::gomoku::{Gomoku, Setup};
use tengen::protocol::input::{PutBack, Source, ThreadedLines};
use tengen::protocol::quiet;
use tengen::protocol::{gomocup, sau};
use tengen::rules::{Rule, Variant};

/// Tengen, a Gomoku and Renju engine. Without a command it speaks the Gomocup protocol on standard
/// input and output: type START 15, then BEGIN or TURN 7,7. When the first line is name? it speaks
/// that of the SAU platform.
#[derive(Parser)]
#[command(name = "pbrain-tengen", version)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Tool>,
    /// Write a log of the session to this file (it is appended to)
    #[arg(long, value_name = "FILE", env = "TENGEN_LOG")]
    log: Option<PathBuf>,
    /// Memory for the search tables in MB [default: 128, or what INFO max_memory leaves]
    #[arg(long, value_name = "MB")]
    hash: Option<usize>,
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
    game: Game,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Protocol {
    Gomocup,
    Sau,
}

/// What the SAU platform does not tell. (A Gomocup manager does.)
#[derive(Args)]
#[command(next_help_heading = "Options for SAU, which does not tell these")]
struct Game {
    /// Side of the board
    #[arg(long, value_name = "N", default_value_t = 15, env = "TENGEN_SIZE",
        value_parser = clap::value_parser!(u32).range(MIN_SIDE as i64..=tengen::sau::MAX_SIDE as i64))]
    size: u32,
    /// The rule: freestyle, standard, renju, caro or caro-exact
    #[arg(long, default_value = "freestyle", env = "TENGEN_RULE")]
    rule: Variant,
    /// The longest time for a move, like 5s or 800ms
    #[arg(long, value_parser = humantime::parse_duration, default_value = "5s", env = "TENGEN_TIME")]
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

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    quiet::begin(arguments.log.as_deref());
    let is_tool = arguments.command.is_some();
    let outcome = match arguments.command {
        Some(Tool::Bench { kernel }) => {
            let kernel = kernel.unwrap_or_else(Kernel::best);
            writeln!(io::stdout(), "{}", bench::run(kernel))
        }
        Some(Tool::Kernels) => Kernel::all()
            .into_iter()
            .try_for_each(|kernel| writeln!(io::stdout(), "{kernel}")),
        None => play(arguments),
    };
    if let Err(error) = &outcome {
        log::info!("output closed: {error}");
    }
    log::logger().flush();
    match outcome {
        Err(_) if is_tool => ExitCode::FAILURE, // nobody has seen the result
        _ => ExitCode::SUCCESS, // a manager that closes the pipe wants no more moves
    }
}

fn play(arguments: Arguments) -> io::Result<()> {
    let config = Config {
        hash: arguments
            .hash
            .map(|megabytes| megabytes.saturating_mul(1 << 20)),
        suggest: arguments.suggest,
        nodes: arguments.nodes,
        seed: arguments.seed,
    };
    let (first, mut lines) = PutBack::after_the_first(ThreadedLines::read(io::stdin()));
    let protocol = arguments.protocol.unwrap_or(match first {
        Some(line) if sau::is_greeting(&line) => Protocol::Sau,
        _ => Protocol::Gomocup,
    });
    match protocol {
        Protocol::Gomocup => gomocup::run(config, &mut lines, &mut io::stdout().lock()),
        Protocol::Sau => play_sau(&arguments.game, config, &mut lines),
    }
}

fn play_sau(game: &Game, config: Config, lines: &mut dyn Source) -> io::Result<()> {
    let mut player = Gomoku::new(Setup {
        shape: Shape::square(game.size).expect("the command line checks the size"),
        rule: Rule::new(game.rule),
        time: game.time,
        // There is no PLAY to answer a suggestion.
        config: Config {
            suggest: false,
            ..config
        },
    });
    sau::run(&mut player, lines, &mut io::stdout().lock())
}
