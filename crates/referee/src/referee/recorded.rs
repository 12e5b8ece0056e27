//! For verification by other rulings: what is recorded comes of an act, although something else would today.

use rules::{Side, System};

use super::Referee;
use super::dice_box::DiceBox;
use crate::RefereeError;
use crate::entry::Entry;
use crate::ledger::Writer;

/// The entry that is to come of the next act, and the one that would today, if that is another.
#[derive(Debug)]
pub(super) struct Recorded<S: System> {
    entry: Entry<S>,
    again: Option<Entry<S>>,
}

impl<S: System> Recorded<S> {
    /// What is recorded, in the place of what comes of the act today.
    pub fn in_place_of(&mut self, today: Entry<S>) -> Entry<S> {
        if today != self.entry {
            self.again = Some(today);
        }
        self.entry.clone()
    }
}

impl<S: System> Referee<S> {
    /// From now on this comes of the next act.
    pub(crate) fn let_come_of_it(&mut self, entry: Entry<S>) {
        self.recorded = Some(Box::new(Recorded { entry, again: None }));
    }

    /// What would have come of the act, if that is something else; from now on acts come to what they do.
    pub(crate) fn came_of_it(&mut self) -> Option<Entry<S>> {
        self.recorded.take()?.again
    }

    /// Puts down a roll of the next order, where players roll.
    pub(crate) fn put_down_own(&mut self, label: &str, faces: &[u8], by: Option<Side>) {
        if let DiceBox::Own(_, given) = &mut self.dice
            && !faces.is_empty()
        {
            given.give(label, faces.to_vec(), by);
        }
    }

    /// How many rolls each stream has given.
    pub(crate) fn ordinals(&self) -> fair::Ordinals {
        self.ordinals
    }

    /// Forgets an order that could not be done again, and goes on writing from here.
    pub(crate) fn forget_waiting(&mut self, writer: Writer) {
        self.pending = None;
        self.clear_dice();
        self.writer = writer;
    }

    /// Goes on although the game is over by today's rulings, writing from here.
    pub(crate) fn reopen(&mut self, writer: Writer) {
        self.closed = false;
        self.writer = writer;
    }

    /// Whether the referee failed and must not go on.
    pub(crate) fn failed(&self) -> Result<(), RefereeError> {
        if self.broken { Err(RefereeError::Broken) } else { Ok(()) }
    }
}
