//! The brain loaded by managers: `pbrain-tengen` plays, and prints nothing but protocol.
//!
//! Managers take any stray line for a move, so even a panic is silent ([`quiet`]).
//!
//! `TURN 7,8` on its way to the search:
//! 1. `main` reads the options; `play` calls `gomocup::run`, the loop over the lines of the input;
//! 2. `Gomocup::hear` parses the line (`src/gomocup/`) and asks the session: `Brain::execute`;
//! 3. `Brain::carry_out` plays the opponent's stone, and `think` makes a `Task` (`crates/session/src/brain/mod.rs`);
//! 4. `Brain::ask` adds the clock and passes the task to `Runner::search` (`crates/session/src/service/runner.rs`);
//! 5. `Searcher::find` prepares the tables, the network and the board for the kind of rule (`searcher.rs` in
//!    `crates/engine/src/search/`, like the files named below);
//! 6. `Search::find` looks for moves that need no search and for wins by threats, and starts the other threads;
//! 7. `deepen` searches deeper and deeper, in an `aspiration_window` (`iterative_deepening.rs`, with step 6);
//! 8. `node` is the alpha-beta search (`alpha_beta.rs`): the first node is the root;
//! 9. the best line comes back as a `Report`; the session plays its first move, and `gomocup/print.rs` prints it.

mod options;

use anyhow::{Error, Result};
use options::{Command, HELP, Options, Protocol};
use pbrain_tengen::gomocup;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use tengen_core::board::BoardSize;
use tengen_core::printable;
use tengen_core::rules::Rule;
use tengen_engine::bench;
use tengen_engine::kernel::Kernel;
use tengen_line_io::input::{PutBack, Source, standard_input};
use tengen_line_io::output::{failure, print, print_line};
use tengen_line_io::quiet;
use tengen_session::brain::Config;
use tengen_session::player::{Gomoku, Setup};

/// Shown to people who start the program by hand.
const GREETING: &str = "\
Tengen is waiting for commands of the Gomocup protocol, which managers like
Piskvork send. Type START 15, then BEGIN or TURN 7,7; HELP for more, END to
quit. For a board in the browser: tengen web (from the source: cargo run
--release -p tengen web); for one in this terminal: tengen play.
pbrain-tengen --help lists the options.
";

fn main() -> ExitCode {
    let options = match Options::read() {
        Ok(options) => options,
        Err(error) => {
            let error = printable::line(format_args!("error: {error:#}"));
            let sentence = format!("{error}\n\nFor more information, try --help.\n");
            let _ = io::stderr().write_all(sentence.as_bytes()); // it may be closed
            return ExitCode::FAILURE;
        }
    };
    if let Err(error) = quiet::begin(options.log.as_deref()) {
        return failure(&error);
    }
    let done = match options.command {
        Command::Play => play(options),
        Command::Bench => measure(&options),
        Command::Kernels => Kernel::all().into_iter().try_for_each(print_line).map_err(Error::from),
        Command::Help => print(HELP).map_err(Error::from),
        Command::Version => print_line(concat!("pbrain-tengen ", env!("CARGO_PKG_VERSION"))).map_err(Error::from),
    };
    let code = done.map_or_else(|error| failure(&error), |()| ExitCode::SUCCESS);
    log::logger().flush();
    code
}

fn measure(options: &Options) -> Result<()> {
    let kernel = options.kernel.unwrap_or_else(Kernel::best);
    Ok(print_line(bench::run(kernel, &options.networks()?))?)
}

/// Plays until the end of the session.
fn play(options: Options) -> Result<()> {
    if io::stdin().is_terminal() {
        let _ = io::stderr().write_all(GREETING.as_bytes()); // it may be closed
    }
    let config = Config {
        networks: Some(options.networks()?),
        book: options.book()?,
        proof: options.proof()?,
        hash: options.hash,
        suggest: options.suggest,
        threads: options.threads,
        ponder: options.ponder,
        nodes: options.nodes,
        seed: options.seed,
    };
    let (first, mut lines) = PutBack::after_the_first(standard_input());
    let protocol = options.protocol.unwrap_or(match first {
        Some(line) if tengen_sau::is_greeting(&line) => Protocol::Sau,
        _ => Protocol::Gomocup,
    });
    let end = match protocol {
        Protocol::Gomocup => gomocup::run(config, &mut lines, &mut io::stdout().lock()),
        Protocol::Sau => play_sau(&options, config, &mut lines),
    };
    if let Err(error) = end {
        log::info!("output closed: {error}"); // the manager wants no more moves
    }
    Ok(())
}

fn play_sau(options: &Options, config: Config, lines: &mut dyn Source) -> io::Result<()> {
    let mut player = Gomoku::new(Setup {
        size: BoardSize::square(options.size).expect("the command line checks the size"),
        rule: Rule::new(options.rule),
        time: options.time,
        // There is no PLAY to confirm a suggestion.
        config: Config { suggest: false, ..config },
    });
    tengen_sau::run(&mut player, lines, &mut io::stdout().lock())
}
