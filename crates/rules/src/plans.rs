//! Plans that both sides make at the same time, as odds and computer players need them.

use board::LocationId;

use crate::calculator::Sentence;
use crate::piece::Piece;
use crate::side::Side;
use crate::system::{GamePlay, GameState, GameView};

/// Handling of plans that both sides make at the same time without seeing each other's.
#[derive(Debug)]
pub struct Plans<S: GamePlay> {
    /// Clears what a side has planned so far. Applied to guesses only, to plan again or to hide the plans from the
    /// other side.
    pub clear_plan: fn(&S::Setting, &mut S::Position, Side),
    /// Returns the position in which this order is the only plan, and the order that carries it out. Odds are then
    /// computed as if no other unit acted. `None` if the order takes effect at once, or if its plan involves no roll.
    pub isolate_order: IsolateOrder<S>,
    /// Returns the enemies in sight that see the places of an order, as far as its side knows. `None` if the order plans
    /// nothing in any place.
    pub onlookers: FindOnlookers<S>,
}

/// The function type of [`Plans::isolate_order`].
pub type IsolateOrder<S> = fn(
    &<S as GameState>::Setting,
    &<S as GameState>::Position,
    Side,
    &<S as GamePlay>::Order,
) -> Option<(<S as GameState>::Position, <S as GamePlay>::Order)>;

/// The function type of [`Plans::onlookers`].
pub type FindOnlookers<S> = for<'a> fn(<S as GameView>::Eyes<'a>, &<S as GamePlay>::Order) -> Option<Onlookers<Piece>>;

/// The enemies that see where a plan leads. They stand for reactions, which no one can list where the enemy plans at the
/// same time. `P` is the piece as the reader names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Onlookers<P> {
    /// Why no reactions are listed, and what is listed instead.
    pub text: Vec<Sentence>,
    /// The enemies in sight with a clear line to at least one of the places, in the order of the pieces.
    pub seen: Vec<Onlooker<P>>,
}

/// An enemy in sight that sees places of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Onlooker<P> {
    /// The enemy.
    pub piece: P,
    /// The places to which it has a clear line, in the order of the plan.
    pub places: Vec<LocationId>,
}
