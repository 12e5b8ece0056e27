//! The events of one seat in one step, in the scenario's names.
//!
//! The seat's log has the events and their order, but names pieces by the seat's own numbers, which change. So each
//! event is paired with the recorded item it came from, and that item is read instead.

use std::collections::BTreeSet;

use board::naming::naming;
use referee::{Act, Event, Item, Referee};
use rules::{Seat, System};
use serde_json::{Value, json};

/// The start of a step: the number of entries and events before it.
pub struct Mark<S: System> {
    entries: usize,
    heard: [usize; 3],
    truth: S::Position,
}

impl<S: System> Mark<S> {
    /// Returns the mark of the present state.
    pub fn of(referee: &Referee<S>) -> Self {
        let heard = Seat::ALL.map(|seat| referee.seat(seat).heard());
        Mark { entries: referee.number_of_entries(), heard, truth: referee.true_position().clone() }
    }

    /// Returns the number of entries that had been recorded.
    pub fn entries(&self) -> usize {
        self.entries
    }

    /// Returns the true position at that moment.
    pub fn true_position(&self) -> &S::Position {
        &self.truth
    }
}

/// The events of a seat since a mark.
#[derive(Debug, Default)]
pub struct Heard {
    /// Reports to the seat, in the scenario's names.
    pub told: Vec<Value>,
    /// Rolls that the seat saw.
    pub rolled: Vec<Value>,
    /// Facts that came into the view, as `{ clause, fact }`.
    pub shown: Vec<Value>,
    /// Kinds of the questions that the seat was asked.
    pub asked: Vec<String>,
}

impl Heard {
    /// Reads a seat's log since a mark.
    ///
    /// # Errors
    /// The log and the recorded items don't match: a defect of the referee.
    pub fn since<S: System>(referee: &Referee<S>, mark: &Mark<S>, seat: Seat) -> Result<Heard, String> {
        let events = referee.seat(seat).events_since(mark.heard[seat.index()]);
        let (mut heard, mut told, mut saw) = (Heard::default(), 0, Vec::new());
        for line in events.iter() {
            match serde_json::from_str(line).map_err(|error| format!("the log can't be read: {error}"))? {
                Event::Told { .. } => told += 1,
                Event::Rolled { label, clause, faces, .. } => {
                    heard.rolled.push(json!({ "label": label, "clause": clause, "faces": faces }));
                }
                Event::Saw { clause, .. } => saw.push(clause),
                Event::Asked { question: Some(question), .. } => heard.asked.push(question),
                _ => {}
            }
        }
        let entries = referee.entries().get(mark.entries..).unwrap_or_default();
        heard.told = naming(referee.true_names(), || {
            let items = entries.iter().flat_map(|entry| &entry.items);
            let reports = items.filter_map(|item| match item {
                Item::Report { to, report, .. } if to.includes(seat) => Some(serde_json::to_value(report)),
                _ => None,
            });
            reports.collect::<Result<_, _>>().map_err(|error| error.to_string())
        })?;
        if heard.told.len() != told {
            return Err(format!("{told} reports were heard and {} recorded", heard.told.len()));
        }
        let shown = shown(referee, mark, seat)?;
        // Each of these has an event, in this order. There are more events where only the seat's numbers changed.
        let mut saw = saw.iter();
        for (clause, _) in &shown {
            if !saw.any(|saw| saw.as_deref() == clause.as_deref()) {
                return Err(format!("nothing was shown under {clause:?} by the log"));
            }
        }
        let written =
            |(clause, facts): Shown| facts.into_iter().map(move |fact| json!({ "clause": clause, "fact": fact }));
        heard.shown = shown.into_iter().flat_map(written).collect();
        Ok(heard)
    }
}

/// The new facts of one look, and the clause that reveals them.
type Shown = (Option<String>, Vec<Value>);

/// Returns the facts that came into a seat's view, look by look, each with the clause that reveals it.
fn shown<S: System>(referee: &Referee<S>, mark: &Mark<S>, seat: Seat) -> Result<Vec<Shown>, String> {
    let setting = referee.setting();
    let view = |position: &S::Position, at_rest: bool| -> Result<BTreeSet<String>, String> {
        let mut facts = Vec::new();
        S::view(S::eyes(setting, position, seat), &mut |fact| {
            if at_rest || !S::settles_after_entry(&fact) {
                facts.push(fact);
            }
        });
        let lines = || facts.iter().map(serde_json::to_string).collect::<Result<_, _>>();
        naming(referee.true_names(), lines).map_err(|error| error.to_string())
    };
    let mut position = mark.truth.clone();
    let (mut seen, mut rest) = (view(&position, false)?, view(&position, true)?);
    let mut shown = Vec::new();
    let mut note = |clause: Option<&str>, now: &BTreeSet<String>, seen: &BTreeSet<String>| {
        let new: Vec<Value> = now.difference(seen).filter_map(|line| serde_json::from_str(line).ok()).collect();
        if !new.is_empty() {
            shown.push((clause.map(str::to_owned), new));
        }
    };
    for entry in referee.entries().get(mark.entries..).unwrap_or_default() {
        if matches!(entry.act, Act::Undo { .. }) {
            // A step undoes at most one entry, so a fact that holds after that entry also holds at the end of the step.
            let now = view(referee.true_position(), true)?;
            note(Some(rules::referee_clauses::UNDO.id()), &now, &rest);
            break;
        }
        let changes = |item: Option<&Item<S>>| match item {
            Some(Item::Change { change, .. }) => Some(*change),
            _ => None,
        };
        for (number, item) in entry.items.iter().enumerate() {
            item.apply(setting, &mut position);
            let (one, next) = (changes(Some(item)), changes(entry.items.get(number + 1)));
            if one.is_none() || one.zip(next).is_some_and(|(one, next)| S::simultaneous(&one, &next)) {
                continue;
            }
            let now = view(&position, false)?;
            note(item.clause(), &now, &seen);
            seen = now;
        }
        let all = view(&position, true)?;
        note(None, &all, &rest.union(&seen).cloned().collect());
        (seen, rest) = (view(&position, false)?, all);
    }
    Ok(shown)
}
