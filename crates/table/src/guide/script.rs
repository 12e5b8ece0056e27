//! Orders given by a script, which knows the names of the scenario.

use std::collections::HashSet;

use board::LocationId;
use board::naming::naming;
use referee::{Referee, RefereeError};
use rules::{Choice, Piece, Refusal, Side, System, referee_clauses};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::offer::{Offer, offers};
use crate::{Table, TableError};

/// What a script needs of a table: orders in the names of the scenario, as a seat may give them.
pub trait Scripted {
    /// Returns an order, given in the names of the scenario, in a side's own names.
    ///
    /// # Errors
    /// It is not an order, or the side has no name for something in it.
    fn own_order(&self, side: Side, scripted: &Value) -> Result<Value, TableError>;
    /// Returns whether an order in a side's own names is the same as one in the names of the scenario.
    ///
    /// # Errors
    /// One of them can't be read.
    fn is_order(&self, side: Side, own: &Value, scripted: &Value) -> Result<bool, TableError>;
    /// Returns the offers that a side chooses one after the other to give an order, which is in the names of the scenario:
    /// drafts, and at last the order. Empty if it isn't offered.
    ///
    /// # Errors
    /// The order can't be read.
    fn path_to(&self, side: Side, scripted: &Value) -> Result<Vec<Offer>, TableError>;
    /// Removes dice that were given and not rolled.
    fn clear_dice(&mut self);
    /// Returns pieces and Locations, given in the names of the scenario, in a side's own names: first the pieces, then the
    /// Locations.
    ///
    /// # Errors
    /// A name is neither that of a piece which the side sees nor that of a Location.
    fn pointed(&self, side: Side, names: &[String]) -> Result<(Vec<Value>, Vec<Value>), TableError>;
}

fn unreadable(error: impl std::fmt::Display) -> TableError {
    TableError::Refused(Refusal::new(referee_clauses::COMPLETE, error.to_string()).into())
}

/// Reads something in the names of the scenario.
fn read<S: System, T: DeserializeOwned>(referee: &Referee<S>, scripted: &Value) -> Result<T, TableError> {
    naming(referee.true_names(), || T::deserialize(scripted)).map_err(unreadable)
}

impl<S: System> Scripted for Referee<S> {
    fn own_order(&self, side: Side, scripted: &Value) -> Result<Value, TableError> {
        let order: S::Order = read(self, scripted)?;
        naming(self.seat(side.seat()).names(), || serde_json::to_value(order))
            .map_err(|error| RefereeError::Unnamed(error).into())
    }

    fn is_order(&self, side: Side, own: &Value, scripted: &Value) -> Result<bool, TableError> {
        let own: S::Order = self.read(side.seat(), own)?;
        Ok(own == read::<S, S::Order>(self, scripted)?)
    }

    fn path_to(&self, side: Side, scripted: &Value) -> Result<Vec<Offer>, TableError> {
        let order: S::Order = read(self, scripted)?;
        let Some(drafts) = drafts_to::<S>(self, side, &order) else { return Ok(Vec::new()) };
        let names = self.seat(side.seat()).names();
        let own = |draft: &S::Draft| naming(names.clone(), || serde_json::to_value(draft));
        let written = naming(names.clone(), || serde_json::to_value(order)).map_err(RefereeError::Unnamed)?;
        let mut path = Vec::new();
        let mut from: Option<&S::Draft> = None;
        for next in drafts.iter().map(Some).chain([None]) {
            let wanted = next.map(own).transpose().map_err(RefereeError::Unnamed)?;
            let chosen = |offer: &Offer| match &wanted {
                Some(draft) => offer.draft.as_ref() == Some(draft),
                None => offer.order.as_ref() == Some(&written),
            };
            path.extend(offers(self, side, from)?.into_iter().find(chosen));
            from = next;
        }
        Ok(path)
    }

    fn clear_dice(&mut self) {
        Referee::clear_dice(self);
    }

    fn pointed(&self, side: Side, names: &[String]) -> Result<(Vec<Value>, Vec<Value>), TableError> {
        let (mut pieces, mut places) = (Vec::new(), Vec::new());
        let shown = self.scene(side.seat())?;
        let own = self.seat(side.seat()).names();
        for name in names {
            let text = Value::from(name.as_str());
            let place = read::<S, LocationId>(self, &text).ok();
            if let Ok(piece) = read::<S, Piece>(self, &text) {
                let handle = naming(own.clone(), || serde_json::to_value(piece)).ok();
                let in_scene = |handle: &Value| {
                    let shown = shown["pieces"].as_array().into_iter().flatten();
                    shown.into_iter().any(|one| one["piece"] == *handle)
                };
                let handle = handle.filter(in_scene);
                pieces.push(handle.ok_or_else(|| unreadable(format_args!("the learner doesn't see `{name}` now")))?);
            } else if let Some(place) = place {
                places.push(naming(own.clone(), || serde_json::to_value(place)).map_err(RefereeError::Unnamed)?);
            } else {
                return Err(unreadable(format_args!("`{name}` is neither a piece nor a Location of the scenario")));
            }
        }
        Ok((pieces, places))
    }
}

/// Returns the drafts that lead to an order, as few as possible; `None` if it isn't offered.
fn drafts_to<S: System>(referee: &Referee<S>, side: Side, order: &S::Order) -> Option<Vec<S::Draft>> {
    let eyes = referee.eyes(side.seat());
    let mut seen: HashSet<S::Draft> = HashSet::new();
    // Each draft with the place, in this list, of the one before it.
    let mut found: Vec<(Option<S::Draft>, usize)> = vec![(None, 0)];
    let mut choices: Vec<Choice<S>> = Vec::new();
    let mut at = 0;
    while let Some((draft, _)) = found.get(at).copied() {
        choices.clear();
        rules::offers::<S>(eyes, draft.as_ref(), &mut choices);
        for choice in &choices {
            match choice {
                Choice::Order(offered) if offered == order => {
                    let mut path = Vec::new();
                    let mut back = at;
                    while let Some((Some(draft), before)) = found.get(back).copied() {
                        path.push(draft);
                        back = before;
                    }
                    path.reverse();
                    return Some(path);
                }
                Choice::Order(_) => {}
                Choice::Draft(next) => {
                    if seen.insert(*next) {
                        found.push((Some(*next), at));
                    }
                }
            }
        }
        at += 1;
    }
    None
}
