//! Results of orders as a seat reads them, as if a possible position were the true one.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use board::naming::{Name, Named, Naming, naming};
use rules::forecast::Leaf;
use rules::names::BareHandles;
use rules::{Guess, Knowledge, Seat, System};

use super::view;
use crate::RefereeError;

/// The English text of a result, a line for each report, and its summary.
pub type Described = (Vec<String>, String);

/// Describes the results of an order to a seat.
pub struct Teller<'a, S: System> {
    setting: &'a Arc<S::Setting>,
    seat: Seat,
    bare: Arc<BareHandles<S>>,
    last: u16,
    /// The facts that the seat sees before what is described.
    facts: Vec<S::Fact>,
    /// The facts that the other side would see of its own units.
    theirs: Vec<S::Fact>,
}

impl<'a, S: System> Teller<'a, S> {
    /// Describes what follows from a possible position.
    pub fn new(known: &'a Knowledge<S>, guess: &Guess<S>) -> Self {
        Self::after(known, guess, guess.position())
    }

    /// Describes what follows from a position that an order leads to in a possible position.
    pub fn after(known: &'a Knowledge<S>, guess: &Guess<S>, position: &S::Position) -> Self {
        let (setting, seat) = (known.setting(), known.seat());
        let bare = BareHandles::of_guess(setting, guess);
        let facts = view::<S>(setting, position, seat);
        let other = seat.side().map_or_else(Vec::new, |side| view::<S>(setting, position, side.other().seat()));
        let theirs = other.into_iter().filter(|fact| S::tells_of_enemy(seat, fact)).collect();
        Teller { setting, seat, bare, last: known.last_handle(), facts, theirs }
    }

    /// Returns names in which no unknown unit has been met yet.
    pub fn names(&self) -> Arc<Strangers<S>> {
        Arc::new(Strangers { bare: Arc::clone(&self.bare), last: self.last, met: Mutex::default() })
    }

    /// Returns the different results, each with its probability, its English text and its summary.
    ///
    /// # Errors
    /// Fails if a report has something without a name.
    pub fn gather(&self, leaves: &[Leaf<S>]) -> Result<Vec<(f64, Described)>, RefereeError> {
        let mut places: HashMap<String, usize> = HashMap::new();
        let mut gathered: Vec<(f64, Described)> = Vec::new();
        for leaf in leaves {
            let names = self.names();
            // Unknown units get their numbers in the order of the reports.
            let written =
                naming(names.clone(), || serde_json::to_string(&leaf.heard)).map_err(RefereeError::unnamed)?;
            match places.get(&written) {
                Some(place) => gathered[*place].0 += leaf.probability,
                None => {
                    places.insert(written, gathered.len());
                    gathered.push((leaf.probability, self.describe(leaf, names)));
                }
            }
        }
        Ok(gathered)
    }

    /// Returns the English text and the summary of a result. `names` must already contain the unknown units that the
    /// reports mention.
    pub fn describe(&self, leaf: &Leaf<S>, names: Arc<Strangers<S>>) -> Described {
        let strangers = names.number() > 0;
        naming(names, || {
            let mut facts = self.facts.clone();
            if strangers {
                // A unit that came into sight on the way is described as it was before the order, like every other
                // unit; one that did not exist then, as it is seen at the end.
                let after = view::<S>(self.setting, &leaf.position, self.seat);
                facts.extend(self.theirs.iter().chain(&after).filter(|fact| !self.facts.contains(fact)).cloned());
            }
            let told =
                leaf.heard.iter().map(|report| S::describe_report(self.setting, self.seat, &facts, report)).collect();
            let summaries = leaf.heard.iter().filter_map(|report| S::summary(self.setting, &facts, report));
            (told, summaries.collect::<Vec<_>>().join("; "))
        })
    }
}

/// The names of a possible position, with numbers for pieces that the seat does not see yet, in order of first mention.
/// Equal results in two positions therefore get equal text.
pub struct Strangers<S: System> {
    bare: Arc<BareHandles<S>>,
    last: u16,
    met: Mutex<Vec<u16>>,
}

impl<S: System> Strangers<S> {
    /// Returns the names of a possible position, in which no unknown unit has been met yet.
    pub fn of(known: &Knowledge<S>, guess: &Guess<S>) -> Arc<Self> {
        let bare = BareHandles::of_guess(known.setting(), guess);
        Arc::new(Strangers { bare, last: known.last_handle(), met: Mutex::default() })
    }

    /// Number of unknown units mentioned so far.
    pub fn number(&self) -> usize {
        self.met.lock().map_or(0, |met| met.len())
    }

    fn meet(&self, id: u16) -> Option<Name> {
        let mut met = self.met.lock().ok()?;
        let place = met.iter().position(|other| *other == id).unwrap_or_else(|| {
            met.push(id);
            met.len() - 1
        });
        Some(Name::Number(u32::from(self.last) + 1 + u32::try_from(place).ok()?))
    }
}

impl<S: System> Naming for Strangers<S> {
    fn name(&self, kind: Named, id: u16) -> Option<Name> {
        self.bare.name(kind, id).or_else(|| if kind == Named::Piece { self.meet(id) } else { None })
    }

    fn id(&self, kind: Named, name: &Name) -> Option<u16> {
        self.bare.id(kind, name)
    }
}
