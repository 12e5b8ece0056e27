//! Replay and verification of ledgers.

use std::sync::Arc;

use board::naming::naming;
use fair::{Binding, Head, Nonce};
use rules::{Audience, Seat, System};
use serde_json::Value;

use crate::entry::{Act, Entry, Item};
use crate::ledger::{DiceTerms, Header, Line, Reader, Sink, Stopped};
use crate::referee::{Pending, outcome_name, rulebook_hash, set_up};
use crate::{Referee, RefereeError, SubmitError};

/// A game rebuilt from its ledger.
#[derive(Debug)]
pub struct Replayed<S: System> {
    /// The referee, as after the last whole entry.
    pub referee: Referee<S>,
    /// Why reading stopped before the end, if it did.
    pub stopped: Option<Stopped>,
    /// How many bytes of the ledger were good.
    pub length: usize,
    /// How many events each seat had heard after each entry.
    pub heard: Vec<[usize; 3]>,
}

/// Reads the header of a ledger, which tells the system.
///
/// # Errors
/// When there is no good header.
pub fn header(text: &str) -> Result<Header, Stopped> {
    Reader::new(text).header()
}

/// Rebuilds a game by performing the recorded entries; no rule is looked up. Stops at the first line that is not
/// whole or not good, and says so.
///
/// # Errors
/// When the header or the scenario in it is no good.
pub fn replay<S: System>(text: &str) -> Result<Replayed<S>, ReplayError> {
    let mut reader = Reader::new(text);
    let header = reader.header()?;
    let mut referee = seat_from::<S>(header)?;
    referee.continue_from(reader.writer());
    let names = referee.true_names();
    let mut length = reader.length();
    let mut heard = Vec::new();
    let stopped = loop {
        match reader.next_line::<S>(Arc::clone(&names)) {
            Ok(None) => break None,
            Err(stopped) => break Some(stopped),
            Ok(Some(line)) => {
                referee.continue_from(reader.writer());
                if let Err(why) = take_line(&mut referee, line) {
                    break Some(Stopped { line: reader.line(), why });
                }
                length = reader.length();
                if heard.len() < referee.entries().len() {
                    heard.push(Seat::ALL.map(|seat| referee.seat(seat).events().len()));
                }
            }
        }
    };
    Ok(Replayed { referee, stopped, length, heard })
}

/// Rebuilds a game and goes on with it, keeping new lines in `sink`: first those that a crash left unwritten.
///
/// # Errors
/// As [`replay`], and when the sink cannot keep them.
pub fn resume<S: System>(text: &str, sink: Box<dyn Sink>) -> Result<Replayed<S>, ReplayError> {
    let mut replayed = replay::<S>(text)?;
    replayed.referee.go_on(sink)?;
    Ok(replayed)
}

fn take_line<S: System>(referee: &mut Referee<S>, line: Line<S>) -> Result<(), String> {
    match line {
        Line::Header(_) => Err("a second header".to_owned()),
        Line::Reveal { a, b } => {
            referee.take_key(&a, &b);
            Ok(())
        }
        Line::Entry(entry) if entry.n != referee.entries().len() => {
            Err(format!("expected entry {}, found entry {}", referee.entries().len(), entry.n))
        }
        Line::Waits { by, order, id, standing } => Ok(referee.note_waits(Pending { side: by, order, id, standing })?),
        Line::Entered { label, faces, by } => Ok(referee.note_entered(&label, faces, by)?),
        Line::Entry(entry) => {
            referee.note_waited(&entry)?;
            let words = referee.words_of(&entry);
            referee.perform(entry.clone()).map_err(|error| error.to_string())?;
            referee.remember(&entry, words);
            Ok(())
        }
        Line::Close { .. } => {
            referee.note_closed();
            Ok(())
        }
    }
}

/// Why a ledger cannot be replayed at all.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// The first line is no good.
    #[error(transparent)]
    Header(#[from] Stopped),
    /// It is of another system.
    #[error("line 1: a ledger of `{found}`, expected `{expected}`")]
    System {
        /// The system asked for.
        expected: &'static str,
        /// The system found.
        found: String,
    },
    /// The scenario in it has mistakes.
    #[error("line 1: the scenario in the header has mistakes")]
    Scenario(#[from] board::scenario::Problems),
    /// The game cannot go on.
    #[error(transparent)]
    Failed(#[from] RefereeError),
}

fn seat_from<S: System>(header: Header) -> Result<Referee<S>, ReplayError> {
    if header.system != S::NAME {
        return Err(ReplayError::System { expected: S::NAME, found: header.system });
    }
    let (setting, position) = set_up::<S>(&header.scenario)?;
    Ok(Referee::seated(header, setting, position, Box::new(())))
}

/// What verification found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// How many entries were resolved again and found the same.
    pub entries: usize,
    /// Whether all dice were computed from the nonces, so that their fairness is proved; not when any were given or
    /// entered by players.
    pub proved: bool,
    /// How many rolls were computed again from the nonces: all where dice are fair, the secret ones where players roll
    /// their own, none where dice were given.
    pub rolls: usize,
    /// The outcome, or `None` when the game is unfinished.
    pub outcome: Option<String>,
    /// Things a reader should know although they prove nothing wrong.
    pub notes: Vec<String>,
    /// The last public head.
    pub public_head: String,
}

/// Why a ledger is not what an honest referee would have written.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    /// It cannot be read to the end.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// It cannot be opened.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// It does not follow from its scenario, dice and orders.
    #[error("line {line}: {why}")]
    Differs {
        /// The line, from 1.
        line: usize,
        /// What differs.
        why: String,
    },
    /// No transcript of this game ever had the head that a seat kept.
    #[error("the head {0} belongs to no moment of this game: its history was rewritten")]
    Head(Head),
}

/// The options that a system has now and did not have then; `None` if one that it had then is another now.
fn newer_options(then: &Value, now: &Value) -> Option<Vec<String>> {
    let (Some(then), Some(now)) = (then.as_object(), now.as_object()) else {
        return (then == now).then(Vec::new);
    };
    let kept = then.iter().all(|(name, value)| now.get(name) == Some(value));
    kept.then(|| now.keys().filter(|name| !then.contains_key(*name)).cloned().collect())
}

/// What is said of a ledger whose header has the hash of another rulebook.
const OLDER: &str = "the rulebook was another version when this game was played";

/// Resolves every order of a ledger again, with the dice computed again, and compares.
///
/// With a `head` that a seat noted during play, also a history that was rewritten from end to end is caught.
///
/// # Errors
/// The first thing that is not as it must be.
pub fn verify<S: System>(text: &str, head: Option<Head>) -> Result<Verdict, VerifyError> {
    let mut reader = Reader::new(text);
    let header = reader.header().map_err(ReplayError::from)?;
    let mut notes = Vec::new();
    let older = header.rulebook != rulebook_hash::<S>();
    if older {
        notes.push(OLDER.to_owned());
    }
    let dice = header.dice;
    let (binding, nonce) = (header.binding(), header.nonce);
    let options = header.options.clone();
    let mut referee = seat_from::<S>(header)?;
    let differs = |line, why: &str| VerifyError::Differs { line, why: why.to_owned() };
    // A later rulebook may know more options: a game that was played without them had their defaults or no such rule.
    match newer_options(&options, &S::options(referee.setting())) {
        Some(newer) if newer.is_empty() || !notes.is_empty() => {
            notes.extend(newer.iter().map(|name| format!("the option `{name}` is newer than this game")));
        }
        _ => return Err(differs(1, "the options in the header are not those of the scenario")),
    }
    match dice.commitments() {
        Some(commitments) if !commitments.opened_by_referee(binding, &nonce) => {
            return Err(differs(1, "the referee's nonce does not open its commitment"));
        }
        Some(_) if binding == Binding::Nonce => {
            notes.push("its commitments are of version 1: one side could have copied the other's".to_owned());
        }
        Some(_) => {}
        None => {
            notes.push("the dice were given by hand or by a script: their fairness cannot be checked".to_owned());
        }
    }
    referee.write(&Line::Header(Box::new(referee.header().clone()))).map_err(|error| differs(1, &error.to_string()))?;
    let names = referee.true_names();
    let (mut entries, mut rolls, mut entered, mut revealed, mut closed) = (0, 0, 0, false, false);
    loop {
        let at = reader.line();
        // What an honest referee writes again must be what stands there, letter by letter. He writes the last line
        // together with the entry that ends the game, so there he is one ahead.
        if referee.writer().head() != reader.writer().head() && (closed || !referee.closed()) {
            return Err(differs(at, "not written as the referee writes it"));
        }
        let Some(line) = reader.next_line::<S>(Arc::clone(&names))? else { break };
        let at = reader.line();
        if closed {
            return Err(differs(at, "something follows the end of the game"));
        }
        match line {
            Line::Header(_) => return Err(differs(at, "a second header")),
            Line::Reveal { a, b } if !revealed => {
                reveal_again(&mut referee, &a, &b).map_err(|why| VerifyError::Differs { line: at, why })?;
                revealed = true;
            }
            Line::Reveal { .. } => return Err(differs(at, "the nonces are revealed twice")),
            Line::Waits { by, order, id, standing } => {
                let done = match standing {
                    false => referee.submit(by, order, id).map(drop),
                    true => referee.answer_standing().map(drop),
                };
                waits_again(done).map_err(|why| VerifyError::Differs { line: at, why })?;
            }
            Line::Entered { label, faces, by } => {
                let done = referee.give_dice(&label, faces, by).map(drop);
                waits_again(done).map_err(|why| VerifyError::Differs { line: at, why })?;
            }
            Line::Entry(entry) => {
                let computed = |to: Audience| match dice {
                    DiceTerms::Fair(_) => true,
                    DiceTerms::Players(_) => to != Audience::All,
                    DiceTerms::Given => false,
                };
                for item in &entry.items {
                    match item {
                        Item::Roll { to, .. } if computed(*to) => rolls += 1,
                        Item::Roll { faces, .. } if !faces.is_empty() => entered += 1,
                        _ => {}
                    }
                }
                do_again(&mut referee, &entry).map_err(|why| {
                    let why =
                        if older { format!("{OLDER}, and today's rulings give something else: {why}") } else { why };
                    VerifyError::Differs { line: at, why }
                })?;
                entries += 1;
            }
            Line::Close { outcome } => {
                if referee.outcome().map(|o| outcome_name::<S>(&o)).as_ref() != Some(&outcome) {
                    return Err(differs(at, "the game did not end so"));
                }
                closed = true;
            }
        }
    }
    let outcome = referee.outcome().map(|outcome| outcome_name::<S>(&outcome));
    if outcome.is_some() && !closed {
        notes.push("the line that closes the game is missing".to_owned());
    }
    if let Some(head) = head {
        let known = Seat::ALL.iter().any(|seat| referee.seat(*seat).heads().contains(&head));
        if !known {
            return Err(VerifyError::Head(head));
        }
    }
    if referee.players_roll() {
        notes.push(format!("players entered {entered} rolls that everybody saw: their fairness cannot be checked"));
    }
    if outcome.is_none() {
        notes.push("the game is unfinished".to_owned());
    }
    let public_head = referee.seat(Seat::Spectator).head().to_hex();
    let proved = revealed && !referee.players_roll();
    Ok(Verdict { entries, proved, rolls, outcome, notes, public_head })
}

fn reveal_again<S: System>(referee: &mut Referee<S>, a: &Nonce, b: &Nonce) -> Result<(), String> {
    let header = referee.header();
    let Some(commitments) = header.dice.commitments() else {
        return Err("nonces in a game whose dice are given".to_owned());
    };
    let opened = |seat, nonce| commitments.opened_by(header.binding(), seat, nonce);
    if !opened(fair::Seat::A, a) || !opened(fair::Seat::B, b) {
        return Err("a seat's nonce does not open its commitment".to_owned());
    }
    referee.write(&Line::Reveal { a: *a, b: *b }).map_err(|error| error.to_string())?;
    referee.take_key(a, b);
    Ok(())
}

/// That an order, or dice entered for one, left it waiting for more.
fn waits_again(done: Result<(), SubmitError>) -> Result<(), String> {
    match done {
        Err(SubmitError::Roll(_)) => Ok(()),
        Ok(()) => Err("resolved again, the order waits for no more dice".to_owned()),
        Err(error) => Err(format!("resolved again, it fails: {error}")),
    }
}

/// Does an entry's act again and compares what comes of it.
fn do_again<S: System>(referee: &mut Referee<S>, entry: &Entry<S>) -> Result<(), String> {
    if referee.header().dice == DiceTerms::Given {
        for item in &entry.items {
            if let Item::Roll { label, faces, entered_by, .. } = item {
                referee.give_dice(label, faces.clone(), *entered_by).map_err(|error| error.to_string())?;
            }
        }
    }
    let waited = match &entry.act {
        Act::Order { .. } => referee.last_entered(entry)?,
        _ => None,
    };
    let done = match &entry.act {
        Act::Order { .. } if let Some((label, faces, by)) = waited => {
            referee.give_dice(label, faces.to_vec(), by).map(drop)
        }
        Act::Begin => referee.begin().map_err(SubmitError::Failed),
        Act::Order { by, order, id, standing: false } => referee.submit(*by, *order, id.clone()).map(drop),
        Act::Order { .. } => referee.answer_standing().map(drop),
        Act::Standing { by, question, answer } => referee.stand(*by, question.clone(), answer.as_ref()).map(drop),
        Act::Undo { by, .. } => referee.undo(*by).map(drop),
        Act::Resign { by } => referee.resign(*by).map(drop),
    };
    done.map_err(|error| format!("resolved again, it fails: {error}"))?;
    match referee.entries().get(entry.n) {
        Some(again) if again == entry => Ok(()),
        Some(again) => Err(difference(referee, again, entry)),
        None => Err(format!("expected entry {}", referee.entries().len())),
    }
}

/// The first place where two entries differ, in words.
fn difference<S: System>(referee: &Referee<S>, again: &Entry<S>, entry: &Entry<S>) -> String {
    let write = |item: Option<&Item<S>>| {
        naming(referee.true_names(), || item.and_then(|item| serde_json::to_string(item).ok()))
            .unwrap_or_else(|| "nothing".to_owned())
    };
    if again.act != entry.act {
        return "the act is not the one that was done".to_owned();
    }
    let longest = again.items.len().max(entry.items.len());
    let place = (0..longest).find(|&i| again.items.get(i) != entry.items.get(i)).unwrap_or_default();
    let clauses = [again, entry].map(|entry| entry.items.get(place).and_then(Item::clause));
    let clause = clauses.into_iter().flatten().next().map_or_else(String::new, |clause| format!(", by {clause}"));
    format!(
        "item {place} of entry {}{clause}: resolved again it is {}, the ledger says {}",
        entry.n,
        write(again.items.get(place)),
        write(entry.items.get(place))
    )
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::newer_options;

    #[test]
    fn options_may_come_but_not_change() {
        let now = json!({ "range": 6, "rout_below": "any" });
        assert_eq!(newer_options(&now, &now), Some(vec![]));
        assert_eq!(newer_options(&json!({ "range": 6 }), &now), Some(vec!["rout_below".to_owned()]));
        assert_eq!(newer_options(&json!({ "range": 7 }), &now), None);
        assert_eq!(newer_options(&json!({ "range": 6, "water": "wet" }), &now), None);
        assert_eq!(newer_options(&json!(null), &now), None);
    }
}
