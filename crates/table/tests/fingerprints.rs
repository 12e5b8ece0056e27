//! Regression test: games with fixed nonces stay equal, byte for byte. Each fingerprint covers the ledger, the events
//! and views of all seats, their offers, questions and refusals with the texts. A refactoring changes none of them. A
//! change of a list or a text shows in its own column only.
//!
//! `UPDATE=1 cargo test -p table --test fingerprints` writes the file again. `make games` compares whole games, three
//! of each scenario, and `UPDATE=1 make games` writes those again.

// Tests assert by panicking.
#![allow(clippy::panic, clippy::expect_used, clippy::unwrap_used)]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use board::scenario::guided_scenario;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use referee::ledger::{ScenarioText, Sink};
use rules::{Seat, Side};
use serde::Serialize;
use serde_json::Value;
use sha2::{Digest, Sha256};
use table::{AnySystem, Keyed, Offer, SYSTEMS, Table, system};

/// Number of orders between two full checks: every view, all drafts of both sides, and all reasons.
const CLOSELY: usize = 16;

/// A sink that hashes the ledger.
#[derive(Clone, Default)]
struct Written(Arc<Mutex<Sha256>>);

impl Sink for Written {
    fn append(&mut self, line: &str) -> std::io::Result<()> {
        let mut digest = self.0.lock().unwrap();
        digest.update(line);
        digest.update("\n");
        Ok(())
    }
}

/// Hashes of a game, one for each kind of text.
#[derive(Default)]
struct Fingerprint {
    orders: usize,
    ledger: Sha256,
    heard: Sha256,
    seen: Sha256,
    drawn: Sha256,
    asked: Sha256,
    offered: Sha256,
    closed: Sha256,
}

fn add(digest: &mut Sha256, what: &impl Serialize) {
    digest.update(serde_json::to_vec(what).unwrap());
    digest.update(b"\n");
}

impl Fingerprint {
    fn offers(&mut self, table: &dyn Table, side: Side, draft: Option<&Value>) -> Vec<Offer> {
        let offers = table.offers(side, draft).unwrap();
        add(&mut self.offered, &offers);
        offers
    }

    /// Adds all views, drafts and reasons of the present state.
    fn look(&mut self, table: &dyn Table) {
        for seat in Seat::ALL {
            add(&mut self.seen, &table.view(seat).unwrap());
            add(&mut self.drawn, &table.scene(seat).unwrap());
        }
        for side in Side::BOTH {
            add(&mut self.closed, &table.why_not(side).unwrap());
            let mut drafts = vec![None];
            while let Some(draft) = drafts.pop() {
                let offers = self.offers(table, side, draft.as_ref());
                drafts.extend(offers.into_iter().filter_map(|offer| offer.draft).map(Some));
            }
        }
    }

    /// Returns a random order of a side, through its drafts.
    fn order(&mut self, table: &dyn Table, side: Side, dice: &mut StdRng) -> Value {
        let mut draft = None;
        loop {
            let mut offers = self.offers(table, side, draft.as_ref());
            offers.retain(|offer| !offer.undo);
            let offer = offers.choose(dice).expect("whoever is asked has something to say").clone();
            match offer.order {
                Some(order) => return order,
                None => draft = offer.draft,
            }
        }
    }

    fn line(self) -> String {
        let Fingerprint { orders, ledger, heard, seen, drawn, asked, offered, closed } = self;
        let parts = [
            ("ledger", ledger),
            ("heard", heard),
            ("seen", seen),
            ("drawn", drawn),
            ("asked", asked),
            ("offered", offered),
            ("closed", closed),
        ];
        parts.into_iter().fold(format!("{orders:4} orders"), |mut line, (name, digest)| {
            let digest: String = digest.finalize().iter().take(6).map(|byte| format!("{byte:02x}")).collect();
            let _ = write!(line, "  {name} {digest}");
            line
        })
    }
}

/// Plays a game with random orders, up to a maximum number.
fn played(system: &dyn AnySystem, scenario: &ScenarioText, game: u8, most: usize) -> Fingerprint {
    let written = Written::default();
    let nonces = [1, 2, 3].map(|salt| [salt ^ (game << 2); 32].into());
    let keyed = Keyed { scenario: scenario.clone(), game: [game; 32].into(), nonces, own_dice: false };
    let mut table = system.begin(keyed, Box::new(written.clone())).unwrap();
    let mut dice = StdRng::seed_from_u64(game.into());
    let mut print = Fingerprint::default();
    add(&mut print.seen, &table.about());
    add(&mut print.drawn, &table.board());
    while table.outcome().is_none() && print.orders < most {
        if print.orders.is_multiple_of(CLOSELY) {
            print.look(&*table);
        }
        let [first, second] = if dice.random() { [Side::A, Side::B] } else { [Side::B, Side::A] };
        let side = if table.pending_question(first).is_some() { first } else { second };
        add(&mut print.asked, &table.pending_question(side).expect("somebody is asked"));
        let order = print.order(&*table, side, &mut dice);
        table.submit(side, &order, None).unwrap();
        print.orders += 1;
    }
    print.look(&*table);
    print.ledger = written.0.lock().unwrap().clone();
    for seat in Seat::ALL {
        add(&mut print.heard, &table.events(seat, 0));
    }
    print
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns the built-in scenarios of a system by name.
fn scenarios(system: &str) -> Vec<ScenarioText> {
    let folder = root().join("scenarios").join(system);
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "toml"));
    paths.retain(|path| guided_scenario(&path.to_string_lossy()).is_none());
    paths.sort();
    let read = |path: PathBuf| {
        let name = path.file_stem().unwrap().to_str().unwrap();
        ScenarioText { name: format!("{system}/{name}"), text: std::fs::read_to_string(&path).unwrap() }
    };
    paths.into_iter().map(read).collect()
}

fn compared(file: &str, games: u8, most: usize) {
    let all: Vec<(ScenarioText, u8)> = SYSTEMS
        .iter()
        .flat_map(|system| scenarios(system.name()))
        .flat_map(|scenario| (0..games).map(move |game| (scenario.clone(), game)))
        .collect();
    let line = |(scenario, game): (ScenarioText, u8)| {
        let system = system(scenario.name.split_once('/').unwrap().0).unwrap();
        format!("{:40} {game}  {}", scenario.name, played(system, &scenario, game, most).line())
    };
    let lines: Vec<String> = all.into_par_iter().map(line).collect();
    let path = root().join("crates/table/tests/fingerprints").join(file);
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, lines.join("\n") + "\n").unwrap();
    }
    let before = std::fs::read_to_string(&path).unwrap_or_default();
    let before: Vec<&str> = before.lines().collect();
    let changed: Vec<_> = lines.iter().filter(|line| !before.contains(&line.as_str())).cloned().collect();
    assert!(changed.is_empty(), "games read otherwise than in {}:\n{}", path.display(), changed.join("\n"));
    assert_eq!(lines.len(), before.len(), "{} has games that are not played any more", path.display());
}

#[test]
fn games_begin_as_before() {
    compared("beginnings.txt", 1, 64);
}

#[test]
#[ignore = "whole games: minutes, in a quick build"]
fn games_read_as_before() {
    compared("games.txt", 3, usize::MAX);
}
