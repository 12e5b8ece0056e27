//! Test that a seat learns of the enemy only under clauses of the list of disclosures.

use std::collections::{BTreeMap, BTreeSet};

use referee::discloses;
use rules::Seat;
use serde_json::Value;
use suite::Game;

use crate::state::Asl;
use crate::tests::{BELOW, GALLERY, scenario};
use rules::prelude::*;

/// Merges a patch into a fact (RFC 7396).
fn merge(into: &mut Value, patch: Value) {
    let Value::Object(fields) = patch else {
        *into = patch;
        return;
    };
    if !into.is_object() {
        *into = Value::Object(serde_json::Map::new());
    }
    let Value::Object(object) = into else { return };
    for (name, value) in fields {
        if value.is_null() {
            object.remove(&name);
        } else {
            merge(object.entry(name).or_insert(Value::Null), value);
        }
    }
}

/// A seat's view, rebuilt from its log.
#[derive(Default)]
struct Facts {
    held: BTreeMap<u64, Value>,
    next: u64,
}

impl Facts {
    fn take(&mut self, saw: &Value) {
        for number in saw["gone"].as_array().into_iter().flatten() {
            self.held.remove(&number.as_u64().expect("a number"));
        }
        for change in saw["now"].as_array().into_iter().flatten() {
            let fact = self.held.get_mut(&change[0].as_u64().expect("a number")).expect("a fact that it has");
            merge(fact, change[1].clone());
        }
        for fact in saw["new"].as_array().into_iter().flatten() {
            self.held.insert(self.next, fact.clone());
            self.next += 1;
        }
    }

    /// Returns the enemy's units, entrances and Fortified Locations in the view.
    fn of_enemy(&self, seat: Seat) -> BTreeSet<String> {
        let own = seat.side().map(|side| Asl::SIDES[side.index()]);
        let known = |fact: &&Value| {
            let unit = fact.get("unit").filter(|unit| unit.get("at").is_some());
            let about = unit.or(fact.get("fort").filter(|fort| fort["known"] == true));
            about.is_some_and(|about| about["side"].as_str() != own)
        };
        let name = |fact: &Value| match fact.get("unit") {
            Some(unit) => format!("unit {}", unit["piece"]),
            None => fact.to_string(),
        };
        self.held.values().filter(known).map(name).collect()
    }
}

/// Units that come into sight, and enemy works that are found, are reported under a clause that discloses them: never
/// under the clause of their next action.
#[test]
fn it_is_told_under_the_clause_that_discloses_it() {
    let mut told: BTreeMap<String, usize> = BTreeMap::new();
    for (name, text) in [("below.toml", BELOW), ("gallery.toml", GALLERY)] {
        for seed in 0..12 {
            let mut game = Game::<Asl>::new(&scenario(name, text), seed);
            game.play(500);
            for seat in Seat::ALL {
                let (mut facts, mut known) = (Facts::default(), BTreeSet::new());
                for line in game.referee.seat(seat).events() {
                    let event: Value = serde_json::from_str(line).expect("an event");
                    let Some(saw) = event.get("saw") else { continue };
                    facts.take(saw);
                    let now = facts.of_enemy(seat);
                    let clause = saw["clause"].as_str();
                    for news in now.difference(&known) {
                        // What is public at the start of the game needs no clause.
                        let Some(clause) = clause else { continue };
                        assert!(
                            discloses::<Asl>(clause),
                            "{news} is told under {clause} ({name}, seed {seed}): {line}"
                        );
                        *told.entry(clause.to_owned()).or_default() += 1;
                    }
                    known = now;
                }
            }
        }
    }
    for clause in ["ASL-A15", "ASL-A27"] {
        assert!(told.get(clause).is_some_and(|times| *times > 3), "{clause}: {told:?}");
    }
}
