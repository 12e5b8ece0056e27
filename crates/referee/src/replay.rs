//! Replay of ledgers: a game is rebuilt from its recorded results, independently of current rules.

use board::scenario::Document;
use rules::{Seat, System};
use serde_json::{Map, Value};

use crate::ledger::{Format, Header, Line, Reader, ScenarioText, Sink, Stopped};
use crate::referee::Pending;
use crate::shared::shared;
use crate::{Referee, RefereeError};

pub use crate::verify::{Differing, Verdict, VerifyError, verify};

/// A game rebuilt from its ledger.
#[derive(Debug)]
pub struct Replayed<S: System> {
    /// The referee as of the last complete entry.
    pub referee: Referee<S>,
    /// The reason why reading stopped before the end; `None` if it did not.
    pub stopped: Option<Stopped>,
    /// Length of the valid part of the ledger, in bytes.
    pub length: usize,
    /// For each entry, the number of events in each seat's log after it.
    pub heard: Vec<[usize; 3]>,
}

/// Reads only the header of a ledger, which names the system.
///
/// # Errors
/// Fails if the first line is missing, altered, or not a header of a known version.
pub fn header(text: &str) -> Result<Header, Stopped> {
    Reader::new(text).header()
}

/// Rebuilds a game by applying the recorded entries, without consulting rules. Stops at the first incomplete or invalid
/// line and reports it in [`Replayed::stopped`].
///
/// # Errors
/// Fails if the header is invalid, names another system, or contains a scenario with errors.
pub fn replay<S: System>(text: &str) -> Result<Replayed<S>, ReplayError> {
    let mut reader = Reader::new(text);
    let header = reader.header()?;
    let mut referee = seat_from::<S>(header)?;
    referee.continue_from(reader.writer());
    let mut length = reader.length();
    let mut heard = Vec::new();
    let stopped = loop {
        match reader.next_line::<S>(referee.names_to_come()) {
            Ok(None) => break None,
            Err(stopped) => break Some(stopped),
            Ok(Some(line)) => {
                referee.continue_from(reader.writer());
                // A later format applies its records in its own way.
                let taken = match reader.format() {
                    Format::V1 => take_line(&mut referee, line),
                };
                if let Err(why) = taken {
                    break Some(Stopped { line: reader.line(), why });
                }
                length = reader.length();
                if heard.len() < referee.number_of_entries() {
                    heard.push(Seat::ALL.map(|seat| referee.seat(seat).heard()));
                }
            }
        }
    };
    Ok(Replayed { referee, stopped, length, heard })
}

/// Rebuilds a game and continues it, saving new lines in `sink`. Lines that a crash left unwritten are saved first.
///
/// # Errors
/// Fails if [`replay`] fails, or the sink cannot save a line.
pub fn resume<S: System>(text: &str, sink: Box<dyn Sink>) -> Result<Replayed<S>, ReplayError> {
    let mut replayed = replay::<S>(text)?;
    replayed.referee.go_on(sink)?;
    Ok(replayed)
}

pub(crate) fn take_line<S: System>(referee: &mut Referee<S>, line: Line<S>) -> Result<(), String> {
    match line {
        Line::Header(_) => Err("a second header".to_owned()),
        Line::Reveal { a, b } => {
            referee.take_key(&a, &b);
            Ok(())
        }
        Line::Entry(entry) if entry.n != referee.number_of_entries() => {
            Err(format!("expected entry {}, found entry {}", referee.number_of_entries(), entry.n))
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

/// The reason why a ledger cannot be replayed at all.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// The first line is not a valid header.
    #[error(transparent)]
    Header(#[from] Stopped),
    /// The ledger belongs to another system.
    #[error("line 1: a ledger of `{found}`, expected `{expected}`")]
    System {
        /// Identifier of the system requested.
        expected: &'static str,
        /// Identifier of the system in the header.
        found: String,
    },
    /// The scenario in the header contains errors.
    #[error("line 1: the scenario in the header has mistakes")]
    Scenario(#[from] board::scenario::Diagnostics),
    /// The game cannot be continued, such as after a write error.
    #[error(transparent)]
    Failed(#[from] RefereeError),
}

/// Creates a referee before the first entry of a ledger. Uses the options of the header, because defaults may have been
/// different when the game was begun.
pub(crate) fn seat_from<S: System>(header: Header) -> Result<Referee<S>, ReplayError> {
    if header.system != S::NAME {
        return Err(ReplayError::System { expected: S::NAME, found: header.system });
    }
    let mut start = shared::<S>(&header.scenario)?;
    let mut then = other_options(&header.options, &S::options(&start.setting));
    // Scenario files cannot contain these values.
    then.retain(|_, value| !value.is_null() && !value.is_object());
    if !then.is_empty() {
        let document = Document::parse(&header.scenario.name, &header.scenario.text)?.with_options(&then)?;
        let ScenarioText { name, .. } = &header.scenario;
        start = shared::<S>(&ScenarioText { name: name.clone(), text: document.text().to_owned() })?;
    }
    Ok(Referee::seated(header, start, Box::new(())))
}

/// Returns the options of the header that differ from today's, with their values in the header.
pub(crate) fn other_options(then: &Value, today: &Value) -> Map<String, Value> {
    let (Some(then), Some(today)) = (then.as_object(), today.as_object()) else { return Map::new() };
    let differ = |(name, value): &(&String, &Value)| today.get(*name).is_some_and(|today| today != *value);
    then.iter().filter(differ).map(|(name, value)| (name.clone(), value.clone())).collect()
}
