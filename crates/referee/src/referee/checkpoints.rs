//! The true position before each entry. It is recomputed from checkpoints, because a game has thousands of entries.

use rules::{Side, System};

use super::Referee;
use crate::entry::Act;

/// Number of entries between two checkpoints.
const EVERY: usize = 128;

/// The true position before some of the entries.
#[derive(Clone)]
pub(super) struct Checkpoints<S: System> {
    kept: Vec<(usize, S::Position)>,
    /// The position before the earliest entry that can still be undone, or before the last entry.
    undo: Option<(usize, S::Position)>,
}

impl<S: System> Default for Checkpoints<S> {
    fn default() -> Self {
        Checkpoints { kept: Vec::new(), undo: None }
    }
}

impl<S: System> Checkpoints<S> {
    /// Records the position before an entry if the last checkpoint is old enough, or if no earlier entry can be undone:
    /// an undo never goes behind that.
    pub fn note(&mut self, entry: usize, position: &S::Position, can_undo: bool) {
        if !can_undo {
            self.undo = Some((entry, position.clone()));
        }
        if self.kept.last().is_none_or(|(last, _)| entry >= last + EVERY) {
            self.keep(entry, position);
        }
    }

    /// Records the position before an entry.
    pub fn keep(&mut self, entry: usize, position: &S::Position) {
        self.kept.push((entry, position.clone()));
    }

    /// Returns the number of positions kept.
    pub fn len(&self) -> usize {
        self.kept.len() + usize::from(self.undo.is_some())
    }

    /// Returns the number of the first entry that an undo looks at.
    pub fn undo_from(&self) -> usize {
        self.undo.as_ref().map_or(0, |(entry, _)| *entry)
    }

    /// Returns the last checkpoint at or before an entry.
    fn up_to(&self, entry: usize) -> Option<(usize, S::Position)> {
        let after = self.kept.partition_point(|(kept, _)| *kept <= entry);
        let kept = self.kept.get(after.checked_sub(1)?)?;
        let undo = self.undo.as_ref().filter(|(undo, _)| (kept.0..=entry).contains(undo));
        Some(undo.unwrap_or(kept).clone())
    }
}

/// Data about an entry besides its ledger content.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Trace {
    /// The seats that received an event from it.
    pub heard: [bool; 3],
    /// Whether both sides had a question before it.
    pub both_awaited: bool,
    /// Whether the game went further by it: what is asked changed.
    pub goes_on: bool,
    /// The side that may undo it as long as it is the last order.
    pub undoable_by: Option<Side>,
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
            let entries = self.entries.at_hand(kept).or_else(|| self.entries.whole().get(kept..))?;
            let stretch = entries.get(..to.checked_sub(kept)?)?;
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
