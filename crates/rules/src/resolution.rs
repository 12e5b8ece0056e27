//! Resolution: how an order becomes changes, rolls and reports.

use crate::{Audience, ClassCounts, Clause, DiceSource, GamePlay, GameState, Pool, RollRecord, Side};

/// The operations available to rules while they resolve an order or a step: read the true position, roll, change,
/// report, and change the agenda. Each effect cites its clause.
pub trait Resolver<S: GameState> {
    /// The constant part of the game.
    fn setting(&self) -> &S::Setting;
    /// The true position, with all effects so far.
    fn position(&self) -> &S::Position;
    /// Rolls a pool of dice and returns the number of dice in each class.
    fn roll(&mut self, pool: Pool) -> ClassCounts;
    /// Applies a change to the position. Does nothing if `clause` is switched off.
    fn change(&mut self, clause: Clause, change: S::Change);
    /// Sends an audience a report about something that leaves no trace in the position.
    fn report(&mut self, clause: Clause, audience: Audience, report: S::Report);
    /// Whether the observer takes note of reports. If not, reports that are dear to make need not be made.
    fn is_heard(&self) -> bool;
    /// Puts a step on top of the agenda, to be resolved before those already there.
    fn push(&mut self, step: S::Step);
    /// Removes the top step from the agenda: a question that has been answered.
    fn pop(&mut self);
}

/// One recorded effect on the position or its agenda.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect<S: GameState> {
    /// A change of the position, with the clause that caused it.
    Change(Clause, S::Change),
    /// A step put on top of the agenda.
    Push(S::Step),
    /// Removal of the top step of the agenda.
    Pop,
}

/// Observes the effects of a resolution. Playouts use `()`, which ignores everything at no cost.
pub trait EffectObserver<S: GameState> {
    /// Whether it takes note of reports.
    const HEARS: bool = true;

    /// Called after an effect was applied; `position` is the true position after it.
    fn changed(&mut self, setting: &S::Setting, position: &S::Position, effect: &Effect<S>);
    /// Called when a report is sent to an audience.
    fn reported(&mut self, clause: Clause, audience: Audience, report: &S::Report);
    /// Called after a roll. `faces` is empty if the source of dice has no faces.
    fn rolled(&mut self, pool: &Pool, faces: &[u8]);
}

impl<S: GameState> EffectObserver<S> for () {
    const HEARS: bool = false;

    #[inline]
    fn changed(&mut self, _: &S::Setting, _: &S::Position, _: &Effect<S>) {}
    #[inline]
    fn reported(&mut self, _: Clause, _: Audience, _: &S::Report) {}
    #[inline]
    fn rolled(&mut self, _: &Pool, _: &[u8]) {}
}

/// The implementation of [`Resolver`]: a position being changed, a source of dice and an observer.
pub struct Resolution<'a, S: GameState, D, R> {
    setting: &'a S::Setting,
    position: &'a mut S::Position,
    dice: &'a mut D,
    observer: &'a mut R,
}

impl<S: GameState, D: DiceSource, R: EffectObserver<S>> Resolver<S> for Resolution<'_, S, D, R> {
    #[inline]
    fn setting(&self) -> &S::Setting {
        self.setting
    }

    #[inline]
    fn position(&self) -> &S::Position {
        self.position
    }

    #[inline]
    fn roll(&mut self, pool: Pool) -> ClassCounts {
        let counts = self.dice.roll(&pool);
        self.observer.rolled(&pool, self.dice.faces());
        counts
    }

    // Inlined, because the caller knows which change it makes: applying it then comes down to a few stores.
    #[inline(always)]
    fn change(&mut self, clause: Clause, change: S::Change) {
        if clause.is_in_force() {
            self.apply(Effect::Change(clause, change));
        }
    }

    #[inline]
    fn report(&mut self, clause: Clause, audience: Audience, report: S::Report) {
        if clause.is_in_force() {
            self.observer.reported(clause, audience, &report);
        }
    }

    #[inline(always)]
    fn is_heard(&self) -> bool {
        R::HEARS
    }

    #[inline(always)]
    fn push(&mut self, step: S::Step) {
        self.apply(Effect::Push(step));
    }

    #[inline(always)]
    fn pop(&mut self) {
        self.apply(Effect::Pop);
    }
}

impl<S: GameState, D: DiceSource, R: EffectObserver<S>> Resolution<'_, S, D, R> {
    #[inline(always)]
    fn apply(&mut self, effect: Effect<S>) {
        apply::<S>(self.setting, self.position, &effect);
        self.observer.changed(self.setting, self.position, &effect);
    }
}

/// Applies one recorded effect to a position. Replay consists of these calls.
#[inline(always)]
pub fn apply<S: GameState>(setting: &S::Setting, position: &mut S::Position, effect: &Effect<S>) {
    match effect {
        Effect::Change(_, change) => S::apply(setting, position, change),
        Effect::Push(step) => S::agenda_mut(position).push(*step),
        Effect::Pop => S::agenda_mut(position).pop(),
    }
}

/// Whether at least one side has a question to answer.
#[inline]
pub fn has_pending_question<S: GameState>(setting: &S::Setting, position: &S::Position) -> bool {
    S::has_pending_question(setting, position)
}

/// Resolves a checked order. Steps that it puts on the agenda are not resolved.
pub fn resolve_order<S: GamePlay>(
    setting: &S::Setting,
    position: &mut S::Position,
    side: Side,
    order: &S::Order,
    dice: &mut impl DiceSource,
    observer: &mut impl EffectObserver<S>,
) {
    S::resolve(&mut Resolution { setting, position, dice, observer }, side, order);
}

/// Resolves a checked order, then every step up to the next question or the end of the game.
pub fn resolve<S: GamePlay>(
    setting: &S::Setting,
    position: &mut S::Position,
    side: Side,
    order: &S::Order,
    dice: &mut impl DiceSource,
    observer: &mut impl EffectObserver<S>,
) {
    resolve_order::<S>(setting, position, side, order, dice, observer);
    settle::<S>(setting, position, dice, observer);
}

/// Resolves the steps on the agenda up to the next question or the end of the game.
#[inline]
pub fn settle<S: GamePlay>(
    setting: &S::Setting,
    position: &mut S::Position,
    dice: &mut impl DiceSource,
    observer: &mut impl EffectObserver<S>,
) {
    // One resolver for all steps: most are functions that take it from memory.
    let mut resolver = Resolution { setting, position, dice, observer };
    // After many orders the next question is there already.
    if resolver.is_due() {
        resolver.go_on();
    }
}

/// Resolves one step of the agenda. Returns false, and does nothing, if a question is pending, the agenda is empty or
/// the game is over.
#[inline]
pub fn step_once<S: GamePlay>(
    setting: &S::Setting,
    position: &mut S::Position,
    dice: &mut impl DiceSource,
    observer: &mut impl EffectObserver<S>,
) -> bool {
    Resolution { setting, position, dice, observer }.step_once()
}

impl<S: GamePlay, D: DiceSource, R: EffectObserver<S>> Resolution<'_, S, D, R> {
    /// Whether the top of the agenda is a step to resolve: no question is pending, and the game is not over.
    #[inline(always)]
    fn is_due(&self) -> bool {
        S::outcome(self.setting, self.position).is_none() && !has_pending_question::<S>(self.setting, self.position)
    }

    /// Resolves the step that is due, and more as long as one is.
    #[inline(never)]
    fn go_on(&mut self) {
        while self.take_step() && self.is_due() {}
    }

    /// Resolves one step as [`step_once`] does.
    #[inline(always)]
    fn step_once(&mut self) -> bool {
        self.is_due() && self.take_step()
    }

    /// Resolves the step that is due. Returns false if there is none.
    #[inline(always)]
    fn take_step(&mut self) -> bool {
        // Copied last: a question is left where it is.
        let Some(step) = S::agenda(self.position).top() else { return false };
        self.pop();
        S::step(self, step);
        true
    }
}

/// Converts a roll into its record for ledgers and observations.
#[must_use]
pub fn rolled(pool: &Pool, faces: &[u8]) -> RollRecord {
    RollRecord { label: pool.label.to_owned(), clause: pool.clause.id().to_owned(), faces: faces.to_vec() }
}
