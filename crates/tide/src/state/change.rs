//! Changes of the position, and what leaves no trace in it.

use board::LocationId;
use rules::{Piece, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::printed::words::{Action, Card, Figure, Phase, State, Token};
use crate::state::position::{Active, Position, Sheet};
use crate::state::squad::Place;

/// A change of the position: a result, not a cause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Change {
    /// A round begins.
    Round {
        /// Its number, from 1.
        now: u8,
    },
    /// A phase begins.
    Phase {
        /// Which.
        now: Phase,
    },
    /// A turn begins.
    Turn {
        /// Whose.
        side: Side,
        /// How many actions it has.
        actions: u8,
    },
    /// An action of the turn is spent.
    ActionSpent,
    /// A side has the initiative.
    Initiative {
        /// Which.
        side: Side,
    },
    /// A squad is activated, or takes an action after emerging.
    Activated {
        /// The squad.
        unit: Piece,
        /// What it does.
        action: Action,
        /// Its movement points.
        mp: u8,
    },
    /// The activation ends.
    Done,
    /// The activated squad has moved.
    Moved {
        /// The squad.
        unit: Piece,
        /// Where it is now.
        to: LocationId,
        /// Movement points left.
        mp_left: u8,
    },
    /// The activated squad has fired.
    Fired {
        /// Movement points left.
        mp_left: u8,
    },
    /// A squad is placed on a Location of the board.
    Placed {
        /// The squad.
        unit: Piece,
        /// Where.
        at: LocationId,
    },
    /// A squad's token changes.
    Token {
        /// The squad.
        unit: Piece,
        /// The token.
        now: Token,
    },
    /// A squad's morale changes.
    State {
        /// The squad.
        unit: Piece,
        /// The morale.
        now: State,
    },
    /// A squad loses a figure.
    Lost {
        /// The squad.
        unit: Piece,
        /// The figure.
        figure: Figure,
    },
    /// A squad leaves the game.
    Removed {
        /// The squad.
        unit: Piece,
    },
    /// A side takes an objective.
    Holds {
        /// Which, counted from 0 in the scenario.
        objective: u8,
        /// Who.
        side: Side,
    },
    /// A side's victory points change.
    Victory {
        /// Whose.
        side: Side,
        /// How many.
        now: u16,
    },
    /// A squad goes onto a sewer card.
    WentBelow {
        /// The squad.
        unit: Piece,
        /// The card.
        card: Card,
    },
    /// An entrance marker is placed or moved; the tokens on its card are removed.
    Marker {
        /// The card.
        card: Card,
        /// Where.
        at: LocationId,
    },
    /// The covered squares of a card change.
    Squares {
        /// The card.
        card: Card,
        /// How many are covered.
        covered: u8,
        /// Whether the last token shows fatigue.
        fatigued: bool,
    },
    /// Card, tokens and marker return to the owner.
    Returned {
        /// The card.
        card: Card,
    },
}

/// Changes the position; looks up no rule.
#[inline(always)]
pub fn apply(position: &mut Position, change: &Change) {
    match *change {
        Change::Round { now } => position.round = now,
        Change::Phase { now } => position.phase = now,
        Change::Turn { side, actions } => {
            position.turn = side;
            position.actions_left = actions;
        }
        Change::ActionSpent => position.actions_left = position.actions_left.saturating_sub(1),
        Change::Initiative { side } => position.initiative = side,
        Change::Activated { unit, action, mp } => {
            position.active = Some(Active { piece: unit, action, mp_left: mp, moved: false, fired: false });
        }
        Change::Done => position.active = None,
        Change::Moved { unit, to, mp_left } => {
            position.change(unit, |squad| squad.place = Place::On(to));
            if let Some(active) = &mut position.active {
                active.mp_left = mp_left;
                active.moved = true;
            }
        }
        Change::Fired { mp_left } => {
            if let Some(active) = &mut position.active {
                active.mp_left = mp_left;
                active.fired = true;
            }
        }
        Change::Placed { unit, at } => position.change(unit, |squad| squad.place = Place::On(at)),
        Change::Token { unit, now } => {
            position.change(unit, |squad| squad.token = now);
        }
        Change::State { unit, now } => {
            position.change(unit, |squad| squad.state = now);
        }
        Change::Lost { unit, figure } => {
            position.change(unit, |squad| squad.figures = squad.figures.without(figure));
        }
        Change::Removed { unit } => position.change(unit, |squad| squad.place = Place::Gone),
        Change::Holds { objective, side } => {
            if let Some(held) = position.held.get_mut(usize::from(objective)) {
                *held = Some(side);
            }
        }
        Change::Victory { side, now } => position.victory[side] = now,
        Change::WentBelow { unit, card } => {
            position.change(unit, |squad| {
                squad.place = Place::Below(card);
                squad.token = Token::Fresh;
            });
        }
        Change::Marker { card, at } => {
            position.cards[card.index()] = Some(Sheet { entrance: at, covered: 0, fatigued: false });
        }
        Change::Squares { card, covered, fatigued } => {
            if let Some(sheet) = position.sheet_mut(card) {
                sheet.covered = covered;
                sheet.fatigued = fatigued;
            }
        }
        Change::Returned { card } => position.cards[card.index()] = None,
    }
}
