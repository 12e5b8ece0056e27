//! Golden ledgers: games of each system and each kind of dice, finished and unfinished, recorded by earlier versions of
//! the program. They must stay readable: each is replayed and verified, and the unfinished ones are played to their
//! end.
//!
//! `UPDATE=1 cargo test -p table --test golden` records the ledgers that this version of the program lacks, in a folder
//! of its own. A golden ledger is never changed. A change that breaks one needs a new version of the format, and a way
//! to read the old version (docs/formats.md).

// Tests assert by panicking.
#![allow(clippy::panic, clippy::expect_used, clippy::unwrap_used)]

mod changed;
mod play;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use referee::ledger::ScenarioText;
use referee::replay::{Verdict, VerifyError, header};
use referee::rulings::PROGRAM;
use rules::Seat;
use table::{AnySystem, SYSTEMS, system};

use play::{DICE, Recorded};

/// Maximum number of orders when a golden game is resumed; then a side resigns.
const MOST_MORE: usize = 60;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

/// Heads of all three seats at the end of each ledger, by its name.
type Heads = BTreeMap<String, [String; 3]>;

fn heads_in(folder: &Path) -> Heads {
    let text = std::fs::read_to_string(folder.join("heads.txt")).unwrap_or_default();
    let line = |line: &str| {
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        let [name, a, b, public] = <[String; 4]>::try_from(words).expect("a name and three heads");
        (name, [a, b, public])
    };
    text.lines().map(line).collect()
}

/// A golden ledger with its name and heads.
struct Golden {
    /// Name of the ledger, after the version of the program that recorded it.
    name: String,
    text: String,
    heads: [String; 3],
    finished: bool,
}

impl Golden {
    fn system(&self) -> &'static dyn AnySystem {
        system(&header(&self.text).unwrap().system).unwrap()
    }
}

/// Returns the golden ledgers of all versions.
fn all() -> Vec<Golden> {
    record();
    let mut all = Vec::new();
    for version in std::fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path()) {
        if !version.join("heads.txt").exists() {
            continue;
        }
        for (name, heads) in heads_in(&version) {
            let path = version.join(&name);
            let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            let finished = name.ends_with("-finished.jsonl");
            assert!(finished || name.ends_with("-unfinished.jsonl"), "{name}");
            let version = version.file_name().unwrap().to_str().unwrap();
            all.push(Golden { name: format!("{version}/{name}"), text, heads, finished });
        }
    }
    all
}

/// Records the ledgers that this version lacks, on request. There must be a golden ledger of each kind.
fn record() {
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        let folder = folder().join(PROGRAM);
        let mut heads = heads_in(&folder);
        for (number, system) in SYSTEMS.iter().enumerate() {
            for (of, dice) in DICE.into_iter().enumerate() {
                for finished in [true, false] {
                    let name = format!("{}-{dice}-{}finished.jsonl", system.name(), if finished { "" } else { "un" });
                    if heads.contains_key(&name) {
                        continue;
                    }
                    assert!(
                        std::env::var_os("UPDATE").is_some(),
                        "version {PROGRAM} has no golden ledger {name}; record it with `UPDATE=1 cargo test -p table --test \
                         golden`"
                    );
                    let seed = (number * 8 + of * 2 + usize::from(finished)) as u8;
                    let Recorded { text, heads: last } = play::record(*system, scenario(*system), dice, finished, seed);
                    std::fs::create_dir_all(&folder).unwrap();
                    assert!(!folder.join(&name).exists(), "{name} is there and its heads are not");
                    std::fs::write(folder.join(&name), text).unwrap();
                    heads.insert(name, last);
                    let lines: Vec<String> = heads.iter().map(|(name, heads)| format!("{name} {}\n", heads.join(" "))).collect();
                    std::fs::write(folder.join("heads.txt"), lines.concat()).unwrap();
                }
            }
        }
    });
}

/// Returns a small scenario of a system: a special one, or the first built-in one.
fn scenario(system: &dyn AnySystem) -> ScenarioText {
    let name = system.name();
    let made = folder().join("scenarios").join(format!("{name}.toml"));
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios").join(name).join("first.toml");
    let path = if made.exists() { made } else { shipped };
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    ScenarioText { name: format!("golden/{name}"), text }
}

/// Verifies a ledger, whose only difference may be its rulings.
fn verified(golden: &Golden, text: &str, head: Option<&str>) -> Verdict {
    match golden.system().verify(text, head.map(|head| head.parse().unwrap())) {
        Ok(verdict) => verdict,
        Err(VerifyError::OtherRulings(verdict)) => *verdict,
        Err(error) => panic!("{}: {error}", golden.name),
    }
}

#[test]
fn they_replay_to_their_end() {
    for golden in all() {
        let replayed =
            golden.system().replay(&golden.text, None).unwrap_or_else(|error| panic!("{}: {error}", golden.name));
        assert_eq!(replayed.stopped, None, "{}", golden.name);
        assert_eq!(replayed.length, golden.text.len(), "{}", golden.name);
        assert_eq!(replayed.table.outcome().is_some(), golden.finished, "{}", golden.name);
        // Events are equal to those of the recording, unless a ruling changed them.
        if verified(&golden, &golden.text, None).other.is_none() {
            let heads = Seat::ALL.map(|seat| replayed.table.ack(seat).head.to_hex());
            assert_eq!(heads, golden.heads, "{}: another log", golden.name);
        }
    }
}

#[test]
fn they_verify() {
    for golden in all() {
        let verdict = verified(&golden, &golden.text, None);
        let other = verdict.other.is_some();
        assert!(other || verdict.differing.is_empty());
        assert_eq!(verdict.outcome.is_some() || other, golden.finished || other, "{}", golden.name);
        let [fair, given] = ["-fair-", "-given-"].map(|dice| golden.name.contains(dice));
        assert_eq!(verdict.proved, fair && verdict.differing.is_empty(), "{}", golden.name);
        assert!(if given { verdict.rolls == 0 } else { !fair || verdict.rolls > 0 }, "{}: {verdict:?}", golden.name);
        if !other {
            golden.heads.iter().for_each(|head| drop(verified(&golden, &golden.text, Some(head))));
        }
    }
}

#[test]
fn the_unfinished_go_on_to_their_end() {
    for golden in all().into_iter().filter(|golden| !golden.finished) {
        let text = play::go_on(golden.system(), &golden.text, MOST_MORE);
        assert!(text.starts_with(&golden.text) && text.len() > golden.text.len(), "{}", golden.name);
        let verdict = verified(&golden, &text, None);
        assert!(verdict.outcome.is_some() || verdict.other.is_some(), "{}: {:?}", golden.name, verdict.notes);
        assert!(verdict.other.is_some() || verdict.differing.is_empty(), "{}", golden.name);
    }
}

#[test]
fn they_hold_all_that_a_ledger_holds() {
    let mut versions: BTreeMap<String, Vec<Golden>> = BTreeMap::new();
    for golden in all() {
        let version = golden.name.split('/').next().unwrap().to_owned();
        versions.entry(version).or_default().push(golden);
    }
    for (version, ledgers) in versions {
        for word in [
            "{\"line\":{\"header\":",
            "{\"line\":{\"reveal\":",
            "{\"line\":{\"entry\":",
            "{\"line\":{\"waits\":",
            "{\"line\":{\"entered\":",
            "{\"line\":{\"close\":",
            "\"act\":\"begin\"",
            "\"act\":{\"order\":",
            "\"act\":{\"undo\":",
            "\"act\":{\"standing\":",
            "\"act\":{\"resign\":",
            "\"id\":\"",
            "\"standing\":true",
            "\"entered_by\":",
            "\"stream\":\"public\"",
            "\"stream\":\"a\"",
            "\"stream\":\"b\"",
            "{\"push\":",
            "\"pop\"",
            "{\"change\":",
            "{\"report\":",
        ] {
            assert!(ledgers.iter().any(|golden| golden.text.contains(word)), "{version}: no ledger holds {word}");
        }
        let waits = |golden: &&Golden| {
            let waits = golden.text.trim_end().lines().next_back();
            waits.is_some_and(|line| line.contains("{\"line\":{\"waits\":") || line.contains("{\"line\":{\"entered\":"))
        };
        assert!(ledgers.iter().any(|golden| waits(&golden)), "{version}: no ledger ends while an order waits for dice");
    }
}
