//! `tengen web`: a board in the browser.

use super::interrupt::interruptible;
use anyhow::Result;
use clap::Args;
use std::net::IpAddr;
use tengen::command_line::options::megabytes;
use tengen::terminal::output::print_line;
use tengen::web::{Options, Server};

/// Its options.
#[derive(Args)]
pub struct Web {
    /// Serve at this port [default: 7515, or any free one if that is taken]
    #[arg(long, value_name = "N")]
    port: Option<u16>,
    /// Serve at this address of the machine; whoever can reach it and knows the token can use the page
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    bind: IpAddr,
    /// Open no browser
    #[arg(long)]
    no_open: bool,
    /// The most megabytes that a page may use for a search
    #[arg(long, value_name = "MB", default_value = "1024", value_parser = megabytes)]
    hash: usize,
}

/// Serves until it is interrupted.
///
/// # Errors
/// When the address cannot be had.
pub fn run(arguments: &Web) -> Result<()> {
    let server = Server::bind(Options {
        bind: arguments.bind,
        port: arguments.port,
        memory: arguments.hash,
    })?;
    let stop = interruptible()?;
    let url = server.url();
    print_line(&url)?;
    if !arguments.no_open
        && let Err(error) = open::that_detached(&url)
    {
        log::warn!("no browser was opened ({error}); open {url}");
    }
    server.serve(&stop)
}
