//! The command line of Undercity.
//!
//! Exit status: 0 success, 1 refused or failed, 2 wrong usage. Results go to standard output, errors to standard error.
#![forbid(unsafe_code)]

mod builtin;
mod commands;
mod config;
mod files;
mod measured;
mod outcome;
mod page;
mod progress;
mod stop;
#[cfg(test)]
mod tests;

use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::outcome::Failed;

/// Most of an order's time goes into short strings, and this allocator is several times as fast for them.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Referee for the sewer and tunnel rules of tactical wargames
#[derive(Debug, Parser)]
#[command(name = "undercity", version, after_help = AFTER)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

const AFTER: &str = "Exit status: 0 success, 1 refused or failed, 2 wrong usage.\n\
    Try `undercity play` to play in a browser, `undercity rules tide` to read a rulebook.";

#[derive(Debug, Subcommand)]
enum Command {
    /// Play in a browser, or in this terminal with --terminal
    Play(commands::play::Args),
    /// Serve games over HTTP to players on other machines
    Serve(commands::serve::Args),
    /// Ask the server of this machine whether it takes orders
    Health(commands::health::Args),
    /// Back up, restore, check and prune the stored games of a server
    Store(commands::store::Args),
    /// List the built-in scenarios
    Scenarios(commands::scenarios::Args),
    /// Check scenario files and show every mistake with its place
    Check(commands::check::Args),
    /// Run conformance cases
    Judge(commands::judge::Args),
    /// Show a rulebook, or one of its clauses
    Rules(commands::rules::Args),
    /// Explain how the sewers of a game work, with pictures
    Sewers(commands::sewers::Args),
    /// Run a JSON-RPC 2.0 server on stdin and stdout, one request per line
    Engine(commands::engine::Args),
    /// Show the position or the log of a saved game
    Replay(commands::replay::Args),
    /// Check the hashes, dice and results of a ledger
    Verify(commands::verify::Args),
    /// Show the odds of orders from what a side knows, or run a calculator
    Odds(commands::odds::Args),
    /// Show how lucky each side was in a finished game
    Luck(commands::luck::Args),
    /// Play random games and count the results
    Playouts(commands::playouts::Args),
    /// Have computer players play a scenario and report each side's win rate
    Balance(commands::balance::Args),
    /// Rate computer players by games against each other over many scenarios
    Ladder(commands::ladder::Args),
    /// Draw a scenario or a game as SVG, PNG or text
    Draw(commands::draw::Args),
}

fn main() -> ExitCode {
    let arguments = std::env::args_os().collect();
    let done = config::matches(Cli::command(), arguments).and_then(|matches| {
        // What was matched by the definition of the commands can be read by it.
        run(Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit()).command)
    });
    match done {
        Ok(()) => ExitCode::SUCCESS,
        // The reader of the output has exited (`undercity rules tide | head`): no error message is needed.
        Err(Failed::Output(error)) if error.kind() == std::io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(failed) => {
            failed.show();
            ExitCode::from(failed.status())
        }
    }
}

fn run(command: Command) -> Result<(), Failed> {
    match command {
        Command::Play(args) => commands::play::run(&args),
        Command::Serve(args) => commands::serve::run(&args),
        Command::Health(args) => commands::health::run(&args),
        Command::Store(args) => commands::store::run(&args),
        Command::Scenarios(args) => commands::scenarios::run(&args),
        Command::Check(args) => commands::check::run(&args),
        Command::Judge(args) => commands::judge::run(&args),
        Command::Rules(args) => commands::rules::run(&args),
        Command::Sewers(args) => commands::sewers::run(&args),
        Command::Engine(args) => commands::engine::run(&args),
        Command::Replay(args) => commands::replay::run(&args),
        Command::Verify(args) => commands::verify::run(&args),
        Command::Odds(args) => commands::odds::run(&args),
        Command::Luck(args) => commands::luck::run(&args),
        Command::Playouts(args) => commands::playouts::run(&args),
        Command::Balance(args) => commands::balance::run(&args),
        Command::Ladder(args) => commands::ladder::run(&args),
        Command::Draw(args) => commands::draw::run(&args),
    }
}
