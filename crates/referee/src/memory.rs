//! The knowledge of a seat, read incrementally from its log.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use board::naming::{Name, Named, Naming, naming};
use rules::names::{side_or_location, side_or_location_id};
use rules::{Knowledge, Observation, Piece, PieceSet, RollRecord, Seat, System};
use serde_json::Value;

use crate::event::Event;
use crate::facts::Numbered;
use crate::seat::SeatLog;
use crate::{Referee, RefereeError};

/// Piece numbers of a seat's knowledge: each handle gets a number when it is first read. Numbers stay below
/// [`PieceSet::LIMIT`] while at most that many pieces are in sight at once. After that, the number whose handle has
/// been out of sight longest is reused.
#[derive(Debug)]
pub(crate) struct Numbers<S: System> {
    setting: Arc<S::Setting>,
    read: Mutex<Read>,
}

#[derive(Debug)]
struct Read {
    given: Vec<Given>,
    /// Count of numbers from which they are reused.
    enough: usize,
    /// Numbers reused since the last call of [`Numbers::again`].
    again: Vec<Piece>,
    /// Counter of reads, which shows what was read longest ago.
    clock: u64,
    now: Of,
}

#[derive(Debug)]
struct Given {
    handle: u16,
    /// Number of current facts that contain the handle.
    facts: usize,
    last: u64,
}

/// Context in which a handle is read.
#[derive(Clone, Copy, Debug, Default)]
enum Of {
    /// Any context other than facts of the view.
    #[default]
    Hearsay,
    /// A fact that no longer holds.
    Gone,
    /// A fact that begins to hold.
    New,
}

impl<S: System> Numbers<S> {
    /// Creates an empty numbering.
    pub(crate) fn new(setting: &Arc<S::Setting>) -> Arc<Self> {
        Self::from_again(setting, PieceSet::LIMIT)
    }

    /// Creates an empty numbering that reuses numbers from `enough` on.
    fn from_again(setting: &Arc<S::Setting>, enough: usize) -> Arc<Self> {
        Arc::new(Numbers { setting: Arc::clone(setting), read: Mutex::new(Read::new(enough)) })
    }

    fn read(&self) -> MutexGuard<'_, Read> {
        self.read.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Parses facts into the system's form.
    fn facts(&self, of: Of, facts: Vec<Value>) -> Result<Vec<S::Fact>, serde_json::Error> {
        self.read().now = of;
        let facts = facts.into_iter().map(serde_json::from_value).collect();
        self.read().now = Of::Hearsay;
        facts
    }

    /// Returns observations about the numbers reused since the last call.
    fn again(&self) -> impl Iterator<Item = Observation<S>> + use<S> {
        std::mem::take(&mut self.read().again).into_iter().map(Observation::HandleReused)
    }

    fn handles(&self) -> Vec<u16> {
        self.read().given.iter().map(|given| given.handle).collect()
    }
}

impl Read {
    fn new(enough: usize) -> Self {
        Read { given: Vec::new(), enough, again: Vec::new(), clock: 0, now: Of::Hearsay }
    }

    fn number(&mut self, handle: u16) -> Option<u16> {
        self.clock += 1;
        let number = self.given.iter().position(|given| given.handle == handle).unwrap_or_else(|| self.fresh(handle));
        let given = self.given.get_mut(number)?;
        given.last = self.clock;
        match self.now {
            Of::Hearsay => {}
            Of::Gone => given.facts = given.facts.saturating_sub(1),
            Of::New => given.facts += 1,
        }
        u16::try_from(number).ok()
    }

    fn fresh(&mut self, handle: u16) -> usize {
        let full = self.given.len() >= self.enough;
        let out = self.given.iter_mut().enumerate().filter(|(_, given)| full && given.facts == 0);
        if let Some((number, given)) = out.min_by_key(|(number, given)| (*number >= PieceSet::LIMIT, given.last)) {
            given.handle = handle;
            self.again.push(Piece(number as u16));
            return number;
        }
        self.given.push(Given { handle, facts: 0, last: 0 });
        self.given.len() - 1
    }
}

impl<S: System> Naming for Numbers<S> {
    fn name(&self, kind: Named, id: u16) -> Option<Name> {
        match kind {
            Named::Piece => self.read().given.get(usize::from(id)).map(|given| Name::Number(u32::from(given.handle))),
            _ => side_or_location::<S>(&self.setting, kind, id),
        }
    }

    fn id(&self, kind: Named, name: &Name) -> Option<u16> {
        match (kind, name) {
            (Named::Piece, Name::Number(handle)) => self.read().number(u16::try_from(*handle).ok()?),
            _ => side_or_location_id::<S>(&self.setting, kind, name),
        }
    }
}

/// The part of a seat's log read so far. Logs only grow, and each event is read once.
#[derive(Debug)]
pub(crate) struct Memory<S: System> {
    numbers: Arc<Numbers<S>>,
    events: usize,
    told: Numbered,
    heard: Arc<Vec<Observation<S>>>,
    /// The facts of the last view by their lines, most of which recur in the next.
    facts: HashMap<String, S::Fact>,
    /// Length of these lines.
    length: usize,
    /// Start indices in `heard` of the orders that are not undone.
    orders: Vec<usize>,
    /// Whether the next event belongs to a new entry.
    between: bool,
    /// The facts changed by an order that is being undone, until the undo is complete.
    undone: Option<Changed<S>>,
}

/// Facts that changed over several events.
#[derive(Debug)]
struct Changed<S: System> {
    gone: Vec<S::Fact>,
    new: Vec<S::Fact>,
}

impl<S: System> Memory<S> {
    /// Creates a memory that has read nothing.
    pub(crate) fn new(numbers: Arc<Numbers<S>>) -> Self {
        Memory {
            numbers,
            events: 0,
            told: Numbered::default(),
            heard: Arc::default(),
            facts: HashMap::new(),
            length: 0,
            orders: Vec::new(),
            between: true,
            undone: None,
        }
    }

    /// Returns whether nothing was read.
    pub(crate) const fn is_new(&self) -> bool {
        self.events == 0
    }

    /// Returns the estimated bytes of what was read.
    pub(crate) fn bytes(&self) -> usize {
        // Observations hold lists of facts; those in sight are held three times, as text, as JSON and as facts.
        12 * self.length + self.heard.len() * 2 * size_of::<Observation<S>>()
    }

    /// Reads further events. Must be called in the naming scope of its numbers.
    fn read<'a>(&mut self, events: impl Iterator<Item = &'a str>) -> Result<(), serde_json::Error> {
        for line in events {
            let event: Event = serde_json::from_str(line)?;
            let sealed = matches!(event, Event::Sealed(_));
            if self.between && !matches!(event, Event::Standing { .. } | Event::Undone | Event::Resigned { .. }) {
                self.orders.push(self.heard.len());
            }
            self.between = sealed;
            match (event, &mut self.undone) {
                (Event::Undone, _) => self.take_back(),
                (Event::Saw { gone, new, now, .. }, Some(undone)) => {
                    let (gone, new) = self.told.saw(&gone, new, &now);
                    let gone = self.numbers.facts(Of::Gone, gone)?;
                    undone.change(gone, self.numbers.facts(Of::New, new)?);
                    Arc::make_mut(&mut self.heard).extend(self.numbers.again());
                }
                (event, _) => {
                    let heard = self.understand(event)?;
                    // Modified in place, unless another owner still holds the earlier knowledge.
                    Arc::make_mut(&mut self.heard).extend(self.numbers.again().chain(heard));
                }
            }
            if sealed
                && let Some(Changed { gone, new }) = self.undone.take()
                && !new.is_empty()
            {
                Arc::make_mut(&mut self.heard).push(Observation::Undone { gone, new });
            }
            self.events += 1;
        }
        Ok(())
    }

    /// Removes the observations of the last order that is not undone.
    fn take_back(&mut self) {
        let start = self.orders.pop().unwrap_or(self.heard.len());
        let mut undone = Changed { gone: Vec::new(), new: Vec::new() };
        let heard = Arc::make_mut(&mut self.heard);
        for taken_back in heard.split_off(start) {
            match taken_back {
                Observation::ViewChanged { gone, new } | Observation::Undone { gone, new } => undone.change(gone, new),
                // The number keeps standing for its new handle.
                Observation::HandleReused(piece) => heard.push(Observation::HandleReused(piece)),
                Observation::Ordered(_) | Observation::Report(_) | Observation::Rolled(_) => {}
            }
        }
        self.undone = Some(undone);
    }

    fn understand(&mut self, event: Event) -> Result<Option<Observation<S>>, serde_json::Error> {
        Ok(Some(match event {
            Event::Saw { gone, new, now, .. } => {
                let (gone, new) = self.told.saw(&gone, new, &now);
                let gone = self.numbers.facts(Of::Gone, gone)?;
                Observation::ViewChanged { gone, new: self.numbers.facts(Of::New, new)? }
            }
            Event::Told { report, .. } => Observation::Report(serde_json::from_value(report)?),
            Event::Rolled { label, clause, faces, .. } => Observation::Rolled(RollRecord { label, clause, faces }),
            Event::Ordered { order, .. } => Observation::Ordered(serde_json::from_value(order)?),
            Event::Standing { .. }
            | Event::Asked { .. }
            | Event::Undone
            | Event::Resigned { .. }
            | Event::Sealed(_) => return Ok(None),
        }))
    }

    /// Parses a view. Must be called in the naming scope of its numbers.
    fn view<'a>(&mut self, lines: impl Iterator<Item = &'a str>) -> Result<Vec<S::Fact>, serde_json::Error> {
        let mut before = std::mem::take(&mut self.facts);
        self.length = 0;
        let read = lines.map(|line| {
            let (line, fact) = match before.remove_entry(line) {
                Some(known) => known,
                None => (line.to_owned(), serde_json::from_str(line)?),
            };
            self.length += line.len();
            self.facts.insert(line, fact.clone());
            Ok(fact)
        });
        read.collect()
    }
}

impl<S: System> Changed<S> {
    /// Records facts that ended and began. A fact that returned has not changed.
    fn change(&mut self, gone: Vec<S::Fact>, new: Vec<S::Fact>) {
        shift(gone, &mut self.new, &mut self.gone);
        shift(new, &mut self.gone, &mut self.new);
    }
}

/// Removes facts from one list; those that are not in it are added to the other.
fn shift<Fact: PartialEq>(facts: Vec<Fact>, from: &mut Vec<Fact>, to: &mut Vec<Fact>) {
    for fact in facts {
        match from.iter().position(|other| *other == fact) {
            Some(n) => drop(from.swap_remove(n)),
            None => to.push(fact),
        }
    }
}

impl<S: System> Referee<S> {
    /// Returns the knowledge of a seat: its view, its own orders and all its observations.
    ///
    /// Its pieces are renumbered, so that the numbers reveal nothing. Don't mix them with the pieces of
    /// [`Referee::offers`], [`Referee::facts`] or orders: an equal [`rules::Piece`] is another piece there. To carry an
    /// order over, write it to JSON in the names of one and read it in the names of the other.
    ///
    /// # Errors
    /// Fails if a fact has no name for the seat, which is a defect of the system.
    pub fn knowledge(&self, seat: Seat) -> Result<Knowledge<S>, RefereeError> {
        self.recall(seat, &mut self.seat(seat).memory())
    }

    /// Returns the knowledge of a seat, read from the beginning of its log, with piece numbers reused from `enough` on.
    /// Tests use it to check that results don't depend on the numbers.
    ///
    /// # Errors
    /// Fails if a fact has no name for the seat, which is a defect of the system.
    #[cfg(feature = "suite")]
    pub fn knowledge_anew(&self, seat: Seat, enough: usize) -> Result<Knowledge<S>, RefereeError> {
        self.recall(seat, &mut Memory::new(Numbers::from_again(self.setting(), enough)))
    }

    fn recall(&self, seat: Seat, memory: &mut Memory<S>) -> Result<Knowledge<S>, RefereeError> {
        let log: &SeatLog<S> = self.seat(seat);
        let events = log.events_since(memory.events);
        recall(self.setting(), log, memory, events.iter().map(String::as_str))
    }
}

/// Returns the knowledge of a seat, whose further events are read first.
pub(crate) fn recall<'a, S: System>(
    setting: &Arc<S::Setting>,
    log: &SeatLog<S>,
    memory: &mut Memory<S>,
    events: impl Iterator<Item = &'a str>,
) -> Result<Knowledge<S>, RefereeError> {
    naming(Arc::clone(&memory.numbers) as Arc<dyn Naming>, || {
        memory.read(events)?;
        let facts = memory.view(log.facts())?;
        let heard = Arc::clone(&memory.heard);
        Ok(Knowledge::new(Arc::clone(setting), log.seat(), facts, heard, memory.numbers.handles()))
    })
    .map_err(RefereeError::unnamed)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reads(read: &mut Read, of: Of, handle: u16) -> usize {
        read.now = of;
        usize::from(read.number(handle).expect("a number"))
    }

    #[test]
    fn a_number_is_given_again_only_when_its_handle_is_out_of_sight() {
        let mut read = Read::new(PieceSet::LIMIT);
        let stays = reads(&mut read, Of::New, 1);
        let mut before = stays;
        for handle in 2..1000 {
            let number = reads(&mut read, Of::New, handle);
            assert!(number < PieceSet::LIMIT && number != stays && number != before);
            assert_eq!(reads(&mut read, Of::Hearsay, handle), number, "two numbers for a handle");
            reads(&mut read, Of::Gone, handle);
            before = number;
        }
        assert_eq!(reads(&mut read, Of::Hearsay, 1), stays);
    }

    #[test]
    fn whoever_was_seen_longest_ago_is_forgotten_first() {
        let mut read = Read::new(PieceSet::LIMIT);
        let first: Vec<usize> = (1..=PieceSet::LIMIT as u16).map(|handle| reads(&mut read, Of::New, handle)).collect();
        assert_eq!(reads(&mut read, Of::New, 100), PieceSet::LIMIT, "all the others are in sight");
        for handle in [7, 3, 9] {
            reads(&mut read, Of::Gone, handle);
        }
        // Reports still refer to the first piece that disappeared.
        reads(&mut read, Of::Hearsay, 7);
        assert_eq!([101, 102, 103].map(|handle| reads(&mut read, Of::New, handle)), [first[2], first[8], first[6]]);
    }
}
