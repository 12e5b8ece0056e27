//! The log of one seat: everything it sees and receives, in order.

mod happen;
mod restored;

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use board::naming::{Naming, naming};
use fair::{Chain, Head, Nonce, Salt};
use rules::{Question as _, Seat, System};
use sha2::{Digest, Sha256};

use crate::RefereeError;
use crate::canonical::canonical;
use crate::entry::Item;
use crate::event::{Event, hashed};
use crate::facts::{Difference, Facts};
use crate::history::{History, NoNames};
use crate::memory::{Memory, Numbers};
use crate::names::{Handles, Lots, SeatNames};

pub(crate) use happen::happen;
pub(crate) use restored::SavedSeat;

/// The log of a seat, with its current view and handles. Its events form a hash chain.
#[derive(Debug)]
pub struct SeatLog<S: System> {
    seat: Seat,
    names: Arc<SeatNames<S>>,
    lots: Lots,
    facts: Facts<S>,
    times_learnt: usize,
    asked: Option<S::Question>,
    events: History<String>,
    start: Chain,
    chain: Chain,
    memory: Mutex<Memory<S>>,
}

impl<S: System> SeatLog<S> {
    /// Creates an empty log. `tag` binds its chain to one game; the referee's `nonce` orders pieces that look alike.
    pub fn new(setting: &Arc<S::Setting>, seat: Seat, tag: &str, nonce: Nonce) -> Self {
        Self::with_lots(setting, seat, tag, Lots::Key(nonce))
    }

    /// Creates an empty log in which these lots order pieces that look alike.
    pub(crate) fn with_lots(setting: &Arc<S::Setting>, seat: Seat, tag: &str, lots: Lots) -> Self {
        SeatLog {
            seat,
            names: SeatNames::new(setting, Handles::default()),
            lots,
            facts: Facts::default(),
            times_learnt: 0,
            asked: None,
            events: History::default(),
            start: Chain::start(tag),
            chain: Chain::start(tag),
            memory: Mutex::new(Memory::new(Numbers::new(setting))),
        }
    }

    /// Copies this log with other events in place of its own, of the same number. The copy has not read any of them.
    pub(crate) fn fork(&self, setting: &Arc<S::Setting>, events: Vec<String>) -> Self {
        SeatLog {
            seat: self.seat,
            names: Arc::clone(&self.names),
            lots: self.lots.clone(),
            facts: self.facts.clone(),
            times_learnt: self.times_learnt,
            asked: self.asked,
            events: events.into_iter().collect(),
            start: self.start,
            chain: self.chain,
            memory: Mutex::new(Memory::new(Numbers::new(setting))),
        }
    }

    /// The seat whose log it is.
    pub(crate) const fn seat(&self) -> Seat {
        self.seat
    }

    /// Sets the lots that order pieces which look alike.
    pub(crate) fn set_lots(&mut self, lots: Lots) {
        self.lots = lots;
    }

    /// Removes the events, and returns them. The chain continues from them.
    pub(crate) fn take_events(&mut self) -> Vec<String> {
        std::mem::take(&mut self.events).since(0).into_owned()
    }

    /// The naming scope of the seat: its handles and the board's labels.
    pub fn names(&self) -> Arc<dyn Naming> {
        Arc::clone(&self.names) as Arc<dyn Naming>
    }

    /// The current handles of the seat.
    #[must_use]
    pub fn handles(&self) -> &Handles {
        &self.names.handles
    }

    /// The current view: each fact as a line of JSON in the seat's names, sorted.
    pub fn facts(&self) -> impl Iterator<Item = &str> {
        self.facts.lines()
    }

    /// All events, each as a line of canonical JSON. The hash chain omits the fields `text` and `out`.
    #[must_use]
    pub fn events(&self) -> &[String] {
        self.events.whole()
    }

    /// The events from number `from` on. The latest are at hand; earlier ones may have to be unpacked.
    #[must_use]
    pub fn events_since(&self, from: usize) -> Cow<'_, [String]> {
        self.events.since(from)
    }

    /// Number of events.
    #[must_use]
    pub fn heard(&self) -> usize {
        self.events.len()
    }

    /// The estimated bytes of all events.
    pub(crate) fn events_bytes(&self) -> usize {
        self.events.bytes()
    }

    /// Number and length of the facts in the current view.
    pub(crate) fn facts_size(&self) -> (usize, usize) {
        self.facts.size()
    }

    /// The hash of the log up to its last event.
    #[must_use]
    pub fn head(&self) -> Head {
        self.chain.head()
    }

    /// Computes the hash of the log after each event, in order.
    ///
    /// # Errors
    /// An event isn't JSON, which is a defect.
    pub fn heads(&self) -> Result<Vec<Head>, RefereeError> {
        let mut chain = self.start;
        let hashed = |line: &String| hashed(serde_json::from_str(line)?).map(|text| chain.advance(text.as_bytes()));
        self.events().iter().map(hashed).collect::<Result<_, _>>().map_err(RefereeError::unnamed)
    }

    /// Packs earlier events. Returns whether there may be more to pack.
    pub(crate) fn pack(&mut self) -> bool {
        self.events.pack(Arc::new(NoNames), self.heard())
    }

    /// Forgets what was read of the events into knowledge.
    pub(crate) fn forget(&self, setting: &Arc<S::Setting>) {
        let mut memory = self.memory();
        if !memory.is_new() {
            *memory = Memory::new(Numbers::new(setting));
        }
    }

    /// The part of the log that has been read into knowledge.
    pub(crate) fn memory(&self) -> MutexGuard<'_, Memory<S>> {
        // Events are read completely even if an earlier reader panicked.
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Number of changes in what the seat knows of the enemy.
    pub(crate) fn times_learnt(&self) -> usize {
        self.times_learnt
    }

    /// The salt of the next seal. It can't be computed before the referee's nonce is known.
    pub(crate) fn salt(&self, nonce: &Nonce) -> Salt {
        let digest = Sha256::new()
            .chain_update(b"undercity/seal-salt/1")
            .chain_update(nonce.as_bytes())
            .chain_update([self.seat.index() as u8])
            .chain_update((self.events.len() as u64).to_be_bytes())
            .finalize();
        Salt::from(<[u8; 32]>::from(digest))
    }

    /// The question that the seat must answer now; `None` if it has to wait.
    #[must_use]
    pub fn asked(&self) -> Option<S::Question> {
        self.asked
    }

    /// Appends an event to the log.
    pub fn hear(&mut self, event: &Event) -> Result<(), RefereeError> {
        let line = canonical(event).map_err(RefereeError::unnamed)?;
        self.keep(line.clone(), &line);
        Ok(())
    }

    /// Appends an event that contains text. The fields `text` and `out` are not hashed: later versions may word them
    /// differently, and `out` follows from the report.
    pub fn hear_words(&mut self, event: &Event) -> Result<(), RefereeError> {
        let value = serde_json::to_value(event).map_err(RefereeError::unnamed)?;
        let line = canonical(&value).map_err(RefereeError::unnamed)?;
        self.keep(line, &hashed(value).map_err(RefereeError::unnamed)?);
        Ok(())
    }

    fn keep(&mut self, mut line: String, hashed: &str) {
        // It grew while it was written, and stays for the rest of the game.
        line.shrink_to_fit();
        self.chain.advance(hashed.as_bytes());
        self.events.push(line);
    }

    /// Records an order of this seat, as it is before it is carried out.
    pub(crate) fn hear_order(
        &mut self,
        setting: &S::Setting,
        position: &S::Position,
        order: &S::Order,
    ) -> Result<(), RefereeError> {
        let (written, text) = naming(self.names(), || {
            let facts = facts_of::<S>(setting, position, self.seat);
            let phrase = S::describe_order(setting, self.seat, &facts, order);
            serde_json::to_value(order).map(|written| (written, phrase.sentence))
        })
        .map_err(RefereeError::unnamed)?;
        self.hear_words(&Event::Ordered { order: written, text })
    }

    /// Updates the view and records the difference. `at_rest` means that the whole entry has been applied.
    pub fn look(
        &mut self,
        setting: &Arc<S::Setting>,
        position: &S::Position,
        clause: Option<&str>,
        at_rest: bool,
    ) -> Result<(), RefereeError> {
        let handles = self.names.handles.after::<S>(setting, position, self.seat, &mut self.lots)?;
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
            // Under new names these facts may refer to pieces that have none any more.
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

    /// Records the question if it differs from the last one.
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

    /// Records an item of an entry; `position` is the true position after it.
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
            // Steps still to be resolved are recorded only after the whole entry, because they change within it.
            Item::Push(_) | Item::Pop => Ok(()),
            Item::Report { .. } | Item::Roll { .. } => Ok(()),
        }
    }
}

/// Returns an [`Event::Saw`] as canonical JSON, assembled from canonical lines.
fn saw(clause: Option<&str>, difference: &Difference) -> Result<String, serde_json::Error> {
    let mut fields = Vec::with_capacity(4);
    if let Some(clause) = clause {
        fields.push(format!("\"clause\":{}", canonical(&clause)?));
    }
    if !difference.gone.is_empty() {
        fields.push(format!("\"gone\":{}", canonical(&difference.gone)?));
    }
    if !difference.new.is_empty() {
        fields.push(format!("\"new\":[{}]", difference.new.join(",")));
    }
    if !difference.now.is_empty() {
        fields.push(format!("\"now\":{}", canonical(&difference.now)?));
    }
    Ok(format!("{{\"saw\":{{{}}}}}", fields.join(",")))
}

/// Returns the facts that a seat sees, in the system's form.
pub(crate) fn facts_of<S: System>(setting: &S::Setting, position: &S::Position, seat: Seat) -> Vec<S::Fact> {
    let mut facts = Vec::new();
    S::view(S::eyes(setting, position, seat), &mut |fact| facts.push(fact));
    facts
}

/// A view as sorted lines of JSON. The order depends only on the lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// All facts of the view, as canonical JSON.
    pub facts: BTreeSet<String>,
    /// The facts that reveal something about the other side.
    pub enemy: BTreeSet<String>,
}

/// Serializes the view of a seat with the names in `names`.
///
/// # Errors
/// Fails if a fact refers to something without a name there, which is a defect of the system.
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
