//! `undercity replay`: shows the position or the log of a saved game.

use std::path::PathBuf;

use board::draw;
use rules::Seat;
use serde_json::json;
use table::seat_named;

use super::play::event_lines;
use crate::outcome::{Failed, counted, ending, print, print_json, refused};
use crate::{builtin, files};

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Ledger file
    ledger: PathBuf,
    /// Seat whose view is shown: a side or `spectator`
    #[arg(long, default_value = "spectator")]
    seat: String,
    /// Also print the seat's log; after the game, with the numbers of the ledger's entries
    #[arg(long)]
    log: bool,
    /// Print JSON: `{view, events, stopped}`
    #[arg(long)]
    json: bool,
}

/// Opens the game of a ledger, with the place where reading stopped.
pub fn open(path: &std::path::Path) -> Result<table::Replayed, Failed> {
    let place = |why: String| refused(format_args!("{}: {why}", path.display()));
    let text = files::read(path)?;
    let header = referee::replay::header(&text).map_err(|stopped| place(stopped.to_string()))?;
    let system = builtin::system_called(&header.system)?;
    system.replay(&text, None).map_err(|error| match error {
        referee::replay::ReplayError::Scenario(problems) => Failed::Diagnostics(problems),
        other => place(other.to_string()),
    })
}

/// Opens the game of a ledger that must be complete, so results are not from an earlier position.
pub fn open_whole(path: &std::path::Path) -> Result<table::Replayed, Failed> {
    let replayed = open(path)?;
    match &replayed.stopped {
        Some(stopped) => Err(refused(format_args!("{}: {stopped}", path.display()))),
        None => Ok(replayed),
    }
}

/// Prints the whole log of a seat, with the number of each entry after the game. During the game there are no numbers:
/// they would reveal how many orders of the other side are hidden.
fn log(replayed: &table::Replayed, seat: Seat) -> Result<(), Failed> {
    let over = replayed.table.outcome().is_some();
    for entry in 0..replayed.table.entries() {
        for (n, line) in event_lines(&replayed.heard_of(entry, seat)).into_iter().enumerate() {
            match n {
                _ if !over => print(line)?,
                0 => print(format_args!("{entry:>4}{line}"))?,
                _ => print(format_args!("    {line}"))?,
            }
        }
    }
    Ok(())
}

pub fn run(args: &Args) -> Result<(), Failed> {
    let replayed = open(&args.ledger)?;
    let table = &replayed.table;
    let seat = seat_named(table.sides(), &args.seat).ok_or_else(|| {
        Failed::Usage(format!("--seat {}: expected {}, {} or spectator", args.seat, table.sides()[0], table.sides()[1]))
    })?;
    if args.json {
        let events: Vec<serde_json::Value> =
            table.events(seat, 0).iter().filter_map(|event| serde_json::from_str(event).ok()).collect();
        let view = table.view(seat).map_err(refused)?;
        print_json(&json!({ "view": view, "events": events, "stopped": replayed.stopped }))?;
    } else {
        if args.log {
            log(&replayed, seat)?;
        }
        print(draw::text(&table.picture(seat)))?;
        match table.outcome() {
            Some((winner, why)) => print(ending(&winner, why.words(seat)))?,
            None => {
                let entries = counted(table.entries(), "entry", "entries");
                print(format_args!("The game is not over: the ledger has {entries}."))?;
            }
        }
    }
    match replayed.stopped {
        Some(stopped) => Err(refused(format_args!("{}: replayed up to here: {stopped}", args.ledger.display()))),
        None => Ok(()),
    }
}
