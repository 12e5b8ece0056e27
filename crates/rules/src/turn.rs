//! Resolving: how an order becomes changes, rolls and reports.

use crate::{Audience, Clause, Counts, GamePlay, GameState, Pool, Rolled, Rolls, Side};

/// What the rules may do while they resolve an order or a step: look at the truth, roll, change, report, and put
/// steps on the agenda. Each effect names its clause.
pub trait Turn<S: GameState> {
    /// What never changes in this game.
    fn setting(&self) -> &S::Setting;
    /// The truth as it is now.
    fn position(&self) -> &S::Position;
    /// Rolls dice.
    fn roll(&mut self, pool: Pool) -> Counts;
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
pub enum Delta<S: GameState> {
    /// A change of the position.
    Change(Clause, S::Change),
    /// A step put on the agenda.
    Push(S::Step),
    /// The top step taken off the agenda.
    Pop,
}

/// Watches a game's course. A playout watches with `()`, which costs nothing.
pub trait Record<S: GameState> {
    /// Something changed; `position` is the truth after it.
    fn changed(&mut self, setting: &S::Setting, position: &S::Position, delta: &Delta<S>);
    /// Someone was told something.
    fn reported(&mut self, clause: Clause, audience: Audience, report: &S::Report);
    /// Dice fell.
    fn rolled(&mut self, pool: &Pool, faces: &[u8]);
}

impl<S: GameState> Record<S> for () {
    #[inline]
    fn changed(&mut self, _: &S::Setting, _: &S::Position, _: &Delta<S>) {}
    #[inline]
    fn reported(&mut self, _: Clause, _: Audience, _: &S::Report) {}
    #[inline]
    fn rolled(&mut self, _: &Pool, _: &[u8]) {}
}

/// The one [`Turn`]: a position being changed, with a source of dice and a record.
pub struct Resolving<'a, S: GameState, D, R> {
    setting: &'a S::Setting,
    position: &'a mut S::Position,
    dice: &'a mut D,
    record: &'a mut R,
}

impl<S: GameState, D: Rolls, R: Record<S>> Turn<S> for Resolving<'_, S, D, R> {
    #[inline]
    fn setting(&self) -> &S::Setting {
        self.setting
    }

    #[inline]
    fn position(&self) -> &S::Position {
        self.position
    }

    #[inline]
    fn roll(&mut self, pool: Pool) -> Counts {
        let counts = self.dice.roll(&pool);
        self.record.rolled(&pool, self.dice.faces());
        counts
    }

    // Where a rule makes a change it is known which: inlined, applying it comes down to a few stores.
    #[inline(always)]
    fn change(&mut self, clause: Clause, change: S::Change) {
        if clause.is_in_force() {
            self.apply(Delta::Change(clause, change));
        }
    }

    #[inline]
    fn report(&mut self, clause: Clause, audience: Audience, report: S::Report) {
        if clause.is_in_force() {
            self.record.reported(clause, audience, &report);
        }
    }

    #[inline(always)]
    fn push(&mut self, step: S::Step) {
        self.apply(Delta::Push(step));
    }

    #[inline(always)]
    fn pop(&mut self) {
        self.apply(Delta::Pop);
    }
}

impl<S: GameState, D: Rolls, R: Record<S>> Resolving<'_, S, D, R> {
    #[inline(always)]
    fn apply(&mut self, delta: Delta<S>) {
        apply::<S>(self.setting, self.position, &delta);
        self.record.changed(self.setting, self.position, &delta);
    }
}

/// Applies one recorded item to a position. Replay is nothing but this.
#[inline(always)]
pub fn apply<S: GameState>(setting: &S::Setting, position: &mut S::Position, delta: &Delta<S>) {
    match delta {
        Delta::Change(_, change) => S::apply(setting, position, change),
        Delta::Push(step) => S::agenda_mut(position).push(*step),
        Delta::Pop => S::agenda_mut(position).pop(),
    }
}

/// Whether some side is asked something.
#[inline]
pub fn someone_is_asked<S: GameState>(setting: &S::Setting, position: &S::Position) -> bool {
    S::asks(setting, position)
}

/// Resolves an order that has been checked, leaving the steps it put on the agenda undone.
pub fn resolve_order<S: GamePlay>(
    setting: &S::Setting,
    position: &mut S::Position,
    side: Side,
    order: &S::Order,
    dice: &mut impl Rolls,
    record: &mut impl Record<S>,
) {
    S::resolve(&mut Resolving { setting, position, dice, record }, side, order);
}

/// Resolves an order that has been checked, and every step up to the next question or the end of the game.
pub fn resolve<S: GamePlay>(
    setting: &S::Setting,
    position: &mut S::Position,
    side: Side,
    order: &S::Order,
    dice: &mut impl Rolls,
    record: &mut impl Record<S>,
) {
    resolve_order::<S>(setting, position, side, order, dice, record);
    settle::<S>(setting, position, dice, record);
}

/// Does the steps on the agenda up to the next question or the end of the game.
// A playout comes here once an order: the steps are done in one function, with no call for each.
#[inline(never)]
pub fn settle<S: GamePlay>(
    setting: &S::Setting,
    position: &mut S::Position,
    dice: &mut impl Rolls,
    record: &mut impl Record<S>,
) {
    while step_once::<S>(setting, position, dice, record) {}
}

/// Does one step of the agenda; false when a question stands, the agenda is empty or the game is over.
#[inline(always)]
pub fn step_once<S: GamePlay>(
    setting: &S::Setting,
    position: &mut S::Position,
    dice: &mut impl Rolls,
    record: &mut impl Record<S>,
) -> bool {
    let Some(step) = S::agenda(position).top() else { return false };
    if S::outcome(setting, position).is_some() || someone_is_asked::<S>(setting, position) {
        return false;
    }
    let mut turn = Resolving { setting, position, dice, record };
    turn.pop();
    S::step(&mut turn, step);
    true
}

/// Turns a roll into its record.
#[must_use]
pub fn rolled(pool: &Pool, faces: &[u8]) -> Rolled {
    Rolled { label: pool.label.to_owned(), clause: pool.clause.id().to_owned(), faces: faces.to_vec() }
}
