//! Verification of ledgers: every act is carried out again and its results are compared with the recorded ones.
//!
//! If rulings have changed since the ledger was begun, a different result today proves nothing. Verification then
//! continues with the recorded result: chain, commitments, dice and logs can be checked without rulings.

mod again;
mod finding;

use std::collections::BTreeSet;

use fair::{Binding, Head, Key, Nonce, Ordinals};
use rules::{Audience, Seat, System};
use serde_json::Value;

use crate::Referee;
use crate::entry::{Act, Entry, Item};
use crate::ledger::{DiceTerms, Format, Header, Line, Reader, Writer};
use crate::referee::outcome_name;
use crate::replay::{ReplayError, other_options, seat_from, take_line};
use crate::rulings::{OtherRulings, other_rulings};
use crate::shared::shared;

pub use finding::{Differing, Verdict, VerifyError};

/// Re-resolves every order of a ledger with recomputed dice, and compares the results.
///
/// A log `head` that a seat noted during play also detects a ledger that was rewritten completely.
///
/// # Errors
/// Returns the first mismatch found. Returns [`VerifyError::OtherRulings`] if the only differences are results that
/// changed rulings may explain.
pub fn verify<S: System>(text: &str, head: Option<Head>) -> Result<Verdict, VerifyError> {
    let mut reader = Reader::new(text);
    let header = reader.header().map_err(ReplayError::from)?;
    let mut verifier = match reader.format() {
        // Lines are also written again in this version: another version needs its own writer.
        Format::V1 => Verifier::<S>::open(header, &reader)?,
    };
    loop {
        verifier.compare_writing(&reader)?;
        let before = reader.writer();
        let names = verifier.referee.names_to_come();
        let Some(line) = reader.next_line::<S>(names)? else { break };
        verifier.line(line, reader.line(), &before, &reader.writer())?;
    }
    verifier.finish(head)
}

fn differs(line: usize, why: impl Into<String>) -> VerifyError {
    VerifyError::Differs { line, why: why.into() }
}

struct Verifier<S: System> {
    referee: Referee<S>,
    /// The differences between today's rulings and those of the ledger; `None` if there are none.
    other: Option<OtherRulings>,
    /// The entries whose results differ today.
    differing: Vec<Differing>,
    notes: Vec<String>,
    key: Option<Key>,
    /// The rolls entered for the waiting order.
    waiting: Vec<(String, Vec<u8>)>,
    entries: usize,
    /// Number of rolls recomputed from the key.
    rolls: usize,
    /// Number of rolls entered by players or a script.
    entered: usize,
    revealed: bool,
    closed: bool,
}

impl<S: System> Verifier<S> {
    /// Checks the header and creates a referee.
    fn open(header: Header, reader: &Reader<'_>) -> Result<Self, VerifyError> {
        let other = other_rulings::<S>(&header);
        let mut notes: Vec<String> = other.iter().map(OtherRulings::to_string).collect();
        let unknown: Vec<&str> = header.unknown.keys().map(String::as_str).collect();
        if !unknown.is_empty() {
            notes.push(format!("the header has fields this program doesn't know: {}", unknown.join(", ")));
        }
        let (dice, binding, nonce) = (header.dice, header.binding(), header.nonce);
        let start = shared::<S>(&header.scenario).map_err(ReplayError::from)?;
        let written = written_options(&header.scenario.text);
        check_options(&header.options, &S::options(&start.setting), &written, other.is_some(), &mut notes)?;
        match dice.commitments() {
            Some(commitments) if !commitments.opened_by_referee(binding, &nonce) => {
                return Err(differs(1, "the referee's nonce does not match its commitment"));
            }
            Some(_) if binding == Binding::Nonce => {
                notes.push("its commitments are of version 1: one side could have copied the other's".to_owned());
            }
            Some(_) => {}
            None => {
                notes.push("the dice were entered by hand or by a script: their fairness can't be checked".to_owned());
            }
        }
        let known = unknown.is_empty();
        let mut referee = seat_from::<S>(header)?;
        if known {
            let header = Line::Header(Box::new(referee.header().clone()));
            referee.write(&header).map_err(|error| differs(1, error.to_string()))?;
        } else {
            // Fields that this program does not know cannot be written again.
            referee.continue_from(reader.writer());
        }
        Ok(Verifier {
            referee,
            other,
            differing: Vec::new(),
            notes,
            key: None,
            waiting: Vec::new(),
            entries: 0,
            rolls: 0,
            entered: 0,
            revealed: false,
            closed: false,
        })
    }

    /// Checks that the referee writes exactly the lines that were read. It writes the closing line together with the
    /// last entry, so there it is one line ahead.
    fn compare_writing(&self, reader: &Reader<'_>) -> Result<(), VerifyError> {
        let same = self.referee.writer().head() == reader.writer().head();
        if same || (self.referee.closed() && !self.closed) {
            return Ok(());
        }
        Err(differs(reader.line(), "not written as the referee writes it"))
    }

    /// Processes the line with the number `at`; `before` and `after` are the ledger's chain before and after it.
    fn line(&mut self, line: Line<S>, at: usize, before: &Writer, after: &Writer) -> Result<(), VerifyError> {
        if self.closed {
            return Err(differs(at, "something follows the end of the game"));
        }
        let ended = self.referee.closed() && !matches!(line, Line::Close { .. });
        match (&self.other, ended) {
            (_, false) => {}
            (None, true) => return Err(differs(at, "the game was over before this line")),
            (Some(_), true) => {
                self.differing.push(Differing::new(
                    at,
                    None,
                    "under today's rulings the game was over before this line",
                ));
                self.referee.reopen(before.clone());
            }
        }
        match line {
            Line::Header(_) => Err(differs(at, "a second header")),
            Line::Reveal { .. } if self.revealed => Err(differs(at, "the nonces are revealed twice")),
            Line::Reveal { a, b } => self.reveal(&a, &b).map_err(|why| differs(at, why)),
            Line::Waits { .. } | Line::Entered { .. } if self.other.is_some() => {
                self.note_waiting(line).map_err(|why| differs(at, why))
            }
            Line::Waits { by, order, id, standing } => {
                self.referee.waits_as_recorded(by, order, id, standing).map_err(|why| differs(at, why))
            }
            Line::Entered { label, faces, by } => {
                self.referee.entered_as_recorded(&label, faces, by).map_err(|why| differs(at, why))
            }
            Line::Entry(entry) => self.entry(entry, at, before),
            Line::Close { outcome } => self.close(&outcome, at, after),
        }
    }

    fn reveal(&mut self, a: &Nonce, b: &Nonce) -> Result<(), String> {
        let header = self.referee.header();
        let Some(commitments) = header.dice.commitments() else {
            return Err("nonces in a game whose dice are given".to_owned());
        };
        let opened = |seat, nonce| commitments.opened_by(header.binding(), seat, nonce);
        if !opened(fair::Seat::A, a) || !opened(fair::Seat::B, b) {
            return Err("a seat's nonce does not match its commitment".to_owned());
        }
        self.key = Some(Key::combine(&header.nonce, a, b));
        self.referee.write(&Line::Reveal { a: *a, b: *b }).map_err(|error| error.to_string())?;
        self.referee.take_key(a, b);
        self.revealed = true;
        Ok(())
    }

    /// Restores what is recorded about a waiting order without trying it: under today's rulings it might wait for other
    /// dice.
    fn note_waiting(&mut self, line: Line<S>) -> Result<(), String> {
        self.referee.write(&line).map_err(|error| error.to_string())?;
        match &line {
            Line::Entered { label, faces, .. } => self.waiting.push((label.clone(), faces.clone())),
            _ => self.waiting.clear(),
        }
        take_line(&mut self.referee, line)
    }

    /// Whether the faces of a roll are computed from the key.
    fn is_computed(&self, to: Audience) -> bool {
        match self.referee.header().dice {
            DiceTerms::Fair(_) => true,
            DiceTerms::Players(_) => to != Audience::All,
            DiceTerms::Given => false,
        }
    }

    fn entry(&mut self, entry: Entry<S>, at: usize, before: &Writer) -> Result<(), VerifyError> {
        for item in &entry.items {
            match item {
                Item::Roll { to, .. } if self.is_computed(*to) => self.rolls += 1,
                Item::Roll { faces, .. } if !faces.is_empty() => self.entered += 1,
                _ => {}
            }
        }
        self.entries += 1;
        if self.other.is_none() {
            return self.referee.do_again(&entry).map_err(|why| differs(at, why));
        }
        if entry.n != self.referee.number_of_entries() {
            return Err(differs(at, format!("expected entry {}", self.referee.number_of_entries())));
        }
        self.referee.note_waited(&entry).map_err(|why| differs(at, why))?;
        let ordinals = self.referee.ordinals();
        let tried = self.referee.try_again_as(&entry);
        self.referee.failed().map_err(|error| differs(at, error.to_string()))?;
        self.check_dice(&entry, ordinals).map_err(|why| differs(at, why))?;
        if let Err(otherwise) = tried {
            self.differing.push(otherwise.told(at, entry.n));
            self.referee.take_as_recorded(entry, before, &otherwise).map_err(|why| differs(at, why))?;
        }
        Ok(())
    }

    /// Checks everything about an entry's dice that does not depend on rulings: computed dice against the key, entered
    /// dice against the entered rolls.
    fn check_dice(&mut self, entry: &Entry<S>, mut ordinals: Ordinals) -> Result<(), String> {
        let mut open: Vec<(&String, &Vec<u8>)> = Vec::new();
        for item in &entry.items {
            let Item::Roll { label, to, stream, ordinal, faces, .. } = item else { continue };
            if *stream != crate::dice::stream(*to) || *ordinal != ordinals.take(*stream) {
                return Err(format!("the roll `{label}` is out of order in its stream"));
            }
            match &self.key {
                Some(key) if self.is_computed(*to) => {
                    key.check(*stream, *ordinal, label, faces).map_err(|error| error.to_string())?;
                }
                _ if !faces.iter().all(|face| (1..=6).contains(face)) => {
                    return Err(format!("the roll `{label}` has an impossible face"));
                }
                _ if faces.is_empty() => {}
                _ => open.push((label, faces)),
            }
        }
        // A standing order may be set while an order waits; resignation drops the waiting order.
        let waiting = match entry.act {
            Act::Order { .. } => std::mem::take(&mut self.waiting),
            _ => return Ok(()),
        };
        let as_entered = waiting.iter().zip(&open).all(|((label, faces), roll)| label == roll.0 && faces == roll.1);
        if as_entered && waiting.len() <= open.len() {
            return Ok(());
        }
        Err("the dice that the order waited for are not in it".to_owned())
    }

    fn close(&mut self, outcome: &str, at: usize, after: &Writer) -> Result<(), VerifyError> {
        let today = self.referee.outcome().map(|outcome| outcome_name::<S>(&outcome));
        let same = today.as_deref() == Some(outcome);
        if !same {
            if self.other.is_none() {
                return Err(differs(at, "the game did not end so"));
            }
            let today = today.map_or("it is not over".to_owned(), |today| format!("the outcome is {today}"));
            let why = format!("the game ends with {outcome}; under today's rulings {today}");
            self.differing.push(Differing::new(at, None, why));
        }
        // A referee that has taken the last entry as it is recorded has not closed the game itself.
        if !same || !self.referee.closed() {
            self.referee.note_closed();
            self.referee.continue_from(after.clone());
        }
        self.closed = true;
        Ok(())
    }

    /// Whether a seat's log had this hash after one of its events.
    fn is_head(&self, head: &Head) -> bool {
        Seat::ALL.iter().any(|seat| self.referee.seat(*seat).heads().is_ok_and(|heads| heads.contains(head)))
    }

    fn finish(mut self, head: Option<Head>) -> Result<Verdict, VerifyError> {
        let outcome = self.referee.outcome().map(|outcome| outcome_name::<S>(&outcome));
        if outcome.is_some() && !self.closed {
            self.notes.push("the line that closes the game is missing".to_owned());
        }
        if let Some(head) = head
            && !self.is_head(&head)
        {
            return Err(match self.other {
                Some(other) => VerifyError::HeadToday(head, Box::new(other)),
                None => VerifyError::Head(head),
            });
        }
        if self.referee.players_roll() {
            let entered = self.entered;
            self.notes.push(format!("players entered {entered} open rolls: their fairness can't be checked"));
        }
        if outcome.is_none() {
            self.notes.push("the game is unfinished".to_owned());
        }
        let verdict = Verdict {
            entries: self.entries,
            proved: self.revealed && !self.referee.players_roll() && self.differing.is_empty(),
            rolls: self.rolls,
            outcome,
            notes: self.notes,
            other: self.other,
            head_found: head.is_some(),
            differing: self.differing,
            public_head: self.referee.seat(Seat::Spectator).head().to_hex(),
        };
        match verdict.differing.is_empty() {
            true => Ok(verdict),
            false => Err(VerifyError::OtherRulings(Box::new(verdict))),
        }
    }
}

/// Returns the options that a scenario file sets explicitly, which no change of rulings affects.
fn written_options(scenario: &str) -> BTreeSet<String> {
    let file: toml::Table = scenario.parse().unwrap_or_default();
    let options = file.get("options").and_then(toml::Value::as_table);
    options.into_iter().flat_map(|options| options.keys().cloned()).collect()
}

/// Compares the options in the header with those of the scenario today. A later rulebook may have further options or
/// other defaults; a game begun earlier keeps those of its time. Options set in the scenario have no default.
fn check_options(
    then: &Value,
    today: &Value,
    written: &BTreeSet<String>,
    other: bool,
    notes: &mut Vec<String>,
) -> Result<(), VerifyError> {
    let same = match (then.as_object(), today.as_object()) {
        (Some(then), Some(today)) => then.keys().all(|name| today.contains_key(name)),
        _ => then == today,
    };
    let changed = other_options(then, today);
    let none = serde_json::Map::new();
    let (then, today) = (then.as_object().unwrap_or(&none), today.as_object().unwrap_or(&none));
    let newer: Vec<&String> = today.keys().filter(|name| !then.contains_key(*name)).collect();
    let differ = !changed.is_empty() || !newer.is_empty();
    let rewritten = changed.keys().any(|name| written.contains(name));
    if !same || rewritten || (differ && !other) {
        return Err(differs(1, "the options in the header differ from those of the scenario"));
    }
    notes.extend(newer.iter().map(|name| format!("the option `{name}` is newer than this game")));
    notes.extend(changed.iter().map(|(name, then)| {
        let today = today.get(name).map(Value::to_string).unwrap_or_default();
        format!("the option `{name}` is {then} in this game; under today's rulings it would be {today}")
    }));
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn options_change_only_with_the_rulings() {
        let now = json!({ "range": 6, "rout_below": "any" });
        let noted = |then: &Value, other: bool| {
            let mut notes = Vec::new();
            check_options(then, &now, &BTreeSet::new(), other, &mut notes).ok().map(|()| notes.len())
        };
        assert_eq!((noted(&now, true), noted(&now, false)), (Some(0), Some(0)));
        let fewer = json!({ "range": 6 });
        assert_eq!((noted(&fewer, true), noted(&fewer, false)), (Some(1), None));
        let another = json!({ "range": 7, "rout_below": "any" });
        assert_eq!((noted(&another, true), noted(&another, false)), (Some(1), None));
        let unknown = json!({ "range": 6, "water": "wet" });
        assert_eq!((noted(&unknown, true), noted(&unknown, false)), (None, None));
        assert_eq!(noted(&json!(null), true), None);
    }
}
