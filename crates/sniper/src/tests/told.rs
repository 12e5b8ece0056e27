//! Events about the other side, and the clause that discloses each.

use std::collections::BTreeMap;

use referee::discloses;
use rules::Side;
use rules::prelude::*;
use serde_json::Value;
use suite::{Game, SystemUnderTest};

use crate::state::Sniper;

/// Clauses by which a man comes into sight; without hidden movement all are seen by 39.0.
const SIGHT: [&str; 8] = ["39.0", "39.51A", "39.51B", "39.52A", "39.52B", "39.52D", "SNP-B6", "SNP-B7"];
/// Clauses for changes of a man in sight: he moves, takes a posture, leans out or ducks, falls, is hit, stunned or
/// incapacitated, recovers.
const DOINGS: [&str; 9] =
    ["SNP-B5", "SNP-B4", "39.11", "39.63a", "SNP-B10", "SNP-B13", "SNP-B26", "SNP-B28", "SNP-B34"];
/// Clauses by which a man is no longer seen: out of sight, out of the game, or gone.
const GOINGS: [&str; 5] = ["39.0", "SNP-B10", "SNP-B20", "SNP-B22", "SNP-B23"];
/// Clauses for smoke thrown by the other side.
const SMOKE: [&str; 2] = ["SNP-B12", "39.71"];

/// Reader of all events of a side, which records the clause of each fact about the other side.
struct Listener {
    side: Side,
    facts: BTreeMap<u64, Value>,
    next: u64,
    heard: BTreeMap<(&'static str, String), usize>,
}

impl Listener {
    fn of_enemy(&self, fact: &Value) -> Option<&'static str> {
        let own = Sniper::SIDES[self.side.index()];
        match (fact.get("man"), fact.get("smoke")) {
            (Some(man), _) if man["side"] != own => Some("man"),
            (_, Some(smoke)) if smoke.get("by").is_none() => Some("smoke"),
            _ => None,
        }
    }

    fn note(&mut self, what: &'static str, clause: &str, allowed: &[&str], event: &str) {
        assert!(allowed.contains(&clause), "{what} by {clause}, not by one of {allowed:?}: {event}");
        assert!(discloses::<Sniper>(clause), "{what} by {clause}, which discloses nothing: {event}");
        *self.heard.entry((what, clause.to_owned())).or_default() += 1;
    }

    fn saw(&mut self, saw: &Value, event: &str) {
        // Facts from the start and from the end of an entry have no clause.
        let clause = saw["clause"].as_str().unwrap_or_default().to_owned();
        let list = |key: &str| saw[key].as_array().cloned().unwrap_or_default();
        for gone in list("gone") {
            let fact = self.facts.remove(&gone.as_u64().expect("a number")).expect("a fact that held");
            // A man who leaves a sewer no longer sees its smoke: that says nothing about any man.
            if self.of_enemy(&fact) == Some("man") {
                self.note("a man who goes", &clause, &GOINGS, event);
            }
        }
        for change in list("now") {
            let number = change[0].as_u64().expect("a number");
            let fact = self.facts.get(&number).expect("a fact that held").clone();
            match self.of_enemy(&fact) {
                Some("man") => self.note("what a man does", &clause, &DOINGS, event),
                Some(_) => self.note("smoke that thins", &clause, &SMOKE, event),
                None => {}
            }
        }
        for fact in list("new") {
            match self.of_enemy(&fact) {
                Some("man") if !clause.is_empty() => self.note("a man who comes", &clause, &SIGHT, event),
                Some("smoke") if !clause.is_empty() => self.note("smoke", &clause, &SMOKE, event),
                _ => {}
            }
            self.facts.insert(self.next, fact);
            self.next += 1;
        }
    }

    fn told(&mut self, told: &Value, event: &str) {
        let clause = told["clause"].as_str().expect("a clause");
        let kinds = ["shot", "burst", "struck", "fell", "fought", "found", "vanished", "gone"];
        if let Some(kind) = kinds.into_iter().find(|kind| told["report"].get(kind).is_some()) {
            assert!(discloses::<Sniper>(clause), "{kind} by {clause}, which discloses nothing: {event}");
        }
    }
}

#[test]
fn what_tells_of_the_enemy_cites_the_clause_that_discloses_it() {
    let mut heard: BTreeMap<(&'static str, String), usize> = BTreeMap::new();
    for scenario in Sniper::scenarios() {
        for seed in 0..70 {
            let mut game = Game::<Sniper>::new(&scenario, seed);
            game.play(600);
            for side in Side::BOTH {
                let mut listener = Listener { side, facts: BTreeMap::new(), next: 0, heard: BTreeMap::new() };
                for event in game.referee.seat(side.seat()).events() {
                    let value: Value = serde_json::from_str(event).expect("an event");
                    if let Some(saw) = value.get("saw") {
                        listener.saw(saw, event);
                    } else if let Some(told) = value.get("told") {
                        listener.told(told, event);
                    }
                }
                listener.heard.into_iter().for_each(|(what, times)| *heard.entry(what).or_default() += times);
            }
        }
    }
    let times = |what: &str, clause: &str| {
        heard.iter().filter(|((kind, by), _)| *kind == what && by == clause).map(|(_, times)| times).sum::<usize>()
    };
    for clause in ["SNP-B7", "39.51A", "39.52A", "39.52B", "39.52D"] {
        assert!(times("a man who comes", clause) > 0, "nobody came by {clause}: {heard:?}");
    }
    assert!(times("what a man does", "SNP-B5") > 0 && times("a man who goes", "39.0") > 0, "{heard:?}");
    assert!(times("smoke", "39.71") > 0, "{heard:?}");
}
