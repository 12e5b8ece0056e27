//! What a side knows in a trial.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use board::naming::{Name, Named, Naming, naming};
use rules::names::side_or_location_id;
use rules::{Knowledge, System};

use crate::RefereeError;
use crate::memory::{Memory, Numbers, recall};
use crate::seat::SeatLog;

/// Returns the knowledge of a seat from all events of its log, oldest first. Its facts are in the order of the handles in
/// them, so that its own pieces have the order of the scenario in every guess, as in the true position.
pub(super) fn knowledge_of<'a, S: System>(
    setting: &Arc<S::Setting>,
    log: &SeatLog<S>,
    events: impl Iterator<Item = &'a str>,
) -> Result<Knowledge<S>, RefereeError> {
    let known = recall(setting, log, &mut Memory::new(Numbers::new(setting)), events)?;
    let met = Arc::new(Met::<S> { setting: Arc::clone(setting), handles: Mutex::default() });
    let handle_in = |line: &str| {
        met.handles().clear();
        let fact: Result<S::Fact, _> = naming(Arc::clone(&met) as Arc<dyn Naming>, || serde_json::from_str(line));
        fact.map(|_| met.handles().first().copied().unwrap_or(u16::MAX))
    };
    let handles: Result<Vec<u16>, _> = log.facts().map(handle_in).collect();
    let handles = handles.map_err(RefereeError::unnamed)?;
    let mut facts: Vec<(u16, &S::Fact)> = handles.into_iter().zip(known.facts()).collect();
    facts.sort_by_key(|(handle, _)| *handle);
    let facts = facts.into_iter().map(|(_, fact)| fact.clone()).collect();
    Ok(known.with_facts(facts))
}

/// Names that take note of the handles that are read, and give each a number.
struct Met<S: System> {
    setting: Arc<S::Setting>,
    handles: Mutex<Vec<u16>>,
}

impl<S: System> Met<S> {
    fn handles(&self) -> MutexGuard<'_, Vec<u16>> {
        self.handles.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<S: System> Naming for Met<S> {
    fn name(&self, _: Named, _: u16) -> Option<Name> {
        None
    }

    fn id(&self, kind: Named, name: &Name) -> Option<u16> {
        match (kind, name) {
            (Named::Piece, Name::Number(handle)) => {
                let handle = u16::try_from(*handle).ok()?;
                let mut handles = self.handles();
                let number = handles.iter().position(|met| *met == handle).unwrap_or(handles.len());
                if number == handles.len() {
                    handles.push(handle);
                }
                u16::try_from(number).ok()
            }
            _ => side_or_location_id::<S>(&self.setting, kind, name),
        }
    }
}
