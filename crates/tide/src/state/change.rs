//! Changes of the position and the function that applies them.

use board::LocationId;
use rules::{Piece, PieceSet, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::printed::figures::Figures;
use crate::printed::words::{Action, Card, Figure, Phase, State, Token};
use crate::state::position::{Active, Command, Position, Sheet};
use crate::state::squad::Place;

/// A change of the position: a result, not its cause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Change {
    /// A new round begins.
    Round {
        /// Number of the round, from 1.
        now: u8,
    },
    /// A new phase begins.
    Phase {
        /// The phase that begins.
        now: Phase,
    },
    /// A side's turn begins.
    Turn {
        /// The side whose turn it is.
        side: Side,
        /// Number of actions in the turn.
        actions: u8,
    },
    /// An action of the turn is spent.
    ActionSpent,
    /// A side gets the initiative.
    Initiative {
        /// The side that gets it.
        side: Side,
    },
    /// A squad is activated, or takes an action after emerging.
    Activated {
        /// The squad that acts.
        unit: Piece,
        /// The action that it takes.
        action: Action,
        /// Movement points for the action.
        mp: u8,
    },
    /// The activation of the squad ends.
    Done,
    /// The activated squad has moved.
    Moved {
        /// The squad that has moved.
        unit: Piece,
        /// The Location where it is now.
        to: LocationId,
        /// Movement points that are left.
        mp_left: u8,
    },
    /// The activated squad has fired its one attack.
    Fired {
        /// Movement points that are left.
        mp_left: u8,
    },
    /// Machine-gun crews of a squad have fired Op Fire at the activated squad.
    CrewsFired {
        /// The squad of the crews.
        unit: Piece,
    },
    /// A squad is placed in a Location of the board.
    Placed {
        /// The squad that is placed.
        unit: Piece,
        /// The Location where it is now.
        at: LocationId,
    },
    /// A squad's token changes.
    Token {
        /// The squad that gets the token.
        unit: Piece,
        /// The new token; `fresh` if it is removed.
        now: Token,
    },
    /// A squad's morale changes.
    State {
        /// The squad whose morale changes.
        unit: Piece,
        /// The new morale, such as `pinned`.
        now: State,
    },
    /// A squad loses a figure.
    Lost {
        /// The squad that loses it.
        unit: Piece,
        /// Kind of the figure, such as `regular`.
        figure: Figure,
    },
    /// A squad leaves the game.
    Removed {
        /// The squad that leaves.
        unit: Piece,
    },
    /// A side takes an objective.
    Holds {
        /// Index of the objective in the scenario, from 0.
        objective: u8,
        /// The side that holds it now.
        side: Side,
    },
    /// A side's victory points change.
    Victory {
        /// The side with these points.
        side: Side,
        /// Total of its victory points.
        now: u16,
    },
    /// A side's command points change.
    Command {
        /// The side with these points.
        side: Side,
        /// Command points that it has not spent.
        points: u16,
        /// Command points that it has on the initiative card.
        on_card: u16,
    },
    /// Figures change squads: the first has these, the other has the rest.
    Transferred {
        /// One of the squads.
        unit: Piece,
        /// The other squad, which has the rest of the figures of both.
        other: Piece,
        /// Figures of the first squad now.
        figures: Figures,
    },
    /// A squad goes onto a sewer card.
    WentBelow {
        /// The squad that goes below.
        unit: Piece,
        /// The card where it is now.
        card: Card,
    },
    /// An entrance marker is placed or moved; the tokens on its card are removed.
    Marker {
        /// The card of the marker.
        card: Card,
        /// The ground of the hex where it lies.
        at: LocationId,
    },
    /// The covered squares of a card change.
    Squares {
        /// The card that changes.
        card: Card,
        /// Number of covered squares, from the first.
        covered: u8,
        /// Whether the last token shows fatigue.
        fatigued: bool,
    },
    /// A card, its tokens and its marker return to the owner.
    Returned {
        /// The card that returns.
        card: Card,
    },
}

/// Applies a change to the position. Checks no rules.
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
            let crews_fired = PieceSet::EMPTY;
            position.active =
                Some(Active { piece: unit, action, mp_left: mp, moved: false, fired: false, crews_fired });
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
        Change::CrewsFired { unit } => {
            if let Some(active) = &mut position.active {
                active.crews_fired = active.crews_fired.with(unit);
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
        Change::Command { side, points, on_card } => position.command[side] = Command { points, on_card },
        Change::Transferred { unit, other, figures } => {
            let both = [unit, other].map(|piece| position.squad(piece).map(|squad| squad.figures).unwrap_or_default());
            let rest = both[0].and(both[1]).less(figures).unwrap_or_default();
            position.change(unit, |squad| squad.figures = figures);
            position.change(other, |squad| squad.figures = rest);
        }
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
