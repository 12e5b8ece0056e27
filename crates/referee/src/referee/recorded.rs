//! Verification under changed rulings: an act gets its recorded results, even if it would have others today.

use rules::{Side, System};

use super::Referee;
use super::dice_box::DiceBox;
use crate::RefereeError;
use crate::entry::Entry;
use crate::ledger::Writer;

/// The recorded entry for the next act, and the entry that today's rulings give, if it differs.
#[derive(Debug)]
pub(super) struct Recorded<S: System> {
    entry: Entry<S>,
    again: Option<Entry<S>>,
}

impl<S: System> Recorded<S> {
    /// Returns the recorded entry in place of the one that today's rulings give.
    pub fn in_place_of(&mut self, today: Entry<S>) -> Entry<S> {
        if today != self.entry {
            self.again = Some(today);
        }
        self.entry.clone()
    }
}

impl<S: System> Referee<S> {
    /// Sets the recorded entry for the next act.
    pub(crate) fn let_come_of_it(&mut self, entry: Entry<S>) {
        self.recorded = Some(Box::new(Recorded { entry, again: None }));
    }

    /// Returns the entry that today's rulings give, if it differs from the recorded one. Later acts get their own
    /// results again.
    pub(crate) fn came_of_it(&mut self) -> Option<Entry<S>> {
        self.recorded.take()?.again
    }

    /// Supplies a roll for the next order, where players roll.
    pub(crate) fn put_down_own(&mut self, label: &str, faces: &[u8], by: Option<Side>) {
        if let DiceBox::Own(_, given) = &mut self.dice
            && !faces.is_empty()
        {
            given.give(label, faces.to_vec(), by);
        }
    }

    /// Number of rolls that each stream has given.
    pub(crate) fn ordinals(&self) -> fair::Ordinals {
        self.ordinals
    }

    /// Drops a waiting order that could not be repeated, and continues the chain from `writer`.
    pub(crate) fn forget_waiting(&mut self, writer: Writer) {
        self.pending = None;
        self.clear_dice();
        self.writer = writer;
    }

    /// Continues a game that is over under today's rulings, with the chain from `writer`.
    pub(crate) fn reopen(&mut self, writer: Writer) {
        self.closed = false;
        self.writer = writer;
    }

    /// Fails if the referee has stopped after an error.
    pub(crate) fn failed(&self) -> Result<(), RefereeError> {
        if self.broken { Err(RefereeError::Broken) } else { Ok(()) }
    }
}
