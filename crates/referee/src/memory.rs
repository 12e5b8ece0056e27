//! What a seat knows, read from its transcript as it grows.

use std::collections::HashMap;
use std::sync::Arc;

use board::naming::{Naming, naming};
use rules::names::BareHandles;
use rules::{Heard, Knowledge, Rolled, Seat, System};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::facts::Numbered;
use crate::seat::{Event, SeatLog};
use crate::{Referee, RefereeError};

/// What was read of a transcript so far. A transcript only grows, so each event is read once.
#[derive(Debug)]
pub(crate) struct Memory<S: System> {
    events: usize,
    told: Numbered,
    heard: Arc<Vec<Heard<S>>>,
    /// The facts of the last view by their lines: most lines are there again.
    facts: HashMap<String, S::Fact>,
    /// Where in `heard` each order begins that was heard of and stands.
    orders: Vec<usize>,
    /// Whether the next event belongs to a new entry.
    between: bool,
    /// What an order changed that is being taken back, until that is done.
    undone: Option<Changed<S>>,
}

/// Facts that changed over some events.
#[derive(Debug)]
struct Changed<S: System> {
    gone: Vec<S::Fact>,
    new: Vec<S::Fact>,
}

impl<S: System> Default for Memory<S> {
    fn default() -> Self {
        Memory {
            events: 0,
            told: Numbered::default(),
            heard: Arc::default(),
            facts: HashMap::new(),
            orders: Vec::new(),
            between: true,
            undone: None,
        }
    }
}

impl<S: System> Memory<S> {
    /// Reads on, in a scope of bare handles.
    fn catch_up(&mut self, events: &[String]) -> Result<(), serde_json::Error> {
        for line in events.iter().skip(self.events) {
            let event: Event = serde_json::from_str(line)?;
            let sealed = matches!(event, Event::Sealed(_));
            if self.between && !matches!(event, Event::Standing { .. } | Event::Undone | Event::Resigned { .. }) {
                self.orders.push(self.heard.len());
            }
            self.between = sealed;
            match (event, &mut self.undone) {
                (Event::Undone, _) => self.take_back(),
                (Event::Saw { gone, new, now, .. }, Some(undone)) => {
                    let (gone, new) = self.told.saw(&gone, new, &now);
                    undone.change(read(gone)?, read(new)?);
                }
                (event, _) => {
                    let heard = self.understand(event)?;
                    // In place, unless somebody still thinks over what was known before.
                    Arc::make_mut(&mut self.heard).extend(heard);
                }
            }
            if sealed
                && let Some(Changed { gone, new }) = self.undone.take()
                && !new.is_empty()
            {
                Arc::make_mut(&mut self.heard).push(Heard::Undone { gone, new });
            }
            self.events += 1;
        }
        Ok(())
    }

    /// Forgets what was heard of the last order that stands.
    fn take_back(&mut self) {
        let start = self.orders.pop().unwrap_or(self.heard.len());
        let mut undone = Changed { gone: Vec::new(), new: Vec::new() };
        for heard in Arc::make_mut(&mut self.heard).split_off(start) {
            if let Heard::Saw { gone, new } | Heard::Undone { gone, new } = heard {
                undone.change(gone, new);
            }
        }
        self.undone = Some(undone);
    }

    fn understand(&mut self, event: Event) -> Result<Option<Heard<S>>, serde_json::Error> {
        Ok(Some(match event {
            Event::Saw { gone, new, now, .. } => {
                let (gone, new) = self.told.saw(&gone, new, &now);
                Heard::Saw { gone: read(gone)?, new: read(new)? }
            }
            Event::Told { report, .. } => Heard::Report(serde_json::from_value(report)?),
            Event::Rolled { label, clause, faces, .. } => Heard::Rolled(Rolled { label, clause, faces }),
            Event::Ordered { order, .. } => Heard::Ordered(serde_json::from_value(order)?),
            Event::Standing { .. }
            | Event::Asked { .. }
            | Event::Undone
            | Event::Resigned { .. }
            | Event::Sealed(_) => return Ok(None),
        }))
    }

    /// Reads a view, in a scope of bare handles.
    fn view<'a>(&mut self, lines: impl Iterator<Item = &'a str>) -> Result<Vec<S::Fact>, serde_json::Error> {
        let mut before = std::mem::take(&mut self.facts);
        let read = lines.map(|line| {
            let (line, fact) = match before.remove_entry(line) {
                Some(known) => known,
                None => (line.to_owned(), serde_json::from_str(line)?),
            };
            self.facts.insert(line, fact.clone());
            Ok(fact)
        });
        read.collect()
    }
}

impl<S: System> Changed<S> {
    /// Takes note of facts that went and came: one that came back has not changed.
    fn change(&mut self, gone: Vec<S::Fact>, new: Vec<S::Fact>) {
        shift(gone, &mut self.new, &mut self.gone);
        shift(new, &mut self.gone, &mut self.new);
    }
}

/// Takes facts out of one list, or puts those that are not in it into the other.
fn shift<Fact: PartialEq>(facts: Vec<Fact>, from: &mut Vec<Fact>, to: &mut Vec<Fact>) {
    for fact in facts {
        match from.iter().position(|other| *other == fact) {
            Some(n) => drop(from.swap_remove(n)),
            None => to.push(fact),
        }
    }
}

/// Facts as the system knows them.
fn read<Fact: DeserializeOwned>(facts: Vec<Value>) -> Result<Vec<Fact>, serde_json::Error> {
    facts.into_iter().map(serde_json::from_value).collect()
}

impl<S: System> Referee<S> {
    /// What a seat knows: its view, its own orders, and all it heard, with pieces as handles.
    ///
    /// # Errors
    /// When a fact has no name for the seat: a defect of the system.
    pub fn knowledge(&self, seat: Seat) -> Result<Knowledge<S>, RefereeError> {
        let log: &SeatLog<S> = self.seat(seat);
        let bare: Arc<dyn Naming> = BareHandles::<S>::of_knowledge(self.setting());
        let mut memory = log.memory();
        naming(bare, || {
            memory.catch_up(log.events())?;
            let facts = memory.view(log.facts())?;
            Ok(Knowledge::new(Arc::clone(self.setting()), seat, facts, Arc::clone(&memory.heard)))
        })
        .map_err(RefereeError::unnamed)
    }
}
