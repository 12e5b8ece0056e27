//! What one seat sees and hears, in order: its transcript.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use board::naming::{Naming, naming};
use fair::{Chain, Head, Nonce, Salt, Seal};
use rules::{Question as _, Seat, System};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::RefereeError;
use crate::canonical::{canonical, canonical_value};
use crate::entry::Item;
use crate::facts::{Difference, Facts};
use crate::memory::{Memory, Numbers};
use crate::names::{Handles, SeatNames};

/// Something that reached a seat. Every name in it is the seat's own.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// Its view changed. Facts are numbered from 0 in the order in which they came; what is empty is left out.
    Saw {
        /// The clause that changed it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clause: Option<String>,
        /// The numbers of facts that hold no longer.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        gone: Vec<u32>,
        /// Facts that hold now; each takes the next number.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        new: Vec<Value>,
        /// Facts that changed: the number, and what to merge into the fact (RFC 7396).
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        now: Vec<(u32, Value)>,
    },
    /// It was told something.
    Told {
        /// The clause that tells.
        clause: String,
        /// The report.
        report: Value,
        /// The report in plain words.
        text: String,
        /// Who is out of the game by it, if anybody is.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(with = "Option<rules::scene::Out>")]
        out: Option<Value>,
    },
    /// It saw dice fall.
    Rolled {
        /// What for.
        label: String,
        /// The clause that asked.
        clause: String,
        /// The stream they came from.
        #[schemars(with = "String")]
        stream: fair::Stream,
        /// The how-manieth roll of that stream, from 0.
        ordinal: u64,
        /// What they showed.
        faces: Vec<u8>,
        /// The name of the side that entered them, where players roll their own.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        entered_by: Option<String>,
    },
    /// It gave an order.
    Ordered {
        /// The order.
        order: Value,
        /// The order in plain words.
        text: String,
    },
    /// It left or withdrew a standing order.
    Standing {
        /// The kind of question.
        question: String,
        /// The answer; none when cleared.
        answer: Option<Value>,
        /// The answer in plain words.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        text: Option<String>,
    },
    /// The last order in its log was undone.
    Undone,
    /// A side resigned.
    Resigned {
        /// The side's name.
        by: String,
    },
    /// It is asked something, or nothing any more.
    Asked {
        /// The kind of question; none when it waits again.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        question: Option<String>,
        /// The clause that asks.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clause: Option<String>,
    },
    /// The referee sealed the whole ledger up to here; opened at the end, the seal proves that nothing was
    /// rewritten. It has the same size whatever happened.
    Sealed(#[schemars(with = "String")] Seal),
}

/// A seat: what it sees now, its handles, and its transcript, chained.
#[derive(Debug)]
pub struct SeatLog<S: System> {
    seat: Seat,
    names: Arc<SeatNames<S>>,
    facts: Facts<S>,
    times_learnt: usize,
    asked: Option<S::Question>,
    events: Vec<String>,
    heads: Vec<Head>,
    chain: Chain,
    memory: Mutex<Memory<S>>,
}

impl<S: System> SeatLog<S> {
    /// An empty log; `tag` ties its chain to one game, the referee's `nonce` orders what looks alike.
    pub fn new(setting: &Arc<S::Setting>, seat: Seat, tag: &str, nonce: Nonce) -> Self {
        SeatLog {
            seat,
            names: SeatNames::new(setting, Handles::new(nonce)),
            facts: Facts::default(),
            times_learnt: 0,
            asked: None,
            events: Vec::new(),
            heads: Vec::new(),
            chain: Chain::start(tag),
            memory: Mutex::new(Memory::new(Numbers::new(setting))),
        }
    }

    /// The same log once more with these events in place of its own, as many; nothing of it read.
    #[cfg(feature = "suite")]
    pub(crate) fn fork(&self, setting: &Arc<S::Setting>, events: Vec<String>) -> Self {
        SeatLog {
            seat: self.seat,
            names: Arc::clone(&self.names),
            facts: self.facts.clone(),
            times_learnt: self.times_learnt,
            asked: self.asked,
            events,
            heads: self.heads.clone(),
            chain: self.chain,
            memory: Mutex::new(Memory::new(Numbers::new(setting))),
        }
    }

    /// The seat's naming scope.
    pub fn names(&self) -> Arc<dyn Naming> {
        Arc::clone(&self.names) as Arc<dyn Naming>
    }

    /// The seat's handles.
    #[must_use]
    pub fn handles(&self) -> &Handles {
        &self.names.handles
    }

    /// The view: facts as the seat may read them, each a line of JSON, sorted.
    pub fn facts(&self) -> impl Iterator<Item = &str> {
        self.facts.lines()
    }

    /// The transcript, each event a line of canonical JSON. The chain is over these lines, `text` left out.
    #[must_use]
    pub fn events(&self) -> &[String] {
        &self.events
    }

    /// The head of the chain over the transcript.
    #[must_use]
    pub fn head(&self) -> Head {
        self.chain.head()
    }

    /// The head after each event.
    #[must_use]
    pub fn heads(&self) -> &[Head] {
        &self.heads
    }

    /// What was read of the transcript so far.
    pub(crate) fn memory(&self) -> MutexGuard<'_, Memory<S>> {
        // What was read before somebody failed is read whole.
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How often what the seat knows of the enemy has changed.
    pub(crate) fn times_learnt(&self) -> usize {
        self.times_learnt
    }

    /// The salt of the next seal: nobody can compute it before the referee's nonce is known.
    pub(crate) fn salt(&self, nonce: &Nonce) -> Salt {
        let digest = Sha256::new()
            .chain_update(b"undercity/seal-salt/1")
            .chain_update(nonce.as_bytes())
            .chain_update([self.seat.index() as u8])
            .chain_update((self.events.len() as u64).to_be_bytes())
            .finalize();
        Salt::from(<[u8; 32]>::from(digest))
    }

    /// What the seat is asked now.
    #[must_use]
    pub fn asked(&self) -> Option<S::Question> {
        self.asked
    }

    /// Adds an event.
    pub fn hear(&mut self, event: &Event) -> Result<(), RefereeError> {
        let line = canonical(event).map_err(RefereeError::unnamed)?;
        self.keep(line.clone(), &line);
        Ok(())
    }

    /// Hears something that has words with it. Words, and what follows from the report alone, are there to be read and may
    /// be put better by a later version: they are not hashed.
    pub fn hear_words(&mut self, event: &Event) -> Result<(), RefereeError> {
        let mut value = serde_json::to_value(event).map_err(RefereeError::unnamed)?;
        let line = canonical_value(&value).map_err(RefereeError::unnamed)?;
        if let Some(Value::Object(fields)) = value.as_object_mut().and_then(|event| event.values_mut().next()) {
            fields.remove("text");
            fields.remove("out");
        }
        let hashed = canonical_value(&value).map_err(RefereeError::unnamed)?;
        self.keep(line, &hashed);
        Ok(())
    }

    fn keep(&mut self, line: String, hashed: &str) {
        self.heads.push(self.chain.advance(hashed.as_bytes()));
        self.events.push(line);
    }

    /// Looks again, and hears what changed. `at_rest`: all of the entry is done.
    pub fn look(
        &mut self,
        setting: &Arc<S::Setting>,
        position: &S::Position,
        clause: Option<&str>,
        at_rest: bool,
    ) -> Result<(), RefereeError> {
        let handles = self.names.handles.after::<S>(setting, position, self.seat)?;
        let renamed = handles.is_some();
        if let Some(handles) = handles {
            self.names = SeatNames::new(setting, handles);
        }
        let mut said: Vec<S::Fact> = Vec::with_capacity(self.facts.said().len() + 1);
        let mut resting: Vec<S::Fact> = Vec::new();
        S::view(S::eyes(setting, position, self.seat), &mut |fact| {
            if S::settles_after_entry(&fact) { resting.push(fact) } else { said.push(fact) }
        });
        match at_rest {
            true => said.append(&mut resting),
            // Under new names it may tell of pieces that have none any more.
            false if renamed => {}
            false => said.extend(self.facts.said().filter(|fact| S::settles_after_entry(fact)).cloned()),
        }
        let names = Arc::clone(&self.names) as Arc<dyn Naming>;
        let Some(difference) = self.facts.look(self.seat, said, names, renamed)? else { return Ok(()) };
        self.times_learnt += usize::from(difference.of_enemy);
        let line = saw(clause, &difference).map_err(RefereeError::unnamed)?;
        self.keep(line.clone(), &line);
        Ok(())
    }

    /// Hears whether it is asked something else than before.
    pub fn be_asked(&mut self, setting: &S::Setting, position: &S::Position, over: bool) -> Result<(), RefereeError> {
        let question = if over { None } else { S::pending_question(S::eyes(setting, position, self.seat)) };
        if question != self.asked {
            self.asked = question;
            self.hear(&Event::Asked {
                question: question.map(|question| question.word().to_owned()),
                clause: question.map(|question| question.clause().id().to_owned()),
            })?;
        }
        Ok(())
    }

    /// Hears an item of an entry, `position` being the true position after it.
    pub fn attend(
        &mut self,
        setting: &Arc<S::Setting>,
        position: &S::Position,
        item: &Item<S>,
    ) -> Result<(), RefereeError> {
        match item {
            Item::Change { clause, .. } => self.look(setting, position, Some(clause), false),
            Item::Report { clause, to, report } if to.includes(self.seat) => {
                let facts = facts_of::<S>(setting, position, self.seat);
                let (report, text, out) = naming(self.names(), || {
                    let out = S::out(report).map(serde_json::to_value).transpose()?;
                    Ok((serde_json::to_value(report)?, S::describe_report(setting, self.seat, &facts, report), out))
                })
                .map_err(RefereeError::unnamed)?;
                self.hear_words(&Event::Told { clause: clause.clone(), report, text, out })
            }
            Item::Roll { label, clause, to, stream, ordinal, faces, entered_by } if to.includes(self.seat) => self
                .hear(&Event::Rolled {
                    label: label.clone(),
                    clause: clause.clone(),
                    stream: *stream,
                    ordinal: *ordinal,
                    faces: faces.clone(),
                    entered_by: entered_by.map(|side| S::SIDES[side.index()].to_owned()),
                }),
            // What is still to do is looked at when all of an entry is done: on the way it would only flicker.
            Item::Push(_) | Item::Pop => Ok(()),
            Item::Report { .. } | Item::Roll { .. } => Ok(()),
        }
    }
}

/// A [`Event::Saw`] in canonical form, put together from lines that are.
fn saw(clause: Option<&str>, difference: &Difference) -> Result<String, serde_json::Error> {
    let mut fields = Vec::with_capacity(4);
    if let Some(clause) = clause {
        fields.push(format!("\"clause\":{}", canonical(&clause)?));
    }
    if !difference.gone.is_empty() {
        fields.push(format!("\"gone\":{}", canonical(&difference.gone)?));
    }
    if !difference.new.is_empty() {
        let lines: Vec<&str> = difference.new.iter().map(|written| written.line.as_str()).collect();
        fields.push(format!("\"new\":[{}]", lines.join(",")));
    }
    if !difference.now.is_empty() {
        fields.push(format!("\"now\":{}", canonical(&difference.now)?));
    }
    Ok(format!("{{\"saw\":{{{}}}}}", fields.join(",")))
}

/// What a seat sees, as the system's own facts.
pub(crate) fn facts_of<S: System>(setting: &S::Setting, position: &S::Position, seat: Seat) -> Vec<S::Fact> {
    let mut facts = Vec::new();
    S::view(S::eyes(setting, position, seat), &mut |fact| facts.push(fact));
    facts
}

/// A view as it is written: sorted lines of JSON. The order tells nothing but what the lines say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// All facts.
    pub facts: BTreeSet<String>,
    /// Those that tell of the other side.
    pub enemy: BTreeSet<String>,
}

/// Writes a seat's view in a naming scope.
///
/// # Errors
/// When a fact names something that has no name there: a defect of the system.
pub fn written_view<S: System>(
    setting: &S::Setting,
    position: &S::Position,
    seat: Seat,
    names: Arc<dyn Naming>,
) -> Result<View, RefereeError> {
    naming(names, || {
        let mut view = View { facts: BTreeSet::new(), enemy: BTreeSet::new() };
        let mut failure = None;
        S::view(S::eyes(setting, position, seat), &mut |fact| match canonical(&fact) {
            Ok(line) => {
                if S::tells_of_enemy(seat, &fact) {
                    view.enemy.insert(line.clone());
                }
                view.facts.insert(line);
            }
            Err(error) => failure = Some(RefereeError::unnamed(error)),
        });
        failure.map_or(Ok(view), Err)
    })
}
