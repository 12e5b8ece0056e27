//! `src/refusals.toml` lists the clauses that have refused each order: in the conformance cases, and for every possible
//! order in a random game of each built-in scenario. The tables of `undercity rules SYSTEM --words` show it.
//!
//! `UPDATE=1 cargo test -p table --test refusals` writes it again (`make wire` does that too).

// Tests assert by panicking.
#![allow(clippy::panic, clippy::expect_used, clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use board::naming::naming;
use board::scenario::guided_scenario;
use fair::{Binding, GameId, Nonce};
use referee::ledger::{DiceTerms, ScenarioText};
use referee::playout::Playout;
use referee::{GameSetup, Referee};
use rules::{Side, System};
use toml::Table;

/// Number of orders in each random game.
const ORDERS: usize = 60;

/// Number of orders between two trials of all possible orders.
const CLOSELY: usize = 6;

const ABOUT: &str = "\
# The clauses by which each order was refused: in the conformance cases, and of every order that could be written in a random
# game of each built-in scenario. Written by `UPDATE=1 cargo test -p table --test refusals`.
";

/// Clauses that refused an order, by system and order.
type Refusals = BTreeMap<String, BTreeMap<String, BTreeSet<String>>>;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn files(folder: &Path, into: &mut Vec<PathBuf>) {
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            files(&path, into);
        } else if path.extension().is_some_and(|ending| ending == "toml")
            && guided_scenario(&path.to_string_lossy()).is_none()
        {
            into.push(path);
        }
    }
}

/// Returns the verb of an order in a case.
fn verb(order: &toml::Value) -> Option<&str> {
    order.as_str().or_else(|| order.as_table()?.keys().next().map(String::as_str))
}

/// Adds the refusals in the conformance cases of a system.
fn in_cases(system: &str, into: &mut Refusals) {
    let mut paths = Vec::new();
    files(&root().join("cases").join(system), &mut paths);
    for path in paths {
        let case: Table = toml::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
        for step in case.get("step").and_then(toml::Value::as_array).into_iter().flatten() {
            let order =
                step.get("order").or_else(|| step.get("raw_order")).or_else(|| step.get("written")).and_then(verb);
            if let (Some(verb), Some(clause)) = (order, step.get("refused").and_then(toml::Value::as_str)) {
                into.entry(system.to_owned())
                    .or_default()
                    .entry(verb.to_owned())
                    .or_default()
                    .insert(clause.to_owned());
            }
        }
    }
}

/// Adds the refusals of all possible orders in a random game.
fn in_a_game<S: System>(scenario: ScenarioText, into: &mut Refusals) {
    let (game, nonces) = (GameId::from([1; 32]), [1, 2, 3].map(|byte| Nonce::from([byte; 32])));
    let [nonce, a, b] = nonces;
    let dice = DiceTerms::Fair(Binding::Game(game).commitments(&nonces));
    let mut referee = Referee::<S>::open(GameSetup { scenario, game, nonce, dice }, Box::new(())).unwrap();
    referee.reveal(a, b).unwrap();
    let mut playout = Playout::<S>::new(1);
    // Duplicates are removed before they are written: there are far fewer kinds than orders.
    let mut known = HashSet::new();
    for n in 0..ORDERS {
        for side in
            Side::BOTH.into_iter().filter(|side| n.is_multiple_of(CLOSELY) && referee.pending_question(*side).is_some())
        {
            S::wellformed_orders(referee.eyes(side.seat()), rules::Enumeration::All, &mut |order| {
                let Err(refusal) = S::check(referee.eyes(side.seat()), &order) else { return };
                let clause = refusal.clause.id();
                if known.insert((std::mem::discriminant(&order), clause)) {
                    let written = naming(referee.true_names(), || serde_json::to_value(order)).unwrap();
                    let verb = written.as_str().or_else(|| written.as_object()?.keys().next().map(String::as_str));
                    let verb = verb.expect("an order is a word, or a word with something behind it").to_owned();
                    into.entry(S::NAME.to_owned()).or_default().entry(verb).or_default().insert(clause.to_owned());
                }
            });
        }
        let Some((side, order)) = playout.choose(referee.setting(), referee.true_position()) else { break };
        referee.submit(side, order, None).unwrap();
        if referee.outcome().is_some() {
            break;
        }
    }
}

fn of<S: System>(into: &mut Refusals) {
    in_cases(S::NAME, into);
    let mut paths = Vec::new();
    files(&root().join("scenarios").join(S::NAME), &mut paths);
    for path in paths {
        let text = std::fs::read_to_string(&path).unwrap();
        in_a_game::<S>(ScenarioText { name: path.display().to_string(), text }, into);
    }
}

struct Look<'a>(&'a mut Refusals);

impl table::Visitor for Look<'_> {
    fn visit<S: System>(&mut self) {
        of::<S>(self.0);
    }
}

fn written(refusals: &Refusals) -> String {
    let mut text = ABOUT.to_owned();
    for (system, orders) in refusals {
        let _ = write!(text, "\n[{system}]\n");
        for (order, clauses) in orders {
            let clauses: Vec<String> = clauses.iter().map(|clause| format!("\"{clause}\"")).collect();
            let _ = writeln!(text, "{order} = [{}]", clauses.join(", "));
        }
    }
    text
}

#[test]
fn refusals_are_kept() {
    let mut refusals = Refusals::new();
    table::each_system(&mut Look(&mut refusals));
    assert_eq!(refusals.len(), table::SYSTEMS.len(), "a system whose orders are never refused");
    let now = written(&refusals);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/refusals.toml");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, &now).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap();
    let differ = kept.lines().zip(now.lines()).find(|(kept, now)| kept != now);
    assert!(
        kept == now,
        "orders are refused by other clauses than src/refusals.toml says ({differ:?}); write it anew with `UPDATE=1 cargo test \
         -p table --test refusals`, then docs/words with `make wire`"
    );
}

/// The list contains every order with at least one clause, and no other words.
#[test]
fn every_order_is_refused_by_something() {
    for system in table::SYSTEMS {
        let lists = system.vocabulary();
        let orders = &lists.iter().find(|list| list.kind == "orders").expect("orders").words;
        let never: Vec<&str> =
            orders.iter().filter(|row| row.refused.is_empty()).map(|row| row.word.as_str()).collect();
        assert!(never.len() * 10 <= orders.len(), "{}: never refused: {never:?}", system.name());
        let clauses = orders.iter().flat_map(|row| &row.refused);
        let known =
            |id: &str| system.rulebook().entry(id).is_some() || referee::referee_rulebook().book().entry(id).is_some();
        for clause in clauses {
            assert!(known(clause), "{}: {clause} is in no rulebook", system.name());
        }
        for list in lists.iter().filter(|list| list.kind != "orders") {
            assert!(list.words.iter().all(|row| row.refused.is_empty()));
        }
    }
}
