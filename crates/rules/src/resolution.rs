//! Resolution: how an order becomes changes, rolls and reports.

use crate::{Audience, ClassCounts, Clause, DiceSource, GamePlay, GameState, Pool, RollRecord, Side};

/// What the rules may do while they resolve an order or a step: look at the true position, roll, change, report, and put
/// steps on the agenda. Each effect names its clause.
pub trait Resolver<S: GameState> {
    /// What never changes in this game.
    fn setting(&self) -> &S::Setting;
    /// The true position as it is now.
    fn position(&self) -> &S::Position;
    /// Rolls dice.
    fn roll(&mut self, pool: Pool) -> ClassCounts;
    /// Changes the position.
    fn change(&mut self, clause: Clause, change: S::Change);
    /// Tells an audience what leaves no trace in the position.
    fn report(&mut self, clause: Clause, audience: Audience, report: S::Report);
    /// Puts a step on top of the agenda: it is done before those already there.
    fn push(&mut self, step: S::Step);
    /// Takes the top step (a question that has been answered) off the agenda.
    fn pop(&mut self);
}

/// What is written down of a game's course, item by item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect<S: GameState> {
    /// A change of the position.
    Change(Clause, S::Change),
    /// A step put on the agenda.
    Push(S::Step),
    /// The top step taken off the agenda.
    Pop,
}

/// Observes the effects of a resolution. A playout watches with `()`, which costs nothing.
pub trait EffectObserver<S: GameState> {
    /// Something changed; `position` is the true position after it.
    fn changed(&mut self, setting: &S::Setting, position: &S::Position, effect: &Effect<S>);
    /// Someone was told something.
    fn reported(&mut self, clause: Clause, audience: Audience, report: &S::Report);
    /// Dice fell.
    fn rolled(&mut self, pool: &Pool, faces: &[u8]);
}

impl<S: GameState> EffectObserver<S> for () {
    #[inline]
    fn changed(&mut self, _: &S::Setting, _: &S::Position, _: &Effect<S>) {}
    #[inline]
    fn reported(&mut self, _: Clause, _: Audience, _: &S::Report) {}
    #[inline]
    fn rolled(&mut self, _: &Pool, _: &[u8]) {}
}

/// The one [`Resolver`]: a position being changed, with a source of dice and an observer.
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

    // Where a rule makes a change it is known which: inlined, applying it comes down to a few stores.
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

/// Applies one recorded item to a position. Replay is nothing but this.
#[inline(always)]
pub fn apply<S: GameState>(setting: &S::Setting, position: &mut S::Position, effect: &Effect<S>) {
    match effect {
        Effect::Change(_, change) => S::apply(setting, position, change),
        Effect::Push(step) => S::agenda_mut(position).push(*step),
        Effect::Pop => S::agenda_mut(position).pop(),
    }
}

/// Whether some side is asked something.
#[inline]
pub fn has_pending_question<S: GameState>(setting: &S::Setting, position: &S::Position) -> bool {
    S::has_pending_question(setting, position)
}

/// Resolves an order that has been checked, leaving the steps it put on the agenda undone.
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

/// Resolves an order that has been checked, and every step up to the next question or the end of the game.
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

/// Does the steps on the agenda up to the next question or the end of the game.
// A playout comes here once an order: the steps are done in one function, with no call for each.
#[inline(never)]
pub fn settle<S: GamePlay>(
    setting: &S::Setting,
    position: &mut S::Position,
    dice: &mut impl DiceSource,
    observer: &mut impl EffectObserver<S>,
) {
    while step_once::<S>(setting, position, dice, observer) {}
}

/// Does one step of the agenda; false when a question stands, the agenda is empty or the game is over.
#[inline(always)]
pub fn step_once<S: GamePlay>(
    setting: &S::Setting,
    position: &mut S::Position,
    dice: &mut impl DiceSource,
    observer: &mut impl EffectObserver<S>,
) -> bool {
    let Some(step) = S::agenda(position).top() else { return false };
    if S::outcome(setting, position).is_some() || has_pending_question::<S>(setting, position) {
        return false;
    }
    let mut resolver = Resolution { setting, position, dice, observer };
    resolver.pop();
    S::step(&mut resolver, step);
    true
}

/// Turns a roll into its record.
#[must_use]
pub fn rolled(pool: &Pool, faces: &[u8]) -> RollRecord {
    RollRecord { label: pool.label.to_owned(), clause: pool.clause.id().to_owned(), faces: faces.to_vec() }
}
