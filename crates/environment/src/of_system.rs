//! A game of a system under way.

use std::sync::Arc;

use board::naming::naming;
use players::Skill;
use rand::SeedableRng;
use rand::rngs::StdRng;
use referee::RefereeError;
use referee::trial::{Awaited, Trial, TrialError};
use rules::{BySide, Choice, Side, System};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::flat::Numbers;
use crate::game::Shape;
use crate::keys::{Features, Sorted, features_of_draft};
use crate::observe::{Arrays, Layout, Reading, Seen};
use crate::{ActionError, FREE_ORDERS, Observation, State, Turn};

/// Version of the form of a saved state.
const FORM: u32 = 2;

/// A state as it is written.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Saved {
    state: u32,
    /// Fingerprint of the scenario.
    #[serde(default)]
    scenario: String,
    /// The draft in the names of its side.
    draft: Value,
    before: usize,
    history: Vec<u16>,
    free: BySide<u32>,
    trial: String,
}

/// A game of a system under way.
pub(crate) struct Of<S: System> {
    pub shape: Arc<Shape>,
    pub trial: Trial<S>,
    awaited: Awaited,
    pub draft: Option<S::Draft>,
    /// Number of offers before those that can be chosen.
    pub before: usize,
    sorted: Arc<Sorted<S>>,
    history: Vec<u16>,
    /// Number of free orders that each side has given since its last other order.
    free: BySide<u32>,
}

impl<S: System> Clone for Of<S> {
    fn clone(&self) -> Self {
        let (shape, sorted) = (Arc::clone(&self.shape), Arc::clone(&self.sorted));
        let (trial, history) = (self.trial.clone(), self.history.clone());
        Of { shape, trial, sorted, history, ..*self }
    }
}

impl<S: System> Of<S> {
    pub(crate) fn new(shape: Arc<Shape>, trial: Trial<S>) -> Result<Self, ActionError> {
        let awaited = trial.awaited()?;
        let sorted = Arc::default();
        let (history, free) = (Vec::new(), BySide::default());
        let mut state = Of { shape, trial, awaited, draft: None, before: 0, sorted, history, free };
        state.list()?;
        Ok(state)
    }

    /// Reads a state from its bytes. `first` is any trial of the same scenario.
    pub(crate) fn read(shape: Arc<Shape>, first: &Trial<S>, bytes: &[u8]) -> Result<Self, ActionError> {
        let unreadable = |error: serde_json::Error| ActionError::from(TrialError::Unreadable(error.to_string()));
        let saved: Saved = serde_json::from_slice(bytes).map_err(unreadable)?;
        let wrong = |why: &str| ActionError::from(TrialError::Unreadable(why.to_owned()));
        if saved.state != FORM {
            return Err(wrong("it has another form"));
        }
        if saved.scenario != shape.scenario {
            return Err(wrong("it is of another scenario"));
        }
        let mut state = Self::new(shape, first.read(saved.trial.as_bytes())?)?;
        state.free = saved.free;
        if let Awaited::Order(side) = state.awaited {
            let names = state.trial.log(side).names();
            state.draft = naming(names, || serde_json::from_value(saved.draft)).map_err(unreadable)?;
            state.list()?;
            if !saved.before.is_multiple_of(state.shape.page() - 1) || saved.before >= state.sorted.len() {
                return Err(wrong("there is nothing to choose"));
            }
            state.before = saved.before;
        }
        state.history = saved.history;
        Ok(state)
    }

    pub(crate) fn numbers(&self, side: Side) -> Arc<Numbers> {
        Arc::new(Numbers::new(self.trial.log(side).handles(), side))
    }

    /// Lists what can be chosen now.
    fn list(&mut self) -> Result<(), ActionError> {
        self.awaited = self.trial.awaited()?;
        self.sorted = Arc::new(match self.awaited {
            Awaited::Order(side) => self.listed(side, self.draft.as_ref())?,
            _ => Sorted::default(),
        });
        Ok(())
    }

    /// Lists what a side can choose, at first or after a draft.
    pub(crate) fn listed(&self, side: Side, draft: Option<&S::Draft>) -> Result<Sorted<S>, ActionError> {
        let mut sorted = Sorted::default();
        let eyes = self.trial.eyes(side.seat());
        let free = (self.free[side] >= FREE_ORDERS).then_some(self.shape.free.as_slice());
        naming(self.numbers(side), || sorted.list(eyes, draft, free))?;
        Ok(sorted)
    }

    /// Number of offers that are left, with those that can be chosen.
    pub(crate) fn left(&self) -> usize {
        self.sorted.len() - self.before
    }

    /// Whether an action leads to further offers.
    pub(crate) fn is_more(&self, action: usize) -> bool {
        action == self.shape.page() - 1 && self.left() > self.shape.page()
    }

    pub(crate) fn chosen(&self, action: usize) -> Option<&Choice<S>> {
        if self.is_more(action) { None } else { self.sorted.get(self.before + action) }
    }

    /// What a side has chosen of an order, or ordered while chance decides, as one line; empty if nothing.
    fn own_choice(&self, side: Side) -> String {
        let written = naming(self.trial.log(side).names(), || match (&self.awaited, self.trial.order_under_way()) {
            (Awaited::Order(of), _) if *of == side && (self.draft.is_some() || self.before > 0) => {
                serde_json::to_value(self.draft).ok().map(|draft| json!({ "draft": draft, "before": self.before }))
            }
            (_, Some((of, order))) if *of == side => {
                serde_json::to_value(order).ok().map(|order| json!({ "order": order }))
            }
            _ => None,
        });
        written.map_or_else(String::new, |value| value.to_string())
    }

    fn side_on_turn(&self) -> Result<Side, ActionError> {
        match self.awaited {
            Awaited::Order(side) => Ok(side),
            _ => Err(ActionError::Turn),
        }
    }
}

impl<S: System> State for Of<S> {
    fn turn(&self) -> Turn {
        match self.awaited {
            Awaited::Order(side) => Turn::Player(side),
            Awaited::Die { .. } => Turn::Chance(6),
            Awaited::Lot { of, .. } => Turn::Chance(of),
            Awaited::Nothing(_) => Turn::Over,
        }
    }

    fn actions(&self) -> usize {
        match self.turn() {
            Turn::Player(_) => self.left().min(self.shape.page()),
            Turn::Chance(outcomes) => outcomes,
            Turn::Over => 0,
        }
    }

    fn act(&mut self, action: usize) -> Result<(), ActionError> {
        let of = self.actions();
        if action >= of {
            return Err(ActionError::Action { action, of });
        }
        match self.awaited {
            Awaited::Order(_) if self.is_more(action) => self.before += self.shape.page() - 1,
            Awaited::Order(side) => {
                match self.chosen(action).copied() {
                    Some(Choice::Order(order)) => {
                        let is_free = self.sorted.is_free(self.before + action, &self.shape.free);
                        self.trial.order(side, order)?;
                        self.free[side] = if is_free { self.free[side].saturating_add(1) } else { 0 };
                        self.draft = None;
                    }
                    Some(Choice::Draft(draft)) => self.draft = Some(draft),
                    None => return Err(ActionError::Action { action, of }),
                }
                self.before = 0;
                self.list()?;
            }
            Awaited::Die { .. } => {
                self.trial.die(action as u8 + 1)?;
                self.list()?;
            }
            Awaited::Lot { .. } => {
                self.trial.lot(action as u8)?;
                self.list()?;
            }
            Awaited::Nothing(_) => {}
        }
        self.history.push(action as u16);
        Ok(())
    }

    fn history(&self) -> &[u16] {
        &self.history
    }

    fn sentence(&self, action: usize) -> Option<String> {
        if action >= self.actions() {
            return None;
        }
        match self.awaited {
            Awaited::Order(side) => {
                let Some(choice) = self.chosen(action) else { return Some("Show further choices".to_owned()) };
                let (setting, seat) = (self.trial.setting(), side.seat());
                let mut facts = Vec::new();
                S::view(self.trial.eyes(seat), &mut |fact| facts.push(fact));
                let text = naming(self.trial.log(side).names(), || match choice {
                    Choice::Order(order) => S::describe_order(setting, seat, &facts, order),
                    Choice::Draft(draft) => S::describe_draft(setting, seat, &facts, draft),
                });
                Some(text.sentence)
            }
            Awaited::Die { pool, fallen } => {
                Some(format!("{}: die {} of {} falls {}", pool.label, fallen + 1, pool.dice, action + 1))
            }
            Awaited::Lot { of, .. } => Some(format!("lot {} of {of}", action + 1)),
            Awaited::Nothing(_) => None,
        }
    }

    fn offer(&self, action: usize) -> Option<Value> {
        let Awaited::Order(side) = self.awaited else { return None };
        if self.is_more(action) {
            return Some(json!("more"));
        }
        if action >= self.actions() {
            return None;
        }
        naming(self.trial.log(side).names(), || match self.chosen(action)? {
            Choice::Order(order) => Some(json!({ "order": serde_json::to_value(order).ok()? })),
            Choice::Draft(draft) => Some(json!({ "draft": serde_json::to_value(draft).ok()? })),
        })
    }

    fn returns(&self) -> [f64; 2] {
        match self.awaited {
            Awaited::Nothing(outcome) => match outcome.winner {
                Some(Side::A) => [1.0, -1.0],
                Some(Side::B) => [-1.0, 1.0],
                None => [0.0, 0.0],
            },
            _ => [0.0, 0.0],
        }
    }

    fn information(&self, side: Side) -> String {
        let mut text = String::new();
        for line in self.trial.bare_transcript(side) {
            text.push_str(line);
            text.push('\n');
        }
        text + &self.own_choice(side)
    }

    fn information_hash(&self, side: Side) -> [u8; 32] {
        let hash = Sha256::new_with_prefix(b"undercity/information/1").chain_update([side.index() as u8]);
        hash.chain_update(self.trial.head(side).as_bytes()).chain_update(self.own_choice(side)).finalize().into()
    }

    fn observation_text(&self, side: Side) -> String {
        let mut text = String::new();
        for line in self.trial.log(side).facts() {
            text.push_str(line);
            text.push('\n');
        }
        text + &self.own_choice(side)
    }

    fn observe(&self, side: Side) -> Result<Observation, ActionError> {
        let (channels, places) = (&self.shape.channels, self.shape.places());
        let mut reading = Reading::<S>::default();
        let mut planes = vec![0; channels.planes.len() * (places + 1)];
        let mut scalars = vec![0.0; channels.scalars.len()];
        let numbers = self.numbers(side);
        naming(Arc::clone(&numbers) as _, || {
            reading.view(channels, self.trial.eyes(side.seat()), &numbers, &mut Seen::default())?;
            let layout = Layout::by_plane(places);
            reading.write(channels, &mut Arrays { planes: &mut planes, scalars: &mut scalars, layout }, |_, _| ());
            let chooses = self.awaited == Awaited::Order(side);
            let offers = if chooses {
                let features = self.sorted.features(&reading.whereabouts).skip(self.before);
                let more = |(action, features)| if self.is_more(action) { Features::default() } else { features };
                features.take(self.shape.page()).enumerate().map(more).collect()
            } else {
                Vec::new()
            };
            let draft = self.draft.filter(|_| chooses).map(|draft| features_of_draft::<S>(draft, &reading.whereabouts));
            Ok(Observation { planes, scalars, offers, draft: draft.transpose()?.unwrap_or_default() })
        })
    }

    fn copy(&self) -> Box<dyn State> {
        Box::new(self.clone())
    }

    fn written(&self) -> Result<Vec<u8>, ActionError> {
        let trial = self.trial.written()?;
        let draft = match self.side_on_turn() {
            Ok(side) => naming(self.trial.log(side).names(), || serde_json::to_value(self.draft)),
            Err(_) => Ok(Value::Null),
        };
        let draft = draft.map_err(RefereeError::Unnamed)?;
        let history = self.history.clone();
        let trial = String::from_utf8(trial).map_err(|_| ActionError::Turn)?;
        let scenario = self.shape.scenario.clone();
        let saved = Saved { state: FORM, scenario, draft, before: self.before, history, free: self.free, trial };
        Ok(serde_json::to_vec(&saved).map_err(RefereeError::Unnamed)?)
    }

    fn resample(&self, seed: u64) -> Result<Box<dyn State>, ActionError> {
        /// Number of guesses that may fail.
        const TRIES: usize = 64;
        let side = self.side_on_turn()?;
        let known = self.trial.knowledge(side)?;
        let mut rng = StdRng::seed_from_u64(seed);
        let guess = (0..TRIES).find_map(|_| S::sample(&known, &mut rng)).ok_or(ActionError::NoGuess)?;
        let trial = self.trial.imagine(side, &guess, seed)?;
        let unnamed = |error| ActionError::from(RefereeError::Unnamed(error));
        let written = naming(self.trial.log(side).names(), || serde_json::to_value(self.draft)).map_err(unnamed)?;
        let draft = naming(trial.log(side).names(), || serde_json::from_value(written)).map_err(unnamed)?;
        // What the other side has done, and how often, is not known either.
        let free = BySide::new(|of| if of == side { self.free[side] } else { 0 });
        let mut state = Of { trial, draft, free, history: Vec::new(), ..self.clone() };
        state.list()?;
        Ok(Box::new(state))
    }

    fn advise(&self, skill: Skill, seed: u64, threads: usize) -> Result<Vec<usize>, ActionError> {
        let side = self.side_on_turn()?;
        if self.draft.is_some() || self.before > 0 {
            return Err(ActionError::Turn);
        }
        let written = skill.player::<S>(seed, threads).order(&self.trial.knowledge(side)?)?;
        let order: S::Order = naming(self.trial.log(side).names(), || serde_json::from_value(written))
            .map_err(|error| ActionError::from(RefereeError::Unnamed(error)))?;
        match self.way_to(side, &order)? {
            Some(way) => Ok(way),
            // Its order is free, and it has given too many of them.
            None if self.free[side] >= FREE_ORDERS => Ok(vec![0]),
            None => Err(ActionError::NotOffered),
        }
    }
}
