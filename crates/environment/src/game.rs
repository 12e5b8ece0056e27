//! Scenarios as environments.

use std::sync::Arc;

use board::scenario::Document;
use referee::RefereeError;
use referee::ledger::ScenarioText;
use referee::trial::Trial;
use rules::System;
use schemars::schema_for;
use serde::Serialize;
use sha2::{Digest, Sha256};
use table::schemas::{tagged, ways, words};
use table::{Visitor, each_system};

use crate::channels::Channels;
use crate::keys::FEATURES;
use crate::of_system::Of;
use crate::state::State;
use crate::vector::{Lanes, Vector};
use crate::{ACTIONS, ACTIONS_OF_ORDER, ActionError, FREE_ORDERS};

/// What the arrays of a scenario mean.
#[derive(Clone, Debug, Serialize)]
pub struct Spaces {
    /// Name of the rule system, such as `tide`.
    pub system: &'static str,
    /// Names of both sides; the first is side A.
    pub sides: [&'static str; 2],
    /// Number of actions.
    pub actions: usize,
    /// Labels of the Locations, in the order of a row of a plane. A row has one number more, for what is at no place.
    pub places: Vec<String>,
    /// Names of the planes.
    pub planes: Vec<String>,
    /// Names of the scalars.
    pub scalars: Vec<String>,
    /// Names of the features of an offer.
    pub features: [&'static str; FEATURES.len()],
    /// Kinds of orders, in the order of the feature `kind`, which begins with 1.
    pub orders: Vec<String>,
    /// Kinds of drafts, likewise; 257 stands for the first.
    pub drafts: Vec<String>,
    /// Most actions of both players in a game, by a bound that follows from the rules and the scenario.
    pub longest: u64,
    /// Most dice in a game, likewise. Lots are not counted.
    pub most_dice: u64,
}

/// A scenario that can be played as an environment.
pub trait Game: Send + Sync {
    /// Returns what the arrays mean.
    fn spaces(&self) -> &Spaces;
    /// Begins a game.
    ///
    /// # Errors
    /// The referee fails, which is a defect of the system.
    fn begin(&self) -> Result<Box<dyn State>, ActionError>;
    /// Reads a state of this scenario from its bytes ([`State::written`]).
    ///
    /// # Errors
    /// They are not a state of this scenario.
    fn read(&self, bytes: &[u8]) -> Result<Box<dyn State>, ActionError>;
    /// Begins many games. Equal seeds and actions give equal games.
    ///
    /// # Errors
    /// The referee fails, which is a defect of the system.
    fn vector(&self, games: usize, seed: u64, threads: usize) -> Result<Box<dyn Vector>, ActionError>;
}

/// Returns the environment of a scenario, whose options are part of its text.
///
/// # Errors
/// The scenario has mistakes, or names no known system.
pub fn game(scenario: ScenarioText) -> Result<Arc<dyn Game>, RefereeError> {
    struct Find {
        scenario: ScenarioText,
        name: String,
        found: Option<Result<Arc<dyn Game>, RefereeError>>,
    }
    impl Visitor for Find {
        fn visit<S: System>(&mut self) {
            if S::NAME == self.name {
                self.found =
                    Some(Rules::<S>::new(self.scenario.clone(), ACTIONS).map(|rules| Arc::new(rules) as Arc<dyn Game>));
            }
        }
    }
    let document = Document::parse(&scenario.name, &scenario.text)?;
    let name = document.system().unwrap_or_default();
    let mut find = Find { scenario, name, found: None };
    each_system(&mut find);
    find.found.unwrap_or_else(|| {
        let known: Vec<&str> = table::SYSTEMS.iter().map(|system| system.name()).collect();
        Err(document.unknown_system(&known).into())
    })
}

/// A scenario of a system.
pub(crate) struct Rules<S: System> {
    pub scenario: ScenarioText,
    pub shape: Arc<Shape>,
    /// The first state, from which all others are copied.
    first: Trial<S>,
}

/// What all states of a scenario share.
#[derive(Debug)]
pub(crate) struct Shape {
    /// Fingerprint of the scenario's text.
    pub scenario: String,
    pub channels: Channels,
    pub spaces: Spaces,
    /// For each kind of order, whether it is free.
    pub free: Vec<bool>,
}

impl Shape {
    /// Number of numbers in all planes, and in all scalars.
    pub(crate) fn widths(&self) -> (usize, usize) {
        (self.channels.planes.len() * (self.places() + 1), self.channels.scalars.len())
    }

    /// Returns the number of offers that can be chosen at once.
    pub(crate) const fn page(&self) -> usize {
        self.spaces.actions
    }

    /// Number of Locations.
    pub(crate) fn places(&self) -> usize {
        self.spaces.places.len()
    }
}

impl<S: System> Rules<S> {
    /// Creates the environment of a scenario. `actions` is the number of actions, at least 2.
    pub(crate) fn new(scenario: ScenarioText, actions: usize) -> Result<Self, RefereeError> {
        let first = Trial::<S>::new(&scenario)?;
        let channels = Channels::of::<S>();
        let board = S::ground(first.setting()).board;
        let orders = kinds(&schema_for!(S::Order).to_value());
        let bound = S::length_bound(first.setting(), first.start());
        let free = orders.iter().map(|word| S::FREE.contains(&word.as_str())).collect();
        let spaces = Spaces {
            system: S::NAME,
            sides: S::SIDES,
            actions,
            places: board.locations().iter().map(|location| location.label.clone()).collect(),
            planes: channels.planes.clone(),
            scalars: channels.scalars.clone(),
            features: FEATURES,
            orders,
            drafts: kinds(&schema_for!(S::Draft).to_value()),
            longest: bound.with_free(FREE_ORDERS.into()).saturating_mul(ACTIONS_OF_ORDER),
            most_dice: bound.dice,
        };
        let hash = Sha256::digest(scenario.text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect();
        Ok(Rules { shape: Arc::new(Shape { scenario: hash, channels, spaces, free }), scenario, first })
    }
}

/// Returns the words of an enum. Those without fields come first in a schema; what counts is the order of the code.
fn kinds(schema: &serde_json::Value) -> Vec<String> {
    let Some(ways) = ways(schema) else { return words(schema).unwrap_or_default() };
    let words_of = |way| tagged(way).map_or_else(|| words(way).unwrap_or_default(), |(word, _)| vec![word.clone()]);
    ways.iter().flat_map(words_of).collect()
}

impl<S: System> Game for Rules<S> {
    fn spaces(&self) -> &Spaces {
        &self.shape.spaces
    }

    fn begin(&self) -> Result<Box<dyn State>, ActionError> {
        Ok(Box::new(Of::<S>::new(Arc::clone(&self.shape), self.first.clone())?))
    }

    fn read(&self, bytes: &[u8]) -> Result<Box<dyn State>, ActionError> {
        Ok(Box::new(Of::<S>::read(Arc::clone(&self.shape), &self.first, bytes)?))
    }

    fn vector(&self, games: usize, seed: u64, threads: usize) -> Result<Box<dyn Vector>, ActionError> {
        Ok(Box::new(Lanes::<S>::new(Arc::clone(&self.shape), &self.scenario, games, seed, threads)?))
    }
}
