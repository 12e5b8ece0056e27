//! Writing entries and applying them, in live play and in replay.

use std::sync::Arc;

use board::naming::{Naming, naming};
use fair::Seal;
use rules::{BySide, Seat, System, referee_clauses};

use super::checkpoints::Trace;
use super::dice_box::DiceBox;
use super::{Referee, outcome_name};
use crate::RefereeError;
use crate::entry::{Act, Entry, Item};
use crate::event::Event;
use crate::ledger::{Line, Sink, Writer};
use crate::names::TrueNames;
use crate::seat::{facts_of, happen};

impl<S: System> Referee<S> {
    /// Writes an entry to the ledger and, once it is saved, applies it.
    pub(super) fn commit(&mut self, act: Act<S>, mut items: Vec<Item<S>>) -> Result<(), RefereeError> {
        items.shrink_to_fit();
        if self.broken {
            return Err(RefereeError::Broken);
        }
        let entry = Entry { n: self.entries.len(), act, items };
        let line = Line::Entry(match self.recorded.as_deref_mut() {
            Some(recorded) => recorded.in_place_of(entry),
            None => entry,
        });
        self.write(&line)?;
        match line {
            Line::Entry(entry) => self.perform(entry),
            _ => Ok(()),
        }
    }

    pub(crate) fn write(&mut self, line: &Line<S>) -> Result<(), RefereeError> {
        let names = self.names_after(line) as Arc<dyn Naming>;
        let (text, writer) = self.writer.next(line, names).map_err(RefereeError::unnamed)?;
        if let Err(error) = self.sink.append(&text) {
            // The content of the file is uncertain now: the game may continue only from what is read there.
            self.broken = true;
            return Err(error.into());
        }
        self.writer = writer;
        Ok(())
    }

    /// Returns the names for a line, with those of pieces that come into play in it.
    fn names_after(&self, line: &Line<S>) -> Arc<TrueNames<S>> {
        let Line::Entry(entry) = line else { return Arc::clone(&self.names) };
        let creates = |item: &Item<S>| matches!(item, Item::Change { change, .. } if S::creates(change));
        if !entry.items.iter().any(creates) {
            return Arc::clone(&self.names);
        }
        let mut position = self.position.clone();
        entry.items.iter().for_each(|item| item.apply(&self.start.setting, &mut position));
        self.names.at(&position)
    }

    /// Continues the chain from lines that were read instead of written.
    pub(crate) fn continue_from(&mut self, writer: Writer) {
        self.writer = writer;
    }

    /// Resumes a game that was read: saves new lines in `sink`, and writes those that a crash left unwritten.
    pub(crate) fn go_on(&mut self, sink: Box<dyn Sink>) -> Result<(), RefereeError> {
        self.sink = sink;
        if !self.began && !matches!(self.dice, DiceBox::Unrevealed) {
            self.begin()?;
        }
        self.try_again()?;
        self.close_if_over()
    }

    /// The chain over the ledger's lines so far.
    pub(crate) fn writer(&self) -> &Writer {
        &self.writer
    }

    /// Whether the closing line has been written.
    pub(crate) fn closed(&self) -> bool {
        self.closed
    }

    /// Applies a recorded entry, in live play and in replay alike.
    pub(crate) fn perform(&mut self, entry: Entry<S>) -> Result<(), RefereeError> {
        let done = self.try_perform(entry);
        self.broken |= done.is_err();
        done
    }

    fn try_perform(&mut self, entry: Entry<S>) -> Result<(), RefereeError> {
        let heard = Seat::ALL.map(|seat| self.seat(seat).heard());
        let learnt = BySide::new(|side| self.seats[side.index()].times_learnt());
        let both_awaited = self.both_awaited();
        let last = self.standing_entries.last().and_then(|last| self.traces.get(*last));
        let can_undo = last.is_some_and(|last| last.undoable_by.is_some());
        self.checkpoints.note(self.entries.len(), &self.position, can_undo);
        self.perform_act(&entry)?;
        for item in &entry.items {
            if let Item::Roll { stream, .. } = item {
                self.ordinals.take(*stream);
            }
        }
        let resigned = self.resigned.is_some();
        happen(&self.start.setting, &mut self.position, &mut self.seats, &entry.items, resigned)?;
        self.names = self.names.at(&self.position);
        let learnt = BySide::new(|side| self.seats[side.index()].times_learnt() != learnt[side]);
        let sealed = self.writer.head();
        let heard = Seat::ALL.map(|seat| self.seat(seat).heard() > heard[seat.index()]);
        let goes_on = entry.items.iter().any(|item| matches!(item, Item::Push(_) | Item::Pop));
        let undoable_by = self.may_undo(&entry, learnt, both_awaited);
        self.traces.push(Trace { heard, both_awaited, goes_on, undoable_by });
        for (seat, heard) in self.seats.iter_mut().zip(heard) {
            if heard {
                let seal = Seal::close(&seat.salt(&self.header.nonce), sealed.as_bytes());
                seat.hear(&Event::Sealed(seal))?;
            }
        }
        self.entries.push(entry);
        Ok(())
    }

    fn perform_act(&mut self, entry: &Entry<S>) -> Result<(), RefereeError> {
        match &entry.act {
            Act::Begin => {
                self.began = true;
                self.standing_entries.push(entry.n);
                for seat in &mut self.seats {
                    seat.look(&self.start.setting, &self.position, None, true)?;
                }
            }
            Act::Order { by, order, .. } => {
                self.standing_entries.push(entry.n);
                self.seats[by.index()].hear_order(&self.start.setting, &self.position, order)?;
            }
            Act::Standing { by, question, answer } => {
                match answer {
                    Some(words) => self.standing_orders[*by].insert(question.clone(), words.clone()),
                    None => self.standing_orders[*by].remove(question),
                };
                self.times_stood[*by] += 1;
                let seat = &mut self.seats[by.index()];
                let text = naming(seat.names(), || {
                    let order: S::Order = serde_json::from_value(answer.clone()?).ok()?;
                    let facts = facts_of::<S>(&self.start.setting, &self.position, by.seat());
                    Some(S::describe_order(&self.start.setting, by.seat(), &facts, &order).sentence)
                });
                seat.hear_words(&Event::Standing { question: question.clone(), answer: answer.clone(), text })?;
            }
            Act::Undo { by, entry: taken_back } => {
                let none = RefereeError::Order("an undo names an entry that is not before it");
                let earlier = Some(*taken_back).filter(|taken_back| *taken_back < entry.n);
                self.position = earlier.and_then(|taken_back| self.before(taken_back)).ok_or(none)?;
                self.standing_entries.retain(|n| n < taken_back);
                self.undone[*by] += 1;
                let heard = self.traces.get(*taken_back).map(|trace| trace.heard).unwrap_or_default();
                for (seat, heard) in self.seats.iter_mut().zip(heard) {
                    // Only seats with an event from the order are informed that it is undone.
                    if heard {
                        seat.hear(&Event::Undone)?;
                    }
                    seat.look(&self.start.setting, &self.position, Some(referee_clauses::UNDO.id()), true)?;
                }
            }
            Act::Resign { by } => {
                self.resigned = Some(*by);
                let by = S::SIDES[by.index()].to_owned();
                for seat in &mut self.seats {
                    seat.hear(&Event::Resigned { by: by.clone() })?;
                }
            }
        }
        Ok(())
    }

    pub(crate) fn close_if_over(&mut self) -> Result<(), RefereeError> {
        match self.outcome() {
            Some(outcome) if !self.closed => {
                let outcome = outcome_name::<S>(&outcome);
                self.write(&Line::Close { outcome })?;
                self.closed = true;
                Ok(())
            }
            _ => Ok(()),
        }
    }

    pub(crate) fn note_closed(&mut self) {
        self.closed = true;
    }
}
