//! Facts: the view of a seat as data.

use std::sync::Arc;

use board::LocationId;
use rules::{Piece, PieceSet, Seat, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::printed::figures::Figures;
use crate::printed::words::{Action, Card, GERMAN, Phase, State, Token};
use crate::setting::{Points, exit_range};
use crate::state::position::Command;
use crate::state::squad::Place;
use crate::state::step::Step;
use crate::view::eyes::TideEyes;

/// A fact: one statement that is true in a seat's view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Fact {
    /// A squad that this seat sees.
    Unit {
        /// Handle of the squad in this seat's view.
        piece: Piece,
        /// The side of the squad.
        side: Side,
        /// Number of its figures by kind.
        figures: Figures,
        /// Where it is: a Location of the board, or a sewer card.
        at: LocationId,
        /// Morale, such as `steady`.
        state: State,
        /// Activation token; below, the one on its card.
        token: Token,
        /// Name in the scenario, shown to its own side only.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<Arc<str>>,
    },
    /// An entrance marker of a squad below.
    Entrance {
        /// The card of the squad.
        card: Card,
        /// The ground where it lies.
        at: LocationId,
    },
    /// A sewer card in use.
    Card {
        /// Colour of the card, such as `red`.
        card: Card,
        /// Number of covered squares, from the first.
        covered: u8,
        /// Exit range from the entrance marker, in hexes.
        exit_range: u8,
        /// Whether the last token shows fatigue.
        fatigued: bool,
    },
    /// An objective of the scenario (TOI-B26).
    Objective {
        /// The ground of its hex.
        at: LocationId,
        /// The side that holds it; left out while neither does.
        held_by: Option<Side>,
        /// Command points for its holder in each Command Phase.
        command: u16,
        /// Victory points for its holder in each Command Phase.
        victory: u16,
        /// The only side that its command points are paid to; left out if they are paid to either.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        nation: Option<Side>,
    },
    /// The victory points of a side.
    Score {
        /// The side with these points.
        side: Side,
        /// Total of its victory points.
        victory: u16,
    },
    /// The command points of a side (TOI-B34). There is no such fact while it has none.
    Command {
        /// The side with these points.
        side: Side,
        /// Command points that it has not spent.
        points: u16,
        /// Command points that it has on the initiative card.
        on_card: u16,
    },
    /// The round of the game.
    Round {
        /// Number of the current round, from 1.
        now: u8,
        /// Number of rounds in the game.
        of: u8,
    },
    /// The phase of the round.
    Phase(Phase),
    /// The side whose turn it is, and its remaining actions.
    Turn {
        /// The side whose turn it is.
        side: Side,
        /// Number of actions left in it.
        actions_left: u8,
    },
    /// The side that begins the next Action Phase.
    Initiative {
        /// The side that has it.
        side: Side,
    },
    /// The activated squad and its action.
    Active {
        /// The squad that acts.
        piece: Piece,
        /// The action that it takes.
        action: Action,
        /// Movement points that are left.
        mp_left: u8,
        /// Whether it has moved in this action.
        moved: bool,
        /// Whether it has fired in this action.
        fired: bool,
        /// Squads whose machine-gun crews have fired Op Fire at it in this action (TOI-B31).
        #[serde(default, skip_serializing_if = "PieceSet::is_nothing")]
        crews_fired: PieceSet,
    },
    /// The agenda in reverse order: the open question is last, later steps come first.
    Pending(Vec<Step>),
    /// The game has ended.
    Outcome {
        /// The side that won; left out in a draw.
        winner: Option<Side>,
    },
}

/// Lists the facts of a seat's view.
pub fn view(eyes: TideEyes<'_>, sink: &mut impl FnMut(Fact)) {
    let setting = eyes.setting();
    sink(Fact::Round { now: eyes.round(), of: setting.rounds });
    sink(Fact::Phase(eyes.phase()));
    let (side, actions_left) = eyes.turn();
    sink(Fact::Turn { side, actions_left });
    sink(Fact::Initiative { side: eyes.initiative() });
    for side in Side::BOTH {
        sink(Fact::Score { side, victory: eyes.victory()[side] });
        let Command { points, on_card } = eyes.command()[side];
        // Ledgers of earlier versions have no command points, and their views stay as they were.
        if points > 0 || on_card > 0 {
            sink(Fact::Command { side, points, on_card });
        }
    }
    for (n, objective) in setting.objectives.iter().enumerate() {
        let (at, held_by) = (objective.at, eyes.held(n));
        let Points { command, victory, nation } = objective.brings;
        sink(Fact::Objective { at, held_by, command, victory, nation });
    }
    units(eyes, sink);
    for card in Card::ALL {
        if let Some(sheet) = eyes.sheet(card) {
            let exit_range = exit_range(&setting.options, sheet.covered);
            sink(Fact::Card { card, covered: sheet.covered, exit_range, fatigued: sheet.fatigued });
            sink(Fact::Entrance { card, at: sheet.entrance });
        }
    }
    if let Some(active) = eyes.active() {
        let (piece, action, mp_left) = (active.piece, active.action, active.mp_left);
        let crews_fired = left(eyes, active.crews_fired);
        sink(Fact::Active { piece, action, mp_left, moved: active.moved, fired: active.fired, crews_fired });
    }
    let pending: Vec<Step> = eyes.pending().iter().filter_map(|step| seen(eyes, *step)).collect();
    if !pending.is_empty() {
        sink(Fact::Pending(pending));
    }
    if let Some(outcome) = eyes.outcome() {
        sink(Fact::Outcome { winner: outcome.winner });
    }
}

/// Returns a group without squads that have left the game.
fn left(eyes: TideEyes<'_>, group: PieceSet) -> PieceSet {
    group.iter().filter(|piece| eyes.squad(*piece).is_some()).collect()
}

/// Returns a step without squads that have left the game. Returns `None` if it names a squad that this seat doesn't
/// see.
fn seen(eyes: TideEyes<'_>, step: Step) -> Option<Step> {
    let left = |group: PieceSet| left(eyes, group);
    Some(match step {
        Step::AssaultOver { unit, at, defenders, won } => {
            eyes.squad(unit)?;
            Step::AssaultOver { unit, at, defenders: left(defenders), won }
        }
        Step::Occupy { unit, .. } => eyes.squad(unit).map(|_| step)?,
        Step::Lose { side, victims, figures } => Step::Lose { side, victims: left(victims), figures },
        Step::ChooseLoss { side, victims, figures } => Step::ChooseLoss { side, victims: left(victims), figures },
        Step::Transfer { side, done } => Step::Transfer { side, done: left(done) },
        other => other,
    })
}

fn units(eyes: TideEyes<'_>, sink: &mut impl FnMut(Fact)) {
    for (piece, squad) in eyes.squads() {
        let (at, token) = match squad.place {
            Place::On(at) => (Some(at), squad.token),
            Place::Below(card) => {
                let fatigued = eyes.sheet(card).is_some_and(|sheet| sheet.fatigued);
                let token = if fatigued { Token::Fatigued } else { Token::Fresh };
                (eyes.setting().card_place(card), token)
            }
            Place::Gone => (None, squad.token),
        };
        let Some(at) = at else { continue };
        let own = eyes.seat() == Seat::Side(squad.side);
        let name = eyes.setting().names.get(usize::from(squad.name)).filter(|_| own).cloned();
        let (side, figures, state) = (squad.side, squad.figures, squad.state);
        sink(Fact::Unit { piece, side, figures, at, state, token, name });
    }
}

/// Whether a fact of this seat's view is about the other side.
#[must_use]
pub fn tells_of_enemy(seat: Seat, fact: &Fact) -> bool {
    let Seat::Side(own) = seat else { return false };
    match fact {
        Fact::Unit { side, .. } => *side != own,
        Fact::Entrance { .. } | Fact::Card { .. } => own == GERMAN,
        _ => false,
    }
}
