//! Where a game's dice come from, and an order that waits until someone has entered them.

use fair::Key;
use rules::{Refusal, Rolls, Side, System, house};

use super::Referee;
use crate::dice::{FairDice, GivenDice, RollAsked};
use crate::entry::{Item, Recorder};
use crate::{Ack, SubmitError};

/// Where the dice come from.
#[derive(Clone)]
pub(super) enum DiceBox {
    Unrevealed,
    Fair(Key),
    Given(Box<GivenDice>),
}

/// An order that waits for dice.
pub(super) struct Pending<S: System> {
    pub side: Side,
    pub order: S::Order,
    pub id: Option<String>,
    /// Whether a standing order gave it.
    pub standing: bool,
}

impl<S: System> Referee<S> {
    /// Puts down faces for a coming roll of this label, where dice are given. `by` is the side that entered them, none
    /// for a script; the ledger keeps it. An order that waited for them goes on: then its answer is returned.
    ///
    /// # Errors
    /// When dice are not given in this game, or the faces do not fit the roll that is waited for.
    pub fn give_dice(&mut self, label: &str, faces: Vec<u8>, by: Option<Side>) -> Result<Option<Ack>, SubmitError> {
        let DiceBox::Given(given) = &mut self.dice else {
            return Err(Refusal::new(house::ENTERED, "the referee rolls the dice of this game").into());
        };
        if faces.iter().any(|face| !(1..=6).contains(face)) {
            return Err(Refusal::new(house::ENTERED, "a face is a number from 1 to 6").into());
        }
        if let (Some(asked), Some(_)) = (given.missing(), &self.pending)
            && (asked.label != label || usize::from(asked.dice) != faces.len())
        {
            let why = format!("the roll waited for is `{}` with {} dice", asked.label, asked.dice);
            return Err(Refusal::new(house::ENTERED, why).into());
        }
        if self.pending.is_some() {
            given.give_missing(label, faces, by);
        } else {
            given.give(label, faces, by);
        }
        let Some(Pending { side, order, id, standing }) = self.pending.take() else { return Ok(None) };
        self.order(side, order, id, standing).map(Some)
    }

    /// Withdraws a side's order that waits for its dice.
    ///
    /// # Errors
    /// When no order of that side waits.
    pub fn withdraw(&mut self, side: Side) -> Result<(), Refusal> {
        match &self.pending {
            Some(pending) if pending.side == side => {
                self.pending = None;
                self.clear_dice();
                Ok(())
            }
            _ => Err(Refusal::new(house::ENTERED, "no order of yours waits for dice")),
        }
    }

    /// The roll that an order waits for.
    #[must_use]
    pub fn roll_asked(&self) -> Option<&RollAsked> {
        match (&self.dice, &self.pending) {
            (DiceBox::Given(given), Some(_)) => given.missing(),
            _ => None,
        }
    }

    /// The side that makes the roll an order waits for: the one that alone may see it, else the one that ordered.
    #[must_use]
    pub fn rolls(&self) -> Option<Side> {
        let alone = self.roll_asked()?.seen_by.as_deref();
        let alone = alone.and_then(|name| Side::BOTH.into_iter().find(|side| S::SIDES[side.index()] == name));
        alone.or(self.pending.as_ref().map(|pending| pending.side))
    }

    /// How many rolls of the label that is waited for had dice that fit, in the last try.
    #[must_use]
    pub fn rolls_fitting(&self) -> usize {
        match &self.dice {
            DiceBox::Given(given) => given.fitting(),
            _ => 0,
        }
    }

    /// Faces that were put down and not used, by label.
    #[must_use]
    pub fn unused_dice(&self) -> Vec<String> {
        match &self.dice {
            DiceBox::Given(given) => given.left_over().map(str::to_owned).collect(),
            _ => Vec::new(),
        }
    }

    /// Throws away faces that were put down and not used.
    pub fn clear_dice(&mut self) {
        if let DiceBox::Given(given) = &mut self.dice {
            **given = GivenDice::new(S::SIDES);
        }
    }

    /// Resolves on a copy of the truth; the truth itself changes only when the entry is safe.
    pub(super) fn resolved(
        &mut self,
        body: impl FnOnce(&S::Setting, &mut S::Position, &mut dyn Rolls, &mut Recorder<S>),
    ) -> Result<Vec<Item<S>>, RollAsked> {
        let mut position = self.position.clone();
        let mut recorder = Recorder::new(self.ordinals);
        match &mut self.dice {
            DiceBox::Fair(key) => {
                let mut dice = FairDice::new(*key, self.ordinals);
                body(&self.setting, &mut position, &mut dice, &mut recorder);
            }
            DiceBox::Given(given) => {
                let mut dice = given.for_a_try();
                body(&self.setting, &mut position, &mut dice, &mut recorder);
                let asked = dice.missing().cloned();
                match asked {
                    // Keep what was given for the next try, and what is missing for whoever asks.
                    Some(asked) => {
                        given.note_missing(&dice);
                        return Err(asked);
                    }
                    None => {
                        let mut entered = dice.take_used().into_iter();
                        for item in &mut recorder.items {
                            if let Item::Roll { entered_by, .. } = item {
                                *entered_by = entered.next().flatten();
                            }
                        }
                        **given = dice;
                    }
                }
            }
            DiceBox::Unrevealed => {}
        }
        Ok(recorder.items)
    }
}
