//! Repeating recorded acts during verification.

use board::naming::naming;
use rules::{Audience, Side, System};

use super::finding::Differing;
use crate::entry::{Act, Entry, Item};
use crate::ledger::{DiceTerms, Line, Writer};
use crate::{Referee, SubmitError};

/// A different result of a repeated entry.
pub(super) enum Otherwise {
    /// The act was carried out with another result: the clause of the first difference and a description. The recorded
    /// result was used.
    Done(Option<String>, String),
    /// The act could not be carried out, for this reason.
    Refused(String),
}

impl Otherwise {
    pub(super) fn told(&self, line: usize, entry: usize) -> Differing {
        let (clause, why) = match self {
            Otherwise::Done(clause, why) => (clause.clone(), why),
            Otherwise::Refused(why) => (None, why),
        };
        Differing { clause, ..Differing::new(line, Some(entry), why.clone()) }
    }
}

/// Requires that an order, or dice entered for one, left it waiting for more dice.
fn left_waiting(done: Result<(), SubmitError>) -> Result<(), String> {
    match done {
        Err(SubmitError::Roll(_)) => Ok(()),
        Ok(()) => Err("re-resolved, the order is waiting for no more dice".to_owned()),
        Err(error) => Err(format!("it can't be re-resolved: {error}")),
    }
}

impl<S: System> Referee<S> {
    /// Repeats an order that then waits for dice.
    pub(super) fn waits_as_recorded(
        &mut self,
        by: Side,
        order: S::Order,
        id: Option<String>,
        standing: bool,
    ) -> Result<(), String> {
        left_waiting(match standing {
            false => self.submit(by, order, id).map(drop),
            true => self.answer_standing().map(drop),
        })
    }

    /// Repeats an entry of dice after which the order waits for more.
    pub(super) fn entered_as_recorded(&mut self, label: &str, faces: Vec<u8>, by: Option<Side>) -> Result<(), String> {
        left_waiting(self.give_dice(label, faces, by).map(drop))
    }

    /// Repeats the act of an entry; the results must be equal.
    pub(super) fn do_again(&mut self, entry: &Entry<S>) -> Result<(), String> {
        self.put_down_given(entry)?;
        let waited = match &entry.act {
            Act::Order { .. } => self.last_entered(entry)?,
            _ => None,
        };
        let done = match waited {
            Some((label, faces, by)) => self.give_dice(label, faces.to_vec(), by).map(drop),
            None => self.act_again(&entry.act),
        };
        done.map_err(|error| format!("it can't be re-resolved: {error}"))?;
        match self.entry(entry.n) {
            Some(again) if again == entry => Ok(()),
            Some(again) => Err(difference(self, again, entry).1),
            None => Err(format!("expected entry {}", self.number_of_entries())),
        }
    }

    fn put_down_given(&mut self, entry: &Entry<S>) -> Result<(), String> {
        if self.header().dice != DiceTerms::Given {
            return Ok(());
        }
        for item in &entry.items {
            if let Item::Roll { label, faces, entered_by, .. } = item {
                self.give_dice(label, faces.clone(), *entered_by).map_err(|error| error.to_string())?;
            }
        }
        Ok(())
    }

    fn act_again(&mut self, act: &Act<S>) -> Result<(), SubmitError> {
        match act {
            Act::Begin => self.begin().map_err(SubmitError::Failed),
            Act::Order { by, order, id, standing: false } => self.submit(*by, *order, id.clone()).map(drop),
            Act::Order { .. } => self.answer_standing().map(drop),
            Act::Standing { by, question, answer } => self.stand(*by, question.clone(), answer.as_ref()).map(drop),
            Act::Undo { by, .. } => self.undo(*by).map(drop),
            Act::Resign { by } => self.resign(*by).map(drop),
        }
    }

    /// Repeats the act of an entry under rulings that may have changed. If the act is possible at all, the recorded
    /// results are used.
    pub(super) fn try_again_as(&mut self, entry: &Entry<S>) -> Result<(), Otherwise> {
        let before = self.number_of_entries();
        if let Err(why) = self.put_down_given(entry) {
            return Err(Otherwise::Refused(why));
        }
        for item in &entry.items {
            if let Item::Roll { label, faces, to: Audience::All, entered_by, .. } = item {
                self.put_down_own(label, faces, *entered_by);
            }
        }
        self.let_come_of_it(entry.clone());
        let done = self.act_again(&entry.act);
        let again = self.came_of_it();
        match (again, done) {
            (Some(again), _) => {
                let (clause, why) = difference(self, &again, entry);
                Err(Otherwise::Done(clause, why))
            }
            (None, _) if self.number_of_entries() > before => Ok(()),
            (None, Err(error)) => Err(Otherwise::Refused(format!("it can't be re-resolved: {error}"))),
            (None, Ok(())) => Err(Otherwise::Refused("no standing order gives this answer".to_owned())),
        }
    }

    /// Applies a differing entry as recorded. `before` is the ledger's chain before its line.
    pub(super) fn take_as_recorded(
        &mut self,
        entry: Entry<S>,
        before: &Writer,
        otherwise: &Otherwise,
    ) -> Result<(), String> {
        if let Otherwise::Done(..) = otherwise {
            return Ok(());
        }
        self.forget_waiting(before.clone());
        let words = self.words_of(&entry);
        self.write(&Line::Entry(entry.clone())).map_err(|error| error.to_string())?;
        self.perform(entry.clone()).map_err(|error| error.to_string())?;
        self.remember(&entry, words);
        Ok(())
    }
}

/// Returns the first difference between two entries: its clause and a description.
fn difference<S: System>(referee: &Referee<S>, again: &Entry<S>, entry: &Entry<S>) -> (Option<String>, String) {
    let write = |item: Option<&Item<S>>| {
        naming(referee.true_names(), || item.and_then(|item| serde_json::to_string(item).ok()))
            .unwrap_or_else(|| "nothing".to_owned())
    };
    if again.act != entry.act {
        return (None, "the act is not the one that was done".to_owned());
    }
    let longest = again.items.len().max(entry.items.len());
    let place = (0..longest).find(|&i| again.items.get(i) != entry.items.get(i)).unwrap_or_default();
    let clauses = [again, entry].map(|entry| entry.items.get(place).and_then(Item::clause));
    let clause = clauses.into_iter().flatten().next().map(str::to_owned);
    let by = clause.as_ref().map_or_else(String::new, |clause| format!(", by {clause}"));
    let why = format!(
        "item {place} of entry {}{by}: re-resolved it is {}, the ledger says {}",
        entry.n,
        write(again.items.get(place)),
        write(entry.items.get(place))
    );
    (clause, why)
}
