//! What all games of one scenario share while one of them is in memory: the setting with everything derived from the
//! board, and the first position.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError, Weak};

use board::scenario::Diagnostics;
use rules::System;
use sha2::{Digest, Sha256};

use crate::ledger::ScenarioText;
use crate::set_up;

/// The start of a scenario.
pub(crate) struct Start<S: System> {
    pub setting: Arc<S::Setting>,
    /// In a place of its own: the list of starts holds that of this struct until it is tidied.
    pub position: Box<S::Position>,
}

/// A scenario of a system, under the clauses in force.
#[derive(PartialEq, Eq, Hash)]
struct Key(TypeId, [u8; 32], Option<String>);

type Starts = HashMap<Key, Weak<dyn Any + Send + Sync>>;

/// Starts in use. A game keeps its own: the list keeps none of them in memory.
static STARTS: LazyLock<Mutex<Starts>> = LazyLock::new(Mutex::default);

/// Number of entries from which on those of starts no longer in use are removed.
const TIDIED: usize = 64;

impl Key {
    fn of<S: System>(scenario: &ScenarioText) -> Self {
        let digest = Sha256::new()
            .chain_update((scenario.name.len() as u64).to_be_bytes())
            .chain_update(&scenario.name)
            .chain_update(&scenario.text);
        Key(TypeId::of::<S>(), digest.finalize().into(), rules::switched_off())
    }
}

/// Returns the start of a scenario: that of another game in memory, or else a new one.
///
/// # Errors
/// Returns every error in the scenario, each with its position.
pub(crate) fn shared<S: System>(scenario: &ScenarioText) -> Result<Arc<Start<S>>, Diagnostics> {
    let starts = || STARTS.lock().unwrap_or_else(PoisonError::into_inner);
    let key = Key::of::<S>(scenario);
    let found = starts().get(&key).and_then(Weak::upgrade);
    if let Some(start) = found.and_then(|start| start.downcast().ok()) {
        return Ok(start);
    }
    // Not under the lock: this takes long.
    let (setting, position) = set_up::<S>(scenario)?;
    let start = Arc::new(Start::<S> { setting: Arc::new(setting), position: Box::new(position) });
    let mut starts = starts();
    if starts.len() >= TIDIED {
        starts.retain(|_, start| start.strong_count() > 0);
    }
    let weak: Weak<dyn Any + Send + Sync> = Arc::downgrade(&start) as Weak<dyn Any + Send + Sync>;
    starts.insert(key, weak);
    Ok(start)
}
