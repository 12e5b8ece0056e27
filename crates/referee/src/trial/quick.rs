//! Trials without logs, whose chance is decided by fast random numbers: for millions of games.

use std::sync::Arc;

use rules::resolution::{apply, resolve, settle};
use rules::{Audience, Clause, Effect, EffectObserver, Outcome, Pool, QuickDice, Seat, Side, System};

use crate::RefereeError;
use crate::ledger::ScenarioText;
use crate::names::{Handles, Lots};
use crate::shared::{Start, shared};

/// A game that keeps nothing but the position and the handles of both sides. Equal seeds and orders give equal games.
///
/// The handles are those of a [`super::Trial`] in which the dice and the lots fall alike.
pub struct QuickTrial<S: System> {
    start: Arc<Start<S>>,
    position: S::Position,
    handles: [Handles; 2],
    dice: QuickDice,
    lots: Lots,
    effects: Effects<S>,
    before: S::Position,
}

impl<S: System> std::fmt::Debug for QuickTrial<S> {
    /// Omits the position, as a referee does.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("QuickTrial").field("system", &S::NAME).finish_non_exhaustive()
    }
}

/// An observer that keeps the changes of the position, to look at them one by one. `None` stands for a report or a roll
/// between them.
#[derive(Debug)]
struct Effects<S: System>(Vec<Option<Effect<S>>>);

impl<S: System> EffectObserver<S> for Effects<S> {
    #[inline]
    fn changed(&mut self, _: &S::Setting, _: &S::Position, effect: &Effect<S>) {
        self.0.push(Some(*effect));
    }
    #[inline]
    fn reported(&mut self, _: Clause, _: Audience, _: &S::Report) {
        self.0.push(None);
    }
    #[inline]
    fn rolled(&mut self, _: &Pool, _: &[u8]) {
        self.0.push(None);
    }
}

impl<S: System> QuickTrial<S> {
    /// Begins a game of a scenario.
    ///
    /// # Errors
    /// The scenario has mistakes.
    /// The referee fails.
    pub fn new(scenario: &ScenarioText, seed: u64) -> Result<Self, RefereeError> {
        let start = shared::<S>(scenario)?;
        let first = S::Position::clone(&start.position);
        let mut trial = QuickTrial {
            start,
            position: first.clone(),
            handles: Default::default(),
            dice: QuickDice::new(seed),
            lots: Lots::Quick(QuickDice::new(!seed)),
            effects: Effects(Vec::new()),
            before: first,
        };
        trial.begin()?;
        Ok(trial)
    }

    /// Begins the same scenario again, with the random numbers that follow.
    ///
    /// # Errors
    /// The referee fails.
    pub fn begin(&mut self) -> Result<(), RefereeError> {
        self.position.clone_from(&self.start.position);
        self.handles = Default::default();
        self.look()?;
        self.carry_out(None)
    }

    /// Gives a legal order for a side that is asked.
    ///
    /// # Errors
    /// The referee fails.
    pub fn order(&mut self, side: Side, order: &S::Order) -> Result<(), RefereeError> {
        self.carry_out(Some((side, order)))
    }

    fn carry_out(&mut self, order: Option<(Side, &S::Order)>) -> Result<(), RefereeError> {
        let QuickTrial { start, position, dice, effects, before, .. } = self;
        before.clone_from(position);
        effects.0.clear();
        match order {
            None => settle::<S>(&start.setting, position, dice, effects),
            Some((side, order)) => resolve::<S>(&start.setting, position, side, order, dice, effects),
        }
        // A piece that goes out of sight and returns gets another handle, so each change is looked at.
        std::mem::swap(&mut self.position, &mut self.before);
        let effects = std::mem::take(&mut self.effects.0);
        let mut next = effects.iter().peekable();
        while let Some(effect) = next.next() {
            let Some(effect) = effect else { continue };
            apply::<S>(&self.start.setting, &mut self.position, effect);
            let Effect::Change(_, change) = effect else { continue };
            let at_once = matches!(next.peek(), Some(Some(Effect::Change(_, next))) if S::simultaneous(change, next));
            if !at_once {
                self.look()?;
            }
        }
        self.effects.0 = effects;
        self.look()
    }

    /// Gives handles to the pieces that have come into sight, and takes them from those that have gone.
    fn look(&mut self) -> Result<(), RefereeError> {
        for side in Side::BOTH {
            let handles = &mut self.handles[side.index()];
            let next = handles.after::<S>(&self.start.setting, &self.position, side.seat(), &mut self.lots)?;
            if let Some(next) = next {
                *handles = next;
            }
        }
        Ok(())
    }

    /// The side that gives the next order, as in [`super::Trial::awaited`]; `None` if the game is over or stuck.
    #[must_use]
    pub fn to_order(&self) -> Option<Side> {
        if self.outcome().is_some() {
            return None;
        }
        let awaited = S::awaited(&self.start.setting, &self.position);
        Side::BOTH.into_iter().find(|side| awaited[*side])
    }

    /// The result of the game; `None` while it continues.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        S::outcome(&self.start.setting, &self.position)
    }

    /// The constant part of the game.
    #[must_use]
    pub fn setting(&self) -> &Arc<S::Setting> {
        &self.start.setting
    }

    /// The true position restricted to what a seat may see.
    #[must_use]
    pub fn eyes(&self, seat: Seat) -> S::Eyes<'_> {
        S::eyes(&self.start.setting, &self.position, seat)
    }

    /// The handles of a side.
    #[must_use]
    pub fn handles(&self, side: Side) -> &Handles {
        &self.handles[side.index()]
    }
}
