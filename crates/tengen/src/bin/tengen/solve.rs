//! `tengen solve`: finds a forced win in a position.

use anyhow::Result;
use clap::Args;
use std::process::ExitCode;
use tengen::command_line::options::PositionOptions;
use tengen_line_io::output::print_line;
use tengen_terminal::solve;

#[derive(Args)]
pub struct Solve {
    #[command(flatten)]
    game: PositionOptions,
    #[command(flatten)]
    options: solve::Options,
}

/// Prints the result, which also determines the exit code.
pub fn run(arguments: &Solve) -> Result<ExitCode> {
    let game = &arguments.game;
    let ink = game.drawing.ink();
    let solution = solve::run(game.rule, game.size, &arguments.options, ink)?;
    print_line(&solution)?;
    Ok(ExitCode::from(solution.status()))
}
