//! Trials without logs, whose chance is decided by fast random numbers: for millions of games.

use std::sync::Arc;

use rules::resolution::{resolve, settle};
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
    /// Whether the handles of each side have changed since that was last asked.
    renamed: [bool; 2],
}

impl<S: System> std::fmt::Debug for QuickTrial<S> {
    /// Omits the position, as a referee does.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("QuickTrial").field("system", &S::NAME).finish_non_exhaustive()
    }
}

/// An observer that looks at each change of the position: a piece that goes out of sight and returns gets another handle.
struct Looks<'a, S: System> {
    start: &'a Start<S>,
    handles: &'a mut [Handles; 2],
    renamed: &'a mut [bool; 2],
    lots: &'a mut Lots,
    /// A change after which pieces have come or gone. It waits for the next, which may happen at the same time.
    waiting: Option<(S::Change, Next)>,
    failed: Result<(), RefereeError>,
}

/// The handles of each side that differ from those before, and the lots after those that they took.
type Next = ([Option<Handles>; 2], Lots);

impl<S: System> Looks<'_, S> {
    /// Returns the handles at a position; `None` if they are the same.
    fn next(&self, position: &S::Position) -> Result<Option<Next>, RefereeError> {
        let setting = &self.start.setting;
        let differs = |side: &Side| !self.handles[side.index()].fits::<S>(setting, position, side.seat());
        if !Side::BOTH.iter().any(differs) {
            return Ok(None);
        }
        let mut lots = self.lots.clone();
        let mut after = |side: Side| self.handles[side.index()].after::<S>(setting, position, side.seat(), &mut lots);
        Ok(Some(([after(Side::A)?, after(Side::B)?], lots)))
    }

    fn take(&mut self, (handles, lots): Next) {
        for ((of, renamed), next) in self.handles.iter_mut().zip(&mut *self.renamed).zip(handles) {
            if let Some(next) = next {
                (*of, *renamed) = (next, true);
            }
        }
        *self.lots = lots;
    }

    /// Nothing happens at the same time as the change that waits.
    fn settle(&mut self) {
        if let Some((_, next)) = self.waiting.take() {
            self.take(next);
        }
    }

    /// Looks at a position after a change.
    #[inline(never)]
    fn look_after(&mut self, position: &S::Position, change: &S::Change) {
        if self.failed.is_err() {
            return;
        }
        match self.waiting.take() {
            Some((before, next)) if !S::simultaneous(&before, change) => self.take(next),
            _ => {}
        }
        match self.next(position) {
            Ok(next) => self.waiting = next.map(|next| (*change, next)),
            Err(error) => self.failed = Err(error),
        }
    }

    /// Gives handles to the pieces that have come into sight, and takes them from those that have gone.
    fn look(&mut self, position: &S::Position) -> Result<(), RefereeError> {
        self.settle();
        if let Some(next) = self.next(position)? {
            self.take(next);
        }
        Ok(())
    }
}

impl<S: System> EffectObserver<S> for Looks<'_, S> {
    #[inline]
    fn changed(&mut self, _: &S::Setting, position: &S::Position, effect: &Effect<S>) {
        match effect {
            Effect::Change(_, change) => self.look_after(position, change),
            Effect::Push(_) | Effect::Pop => self.settle(),
        }
    }
    #[inline]
    fn reported(&mut self, _: Clause, _: Audience, _: &S::Report) {
        self.settle();
    }
    #[inline]
    fn rolled(&mut self, _: &Pool, _: &[u8]) {
        self.settle();
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
        let mut trial = QuickTrial {
            position: S::Position::clone(&start.position),
            start,
            handles: Default::default(),
            dice: QuickDice::new(seed),
            lots: Lots::Quick(QuickDice::new(!seed)),
            renamed: [true; 2],
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
        self.renamed = [true; 2];
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
        let QuickTrial { start, position, handles, dice, lots, renamed } = self;
        let mut looks = Looks { start, handles, renamed, lots, waiting: None, failed: Ok(()) };
        match order {
            None => {
                looks.look(position)?;
                settle::<S>(&start.setting, position, dice, &mut looks);
            }
            Some((side, order)) => resolve::<S>(&start.setting, position, side, order, dice, &mut looks),
        }
        std::mem::replace(&mut looks.failed, Ok(()))?;
        looks.look(position)
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

    /// Whether the handles of a side have changed since this was last asked.
    pub fn take_renamed(&mut self, side: Side) -> bool {
        std::mem::take(&mut self.renamed[side.index()])
    }

    /// The handles of a side.
    #[must_use]
    pub fn handles(&self, side: Side) -> &Handles {
        &self.handles[side.index()]
    }
}
