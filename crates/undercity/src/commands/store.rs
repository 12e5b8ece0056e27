//! `undercity store`: backups, checks and removal of stored games.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Subcommand;
use server::store::{Lost, Retention, StoreAddress, StoreError, backup, copy, restore};

use super::serve::store_at;
use crate::outcome::{Failed, counted, print, refused};
use crate::progress::progress;

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
    /// File or PostgreSQL database with the games [default: games.sqlite in your data folder]
    #[arg(long, value_name = "PATH-OR-URL", global = true)]
    store: Option<PathBuf>,
    /// Config file of the server, which may name the store
    #[arg(long, value_name = "FILE", global = true)]
    config: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Copy the file to a new one, also while a server uses it
    Backup {
        /// New file for the copy
        to: PathBuf,
    },
    /// Replace the file by a backup; the earlier store is renamed, not deleted
    Restore {
        /// Backup made by `undercity store backup`, or another store
        from: PathBuf,
    },
    /// Verify every game and list those that are not sound, also while a server uses the store
    Check,
    /// Show unused games, or remove them with --remove while no server uses the store
    Prune(Prune),
    /// Copy all games to another store, of the same or the other kind, while no server uses either
    ///
    /// Each game is verified, and copied as a whole. Games that are there already are left as they are, so the same
    /// command continues a copy that was stopped. --store isn't used.
    Copy {
        /// File, or postgres://USER@HOST/DATABASE, with the games
        from: PathBuf,
        /// File or database for the games; it is created if it doesn't exist, a database must exist
        to: PathBuf,
    },
}

#[derive(Debug, clap::Args)]
#[group(id = "times", required = true, multiple = true, args = ["never_joined", "unfinished", "finished"])]
struct Prune {
    /// Games that no side joined, unused for this many days
    #[arg(long, value_name = "DAYS")]
    never_joined: Option<u64>,
    /// Games that were joined and not finished, unused for this many days
    #[arg(long, value_name = "DAYS")]
    unfinished: Option<u64>,
    /// Finished games, unused for this many days
    #[arg(long, value_name = "DAYS")]
    finished: Option<u64>,
    /// Remove these games, and make a file smaller
    #[arg(long)]
    remove: bool,
}

pub fn run(args: &Args) -> Result<(), Failed> {
    if let Command::Copy { from, to } = &args.command {
        return copy_all(from, to);
    }
    let store = store_at(args.store.as_deref())?;
    match &args.command {
        Command::Backup { to } => back_up(file_of(&store)?, to),
        Command::Restore { from } => put_back(file_of(&store)?, from),
        Command::Check => check_all(&store),
        Command::Prune(prune) => remove_unused(&store, prune),
        Command::Copy { from, to } => copy_all(from, to),
    }
}

/// Returns the file of a store, for commands on files.
fn file_of(store: &StoreAddress) -> Result<&Path, Failed> {
    match store {
        StoreAddress::File(path) => Ok(path),
        StoreAddress::Database(_) => {
            Err(refused("PostgreSQL has backups of its own: use pg_dump and pg_restore, or pg_basebackup"))
        }
    }
}

/// Returns the error of a command on this store.
fn failed(store: &impl std::fmt::Display) -> impl Fn(StoreError) -> Failed {
    move |error| match error {
        StoreError::InUse => refused(format_args!("{store}: a server uses this store: stop it first")),
        // These name the file or the database.
        StoreError::Failed(why) => refused(why),
        StoreError::Unreachable(_) => refused(error),
        error => refused(format_args!("{store}: {error}")),
    }
}

/// Runs long work with a progress bar.
fn watched<T>(what: &str, act: impl FnOnce(&mut dyn FnMut(u64, u64)) -> T) -> T {
    let bar = progress(0, what);
    let done = act(&mut |done, of| {
        bar.set_length(of);
        bar.set_position(done);
    });
    bar.finish_and_clear();
    done
}

fn back_up(store: &Path, to: &Path) -> Result<(), Failed> {
    watched("pages", |progress| backup(store, to, progress)).map_err(failed(&store.display()))?;
    print(format_args!("Copied {} to {}. The copy holds all secrets of its games.", store.display(), to.display()))
}

fn put_back(store: &Path, from: &Path) -> Result<(), Failed> {
    let earlier = watched("pages", |progress| restore(store, from, progress)).map_err(failed(&store.display()))?;
    print(format_args!("Restored {} from {}.", store.display(), from.display()))?;
    match earlier {
        Some(earlier) => print(format_args!("The earlier store is {}.", earlier.display())),
        None => Ok(()),
    }
}

fn check_all(store: &StoreAddress) -> Result<(), Failed> {
    let checked = watched("games", |progress| store.check(progress)).map_err(failed(store))?;
    for damage in &checked.file {
        print(format_args!("the file is damaged: {damage}"))?;
    }
    for finding in &checked.findings {
        print(format_args!("game {}: {}. Left: {}.", finding.game, finding.why, finding.left))?;
    }
    let games = counted(checked.games as usize, "game", "games");
    if checked.file.is_empty() && checked.findings.is_empty() {
        return print(format_args!("{games} checked: all are sound."));
    }
    let mut unsound: Vec<_> = checked.findings.iter().map(|finding| finding.game).collect();
    unsound.dedup();
    print(format_args!("{games} checked: {} not sound.", counted(unsound.len(), "is", "are")))?;
    Err(Failed::Told)
}

/// Number of games that are removed in one transaction.
const BATCH: usize = 100;

fn remove_unused(place: &StoreAddress, prune: &Prune) -> Result<(), Failed> {
    let days = |days: Option<u64>| days.map(|days| Duration::from_secs(days.saturating_mul(24 * 3600)));
    let retention = Retention {
        never_joined: days(prune.never_joined),
        unfinished: days(prune.unfinished),
        finished: days(prune.finished),
    };
    // First of all, so nothing is shown that a server may change meanwhile.
    let store = prune.remove.then(|| place.open(false)).transpose().map_err(failed(place))?;
    let found = place.count_expired(&retention).map_err(failed(place))?;
    for row in &found {
        let games = counted(row.games as usize, "game", "games");
        print(format_args!("{}: {games}, about {} kB", row.stage, row.bytes.div_ceil(1000)))?;
    }
    let Some((store, _)) = store else {
        return print("Nothing was removed. Add --remove to remove these games.");
    };
    let all = found.iter().map(|row| row.games).sum();
    let removed = watched("games", |progress| {
        let mut removed = 0;
        loop {
            let batch = store.expire(&retention, BATCH)?.len();
            removed += batch;
            progress(removed as u64, all);
            if batch < BATCH {
                return store.compact().map(|()| removed);
            }
        }
    });
    let removed = counted(removed.map_err(failed(place))?, "game was", "games were");
    match place {
        StoreAddress::File(_) => print(format_args!("{removed} removed, and the file was made smaller.")),
        StoreAddress::Database(_) => print(format_args!("{removed} removed. The database will use their space again.")),
    }
}

fn copy_all(from: &Path, to: &Path) -> Result<(), Failed> {
    let (from, to) = (store_at(Some(from))?, store_at(Some(to))?);
    let copied = watched("games", |progress| copy(&from, &to, progress)).map_err(|error| match error {
        StoreError::InUse => refused(format_args!("a server uses {from} or {to}, or both are the same: stop it first")),
        error => refused(error),
    })?;
    for (game, why) in &copied.left_out {
        print(format_args!("game {game} was not copied: {why}."))?;
    }
    for Lost { game, lines } in &copied.lost {
        let had =
            format_args!("game {game} had {lines} lines: acknowledged orders are missing, and the copy can't tell");
        print(format_args!("{had}."))?;
    }
    let games = counted(copied.games as usize, "game was", "games were");
    let there = counted(copied.there as usize, "was", "were");
    print(format_args!("{games} copied from {from} to {to}, and verified; {there} there already."))?;
    if copied.left_out.is_empty() && copied.lost.is_empty() { Ok(()) } else { Err(Failed::Told) }
}
