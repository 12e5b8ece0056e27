//! What a seat knows, read from its transcript as it grows.

use std::collections::HashMap;
use std::sync::Arc;

use board::naming::{Naming, naming};
use rules::names::BareHandles;
use rules::{Heard, Knowledge, Rolled, Seat, System};
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
}

impl<S: System> Default for Memory<S> {
    fn default() -> Self {
        Memory { events: 0, told: Numbered::default(), heard: Arc::default(), facts: HashMap::new() }
    }
}

impl<S: System> Memory<S> {
    /// Reads on, in a scope of bare handles.
    fn catch_up(&mut self, events: &[String]) -> Result<(), serde_json::Error> {
        for line in events.iter().skip(self.events) {
            let heard = self.understand(serde_json::from_str(line)?)?;
            self.events += 1;
            // In place, unless somebody still thinks over what was known before.
            Arc::make_mut(&mut self.heard).extend(heard);
        }
        Ok(())
    }

    fn understand(&mut self, event: Event) -> Result<Option<Heard<S>>, serde_json::Error> {
        let read = |facts: Vec<Value>| facts.into_iter().map(serde_json::from_value).collect::<Result<_, _>>();
        Ok(Some(match event {
            Event::Saw { gone, new, now, .. } => {
                let (gone, new) = self.told.saw(&gone, new, &now);
                Heard::Saw { gone: read(gone)?, new: read(new)? }
            }
            Event::Told { report, .. } => Heard::Report(serde_json::from_value(report)?),
            Event::Rolled { label, clause, faces, .. } => Heard::Rolled(Rolled { label, clause, faces }),
            Event::Ordered { order, .. } => Heard::Ordered(serde_json::from_value(order)?),
            Event::Undone => Heard::Undone,
            Event::Standing { .. } | Event::Asked { .. } | Event::Resigned { .. } | Event::Sealed(_) => {
                return Ok(None);
            }
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
