//! The true position before each entry, worked out from the entries rather than kept: a game has thousands of them.

use rules::System;

use super::Referee;
use crate::entry::Act;

/// After how many entries the true position is kept whole.
const EVERY: usize = 32;

/// The true position before some of the entries.
#[derive(Clone)]
pub(super) struct Checkpoints<S: System>(Vec<(usize, S::Position)>);

impl<S: System> Default for Checkpoints<S> {
    fn default() -> Self {
        Checkpoints(Vec::new())
    }
}

impl<S: System> Checkpoints<S> {
    /// Takes note of the true position before an entry, if it is time to.
    pub fn note(&mut self, entry: usize, position: &S::Position) {
        if self.0.last().is_none_or(|(last, _)| entry >= last + EVERY) {
            self.keep(entry, position);
        }
    }

    /// Keeps the true position before an entry.
    pub fn keep(&mut self, entry: usize, position: &S::Position) {
        self.0.push((entry, position.clone()));
    }

    /// The last that was kept up to an entry.
    fn up_to(&self, entry: usize) -> Option<(usize, S::Position)> {
        let after = self.0.partition_point(|(kept, _)| *kept <= entry);
        self.0.get(after.checked_sub(1)?).cloned()
    }
}

/// What is remembered of an entry besides itself.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Trace {
    /// Which sides learnt something of the enemy by it.
    pub learnt: rules::BySide<bool>,
    /// Which seats heard anything of it.
    pub heard: [bool; 3],
    /// Whether both sides were awaited before it.
    pub both_awaited: bool,
}

impl<S: System> Referee<S> {
    /// The true position before an entry; `None` where there is no such entry, or an undo on the way names one not before it.
    pub(crate) fn before(&self, entry: usize) -> Option<S::Position> {
        // From the entry back: an undo sends to the true position before what it took back. Each stretch is walked once.
        let (mut stretches, mut to) = (Vec::new(), entry);
        let mut position = loop {
            let (kept, position) = self.checkpoints.up_to(to)?;
            let stretch = self.entries.get(kept..to)?;
            let undo = stretch.iter().rposition(|done| matches!(done.act, Act::Undo { .. }));
            let Some(place) = undo else {
                stretches.push(stretch);
                break position;
            };
            stretches.push(stretch.get(place..)?);
            to = match &stretch.get(place)?.act {
                Act::Undo { entry, .. } if *entry < kept + place => *entry,
                _ => return None,
            };
        };
        for item in stretches.iter().rev().flat_map(|stretch| stretch.iter()).flat_map(|done| &done.items) {
            item.apply(&self.setting, &mut position);
        }
        Some(position)
    }

    /// The true position after each entry; never for a seat before the end.
    pub fn course(&self) -> impl Iterator<Item = S::Position> {
        (1..self.entries.len()).filter_map(|entry| self.before(entry)).chain([self.position.clone()])
    }
}
