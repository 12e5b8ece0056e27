//! Trials as bytes.

use std::sync::Arc;

use board::naming::{Name, Named, Naming, naming};
use fair::{Head, Ordinals};
use rules::{BySide, Side, System};
use serde::{Deserialize, Serialize};

use super::{Awaited, Transcript, Trial, TrialError};
use crate::RefereeError;
use crate::entry::Item;
use crate::seat::{SavedSeat, SeatLog};

/// Version of the form.
const FORM: u32 = 1;

/// A trial as it is written. The position is not in it: it follows from the changes, in the order in which they happened.
#[derive(Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
struct Saved<S: System> {
    trial: u32,
    system: String,
    acts: Vec<Vec<Item<S>>>,
    seats: [SavedSeat; 2],
    heads: [Head; 2],
    heard: [Vec<Vec<String>>; 2],
    ordinals: Ordinals,
    order: Option<(Side, S::Order)>,
    is_under_way: bool,
    faces: Vec<u8>,
    lots: [Vec<u8>; 2],
    orders: u32,
}

/// Names that are the numbers themselves, for a reader who may know everything.
struct Bare;

impl Naming for Bare {
    fn name(&self, _: Named, id: u16) -> Option<Name> {
        Some(Name::Number(u32::from(id)))
    }

    fn id(&self, _: Named, name: &Name) -> Option<u16> {
        match name {
            Name::Number(number) => u16::try_from(*number).ok(),
            Name::Text(_) => None,
        }
    }
}

impl<S: System> Trial<S> {
    /// Returns the trial as bytes, for [`Trial::read`]. They hold the secrets of both sides.
    ///
    /// # Errors
    /// The trial is one that a side imagines, which has no beginning.
    pub fn written(&self) -> Result<Vec<u8>, TrialError> {
        let acts = self.acts.as_ref().ok_or(TrialError::Imagined)?;
        let under_way = self.under_way.as_ref();
        let saved = Saved::<S> {
            trial: FORM,
            system: S::NAME.to_owned(),
            acts: acts.iter().map(|act| act.to_vec()).collect(),
            seats: self.seats.each_ref().map(SeatLog::saved),
            heads: self.seats.each_ref().map(SeatLog::head),
            heard: Side::BOTH.map(|side| self.transcripts[side].lines()),
            ordinals: self.ordinals,
            order: under_way.and_then(|under_way| under_way.order),
            is_under_way: under_way.is_some(),
            faces: under_way.map(|under_way| under_way.faces.clone()).unwrap_or_default(),
            lots: Side::BOTH.map(|side| under_way.map(|under_way| under_way.lots[side].clone()).unwrap_or_default()),
            orders: self.orders,
        };
        Ok(naming(Arc::new(Bare), || serde_json::to_vec(&saved)).map_err(RefereeError::unnamed)?)
    }

    /// Reads a trial of the same scenario from its bytes.
    ///
    /// # Errors
    /// They are not a trial of this system and scenario.
    pub fn read(&self, bytes: &[u8]) -> Result<Self, TrialError> {
        let saved: Saved<S> = naming(Arc::new(Bare), || serde_json::from_slice(bytes))
            .map_err(|error| TrialError::Unreadable(error.to_string()))?;
        if saved.trial != FORM || saved.system != S::NAME {
            return Err(TrialError::Unreadable(format!("expected a trial of {}, form {FORM}", S::NAME)));
        }
        let setting = &self.start.setting;
        let mut position = S::Position::clone(&self.start.position);
        saved.acts.iter().flatten().for_each(|item| item.apply(setting, &mut position));
        let mut seats = Vec::new();
        for (side, (seat, head)) in Side::BOTH.into_iter().zip(saved.seats.into_iter().zip(saved.heads)) {
            let log = SeatLog::<S>::restored(setting, side.seat(), &position, seat, head)?;
            seats.push(log.ok_or_else(|| TrialError::Unreadable("it is of another scenario".to_owned()))?);
        }
        let Ok(seats) = <[SeatLog<S>; 2]>::try_from(seats) else { return Err(TrialError::NotAwaited("two seats")) };
        let mut transcripts = BySide::default();
        for (side, heard) in Side::BOTH.into_iter().zip(saved.heard) {
            transcripts[side] = Transcript::of(heard)?;
        }
        let mut trial = Trial {
            start: Arc::clone(&self.start),
            position,
            seats,
            transcripts,
            acts: Some(saved.acts.into_iter().map(Into::into).collect()),
            ordinals: saved.ordinals,
            under_way: None,
            orders: saved.orders,
            first: Side::A,
        };
        if saved.is_under_way {
            match saved.order {
                Some((side, order)) => trial.order(side, order)?,
                None if trial.orders == 0 => trial.carry_out(None)?,
                None => return Err(TrialError::Unreadable("it has begun, and begins".to_owned())),
            }
            saved.faces.into_iter().try_for_each(|face| trial.die(face))?;
            let [a, b] = saved.lots.map(Vec::into_iter);
            let mut lots = BySide { a, b };
            while let Some(Awaited::Lot { side, .. }) = trial.under_way.as_ref().map(|under_way| under_way.awaited) {
                let Some(lot) = lots[side].next() else { break };
                trial.lot(lot)?;
            }
            if lots.a.len() + lots.b.len() > 0 {
                return Err(TrialError::Unreadable("a lot is left over".to_owned()));
            }
        }
        Ok(trial)
    }
}
