//! The true position before each entry. It is recomputed from checkpoints, because a game has thousands of entries.

use rules::System;

use super::Referee;
use crate::entry::Act;

/// Number of entries between two checkpoints.
const EVERY: usize = 128;

/// The true position before some of the entries.
#[derive(Clone)]
pub(super) struct Checkpoints<S: System>(Vec<(usize, S::Position)>);

impl<S: System> Default for Checkpoints<S> {
    fn default() -> Self {
        Checkpoints(Vec::new())
    }
}

impl<S: System> Checkpoints<S> {
    /// Records the position before an entry if the last checkpoint is old enough.
    pub fn note(&mut self, entry: usize, position: &S::Position) {
        if self.0.last().is_none_or(|(last, _)| entry >= last + EVERY) {
            self.keep(entry, position);
        }
    }

    /// Records the position before an entry.
    pub fn keep(&mut self, entry: usize, position: &S::Position) {
        self.0.push((entry, position.clone()));
    }

    /// Returns the number of positions kept.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns the last checkpoint at or before an entry.
    fn up_to(&self, entry: usize) -> Option<(usize, S::Position)> {
        let after = self.0.partition_point(|(kept, _)| *kept <= entry);
        self.0.get(after.checked_sub(1)?).cloned()
    }
}

/// Data about an entry besides its ledger content.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Trace {
    /// The sides that learned something about the enemy from it.
    pub learnt: rules::BySide<bool>,
    /// The seats that received an event from it.
    pub heard: [bool; 3],
    /// Whether both sides had a question before it.
    pub both_awaited: bool,
}

impl<S: System> Referee<S> {
    /// Returns the true position before an entry; `None` if there is no such entry, or an undo before it names an entry
    /// that is not earlier than itself.
    pub(crate) fn before(&self, entry: usize) -> Option<S::Position> {
        // Works backwards from the entry: an undo leads to the position before the entry it undid. Each stretch is
        // visited once.
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
            item.apply(&self.start.setting, &mut position);
        }
        Some(position)
    }

    /// The true position after each entry, in order. Never show it to a seat before the end of the game.
    pub fn course(&self) -> impl Iterator<Item = S::Position> {
        (1..self.entries.len()).filter_map(|entry| self.before(entry)).chain([self.position.clone()])
    }
}
