//! The dice source of a game, and orders that wait for dice.
//!
//! A player whose order waits for dice has already learned something from it, at least which roll comes next. The order
//! and each roll entered for it are therefore recorded in the ledger at once: it can't be undone, replaced or rolled
//! again, not even by restarting the referee.

use fair::Key;
use rules::{Audience, DiceSource, Refusal, Side, System, referee_clauses};

use super::Referee;
use crate::dice::{FairDice, GivenDice, OwnDice, RollAsked};
use crate::entry::{Act, Entry, Item, Recorder};
use crate::ledger::Line;
use crate::{Ack, RefereeError, SubmitError};

/// The dice source of a game.
#[derive(Clone)]
pub(super) enum DiceBox {
    Unrevealed,
    Fair(Key),
    /// Secret rolls from the key; public rolls as players enter them for the waiting order.
    Own(Key, Box<GivenDice>),
    Given(Box<GivenDice>),
}

impl DiceBox {
    fn entered(&self) -> Option<&GivenDice> {
        match self {
            DiceBox::Own(_, given) | DiceBox::Given(given) => Some(given),
            DiceBox::Unrevealed | DiceBox::Fair(_) => None,
        }
    }

    fn entered_mut(&mut self) -> Option<&mut GivenDice> {
        match self {
            DiceBox::Own(_, given) | DiceBox::Given(given) => Some(given),
            DiceBox::Unrevealed | DiceBox::Fair(_) => None,
        }
    }
}

/// An order that waits for dice.
pub(crate) struct Pending<S: System> {
    pub side: Side,
    pub order: S::Order,
    pub id: Option<String>,
    /// Whether a standing order gave it.
    pub standing: bool,
}

/// A roll that was entered: its label, its faces and the side that entered it; no side for a script.
pub(crate) type Entered<'e> = (&'e str, &'e [u8], Option<Side>);

impl<S: System> Referee<S> {
    /// Supplies the faces of a coming roll with this label, where dice are given or players roll their own. The ledger
    /// records the side `by` that entered them; `None` for a script. If a waiting order can now be completed, returns
    /// its acknowledgement.
    ///
    /// # Errors
    /// Refuses under REF-9 if:
    /// - the referee rolls all dice of this game;
    /// - players roll their own dice and no order is waiting;
    /// - a face is not 1 to 6, or the label or number of dice differs from the expected roll.
    ///
    /// Returns [`SubmitError::Roll`] if the order needs another roll.
    pub fn give_dice(&mut self, label: &str, faces: Vec<u8>, by: Option<Side>) -> Result<Option<Ack>, SubmitError> {
        let own = matches!(self.dice, DiceBox::Own(..));
        let Some(given) = self.dice.entered_mut() else {
            return Err(Refusal::new(referee_clauses::ENTERED, "the referee rolls all dice in this game").into());
        };
        referee_clauses::ENTERED.forbids(own && self.pending.is_none(), "no order is waiting for dice")?;
        referee_clauses::ENTERED
            .forbids(faces.iter().any(|face| !(1..=6).contains(face)), "expected faces from 1 to 6")?;
        if let (Some(asked), Some(_)) = (given.missing(), &self.pending)
            && (asked.label != label || usize::from(asked.dice) != faces.len())
        {
            let why = format!("the order is waiting for the roll `{}` with {} dice", asked.label, asked.dice);
            return Err(Refusal::new(referee_clauses::ENTERED, why).into());
        }
        let Some(pending) = self.pending.take() else {
            given.give(label, faces, by);
            return Ok(None);
        };
        given.give_missing(label, faces.clone(), by);
        self.try_order(pending, Some(Line::Entered { label: label.to_owned(), faces, by })).map(Some)
    }

    /// Makes an order wait for dice, and writes the line `news` if players roll them.
    pub(super) fn wait(&mut self, pending: Pending<S>, news: Option<Line<S>>) -> Result<(), RefereeError> {
        self.pending = Some(pending);
        match (&self.dice, news) {
            (DiceBox::Own(..), Some(news)) => self.write(&news),
            _ => Ok(()),
        }
    }

    /// Restores a waiting order from the ledger, without trying it.
    pub(crate) fn note_waits(&mut self, pending: Pending<S>) -> Result<(), &'static str> {
        match (&self.dice, &self.pending) {
            (DiceBox::Own(..), None) => {
                self.pending = Some(pending);
                Ok(())
            }
            (DiceBox::Own(..), Some(_)) => Err("an order is already waiting for its dice"),
            _ => Err("an order is waiting for dice that players do not roll"),
        }
    }

    /// Restores a roll entered for the waiting order from the ledger.
    pub(crate) fn note_entered(&mut self, label: &str, faces: Vec<u8>, by: Option<Side>) -> Result<(), &'static str> {
        match (&mut self.dice, &self.pending) {
            (DiceBox::Own(_, given), Some(_)) => {
                given.give(label, faces, by);
                Ok(())
            }
            _ => Err("dice were entered, and no order waited for them"),
        }
    }

    /// Prepares for the next entry of a ledger: if it is the waiting order, the order no longer waits.
    pub(crate) fn note_waited(&mut self, entry: &Entry<S>) -> Result<(), &'static str> {
        let Some(pending) = &self.pending else { return Ok(()) };
        match &entry.act {
            Act::Standing { .. } => return Ok(()),
            Act::Resign { .. } => {}
            Act::Order { by, order, id, standing }
                if *by == pending.side
                    && *order == pending.order
                    && *id == pending.id
                    && *standing == pending.standing => {}
            Act::Order { .. } | Act::Undo { .. } | Act::Begin => return Err("another order is waiting for its dice"),
        }
        self.pending = None;
        self.clear_dice();
        Ok(())
    }

    /// Tries the waiting order again after the ledger was read, to find which roll it waits for.
    pub(super) fn try_again(&mut self) -> Result<(), RefereeError> {
        let Some(pending) = self.pending.take() else { return Ok(()) };
        match self.try_order(pending, None) {
            Ok(_) | Err(SubmitError::Roll(_)) => Ok(()),
            Err(SubmitError::Failed(error)) => Err(error),
            Err(SubmitError::Refused(_)) => Err(RefereeError::Order("the order that waits for dice is refused")),
        }
    }

    /// Returns the roll that completes the waiting order, from the entry that records it; `None` if no order waits. For
    /// verification.
    pub(crate) fn last_entered<'e>(&self, entry: &'e Entry<S>) -> Result<Option<Entered<'e>>, &'static str> {
        let (DiceBox::Own(_, given), Some(_)) = (&self.dice, &self.pending) else { return Ok(None) };
        let mut entered = entry.items.iter().filter_map(|item| match item {
            Item::Roll { label, faces, to: Audience::All, entered_by, .. } if !faces.is_empty() => {
                Some((label.as_str(), faces.as_slice(), *entered_by))
            }
            _ => None,
        });
        entered.nth(given.count()).map(Some).ok_or("the dice that the order waited for are not in it")
    }

    /// Whether players enter the public rolls of this game.
    pub(crate) fn players_roll(&self) -> bool {
        matches!(self.dice, DiceBox::Own(..))
    }

    /// The side whose order waits for dice, with the client's id of that order; `None` if no order waits.
    #[must_use]
    pub fn order_waiting_for_dice(&self) -> Option<(Side, Option<&str>)> {
        self.pending.as_ref().map(|pending| (pending.side, pending.id.as_deref()))
    }

    /// The roll that the waiting order needs next; `None` if no order waits.
    #[must_use]
    pub fn roll_asked(&self) -> Option<&RollAsked> {
        self.pending.as_ref()?;
        self.dice.entered()?.missing()
    }

    /// The side that makes this roll: the only side that may see it, or else the side that gave the order. `None` if no
    /// order waits.
    #[must_use]
    pub fn rolling_side(&self) -> Option<Side> {
        let alone = self.roll_asked()?.seen_by.as_deref();
        let alone = alone.and_then(|name| Side::BOTH.into_iter().find(|side| S::SIDES[side.index()] == name));
        alone.or(self.pending.as_ref().map(|pending| pending.side))
    }

    /// Number of rolls with the expected label that fitted in the last attempt. 0 unless all dice are given.
    #[must_use]
    pub fn rolls_fitting(&self) -> usize {
        match &self.dice {
            DiceBox::Given(given) => given.fitting(),
            _ => 0,
        }
    }

    /// Labels of rolls that were supplied and not used.
    #[must_use]
    pub fn unused_dice(&self) -> Vec<String> {
        self.dice.entered().into_iter().flat_map(GivenDice::left_over).map(str::to_owned).collect()
    }

    /// Discards all supplied rolls that were not used.
    pub fn clear_dice(&mut self) {
        if let Some(given) = self.dice.entered_mut() {
            *given = GivenDice::new(S::SIDES);
        }
    }

    /// Resolves on a copy of the true position, which changes only when the entry is saved.
    pub(super) fn resolved(
        &mut self,
        body: impl FnOnce(&S::Setting, &mut S::Position, &mut dyn DiceSource, &mut Recorder<S>),
    ) -> Result<Vec<Item<S>>, RollAsked> {
        let mut position = self.position.clone();
        let mut recorder = Recorder::new(self.ordinals);
        let own = self.players_roll();
        let (given, mut tried) = match &mut self.dice {
            DiceBox::Unrevealed => return Ok(recorder.items),
            DiceBox::Fair(key) => {
                let mut dice = FairDice::new(*key, self.ordinals);
                body(&self.start.setting, &mut position, &mut dice, &mut recorder);
                return Ok(recorder.items);
            }
            DiceBox::Own(key, given) => {
                let mut dice = OwnDice::new(FairDice::new(*key, self.ordinals), given.for_a_try());
                body(&self.start.setting, &mut position, &mut dice, &mut recorder);
                (given, dice.open)
            }
            DiceBox::Given(given) => {
                let mut dice = given.for_a_try();
                body(&self.start.setting, &mut position, &mut dice, &mut recorder);
                (given, dice)
            }
        };
        if let Some(asked) = tried.missing().cloned() {
            // Keeps the given rolls for the next attempt, and the missing roll for the caller.
            given.note_missing(&tried);
            return Err(asked);
        }
        let mut entered = tried.take_used().into_iter();
        for item in &mut recorder.items {
            if let Item::Roll { entered_by, .. } = item {
                *entered_by = entered.next().flatten();
            }
        }
        // Rolls entered by players were for this order only.
        **given = if own { GivenDice::new(S::SIDES) } else { tried };
        Ok(recorder.items)
    }
}
