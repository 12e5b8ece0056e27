//! What one seat sees and hears, in order: its transcript.

use std::collections::BTreeSet;
use std::sync::Arc;

use board::naming::{Naming, naming};
use fair::{Chain, Head, Nonce, Salt, Seal};
use rules::{Audience, Question, Seat, System};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::RefereeError;
use crate::entry::Item;
use crate::names::{Handles, SeatNames};

/// Something that reached a seat. Every name in it is the seat's own.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// Its view changed.
    Saw {
        /// The clause that changed it.
        clause: Option<String>,
        /// Facts that hold no longer.
        gone: Vec<Value>,
        /// Facts that hold now.
        new: Vec<Value>,
    },
    /// It was told something.
    Told {
        /// The clause that tells.
        clause: String,
        /// The report.
        report: Value,
        /// The report in plain words.
        text: String,
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
    },
    /// It gave an order.
    Ordered {
        /// The order.
        order: Value,
    },
    /// It left or withdrew a standing order.
    Standing {
        /// The kind of question.
        question: String,
        /// The answer, none when withdrawn.
        answer: Option<Value>,
    },
    /// The order that it heard of last was taken back.
    Undone,
    /// It is asked something, or nothing any more.
    Asked {
        /// The kind of question.
        question: Option<String>,
        /// The clause that asks.
        clause: Option<String>,
    },
    /// The referee sealed the whole ledger up to here; opened at the end, the seal proves that nothing was
    /// rewritten. It has the same size whatever happened.
    Sealed {
        /// The seal.
        #[schemars(with = "String")]
        seal: Seal,
    },
}

/// A seat: what it sees now, its handles, and its transcript, chained.
#[derive(Debug)]
pub struct SeatLog<S: System> {
    seat: Seat,
    names: Arc<SeatNames<S>>,
    facts: BTreeSet<String>,
    /// The same facts as the system says them, each with its line, to write only what changed.
    written: Vec<(S::Fact, String)>,
    /// The facts among them that tell of the enemy.
    enemy: BTreeSet<String>,
    times_learnt: usize,
    asked: Option<Question>,
    events: Vec<String>,
    heads: Vec<Head>,
    chain: Chain,
}

impl<S: System> SeatLog<S> {
    /// An empty log; `tag` ties its chain to one game.
    pub fn new(setting: &Arc<S::Setting>, seat: Seat, tag: &str) -> Self {
        SeatLog {
            seat,
            names: SeatNames::new(setting, Handles::default()),
            facts: BTreeSet::new(),
            written: Vec::new(),
            enemy: BTreeSet::new(),
            times_learnt: 0,
            asked: None,
            events: Vec::new(),
            heads: Vec::new(),
            chain: Chain::start(tag),
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
    #[must_use]
    pub fn facts(&self) -> &BTreeSet<String> {
        &self.facts
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
    pub fn asked(&self) -> Option<Question> {
        self.asked
    }

    /// Adds an event.
    pub fn hear(&mut self, event: &Event) -> Result<(), RefereeError> {
        let line = canonical(event).map_err(RefereeError::unnamed)?;
        // Words are for people and may be put better by a later version: they are not hashed.
        let hashed = match event {
            Event::Told { clause, report, .. } => {
                canonical(&serde_json::json!({ "told": { "clause": clause, "report": report } }))
                    .map_err(RefereeError::unnamed)?
            }
            _ => line.clone(),
        };
        self.heads.push(self.chain.advance(hashed.as_bytes()));
        self.events.push(line);
        Ok(())
    }

    /// Looks again, and hears what changed.
    pub fn look(
        &mut self,
        setting: &Arc<S::Setting>,
        position: &S::Position,
        clause: Option<&str>,
    ) -> Result<(), RefereeError> {
        let handles = self.names.handles.after::<S>(setting, position, self.seat)?;
        let renamed = handles.is_some();
        if let Some(handles) = handles {
            self.names = SeatNames::new(setting, handles);
        }
        let mut seen: Vec<S::Fact> = Vec::with_capacity(self.written.len() + 1);
        S::view(S::eyes(setting, position, self.seat), &mut |fact| seen.push(fact));
        if !renamed && seen.iter().eq(self.written.iter().map(|(fact, _)| fact)) {
            return Ok(());
        }
        self.write_view(seen, renamed)?;
        let tells = |(fact, _): &&(S::Fact, String)| S::tells_of_enemy(self.seat, fact);
        let enemy: BTreeSet<String> = self.written.iter().filter(tells).map(|(_, line)| line.clone()).collect();
        let facts: BTreeSet<String> = self.written.iter().map(|(_, line)| line.clone()).collect();
        if enemy != self.enemy {
            self.enemy = enemy;
            self.times_learnt += 1;
        }
        let differ = |these: &BTreeSet<String>, those: &BTreeSet<String>| {
            these.difference(those).map(|fact| serde_json::from_str(fact)).collect::<Result<Vec<Value>, _>>()
        };
        let gone = differ(&self.facts, &facts).map_err(RefereeError::unnamed)?;
        let new = differ(&facts, &self.facts).map_err(RefereeError::unnamed)?;
        if !gone.is_empty() || !new.is_empty() {
            self.facts = facts;
            self.hear(&Event::Saw { clause: clause.map(str::to_owned), gone, new })?;
        }
        Ok(())
    }

    /// Writes what is seen now; lines already written are kept, unless pieces have other names since.
    fn write_view(&mut self, seen: Vec<S::Fact>, renamed: bool) -> Result<(), RefereeError> {
        let old = std::mem::take(&mut self.written);
        let names = self.names();
        let line = |place: usize, fact: &S::Fact| {
            let same_place = old.get(place).filter(|(other, _)| other == fact);
            match same_place.or_else(|| old.iter().find(|(other, _)| other == fact)) {
                Some((_, line)) if !renamed => Ok(line.clone()),
                _ => canonical(fact).map_err(RefereeError::unnamed),
            }
        };
        self.written = naming(names, || {
            let lines = seen.into_iter().enumerate().map(|(place, fact)| line(place, &fact).map(|line| (fact, line)));
            lines.collect::<Result<_, _>>()
        })?;
        Ok(())
    }

    /// Hears whether it is asked something else than before.
    pub fn be_asked(&mut self, setting: &S::Setting, position: &S::Position) -> Result<(), RefereeError> {
        let over = S::outcome(setting, position).is_some();
        let question = if over { None } else { S::awaited(S::eyes(setting, position, self.seat)) };
        if question != self.asked {
            self.asked = question;
            self.hear(&Event::Asked {
                question: question.map(|q| q.kind.to_owned()),
                clause: question.map(|q| q.clause.id().to_owned()),
            })?;
        }
        Ok(())
    }

    /// Hears an item of an entry, `position` being the truth after it.
    pub fn attend(
        &mut self,
        setting: &Arc<S::Setting>,
        position: &S::Position,
        item: &Item<S>,
    ) -> Result<(), RefereeError> {
        match item {
            Item::Change { clause, .. } => self.look(setting, position, Some(clause)),
            Item::Push(_) | Item::Pop => self.look(setting, position, None),
            Item::Report { clause, to, report } if to.includes(self.seat) => {
                let mut facts = Vec::new();
                S::view(S::eyes(setting, position, self.seat), &mut |fact| facts.push(fact));
                let event = naming(self.names(), || -> Result<Event, serde_json::Error> {
                    Ok(Event::Told {
                        clause: clause.clone(),
                        report: serde_json::to_value(report)?,
                        text: S::tell(setting, self.seat, &facts, report),
                    })
                })
                .map_err(RefereeError::unnamed)?;
                self.hear(&event)
            }
            Item::Roll { label, clause, to, stream, ordinal, faces } if to.includes(self.seat) => {
                self.hear(&Event::Rolled {
                    label: label.clone(),
                    clause: clause.clone(),
                    stream: *stream,
                    ordinal: *ordinal,
                    faces: faces.clone(),
                })
            }
            Item::Report { to: Audience::All | Audience::Only(_), .. } | Item::Roll { .. } => Ok(()),
        }
    }
}

/// JSON in its canonical form (RFC 8785: keys sorted, no spaces), so that anyone can write a line again and hash it.
pub(crate) fn canonical(value: &impl Serialize) -> Result<String, serde_json::Error> {
    serde_json_canonicalizer::to_string(value)
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
