//! Several servers on one PostgreSQL database, with faults of all kinds while games are played: nothing that was
//! acknowledged is lost, nothing is done twice, no answer is based on an old view, and every game goes on within twice
//! the lease. `UNDERCITY_FAULTS` is the number of kills, other faults are in proportion; the default is 6. Without
//! PostgreSQL nothing is tried.
#![cfg(unix)]
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod backends;
mod cluster;
mod evening;
mod live;
mod load;
mod paused;
mod players;
#[path = "../serving/mod.rs"]
mod serving;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use cluster::{Cluster, LEASE};
use load::{Load, under_load};
use players::{By, Kind};
use serving::client::Dice;
use serving::postgres::{Postgres, postgres};
use serving::proxy::{Cut, Proxy};

/// Games of all systems. The last kind is of openings above all.
const KINDS: [Kind; 7] = [
    Kind { scenario: "tide/first", by: By::Http, most: 150 },
    Kind { scenario: "heroes/first", by: By::Live, most: 150 },
    Kind { scenario: "sniper/ambush", by: By::Live, most: 60 },
    Kind { scenario: "asl/first", by: By::Http, most: 60 },
    Kind { scenario: "tide/pumping-station", by: By::Computer("recruit"), most: 1000 },
    Kind { scenario: "heroes/first", by: By::Computer("regular"), most: 1000 },
    Kind { scenario: "tide/first", by: By::Live, most: 10 },
];

/// Whether the program is not optimized.
const SLOW: bool = cfg!(debug_assertions);

/// Makes a test wait for its turn: pauses are measured, so only one cluster is under load at a time.
fn turn() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the number of faults where the short form has this many.
fn faults(short: usize) -> usize {
    let kills = std::env::var("UNDERCITY_FAULTS").ok().and_then(|kills| kills.parse().ok()).unwrap_or(6);
    (short * kills).div_ceil(6)
}

/// Checks the store with the program, after the servers have ended.
fn check_store(url: &Path) {
    let begun = Instant::now();
    loop {
        let mut command = Command::new(env!("CARGO_BIN_EXE_undercity"));
        let output = command.args(["store", "check", "--store"]).arg(url).output().unwrap();
        let [out, error] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
        // The database takes a moment to notice that the servers are gone.
        if error.contains("uses this store") && begun.elapsed() < Duration::from_secs(10) {
            std::thread::sleep(Duration::from_millis(100));
            continue;
        }
        assert!(output.status.success() && out.ends_with("games checked: all are sound.\n"), "{out}{error}");
        return print!("{out}");
    }
}

/// Runs faults against three servers under load. Each server has its own way to the database.
fn with_three(name: &str, url: &Path, ways: [PathBuf; 3], faults: impl FnOnce(&mut Cluster, &Load)) {
    let mut cluster = Cluster::start(ways.to_vec());
    // The end of a simultaneous plan takes a second if the program is not optimized: longer than a client waits.
    let kinds: Vec<Kind> = KINDS.into_iter().filter(|kind| !(SLOW && kind.scenario.starts_with("sniper/"))).collect();
    under_load(name, &mut cluster, &kinds, faults);
    cluster.stop();
    check_store(url);
}

fn random(dice: &mut Dice, milliseconds: usize) -> Duration {
    Duration::from_micros(dice.below(milliseconds * 1000) as u64)
}

#[test]
fn a_killed_server_loses_and_doubles_nothing_and_its_games_go_on_elsewhere() {
    let _turn = turn();
    let Some(postgres) = postgres() else { return };
    let url = postgres.database();
    let dice = &mut Dice(u64::from(std::process::id()));
    with_three("SIGKILL", &url, [(); 3].map(|()| url.clone()), |cluster, load| {
        for kill in 0..faults(6) {
            load.run(random(dice, 400));
            let n = dice.below(3);
            let since = load.begin_fault();
            cluster.kill(n);
            // Half of them are back before the lease is over.
            if kill.is_multiple_of(2) {
                load.run(random(dice, 500));
                cluster.start_again(n);
                load.end_fault(since, Duration::ZERO);
            } else {
                load.end_fault(since, Duration::ZERO);
                cluster.start_again(n);
            }
        }
    });
}

#[test]
fn a_killed_database_loses_and_doubles_nothing_also_if_all_leases_are_over() {
    let _turn = turn();
    let Some(postgres) = Postgres::start() else { return };
    let url = postgres.database();
    let dice = &mut Dice(u64::from(std::process::id()));
    with_three("database", &url, [(); 3].map(|()| url.clone()), |_, load| {
        for kill in 0..faults(3) {
            load.run(random(dice, 400));
            let since = load.begin_fault();
            postgres.kill();
            // Every third time it is away for longer than the lease.
            load.run(if kill % 3 == 2 { LEASE.mul_f64(1.25) } else { random(dice, 500) });
            postgres.start_again();
            load.end_fault(since, since.elapsed());
        }
    });
}

#[test]
fn a_cut_connection_to_the_database_loses_and_doubles_nothing() {
    let _turn = turn();
    let Some(postgres) = postgres() else { return };
    let url = postgres.database();
    let proxies = [(); 3].map(|()| Proxy::new(postgres, &url));
    let dice = &mut Dice(u64::from(std::process::id()));
    with_three("cut", &url, [0, 1, 2].map(|n| proxies[n].url()), |_, load| {
        for cut in 0..faults(6) {
            let proxy = &proxies[dice.below(3)];
            let cuts = proxy.cuts();
            let since = load.begin_fault();
            let kind = match cut % 6 {
                0 => Cut::BeforeCommit,
                1 => Cut::AfterCommit,
                2 => Cut::Silence,
                _ => Cut::After(1 + dice.below(20_000)),
            };
            proxy.cut(kind);
            while proxy.cuts() == cuts {
                assert!(since.elapsed() < Duration::from_secs(10), "nothing is cut");
                load.run(Duration::from_millis(1));
            }
            // A server waits so long for the answer of a database that is silent.
            let silent = if kind == Cut::Silence { Duration::from_secs(5) } else { Duration::ZERO };
            let gap = load.end_fault(since, since.elapsed() + silent);
            println!("cut: {kind:?}: longest pause {gap:?}");
        }
        for _ in 0..faults(1) {
            // For longer than the lease, one server can't reach the database, and all others can.
            let proxy = &proxies[dice.below(3)];
            let since = load.begin_fault();
            proxy.close(true);
            proxy.cut(Cut::After(1));
            load.end_fault(since, Duration::ZERO);
            load.run(LEASE.saturating_sub(since.elapsed()) + LEASE / 2);
            let since = load.begin_fault();
            proxy.close(false);
            load.end_fault(since, Duration::ZERO);
        }
    });
}
