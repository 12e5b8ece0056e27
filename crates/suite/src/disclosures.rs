//! Facts about the enemy become known only under clauses that the rulebook lists as disclosing.
//!
//! This reads the logs, not the recorded items. Several changes can reach a seat as one event, and the clause of
//! that event then explains to the seat why it sees something new.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

use board::naming::{Name, Named, Naming, naming};
use referee::{Event, Numbered, Referee, discloses};
use rules::names::side_or_location_id;
use rules::{Seat, Side, WireValue, referee_clauses};
use serde_json::Value;

use crate::{Game, SystemUnderTest};

/// A fact about the enemy that became known under a clause without disclosure.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Unlisted {
    /// The clause of the event; empty if the event has none.
    pub clause: String,
    /// Kind of the fact.
    pub fact: String,
    /// The part of it that became known.
    pub what: &'static str,
}

/// Number of times each occurred, with the first example.
pub type Found = BTreeMap<Unlisted, (usize, String)>;

/// Plays random games and reads every log. Returns also the number of disclosures checked.
#[must_use]
pub fn find_unlisted<S: SystemUnderTest>(games: u64) -> (Found, usize) {
    let (mut found, mut disclosures) = (Found::new(), 0);
    for scenario in S::scenarios() {
        for seed in 0..games {
            let mut game = Game::<S>::new(&scenario, seed ^ 0x00D1_5C10);
            game.play(4000);
            for side in Side::BOTH {
                disclosures += read::<S>(&game.referee, side.seat(), &scenario.name, &mut found);
            }
        }
    }
    (found, disclosures)
}

/// Checks that every fact about the enemy becomes known under a listed clause.
pub fn what_is_told_is_listed<S: SystemUnderTest>() {
    let (found, disclosures) = find_unlisted::<S>(S::GAMES);
    let lines: Vec<String> = found
        .iter()
        .map(|(Unlisted { clause, fact, what }, (times, example))| {
            format!("{times} x {what} in `{fact}` under `{clause}`, which is on no list; for example {example}")
        })
        .collect();
    assert!(lines.is_empty(), "{}:\n{}", S::NAME, lines.join("\n"));
    let listed = S::rulebook().book().clauses.iter().any(|clause| clause.discloses);
    assert!(disclosures > 0 || !listed, "{}: no game disclosed anything, so nothing was looked at", S::NAME);
}

/// Reads one log and returns the number of its disclosures.
fn read<S: SystemUnderTest>(referee: &Referee<S>, seat: Seat, scenario: &str, found: &mut Found) -> usize {
    let mut reader = Reader::<S> { referee, seat, view: Numbered::default(), in_sight: BTreeMap::new() };
    let mut disclosures = 0;
    let mut first = true;
    for (number, line) in referee.seat(seat).events().iter().enumerate() {
        let (clause, learnt) = match serde_json::from_str(line) {
            Ok(Event::Saw { clause, gone, new, now }) => {
                let learnt = reader.saw(&gone, new, &now);
                // Set-up is public, and an undo restores only known facts.
                if std::mem::take(&mut first) || clause.as_deref() == Some(referee_clauses::UNDO.id()) {
                    continue;
                }
                (clause.unwrap_or_default(), learnt)
            }
            Ok(Event::Told { clause, report, .. }) => {
                disclosures += usize::from(discloses::<S>(&clause));
                let learnt = reader.told(&report).then_some((report, "a report names a piece out of sight"));
                (clause, learnt.into_iter().collect())
            }
            _ => continue,
        };
        for (fact, what) in learnt {
            if discloses::<S>(&clause) {
                disclosures += 1;
                continue;
            }
            let example = || format!("{scenario}, {seat:?}, event {number}: {fact}");
            let unlisted = Unlisted { clause: clause.clone(), fact: kind(&fact).to_owned(), what };
            found.entry(unlisted).or_insert_with(|| (0, example())).0 += 1;
        }
    }
    disclosures
}

struct Reader<'a, S: SystemUnderTest> {
    referee: &'a Referee<S>,
    seat: Seat,
    view: Numbered,
    /// Number of facts that mention each handle.
    in_sight: BTreeMap<u32, usize>,
}

impl<S: SystemUnderTest> Reader<'_, S> {
    /// Applies an event and returns what the seat learns of the enemy by it.
    fn saw(&mut self, gone: &[u32], new: Vec<Value>, now: &[(u32, Value)]) -> Vec<(Value, &'static str)> {
        let (left, come) = self.view.saw(gone, new, now);
        let left: Vec<Read<S>> = left.into_iter().map(|fact| self.read(fact)).collect();
        let come: Vec<Read<S>> = come.into_iter().map(|fact| self.read(fact)).collect();
        let learnt = come.iter().filter_map(|fact| Some((fact.value.clone(), self.learns(fact, &left)?))).collect();
        for handle in come.iter().flat_map(|fact| &fact.handles) {
            *self.in_sight.entry(*handle).or_default() += 1;
        }
        for handle in left.iter().flat_map(|fact| &fact.handles) {
            if let Some(times) = self.in_sight.get_mut(handle) {
                *times = times.saturating_sub(1);
            }
        }
        learnt
    }

    /// Returns whether a report names a piece that the seat has never seen. Reports about a piece that has gone
    /// disclose nothing.
    fn told(&mut self, report: &Value) -> bool {
        let (_, handles) = self.read_word::<S::Report>(report);
        handles.iter().any(|handle| !self.in_sight.contains_key(handle))
    }

    fn learns(&self, come: &Read<S>, left: &[Read<S>]) -> Option<&'static str> {
        if !S::tells_of_enemy(self.seat, &come.fact) {
            return None;
        }
        if come.handles.iter().any(|handle| self.in_sight.get(handle).copied().unwrap_or(0) == 0) {
            return Some("a piece comes into sight");
        }
        if S::is_public(self.referee.setting(), &come.fact) {
            return None;
        }
        if come.handles.is_empty() {
            return Some("a secret becomes known");
        }
        let before = left.iter().filter(|fact| fact.kind() == come.kind() && fact.handles == come.handles);
        before
            .into_iter()
            .any(|before| more_exact(&before.value, &come.value))
            .then_some("more of a piece becomes known")
    }

    /// Parses a fact as the system does, with the handles it mentions.
    fn read(&self, value: Value) -> Read<S> {
        let (fact, handles) = self.read_word(&value);
        Read { fact, value, handles }
    }

    fn read_word<W: WireValue>(&self, value: &Value) -> (W, BTreeSet<u32>) {
        let names = Arc::new(Handles::<S> { setting: Arc::clone(self.referee.setting()), met: Mutex::default() });
        let word = naming(Arc::clone(&names) as Arc<dyn Naming>, || W::deserialize(value));
        let word = word.unwrap_or_else(|error| panic!("a seat was told what cannot be read: {error}: {value}"));
        let handles = names.met.lock().unwrap_or_else(PoisonError::into_inner).iter().copied().collect();
        (word, handles)
    }
}

struct Read<S: SystemUnderTest> {
    fact: S::Fact,
    value: Value,
    handles: BTreeSet<u32>,
}

impl<S: SystemUnderTest> Read<S> {
    fn kind(&self) -> &str {
        kind(&self.value)
    }
}

/// Returns the kind of a serialized fact.
fn kind(fact: &Value) -> &str {
    fact.as_object().and_then(|fact| fact.keys().next()).map_or("", String::as_str)
}

/// Returns whether a fact adds details that the earlier fact of its kind left open. Empty lists and `false` are
/// ignored: they change with events and were known before.
fn more_exact(before: &Value, after: &Value) -> bool {
    match (before, after) {
        (Value::Object(before), Value::Object(after)) => after.iter().any(|(key, after)| match before.get(key) {
            None | Some(Value::Null) => !matches!(after, Value::Null | Value::Array(_) | Value::Bool(_)),
            Some(before) => more_exact(before, after),
        }),
        _ => false,
    }
}

/// Maps each handle to a number within one fact, so any handle can be parsed.
struct Handles<S: SystemUnderTest> {
    setting: Arc<S::Setting>,
    met: Mutex<Vec<u32>>,
}

impl<S: SystemUnderTest> Naming for Handles<S> {
    fn name(&self, _: Named, _: u16) -> Option<Name> {
        None
    }

    fn id(&self, kind: Named, name: &Name) -> Option<u16> {
        let Name::Number(handle) = name else { return side_or_location_id::<S>(&self.setting, kind, name) };
        let mut met = self.met.lock().unwrap_or_else(PoisonError::into_inner);
        let place = met.iter().position(|other| other == handle).unwrap_or_else(|| {
            met.push(*handle);
            met.len() - 1
        });
        u16::try_from(place).ok()
    }
}
